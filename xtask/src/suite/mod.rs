//! `cargo xtask test`: the checks of this project, the cheap and telling ones first. Knows the order
//! and which run has which step; each check is in the file of its kind.

mod areas;
mod executables;
mod licences;
mod outcome;
mod page;
mod report;
mod rust;
mod scripts;

use std::sync::OnceLock;
use std::thread::{self, ScopedJoinHandle};
use std::time::Instant;

use anyhow::{Result, ensure};
use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::checkout::Checkout;
use crate::durations::exactly;
use areas::Area;
use executables::TestExecutable;
use outcome::StepOutcome;
use report::{Report, StepEntry};

/// Which checks to run. Without options: what CI runs and what to run after each change.
#[derive(Args)]
pub struct Test {
    /// List the steps and run none
    #[arg(long)]
    list: bool,
    /// Run everything: full counts with changing seeds, all cases in every browser, the page for
    /// visitors and its size, documentation, other systems
    #[arg(long)]
    complete: bool,
    /// Run the complete part of this area; can be given several times
    #[arg(long, value_name = "AREA", conflicts_with_all = ["complete", "only"], value_parser = names(areas::AREAS.map(|area| area.name)))]
    area: Vec<String>,
    /// Run the browser cases of the default run on one processor beside five busy programs
    #[arg(long, conflicts_with_all = ["list", "complete", "area", "only"])]
    stress: bool,
    /// Run only the browser cases with this in their names, in every browser; with `--stress`, fifty
    /// times
    #[arg(long, value_name = "NAME", conflicts_with_all = ["list", "complete", "area", "only"])]
    case: Option<String>,
    /// With `--case`: how many times
    #[arg(long, requires = "case")]
    times: Option<usize>,
    /// Run only this step; can be given several times
    #[arg(long, value_name = "STEP", value_parser = names(STEPS.map(|step| step.name)))]
    only: Vec<String>,
    /// Go on after a step that failed
    #[arg(long)]
    keep_going: bool,
}

/// One of these names, which help and errors list.
fn names<const COUNT: usize>(names: [&'static str; COUNT]) -> PossibleValuesParser {
    PossibleValuesParser::new(names)
}

/// How much a run tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    /// What a change has to pass, in minutes.
    Default,
    /// Everything.
    Complete,
}

/// What the steps of a run share.
pub struct SuiteRun<'a> {
    checkout: &'a Checkout,
    tier: Tier,
    /// The only area to test, in the complete tier.
    area: Option<&'static Area>,
    /// Whether the cases open the page for visitors, and not the one that was built quickly.
    has_shipped_page: bool,
    /// The executables of the tests, once a step has built them.
    tests: OnceLock<Vec<TestExecutable>>,
}

/// One check.
struct SuiteStep {
    name: &'static str,
    what: &'static str,
    part: SuitePart,
    /// Whether the steps after it run at the same time, up to the next step of this kind.
    is_beside: bool,
    check: fn(&SuiteRun<'_>) -> Result<StepOutcome>,
}

/// Which tiers have a step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SuitePart {
    Both,
    Default,
    Complete,
}

use SuitePart::{Both, Complete, Default as DefaultOnly};

/// How often `--stress` runs a case that is named.
const STRESS_TIMES: usize = 50;

/// The steps in their order: those that fail often and fast come first, those that need a built
/// page last.
const STEPS: [SuiteStep; 14] = [
    SuiteStep::new("formatting", "every file is as rustfmt leaves it", Both, rust::formatting),
    SuiteStep::new(
        "licences",
        "every dependency's licence and source is one of deny.toml's, and what is shipped has its text",
        Both,
        licences::check,
    ),
    SuiteStep::new("tools", "tools are here, and browsers if they can be installed", Both, page::tools),
    SuiteStep::new("scripts", "types, lints and unit tests of the JavaScript", Both, scripts::check).beside(),
    SuiteStep::new("bots", "the bots build as WASI modules", Both, rust::bots),
    SuiteStep::new("lints", "all tests compile, and clippy has no warnings", Both, rust::lints),
    SuiteStep::new("page-quick", "the page builds in its quick form", DefaultOnly, page::build_quickly),
    SuiteStep::new("tests", "unit and integration tests", Both, rust::tests).beside(),
    SuiteStep::new("lints-rest", "clippy has no warnings on benches and for browsers", Complete, rust::remaining_lints),
    SuiteStep::new("documentation", "it builds without warnings, and its examples run", Complete, rust::documentation),
    SuiteStep::new("engine-alone", "the engine as a module of its own imports nothing", Complete, rust::engine_alone),
    SuiteStep::new("elsewhere", "the program compiles for Windows and macOS", Complete, rust::elsewhere),
    SuiteStep::new("page", "the page for visitors builds and is small", Complete, page::build_and_weigh),
    SuiteStep::new("browsers", "the page does what it should in Chromium and Firefox", Both, page::browsers),
];

