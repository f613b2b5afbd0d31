//! How long the programs of a fleet wait for each other. The submitter tells the server, too, so all
//! programs of a fleet have the same times. Knows no clock.

use std::num::NonZero;
use std::time::Duration;

/// The times of a fleet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FleetTimes {
    /// A batch goes to another worker if its worker has been silent for this long.
    pub ack_wait: Duration,
    /// How often a worker reports that it is playing a batch: several times within `ack_wait`.
    pub progress: Duration,
    /// A worker that was told to finish gives back the games that are unfinished after this long.
    pub last_games: Duration,
    /// A worker that was told to finish ends after this long at the latest, even if the server has
    /// not taken all of its answers.
    pub stopping: Duration,
    /// A submitter removes, on the server, the data of another tournament whose submitter has been
    /// silent for this long.
    pub forgotten: Duration,
}

impl Default for FleetTimes {
    /// Times for computers that may be slow, with a network between them.
    fn default() -> Self {
        Self {
            ack_wait: Duration::from_secs(10),
            progress: Duration::from_secs(3),
            last_games: Duration::from_secs(20),
            stopping: Duration::from_secs(30),
            forgotten: Duration::from_secs(15),
        }
    }
}

impl FleetTimes {
    /// Times that are this many times shorter than the default ones, for tests that wait for them.
    #[must_use]
    pub fn shortened(by: NonZero<u32>) -> Self {
        let Self { ack_wait, progress, last_games, stopping, forgotten } = Self::default();
        let [ack_wait, progress, last_games, stopping, forgotten] =
            [ack_wait, progress, last_games, stopping, forgotten].map(|time| time / by.get());
        Self { ack_wait, progress, last_games, stopping, forgotten }
    }
}
