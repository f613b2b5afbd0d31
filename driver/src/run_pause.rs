//! Why a module's run gave control back, and its work until then.

use std::time::Duration;

use botyard_engine::exit::Exit;
use botyard_engine::live::TrialEnding;
use botyard_sandbox::{Budget, Process};

/// Why a module's run has paused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunPause {
    /// The run has read all its input and waits for more.
    Blocked,
    /// The run has read all its input, has printed something, and looks whether there is more input.
    /// It goes on without if it still owes an answer.
    Polling,
    /// The run has spent its grant.
    Exhausted,
    /// The run has used this much real time, much more than its virtual time accounts for.
    HitBackstop(Duration),
    /// The run has ended.
    Ended(Exit),
}

impl RunPause {
    /// How a run outside any match ended, if this pause is its last: it gets no more time and no
    /// more input.
    pub fn into_trial_ending(self) -> TrialEnding {
        match self {
            Self::Ended(Exit::Code(status)) => TrialEnding::Exited(status),
            Self::Ended(Exit::Trap(why)) => TrialEnding::Failed(why),
            Self::Ended(Exit::Signal(_) | Exit::Stopped) => TrialEnding::Failed("it was stopped".to_owned()),
            Self::Exhausted => TrialEnding::OutOfTime,
            Self::Blocked | Self::Polling => TrialEnding::Waiting,
            Self::HitBackstop(_) => TrialEnding::Failed("it takes far longer than its instructions should".to_owned()),
        }
    }
}

/// The results of a module's run since its last pause.
#[derive(Debug, Default)]
pub struct RunReport {
    /// Its output.
    pub stdout: Vec<u8>,
    /// The virtual time it had spent since its start when it last printed.
    pub printed_at: Duration,
    /// Its text on stderr.
    pub stderr: Vec<u8>,
    /// The virtual time it has spent since its start.
    pub spent: Duration,
}

impl RunReport {
    /// Moves the output of a process here, and notes the virtual time that its run has spent since
    /// its start.
    pub fn take(&mut self, process: &mut Process, spent: Budget) {
        let Process { stdout, stderr, .. } = process;
        self.stdout.clear();
        self.stdout.extend_from_slice(stdout.bytes());
        self.printed_at = stdout.stamp().into();
        stdout.clear();
        self.stderr.clear();
        self.stderr.extend_from_slice(stderr.bytes());
        stderr.clear();
        self.spent = spent.into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pause_is_an_ending_outside_a_match() {
        let failed = |why: &str| TrialEnding::Failed(why.to_owned());
        for (pause, ending) in [
            (RunPause::Ended(Exit::Code(3)), TrialEnding::Exited(3)),
            (RunPause::Ended(Exit::Trap("it aborted".to_owned())), failed("it aborted")),
            (RunPause::Ended(Exit::Stopped), failed("it was stopped")),
            (RunPause::Exhausted, TrialEnding::OutOfTime),
            (RunPause::Blocked, TrialEnding::Waiting),
            (RunPause::Polling, TrialEnding::Waiting),
            (
                RunPause::HitBackstop(Duration::from_secs(60)),
                failed("it takes far longer than its instructions should"),
            ),
        ] {
            assert_eq!(pause.into_trial_ending(), ending);
        }
    }
}
