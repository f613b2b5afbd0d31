//! All of the page's state. `update` takes a message and says what is to be done; nothing here touches a browser, so
//! that everything the page decides can be tested on any host.

mod aside;
mod files;
mod hosted;
mod inspect;
mod keys;
mod matches;
mod screen;
#[cfg(test)]
mod tests;
mod trial;
mod words;

pub use inspect::Excerpt;
pub use keys::KEYS;
pub use trial::{Stage, Trial};
pub use words::Standing;

use botyard_engine::anymatch::Opening;
use botyard_engine::referee::host::Limits;
use botyard_engine::replay::Kind;
use botyard_engine::seat::{Seat, Seats};

use self::aside::Aside;
use self::screen::Screen;
use super::address::Address;
use super::lineup::{Choice, Lineup};
use super::message::{Dialog, Direction, Effect, Message, Panel};
use super::player::Player;
use super::shelf::{Shelf, Want};
use super::table::{Earlier, Phase, Table};
use crate::client::Engine;
use crate::games::{Room, rooms};
use crate::messages::{FromWorker, Resident};

/// What a person is told who would see in a link, a file or the bots' words what the game hides.
pub const VEILED: &str = "That can be seen when the match is over: now it would give away what is hidden.";

/// What the page knows of the browser when it opens.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Surroundings {
    /// The page's address without the part behind `#`.
    pub base: String,
    /// What shall execute modules.
    pub engine: Engine,
    /// A number that nobody chose, below a million.
    pub chance: u64,
    /// Whether the visitor wants no motion.
    pub is_still: bool,
    /// Whether there is likely to be a keyboard.
    pub has_keys: bool,
    /// Whether a native program has opened the page and plays for it.
    pub is_hosted: bool,
}

/// All of the page's state.
pub struct Desk {
    /// The game.
    pub room: &'static dyn Room,
    /// The next match.
    pub lineup: Lineup,
    /// The bots there are.
    pub shelf: Shelf,
    /// The match that is shown.
    pub table: Table,
    /// Which turn of it.
    pub player: Player,
    /// What is shown beside the board.
    pub panel: Panel,
    /// What is asked above the page.
    pub dialog: Option<Dialog>,
    /// What the page has to say.
    pub notice: Option<Notice>,
    /// Whose bot is inspected.
    pub inspected: Seat,
    /// Whether the whole match is inspected rather than the turn that is shown.
    pub inspects_whole: bool,
    /// The bot that is run on an input.
    pub trial: Option<Trial>,
    /// Whether this browser can play matches of bots; not known at first.
    pub suspends: Option<bool>,
    eyes: Option<Seat>,
    address: Address,
    pending: Option<Pending>,
    /// The seats that files were dropped on while they are checked.
    landing: Vec<(String, Option<Seat>)>,
    /// The texts that are being read.
    reading: Vec<files::Reading>,
    aside: Aside,
    screen: Screen,
    is_hosted: bool,
    /// Whether a match begins once it is known that the program plays none.
    is_expecting: bool,
    /// Whether a person's match is shown that had begun before the page was opened.
    is_late: bool,
    residents: Vec<Resident>,
    around: Surroundings,
    ids: u32,
    reads: u32,
    notices: u32,
}

/// A sentence for the visitor.
#[derive(Debug, Clone, PartialEq)]
pub struct Notice {
    /// Which one.
    pub id: u32,
    /// What is said.
    pub text: String,
    /// Whether something is wrong.
    pub is_bad: bool,
}

/// A match that begins as soon as its bots are here.
struct Pending {
    lineup: Lineup,
    /// What it goes on from, unless it is a new one.
    earlier: Option<Earlier>,
}

impl Pending {
    /// Whether the bot of this key plays in it.
    fn waits_for(&self, key: &str) -> bool {
        self.lineup.seats.iter().any(|choice| matches!(choice, Choice::Bot(bot) if bot == key))
    }
}

impl Desk {
    /// The page before it has looked at its address.
    pub fn new(around: Surroundings) -> Self {
        let room = rooms()[0];
        let lineup = Lineup::of_bots(room, around.chance);
        let shelf = Shelf::new(room.bots());
        Self {
            table: matches::empty(room, &lineup, &shelf),
            lineup,
            shelf,
            room,
            player: Player::default(),
            panel: Panel::Players,
            dialog: None,
            notice: None,
            inspected: Seat::new(0),
            inspects_whole: false,
            trial: None,
            suspends: None,
            eyes: None,
            // No place has this address, so that the first one is arrived at.
            address: Address::of_game(""),
            pending: None,
            landing: Vec::new(),
            reading: Vec::new(),
            aside: Aside::default(),
            screen: Screen::default(),
            is_hosted: around.is_hosted,
            is_expecting: false,
            is_late: false,
            residents: Vec::new(),
            around,
            ids: 0,
            reads: 0,
            notices: 0,
        }
    }

