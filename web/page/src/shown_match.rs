//! The match that is shown: its record, its bots' input and output, and the seats it waits for.
//! Knows no worker and no time.

use std::rc::Rc;

use botyard_engine::annotation::MatchAnnotations;
use botyard_engine::diagnosis::{BotLanguage, CrashReport, explain_crash, explain_silence, explain_sleep, is_silence};
use botyard_engine::fault::Fault;
use botyard_engine::replay::{PlayerKind, Turn};
use botyard_engine::seat::{Seat, Seats};
use botyard_engine::transcript::{Passage, Stream, printed};
use botyard_engine::verdict;
use botyard_sandbox::script::ScriptLanguage;
use botyard_web_games::{AnyRecord, GameUi};
use botyard_web_protocol::{BotFile, MatchProgress, file_of_build};
use serde_json::Value;

use crate::excerpt::quoted;

/// How far a match is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShownPhase {
    /// It has not begun.
    Waiting,
    /// The worker plays it.
    Playing,
    /// It was played here and is over.
    Over,
    /// It was played elsewhere and opened here.
    Opened,
}

/// An earlier state of a match, from which it can be continued.
pub struct ResumePoint {
    /// The record up to then.
    pub record: Box<dyn AnyRecord>,
    /// The actions of persons up to then: see [`botyard_web_protocol::Play::script`].
    pub script: Vec<(Seat, Value)>,
    /// See [`ShownMatch::recorded`].
    pub recorded: Vec<Turn<Value>>,
}

/// The match that is shown.
pub struct ShownMatch {
    /// Which match of the worker's it is.
    pub id: u32,
    /// The record so far.
    pub record: Box<dyn AnyRecord>,
    /// The bots' input and output.
    pub passages: Vec<Rc<Passage>>,
    /// What the bots have drawn and reported, of `passages`.
    pub annotations: MatchAnnotations,
    /// The files that the bots have left in their folders.
    pub left: Rc<[BotFile]>,
    /// The turns of an opened match that it goes on from, which its bots may not repeat; empty if it
    /// goes on from none.
    pub recorded: Vec<Turn<Value>>,
    /// Whom it waits for.
    pub awaited: Seats,
    /// How far it is.
    pub phase: ShownPhase,
    /// Its link's payload, once it does not change any more and has been made.
    pub payload: Option<String>,
    /// Whether it is too long for a link.
    pub is_unlinkable: bool,
    /// Whether its link names its bots, which play it again where it is opened.
    pub is_link_by_bots: bool,
    /// Whether the page has ended it, because a draft plays next and no person plays in it.
    pub ended_for_draft: bool,
}

impl ShownMatch {
    /// A match before its first turn.
    pub fn new(id: u32, record: Box<dyn AnyRecord>, phase: ShownPhase) -> Self {
        let (passages, left, awaited) = (Vec::new(), Rc::default(), Seats::NONE);
        let (payload, is_unlinkable, is_link_by_bots, ended_for_draft) = Default::default();
        let mut shown_match = Self {
            id,
            record,
            passages,
            annotations: MatchAnnotations::default(),
            left,
            recorded: Vec::new(),
            awaited,
            phase,
            payload,
            is_unlinkable,
            is_link_by_bots,
            ended_for_draft,
        };
        shown_match.make_link_once();
        shown_match
    }

    /// Adds the worker's progress.
    ///
    /// # Errors
    /// A clause that says why its turns do not follow.
    pub fn add_progress(&mut self, progress: MatchProgress) -> Result<(), String> {
        self.record.extend(progress.first, progress.turns)?;
        self.add_passages(progress.passages);
        self.awaited = progress.awaited.into_iter().collect();
        if progress.done {
            self.phase = ShownPhase::Over;
            self.make_link_once();
        }
        Ok(())
    }

    /// Adds the bots' new input and output. The pieces of a line that a bot has printed piece by
    /// piece are one passage.
    pub fn add_passages(&mut self, passages: Vec<Passage>) {
        for passage in passages {
            // The code that reads them is fetched with the first one.
            if passage.stream == Stream::Stderr {
                self.annotations.add(&passage);
            }
            let turn = passage.turn;
            let recent = self.passages.iter_mut().rev().take_while(|last| last.turn == turn);
            match recent.filter(|last| last.seat == passage.seat).take(1).find(|last| goes_on(last, &passage)) {
                Some(last) => Rc::make_mut(last).text.push_str(&passage.text),
                None => self.passages.push(Rc::new(passage)),
            }
        }
    }

