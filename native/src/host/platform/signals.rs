//! Signals that whoever started us ignores, as `nohup` and background jobs of a shell do: a program inherits that, and would
//! then outlive what ends it elsewhere. Programs of ours start with the system's defaults.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::LazyLock;

/// Those that end a program by default and that shells and terminals have it ignore. The standard library sees to `SIGPIPE`.
const ENDING: [libc::c_int; 4] = [libc::SIGHUP, libc::SIGINT, libc::SIGQUIT, libc::SIGTERM];

/// Those of them that were ignored when the first program was started.
static IGNORED: LazyLock<Vec<libc::c_int>> =
    LazyLock::new(|| ENDING.into_iter().filter(|&signal| is_ignored(signal)).collect());

/// Has what `command` starts begin with the default meaning of each signal.
pub(super) fn reset(command: &mut Command) {
    let ignored = IGNORED.as_slice();
    // Where there is nothing to do, the quicker way to start a program stays open.
    if ignored.is_empty() {
        return;
    }
    // SAFETY: between fork and exec only signal(2) is called, which is safe there.
    unsafe { command.pre_exec(|| ignored.iter().try_for_each(|&signal| set_default(signal))) };
}

fn is_ignored(signal: libc::c_int) -> bool {
    // SAFETY: an action of zeros is a valid one, and a call without a new action only fills it in.
    let action = unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &raw mut action);
        action
    };
    action.sa_sigaction == libc::SIG_IGN
}

fn set_default(signal: libc::c_int) -> io::Result<()> {
    // SAFETY: no handler is installed.
    match unsafe { libc::signal(signal, libc::SIG_DFL) } {
        libc::SIG_ERR => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}
