//! Roles that end, or never do.

use std::hint::black_box;
use std::io;
use std::time::{Duration, Instant};

use botyard_bots::connect_four::Moderator;
use botyard_bots::hostile::Role;

pub fn role(name: &str) -> Option<Role> {
    Some(match name {
        "answers-once" => || Moderator::meet_and_be_asked()?.say(4),
        "fails" => || Moderator::meet_and_be_asked().and(Err(io::ErrorKind::Other.into())),
        "panics" => || Moderator::meet_and_be_asked().map(|_| panic!("this bot always panics")),
        "aborts" => || Moderator::meet_and_be_asked().map(|_| std::process::abort()),
        "wild-pointer" => || Moderator::meet_and_be_asked().map(|_| wild_pointer()),
        "recursion" => || Moderator::meet_and_be_asked().map(|_| recurse()),
        "watches-the-clock" => || Moderator::meet_and_be_asked().map(|_| watch_the_clock()),
        _ => return None,
    })
}

/// What a bot comes to whose role is `exit-N` (it leaves with that status when it is asked) or `absent-N` (at once).
pub fn leaving(role: &str) -> Option<io::Result<()>> {
    let (when, status) = role.rsplit_once('-')?;
    let status = status.parse().ok()?;
    match when {
        "exit" => Some(Moderator::meet_and_be_asked().map(|_| std::process::exit(status))),
        "absent" => std::process::exit(status),
        _ => None,
    }
}

fn wild_pointer() {
    let nowhere = black_box(usize::MAX / 8 * 8 - 64) as *const u64;
    // SAFETY: none; this is what the role is about.
    black_box(unsafe { nowhere.read_volatile() });
}

/// Bytes that each call keeps, so that memory ends before whatever else ends calls.
const FRAME: usize = 4096;

fn recurse() {
    black_box(deeper(&[0; FRAME], 0));
}

fn deeper(above: &[u8; FRAME], depth: usize) -> usize {
    let mut own = *black_box(above);
    own[depth % FRAME] = 1;
    // Ends when the numbers do.
    let below = if black_box(depth) == usize::MAX { 0 } else { deeper(black_box(&own), depth + 1) };
    below + usize::from(black_box(&own)[depth % FRAME])
}

fn watch_the_clock() {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(24 * 60 * 60) {}
}
