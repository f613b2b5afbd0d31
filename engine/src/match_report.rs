//! Why a match was lost: as a judge knows it, or by estimate. Knows no game.

use serde::{Deserialize, Serialize};

use crate::chance_report::ChanceReport;
use crate::loss_report::LossReport;
use crate::seat::Seat;

/// What is known of the turns of a match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatchReport {
    /// Who wins each position if both sides play perfectly.
    Exact(LossReport),
    /// Who is likely to win it.
    Estimated(ChanceReport),
}

impl MatchReport {
    /// The seat that lost; `None` if the match is not over, or drawn.
    pub fn loser(&self) -> Option<Seat> {
        match self {
            Self::Exact(report) => report.loser,
            Self::Estimated(report) => report.loser,
        }
    }

    /// The turn of the loser that decided the match, counted from 0; `None` if none is known that did.
    pub fn decisive(&self) -> Option<usize> {
        match self {
            Self::Exact(report) => report.decisive,
            Self::Estimated(report) => report.decisive_turn().map(|turn| turn.at),
        }
    }

    /// Why the match was lost, in a sentence or two.
    pub fn sentence(&self) -> String {
        match self {
            Self::Exact(report) => report.sentence(),
            Self::Estimated(report) => report.sentence(),
        }
    }
}
