//! The page as a component: passes messages to the page state, executes its effects, and draws it.

use std::cell::Cell;
use std::rc::Rc;

use botyard_web_messages::{FromWorker, WorkerMessage};
use botyard_web_ui::browser;
use gloo_events::{EventListener, EventListenerOptions};
use gloo_timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, KeyboardEvent, MouseEvent};
use yew::{Callback, Component, Context, Html};

use super::address::Address;
use super::address_bar;
use super::bot_storage::{self, StoredBot};
use super::message::{Effect, Message, NoticeMessage, SeriesMessage};
use super::state::{BrowserInfo, PageState};
use super::view;
use crate::client::{MatchHost, SeriesClient};
use crate::file_names;

/// How long the address waits for the next change before it follows, in milliseconds: browsers allow only so many.
const ADDRESS_REST: u32 = 250;

/// What the tab keeps while a series is being played.
const SERIES_MARK: &str = "botyard-series-playing";

/// The page.
pub struct App {
    state: PageState,
    host: MatchHost,
    series: SeriesClient,
    send: Callback<Message>,
    wake: Option<Timeout>,
    /// The address that is about to be shown.
    address: Option<(Timeout, Address)>,
    /// Whether the browser asks before it leaves the page.
    guards: Rc<Cell<bool>>,
    _listeners: Vec<EventListener>,
}

impl Component for App {
    type Message = Message;
    type Properties = ();

    fn create(context: &Context<Self>) -> Self {
        let link = context.link();
        let send = link.callback(|message| message);
        let heard = send.clone();
        // First of all, so that nothing else sees it.
        let token = address_bar::take_token();
        let is_met = Cell::new(false);
        let guards = Rc::new(Cell::new(false));
        send.emit(Message::Arrived(address_bar::hash()));
        fetch_kept(send.clone());
        if browser::stored(SERIES_MARK) {
            send.emit(Message::Series(SeriesMessage::GoOn));
        }
        let series_said = send.clone();
        let around = BrowserInfo { is_hosted: token.is_some(), ..address_bar::surroundings() };
        Self {
            host: MatchHost::new(token, around.engine, move |said| {
                let words = match said {
                    WorkerMessage::Live(words) => words,
                    WorkerMessage::Read(read) => return heard.emit(Message::Read(read)),
                };
                // A line that is lost later may be lost because the page is being loaded again: Firefox says so to it.
                match words {
                    FromWorker::Ended { .. } if !is_met.get() => address_bar::forget_token(),
                    _ => is_met.set(true),
                }
                heard.emit(Message::Worker(words));
            }),
            series: SeriesClient::new(around.engine, move |said| {
                series_said.emit(Message::Series(SeriesMessage::Said(said)));
            }),
            state: PageState::new(around),
            wake: None,
            address: None,
            _listeners: listeners(&send, &guards),
            guards,
            send,
        }
    }

    fn update(&mut self, _: &Context<Self>, message: Message) -> bool {
        if matches!(message, Message::Arrived(_)) {
            // What was to be written is the address of a match that has been left.
            self.address = None;
        }
        for effect in self.state.update(message, browser::now()) {
            self.run(effect);
        }
        self.guards.set(self.state.has_unfinished());
        true
    }

    fn view(&self, _: &Context<Self>) -> Html {
        view::page(&self.state, &self.send)
    }
}

