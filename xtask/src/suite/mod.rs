//! `cargo xtask test`: every check of this project, the cheap and telling ones first. Knows the
//! order and keeps the account; each check is in the file of its kind.

mod account;
mod follow;
mod licences;
mod page;
mod rust;
mod tally;

use std::thread;
use std::time::Duration;

use anyhow::{Result, bail, ensure};
use clap::Args;

use crate::bots;
use crate::browsers::Browsers;
use crate::checkout::Checkout;
use crate::times::{About, DoneMarks, Learnt, roughly};

use tally::StepOutcome;

/// Which checks to run.
#[derive(Args)]
pub struct Test {
    /// Say what the steps are and do none
    #[arg(long)]
    list: bool,
    /// Format, lints, unit and integration tests, and a few cases in one browser: what to run after
    /// each change
    #[arg(long, conflicts_with = "only")]
    quick: bool,
    /// Do this step alone; can be given several times. `browsers-each` runs only if it is named
    #[arg(long, value_name = "STEP")]
    only: Vec<String>,
    /// Go on after a step that failed
    #[arg(long)]
    keep_going: bool,
}

/// One check.
pub struct SuiteStep {
    name: &'static str,
    what: &'static str,
    about: About,
    part: SuitePart,
    pace: StepPace,
    check: fn(&Checkout) -> Result<StepOutcome>,
}

/// How a step uses the processors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StepPace {
    /// It uses all of them, or measures time.
    Alone,
    /// It waits for much of its time: the steps after it that compile run meanwhile.
    Waits,
    /// It compiles, and does not disturb others.
    Compiles,
}

/// Which runs a step is a part of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SuitePart {
    /// The whole run and the quick one.
    Both,
    /// The whole run alone.
    Whole,
    /// The quick run alone, where it does less than the whole one.
    Quick,
    /// Only a run that names it.
    Named,
}

/// The steps in their order: those that fail often and fast come first, those that need a built
/// page last.
const STEPS: [SuiteStep; 16] = [
    SuiteStep::new(
        "formatting",
        "every file is as rustfmt leaves it",
        About::always(2),
        SuitePart::Both,
        rust::formatting,
    ),
    SuiteStep::new(
        "licences",
        "every dependency's licence and source is one of deny.toml's, and what is shipped has its text",
        About::always(2),
        SuitePart::Whole,
        licences::check,
    ),
    SuiteStep::new(
        "tools",
        "compilation targets are here, and the interpreter of JavaScript and the browsers if they can be had",
        About { cold: 280, dependencies: 2, warm: 2 },
        SuitePart::Both,
        page::tools,
    ),
    SuiteStep::new("bots", "the bots build as WASI modules", bots::ABOUT, SuitePart::Both, rust::bots),
    SuiteStep::new(
        "lints",
        "everything compiles on this system, and clippy has no warnings",
        About { cold: 900, dependencies: 600, warm: 40 },
        SuitePart::Both,
        rust::lints,
    ),
    SuiteStep::new(
        "lints-page",
        "clippy has no warnings on what the page is made of",
        About { cold: 50, dependencies: 20, warm: 10 },
        SuitePart::Whole,
        rust::lints_for_the_page,
    ),
    SuiteStep::new(
        "documentation",
        "the documentation builds without warnings",
        About { cold: 60, dependencies: 40, warm: 20 },
        SuitePart::Whole,
        rust::documentation,
    ),
    SuiteStep::new(
        "tests",
        "unit and integration tests, documentation examples",
        About::always(600),
        SuitePart::Whole,
        rust::tests,
    )
    .with_pace(StepPace::Waits),
    SuiteStep::new(
        "engine-alone",
        "the engine as a module of its own imports nothing",
        About { cold: 35, dependencies: 15, warm: 10 },
        SuitePart::Whole,
        rust::engine_alone,
    )
    .with_pace(StepPace::Compiles),
    SuiteStep::new(
        "elsewhere",
        "the program compiles for Windows and macOS",
        About { cold: 380, dependencies: 60, warm: 10 },
        SuitePart::Whole,
        rust::elsewhere,
    )
    .with_pace(StepPace::Compiles),
    SuiteStep::new(
        "page",
        "the page builds and is small",
        About { cold: 380, dependencies: 380, warm: 190 },
        SuitePart::Whole,
        page::build_and_weigh,
    )
    .with_pace(StepPace::Compiles),
    SuiteStep::new(
        "page-quick",
        "the page builds in its quick form",
        About { cold: 120, dependencies: 60, warm: 20 },
        SuitePart::Quick,
        page::build_quickly,
    ),
    SuiteStep::new(
        "lints-browsers",
        "the browsers' cases compile, and clippy has no warnings",
        About { cold: 110, dependencies: 100, warm: 10 },
        SuitePart::Both,
        rust::lints_for_the_browser_tests,
    )
    .with_pace(StepPace::Compiles),
    SuiteStep::new(
        "browsers",
        "the page does what it should: each case in Chromium or Firefox, in both where they differ",
        About::always(900),
        SuitePart::Whole,
        page::browsers,
    ),
    SuiteStep::new(
        "browsers-each",
        "the page does what it should: each case in every browser in which it can run",
        About::always(1300),
        SuitePart::Named,
        page::each_browser,
    ),
    SuiteStep::new(
        "tests-quick",
        "unit and integration tests but the longest, and beside them a few cases in one browser",
        About::always(150),
        SuitePart::Quick,
        quick_tests,
    ),
];

