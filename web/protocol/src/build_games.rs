//! The record of how the games of a build ended: whether it is good for anything, or fails. Knows
//! no bots and no matches.

use botyard_engine::live::read::{FromMessage, read_field};
use serde::Serialize;
use serde_json::Value;

/// A build has failed if it has lost so large a part of its games by a fault of its own, in
/// percent.
const MOST_FAILED: u64 = 90;

/// How the games of a build have ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BuildGames {
    /// Whether it had no turn of its own in the last match that the page has shown.
    pub is_silent: bool,
    /// How many games it has played.
    pub games: u32,
    /// How many games it has lost by a fault of its own.
    pub failed: u32,
}

impl BuildGames {
    /// Whether it fails in every game, or in nearly every one: a series against it would be
    /// meaningless.
    pub fn has_failed(&self) -> bool {
        let is_most = u64::from(self.failed) * 100 >= u64::from(self.games) * MOST_FAILED;
        self.is_silent || (self.games > 0 && is_most)
    }

    /// With a match that the page has shown.
    #[must_use]
    pub fn with_match(self, is_silent: bool, is_failed: bool) -> Self {
        let failed = u32::from(is_silent || is_failed);
        Self { is_silent, games: self.games.saturating_add(1), failed: self.failed.saturating_add(failed) }
    }

    /// The record with a series of this many games. The largest series counts: the same series
    /// again has the same games.
    #[must_use]
    pub fn with_series(self, games: u32, failed: u32) -> Self {
        if games < self.games { self } else { Self { games, failed, ..self } }
    }
}

impl FromMessage for BuildGames {
    fn from_value(mut value: Value) -> Option<Self> {
        let of = &mut value;
        let (games, failed) = (read_field(of, "games")?, read_field(of, "failed")?);
        Some(Self { is_silent: read_field(of, "isSilent")?, games, failed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_has_failed_that_fails_in_nearly_every_game() {
        for (games, failed, has_failed) in
            [(0, 0, false), (1, 1, true), (2, 1, false), (10, 9, true), (100, 89, false), (100, 90, true)]
        {
            let known = BuildGames::default().with_series(games, failed);
            assert_eq!(known.has_failed(), has_failed, "{failed} of {games}");
        }
    }

    #[test]
    fn a_match_counts_until_a_series_has_more_games() {
        let crashed = BuildGames::default().with_match(false, true);
        assert!(crashed.has_failed(), "it is all that is known");
        assert!(!crashed.with_match(false, false).has_failed(), "the next one ended well");
        let series = crashed.with_series(100, 3);
        assert_eq!((series.games, series.failed), (100, 3));
        assert!(!series.with_match(false, true).has_failed(), "one of many");
        assert_eq!(series.with_series(20, 20), series, "another series has fewer games");
    }

    #[test]
    fn a_match_without_a_turn_counts_until_there_is_one_with() {
        let silent = BuildGames::default().with_match(true, false);
        // In some games a failed run is not a fault, so their series do not show it.
        assert!(silent.has_failed() && silent.with_series(100, 0).has_failed());
        assert!(!silent.with_series(100, 0).with_match(false, false).has_failed());
    }
}
