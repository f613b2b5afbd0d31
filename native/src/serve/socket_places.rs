//! The places for pages' sockets. Sockets that have not sent the token are bounded by themselves, so
//! that programs without it keep no page out. Knows no messages.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// The most sockets of pages with the token.
const PAGES: usize = 64;
/// The most sockets from which the token is still to come. A further one takes the place of the
/// oldest.
const PENDING: usize = 64;

/// The sockets of a server.
pub(super) struct SocketPlaces {
    pages: Arc<Semaphore>,
    /// Those without the token, the oldest first.
    pending: Mutex<VecDeque<oneshot::Sender<()>>>,
}

/// A socket without the token.
pub(super) struct PendingSocket(oneshot::Receiver<()>);

impl SocketPlaces {
    pub(super) fn new() -> Self {
        Self { pages: Arc::new(Semaphore::new(PAGES)), pending: Mutex::default() }
    }

    /// Adds a socket without the token. The oldest gives way if there are too many.
    pub(super) fn add_pending(&self) -> PendingSocket {
        let (place, gives_way) = oneshot::channel();
        let mut pending = self.pending.lock().expect("nobody panics while a socket is noted");
        pending.retain(|place| !place.is_closed());
        pending.push_back(place);
        if pending.len() > PENDING {
            pending.pop_front();
        }
        PendingSocket(gives_way)
    }

    /// The place of a page with the token, until it is dropped; `None` if all are taken.
    pub(super) fn admit_page(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.pages).try_acquire_owned().ok()
    }
}

impl PendingSocket {
    /// Waits until the socket has to give way to newer ones.
    pub(super) async fn wait_for_newer(&mut self) {
        // The sender says nothing: it is dropped.
        let _ = (&mut self.0).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_socket_without_the_token_gives_way() {
        let places = SocketPlaces::new();
        let mut sockets: VecDeque<_> = (0..PENDING).map(|_| places.add_pending()).collect();
        let has_given_way =
            |socket: &mut PendingSocket| socket.0.try_recv() == Err(oneshot::error::TryRecvError::Closed);
        // A socket that is gone, or has sent the token, leaves its place.
        drop(sockets.pop_back());
        sockets.push_back(places.add_pending());
        assert!(!sockets.iter_mut().any(has_given_way));
        sockets.push_back(places.add_pending());
        let given_way: Vec<_> = sockets.iter_mut().map(has_given_way).collect();
        assert_eq!(given_way.iter().filter(|has| **has).count(), 1);
        assert!(given_way[0], "it was the oldest");
    }

    #[test]
    fn pages_with_the_token_are_bounded_by_themselves() {
        let places = SocketPlaces::new();
        let _pending: Vec<_> = (0..2 * PENDING).map(|_| places.add_pending()).collect();
        let mut pages: Vec<_> = (0..PAGES).map(|_| places.admit_page().expect("it is free")).collect();
        assert!(places.admit_page().is_none());
        pages.pop();
        assert!(places.admit_page().is_some());
    }
}
