//! A bot that comes with the page. Knows no game.

/// A bot that comes with the page.
#[derive(Debug, PartialEq, Eq)]
pub struct PageBot {
    /// Its file is `bots/FILE.wasm`, or `bots/FILE` if it is a script, whose name ends in `.js`.
    pub file: &'static str,
    /// The name it plays under.
    pub name: &'static str,
    /// What to expect of it, as a short phrase.
    pub about: &'static str,
}
