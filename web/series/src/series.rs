//! A series: what it is, the lines of its games, and what counts of them. Knows no workers, no store and nothing that is drawn.

use std::collections::BTreeSet;

use botyard_engine::anymatch::MatchSpec;
use botyard_engine::replay::{PlayerInfo, PlayerKind};
use botyard_engine::tournament::statistics::{EloModel, Sprt};
use botyard_engine::tournament::{
    Format, GameId, GameLine, GameResult, PairingTally, Schedule, ScheduledGame, Tournament,
};
use serde::{Deserialize, Serialize};

/// All that the results of a series depend on, and how its test is set. Kept in the browser: names must not change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct SeriesDescription {
    /// The first game: its seed is that of the series, its players are the participants.
    pub(crate) match_spec: MatchSpec,
    /// How many games are scheduled: a whole number of units.
    pub(crate) games: u64,
    /// The sequential test.
    pub(crate) test: TestOptions,
    /// Whether the games come from a file: then nothing is played.
    #[serde(default)]
    pub(crate) is_imported: bool,
}

/// How the sequential test of a series is set.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct TestOptions {
    pub(crate) elo0: f64,
    pub(crate) elo1: f64,
    /// Whether the series ends when the test has decided.
    pub(crate) ends_series: bool,
}

impl Default for TestOptions {
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 10.0, ends_series: false }
    }
}

impl TestOptions {
    /// The test; `None` if its hypotheses are not in order.
    pub(crate) fn sprt(self) -> Option<Sprt> {
        Sprt::new(self.elo0, self.elo1, 0.05, 0.05, EloModel::Normalized).ok()
    }
}

/// A series with the games that it has.
#[derive(Debug)]
pub(crate) struct Series {
    pub(crate) description: SeriesDescription,
    tournament: Tournament,
    lines: Vec<KeyedLine>,
    games: Vec<ListedGame>,
    /// The games that were void.
    void: BTreeSet<GameId>,
}

/// The line of a game, with its unit, its rotation, and how often it was void before.
pub(crate) type KeyedLine = ((u64, u16, u8), String);

/// What the list of games shows of one.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ListedGame {
    pub(crate) unit: u64,
    /// Which of all games, from 1.
    pub(crate) number: u64,
    /// The first participant's seat.
    pub(crate) seat: usize,
    pub(crate) standing: ListedResult,
    pub(crate) turns: usize,
    /// Who had a fault, as participants, and its kind.
    pub(crate) faults: Vec<(usize, &'static str)>,
    pub(crate) replay: Option<String>,
}

/// How a game ended for the first participant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListedResult {
    Won,
    Drawn,
    Lost,
    /// Nobody could play it.
    Void,
}

impl Series {
    /// A series without games.
    ///
    /// # Errors
    /// A sentence that says why there is no such series.
    pub(crate) fn new(description: SeriesDescription) -> Result<Self, String> {
        let participants = description.match_spec.players.len();
        let rounds = description.games.div_ceil(participants.max(1) as u64);
        let schedule = Schedule::new(Format::Series, participants, rounds, description.match_spec.seed);
        let schedule = schedule.map_err(|why| format!("There is no such series: {why}."))?;
        // Only of two can one be better.
        let test = description.test;
        let rule = (participants == 2 && test.ends_series).then(|| test.sprt()).flatten();
        let tournament = Tournament::new(schedule, rule);
        Ok(Self { description, tournament, lines: Vec::new(), games: Vec::new(), void: BTreeSet::new() })
    }

    /// The same series before its first game, with games that were played before. What does not fit is left out: it is played
    /// again.
    pub(crate) fn with_lines(description: SeriesDescription, lines: Vec<String>) -> Result<Self, String> {
        let mut series = Self::new(description)?;
        for line in lines {
            let _ = series.add_line(line);
        }
        Ok(series)
    }

