;; A store of values by key. Requests: `get KEY`, `set KEY VALUE`, `delete KEY` and `list`; the answer is
;; the value, `ok`, or every line there is. A key has no blanks and a value no line breaks. The state is
;; one line `KEY VALUE` per key. What is asked by a message without an answer is done as well.
(module
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

  (data (i32.const 256) "ok")

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

  ;; Where the word that begins at a place ends.
  (func $word (param $at i32) (param $end i32) (result i32)
    (local $letter i32)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $letter (i32.load8_u (local.get $at)))
        (br_if $done (i32.eq (local.get $letter) (i32.const 32)))
        (br_if $done (i32.eq (local.get $letter) (i32.const 10)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next)))
    (local.get $at))

  ;; The line of a key, or the end of the state if there is none.
  (func $find (param $at i32) (param $end i32) (param $key i32) (param $key_len i32) (result i32)
    (block $done
      (loop $each
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (if (i32.eq (i32.sub (call $word (local.get $at) (local.get $end)) (local.get $at)) (local.get $key_len))
          (then (br_if $done (call $same (local.get $at) (local.get $key) (local.get $key_len)))))
        (local.set $at (call $after (local.get $at) (local.get $end)))
        (br $each)))
    (local.get $at))

  ;; The state without the line of a key and with another instead, which may be empty.
  (func $put (param $at i32) (param $end i32) (param $key i32) (param $key_len i32) (param $line i32) (param $line_len i32)
    (local $new i32) (local $to i32) (local $found i32) (local $rest i32)
    (local.set $new
      (call $reserve (i32.const 0) (i32.const 0) (i32.const 1)
        (i32.add (i32.add (i32.sub (local.get $end) (local.get $at)) (local.get $line_len)) (i32.const 1))))
    (local.set $found (call $find (local.get $at) (local.get $end) (local.get $key) (local.get $key_len)))
    (memory.copy (local.get $new) (local.get $at) (i32.sub (local.get $found) (local.get $at)))
    (local.set $to (i32.add (local.get $new) (i32.sub (local.get $found) (local.get $at))))
    (local.set $rest (call $after (local.get $found) (local.get $end)))
    (memory.copy (local.get $to) (local.get $rest) (i32.sub (local.get $end) (local.get $rest)))
    (local.set $to (i32.add (local.get $to) (i32.sub (local.get $end) (local.get $rest))))
    (if (local.get $line_len)
      (then
        (memory.copy (local.get $to) (local.get $line) (local.get $line_len))
        (local.set $to (i32.add (local.get $to) (local.get $line_len)))
        (i32.store8 (local.get $to) (i32.const 10))
        (local.set $to (i32.add (local.get $to) (i32.const 1)))))
    (call $state (i32.const 1) (local.get $new) (i32.sub (local.get $to) (local.get $new))))

  ;; Does what a request says; its first letter tells which it is.
  (func $do (param $at i32) (param $len i32) (param $data i32) (param $data_len i32)
    (local $end i32) (local $data_end i32) (local $key i32) (local $key_len i32) (local $letter i32) (local $found i32)
    (local.set $end (i32.add (local.get $at) (local.get $len)))
    (local.set $data_end (i32.add (local.get $data) (local.get $data_len)))
    (local.set $key
      (i32.add (call $word (local.get $data) (local.get $data_end)) (i32.const 1)))
    (if (i32.gt_u (local.get $key) (local.get $data_end)) (then (local.set $key (local.get $data_end))))
    (local.set $key_len
      (i32.sub (call $word (local.get $key) (local.get $data_end)) (local.get $key)))
    (call $answer (i32.const 256) (i32.const 2))
    (if (i32.eqz (local.get $data_len)) (then (return)))
    (local.set $letter (i32.load8_u (local.get $data)))
    (if (i32.eq (local.get $letter) (i32.const 108)) ;; list
      (then (call $answer (local.get $at) (local.get $len))))
    (if (i32.eq (local.get $letter) (i32.const 115)) ;; set
      (then
        (call $put (local.get $at) (local.get $end) (local.get $key) (local.get $key_len)
          (local.get $key) (i32.sub (local.get $data_end) (local.get $key)))))
    (if (i32.eq (local.get $letter) (i32.const 100)) ;; delete
      (then
        (call $put (local.get $at) (local.get $end) (local.get $key) (local.get $key_len)
          (i32.const 0) (i32.const 0))))
    (if (i32.eq (local.get $letter) (i32.const 103)) ;; get
      (then
        (local.set $found (call $find (local.get $at) (local.get $end) (local.get $key) (local.get $key_len)))
        (if (i32.ge_u (local.get $found) (local.get $end))
          (then (call $answer (i32.const 0) (i32.const 0)))
          (else
            (local.set $data (i32.add (i32.add (local.get $found) (local.get $key_len)) (i32.const 1)))
            (local.set $found (i32.sub (call $after (local.get $found) (local.get $end)) (i32.const 1)))
            (if (i32.gt_u (local.get $data) (local.get $found))
              (then (local.set $data (local.get $found))))
            (call $answer (local.get $data) (i32.sub (local.get $found) (local.get $data))))))))

  (func (export "theater:simple/actor#init")
    (param $has i32) (param $at i32) (param $len i32) (param $id i32) (param $id_len i32) (result i32)
    (call $state (local.get $has) (local.get $at) (local.get $len))
    (i32.const 0))

  (func (export "theater:simple/message-server-client#handle-send")
    (param $has i32) (param $at i32) (param $len i32) (param $data i32) (param $data_len i32) (result i32)
    (call $state (local.get $has) (local.get $at) (local.get $len))
    (call $do (local.get $at) (select (local.get $len) (i32.const 0) (local.get $has))
      (local.get $data) (local.get $data_len))
    (i32.const 0))

  (func (export "theater:simple/message-server-client#handle-request")
    (param $has i32) (param $at i32) (param $len i32)
    (param $id i32) (param $id_len i32) (param $data i32) (param $data_len i32) (result i32)
    (call $state (local.get $has) (local.get $at) (local.get $len))
    (call $do (local.get $at) (select (local.get $len) (i32.const 0) (local.get $has))
      (local.get $data) (local.get $data_len))
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
