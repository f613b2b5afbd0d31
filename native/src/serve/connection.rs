//! The connection to one page: the messages that it may send, and those that it gets. Connections
//! without the token are closed, and so are connections that send invalid messages. Knows no rules
//! and no bots.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use botyard_engine::live::{FromHost, HOST_MATCH_ID, Hello, PlayRequest, ToHost, VERSION};
use botyard_engine::seat::Seats;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until, timeout};

use super::accept::PATIENCE;
use super::match_feed::{FeedPosition, MatchFeed};
use super::match_thread::sentence;
use super::server_state::ServerState;
use super::socket_places::SocketPlaces;
use super::viewers::Viewer;

/// The longest text message.
const TEXT_MAX: usize = 8 << 20;
/// The longest greeting.
const HELLO_MAX: usize = 256;
/// The limit for all files of one message together: two of the largest files that a page accepts.
const FILES_MAX: usize = 128 << 20;
/// The longest message of any kind: see [`FILES_MAX`].
pub(super) const MESSAGE_MAX: usize = 64 << 20;
/// The minimum time between updates: about one frame.
const BATCH: Duration = Duration::from_millis(16);
/// How many bytes the reason in a close frame may have.
const REASON_MAX: usize = 123;
/// How long a page may take to confirm the end of the connection.
const FAREWELL: Duration = Duration::from_secs(1);

/// The connection to a page.
pub(super) struct Connection {
    socket: WebSocket,
    server: Arc<ServerState>,
    files: Vec<Vec<u8>>,
    watched: Option<WatchedMatch>,
    answers: (mpsc::Sender<FromHost>, mpsc::Receiver<FromHost>),
    closing: watch::Receiver<Option<String>>,
    bots_changed: watch::Receiver<()>,
    _present: Viewer,
}

/// The match that a page watches.
struct WatchedMatch {
    feed: Arc<MatchFeed>,
    known: FeedPosition,
    changes: watch::Receiver<()>,
    /// The earliest time of the next update.
    next: Instant,
    _present: Viewer,
}

/// Why a connection is closed.
struct CloseReason {
    code: u16,
    why: String,
}

impl CloseReason {
    fn rule(why: impl Into<String>) -> Self {
        Self { code: close_code::POLICY, why: why.into() }
    }
}

/// The page has closed the connection.
struct Disconnected;

impl Connection {
    /// Serves a page until either end closes the connection.
    pub(super) async fn serve(mut socket: WebSocket, server: Arc<ServerState>, places: &SocketPlaces) {
        let mut pending = places.add_pending();
        let greeted = tokio::select! {
            // A page sends the token at once.
            greeted = timeout(PATIENCE, greet(&mut socket, &server)) => greeted,
            () = pending.wait_for_newer() => return,
        };
        drop(pending);
        let greeted = greeted.unwrap_or_else(|_| Err(CloseReason::rule("no token received")));
        let too_many = || CloseReason { code: close_code::AGAIN, why: "too many pages are open".to_owned() };
        let _place = match greeted.and_then(|()| places.admit_page().ok_or_else(too_many)) {
            Ok(place) => place,
            Err(left) => return close(socket, left).await,
        };
        let mut tab = Self {
            socket,
            files: Vec::new(),
            watched: None,
            answers: mpsc::channel(16),
            closing: server.closing.subscribe(),
            bots_changed: server.bots_changed.subscribe(),
            _present: server.tabs.add(),
            server,
        };
        if let Ok(left) = tab.run().await {
            drop(tab.watched.take());
            close(tab.socket, left).await;
        }
    }

