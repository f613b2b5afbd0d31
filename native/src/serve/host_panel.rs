//! A panel that the program adds to the page: a script in the page, and a state that the script
//! fetches repeatedly. Knows no content.

/// The script's file.
pub(super) const SCRIPT: &str = "host-panel.js";
/// The beginning of the path below which the state is.
pub(super) const FOLDER: &str = "host-panel";

/// A panel of the page.
pub struct HostPanel {
    pub(super) script: &'static str,
    pub(super) state: Box<dyn Fn() -> String + Send + Sync>,
}

impl HostPanel {
    /// Drawn by this script from what `state` returns, which is JSON. It is only for pages that
    /// have the token: the script finds the state at `host-panel/HASH`, where HASH is the SHA-256
    /// of `host-panel TOKEN` in hexadecimal digits.
    pub fn new(script: &'static str, state: impl Fn() -> String + Send + Sync + 'static) -> Self {
        Self { script, state: Box::new(state) }
    }
}
