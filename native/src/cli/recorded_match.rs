//! A match that was played, of any game: what can be shown of it and the forms it can be written in. Knows no files.

use std::time::Duration;

use botyard_engine::catalog;
use botyard_engine::fault::{Fault, FaultKind};
use botyard_engine::game::{Game, Outcome};
use botyard_engine::replay::file::{self, ReplayDocument};
use botyard_engine::replay::{PlayerInfo, Replay, ReplayError, Turn, TurnResult, link, play_turn};
use botyard_engine::seat::Seat;
use botyard_engine::transcript::Passage;
use botyard_engine::verdict;
use serde_json::Value;

use super::terminal_game::{self, BoardSequence, TerminalGame, Visitor};

/// A replay whose turns follow from its start.
pub trait RecordedMatch {
    /// The game's name in the catalogue.
    fn game(&self) -> &'static str;
    /// The name of the game that people read.
    fn title(&self) -> &'static str;
    /// What modules drew their randomness from.
    fn seed(&self) -> u64;
    /// The players, in the order of seats.
    fn players(&self) -> &[PlayerInfo];
    /// Takes in the turns that have followed.
    ///
    /// # Errors
    /// A clause that says why they do not follow.
    fn extend(&mut self, turns: Vec<Turn<Value>>) -> Result<(), String>;
    /// How many turns there are: one for each action.
    fn turn_count(&self) -> usize;
    /// After how many of them each turn was over that people count, in order: where all act at once, it is one of all of them.
    fn rounds(&self) -> &[usize];
    /// The turns from this one (counted from 0) on in words, in order.
    fn turns_from(&self, first: usize) -> Vec<TurnText>;
    /// The position after so many turns; after the last if there are not so many.
    fn draw(&self, turns: usize) -> String;
    /// The same as far as the person in this seat may see it.
    fn draw_for(&self, turns: usize, seat: Seat) -> String;
    /// How a seat looks on the drawing.
    fn mark(&self, seat: Seat) -> String;
    /// Whether players hear what the others play.
    fn is_overheard(&self) -> bool;
    /// How it ended, if it did.
    fn outcome(&self) -> Option<Outcome>;
    /// How it ended, in a sentence.
    fn verdict(&self) -> String;
    /// Every fault, in order.
    fn faults(&self) -> Vec<(Seat, &Fault)>;
    /// What the bots read and said, if it was opened with that.
    fn passages(&self) -> &[Passage];
    /// The last fault, if there was one.
    fn fault(&self) -> Option<(Seat, &Fault)>;
    /// Whether a bot did not start.
    fn failed_to_start(&self) -> bool;
    /// What the person in this seat is asked for.
    fn question(&self, seat: Seat) -> &'static str;
    /// Whether these lines are a whole answer to that.
    fn is_whole(&self, lines: &str) -> bool;
    /// Reads what the person in this seat typed after the last turn into the file form of an action.
    fn understand(&self, seat: Seat, words: &str) -> Result<Value, String>;
    /// The original's log; `limit` is what a bot had for each answer, where that was not the game's own.
    fn log(&self, limit: Option<Duration>) -> Option<String>;
    /// The file form.
    fn json(&self) -> Value;
    /// The payload of a link; `None` if the match is too long for one.
    fn link(&self) -> Option<String>;

    /// What stands behind the `#` of the page's address; `None` if the match is too long for a link.
    fn address(&self) -> Option<String> {
        Some(format!("#/{}/r/{}", self.game(), self.link()?))
    }
}

/// One turn in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnText {
    /// Whose it was.
    pub seat: Seat,
    /// What was played, in words that all may hear, or what went wrong.
    pub result: Result<String, String>,
    /// How long it took.
    pub used: Duration,
}

/// Takes up a replay in file form.
///
/// # Errors
/// Why it is none, as a clause.
pub fn from_json(replay: Value) -> Result<Box<dyn RecordedMatch>, String> {
    struct FromJson(ReplayDocument);
    impl Visitor for FromJson {
        type Out = Result<Box<dyn RecordedMatch>, String>;
        fn visit<G: TerminalGame>(self) -> Self::Out {
            let replay = serde_json::from_value(self.0.replay).map_err(|why| file::describe_json_error(&why))?;
            Ok(Box::new(CheckedReplay { passages: self.0.passages, ..CheckedReplay::<G>::new(replay)? }))
        }
    }
    let document = file::open(replay).map_err(|why| why.to_string())?;
    let game = document.game.clone();
    terminal_game::visit(&game, FromJson(document)).unwrap_or_else(|| Err(format!("there is no game called `{game}`")))
}

