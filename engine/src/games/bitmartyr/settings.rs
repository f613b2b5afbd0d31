//! Everything that makes one start of BitMartyr differ from another. Knows no course of a match.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::board::{Board, TEAMS_MAX};
use super::order::Order;
use super::placement::{Wishes, place};
use super::wire::Wire;
use crate::game::Unplayable;
use crate::referee::host::Limits;
use crate::replay::nanoseconds;
use crate::seat::Seat;

/// The most turns a match can be set to.
pub const DURATION_MAX: u32 = 100_000;

/// What a unit does whose bot said nothing for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Missing {
    /// It dies, as in the original's last version.
    #[default]
    Die,
    /// It stays, as in its first.
    Stay,
}

impl Missing {
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
pub struct Settings {
    /// The board with all units; seat 0 plays Red.
    pub board: Board,
    /// After how many turns the match ends, 1 to [`DURATION_MAX`].
    pub duration: u32,
    /// What a missing order does.
    pub missing: Missing,
    /// How long one run of a bot may take.
    #[serde(rename = "limit_ns", with = "nanoseconds")]
    pub limit: Duration,
    /// The format each seat's bot is spoken to in; those that are not listed are standard.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wires: Vec<Wire>,
    /// What the random numbers start from that bots are told.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self::drawn(2, 0)
    }
}

impl Settings {
    /// A match from this start where nothing else is said.
    pub fn on(board: Board) -> Self {
        Self {
            board,
            duration: 1000,
            missing: Missing::default(),
            limit: Duration::from_secs(1),
            wires: Vec::new(),
            seed: 0,
        }
    }

    /// The usual board for so many teams, and random numbers from `seed`. For a number that no match can have, the start
    /// that comes nearest.
    pub fn drawn(teams: usize, seed: u64) -> Self {
        let board = place(&Wishes { seed, ..Wishes::new(teams.clamp(1, TEAMS_MAX)) });
        Self { seed, ..Self::on(board.expect("a hundred by a hundred cells have room for all teams")) }
    }

    /// The format in which the bot of a seat is spoken to.
    pub fn wire(&self, seat: Seat) -> Wire {
        self.wires.get(seat.index()).copied().unwrap_or_default()
    }

    /// What these settings allow a bot. An answer may take some bytes for each of a team's units.
    pub fn limits(&self) -> Limits {
        let usual = Limits::default();
        Limits { start: self.limit, turn: self.limit, unread: usual.unread.max(16 * self.board.cells()), ..usual }
    }

    pub(super) fn check(&self, seats: usize) -> Result<(), Unplayable> {
        let refuse = |why: String| Err(Unplayable(why));
        if !(1..=TEAMS_MAX).contains(&seats) {
            return refuse(format!("{seats} teams are not 1 to {TEAMS_MAX}"));
        }
        if self.board.teams() > seats {
            return refuse(format!("the board has units of team {}, but there are {seats} teams", self.board.teams()));
        }
        if !(1..=DURATION_MAX).contains(&self.duration) {
            return refuse(format!("{} turns are not between 1 and {DURATION_MAX}", self.duration));
        }
        if self.wires.len() > seats {
            return refuse(format!("{} formats are more than {seats} teams", self.wires.len()));
        }
        Ok(())
    }
}
