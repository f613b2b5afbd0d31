//! Whether processes are left of those that this program has started, however far they have gone.

use std::fs;

use rustix::process::{Pid, Signal, getpid, kill_process, set_child_subreaper};

/// Has all that loses its parent handed to this program, and looks for it when dropped. What is found is ended.
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

/// What a process has started, and all below that.
fn below(parent: Pid) -> Vec<Pid> {
    let tasks = fs::read_dir(format!("/proc/{}/task", parent.as_raw_nonzero())).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let children: Vec<_> = lists
        .flat_map(|list| list.split_whitespace().filter_map(|pid| Pid::from_raw(pid.parse().ok()?)).collect::<Vec<_>>())
        .collect();
    children.iter().copied().chain(children.iter().flat_map(|&child| below(child))).collect()
}

/// Whether it has not ended, waited for or not.
fn is_alive(pid: Pid) -> bool {
    let state = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).unwrap_or_default();
    // Behind the name, which may hold anything.
    state.rsplit(')').next().is_some_and(|rest| !rest.trim_start().starts_with(['Z', 'X']) && !rest.is_empty())
}

fn line(pid: Pid) -> String {
    fs::read_to_string(format!("/proc/{}/cmdline", pid.as_raw_nonzero())).unwrap_or_default().replace('\0', " ")
}
