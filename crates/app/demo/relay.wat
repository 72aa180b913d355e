;; An actor that passes on what it is asked, and orders by itself.
;;
;; It is started with {"to": ID} and keeps {"to": ID, "me": ID}. A request goes on to the actor it
;; names, whose answer is its own. A message with a number N orders one thing there, waits a moment
;; and sends itself N - 1, until nothing is left to order.
(module
  (import "theater:simple/message-server-host" "request" (func $request (param i32 i32 i32 i32 i32)))
  (import "theater:simple/message-server-host" "send" (func $send (param i32 i32 i32 i32 i32)))
  (import "theater:simple/timing" "sleep" (func $sleep (param i64 i32)))
  (memory (export "memory") 1)

  ;; 0..64 is the area for results, 64..96 what imports answer, 96..128 the digits being written,
  ;; 128.. texts, 256..345 the first state, 1024.. what the host hands in.
  (global $free (mut i32) (i32.const 1024))
  (data (i32.const 128) "{\22to\22:\22")
  (data (i32.const 136) "\22,\22me\22:\22")
  (data (i32.const 144) "\22}")
  (data (i32.const 152) "1")
  (data (i32.const 160) "expected {\22to\22: the id of an actor}")

  (func $reserve (export "cabi_realloc") (param $old i32) (param $old_size i32) (param $align i32) (param $size i32) (result i32)
    (local $at i32) (local $end i32)
    (local.set $at
      (i32.and (i32.add (global.get $free) (i32.const 7)) (i32.const -8)))
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

  ;; The number a text begins with.
  (func $number (param $at i32) (param $len i32) (result i32)
    (local $end i32) (local $digit i32) (local $value i32)
    (local.set $end (i32.add (local.get $at) (local.get $len)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $digit (i32.sub (i32.load8_u (local.get $at)) (i32.const 48)))
        (br_if $done (i32.ge_u (local.get $digit) (i32.const 10)))
        (local.set $value (i32.add (i32.mul (local.get $value) (i32.const 10)) (local.get $digit)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next)))
    (local.get $value))

  ;; Writes a number in digits that end at 128 and gives where they begin.
  (func $digits (param $value i32) (result i32)
    (local $at i32)
    (local.set $at (i32.const 128))
    (loop $next
      (local.set $at (i32.sub (local.get $at) (i32.const 1)))
      (i32.store8 (local.get $at) (i32.add (i32.const 48) (i32.rem_u (local.get $value) (i32.const 10))))
      (local.set $value (i32.div_u (local.get $value) (i32.const 10)))
      (br_if $next (local.get $value)))
    (local.get $at))

  (func $ok (param $has i32) (param $at i32) (param $len i32)
    (i32.store8 (i32.const 0) (i32.const 0))
    (i32.store8 (i32.const 4) (local.get $has))
    (i32.store (i32.const 8) (local.get $at))
    (i32.store (i32.const 12) (local.get $len)))

  (func $fail (param $at i32) (param $len i32)
    (i32.store8 (i32.const 0) (i32.const 1))
    (i32.store (i32.const 4) (local.get $at))
    (i32.store (i32.const 8) (local.get $len)))

  (func (export "theater:simple/actor#init")
    (param $has i32) (param $at i32) (param $len i32) (param $id i32) (param $id_len i32) (result i32)
    (if (i32.or (i32.ne (local.get $len) (i32.const 45)) (i32.ne (local.get $id_len) (i32.const 36)))
      (then
        (call $fail (i32.const 160) (i32.const 35))
        (return (i32.const 0))))
    (memory.copy (i32.const 256) (i32.const 128) (i32.const 7))
    (memory.copy (i32.const 263) (i32.add (local.get $at) (i32.const 7)) (i32.const 36))
    (memory.copy (i32.const 299) (i32.const 136) (i32.const 8))
    (memory.copy (i32.const 307) (local.get $id) (i32.const 36))
    (memory.copy (i32.const 343) (i32.const 144) (i32.const 2))
    (call $ok (i32.const 1) (i32.const 256) (i32.const 89))
    (i32.const 0))

  (func (export "theater:simple/message-server-client#handle-send")
    (param $has i32) (param $at i32) (param $len i32) (param $data i32) (param $data_len i32) (result i32)
    (local $left i32) (local $text i32)
    (local.set $left (call $number (local.get $data) (local.get $data_len)))
    (block $done
      (br_if $done (i32.eqz (local.get $left)))
      (call $request (i32.add (local.get $at) (i32.const 7)) (i32.const 36)
        (i32.const 152) (i32.const 1) (i32.const 64))
      (br_if $done (i32.load8_u (i32.const 64)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br_if $done (i32.eqz (local.get $left)))
      (call $sleep (i64.const 1500) (i32.const 64))
      (br_if $done (i32.load8_u (i32.const 64)))
      (local.set $text (call $digits (local.get $left)))
      (call $send (i32.add (local.get $at) (i32.const 51)) (i32.const 36)
        (local.get $text) (i32.sub (i32.const 128) (local.get $text)) (i32.const 64)))
    (call $ok (local.get $has) (local.get $at) (local.get $len))
    (i32.const 0))

  (func (export "theater:simple/message-server-client#handle-request")
    (param $has i32) (param $at i32) (param $len i32)
    (param $id i32) (param $id_len i32) (param $data i32) (param $data_len i32) (result i32)
    (call $request (i32.add (local.get $at) (i32.const 7)) (i32.const 36)
      (local.get $data) (local.get $data_len) (i32.const 64))
    (if (i32.load8_u (i32.const 64))
      (then
        (call $fail (i32.load (i32.const 68)) (i32.load (i32.const 72)))
        (return (i32.const 0))))
    (call $ok (local.get $has) (local.get $at) (local.get $len))
    (i32.store8 (i32.const 16) (i32.const 1))
    (i32.store (i32.const 20) (i32.load (i32.const 68)))
    (i32.store (i32.const 24) (i32.load (i32.const 72)))
    (i32.const 0))

  ;; It keeps no channels: messages are all it passes on.
  (func (export "theater:simple/message-server-client#handle-channel-open")
    (param $has i32) (param $at i32) (param $len i32)
    (param $id i32) (param $id_len i32) (param $data i32) (param $data_len i32) (result i32)
    (call $ok (local.get $has) (local.get $at) (local.get $len))
    (i32.store8 (i32.const 16) (i32.const 0))
    (i32.store8 (i32.const 20) (i32.const 0))
    (i32.const 0))

  (func (export "theater:simple/message-server-client#handle-channel-message")
    (param $has i32) (param $at i32) (param $len i32)
    (param $id i32) (param $id_len i32) (param $data i32) (param $data_len i32) (result i32)
    (call $ok (local.get $has) (local.get $at) (local.get $len))
    (i32.const 0))

  (func (export "theater:simple/message-server-client#handle-channel-close")
    (param $has i32) (param $at i32) (param $len i32) (param $id i32) (param $id_len i32) (result i32)
    (call $ok (local.get $has) (local.get $at) (local.get $len))
    (i32.const 0))

  ;; What the host handed in is no longer needed when it has read the answer.
  (func $forget (param i32) (global.set $free (i32.const 1024)))
  (export "cabi_post_theater:simple/actor#init" (func $forget))
  (export "cabi_post_theater:simple/message-server-client#handle-send" (func $forget))
  (export "cabi_post_theater:simple/message-server-client#handle-request" (func $forget))
  (export "cabi_post_theater:simple/message-server-client#handle-channel-open" (func $forget))
  (export "cabi_post_theater:simple/message-server-client#handle-channel-message" (func $forget))
  (export "cabi_post_theater:simple/message-server-client#handle-channel-close" (func $forget)))
