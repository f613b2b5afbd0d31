//! Replays of generals.io (`.gioreplay`), whose game the original was made after: reads the map and
//! the first turns.
//!
//! Its rules are nearly those of this game. A turn there is a round here, and moves, growth and
//! conquests are alike. But in every fiftieth turn cities and generals there gain one unit more;
//! the order of moves is turned round with each turn; and neutral cities below 40 grow. So both
//! games are played side by side, and the match ends where the first cell would differ.

use std::time::Duration;

use serde::Deserialize;

use super::action::GeneralsAction;
use super::board::{CellKind, GeneralsBoard};
use super::map::{ARMY_MAX, GeneralsMap, MapError, SIDE_MAX, Tile, counted};
use super::rules::Generals;
use super::settings::GeneralsSettings;
use crate::fault::{Fault, FaultKind};
use crate::game::Game;
use crate::replay::{ForeignMatch, ForeignMatchError, MatchTerms, PlayerInfo, Replay, Turn, TurnResult, play_turn};
use crate::seat::Seat;

/// Every how many turns cities and generals of generals.io gain a unit.
const TOWNS_GROW: u32 = 2;
/// Every how many turns all that is owned there gains a unit.
const ALL_GROWS: u32 = 50;
/// A neutral city with fewer units grows.
const CITY_MIN: u32 = 40;
/// A player's name that is longer, in characters, is cut.
const NAME_MAX: usize = 60;

/// A replay that has been read.
#[derive(Debug, Clone, PartialEq)]
pub struct GioReplay {
    /// The map, and the turns in which both games are the same.
    pub replay: Replay<Generals>,
    /// The reason why the replay lacks a part of the file, as a clause; `None` if it is complete.
    pub remark: Option<String>,
}

/// An error in a replay of generals.io.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GioReplayError {
    /// It is not a document of this form.
    #[error("{0}")]
    Form(String),
    /// The map uses a feature that this game lacks.
    #[error("the map has {0}, which this game does not have")]
    Foreign(&'static str),
    /// Two lists that belong together differ in length.
    #[error("there are {cities} cities and {armies} armies of cities")]
    Armies {
        /// How many cities there are.
        cities: usize,
        /// How many armies.
        armies: usize,
    },
    /// A cell is not on the map, or is two things.
    #[error("cell {0} is not on the map, or is listed twice")]
    Cell(usize),
    /// The map is not one that can be played.
    #[error("the map cannot be played: {0}")]
    Map(#[from] MapError),
}

/// The document, as `generals.io` publishes it, without the fields that do not matter here.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GioDocument {
    #[serde(deserialize_with = "number")]
    map_width: usize,
    #[serde(deserialize_with = "number")]
    map_height: usize,
    #[serde(default)]
    usernames: Vec<Option<String>>,
    #[serde(default, deserialize_with = "numbers")]
    cities: Vec<usize>,
    #[serde(default)]
    city_armies: Vec<u32>,
    #[serde(deserialize_with = "numbers")]
    generals: Vec<usize>,
    #[serde(default, deserialize_with = "numbers")]
    mountains: Vec<usize>,
    #[serde(default)]
    moves: Vec<GioMove>,
    #[serde(default)]
    afks: Vec<GioAbsence>,
    #[serde(default)]
    teams: Option<Vec<i64>>,
    #[serde(default)]
    swamps: Option<Vec<u32>>,
    #[serde(default)]
    neutrals: Option<Vec<u32>>,
}

/// A move.
#[derive(Deserialize, Clone, Copy)]
struct GioMove {
    /// The player's index.
    #[serde(deserialize_with = "number")]
    index: usize,
    #[serde(deserialize_with = "number")]
    start: usize,
    #[serde(deserialize_with = "number")]
    end: usize,
    #[serde(rename = "is50", deserialize_with = "flag")]
    is_half: bool,
    turn: u32,
}

/// A player that left: the first time it stands still, the second time its land becomes neutral.
#[derive(Deserialize, Clone, Copy)]
struct GioAbsence {
    #[serde(deserialize_with = "number")]
    index: usize,
    turn: u32,
}

/// Reads a number that all hosts can hold: a browser's addresses have 32 bits.
fn number<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    u32::deserialize(deserializer).map(|number| number as usize)
}

/// Reads a list of such numbers.
fn numbers<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<usize>, D::Error> {
    let numbers = Vec::<u32>::deserialize(deserializer)?;
    Ok(numbers.into_iter().map(|number| number as usize).collect())
}

/// Reads `true` or `1`.
fn flag<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Flag {
        Word(bool),
        Number(u8),
    }
    Ok(match Flag::deserialize(deserializer)? {
        Flag::Word(word) => word,
        Flag::Number(number) => number != 0,
    })
}

