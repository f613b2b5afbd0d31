//! The page as a component: passes messages to the page state, executes its effects, and draws it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use botyard_sandbox::script::{Script, ScriptLanguage, attach};
use botyard_web_protocol::bot_store::ToBotStore;
use botyard_web_protocol::match_worker::FromMatchWorker;
use botyard_web_protocol::series::ToSeries;
use botyard_web_protocol::{BotKey, FromWorker, HostBotFile, ToWorker};
use botyard_web_ui::browser;
use gloo_events::{EventListener, EventListenerOptions};
use gloo_timers::callback::{Interval, Timeout};
use gloo_timers::future::TimeoutFuture;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DragEvent, Event, KeyboardEvent, MouseEvent};
use yew::{Callback, Component, Context, Html};

use super::address::Address;
use super::address_bar;
use super::bot_library::{LibraryRequest, MODULE, ModuleBytes};
use super::bot_port::BotPort;
use super::deferred_code;
use super::editor_port;
use super::message::{CasesMessage, Effect, FetchedEditor, Message, NoticeMessage, SeriesMessage, WriteMessage};
use super::state::{BrowserInfo, Layout, PageState, has_other_bots};
use super::transcript_script::TranscriptScript;
use super::view;
use crate::client::{CASES_PROGRAM, MatchHost, SERIES_PROGRAM, SeriesClient};
use crate::file_names;

/// How long the address waits for the next change before it follows, in milliseconds: browsers
/// limit their number.
const ADDRESS_REST: u32 = 250;

/// The editor's script. A page that was built without npm does not have it.
const EDITOR: &str = "editor/editor.js";
/// The script that shows the manual.
const MANUAL: &str = "manual.js";

/// A notice that is pointed at, or has the focus.
const HELD_NOTICE: &str = ".toast:is(:hover, :focus-within)";
/// How long it stays afterwards, in milliseconds.
const NOTICE_REST: u32 = 2_000;

/// The title of the start view, as in `index.html`.
const START_TITLE: &str = "Botyard: bots play board games in your browser";

/// The name of the tab's record of the page.
const PAGE: &str = "botyard-page";

/// How long the page waits for the bots of earlier visits, if one of them may have had a seat,
/// before it comes back without them, in milliseconds. A browser that is busy takes some seconds.
const BOTS_PATIENCE: u32 = 15_000;

/// The name under which the browser keeps how many games a series has, and that of the tab's mark
/// while one is being played.
const GAMES: &str = "botyard-series-games";
const SERIES_MARK: &str = "botyard-series-playing";

/// The script that fetches large interpreters, and its function in the window.
const DOWNLOAD: [&str; 2] = ["language_download.js", "fetchInterpreter"];
/// The script that translates scripts, and its function in the window.
const TRANSLATION: [&str; 2] = ["script_translation.js", "translateScript"];

/// The marks of files that are still being built while the page is served
/// (`xtask/src/being_built.rs`): the editor, and the interpreter.
const BEING_BUILT: [&str; 2] = ["editor/editor.being-built", "editor/interpreter.being-built"];
/// The content of these marks. A server may send something else for a file that does not exist.
const BEING_BUILT_TEXT: &[u8] = b"being built";
/// The end of the message to a visitor who needs the interpreter meanwhile.
const INTERPRETER_BEING_BUILT: &str =
    " is being built: it takes some minutes, once. The bot plays as soon as it is ready.";
/// How long the page waits before it checks again for a file that is being built, in milliseconds.
const BUILD_REST: u32 = 2_000;

