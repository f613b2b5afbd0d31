//! Botyard.
fn main() {}
