//! How the parts of the page share its width and height, which visitors change and the browser
//! keeps. Knows no panels.

use std::ops::RangeInclusive;

/// A line between two parts of the page that can be moved. Each has a share of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Splitter {
    /// Between the board, with the panel below it, and the editor.
    Write,
    /// Between the board, with the panel below it, and the results of series.
    Measure,
    /// Between the board and the panel below it, beside the editor or results.
    Board,
}

impl Splitter {
    /// All of them, in the order of [`Shares`].
    pub const ALL: [Self; 3] = [Self::Write, Self::Measure, Self::Board];

    /// The shares that the first of the two parts can have, in percent: both remain visible.
    pub fn range(self) -> RangeInclusive<u8> {
        match self {
            Self::Write | Self::Measure => 30..=65,
            Self::Board => 25..=75,
        }
    }

    /// The name under which the browser keeps the share.
    pub fn key(self) -> &'static str {
        match self {
            Self::Write => "botyard-split-write",
            Self::Measure => "botyard-split-measure",
            Self::Board => "botyard-split-board",
        }
    }

    /// The share of the first part unless the visitor has chosen another, in percent.
    pub(crate) fn usual(self) -> u8 {
        match self {
            Self::Write => 40,
            Self::Measure => 36,
            Self::Board => 32,
        }
    }

    /// A share that can be chosen.
    pub(crate) fn limit(self, share: u8) -> u8 {
        share.clamp(*self.range().start(), *self.range().end())
    }
}

/// The shares that the visitor has chosen, in percent, in the order of [`Splitter::ALL`].
pub type Shares = [Option<u8>; 3];
