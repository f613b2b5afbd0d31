//! The counts of a pairing's games: points, distinct games, faults. Knows no order of games and no
//! schedule beyond one pairing.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::participant::PAIR;
use super::statistics::ScoreCounts;
use crate::fault::FaultKind;
use crate::replay::nanoseconds;

/// How a game ended. Serialised in stores and in exported lines: names must not change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameResult {
    /// It was played to its end.
    Played(PlayedGame),
    /// The host could not play it properly, so no bot has lost.
    Void,
}

/// A game that was played to its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedGame {
    /// The place of each seat, from 1; seats that are level share a place.
    pub places: Vec<u8>,
    /// A digest of all turns: games with the same digest are the same game.
    pub digest: GameDigest,
    /// The fault of each seat that had one: its last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<(u8, FaultKind)>,
    /// The time of each seat's turns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<SeatTime>,
    /// Each seat's points by the rules of the game's original competition, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub competition_points: Option<Vec<i32>>,
}

impl PlayedGame {
    /// In a game for two, the half points (of two) of the player in this seat.
    pub(super) fn half_points(&self, seat: usize) -> usize {
        SeatResult::for_seat(&self.places, seat).half_points()
    }

    /// Refuses a result for another number of seats: other programs write such files, too.
    ///
    /// # Errors
    /// The part that does not fit.
    pub fn check_seats(&self, seats: usize) -> Result<(), SeatsError> {
        let points = self.competition_points.as_ref().map_or(0, Vec::len);
        let place = self.places.iter().find(|&&place| !(1..=seats).contains(&usize::from(place)));
        let fault = self.faults.iter().map(|&(seat, _)| usize::from(seat)).find(|&seat| seat >= seats);
        match (self.places.len(), place, self.times.len(), fault) {
            (found, ..) if found != seats => Err(SeatsError::Places { found, seats }),
            (_, Some(&place), ..) => Err(SeatsError::Place { place, seats }),
            (.., found, _) if found > seats => Err(SeatsError::Times { found, seats }),
            (.., Some(seat)) => Err(SeatsError::Fault { seat, seats }),
            _ if points > seats => Err(SeatsError::Points { found: points, seats }),
            _ => Ok(()),
        }
    }

    /// The seats whose bots could not be started.
    pub fn failed_starts(&self) -> impl Iterator<Item = usize> + '_ {
        let failed = self.faults.iter().filter(|(_, kind)| *kind == FaultKind::NotStarted);
        failed.map(|&(seat, _)| usize::from(seat))
    }
}

/// A result that has another number of seats than its game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SeatsError {
    /// There is not a place for each.
    #[error("the result has {found} places for {seats} seats")]
    Places {
        /// How many places there are.
        found: usize,
        /// How many seats the game has.
        seats: usize,
    },
    /// A place is not possible.
    #[error("the result has the place {place} for {seats} seats")]
    Place {
        /// The place, from 1 if it were one.
        place: u8,
        /// How many seats the game has.
        seats: usize,
    },
    /// There are too many times.
    #[error("the result has {found} times for {seats} seats")]
    Times {
        /// How many times there are.
        found: usize,
        /// How many seats the game has.
        seats: usize,
    },
    /// A fault is in a seat that does not exist.
    #[error("the result has a fault in seat {seat}, counted from 0, of {seats} seats")]
    Fault {
        /// The seat, from 0.
        seat: usize,
        /// How many seats the game has.
        seats: usize,
    },
    /// There are too many points of the original competition.
    #[error("the result has competition points for {found} of {seats} seats")]
    Points {
        /// For how many seats there are points.
        found: usize,
        /// How many seats the game has.
        seats: usize,
    },
}

impl GameResult {
    /// As [`PlayedGame::check_seats`]; a void game fits every number of seats.
    ///
    /// # Errors
    /// The part that does not fit.
    pub fn check_seats(&self, seats: usize) -> Result<(), SeatsError> {
        match self {
            Self::Played(played) => played.check_seats(seats),
            Self::Void => Ok(()),
        }
    }

