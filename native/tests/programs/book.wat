;; A bot of the first seat that says the pieces of two bytes in its file, one for each line that it is sent: "p", and then columns.
(module
  (import "wasi_snapshot_preview1" "path_open"
    (func $path_open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_read" (func $fd_read (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 64) "lines/book.txt")
  ;; Reads from a descriptor to an address and returns how many bytes came.
  (func $read (param $from i32) (param $to i32) (result i32)
    (i32.store (i32.const 0) (local.get $to))
    (i32.store (i32.const 4) (i32.const 4096))
    (if (call $fd_read (local.get $from) (i32.const 0) (i32.const 1) (i32.const 8)) (then (unreachable)))
    (i32.load (i32.const 8)))
  (func (export "_start") (local $at i32) (local $end i32)
    (if (call $path_open (i32.const 3) (i32.const 0) (i32.const 64) (i32.const 14) (i32.const 0)
          (i64.const 2) (i64.const 0) (i32.const 0) (i32.const 12))
      (then (unreachable)))
    (local.set $at (i32.const 1024))
    (local.set $end (i32.add (i32.const 1024) (call $read (i32.load (i32.const 12)) (i32.const 1024))))
    (loop $answer
      (if (i32.ge_u (local.get $at) (local.get $end)) (then (return)))
      (i32.store (i32.const 0) (local.get $at))
      (i32.store (i32.const 4) (i32.const 2))
      (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))
      (local.set $at (i32.add (local.get $at) (i32.const 2)))
      (br_if $answer (call $read (i32.const 0) (i32.const 8192))))))