/// Takes up the payload of a link of this game.
///
/// # Errors
/// Why it is none, as a sentence.
pub fn from_link(game: &str, payload: &str) -> Result<Box<dyn RecordedMatch>, String> {
    struct FromLink<'a>(&'a str);
    impl Visitor for FromLink<'_> {
        type Out = Result<Box<dyn RecordedMatch>, String>;
        fn visit<G: TerminalGame>(self) -> Self::Out {
            checked::<G>(link::read(self.0).map_err(|why| why.to_string())?)
        }
    }
    terminal_game::visit(game, FromLink(payload)).unwrap_or_else(|| Err(format!("there is no game called `{game}`")))
}

/// What a log holds.
#[derive(Default)]
pub struct LoggedMatch {
    /// The matches, in the order in which they were played.
    pub matches: Vec<Box<dyn RecordedMatch>>,
    /// What a person should know of them: clauses.
    pub remarks: Vec<String>,
}

/// Takes up every match of a log of this game.
///
/// # Errors
/// What is wrong, and where.
pub fn from_log(game: &str, text: &str) -> Result<LoggedMatch, String> {
    struct FromLog<'a>(&'a str);
    impl Visitor for FromLog<'_> {
        type Out = Result<LoggedMatch, String>;
        fn visit<G: TerminalGame>(self) -> Self::Out {
            let mut remarks = Vec::new();
            let matches = G::read_log(self.0, &mut remarks)?.into_iter().map(checked::<G>).collect::<Result<_, _>>()?;
            Ok(LoggedMatch { matches, remarks })
        }
    }
    terminal_game::visit(game, FromLog(text)).unwrap_or_else(|| Err(format!("there is no game called `{game}`")))
}

/// A turn of a match that was known by its game's name only.
///
/// # Errors
/// Why it is none of this game, as a clause.
pub fn typed<G: Game>(turn: Turn<Value>) -> Result<Turn<G::Action>, String> {
    let result = match turn.result {
        TurnResult::Action(action) => {
            TurnResult::Action(serde_json::from_value(action).map_err(|why| why.to_string())?)
        }
        TurnResult::Fault(fault) => TurnResult::Fault(fault),
    };
    Ok(Turn { seat: turn.seat, result, words: turn.words, used: turn.used })
}

/// Takes up a log that has positions and no actions, of whichever game; `None` if it is of none.
pub fn pictures(text: &str) -> Option<Result<Box<dyn BoardSequence>, String>> {
    struct Read<'a>(&'a str);
    impl Visitor for Read<'_> {
        type Out = Option<Result<Box<dyn BoardSequence>, String>>;
        fn visit<G: TerminalGame>(self) -> Self::Out {
            G::read_pictures(self.0)
        }
    }
    catalog::NAMES.iter().find_map(|name| terminal_game::visit(name, Read(text))?)
}

/// The same turn where nobody has to know the game.
pub fn untyped<G: Game>(turn: &Turn<G::Action>) -> Turn<Value> {
    let result = match &turn.result {
        TurnResult::Action(action) => {
            TurnResult::Action(serde_json::to_value(action).expect("actions have text keys only"))
        }
        TurnResult::Fault(fault) => TurnResult::Fault(fault.clone()),
    };
    Turn { seat: turn.seat, result, words: turn.words.clone(), used: turn.used }
}

struct CheckedReplay<G: Game> {
    replay: Replay<G>,
    last: G,
    rounds: Vec<usize>,
    /// What the bots read and said, if it was opened with that.
    passages: Vec<Passage>,
}

fn checked<G: TerminalGame>(replay: Replay<G>) -> Result<Box<dyn RecordedMatch>, String> {
    Ok(Box::new(CheckedReplay::new(replay)?))
}

impl<G: TerminalGame> CheckedReplay<G> {
    fn new(mut replay: Replay<G>) -> Result<Self, String> {
        let last = replay.start().map_err(|why| ReplayError { turn: 0, why: why.to_string() }.to_string())?;
        let turns = std::mem::take(&mut replay.turns);
        let mut checked = Self { replay, last, rounds: Vec::new(), passages: Vec::new() };
        for (at, turn) in turns.into_iter().enumerate() {
            checked.push(turn).map_err(|why| ReplayError { turn: at + 1, why }.to_string())?;
        }
        Ok(checked)
    }

