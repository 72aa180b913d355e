;; An actor that gives everything back: the answer to a request is the request, what comes on a
;; channel goes back on it. Its state is the last message it was sent.
(module
  (import "theater:simple/message-server-host" "send-on-channel"
    (func $say (param i32 i32 i32 i32 i32)))
  (memory (export "memory") 1)

  ;; 0..64 is the area for results, 64..128 what the host answers, 4096.. what it hands in.
  (global $free (mut i32) (i32.const 4096))

  (func $reserve (export "cabi_realloc") (param $old i32) (param $old_size i32) (param $align i32) (param $size i32) (result i32)
    (local $at i32) (local $end i32)
    (local.set $at (i32.and (i32.add (global.get $free) (i32.const 7)) (i32.const -8)))
    (local.set $end (i32.add (local.get $at) (local.get $size)))
    (block $enough
      (br_if $enough (i32.le_u (local.get $end) (i32.mul (memory.size) (i32.const 65536))))
      (if (i32.eq (i32.const -1)
            (memory.grow
              (i32.add (i32.const 1)
                (i32.shr_u
                  (i32.sub (local.get $end) (i32.mul (memory.size) (i32.const 65536)))
                  (i32.const 16)))))
        (then unreachable)))
    (global.set $free (local.get $end))
    (local.get $at))

  ;; Ok with a state.
  (func $state (param $has i32) (param $at i32) (param $len i32)
    (i32.store8 (i32.const 0) (i32.const 0))
    (i32.store8 (i32.const 4) (local.get $has))
    (i32.store (i32.const 8) (local.get $at))
    (i32.store (i32.const 12) (local.get $len)))

  ;; And with an answer.
  (func $answer (param $at i32) (param $len i32)
    (i32.store8 (i32.const 16) (i32.const 1))
    (i32.store (i32.const 20) (local.get $at))
    (i32.store (i32.const 24) (local.get $len)))

  (func (export "theater:simple/actor#init")
    (param $has i32) (param $at i32) (param $len i32) (param $id i32) (param $id_len i32) (result i32)
    (call $state (local.get $has) (local.get $at) (local.get $len))
    (i32.const 0))

  (func (export "theater:simple/message-server-client#handle-send")
    (param $has i32) (param $at i32) (param $len i32) (param $data i32) (param $data_len i32) (result i32)
    (call $state (i32.const 1) (local.get $data) (local.get $data_len))
    (i32.const 0))

  (func (export "theater:simple/message-server-client#handle-request")
    (param $has i32) (param $at i32) (param $len i32)
    (param $id i32) (param $id_len i32) (param $data i32) (param $data_len i32) (result i32)
    (call $state (local.get $has) (local.get $at) (local.get $len))
    (call $answer (local.get $data) (local.get $data_len))
    (i32.const 0))

  ;; Every channel is welcome.
  (func (export "theater:simple/message-server-client#handle-channel-open")
    (param $has i32) (param $at i32) (param $len i32)
    (param $id i32) (param $id_len i32) (param $data i32) (param $data_len i32) (result i32)
    (call $state (local.get $has) (local.get $at) (local.get $len))
    (i32.store8 (i32.const 16) (i32.const 1))
    (i32.store8 (i32.const 20) (i32.const 0))
    (i32.const 0))

  (func (export "theater:simple/message-server-client#handle-channel-message")
    (param $has i32) (param $at i32) (param $len i32)
    (param $id i32) (param $id_len i32) (param $data i32) (param $data_len i32) (result i32)
    (call $say (local.get $id) (local.get $id_len) (local.get $data) (local.get $data_len) (i32.const 64))
    (call $state (local.get $has) (local.get $at) (local.get $len))
    (i32.const 0))

  (func (export "theater:simple/message-server-client#handle-channel-close")
    (param $has i32) (param $at i32) (param $len i32) (param $id i32) (param $id_len i32) (result i32)
    (call $state (local.get $has) (local.get $at) (local.get $len))
    (i32.const 0))

  ;; What the host handed in is no longer needed when it has read the answer.
  (func $forget (param i32) (global.set $free (i32.const 4096)))
  (export "cabi_post_theater:simple/actor#init" (func $forget))
  (export "cabi_post_theater:simple/message-server-client#handle-send" (func $forget))
  (export "cabi_post_theater:simple/message-server-client#handle-request" (func $forget))
  (export "cabi_post_theater:simple/message-server-client#handle-channel-open" (func $forget))
  (export "cabi_post_theater:simple/message-server-client#handle-channel-message" (func $forget))
  (export "cabi_post_theater:simple/message-server-client#handle-channel-close" (func $forget)))
