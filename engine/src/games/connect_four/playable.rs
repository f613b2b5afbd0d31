//! Connect Four as a game of the catalogue.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::codec::ConnectFourCodec;
use super::judge::ConnectFourJudge;
use super::log;
use super::reasons::HAIL;
use super::rules::ConnectFour;
use crate::codec::BotCodec;
use crate::judge::NewJudge;
use crate::playable::{FirstLine, NextLine, Playable};
use crate::replay::{PlayerInfo, Replay};
use crate::seat::Seat;

impl Playable for ConnectFour {
    const TITLE: &'static str = "Connect Four";
    const SEATS: RangeInclusive<usize> = 2..=2;
    const FIRST_LINE: Option<FirstLine> = Some(FirstLine { lead: "", example: HAIL });
    const JUDGE: Option<NewJudge<Self>> = Some(|| Box::<ConnectFourJudge>::default());

    fn next_line(seat: Seat) -> Option<NextLine> {
        let reply = NextLine { after: HAIL, rule: "the second player answers `2` with `?`", line: "?" };
        (seat == Seat::new(1)).then_some(reply)
    }

    fn is_first_line(line: &str) -> bool {
        line == HAIL
    }

    fn codec(_: &Self::Settings, _: &[PlayerInfo], seat: Seat, _: u32) -> BotCodec<Self> {
        BotCodec::session(ConnectFourCodec::new(seat))
    }

    fn write_log(replay: &Replay<Self>, _: Option<Duration>) -> Option<String> {
        log::write(replay)
    }
}
