//! The result of a check: how much was compared, and the first disagreements.

use std::fmt;
use std::path::Path;

/// How many disagreements are shown.
const SHOWN: usize = 5;

/// The result of checking one folder.
#[derive(Debug, Default)]
pub struct ConformanceReport {
    /// Counts of compared things with their names, in the order of the line.
    counts: Vec<(u64, &'static str)>,
    disagreements: Vec<String>,
}

impl ConformanceReport {
    /// Adds to the count of `what`.
    pub fn count(&mut self, number: u64, what: &'static str) {
        match self.counts.iter_mut().find(|(_, each)| *each == what) {
            Some((count, _)) => *count += number,
            None => self.counts.push((number, what)),
        }
    }

    /// Records a disagreement with its place; `line` counts from 1.
    pub fn disagree(&mut self, file: &Path, line: usize, what: impl fmt::Display) {
        self.disagreements.push(format!("{}:{line}: {what}", file.display()));
    }

    /// Whether anything was compared and everything agreed.
    pub fn agrees(&self) -> bool {
        self.disagreements.is_empty() && self.counts.iter().any(|(count, _)| *count > 0)
    }
}

impl fmt::Display for ConformanceReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (count, what) in &self.counts {
            write!(f, "{count} {what}, ")?;
        }
        write!(f, "{} disagreements", self.disagreements.len())?;
        self.disagreements.iter().take(SHOWN).try_for_each(|each| write!(f, "\n    {each}"))?;
        match self.disagreements.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, "\n    and {more} more"),
        }
    }
}