    /// The place of each seat, if it was played.
    pub fn places(&self) -> Option<&[u8]> {
        match self {
            Self::Played(played) => Some(&played.places),
            Self::Void => None,
        }
    }
}

/// How long turns took, in the player's own kind of time; nanoseconds in files.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatTime {
    /// All together.
    #[serde(rename = "used_ns", with = "nanoseconds")]
    pub total: Duration,
    /// The longest of them.
    #[serde(rename = "longest_ns", with = "nanoseconds")]
    pub longest: Duration,
    /// With a time bank: the largest part that a turn took of the time that the bot had for it, in ten
    /// thousandths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of_bank: Option<u32>,
}

impl SeatTime {
    /// Takes in more turns.
    pub fn add(&mut self, other: Self) {
        *self = Self {
            total: self.total + other.total,
            longest: self.longest.max(other.longest),
            of_bank: self.of_bank.max(other.of_bank),
        };
    }

    /// How much of the time that a bot has for a turn the longest one took, as tables show it.
    pub fn share_text(&self, limit: Duration) -> String {
        match (self.of_bank, limit.is_zero()) {
            (Some(part), _) => format!("{:.1} %", f64::from(part) / 100.0),
            (None, true) => "n/a".to_owned(),
            (None, false) => format!("{:.1} %", 100.0 * self.longest.as_secs_f64() / limit.as_secs_f64()),
        }
    }
}

/// The first half of a SHA-256 over the identity of a game, its settings and turns
/// ([`game_identity`](super::game_identity)); in files 32 hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct GameDigest(pub [u8; 16]);

impl GameDigest {
    /// The digest, from the SHA-256.
    pub fn of_sha256(hash: [u8; 32]) -> Self {
        Self(std::array::from_fn(|at| hash[at]))
    }
}

impl From<GameDigest> for String {
    fn from(digest: GameDigest) -> Self {
        format!("{:032x}", u128::from_be_bytes(digest.0))
    }
}

/// A text that is not 32 hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("invalid digest: expected 32 hexadecimal digits")]
pub struct GameDigestError;

impl TryFrom<String> for GameDigest {
    type Error = GameDigestError;

    fn try_from(text: String) -> Result<Self, GameDigestError> {
        let is_hexadecimal = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = is_hexadecimal.then(|| u128::from_str_radix(&text, 16).ok()).flatten().ok_or(GameDigestError)?;
        Ok(Self(number.to_be_bytes()))
    }
}

/// Games won alone, shared and not won.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WinDrawLoss {
    /// Games won alone.
    pub won: u64,
    /// Games with a shared first place.
    pub drawn: u64,
    /// All others.
    pub lost: u64,
}

impl WinDrawLoss {
    fn add(&mut self, result: SeatResult) {
        *match result {
            SeatResult::Won => &mut self.won,
            SeatResult::Drawn => &mut self.drawn,
            SeatResult::Lost => &mut self.lost,
        } += 1;
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// A point for each game won and half a point for each that was shared.
    pub fn points(&self) -> f64 {
        self.won as f64 + self.drawn as f64 / 2.0
    }
}

enum SeatResult {
    Won,
    Drawn,
    Lost,
}

impl SeatResult {
    fn for_seat(places: &[u8], seat: usize) -> Self {
        match (places[seat], places.iter().filter(|&&place| place == 1).count()) {
            (1, 1) => Self::Won,
            (1, _) => Self::Drawn,
            _ => Self::Lost,
        }
    }

    /// Among two.
    fn half_points(&self) -> usize {
        match self {
            Self::Won => 2,
            Self::Drawn => 1,
            Self::Lost => 0,
        }
    }
}

/// The counts of a pairing. Its players are counted from 0 in the order of the pairing, not of the
/// seats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairingTally {
    players: Vec<PlayerTally>,
    /// By seat, whichever participant had it.
    seats: Vec<WinDrawLoss>,
    /// Of a pairing of two.
    pairs: Option<ScoreCounts>,
    units: u64,
    void_units: u64,
    distinct: HashSet<Vec<GameDigest>>,
}