impl SuiteStep {
    const fn new(
        name: &'static str,
        what: &'static str,
        part: SuitePart,
        check: fn(&SuiteRun<'_>) -> Result<StepOutcome>,
    ) -> Self {
        Self { name, what, part, is_beside: false, check }
    }

    const fn beside(self) -> Self {
        Self { is_beside: true, ..self }
    }

    fn is_in(&self, tier: Tier) -> bool {
        match self.part {
            Both => true,
            DefaultOnly => tier == Tier::Default,
            Complete => tier == Tier::Complete,
        }
    }

    /// Whether the complete part of an area has it.
    fn is_in_area(&self, area: &Area) -> bool {
        let has_shipped_page = area.steps.contains(&"page");
        match self.name {
            "tools" | "bots" => true,
            "tests" => !area.tests.is_empty(),
            "browsers" => !area.cases.is_empty(),
            "page-quick" => !area.cases.is_empty() && !has_shipped_page,
            name => area.steps.contains(&name),
        }
    }
}

impl Test {
    /// Runs the selected steps and prints a report on them.
    ///
    /// # Errors
    /// When a step failed, or no case has the given name.
    pub fn run(self, checkout: &Checkout) -> Result<()> {
        if self.stress || self.case.is_some() {
            let suite = SuiteRun::of_tier(checkout, Tier::Default);
            page::build_quickly(&suite)?;
            let times = self.times.unwrap_or(if self.stress { STRESS_TIMES } else { 1 });
            let outcome = match (&self.case, self.stress) {
                (case, true) => page::stress(&suite, case.as_deref(), times),
                (Some(case), false) => page::case(&suite, case, times),
                (None, false) => unreachable!("one of them is given"),
            }?;
            println!("{}", outcome.counts());
            ensure!(outcome.is_good(), "not everything passed");
            return Ok(());
        }
        let areas: Vec<_> = areas::AREAS.iter().filter(|area| self.area.iter().any(|name| name == area.name)).collect();
        if areas.is_empty() {
            let tier = if self.complete { Tier::Complete } else { Tier::Default };
            return self.run_steps(&SuiteRun::of_tier(checkout, tier), &self.chosen(tier));
        }
        let mut is_good = Ok(());
        for area in areas {
            let suite = SuiteRun::of_area(checkout, area);
            let steps: Vec<_> = STEPS.iter().filter(|step| step.is_in_area(area)).collect();
            println!("\narea {}", area.name);
            is_good = is_good.and(self.run_steps(&suite, &steps));
            if is_good.is_err() && !self.keep_going {
                break;
            }
        }
        is_good
    }

    fn run_steps(&self, suite: &SuiteRun<'_>, steps: &[&SuiteStep]) -> Result<()> {
        if self.list {
            steps.iter().for_each(|step| println!("{:14} {}", step.name, step.what));
            return Ok(());
        }
        let report = follow(suite, steps, self.keep_going);
        report.print();
        ensure!(report.is_good(), "not everything passed");
        if suite.tier == Tier::Default && self.only.is_empty() {
            areas::advice(suite.checkout).into_iter().for_each(|line| eprintln!("{line}"));
        }
        Ok(())
    }

    /// The steps of this tier, or those that are named.
    fn chosen(&self, tier: Tier) -> Vec<&'static SuiteStep> {
        let chosen = |step: &&SuiteStep| match self.only.is_empty() {
            true => step.is_in(tier),
            false => self.only.iter().any(|name| name == step.name),
        };
        STEPS.iter().filter(chosen).collect()
    }
}

impl<'a> SuiteRun<'a> {
    fn of_tier(checkout: &'a Checkout, tier: Tier) -> Self {
        Self { checkout, tier, area: None, has_shipped_page: tier == Tier::Complete, tests: OnceLock::new() }
    }

