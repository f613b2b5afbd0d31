//! How long programs and this thread have worked, and have waited for a processor that others had
//! (Linux). Knows no match and no limit.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use nix::time::ClockId;
use nix::unistd::Pid;

use super::{ProcessorTime, processors};

/// The most threads of a program that are measured: more than a sandboxed one may have.
const THREADS_MAX: usize = 512;

/// Measures the processor time of one program.
#[derive(Debug)]
pub(crate) struct ProgramMeter {
    process: u32,
    /// Its first thread, if it had no other one when it was last measured.
    only_thread: Option<ThreadFiles>,
    /// The processor time that it had used at its end, if it has ended.
    ended: Option<ProcessorTime>,
    /// Finds the processes that have left their program, if there is a warden, whose children they
    /// become.
    strays: Option<StrayFinder>,
    work: WorkTally,
}

/// The files of a thread's statistics.
#[derive(Debug)]
struct ThreadFiles {
    statistics: File,
    status: File,
}

impl ProgramMeter {
    /// A meter for the program with this process; `None` on systems without these statistics.
    pub(crate) fn new(process: u32) -> Option<Self> {
        let (only_thread, ended, strays, work) = Default::default();
        Some(Self { process, only_thread, ended, strays, work })
    }

    /// A meter for a program that has ended, with the processor time that it had used.
    pub(crate) fn of_ended(had: ProcessorTime) -> Option<Self> {
        Some(Self { ended: Some(had), ..Self::new(0)? })
    }

    /// This meter, which counts the work of strays, too.
    #[must_use]
    pub(super) fn with_strays(self, strays: StrayFinder) -> Self {
        Self { strays: Some(strays), ..self }
    }

    /// The times of all threads of the program and of its descendants, with the work of strays; or
    /// the stored ones of [`ProgramMeter::of_ended`]. `None` if the system does not report them, or
    /// the program has ended.
    pub(crate) fn read(&mut self) -> Option<ProcessorTime> {
        if self.ended.is_some() {
            return self.ended;
        }
        let now = Instant::now();
        let mut sum: Option<ProcessorTime> = None;
        let mut threads = 0;
        let mut works = BTreeMap::new();
        let mut processes = vec![self.process];
        while let Some(process) = processes.pop() {
            let Ok(folder) = fs::read_dir(format!("/proc/{process}/task")) else { continue };
            for thread in folder.flatten().map(|entry| entry.path()).take(THREADS_MAX - threads) {
                threads += 1;
                processes.extend(children_of(&thread));
                let Some(read) = ThreadFiles::open(&thread).and_then(|files| files.read()) else { continue };
                let sum = sum.get_or_insert_default();
                sum.waited += read.waited;
                sum.is_runnable |= read.is_runnable;
                sum.sleeps = read.sleeps;
            }
            if let (Some(_), Some(worked)) = (&sum, worked(process)) {
                works.insert(process, (worked, Origin::Program));
            }
        }
        let sum = sum?;
        let strays = self.strays.as_ref().map_or_else(Vec::new, |strays| strays.find(self.process));
        threads += strays.len();
        works.extend(strays.into_iter().filter_map(|stray| Some((stray, (worked(stray)?, Origin::Stray)))));
        let only = || ThreadFiles::open(Path::new(&format!("/proc/{}", self.process)));
        self.only_thread = if threads == 1 { self.only_thread.take().or_else(only) } else { None };
        let worked = self.work.add(now, works);
        Some(ProcessorTime { worked, sleeps: sum.sleeps.filter(|_| threads == 1), ..sum })
    }

    /// The times of the program when it is asked: faster for a program of one thread, without
    /// whether it can run, and with the number of sleeps only if `with_sleeps`.
    pub(crate) fn read_start(&mut self, with_sleeps: bool) -> Option<ProcessorTime> {
        match &self.only_thread {
            Some(files) => {
                let now = Instant::now();
                let worked = worked(self.process)?;
                let read = if with_sleeps { files.read() } else { files.read_waited() }?;
                let worked = self.work.add(now, BTreeMap::from([(self.process, (worked, Origin::Program))]));
                Some(ProcessorTime { worked, ..read })
            }
            None => self.read(),
        }
    }

