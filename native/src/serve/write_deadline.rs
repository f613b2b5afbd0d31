//! A stream whose peer must read: a write that makes no progress for too long is an error. Knows no
//! protocol.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// A stream with a time limit for each write.
pub(super) struct WriteDeadline<S> {
    stream: S,
    patience: Duration,
    /// The limit of the write that waits for the peer, if one does.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl<S> WriteDeadline<S> {
    /// A stream on which no write waits longer than this.
    pub(super) fn new(stream: S, patience: Duration) -> Self {
        Self { stream, patience, deadline: None }
    }

    /// The result of a write, or an error if it has waited too long.
    fn limit<T>(&mut self, write: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if write.is_ready() {
            self.deadline = None;
            return write;
        }
        let patience = self.patience;
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(deadline.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteDeadline<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteDeadline<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let write = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.limit(write, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let write = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.limit(write, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flush = Pin::new(&mut self.stream).poll_flush(context);
        self.limit(flush, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shutdown = Pin::new(&mut self.stream).poll_shutdown(context);
        self.limit(shutdown, context)
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};

    use super::*;

    /// The room between both ends.
    const ROOM: usize = 8;

    fn run(test: impl Future<Output = ()>) {
        tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime").block_on(test);
    }

    #[test]
    fn a_peer_that_reads_nothing_is_an_error() {
        run(async {
            let (near, mut far) = duplex(ROOM);
            let mut near = WriteDeadline::new(near, Duration::ZERO);
            near.write_all(&[1; ROOM]).await.expect("there is room");
            let why = near.write_all(&[2]).await.expect_err("there is no room");
            assert_eq!(why.kind(), io::ErrorKind::TimedOut);
            // The limit is that of one write: the next begins anew.
            far.read_exact(&mut [0; ROOM]).await.expect("it was written");
            near.write_all(&[3]).await.expect("there is room again");
        });
    }

    #[test]
    fn a_slow_peer_is_waited_for() {
        run(async {
            let (near, _far) = duplex(ROOM);
            let mut near = WriteDeadline::new(near, Duration::from_secs(3600));
            near.write_all(&[1; ROOM]).await.expect("there is room");
            let polled = poll_fn(|context| Poll::Ready(Pin::new(&mut near).poll_write(context, &[2]))).await;
            assert!(polled.is_pending());
        });
    }
}