/// The counts of one player of a pairing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlayerTally {
    /// All games.
    pub results: WinDrawLoss,
    /// Games with a fault of this player, by the kind of its last fault.
    pub faults: BTreeMap<&'static str, u64>,
    /// The time of all its turns.
    pub time: SeatTime,
}

impl PlayerTally {
    /// Adds the counts of the same player in another pairing.
    pub(super) fn add(&mut self, other: &Self) {
        self.results.won += other.results.won;
        self.results.drawn += other.results.drawn;
        self.results.lost += other.results.lost;
        for (&kind, count) in &other.faults {
            *self.faults.entry(kind).or_default() += count;
        }
        self.time.add(other.time);
    }
}

impl PairingTally {
    /// An empty tally for this many players.
    pub fn new(players: usize) -> Self {
        Self {
            players: vec![PlayerTally::default(); players],
            seats: vec![WinDrawLoss::default(); players],
            pairs: (players == PAIR).then(|| ScoreCounts::of_pairs([0; 5])),
            units: 0,
            void_units: 0,
            distinct: HashSet::new(),
        }
    }

    /// Counts a unit: the results of its games by rotation. A unit with a void game counts for no
    /// player. Returns whether it counts and no earlier unit was the same, turn for turn.
    ///
    /// # Panics
    /// If there is no result, or there are more than rotations, or one has not a place for each player.
    pub fn add_unit(&mut self, games: &[GameResult]) -> bool {
        let count = self.players.len();
        assert!(!games.is_empty() && games.len() <= count, "a unit has a game for each rotation, or one");
        let played: Vec<_> = games
            .iter()
            .filter_map(|game| match game {
                GameResult::Played(played) => Some(played),
                GameResult::Void => None,
            })
            .collect();
        if played.len() < games.len() {
            self.void_units += 1;
            return false;
        }
        self.units += 1;
        let is_new = self.distinct.insert(played.iter().map(|game| game.digest).collect());
        let mut half_points = 0;
        for (rotation, game) in played.iter().enumerate() {
            for player in 0..count {
                let seat = (player + rotation) % count;
                let standing = SeatResult::for_seat(&game.places, seat);
                if player == 0 {
                    half_points += standing.half_points();
                }
                self.seats[seat].add(SeatResult::for_seat(&game.places, seat));
                self.players[player].results.add(standing);
                self.players[player].time.add(game.times.get(seat).copied().unwrap_or_default());
            }
            for (seat, kind) in &game.faults {
                let player = (usize::from(*seat) + count - rotation) % count;
                *self.players[player].faults.entry(kind.name()).or_default() += 1;
            }
        }
        if let (true, Some(pairs)) = (is_new, &mut self.pairs) {
            pairs.add(half_points);
        }
        is_new
    }

    /// The counts of each player.
    pub fn players(&self) -> &[PlayerTally] {
        &self.players
    }

    /// The results of each seat, whichever participant had it.
    pub fn seats(&self) -> &[WinDrawLoss] {
        &self.seats
    }

    /// How many units were counted.
    pub fn units(&self) -> u64 {
        self.units
    }

    /// How many games of them there were.
    pub fn games(&self) -> u64 {
        self.players.first().map_or(0, |player| player.results.games())
    }

    /// The number of units that repeat an earlier one, turn for turn. Statistics leave them out.
    pub fn repeated_units(&self) -> u64 {
        self.units - self.distinct.len() as u64
    }

    /// How many units had a void game.
    pub fn void_units(&self) -> u64 {
        self.void_units
    }