/// Reads a document; `None` if the text does not look like one.
pub(super) fn read_foreign(text: &str) -> Option<Result<ForeignMatch<Generals>, ForeignMatchError>> {
    is_gioreplay(text).then(|| match read(text) {
        Ok(GioReplay { replay, remark }) => {
            Ok(ForeignMatch { replay, remark: remark.map(|why| format!("a replay of generals.io: {why}")) })
        }
        Err(why) => Err(ForeignMatchError { what: "a replay of generals.io", why: why.to_string() }),
    })
}

/// Whether a text looks like a document of generals.io.
fn is_gioreplay(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with('{') && ["\"mapWidth\"", "\"generals\""].iter().all(|key| text.contains(key))
}

/// Reads a document.
///
/// # Errors
/// If it is not one, or its map is not possible in this game.
pub fn read(text: &str) -> Result<GioReplay, GioReplayError> {
    let document: GioDocument = serde_json::from_str(text).map_err(|why| GioReplayError::Form(why.to_string()))?;
    let is_foreign = |list: &Option<Vec<u32>>| list.as_ref().is_some_and(|list| !list.is_empty());
    if is_foreign(&document.swamps) {
        return Err(GioReplayError::Foreign("swamps"));
    }
    if is_foreign(&document.neutrals) {
        return Err(GioReplayError::Foreign("neutral armies"));
    }
    let map = document.map()?;
    let seats = document.seats();
    let settings = GeneralsSettings { bank: None, ..GeneralsSettings::on(map) };
    let game = Generals::start(&settings, seats.len()).map_err(|why| GioReplayError::Form(why.to_string()))?;
    let mut twin = Twin { board: GioBoard::new(&document, &seats), game, turns: Vec::new() };
    let remark = match document.is_in_teams() {
        true => Some("it was played in teams, which this game does not have: this is its map".to_owned()),
        false => twin.follow(&document, &seats),
    };
    let mut players = vec![PlayerInfo::default(); seats.len()];
    for (index, seat) in seats.iter().enumerate() {
        let name = document.usernames.get(index).cloned().flatten().filter(|name| !name.trim().is_empty());
        let name = name.unwrap_or_else(|| format!("player {}", index + 1));
        players[seat.index()].name = name.chars().take(NAME_MAX).collect();
    }
    let replay = Replay { settings, seed: 0, players, terms: MatchTerms::default(), turns: twin.turns };
    Ok(GioReplay { replay, remark })
}

impl GioDocument {
    fn map(&self) -> Result<GeneralsMap, GioReplayError> {
        if self.cities.len() != self.city_armies.len() {
            return Err(GioReplayError::Armies { cities: self.cities.len(), armies: self.city_armies.len() });
        }
        let cells = self.map_width.checked_mul(self.map_height).filter(|&cells| cells <= 1 << 16);
        let mut tiles =
            vec![Tile::Empty; cells.ok_or_else(|| GioReplayError::Form("the map is too large".to_owned()))?];
        let cities = self.cities.iter().zip(&self.city_armies).map(|(&cell, &army)| (cell, Tile::City(army)));
        let mountains = self.mountains.iter().map(|&cell| (cell, Tile::Mountain));
        let generals = self.generals.iter().map(|&cell| (cell, Tile::Capital));
        for (cell, tile) in cities.chain(mountains).chain(generals) {
            match tiles.get_mut(cell) {
                Some(place @ Tile::Empty) => *place = tile,
                _ => return Err(GioReplayError::Cell(cell)),
            }
        }
        Ok(GeneralsMap::new(self.map_width, tiles)?)
    }

    /// The seat of each of its players: capitals are counted row by row here.
    fn seats(&self) -> Vec<Seat> {
        let seat = |cell| Seat::new(self.generals.iter().filter(|&&other| other < cell).count());
        self.generals.iter().map(|&cell| seat(cell)).collect()
    }

    fn is_in_teams(&self) -> bool {
        let teams = self.teams.as_deref().unwrap_or_default();
        teams.iter().enumerate().any(|(at, team)| teams[..at].contains(team))
    }
}

fn no_player(index: usize) -> String {
    format!("there is no player {}", index as u64 + 1)
}

/// The board of generals.io.
struct GioBoard {
    columns: usize,
    owners: Vec<Option<Seat>>,
    armies: Vec<u32>,
    is_mountain: Vec<bool>,
    /// The cities, including the cells of former generals.
    cities: Vec<usize>,
    /// The generals' cells with their seats.
    generals: Vec<(usize, Seat)>,
}

