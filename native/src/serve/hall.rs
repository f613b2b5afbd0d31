//! What all pages of one server share: the bots, the match of the house, the matches that are being played. Knows no
//! socket.

use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};

use botyard_engine::live::Play;
use tokio::sync::watch;

use super::bots::Bots;
use super::guard::{Guard, Token};
use super::page::Page;
use super::presence::Presence;
use super::seen::Seen;
use super::table;
use crate::host::Interrupt;

/// What all pages share.
pub(super) struct Hall {
    pub(super) page: Page,
    pub(super) bots: Bots,
    pub(super) guard: Guard,
    pub(super) token: Token,
    /// The pages that are here.
    pub(super) tabs: Arc<Presence>,
    /// Why the server ends, once it does.
    pub(super) closing: watch::Sender<Option<String>>,
    house: Option<Arc<Seen>>,
    playing: Mutex<Vec<Playing>>,
}

/// A match on its thread.
struct Playing {
    seen: Arc<Seen>,
    thread: JoinHandle<()>,
}

impl Hall {
    pub(super) fn new(page: Page, bots: Bots, guard: Guard, token: Token, house: Option<Arc<Seen>>) -> Self {
        let closing = watch::Sender::new(None);
        Self { page, bots, guard, token, tabs: Arc::default(), closing, house, playing: Mutex::default() }
    }

    /// The match that the host plays of its own accord, if it plays one.
    pub(super) fn house(&self) -> Option<Arc<Seen>> {
        self.house.clone()
    }

    /// Begins a match.
    pub(super) fn open(hall: &Arc<Self>, play: Play, files: Vec<Vec<u8>>) -> Arc<Seen> {
        let seen = Arc::new(Seen::new(play.id, Interrupt::default()));
        let (here, shown) = (Arc::clone(hall), Arc::clone(&seen));
        let thread = thread::spawn(move || table::run(&here.bots, play, &files, &shown));
        let mut playing = hall.playing();
        playing.retain(|playing| !playing.thread.is_finished());
        playing.push(Playing { seen: Arc::clone(&seen), thread });
        seen
    }

    /// Ends every match; when this returns, no bot of theirs runs any more.
    pub(super) fn end_matches(&self) {
        let playing = std::mem::take(&mut *self.playing());
        playing.iter().for_each(|playing| playing.seen.stop());
        for Playing { thread, seen } in playing {
            if thread.join().is_err() {
                seen.not_opened("The match ended by a mistake in botyard.".to_owned());
            }
        }
    }

    fn playing(&self) -> MutexGuard<'_, Vec<Playing>> {
        self.playing.lock().expect("nobody panics while a match is noted")
    }
}
