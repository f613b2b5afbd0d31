//! Everything that makes one start of BitMartyr differ from another. Knows no course of a match.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::board::{BitMartyrBoard, TEAMS_MAX};
use super::order::Order;
use super::placement::{PlacementParams, place};
use super::wire_format::WireFormat;
use crate::game::SettingsError;
use crate::referee::host::Limits;
use crate::replay::nanoseconds;
use crate::seat::Seat;

/// The most turns a match can be set to.
pub const DURATION_MAX: u32 = 100_000;

/// The action of a unit whose bot printed no order for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MissingOrder {
    /// It dies, as in the original's last version.
    #[default]
    Die,
    /// It stays, as in its first.
    Stay,
}

impl MissingOrder {
    pub(super) fn order(self) -> Order {
        match self {
            Self::Die => Order::Die,
            Self::Stay => Order::Stay,
        }
    }
}

/// A start, by value: replays carry it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct BitMartyrSettings {
    /// The board with all units; seat 0 plays Red.
    pub board: BitMartyrBoard,
    /// After how many turns the match ends, 1 to [`DURATION_MAX`].
    pub duration: u32,
    /// The effect of a missing order.
    pub missing: MissingOrder,
    /// How long one run of a bot may take.
    #[serde(rename = "limit_ns", with = "nanoseconds")]
    pub limit: Duration,
    /// The format of each seat's bot; seats beyond the list have the standard one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wires: Vec<WireFormat>,
    /// The seed of the random numbers that bots get.
    pub seed: u64,
}

impl Default for BitMartyrSettings {
    fn default() -> Self {
        Self::drawn(2, 0)
    }
}

impl BitMartyrSettings {
    /// A match from this start with the usual rules.
    pub fn on(board: BitMartyrBoard) -> Self {
        Self {
            board,
            duration: 1000,
            missing: MissingOrder::default(),
            limit: Duration::from_secs(1),
            wires: Vec::new(),
            seed: 0,
        }
    }

    /// The usual board for this many teams, and random numbers from `seed`. For a number that no
    /// match can have, the start that comes nearest.
    pub fn drawn(teams: usize, seed: u64) -> Self {
        let board = place(&PlacementParams { seed, ..PlacementParams::new(teams.clamp(1, TEAMS_MAX)) });
        Self { seed, ..Self::on(board.expect("a hundred by a hundred cells have room for all teams")) }
    }

    /// These settings with the seed of bots' random numbers set to 0.
    pub(crate) fn without_seed(&self) -> Self {
        Self { seed: 0, ..self.clone() }
    }

    /// The format of a seat's bot.
    pub fn wire(&self, seat: Seat) -> WireFormat {
        self.wires.get(seat.index()).copied().unwrap_or_default()
    }

    /// The limits of a bot under these settings. An answer may take some bytes for each of a team's
    /// units.
    pub fn limits(&self) -> Limits {
        let usual = Limits::default();
        Limits {
            start: self.limit,
            turn: self.limit,
            unread_output_max: usual.unread_output_max.max(16 * self.board.cells()),
            ..usual
        }
    }

    pub(super) fn check(&self, seats: usize) -> Result<(), SettingsError> {
        let refuse = |why: String| Err(SettingsError(why));
        if !(1..=TEAMS_MAX).contains(&seats) {
            return refuse(format!("{seats} teams are not 1 to {TEAMS_MAX}"));
        }
        if self.board.teams() > seats {
            return refuse(format!("the board has units of team {}, but there are {seats} teams", self.board.teams()));
        }
        if !(1..=DURATION_MAX).contains(&self.duration) {
            return refuse(format!("{} turns are not between 1 and {DURATION_MAX}", self.duration));
        }
        self.check_wires(seats)
    }

    fn check_wires(&self, teams: usize) -> Result<(), SettingsError> {
        match self.wires.len() {
            formats if formats > teams => Err(SettingsError(format!("{formats} formats are more than {teams} teams"))),
            _ => Ok(()),
        }
    }

    /// Gives the bot of each seat its own format, if the formats are those of `participants`, of
    /// whom `seats` play.
    pub(crate) fn seat_wires(&mut self, participants: usize, seats: &[usize]) -> Result<(), SettingsError> {
        self.check_wires(participants)?;
        if !self.wires.is_empty() {
            self.wires = seats.iter().map(|&participant| self.wire(Seat::new(participant))).collect();
        }
        Ok(())
    }
}
