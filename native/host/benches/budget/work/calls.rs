//! Makes calls and does little else: recursive, direct, and indirect through a table.

use std::hint::black_box;

fn fibonacci(number: u32) -> u32 {
    if number < 2 { number } else { fibonacci(number - 1) + fibonacci(number - 2) }
}

trait Piece {
    fn value(&self, depth: u32) -> u32;
}

struct Pawn(u32);
struct Queen(u32);

impl Piece for Pawn {
    fn value(&self, depth: u32) -> u32 {
        if depth == 0 { self.0 } else { pieces()[(depth as usize + 1) % 2].value(depth - 1).wrapping_add(self.0) }
    }
}

impl Piece for Queen {
    fn value(&self, depth: u32) -> u32 {
        if depth == 0 { self.0 * 9 } else { pieces()[depth as usize % 2].value(depth - 1) ^ self.0 }
    }
}

fn pieces() -> [&'static dyn Piece; 2] {
    black_box([&Pawn(3), &Queen(7)])
}

fn ackermann(m: u32, n: u32) -> u32 {
    match (m, n) {
        (0, n) => n + 1,
        (m, 0) => ackermann(m - 1, 1),
        (m, n) => ackermann(m - 1, ackermann(m, n - 1)),
    }
}

fn main() {
    let mut sum = fibonacci(black_box(36));
    for depth in 0..200_000 {
        sum = sum.wrapping_add(pieces()[0].value(depth % 100));
    }
    sum ^= ackermann(2, black_box(600));
    std::process::exit((sum & 63) as i32 + 1);
}