/// The page.
pub struct App {
    /// Shared with the listeners that run when the page is left.
    state: Rc<RefCell<PageState>>,
    host: MatchHost,
    series: SeriesClient,
    cases: SeriesClient,
    bots: BotPort,
    transcript: TranscriptScript,
    send: Callback<Message>,
    /// Playback's next step: an interval, because it goes on by itself.
    wake: Option<Interval>,
    /// The address that is about to be shown.
    address: Option<(Timeout, Address)>,
    /// Whether the tab's record of the page is still to come: choices made before would be lost, so
    /// none can be made.
    is_returning: Rc<Cell<bool>>,
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
        // Comes first, so that no other code sees the token.
        let token = address_bar::take_token();
        let is_met = Cell::new(false);
        let guards = Rc::new(Cell::new(false));
        let kept = browser::stored(PAGE);
        if kept.is_none() {
            send.emit(Message::Arrived(address_bar::hash()));
        }
        let is_returning = Rc::new(Cell::new(kept.is_some()));
        if browser::stored(SERIES_MARK).is_some() {
            send.emit(Message::Series(SeriesMessage::GoOn));
        }
        if let Some(games) = browser::preference(GAMES).and_then(|games| games.parse().ok()) {
            send.emit(Message::Series(SeriesMessage::Games(games)));
        }
        let (series_said, cases_said) = (send.clone(), send.clone());
        let around = BrowserInfo { is_hosted: token.is_some(), ..address_bar::surroundings() };
        let engine = around.engine;
        let state = Rc::new(RefCell::new(PageState::new(around)));
        Self {
            cases: SeriesClient::new(CASES_PROGRAM, engine, token.as_deref(), move |said| {
                cases_said.emit(Message::Cases(CasesMessage::Said(said)));
            }),
            host: MatchHost::new(token, engine, move |said| {
                // The match worker is loaded: deferred code no longer slows the first match down.
                deferred_code::load();
                let words = match said {
                    FromMatchWorker::Host(words) => words,
                    // The page plays no series.
                    FromMatchWorker::Series(_) | FromMatchWorker::Traced(_) => return,
                };
                // A connection may be lost because the page is being loaded again: Firefox reports
                // that to the old page.
                match words {
                    FromWorker::Ended { .. } if !is_met.get() => address_bar::forget_token(),
                    _ => is_met.set(true),
                }
                heard.emit(Message::Host(words));
            }),
            series: SeriesClient::new(SERIES_PROGRAM, engine, None, move |said| {
                series_said.emit(Message::Series(SeriesMessage::Said(said)));
            }),
            bots: open_bot_store(&send, kept),
            transcript: TranscriptScript::default(),
            _listeners: listeners(&send, &guards, &state, &is_returning),
            state,
            wake: None,
            is_returning,
            address: None,
            guards,
            send,
        }
    }

    fn update(&mut self, _: &Context<Self>, message: Message) -> bool {
        if matches!(message, Message::Returned { .. }) {
            self.is_returning.set(false);
        }
        if matches!(message, Message::Arrived(_) | Message::Returned { .. }) {
            // The waiting address is that of a match that has been left.
            self.address = None;
        }
        if matches!(message, Message::Wake) {
            self.wake = None;
        }
        let effects = self.state.borrow_mut().update(message, browser::now());
        for effect in effects {
            self.run(effect);
        }
        let state = self.state.borrow();
        self.guards.set(state.has_unfinished());
        // A page of the manual has a title of its own, which its script sets.
        match state.visit.layout() {
            Layout::Start => address_bar::show_title(START_TITLE),
            Layout::Manual => {}
            Layout::Task(_) => address_bar::show_title(&state.shown.title(&state.context)),
        }
        true
    }

    fn view(&self, _: &Context<Self>) -> Html {
        if self.is_returning.get() {
            return Html::default();
        }
        view::page(&self.state.borrow(), &self.send)
    }
}

