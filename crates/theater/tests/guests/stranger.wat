;; A guest that knows WASI, not Theater. A request is written to standard output and answered with 32
;; bytes: seconds, the other clock, a random number, and eight random bytes. One that begins with n
;; asks for the network.
(module
  (import "wasi:clocks/wall-clock@0.2.3" "now" (func $now (param i32)))
  (import "wasi:clocks/monotonic-clock@0.2.3" "now" (func $ticks (result i64)))
  (import "wasi:random/random@0.2.3" "get-random-u64" (func $number (result i64)))
  (import "wasi:random/random@0.2.3" "get-random-bytes" (func $bytes (param i64 i32)))
  (import "wasi:cli/environment@0.2.3" "get-environment" (func $environment (param i32)))
  (import "wasi:cli/stdout@0.2.3" "get-stdout" (func $stdout (result i32)))
  (import "wasi:io/streams@0.2.3" "[method]output-stream.blocking-write-and-flush"
    (func $write (param i32 i32 i32 i32)))
  (import "wasi:io/streams@0.2.3" "[resource-drop]output-stream" (func $drop (param i32)))
  (import "wasi:sockets/instance-network@0.2.3" "instance-network" (func $network (result i32)))
  ;; prelude
  (func (export "theater:simple/message-server-client#handle-request")
    (param $has i32) (param $at i32) (param $len i32) (param i32 i32) (param $data i32) (param $dlen i32) (result i32)
    (local $made i32) (local $out i32)
    (if (i32.eq (i32.load8_u (local.get $data)) (i32.const 110)) (then (drop (call $network))))
    (local.set $out (call $stdout))
    (call $write (local.get $out) (local.get $data) (local.get $dlen) (i32.const 64))
    (call $drop (local.get $out))
    (call $environment (i32.const 64))
    (local.set $made (call $reserve (i32.const 0) (i32.const 0) (i32.const 8) (i32.const 32)))
    (call $now (i32.const 64))
    (i64.store (local.get $made) (i64.load (i32.const 64)))
    (i64.store offset=8 (local.get $made) (call $ticks))
    (i64.store offset=16 (local.get $made) (call $number))
    (call $bytes (i64.const 8) (i32.const 64))
    (memory.copy (i32.add (local.get $made) (i32.const 24)) (i32.load (i32.const 64)) (i32.const 8))
    (call $ok (local.get $has) (local.get $at) (local.get $len))
    (call $reply (local.get $made) (i32.const 32))
    (i32.const 0))
  ;; quiet
)
