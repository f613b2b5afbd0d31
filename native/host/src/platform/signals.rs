//! Signals that our parent ignores, as with `nohup` and in background jobs of a shell. Programs
//! inherit that, and would then survive signals that usually end them; so the programs that we
//! start get the system's defaults.

use std::ptr::null_mut;
use std::sync::Once;

/// Signals that end a program by default and that shells and terminals make it ignore. The standard
/// library handles `SIGPIPE`.
const ENDING: [libc::c_int; 4] = [libc::SIGHUP, libc::SIGINT, libc::SIGQUIT, libc::SIGTERM];

/// Handles ignored signals by doing nothing instead of ignoring them, because started programs do
/// not inherit handlers.
pub(super) fn keep_ignored_ones_here() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| ENDING.into_iter().filter(|&signal| action(signal) == libc::SIG_IGN).for_each(handle));
}

/// Makes a write beyond the limit for a file's size (`ulimit -f`) an error: by default, the system ends
/// the program, which then leaves its files as they are. Programs that it starts are ended as usual.
pub fn survive_file_size_limit() {
    handle(libc::SIGXFSZ);
}

fn action(signal: libc::c_int) -> libc::sighandler_t {
    // SAFETY: all zeros are a valid action, and a call without a new action only reads the current
    // one.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &raw mut action);
        action.sa_sigaction
    }
}

fn handle(signal: libc::c_int) {
    extern "C" fn do_nothing(_: libc::c_int) {}
    // SAFETY: all zeros are a valid action, and the handler accesses no memory.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = do_nothing as extern "C" fn(libc::c_int) as libc::sighandler_t;
        action.sa_flags = libc::SA_RESTART;
        libc::sigaction(signal, &raw const action, null_mut());
    }
}
