//! `cargo xtask test`: every check of this project, the cheap and telling ones first. Knows the order and keeps the
//! account; each check is in the file of its kind.

mod account;
mod licences;
mod page;
mod rust;
mod tally;

use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use clap::Args;

use crate::checkout::Checkout;
use crate::plan::{exactly, roughly};

use account::{Account, Entry};
use tally::Tally;

/// Which checks to run.
#[derive(Args)]
pub struct Test {
    /// Say what the steps are and do none
    #[arg(long)]
    list: bool,
    /// Do this step alone; can be given several times
    #[arg(long, value_name = "STEP")]
    only: Vec<String>,
    /// Go on after a step that failed
    #[arg(long)]
    keep_going: bool,
}

/// One check.
pub struct Step {
    name: &'static str,
    what: &'static str,
    /// How long it takes on two slow cores, from clean.
    about: Duration,
    check: fn(&Checkout) -> Result<Tally>,
}

/// In the order in which they are done: what fails often and fast comes first; what needs a built page comes last.
const STEPS: [Step; 12] = [
    Step::new("formatting", "every file is as rustfmt leaves it", 2, rust::formatting),
    Step::new("licences", "every dependency's licence and source is one of deny.toml's", 2, licences::check),
    Step::new(
        "tools",
        "compilation targets, trunk, wasm-bindgen, geckodriver and the browsers are here",
        300,
        page::tools,
    ),
    Step::new("lints", "clippy has no warnings on this system", 150, rust::lints),
    Step::new("lints-page", "clippy has no warnings on what the page is made of", 60, rust::lints_for_the_page),
    Step::new("documentation", "the documentation builds without warnings", 40, rust::documentation),
    Step::new("bots", "the bots build as modules and as executables", 60, rust::bots),
    Step::new("tests", "unit and integration tests, documentation examples", 360, rust::tests),
    Step::new("engine-alone", "the engine as a module of its own imports nothing", 20, rust::engine_alone),
    Step::new("elsewhere", "the program compiles for Windows and macOS", 120, rust::elsewhere),
    Step::new("page", "the page builds and is small", 120, page::build_and_weigh),
    Step::new("browsers", "the page does what it should in Chromium and Firefox", 180, page::browsers),
];

impl Step {
    const fn new(name: &'static str, what: &'static str, about: u64, check: fn(&Checkout) -> Result<Tally>) -> Self {
        Self { name, what, about: Duration::from_secs(about), check }
    }
}

impl Test {
    /// Does the steps that were asked for and gives an account of them.
    ///
    /// # Errors
    /// When a step failed, or there is none of a name.
    pub fn run(self, checkout: &Checkout) -> Result<()> {
        let steps = self.chosen()?;
        if self.list {
            list(&steps);
            return Ok(());
        }
        let account = follow(&steps, checkout, self.keep_going)?;
        account.print();
        ensure!(account.is_good(), "not everything passed");
        Ok(())
    }

    fn chosen(&self) -> Result<Vec<&'static Step>> {
        if let Some(unknown) = self.only.iter().find(|name| STEPS.iter().all(|step| step.name != **name)) {
            bail!("no step is called {unknown}; `cargo xtask test --list` names them");
        }
        Ok(STEPS.iter().filter(|step| self.only.is_empty() || self.only.iter().any(|name| name == step.name)).collect())
    }
}

fn list(steps: &[&Step]) {
    for step in steps {
        println!("{:14} {} (from clean: {})", step.name, step.what, roughly(step.about));
    }
}

fn follow(steps: &[&Step], checkout: &Checkout, keep_going: bool) -> Result<Account> {
    let before = account::times_of_last_run(checkout);
    let expected = |step: &Step| before.get(step.name).map_or(step.about, |seconds| Duration::from_secs_f64(*seconds));
    let mut account = Account::default();
    for (index, step) in steps.iter().enumerate() {
        if !keep_going && !account.is_good() {
            account.add(Entry::not_run(step.name));
            continue;
        }
        let left: Duration = steps[index..].iter().map(|step| expected(step)).sum();
        eprintln!(
            "\n[{}/{}] {}: {} ({}; {} left in all)",
            index + 1,
            steps.len(),
            step.name,
            step.what,
            roughly(expected(step)),
            roughly(left)
        );
        let entry = perform(step, checkout);
        eprintln!("[{}/{}] {} {} after {}", index + 1, steps.len(), step.name, entry.verdict(), exactly(entry.time));
        account.add(entry);
    }
    account.save_times(checkout, before)?;
    Ok(account)
}

fn perform(step: &Step, checkout: &Checkout) -> Entry {
    let start = Instant::now();
    let outcome = (step.check)(checkout);
    if let Err(error) = &outcome {
        eprintln!("{}: {error:#}", step.name);
    }
    let tally = outcome.unwrap_or_else(|_| Tally::failed());
    Entry { step: step.name, tally: Some(tally), time: start.elapsed() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked_for(names: &[&str]) -> Test {
        Test { list: false, only: names.iter().map(|name| (*name).into()).collect(), keep_going: false }
    }

    #[test]
    fn all_steps_unless_some_are_named() {
        assert_eq!(asked_for(&[]).chosen().unwrap().len(), STEPS.len());
        assert_eq!(asked_for(&["page", "lints"]).chosen().unwrap().len(), 2);
    }

    #[test]
    fn an_unknown_step_is_an_error() {
        let Err(error) = asked_for(&["lint"]).chosen() else { panic!("`lint` is no step") };
        assert!(error.to_string().contains("no step is called lint"));
    }
}