impl SuiteStep {
    const fn new(
        name: &'static str,
        what: &'static str,
        about: About,
        part: SuitePart,
        check: fn(&Checkout) -> Result<StepOutcome>,
    ) -> Self {
        Self { name, what, about, part, pace: StepPace::Alone, check }
    }

    const fn with_pace(self, pace: StepPace) -> Self {
        Self { pace, ..self }
    }

    /// How long the step is going to take.
    fn expected(&self, learnt: &Learnt, marks: &DoneMarks) -> Duration {
        learnt.expect(&self.key(), marks.start(self.name), self.about)
    }

    /// The name under which its time is learnt.
    fn key(&self) -> String {
        format!("test {}", self.name)
    }
}

impl Test {
    /// Runs the selected steps and prints an account of them.
    ///
    /// # Errors
    /// When a step failed, or no step has a given name.
    pub fn run(self, checkout: &Checkout) -> Result<()> {
        let steps = self.chosen()?;
        if self.list {
            list(&steps, checkout);
            if !self.quick && self.only.is_empty() {
                let named = STEPS.iter().filter(|step| step.part == SuitePart::Named);
                named.for_each(|step| println!("{:14} {} (only if it is named)", step.name, step.what));
            }
            return Ok(());
        }
        let account = follow::follow(&steps, checkout, self.keep_going)?;
        account.print();
        ensure!(account.is_good(), "not everything passed");
        Ok(())
    }

    fn chosen(&self) -> Result<Vec<&'static SuiteStep>> {
        if let Some(unknown) = self.only.iter().find(|name| STEPS.iter().all(|step| step.name != **name)) {
            bail!("no step is called {unknown}; `cargo xtask test --list` and `--quick --list` name them");
        }
        let part = if self.quick { SuitePart::Quick } else { SuitePart::Whole };
        let chosen = |step: &&SuiteStep| match self.only.is_empty() {
            true => step.part == part || step.part == SuitePart::Both,
            false => self.only.iter().any(|name| name == step.name),
        };
        Ok(STEPS.iter().filter(chosen).collect())
    }
}

/// A browser waits for most of its time, so the tests run beside it. Without a browser, only the
/// tests run.
fn quick_tests(checkout: &Checkout) -> Result<StepOutcome> {
    let browsers = Browsers::find();
    let Some(mut cases) = page::quick_cases(checkout, &browsers)? else {
        let lacking = StepOutcome::lacking(browsers.advice().unwrap_or_default());
        return Ok(rust::quick_tests(checkout)?.and(lacking));
    };
    thread::scope(|scope| {
        let cases = scope.spawn(|| tally::count_beside_others(&mut cases));
        let tests = rust::quick_tests(checkout);
        let cases = cases.join().expect("it returns its errors");
        Ok(tests?.and(cases?))
    })
}

fn list(steps: &[&SuiteStep], checkout: &Checkout) {
    let (learnt, marks) = (Learnt::load(), checkout.marks());
    let expected: Vec<_> = steps.iter().map(|step| step.expected(&learnt, &marks)).collect();
    for (step, time) in steps.iter().zip(&expected) {
        println!("{:14} {} ({})", step.name, step.what, roughly(*time));
    }
    println!("{} in all", roughly(follow::time_of_all(steps, &expected)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked_for(names: &[&str]) -> Test {
        let only = names.iter().map(|name| (*name).into()).collect();
        Test { list: false, quick: false, only, keep_going: false }
    }

    #[test]
    fn all_steps_unless_some_are_named() {
        let names = |test: Test| test.chosen().unwrap().iter().map(|step| step.name).collect::<Vec<_>>();
        assert_eq!(names(asked_for(&[])).len(), STEPS.len() - 3);
        assert_eq!(names(asked_for(&["page", "lints"])), ["lints", "page"]);
    }

    #[test]
    fn the_quick_run_has_one_browser() {
        let steps = Test { quick: true, ..asked_for(&[]) }.chosen().unwrap();
        let names: Vec<_> = steps.iter().map(|step| step.name).collect();
        let expected = ["formatting", "tools", "bots", "lints", "page-quick", "lints-browsers", "tests-quick"];
        assert_eq!(names, expected);
    }

    #[test]
    fn an_unknown_step_is_an_error() {
        let Err(error) = asked_for(&["lint"]).chosen() else { panic!("`lint` is no step") };
        assert!(error.to_string().contains("no step is called lint"));
    }
}