    /// The times of the program, which has ended, given those of its first process.
    pub(crate) fn read_end(&mut self, had: ProcessorTime) -> ProcessorTime {
        if self.ended.is_some() {
            return had;
        }
        let works = BTreeMap::from([(self.process, (had.worked, Origin::Program))]);
        ProcessorTime { worked: self.work.add(Instant::now(), works), ..had }
    }
}

/// Where a process was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// It is the program's first process, or a descendant.
    Program,
    /// It has left its program, which may be another run of the same bot.
    Stray,
}

/// The work of a program's processes since its start, including those that have ended.
#[derive(Debug, Default)]
struct WorkTally {
    total: Duration,
    /// When the processes were last measured.
    at: Option<Instant>,
    /// The work of each of them by then.
    known: BTreeMap<u32, Duration>,
}

impl WorkTally {
    /// Adds what these processes have done since they were last measured, and returns the total. If
    /// processes have started or ended meanwhile, there may have been others in between, of whose
    /// work the system keeps no record: then they count as if they had kept all processors busy.
    fn add(&mut self, now: Instant, works: BTreeMap<u32, (Duration, Origin)>) -> Duration {
        let known = std::mem::take(&mut self.known);
        let added = works.iter().map(|(process, &(worked, origin))| match known.get(process) {
            Some(&before) => worked.saturating_sub(before),
            // What a stray has done earlier was seen in its program, or belongs to another.
            None if origin == Origin::Stray => Duration::ZERO,
            None => worked,
        });
        let added: Duration = added.sum();
        self.known = works.into_iter().map(|(process, (worked, _))| (process, worked)).collect();
        let is_same = self.known.len() == known.len()
            && self.known.iter().zip(&known).all(|((process, now), (same, before))| process == same && now >= before);
        let most = match self.at.replace(now) {
            Some(before) if !is_same => now.duration_since(before) * processors(),
            _ => Duration::ZERO,
        };
        self.total += added.max(most);
        self.total
    }
}

/// Finds a bot's processes that have left their runs: they have become children of the warden.
#[derive(Debug)]
pub(super) struct StrayFinder {
    pub(super) warden: u32,
    pub(super) runs: LiveRuns,
}

impl StrayFinder {
    /// The strays and their descendants; `process` is a run's.
    fn find(&self, process: u32) -> Vec<u32> {
        let is_stray = |&child: &u32| child != process && !self.runs.contains(child);
        let mut found: Vec<_> = children(self.warden).into_iter().filter(is_stray).collect();
        let mut next = 0;
        while let Some(stray) = found.get(next) {
            let threads = fs::read_dir(format!("/proc/{stray}/task")).into_iter().flatten().flatten();
            let children: Vec<_> = threads.flat_map(|thread| children_of(&thread.path())).collect();
            found.extend(children);
            next += 1;
        }
        found
    }
}

/// The runs of a warden that have not ended, by their numbers. Clones share the list.
#[derive(Debug, Clone, Default)]
pub(super) struct LiveRuns(Arc<Mutex<BTreeMap<u32, LiveRun>>>);

/// The first process of a run.
#[derive(Debug)]
struct LiveRun {
    /// Its id in the warden's namespace.
    inner: u32,
    /// Its id here, if it was looked up.
    process: Option<u32>,
}

impl LiveRuns {
    pub(super) fn insert(&self, run: u32, inner: u32) {
        self.entries().insert(run, LiveRun { inner, process: None });
    }

    pub(super) fn remove(&self, run: u32) {
        self.entries().remove(&run);
    }

