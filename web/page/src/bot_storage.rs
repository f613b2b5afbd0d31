//! The visitor's bots, kept in this browser from one visit to the next: all builds, until they are
//! removed. They are stored nowhere else. Where the browser keeps nothing, they last as long as the
//! page. A script of its own keeps them (`js/bot_store.js`), which is fetched beside the first
//! board. Knows no games and no bots.

use std::rc::Rc;

use botyard_engine::seat::Seat;
use botyard_web_messages::BotKey;
use botyard_web_messages::series::FromSeries;
use botyard_web_ui::browser;
use gloo_events::EventListener;
use js_sys::{Array, Reflect, Uint8Array};
use wasm_bindgen::prelude::{Closure, JsValue};

use super::bot_library::StoredBuild;
use super::build_games::BuildGames;
use super::message::{CasesMessage, Message, NoticeMessage, RemovalReason, SeriesMessage, WriteMessage};
use crate::file_names;

/// The script, and the name of the list of requests in the window.
const STORE: [&str; 2] = ["bot_store.js", "botStore"];

/// A message from the script.
pub enum StoreMessage {
    /// A message for the page.
    Page(Message),
    /// All builds of earlier visits have been listed.
    Listed,
}

/// The line to the script. Requests wait in a list until it is here, and go to it from then on.
pub struct BotStore(Array);

impl BotStore {
    /// Fetches the script. `hear` is called with each kept build, when all of them are listed, with
    /// requested modules, and with reasons why something cannot be kept.
    pub fn open(hear: impl Fn(StoreMessage) + 'static) -> Self {
        let requests = Array::new();
        let hear = Rc::new(hear);
        let tell = {
            let hear = Rc::clone(&hear);
            Closure::<dyn Fn(Array)>::new(move |said: Array| hear(message(&said)))
        };
        requests.push(&tell.into_js_value());
        // Without the list, or the script, no bots are kept.
        let _ = Reflect::set(&browser::window(), &STORE[1].into(), &requests);
        match browser::add_script(&file_names::address(STORE[0])) {
            Some(script) => EventListener::once(&script, "error", move |_| hear(StoreMessage::Listed)).forget(),
            None => hear(StoreMessage::Listed),
        }
        Self(requests)
    }

    /// Requests an operation on a build of this game; keys of other bots are ignored.
    pub fn send(&self, operation: &str, game: &str, key: &BotKey, more: &[JsValue]) {
        if let BotKey::Dropped(name, build) = key {
            let request = Array::of4(&operation.into(), &game.into(), &name.into(), &(*build).into());
            for part in more {
                request.push(part);
            }
            self.0.push(&request);
        }
    }
}

/// A message of the script, or of the editor, which uses the same list: that a build is kept, with
/// its hash, or was removed in another tab or because there are many newer ones; the module of a
/// build, if it is kept; that a draft is to play, or to be checked, and against which bots it
/// plays; which builds of an imported file are kept; or why something is not kept.
fn message(said: &Array) -> StoreMessage {
    let text = |at: u32| said.get(at).as_string().unwrap_or_default();
    let (game, name, build) = (text(1), text(2), said.get(3).as_f64().unwrap_or_default() as u32);
    StoreMessage::Page(match &*text(0) {
        "listed" => return StoreMessage::Listed,
        "notice" => Message::Notice(NoticeMessage::Show(game)),
        "kept" => {
            let count = |at: u32| said.get(at).as_f64().unwrap_or_default() as u32;
            let games = BuildGames { is_silent: said.get(5).is_truthy(), games: count(6), failed: count(7) };
            Message::Kept { game, build: StoredBuild { name, build, sha256: text(4), games } }
        }
        "removed" => Message::RemovedElsewhere { game, name, sha256: text(4), reason: RemovalReason::OtherTab },
        "trimmed" => Message::RemovedElsewhere { game, name, sha256: text(4), reason: RemovalReason::NewerBuilds },
        "module" => {
            let module = said.get(4);
            let module = module.is_object().then(|| Uint8Array::new(&module).to_vec().into());
            let why = match said.get(5).is_truthy() {
                true => "the browser's storage does not answer",
                false => "it is not kept any more",
            };
            Message::Fetched(BotKey::Dropped(name, build), module.ok_or_else(|| why.to_owned()))
        }
        "run" => {
            let (is_series, bytes) = (said.get(3).is_truthy(), Uint8Array::new(&said.get(4)).to_vec().into());
            Message::Write(WriteMessage::Run { game, name, is_series, bytes })
        }
        "draft" => Message::Write(WriteMessage::Open { game, name, sha256: text(3), is_from_link: text(4) == "link" }),
        "loss" => Message::Write(WriteMessage::OpenLoss(Seat::new(build as usize))),
        "explain" => Message::Write(WriteMessage::Explain { game, link: name }),
        "report" => Message::Series(SeriesMessage::Do(game, "report".to_owned())),
        "setUp" => Message::Write(WriteMessage::SetUp { game, setup: name, settings: text(3) }),
        "try" => {
            let bytes = Uint8Array::new(&said.get(4)).to_vec().into();
            Message::Write(WriteMessage::Try { number: build, input: name, bytes })
        }
        "check" => {
            let bytes = Uint8Array::new(&said.get(4)).to_vec().into();
            Message::Write(WriteMessage::Check { number: build, path: name, bytes })
        }
        "opponents" => {
            let keys = name.split('\0').filter(|key| !key.is_empty()).map(BotKey::from).collect();
            Message::Write(WriteMessage::Opponents { game, keys })
        }
        _ => Message::Cases(CasesMessage::Said(FromSeries::Error(game))),
    })
}