impl GioBoard {
    fn new(document: &GioDocument, seats: &[Seat]) -> Self {
        let cells = document.map_width * document.map_height;
        let mut board = Self {
            columns: document.map_width,
            owners: vec![None; cells],
            armies: vec![0; cells],
            is_mountain: vec![false; cells],
            cities: document.cities.clone(),
            generals: document.generals.iter().copied().zip(seats.iter().copied()).collect(),
        };
        document.mountains.iter().for_each(|&cell| board.is_mountain[cell] = true);
        document.cities.iter().zip(&document.city_armies).for_each(|(&cell, &army)| board.armies[cell] = army);
        for &(cell, seat) in &board.generals {
            (board.owners[cell], board.armies[cell]) = (Some(seat), 1);
        }
        board
    }

    /// Moves an army; returns whether the move was possible. An impossible move does nothing.
    fn march_army(&mut self, seat: Seat, GioMove { start, end, is_half, .. }: GioMove) -> bool {
        let cells = self.owners.len();
        let place = |cell: usize| (cell / self.columns, cell % self.columns);
        if start >= cells || end >= cells || self.is_mountain[end] || self.owners[start] != Some(seat) {
            return false;
        }
        let ((row, column), (to_row, to_column)) = (place(start), place(end));
        let army = self.armies[start];
        if row.abs_diff(to_row) + column.abs_diff(to_column) != 1 || army < 2 {
            return false;
        }
        let units = if is_half { army / 2 } else { army - 1 };
        self.armies[start] -= units;
        let owner = self.owners[end];
        if owner == Some(seat) {
            self.armies[end] += units;
        } else if self.armies[end] >= units {
            self.armies[end] -= units;
        } else {
            self.armies[end] = units - self.armies[end];
            self.owners[end] = Some(seat);
            self.conquer(end, seat);
        }
        true
    }

    /// All that the player has whose general stood on this cell is the captor's, with half of its
    /// armies.
    fn conquer(&mut self, cell: usize, captor: Seat) {
        let Some(at) = self.generals.iter().position(|&(general, _)| general == cell) else { return };
        let (_, victim) = self.generals.remove(at);
        self.cities.push(cell);
        for (owner, army) in self.owners.iter_mut().zip(&mut self.armies).filter(|(owner, _)| **owner == Some(victim)) {
            (*owner, *army) = (Some(captor), army.div_ceil(2));
        }
    }

    /// Makes a player's land neutral.
    fn abandon(&mut self, seat: Seat) {
        if let Some(at) = self.generals.iter().position(|&(_, owner)| owner == seat) {
            self.cities.push(self.generals.remove(at).0);
        }
        self.owners.iter_mut().filter(|owner| **owner == Some(seat)).for_each(|owner| *owner = None);
    }

    /// After this many turns.
    fn grow(&mut self, turns: u32) {
        if turns.is_multiple_of(TOWNS_GROW) {
            self.generals.iter().for_each(|&(cell, _)| self.armies[cell] += 1);
            for &cell in &self.cities {
                if self.owners[cell].is_some() || self.armies[cell] < CITY_MIN {
                    self.armies[cell] += 1;
                }
            }
        }
        if turns.is_multiple_of(ALL_GROWS) {
            let owned = self.owners.iter().zip(&mut self.armies).filter(|(owner, _)| owner.is_some());
            owned.for_each(|(_, army)| *army += 1);
        }
    }

    fn equals(&self, board: &GeneralsBoard) -> bool {
        (0..board.cells()).all(|cell| {
            board.kind(cell) == CellKind::Mountain
                || (board.owner(cell) == self.owners[cell] && board.army_at(cell) == self.armies[cell])
        })
    }
}

/// Both games, side by side.
struct Twin {
    board: GioBoard,
    game: Generals,
    /// The turns played in both games.
    turns: Vec<Turn<GeneralsAction>>,
}

impl Twin {
    /// Plays as long as both games agree; returns the reason for the end, as a clause.
    fn follow(&mut self, document: &GioDocument, seats: &[Seat]) -> Option<String> {
        let last = document.moves.iter().map(|step| step.turn).chain(document.afks.iter().map(|afk| afk.turn)).max()?;
        for turn in 0..=last {
            if self.game.outcome().is_some() {
                return None;
            }
            let played = self.turns.len();
            let why = self.play(document, seats, turn).err().or_else(|| self.difference(turn));
            if let Some(why) = why {
                self.turns.truncate(played);
                return Some(format!("only the first {} can be replayed: {why}", counted(turn as usize, "round")));
            }
        }
        None
    }

