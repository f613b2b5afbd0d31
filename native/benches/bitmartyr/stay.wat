;; Reads all its input and tells every unit to stay, like a bot in C that uses a page or two of memory.
(module
    (import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
    (memory (export "memory") 17)
    (data (i32.const 0) "\00\00\10\00\00\10\00\00")
    (data (i32.const 8) "\c0\00\00\00\01\00\00\00")
    (data (i32.const 192) "0")
    (func (export "_start")
        (loop $again
            (drop (call $read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 16)))
            (br_if $again (i32.load (i32.const 16))))
        (drop (call $write (i32.const 1) (i32.const 8) (i32.const 1) (i32.const 20)))))