    fn of_area(checkout: &'a Checkout, area: &'static Area) -> Self {
        let has_shipped_page = area.steps.contains(&"page");
        Self { area: Some(area), has_shipped_page, ..Self::of_tier(checkout, Tier::Complete) }
    }
}

/// Runs these steps, and after a failure no more of them, unless `keep_going`.
fn follow(suite: &SuiteRun<'_>, steps: &[&SuiteStep], keep_going: bool) -> Report {
    let mut report = Report::new();
    thread::scope(|scope| {
        let mut beside = None;
        for (index, &step) in steps.iter().enumerate() {
            if step.is_beside {
                end_beside(&mut report, beside.take());
            }
            if !keep_going && !report.is_good_so_far() {
                report.add(StepEntry { step: step.name, outcome: None, time: std::time::Duration::ZERO });
                continue;
            }
            eprintln!("\n[{}/{}] {}: {}", index + 1, steps.len(), step.name, step.what);
            if step.is_beside && index + 1 < steps.len() {
                beside = Some(scope.spawn(|| perform(suite, step)));
            } else {
                report.add(perform(suite, step));
            }
        }
        end_beside(&mut report, beside);
    });
    report
}

/// Waits for the step that runs beside others, if one does.
fn end_beside(report: &mut Report, step: Option<ScopedJoinHandle<'_, StepEntry>>) {
    if let Some(running) = step {
        report.add(running.join().expect("a step returns its errors"));
    }
}

fn perform(suite: &SuiteRun<'_>, step: &SuiteStep) -> StepEntry {
    let start = Instant::now();
    let outcome = (step.check)(suite).unwrap_or_else(|error| {
        eprintln!("{}: {error:#}", step.name);
        StepOutcome::failed()
    });
    let entry = StepEntry { step: step.name, outcome: Some(outcome), time: start.elapsed() };
    eprintln!("{} {} after {}", step.name, entry.verdict(), exactly(entry.time));
    entry
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked_for(names: &[&str]) -> Test {
        let only = names.iter().map(|name| (*name).into()).collect();
        Test {
            list: false,
            complete: false,
            area: Vec::new(),
            stress: false,
            case: None,
            times: None,
            only,
            keep_going: false,
        }
    }

    fn step_names(steps: &[&SuiteStep]) -> Vec<&'static str> {
        steps.iter().map(|step| step.name).collect()
    }

    #[test]
    fn the_default_run_builds_nothing_that_no_test_of_it_needs() {
        let steps = step_names(&asked_for(&[]).chosen(Tier::Default));
        let expected =
            ["formatting", "licences", "tools", "scripts", "bots", "lints", "page-quick", "tests", "browsers"];
        assert_eq!(steps, expected);
    }

    #[test]
    fn the_complete_run_leaves_out_the_quick_page_alone() {
        let steps = step_names(&asked_for(&[]).chosen(Tier::Complete));
        assert_eq!(steps.len(), STEPS.len() - 1);
        assert!(!steps.contains(&"page-quick"));
    }

    #[test]
    fn named_steps_are_run_in_their_order_and_an_unknown_one_is_an_error() {
        assert_eq!(step_names(&asked_for(&["page", "lints"]).chosen(Tier::Default)), ["lints", "page"]);
        let refusal = |arguments: &[&str]| {
            let command = Test::augment_args(clap::Command::new("test"));
            command.try_get_matches_from([&["test"], arguments].concat()).unwrap_err().to_string()
        };
        for (arguments, clues) in
            [(["--only", "lint"], ["page-quick", "lints"]), (["--area", "hosts,"], ["systems", "hosts"])]
        {
            let refusal = refusal(&arguments);
            assert!(clues.iter().all(|clue| refusal.contains(clue)), "{refusal}");
        }
    }

    #[test]
    fn an_area_has_the_steps_that_its_tests_need() {
        let of_area = |name| {
            let area = areas::AREAS.iter().find(|area| area.name == name).unwrap();
            STEPS.iter().filter(|step| step.is_in_area(area)).map(|step| step.name).collect::<Vec<_>>()
        };
        assert_eq!(of_area("hostile"), ["tools", "bots", "page-quick", "tests", "browsers"]);
        assert_eq!(of_area("offline"), ["tools", "bots", "page", "browsers"]);
        assert_eq!(of_area("documents"), ["tools", "bots", "tests", "documentation"]);
        for area in &areas::AREAS {
            assert!(area.steps.iter().all(|name| STEPS.iter().any(|step| step.name == *name)), "{}", area.name);
        }
    }
}