    /// Whether a child of the warden is the first process of one of them.
    fn contains(&self, process: u32) -> bool {
        let mut entries = self.entries();
        if entries.values().any(|run| run.process == Some(process)) {
            return true;
        }
        let inner = innermost_id(process);
        let Some(run) = entries.values_mut().find(|run| Some(run.inner) == inner) else { return false };
        run.process = Some(process);
        true
    }

    fn entries(&self) -> MutexGuard<'_, BTreeMap<u32, LiveRun>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The processor time of all threads of a process until now, including those that have ended.
fn worked(process: u32) -> Option<Duration> {
    let clock = nix::time::clock_getcpuclockid(Pid::from_raw(process.try_into().ok()?)).ok()?;
    clock.now().ok().map(Duration::from)
}

impl ThreadFiles {
    fn open(folder: &Path) -> Option<Self> {
        let open = |name| File::open(folder.join(name)).ok();
        Some(Self { statistics: open("schedstat")?, status: open("status")? })
    }

    /// Everything except the time that the thread has worked.
    fn read(&self) -> Option<ProcessorTime> {
        let mut bytes = [0; 4096];
        let length = self.status.read_at(&mut bytes, 0).ok()?;
        let status = String::from_utf8_lossy(&bytes[..length]);
        let value = |key: &str| status.lines().find_map(|line| line.strip_prefix(key)).map(str::trim);
        let is_runnable = value("State:").is_some_and(|state| state.starts_with('R'));
        let sleeps = value("voluntary_ctxt_switches:").and_then(|count| count.parse().ok());
        Some(ProcessorTime { is_runnable, sleeps, ..self.read_waited()? })
    }

    /// Only how long it has waited.
    fn read_waited(&self) -> Option<ProcessorTime> {
        Some(ProcessorTime { waited: read_waited(&self.statistics)?, ..ProcessorTime::default() })
    }
}

/// The processor time that this program has used, with the programs that it has started and that have
/// ended; `None` if the system does not report it.
pub fn used_processor_time() -> Option<Duration> {
    let used = [UsageWho::RUSAGE_SELF, UsageWho::RUSAGE_CHILDREN].map(|who| {
        let usage = getrusage(who).ok()?;
        let parts = [usage.user_time(), usage.system_time()];
        Some(
            parts
                .map(|time| Duration::from_micros(time.num_microseconds().unsigned_abs()))
                .into_iter()
                .sum::<Duration>(),
        )
    });
    Some(used[0]? + used[1]?)
}

/// Measures the thread that opened it.
#[derive(Debug)]
pub(crate) struct OwnThreadMeter(File);

impl OwnThreadMeter {
    /// A meter for this thread; `None` if the system does not report its waits.
    pub(crate) fn open() -> Option<Self> {
        File::open("/proc/thread-self/schedstat").ok().map(Self)
    }

