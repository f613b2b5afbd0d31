//! The terms of a match: what its bots are allowed, if that differs from the game's limits. Knows
//! no game and no host.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The terms of bots, as far as they differ from the game's own. A match of modules is repeated
/// under its own terms only.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchTerms {
    /// The time for one answer, or for one run where every question starts fresh ones; nanoseconds
    /// in the file.
    #[serde(default, rename = "turn_ns", with = "optional_nanoseconds", skip_serializing_if = "Option::is_none")]
    pub turn: Option<Duration>,
    /// The kind of a module's clock.
    #[serde(default, skip_serializing_if = "MatchClock::is_usual")]
    pub clock: MatchClock,
}

impl MatchTerms {
    /// Whether they are the game's own.
    pub fn are_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// The kind of a module's clock. An executable always runs on the wall clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatchClock {
    /// By its instructions: the same everywhere.
    Virtual {
        /// How fast the processor is that they are executed by, in percent: at 200 each costs half
        /// the published price.
        percent: u32,
    },
    /// By the clock on the wall: another match each time.
    Wall,
}

impl MatchClock {
    /// The allowed speeds, in percent.
    pub const PERCENT: std::ops::RangeInclusive<u32> = 1..=10_000;

    /// The speed of a module's processor, in percent; the published speed on the wall clock, which
    /// counts no instructions.
    pub fn percent(self) -> u32 {
        match self {
            Self::Virtual { percent } => percent,
            Self::Wall => 100,
        }
    }

    /// Whether this is the usual clock, that of a match that states none.
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

impl Default for MatchClock {
    fn default() -> Self {
        Self::Virtual { percent: 100 }
    }
}

pub(crate) mod optional_nanoseconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
        time.map(|time| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
        Ok(Option::<u64>::deserialize(deserializer)?.map(Duration::from_nanos))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_usual_is_not_written_and_all_else_is_read_back() {
        let written = |terms: &MatchTerms| serde_json::to_string(terms).expect("it is plain data");
        assert_eq!(written(&MatchTerms::default()), "{}");
        let slow = MatchTerms { turn: Some(Duration::from_millis(5)), clock: MatchClock::Virtual { percent: 50 } };
        assert_eq!(written(&slow), r#"{"turn_ns":5000000,"clock":{"virtual":{"percent":50}}}"#);
        let wall = MatchTerms { clock: MatchClock::Wall, ..MatchTerms::default() };
        assert_eq!(written(&wall), r#"{"clock":"wall"}"#);
        for terms in [MatchTerms::default(), slow, wall] {
            assert_eq!(serde_json::from_str::<MatchTerms>(&written(&terms)).expect("as it was written"), terms);
        }
    }
}
