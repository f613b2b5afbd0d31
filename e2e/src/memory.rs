//! Reads from Linux how much memory processes take.

use std::collections::HashMap;
use std::fs;

/// How much memory a process and its descendants take, in bytes, with shared pages divided among
/// the processes that share them; `None` where the system does not report it.
pub fn memory_of(root: u32) -> Option<u64> {
    let mut children: HashMap<u32, Vec<u32>> = HashMap::new();
    for entry in fs::read_dir("/proc").ok()?.flatten() {
        let Some(process) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        // The process may have ended meanwhile.
        let parent = fs::read_to_string(entry.path().join("status")).ok().and_then(|status| number(&status, "PPid:"));
        if let Some(parent) = parent.and_then(|parent| u32::try_from(parent).ok()) {
            children.entry(parent).or_default().push(process);
        }
    }
    let (mut waiting, mut kilobytes) = (vec![root], None);
    while let Some(process) = waiting.pop() {
        waiting.extend(children.remove(&process).unwrap_or_default());
        let told = fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok();
        if let Some(told) = told.and_then(|told| number(&told, "Pss:")) {
            *kilobytes.get_or_insert(0) += told;
        }
    }
    kilobytes.map(|kilobytes| kilobytes * 1_024)
}

/// The first number of the line that begins with `start`.
fn number(text: &str, start: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix(start))?.split_whitespace().next()?.parse().ok()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::hint::black_box;

    use super::*;

    #[test]
    fn what_is_written_to_is_counted() {
        let before = memory_of(std::process::id()).unwrap();
        let written = black_box(vec![7_u8; 50_000_000]);
        let after = memory_of(std::process::id()).unwrap();
        assert!(after > before + 40_000_000, "{before}, then {after} with {} more", written.len());
    }
}