    /// The series that a file holds. Lines that do not name their game are of this one.
    ///
    /// # Errors
    /// A clause that says which line does not fit, and why.
    pub(crate) fn import(game: &str, text: &str) -> Result<Self, String> {
        let lines = GameLine::read_lines(text).map_err(|why| why.to_string())?;
        let (_, first) = lines.first().ok_or("it has no lines")?;
        let (names, named) = (participants(first), first.game.clone());
        let is_of_others = |line: &GameLine| participants(line) != names || line.game != named;
        if let Some((number, _)) = lines.iter().find(|(_, line)| is_of_others(line)) {
            return Err(format!("line {number} is not of the same game and bots as the first line"));
        }
        let game = if named.is_empty() { game.to_owned() } else { named };
        let player = |name: String| PlayerInfo { name, kind: PlayerKind::Module, ..PlayerInfo::default() };
        let players: Vec<_> = names.into_iter().map(player).collect();
        let units = lines.iter().map(|(_, line)| line.unit).max().unwrap_or(0).saturating_add(1);
        let games = units.saturating_mul(players.len() as u64);
        let (settings, terms) = Default::default();
        let match_spec = MatchSpec { game, settings, seed: 0, players, terms };
        let test = TestOptions::default();
        let mut series = Self::new(SeriesDescription { match_spec, games, test, is_imported: true })?;
        for (number, line) in lines {
            let text = line.to_json();
            series.add_line(text).map_err(|why| format!("line {number}: {why}"))?;
        }
        Ok(series)
    }

    /// Takes in the line of a game.
    ///
    /// # Errors
    /// A clause that says why it does not fit.
    pub(crate) fn add_line(&mut self, text: String) -> Result<(), String> {
        let line: GameLine = serde_json::from_str(&text).map_err(|why| why.to_string())?;
        self.tournament.record(line.id(), line.result.clone()).map_err(|why| why.to_string())?;
        // A game is void once, is played again, and has a result then whatever comes.
        let is_again = self.void.contains(&line.id());
        if line.result == GameResult::Void {
            self.void.insert(line.id());
        }
        self.lines.push(((line.unit, line.rotation, u8::from(is_again)), text));
        self.list(line);
        Ok(())
    }

    fn list(&mut self, line: GameLine) {
        let count = line.players.len();
        let seat_of_first = usize::from(line.rotation) % count;
        let participant = |seat: usize| (seat + count - seat_of_first) % count;
        let (standing, faults) = match &line.result {
            GameResult::Played(played) => {
                let faults = played.faults.iter().map(|&(seat, kind)| (participant(seat.into()), kind.name()));
                (ListedResult::of(&played.places, seat_of_first), faults.collect())
            }
            GameResult::Void => (ListedResult::Void, Vec::new()),
        };
        let number = line.unit * count as u64 + u64::from(line.rotation) + 1;
        let (unit, turns, replay) = (line.unit, line.turns, line.replay);
        // A game that was void once and is played again has one place in the list.
        self.games.retain(|game| game.number != number);
        self.games.push(ListedGame { unit, number, seat: seat_of_first, standing, turns, faults, replay });
    }

    /// The next game to play.
    pub(crate) fn next_game(&mut self) -> Option<ScheduledGame> {
        self.tournament.next_game()
    }

    pub(crate) fn tally(&self) -> &PairingTally {
        &self.tournament.tallies()[0]
    }

    /// The lines of all games, in the order in which they came.
    pub(crate) fn lines(&self) -> impl ExactSizeIterator<Item = &str> {
        self.lines.iter().map(|(_, line)| &**line)
    }

    /// The same from the `first`th on, with their keys.
    pub(crate) fn keyed_lines(&self, first: usize) -> Vec<KeyedLine> {
        self.lines[first..].to_vec()
    }

    /// The games that count, in no order.
    pub(crate) fn counted_games(&self) -> impl Iterator<Item = &ListedGame> {
        let counted = self.tournament.counted_units();
        self.games.iter().filter(move |game| game.unit < counted)
    }

