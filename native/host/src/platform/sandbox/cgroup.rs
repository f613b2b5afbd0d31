//! Limits for all processes of a bot together: a cgroup (version 2), where this program may make
//! some. Knows no bot.
//!
//! It may if it is alone in a cgroup that was delegated to it. Processes and cgroups cannot share
//! one, so it moves into one of its own first.

use std::fs;
use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

/// The memory of all processes of a bot.
const MEMORY: u64 = 2 << 30;
/// The period in which processor time is counted, in microseconds.
const PERIOD: usize = 100_000;
/// How often the removal of a cgroup is tried while its last processes are about to end.
const REMOVALS: u32 = 50;
const REMOVAL_INTERVAL: Duration = Duration::from_millis(10);
/// The resources that have to be limited.
const CONTROLLERS: [&str; 2] = ["memory", "cpu"];
/// The file with the processes of a cgroup.
const PROCESSES: &str = "cgroup.procs";

/// A cgroup for one bot. Dropping it ends what is left in it, and removes it.
#[derive(Debug)]
pub(super) struct BotCgroup {
    path: PathBuf,
}

impl BotCgroup {
    /// Makes one.
    ///
    /// # Errors
    /// Why no cgroup can be made here, as a clause.
    pub(super) fn create() -> Result<Self, String> {
        static PARENT: OnceLock<Result<PathBuf, String>> = OnceLock::new();
        let parent = PARENT.get_or_init(|| {
            let read = |path| fs::read_to_string(path).unwrap_or_default();
            let own = find_own(&read("/proc/self/cgroup"), &read("/proc/self/mountinfo"))?;
            make_parent(&own, std::process::id())
        });
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        Self::create_in(parent.as_ref()?, processors).map_err(|why| format!("no cgroup can be made for a bot ({why})"))
    }

    fn create_in(parent: &Path, processors: usize) -> io::Result<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = parent.join(format!("botyard-{}-{number}", std::process::id()));
        fs::create_dir(&path)?;
        let cgroup = Self { path };
        fs::write(cgroup.path.join("memory.max"), MEMORY.to_string())?;
        // Not every kernel counts swap.
        let _ = fs::write(cgroup.path.join("memory.swap.max"), "0");
        // All bots have the same weight, and one processor is left for other programs.
        if let Some(most) = processors.checked_sub(1).filter(|&most| most > 0) {
            fs::write(cgroup.path.join("cpu.max"), format!("{} {PERIOD}", most * PERIOD))?;
        }
        Ok(cgroup)
    }

    /// The file to which a process writes 0 to enter it.
    pub(super) fn entrance(&self) -> PathBuf {
        self.path.join(PROCESSES)
    }
}

impl Drop for BotCgroup {
    fn drop(&mut self) {
        // Older kernels do not have this file; there, the warden has ended the processes that it
        // found.
        let _ = fs::write(self.path.join("cgroup.kill"), "1");
        for _ in 0..REMOVALS {
            match fs::remove_dir(&self.path) {
                Err(error) if error.kind() == io::ErrorKind::ResourceBusy => thread::sleep(REMOVAL_INTERVAL),
                _ => return,
            }
        }
    }
}

/// The folder of this program's cgroup, given `/proc/self/cgroup` and `/proc/self/mountinfo`.
fn find_own(cgroups: &str, mounts: &str) -> Result<PathBuf, String> {
    let none = || "this system has no cgroups of version 2".to_owned();
    let own = cgroups.lines().find_map(|line| line.strip_prefix("0::")).ok_or_else(none)?;
    let mount = mounts.lines().find_map(|line| {
        let (before, after) = line.split_once(" - ")?;
        let mut fields = before.split(' ').skip(3);
        (after.split(' ').next() == Some("cgroup2")).then_some((fields.next()?, fields.next()?))
    });
    let (root, place) = mount.ok_or_else(none)?;
    let below = Path::new(own).strip_prefix(root).map_err(|_| "botyard's cgroup is not visible here".to_owned())?;
    Ok(Path::new(place).join(below))
}

