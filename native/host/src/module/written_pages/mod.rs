//! Finds the pages of a module's memory that have been written, as the system reports them. Knows
//! no module.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(not(target_os = "linux"))]
mod no_report;

use std::cell::Cell;
use std::ops::Range;
use std::thread::{self, ThreadId};

#[cfg(target_os = "linux")]
use linux::{count_page_faults, find_written, keep_pages_small};
#[cfg(not(target_os = "linux"))]
use no_report::{count_page_faults, find_written, keep_pages_small};

/// The pages of one memory that may differ from its first content: those that were written since it
/// was mapped.
///
/// Asking the system for them takes about as long as a short run, so its answer is remembered. The
/// first write to a page causes a page fault of the thread that writes: if a thread has had no page
/// faults during a run, the run has written only pages of the last answer.
#[derive(Default)]
pub(super) struct WrittenPages {
    /// The system's last answer, in bytes from the memory's start.
    parts: Vec<Range<usize>>,
    /// Whether `parts` are all pages that were written before the run, and the first write to any
    /// other page causes a page fault.
    are_known: bool,
    /// Whether the system has been kept from joining the memory's pages to large ones: it fills
    /// those up, so that a first write no longer causes a page fault. `None` before it was asked to.
    are_small: Option<bool>,
    /// The page faults of the thread before the run.
    faults_before: Option<PageFaults>,
}

/// No system has smaller pages, in bytes.
const PAGE: usize = 4 << 10;

/// How many page faults a thread had when it last looked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PageFaults {
    thread: ThreadId,
    count: u64,
}

thread_local! {
    /// This thread's page faults when it last looked, at the end of some run.
    static LAST_FAULTS: Cell<Option<PageFaults>> = const { Cell::new(None) };
}

impl WrittenPages {
    /// Notes that a run begins on this thread, which also executes all of it.
    pub(super) fn begin_run(&mut self) {
        self.faults_before = LAST_FAULTS.get();
    }

    /// Finds them at the end of a run. `None` if the system cannot report them, or if there are more
    /// parts than are worth looking for.
    pub(super) fn find(&mut self, memory: &[u8]) -> Option<&[Range<usize>]> {
        let faults = look_at_faults();
        if !(self.are_known && faults.is_some() && faults == self.faults_before) {
            self.are_known = false;
            let are_small = *self.are_small.get_or_insert_with(|| keep_pages_small(memory));
            find_written(memory, &mut self.parts)?;
            self.are_known = are_small;
        }
        debug_assert!(self.are_all(memory), "a page was written without a page fault");
        Some(&self.parts)
    }

    /// Whether no other pages have been written, by the system's report.
    fn are_all(&self, memory: &[u8]) -> bool {
        let mut now = Vec::new();
        let is_known = |at| self.parts.iter().any(|known| known.contains(&at));
        find_written(memory, &mut now).is_none() || now.into_iter().flat_map(|part| part.step_by(PAGE)).all(is_known)
    }
}

/// The page faults of this thread; `None` if the system does not count them.
fn look_at_faults() -> Option<PageFaults> {
    let faults = count_page_faults().map(|count| PageFaults { thread: thread::current().id(), count });
    LAST_FAULTS.set(faults);
    faults
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;

    /// No system has larger pages, in bytes.
    const PAGE_MAX: usize = 64 << 10;
    const PAGES: usize = 8;

    /// Calls `check` with a memory of [`PAGES`] pages that have not been written, unless the system
    /// does not report written pages: older kernels do not.
    fn with_memory(check: impl FnOnce(&mut [u8])) {
        // An allocator maps this much anew, instead of clearing memory that was freed.
        let mut memory = vec![0_u8; 64 << 20];
        // What the allocator writes before it may occupy a large page.
        let from = (4 << 20) + memory.as_ptr().align_offset(PAGE_MAX);
        let memory = &mut memory[from..][..PAGES * PAGE_MAX];
        assert!(keep_pages_small(memory));
        if find_written(memory, &mut Vec::new()).is_some() {
            check(memory);
        }
    }

    fn finds(written: &mut WrittenPages, memory: &[u8], at: usize) -> bool {
        written.find(memory).expect("the system reports them").iter().any(|part| part.contains(&at))
    }

    #[test]
    fn only_what_was_written_is_found() {
        with_memory(|memory| {
            let is_found = |memory: &[u8], at| finds(&mut WrittenPages::default(), memory, at);
            for at in [5 * PAGE_MAX, 5 * PAGE_MAX + 17, 8 * PAGE_MAX - 1] {
                assert!(!is_found(memory, at));
                std::hint::black_box(memory[at]);
                assert!(!is_found(memory, at), "it was only read");
            }
            memory[5 * PAGE_MAX + 17] = 1;
            let found = [4, 5, 6].map(|page| is_found(memory, page * PAGE_MAX));
            assert_eq!(found, [false, true, false]);
        });
    }

    #[test]
    fn each_run_adds_what_it_has_written() {
        with_memory(|memory| {
            let mut written = WrittenPages::default();
            for at in [5, 2, 5, 7].map(|page| page * PAGE_MAX) {
                written.begin_run();
                memory[at] += 1;
                assert!(finds(&mut written, memory, at));
            }
            written.begin_run();
            let found = (0..PAGES).filter(|page| finds(&mut written, memory, page * PAGE_MAX));
            assert_eq!(found.collect::<Vec<_>>(), [2, 5, 7]);
        });
    }

    /// The count of another thread says nothing of this one's pages.
    #[test]
    fn a_run_on_another_thread_adds_its_pages() {
        with_memory(|memory| {
            let mut written = WrittenPages::default();
            assert!(!finds(&mut written, memory, 0));
            written.begin_run();
            thread::scope(|scope| {
                scope.spawn(|| {
                    memory[3 * PAGE_MAX] = 1;
                    assert!(finds(&mut written, memory, 3 * PAGE_MAX));
                });
            });
        });
    }

    #[test]
    fn a_page_that_is_written_first_causes_a_page_fault() {
        with_memory(|memory| {
            let before = count_page_faults();
            memory[0] = 1;
            assert!(before < count_page_faults(), "{before:?}");
        });
    }
}
