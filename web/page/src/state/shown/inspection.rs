//! The inspector's data: a bot's input, output and times.

use std::rc::Rc;
use std::time::Duration;

use botyard_engine::catalog::find_intended_game;
use botyard_engine::diagnosis::{BotLanguage, FaultyBot, HostTools, advise};
use botyard_engine::replay::PlayerKind;
use botyard_engine::seat::{Seat, Seats};
use botyard_sandbox::script::ScriptLanguage;
use botyard_web_games::{MoveLine, TurnInput};

use super::Shown;
use crate::lineup::SeatChoice;
use crate::message::InspectionScope;
use crate::shown_match::ShownPhase;
use crate::state::match_spec::player_info;
use crate::state::{Context, Position};

/// What helps the author of a bot in the page.
const TOOLS: HostTools = HostTools {
    repeat: "Run with an input … repeats it",
    look: "Run with an input … asks it again",
    more_time: "give bots more time in the settings",
};

/// The settings of the inspector.
pub struct Inspection {
    /// The seat that is inspected.
    pub seat: Seat,
    /// How much of the match is inspected.
    pub scope: InspectionScope,
    /// The bots whose annotations are drawn on the board.
    pub drawing: Seats,
}

impl Default for Inspection {
    fn default() -> Self {
        Self { seat: Seat::new(0), scope: InspectionScope::Turn, drawing: Seats::NONE }
    }
}

impl Inspection {
    /// Inspects the turn of this seat that is shown.
    pub(crate) fn inspect_turn_of(&mut self, seat: Seat) {
        (self.seat, self.scope) = (seat, InspectionScope::Turn);
    }

    /// Draws the annotations of the inspected bot on the board, or no longer.
    pub(crate) fn toggle_drawing(&mut self) {
        if self.drawing.contains(self.seat) { self.drawing.remove(self.seat) } else { self.drawing.insert(self.seat) }
    }

    /// Chooses one of these seats, unless one of them is chosen already.
    pub(crate) fn choose_among(&mut self, seats: Seats) {
        if !seats.contains(self.seat) {
            self.seat = seats.lowest().unwrap_or(self.seat);
        }
    }
}

/// The duration of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TurnTime {
    /// How many turns have been played with it: its position.
    pub at: usize,
    /// Its number for people, where the turns of all seats may count as one.
    pub number: usize,
    /// How long it took.
    pub used: Duration,
}

/// How long a seat's turns took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TurnTotals {
    /// How many turns it had.
    pub turns: u32,
    /// How long they took together.
    pub total: Duration,
    /// How long the longest took.
    pub longest: Duration,
}

impl Shown {
    /// How long the turns of each seat took.
    pub fn times_used(&self) -> Vec<TurnTotals> {
        let mut used = vec![TurnTotals::default(); self.shown_match.record.players().len()];
        for line in &*self.shown_match.record.lines() {
            let Some(TurnTotals { turns, total, longest }) = used.get_mut(line.seat.index()) else { continue };
            *turns += 1;
            *total += line.used;
            *longest = line.used.max(*longest);
        }
        used
    }

    /// The duration of each of a seat's turns.
    pub fn times(&self, seat: Seat) -> Rc<Vec<TurnTime>> {
        let (lines, stops) = (self.shown_match.record.lines(), self.shown_match.record.stops());
        let own = lines.iter().enumerate().filter(|(_, line)| line.seat == seat);
        let time = |(index, line): (usize, &MoveLine)| {
            let at = index + 1;
            TurnTime { at, number: stops.number(at), used: line.used }
        };
        Rc::new(own.map(time).collect())
    }

    /// The range of turn counts in which the passages of the bot's last turn were written, or those
    /// of the whole match. Input about the end of the match belongs to the end.
    pub fn inspected_turns(&self) -> (usize, usize) {
        if self.inspection.scope == InspectionScope::Match {
            return (0, usize::MAX);
        }
        let lines = self.shown_match.record.lines();
        let at = self.playback.at.min(lines.len());
        let mut own = (0..at).rev().filter(|&turn| lines[turn].seat == self.inspection.seat);
        let last = own.next();
        let before = own.next().map_or(0, |turn| turn + 1);
        match last {
            // It is thinking, or has just received the end, so its current passages are shown.
            _ if at == lines.len() => {
                (last.map_or(0, |turn| if self.shows_end() { before } else { turn + 1 }), usize::MAX)
            }
            Some(turn) => (before, turn),
            None => (0, 0),
        }
    }

    /// The inspected bot's input in the turn that the transcript follows, and how many turns have
    /// been played with that turn; `None` if the transcript has it, or if it is not shown.
    pub fn shown_input(&self) -> Option<(usize, TurnInput)> {
        let (record, seat) = (&self.shown_match.record, self.inspection.seat);
        let lines = record.lines();
        let at = self.playback.at.min(lines.len());
        let is_own = |turn: &usize| lines[*turn].seat == seat;
        // Before its first turn, the transcript shows that one.
        let turn = (0..at).rev().find(is_own).or_else(|| (at..lines.len()).find(is_own))?;
        let asked = record.stops().before(turn + 1);
        let (from, to) = self.inspected_turns();
        if !(from..=to).contains(&asked) {
            return None;
        }
        Some((turn + 1, record.turn_input(asked, seat)?))
    }

