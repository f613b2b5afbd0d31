//! One page at the other end of a socket: what it may say, and what it is told. A page that does not give the token, or
//! says what no page says, is left at once. Knows no rules and no bots.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use botyard_engine::live::{FromHost, HOST_MATCH_ID, Hello, PlayRequest, ToHost, VERSION};
use botyard_engine::seat::Seats;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until, timeout};

use super::match_feed::{FeedPosition, MatchFeed};
use super::match_thread::sentence;
use super::server_state::ServerState;
use super::viewers::Viewer;

/// The longest message that is no file.
const TEXT_MAX: usize = 8 << 20;
/// The longest greeting.
const HELLO_MAX: usize = 256;
/// How much all files for one message may have: two of the largest that a page takes.
const FILES_MAX: usize = 128 << 20;
/// The longest message of all: see [`FILES_MAX`].
pub(super) const MESSAGE_MAX: usize = 64 << 20;
/// How long a page may take to greet.
const PATIENCE: Duration = Duration::from_secs(10);
/// News are told not more often than a screen is drawn.
const BATCH: Duration = Duration::from_millis(16);
/// How many bytes of a reason there is room for.
const REASON_MAX: usize = 123;
/// How long a page may take to say farewell.
const FAREWELL: Duration = Duration::from_secs(1);

/// A page.
pub(super) struct Connection {
    socket: WebSocket,
    server: Arc<ServerState>,
    files: Vec<Vec<u8>>,
    watched: Option<WatchedMatch>,
    answers: (mpsc::Sender<FromHost>, mpsc::Receiver<FromHost>),
    closing: watch::Receiver<Option<String>>,
    _present: Viewer,
}

/// The match a page watches.
struct WatchedMatch {
    seen: Arc<MatchFeed>,
    known: FeedPosition,
    changes: watch::Receiver<()>,
    /// When more may be told.
    next: Instant,
    _present: Viewer,
}

/// Why a page is left.
struct CloseReason {
    code: u16,
    why: String,
}

impl CloseReason {
    fn rule(why: impl Into<String>) -> Self {
        Self { code: close_code::POLICY, why: why.into() }
    }
}

/// The page has gone.
struct Disconnected;

impl Connection {
    /// Serves a page until one of both leaves.
    pub(super) async fn serve(mut socket: WebSocket, server: Arc<ServerState>) {
        let greeted = timeout(PATIENCE, greet(&mut socket, &server)).await;
        let greeted = greeted.unwrap_or_else(|_| Err(CloseReason::rule("no token received")));
        if let Err(left) = greeted {
            return close(socket, left).await;
        }
        let mut tab = Self {
            socket,
            files: Vec::new(),
            watched: None,
            answers: mpsc::channel(16),
            closing: server.closing.subscribe(),
            _present: server.tabs.add(),
            server,
        };
        if let Ok(left) = tab.run().await {
            drop(tab.watched.take());
            close(tab.socket, left).await;
        }
    }

    /// Goes on until there is a reason to leave the page; an error if it is gone.
    async fn run(&mut self) -> Result<CloseReason, Disconnected> {
        let host_bots = self.server.bots.host_bots();
        self.send_message(&FromHost::HostBots(host_bots)).await?;
        if let Some(host_match) = self.server.host_match() {
            self.watch(host_match);
            self.send_news().await?;
        }
        // The last of the greeting: now the page knows whether there is something to watch.
        self.send_message(&FromHost::Ready { suspends: true }).await?;
        loop {
            tokio::select! {
                message = self.socket.recv() => {
                    let Some(Ok(message)) = message else { return Err(Disconnected) };
                    if let ControlFlow::Break(left) = self.handle_message(message) {
                        return Ok(left);
                    }
                }
                Some(answer) = self.answers.1.recv() => self.send_message(&answer).await?,
                () = news(&mut self.watched) => self.send_news().await?,
                why = ending(&mut self.closing) => {
                    self.send_news().await?;
                    return Ok(CloseReason { code: close_code::NORMAL, why });
                }
            }
        }
    }

    fn handle_message(&mut self, message: Message) -> ControlFlow<CloseReason> {
        match message {
            Message::Binary(file) => {
                self.files.push(file.into());
                let bytes: usize = self.files.iter().map(Vec::len).sum();
                if bytes > FILES_MAX || self.files.len() > Seats::MAX {
                    return ControlFlow::Break(CloseReason {
                        code: close_code::SIZE,
                        why: "too many files".to_owned(),
                    });
                }
            }
            Message::Text(text) if text.len() > TEXT_MAX => {
                return ControlFlow::Break(CloseReason { code: close_code::SIZE, why: "message too long".to_owned() });
            }
            Message::Text(text) => match serde_json::from_str(&text) {
                Ok(words) => self.obey(words),
                Err(_) => return ControlFlow::Break(CloseReason::rule("invalid message")),
            },
            Message::Ping(_) | Message::Pong(_) => {}
            Message::Close(_) => {
                return ControlFlow::Break(CloseReason { code: close_code::NORMAL, why: String::new() });
            }
        }
        ControlFlow::Continue(())
    }

