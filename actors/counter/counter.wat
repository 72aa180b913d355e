;; An actor that counts. Its state is the count in decimal digits, which is also JSON.
;;
;; A message without an answer adds the number in it, or 1 if there is none. A request does the same
;; and answers with the new count; the request `get` only answers. The first state may be any text
;; with a number in it, such as {"count": 41}.
(module
  (import "theater:simple/runtime" "log" (func $log (param i32 i32)))
  (memory (export "memory") 1)

  ;; 0..64 is the area for results, 64..128 the digits being written, 256.. what the host hands in.
  (global $free (mut i32) (i32.const 256))
  (data (i32.const 128) "counting from ")

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

  ;; The first number in a text, or `none` if there is no digit in it.
  (func $number (param $at i32) (param $len i32) (param $none i64) (result i64)
    (local $end i32) (local $digit i32) (local $value i64) (local $found i32)
    (local.set $end (i32.add (local.get $at) (local.get $len)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $digit (i32.sub (i32.load8_u (local.get $at)) (i32.const 48)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (if (i32.lt_u (local.get $digit) (i32.const 10))
          (then
            (local.set $found (i32.const 1))
            (local.set $value
              (i64.add (i64.mul (local.get $value) (i64.const 10))
                (i64.extend_i32_u (local.get $digit))))
            (br $next)))
        (br_if $done (local.get $found))
        (br $next)))
    (select (local.get $value) (local.get $none) (local.get $found)))

  ;; Writes a count in digits that end at 128 and gives where they begin.
  (func $digits (param $value i64) (result i32)
    (local $at i32)
    (local.set $at (i32.const 128))
    (loop $next
      (local.set $at (i32.sub (local.get $at) (i32.const 1)))
      (i32.store8 (local.get $at)
        (i32.add (i32.const 48) (i32.wrap_i64 (i64.rem_u (local.get $value) (i64.const 10)))))
      (local.set $value (i64.div_u (local.get $value) (i64.const 10)))
      (br_if $next (i64.ne (local.get $value) (i64.const 0))))
    (local.get $at))

  (func $count (param $has i32) (param $at i32) (param $len i32) (result i64)
    (if (result i64) (local.get $has)
      (then (call $number (local.get $at) (local.get $len) (i64.const 0)))
      (else (i64.const 0))))

  ;; Ok with the state that stands for `value`; gives where its digits are.
  (func $state (param $value i64) (result i32)
    (local $at i32)
    (local.set $at (call $digits (local.get $value)))
    (i32.store8 (i32.const 0) (i32.const 0))
    (i32.store8 (i32.const 4) (i32.const 1))
    (i32.store (i32.const 8) (local.get $at))
    (i32.store (i32.const 12) (i32.sub (i32.const 128) (local.get $at)))
    (local.get $at))

  (func (export "theater:simple/actor#init")
    (param $has i32) (param $at i32) (param $len i32) (param $id i32) (param $id_len i32) (result i32)
    (local $value i64) (local $digits i32) (local $text i32)
    (local.set $value (call $count (local.get $has) (local.get $at) (local.get $len)))
    (local.set $digits (call $state (local.get $value)))
    ;; "counting from " and the digits, side by side.
    (local.set $text (call $reserve (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 64)))
    (memory.copy (local.get $text) (i32.const 128) (i32.const 14))
    (memory.copy (i32.add (local.get $text) (i32.const 14)) (local.get $digits)
      (i32.sub (i32.const 128) (local.get $digits)))
    (call $log (local.get $text)
      (i32.add (i32.const 14) (i32.sub (i32.const 128) (local.get $digits))))
    (i32.const 0))

  (func (export "theater:simple/message-server-client#handle-send")
    (param $has i32) (param $at i32) (param $len i32) (param $data i32) (param $data_len i32) (result i32)
    (drop (call $state
      (i64.add (call $count (local.get $has) (local.get $at) (local.get $len))
        (call $number (local.get $data) (local.get $data_len) (i64.const 1)))))
    (i32.const 0))

  (func (export "theater:simple/message-server-client#handle-request")
    (param $has i32) (param $at i32) (param $len i32)
    (param $id i32) (param $id_len i32) (param $data i32) (param $data_len i32) (result i32)
    (local $value i64) (local $digits i32)
    (local.set $value (call $count (local.get $has) (local.get $at) (local.get $len)))
    ;; `get` begins with a g and adds nothing.
    (if (i32.eqz
          (i32.and (i32.gt_u (local.get $data_len) (i32.const 0))
            (i32.eq (i32.load8_u (local.get $data)) (i32.const 103))))
      (then
        (local.set $value
          (i64.add (local.get $value)
            (call $number (local.get $data) (local.get $data_len) (i64.const 1))))))
    (local.set $digits (call $state (local.get $value)))
    (i32.store8 (i32.const 16) (i32.const 1))
    (i32.store (i32.const 20) (local.get $digits))
    (i32.store (i32.const 24) (i32.sub (i32.const 128) (local.get $digits)))
    (i32.const 0))

  ;; Every channel is welcome; what comes on it is counted like any other message.
  (func (export "theater:simple/message-server-client#handle-channel-open")
    (param $has i32) (param $at i32) (param $len i32)
    (param $id i32) (param $id_len i32) (param $data i32) (param $data_len i32) (result i32)
    (drop (call $state (call $count (local.get $has) (local.get $at) (local.get $len))))
    (i32.store8 (i32.const 16) (i32.const 1))
    (i32.store8 (i32.const 20) (i32.const 0))
    (i32.const 0))

  (func (export "theater:simple/message-server-client#handle-channel-message")
    (param $has i32) (param $at i32) (param $len i32)
    (param $id i32) (param $id_len i32) (param $data i32) (param $data_len i32) (result i32)
    (drop (call $state
      (i64.add (call $count (local.get $has) (local.get $at) (local.get $len))
        (call $number (local.get $data) (local.get $data_len) (i64.const 1)))))
    (i32.const 0))

  (func (export "theater:simple/message-server-client#handle-channel-close")
    (param $has i32) (param $at i32) (param $len i32) (param $id i32) (param $id_len i32) (result i32)
    (drop (call $state (call $count (local.get $has) (local.get $at) (local.get $len))))
    (i32.const 0))

  ;; What the host handed in is no longer needed when it has read the answer.
  (func $forget (param i32) (global.set $free (i32.const 256)))
  (export "cabi_post_theater:simple/actor#init" (func $forget))
  (export "cabi_post_theater:simple/message-server-client#handle-send" (func $forget))
  (export "cabi_post_theater:simple/message-server-client#handle-request" (func $forget))
  (export "cabi_post_theater:simple/message-server-client#handle-channel-open" (func $forget))
  (export "cabi_post_theater:simple/message-server-client#handle-channel-message" (func $forget))
  (export "cabi_post_theater:simple/message-server-client#handle-channel-close" (func $forget)))
