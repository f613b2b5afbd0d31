//! Why a tournament no longer takes results of a worker. Knows no games.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Why a tournament no longer takes results of a worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeftOutReason {
    /// An audit of a game had another result.
    OtherResult,
    /// It answered for a game that it was not sent.
    GameNotSent,
    /// It sent a result that its game cannot have.
    ImpossibleResult,
    /// It refused batches that other workers can play.
    Refusals,
    /// A later version's reason, or a program's that does not send one.
    #[serde(other)]
    Unknown,
}

impl fmt::Display for LeftOutReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::OtherResult => {
                "a game that was played again elsewhere came out otherwise. Is this computer's memory sound, and its botyard \
                 unchanged?"
            }
            Self::GameNotSent => "it answered for a game that it was not sent. Is its botyard unchanged?",
            Self::ImpossibleResult => "it sent a result that its game cannot have. Is its botyard unchanged?",
            Self::Refusals => "it refused the same games again and again, while others are there to play them",
            Self::Unknown => "the tournament does not say why",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A later version may send another reason.
    #[test]
    fn an_unknown_reason_is_read() {
        let read = |text: &str| serde_json::from_str::<LeftOutReason>(text).expect("a reason");
        assert_eq!(read("\"refusals\""), LeftOutReason::Refusals);
        assert_eq!(read("\"bad-weather\""), LeftOutReason::Unknown);
    }
}
