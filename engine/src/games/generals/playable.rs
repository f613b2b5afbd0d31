//! Generals as a game of the catalogue.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::action::GeneralsAction;
use super::codec::GeneralsCodec;
use super::rules::Generals;
use super::settings::GeneralsSettings;
use super::win_features::WIN_FEATURES;
use super::{gioreplay, log};
use crate::codec::BotCodec;
use crate::playable::{FirstLine, Playable};
use crate::referee::host::Limits;
use crate::replay::{ForeignMatch, ForeignMatchError, PlayerInfo, Replay};
use crate::seat::{Seat, Seats};
use crate::win_model::WinFeatures;

impl Playable for Generals {
    const TITLE: &'static str = "Generals";
    const SEATS: RangeInclusive<usize> = 1..=Seats::MAX;
    const WIN_FEATURES: Option<WinFeatures<Self>> = Some(WIN_FEATURES);
    const FIRST_LINE: Option<FirstLine> = Some(FirstLine { lead: "its first move, five integers or ", example: "-1" });

    fn is_first_line(line: &str) -> bool {
        line.parse::<GeneralsAction>().is_ok()
    }

    fn codec(settings: &GeneralsSettings, _: &[PlayerInfo], seat: Seat, _: u32) -> BotCodec<Self> {
        BotCodec::session(GeneralsCodec::new(settings, seat))
    }

    fn settings(seats: usize, seed: u64) -> GeneralsSettings {
        GeneralsSettings::drawn(seats, seed)
    }

    fn limits(settings: &GeneralsSettings) -> Limits {
        settings.limits()
    }

    fn write_log(replay: &Replay<Self>, _: Option<Duration>) -> Option<String> {
        log::write(replay)
    }

    fn read_foreign(text: &str) -> Option<Result<ForeignMatch<Self>, ForeignMatchError>> {
        gioreplay::read_foreign(text)
    }
}