    /// The seats that can be inspected: those of bots, and once the match is over those of persons,
    /// too: bots can be run on their turns, and cases can be made of them.
    pub fn inspected_seats(&self) -> Seats {
        if self.shown_match.is_over() {
            Seats::first(self.shown_match.record.players().len())
        } else {
            self.bot_seats()
        }
    }

    /// Advice about the shown fault of the inspected bot.
    pub fn fault_advice(&self, context: &Context) -> Option<String> {
        let seat = Some(self.inspection.seat).filter(|&seat| self.bot_seats().contains(seat))?;
        let (_, fault) = self.shown_match.record.last_fault().filter(|(faulty, _)| *faulty == seat)?;
        let lines = self.shown_match.record.lines();
        let own = |at: &usize| lines[*at].seat == seat;
        let shown = (0..self.playback.at.min(lines.len())).rev().find(own)?;
        let last = (0..lines.len()).rev().find(|&at| lines[at].fault)?;
        if shown != last {
            return None;
        }
        let printed = self.shown_match.printed_before(seat, shown);
        let lacking_line = printed.as_ref().filter(|_| fault.received.is_empty());
        let lacking_line = lacking_line.and_then(|printed| context.game_ui.lacking_line(seat, printed));
        let intended = printed.as_ref().and_then(|printed| find_intended_game(context.game_ui.name(), printed));
        let intended = intended.as_ref().map(|(games, line)| (games.as_str(), *line));
        let language = self.inspected_language(context);
        let is_script = self.shown_match.is_script(seat);
        let report = self.shown_match.crash_report(seat);
        let bot = FaultyBot { language, is_script, report: report.as_ref(), lacking_line, intended };
        let slept = self.shown_match.explain_sleep(seat, fault);
        advise(slept.as_ref().unwrap_or(fault), bot, self.shown_match.record.explain_reason(), TOOLS)
    }

    /// The language of the inspected bot, if it is known.
    fn inspected_language(&self, context: &Context) -> Option<BotLanguage> {
        let player = self.shown_match.record.players().get(self.inspection.seat.index())?;
        let bot = context.library.played_by(player);
        let of_key = bot.and_then(|bot| BotLanguage::of_source(bot.key.language()?.main_file()));
        let module = bot.and_then(|bot| context.library.ready(&bot.key)).map(|(module, _)| &**module);
        // A draft of the editor may have no file's name.
        let of_draft = || BotLanguage::is_script(player).then(|| BotLanguage::Script(ScriptLanguage::default()));
        of_key.or_else(|| BotLanguage::of_bot(player, module)).or_else(of_draft)
    }

    /// Goes to the turn in which a draft that has played in this seat has lost: its last fault, or
    /// its last turn. The others' turns after it show its effect.
    pub(crate) fn inspect_loss(&mut self, seat: Seat) -> Option<usize> {
        self.inspection.seat = seat;
        let lines = self.shown_match.record.lines();
        let fault = lines.iter().rposition(|line| line.seat == seat && line.fault);
        fault.or_else(|| lines.iter().rposition(|line| line.seat == seat)).map(|at| at + 1)
    }
}

impl Position<'_> {
    /// Whether another player has this seat in the next match.
    pub fn is_changed(&self, seat: Seat) -> bool {
        let next = self.setup.lineup.seats.get(seat.index());
        let shown = self.shown.shown_match.record.players().get(seat.index());
        next.zip(shown).is_none_or(|(next, shown)| match next {
            SeatChoice::Person => shown.kind != PlayerKind::Person,
            SeatChoice::Absent(name) => *name != shown.name,
            // Bots of an opened match are compared by name: a link's hash is shortened, and the
            // page's own is not known yet.
            SeatChoice::Bot(_) => {
                let next = player_info(next, &self.context.library);
                (next.kind, &next.name) != (shown.kind, &shown.name)
            }
        })
    }

    /// Whether the player of this seat is known only from the record, and is not loaded here.
    pub fn is_recorded(&self, seat: Seat) -> bool {
        let is_absent = matches!(self.setup.lineup.seats.get(seat.index()), Some(SeatChoice::Absent(_)));
        self.shown.shown_match.phase == ShownPhase::Opened && is_absent && !self.is_changed(seat)
    }

    /// Whether the next match differs from the one that is shown.
    pub fn any_changed(&self) -> bool {
        let next = &self.setup.lineup;
        next.seats.len() != self.shown.shown_match.record.players().len()
            || next.seed != self.shown.shown_match.record.seed()
            || next.settings != self.shown.shown_match.record.settings()
            || (0..next.seats.len()).any(|index| self.is_changed(Seat::new(index)))
    }
}