    /// Takes a message in and says what is to be done. `now` is in milliseconds.
    pub fn update(&mut self, message: Message, now: f64) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.take(message, now, &mut effects);
        self.settle(now, &mut effects);
        effects
    }

    fn take(&mut self, message: Message, now: f64, effects: &mut Vec<Effect>) {
        let stops = self.table.record.stops();
        if message.sets_up() {
            // What was wrong with the next match is about another one now.
            self.notice.take_if(|notice| notice.is_bad);
        }
        match message {
            Message::Arrived(hash) => self.arrive(&hash, now, effects),
            Message::Worker(words) => self.hear(words, now, effects),
            Message::Read(read) => self.read(read, now, effects),
            Message::Wake => {}
            Message::Key { key, shift } => {
                if let Some(meaning) = self.meaning(&key, shift) {
                    self.take(meaning, now, effects);
                }
            }
            Message::Choose(seat, choice) => self.lineup.choose(seat, choice),
            Message::Seed(seed) => {
                self.lineup.reseed(self.room, seed);
                self.screen.is_seed_meant = true;
            }
            Message::SeedTyped(text) => self.take_seed(&text, effects),
            Message::Limit(seconds) => self.lineup.terms.turn = seconds.and_then(matches::limit),
            Message::Clock(clock) => self.lineup.terms.clock = clock,
            Message::Settings(settings) => self.lineup.set(self.room, settings),
            Message::Write(settings, written) => self.lineup.write(self.room, settings, written),
            Message::Seats(seats) => self.lineup.resize(self.room, seats),
            Message::Play => self.play(now, effects),
            Message::PlayFrom(seed) => {
                if self.tells_too_much() {
                    self.lineup.reseed(self.room, seed);
                }
                self.play(now, effects);
            }
            Message::Rematch(seed) => {
                self.screen.is_seed_meant = false;
                self.lineup.reseed(self.room, seed);
                self.play(now, effects);
            }
            Message::Swap => {
                self.lineup.swap();
                self.play(now, effects);
            }
            Message::Stop => self.stop(effects),
            Message::Resign => self.resign(effects),
            Message::TakeBack => self.take_back(now, effects),
            Message::Act(seat, action) => self.act(seat, action, effects),
            Message::Toggle => self.player.toggle(stops.newest(), self.table.is_over(), now),
            Message::Step(by) => self.player.step(by, &stops, now),
            Message::ToMark(direction) => self.player.go(self.mark(direction), &stops, now),
            Message::Go(turn) => self.player.go(turn, &stops, now),
            Message::GoLast => self.go_last(now),
            Message::Speed(index) => self.player.choose_speed(index),
            Message::Eyes => self.eyes = self.next_eyes(),
            Message::Look(eyes) => self.eyes = eyes,
            Message::Uncover => self.uncover(),
            Message::Try(seat, input) => self.offer_trial(seat, input),
            Message::RunTrial(input) => self.run_trial(input, effects),
            Message::Panel(panel) => self.panel = panel,
            Message::Dialog(dialog) => self.dialog = dialog,
            Message::Inspect(seat) => self.inspected = seat,
            Message::InspectWhole(whole) => self.inspects_whole = whole,
            Message::File { name, bytes, seat } => self.take_file(&name, bytes, seat, effects),
            Message::Kept { game, name, bytes } => self.put_up(&game, &name, bytes),
            Message::Forget(key) => self.forget_file(&key, effects),
            Message::Fetched(key, result) => self.fetched(&key, result, effects),
            Message::Pasted(text) => self.pasted(text.trim(), now, effects),
            Message::Share | Message::Download if self.is_veiled() => self.complain(VEILED, effects),
            Message::Share => self.share(effects),
            Message::CopySeed => effects.push(Effect::Copy(self.table.record.seed().to_string(), "The seed")),
            Message::Copied(what, took) => self.copied(what, took, effects),
            Message::Download => effects.push(self.save()),
            Message::Dismiss => self.notice = None,
            Message::Fade(id) => self.notice = self.notice.take().filter(|notice| notice.id != id),
        }
    }

    /// What follows from any state: the next turn in time, and the address.
    fn settle(&mut self, now: f64, effects: &mut Vec<Effect>) {
        let (stops, is_over) = (self.table.record.stops(), self.table.is_over());
        let newest = stops.newest();
        if let Some(wait) = self.player.advance(&stops, is_over, self.is_live(), now) {
            effects.push(Effect::Wake(wait));
        }
        let turn = (!self.player.playing && self.player.at < newest).then_some(self.player.at);
        if let Some(payload) = self.table.payload.as_deref().filter(|_| self.pending.is_none()) {
            let address = Address::of_replay(self.room.name(), payload, turn);
            if address != self.address {
                self.address = address.clone();
                effects.push(Effect::Replace(address));
            }
        }
    }

    fn hear(&mut self, words: FromWorker, now: f64, effects: &mut Vec<Effect>) {
        match words {
            FromWorker::Ready { suspends } => self.host_is_up(suspends, now, effects),
            FromWorker::Residents(residents) => self.move_in(residents),
            FromWorker::Opened { id, opening } => self.opened(id, &opening, now, effects),
            FromWorker::Ended { why } => self.host_has_ended(why, effects),
            FromWorker::Progress(progress) if progress.id == self.table.id => {
                if let Err(why) = self.table.take(progress) {
                    self.complain(format!("The match cannot be shown: {why}."), effects);
                }
                self.catch_up(now);
            }
            FromWorker::Progress(_) => {}
            FromWorker::Left { id, files } if id == self.table.id => self.table.left = files.into(),
            FromWorker::Left { .. } => {}
            FromWorker::NotOpened { id, why } if id == self.table.id => {
                self.table.phase = Phase::Waiting;
                self.complain(why, effects);
            }
            FromWorker::NotOpened { .. } => {}
            FromWorker::Checked { id, verdict } => self.checked(id, verdict, now, effects),
            FromWorker::Tried { id, tried } => self.tried(id, tried),
            FromWorker::Refused { why, .. } => self.complain(format!("That is not played: {why}."), effects),
        }
    }

    fn next_eyes(&self) -> Option<Seat> {
        let next = self.eyes.map_or(0, |seat| seat.index() + 1);
        (self.room.hides() && next < self.lineup.seats.len()).then(|| Seat::new(next))
    }

    /// The next match before its first turn.
    pub fn next_opening(&self) -> Opening {
        matches::opening(self.room, &self.lineup, &self.shelf)
    }

    /// What the bots of the match that is shown have for their answers.
    pub fn limits(&self) -> Limits {
        self.table.record.limits()
    }

    /// Whether a match waits for its bots.
    pub fn is_loading(&self) -> bool {
        self.pending.is_some()
    }

    /// The seats of the match that bots play or played.
    pub fn bots(&self) -> Seats {
        let players = self.table.record.players().iter().enumerate();
        players.filter(|(_, player)| player.kind != Kind::Person).map(|(seat, _)| Seat::new(seat)).collect()
    }

    fn go_last(&mut self, now: f64) {
        let stops = self.table.record.stops();
        match self.table.is_over() {
            true => self.player.go(stops.newest(), &stops, now),
            false => self.player.follow(&stops, now),
        }
    }

    fn mark(&self, direction: Direction) -> usize {
        let lines = self.lines();
        let marked = |turn: &usize| lines[turn - 1].mark.is_some();
        match direction {
            Direction::Forward => (self.player.at + 1..=lines.len()).find(marked).unwrap_or(lines.len()),
            Direction::Back => (1..=self.table.record.stops().before(self.player.at)).rev().find(marked).unwrap_or(0),
        }
    }

    fn say(&mut self, text: impl Into<String>, effects: &mut Vec<Effect>) {
        self.note(text.into(), false, effects);
    }

    fn complain(&mut self, text: impl Into<String>, effects: &mut Vec<Effect>) {
        self.note(text.into(), true, effects);
    }

    fn note(&mut self, text: String, is_bad: bool, effects: &mut Vec<Effect>) {
        self.notices += 1;
        if !is_bad {
            // Long enough to be read twice. What is wrong stays until the reader closes it.
            let stay = 4_000.0 + 70.0 * text.len() as f64;
            effects.push(Effect::Fade(self.notices, stay));
        }
        self.notice = Some(Notice { id: self.notices, text, is_bad });
    }

    fn do_wanted(want: Want, effects: &mut Vec<Effect>) {
        effects.push(match want {
            Want::Fetch(key) => Effect::Fetch(key),
            Want::Check(id, bytes) => Effect::Check(id, bytes),
        });
    }
}
