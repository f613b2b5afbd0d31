//! A bot that exits without its greeting.

fn main() {}
