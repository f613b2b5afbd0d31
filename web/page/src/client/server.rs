//! The page's end of a socket to the native program that served it. If the program ends, this
//! answers its pending requests. Never connects to any host but the page's own origin.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use botyard_engine::live::{Hello, VERSION};
use botyard_web_protocol::{FromWorker, ToWorker};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{CloseEvent, Event, MessageEvent, WebSocket};

/// The path of the server's socket.
const PATH: &str = "live";
/// The message if the server ended without giving a reason.
const SILENT: &str =
    "The local server no longer responds. Its bots are no longer available. Other matches run in this tab.";

/// The socket.
pub(super) struct ServerClient(Rc<ServerLine>);

struct ServerLine {
    hear: Box<dyn Fn(FromWorker)>,
    state: RefCell<ServerLineState>,
}

#[derive(Default)]
struct ServerLineState {
    socket: Option<ServerSocket>,
    is_open: bool,
    /// Messages sent before the socket was open.
    waiting: Vec<MessageWithFiles>,
    checking: Vec<u32>,
}

/// A message with its files.
struct MessageWithFiles {
    text: String,
    files: Vec<Vec<u8>>,
}

/// A socket with its listeners.
struct ServerSocket {
    web: WebSocket,
    _on_open: Closure<dyn Fn(Event)>,
    _on_message: Closure<dyn Fn(MessageEvent)>,
    _on_close: Closure<dyn Fn(CloseEvent)>,
}

impl Drop for ServerSocket {
    fn drop(&mut self) {
        self.web.set_onopen(None);
        self.web.set_onmessage(None);
        self.web.set_onclose(None);
        // One that is closed already stays so.
        let _ = self.web.close();
    }
}

impl ServerClient {
    /// Opens the socket. `hear` is called with every message of the program, and at the end with
    /// [`FromWorker::Ended`], never from inside a call of this type.
    pub(super) fn connect(token: &str, hear: impl Fn(FromWorker) + 'static) -> Self {
        let line = Rc::new(ServerLine { hear: Box::new(hear), state: RefCell::default() });
        match ServerSocket::open(&Rc::downgrade(&line), hello(token)) {
            Some(socket) => line.state.borrow_mut().socket = Some(socket),
            None => {
                let weak = Rc::downgrade(&line);
                wasm_bindgen_futures::spawn_local(async move { weak.upgrade().iter().for_each(|line| line.end("")) });
            }
        }
        Self(line)
    }

    pub(super) fn send(&self, message: &ToWorker, files: &[&[u8]]) {
        if let ToWorker::Check { id } = message {
            self.0.state.borrow_mut().checking.push(*id);
        }
        self.0.send(message, files);
    }
}

impl ServerLine {
    fn send(&self, message: &ToWorker, files: &[&[u8]]) {
        let parcel = MessageWithFiles { text: text(message), files: files.iter().map(|file| file.to_vec()).collect() };
        let mut state = self.state.borrow_mut();
        match (&state.socket, state.is_open) {
            (Some(socket), true) => socket.send(&parcel),
            _ => state.waiting.push(parcel),
        }
    }

    fn opened(&self, hello: &str) {
        let mut state = self.state.borrow_mut();
        state.is_open = true;
        let waiting = std::mem::take(&mut state.waiting);
        if let Some(socket) = &state.socket {
            socket.send(&MessageWithFiles { text: hello.to_owned(), files: Vec::new() });
            waiting.iter().for_each(|parcel| socket.send(parcel));
        }
    }

    fn take_event(&self, event: &MessageEvent) {
        let words = event.data().as_string().and_then(|text| FromWorker::read(&text));
        let Some(words) = words else {
            return self.end("The page and the local server have different versions.");
        };
        if let FromWorker::Checked { id, .. } = &words {
            self.state.borrow_mut().checking.retain(|asked| asked != id);
        }
        (self.hear)(words);
    }

    /// The program has ended: answers its pending requests.
    fn end(&self, why: &str) {
        let why = if why.is_empty() { SILENT } else { why };
        let lost = std::mem::take(&mut *self.state.borrow_mut());
        let checks =
            lost.checking.iter().map(|&id| FromWorker::Checked { id, verdict: Err(why.to_owned()), interpreter: None });
        let answers: Vec<_> = checks.chain([FromWorker::Ended { why: why.to_owned() }]).collect();
        answers.into_iter().for_each(|answer| (self.hear)(answer));
        // Not before: this may be called by one of its own listeners.
        wasm_bindgen_futures::spawn_local(async move { drop(lost) });
    }
}

impl ServerSocket {
    fn open(line: &Weak<ServerLine>, hello: String) -> Option<Self> {
        let web = WebSocket::new(&address()?).ok()?;
        let (opened, heard, closed) = (line.clone(), line.clone(), line.clone());
        let on_open =
            Closure::<dyn Fn(Event)>::new(move |_| opened.upgrade().iter().for_each(|line| line.opened(&hello)));
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            heard.upgrade().iter().for_each(|line| line.take_event(&event));
        });
        let on_close = Closure::<dyn Fn(CloseEvent)>::new(move |event: CloseEvent| {
            closed.upgrade().iter().for_each(|line| line.end(&event.reason()));
        });
        web.set_onopen(Some(on_open.as_ref().unchecked_ref()));
        web.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        web.set_onclose(Some(on_close.as_ref().unchecked_ref()));
        Some(Self { web, _on_open: on_open, _on_message: on_message, _on_close: on_close })
    }

    /// The files go first: the message takes all that came since the last one.
    fn send(&self, parcel: &MessageWithFiles) {
        // A closing socket reports that through its event.
        parcel.files.iter().for_each(|file| drop(self.web.send_with_u8_array(file)));
        let _ = self.web.send_with_str(&parcel.text);
    }
}

/// The data for another connection of this page: the socket's address and the first message, with a
/// blank between them.
pub(super) fn line(token: &str) -> Option<String> {
    Some(format!("{} {}", address()?, hello(token)))
}

fn hello(token: &str) -> String {
    text(&Hello { token: token.to_owned(), version: VERSION })
}

/// The socket's address beside the page's.
fn address() -> Option<String> {
    let href = web_sys::window()?.location().href().ok()?;
    let page = href.split(['#', '?']).next()?;
    let folder = &page[..=page.rfind('/')?];
    // `http` becomes `ws`, and `https` becomes `wss`.
    folder.strip_prefix("http").map(|rest| format!("ws{rest}{PATH}"))
}

fn text(message: &impl serde::Serialize) -> String {
    serde_json::to_string(message).expect("messages have text keys only")
}
