//! Serves a folder on 127.0.0.1 as a plain static host does: the right MIME types, no special
//! headers. The page is below a path of its own, so that the cases fail if it requests `/something`
//! instead of `something`.

use std::net::Ipv4Addr;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use axum::Router;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tower_http::services::ServeDir;

/// A server that runs until it is dropped.
pub struct StaticServer {
    port: u16,
    serving: JoinHandle<()>,
}

impl StaticServer {
    /// Serves `folder` on a free port.
    ///
    /// # Errors
    /// When the folder holds no `index.html` or no port is free.
    pub async fn start(folder: &Path) -> Result<Self> {
        Self::serve(folder, ServeDir::new(folder)).await
    }

    /// Like [`StaticServer::start`], compressed with gzip as most hosts send it.
    ///
    /// # Errors
    /// When `folder` holds no `index.html` or no port is free.
    pub async fn start_compressed(folder: &Path) -> Result<Self> {
        Self::serve(folder, ServeDir::new(folder).precompressed_gzip()).await
    }

    async fn serve(folder: &Path, files: ServeDir) -> Result<Self> {
        ensure!(
            folder.join("index.html").is_file(),
            "{} holds no page: `cargo xtask build` makes it",
            folder.display()
        );
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.context("no port is free on 127.0.0.1")?;
        let port = listener.local_addr()?.port();
        let files = Router::new().nest_service("/some/folder", files);
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
        format!("http://127.0.0.1:{port}/some/folder/")
    }
}

impl Drop for StaticServer {
    fn drop(&mut self) {
        self.serving.abort();
    }
}
