//! Implements [`RecordedMatch`] for every game. Makes one of a match, a replay file's JSON, a link
//! or a log, and checks that its replay follows the rules. Opens no files.

use std::io::{self, Write};
use std::time::Duration;

use botyard::bots;
use botyard_engine::any_action::AnyAction;
use botyard_engine::anymatch::{AnyMatch, GameMatch, OpenMatchError};
use botyard_engine::catalog::{self, Playable};
use botyard_engine::diagnosis::explain_sleep;
use botyard_engine::fault::{ExplainReason, Fault, FaultKind};
use botyard_engine::game::Outcome;
use botyard_engine::record::{MatchRecord, StepPositions};
use botyard_engine::replay::file::{self, DocumentHead, ReadMatch, ReplayDocument, StreamedDocument};
use botyard_engine::replay::link::{self, ExpectedTurns};
use botyard_engine::replay::{ForeignMatch, MatchTerms, PlayerInfo, Replay, Turn, TurnResult};
use botyard_engine::seat::Seat;
use botyard_engine::transcript::{Passage, Transcript};
use botyard_engine::verdict;
use botyard_picture::Theme;
use botyard_picture::standalone::{StandaloneMatch, ToldMatch, TurnWords};
use serde_json::Value;

use super::{TerminalGame, TerminalGameVisitor, visit};
use crate::cli::output::recorded_match::{RecordedMatch, TurnText};
use crate::cli::output::report;

/// The record of a match that this program plays.
///
/// # Errors
/// A clause, if the terminal does not support its game.
pub fn of_match(game: &dyn AnyMatch) -> Result<Box<dyn RecordedMatch>, String> {
    struct OfMatch<'a>(&'a dyn AnyMatch);
    impl TerminalGameVisitor for OfMatch<'_> {
        type Out = Result<Box<dyn RecordedMatch>, String>;
        fn visit<G: TerminalGame>(self) -> Self::Out {
            checked::<G>(typed::<G>(self.0)?.replay())
        }
    }
    visit(game.game(), OfMatch(game)).unwrap_or_else(|| Err(unknown_game(game.game())))
}

/// The match as a match of the game `G`.
///
/// # Errors
/// A clause, if it is a match of another game.
pub fn typed<G: Playable>(game: &dyn AnyMatch) -> Result<&GameMatch<G>, String> {
    game.as_any().downcast_ref().ok_or_else(|| format!("this is not a match of {}", G::NAME))
}

fn unknown_game(name: &str) -> String {
    format!("unknown game `{name}`")
}

/// Reads a replay file's JSON.
///
/// # Errors
/// Why it is not a replay, as a clause.
pub fn from_json(replay: Value) -> Result<Box<dyn RecordedMatch>, String> {
    struct FromJson(ReplayDocument);
    impl TerminalGameVisitor for FromJson {
        type Out = Result<Box<dyn RecordedMatch>, String>;
        fn visit<G: TerminalGame>(self) -> Self::Out {
            let replay = serde_json::from_value(self.0.replay).map_err(|why| file::describe_json_error(&why))?;
            let checked = CheckedReplay::<G>::new(replay, self.0.passages)?;
            Ok(Box::new(CheckedReplay { kept_words: self.0.kept_words, ..checked }))
        }
    }
    let document = file::open_whole(replay).map_err(|why| why.to_string())?;
    let game = document.game.clone();
    visit(&game, FromJson(document)).unwrap_or_else(|| Err(unknown_game(&game)))
}

/// Reads a document of a text, which begins like this: a replay file, or the output of `play --json`.
///
/// # Errors
/// Why it is not a replay, as a clause.
pub fn from_document(head: &DocumentHead, text: &str) -> Result<Box<dyn RecordedMatch>, String> {
    struct FromDocument<'a>(&'a DocumentHead, &'a str);
    impl TerminalGameVisitor for FromDocument<'_> {
        type Out = Result<Box<dyn RecordedMatch>, String>;
        fn visit<G: TerminalGame>(self) -> Self::Out {
            let ReadMatch { replay, passages, kept_words } = self.0.read_match::<G>(self.1)?;
            let checked = CheckedReplay::new(replay, passages)?;
            Ok(Box::new(CheckedReplay { kept_words, ..checked }))
        }
    }
    let game = head.game().map_err(|why| why.to_string())?;
    visit(game, FromDocument(head, text)).unwrap_or_else(|| Err(unknown_game(game)))
}

