//! Plays a random legal column.
fn main() {}
