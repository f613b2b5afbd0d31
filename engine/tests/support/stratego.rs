//! Matches of Stratego as the competition's programs played them.

use botyard_engine::games::stratego::{Stratego, StrategoAction, StrategoSettings};
use botyard_engine::replay::{MatchTerms, PlayerInfo, PlayerKind, Replay, Turn};

/// A match of two executables.
pub fn replay(settings: StrategoSettings, turns: Vec<Turn<StrategoAction>>) -> Replay<Stratego> {
    let player =
        |name: &str| PlayerInfo { name: name.to_owned(), kind: PlayerKind::Executable, ..PlayerInfo::default() };
    let players = ["../agents/red.py", "blue"].map(player).into();
    let terms = MatchTerms::default();
    Replay { settings, seed: 0, players, terms, turns }
}
