//! Three seats, and a fault costs one seat: each in turn draws 1 to 9 from its own hidden purse;
//! the player that has drawn most after two rounds, or is alone, wins. A seat sees its own purse
//! and the others' draws, not their purses.

use botyard_engine::codec::{Greeting, MisreadError, Protocol, SessionCodec};
use botyard_engine::fault::Fault;
use botyard_engine::game::{Game, Outcome, SettingsError};
use botyard_engine::inbox::Inbox;
use botyard_engine::seat::{Seat, Seats};

#[derive(Debug, Clone, PartialEq)]
pub struct Trio {
    pub purses: Vec<u32>,
    drawn: Vec<u32>,
    playing: Seats,
    next: usize,
    turns: usize,
}

#[derive(Debug, PartialEq)]
pub struct View {
    pub purse: u32,
    pub drawn: Vec<u32>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Drew(pub Seat, pub Option<u32>);

const ROUNDS: usize = 2;

impl Trio {
    fn pass_on(&mut self) {
        self.turns += 1;
        let after = (1..=3).map(|step| Seat::new((self.next + step) % 3));
        self.next = after.into_iter().find(|&seat| self.playing.contains(seat)).map_or(self.next, Seat::index);
    }
}

impl Game for Trio {
    type Settings = ();
    type Action = u32;
    type Event = Drew;
    type View<'a> = View;
    type RuleError = &'static str;

    fn start((): &(), seats: usize) -> Result<Self, SettingsError> {
        let game = Self { purses: vec![12, 10, 8], drawn: vec![0; 3], playing: Seats::first(3), next: 0, turns: 0 };
        if seats == 3 { Ok(game) } else { Err(SettingsError("three players".to_owned())) }
    }

    fn seats(&self) -> usize {
        3
    }

    fn to_act(&self) -> Seats {
        match self.outcome() {
            None => Seats::only(Seat::new(self.next)),
            Some(_) => Seats::NONE,
        }
    }

    fn playing(&self) -> Seats {
        self.playing
    }

    fn view(&self, seat: Seat) -> View {
        View { purse: self.purses[seat.index()], drawn: self.drawn.clone() }
    }

    fn legal(&self, seat: Seat) -> impl Iterator<Item = u32> {
        let most = if self.to_act().contains(seat) { self.purses[seat.index()].min(9) } else { 0 };
        0..=most.max(1)
    }

    fn play(&mut self, seat: Seat, amount: u32, events: &mut Vec<Drew>) -> Result<(), &'static str> {
        if !self.legal(seat).any(|legal| legal == amount) || !self.to_act().contains(seat) {
            return Err("more than is in the purse");
        }
        let purse = &mut self.purses[seat.index()];
        *purse = purse.saturating_sub(amount);
        self.drawn[seat.index()] += amount;
        self.pass_on();
        events.push(Drew(seat, Some(amount)));
        Ok(())
    }

    fn fault(&mut self, seat: Seat, _: &Fault, events: &mut Vec<Drew>) {
        self.playing.remove(seat);
        events.push(Drew(seat, None));
        if seat.index() == self.next {
            self.pass_on();
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.playing.len() > 1 && self.turns < 3 * ROUNDS {
            return None;
        }
        let score = |seat: usize| if self.playing.contains(Seat::new(seat)) { 1 + self.drawn[seat] } else { 0 };
        let places = (0..3).map(|seat| 1 + (0..3).filter(|&other| score(other) > score(seat)).count() as u8);
        Some(Outcome { places: places.collect(), blamed: None })
    }
}

#[derive(Debug, Default)]
pub struct TrioCodec;

impl Protocol for Trio {
    const HAS_GREETING: bool = true;

    fn write_canonical(amount: &u32, out: &mut Vec<u8>) {
        out.extend(amount.to_string().bytes());
    }
}

impl SessionCodec<Trio> for TrioCodec {
    fn read_greeting(&mut self, stdout: &mut Inbox, stdin: &mut Vec<u8>) -> Result<Greeting, MisreadError> {
        match stdout.line() {
            None => Ok(Greeting::Waiting),
            Some(b"hi\n") => {
                stdin.extend_from_slice(b"welcome\n");
                Ok(Greeting::Ready)
            }
            Some(_) => Err(MisreadError::new("but the first word is `hi`")),
        }
    }

    fn write_question(&mut self, view: View, stdin: &mut Vec<u8>) {
        stdin.extend(format!("purse {}\n", view.purse).bytes());
    }

    fn read_answer(&mut self, stdout: &mut Inbox) -> Result<Option<u32>, MisreadError> {
        let Some(line) = stdout.line() else { return Ok(None) };
        let text = String::from_utf8_lossy(line);
        text.trim().parse().map(Some).map_err(|_| MisreadError::new("which is no amount"))
    }

    fn write_event(&mut self, Drew(seat, amount): &Drew, _: &[u8], stdin: &mut Vec<u8>) {
        let amount = amount.map_or_else(|| "gone".to_owned(), |amount| amount.to_string());
        stdin.extend(format!("{} {amount}\n", seat.number()).bytes());
    }

    fn write_end(&mut self, outcome: Option<&Outcome>, stdin: &mut Vec<u8>) {
        stdin.extend_from_slice(if outcome.is_some() { b"end\n" } else { b"out\n" });
    }
}