/// The match of a link.
pub struct LinkedMatch {
    /// The match.
    pub record: Box<dyn RecordedMatch>,
    /// What the link lacks, or what was left out to read it, as clauses for the user.
    pub remarks: Vec<String>,
}

/// The result of reading a link.
pub struct LinkFound {
    /// The match; before its first turn if the link names its bots instead of their turns.
    pub linked: LinkedMatch,
    /// The turns that its bots must play then.
    pub expected: Option<ExpectedTurns>,
}

/// Reads the payload of a link of this game.
///
/// # Errors
/// Why it is not a valid link, as a sentence.
pub fn from_link(game: &str, payload: &str) -> Result<LinkFound, String> {
    struct FromLink<'a>(&'a str);
    impl TerminalGameVisitor for FromLink<'_> {
        type Out = Result<LinkFound, String>;
        fn visit<G: TerminalGame>(self) -> Self::Out {
            let read = link::read::<G>(self.0).map_err(|why| why.to_string())?;
            let remarks = read.lacks_players.then(|| link::PLAYERS_MISSING.to_owned()).into_iter().collect();
            let linked = LinkedMatch { record: checked(read.replay)?, remarks };
            Ok(LinkFound { linked, expected: read.expected })
        }
    }
    visit(game, FromLink(payload)).unwrap_or_else(|| Err(unknown_game(game)))
}

/// The content of a log.
#[derive(Default)]
pub struct LoggedMatch {
    /// The matches, in the order in which they were played.
    pub matches: Vec<Box<dyn RecordedMatch>>,
    /// What the user should know about them, as clauses.
    pub remarks: Vec<String>,
}

/// Reads a stored game of a tournament: the payload of a link, or a replay file's JSON.
///
/// # Errors
/// Why it is neither, as a clause.
pub fn from_stored(game: &str, replay: &str) -> Result<Box<dyn RecordedMatch>, String> {
    match replay.starts_with('{') {
        true => from_json(serde_json::from_str(replay).map_err(|why| why.to_string())?),
        false => Ok(from_link(game, replay)?.linked.record),
    }
}

/// Reads every match of a log of this game.
///
/// # Errors
/// What is wrong, and where.
pub fn from_log(game: &str, text: &str) -> Result<LoggedMatch, String> {
    struct FromLog<'a>(&'a str);
    impl TerminalGameVisitor for FromLog<'_> {
        type Out = Result<LoggedMatch, String>;
        fn visit<G: TerminalGame>(self) -> Self::Out {
            let mut remarks = Vec::new();
            let format = G::LOG_FORMAT.ok_or_else(|| format!("{} has no logs", G::TITLE))?;
            let replays = (format.read)(self.0, &mut remarks)?;
            let matches = replays.into_iter().map(checked::<G>).collect::<Result<_, _>>()?;
            Ok(LoggedMatch { matches, remarks })
        }
    }
    visit(game, FromLog(text)).unwrap_or_else(|| Err(unknown_game(game)))
}

/// Reads a match that another server has recorded; `None` if no game knows the form of the text.
pub fn from_foreign_record(text: &str) -> Option<Result<LoggedMatch, String>> {
    struct FromForeign<'a>(&'a str);
    impl TerminalGameVisitor for FromForeign<'_> {
        type Out = Option<Result<LoggedMatch, String>>;
        fn visit<G: TerminalGame>(self) -> Self::Out {
            Some(G::read_foreign(self.0)?.map_err(|why| why.to_string()).and_then(|ForeignMatch { replay, remark }| {
                Ok(LoggedMatch { matches: vec![checked::<G>(replay)?], remarks: remark.into_iter().collect() })
            }))
        }
    }
    catalog::NAMES.iter().find_map(|game| visit(game, FromForeign(text))?)
}

/// Writes the file form of a replay, with the bots' input and output, and a newline.
///
/// # Errors
/// If `out` cannot be written to.
pub fn write_file<G: Playable>(
    replay: &Replay<G>,
    passages: &[Passage],
    kept_words: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    write_json(replay, passages, kept_words, out)?;
    out.write_all(b"\n")
}

fn write_json<G: Playable>(
    replay: &Replay<G>,
    passages: &[Passage],
    kept_words: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    Ok(serde_json::to_writer_pretty(out, &StreamedDocument { replay, passages, kept_words })?)
}

