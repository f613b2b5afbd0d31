//! How people tell players apart: eight colours that the colour-blind can tell apart too, then the
//! same colours with a pattern, and a letter for everyone. Knows no game; the colours themselves
//! are in the stylesheet.

use botyard_engine::seat::{Seat, Seats};
pub use botyard_picture::games::generals::{COLOURS, Pattern, colour, letter, pattern};

use crate::SeatStyle;

/// Name and class of a seat.
pub fn side(seat: Seat) -> SeatStyle {
    SIDES[seat.index()]
}

macro_rules! sides {
    ($($pattern:literal)+) => {
        [$(
            SeatStyle { name: concat!($pattern, "blue"), class: "generals-side-1" },
            SeatStyle { name: concat!($pattern, "orange"), class: "generals-side-2" },
            SeatStyle { name: concat!($pattern, "green"), class: "generals-side-3" },
            SeatStyle { name: concat!($pattern, "purple"), class: "generals-side-4" },
            SeatStyle { name: concat!($pattern, "yellow"), class: "generals-side-5" },
            SeatStyle { name: concat!($pattern, "red"), class: "generals-side-6" },
            SeatStyle { name: concat!($pattern, "sky"), class: "generals-side-7" },
            SeatStyle { name: concat!($pattern, "pink"), class: "generals-side-8" },
        )+]
    };
}

const SIDES: [SeatStyle; Seats::MAX] = sides![
    "" "striped " "dotted " "crossed " "second " "second striped " "second dotted " "second crossed "
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_players_are_called_the_same_or_have_the_same_letter() {
        let seats = || (0..Seats::MAX).map(Seat::new);
        let distinct = |words: Vec<String>| words.iter().collect::<std::collections::BTreeSet<_>>().len();
        assert_eq!(distinct(seats().map(|seat| side(seat).name.to_owned()).collect()), Seats::MAX);
        assert_eq!(distinct(seats().map(|seat| letter(seat).to_string()).collect()), Seats::MAX);
        assert_eq!((side(Seat::new(9)).name, pattern(Seat::new(9))), ("striped orange", Pattern::Striped));
    }
}
