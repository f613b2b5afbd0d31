//! Everything that makes one start of Generals differ from another. Knows no course of a match.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::generate::{MapParams, generate};
use super::map::{GeneralsMap, counted};
use crate::game::SettingsError;
use crate::referee::host::{Limits, TimeBank};
use crate::seat::{Seat, Seats};
use crate::split_mix::SplitMix64;

/// The most rounds a match can be set to.
pub const ROUNDS_MAX: u32 = 100_000;

/// A start, by value: replays carry it. The armies of neutral cities are part of the map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GeneralsSettings {
    /// The ground, with as many capitals as there are players.
    pub map: GeneralsMap,
    /// After how many rounds the match ends, 1 to [`ROUNDS_MAX`].
    pub rounds: u32,
    /// Every how many rounds owned cities and capitals gain a unit.
    pub towns_grow: u32,
    /// Every how many rounds owned open ground gains a unit.
    pub land_grows: u32,
    /// How many units a capital starts with.
    pub garrison: u32,
    /// Each seat once, in the order in which they move; empty for 1 to k.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<Seat>,
    /// The time for all answers of a match; `null` for no clock at all.
    pub bank: Option<TimeBank>,
}

impl Default for GeneralsSettings {
    fn default() -> Self {
        Self {
            map: GeneralsMap::default(),
            rounds: 1000,
            towns_grow: 2,
            land_grows: 50,
            garrison: 1,
            order: Vec::new(),
            bank: Some(TimeBank { initial: Duration::from_secs(2), increment: Duration::from_millis(1) }),
        }
    }
}

/// The thinking time of a bot without a time bank; no match waits longer.
const NO_CLOCK: Duration = Duration::from_secs(24 * 60 * 60);

impl GeneralsSettings {
    /// A match on this map with the usual rules.
    pub fn on(map: GeneralsMap) -> Self {
        Self { map, ..Self::default() }
    }

    /// A match on this map by the habits of the original program: 1 to k in turn, 10,000 rounds, no
    /// clock.
    pub fn original(map: GeneralsMap) -> Self {
        Self { map, rounds: 10_000, bank: None, ..Self::default() }
    }

    /// A generated map for this many players and a random order, both drawn from `seed`. For a
    /// number that no match can have, the start that comes nearest.
    pub fn drawn(players: usize, seed: u64) -> Self {
        let players = players.clamp(1, Seats::MAX);
        // Room for everyone: 12 by 12 for two, a few rows more for each further player.
        let side = (8 + 2 * players).min(super::SIDE_MAX);
        let params = MapParams { seed, ..MapParams::new(side, side, players) };
        let map = generate(&params).expect("where nothing is asked for, something is found");
        Self { order: random_order(players, seed), ..Self::on(map) }
    }

    /// The limits of a bot under these settings.
    pub fn limits(&self) -> Limits {
        Limits { turn: NO_CLOCK, bank: self.bank, ..Limits::default() }
    }

    pub(super) fn check(&self, seats: usize) -> Result<(), SettingsError> {
        let players = self.map.capitals().count();
        let refuse = |why: String| Err(SettingsError(why));
        if players != seats {
            return refuse(format!("the map is for {}, not {seats}", counted(players, "player")));
        }
        if !(1..=ROUNDS_MAX).contains(&self.rounds) {
            return refuse(format!("{} rounds are not between 1 and {ROUNDS_MAX}", self.rounds));
        }
        if self.towns_grow == 0 || self.land_grows == 0 {
            return refuse("growth every 0 rounds has no meaning".to_owned());
        }
        if self.garrison > super::ARMY_MAX {
            return refuse(format!("a garrison of {} is more than {}", self.garrison, super::ARMY_MAX));
        }
        let is_named = |index| self.order.iter().any(|seat| seat.index() == index);
        if !self.order.is_empty() && (self.order.len() != seats || !(0..seats).all(is_named)) {
            return refuse(format!("the order of moves does not name each of {seats} players once"));
        }
        Ok(())
    }
}

/// The seats in an order drawn from `seed`.
pub fn random_order(players: usize, seed: u64) -> Vec<Seat> {
    let mut order: Vec<_> = (0..players).map(Seat::new).collect();
    // A stream of its own: the map's stream starts from the seed itself.
    SplitMix64::new(seed ^ 0x006f_7264_6572).shuffle(&mut order);
    order
}
