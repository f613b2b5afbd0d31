//! Runs steps in their order. A step that waits for much of its time runs beside the steps after it
//! that only compile. Knows no step by its name.

use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use anyhow::Result;

use super::account::{Account, StepEntry};
use super::tally::StepOutcome;
use super::{StepPace, SuiteStep};
use crate::checkout::Checkout;
use crate::times::{DoneMarks, Forecast, Learnt, exactly, processor_time, roughly};

/// Runs these steps and returns an account of them.
///
/// # Errors
/// When the learnt times cannot be stored.
pub fn follow(steps: &[&SuiteStep], checkout: &Checkout, keep_going: bool) -> Result<Account> {
    let paces: Vec<_> = steps.iter().map(|step| step.pace).collect();
    let mut progress = Progress::new(steps, &paces, Learnt::load(), checkout.marks());
    thread::scope(|scope| {
        let mut beside = None;
        for (index, &step) in steps.iter().enumerate() {
            if step.pace != StepPace::Compiles {
                progress.end_beside(beside.take())?;
            }
            if !keep_going && !progress.account.is_good_so_far() {
                progress.account.add(StepEntry::not_run(step.name));
                continue;
            }
            progress.begin(index);
            if compiling_after(&paces, index) == 0 {
                progress.end(index, perform(step, checkout))?;
            } else {
                progress.is_beside = true;
                beside = Some((index, scope.spawn(move || perform(step, checkout))));
            }
        }
        progress.end_beside(beside)
    })?;
    Ok(progress.account)
}

/// How long steps of these paces take together, if each takes as long as expected.
fn forecast(paces: &[StepPace], expected: &[Duration]) -> Forecast {
    let shares = shares(paces, expected);
    Forecast::new(ending_order(paces).into_iter().map(|index| shares[index]).collect())
}

/// How long these steps take together, if each takes as long as expected.
pub fn time_of_all(steps: &[&SuiteStep], expected: &[Duration]) -> Duration {
    let paces: Vec<_> = steps.iter().map(|step| step.pace).collect();
    forecast(&paces, expected).left()
}

/// How many of the steps after this one run beside it: those that compile.
fn compiling_after(paces: &[StepPace], index: usize) -> usize {
    match paces[index] {
        StepPace::Waits => paces[index + 1..].iter().take_while(|pace| **pace == StepPace::Compiles).count(),
        StepPace::Alone | StepPace::Compiles => 0,
    }
}

/// The steps' numbers in the order in which they end, or are waited for.
fn ending_order(paces: &[StepPace]) -> Vec<usize> {
    let mut order: Vec<_> = (0..paces.len()).collect();
    order.sort_by_key(|&index| (index + compiling_after(paces, index), compiling_after(paces, index)));
    order
}

/// What each step adds to the total time: for a step with others beside it, its time after they
/// have ended.
fn shares(paces: &[StepPace], expected: &[Duration]) -> Vec<Duration> {
    let share = |index: usize| {
        let beside: Duration = expected[index + 1..][..compiling_after(paces, index)].iter().sum();
        expected[index].saturating_sub(beside)
    };
    (0..paces.len()).map(share).collect()
}

fn perform(step: &SuiteStep, checkout: &Checkout) -> StepEntry {
    let start = Instant::now();
    let outcome = (step.check)(checkout).unwrap_or_else(|error| {
        eprintln!("{}: {error:#}", step.name);
        StepOutcome::failed()
    });
    StepEntry { step: step.name, outcome: Some(outcome), time: start.elapsed(), processor: None }
}

/// The state of the run between two steps.
struct Progress<'a> {
    steps: &'a [&'a SuiteStep],
    learnt: Learnt,
    marks: DoneMarks,
    expected: Vec<Duration>,
    forecast: Forecast,
    account: Account,
    /// When the time began that is not counted yet.
    since: Instant,
    /// The processor time up to then.
    processor: Duration,
    is_beside: bool,
}

impl<'a> Progress<'a> {
    fn new(steps: &'a [&'a SuiteStep], paces: &[StepPace], learnt: Learnt, marks: DoneMarks) -> Self {
        let expected: Vec<_> = steps.iter().map(|step| step.expected(&learnt, &marks)).collect();
        let forecast = forecast(paces, &expected);
        let account = Account::new(forecast.left());
        let (since, processor) = (Instant::now(), processor_time());
        Self { steps, learnt, marks, expected, forecast, account, since, processor, is_beside: false }
    }

    fn place(&self, index: usize) -> String {
        format!("[{}/{}] {}", index + 1, self.steps.len(), self.steps[index].name)
    }

    fn begin(&self, index: usize) {
        let (time, left) = (roughly(self.expected[index]), roughly(self.forecast.left()));
        eprintln!("\n{}: {} ({time}; {left} left in all)", self.place(index), self.steps[index].what);
    }

    /// Waits for the step that runs beside others, if one does.
    fn end_beside(&mut self, step: Option<(usize, ScopedJoinHandle<'_, StepEntry>)>) -> Result<()> {
        let Some((index, running)) = step else { return Ok(()) };
        let entry = running.join().expect("it returns its errors");
        self.is_beside = false;
        self.end(index, entry)
    }

    fn end(&mut self, index: usize, entry: StepEntry) -> Result<()> {
        let step = self.steps[index];
        eprintln!("{} {} after {}", self.place(index), entry.verdict(), exactly(entry.time));
        self.forecast.advance(self.since.elapsed());
        self.since = Instant::now();
        if entry.is_good() {
            self.learnt.learn(&step.key(), self.marks.start(step.name), entry.time);
            self.marks.set(step.name)?;
        }
        // For programs that run at the same time, processor time cannot be attributed.
        let processor = (!self.is_beside).then(|| {
            let now = processor_time();
            now.saturating_sub(std::mem::replace(&mut self.processor, now))
        });
        self.account.add(StepEntry { processor, ..entry });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::StepPace::{Alone, Compiles, Waits};
    use super::*;

    const PACES: [StepPace; 6] = [Compiles, Waits, Compiles, Compiles, Alone, Waits];

    #[test]
    fn what_compiles_goes_on_beside_what_waits() {
        let beside = |index| compiling_after(&PACES, index);
        assert_eq!([0, 1, 2, 3, 4, 5].map(beside), [0, 2, 0, 0, 0, 0]);
        assert_eq!(ending_order(&PACES), [0, 2, 3, 1, 4, 5]);
    }

    #[test]
    fn what_runs_beside_others_takes_what_is_left_of_it() {
        let expected = [1, 10, 3, 4, 5, 6].map(Duration::from_secs);
        assert_eq!(shares(&PACES, &expected), [1, 3, 3, 4, 5, 6].map(Duration::from_secs));
        let expected = [1, 2, 3, 4, 5, 6].map(Duration::from_secs);
        assert_eq!(shares(&PACES, &expected), [1, 0, 3, 4, 5, 6].map(Duration::from_secs));
        assert_eq!(forecast(&PACES, &expected).left(), Duration::from_secs(19), "not the sum, which is 21");
    }
}