    /// Distinct pairs of games by the first player's points; `None` unless the pairing has two
    /// players.
    pub fn pairs(&self) -> Option<&ScoreCounts> {
        self.pairs.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(places: &[u8], digest: u8) -> GameResult {
        GameResult::Played(PlayedGame {
            places: places.to_vec(),
            digest: GameDigest([digest; 16]),
            faults: Vec::new(),
            times: Vec::new(),
            competition_points: None,
        })
    }

    #[test]
    fn points_are_those_of_the_player_and_not_of_the_seat() {
        let mut tally = PairingTally::new(2);
        // The first player wins in both seats; then the first seat wins twice.
        tally.add_unit(&[game(&[1, 2], 1), game(&[2, 1], 2)]);
        tally.add_unit(&[game(&[1, 2], 3), game(&[1, 2], 4)]);
        assert_eq!(tally.pairs().map(ScoreCounts::counts), Some(&[0, 0, 1, 0, 1][..]));
        assert_eq!(tally.players()[0].results, WinDrawLoss { won: 3, drawn: 0, lost: 1 });
        assert_eq!(tally.seats()[0], WinDrawLoss { won: 3, drawn: 0, lost: 1 });
    }

    #[test]
    fn the_same_pair_of_games_counts_once_in_statistics() {
        let mut tally = PairingTally::new(2);
        for _ in 0..3 {
            tally.add_unit(&[game(&[1, 2], 1), game(&[1, 1], 2)]);
        }
        assert_eq!((tally.units(), tally.repeated_units()), (3, 2));
        assert_eq!(tally.pairs().map(ScoreCounts::samples), Some(1));
        assert_eq!(tally.players()[0].results, WinDrawLoss { won: 3, drawn: 3, lost: 0 });
    }

    #[test]
    fn the_longest_turn_is_a_share_of_the_limit() {
        let time = SeatTime { total: Duration::from_secs(9), longest: Duration::from_micros(2_504), of_bank: None };
        assert_eq!(time.share_text(Duration::from_millis(5)), "50.1 %");
        assert_eq!(time.share_text(Duration::ZERO), "n/a");
        let mut banked = SeatTime { of_bank: Some(4_321), ..time };
        assert_eq!(banked.share_text(Duration::from_secs(3_600)), "43.2 %");
        banked.add(SeatTime { of_bank: Some(9_000), ..time });
        banked.add(SeatTime { of_bank: Some(10), ..time });
        assert_eq!(banked.share_text(Duration::from_secs(3_600)), "90.0 %");
    }

    #[test]
    fn results_in_files_look_the_same_for_ever() {
        let time = SeatTime { total: Duration::from_nanos(5), longest: Duration::from_nanos(3), of_bank: None };
        let played = PlayedGame {
            places: vec![1, 2],
            digest: GameDigest([7; 16]),
            faults: vec![(1, FaultKind::NotStarted)],
            times: vec![time],
            competition_points: None,
        };
        let text = r#"{"played":{"places":[1,2],"digest":"07070707070707070707070707070707","faults":[[1,"not-started"]],"times":[{"used_ns":5,"longest_ns":3}]}}"#;
        for (result, text) in [(GameResult::Played(played), text), (GameResult::Void, r#""void""#)] {
            assert_eq!(serde_json::to_string(&result).expect("it is a value"), text);
            assert_eq!(serde_json::from_str::<GameResult>(text).expect("it is a result"), result);
        }
        for text in ["", "07", "+7070707070707070707070707070707", "0707070707070707070707070707070g"] {
            assert_eq!(GameDigest::try_from(text.to_owned()), Err(GameDigestError), "{text}");
        }
    }

    #[test]
    fn a_void_game_takes_its_unit_along() {
        let mut tally = PairingTally::new(2);
        tally.add_unit(&[game(&[1, 2], 1), GameResult::Void]);
        assert_eq!((tally.units(), tally.void_units(), tally.players()[0].results.games()), (0, 1, 0));
    }

    #[test]
    fn faults_are_those_of_the_player_and_not_of_the_seat() {
        let mut tally = PairingTally::new(3);
        let faulty = |seat| {
            let digest = GameDigest([seat; 16]);
            GameResult::Played(PlayedGame {
                places: vec![1, 2, 2],
                digest,
                faults: vec![(seat, FaultKind::Timeout)],
                times: Vec::new(),
                competition_points: None,
            })
        };
        // By rotation: the second player has the seats 1, 2 and 0.
        tally.add_unit(&[faulty(1), faulty(2), faulty(0)]);
        assert_eq!(tally.players()[1].faults, BTreeMap::from([("timeout", 3)]));
        assert!(tally.players()[0].faults.is_empty() && tally.pairs().is_none());
        assert_eq!(tally.players().iter().map(|player| player.results.won).collect::<Vec<_>>(), [1, 1, 1]);
    }
}