    /// The participants' names.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.description.match_spec.players.iter().map(|player| &*player.name).collect()
    }

    /// How many games count.
    pub(crate) fn counted(&self) -> u64 {
        self.tournament.counted_units() * self.description.match_spec.players.len() as u64
    }

    /// Whether nothing is left to play.
    pub(crate) fn is_over(&self) -> bool {
        self.description.is_imported || self.tournament.is_over()
    }

    /// All of it again from its lines: games that were handed out and have no result are handed out once more.
    ///
    /// # Errors
    /// See [`Self::new`].
    pub(crate) fn rebuild(self) -> Result<Self, String> {
        let lines = self.lines.into_iter().map(|(_, line)| line).collect();
        Self::with_lines(self.description, lines)
    }
}

impl ListedResult {
    fn of(places: &[u8], seat: usize) -> Self {
        match (places.get(seat), places.iter().filter(|&&place| place == 1).count()) {
            (Some(1), 1) => Self::Won,
            (Some(1), _) => Self::Drawn,
            _ => Self::Lost,
        }
    }
}

/// The names of the participants: the players, before they moved on.
fn participants(line: &GameLine) -> Vec<String> {
    let mut names = line.players.clone();
    if !names.is_empty() {
        names.rotate_left(usize::from(line.rotation) % line.players.len());
    }
    names
}

#[cfg(test)]
pub(crate) mod tests {
    use std::time::Duration;

    use botyard_engine::fault::FaultKind;
    use botyard_engine::tournament::{GameDigest, PlayedGame, SeatTime};

    use super::*;

    /// A series of two bots without games.
    pub(crate) fn series(games: u64) -> Series {
        let player = |name: &str| PlayerInfo { name: name.to_owned(), ..PlayerInfo::default() };
        let players = vec![player("mine"), player("other")];
        let (settings, terms) = Default::default();
        let match_spec = MatchSpec { game: "connect-four".to_owned(), settings, seed: 7, players, terms };
        let description = SeriesDescription { match_spec, games, test: TestOptions::default(), is_imported: false };
        Series::new(description).expect("a series of two")
    }

    /// A game with these places, as long as its unit is old.
    pub(crate) fn line(unit: u64, rotation: u16, places: [u8; 2], faults: Vec<(u8, FaultKind)>) -> String {
        let mut players = vec!["mine".to_owned(), "other".to_owned()];
        players.rotate_right(rotation.into());
        let mut digest = [rotation as u8; 16];
        digest[0] = unit as u8;
        let time = SeatTime { total: Duration::from_micros(9), longest: Duration::from_micros(3) };
        let played = PlayedGame {
            places: places.to_vec(),
            digest: GameDigest(digest),
            faults,
            times: vec![time; 2],
            competition_points: None,
        };
        game(unit, rotation, players, GameResult::Played(played)).to_json()
    }

    fn void(unit: u64, rotation: u16) -> String {
        game(unit, rotation, vec!["mine".to_owned(), "other".to_owned()], GameResult::Void).to_json()
    }

    fn game(unit: u64, rotation: u16, players: Vec<String>, result: GameResult) -> GameLine {
        GameLine {
            game: "connect-four".to_owned(),
            unit,
            rotation,
            seed: unit,
            players,
            result,
            turns: 10 + unit as usize,
            duration: Duration::ZERO,
            replay: Some("abc.def".to_owned()),
            stderr: Vec::new(),
        }
    }

    #[test]
    fn a_game_is_listed_from_the_first_bots_side() {
        let mut series = series(4);
        // In the second game the bots have changed seats: the first bot's is the second.
        for text in [line(0, 0, [1, 2], vec![]), line(0, 1, [1, 2], vec![(0, FaultKind::Timeout)])] {
            series.add_line(text).expect("a game of the series");
        }
        let listed: Vec<_> = series.counted_games().map(|game| (game.number, game.seat, game.standing)).collect();
        assert_eq!(listed, [(1, 0, ListedResult::Won), (2, 1, ListedResult::Lost)]);
        let faults: Vec<_> = series.counted_games().flat_map(|game| game.faults.clone()).collect();
        assert_eq!(faults, [(1, "timeout")], "the second bot had the first seat");
    }

