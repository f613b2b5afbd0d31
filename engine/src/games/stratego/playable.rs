//! Stratego as a game of the catalogue.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::codec::StrategoCodec;
use super::rules::Stratego;
use super::setup::ArmySetup;
use super::win_features::WIN_FEATURES;
use super::{gravon, log};
use crate::codec::BotCodec;
use crate::playable::{FirstLine, Playable};
use crate::referee::host::Limits;
use crate::replay::{ForeignMatch, ForeignMatchError, PlayerInfo, Replay};
use crate::seat::Seat;
use crate::win_model::WinFeatures;

impl Playable for Stratego {
    const TITLE: &'static str = "Stratego";
    const SEATS: RangeInclusive<usize> = 2..=2;
    const WIN_FEATURES: Option<WinFeatures<Self>> = Some(WIN_FEATURES);
    const FIRST_LINE: Option<FirstLine> = Some(FirstLine {
        lead: "the first of the four lines of its army, ten characters such as ",
        example: "9469193599",
    });

    fn is_first_line(line: &str) -> bool {
        ArmySetup::is_row(line)
    }

    fn codec(_: &Self::Settings, players: &[PlayerInfo], seat: Seat, _: u32) -> BotCodec<Self> {
        BotCodec::session(StrategoCodec::new(seat, [0, 1].map(|index| players[index].name.as_str())))
    }

    fn limits(_: &Self::Settings) -> Limits {
        StrategoCodec::LIMITS
    }

    const HAS_COMPETITION_POINTS: bool = true;

    fn competition_points(&self) -> Option<Vec<i32>> {
        self.ending().map(|ending| ending.competition_points().to_vec())
    }

    fn write_log(replay: &Replay<Self>, limit: Option<Duration>) -> Option<String> {
        log::write(replay, limit.unwrap_or(StrategoCodec::LIMITS.turn)).ok()
    }

    fn read_foreign(text: &str) -> Option<Result<ForeignMatch<Self>, ForeignMatchError>> {
        gravon::read_foreign(text)
    }
}