    /// Plays one turn in both games.
    fn play(&mut self, document: &GioDocument, seats: &[Seat], turn: u32) -> Result<(), String> {
        let mut actions = vec![GeneralsAction::Pass; seats.len()];
        for step in document.moves.iter().filter(|step| step.turn == turn) {
            let seat = *seats.get(step.index).ok_or_else(|| no_player(step.index))?;
            let action = GeneralsAction::March {
                option: if step.is_half { GeneralsAction::HALF } else { GeneralsAction::ALL },
                from: self.game.place(step.start),
                to: self.game.place(step.end),
            };
            if self.board.march_army(seat, *step)
                && std::mem::replace(&mut actions[seat.index()], action) != GeneralsAction::Pass
            {
                return Err(format!("a player makes two moves in turn {turn}"));
            }
        }
        let mut resigned = Vec::new();
        for afk in document.afks.iter().filter(|afk| afk.turn == turn) {
            let seat = *seats.get(afk.index).ok_or_else(|| no_player(afk.index))?;
            let before = document.afks.iter().any(|other| other.index == afk.index && other.turn < turn);
            // The last but one to leave ends the game at once.
            if before || self.game.playing().len() == 2 {
                self.board.abandon(seat);
                resigned.push(seat);
            }
        }
        self.board.grow(turn + 1);
        let round = self.game.rounds();
        while self.game.rounds() == round && self.game.outcome().is_none() {
            let seat = self.game.mover();
            let result = match resigned.contains(&seat) {
                true => TurnResult::from(Fault::new(FaultKind::Resigned, b"", "")),
                false => TurnResult::Action(actions[seat.index()]),
            };
            let turn = Turn { seat, result, words: None, used: Duration::ZERO };
            play_turn(&mut self.game, &turn, &mut Vec::new()).map_err(|why| why.to_string())?;
            self.turns.push(turn);
        }
        Ok(())
    }

    /// Why the boards after a turn differ, if they do.
    fn difference(&self, turn: u32) -> Option<String> {
        // The last resignation has ended the match, so later growth does not matter.
        if self.game.outcome().is_some() || self.board.equals(self.game.board()) {
            return None;
        }
        Some(match (turn + 1).is_multiple_of(ALL_GROWS) {
            true => format!("in turn {} of generals.io, generals and cities gain one unit more than here", turn + 1),
            false => format!("turn {} of generals.io ends on another board than this game's round", turn + 1),
        })
    }
}

// The armies of all cities together fit into 32 bits.
const _: () = assert!(ARMY_MAX as u64 * (SIDE_MAX * SIDE_MAX) as u64 + (1 << 20) < u32::MAX as u64);

#[cfg(test)]
mod tests {
    use super::*;