impl App {
    fn run(&mut self, effect: Effect) {
        let send = self.send.clone();
        match effect {
            Effect::Prepare(game, request) => self.prepare_bot(game, request),
            Effect::FetchFile(HostBotFile { name, address }, seat) => wasm_bindgen_futures::spawn_local(async move {
                send.emit(match browser::fetch(&address).await {
                    Ok(bytes) => Message::File { name, bytes, seat },
                    Err(why) => Message::NoFile(name, why),
                });
            }),
            Effect::Keep(game, key, sha256, bytes) => {
                self.bots.send(game, &key, |build| ToBotStore::Add { build, sha256 }, &[&bytes]);
            }
            Effect::KeepGames(game, key, sha256, games) => {
                let has_failed = games.has_failed();
                self.bots.send(game, &key, |build| ToBotStore::KeepGames { build, sha256, has_failed, games }, &[]);
            }
            Effect::KeepBeaten(game, key, sha256, beaten) => {
                self.bots.send(game, &key, |build| ToBotStore::KeepBeaten { build, sha256, beaten }, &[]);
            }
            Effect::Forget(game, key, sha256) => {
                self.bots.send(game, &key, |build| ToBotStore::Remove { build, sha256 }, &[]);
            }
            Effect::Restore(game, key, sha256) => {
                self.bots.send(game, &key, |build| ToBotStore::Restore { build, sha256 }, &[]);
            }
            Effect::AskHost(message, files) => {
                let files: Vec<&[u8]> = files.iter().map(|file| &**file).collect();
                self.host.ask(&message, &files);
            }
            Effect::LoadEditor(attempt) => load_editor(attempt, &send),
            Effect::LoadManual => {
                if let Some(script) = browser::add_script(&file_names::address(MANUAL)) {
                    EventListener::once(&script, "error", move |_| send.emit(Message::NoManual)).forget();
                }
            }
            Effect::KeepVisit => browser::keep_preference(address_bar::VISIT, "1"),
            Effect::KeepShare(of, share) => browser::keep_preference(of.key(), &share.to_string()),
            Effect::KeepSeriesGames(games) => browser::keep_preference(GAMES, &games.to_string()),
            Effect::RememberSeries(is_playing) => browser::store(SERIES_MARK, is_playing.then_some("1")),
            Effect::Series(message, files) => tell_series(&self.series, &message, &files),
            Effect::Cases(message, files) => tell_series(&self.cases, &message, &files),
            Effect::Transcript(update) => self.transcript.send(update),
            Effect::Push(address) => {
                // The address that was about to be written is the one to come back to.
                if let Some((_, last)) = self.address.take() {
                    address_bar::replace(&last);
                }
                address_bar::push(&address);
            }
            Effect::Replace(address) => self.replace_soon(address),
            Effect::Wake(wait) => {
                self.wake = Some(Interval::new(wait.ceil() as u32, move || send.emit(Message::Wake)));
            }
            Effect::Fade(id, stay) => fade(id, stay as u32, send),
            Effect::ShowBoard => browser::show(".stage"),
            Effect::ShowPanels => browser::show(".side"),
            Effect::ShowAdvice => browser::after_frame(|| browser::show(".advice")),
            Effect::Copy(text, what) => wasm_bindgen_futures::spawn_local(async move {
                let took = browser::copy(&text).await;
                send.emit(Message::Copied(what, took));
            }),
            Effect::Save(name, text) => {
                browser::save(&name, &text);
            }
            Effect::SaveFrom(name, address) => {
                browser::offer(&name, &address);
            }
        }
    }

    fn prepare_bot(&self, game: &str, request: LibraryRequest) {
        let send = self.send.clone();
        match request {
            LibraryRequest::Fetch(key @ BotKey::Dropped(..)) => {
                self.bots.send(game, &key, |build| ToBotStore::Load { build }, &[]);
            }
            LibraryRequest::Fetch(key) => wasm_bindgen_futures::spawn_local(async move {
                let ending = if key.is_script() { "" } else { ".wasm" };
                let fetched = browser::fetch(&file_names::address(&format!("bots/{key}{ending}"))).await;
                send.emit(Message::Fetched(key, fetched));
            }),
            LibraryRequest::Attach(key, script) => wasm_bindgen_futures::spawn_local(async move {
                // A draft of the editor may have no file's name.
                let language = key.language().unwrap_or_default();
                let interpreter = fetch_interpreter(language, &send).await;
                let (name, tool) = (language.name(), language.build_tool());
                let say = |why: String| {
                    format!("the interpreter of {name} is not here ({why}): {tool} makes it when the page is built")
                };
                let attached = match interpreter.map_err(say) {
                    Ok(interpreter) => {
                        let translated = translate(language, &script, &key).await;
                        translated.map(|script| attach(&interpreter, language, &script).into())
                    }
                    Err(why) => Err(why),
                };
                send.emit(Message::Fetched(key, attached));
            }),
            LibraryRequest::Check(id, bytes) => self.host.ask(&ToWorker::Check { id }, &[&bytes]),
        }
    }

