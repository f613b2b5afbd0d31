//! Where bots come from: files that are dropped, builds of earlier visits, the local server. The
//! library itself is in the context, because all parts use it.

mod build_games;
mod builds;
mod dropped;
mod host_bots;
mod hosted;
mod library;
mod session;

pub(crate) use build_games::{note_match, note_series};
pub(crate) use builds::drop_removed_build;
pub use session::HostSession;

use self::builds::RemovedBuild;
use self::dropped::DroppedFiles;

/// Where bots come from.
pub struct Bots {
    /// The host that plays the matches, and its own bots.
    pub host: HostSession,
    /// The build that was removed last.
    pub(crate) removed: Option<RemovedBuild>,
    /// The dropped files that are being checked.
    pub(crate) dropped: DroppedFiles,
}

impl Bots {
    /// The bots of a page that has shown nothing yet.
    pub(crate) fn new(is_hosted: bool) -> Self {
        Self { host: HostSession::new(is_hosted), removed: None, dropped: DroppedFiles::default() }
    }
}
