//! fib(27), for the bench beside it, which compiles this for WASI and runs it: not a module of it.

use std::hint::black_box;

fn fibonacci(number: u32) -> u32 {
    if number < 2 { number } else { fibonacci(number - 1) + fibonacci(number - 2) }
}

fn main() {
    println!("{}", fibonacci(black_box(27)));
}