struct CheckedReplay<G: Playable> {
    record: MatchRecord<G>,
    /// The bots' input and output, if the replay was opened with it.
    passages: Vec<Passage>,
    /// How many bytes of each seat's input and output its file keeps.
    kept_words: usize,
}

fn checked<G: TerminalGame>(replay: Replay<G>) -> Result<Box<dyn RecordedMatch>, String> {
    Ok(Box::new(CheckedReplay::new(replay, Vec::new())?))
}

impl<G: TerminalGame> CheckedReplay<G> {
    fn new(replay: Replay<G>, passages: Vec<Passage>) -> Result<Self, String> {
        let record = MatchRecord::new(replay).map_err(|why| why.to_string())?;
        Ok(Self { record, passages, kept_words: Transcript::KEPT_PER_SEAT })
    }

    fn replay(&self) -> &Replay<G> {
        self.record.replay()
    }

    fn names(&self) -> Vec<String> {
        self.replay().players.iter().map(|player| player.name.clone()).collect()
    }

    /// Describes the end of the match in a sentence. `rule` is the rule that decided it, if a rule
    /// did; `describe` returns the text of a fault for the player of this name.
    fn describe_end(&self, rule: Option<&'static str>, describe: impl Fn(&Fault, &str) -> String) -> String {
        match self.record.newest().outcome() {
            Some(outcome) => verdict::sentence(&outcome, &self.names(), self.fault(), rule, describe),
            None => format!("Stopped after {}: no result.", report::counted(self.record.rounds().count(), "turn")),
        }
    }

    fn in_words(&self, seat: Seat, result: &TurnResult<G::Action>) -> Result<String, String> {
        match result {
            TurnResult::Action(action) => Ok(G::describe_action(action)),
            TurnResult::Fault(fault) => Err(report::describe_fault(self, seat, fault)),
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
        self.replay().seed
    }

    fn players(&self) -> &[PlayerInfo] {
        &self.replay().players
    }

    fn follow(&mut self, game: &dyn AnyMatch) -> Result<(), String> {
        let first = self.record.len();
        let turns = typed::<G>(game)?.turns().iter().skip(first).cloned();
        self.record.extend(first, turns).map_err(|why| why.to_string())
    }

    fn turn_count(&self) -> usize {
        self.record.len()
    }

    fn rounds(&self) -> StepPositions {
        self.record.rounds()
    }

    fn stops(&self) -> StepPositions {
        self.record.stops()
    }

    fn turns_from(&self, first: usize) -> Vec<TurnText> {
        let turns = self.replay().turns.iter().skip(first);
        turns
            .map(|turn| TurnText { seat: turn.seat, result: self.in_words(turn.seat, &turn.result), used: turn.used })
            .collect()
    }

    fn draw(&self, turns: usize) -> String {
        self.record.look_at(turns, G::draw_text)
    }

    fn picture(&self, turns: usize, theme: Theme) -> String {
        botyard_picture::draw_match(&self.record, turns, &self.verdict(), theme)
    }

    fn standalone(&self, first: usize, theme: Theme, drawn: &mut dyn FnMut(usize, usize)) -> StandaloneMatch {
        let in_words = |turn: &Turn<G::Action>| {
            let words = self.in_words(turn.seat, &turn.result);
            TurnWords { is_fault: words.is_err(), words: words.unwrap_or_else(|fault| fault) }
        };
        let told = ToldMatch {
            turns: self.replay().turns.iter().map(in_words).collect(),
            passages: &self.passages,
            verdict: self.record.outcome().map(|_| self.verdict()).unwrap_or_default(),
        };
        StandaloneMatch::new(&self.record, told, first, theme, drawn)
    }

    fn draw_for(&self, turns: usize, seat: Seat) -> String {
        self.record.look_at(turns, |position| position.draw_text_for(seat))
    }

    fn seat_symbol(&self, seat: Seat) -> String {
        G::seat_symbol(seat)
    }

    fn has_public_actions(&self) -> bool {
        G::ACTIONS_ARE_PUBLIC
    }

    fn outcome(&self) -> Option<Outcome> {
        self.record.newest().outcome()
    }

    fn verdict(&self) -> String {
        self.describe_end(self.record.newest().explain_win(), |fault, name| {
            self.explain_sleep(fault).as_ref().unwrap_or(fault).sentence(name, G::explain_reason)
        })
    }

    fn explain_sleep(&self, fault: &Fault) -> Option<Fault> {
        let is_it = |turn: &&Turn<G::Action>| matches!(&turn.result, TurnResult::Fault(known) if (known.kind, &known.received) == (fault.kind, &fault.received));
        let turn = self.replay().turns.iter().find(is_it)?;
        let limit = self.replay().terms.turn_of(turn.seat).unwrap_or(G::limits(&self.replay().settings).turn);
        explain_sleep(fault, turn.used, limit)
    }

    fn frozen_verdict(&self) -> String {
        self.describe_end(self.record.newest().decided_by(), Fault::frozen_sentence)
    }

    fn is_decided_by_fault(&self) -> bool {
        let outcome = self.record.newest().outcome();
        outcome.is_some_and(|outcome| {
            verdict::deciding(&outcome, self.fault(), self.record.newest().decided_by()).is_some()
        })
    }

    fn faults(&self) -> Vec<(Seat, &Fault)> {
        self.record.faults().collect()
    }

    fn explain_reason(&self) -> ExplainReason {
        G::explain_reason
    }

    fn passages(&self) -> &[Passage] {
        &self.passages
    }

    fn fault(&self) -> Option<(Seat, &Fault)> {
        self.record.faults().next_back()
    }

    fn failed_to_start(&self) -> bool {
        self.record.faults().any(|(_, fault)| fault.kind == FaultKind::NotStarted)
    }

    fn explain_to_person(&self, seat: Seat) -> Option<String> {
        (G::PERSON_INPUT?.explain)(self.record.newest(), seat)
    }

    fn question(&self, seat: Seat) -> &'static str {
        G::PERSON_INPUT.map_or("", |input| (input.question)(self.record.newest(), seat))
    }