    /// The bots' input and output in the order of turns and, within a turn, of seats. Which of several
    /// bots works first depends on the browser; its own passages have the same order everywhere.
    pub fn ordered_passages(&self) -> Vec<&Passage> {
        let mut passages: Vec<_> = self.passages.iter().map(|passage| &**passage).collect();
        passages.sort_by_key(|passage| (passage.turn, passage.seat.index()));
        passages
    }

    /// No turns will follow, although the match is not over.
    pub fn break_off(&mut self) {
        if self.phase == ShownPhase::Playing {
            self.phase = ShownPhase::Over;
            self.awaited = Seats::NONE;
            self.make_link_once();
        }
    }

    fn make_link_once(&mut self) {
        if !self.record.is_slow_to_link() {
            self.link();
        }
    }

    /// Makes the link if no turns will follow and it has not been made.
    pub fn link(&mut self) {
        if self.is_over() && !self.record.is_empty() && self.payload.is_none() && !self.is_unlinkable {
            self.payload = self.record.link();
            self.is_unlinkable = self.payload.is_none();
        }
    }

    /// Has a match whose link has named its bots have one of its turns, if they are here and need
    /// at most `most` characters: such a link stays readable when the bots change.
    pub fn link_by_turns(&mut self, most: usize) {
        if self.is_link_by_bots && !self.record.is_empty() {
            let payload = self.record.link().filter(|payload| payload.len() <= most);
            if let Some(payload) = payload {
                (self.payload, self.is_link_by_bots) = (Some(payload), false);
            }
        }
    }

    /// Whether its link of turns needs more than `most` characters, or would.
    pub fn has_long_link(&self, most: usize) -> bool {
        let is_long = self.payload.as_ref().is_none_or(|payload| payload.len() > most);
        self.is_over() && is_long && !self.is_link_by_bots && !self.record.is_empty()
    }

    /// Has the link name the bots, whom everybody has, where it would need more than `most`
    /// characters otherwise.
    pub fn link_by_bots(&mut self, most: usize) {
        let payload = self.has_long_link(most).then(|| self.record.link_by_bots()).flatten();
        if let Some(payload) = payload.filter(|payload| payload.len() <= most) {
            (self.payload, self.is_unlinkable, self.is_link_by_bots) = (Some(payload), false, true);
        }
    }

    /// Whether no turn will follow.
    pub fn is_over(&self) -> bool {
        matches!(self.phase, ShownPhase::Over | ShownPhase::Opened)
    }

    /// Whether a person at this page plays or played.
    pub fn persons(&self) -> Seats {
        let players = self.record.players().iter().enumerate();
        let here = self.phase != ShownPhase::Opened;
        players
            .filter(|(_, player)| here && player.kind == PlayerKind::Person)
            .map(|(seat, _)| Seat::new(seat))
            .collect()
    }

    /// The person the match waits for.
    pub fn awaited_person(&self) -> Option<Seat> {
        let persons = self.persons();
        let is_playing = self.phase == ShownPhase::Playing;
        self.awaited.iter().find(|&seat| is_playing && persons.contains(seat))
    }

    /// The match before the last action of a person, and the actions of persons up to then.
    pub fn before_last_action(&self) -> Option<ResumePoint> {
        let mut actions = self.record.actions_of(self.persons());
        let (at, ..) = actions.pop()?;
        Some(self.earlier(at, actions))
    }

    /// The match as it is, and the actions of persons in it.
    pub fn so_far(&self) -> ResumePoint {
        self.earlier(self.record.len(), self.record.actions_of(self.persons()))
    }

    fn earlier(&self, turns: usize, actions: Vec<(usize, Seat, Value)>) -> ResumePoint {
        let script = actions.into_iter().map(|(_, seat, action)| (seat, action)).collect();
        ResumePoint { record: self.record.up_to(turns), script, recorded: Vec::new() }
    }

    /// The players' names; where two have the same name, their sides are added.
    pub fn names(&self, game_ui: &dyn GameUi) -> Vec<String> {
        let players = self.record.players();
        let is_shared = |name: &str| players.iter().filter(|player| player.name == name).count() > 1;
        let named = players.iter().enumerate().map(|(index, player)| match is_shared(&player.name) {
            true => format!("{} ({})", quoted(&player.name), game_ui.seat_style(Seat::new(index)).name),
            false => quoted(&player.name),
        });
        named.collect()
    }

