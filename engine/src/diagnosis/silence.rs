//! Bots that print too little: which faults they get, and the line that they should have printed.

use crate::fault::{Fault, FaultKind, FaultReason};
use crate::playable::LackingLine;

/// Whether a bot that prints nothing more would get this fault.
pub fn is_silence(fault: &Fault) -> bool {
    let is_late = matches!(fault.kind, FaultKind::Timeout | FaultKind::NotStarted);
    let is_waiting =
        matches!(fault.why, FaultReason::Unstated | FaultReason::WaitingForInput | FaultReason::LateGreeting);
    has_ended(fault) || is_late && is_waiting
}

/// Whether the bot ended of its own accord and without an error.
pub(super) fn has_ended(fault: &Fault) -> bool {
    matches!(fault.why, FaultReason::ExitStatus(0) | FaultReason::EndedBeforeGreeting)
}

/// The fault of a bot that flushes what it prints, with the line that it lacks.
pub fn explain_silence(fault: &Fault, lacking: LackingLine) -> Fault {
    // That a bot did not start is followed by a colon.
    let lead = if fault.kind == FaultKind::NotStarted { "it" } else { "as it" };
    let why = FaultReason::Other([lead, " printed ", &lacking.printed(), ", and ", &lacking.explain()].concat());
    Fault { kind: fault.kind, received: String::new(), why }
}
