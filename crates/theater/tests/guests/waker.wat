;; A guest that sets alarms: a request with s sets one of 30 milliseconds, one with l one of a second;
;; any other request is answered with the state. Every alarm that comes adds its letter to the state.
(module
  (import "theater:simple/alarms" "set" (func $set (param i64 i32 i32 i32)))
  ;; prelude
  (func (export "theater:simple/actor#init")
    (param $has i32) (param $at i32) (param $len i32) (param i32 i32) (result i32)
    (call $ok (local.get $has) (local.get $at) (local.get $len))
    (i32.const 0))
  (func (export "theater:simple/message-server-client#handle-send")
    (param $has i32) (param $at i32) (param $len i32) (param $data i32) (param $dlen i32) (result i32)
    (local $made i32)
    (local.set $made
      (call $reserve (i32.const 0) (i32.const 0) (i32.const 1)
        (i32.add (local.get $len) (local.get $dlen))))
    (memory.copy (local.get $made) (local.get $at) (local.get $len))
    (memory.copy (i32.add (local.get $made) (local.get $len)) (local.get $data) (local.get $dlen))
    (call $ok (i32.const 1) (local.get $made) (i32.add (local.get $len) (local.get $dlen)))
    (i32.const 0))
  (func (export "theater:simple/message-server-client#handle-request")
    (param $has i32) (param $at i32) (param $len i32) (param i32 i32) (param $data i32) (param $dlen i32) (result i32)
    (local $letter i32)
    (local.set $letter (i32.load8_u (local.get $data)))
    (if (i32.eq (local.get $letter) (i32.const 115))
      (then (call $set (i64.const 30) (local.get $data) (local.get $dlen) (i32.const 64))))
    (if (i32.eq (local.get $letter) (i32.const 108))
      (then (call $set (i64.const 1000) (local.get $data) (local.get $dlen) (i32.const 64))))
    (call $ok (local.get $has) (local.get $at) (local.get $len))
    (call $reply (local.get $at) (local.get $len))
    (i32.const 0))
  ;; channels
)