    /// The result of the match, in a sentence; `None` while it goes on.
    pub fn verdict(&self, game_ui: &dyn GameUi) -> Option<String> {
        let (fault, rule) = (self.record.last_fault(), self.record.decided_by());
        let explain = |(seat, fault)| {
            let crash = || self.explain_crash(seat, fault);
            let silence = || self.explain_silence(seat, fault, game_ui);
            self.explain_sleep(seat, fault).or_else(crash).or_else(silence)
        };
        let explained = fault.and_then(explain);
        let fault = fault.map(|(seat, fault)| (seat, explained.as_ref().unwrap_or(fault)));
        let Some(outcome) = self.record.outcome() else { return self.broken_off() };
        // All that a script prints is flushed.
        let describe_fault = match fault {
            Some((seat, _)) if self.is_script(seat) => Fault::sentence_without_hint,
            _ => Fault::sentence,
        };
        let describe = |fault: &Fault, name: &str| describe_fault(fault, name, self.record.explain_reason());
        let mut names = self.names(game_ui);
        let persons = self.persons();
        // The page calls the only person here "you".
        let Some(you) = persons.lowest().filter(|_| persons.len() == 1) else {
            return Some(verdict::sentence(&outcome, &names, fault, rule, describe));
        };
        if outcome.winner() != Some(you) {
            names[you.index()] = "You".to_owned();
            return Some(verdict::sentence(&outcome, &names, fault, rule, describe));
        }
        Some(match (verdict::deciding(&outcome, fault, rule), rule) {
            (Some((seat, fault)), _) => format!("{}: you win.", describe(fault, &names[seat.index()])),
            (None, Some(rule)) => format!("You win: {rule}."),
            (None, None) => "You win.".to_owned(),
        })
    }

    /// The last fault of a bot that crashed, with the reason from its stderr.
    fn explain_crash(&self, seat: Seat, fault: &Fault) -> Option<Fault> {
        explain_crash(fault, &self.crash_report(seat)?)
    }

    /// What the bot's stderr reports in the turn of its last fault.
    pub fn crash_report(&self, seat: Seat) -> Option<CrashReport> {
        let report = CrashReport::find(&self.last_words_of(seat))?;
        Some(match renamed_script(&self.record.players()[seat.index()].name) {
            Some((file, language)) => report.renaming(language.main_file(), file),
            None => report,
        })
    }

    /// The last fault of a bot that slept until its time was over, with that as the reason.
    pub fn explain_sleep(&self, seat: Seat, fault: &Fault) -> Option<Fault> {
        let lines = self.record.lines();
        let line = lines.iter().rfind(|line| line.fault && line.seat == seat)?;
        explain_sleep(fault, line.used, self.record.limits(seat).turn)
    }

    /// The last fault of a script that has printed too little, with the line that it lacks.
    fn explain_silence(&self, seat: Seat, fault: &Fault, game_ui: &dyn GameUi) -> Option<Fault> {
        let at = self.record.lines().iter().rposition(|line| line.fault && line.seat == seat)?;
        let is_silent = self.is_script(seat) && is_silence(fault) && fault.received.is_empty();
        let lacking = game_ui.lacking_line(seat, &self.printed_before(seat, at).filter(|_| is_silent)?)?;
        Some(explain_silence(fault, lacking))
    }

    /// All that a bot has printed, if that is known and this turn of its own is its first.
    pub fn printed_before(&self, seat: Seat, turn: usize) -> Option<String> {
        // A link does not contain the bots' words.
        let is_known = self.phase != ShownPhase::Opened || !self.passages.is_empty();
        let is_first = self.record.lines()[..turn].iter().all(|line| line.seat != seat);
        (is_known && is_first).then(|| printed(self.passages.iter().map(|passage| &**passage), seat))
    }

    /// Whether the player of a seat is known to be a script.
    pub fn is_script(&self, seat: Seat) -> bool {
        BotLanguage::is_script(&self.record.players()[seat.index()])
    }

