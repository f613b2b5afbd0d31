//! Connect Four as a game of the catalogue.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::codec::ConnectFourCodec;
use super::log;
use super::rules::ConnectFour;
use crate::codec::BotCodec;
use crate::playable::{FirstLine, Playable};
use crate::replay::{PlayerInfo, Replay};
use crate::seat::Seat;

impl Playable for ConnectFour {
    const TITLE: &'static str = "Connect Four";
    const SEATS: RangeInclusive<usize> = 2..=2;
    const FIRST_LINE: Option<FirstLine> = Some(FirstLine { lead: "", example: "p" });

    fn codec(_: &Self::Settings, _: &[PlayerInfo], seat: Seat) -> BotCodec<Self> {
        BotCodec::session(ConnectFourCodec::new(seat))
    }

    fn write_log(replay: &Replay<Self>, _: Option<Duration>) -> Option<String> {
        log::write(replay)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::FaultReason;

    #[test]
    fn the_fault_of_a_wrong_greeting_expects_the_first_line() {
        let first = ConnectFour::FIRST_LINE.map(|line| line.example);
        assert_eq!(FaultReason::FirstWordNotP.expected_line(), first);
    }
}
