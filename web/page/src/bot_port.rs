//! The line to the script that keeps the visitor's bots in this browser from one visit to the next
//! (`js/bot_store.js`): all builds, until they are removed. They are stored nowhere else. Where the
//! browser keeps nothing, they last as long as the page. The script is fetched beside the first
//! board. Knows no games and no bots.

use std::rc::Rc;

use botyard_web_protocol::BotKey;
use botyard_web_protocol::bot_store::{BuildId, FromBotStore, MissingModule, ToBotStore};
use botyard_web_protocol::series::FromSeries;
use botyard_web_ui::browser;
use gloo_events::EventListener;
use js_sys::{Array, Reflect};
use wasm_bindgen::prelude::Closure;

use super::bot_library::{ModuleBytes, StoredBuild};
use super::message::{CasesMessage, Message, NoticeMessage, RemovalReason};
use super::parcel;
use crate::file_names;

/// The script, and the name of the list of requests in the window.
const STORE: [&str; 2] = ["bot_store.js", "botStore"];

/// The line to the script. Requests wait in a list until it is here, and go to it from then on.
pub struct BotPort(Array);

impl BotPort {
    /// Fetches the script. `hear` is called with its messages for the page, with `None` when all
    /// kept builds have been sent.
    pub fn open(hear: impl Fn(Option<Message>) + 'static) -> Self {
        let requests = Array::new();
        let hear = Rc::new(hear);
        let take = {
            let hear = Rc::clone(&hear);
            Closure::<dyn Fn(Array)>::new(move |received: Array| {
                let (text, module) = parcel::read(&received);
                if let Some(said) = FromBotStore::read(&text) {
                    hear(message(said, module));
                }
            })
        };
        requests.push(&take.into_js_value());
        // Without the list, or the script, no bots are kept.
        let _ = Reflect::set(&browser::window(), &STORE[1].into(), &requests);
        match browser::add_script(&file_names::address(STORE[0])) {
            Some(script) => EventListener::once(&script, "error", move |_| hear(None)).forget(),
            None => hear(None),
        }
        Self(requests)
    }

    /// Sends a request about a build of this game, perhaps with its file; keys of other bots are
    /// ignored.
    pub fn send(&self, game: &str, key: &BotKey, request: impl FnOnce(BuildId) -> ToBotStore, files: &[&[u8]]) {
        if let BotKey::Dropped(name, number) = key {
            let build = BuildId { game: game.to_owned(), name: name.clone(), number: *number };
            self.0.push(&parcel::write(&request(build), files));
        }
    }
}

/// The page's message; `None` if all kept builds have been sent.
fn message(said: FromBotStore, module: ModuleBytes) -> Option<Message> {
    let gone = |build: BuildId, sha256, reason| Message::RemovedElsewhere {
        game: build.game,
        name: build.name,
        sha256,
        reason,
    };
    Some(match said {
        FromBotStore::Listed => return None,
        FromBotStore::Kept { build: BuildId { game, name, number: build }, sha256, games, beaten } => {
            Message::Kept { game, build: StoredBuild { name, build, sha256, games, beaten } }
        }
        FromBotStore::Removed { build, sha256 } => gone(build, sha256, RemovalReason::OtherTab),
        FromBotStore::Trimmed { build, sha256 } => gone(build, sha256, RemovalReason::NewerBuilds),
        FromBotStore::Module { build, missing } => {
            let module = match missing {
                None => Ok(module),
                Some(MissingModule::Removed) => Err("it is not kept any more".to_owned()),
                Some(MissingModule::Silent) => Err("the browser's storage does not answer".to_owned()),
            };
            Message::Fetched(BotKey::Dropped(build.name, build.number), module)
        }
        FromBotStore::Notice { text } => Message::Notice(NoticeMessage::Show(text)),
        FromBotStore::Error { text } => Message::Cases(CasesMessage::Said(FromSeries::Error(text))),
    })
}
