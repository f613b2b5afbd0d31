//! A link to a server: counts its bytes, and limits how many it carries per second. Knows nothing
//! of what they mean.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Mutex;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{Instant, sleep_until};

/// About the content of one network packet, in bytes.
const PACKET: usize = 1_460;

/// Forwards connections to a server until it is dropped, which ends them.
pub struct NetworkLink {
    port: u16,
    line: Arc<SharedLine>,
    carrying: JoinHandle<()>,
}

/// The direction to the browser, which all connections share.
struct SharedLine {
    bytes_per_second: Option<u32>,
    carried: AtomicU64,
    /// When the link will have carried all bytes given to it so far.
    free: Mutex<Instant>,
}

impl NetworkLink {
    /// Opens a link to a port of this machine. `bytes_per_second` limits what it carries to the
    /// browser; `None` means no limit.
    ///
    /// # Errors
    /// When no port is free.
    pub async fn open(port: u16, bytes_per_second: Option<u32>) -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.context("no port is free on 127.0.0.1")?;
        let server = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let own_port = listener.local_addr()?.port();
        let line = SharedLine { bytes_per_second, carried: AtomicU64::new(0), free: Mutex::new(Instant::now()) };
        let line = Arc::new(line);
        let carrying = tokio::spawn(accept(listener, server, Arc::clone(&line)));
        Ok(Self { port: own_port, line, carrying })
    }

    /// The port at which the browser finds the server.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// How many bytes the link has carried to the browser, response headers included.
    pub fn carried(&self) -> u64 {
        self.line.carried.load(Ordering::Relaxed)
    }
}

impl Drop for NetworkLink {
    fn drop(&mut self) {
        self.carrying.abort();
    }
}

async fn accept(listener: TcpListener, server: SocketAddr, line: Arc<SharedLine>) {
    // The connections end with the link.
    let mut connections = JoinSet::new();
    while let Ok((browser, _)) = listener.accept().await {
        let Ok(server) = TcpStream::connect(server).await else { return };
        let (from_browser, to_browser) = browser.into_split();
        let (from_server, to_server) = server.into_split();
        connections.spawn(hand_on(from_browser, to_server));
        connections.spawn(carry(from_server, to_browser, Arc::clone(&line)));
    }
}

/// Forwards requests without a limit, because they are short.
async fn hand_on(mut from: OwnedReadHalf, mut to: OwnedWriteHalf) {
    // If a connection breaks, the browser or the server deals with it.
    let _ = tokio::io::copy(&mut from, &mut to).await;
}

async fn carry(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, line: Arc<SharedLine>) {
    let mut packet = [0; PACKET];
    while let Ok(count @ 1..) = from.read(&mut packet).await {
        line.take(count).await;
        if to.write_all(&packet[..count]).await.is_err() {
            return;
        }
    }
}

impl SharedLine {
    /// Waits until the link has carried this many more bytes.
    async fn take(&self, bytes: usize) {
        self.carried.fetch_add(bytes as u64, Ordering::Relaxed);
        let Some(rate) = self.bytes_per_second else { return };
        let end = {
            let mut free = self.free.lock().await;
            *free = (*free).max(Instant::now()) + Duration::from_secs_f64(bytes as f64 / f64::from(rate));
            *free
        };
        sleep_until(end).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sends this many bytes to each client that connects, then closes the connection.
    async fn serve(bytes: usize) -> Result<u16> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let port = listener.local_addr()?.port();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                stream.write_all(&vec![7; bytes]).await?;
            }
            std::io::Result::Ok(())
        });
        Ok(port)
    }

    async fn read(link: &NetworkLink) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        TcpStream::connect((Ipv4Addr::LOCALHOST, link.port())).await?.read_to_end(&mut bytes).await?;
        Ok(bytes)
    }

    #[tokio::test]
    async fn all_bytes_arrive_and_are_counted() -> Result<()> {
        let link = NetworkLink::open(serve(100_000).await?, None).await?;
        assert_eq!(read(&link).await?, vec![7; 100_000]);
        assert_eq!(link.carried(), 100_000);
        Ok(())
    }

    #[tokio::test]
    async fn a_line_that_is_dropped_ends_its_connections() -> Result<()> {
        let link = NetworkLink::open(serve(1_000_000).await?, Some(1_000)).await?;
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, link.port())).await?;
        stream.read_exact(&mut [0; 100]).await?;
        drop(link);
        let mut rest = Vec::new();
        // The connection closes or fails long before all bytes have arrived.
        let _ = stream.read_to_end(&mut rest).await;
        assert!(rest.len() < 100_000);
        Ok(())
    }

    #[tokio::test]
    async fn two_connections_share_the_line() -> Result<()> {
        let link = NetworkLink::open(serve(10_000).await?, Some(100_000)).await?;
        let begin = Instant::now();
        let (first, second) = tokio::join!(read(&link), read(&link));
        assert_eq!([first?.len(), second?.len()], [10_000, 10_000]);
        assert!(begin.elapsed() >= Duration::from_millis(200), "20,000 bytes at 100,000 a second");
        Ok(())
    }
}
