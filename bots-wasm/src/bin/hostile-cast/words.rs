//! Roles that say what nobody wants to hear, or when nobody wants to hear it. All of them greet properly but for those that
//! say otherwise.

use std::io::{self, Write, stdout};

use botyard_bots::connect_four::Moderator;
use botyard_bots::hostile::{Role, play_on};

/// As much as a pipe holds.
const PIPEFUL: usize = 64 << 10;

pub fn role(name: &str) -> Option<Role> {
    Some(match name {
        "steady" => steady,
        "wrong-greeting" => || shout(b"P\n"),
        "blank-greeting" => || for_ever(b"\n"),
        "unbroken-greeting" => || for_ever(b"x"),
        "lines" => || asked().and_then(|_| for_ever(b"thinking aloud\n")),
        "blank-lines" => || asked().and_then(|_| for_ever(b"\n")),
        "unbroken" => || asked().and_then(|_| for_ever(b"x")),
        "huge-line" => || long_line(600_000),
        "larger-line" => || long_line(3_000_000),
        "column-9" => || answer(b"9\n"),
        "nul" => || answer(b"\x004\n"),
        "not-text" => || answer(b"\xff\xfe\x80\n"),
        "wide-digit" => || answer("\u{ff14}\n".as_bytes()),
        "two-in-a-line" => || answer(b"4 5\n"),
        "escapes" => || answer("\x1b]0;owned\x07\x1b[2J\u{9b}31m\u{202e}4\n".as_bytes()),
        "no-newline" => || each(&[b"4"]),
        "carriage-return" => || each(&[b"4\r\n"]),
        "byte-by-byte" => byte_by_byte,
        "early" => early,
        "all-at-once" => || answer(b"4\n4\n4\n4\n"),
        "then-lines" => || asked().and_then(|_| shout(b"4\n")).and_then(|()| for_ever(b"thinking aloud\n")),
        "then-blank-lines" => || asked().and_then(|_| shout(b"4\n")).and_then(|()| for_ever(b"\n")),
        "after-the-end" => || play_on(&mut asked()?).and_then(|()| for_ever(b"4\n")),
        "echo" => echo,
        _ => return None,
    })
}

/// Harms nobody: the opponent of all others. It is never in the way of columns 3 to 5, and never has four.
fn steady() -> io::Result<()> {
    let mut moderator = Moderator::meet_and_be_asked()?;
    for column in [1, 2, 6, 7].into_iter().cycle() {
        moderator.say(column)?;
        if !matches!(moderator.hear()?.as_str(), "1" | "2" | "3" | "4" | "5" | "6" | "7") {
            break;
        }
    }
    Ok(())
}

fn asked() -> io::Result<Moderator> {
    Moderator::meet_and_be_asked()
}

/// Writes without regard for who is in a conversation.
fn shout(words: &[u8]) -> io::Result<()> {
    // The moderator holds the lock on stdout; its thread may take the lock a second time.
    let mut stdout = stdout().lock();
    stdout.write_all(words)?;
    stdout.flush()
}

fn for_ever(words: &[u8]) -> io::Result<()> {
    let much = words.repeat(PIPEFUL / words.len());
    loop {
        shout(&much)?;
    }
}

/// Says this when it is asked for the first time, and then listens.
fn answer(words: &[u8]) -> io::Result<()> {
    let mut moderator = asked()?;
    shout(words)?;
    while moderator.hear().is_ok() {}
    Ok(())
}

/// Gives each of four answers in these pieces.
fn each(pieces: &[&[u8]]) -> io::Result<()> {
    let mut moderator = asked()?;
    for _ in 0..4 {
        pieces.iter().try_for_each(|piece| shout(piece))?;
        moderator.hear()?;
    }
    Ok(())
}

fn byte_by_byte() -> io::Result<()> {
    each(&[b"4", b"\n"])
}

fn long_line(length: usize) -> io::Result<()> {
    answer(&[vec![b'x'; length], b"\n".to_vec()].concat())
}

/// Says its second answer with the first, and says nothing when that is used up.
fn early() -> io::Result<()> {
    let mut moderator = asked()?;
    shout(b"3\n4\n")?;
    moderator.hear()?;
    moderator.hear()?;
    for _ in 0..4 {
        moderator.say(5)?;
        moderator.hear()?;
    }
    Ok(())
}

/// Repeats the answer to its first move, without end.
fn echo() -> io::Result<()> {
    let mut moderator = asked()?;
    moderator.say(4)?;
    for_ever(moderator.hear()?.as_bytes())
}
