;; Answers every read with one write of `-1` and a newline, which is a move in Generals, too: the
;; bench of turns in browsers plays it.
(module
    (import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
    (memory (export "memory") 1)
    (data (i32.const 0) "\00\04\00\00\00\10\00\00")
    (data (i32.const 8) "\c0\00\00\00\03\00\00\00")
    (data (i32.const 192) "-1\n")
    (func (export "_start")
        (loop $again
            (drop (call $read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 16)))
            (if (i32.load (i32.const 16)) (then
                (drop (call $write (i32.const 1) (i32.const 8) (i32.const 1) (i32.const 20)))
                (br $again))))))
