//! A program that was started without stdout (`>&-` in a shell). Knows no output.

use libc::STDOUT_FILENO;

/// Makes writes to a closed stdout errors, as after the reader of a pipe has gone. Rust's runtime puts
/// `/dev/null` in its place, where output is lost without an error, so this has to run before it; and
/// so it calls the system only.
pub extern "C" fn break_closed_stdout() {
    let mut ends = [0; 2];
    // SAFETY: the calls take numbers, and a place for two of them.
    unsafe {
        if libc::fcntl(STDOUT_FILENO, libc::F_GETFD) != -1 || libc::pipe(ends.as_mut_ptr()) != 0 {
            return;
        }
        let [read, write] = ends;
        // Either end may have got the free number. Both others are closed: the pipe has no reader.
        if write != STDOUT_FILENO {
            libc::dup2(write, STDOUT_FILENO);
            libc::close(write);
        }
        if read != STDOUT_FILENO {
            libc::close(read);
        }
    }
}
