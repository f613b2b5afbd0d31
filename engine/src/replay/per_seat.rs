//! A link coder's models for each seat. Knows no symbols.

use crate::seat::Seat;

/// One `T` a seat, created at its first use.
#[derive(Debug)]
pub struct PerSeat<T>(Vec<T>);

impl<T> Default for PerSeat<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Default> PerSeat<T> {
    /// The value of this seat.
    pub fn entry(&mut self, seat: Seat) -> &mut T {
        if self.0.len() <= seat.index() {
            self.0.resize_with(seat.index() + 1, T::default);
        }
        &mut self.0[seat.index()]
    }
}
