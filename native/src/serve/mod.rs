//! The local server: serves the page and lets it play with this computer's programs. Knows no game.
//!
//! It listens on 127.0.0.1 only and accepts only pages that were opened with its token
//! (`request_guard.rs`). A page has one socket (`connection.rs`) with the messages of
//! [`botyard_engine::live`], the same as with its own worker. Every match has a thread on which the
//! native host plays it (`match_thread.rs`); pages see it as a growing replay (`match_feed.rs`).

mod accept;
mod bot_file;
mod bot_watch;
mod bots;
mod connection;
mod file_kind;
mod host_panel;
pub mod live_view;
mod match_feed;
mod match_thread;
mod page;
mod request_guard;
mod server_state;
mod socket_places;
mod viewers;
mod write_deadline;

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::sync::{Arc, Weak};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{FromRequestParts, Request, State, WebSocketUpgrade};
use axum::http::header::{CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use botyard_host::Interrupt;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;

pub use bots::{FileKeeper, ServedBots};
pub use host_panel::HostPanel;
pub use page::{PageError, PageFiles};

use accept::accept_connections;
use bot_watch::{BotWatch, WatchedBots, WatchedFile};
use connection::{Connection, MESSAGE_MAX};
use request_guard::{AccessToken, RequestGuard};
use server_state::{Extras, ServerState};
use socket_places::SocketPlaces;

/// The path of the pages' socket.
const SOCKET: &str = "/live";
/// The port that is tried first, because browsers keep a page's storage by port.
const USUAL_PORT: u16 = 8090;
/// How long pages may take to confirm the end of the server.
const FAREWELL: Duration = Duration::from_secs(2);

/// A server, until it is dropped.
pub struct Server {
    server: Arc<ServerState>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
    _watch: Option<BotWatch>,
}

/// Why the server did not start.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The port is taken, or no port is free.
    #[error("cannot listen on 127.0.0.1{}: {why}", port.map_or_else(String::new, |port| format!(":{port}")))]
    Port {
        /// The requested port.
        port: Option<u16>,
        /// The system's error.
        why: io::Error,
    },
    /// The system has no randomness, or allows no more threads.
    #[error("cannot start the server: {0}")]
    System(String),
}

/// The server as the watch of its bots sees it.
struct WatchedServer(Weak<ServerState>);

impl WatchedBots for WatchedServer {
    fn files(&self) -> Vec<WatchedFile> {
        let Some(server) = self.0.upgrade() else { return Vec::new() };
        server.bots.add_newcomers();
        server.bots.watched_files()
    }

    fn folders(&self) -> Vec<PathBuf> {
        self.0.upgrade().map_or_else(Vec::new, |server| server.bots.watched_folders())
    }

    fn note_changes(&self, bots: &[usize]) {
        if let Some(server) = self.0.upgrade() {
            bots.iter().for_each(|&bot| server.bots.note_change(bot));
            server.bots_changed.send_replace(());
        }
    }
}

impl Server {
    /// Starts serving a page with these bots, at this port or a free one.
    ///
    /// # Errors
    /// If the port is not available.
    pub fn start(page: PageFiles, bots: ServedBots, port: Option<u16>) -> Result<Self, ServerError> {
        Self::start_with(page, bots, port, Extras::default())
    }

    /// Like [`Server::start`], with a panel in the page.
    ///
    /// # Errors
    /// If the port is not available.
    pub fn start_with_panel(
        page: PageFiles,
        bots: ServedBots,
        port: Option<u16>,
        panel: HostPanel,
    ) -> Result<Self, ServerError> {
        let page = page.with_script(host_panel::SCRIPT, panel.script);
        Self::start_with(page, bots, port, Extras { panel: Some(panel), ..Extras::default() })
    }

    fn start_with(page: PageFiles, bots: ServedBots, port: Option<u16>, extras: Extras) -> Result<Self, ServerError> {
        let listener = bind(port).map_err(|why| ServerError::Port { port, why })?;
        let address = listener.local_addr().map_err(|why| ServerError::Port { port, why })?;
        let system = |why: &dyn std::fmt::Display| ServerError::System(why.to_string());
        let token = AccessToken::new().map_err(|why| system(&why))?;
        let guard = RequestGuard::new(address.port(), page.policy());
        let server = Arc::new(ServerState::new(page, bots, guard, token, extras));
        let runtime = Builder::new_current_thread().enable_all().build().map_err(|why| system(&why))?;
        let (stop, stopped) = oneshot::channel();
        let served = Arc::clone(&server);
        let serving = thread::Builder::new().name("botyard-serve".to_owned());
        let thread = serving.spawn(move || serve(runtime, listener, served, stopped)).map_err(|why| system(&why))?;
        let watch = BotWatch::start(WatchedServer(Arc::downgrade(&server)));
        // Where files cannot be watched, a bot that was rebuilt still plays as it is now from its
        // next match on.
        Ok(Self { server, stop: Some(stop), thread: Some(thread), _watch: watch.ok() })
    }

    /// The page's URL with the token. Only for the user who started the server.
    pub fn address(&self, game: Option<&str>) -> String {
        let (origin, game) = (self.server.guard.origin(), game.unwrap_or_default());
        format!("{origin}/#/{game}?server={}", self.server.token.words())
    }