    /// Two rows of four: the generals in opposite corners, the first player below; a city and a
    /// mountain.
    fn document(moves: &str, rest: &str) -> String {
        format!(
            r#"{{"version":7,"id":"made-up","mapWidth":4,"mapHeight":2,"usernames":["ann","bob"],"stars":[1,2],
            "cities":[2],"cityArmies":[41],"generals":[4,3],"mountains":[1],"moves":[{moves}],"afks":[],"teams":null{rest}}}"#
        )
    }

    fn step(index: usize, start: usize, end: usize, turn: u32) -> String {
        format!(r#"{{"index":{index},"start":{start},"end":{end},"is50":false,"turn":{turn}}}"#)
    }

    fn actions(replay: &Replay<Generals>) -> Vec<String> {
        let words = |turn: &Turn<GeneralsAction>| match &turn.result {
            TurnResult::Action(action) => action.to_string(),
            TurnResult::Fault(fault) => fault.kind.name().to_owned(),
        };
        replay.turns.iter().map(words).collect()
    }

    #[test]
    fn the_map_and_the_first_turns_are_read() {
        let text = document(&[step(0, 4, 5, 2), step(1, 3, 7, 3)].join(","), "");
        assert!(is_gioreplay(&text));
        let read = read(&text).expect("a replay");
        assert_eq!(read.replay.settings.map.to_string(), "2 4 2\n1 4 2 41 3\n3 1 1 1\n");
        // The first general row by row is bob's.
        assert_eq!([0, 1].map(|at| read.replay.players[at].name.as_str()), ["bob", "ann"]);
        assert_eq!(actions(&read.replay), ["-1", "-1", "-1", "-1", "-1", "1 2 1 2 2", "1 1 4 2 4", "-1"]);
        assert_eq!(read.remark, None);
        read.replay.check().expect("it follows by the rules");
    }

    /// Regression: a host with addresses of 64 bits read such numbers, and one of 32 bits did not.
    #[test]
    fn numbers_are_the_same_on_all_hosts() {
        for (index, start) in [(1 << 32, 4), (0, 1 << 32)] {
            let why = read(&document(&step(index, start, 5, 2), "")).expect_err("it is too large").to_string();
            assert!(why.contains("4294967296") && why.contains("u32"), "{why}");
        }
        let last = read(&document(&step(u32::MAX as usize, 4, 5, 2), "")).expect("a replay").remark;
        assert!(last.is_some_and(|remark| remark.contains("there is no player 4294967296")));
    }

    #[test]
    fn what_does_nothing_there_is_a_pass_here() {
        // No army to move, a mountain, a cell of another, a cell that is far away.
        let moves = [step(0, 4, 5, 0), step(0, 5, 1, 0), step(0, 3, 7, 1), step(0, 4, 7, 2), step(1, 3, 99, 2)];
        let read = read(&document(&moves.join(","), "")).expect("a replay");
        assert_eq!(actions(&read.replay), ["-1"; 6]);
    }

    #[test]
    fn the_replay_ends_where_the_games_differ() {
        let read = read(&document(&step(0, 4, 5, 60), "")).expect("a replay");
        assert_eq!(read.replay.turns.len(), 2 * 49);
        let remark = read.remark.expect("it is not all");
        assert!(
            remark.starts_with("only the first 49 rounds can be replayed: in turn 50 of generals.io, "),
            "{remark}"
        );
        // A neutral city below 40 grows there.
        let weak = document(&step(0, 4, 5, 5), "").replace("[41]", "[39]");
        let read = super::read(&weak).expect("a replay");
        assert_eq!(read.replay.turns.len(), 2);
        assert!(read.remark.is_some_and(|remark| remark.starts_with("only the first 1 round can be")));
    }

    #[test]
    fn a_general_falls_in_both_games() {
        // One takes its army out of its capital, and the other comes in.
        let moves = [step(0, 0, 1, 2), step(0, 0, 1, 8), step(1, 3, 2, 8), step(0, 1, 3, 9)].join(",");
        let text = format!(r#"{{"mapWidth":2,"mapHeight":2,"generals":[0,3],"moves":[{moves}]}}"#);
        let read = read(&text).expect("a replay");
        assert_eq!(read.remark, None);
        let end = read.replay.check().expect("it follows by the rules");
        assert_eq!(end.outcome().and_then(|outcome| outcome.winner()), Some(Seat::new(0)));
        assert_eq!(end.board().army_at(2), 2, "half of the army that was away");
        assert_eq!(read.replay.players[1].name, "player 2");
    }

    #[test]
    fn a_player_that_leaves_resigns() {
        let text = document("", "").replace("\"afks\":[]", r#""afks":[{"index":1,"turn":3}]"#);
        let read = read(&text).expect("a replay");
        assert_eq!(actions(&read.replay), ["-1", "-1", "-1", "-1", "-1", "-1", "resigned"]);
        assert!(read.replay.outcome().is_ok_and(|outcome| outcome.is_some()));
    }

    #[test]
    fn teams_have_the_map_alone() {
        let text = document(&step(0, 4, 5, 2), "").replace("\"teams\":null", "\"teams\":[1,1]");
        let read = read(&text).expect("a replay");
        assert!(read.replay.turns.is_empty());
        assert!(read.remark.is_some_and(|remark| remark.contains("in teams")));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (from, to, why) in [
            ("[41]", "[41,1]", "there are 1 cities and 2 armies of cities"),
            ("\"mountains\":[1]", "\"mountains\":[8]", "cell 8 is not on the map, or is listed twice"),
            ("\"mountains\":[1]", "\"mountains\":[2]", "cell 2 is not on the map, or is listed twice"),
            ("\"mapWidth\":4", "\"mapWidth\":4000000000", "the map is too large"),
            ("\"mapWidth\":4", "\"mapWidth\":51", "the map cannot be played: 51 columns are not between 1 and 50"),
            ("\"generals\":[4,3]", "\"generals\":[]", "the map cannot be played: no cell is a capital"),
            ("\"stars\":[1,2]", "\"swamps\":[5]", "the map has swamps, which this game does not have"),
            ("\"generals\":[4,3]", "\"generals\":[-4]", "invalid value: integer `-4`, expected u32 at line 2"),
        ] {
            let said = read(&document("", "").replacen(from, to, 1)).expect_err("it is wrong").to_string();
            assert!(said.starts_with(why), "{said}");
        }
        assert!(!is_gioreplay(r#"{"format":1,"game":"generals"}"#));
    }
}
