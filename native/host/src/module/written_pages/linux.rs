//! Asks Linux for written pages and page faults.

use std::ffi::c_void;
use std::fs::File;
use std::ops::Range;
use std::ptr::NonNull;
use std::sync::LazyLock;

use nix::errno::Errno;
use nix::sys::mman::{MmapAdvise, madvise};
use nix::sys::resource::{UsageWho, getrusage};
use rustix::io::Result;
use rustix::ioctl::{Ioctl, IoctlOutput, Opcode, ioctl, opcode};

/// The most parts of a memory that are looked for: most bots write three or four, and restoring
/// many more takes longer than making a new memory.
const PARTS: usize = 32;

// Categories of pages, as the kernel numbers them.
const IS_FILE: u64 = 1 << 2;
const IS_PRESENT: u64 = 1 << 3;
const IS_SWAPPED: u64 = 1 << 4;
const IS_ZERO: u64 = 1 << 5;

/// Knows the pages of this process.
static PAGES: LazyLock<Option<File>> = LazyLock::new(|| File::open("/proc/self/pagemap").ok());

/// `struct page_region` of the kernel.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
struct PageRegion {
    start: u64,
    end: u64,
    categories: u64,
}

/// `struct pm_scan_arg` of the kernel: the query, and the buffer for its result.
#[repr(C)]
#[derive(Debug, Default)]
struct PageScan {
    size: u64,
    flags: u64,
    start: u64,
    end: u64,
    walk_end: u64,
    vec: u64,
    vec_len: u64,
    max_pages: u64,
    category_inverted: u64,
    category_mask: u64,
    category_anyof_mask: u64,
    return_mask: u64,
}

// SAFETY: number and argument are those of PAGEMAP_SCAN, which the kernel has had since 6.7. It
// reads the argument, writes to it, and writes at most `vec_len` regions to `vec`.
unsafe impl Ioctl for PageScan {
    type Output = usize;

    const IS_MUTATING: bool = true;

    fn opcode(&self) -> Opcode {
        opcode::read_write::<Self>(b'f', 16)
    }

    fn as_ptr(&mut self) -> *mut c_void {
        std::ptr::from_mut(self).cast()
    }

    unsafe fn output_from_ptr(regions: IoctlOutput, _: *mut c_void) -> Result<usize> {
        Ok(regions as usize)
    }
}

/// Finds the parts of a memory that were written since it was mapped. `None` if the system cannot
/// report them, or if there are more than are looked for.
pub(super) fn find_written(memory: &[u8], found: &mut Vec<Range<usize>>) -> Option<()> {
    let pages = PAGES.as_ref()?;
    let base = memory.as_ptr().addr() as u64;
    let mut regions = [PageRegion::default(); PARTS];
    let end = base + memory.len() as u64;
    let scan = PageScan {
        size: size_of::<PageScan>() as u64,
        start: base,
        end,
        vec: regions.as_mut_ptr().expose_provenance() as u64,
        vec_len: PARTS as u64,
        // Pages that are copies, rather than the zeros or the file that every new memory shows.
        category_inverted: IS_FILE | IS_ZERO,
        category_mask: IS_FILE | IS_ZERO,
        category_anyof_mask: IS_PRESENT | IS_SWAPPED,
        ..PageScan::default()
    };
    // SAFETY: `regions` outlives the call and has room for `vec_len` of them.
    let count = unsafe { ioctl(pages, scan) }.ok()?;
    let regions = regions.get(..count).filter(|regions| regions.len() < PARTS)?;
    found.clear();
    found.extend(regions.iter().map(|region| (region.start - base) as usize..(region.end - base) as usize));
    Some(())
}

/// How many page faults this thread has had.
pub(super) fn count_page_faults() -> Option<u64> {
    let usage = getrusage(UsageWho::RUSAGE_THREAD).ok()?;
    u64::try_from(usage.minor_page_faults() + usage.major_page_faults()).ok()
}

/// Has the system not join pages of this memory to larger ones; returns whether it does not.
pub(super) fn keep_pages_small(memory: &[u8]) -> bool {
    let start = NonNull::from(memory).cast();
    // SAFETY: this changes neither the memory's content nor its protection.
    match unsafe { madvise(start, memory.len(), MmapAdvise::MADV_NOHUGEPAGE) } {
        // The system has no large pages.
        Ok(()) | Err(Errno::EINVAL) => true,
        Err(_) => false,
    }
}
