;; A guest that asks its host for one thing, as its message's first letter says, and answers with what
;; it was told, an error's text included. What comes after the letter is the path, name or URL:
;; r reads a file, w writes it (a line with the name, then the text), l lists, d deletes, x says
;; whether it is there, c runs a command; h gets a URL; p keeps content in the store `s` and gives its
;; hash, g gets it; v gives a variable; z sleeps five milliseconds; n counts the events of its chain.
(module
  (import "theater:simple/filesystem" "read-file" (func $read (param i32 i32 i32)))
  (import "theater:simple/filesystem" "write-file" (func $write (param i32 i32 i32 i32 i32)))
  (import "theater:simple/filesystem" "list-files" (func $list (param i32 i32 i32)))
  (import "theater:simple/filesystem" "delete-file" (func $delete (param i32 i32 i32)))
  (import "theater:simple/filesystem" "path-exists" (func $exists (param i32 i32 i32)))
  (import "theater:simple/filesystem" "execute-command"
    (func $execute (param i32 i32 i32 i32 i32 i32 i32)))
  (import "theater:simple/http-client" "send-http"
    (func $http (param i32 i32 i32 i32 i32 i32 i32 i32 i32 i32)))
  (import "theater:simple/store" "store" (func $keep (param i32 i32 i32 i32 i32)))
  (import "theater:simple/store" "get" (func $get (param i32 i32 i32 i32 i32)))
  (import "theater:simple/environment" "get-var" (func $variable (param i32 i32 i32)))
  (import "theater:simple/timing" "sleep" (func $sleep (param i64 i32)))
  (import "theater:simple/runtime" "get-chain" (func $chain (param i32)))
  ;; prelude
  (data (i32.const 200) "ok")
  (data (i32.const 208) "yes")
  (data (i32.const 216) "no")
  (data (i32.const 224) "GET")
  (data (i32.const 232) "s")
  (data (i32.const 240) "/")
  ;; Answers with the list or text that an import left after its tag at 64.
  (func $told (call $reply (i32.load (i32.const 68)) (i32.load (i32.const 72))))
  ;; Answers ok, or with the error.
  (func $done
    (if (i32.load8_u (i32.const 64))
      (then (call $told))
      (else (call $reply (i32.const 200) (i32.const 2)))))
  ;; Where the first line of a text ends.
  (func $line (param $at i32) (result i32)
    (loop $next
      (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 10))
        (then
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br $next))))
    (local.get $at))
  (func $do (param $letter i32) (param $at i32) (param $len i32)
    (local $end i32)
    (if (i32.eq (local.get $letter) (i32.const 114)) ;; r
      (then (call $read (local.get $at) (local.get $len) (i32.const 64)) (call $told)))
    (if (i32.eq (local.get $letter) (i32.const 119)) ;; w
      (then
        (local.set $end (call $line (local.get $at)))
        (call $write (local.get $at) (i32.sub (local.get $end) (local.get $at))
          (i32.add (local.get $end) (i32.const 1))
          (i32.sub (i32.add (local.get $at) (local.get $len)) (i32.add (local.get $end) (i32.const 1)))
          (i32.const 64))
        (call $done)))
    (if (i32.eq (local.get $letter) (i32.const 108)) ;; l: the first name
      (then
        (call $list (local.get $at) (local.get $len) (i32.const 64))
        (if (i32.or (i32.load8_u (i32.const 64)) (i32.eqz (i32.load (i32.const 72))))
          (then (call $told))
          (else
            (call $reply (i32.load (i32.load (i32.const 68)))
              (i32.load offset=4 (i32.load (i32.const 68))))))))
    (if (i32.eq (local.get $letter) (i32.const 100)) ;; d
      (then (call $delete (local.get $at) (local.get $len) (i32.const 64)) (call $done)))
    (if (i32.eq (local.get $letter) (i32.const 120)) ;; x
      (then
        (call $exists (local.get $at) (local.get $len) (i32.const 64))
        (if (i32.load8_u (i32.const 64))
          (then (call $told))
          (else
            (if (i32.load8_u (i32.const 68))
              (then (call $reply (i32.const 208) (i32.const 3)))
              (else (call $reply (i32.const 216) (i32.const 2))))))))
    (if (i32.eq (local.get $letter) (i32.const 99)) ;; c: what it wrote
      (then
        (call $execute (i32.const 240) (i32.const 1) (local.get $at) (local.get $len)
          (i32.const 0) (i32.const 0) (i32.const 64))
        (if (i32.load8_u (i32.const 64))
          (then (call $told))
          (else (call $reply (i32.load (i32.const 72)) (i32.load (i32.const 76)))))))
    (if (i32.eq (local.get $letter) (i32.const 104)) ;; h: the body
      (then
        (call $http (i32.const 224) (i32.const 3) (local.get $at) (local.get $len)
          (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 64))
        (if (i32.load8_u (i32.const 64))
          (then (call $told))
          (else (call $reply (i32.load (i32.const 84)) (i32.load (i32.const 88)))))))
    (if (i32.eq (local.get $letter) (i32.const 112)) ;; p
      (then
        (call $keep (i32.const 232) (i32.const 1) (local.get $at) (local.get $len) (i32.const 64))
        (call $told)))
    (if (i32.eq (local.get $letter) (i32.const 103)) ;; g
      (then
        (call $get (i32.const 232) (i32.const 1) (local.get $at) (local.get $len) (i32.const 64))
        (call $told)))
    (if (i32.eq (local.get $letter) (i32.const 118)) ;; v
      (then
        (call $variable (local.get $at) (local.get $len) (i32.const 64))
        (if (i32.load8_u (i32.const 64))
          (then (call $told))
          (else (call $reply (i32.const 216) (i32.const 2))))))
    (if (i32.eq (local.get $letter) (i32.const 122)) ;; z
      (then (call $sleep (i64.const 5) (i32.const 64)) (call $done)))
    (if (i32.eq (local.get $letter) (i32.const 110)) ;; n: one letter for each event
      (then
        (call $chain (i32.const 64))
        (call $reply
          (call $reserve (i32.const 0) (i32.const 0) (i32.const 1) (i32.load (i32.const 68)))
          (i32.load (i32.const 68))))))
  (func (export "theater:simple/message-server-client#handle-request")
    (param $has i32) (param $at i32) (param $len i32) (param i32 i32) (param $data i32) (param $dlen i32) (result i32)
    (call $ok (local.get $has) (local.get $at) (local.get $len))
    (call $wait)
    (call $do (i32.load8_u (local.get $data)) (i32.add (local.get $data) (i32.const 1))
      (i32.sub (local.get $dlen) (i32.const 1)))
    (i32.const 0))
  ;; quiet
)
