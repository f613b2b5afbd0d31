//! Serves a folder on 127.0.0.1 as a plain static host does: the right MIME types, no special headers. Below a path of
//! its own, so that a page that asks for `/something` instead of `something` is found out.

use std::net::Ipv4Addr;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use axum::Router;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tower_http::services::ServeDir;

/// Serves until it is dropped.
pub struct StaticServer {
    address: String,
    serving: JoinHandle<()>,
}

impl StaticServer {
    /// Serves `folder` on a free port.
    ///
    /// # Errors
    /// When the folder holds no `index.html` or no port is free.
    pub async fn start(folder: &Path) -> Result<Self> {
        ensure!(
            folder.join("index.html").is_file(),
            "{} holds no page: `cargo xtask build` makes it",
            folder.display()
        );
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.context("no port is free on 127.0.0.1")?;
        let address = format!("http://{}/some/folder/", listener.local_addr()?);
        let files = Router::new().nest_service("/some/folder", ServeDir::new(folder));
        let serving = tokio::spawn(async move {
            // It ends with the task, never by itself.
            let _ = axum::serve(listener, files).await;
        });
        Ok(Self { address, serving })
    }

    /// Where the page is, with a slash at the end.
    pub fn address(&self) -> &str {
        &self.address
    }
}

impl Drop for StaticServer {
    fn drop(&mut self) {
        self.serving.abort();
    }
}
