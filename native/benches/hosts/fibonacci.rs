//! fib(27). The bench in this folder compiles this file for WASI and runs it; it is not a Rust
//! module of the bench.

use std::hint::black_box;

fn fibonacci(number: u32) -> u32 {
    if number < 2 { number } else { fibonacci(number - 1) + fibonacci(number - 2) }
}

fn main() {
    println!("{}", fibonacci(black_box(27)));
}
