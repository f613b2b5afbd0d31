//! Reads the lines of one log into a replay and holds every recorded outcome and the result against
//! the rules. Knows no files and no log that is cut off or crashed: `read.rs` hands it whole lines.

use std::time::Duration;

use super::super::action::StrategoAction;
use super::super::combat::CombatEffect;
use super::super::ending::{EndReason, ResultWord, StrategoEnding};
use super::super::event::StrategoEvent;
use super::super::piece::Colour;
use super::super::reasons::StrategoReason;
use super::super::rule_error::StrategoRuleError;
use super::super::rules::Stratego;
use super::super::settings::{StrategoSettings, Variant};
use super::super::setup::{ArmySetup, ROWS, SetupError, StandardSetup};
use super::extent::{LogExtent, StrategoLogError};
use super::log_lines::LogLines;
use super::outcome::{RecordedOutcome, is_of_the_wiki, split_outcome, tosses};

use super::tag;
use crate::fault::{Fault, FaultKind, FaultReason};
use crate::game::Game;
use crate::replay::{MatchTerms, PlayerInfo, PlayerKind, Replay, Turn, TurnResult};
use crate::seat::Seat;
use crate::written::is_written;

pub(super) const ENDS: &str = "Game ends ";
pub(super) const REASON: &str = " - REASON: ";
pub(super) const DRAW_AFTER: &str = "Game declared a draw after ";
const TIMEOUT_AFTER: &str = "Response timeout after ";
/// The text after the complaint about a controller, around the program's path.
const CHECK_THAT: [&str; 2] = ["Check that executable \"", "\" exists and has executable permissions set."];
/// The reason of a match that ends with a response that cannot be read, as the original spells it.
const MALFORMED: &str = "Unintelligable response";
const BOTH_INVALID: &str = "BOTH players give invalid setup!";

/// Why reading stops before the end.
pub(super) enum LogStop {
    /// A line does not follow; and the lines before it that could be read in another way.
    Bad(StrategoLogError, Vec<usize>),
    /// The log can only have been written under these settings: read it again under them.
    Otherwise(StrategoSettings),
}

/// How the last line is read, if it is a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LastLine {
    /// As any other.
    Any,
    /// The whole line is the response of a bot that failed there; the turn's outcome is unknown.
    Own,
}

/// One log, as far as it has been read.
pub(super) struct LogReader<'a> {
    lines: LogLines<'a>,
    /// The lines in which the armies begin.
    headings: [usize; 2],
    all: &'a str,
    settings: StrategoSettings,
    game: Stratego,
    turns: Vec<Turn<StrategoAction>>,
    events: Vec<StrategoEvent>,
    /// The line whose `NO_MOVE OK` is a response that could not be read.
    malformed: Option<usize>,
    /// The lines that are read as an accepted `NO_MOVE` and could be such a response.
    doubtful: Vec<usize>,
    last_line: LastLine,
}

type Step = Result<(), LogStop>;

impl<'a> LogReader<'a> {
    /// A reader of a log that was written under these settings; `malformed` is a line whose
    /// `NO_MOVE OK` is entirely the bot's response.
    pub(super) fn new(
        text: &'a str,
        settings: StrategoSettings,
        malformed: Option<usize>,
        last_line: LastLine,
    ) -> Self {
        let game = Stratego::start(&settings, 2).expect("two can play");
        let lines = LogLines::new(text);
        Self {
            lines,
            headings: [0; 2],
            all: text,
            settings,
            game,
            turns: Vec::new(),
            events: Vec::new(),
            malformed,
            doubtful: Vec::new(),
            last_line,
        }
    }

    fn bad<T>(&self, why: impl Into<String>) -> Result<T, LogStop> {
        self.bad_at(self.lines.number.max(1), why)
    }

    fn bad_at<T>(&self, line: usize, why: impl Into<String>) -> Result<T, LogStop> {
        Err(LogStop::Bad(StrategoLogError { line, why: why.into() }, self.doubtful.clone()))
    }

    /// Reads it to its last line.
    pub(super) fn read(mut self) -> Result<(Replay<Stratego>, LogExtent), LogStop> {
        let (mut names, absent) = self.failed_starts();
        if absent.contains(&true) {
            self.spoil_starts(&mut names, absent);
        } else {
            let mut armies = [None; 2];
            for colour in Colour::BOTH {
                (names[colour as usize], armies[colour as usize]) = self.army(colour)?;
            }
            self.set_up(armies)?;
        }
        let extent = self.turns_to_the_end(names)?;
        let player =
            |name: &str| PlayerInfo { name: name.to_owned(), kind: PlayerKind::Executable, ..PlayerInfo::default() };
        let replay = Replay {
            settings: self.settings,
            seed: 0,
            players: names.map(player).into(),
            terms: MatchTerms::default(),
            turns: self.turns,
        };
        Ok((replay, extent))
    }