    /// How many pages are connected.
    pub fn pages(&self) -> usize {
        self.server.tabs.count()
    }

    /// Waits until a page has connected; `false` if it was interrupted.
    pub fn wait_for_page(&self, interrupt: &Interrupt) -> bool {
        self.server.tabs.wait(interrupt)
    }

    /// Waits until no page is connected any more; `false` if it was interrupted.
    pub fn wait_until_unwatched(&self, interrupt: &Interrupt) -> bool {
        self.server.tabs.wait_alone(interrupt)
    }

    /// Ends every match and closes all connections. Pages show `why`, a short sentence.
    pub fn stop(mut self, why: &str) {
        self.end(why);
    }

    fn end(&mut self, why: &str) {
        self.server.end_matches();
        self.server.closing.send_replace(Some(why.to_owned()));
        self.server.tabs.wait_empty(FAREWELL);
        // The receiver no longer exists if the server has failed.
        self.stop.take().map(|stop| stop.send(()));
        if let Some(thread) = self.thread.take() {
            // A panic there has already been reported.
            let _ = thread.join();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if self.thread.is_some() {
            self.end("The server has ended.");
        }
    }
}

fn bind(port: Option<u16>) -> io::Result<TcpListener> {
    let bind = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    match port {
        Some(port) => bind(port),
        None => bind(USUAL_PORT).or_else(|_| bind(0)),
    }
}

fn serve(runtime: Runtime, listener: TcpListener, server: Arc<ServerState>, stopped: oneshot::Receiver<()>) {
    runtime.block_on(async move {
        let listener = listener.set_nonblocking(true).and_then(|()| tokio::net::TcpListener::from_std(listener));
        let listener = listener.expect("a socket that listens can be waited for");
        let sockets = Arc::new(SocketPlaces::new());
        let router = Router::new().fallback(answer).with_state((server, sockets));
        tokio::select! {
            // It ends only with the runtime.
            () = accept_connections(listener, router) => {}
            _ = stopped => {}
        }
    });
    // A module may still be compiling for a page that has disconnected.
    runtime.shutdown_background();
}

async fn answer(State((server, sockets)): State<(Arc<ServerState>, Arc<SocketPlaces>)>, request: Request) -> Response {
    let is_socket = request.uri().path() == SOCKET;
    let admitted = if is_socket { server.guard.allows_socket(&request) } else { server.guard.allows_request(&request) };
    let mut response = match admitted {
        Err(status) => status.into_response(),
        Ok(()) if *request.method() != Method::GET && *request.method() != Method::HEAD => {
            StatusCode::METHOD_NOT_ALLOWED.into_response()
        }
        Ok(()) if is_socket => socket(&server, sockets, request).await,
        Ok(()) => answer_file(&server, request).await,
    };
    let headers = server.guard.headers().iter().map(|(name, value)| (name.clone(), value.clone()));
    response.headers_mut().extend(headers);
    response
}

async fn answer_file(server: &Arc<ServerState>, request: Request) -> Response {
    let path = request.uri().path();
    if let Some(state) = server.panel_state_at(path) {
        return ([(CONTENT_TYPE, "application/json")], state).into_response();
    }
    match server.bot_at(path) {
        Some(bot) => bot_file(server, bot).await,
        None => file(&server.page, &request),
    }
}

async fn socket(server: &Arc<ServerState>, sockets: Arc<SocketPlaces>, request: Request) -> Response {
    let (mut parts, _) = request.into_parts();
    let server = Arc::clone(server);
    match WebSocketUpgrade::from_request_parts(&mut parts, &()).await {
        Ok(upgrade) => {
            let upgrade = upgrade.max_message_size(MESSAGE_MAX).max_frame_size(MESSAGE_MAX);
            upgrade.on_upgrade(async move |socket| Connection::serve(socket, server, &sockets).await)
        }
        Err(no_upgrade) => no_upgrade.into_response(),
    }
}

/// Serves the file of a bot as it is now.
async fn bot_file(server: &Arc<ServerState>, bot: u32) -> Response {
    let server = Arc::clone(server);
    match tokio::task::spawn_blocking(move || server.bots.read_file(bot)).await {
        Ok(Ok(bytes)) => ([(CONTENT_TYPE, "application/octet-stream")], Body::from(bytes)).into_response(),
        // The list of bots has the reason.
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Serves a file. Without compression, which would cost more than it saves on the same computer.
fn file(page: &PageFiles, request: &Request) -> Response {
    let Some(file) = page.file(request.uri().path()) else { return StatusCode::NOT_FOUND.into_response() };
    let tag = [(ETAG, file.tag.clone())];
    if is_known(request.headers(), &file.tag) {
        return (StatusCode::NOT_MODIFIED, tag).into_response();
    }
    (tag, [(CONTENT_TYPE, file.kind)], Body::from(file.bytes.clone())).into_response()
}

fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let mut known = headers.get_all(IF_NONE_MATCH).iter().filter_map(|tags| tags.to_str().ok());
    known.any(|tags| tags.split(',').any(|known| known.trim().trim_start_matches("W/") == tag))
}