    /// Handles messages until there is a reason to close the connection; an error if the page has
    /// closed it.
    async fn run(&mut self) -> Result<CloseReason, Disconnected> {
        self.send_bots().await?;
        if let Some(host_match) = self.server.host_match() {
            self.watch(host_match);
            self.send_news().await?;
        }
        // The last of the initial messages: now the page knows whether there is a match to watch.
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
                Ok(()) = self.bots_changed.changed() => self.send_bots().await?,
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
                Ok(words) => self.handle_request(words),
                Err(_) => return ControlFlow::Break(CloseReason::rule("invalid message")),
            },
            Message::Ping(_) | Message::Pong(_) => {}
            Message::Close(_) => {
                return ControlFlow::Break(CloseReason { code: close_code::NORMAL, why: String::new() });
            }
        }
        ControlFlow::Continue(())
    }

    fn handle_request(&mut self, words: ToHost) {
        let files = std::mem::take(&mut self.files);
        let feed = self.watched.as_ref().map(|watched| &watched.feed);
        match words {
            ToHost::Play(play) => self.play(play, files),
            ToHost::Check { id } => self.check(id, files),
            // The page runs modules outside matches itself.
            ToHost::Try(_) => {}
            ToHost::Act { seat, action } => drop(feed.map(|feed| feed.act(seat, action))),
            ToHost::Resign { seat } => drop(feed.map(|feed| feed.resign(seat))),
            ToHost::Stop => drop(feed.map(|feed| feed.stop())),
        }
    }

    fn play(&mut self, play: PlayRequest, files: Vec<Vec<u8>>) {
        if let Some(watched) = self.watched.take() {
            watched.end();
        }
        // Only the host uses the id of its own match.
        if play.id != HOST_MATCH_ID {
            let feed = ServerState::open_match(&self.server, play, files);
            self.watch(feed);
        }
    }

    /// Compiles in another thread, so that other pages are served meanwhile.
    fn check(&self, id: u32, files: Vec<Vec<u8>>) {
        let (server, answers) = (Arc::clone(&self.server), self.answers.0.clone());
        tokio::task::spawn_blocking(move || {
            let loaded = server.bots.load(files.first().map_or(&[], Vec::as_slice));
            let interpreter = loaded.as_ref().ok().and_then(|bot| bot.interpreter_sha256()).map(str::to_owned);
            let verdict = loaded.map(|module| module.sha256().to_owned()).map_err(|why| sentence(&why));
            // The page may have closed the connection.
            let _ = answers.blocking_send(FromHost::Checked { id, verdict, interpreter });
        });
    }

    fn watch(&mut self, feed: Arc<MatchFeed>) {
        let (changes, present) = (feed.subscribe(), feed.watchers.add());
        self.watched = Some(WatchedMatch {
            feed,
            known: FeedPosition::default(),
            changes,
            next: Instant::now(),
            _present: present,
        });
    }

    async fn send_bots(&mut self) -> Result<(), Disconnected> {
        let mut host_bots = self.server.bots.host_bots();
        for file in host_bots.iter_mut().filter_map(|bot| bot.file.as_mut()) {
            file.address = format!("{}/{}", self.server.bot_files, file.address);
        }
        self.send_message(&FromHost::HostBots(host_bots)).await
    }

    async fn send_news(&mut self) -> Result<(), Disconnected> {
        let Some(watched) = &mut self.watched else { return Ok(()) };
        watched.next = Instant::now() + BATCH;
        for words in watched.feed.news(&mut watched.known) {
            self.send_message(&words).await?;
        }
        Ok(())
    }

    async fn send_message(&mut self, words: &FromHost) -> Result<(), Disconnected> {
        let text = serde_json::to_string(words).expect("messages have text keys only");
        self.socket.send(Message::Text(text.into())).await.map_err(|_| Disconnected)
    }
}

/// A match that a page requested ends with the page; the host's own match does not.
impl Drop for WatchedMatch {
    fn drop(&mut self) {
        if self.feed.id() != HOST_MATCH_ID {
            self.feed.stop();
        }
    }
}

impl WatchedMatch {
    /// The page starts another match, which stops this one unless other pages watch it too.
    fn end(self) {
        if self.feed.watchers.count() <= 1 {
            self.feed.stop();
        }
    }
}

/// Receives the first message, which must contain the token.
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

/// Waits until the watched match may have news.
async fn news(watched: &mut Option<WatchedMatch>) {
    let Some(watched) = watched else { return std::future::pending().await };
    sleep_until(watched.next).await;
    if watched.changes.changed().await.is_err() {
        std::future::pending().await
    }
}

/// Waits until the server ends; returns the reason.
async fn ending(closing: &mut watch::Receiver<Option<String>>) -> String {
    let why = closing.wait_for(Option::is_some).await.map(|why| why.clone().unwrap_or_default());
    match why {
        Ok(why) => why,
        Err(_) => std::future::pending().await,
    }
}

/// Closes the connection with a reason, and waits briefly for the page to confirm.
async fn close(mut socket: WebSocket, CloseReason { code, why }: CloseReason) {
    let reason = why.get(..REASON_MAX).unwrap_or(&why).into();
    let frame = CloseFrame { code, reason };
    if socket.send(Message::Close(Some(frame))).await.is_ok() {
        let drained = async { while let Some(Ok(_)) = socket.recv().await {} };
        // If the page does not confirm in time, the connection is dropped.
        let _ = timeout(FAREWELL, drained).await;
    }
}
