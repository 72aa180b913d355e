  ;; Everything but requests: it changes nothing; channels are refused.
  (func (export "theater:simple/actor#init")
    (param $has i32) (param $at i32) (param $len i32) (param i32 i32) (result i32)
    (call $ok (local.get $has) (local.get $at) (local.get $len))
    (i32.const 0))
  (func (export "theater:simple/message-server-client#handle-send")
    (param $has i32) (param $at i32) (param $len i32) (param i32 i32) (result i32)
    (call $ok (local.get $has) (local.get $at) (local.get $len))
    (i32.const 0))
  ;; channels
