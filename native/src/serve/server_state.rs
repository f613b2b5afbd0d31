//! The state that all pages of a server share: the bots, the host's own match, the matches in
//! progress. Knows no socket.

use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};

use botyard_engine::live::PlayRequest;
use botyard_host::Interrupt;
use tokio::sync::watch;

use super::bots::ServedBots;
use super::host_panel::{self, HostPanel};
use super::match_feed::MatchFeed;
use super::match_thread;
use super::page::PageFiles;
use super::request_guard::{AccessToken, RequestGuard};
use super::viewers::Viewers;

/// The beginning of the path below which the files of bots are.
const BOT_FILES: &str = "host-bots";

/// The state that all pages share.
pub(super) struct ServerState {
    pub(super) page: PageFiles,
    pub(super) bots: ServedBots,
    pub(super) guard: RequestGuard,
    pub(super) token: AccessToken,
    /// The path below which the files of bots are, without a slash before it. Pages that send the
    /// token get it.
    pub(super) bot_files: String,
    /// The connected pages.
    pub(super) tabs: Arc<Viewers>,
    /// The reason why the server ends, once it does.
    pub(super) closing: watch::Sender<Option<String>>,
    /// Changes when a bot's file changes.
    pub(super) bots_changed: watch::Sender<()>,
    extras: Extras,
    /// The path of the panel's state, without a slash before it.
    panel_state: String,
    playing: Mutex<Vec<RunningMatch>>,
}

/// Optional parts of a server.
#[derive(Default)]
pub(super) struct Extras {
    /// The host's own match, which pages watch.
    pub(super) host_match: Option<Arc<MatchFeed>>,
    /// A panel in the page.
    pub(super) panel: Option<HostPanel>,
}

/// A match on its thread.
struct RunningMatch {
    feed: Arc<MatchFeed>,
    thread: JoinHandle<()>,
}

impl ServerState {
    pub(super) fn new(
        page: PageFiles,
        bots: ServedBots,
        guard: RequestGuard,
        token: AccessToken,
        extras: Extras,
    ) -> Self {
        let closing = watch::Sender::new(None);
        let bots_changed = watch::Sender::new(());
        let (tabs, playing) = Default::default();
        let bot_files = token.secret_path(BOT_FILES);
        let panel_state = token.secret_path(host_panel::FOLDER);
        Self { page, bots, guard, token, bot_files, tabs, closing, bots_changed, extras, panel_state, playing }
    }

    /// The state of the panel, if it is at this path, which begins with a slash.
    pub(super) fn panel_state_at(&self, path: &str) -> Option<String> {
        let panel = self.extras.panel.as_ref()?;
        (path.strip_prefix('/')? == self.panel_state).then(|| (panel.state)())
    }

    /// The number of the bot whose file is at this path, which begins with a slash.
    pub(super) fn bot_at(&self, path: &str) -> Option<u32> {
        let (folder, id) = path.strip_prefix('/')?.rsplit_once('/')?;
        (folder == self.bot_files).then(|| id.parse().ok())?
    }

    /// The host's own match, if it plays one.
    pub(super) fn host_match(&self) -> Option<Arc<MatchFeed>> {
        self.extras.host_match.clone()
    }

    /// Starts a match on a new thread.
    pub(super) fn open_match(server: &Arc<Self>, play: PlayRequest, files: Vec<Vec<u8>>) -> Arc<MatchFeed> {
        let feed = Arc::new(MatchFeed::new(play.id, Interrupt::default()));
        let (here, shown) = (Arc::clone(server), Arc::clone(&feed));
        let thread = thread::spawn(move || match_thread::run(&here.bots, play, &files, &shown));
        let mut playing = server.playing();
        playing.retain(|playing| !playing.thread.is_finished());
        playing.push(RunningMatch { feed: Arc::clone(&feed), thread });
        feed
    }

    /// Ends every match. When this returns, all their bots have ended.
    pub(super) fn end_matches(&self) {
        let playing = std::mem::take(&mut *self.playing());
        playing.iter().for_each(|playing| playing.feed.stop());
        for RunningMatch { thread, feed } in playing {
            if thread.join().is_err() {
                feed.fail_match("The match ended because of a bug in botyard.".to_owned());
            }
        }
    }

    fn playing(&self) -> MutexGuard<'_, Vec<RunningMatch>> {
        self.playing.lock().expect("nobody panics while a match is noted")
    }
}
