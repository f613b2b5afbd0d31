//! A game without rules, to measure the hosts: two players take turns and print any word, until a
//! number of turns is over. Each is sent the other's word.

use std::any::Any;
use std::time::Duration;

use botyard_engine::any_action::{AnyAction, AnyPlayError};
use botyard_engine::anymatch::AnyMatch;
use botyard_engine::codec::{BotCodec, MisreadError, Protocol, SessionCodec};
use botyard_engine::fault::Fault;
use botyard_engine::game::{Game, Outcome, SettingsError};
use botyard_engine::inbox::Inbox;
use botyard_engine::referee::host::{Input, Limits, Output};
use botyard_engine::referee::{Player, Referee};
use botyard_engine::replay::Turn;
use botyard_engine::seat::{Seat, Seats};
use botyard_engine::transcript::Transcript;
use serde_json::Value;

/// The text that is sent to a bot, and its answer.
pub const WORD: &[u8] = b"-1\n";

#[derive(Debug, Clone, PartialEq)]
struct TallyGame {
    turns: usize,
    left: usize,
    faulty: Option<Seat>,
}

impl Game for TallyGame {
    type Settings = usize;
    type Action = ();
    type Event = Seat;
    type View<'a> = ();
    type RuleError = String;

    fn start(&turns: &usize, _: usize) -> Result<Self, SettingsError> {
        Ok(Self { turns, left: turns, faulty: None })
    }

    fn seats(&self) -> usize {
        2
    }

    fn to_act(&self) -> Seats {
        match self.outcome() {
            None => Seats::only(Seat::new((self.turns - self.left) % 2)),
            Some(_) => Seats::NONE,
        }
    }

    fn view(&self, _: Seat) {}

    fn legal(&self, _: Seat) -> impl Iterator<Item = ()> {
        std::iter::once(())
    }

    fn play(&mut self, seat: Seat, (): (), events: &mut Vec<Seat>) -> Result<(), String> {
        self.left -= 1;
        events.push(seat);
        Ok(())
    }

    fn fault(&mut self, seat: Seat, _: &Fault, _: &mut Vec<Seat>) {
        self.faulty = Some(seat);
    }

    fn outcome(&self) -> Option<Outcome> {
        let draw = (self.left == 0).then(|| Outcome::draw(2));
        draw.or(self.faulty.map(|seat| Outcome::draw(2).blaming(seat)))
    }
}

/// Sends a word as the question, and takes any line as the answer.
#[derive(Debug)]
struct Echo;

impl Protocol for TallyGame {
    fn write_canonical((): &(), out: &mut Vec<u8>) {
        out.extend_from_slice(&WORD[..WORD.len() - 1]);
    }
}

impl SessionCodec<TallyGame> for Echo {
    fn write_question(&mut self, (): (), stdin: &mut Vec<u8>) {
        stdin.extend_from_slice(WORD);
    }

    fn read_answer(&mut self, stdout: &mut Inbox) -> Result<Option<()>, MisreadError> {
        Ok(stdout.line().map(|_| ()))
    }

    fn write_end(&mut self, _: Option<&Outcome>, _: &mut Vec<u8>) {}
}

/// A match of this many turns.
pub fn open(turns: usize, limits: Limits) -> Box<dyn AnyMatch> {
    let game = TallyGame::start(&turns, 2).expect("any number of turns can be played");
    let players = vec![Player::Bot(BotCodec::session(Echo)), Player::Bot(BotCodec::session(Echo))];
    Box::new(Open(Referee::new(game, players, limits, Duration::ZERO)))
}

/// The part of a match that a host needs; the rest is for people and files.
struct Open(Referee<TallyGame>);

impl AnyMatch for Open {
    fn handle(&mut self, now: Duration, input: Input<'_>) {
        self.0.handle(now, input);
    }

    fn poll(&mut self) -> Option<Output<'_>> {
        self.0.poll()
    }

    fn deadline(&self) -> Option<Duration> {
        self.0.deadline()
    }

    fn play(&mut self, _: Duration, _: Seat, _: AnyAction) -> Result<(), AnyPlayError> {
        Err(AnyPlayError::Refused("nobody plays by hand here".to_owned()))
    }

    fn resign(&mut self, now: Duration, seat: Seat) {
        self.0.resign(now, seat);
    }

    fn stop(&mut self, now: Duration) {
        self.0.stop(now);
    }

    fn awaited(&self) -> Seats {
        self.0.awaited()
    }

    fn is_done(&self) -> bool {
        self.0.is_done()
    }

    fn limits(&self) -> &Limits {
        self.0.limits()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.game().outcome()
    }

    fn followed(&self) -> usize {
        self.0.followed()
    }

    fn turn_count(&self) -> usize {
        self.0.turns().len()
    }

    fn turns_from(&self, _: usize) -> Vec<Turn<Value>> {
        Vec::new()
    }

    fn transcript(&self) -> &Transcript {
        self.0.transcript()
    }

    fn replay(&self) -> Value {
        Value::Null
    }

    fn game(&self) -> &'static str {
        "tally"
    }

    fn as_any(&self) -> &(dyn Any + 'static) {
        self
    }

    fn last_fault(&self) -> Option<(Seat, Fault)> {
        None
    }

    fn faults(&self) -> Vec<(usize, Seat, Fault)> {
        Vec::new()
    }
}