    fn replace_soon(&mut self, address: Address) {
        let last = address.clone();
        self.address = Some((Timeout::new(ADDRESS_REST, move || address_bar::replace(&address)), last));
    }
}

/// Lets a notice fade after this many milliseconds; a notice under the pointer or with the focus
/// stays longer.
fn fade(id: u32, stay: u32, send: Callback<Message>) {
    let end = move || match browser::has(HELD_NOTICE) {
        true => fade(id, NOTICE_REST, send),
        false => send.emit(Message::Notice(NoticeMessage::Fade(id))),
    };
    Timeout::new(stay, end).forget();
}

/// Fetches the editor. A browser never fetches an address again that has failed once, so each
/// attempt has another address.
fn load_editor(attempt: u32, send: &Callback<Message>) {
    editor_port::open(send.clone());
    let Some(script) = browser::add_script(&format!("{}?{attempt}", file_names::address(EDITOR))) else { return };
    for event in ["load", "error"] {
        let send = send.clone();
        let loaded = move |_: &Event| match event {
            "load" => send.emit(Message::Write(WriteMessage::Loaded(FetchedEditor::Here))),
            _ => wasm_bindgen_futures::spawn_local(report_missing_editor(send)),
        };
        EventListener::once(&script, event, loaded).forget();
    }
}

/// Reports why the editor is missing. If it is being built, it is fetched again later.
async fn report_missing_editor(send: Callback<Message>) {
    let is_being_built = is_being_built(BEING_BUILT[0]).await;
    let fetched = if is_being_built { FetchedEditor::BeingBuilt } else { FetchedEditor::Missing };
    send.emit(Message::Write(WriteMessage::Loaded(fetched)));
    if is_being_built {
        TimeoutFuture::new(BUILD_REST).await;
        send.emit(Message::Write(WriteMessage::Load));
    }
}

/// Fetches the interpreter of scripts. While it is being built, the page waits for it and says so.
async fn fetch_interpreter(language: ScriptLanguage, send: &Callback<Message>) -> Result<ModuleBytes, String> {
    let file = ["bots/", language.interpreter(), ".wasm"].concat();
    let mut is_told = false;
    loop {
        let address = file_names::address(&file);
        let fetched = match language.is_interpreter_large() {
            true => download(&address, language.name()).await,
            false => browser::fetch(&address).await,
        };
        let fetched = fetched.and_then(|bytes| {
            let is_module = bytes.starts_with(MODULE);
            is_module.then_some(bytes).ok_or_else(|| "the server sent something else".to_owned())
        });
        if fetched.is_ok() || !is_being_built(BEING_BUILT[1]).await {
            return fetched;
        }
        if !is_told {
            send.emit(Message::Notice(NoticeMessage::Show([language.name(), INTERPRETER_BEING_BUILT].concat())));
            is_told = true;
        }
        TimeoutFuture::new(BUILD_REST).await;
    }
}

/// Has a script fetch a large file, which shows how much of it has come, and asks the visitor whether
/// to try again if it does not come whole.
async fn download(address: &str, name: &str) -> Result<ModuleBytes, String> {
    let fetched = call_script(DOWNLOAD, address, name).await?;
    let bytes = fetched.dyn_into::<js_sys::Uint8Array>().map_err(|_| "the server does not have it".to_owned())?;
    Ok(bytes.to_vec().into())
}

/// A script as it plays: with its translation, if its language needs one and the text has none. What
/// is no script stays as it is, which the worker explains.
async fn translate(language: ScriptLanguage, text: &ModuleBytes, key: &BotKey) -> Result<ModuleBytes, String> {
    let (Some(translator), Ok(script)) = (language.translator(), Script::parse(language, text)) else {
        return Ok(text.clone());
    };
    if script.check_translation().is_ok() {
        return Ok(text.clone());
    }
    let address = file_names::address(&["bots/", translator].concat());
    let translated = call_script(TRANSLATION, &address, &String::from_utf8_lossy(script.source())).await;
    // Its first file has the name that it plays under.
    let name = key.dropped_file().unwrap_or(language.main_file());
    let why = |why: String| why.replace(&format!("({}:", language.main_file()), &format!("({name}:"));
    let translation = translated.map_err(why)?.as_string().unwrap_or_default();
    let script = script.with_translation(translation.as_bytes()).map_err(|why| why.to_string())?;
    Ok(script.text().into())
}

