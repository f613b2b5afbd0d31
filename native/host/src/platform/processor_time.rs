//! How long programs and this thread have worked, and have waited for a processor that others had
//! (Linux). Knows no match and no limit.

use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::time::Duration;

use nix::time::ClockId;
use nix::unistd::Pid;

use super::ProcessorTime;

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
        Some(Self { process, only_thread: None, ended: None })
    }

    /// A meter for a program that has ended, with the processor time that it had used.
    pub(crate) fn of_ended(had: ProcessorTime) -> Option<Self> {
        Some(Self { process: 0, only_thread: None, ended: Some(had) })
    }

    /// The times of all threads of the program and of its descendants, or the stored ones of
    /// [`ProgramMeter::of_ended`]; `None` if the system does not report them, or the program has
    /// ended.
    pub(crate) fn read(&mut self) -> Option<ProcessorTime> {
        if self.ended.is_some() {
            return self.ended;
        }
        let mut sum: Option<ProcessorTime> = None;
        let mut threads = 0;
        let mut processes = vec![self.process];
        while let Some(process) = processes.pop() {
            let Ok(folder) = fs::read_dir(format!("/proc/{process}/task")) else { continue };
            for thread in folder.flatten().map(|entry| entry.path()).take(THREADS_MAX - threads) {
                threads += 1;
                let text = fs::read_to_string(thread.join("children")).unwrap_or_default();
                processes.extend(text.split_whitespace().filter_map(|child| child.parse::<u32>().ok()));
                let Some(read) = ThreadFiles::open(&thread).and_then(|files| files.read()) else { continue };
                let sum = sum.get_or_insert_default();
                sum.waited += read.waited;
                sum.is_runnable |= read.is_runnable;
                sum.sleeps = read.sleeps;
            }
            if let (Some(sum), Some(worked)) = (&mut sum, worked(process)) {
                sum.worked += worked;
            }
        }
        let only = || ThreadFiles::open(Path::new(&format!("/proc/{}", self.process)));
        self.only_thread = if threads == 1 { self.only_thread.take().or_else(only) } else { None };
        sum.map(|sum| ProcessorTime { sleeps: sum.sleeps.filter(|_| threads == 1), ..sum })
    }

    /// The times of the program when it is asked: faster for a program of one thread, without
    /// whether it can run, and with the number of sleeps only if `with_sleeps`.
    pub(crate) fn read_start(&mut self, with_sleeps: bool) -> Option<ProcessorTime> {
        match &self.only_thread {
            Some(files) => {
                let worked = worked(self.process)?;
                let read = if with_sleeps { files.read() } else { files.read_waited() }?;
                Some(ProcessorTime { worked, ..read })
            }
            None => self.read(),
        }
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
/// `ancestor`.
pub(super) fn find_process(ancestor: u32, inner: u32) -> Option<u32> {
    let grandchildren = children(ancestor).into_iter().flat_map(children);
    grandchildren.into_iter().find(|&process| innermost_id(process) == Some(inner))
}

fn children(process: u32) -> Vec<u32> {
    let text = fs::read_to_string(format!("/proc/{process}/task/{process}/children")).unwrap_or_default();
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
    use std::time::Instant;

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
        assert_eq!(find_process(child.id(), found), Some(found));
        assert_eq!(find_process(child.id(), 1), None);
        let _ = Command::new("kill").arg(found.to_string()).status();
        child.kill().expect("it waits");
        child.wait().expect("it has ended");
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
