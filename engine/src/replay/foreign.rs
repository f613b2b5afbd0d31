//! A match that another server has recorded in a form of its own. Knows no such form: the games
//! read them.

use super::Replay;
use crate::game::Game;

/// A match of another server, as far as it is one by the rules here.
#[derive(Debug, Clone, PartialEq)]
pub struct ForeignMatch<G: Game> {
    /// What was played.
    pub replay: Replay<G>,
    /// Why that is not all that the record tells, if it is not: a clause that begins with what the
    /// record is.
    pub remark: Option<String>,
}

/// Why a match that another server has recorded is not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}, but {why}")]
pub struct ForeignMatchError {
    /// What the text is, such as `a game of Gravon`.
    pub what: &'static str,
    /// What is wrong with it, as a clause.
    pub why: String,
}
