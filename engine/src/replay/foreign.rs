//! A match that another server has recorded in a form of its own. Knows no such form: the games
//! read them.

use super::Replay;
use crate::game::Game;

/// A match of another server, as far as it is one by the rules here.
#[derive(Debug, Clone, PartialEq)]
pub struct ForeignMatch<G: Game> {
    /// The replay of the match.
    pub replay: Replay<G>,
    /// The reason why the replay lacks a part of the record, as a clause that begins with the kind
    /// of record; `None` if it is complete.
    pub remark: Option<String>,
}

/// Why a match that another server has recorded is not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}, but {why}")]
pub struct ForeignMatchError {
    /// The kind of the text, such as `a game of Gravon`.
    pub what: &'static str,
    /// The error, as a clause.
    pub why: String,
}
