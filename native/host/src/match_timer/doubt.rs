//! Whether an answer may be late only because the machine took processors away while it was due.
//! Nobody can say from whom they were taken, so the answer is neither late nor in time. Knows no
//! referee and no program.

use std::time::{Duration, Instant};

use crate::platform::{read_stolen_before, stolen_since};

/// What was taken away from this machine while an answer was due.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct TakenTime {
    /// What the system has counted as stolen from all processors together.
    pub(super) stolen: Duration,
    /// For how much longer than wanted this thread has slept without waiting for a processor. The
    /// clock has stood still for it, but other processors may have been taken away meanwhile.
    pub(super) overslept: Duration,
}

/// Whether an answer that is late by `late` would be in time on a machine from which nothing was
/// taken. It may be late by no more than what was taken, and by no more than its limit: who has had
/// twice the time is late, whatever the machine did.
pub(super) fn is_in_doubt(late: Duration, limit: Duration, taken: TakenTime) -> bool {
    late <= (taken.stolen + taken.overslept).min(limit)
}

/// Follows what is taken away from this machine while an answer is due.
#[derive(Debug, Default)]
pub(super) struct DoubtFinder {
    /// For how long this thread has slept too long since the match began.
    overslept: Duration,
    question: Option<Question>,
}

/// An answer that is due, and what was known when it was asked for.
#[derive(Debug)]
struct Question {
    deadline: Duration,
    limit: Duration,
    /// `None` if the system does not tell.
    stolen_before: Option<Duration>,
    overslept_before: Duration,
}

impl DoubtFinder {
    /// This thread has slept for this much too long.
    pub(super) fn note_oversleep(&mut self, time: Duration) {
        self.overslept += time;
    }

    /// An answer is due until `deadline`, and has been since `now` if that was not noted before;
    /// both on the match's clock.
    pub(super) fn note_deadline(&mut self, deadline: Option<Duration>, now: Duration) {
        if self.deadline() != deadline {
            self.question = deadline.map(|deadline| Question {
                deadline,
                limit: deadline.saturating_sub(now),
                stolen_before: read_stolen_before(Instant::now()),
                overslept_before: self.overslept,
            });
        }
    }

    /// Until when the answer is due.
    pub(super) fn deadline(&self) -> Option<Duration> {
        self.question.as_ref().map(|question| question.deadline)
    }

    /// Whether an answer at `now`, on the match's clock, would be neither late nor in time.
    pub(super) fn is_in_doubt(&self, now: Duration) -> bool {
        self.question.as_ref().is_some_and(|question| {
            let stolen = question.stolen_before.map_or(Duration::ZERO, stolen_since);
            let overslept = self.overslept - question.overslept_before;
            is_in_doubt(now.saturating_sub(question.deadline), question.limit, TakenTime { stolen, overslept })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// Of an answer that may take 5 ms.
    #[track_caller]
    fn check(late: u32, [stolen, overslept]: [u32; 2], expected: bool) {
        let taken = TakenTime { stolen: stolen * MS, overslept: overslept * MS };
        assert_eq!(is_in_doubt(late * MS, 5 * MS, taken), expected);
    }

    #[test]
    fn a_late_answer_is_in_doubt_for_as_long_as_the_machine_was_away() {
        check(1, [0, 0], false);
        check(1, [1, 0], true);
        check(2, [1, 0], false);
        check(3, [0, 3], true);
        check(4, [3, 1], true);
        check(5, [3, 1], false);
    }

    /// A machine that is always robbed would excuse everything otherwise.
    #[test]
    fn who_has_had_twice_the_time_is_late() {
        check(5, [500, 0], true);
        check(6, [500, 500], false);
    }

    /// What happens to a match, step by step: the time on its clock, in milliseconds.
    #[test]
    fn a_question_counts_what_is_taken_after_it() {
        let mut doubts = DoubtFinder::default();
        let ask = |doubts: &mut DoubtFinder, deadline: Option<u32>, now: u32| {
            doubts.note_deadline(deadline.map(|deadline| deadline * MS), now * MS);
            // What the machine of this test does is not part of it.
            doubts.question.iter_mut().for_each(|question| question.stolen_before = None);
        };
        assert!(!doubts.is_in_doubt(100 * MS), "nothing is due");
        doubts.note_oversleep(4 * MS);
        ask(&mut doubts, Some(15), 10);
        assert!(!doubts.is_in_doubt(16 * MS), "it slept too long before");
        doubts.note_oversleep(2 * MS);
        ask(&mut doubts, Some(15), 14);
        assert!(doubts.is_in_doubt(17 * MS), "the same question");
        assert!(!doubts.is_in_doubt(18 * MS));
        ask(&mut doubts, Some(22), 17);
        assert!(!doubts.is_in_doubt(23 * MS), "another question");
        ask(&mut doubts, None, 23);
        assert_eq!(doubts.deadline(), None);
        doubts.note_oversleep(9 * MS);
        assert!(!doubts.is_in_doubt(24 * MS));
    }
}
