//! Roles that do strange things to their streams.

use std::io::{self, BufWriter, Write, stderr, stdout};
use std::time::Duration;

use botyard_bots::connect_four::Moderator;
use botyard_bots::hostile::{Role, play_on};

/// Longer than any match.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

pub fn role(name: &str) -> Option<Role> {
    Some(match name {
        "deaf" => deaf,
        "sleeps" => || Moderator::meet_and_be_asked().and_then(|_| sleep()),
        "sleeps-at-once" => sleep,
        "buffers-all" => buffers_all,
        "closes-stdin" => || closing(&[0], answers),
        "closes-stdout" => || closing(&[1], listen),
        "closes-stderr" => || closing(&[2], play_on),
        "closes-everything" => || closing(&[0, 1, 2], |_| sleep()),
        "stderr-flood" => || {
            Moderator::meet_and_be_asked().and_then(|_| {
                loop {
                    aside(&[b'x'; 4096])?
                }
            })
        },
        "stderr-escapes" => stderr_escapes,
        "chatty" => chatty,
        _ => return None,
    })
}

fn sleep() -> io::Result<()> {
    std::thread::sleep(DAY);
    Ok(())
}

/// Says all its answers when it is asked for the first, and reads nothing any more.
fn deaf() -> io::Result<()> {
    answers(&mut Moderator::meet_and_be_asked()?)?;
    sleep()
}

fn answers(moderator: &mut Moderator) -> io::Result<()> {
    moderator.say("4\n4\n4\n4")
}

fn listen(moderator: &mut Moderator) -> io::Result<()> {
    while moderator.hear().is_ok() {}
    Ok(())
}

/// Closes some of its streams when it is asked for the first time.
fn closing(streams: &[i32], then: fn(&mut Moderator) -> io::Result<()>) -> io::Result<()> {
    let mut moderator = Moderator::meet_and_be_asked()?;
    streams.iter().for_each(|&stream| close(stream));
    then(&mut moderator)
}

#[cfg(any(unix, target_os = "wasi"))]
fn close(stream: i32) {
    use std::os::fd::{FromRawFd, OwnedFd};
    // SAFETY: streams are open when a program starts, and this one closes each only once.
    drop(unsafe { OwnedFd::from_raw_fd(stream) });
}

#[cfg(not(any(unix, target_os = "wasi")))]
fn close(_: i32) {}

/// Keeps everything it has to say in a buffer, its greeting too.
fn buffers_all() -> io::Result<()> {
    let mut buffer = BufWriter::new(stdout().lock());
    writeln!(buffer, "p")?;
    let mut line = String::new();
    while io::stdin().read_line(&mut line)? > 0 {}
    // Leaving the program by its front door would flush.
    std::process::exit(0)
}

fn aside(words: &[u8]) -> io::Result<()> {
    stderr().write_all(words)
}

/// Says more on the side than is kept, before each of its moves.
fn chatty() -> io::Result<()> {
    let mut moderator = Moderator::meet_and_be_asked()?;
    for _ in 0..4 {
        (0..32).try_for_each(|_| aside(&[b'x'; 64 << 10]))?;
        moderator.say(4)?;
        moderator.hear()?;
    }
    Ok(())
}

fn stderr_escapes() -> io::Result<()> {
    let mut moderator = Moderator::meet_and_be_asked()?;
    aside("\x1b]0;owned\x07\x1b[2J\u{9b}31m\u{202e}said\n".as_bytes())?;
    play_on(&mut moderator)
}
