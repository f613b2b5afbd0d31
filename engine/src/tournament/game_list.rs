//! The games of a series or a tournament as a list, from which people choose by number, by bot and
//! by result. Knows no files, and opens no replay.

use super::game_line::GameLine;
use super::import::{ImportError, last_attempts, players, the_game};
use super::tally::GameResult;

/// The games that a series or a tournament has kept, in the order of its schedule.
#[derive(Debug, Clone, PartialEq)]
pub struct GameList {
    /// The game's name in the catalogue; empty if no line has it.
    game: String,
    /// The participants' names, in the order in which the schedule first seats them.
    names: Vec<String>,
    /// The last attempt at each game.
    games: Vec<GameLine>,
}

/// Which games of a list are meant: those for which all conditions hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameFilter {
    /// The game has this number.
    pub number: Option<u64>,
    /// This participant played it.
    pub of: Option<String>,
    /// The participant of `of`, or else the first of the list, lost it: another was placed before it.
    pub lost: bool,
    /// The participant of `of`, or else any, had a fault in it.
    pub faults: bool,
}

/// A filter that names a participant whom the list does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no bot is called `{name}` (bots: {})", .known.join(", "))]
pub struct GameFilterError {
    /// The name.
    pub name: String,
    /// The participants.
    pub known: Vec<String>,
}

impl GameFilter {
    /// Whether it takes every game.
    pub fn takes_all(&self) -> bool {
        *self == Self::default()
    }

    fn takes(&self, game: &GameLine, first: Option<&String>) -> bool {
        let seat_of = |name: &String| game.players.iter().position(|player| player == name);
        let of = self.of.as_ref().map(seat_of);
        let has_lost = |seat: usize| game.result.places().is_some_and(|places| places[seat] > 1);
        let loser = || of.unwrap_or_else(|| first.and_then(seat_of));
        self.number.is_none_or(|number| number == game.number())
            && of != Some(None)
            && (!self.lost || loser().is_some_and(has_lost))
            && (!self.faults || has_fault(game, of.flatten()))
    }
}

/// Whether the player in this seat, or any player, had a fault.
fn has_fault(game: &GameLine, seat: Option<usize>) -> bool {
    match &game.result {
        GameResult::Played(played) => {
            played.faults.iter().any(|&(faulty, _)| seat.is_none_or(|seat| seat == usize::from(faulty)))
        }
        GameResult::Void => false,
    }
}

impl GameList {
    /// The games of these lines, each with its number in the file.
    ///
    /// # Errors
    /// If they are games of several tournaments.
    pub fn new(lines: &[(usize, GameLine)]) -> Result<Self, ImportError> {
        let game = the_game(lines)?;
        let games: Vec<_> = last_attempts(lines)?.into_values().map(|attempt| attempt.game.clone()).collect();
        let mut names: Vec<String> = Vec::new();
        for name in games.iter().flat_map(players) {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        Ok(Self { game, names, games })
    }

    /// The game's name in the catalogue; empty if it is unknown.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The participants' names: the first is the one that a series is about.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// All games.
    pub fn games(&self) -> Vec<&GameLine> {
        self.games.iter().collect()
    }

    /// The games that the filter takes.
    ///
    /// # Errors
    /// If the filter names a participant whom the list does not have.
    pub fn choose(&self, filter: &GameFilter) -> Result<Vec<&GameLine>, GameFilterError> {
        if let Some(name) = filter.of.as_ref().filter(|name| !self.names.contains(name)) {
            return Err(GameFilterError { name: name.clone(), known: self.names.clone() });
        }
        Ok(self.games.iter().filter(|game| filter.takes(game, self.names.first())).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::fault::FaultKind;
    use crate::tournament::{GameDigest, PlayedGame};

    fn line(unit: u64, players: [&str; 2], places: [u8; 2], faulty: Option<u8>) -> GameLine {
        GameLine {
            game: "connect-four".to_owned(),
            format: None,
            unit,
            rotation: 0,
            seed: unit,
            players: players.map(str::to_owned).to_vec(),
            result: GameResult::Played(PlayedGame {
                places: places.to_vec(),
                digest: GameDigest([0; 16]),
                faults: faulty.map(|seat| (seat, FaultKind::Timeout)).into_iter().collect(),
                times: Vec::new(),
                competition_points: None,
            }),
            digest_version: 2,
            turns: 7,
            duration: Duration::ZERO,
            limit: None,
            seat_terms: Vec::new(),
            replay: None,
            stderr: Vec::new(),
            void_reason: None,
        }
    }

    /// Five games of three bots, in another order than that of the schedule. The last was void once.
    fn list() -> GameList {
        let rotated = GameLine { rotation: 1, ..line(0, ["b", "a"], [1, 2], None) };
        let void = GameLine { result: GameResult::Void, ..line(3, ["a", "b"], [1, 1], None) };
        let lines = [
            void,
            line(2, ["b", "c"], [2, 1], Some(0)),
            line(0, ["a", "b"], [1, 2], None),
            line(3, ["a", "b"], [1, 1], None),
            rotated,
            line(1, ["a", "c"], [1, 2], Some(1)),
        ];
        GameList::new(&(1..).zip(lines).collect::<Vec<_>>()).expect("games of one tournament")
    }

    #[track_caller]
    fn check(filter: GameFilter, expected: &[u64]) {
        let list = list();
        let chosen = list.choose(&filter).expect("a bot of the list");
        assert_eq!(chosen.iter().map(|game| game.number()).collect::<Vec<_>>(), expected, "{filter:?}");
    }

    #[test]
    fn games_are_chosen_by_number_bot_and_result() {
        let [a, b, c] = ["a", "b", "c"].map(|name| GameFilter { of: Some(name.to_owned()), ..GameFilter::default() });
        check(GameFilter::default(), &[1, 2, 3, 5, 7]);
        check(GameFilter { number: Some(5), ..GameFilter::default() }, &[5]);
        check(GameFilter { number: Some(4), ..GameFilter::default() }, &[]);
        check(a.clone(), &[1, 2, 3, 7]);
        check(c.clone(), &[3, 5]);
        // The first bot is the one that the series is about.
        check(GameFilter { lost: true, ..GameFilter::default() }, &[2]);
        check(GameFilter { lost: true, ..b.clone() }, &[1, 5]);
        check(GameFilter { faults: true, ..GameFilter::default() }, &[3, 5]);
        check(GameFilter { faults: true, ..b.clone() }, &[5]);
        check(GameFilter { faults: true, ..a }, &[]);
        check(GameFilter { faults: true, lost: true, ..c }, &[3]);
        check(GameFilter { number: Some(1), lost: true, ..b }, &[1]);
    }

    #[test]
    fn the_names_are_in_the_order_of_the_schedule() {
        let list = list();
        assert_eq!((list.game(), list.names().join(" ")), ("connect-four", "a b c".to_owned()));
        let unknown = list.choose(&GameFilter { of: Some("d".to_owned()), ..GameFilter::default() });
        assert_eq!(unknown.expect_err("no such bot").to_string(), "no bot is called `d` (bots: a, b, c)");
    }

    #[test]
    fn games_of_two_tournaments_are_no_list() {
        let twice = [line(0, ["a", "b"], [1, 2], None), line(0, ["a", "b"], [2, 1], None)];
        let why = GameList::new(&(1..).zip(twice).collect::<Vec<_>>()).expect_err("two results of one game");
        assert!(why.to_string().contains("these are two tournaments"), "{why}");
        assert_eq!(GameList::new(&[]), Err(ImportError::Nothing));
    }
}