    fn push(&mut self, turn: Turn<G::Action>) -> Result<(), String> {
        play_turn(&mut self.last, &turn, &mut Vec::new())?;
        self.replay.turns.push(turn);
        let is_over = |game: &G| game.to_act() == game.playing() || game.outcome().is_some();
        if !G::AT_ONCE || is_over(&self.last) {
            self.rounds.push(self.replay.turns.len());
        }
        Ok(())
    }

    fn names(&self) -> Vec<String> {
        self.replay.players.iter().map(|player| player.name.clone()).collect()
    }

    fn after(&self, turns: usize) -> G {
        if turns >= self.replay.turns.len() {
            return self.last.clone();
        }
        let mut game = self.replay.start().expect("it has been played through");
        let mut events = Vec::new();
        for turn in self.replay.turns.iter().take(turns) {
            play_turn(&mut game, turn, &mut events).expect("it has been played through");
        }
        game
    }

    fn in_words(&self, seat: Seat, result: &TurnResult<G::Action>) -> Result<String, String> {
        match result {
            TurnResult::Action(action) => Ok(G::describe_action(action)),
            TurnResult::Fault(fault) => Err(fault.sentence(&super::report::name(&self.replay.players, seat))),
        }
    }
}

impl<G: TerminalGame> RecordedMatch for CheckedReplay<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn seed(&self) -> u64 {
        self.replay.seed
    }

    fn players(&self) -> &[PlayerInfo] {
        &self.replay.players
    }

    fn extend(&mut self, turns: Vec<Turn<Value>>) -> Result<(), String> {
        for turn in turns {
            self.push(typed::<G>(turn)?)?;
        }
        Ok(())
    }

    fn turn_count(&self) -> usize {
        self.replay.turns.len()
    }

    fn rounds(&self) -> &[usize] {
        &self.rounds
    }

    fn turns_from(&self, first: usize) -> Vec<TurnText> {
        let turns = self.replay.turns.iter().skip(first);
        turns
            .map(|turn| TurnText { seat: turn.seat, result: self.in_words(turn.seat, &turn.result), used: turn.used })
            .collect()
    }

    fn draw(&self, turns: usize) -> String {
        self.after(turns).draw()
    }

    fn draw_for(&self, turns: usize, seat: Seat) -> String {
        self.after(turns).draw_for(seat)
    }

    fn mark(&self, seat: Seat) -> String {
        G::mark(seat)
    }

    fn is_overheard(&self) -> bool {
        G::OVERHEARD
    }

    fn outcome(&self) -> Option<Outcome> {
        self.last.outcome()
    }

    fn verdict(&self) -> String {
        match self.last.outcome() {
            Some(outcome) => verdict::sentence(&outcome, &self.names(), self.fault(), self.last.decided_by()),
            None => format!("Broken off after {}: no result.", super::report::counted(self.rounds.len(), "turn")),
        }
    }

    fn faults(&self) -> Vec<(Seat, &Fault)> {
        let faulty = self.replay.turns.iter().filter_map(|turn| match &turn.result {
            TurnResult::Fault(fault) => Some((turn.seat, fault)),
            TurnResult::Action(_) => None,
        });
        faulty.collect()
    }

    fn passages(&self) -> &[Passage] {
        &self.passages
    }

    fn fault(&self) -> Option<(Seat, &Fault)> {
        self.replay.turns.iter().rev().find_map(|turn| match &turn.result {
            TurnResult::Fault(fault) => Some((turn.seat, fault)),
            TurnResult::Action(_) => None,
        })
    }

    fn failed_to_start(&self) -> bool {
        let missing = |result: &TurnResult<G::Action>| matches!(result, TurnResult::Fault(fault) if fault.kind == FaultKind::NotStarted);
        self.replay.turns.iter().any(|turn| missing(&turn.result))
    }

    fn question(&self, seat: Seat) -> &'static str {
        self.last.question(seat)
    }

    fn is_whole(&self, lines: &str) -> bool {
        self.last.is_whole(lines)
    }

    fn understand(&self, seat: Seat, words: &str) -> Result<Value, String> {
        let action = self.last.understand(seat, words)?;
        serde_json::to_value(action).map_err(|why| why.to_string())
    }

    fn log(&self, limit: Option<Duration>) -> Option<String> {
        G::log(&self.replay, limit)
    }

    fn json(&self) -> Value {
        let replay = serde_json::to_value(&self.replay).expect("what replays are made of has text keys only");
        file::with_transcript(replay, &self.passages)
    }

    fn link(&self) -> Option<String> {
        link::write(&self.replay).ok()
    }
}
