//! Answers requests of browsers on this machine, and of no page but those that it serves. Nothing
//! is cached. Does not know what is served.

use std::net::TcpListener;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use anyhow::Result;
use axum::Router;
use axum::body::Bytes;
use axum::extract::ws::{WebSocket, WebSocketUpgrade};
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HOST};
use axum::http::{StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::sync::watch;

use crate::served_page::{ServedPage, VERSIONS};

#[derive(Clone)]
struct ServerState {
    page: watch::Receiver<Arc<ServedPage>>,
    beside: Arc<Path>,
    /// The names of this server. Any other name was made to point here by somebody else's page.
    hosts: Arc<[String; 2]>,
}

/// Serves the page, and the files in `beside` that it does not have, until the program ends.
///
/// # Errors
/// When the listener fails.
pub fn serve(listener: TcpListener, page: watch::Receiver<Arc<ServedPage>>, beside: PathBuf) -> Result<()> {
    let port = listener.local_addr()?.port();
    let hosts = Arc::new(["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}")));
    let state = ServerState { page, beside: beside.into(), hosts };
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    runtime.block_on(async {
        let routes = Router::new().route(VERSIONS, get(connect)).fallback(file);
        let guarded = routes.layer(middleware::from_fn_with_state(state.clone(), check_host)).with_state(state);
        Ok(axum::serve(tokio::net::TcpListener::from_std(listener)?, guarded).await?)
    })
}

async fn check_host(State(server): State<ServerState>, request: Request, next: Next) -> Response {
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
    if host.is_some_and(|host| server.hosts.iter().any(|name| name == host)) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "this server has another name").into_response()
    }
}

async fn file(State(server): State<ServerState>, uri: Uri) -> Response {
    let path = uri.path();
    let found = server.page.borrow().file(path);
    let Some(bytes) = found.or_else(|| file_beside(&server.beside, path)) else {
        return (StatusCode::NOT_FOUND, [(CACHE_CONTROL, "no-store")], "there is no such file").into_response();
    };
    let name = if path.ends_with('/') { "index.html" } else { path };
    let kind = mime_guess::from_path(name).first_or_octet_stream();
    ([(CONTENT_TYPE, kind.essence_str()), (CACHE_CONTROL, "no-store")], bytes).into_response()
}

/// A file in a folder at a path that begins with a slash and does not leave the folder.
fn file_beside(folder: &Path, path: &str) -> Option<Bytes> {
    let below = Path::new(path.strip_prefix('/')?);
    let stays = below.components().all(|part| matches!(part, Component::Normal(_)));
    stays.then(|| std::fs::read(folder.join(below)).ok())?.map(Bytes::from)
}

async fn connect(State(server): State<ServerState>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.on_upgrade(|socket| tell_versions(socket, server.page))
}

/// Tells a page which version is served, now and after each change, until it is closed.
async fn tell_versions(mut socket: WebSocket, mut page: watch::Receiver<Arc<ServedPage>>) {
    loop {
        let version = page.borrow_and_update().version().to_owned();
        if socket.send(version.into()).await.is_err() {
            return;
        }
        tokio::select! {
            changed = page.changed() => if changed.is_err() { return },
            message = socket.recv() => if !matches!(message, Some(Ok(_))) { return },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{Ipv4Addr, TcpStream};
    use std::thread;

    use botyard_page_assembly::PageFiles;

    use super::*;

    type Pages = watch::Sender<Arc<ServedPage>>;

    fn page_files(text: &str) -> PageFiles {
        let files = [("index.html", text), ("bots/one.wasm", "bot")];
        files.map(|(name, text)| (name.to_owned(), text.into())).into()
    }

    /// A server of a page and a folder beside it; with its port.
    fn start() -> (u16, Pages, tempfile::TempDir) {
        let (listener, folder) = (TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap(), tempfile::tempdir().unwrap());
        let port = listener.local_addr().unwrap().port();
        let (pages, served) = watch::channel(Arc::new(ServedPage::new(page_files("first"))));
        let beside = folder.path().join("beside");
        std::fs::create_dir(&beside).unwrap();
        thread::spawn(move || serve(listener, served, beside));
        (port, pages, folder)
    }

    /// The answer to a request for a path of a host of this name.
    fn ask(port: u16, host: &str, path: &str) -> String {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.to_lowercase()
    }

    #[test]
    fn browsers_learn_what_a_file_is_and_ask_for_it_each_time() {
        let (port, _pages, folder) = start();
        let host = format!("127.0.0.1:{port}");
        for (path, kind) in [("/", "text/html"), ("/index.html", "text/html"), ("/bots/one.wasm", "application/wasm")] {
            let answer = ask(port, &host, path);
            assert!(answer.starts_with("http/1.1 200 "), "{answer}");
            assert!(answer.contains(&format!("\r\ncontent-type: {kind}\r\n")), "{answer}");
            assert!(answer.contains("\r\ncache-control: no-store\r\n"), "{answer}");
        }
        std::fs::write(folder.path().join("secret.js"), "").unwrap();
        std::fs::write(folder.path().join("beside/late.js"), "made meanwhile").unwrap();
        assert!(ask(port, &host, "/late.js").ends_with("\r\n\r\nmade meanwhile"));
        for path in ["/none.js", "/../secret.js", "//secret.js", "/beside"] {
            assert!(ask(port, &host, path).starts_with("http/1.1 404 "), "{path}");
        }
    }

    /// A page at a name that was made to point here reads nothing.
    #[test]
    fn another_name_of_this_machine_gets_nothing() {
        let (port, _pages, _folder) = start();
        assert!(ask(port, &format!("localhost:{port}"), "/").starts_with("http/1.1 200 "));
        for (host, path) in [("evil.example", "/"), ("127.0.0.1", "/"), ("evil.example", VERSIONS)] {
            assert!(ask(port, host, path).starts_with("http/1.1 403 "), "{host}");
        }
    }

    #[test]
    fn a_page_learns_of_every_other_version() {
        let (port, pages, _folder) = start();
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
        let (mut socket, _) = tungstenite::client(format!("ws://127.0.0.1:{port}{VERSIONS}"), stream).unwrap();
        let mut told = || socket.read().unwrap().into_text().unwrap().to_string();
        let first = told();
        assert_eq!(first, pages.borrow().version());
        crate::renew(&pages, || anyhow::bail!("it does not compile"));
        crate::renew(&pages, || Ok(page_files("first")));
        crate::renew(&pages, || Ok(page_files("second")));
        assert_eq!(told(), pages.borrow().version(), "what is the same, or cannot be made, is no other version");
        assert_ne!(pages.borrow().version(), first);
        assert!(ask(port, &format!("127.0.0.1:{port}"), "/").contains("\r\n\r\nsecond<script>"));
    }
}