    /// The time that it has waited for a processor since its start.
    pub(crate) fn waited(&self) -> Duration {
        read_waited(&self.0).unwrap_or_default()
    }
}

/// The time by which modules are judged on the wall clock: how long this thread, which runs them,
/// has had a processor since its start. Only differences on one thread have a meaning.
pub(crate) fn module_time() -> Duration {
    ClockId::CLOCK_THREAD_CPUTIME_ID.now().expect("Linux has a clock for each thread").into()
}

/// Reads the second of `WORKED WAITED SLICES`, in nanoseconds. A wait is added when it is over.
fn read_waited(statistics: &File) -> Option<Duration> {
    let mut bytes = [0; 80];
    let length = statistics.read_at(&mut bytes, 0).ok()?;
    let waited = std::str::from_utf8(&bytes[..length]).ok()?.split_ascii_whitespace().nth(1)?;
    waited.parse().ok().map(Duration::from_nanos)
}

/// The process that has the id `inner` in its own namespace and was started by a child of
/// `ancestor`: the child, and the process.
pub(super) fn find_process(ancestor: u32, inner: u32) -> Option<(u32, u32)> {
    let grandchildren = children(ancestor)
        .into_iter()
        .flat_map(|child| children(child).into_iter().map(move |process| (child, process)));
    grandchildren.into_iter().find(|&(_, process)| innermost_id(process) == Some(inner))
}

/// The children of a process of one thread.
fn children(process: u32) -> Vec<u32> {
    children_of(Path::new(&format!("/proc/{process}/task/{process}")))
}

/// The children of a thread, by its folder.
fn children_of(thread: &Path) -> Vec<u32> {
    let text = fs::read_to_string(thread.join("children")).unwrap_or_default();
    text.split_whitespace().filter_map(|child| child.parse().ok()).collect()
}

/// A process's id in the innermost namespace that it is in.
fn innermost_id(process: u32) -> Option<u32> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let ids = status.lines().find_map(|line| line.strip_prefix("NSpid:"))?;
    ids.split_whitespace().next_back()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};

    #[test]
    fn work_is_told_from_sleep() {
        let mut child = Command::new("sh").args(["-c", "while :; do :; done"]).spawn().expect("a shell");
        let mut meter = ProgramMeter::new(child.id()).expect("Linux tells");
        let start = Instant::now();
        let is_enough = |read: ProcessorTime| read.worked + read.waited > Duration::from_millis(20) && read.is_runnable;
        while !meter.read().is_some_and(is_enough) {
            assert!(start.elapsed() < Duration::from_secs(20), "{:?}", meter.read());
            std::thread::sleep(Duration::from_millis(1));
        }
        let sleeps = meter.read().expect("it runs").sleeps.expect("it has one thread");
        let again = |meter: &mut ProgramMeter, with_sleeps| meter.read_start(with_sleeps).expect("it runs").sleeps;
        assert!(meter.only_thread.is_some());
        assert_eq!((again(&mut meter, false), again(&mut meter, true)), (None, Some(sleeps)));
        child.kill().expect("it runs");
        child.wait().expect("it has ended");
        assert_eq!(meter.read(), None);
        let mut sleeper = Command::new("sleep").arg("60").stdout(Stdio::null()).spawn().expect("a program");
        let mut meter = ProgramMeter::new(sleeper.id()).expect("Linux tells");
        while meter.read().is_none_or(|read| read.is_runnable || read.sleeps.is_none_or(|sleeps| sleeps == 0)) {
            std::thread::sleep(Duration::from_millis(1));
        }
        sleeper.kill().expect("it sleeps");
        sleeper.wait().expect("it has ended");
    }

    const MS: Duration = Duration::from_millis(1);

    /// The work of processes of a program, and of strays, in milliseconds.
    type Measurement<'a> = (&'a [(u32, u32)], &'a [(u32, u32)]);

    /// The work of a tally after these measurements, 10 ms apart.
    fn tally(measurements: &[Measurement<'_>]) -> Vec<Duration> {
        let (start, mut tally) = (Instant::now(), WorkTally::default());
        let mut total = |(number, (program, strays)): (usize, &Measurement<'_>)| {
            let all =
                program.iter().map(|one| (one, Origin::Program)).chain(strays.iter().map(|one| (one, Origin::Stray)));
            let works = all.map(|(&(process, worked), origin)| (process, (worked * MS, origin))).collect();
            tally.add(start + number as u32 * 10 * MS, works)
        };
        measurements.iter().enumerate().map(&mut total).collect()
    }

    #[test]
    fn the_work_of_ended_processes_and_of_strays_counts() {
        let busy = 10 * MS * processors();
        assert_eq!(tally(&[(&[(1, 5)], &[]), (&[(1, 7)], &[])]), [5 * MS, 7 * MS]);
        // A helper leaves the program.
        let helped: &[Measurement<'_>] = &[(&[(1, 5), (2, 4)], &[]), (&[(1, 6)], &[(2, 7)])];
        assert_eq!(tally(helped), [9 * MS, 13 * MS]);
        // Another run's stray has worked before.
        assert_eq!(tally(&[(&[(1, 5)], &[(2, 90)]), (&[(1, 6)], &[(2, 91)])]), [5 * MS, 7 * MS]);
        // One has ended, one has started: others may have come and gone.
        assert_eq!(tally(&[(&[(1, 5), (2, 4)], &[]), (&[(1, 6)], &[])]), [9 * MS, 9 * MS + busy]);
        assert_eq!(tally(&[(&[(1, 5)], &[]), (&[(1, 6), (2, 1)], &[])]), [5 * MS, 5 * MS + busy]);
        // Another process with the same number.
        assert_eq!(tally(&[(&[(1, 5), (2, 4)], &[]), (&[(1, 5), (2, 1)], &[])]), [9 * MS, 9 * MS + busy]);
    }

    #[test]
    fn strays_are_found_below_their_warden() {
        // A shell as the warden: its children are a run, a stray and the stray's child.
        let mut shell = Command::new("sh");
        let script = "sleep 60 & (sleep 60; :) & wait";
        let mut warden = shell.args(["-c", script]).stdout(Stdio::null()).spawn().expect("a shell");
        let runs = LiveRuns::default();
        let finder = StrayFinder { warden: warden.id(), runs: runs.clone() };
        let start = Instant::now();
        let found = loop {
            match finder.find(0) {
                found if found.len() == 3 => break found,
                found => assert!(start.elapsed() < Duration::from_secs(20), "{found:?}"),
            }
        };
        assert_eq!(finder.find(found[0]), found[1..]);
        runs.insert(1, found[0]);
        assert_eq!(finder.find(0), found[1..]);
        runs.remove(1);
        assert_eq!(finder.find(0), found);
        for process in found {
            let _ = Command::new("kill").arg(process.to_string()).status();
        }
        let _ = warden.kill();
        warden.wait().expect("it has ended");
    }

    #[test]
    fn a_process_is_found_below_another() {
        let mut shell = Command::new("sh");
        let mut child =
            shell.args(["-c", "(sleep 60; :) & echo; wait"]).stdout(Stdio::piped()).spawn().expect("a shell");
        let grandchild = || children(child.id()).into_iter().flat_map(children).next();
        let start = Instant::now();
        let found = loop {
            match grandchild() {
                Some(found) => break found,
                None => assert!(start.elapsed() < Duration::from_secs(20), "there is no grandchild"),
            }
        };
        let shell = children(child.id())[0];
        assert_eq!(find_process(child.id(), found), Some((shell, found)));
        assert_eq!(find_process(child.id(), 1), None);
        let _ = Command::new("kill").arg(found.to_string()).status();
        child.kill().expect("it waits");
        child.wait().expect("it has ended");
    }

    #[test]
    fn the_time_of_ended_programs_is_used() {
        let before = used_processor_time().expect("Linux tells");
        let script = "i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done";
        let mut child = Command::new("sh").args(["-c", script]).spawn().expect("a shell");
        let mut meter = ProgramMeter::new(child.id()).expect("Linux tells");
        let mut worked = Duration::ZERO;
        while let Some(read) = meter.read().filter(|_| child.try_wait().is_ok_and(|ended| ended.is_none())) {
            worked = worked.max(read.worked);
        }
        child.wait().expect("it has ended");
        // Clocks that count in ticks may round.
        let used = used_processor_time().expect("Linux tells") - before;
        assert!(used + 20 * MS >= worked, "{used:?}, not {worked:?}");
    }

    #[test]
    fn a_module_is_not_charged_while_its_thread_has_no_processor() {
        let before = module_time();
        std::thread::sleep(Duration::from_millis(50));
        assert!(module_time() - before < Duration::from_millis(40));
        let end = module_time() + Duration::from_millis(1);
        while module_time() < end {}
    }

    #[test]
    fn the_own_thread_has_not_waited_for_ever() {
        let meter = OwnThreadMeter::open().expect("Linux tells");
        assert!(meter.waited() < Duration::from_secs(3600));
    }
}
