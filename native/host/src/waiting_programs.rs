//! Decides which programs are stopped while they are not asked, if the terms of their match say so.
//! Knows no process: its caller looks at them, and stops and resumes them.
//!
//! A program that waits as it should costs nothing, so one is stopped only if it still works some
//! time after its answer: a round trip to stop it takes as long as a short turn. And it is never
//! stopped before its first answer, while it may still be getting ready.
//!
//! ```text
//!          it has answered              it works some time later
//!  Asked ──────────────────▶ Waiting ─────────────────────────────▶ Stopped
//!    ▲                          │                                      │
//!    └──────────────────────────┴──────────────────────────────────────┘
//!                     it is asked, or the match is over
//! ```

use std::time::{Duration, Instant};

use botyard_engine::referee::host::Run;
use botyard_engine::seat::{Seat, Seats};

use super::platform::ProcessorTime;

/// How long after its answer a program is looked at for the first time.
const FIRST_LOOK: Duration = Duration::from_millis(5);
/// How long it is left alone after each look.
const LOOK_INTERVAL: Duration = Duration::from_millis(20);
/// A program that has worked for longer than this between two looks has not just waited.
const NEGLIGIBLE_WORK: Duration = Duration::from_millis(1);

/// The programs of a match whose terms let no program work while it is not asked.
#[derive(Debug, Default)]
pub(super) struct WaitingPrograms(Vec<WaitingProgram>);

#[derive(Debug)]
struct WaitingProgram {
    run: Run,
    seat: Seat,
    state: WaitingState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WaitingState {
    /// It has not been asked yet.
    Starting,
    /// It is asked, or the match is over.
    Asked,
    /// It has answered.
    Waiting {
        /// When it is looked at next.
        look: Instant,
        /// What it had worked when it was last looked at.
        worked: Option<Duration>,
    },
    /// It works although it is not asked.
    Stopped,
}

impl WaitingPrograms {
    /// Watches a run that has started.
    pub(super) fn add(&mut self, run: Run, seat: Seat) {
        self.0.push(WaitingProgram { run, seat, state: WaitingState::Starting });
    }

    /// Watches a run no longer: it has ended, or is to end by itself. Returns whether it is stopped.
    pub(super) fn remove(&mut self, run: Run) -> bool {
        let Some(at) = self.0.iter().position(|program| program.run == run) else { return false };
        self.0.swap_remove(at).state == WaitingState::Stopped
    }

    /// Notes which seats owe an answer: nobody before the match has begun, and after it is over.
    pub(super) fn note_awaited(&mut self, awaited: Seats, now: Instant) {
        for program in &mut self.0 {
            let is_asked = awaited.contains(program.seat);
            program.state = match program.state {
                WaitingState::Starting if is_asked => WaitingState::Asked,
                WaitingState::Waiting { .. } if is_asked || awaited.is_empty() => WaitingState::Asked,
                WaitingState::Asked if !is_asked && !awaited.is_empty() => {
                    WaitingState::Waiting { look: now + FIRST_LOOK, worked: None }
                }
                state => state,
            };
        }
    }

    /// A stopped program that is asked, or whose match is over; returned once.
    pub(super) fn take_resumed(&mut self, awaited: Seats) -> Option<Run> {
        let is_resumed = |program: &&mut WaitingProgram| {
            program.state == WaitingState::Stopped && (awaited.is_empty() || awaited.contains(program.seat))
        };
        let program = self.0.iter_mut().find(is_resumed)?;
        program.state = WaitingState::Asked;
        Some(program.run)
    }

    /// The time until the next look; `None` if no program waits.
    pub(super) fn patience(&self, now: Instant) -> Option<Duration> {
        self.looks().map(|look| look.saturating_duration_since(now)).min()
    }

    fn looks(&self) -> impl Iterator<Item = Instant> {
        self.0.iter().filter_map(|program| match program.state {
            WaitingState::Waiting { look, .. } => Some(look),
            WaitingState::Starting | WaitingState::Asked | WaitingState::Stopped => None,
        })
    }

    /// Looks at the programs whose time has come; `read` is the processor time of one. Returns those
    /// that work, which are to be stopped. If the system reports no times, all of them are.
    pub(super) fn find_working(
        &mut self,
        now: Instant,
        mut read: impl FnMut(Run) -> Option<ProcessorTime>,
    ) -> Vec<Run> {
        let mut working = Vec::new();
        for program in &mut self.0 {
            let WaitingState::Waiting { look, worked } = program.state else { continue };
            if look > now {
                continue;
            }
            program.state = match read(program.run) {
                Some(time) if !has_worked(time, worked) => {
                    WaitingState::Waiting { look: now + LOOK_INTERVAL, worked: Some(time.worked) }
                }
                _ => WaitingState::Stopped,
            };
            if program.state == WaitingState::Stopped {
                working.push(program.run);
            }
        }
        working
    }
}

/// Whether a program works now, or has done so since it was last looked at.
fn has_worked(time: ProcessorTime, before: Option<Duration>) -> bool {
    time.is_runnable || before.is_some_and(|before| time.worked.saturating_sub(before) > NEGLIGIBLE_WORK)
}

#[cfg(test)]
mod tests {
    use botyard_engine::games::connect_four::ConnectFour;
    use botyard_engine::referee::host::Output;
    use botyard_engine::referee::{Player, Referee};