    /// The programs that the original reports at the start as impossible to start, and their names
    /// if the report has them.
    fn failed_starts(&mut self) -> ([&'a str; 2], [bool; 2]) {
        let (mut names, mut absent) = ([""; 2], [false; 2]);
        while let Some(line) = self.lines.peek().filter(|line| is_failed_start(line)) {
            self.lines.next();
            let Some(colour) = Colour::BOTH.into_iter().find(|&colour| line == invalid_controller(colour)) else {
                continue;
            };
            absent[colour as usize] = true;
            let [before, after] = CHECK_THAT;
            let path = |line: &'a str| line.strip_prefix(before)?.strip_suffix(after);
            // A person's controller has no path.
            if let Some(path) = self.lines.peek().and_then(path) {
                self.lines.next();
                names[colour as usize] = path;
            }
        }
        (names, absent)
    }

    /// A match in which the original could not start these programs: it asked neither for a setup.
    fn spoil_starts(&mut self, names: &mut [&'a str; 2], absent: [bool; 2]) {
        // The result shows a name that is missing or has blanks.
        let mut lines = self.lines.clone();
        let result = (lines.next(), lines.next()).1.unwrap_or_default();
        for colour in Colour::BOTH.into_iter().filter(|&colour| absent[colour as usize]) {
            let rest = result.find(&format!(" {} BAD_SETUP ", colour.name()));
            names[colour as usize] = rest.map_or(names[colour as usize], |end| &result[..end]);
        }
        for colour in Colour::BOTH {
            if absent[colour as usize] {
                self.fault(colour, Fault::new(FaultKind::NotStarted, b"", FaultReason::Unstated), None);
            } else {
                // The rules need an army of the side that was not asked for one.
                let army = StrategoAction::Setup(StandardSetup::ALL[0].setup(colour));
                self.play(colour, army, None).expect("a standard army can be set up");
            }
        }
    }

    /// `NAME RED SETUP` and four rows, or `INVALID!`.
    fn army(&mut self, colour: Colour) -> Result<(&'a str, Option<ArmySetup>), LogStop> {
        let line = self.lines.next().unwrap_or_default();
        let name = line.strip_suffix(" SETUP").and_then(|rest| rest.strip_suffix(colour.name()));
        let Some(name) = name.and_then(|rest| rest.strip_suffix(' ')) else {
            return self.bad(format!("`NAME {} SETUP` is expected", colour.name()));
        };
        self.headings[colour as usize] = self.lines.number;
        let mut rows = [self.lines.next().unwrap_or_default(); ROWS];
        if rows[0] == "INVALID!" {
            return Ok((name, None));
        }
        for row in &mut rows[1..] {
            *row = self.lines.next().unwrap_or_default();
        }
        match ArmySetup::read(rows.into_iter()) {
            Ok(setup) => Ok((name, Some(setup))),
            Err(flaw) => {
                let row = match flaw {
                    SetupError::Length(row) | SetupError::Character(row) => row,
                    SetupError::Lines | SetupError::TooMany(_) | SetupError::TooFew(_) => 0,
                };
                self.bad_at(self.headings[colour as usize] + row, format!("the army of {}, {flaw}", colour.name()))
            }
        }
    }

    fn set_up(&mut self, armies: [Option<ArmySetup>; 2]) -> Step {
        let partial = armies.iter().flatten().any(|setup| setup.places().any(|(.., rank)| rank.is_none()));
        if partial && !self.settings.partial_setup {
            return Err(LogStop::Otherwise(StrategoSettings { partial_setup: true, ..self.settings }));
        }
        let spoilt = self.spoilt(armies);
        for colour in Colour::BOTH {
            match (armies[colour as usize], &spoilt) {
                (Some(setup), _) => {
                    if let Err(illegal) = self.play(colour, StrategoAction::Setup(setup), None) {
                        let heading = self.headings[colour as usize];
                        return self.bad_at(heading, format!("the army of {}, {illegal}", colour.name()));
                    }
                }
                (None, Some(SpoiltTurn::Faults(faults))) => self.fault(colour, faults[colour as usize].clone(), None),
                (None, _) => {}
            }
        }
        if let Some(SpoiltTurn::Surrender(colour)) = spoilt {
            self.fault(colour, Fault::new(FaultKind::Resigned, b"", FaultReason::Unstated), None);
        }
        Ok(())
    }

    /// The errors in the missing setups, as far as reason and result show them.
    fn spoilt(&self, armies: [Option<ArmySetup>; 2]) -> Option<SpoiltTurn> {
        if armies.iter().all(Option::is_some) {
            return None;
        }
        let mut lines = self.lines.clone();
        let (reason, result) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
        if reason.ends_with("This player has surrendered!") {
            let red = result.rsplit(' ').nth(4) == Some(Colour::Red.name());
            return Some(SpoiltTurn::Surrender(if red { Colour::Red } else { Colour::Blue }));
        }
        let mut values = result.rsplit(' ').map(|word| word.parse::<u32>().unwrap_or(0));
        let (blue, red) = (values.next().unwrap_or(0), values.next().unwrap_or(0));
        // A program that does not start makes both values 0, even if the other's army is good. If
        // neither side has an army, and no piece was placed, neither bot responded.
        let worth =
            |army: Option<ArmySetup>| army.is_some_and(|army| army.counts()[..10].iter().any(|&count| count > 0));
        let is_decided = armies == [None, None] || armies.into_iter().any(worth);
        let has_ended = result.rsplit(' ').nth(3) == Some(ResultWord::Illegal.text());
        let absent = red + blue == 0 && is_decided;
        Some(SpoiltTurn::Faults([red, blue].map(|worth| match (has_ended, absent) {
            (true, _) if worth == 0 => Fault::new(FaultKind::Exited, b"", FaultReason::Unstated),
            (true, _) => Fault::new(FaultKind::Exited, b"", StrategoReason::SpoiltSetup { worth }),
            (false, true) => Fault::new(FaultKind::NotStarted, b"", FaultReason::Unstated),
            (false, false) => Fault::new(FaultKind::Malformed, b"", StrategoReason::SpoiltSetup { worth }),
        })))
    }

    fn turns_to_the_end(&mut self, names: [&str; 2]) -> Result<LogExtent, LogStop> {
        while let Some(line) = self.lines.next() {
            if let Some(rest) = line.strip_prefix(ENDS) {
                return self.end(rest, names);
            }
            self.turn(line)?;
        }
        Ok(LogExtent::BrokenOff(self.lines.number))
    }

    /// `n RED: RESPONSE OUTCOME`
    fn turn(&mut self, line: &'a str) -> Step {
        let parts = line.split_once(' ').and_then(|(turn, rest)| {
            let (side, said) = rest.split_at_checked(5)?;
            let colour = Colour::BOTH.into_iter().find(|&colour| side.strip_suffix(": ") == Some(tag(colour)))?;
            Some((turn.parse::<u32>().ok()?, colour, said))
        });
        let Some((turn, colour, said)) = parts else {
            return self.bad("a move (`n RED: X Y DIRECTION OUTCOME`) or the end of the game is expected");
        };
        if let Some(ending) = self.game.ending() {
            return match self.settings_without(ending) {
                Some(settings) => Err(LogStop::Otherwise(settings)),
                None => self.bad("the match was over before this"),
            };
        }
        if (turn, colour) != (self.game.turn(), self.game.side()) && said != "SURRENDER OK" {
            return self.bad(format!("it is turn {} of {}", self.game.turn(), self.game.side().name()));
        }
        match self.last_line {
            LastLine::Own if self.lines.peek().is_none() => Ok(()),
            _ => self.response(colour, said),
        }
    }

    /// The settings under which a match does not end in this way.
    fn settings_without(&self, ending: &StrategoEnding) -> Option<StrategoSettings> {
        match ending.word {
            ResultWord::Illegal if !self.settings.ignore_illegal => {
                Some(StrategoSettings { ignore_illegal: true, ..self.settings })
            }
            ResultWord::DrawDefault if self.settings.max_turns == Some(StrategoSettings::MAX_TURNS) => {
                Some(StrategoSettings { max_turns: None, ..self.settings })
            }
            _ => None,
        }
    }

    /// The settings under which the match did not end with the last response, if the log gives
    /// another reason for its end than that.
    fn settings_unless_ended(&self, ending: &StrategoEnding, reason: &str) -> Option<StrategoSettings> {
        let is_other = ending.reason.text(ending, "") != reason && ending.reason != EndReason::Timeout;
        (is_other && reason.starts_with(DRAW_AFTER)).then(|| self.settings_without(ending)).flatten()
    }

    fn response(&mut self, colour: Colour, said: &str) -> Step {
        if self.ends_the_match(colour) {
            return self.note_malformed(colour, said);
        }
        let (words, recorded) = split_outcome(said);
        match (words.parse::<StrategoAction>(), recorded) {
            (Ok(StrategoAction::Surrender), Some(_)) if colour != self.game.side() => {
                self.fault(colour, Fault::new(FaultKind::Resigned, b"", FaultReason::Unstated), None);
                Ok(())
            }
            (Ok(action @ (StrategoAction::NoMove | StrategoAction::Surrender)), Some(outcome))
                if !self.is_confirmed(&action, outcome) =>
            {
                self.note_malformed(colour, said)
            }
            (Ok(action), Some(RecordedOutcome::Illegal)) => self.refused(colour, action, words),
            (Ok(action), Some(RecordedOutcome::Effect(effect))) => self.accepted(colour, action, words, effect),
            _ => self.note_malformed(colour, said),
        }
    }

    /// Whether `NO_MOVE` or `SURRENDER` was the response, and the text behind it the outcome. A
    /// refused response stands alone in its line, and `SURRENDER OK` may be one under `-i`: then
    /// the rules or the rest of the log contradict.
    fn is_confirmed(&mut self, action: &StrategoAction, recorded: RecordedOutcome) -> bool {
        // If the side cannot move, only the end of the match shows which of the two it was.
        let is_doubtful = self.settings.ignore_illegal && *action == StrategoAction::NoMove;
        if is_doubtful && self.malformed == Some(self.lines.number) {
            return false;
        }
        let mut game = self.game.clone();
        let is_accepted = matches!(recorded, RecordedOutcome::Effect(CombatEffect::Ok))
            && game.play(game.side().seat(), *action, &mut Vec::new()).is_ok();
        if !is_accepted {
            return false;
        }
        let is_last = self.lines.peek().is_none();
        let is_confirmed = game
            .ending()
            .is_none_or(|ending| is_last || self.reason_ahead() == Some(ending.reason.text(ending, "").as_ref()));
        if is_doubtful && is_confirmed {
            self.doubtful.push(self.lines.number);
        }
        is_confirmed
    }

    /// The reason for the end of the match, if the next line is about that.
    fn reason_ahead(&self) -> Option<&'a str> {
        Some(self.lines.peek()?.strip_prefix(ENDS)?.split_once(REASON)?.1)
    }

    fn accepted(&mut self, colour: Colour, action: StrategoAction, words: &str, recorded: CombatEffect) -> Step {
        let unusual = (!is_written(&action, words)).then(|| words.to_owned());
        if let Err(illegal) = self.play(colour, action, unusual) {
            return self.bad(format!("recorded is `{recorded}`, but by the rules that is illegal: {illegal}"));
        }
        let found = self.events.iter().find_map(|event| match event {
            StrategoEvent::Moved { effect, .. } => Some(*effect),
            _ => None,
        });
        let found = found.unwrap_or(CombatEffect::Ok);
        match found == recorded {
            true => Ok(()),
            false if self.settings.variant == Variant::Ucc && is_of_the_wiki(recorded) => {
                let coin = tosses(self.all);
                Err(LogStop::Otherwise(StrategoSettings { variant: Variant::Wiki, coin, ..self.settings }))
            }
            false => self.bad(format!("recorded is `{recorded}`, by the rules it is `{found}`")),
        }
    }

    fn refused(&mut self, colour: Colour, action: StrategoAction, words: &str) -> Step {
        match self.play(colour, action, None) {
            Ok(()) => self.bad("recorded is `ILLEGAL`, by the rules the move is legal"),
            Err(illegal) => {
                self.refuse(colour, FaultKind::Illegal, words, illegal.into());
                Ok(())
            }
        }
    }

    /// Whether the next line reports that this side's response, the last, could not be read or was
    /// late. Then the text in the line is entirely the response, whatever it looks like.
    fn ends_the_match(&self, colour: Colour) -> bool {
        let end = self.lines.peek().and_then(|line| line.strip_prefix(ENDS)?.split_once(REASON));
        end.is_some_and(|(whose, reason)| {
            whose == format!("on {}'s turn", colour.name())
                && (reason == MALFORMED || reason.starts_with(TIMEOUT_AFTER))
        })
    }

    /// A response that stands alone: it could not be read, was no answer yet when the time was up,
    /// or is a `NO_MOVE` of a side that can move.
    fn note_malformed(&mut self, colour: Colour, said: &str) -> Step {
        let next = self.reason_ahead();
        let timeout = next.and_then(|reason| reason.strip_prefix(TIMEOUT_AFTER));
        if let Some(seconds) = timeout.and_then(|rest| rest.strip_suffix(" seconds.")) {
            self.refuse(colour, FaultKind::Timeout, said, FaultReason::TimeLimit(seconds.to_owned()));
            return Ok(());
        }
        // Under -i only a bot that has exited ends the match in this way.
        if self.settings.ignore_illegal && next == Some(MALFORMED) {
            self.refuse(colour, FaultKind::Exited, said, FaultReason::Unstated);
            return Ok(());
        }
        match said.parse::<StrategoAction>() {
            Err(why) => self.refuse(colour, FaultKind::Malformed, said, why.into()),
            Ok(action @ StrategoAction::NoMove) => match self.game.clone().play(colour.seat(), action, &mut Vec::new())
            {
                // It was half a line when the bot ended.
                Ok(()) if next.is_some() => self.refuse(colour, FaultKind::Exited, said, FaultReason::Unstated),
                Ok(()) => return self.bad("recorded is a refused NO_MOVE, by the rules it is accepted"),
                Err(illegal) => self.refuse(colour, FaultKind::Illegal, said, illegal.into()),
            },
            Ok(_) if next.is_some() => self.refuse(colour, FaultKind::Exited, said, FaultReason::Unstated),
            Ok(_) => return self.bad("the outcome of the move is missing"),
        }
        Ok(())
    }

    fn refuse(&mut self, colour: Colour, kind: FaultKind, words: &str, why: FaultReason) {
        let fault = Fault::new(kind, words.as_bytes(), why);
        let whole = (fault.received != words).then(|| words.to_owned());
        self.fault(colour, fault, whole);
    }

    fn play(&mut self, colour: Colour, action: StrategoAction, words: Option<String>) -> Result<(), StrategoRuleError> {
        self.events.clear();
        self.game.play(colour.seat(), action, &mut self.events)?;
        self.turns.push(turn(colour.seat(), TurnResult::Action(action), words));
        Ok(())
    }

    fn fault(&mut self, colour: Colour, fault: Fault, words: Option<String>) {
        self.events.clear();
        self.game.fault(colour.seat(), &fault, &mut self.events);
        self.turns.push(turn(colour.seat(), TurnResult::from(fault), words));
    }

    /// `on RED's turn - REASON: text` and the line after it.
    fn end(&mut self, said: &str, names: [&str; 2]) -> Result<LogExtent, LogStop> {
        let Some(ending) = self.game.ending().copied() else {
            return self.bad("by the rules the match goes on");
        };
        let (whose, reason) = said.split_once(REASON).unwrap_or((said, ""));
        if let Some(settings) = self.settings_unless_ended(&ending, reason) {
            return Err(LogStop::Otherwise(settings));
        }
        let expected = match ending.side {
            Some(side) if ending.turn > 0 => format!("on {}'s turn", side.name()),
            _ => "in the SETUP phase".to_owned(),
        };
        if whose != expected {
            return self.bad(format!("by the rules the match ends {expected}"));
        }
        let seconds = reason.strip_prefix(TIMEOUT_AFTER).and_then(|rest| rest.split(' ').next()).unwrap_or_default();
        let expected = ending.reason.text(&ending, seconds);
        if reason != expected && !(ending.reason == EndReason::Timeout && reason.starts_with(TIMEOUT_AFTER)) {
            return self.bad(format!("the reason is recorded as `{reason}`, by the rules it is `{expected}`"));
        }
        self.result(&ending.result(names))
    }

    fn result(&mut self, expected: &str) -> Result<LogExtent, LogStop> {
        let Some(result) = self.lines.next() else {
            return Ok(LogExtent::BrokenOff(self.lines.number));
        };
        if result != expected {
            return self.bad(format!("the result is recorded as `{result}`, by the rules it is `{expected}`"));
        }
        match self.lines.next() {
            Some(_) => self.bad("nothing should follow the result"),
            None => Ok(LogExtent::Whole),
        }
    }
}

/// Whether a line is one of those with which the original begins its log if a program cannot be
/// started, or if neither has set up an army.
pub(super) fn is_failed_start(line: &str) -> bool {
    line == BOTH_INVALID || Colour::BOTH.into_iter().any(|colour| line == invalid_controller(colour))
}

fn invalid_controller(colour: Colour) -> String {
    format!("Controller for Player {} is invalid!", colour.name())
}

/// The kinds of setups that went wrong.
enum SpoiltTurn {
    Faults([Fault; 2]),
    Surrender(Colour),
}

fn turn(seat: Seat, result: TurnResult<StrategoAction>, words: Option<String>) -> Turn<StrategoAction> {
    Turn { seat, result, words, used: Duration::ZERO }
}
