//! Finds the moves behind a log of the original, which has boards and no moves. The reconstructed
//! match leads through the same boards; anything that a log does not show (a move of a single unit,
//! the reason why a player gave its land up) becomes a pass or is marked as unknown. Assumes the
//! original's growth and garrison.

mod clues;
mod order;

use std::time::Duration;

use super::action::GeneralsAction;
use super::board::CellKind;
use super::map::{GeneralsMap, MapError, Tile};
use super::recording::{RecordedBoard, RecordedCell, RecordedLog, RecordedLogError};
use super::rules::Generals;
use super::settings::GeneralsSettings;
use crate::game::{Game, SettingsError};
use crate::replay::{MatchTerms, PlayerInfo, Replay, Turn, TurnResult, play_turn};
use crate::seat::Seat;
use clues::{LogPeriod, periods};
use order::{Slots, order};

/// Growth shows once in this many rounds.
const PERIOD: u32 = 2;

/// Why a text gives no match.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GeneralsLogError {
    /// It is not a log.
    #[error(transparent)]
    Unreadable(#[from] RecordedLogError),
    /// It is a log, but no match is found behind it.
    #[error(transparent)]
    Unexplained(#[from] ReconstructError),
}

/// Reads a log, and finds the match behind it. Its players are named by their numbers.
///
/// # Errors
/// If the text is not a log, or a record of it cannot be explained.
pub fn read_log(text: &str) -> Result<Replay<Generals>, GeneralsLogError> {
    Ok(RecordedLog::read(text.as_bytes().to_vec())?.retold()?)
}

/// Why no match is found behind a log.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReconstructError {
    /// The log has no records.
    #[error("there is no board in it")]
    Empty,
    /// The log does not show where a player began.
    #[error("the capital of player {0} is not seen")]
    Capital(usize),
    /// The board it began with is not a map.
    #[error("its first board is not a map: {0}")]
    Map(#[from] MapError),
    /// The map cannot be played on.
    #[error(transparent)]
    Unplayable(#[from] SettingsError),
    /// No turn leads from one board (counted from 1) to the next.
    #[error("board {0} does not follow from the one before")]
    Board(usize),
    /// No order of the players explains all boards.
    #[error("the order in which its players move is not seen")]
    Order,
    /// A turn that explains a board is against the rules.
    #[error("round {round} does not follow the rules: {why}")]
    Rules {
        /// The round, from 1.
        round: u32,
        /// The contradiction.
        why: String,
    },
    /// The turns that were found lead elsewhere.
    #[error("its last board is not the one its moves lead to")]
    End,
}

impl RecordedLog {
    /// The match behind the log. Its players are named by their numbers.
    ///
    /// # Errors
    /// The record that cannot be explained.
    pub fn retold(&self) -> Result<Replay<Generals>, ReconstructError> {
        let last = self.records().len().checked_sub(1).ok_or(ReconstructError::Empty)?;
        let map = start(self)?;
        let periods = periods(self)?;
        let (order, slots) = order(self.players(), &periods).ok_or(ReconstructError::Order)?;
        let mut retold =
            Reconstruction::new(GeneralsSettings { order, ..GeneralsSettings::original(map) }, self.players())?;
        for (number, (period, slots)) in periods.iter().zip(slots).enumerate() {
            retold.play(number as u32 * PERIOD, period, &slots)?;
        }
        if self.is_complete() {
            retold.end();
        }
        retold.is_at(&self.frame(last))?;
        Ok(retold.replay)
    }
}

/// The map before the first move. A player who was out before the first record had a capital that
/// is a city by then.
fn start(recording: &RecordedLog) -> Result<GeneralsMap, ReconstructError> {
    let frame = recording.frame(0);
    let mut tiles: Vec<_> = frame.cells.iter().map(tile).collect();
    let mut next = 0;
    for (index, &(_, land)) in frame.statistics.iter().enumerate() {
        let own = Some(Seat::new(index));
        let is_home = |&cell: &usize| match land {
            0 => frame.cells[cell] == RecordedCell { kind: CellKind::City, owner: None, army: 1 },
            _ => frame.cells[cell].kind == CellKind::Capital && frame.cells[cell].owner == own,
        };
        let home = (next..tiles.len()).find(is_home);
        let home = home.ok_or(ReconstructError::Capital(index + 1))?;
        tiles[home] = Tile::Capital;
        next = home + 1;
    }
    Ok(GeneralsMap::new(recording.columns(), tiles)?)
}

fn tile(cell: &RecordedCell) -> Tile {
    match cell.kind {
        CellKind::Empty => Tile::Empty,
        CellKind::City => Tile::City(cell.army),
        // `start` makes those capitals that belong to a player.
        CellKind::Capital => Tile::Empty,
        CellKind::Mountain => Tile::Mountain,
    }
}

/// The match as far as it has been reconstructed.
struct Reconstruction {
    game: Generals,
    replay: Replay<Generals>,
}

impl Reconstruction {
    fn new(settings: GeneralsSettings, players: usize) -> Result<Self, ReconstructError> {
        let game = Generals::start(&settings, players)?;
        let player = |number| PlayerInfo { name: format!("player {number}"), ..PlayerInfo::default() };
        let replay = Replay {
            settings,
            seed: 0,
            players: (1..=players).map(player).collect(),
            terms: MatchTerms::default(),
            turns: Vec::new(),
        };
        Ok(Self { game, replay })
    }

    /// Plays a period that begins after this many rounds.
    fn play(&mut self, rounds: u32, period: &LogPeriod, slots: &Slots) -> Result<(), ReconstructError> {
        let players = self.game.seats();
        for (guesses, &(slot, guess)) in period.records.iter().zip(slots) {
            let (seat, result) = guesses[guess].clone();
            let round = rounds + (slot / players) as u32;
            self.pass_until(|game| game.rounds() > round || (game.rounds() == round && game.mover() == seat))?;
            self.turn(seat, result)?;
        }
        if period.grown {
            self.pass_until(|game| game.rounds() >= rounds + PERIOD)?;
        }
        Ok(())
    }

    fn pass_until(&mut self, is_there: impl Fn(&Generals) -> bool) -> Result<(), ReconstructError> {
        while !is_there(&self.game) && self.game.outcome().is_none() {
            self.turn(self.game.mover(), TurnResult::Action(GeneralsAction::Pass))?;
        }
        Ok(())
    }

    fn turn(&mut self, seat: Seat, result: TurnResult<GeneralsAction>) -> Result<(), ReconstructError> {
        let turn = Turn { seat, result, words: None, used: Duration::ZERO };
        play_turn(&mut self.game, &turn, &mut Vec::new())
            .map_err(|why| ReconstructError::Rules { round: self.game.rounds() + 1, why: why.to_string() })?;
        self.replay.turns.push(turn);
        Ok(())
    }

    /// Ends a match without a winner after the current round.
    fn end(&mut self) {
        if self.game.outcome().is_some() {
            return;
        }
        let round = self.game.rounds();
        let first = self.game.order().iter().find(|&&seat| self.game.playing().contains(seat));
        let is_begun = first != Some(&self.game.mover());
        while is_begun
            && self.game.rounds() == round
            && self.turn(self.game.mover(), TurnResult::Action(GeneralsAction::Pass)).is_ok()
        {}
        self.replay.settings.rounds = self.game.rounds().max(1);
    }

    fn is_at(&self, frame: &RecordedBoard) -> Result<(), ReconstructError> {
        let board = self.game.board();
        let is_same = |(at, cell): (usize, &RecordedCell)| {
            (cell.owner, cell.army, cell.kind) == (board.owner(at), board.army_at(at), board.kind(at))
        };
        if frame.cells.iter().enumerate().all(is_same) { Ok(()) } else { Err(ReconstructError::End) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{GeneralsLogWriter, MapParams, generate, random_order};
    use super::clues::given_up;
    use super::*;

    /// A generator that is random enough for tests.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, count: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((self.0 >> 33) as usize) % count
        }
    }

    /// A match of players who mostly pass, then march wherever they can, and sometimes leave.
    fn played(seed: u64, players: usize) -> Replay<Generals> {
        let mut dice = Dice(seed);
        let map = generate(&MapParams { seed, cities: 5, ..MapParams::new(5, 6, players) }).expect("room for all");
        let order = if seed.is_multiple_of(2) { Vec::new() } else { random_order(players, seed) };
        let rounds = 60 + dice.below(300) as u32;
        let mut told =
            Reconstruction::new(GeneralsSettings { order, rounds, ..GeneralsSettings::original(map) }, players)
                .expect("it can start");
        while told.game.outcome().is_none() {
            let seat = told.game.mover();
            let marches = |action: &GeneralsAction| match action {
                GeneralsAction::March { from, .. } => {
                    let cell = (from.row as usize - 1) * told.game.board().columns() + from.column as usize - 1;
                    told.game.board().army_at(cell) > 1
                }
                GeneralsAction::Pass => false,
            };
            let legal: Vec<_> = told.game.legal(seat).filter(marches).collect();
            let result = match (dice.below(900), legal.len()) {
                (0, _) => given_up(seat).1,
                (_, count) if count > 0 && dice.below(4) > 0 => TurnResult::Action(legal[dice.below(count)]),
                _ => TurnResult::Action(GeneralsAction::Pass),
            };
            told.turn(seat, result).expect("it is legal");
        }
        told.replay
    }

    /// The match behind a log.
    fn read(text: &str) -> Result<Replay<Generals>, ReconstructError> {
        RecordedLog::read(text.as_bytes().to_vec()).expect("a log").retold()
    }

    fn log(replay: &Replay<Generals>) -> String {
        let mut text = Vec::new();
        let mut log =
            GeneralsLogWriter::start(&replay.settings, replay.players.len(), &mut text).expect("it can start");
        replay.turns.iter().for_each(|turn| log.turn(turn, &mut text).expect("it was possible before"));
        log.finish(&mut text);
        String::from_utf8(text).expect("digits")
    }

    #[test]
    fn a_match_is_found_again_in_its_log() {
        let (mut decided, mut forfeited) = (0, 0);
        for seed in 0..120 {
            let before = played(seed, 2 + seed as usize % 4);
            let text = log(&before);
            let after = read(&text).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
            assert_eq!(log(&after), text, "seed {seed}");
            assert_eq!(after.players.len(), before.players.len());
            let end = after.check().expect("every turn is possible");
            decided += usize::from(end.playing().len() < 2);
            forfeited += after.turns.iter().filter(|turn| matches!(turn.result, TurnResult::Fault(_))).count();
            assert!(end.outcome().is_some(), "seed {seed}");
        }
        assert!(decided > 10 && decided < 110 && forfeited > 10, "{decided} {forfeited}");
    }

    #[test]
    fn a_log_that_was_cut_off_is_a_match_that_was_broken_off() {
        let text = log(&played(4, 3));
        let cut: String = text.split_inclusive('\n').take(text.lines().count() / 2).collect();
        let found = read(&cut).expect("its start is whole");
        assert_eq!(found.outcome().expect("every turn is possible"), None);
    }

    #[test]
    fn what_is_no_log_says_why() {
        for (text, why) in [
            ("2 2 1 0\n0\n\n", "there is no board in it"),
            ("1 2 1 0\n1\n1 1\n1 1 0 0\n1 1 0 0\n0\n\n", "the capital of player 1 is not seen"),
            (
                "1 2 2 0\n1\n1 1\n1 1\n1 3 1 1\n1 3 2 1\n1\n1 1\n1 1\n1 3 1 1\n1 3 2 9\n0\n\n",
                "board 2 does not follow from the one before",
            ),
        ] {
            assert_eq!(
                read(text).map_err(|unexplained| unexplained.to_string()).err().as_deref(),
                Some(why),
                "{text:?}"
            );
        }
    }
}
