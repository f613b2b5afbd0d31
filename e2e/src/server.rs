//! Serves a folder on 127.0.0.1 as a plain static host does: the right MIME types, no special
//! headers. The page is below a path of its own, so that the cases fail if it requests `/something`
//! instead of `something`.

use std::net::Ipv4Addr;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tower_http::services::ServeDir;

use crate::instrumentation::instrument;

/// The path of the page's folder.
const BASE: &str = "/some/folder";

/// A server that runs until it is dropped.
pub struct StaticServer {
    port: u16,
    serving: JoinHandle<()>,
}

impl StaticServer {
    /// Serves `folder` on a free port. Its scripts tell a case's browser what they import, and those
    /// of workers when they are at rest.
    ///
    /// # Errors
    /// When the folder holds no `index.html` or no port is free.
    pub async fn start(folder: &Path) -> Result<Self> {
        let files = Router::new().fallback_service(ServeDir::new(folder)).layer(from_fn(send_instrumented));
        Self::serve(folder, files).await
    }

    /// Like [`StaticServer::start`], with all files as they are.
    ///
    /// # Errors
    /// When the folder holds no `index.html` or no port is free.
    pub async fn start_plain(folder: &Path) -> Result<Self> {
        Self::serve(folder, Router::new().fallback_service(ServeDir::new(folder))).await
    }

    /// Like [`StaticServer::start_plain`], compressed with gzip as most hosts send it.
    ///
    /// # Errors
    /// When `folder` holds no `index.html` or no port is free.
    pub async fn start_compressed(folder: &Path) -> Result<Self> {
        Self::serve(folder, Router::new().fallback_service(ServeDir::new(folder).precompressed_gzip())).await
    }

    async fn serve(folder: &Path, files: Router) -> Result<Self> {
        ensure!(
            folder.join("index.html").is_file(),
            "{} holds no page: `cargo xtask build` makes it",
            folder.display()
        );
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.context("no port is free on 127.0.0.1")?;
        let port = listener.local_addr()?.port();
        let files = Router::new().nest_service(BASE, files);
        let serving = tokio::spawn(async move {
            // The server ends only when its task is aborted.
            let _ = axum::serve(listener, files).await;
        });
        Ok(Self { port, serving })
    }

    /// The address at which the server listens.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The page's address, with a slash at the end.
    pub fn address(&self) -> String {
        Self::address_at(self.port)
    }

    /// The page's address if the server is reached at this port.
    pub fn address_at(port: u16) -> String {
        format!("http://127.0.0.1:{port}{BASE}/")
    }
}

/// Sends scripts as [`instrument`] makes them, and other files as they are.
async fn send_instrumented(request: Request, next: Next) -> Response {
    let is_of_worker = request.headers().get("sec-fetch-dest").is_some_and(|destination| destination == "worker");
    let response = next.run(request).await;
    let is_script = response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().ends_with(b"/javascript"));
    if !is_script || !response.status().is_success() {
        return response;
    }
    let (mut head, body) = response.into_parts();
    head.headers.remove(CONTENT_LENGTH);
    // A file that cannot be read to its end reaches the browser cut off.
    let script = to_bytes(body, usize::MAX).await.unwrap_or_default();
    Response::from_parts(head, Body::from(instrument(&String::from_utf8_lossy(&script), is_of_worker)))
}

impl Drop for StaticServer {
    fn drop(&mut self) {
        self.serving.abort();
    }
}
