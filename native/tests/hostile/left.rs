//! Finds processes that bots have left behind, even if they have detached themselves.

use std::fs;

use rustix::process::{Pid, Signal, getpid, kill_process, set_child_subreaper};

/// Makes this program the parent of all orphans. When dropped, finds the remaining processes and
/// ends them.
pub struct Watch;

impl Watch {
    pub fn new() -> Self {
        set_child_subreaper(Some(getpid())).unwrap();
        Self
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let left: Vec<_> = below(getpid()).into_iter().filter(|pid| is_alive(*pid)).collect();
        let names: Vec<_> = left.iter().map(|pid| line(*pid)).collect();
        left.into_iter().for_each(|pid| _ = kill_process(pid, Signal::KILL));
        if !std::thread::panicking() {
            assert!(names.is_empty(), "these are left: {names:?}");
        }
    }
}

/// The descendants of a process.
fn below(parent: Pid) -> Vec<Pid> {
    let tasks = fs::read_dir(format!("/proc/{}/task", parent.as_raw_nonzero())).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let children: Vec<_> = lists
        .flat_map(|list| list.split_whitespace().filter_map(|pid| Pid::from_raw(pid.parse().ok()?)).collect::<Vec<_>>())
        .collect();
    children.iter().copied().chain(children.iter().flat_map(|&child| below(child))).collect()
}

/// Whether a process has not ended.
fn is_alive(pid: Pid) -> bool {
    let state = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).unwrap_or_default();
    // The state follows the name, which may contain any characters.
    state.rsplit(')').next().is_some_and(|rest| !rest.trim_start().starts_with(['Z', 'X']) && !rest.is_empty())
}

fn line(pid: Pid) -> String {
    fs::read_to_string(format!("/proc/{}/cmdline", pid.as_raw_nonzero())).unwrap_or_default().replace('\0', " ")
}