    fn is_complete_answer(&self, lines: &str) -> bool {
        G::PERSON_INPUT.is_none_or(|input| (input.is_complete)(self.record.newest(), lines))
    }

    fn parse_typed_action(&self, seat: Seat, words: &str) -> Result<AnyAction, String> {
        let input = G::PERSON_INPUT.ok_or_else(|| OpenMatchError::Person(G::TITLE).to_string())?;
        (input.parse)(self.record.newest(), seat, words).map(AnyAction::typed)
    }

    fn log(&self, limit: Option<Duration>) -> Option<String> {
        G::write_log(self.replay(), limit)
    }

    fn log_verbatim(&self, game: &dyn AnyMatch, limit: Option<Duration>) -> Option<Vec<u8>> {
        match (typed::<G>(game), G::LOG_FORMAT.and_then(|format| format.write_verbatim)) {
            (Ok(game), Some(write)) => write(self.replay(), limit, &|turn| game.raw_words(turn)),
            _ => self.log(limit).map(String::into_bytes),
        }
    }

    fn settings(&self) -> Value {
        serde_json::to_value(&self.replay().settings).expect("settings have text keys only")
    }

    fn terms(&self) -> MatchTerms {
        self.replay().terms.clone()
    }

    fn untyped_turns(&self) -> Vec<Turn<Value>> {
        self.replay().turns.iter().map(Turn::untyped).collect()
    }

    fn action(&self, turn: usize) -> Option<Value> {
        match self.replay().turns.get(turn)?.untyped().result {
            TurnResult::Action(action) => Some(action),
            TurnResult::Fault(_) => None,
        }
    }

    fn kept_words(&self) -> usize {
        self.kept_words
    }

    fn json_under(&self, terms: MatchTerms) -> Value {
        let replay = Replay { terms, ..self.replay().clone() };
        let replay = serde_json::to_value(replay).expect("what replays are made of has text keys only");
        file::with_longer_transcript(replay, &self.passages, self.kept_words)
    }

    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        write_json(self.replay(), &self.passages, self.kept_words, out)
    }

    fn write_file(&self, passages: &[Passage], kept_words: usize, out: &mut dyn Write) -> io::Result<()> {
        write_file(self.replay(), passages, kept_words, out)
    }

    fn link(&self) -> Option<String> {
        link::write(self.replay()).ok()
    }

    fn link_by_bots(&self) -> Option<String> {
        let are_bundled = self.replay().players.iter().all(|player| bots::of_player(player, G::NAME).is_some());
        let is_over = self.record.outcome().is_some();
        (are_bundled && is_over).then(|| link::write_by_bots(self.replay())).flatten()
    }
}
