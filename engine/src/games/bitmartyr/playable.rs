//! BitMartyr as a game of the catalogue.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::board::TEAMS_MAX;
use super::codec::BitMartyrCodec;
use super::log;
use super::rules::BitMartyr;
use super::settings::BitMartyrSettings;
use crate::codec::BotCodec;
use crate::playable::{Playable, SeatSettings, WithoutToldSeed};
use crate::referee::host::Limits;
use crate::replay::{PlayerInfo, Replay};
use crate::seat::Seat;

impl Playable for BitMartyr {
    const TITLE: &'static str = "BitMartyr";
    const SEATS: RangeInclusive<usize> = 1..=TEAMS_MAX;
    const USUAL_SEATS: usize = 4;
    const PERSONS: bool = false;
    const AT_ONCE: bool = true;

    /// Orders of several units. A single number may be anything.
    fn is_first_line(line: &str) -> bool {
        let mut words = line.split_ascii_whitespace();
        let are_orders = words.clone().all(|word| matches!(word.as_bytes(), [b'0'..=b'5']));
        are_orders && words.nth(1).is_some()
    }

    fn codec(settings: &BitMartyrSettings, _: &[PlayerInfo], seat: Seat, version: u32) -> BotCodec<Self> {
        BotCodec::question(BitMartyrCodec::of_version(settings, seat, version))
    }

    fn settings(seats: usize, seed: u64) -> BitMartyrSettings {
        BitMartyrSettings::drawn(seats, seed)
    }

    const SEAT_SETTINGS: Option<SeatSettings<BitMartyrSettings>> = Some(BitMartyrSettings::seat_wires);
    const WITHOUT_TOLD_SEED: Option<WithoutToldSeed<BitMartyrSettings>> = Some(BitMartyrSettings::without_seed);

    fn limits(settings: &BitMartyrSettings) -> Limits {
        settings.limits()
    }

    fn write_log(replay: &Replay<Self>, _: Option<Duration>) -> Option<String> {
        log::write(replay)
    }
}
