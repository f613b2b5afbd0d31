//! Why a bot cannot play: an error before its greeting was complete, as a failure to start. Knows
//! no run and no time.

use crate::fault::{Fault, FaultKind, FaultReason, printable};

/// The reason why words are not a greeting, with as much of them as a fault keeps.
pub(super) fn misread_greeting(words: &[u8], why: FaultReason) -> FaultReason {
    let kept = &words[..words.len().min(Fault::RECEIVED_MAX)];
    let more = if kept.len() < words.len() { " …" } else { "" };
    let kept = String::from_utf8_lossy(kept);
    let printed = format!("{}{more}", printable(kept.trim_end()));
    FaultReason::MisreadGreeting { printed, why: Box::new(why) }
}

impl Fault {
    /// The fault as a failure to start.
    pub(super) fn into_start_fault(self) -> Self {
        let why = match (self.kind, self.why) {
            (FaultKind::Exited, FaultReason::Unstated) => FaultReason::EndedBeforeGreeting,
            (FaultKind::Exited | FaultKind::NotStarted, why) => why,
            (FaultKind::Flooded, _) => FaultReason::FloodedBeforeGreeting,
            (_, FaultReason::Computing) => FaultReason::ComputingBeforeGreeting,
            (_, FaultReason::ClosedStdout) => FaultReason::ClosedStdout,
            _ => FaultReason::LateGreeting,
        };
        Self { kind: FaultKind::NotStarted, why, ..self }
    }
}