    /// Describes the turn of this index, in a sentence without its full stop, if its bot crashed
    /// then and its stderr has the reason. Only for the last fault that is known.
    pub fn crash_words(&self, turn: usize) -> Option<String> {
        let lines = self.record.lines();
        if !lines[turn].fault || lines[turn + 1..].iter().any(|line| line.fault) {
            return None;
        }
        let (seat, fault) = self.record.last_fault()?;
        Some(
            self.explain_crash(seat, fault)?
                .sentence(&self.record.players()[seat.index()].name, self.record.explain_reason()),
        )
    }

    /// The bot's stderr in the turn of its last fault.
    pub fn last_words_of(&self, seat: Seat) -> String {
        let lines = self.record.lines();
        let at = lines.iter().rposition(|line| line.fault && line.seat == seat).unwrap_or_default();
        let from = lines[..at].iter().rposition(|line| line.seat == seat).map_or(0, |before| before + 1);
        let own = self.passages.iter().filter(|passage| passage.seat == seat && (from..=at).contains(&passage.turn));
        own.filter(|passage| passage.stream == Stream::Stderr).map(|passage| passage.text.as_str()).collect()
    }

    /// The fault that decided the match.
    pub fn deciding_fault(&self) -> Option<(Seat, &Fault)> {
        verdict::deciding(&self.record.outcome()?, self.record.last_fault(), self.record.decided_by())
    }

    /// The bot whose fault decided the match.
    pub fn losing_bot(&self) -> Option<Seat> {
        let (seat, _) = self.deciding_fault()?;
        (self.record.players()[seat.index()].kind != PlayerKind::Person).then_some(seat)
    }

    fn broken_off(&self) -> Option<String> {
        let told = match (self.record.stops().count(), self.phase) {
            (0, ShownPhase::Opened) => "Not started yet: press Play.".to_owned(),
            (0, _) if self.ended_for_draft => "Not started yet: press Run.".to_owned(),
            (0, _) => "Stopped before the first turn.".to_owned(),
            (1, _) => "Stopped after 1 turn.".to_owned(),
            (turns, _) => format!("Stopped after {turns} turns."),
        };
        self.is_over().then_some(told)
    }
}

/// Whether a passage continues the line that its bot's last passage began in the same turn.
fn goes_on(last: &Passage, passage: &Passage) -> bool {
    last.stream == passage.stream && passage.stream != Stream::Stdin && !last.text.ends_with('\n')
}

/// The file of a player that is a script, and its language, if its interpreter calls it by another
/// name: to that, the first file of a script always has the same name.
pub fn renamed_script(player: &str) -> Option<(&str, ScriptLanguage)> {
    let file = file_of_build(player);
    Some((file, ScriptLanguage::of_file(file)?)).filter(|(file, language)| *file != language.main_file())
}

#[cfg(test)]
mod tests {
    use botyard_engine::anymatch::MatchSpec;
    use botyard_engine::replay::PlayerInfo;

    use super::*;

    /// Regression: a match that was saved in two browsers had different files, because they had run
    /// its bots in different orders.
    #[test]
    fn files_do_not_depend_on_which_bot_worked_first() {
        let passage = |seat: usize, turn: usize, text: &str| Passage {
            seat: Seat::new(seat),
            turn,
            stream: Stream::Stdout,
            text: text.to_owned(),
        };
        let game_ui = botyard_web_games::game_uis()[0];
        let spec = MatchSpec {
            game: game_ui.name().to_owned(),
            settings: Value::Null,
            seed: 1,
            players: vec![PlayerInfo::default(); 2],
            terms: Default::default(),
        };
        let [p, one, question, four] =
            [passage(0, 0, "p\n"), passage(0, 0, "1\n"), passage(1, 0, "?\n"), passage(1, 1, "4\n")];
        let orders = [[&p, &one, &question, &four], [&question, &p, &four, &one], [&p, &question, &one, &four]];
        for order in orders {
            let record = game_ui.open(&spec).expect("a match");
            let mut shown_match = ShownMatch::new(1, record, ShownPhase::Playing);
            order.into_iter().for_each(|passage| shown_match.add_passages(vec![passage.clone()]));
            assert_eq!(shown_match.ordered_passages(), [&p, &one, &question, &four]);
        }
    }

    #[test]
    fn a_script_has_the_name_of_its_file() {
        let players = ["f.js", "f.py, build 2", "bot.js, build 2", "bot.py", "pioneer", "f.wasm"];
        let files = players.map(|player| renamed_script(player).map(|(file, _)| file));
        assert_eq!(files, [Some("f.js"), Some("f.py"), None, None, None, None]);
    }
}
