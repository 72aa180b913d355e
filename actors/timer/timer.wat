;; An actor that waits. A request with a number waits that many milliseconds and is answered with the
;; time at which the wait was over, in milliseconds since 1970. Its state is that time, in digits,
;; which is also JSON. While it waits, other actors go on; its own messages wait their turn.
(module
  (import "theater:simple/timing" "sleep" (func $sleep (param i64 i32)))
  (import "theater:simple/timing" "now" (func $now (result i64)))
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

  ;; The number in a text; letters in it are passed over.
  (func $number (param $at i32) (param $len i32) (result i64)
    (local $end i32) (local $digit i32) (local $value i64)
    (local.set $end (i32.add (local.get $at) (local.get $len)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $digit (i32.sub (i32.load8_u (local.get $at)) (i32.const 48)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (if (i32.lt_u (local.get $digit) (i32.const 10))
          (then
            (local.set $value
              (i64.add (i64.mul (local.get $value) (i64.const 10))
                (i64.extend_i32_u (local.get $digit))))))
        (br $next)))
    (local.get $value))

  ;; Writes a number in digits that end at 160 and gives where they begin.
  (func $digits (param $value i64) (result i32)
    (local $at i32)
    (local.set $at (i32.const 160))
    (loop $next
      (local.set $at (i32.sub (local.get $at) (i32.const 1)))
      (i32.store8 (local.get $at)
        (i32.add (i32.const 48) (i32.wrap_i64 (i64.rem_u (local.get $value) (i64.const 10)))))
      (local.set $value (i64.div_u (local.get $value) (i64.const 10)))
      (br_if $next (i64.ne (local.get $value) (i64.const 0))))
    (local.get $at))

  (func (export "theater:simple/actor#init")
    (param $has i32) (param $at i32) (param $len i32) (param $id i32) (param $id_len i32) (result i32)
    (call $state (local.get $has) (local.get $at) (local.get $len))
    (i32.const 0))

  (func (export "theater:simple/message-server-client#handle-send")
    (param $has i32) (param $at i32) (param $len i32) (param $data i32) (param $data_len i32) (result i32)
    (call $state (local.get $has) (local.get $at) (local.get $len))
    (i32.const 0))

  (func (export "theater:simple/message-server-client#handle-request")
    (param $has i32) (param $at i32) (param $len i32)
    (param $id i32) (param $id_len i32) (param $data i32) (param $data_len i32) (result i32)
    (local $digits i32)
    (call $sleep (call $number (local.get $data) (local.get $data_len)) (i32.const 64))
    (if (i32.load8_u (i32.const 64))
      (then
        ;; The host said why it does not wait; so do we.
        (i32.store8 (i32.const 0) (i32.const 1))
        (i32.store (i32.const 4) (i32.load (i32.const 68)))
        (i32.store (i32.const 8) (i32.load (i32.const 72)))
        (return (i32.const 0))))
    (local.set $digits (call $digits (call $now)))
    (call $state (i32.const 1) (local.get $digits) (i32.sub (i32.const 160) (local.get $digits)))
    (call $answer (local.get $digits) (i32.sub (i32.const 160) (local.get $digits)))
    (i32.const 0))

  ;; There is nothing to say on a channel.
  (func (export "theater:simple/message-server-client#handle-channel-open")
    (param $has i32) (param $at i32) (param $len i32)
    (param $id i32) (param $id_len i32) (param $data i32) (param $data_len i32) (result i32)
    (call $state (local.get $has) (local.get $at) (local.get $len))
    (i32.store8 (i32.const 16) (i32.const 0))
    (i32.store8 (i32.const 20) (i32.const 0))
    (i32.const 0))

  (func (export "theater:simple/message-server-client#handle-channel-message")
    (param $has i32) (param $at i32) (param $len i32) 
    (param $id i32) (param $id_len i32) (param $data i32) (param $data_len i32) (result i32)
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
