//! The only list of games. Everything that must know a game by its name goes through here.

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::codec::{BotCodec, Protocol};
use crate::game::SettingsError;
use crate::games::bitmartyr::{self, BitMartyr, BitMartyrCodec};
use crate::games::connect_four::{self, ConnectFour, ConnectFourCodec};
use crate::games::generals::{self, Generals, GeneralsCodec};
use crate::games::stratego::{self, Stratego, StrategoCodec};
use crate::referee::host::Limits;
use crate::replay::link::LinkCodec;
use crate::replay::{PlayerInfo, Replay};
use crate::seat::{Seat, Seats};

/// As [`Playable::SEAT_SETTINGS`].
pub type SeatSettings<S> = fn(settings: &mut S, participants: usize, seats: &[usize]) -> Result<(), SettingsError>;

/// A game that can be played here: rules, a protocol, a link form and a name.
pub trait Playable: Protocol + LinkCodec + 'static {
    /// The name people read.
    const TITLE: &'static str;
    /// How many can play.
    const SEATS: RangeInclusive<usize>;
    /// Whether a person can play it.
    const PERSONS: bool = true;
    /// Whether all who play act at once: then people count the turns of all of them as one.
    const AT_ONCE: bool = false;
    /// How many play unless a person says otherwise.
    const USUAL_SEATS: usize = 2;

    /// One seat's side of the protocol in a match of these players.
    fn codec(settings: &Self::Settings, players: &[PlayerInfo], seat: Seat) -> BotCodec<Self>;

    /// The usual start for this many players; what is left to chance is drawn from `seed`.
    fn settings(_seats: usize, _seed: u64) -> Self::Settings {
        Self::Settings::default()
    }

    /// Moves what settings say of each participant to the seat that it has; `None` if they say
    /// nothing of participants. It is given how many participants there are, and who has each seat.
    /// Fails if the settings speak of more.
    const SEAT_SETTINGS: Option<SeatSettings<Self::Settings>> = None;

    /// What a bot is allowed in a match with these settings, unless a person says otherwise.
    fn limits(_: &Self::Settings) -> Limits {
        Limits::default()
    }

    /// Whether the game's original competition counted points of its own, and not only wins.
    const HAS_COMPETITION_POINTS: bool = false;

    /// What each seat has earned at the end of a match by the rules of that competition; `None`
    /// before the end, and if it had no points.
    fn competition_points(&self) -> Option<Vec<i32>> {
        None
    }

    /// The match in the log format of the game's original program, with its newline; `None` if that
    /// would not log it, or if there was none. `limit` is the time limit of an answer, if it was
    /// not the game's own.
    fn write_log(_replay: &Replay<Self>, _limit: Option<Duration>) -> Option<String> {
        None
    }
}

impl Playable for ConnectFour {
    const TITLE: &'static str = "Connect Four";
    const SEATS: RangeInclusive<usize> = 2..=2;

    fn codec(_: &Self::Settings, _: &[PlayerInfo], seat: Seat) -> BotCodec<Self> {
        BotCodec::session(ConnectFourCodec::new(seat))
    }

    fn write_log(replay: &Replay<Self>, _: Option<Duration>) -> Option<String> {
        connect_four::log::write(replay)
    }
}

impl Playable for Stratego {
    const TITLE: &'static str = "Stratego";
    const SEATS: RangeInclusive<usize> = 2..=2;

    fn codec(_: &Self::Settings, players: &[PlayerInfo], seat: Seat) -> BotCodec<Self> {
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
        stratego::log::write(replay, limit.unwrap_or(StrategoCodec::LIMITS.turn)).ok()
    }
}

impl Playable for Generals {
    const TITLE: &'static str = "Generals";
    const SEATS: RangeInclusive<usize> = 1..=Seats::MAX;

    fn codec(settings: &generals::GeneralsSettings, _: &[PlayerInfo], seat: Seat) -> BotCodec<Self> {
        BotCodec::session(GeneralsCodec::new(settings, seat))
    }

    fn settings(seats: usize, seed: u64) -> generals::GeneralsSettings {
        generals::GeneralsSettings::drawn(seats, seed)
    }

    fn limits(settings: &generals::GeneralsSettings) -> Limits {
        settings.limits()
    }

    fn write_log(replay: &Replay<Self>, _: Option<Duration>) -> Option<String> {
        generals::log::write(replay)
    }
}

impl Playable for BitMartyr {
    const TITLE: &'static str = "BitMartyr";
    const SEATS: RangeInclusive<usize> = 1..=bitmartyr::TEAMS_MAX;
    const USUAL_SEATS: usize = 4;
    const PERSONS: bool = false;
    const AT_ONCE: bool = true;

    fn codec(settings: &bitmartyr::BitMartyrSettings, _: &[PlayerInfo], seat: Seat) -> BotCodec<Self> {
        BotCodec::question(BitMartyrCodec::new(settings, seat))
    }

    fn settings(seats: usize, seed: u64) -> bitmartyr::BitMartyrSettings {
        bitmartyr::BitMartyrSettings::drawn(seats, seed)
    }

    const SEAT_SETTINGS: Option<SeatSettings<bitmartyr::BitMartyrSettings>> =
        Some(bitmartyr::BitMartyrSettings::seat_wires);

    fn limits(settings: &bitmartyr::BitMartyrSettings) -> Limits {
        settings.limits()
    }

    fn write_log(replay: &Replay<Self>, _: Option<Duration>) -> Option<String> {
        bitmartyr::log::write(replay)
    }
}

/// How many can play a game, in words: `2 players`, `1 to 64 players`.
pub fn players<G: Playable>() -> String {
    match G::SEATS.into_inner() {
        (fewest, most) if fewest == most => format!("{fewest} players"),
        (fewest, most) => format!("{fewest} to {most} players"),
    }
}

/// Something to be done with a game that is only known by name.
pub trait Visitor {
    /// What comes of it.
    type Out;
    /// Does it.
    fn visit<G: Playable>(self) -> Self::Out;
}

macro_rules! catalog {
    ($($game:ty),+ $(,)?) => {
        /// The names of all games, in the order in which they are shown.
        pub const NAMES: &[&str] = &[$(<$game as LinkCodec>::NAME),+];

        /// Does something with the game of this name; `None` if there is no such game.
        pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Out> {
            match name {
                $(name if name == <$game as LinkCodec>::NAME => Some(visitor.visit::<$game>()),)+
                _ => None,
            }
        }
    };
}

catalog![ConnectFour, Stratego, Generals, BitMartyr];
