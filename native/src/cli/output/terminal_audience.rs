//! The people at the terminal as a match's audience: prints the match for them, and asks them for
//! actions. Knows no rules.

use std::io::{self, Write};

use botyard_engine::anymatch::AnyMatch;
use botyard_engine::fault::printable;
use botyard_engine::replay::PlayerKind;
use botyard_engine::seat::Seat;
use botyard_host::{Audience, Interrupt, PersonReply};

use super::recorded_match::{RecordedMatch, StartRecord, TurnText};
use super::report;
use crate::cli::keyboard::Keyboard;

/// How much is printed during the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verbosity {
    /// No output: the result is printed at the end.
    Nothing,
    /// A line for each turn.
    Turns,
    /// A line for each turn, and the board after it.
    Boards,
}

/// The terminal while a match is played.
pub struct TerminalAudience<'a> {
    out: &'a mut dyn Write,
    tells: Verbosity,
    keyboard: Option<Keyboard>,
    interrupt: Interrupt,
    start_record: StartRecord,
    /// The match so far; `None` before the first output.
    record: Option<Box<dyn RecordedMatch>>,
    told: usize,
    words: String,
    failed: Option<io::Error>,
}

impl<'a> TerminalAudience<'a> {
    /// Prints on `out`. stdin is not read before a person is asked.
    pub fn new(out: &'a mut dyn Write, tells: Verbosity, interrupt: Interrupt, start_record: StartRecord) -> Self {
        let (keyboard, record, told, words, failed) = (None, None, 0, String::new(), None);
        Self { out, tells, keyboard, interrupt, start_record, record, told, words, failed }
    }

    /// The error that stopped the match, if the output failed.
    pub fn finish(self) -> io::Result<()> {
        self.failed.map_or(Ok(()), Err)
    }

    fn attempt(&mut self, tell: impl FnOnce(&mut Self) -> io::Result<()>) {
        if let Err(error) = tell(self) {
            self.failed.get_or_insert(error);
            self.interrupt.raise();
        }
    }

    /// Updates the record of the match, and calls `act` with it.
    fn with_record(
        &mut self,
        game: &dyn AnyMatch,
        act: impl FnOnce(&mut Self, &dyn RecordedMatch) -> io::Result<()>,
    ) -> io::Result<()> {
        let record = match self.record.take() {
            Some(mut record) => {
                record.follow(game).map_err(io::Error::other)?;
                record
            }
            None => (self.start_record)(game).map_err(io::Error::other)?,
        };
        let done = act(self, &*record);
        self.record = Some(record);
        done
    }

    fn print_turns(&mut self, record: &dyn RecordedMatch) -> io::Result<()> {
        for turn in record.turns_from(self.told) {
            self.told += 1;
            if !may_be_shown(record, &turn) {
                continue;
            }
            let rounds = record.rounds();
            let before = rounds.completed(self.told - 1);
            self.print_turn(record, before + 1, &turn)?;
            // If all seats act at once, the board changes only after the last turn of the round.
            if self.tells == Verbosity::Boards
                && rounds.completed(self.told) > before
                && let Some(board) = board(record, self.told)
            {
                writeln!(self.out, "{board}")?;
            }
        }
        self.out.flush()
    }

    fn print_turn(&mut self, record: &dyn RecordedMatch, number: usize, turn: &TurnText) -> io::Result<()> {
        let symbol = record.seat_symbol(turn.seat);
        match &turn.result {
            Ok(words) => {
                writeln!(self.out, "{number:3}. {symbol} {}: {words}", report::name(record.players(), turn.seat))
            }
            Err(fault) => writeln!(self.out, "{number:3}. {symbol} {fault}"),
        }
    }

    fn ask(&mut self, record: &dyn RecordedMatch, seat: Seat) -> io::Result<PersonReply> {
        if self.tells != Verbosity::Boards || self.told == 0 || people(record).count() > 1 {
            writeln!(self.out, "\n{}", record.draw_for(usize::MAX, seat))?;
        }
        if let Some(explanation) = record.explain_to_person(seat) {
            writeln!(self.out, "{explanation}")?;
        }
        loop {
            let name = report::name(record.players(), seat);
            write!(self.out, "{} {name}, {}, resign or quit: ", record.seat_symbol(seat), record.question(seat))?;
            self.out.flush()?;
            let Some(answer) = self.answer(record) else {
                writeln!(self.out)?;
                return Ok(PersonReply::Stop);
            };
            match answer.as_str() {
                "" => {}
                "quit" => return Ok(PersonReply::Stop),
                "resign" => return Ok(PersonReply::Resign),
                words => match record.parse_typed_action(seat, words) {
                    Ok(action) => {
                        self.words = in_a_line(words);
                        return Ok(PersonReply::Play(action));
                    }
                    Err(why) => writeln!(self.out, "`{}`: {why}.", in_a_line(words))?,
                },
            }
        }
    }

    /// Reads lines until the answer is complete. `quit` and `resign` are complete answers in any
    /// line.
    fn answer(&mut self, record: &dyn RecordedMatch) -> Option<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line()?.trim().to_owned();
            match line.as_str() {
                "" if !lines.is_empty() => continue,
                "" | "quit" | "resign" => return Some(line),
                _ => lines.push(line),
            }
            let answer = lines.join("\n");
            if record.is_complete_answer(&answer) {
                return Some(answer);
            }
        }
    }

    fn line(&mut self) -> Option<String> {
        let interrupt = &self.interrupt;
        self.keyboard.get_or_insert_with(|| Keyboard::new(interrupt.clone())).line()
    }
}

/// The text that a person typed, in one line.
fn in_a_line(words: &str) -> String {
    printable(&words.replace('\n', "/"))
}

fn people(record: &dyn RecordedMatch) -> impl Iterator<Item = Seat> {
    let seats = record.players().iter().enumerate();
    seats.filter(|(_, player)| player.kind == PlayerKind::Person).map(|(index, _)| Seat::new(index))
}

/// Whether people who play may be shown this turn. If actions are not public, they see only their
/// own, and every fault.
fn may_be_shown(record: &dyn RecordedMatch, turn: &TurnText) -> bool {
    let mut people = people(record).peekable();
    record.has_public_actions()
        || turn.result.is_err()
        || people.peek().is_none()
        || people.any(|seat| seat == turn.seat)
}

/// The board to print after a turn: as the person who plays may see it, or the whole board if only
/// bots play. If several people play at one terminal, `None`: each is shown a board when asked.
fn board(record: &dyn RecordedMatch, turns: usize) -> Option<String> {
    let mut people = people(record);
    match (people.next(), people.next()) {
        (None, _) => Some(record.draw(turns)),
        (Some(seat), None) => Some(record.draw_for(turns, seat)),
        _ => None,
    }
}

impl Audience for TerminalAudience<'_> {
    fn match_changed(&mut self, game: &dyn AnyMatch) {
        if self.tells > Verbosity::Nothing {
            self.attempt(|watcher| watcher.with_record(game, Self::print_turns));
        }
    }

    fn ask_person(&mut self, game: &dyn AnyMatch, seat: Seat) -> PersonReply {
        let mut reply = PersonReply::Stop;
        self.attempt(|watcher| {
            watcher.with_record(game, |watcher, record| {
                reply = watcher.ask(record, seat)?;
                Ok(())
            })
        });
        reply
    }

    fn action_refused(&mut self, _: Seat, why: &str) {
        self.attempt(|watcher| writeln!(watcher.out, "`{}`, {}: not played.", watcher.words, printable(why)));
    }
}