    use super::*;

    const MS: Duration = Duration::from_millis(1);
    const A: Seat = Seat::new(0);
    const B: Seat = Seat::new(1);

    /// The runs of a match, which only a referee can number.
    fn runs() -> [Run; 2] {
        use botyard_engine::codec::BotCodec;
        use botyard_engine::games::connect_four::ConnectFourCodec;
        let players = [A, B].map(|seat| Player::Bot(BotCodec::session(ConnectFourCodec::new(seat))));
        let limits = botyard_engine::referee::host::Limits::default();
        let mut referee = Referee::new(ConnectFour::default(), players.into(), limits, Duration::ZERO);
        std::array::from_fn(|_| match referee.poll() {
            Some(Output::Start(run, _)) => run,
            other => panic!("{other:?}"),
        })
    }

    fn only(seat: Seat) -> Seats {
        [seat].into_iter().collect()
    }

    fn asleep(worked: Duration) -> Option<ProcessorTime> {
        Some(ProcessorTime { worked, ..ProcessorTime::default() })
    }

    fn busy(worked: Duration) -> Option<ProcessorTime> {
        asleep(worked).map(|time| ProcessorTime { is_runnable: true, ..time })
    }

    /// Two programs of which the first has answered at this moment.
    fn answered(now: Instant) -> (WaitingPrograms, [Run; 2]) {
        let (mut waiting, runs) = (WaitingPrograms::default(), runs());
        waiting.add(runs[0], A);
        waiting.add(runs[1], B);
        waiting.note_awaited(Seats::NONE, now);
        waiting.note_awaited(only(A), now);
        assert_eq!(waiting.patience(now), None, "the second has not been asked yet");
        waiting.note_awaited(only(B), now);
        (waiting, runs)
    }

    #[test]
    fn a_program_that_works_after_its_answer_is_stopped_until_it_is_asked() {
        let start = Instant::now();
        let (mut waiting, [first, _]) = answered(start);
        assert_eq!(waiting.patience(start), Some(FIRST_LOOK));
        assert_eq!(waiting.find_working(start + 4 * MS, |_| busy(MS)), []);
        assert_eq!(waiting.find_working(start + 5 * MS, |_| busy(MS)), [first]);
        assert_eq!(waiting.patience(start), None);
        waiting.note_awaited(only(B), start + 6 * MS);
        assert_eq!(waiting.take_resumed(only(B)), None);
        assert_eq!([waiting.take_resumed(only(A)), waiting.take_resumed(only(A))], [Some(first), None]);
    }

    #[test]
    fn a_program_that_sleeps_is_left_alone_and_looked_at_again() {
        let start = Instant::now();
        let (mut waiting, [first, _]) = answered(start);
        assert_eq!(waiting.find_working(start + 5 * MS, |_| asleep(7 * MS)), []);
        assert_eq!(waiting.patience(start + 5 * MS), Some(LOOK_INTERVAL));
        // It does a little when it is told of a move.
        assert_eq!(waiting.find_working(start + 25 * MS, |_| asleep(8 * MS)), []);
        // It has worked between the looks.
        assert_eq!(waiting.find_working(start + 45 * MS, |_| asleep(10 * MS)), [first]);
    }

    #[test]
    fn a_program_whose_times_are_not_known_is_stopped() {
        let start = Instant::now();
        let (mut waiting, [first, _]) = answered(start);
        assert_eq!(waiting.find_working(start + 5 * MS, |_| None), [first]);
    }

    #[test]
    fn nobody_stays_stopped_at_the_end() {
        let start = Instant::now();
        let (mut waiting, [first, second]) = answered(start);
        assert_eq!(waiting.find_working(start + 5 * MS, |_| busy(MS)), [first]);
        waiting.note_awaited(Seats::NONE, start);
        assert_eq!(waiting.take_resumed(Seats::NONE), Some(first));
        assert_eq!(waiting.patience(start), None, "the match is over");
        assert!(!waiting.remove(second) && !waiting.remove(first));
        let (mut waiting, [first, _]) = answered(start);
        waiting.find_working(start + 5 * MS, |_| busy(MS));
        assert!(waiting.remove(first), "its caller resumes it");
        assert_eq!(waiting.take_resumed(Seats::NONE), None);
    }

    #[test]
    fn a_program_that_is_asked_at_once_is_not_looked_at() {
        let start = Instant::now();
        let (mut waiting, [_, second]) = answered(start);
        waiting.note_awaited(only(A), start + MS);
        assert_eq!(waiting.find_working(start + 100 * MS, |_| busy(MS)), [second]);
    }
}
