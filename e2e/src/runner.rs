//! The test program: runs cases in the installed browsers, saves a picture of the page of each case
//! that fails, and stores how long each case took. Knows nothing of what a case does.

use std::any::Any;
use std::fs;
use std::panic::AssertUnwindSafe;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, ensure};
use futures_util::FutureExt;
use libtest_mimic::{Arguments, Failed, Trial};
use tokio::runtime::Runtime;

use crate::browser::Browser;
use crate::case::{BrowserCase, BrowserInstance};
use crate::kind::{BrowserKind, BrowserOptions, FrameRate};
use crate::process::BrowserProcess;
use crate::scheduler::CaseScheduler;
use crate::setting::{BrowserProgram, Setting};

/// How many of the slowest cases are printed.
const SLOWEST: usize = 5;
/// The file, beside the pictures, that lists the time of every case of the last run.
const TIMES: &str = "times.txt";
/// The argument that chooses the cases of the default run.
const CORE: &str = "--core";
/// The argument that alternates browsers.
const ALTERNATE: &str = "--alternate";
/// The beginning of the argument that chooses modules, before their names.
const MODULES: &str = "--modules=";

/// Runs the cases that the command line selects, each in every browser, and reports the results as
/// Rust's own test runner does. `--core` selects the cases of the default run, `--modules=A,B` those of
/// these modules. With `--alternate`,
/// a case that shares its browser, and in which browsers are not known to differ, is run in one of
/// them: Chromium and Firefox in turn. A browser that is not installed is skipped, and a message
/// says what is missing.
pub fn run_cases(cases: Vec<BrowserCase>) -> ExitCode {
    match run(cases) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(cases: Vec<BrowserCase>) -> Result<ExitCode> {
    let (mut arguments, own) = read_arguments();
    // Listing the cases needs no browser.
    let kinds = if arguments.list { BrowserKind::ALL.to_vec() } else { installed()? };
    let runner = Arc::new(Runner::new(arguments.nocapture)?);
    let chosen = cases.into_iter().filter(|case| own.chooses(case));
    let cases: Vec<_> = chosen.filter(has_what_it_needs).collect();
    let runs = if own.alternate { alternating_runs(&cases, &kinds) } else { all_runs(&cases, &kinds) };
    let trials = trials(&runner, runs);
    // Each case waits in a thread of its own until the scheduler admits it. `--test-threads` can
    // lower the number of threads.
    arguments.test_threads = arguments.test_threads.or(Some(trials.len()));
    let conclusion = libtest_mimic::run(&arguments, trials);
    let told = runner.tell_times();
    runner.close_shared()?;
    told?;
    Ok(conclusion.exit_code())
}

/// The arguments that only this test program takes.
struct OwnArguments {
    core: bool,
    alternate: bool,
    /// The modules whose cases are run; all if there are none.
    modules: Vec<String>,
}

impl OwnArguments {
    fn chooses(&self, case: &BrowserCase) -> bool {
        let path = case.path();
        let module = path.split("::").next().unwrap_or_default();
        (case.is_core || !self.core) && (self.modules.is_empty() || self.modules.iter().any(|name| name == module))
    }
}

/// Reads the arguments that every test program takes, and those that only this one does.
fn read_arguments() -> (Arguments, OwnArguments) {
    let mut own = OwnArguments { core: false, alternate: false, modules: Vec::new() };
    let mut others = Vec::new();
    for argument in std::env::args() {
        match argument.strip_prefix(MODULES) {
            Some(names) => own.modules.extend(names.split(',').map(str::to_owned)),
            None if argument == CORE => own.core = true,
            None if argument == ALTERNATE => own.alternate = true,
            None => others.push(argument),
        }
    }
    (Arguments::from_iter(others), own)
}

/// The installed browsers.
fn installed() -> Result<Vec<BrowserKind>> {
    Setting::from_environment()?;
    let programs = BrowserKind::ALL.map(|kind| (kind, BrowserProgram::from_environment(kind)));
    ensure!(programs.iter().any(|(_, program)| program.is_ok()), "there is no browser to run the cases in: {}", {
        let missing: Vec<_> =
            programs.iter().filter_map(|(_, program)| Some(program.as_ref().err()?.to_string())).collect();
        missing.join("; ")
    });
    let mut kinds = Vec::new();
    for (kind, program) in programs {
        match program {
            Ok(_) => kinds.push(kind),
            Err(error) => eprintln!("the cases in {kind} are left out: {error}"),
        }
    }
    Ok(kinds)
}

/// Each case in each of `kinds` in which it can be run.
fn all_runs(cases: &[BrowserCase], kinds: &[BrowserKind]) -> Vec<(BrowserCase, BrowserKind)> {
    cases.iter().flat_map(|case| kinds_of(case, kinds).into_iter().map(|kind| (*case, kind))).collect()
}

/// Like [`all_runs`], but a case that shares its browser and does not have `browsers_differ` is run
/// in one browser. These cases take the browsers in turn, so the browser of a case depends on those
/// before it.
fn alternating_runs(cases: &[BrowserCase], kinds: &[BrowserKind]) -> Vec<(BrowserCase, BrowserKind)> {
    let mut turn = 0;
    let mut runs = Vec::new();
    for case in cases {
        let kinds = kinds_of(case, kinds);
        if case.process == BrowserInstance::Shared && !case.browsers_differ && !kinds.is_empty() {
            runs.push((*case, kinds[turn % kinds.len()]));
            turn += 1;
        } else {
            runs.extend(kinds.into_iter().map(|kind| (*case, kind)));
        }
    }
    runs
}

/// Those of `kinds` in which a case can be run.
fn kinds_of(case: &BrowserCase, kinds: &[BrowserKind]) -> Vec<BrowserKind> {
    case.process.kinds().iter().copied().filter(|kind| kinds.contains(kind)).collect()
}

/// Cases that run alone come last: they wait for the others.
fn trials(runner: &Arc<Runner>, runs: Vec<(BrowserCase, BrowserKind)>) -> Vec<Trial> {
    let (alone, others): (Vec<_>, Vec<_>) =
        runs.into_iter().partition(|(case, _)| case.process == BrowserInstance::OwnAlone);
    let each = others.into_iter().chain(alone).enumerate();
    each.map(|(number, (case, kind))| trial(runner.clone(), number, case, kind)).collect()
}

/// Whether the variables that a case needs are set; if not, prints a line. xtask counts these
/// lines, so that a case that is not run does not look as if it had passed.
fn has_what_it_needs(case: &BrowserCase) -> bool {
    let missing = case.needs.iter().find(|variable| std::env::var_os(variable).is_none());
    if let Some(variable) = missing {
        eprintln!("NOT RUN: {}, which needs {variable}", case.path());
    }
    missing.is_none()
}

fn trial(runner: Arc<Runner>, number: usize, case: BrowserCase, kind: BrowserKind) -> Trial {
    let name = format!("{}::{kind}", case.path());
    Trial::test(name.clone(), move || {
        runner.run(number, &name, &case, kind).map_err(|error| Failed::from(format!("{error:#}")))
    })
}

/// The state that the cases of a run share.
struct Runner {
    runtime: Runtime,
    scheduler: CaseScheduler,
    chromium: SharedBrowsers,
    firefox: SharedBrowsers,
    took: Mutex<Vec<(Duration, String)>>,
    tells_notes: bool,
}

impl Runner {
    fn new(tells_notes: bool) -> Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let (scheduler, took) = (CaseScheduler::of_this_machine(), Mutex::default());
        let (chromium, firefox) =
            (SharedBrowsers::new(BrowserKind::Chromium), SharedBrowsers::new(BrowserKind::Firefox));
        Ok(Self { runtime, scheduler, chromium, firefox, took, tells_notes })
    }

    fn run(&self, number: usize, name: &str, case: &BrowserCase, kind: BrowserKind) -> Result<()> {
        let _permit = self.scheduler.admit(number, case.process);
        let start = Instant::now();
        let outcome = self.runtime.block_on(self.run_in(name, case, kind));
        self.took.lock().unwrap_or_else(PoisonError::into_inner).push((start.elapsed(), name.to_owned()));
        outcome
    }

    async fn run_in(&self, name: &str, case: &BrowserCase, kind: BrowserKind) -> Result<()> {
        if !matches!(case.process, BrowserInstance::Shared | BrowserInstance::SharedChromium) {
            return self.attend(name, case, Browser::start_of(kind, case.process.age()).await?).await;
        }
        let process = self.shared(kind).take().await?;
        let outcome = self.attend(name, case, Browser::visit(process.clone()).await?).await;
        match outcome {
            Ok(()) => self.shared(kind).give_back(process),
            // The next case must not use a browser in which this one failed.
            Err(_) => close(process).await?,
        }
        outcome
    }

    /// Runs a case in this browser, then closes the browser's tab.
    async fn attend(&self, name: &str, case: &BrowserCase, browser: Browser) -> Result<()> {
        // A failed assertion must not leave the browser running.
        let outcome = match AssertUnwindSafe((case.run)(&browser)).catch_unwind().await {
            Ok(outcome) => outcome,
            Err(panic) => Err(anyhow!("an assertion failed: {}", words_of(panic.as_ref()))),
        };
        let outcome = match outcome {
            Ok(()) => Ok(()),
            Err(error) => Err(error.context(traces(&browser, name).await)),
        };
        if self.tells_notes {
            browser.notes().iter().for_each(|note| println!("{name}: {note}"));
        }
        let quit = browser.quit().await;
        outcome.and(quit)
    }

    fn shared(&self, kind: BrowserKind) -> &SharedBrowsers {
        match kind {
            BrowserKind::Chromium => &self.chromium,
            BrowserKind::Firefox => &self.firefox,
        }
    }

    fn close_shared(&self) -> Result<()> {
        self.runtime.block_on(async {
            self.chromium.close().await?;
            self.firefox.close().await
        })
    }

    /// Prints the slowest cases, and stores the times of all.
    fn tell_times(&self) -> Result<()> {
        let mut took = self.took.lock().unwrap_or_else(PoisonError::into_inner);
        took.sort_unstable_by(|one, other| other.cmp(one));
        let lines: Vec<_> = took.iter().map(|(time, name)| format!("{:7.1} s {name}\n", time.as_secs_f64())).collect();
        print!("{}", lines.iter().take(SLOWEST).map(String::as_str).collect::<String>());
        if lines.is_empty() {
            return Ok(());
        }
        let folder = Setting::from_environment()?.pictures;
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let file = folder.join(TIMES);
        fs::write(&file, lines.concat()).with_context(|| format!("cannot write {}", file.display()))
    }
}

