//! Orphaned processes: browsers leave some behind, which no process waits for. This program adopts
//! them and waits for them at the end, so that the system adds their processor time to that of this
//! program, which xtask reports. Knows no browser.

use anyhow::Result;

/// Makes this program the new parent of descendants whose parents end before them.
///
/// # Errors
/// When the system refuses.
#[cfg(target_os = "linux")]
pub(crate) fn adopt_orphans() -> Result<()> {
    Ok(rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?)
}

/// Other systems have no subreapers.
#[cfg(not(target_os = "linux"))]
pub(crate) fn adopt_orphans() -> Result<()> {
    Ok(())
}

/// Waits for orphans that have ended or end within two seconds. All processes that this program has
/// started itself must have been waited for already: their exit statuses would be lost here.
#[cfg(target_os = "linux")]
pub(crate) fn reap_orphans() {
    use std::time::{Duration, Instant};

    let end = Instant::now() + Duration::from_secs(2);
    // An error means that no children are left.
    while let Ok(ended) = rustix::process::wait(rustix::process::WaitOptions::NOHANG) {
        if ended.is_none() {
            if Instant::now() > end {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Other systems have adopted no orphans.
#[cfg(not(target_os = "linux"))]
pub(crate) fn reap_orphans() {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::process::Command;

    use super::*;

    /// The parent of a process, by proc(5).
    fn parent_of(process: &str) -> Option<u32> {
        let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        status.lines().find_map(|line| line.strip_prefix("PPid:"))?.trim().parse().ok()
    }

    /// No other test of this package starts a process; this one would wait for that too.
    #[test]
    fn a_process_that_outlives_its_parent_is_waited_for() {
        adopt_orphans().unwrap();
        let told = Command::new("sh").args(["-c", "sleep 600 > /dev/null 2>&1 & echo $!"]).output().unwrap().stdout;
        let orphan = String::from_utf8(told).unwrap().trim().to_owned();
        assert_eq!(parent_of(&orphan), Some(std::process::id()));
        assert!(Command::new("kill").arg(&orphan).status().unwrap().success());
        let is_there = || Path::new("/proc").join(&orphan).exists();
        (0..30).take_while(|_| is_there()).for_each(|_| reap_orphans());
        assert!(!is_there(), "it has been killed, and nobody has waited for it");
    }
}
