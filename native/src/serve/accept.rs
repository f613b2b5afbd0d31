//! Accepts connections and serves HTTP on them. Knows no page: limits the number of connections, the
//! time that each may take to send a request, and the time that it may read nothing of an answer.
//! Pages' sockets are counted elsewhere.

use std::collections::VecDeque;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;

use super::write_deadline::WriteDeadline;

/// The most connections at once. A further one takes the place of the oldest.
const CONNECTIONS: usize = 256;
/// How long a connection may take to send the head of a request, its next one too.
pub(super) const PATIENCE: Duration = Duration::from_secs(3);
/// How long a connection may read nothing while something is being written to it.
const READING_PATIENCE: Duration = Duration::from_secs(60);
/// How long to wait after a connection could not be accepted, as there were too many open files.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves every connection until this is dropped.
pub(super) async fn accept_connections(listener: TcpListener, router: Router) {
    let mut connections: VecDeque<AbortHandle> = VecDeque::new();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                connections.retain(|connection| !connection.is_finished());
                // Programs that do not read what they have asked for keep nobody else out.
                if connections.len() >= CONNECTIONS
                    && let Some(oldest) = connections.pop_front()
                {
                    oldest.abort();
                }
                connections.push_back(tokio::spawn(serve_connection(stream, router.clone())).abort_handle());
            }
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
}

/// Serves one connection. Its failure does not affect other connections.
async fn serve_connection(stream: TcpStream, router: Router) {
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
    let stream = TokioIo::new(WriteDeadline::new(stream, READING_PATIENCE));
    let connection = builder.serve_connection(stream, TowerToHyperService::new(router));
    let _ = connection.with_upgrades().await;
}