/// The browser processes of one kind that cases share, one case at a time. If all are in use,
/// another is started, because only one tab of a process is in front.
struct SharedBrowsers {
    kind: BrowserKind,
    idle: Mutex<Vec<Arc<BrowserProcess>>>,
}

impl SharedBrowsers {
    fn new(kind: BrowserKind) -> Self {
        Self { kind, idle: Mutex::default() }
    }

    /// A process that no case uses.
    async fn take(&self) -> Result<Arc<BrowserProcess>> {
        while let Some(process) = self.lock().pop() {
            if process.connection().is_open() {
                return Ok(process);
            }
        }
        let options = BrowserOptions { frame_rate: FrameRate::Reduced, ..BrowserOptions::default() };
        Ok(Arc::new(BrowserProcess::start(self.kind, options).await?))
    }

    fn give_back(&self, process: Arc<BrowserProcess>) {
        self.lock().push(process);
    }

    async fn close(&self) -> Result<()> {
        let processes = std::mem::take(&mut *self.lock());
        for process in processes {
            close(process).await?;
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<BrowserProcess>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends a browser process. One that has crashed, or that a case still holds, ends when it is
/// dropped.
async fn close(process: Arc<BrowserProcess>) -> Result<()> {
    match Arc::into_inner(process) {
        Some(process) if process.connection().is_open() => {
            process.close().await.context("a shared browser does not end")
        }
        _ => Ok(()),
    }
}

/// Alerts and status messages of the page.
const NOTICES: &str = "return [...document.querySelectorAll('[role=alert], [role=status]')].map(notice => notice.innerText).filter(Boolean)";

/// A description of what a failed case leaves: picture, errors on the console, and notices of the
/// page.
async fn traces(browser: &Browser, name: &str) -> String {
    let path = browser.setting().pictures.join(format!("{}.png", name.replace("::", "-")));
    let picture = match browser.screenshot(&path).await {
        Ok(()) => format!("picture in {}", path.display()),
        Err(error) => format!("no picture ({error:#})"),
    };
    let said = browser.script_at_once(NOTICES, vec![]).await.unwrap_or_default();
    let notes: String = browser.notes().iter().map(|note| format!("\n{note}")).collect();
    format!("{picture}; errors on the console: {:?}; the page says {said}{notes}", browser.console_errors())
}

/// The message of a failed assertion.
fn words_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without words")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::in_each_browser;

    in_each_browser! {
        async fn first(_browser: &Browser) -> Result<()> {
            Ok(())
        }

        #[browsers_differ]
        async fn differs(_browser: &Browser) -> Result<()> {
            Ok(())
        }

        async fn second(_browser: &Browser) -> Result<()> {
            Ok(())
        }

        #[without_jspi]
        async fn in_one_browser(_browser: &Browser) -> Result<()> {
            Ok(())
        }

        async fn third(_browser: &Browser) -> Result<()> {
            Ok(())
        }
    }

    #[test]
    fn cases_alternate_between_the_installed_browsers() {
        use BrowserKind::{Chromium, Firefox};
        let names = |kinds: &[BrowserKind]| -> Vec<_> {
            alternating_runs(&cases(), kinds).iter().map(|(case, kind)| (case.name, *kind)).collect()
        };
        let expected = [
            ("first", Chromium),
            ("differs", Chromium),
            ("differs", Firefox),
            ("second", Firefox),
            ("in_one_browser", Firefox),
            ("third", Chromium),
        ];
        assert_eq!(names(&BrowserKind::ALL), expected);
        let expected = [("first", Firefox), ("differs", Firefox), ("second", Firefox), ("in_one_browser", Firefox)];
        assert_eq!(names(&[Firefox])[..4], expected);
        assert_eq!(all_runs(&cases(), &BrowserKind::ALL).len(), 2 * cases().len() - 1);
    }
}
