//! The programs that this one has started and that still run. A signal that ends this program ends
//! them too, with all that they have started. Does not know what they do.
//!
//! Where there are process groups, each program gets one of its own. Elsewhere, the system tells
//! all programs of a console to end.

use std::io;
use std::process::{Child, ChildStdout, Command, ExitStatus, Output, Stdio};

/// A program that was started.
pub struct RunningProgram(Child);

impl RunningProgram {
    /// Starts a program. It cannot read from the terminal, which is this program's.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        groups::start(command.stdin(Stdio::null())).map(Self)
    }

    /// Starts a program that people may talk to. A terminal tells it, as this program, to end.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start_in_terminal(command: &mut Command) -> io::Result<Self> {
        if io::IsTerminal::is_terminal(&io::stdin()) {
            command.spawn().map(Self)
        } else {
            groups::start(command).map(Self)
        }
    }

    /// What it prints, if that goes into a pipe and was not taken before.
    pub fn stdout(&mut self) -> Option<ChildStdout> {
        self.0.stdout.take()
    }

    /// Waits until it ends.
    ///
    /// # Errors
    /// When the system does not tell.
    pub fn wait(mut self) -> io::Result<ExitStatus> {
        let status = self.0.wait();
        groups::forget(&self.0);
        status
    }

    /// Waits until it ends, and returns what it has printed into pipes.
    ///
    /// # Errors
    /// When a pipe breaks.
    pub fn wait_with_output(self) -> io::Result<Output> {
        let group = groups::of(&self.0);
        let output = self.0.wait_with_output();
        groups::forget_group(group);
        output
    }
}

pub use groups::{end_all, end_all_at_signals};

#[cfg(unix)]
mod groups {
    use std::collections::BTreeSet;
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};
    use std::sync::{Mutex, MutexGuard, PoisonError};
    use std::thread;
    use std::time::{Duration, Instant};

    use nix::sys::signal::{SaFlags, SigAction, SigHandler, SigSet, Signal, killpg, sigaction};
    use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
    use nix::unistd::Pid;
    use signal_hook::iterator::Signals;

    /// The groups of the programs that run, by the numbers of their first processes.
    static GROUPS: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

    /// Set for programs that were started so: if one of them is this program again, it leaves what
    /// it starts in the group that it is in, so that the first one ends that too.
    const IN_GROUP: &str = "BOTYARD_IN_PROCESS_GROUP";

    /// What ends a program that is told to.
    const ENDING: [Signal; 3] = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP];

    /// How long programs may take to end after they were told to.
    const PATIENCE: Duration = Duration::from_secs(2);
    /// How often it is looked whether they have ended.
    const LOOK: Duration = Duration::from_millis(10);

    /// Whoever ends the programs holds the lock until this program ends: nothing is started, and
    /// the end of nothing is told, meanwhile.
    fn groups() -> MutexGuard<'static, BTreeSet<i32>> {
        GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_in_group() -> bool {
        std::env::var_os(IN_GROUP).is_some()
    }

    pub fn start(command: &mut Command) -> io::Result<Child> {
        if is_in_group() {
            return command.spawn();
        }
        let mut groups = groups();
        let child = command.process_group(0).env(IN_GROUP, "1").spawn()?;
        groups.insert(of(&child));
        Ok(child)
    }

    /// The number of the group of a program that was started here.
    pub fn of(child: &Child) -> i32 {
        i32::try_from(child.id()).expect("the system numbers processes so")
    }

    /// Forgets a program that has ended.
    pub fn forget(child: &Child) {
        forget_group(of(child));
    }

    pub fn forget_group(group: i32) {
        groups().remove(&group);
    }

    /// From now on, ends all running programs when this one is told to end, and then this one with
    /// the status that shells give to programs that a signal has ended. Signals that this program
    /// was told to ignore, as by nohup, stay ignored.
    pub fn end_all_at_signals() {
        if is_in_group() {
            return;
        }
        let signals =
            Signals::new(ENDING.into_iter().filter(|signal| !is_ignored(*signal)).map(|signal| signal as i32));
        // Without handlers, signals end this program alone.
        let Ok(mut signals) = signals else { return };
        adopt_orphans();
        thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                let groups = groups();
                end(&groups);
                std::process::exit(128 + signal);
            }
        });
    }

    /// Ends all running programs.
    pub fn end_all() {
        end(&groups());
    }

    fn end(groups: &BTreeSet<i32>) {
        for signal in [Signal::SIGTERM, Signal::SIGKILL] {
            for &group in groups {
                // An error says that it has ended.
                let _ = killpg(Pid::from_raw(group), signal);
            }
            let told = Instant::now();
            while groups.iter().any(|&group| is_running(group)) && told.elapsed() < PATIENCE {
                thread::sleep(LOOK);
            }
        }
    }

    /// Whether a process of the group exists. One that has ended does until its parent, which for
    /// orphans is this program, has asked for its status.
    fn is_running(group: i32) -> bool {
        let ended = || waitpid(Pid::from_raw(-group), Some(WaitPidFlag::WNOHANG));
        while ended().is_ok_and(|status| status != WaitStatus::StillAlive) {}
        killpg(Pid::from_raw(group), None).is_ok()
    }

    /// Makes this program the parent of processes whose own parents end. Other systems have their
    /// first process ask for the status of orphans at once.
    fn adopt_orphans() {
        #[cfg(target_os = "linux")]
        // Without orphans, it takes longer until their end is seen.
        let _ = nix::sys::prctl::set_child_subreaper(true);
    }

    fn is_ignored(signal: Signal) -> bool {
        let usual = SigAction::new(SigHandler::SigDfl, SaFlags::empty(), SigSet::empty());
        // SAFETY: neither action is a function.
        let before = unsafe { sigaction(signal, &usual) };
        let is_ignored = before.is_ok_and(|before| matches!(before.handler(), SigHandler::SigIgn));
        if is_ignored {
            let ignoring = SigAction::new(SigHandler::SigIgn, SaFlags::empty(), SigSet::empty());
            // SAFETY: as above.
            let _ = unsafe { sigaction(signal, &ignoring) };
        }
        is_ignored
    }
}

#[cfg(not(unix))]
mod groups {
    use std::io;
    use std::process::{Child, Command};

    pub fn start(command: &mut Command) -> io::Result<Child> {
        command.spawn()
    }

    pub fn of(_child: &Child) {}

    pub fn forget(_child: &Child) {}

    pub fn forget_group(_group: ()) {}

    pub fn end_all_at_signals() {}

    pub fn end_all() {}
}