/// Calls a function that a script puts into the window, and waits for what it promises.
async fn call_script([script, function]: [&str; 2], one: &str, other: &str) -> Result<JsValue, String> {
    let window = browser::window();
    let find = || js_sys::Reflect::get(&window, &function.into()).ok()?.dyn_into::<js_sys::Function>().ok();
    if find().is_none() {
        load_script(&file_names::address(script)).await;
    }
    let function = find().ok_or_else(|| "no connection".to_owned())?;
    let promise = function.call2(&JsValue::NULL, &one.into(), &other.into()).map(js_sys::Promise::from);
    let why = |error: JsValue| String::from(js_sys::Error::from(error).message());
    JsFuture::from(promise.map_err(why)?).await.map_err(why)
}

/// Adds a script to the page and waits until it is loaded, or cannot be.
async fn load_script(address: &str) {
    let Some(script) = browser::add_script(address) else { return };
    let loaded = js_sys::Promise::new(&mut |resolve, _| {
        for event in ["load", "error"] {
            let _ = script.add_event_listener_with_callback(event, &resolve);
        }
    });
    let _ = JsFuture::from(loaded).await;
}

/// Whether the mark of a file that is being built exists.
async fn is_being_built(mark: &str) -> bool {
    browser::fetch(mark).await.is_ok_and(|text| text.starts_with(BEING_BUILT_TEXT))
}

/// Loads the bots of earlier visits, and after them the tab's record of the page.
fn open_bot_store(send: &Callback<Message>, kept: Option<String>) -> BotPort {
    let is_missing_bots = kept.as_deref().is_some_and(|kept| has_other_bots(kept, &address_bar::hash()));
    let kept = Rc::new(RefCell::new(kept));
    let come_back = {
        let send = send.clone();
        move || {
            let kept = kept.take();
            if let Some(kept) = kept {
                let is_loaded_again = browser::is_loaded_again();
                send.emit(Message::Returned { kept, hash: address_bar::hash(), is_loaded_again });
            }
        }
    };
    // The storage of some browsers never answers.
    if is_missing_bots {
        Timeout::new(BOTS_PATIENCE, come_back.clone()).forget();
    } else {
        come_back();
    }
    let send = send.clone();
    BotPort::open(move |said| match said {
        Some(message) => send.emit(message),
        None => come_back(),
    })
}

fn tell_series(client: &SeriesClient, message: &ToSeries, files: &[ModuleBytes]) {
    let files: Vec<&[u8]> = files.iter().map(|file| &**file).collect();
    client.send(message, &files);
}

/// The listeners on the whole page.
fn listeners(
    send: &Callback<Message>,
    guards: &Rc<Cell<bool>>,
    state: &Rc<RefCell<PageState>>,
    is_returning: &Rc<Cell<bool>>,
) -> Vec<EventListener> {
    let window = browser::window();
    let (arrived, key) = (send.clone(), send.clone());
    let can_stop = EventListenerOptions::enable_prevent_default();
    vec![
        EventListener::new(&window, "hashchange", move |_| match Address::without_token(&address_bar::hash()) {
            // The address of a native program, in a tab that has been here before: the page opens
            // as in a new one.
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
        // A page that is loaded again is left, and one that the system ends is hidden before.
        EventListener::new(&window, "pagehide", keep_page(state, is_returning)),
        EventListener::new(&window, "visibilitychange", keep_page(state, is_returning)),
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
                view::files::send_files(files, None, &send);
            }
        }),
    ]
}

/// Keeps the page in its tab, at once: a message would come with Yew's next turn, which a page that
/// is left does not see.
fn keep_page(state: &Rc<RefCell<PageState>>, is_returning: &Rc<Cell<bool>>) -> impl FnMut(&Event) + 'static {
    let (state, is_returning) = (state.clone(), is_returning.clone());
    move |_| {
        // The tab's record must not be overwritten before it has been restored.
        if !is_returning.get() {
            browser::store(PAGE, Some(&state.borrow().keep()));
        }
    }
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
