//! The page without a browser: messages in, effects out.

mod annotations;
mod builds;
mod cases;
mod files;
mod ladder;
mod learn;
mod loss_report;
mod notices;
mod opened_texts;
mod persons;
mod played_again;
mod rerun;
mod return_visit;
mod runs;
mod screen;
mod series;
mod start;
mod steps;
mod transcript;
mod turn_steps;
mod watching;
mod write;

use std::rc::Rc;
use std::time::Duration;

use botyard_engine::fault::{Fault, FaultKind, FaultReason};
use botyard_engine::games::bitmartyr::{self, BitMartyr};
use botyard_engine::replay::{PlayerKind, Turn, TurnResult};
use botyard_engine::seat::{Seat, Seats};
use botyard_engine::transcript::{Passage, Stream};
use botyard_web_games::{FormChange, FormEdit, FormState};
use botyard_web_protocol::series::{FromSeries, ToSeries};
use botyard_web_protocol::{BotKey, BuildGames, FromReader, MatchProgress, PlayRequest, ReadRequest, ToWorker};
use serde_json::{Value, json};

use super::*;
use crate::bot_library::{LibraryRequest, StoredBuild};
use crate::lineup::SeatChoice;
use crate::message::CasesMessage;
use crate::message::{NoticeMessage, PlaybackMessage, SetupMessage};

/// A browser with a worker.
fn around() -> BrowserInfo {
    BrowserInfo {
        base: "https://here/".to_owned(),
        engine: EngineKind::Browser,
        chance: 7,
        is_still: false,
        is_dark: false,
        has_keys: true,
        is_hosted: false,
        shares: [None; 3],
        is_first_visit: true,
    }
}

/// A page state whose worker is simulated by the test.
struct Bench {
    state: PageState,
    now: f64,
    effects: Vec<Effect>,
}

/// A person changes the settings to these, whatever they are.
fn edited(change: FormChange<Value>) -> Message {
    Message::Setup(SetupMessage::Edit(FormEdit::new(move |_| change.clone())))
}

impl Bench {
    /// The page, opened with an address, with its bots loaded.
    fn on(hash: &str) -> Self {
        let mut bench = Self { state: PageState::new(around()), now: 0.0, effects: Vec::new() };
        bench.send(Message::Arrived(hash.to_owned()));
        bench
    }

    /// The sentence that is shown, which is closed.
    fn take_notice(&mut self) -> String {
        let text = self.state.context.notices.shown().expect("a sentence").text.clone();
        self.state.context.notices.update(NoticeMessage::Dismiss);
        text
    }

    fn send(&mut self, message: Message) {
        self.now += 1.0;
        let effects = self.state.update(message, self.now);
        // Effects that fetch, check or read are answered immediately.
        for effect in &effects {
            match effect {
                Effect::Prepare(_, LibraryRequest::Fetch(key)) => {
                    self.send(Message::Fetched(key.clone(), Ok(Rc::from(*b"\0asm"))))
                }
                Effect::Prepare(_, LibraryRequest::Check(id, _)) => {
                    let verdict = Ok(format!("{id:064}"));
                    self.send(Message::Host(FromWorker::Checked { id: *id, verdict, interpreter: None }));
                }
                Effect::Cases(ToSeries::Read(ReadRequest { id, game, file }), files) => {
                    let text = std::str::from_utf8(&files[0]).expect("a text");
                    let found = match file {
                        Some(name) => botyard_web_desk::read::read_file(game, name, text),
                        None => botyard_web_desk::read::read(game, text),
                    };
                    self.send(Message::Cases(CasesMessage::Said(FromSeries::Read(FromReader { id: *id, found }))));
                }
                Effect::Cases(ToSeries::Write(export), files) => {
                    let written = botyard_web_desk::export::write(export, &String::from_utf8_lossy(&files[0]));
                    self.send(Message::Cases(CasesMessage::Said(FromSeries::Written(written))));
                }
                _ => {}
            }
        }
        self.effects.extend(effects);
    }

    fn key(&mut self, key: &str) {
        self.send(Message::Key { key: key.to_owned(), shift: false });
    }

    /// The match requested from the worker since the last call.
    fn played(&mut self) -> Option<PlayRequest> {
        let effects = std::mem::take(&mut self.effects);
        effects.into_iter().rev().find_map(|effect| match effect {
            Effect::AskHost(ToWorker::Play(play), _) => Some(play),
            _ => None,
        })
    }

    fn progress(&mut self, first: usize, columns: &[u8], awaited: Option<usize>) {
        let turn = |(offset, &column): (usize, &u8)| turn((first + offset) % 2, TurnResult::Action(json!(column)));
        let turns = columns.iter().enumerate().map(turn).collect();
        self.receive_turns(first, turns, awaited);
    }

    fn receive_turns(&mut self, first: usize, turns: Vec<Turn<Value>>, awaited: Option<usize>) {
        let id = self.state.shown.shown_match.id;
        let awaited: Vec<_> = awaited.into_iter().map(Seat::new).collect();
        let done = awaited.is_empty();
        let progress = MatchProgress { id, first, turns, passages: Vec::new(), awaited, outcome: None, done };
        self.send(Message::Host(FromWorker::Progress(progress)));
    }

    /// Advances the time until playback ends.
    fn watch(&mut self) {
        for _ in 0..100 {
            self.now += 1000.0;
            self.send(Message::Wake);
        }
    }

    fn addresses(&self) -> Vec<String> {
        let to = |effect: &Effect| match effect {
            Effect::Push(address) => Some(format!("push {address}")),
            Effect::Replace(address) => Some(format!("replace {address}")),
            _ => None,
        };
        self.effects.iter().filter_map(to).collect()
    }
}

/// A build that the browser has kept.
fn kept(game: &str, name: &str, build: u32, sha256: &str) -> Message {
    let (name, sha256) = (name.to_owned(), sha256.to_owned());
    Message::Kept {
        game: game.to_owned(),
        build: StoredBuild { name, build, sha256, games: BuildGames::default(), beaten: Vec::new() },
    }
}

fn turn(seat: usize, result: TurnResult<Value>) -> Turn<Value> {
    Turn { seat: Seat::new(seat), result, words: None, used: Duration::ZERO }
}

/// Seven plies with which the first player wins in column 1.
const WON: [u8; 7] = [1, 2, 1, 2, 1, 2, 1];

/// A person against a bot, after the openings of both.
fn person_against_bot() -> Bench {
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::Setup(SetupMessage::Choose(Seat::new(0), SeatChoice::Person)));
    bench.send(Message::Play);
    bench.progress(0, &[], Some(0));
    bench
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}