    #[test]
    fn only_complete_units_count_and_the_rest_is_played_again() {
        let mut series = series(6);
        for id in [(0, 0), (0, 1), (2, 1)] {
            series.add_line(line(id.0, id.1, [1, 2], vec![])).expect("a game of the series");
        }
        assert_eq!((series.counted(), series.counted_games().count(), series.lines().len()), (2, 2, 3));
        let handed_out = series.next_game().expect("there is more to play").id;
        let mut again = series.rebuild().expect("the same series");
        let left: Vec<_> = std::iter::from_fn(|| again.next_game()).map(|game| game.id).collect();
        assert_eq!(left.len(), 3);
        assert_eq!(left[0], handed_out, "it has no result");
    }

    /// Both lines of a game that is void twice are kept under keys of their own, in an order that says the same again.
    #[test]
    fn a_void_game_is_kept_twice() {
        let mut series = series(2);
        for text in [void(0, 0), void(0, 0), line(0, 1, [1, 2], vec![])] {
            series.add_line(text).expect("a game of the series");
        }
        let keys: Vec<_> = series.keyed_lines(0).into_iter().map(|(key, _)| key).collect();
        assert_eq!(keys, [(0, 0, 0), (0, 0, 1), (0, 1, 0)]);
        assert!(series.is_over());
        assert_eq!((series.tally().void_units(), series.counted_games().count()), (1, 2));
    }

    #[test]
    fn what_was_exported_is_imported() {
        let lines = [line(0, 0, [1, 2], vec![]), line(0, 1, [1, 1], vec![]), line(1, 0, [2, 1], vec![])];
        let series = Series::import("stratego", &lines.join("\n")).expect("a series");
        assert_eq!((series.names(), series.counted()), (vec!["mine", "other"], 2));
        assert_eq!(series.description.match_spec.game, "connect-four", "the lines say so");
        assert!(series.is_over(), "nothing is left to play");
        assert!(series.lines().eq(lines.iter().map(|line| &**line)));
        for (text, why) in [
            (String::new(), "it has no lines"),
            ("{}".to_owned(), "line 1 is not a game"),
            ([&*lines[0], &*lines[0]].join("\n"), "line 2: game 0 of unit 0 has a result already"),
            ([&lines[0], &*lines[1].replace("mine", "yours")].join("\n"), "line 2 is not of the same game and bots"),
        ] {
            let refused = Series::import("stratego", &text).expect_err("no series");
            assert!(refused.starts_with(why), "{refused}");
        }
    }

    #[test]
    fn a_test_ends_a_series_if_it_is_to() {
        let played = |ends_series| {
            let mut series = series(400);
            series.description.test = TestOptions { elo1: 100.0, ends_series, ..TestOptions::default() };
            let mut series = series.rebuild().expect("the same series");
            while let Some(game) = series.next_game() {
                let places = if game.id.rotation == 0 || game.id.unit % 8 == 0 { [1, 2] } else { [2, 1] };
                series.add_line(line(game.id.unit, game.id.rotation, places, vec![])).expect("a game of the series");
            }
            series.counted()
        };
        assert_eq!(played(false), 400);
        assert!(played(true) < 400);
    }

    /// Stored by browsers: it must be read for ever.
    #[test]
    fn a_description_looks_the_same_for_ever() {
        let text = r#"{"match_spec":{"game":"connect-four","settings":null,"seed":7,"players":[{"name":"mine","kind":"module"},{"name":"other","kind":"module"}]},"games":4,"test":{"elo0":0.0,"elo1":10.0,"ends_series":false},"is_imported":false}"#;
        assert_eq!(serde_json::to_string(&series(4).description).expect("text keys only"), text);
    }
}
