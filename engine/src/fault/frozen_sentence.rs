//! A fault in a sentence that programs may read: in `--json`, and on the stdout of the drop-in
//! commands. It is made of the clauses that files hold, and does not change.

use super::{Fault, FaultKind, FaultReason, printable};

impl Fault {
    /// Like [`Fault::sentence`], for people, in a wording that never changes.
    pub fn frozen_sentence(&self, name: &str) -> String {
        let why = printable(&self.why.to_string());
        let because = if self.why == FaultReason::Unstated { String::new() } else { format!(", {why}") };
        match self.kind {
            FaultKind::Illegal | FaultKind::Malformed => format!("{name} printed `{}`, {why}", self.printed()),
            FaultKind::Timeout if self.received.is_empty() => {
                format!("{name} did not answer in time{because}{}", self.flushing_hint())
            }
            FaultKind::Timeout => {
                format!("{name} did not finish its answer in time{because}: it had printed `{}`", self.printed())
            }
            FaultKind::Exited => format!("{name} ended before it answered{because}"),
            FaultKind::Flooded => format!("{name} printed too much{because}"),
            FaultKind::NotStarted => format!("{name} did not start{because}"),
            FaultKind::Resigned => format!("{name} resigned"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows may be added, but not edited.
    #[test]
    fn the_sentences_do_not_change() {
        for (kind, received, why, told) in [
            (
                FaultKind::Malformed,
                "9\n",
                FaultReason::from("which is no column (1 to 7)"),
                "a printed `9`, which is no column (1 to 7)",
            ),
            (
                FaultKind::Illegal,
                "1\n",
                FaultReason::from("a column that is full"),
                "a printed `1`, a column that is full",
            ),
            (FaultKind::Timeout, "", FaultReason::Unstated, "a did not answer in time (does it flush its output?)"),
            (FaultKind::Timeout, "", FaultReason::Computing, "a did not answer in time, as it was still computing"),
            (
                FaultKind::Timeout,
                "4",
                FaultReason::Computing,
                "a did not finish its answer in time, as it was still computing: it had printed `4`",
            ),
            (FaultKind::Exited, "", FaultReason::ExitStatus(3), "a ended before it answered, with exit status 3"),
            (FaultKind::Flooded, "x", FaultReason::Unstated, "a printed too much"),
            (FaultKind::NotStarted, "", FaultReason::ExitStatus(3), "a did not start, with exit status 3"),
            (FaultKind::Resigned, "", FaultReason::Unstated, "a resigned"),
        ] {
            assert_eq!(Fault::new(kind, received.as_bytes(), why).frozen_sentence("a"), told);
        }
    }
}
