//! Two players print words in turn; each reads the other's words, to the byte, with their outcome.
//! A word in capitals is refused and costs the turn, but not the match; silence loses the match.

use botyard_engine::codec::{MisreadError, Protocol, SessionCodec};
use botyard_engine::fault::{Fault, FaultKind};
use botyard_engine::game::{Game, Outcome, SettingsError};
use botyard_engine::inbox::Inbox;
use botyard_engine::seat::{Seat, Seats};

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Echo {
    said: Vec<String>,
    outcome: Option<Outcome>,
}

/// The number of words in a match.
pub const WORDS: usize = 4;

#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    Said,
    Refused,
}

impl Echo {
    fn turn_over(&mut self, word: String) {
        self.said.push(word);
        if self.said.len() == WORDS {
            self.outcome = Some(Outcome::draw(2));
        }
    }
}

impl Game for Echo {
    type Settings = ();
    type Action = String;
    type Event = Event;
    type View<'a> = usize;
    type RuleError = &'static str;

    fn start((): &(), seats: usize) -> Result<Self, SettingsError> {
        if seats == 2 { Ok(Self::default()) } else { Err(SettingsError("two players".to_owned())) }
    }

    fn seats(&self) -> usize {
        2
    }

    fn to_act(&self) -> Seats {
        match self.outcome {
            None => Seats::only(Seat::new(self.said.len() % 2)),
            Some(_) => Seats::NONE,
        }
    }

    fn view(&self, _: Seat) -> usize {
        self.said.len()
    }

    fn legal(&self, seat: Seat) -> impl Iterator<Item = String> {
        let owes = self.to_act().contains(seat);
        ["hello", "world", "again"].into_iter().filter(move |_| owes).map(str::to_owned)
    }

    fn play(&mut self, seat: Seat, word: String, events: &mut Vec<Event>) -> Result<(), &'static str> {
        if !self.to_act().contains(seat) || word.chars().any(char::is_uppercase) {
            return Err("which shouts");
        }
        self.turn_over(word);
        events.push(Event::Said);
        Ok(())
    }

    fn fault(&mut self, seat: Seat, fault: &Fault, events: &mut Vec<Event>) {
        if fault.kind == FaultKind::Illegal {
            self.turn_over(String::new());
            events.push(Event::Refused);
        } else {
            self.outcome = Some(Outcome::win(Seat::new(1 - seat.index()), 2).blaming(seat));
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome.clone()
    }
}

#[derive(Debug, Default)]
pub struct EchoCodec;

impl Protocol for Echo {
    /// A long word may come in parts, each of which ends in a dash.
    const PART_END: Option<u8> = Some(b'-');

    fn write_canonical(word: &String, out: &mut Vec<u8>) {
        out.extend_from_slice(word.as_bytes());
    }
}

impl SessionCodec<Echo> for EchoCodec {
    fn write_question(&mut self, words: usize, stdin: &mut Vec<u8>) {
        stdin.extend(format!("{words}?\n").bytes());
    }

    fn read_answer(&mut self, stdout: &mut Inbox) -> Result<Option<String>, MisreadError> {
        let Some(line) = stdout.line() else { return Ok(None) };
        let word = String::from_utf8(line.to_vec()).map_err(|_| MisreadError::new("which is no text"))?;
        Ok(Some(word.trim().to_owned()))
    }

    fn write_event(&mut self, event: &Event, words: &[u8], stdin: &mut Vec<u8>) {
        stdin.extend_from_slice(words);
        stdin.extend_from_slice(if *event == Event::Said { b" OK\n" } else { b" REFUSED\n" });
    }

    fn write_end(&mut self, _: Option<&Outcome>, stdin: &mut Vec<u8>) {
        stdin.extend_from_slice(b"QUIT\n");
    }
}
