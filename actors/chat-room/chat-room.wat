;; A chat room: whoever opens a channel to it is in, and what is said on one channel is heard on all
;; others. Its state is one line per channel; a request is answered with how many are in.
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

  ;; The place after the line that begins at a place, at most the end.
  (func $after (param $at i32) (param $end i32) (result i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br_if $done (i32.eq (i32.load8_u (i32.sub (local.get $at) (i32.const 1))) (i32.const 10)))
        (br $next)))
    (local.get $at))

  ;; Whether two texts of one length are the same.
  (func $same (param $one i32) (param $other i32) (param $len i32) (result i32)
    (block $differ
      (loop $next
        (if (i32.eqz (local.get $len)) (then (return (i32.const 1))))
        (br_if $differ (i32.ne (i32.load8_u (local.get $one)) (i32.load8_u (local.get $other))))
        (local.set $one (i32.add (local.get $one) (i32.const 1)))
        (local.set $other (i32.add (local.get $other) (i32.const 1)))
        (local.set $len (i32.sub (local.get $len) (i32.const 1)))
        (br $next)))
    (i32.const 0))

  ;; Tells everybody but one; whom nothing can be told is as good as gone and hears of its end itself.
  (func $tell (param $at i32) (param $len i32) (param $id i32) (param $id_len i32) (param $data i32) (param $data_len i32)
    (local $end i32) (local $next i32) (local $line i32)
    (local.set $end (i32.add (local.get $at) (local.get $len)))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $next (call $after (local.get $at) (local.get $end)))
        (local.set $line (i32.sub (i32.sub (local.get $next) (local.get $at)) (i32.const 1)))
        (if (i32.eqz (call $is (local.get $at) (local.get $line) (local.get $id) (local.get $id_len)))
          (then
            (call $say (local.get $at) (local.get $line) (local.get $data) (local.get $data_len) (i32.const 64))))
        (local.set $at (local.get $next))
        (br $each))))

  (func $is (param $line i32) (param $line_len i32) (param $id i32) (param $id_len i32) (result i32)
    (if (i32.ne (local.get $line_len) (local.get $id_len)) (then (return (i32.const 0))))
    (call $same (local.get $line) (local.get $id) (local.get $id_len)))

  ;; The state without one channel; gives where the copy ends, which begins at `to`.
  (func $without (param $at i32) (param $len i32) (param $id i32) (param $id_len i32) (param $to i32) (result i32)
    (local $end i32) (local $next i32) (local $size i32)
    (local.set $end (i32.add (local.get $at) (local.get $len)))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $next (call $after (local.get $at) (local.get $end)))
        (local.set $size (i32.sub (local.get $next) (local.get $at)))
        (if (i32.eqz (call $is (local.get $at) (i32.sub (local.get $size) (i32.const 1)) (local.get $id) (local.get $id_len)))
          (then
            (memory.copy (local.get $to) (local.get $at) (local.get $size))
            (local.set $to (i32.add (local.get $to) (local.get $size)))))
        (local.set $at (local.get $next))
        (br $each)))
    (local.get $to))

  (func (export "theater:simple/actor#init")
    (param $has i32) (param $at i32) (param $len i32) (param $id i32) (param $id_len i32) (result i32)
    (call $state (local.get $has) (local.get $at) (local.get $len))
    (i32.const 0))

  (func (export "theater:simple/message-server-client#handle-send")
    (param $has i32) (param $at i32) (param $len i32) (param $data i32) (param $data_len i32) (result i32)
    (call $state (local.get $has) (local.get $at) (local.get $len))
    (i32.const 0))

  ;; How many are in: the lines of the state, in digits that end at 160.
  (func (export "theater:simple/message-server-client#handle-request")
    (param $has i32) (param $at i32) (param $len i32)
    (param $id i32) (param $id_len i32) (param $data i32) (param $data_len i32) (result i32)
    (local $line i32) (local $end i32) (local $count i32) (local $digits i32)
    (local.set $line (local.get $at))
    (local.set $end (i32.add (local.get $at) (select (local.get $len) (i32.const 0) (local.get $has))))
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $line) (local.get $end)))
        (local.set $line (call $after (local.get $line) (local.get $end)))
        (local.set $count (i32.add (local.get $count) (i32.const 1)))
        (br $each)))
    (local.set $digits (i32.const 160))
    (loop $next
      (local.set $digits (i32.sub (local.get $digits) (i32.const 1)))
      (i32.store8 (local.get $digits) (i32.add (i32.const 48) (i32.rem_u (local.get $count) (i32.const 10))))
      (local.set $count (i32.div_u (local.get $count) (i32.const 10)))
      (br_if $next (local.get $count)))
    (call $state (local.get $has) (local.get $at) (local.get $len))
    (call $answer (local.get $digits) (i32.sub (i32.const 160) (local.get $digits)))
    (i32.const 0))

  ;; Whoever comes in is a line more.
  (func (export "theater:simple/message-server-client#handle-channel-open")
    (param $has i32) (param $at i32) (param $len i32)
    (param $id i32) (param $id_len i32) (param $data i32) (param $data_len i32) (result i32)
    (local $new i32)
    (if (i32.eqz (local.get $has)) (then (local.set $len (i32.const 0))))
    (local.set $new
      (call $reserve (i32.const 0) (i32.const 0) (i32.const 1)
        (i32.add (i32.add (local.get $len) (local.get $id_len)) (i32.const 1))))
    (memory.copy (local.get $new) (local.get $at) (local.get $len))
    (memory.copy (i32.add (local.get $new) (local.get $len)) (local.get $id) (local.get $id_len))
    (i32.store8 (i32.add (i32.add (local.get $new) (local.get $len)) (local.get $id_len)) (i32.const 10))
    (call $state (i32.const 1) (local.get $new)
      (i32.add (i32.add (local.get $len) (local.get $id_len)) (i32.const 1)))
    (i32.store8 (i32.const 16) (i32.const 1))
    (i32.store8 (i32.const 20) (i32.const 0))
    (i32.const 0))

  (func (export "theater:simple/message-server-client#handle-channel-message")
    (param $has i32) (param $at i32) (param $len i32)
    (param $id i32) (param $id_len i32) (param $data i32) (param $data_len i32) (result i32)
    (if (local.get $has)
      (then
        (call $tell (local.get $at) (local.get $len) (local.get $id) (local.get $id_len)
          (local.get $data) (local.get $data_len))))
    (call $state (local.get $has) (local.get $at) (local.get $len))
    (i32.const 0))

  (func (export "theater:simple/message-server-client#handle-channel-close")
    (param $has i32) (param $at i32) (param $len i32) (param $id i32) (param $id_len i32) (result i32)
    (local $new i32)
    (local.set $new (call $reserve (i32.const 0) (i32.const 0) (i32.const 1) (local.get $len)))
    (call $state (local.get $has) (local.get $new)
      (i32.sub
        (call $without (local.get $at) (local.get $len) (local.get $id) (local.get $id_len) (local.get $new))
        (local.get $new)))
    (i32.const 0))

  ;; What the host handed in is no longer needed when it has read the answer.
  (func $forget (param i32) (global.set $free (i32.const 4096)))
  (export "cabi_post_theater:simple/actor#init" (func $forget))
  (export "cabi_post_theater:simple/message-server-client#handle-send" (func $forget))
  (export "cabi_post_theater:simple/message-server-client#handle-request" (func $forget))
  (export "cabi_post_theater:simple/message-server-client#handle-channel-open" (func $forget))
  (export "cabi_post_theater:simple/message-server-client#handle-channel-message" (func $forget))
  (export "cabi_post_theater:simple/message-server-client#handle-channel-close" (func $forget)))
