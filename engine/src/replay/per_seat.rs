//! What a link's coder learns of each seat by itself. Knows no symbols.

use crate::seat::Seat;

/// One `T` a seat, made when it is first asked for.
#[derive(Debug)]
pub struct PerSeat<T>(Vec<T>);

impl<T> Default for PerSeat<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Default> PerSeat<T> {
    /// What is known of this seat.
    pub fn entry(&mut self, seat: Seat) -> &mut T {
        if self.0.len() <= seat.index() {
            self.0.resize_with(seat.index() + 1, T::default);
        }
        &mut self.0[seat.index()]
    }
}