impl App {
    fn run(&mut self, effect: Effect) {
        let send = self.send.clone();
        match effect {
            Effect::Fetch(key) => wasm_bindgen_futures::spawn_local(async move {
                let fetched = browser::fetch(&file_names::address(&format!("bots/{key}.wasm"))).await;
                send.emit(Message::Fetched(key, fetched));
            }),
            Effect::Keep(game, name, bytes) => wasm_bindgen_futures::spawn_local(async move {
                // Where it cannot be kept it is gone with the page.
                let _ = bot_storage::store_bot(game, &name, &bytes).await;
            }),
            Effect::Forget(game, name) => {
                wasm_bindgen_futures::spawn_local(async move { bot_storage::forget(game, &name).await });
            }
            Effect::Check(id, bytes) => self.host.check(id, &bytes),
            Effect::Read(id, game, text) => self.host.read(id, game, &text),
            Effect::Try(trial, module) => self.host.try_bot(trial, &module),
            Effect::Play(play, modules) => {
                let modules: Vec<&[u8]> = modules.iter().map(|module| &**module).collect();
                self.host.play(play, &modules);
            }
            Effect::Series(message, files) => {
                let files: Vec<&[u8]> = files.iter().map(|file| &**file).collect();
                self.series.send(&message, &files);
            }
            Effect::RememberSeries(is_playing) => browser::store(SERIES_MARK, is_playing),
            Effect::Tell(words) => self.host.send(&words),
            Effect::Push(address) => {
                // What the address was about to become is what one comes back to.
                if let Some((_, last)) = self.address.take() {
                    address_bar::replace(&last);
                }
                address_bar::push(&address);
            }
            Effect::Replace(address) => self.replace_soon(address),
            Effect::Wake(wait) => {
                self.wake = Some(Timeout::new(wait.ceil() as u32, move || send.emit(Message::Wake)));
            }
            Effect::Fade(id, stay) => {
                Timeout::new(stay as u32, move || send.emit(Message::Notice(NoticeMessage::Fade(id)))).forget();
            }
            Effect::ShowBoard => browser::show(".stage"),
            Effect::Copy(text, what) => wasm_bindgen_futures::spawn_local(async move {
                let took = browser::copy(&text).await;
                send.emit(Message::Copied(what, took));
            }),
            Effect::Save(name, text) => {
                browser::save(&name, &text);
            }
        }
    }

    fn replace_soon(&mut self, address: Address) {
        let last = address.clone();
        self.address = Some((Timeout::new(ADDRESS_REST, move || address_bar::replace(&address)), last));
    }
}

/// Brings up what was dropped in earlier visits.
fn fetch_kept(send: Callback<Message>) {
    wasm_bindgen_futures::spawn_local(async move {
        for StoredBot { game, name, bytes } in bot_storage::all().await {
            send.emit(Message::Kept { game, name, bytes });
        }
    });
}

/// What is listened to on the whole page.
fn listeners(send: &Callback<Message>, guards: &Rc<Cell<bool>>) -> Vec<EventListener> {
    let window = browser::window();
    let (arrived, key) = (send.clone(), send.clone());
    let can_stop = EventListenerOptions::enable_prevent_default();
    vec![
        EventListener::new(&window, "hashchange", move |_| match Address::without_token(&address_bar::hash()) {
            // The address of a native program, in a tab that has been here before: the page opens as in a new one.
            (_, Some(_)) => address_bar::reload(),
            _ => arrived.emit(Message::Arrived(address_bar::hash())),
        }),
        EventListener::new_with_options(&window, "keydown", can_stop, move |event| {
            if let Some(event) = event.dyn_ref::<KeyboardEvent>() {
                pressed(event, &key);
            }
        }),
        EventListener::new_with_options(&window, "beforeunload", can_stop, {
            let guards = guards.clone();
            move |event| {
                if guards.get() {
                    event.prevent_default();
                }
            }
        }),
        EventListener::new(&window, "click", |event| {
            if let Some(event) = event.dyn_ref::<MouseEvent>() {
                browser::let_go(event);
            }
        }),
        // Without these a browser would leave the page for a file that misses its target.
        EventListener::new_with_options(&window, "dragover", can_stop, |event| event.prevent_default()),
        EventListener::new_with_options(&window, "drop", can_stop, {
            let send = send.clone();
            move |event| {
                event.prevent_default();
                let files =
                    event.dyn_ref::<DragEvent>().and_then(DragEvent::data_transfer).and_then(|data| data.files());
                view::files::take(files, None, &send);
            }
        }),
    ]
}

fn pressed(event: &KeyboardEvent, send: &Callback<Message>) {
    let key = event.key();
    let is_ours = !(event.ctrl_key() || event.alt_key() || event.meta_key() || event.default_prevented());
    if !is_ours || browser::keeps_key(event, &key) {
        return;
    }
    // These would scroll the page or move the timeline a second time.
    if matches!(key.as_str(), " " | "ArrowLeft" | "ArrowRight" | "Home" | "End") {
        event.prevent_default();
    }
    send.emit(Message::Key { key, shift: event.shift_key() });
}