    fn obey(&mut self, words: ToHost) {
        let files = std::mem::take(&mut self.files);
        let seen = self.watched.as_ref().map(|watched| &watched.seen);
        match words {
            ToHost::Play(play) => self.play(play, files),
            ToHost::Check { id } => self.check(id, files),
            // The page runs modules itself, wherever it comes from.
            ToHost::Try(_) => {}
            ToHost::Act { seat, action } => drop(seen.map(|seen| seen.act(seat, action))),
            ToHost::Resign { seat } => drop(seen.map(|seen| seen.resign(seat))),
            ToHost::Stop => drop(seen.map(|seen| seen.stop())),
        }
    }

    fn play(&mut self, play: PlayRequest, files: Vec<Vec<u8>>) {
        if let Some(watched) = self.watched.take() {
            watched.end();
        }
        // Nobody but the host plays under its own number.
        if play.id != HOST_MATCH_ID {
            let seen = ServerState::open_match(&self.server, play, files);
            self.watch(seen);
        }
    }

    /// Compiling takes its time; others are heard meanwhile.
    fn check(&self, id: u32, files: Vec<Vec<u8>>) {
        let (server, answers) = (Arc::clone(&self.server), self.answers.0.clone());
        tokio::task::spawn_blocking(move || {
            let loaded = server.bots.load(files.first().map_or(&[], Vec::as_slice));
            let verdict = loaded.map(|module| module.sha256().to_owned()).map_err(|why| sentence(&why));
            // A page that is gone needs no answer.
            let _ = answers.blocking_send(FromHost::Checked { id, verdict });
        });
    }

    fn watch(&mut self, seen: Arc<MatchFeed>) {
        let (changes, present) = (seen.subscribe(), seen.watchers.add());
        self.watched = Some(WatchedMatch {
            seen,
            known: FeedPosition::default(),
            changes,
            next: Instant::now(),
            _present: present,
        });
    }

    async fn send_news(&mut self) -> Result<(), Disconnected> {
        let Some(watched) = &mut self.watched else { return Ok(()) };
        watched.next = Instant::now() + BATCH;
        for words in watched.seen.news(&mut watched.known) {
            self.send_message(&words).await?;
        }
        Ok(())
    }

    async fn send_message(&mut self, words: &FromHost) -> Result<(), Disconnected> {
        let text = serde_json::to_string(words).expect("messages have text keys only");
        self.socket.send(Message::Text(text.into())).await.map_err(|_| Disconnected)
    }
}

/// A match that a page asked for ends with the page; one of the host's own does not.
impl Drop for WatchedMatch {
    fn drop(&mut self) {
        if self.seen.id() != HOST_MATCH_ID {
            self.seen.stop();
        }
    }
}

impl WatchedMatch {
    /// The page begins another match, which breaks this one off unless others watch it too.
    fn end(self) {
        if self.seen.watchers.count() <= 1 {
            self.seen.stop();
        }
    }
}

/// The first message, which must hold the token.
async fn greet(socket: &mut WebSocket, server: &ServerState) -> Result<(), CloseReason> {
    let Some(Ok(Message::Text(text))) = socket.recv().await else { return Err(CloseReason::rule("no token received")) };
    let hello: Option<Hello> = Some(text).filter(|text| text.len() <= HELLO_MAX).and_then(|text| read(&text));
    let Some(hello) = hello.filter(|hello| server.token.is(&hello.token)) else {
        return Err(CloseReason::rule("wrong or outdated token: open the address that the program printed"));
    };
    match hello.version {
        VERSION => Ok(()),
        _ => Err(CloseReason::rule("the page and the program have different versions: rebuild the page")),
    }
}

fn read(text: &Utf8Bytes) -> Option<Hello> {
    serde_json::from_str(text).ok()
}

/// When there may be something new in the match that is watched.
async fn news(watched: &mut Option<WatchedMatch>) {
    let Some(watched) = watched else { return std::future::pending().await };
    sleep_until(watched.next).await;
    if watched.changes.changed().await.is_err() {
        std::future::pending().await
    }
}

/// When the server ends, and why.
async fn ending(closing: &mut watch::Receiver<Option<String>>) -> String {
    let why = closing.wait_for(Option::is_some).await.map(|why| why.clone().unwrap_or_default());
    match why {
        Ok(why) => why,
        Err(_) => std::future::pending().await,
    }
}

/// Says why, and waits a moment for the page to hear it.
async fn close(mut socket: WebSocket, CloseReason { code, why }: CloseReason) {
    let reason = why.get(..REASON_MAX).unwrap_or(&why).into();
    let frame = CloseFrame { code, reason };
    if socket.send(Message::Close(Some(frame))).await.is_ok() {
        let heard = async { while let Some(Ok(_)) = socket.recv().await {} };
        // A page that does not answer is left all the same.
        let _ = timeout(FAREWELL, heard).await;
    }
}