/// Makes this cgroup the parent of others: moves this program, its only one, into another.
fn make_parent(own: &Path, program: u32) -> Result<PathBuf, String> {
    let read = |name: &str| fs::read_to_string(own.join(name)).unwrap_or_default();
    let lacks = |list: &str| CONTROLLERS.iter().any(|wanted| !list.split_whitespace().any(|name| name == *wanted));
    if lacks(&read("cgroup.controllers")) {
        return Err("botyard's cgroup may not limit memory and processors".to_owned());
    }
    let processes = read(PROCESSES);
    let is_ours = |process: &str| process.parse() == Ok(program) || parent(process) == Some(program);
    if !processes.split_whitespace().all(is_ours) {
        return Err("botyard is not alone in its cgroup; `systemd-run --user --scope -p Delegate=yes botyard ...` \
                    gives it one of its own"
            .to_owned());
    }
    let refused = |why: io::Error| format!("this user may not make cgroups here ({why})");
    let inner = own.join(format!("botyard-{program}"));
    fs::create_dir(&inner).map_err(refused)?;
    let enable = || {
        // One at a time, as the system takes them.
        processes.split_whitespace().try_for_each(|process| fs::write(inner.join(PROCESSES), process))?;
        fs::write(own.join("cgroup.subtree_control"), CONTROLLERS.map(|name| format!("+{name}")).join(" "))
    };
    enable().map_err(refused)?;
    Ok(own.to_owned())
}

/// The parent of a process.
fn parent(process: &str) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name, which may contain any characters, is in parentheses; the state and the parent
    // follow.
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
25 1 0:22 / /proc rw,nosuid - proc proc rw
31 24 0:27 / /sys/fs/cgroup rw,nosuid,nodev shared:9 - cgroup2 cgroup2 rw,nsdelegate
";

    #[test]
    fn its_own_cgroup_is_found() {
        let found = |own: &str, mounts: &str| find_own(own, mounts).map_err(|why| why.contains("version 2"));
        let path = Path::new("/sys/fs/cgroup/user.slice/run-7.scope");
        assert_eq!(found("0::/user.slice/run-7.scope\n", MOUNTS).as_deref(), Ok(path));
        assert_eq!(found("4:memory:/\n0::/\n", MOUNTS).as_deref(), Ok(Path::new("/sys/fs/cgroup")));
        assert_eq!(found("4:memory:/\n", MOUNTS), Err(true));
        assert_eq!(found("0::/\n", ""), Err(true));
        assert_eq!(found("0::/../other\n", &MOUNTS.replace(":27 / ", ":27 /own ")), Err(false));
    }

    /// A folder with the files that the system has in a cgroup.
    fn cgroup(controllers: &str, processes: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("cgroup.controllers"), controllers).expect("our own folder");
        fs::write(folder.path().join(PROCESSES), processes).expect("our own folder");
        folder
    }

    #[test]
    fn a_delegated_cgroup_becomes_a_parent() {
        let own = std::process::id();
        let folder = cgroup("cpuset cpu io memory pids\n", &format!("{own}\n"));
        assert_eq!(make_parent(folder.path(), own).as_deref(), Ok(folder.path()));
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("it was written");
        assert_eq!(read("cgroup.subtree_control"), "+memory +cpu");
        assert_eq!(read(&format!("botyard-{own}/cgroup.procs")), own.to_string());
        let bot = BotCgroup::create_in(folder.path(), 4).expect("our own folder");
        let limit = |name: &str| fs::read_to_string(bot.path.join(name)).expect("it was written");
        assert_eq!((limit("memory.max"), limit("cpu.max")), ("2147483648".to_owned(), "300000 100000".to_owned()));
        // One processor cannot be left for other programs.
        let bot = BotCgroup::create_in(folder.path(), 1).expect("our own folder");
        assert!(!bot.path.join("cpu.max").exists());
    }

    #[test]
    fn why_there_are_no_cgroups_is_said() {
        let own = std::process::id();
        let why = |controllers: &str, processes: &str| make_parent(cgroup(controllers, processes).path(), own);
        assert!(why("hugetlb", "").expect_err("no memory").contains("may not limit"));
        assert!(why("cpu memory", "1\n").expect_err("another process").contains("systemd-run"));
        let folder = cgroup("cpu memory", "");
        fs::write(folder.path().join(format!("botyard-{own}")), "").expect("our own folder");
        assert!(make_parent(folder.path(), own).expect_err("the name is taken").contains("may not make"));
    }
}
