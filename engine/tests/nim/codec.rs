//! The output and input of a bot of Nim: it reads a line with the stones of each pile (`3 4 5`),
//! and answers with a pile, from 1, and the number of stones it takes (`2 1`); at the end it reads
//! `won` or `lost`. Knows no rules.

use botyard_engine::codec::{MisreadError, Protocol, SessionCodec};
use botyard_engine::game::Outcome;
use botyard_engine::inbox::Inbox;
use botyard_engine::seat::Seat;

use super::{Nim, NimAction};

/// One seat's conversation.
#[derive(Debug)]
pub struct NimCodec {
    seat: Seat,
}

impl NimCodec {
    /// For the bot in this seat.
    pub fn new(seat: Seat) -> Self {
        Self { seat }
    }
}

impl Protocol for Nim {
    fn write_canonical(action: &NimAction, out: &mut Vec<u8>) {
        out.extend_from_slice(format!("{} {}", action.pile + 1, action.stones).as_bytes());
    }
}

impl SessionCodec<Nim> for NimCodec {
    fn write_question(&mut self, piles: &[u8], stdin: &mut Vec<u8>) {
        let stones: Vec<_> = piles.iter().map(u8::to_string).collect();
        stdin.extend_from_slice(format!("{}\n", stones.join(" ")).as_bytes());
    }

    fn read_answer(&mut self, stdout: &mut Inbox) -> Result<Option<NimAction>, MisreadError> {
        stdout
            .token()
            .map(|line| read(line).ok_or_else(|| MisreadError::new("expected a pile and a number")))
            .transpose()
    }

    fn write_end(&mut self, outcome: Option<&Outcome>, stdin: &mut Vec<u8>) {
        let has_won = outcome.and_then(Outcome::winner) == Some(self.seat);
        stdin.extend_from_slice(if has_won { b"won\n" } else { b"lost\n" });
    }
}

fn read(line: &[u8]) -> Option<NimAction> {
    let mut numbers = std::str::from_utf8(line).ok()?.split_whitespace().map(str::parse::<u8>);
    let (pile, stones) = (numbers.next()?.ok()?.checked_sub(1)?, numbers.next()?.ok()?);
    numbers.next().is_none().then_some(NimAction { pile, stones })
}
