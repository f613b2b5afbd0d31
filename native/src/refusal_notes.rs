//! Notes for the terminal and the page that the sandbox may be the reason why a bot ended, and how
//! to start the bot with fewer restrictions. Knows no game.

use std::path::Path;

use botyard_engine::anymatch::AnyMatch;
use botyard_engine::fault::{Fault, FaultKind, printable};
use botyard_engine::seat::Seat;
use botyard_engine::shell_word::shell_path;
use botyard_engine::transcript::Stream;
use botyard_host::process_sandbox::PROCESS_MEMORY;
use botyard_host::refusals::{Refusal, RefusalFinder};

/// The most refusals shown for a bot.
const TOLD: usize = 3;
/// The most characters of a bot's line that are shown.
const LINE: usize = 300;

/// The accesses that the sandbox may have refused a bot that exited on its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusalNote {
    /// The bot's seat.
    pub seat: Seat,
    /// The number of turns before it ended.
    pub turn: usize,
    /// The note, in lines: the first is a clause without the bot's name, each of the others is
    /// indented and ends with a newline.
    pub text: String,
}

/// The notes on a match that is over.
pub fn find_notes(finder: &RefusalFinder, game: &dyn AnyMatch) -> Vec<RefusalNote> {
    let ends = |(_, _, fault): &(_, _, Fault)| matches!(fault.kind, FaultKind::Exited | FaultKind::NotStarted);
    let faults = game.faults().into_iter().filter(ends).map(|(turn, seat, _)| (turn, seat));
    let passages = game.transcript().passages().iter();
    let runs = passages.filter(|words| words.stream == Stream::Ended).map(|words| (words.turn, words.seat));
    let mut ended: Vec<_> = faults.chain(runs).collect();
    // The first end of each bot.
    ended.sort_by_key(|&(turn, seat)| (seat, turn));
    ended.dedup_by_key(|(_, seat)| *seat);
    ended
        .into_iter()
        .filter_map(|(turn, seat)| {
            note_text(finder, seat, &stderr(game, seat)).map(|text| RefusalNote { seat, turn, text })
        })
        .collect()
}

/// The text of the note on the bot in this seat, which exited on its own, given its stderr, as in
/// [`RefusalNote::text`]; `None` without evidence of a refusal.
pub fn note_text(finder: &RefusalFinder, seat: Seat, stderr: &str) -> Option<String> {
    let refusals = finder.find(seat, stderr);
    if refusals.is_empty() {
        return None;
    }
    let refused = refusals.iter().take(TOLD).map(|refusal| format!("  {}\n", describe(refusal)));
    Some(format!(
        "may have ended because of the sandbox:\n{}  `--no-sandbox` starts bots without a sandbox: they may then do \
         whatever you may\n",
        refused.collect::<String>()
    ))
}

fn stderr(game: &dyn AnyMatch, seat: Seat) -> String {
    let transcript = game.transcript();
    let own = transcript.passages().iter().filter(|words| words.seat == seat && words.stream == Stream::Stderr);
    let text: String = own.map(|words| words.text.as_str()).collect();
    format!("{text}\n{}", transcript.last_words(seat).unwrap_or_default())
}

fn describe(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Path { line, path, is_written } => {
            let allow = match path.as_deref() {
                // A file that does not exist cannot be allowed to be read.
                Some(path) if *is_written || !path.exists() => {
                    format!(" (writing {} needs `--no-sandbox`)", shown(path))
                }
                Some(path) => {
                    format!(" (`--read {}` lets bots read that; writing needs `--no-sandbox`)", shell_path(path))
                }
                None => String::new(),
            };
            format!("it wrote about a path that it was refused: {}{allow}", quoted(line))
        }
        Refusal::Call { line } => format!("it wrote about a system call that it was refused: {}", quoted(line)),
        Refusal::Memory { line, is_shadow } => {
            let most = PROCESS_MEMORY >> 30;
            let reserves = "; a sanitizer can reserve terabytes of addresses, which it gets with `--no-sandbox`";
            let reserves = if *is_shadow { reserves } else { "" };
            format!("it got no more memory, of which a process may have {most} GiB{reserves}: {}", quoted(line))
        }
        Refusal::Elsewhere { line, file, is_shown_if_readable } => {
            let (file, typed) = (shown(file), shell_path(file));
            let what = match line {
                Some(line) => format!("it wrote about {file}, which is not where it works: {}", quoted(line)),
                None => format!("its program names {file}, which is not where it works"),
            };
            let allow = match is_shown_if_readable {
                true => format!("`--read {typed}` shows it to the bot there"),
                false => "with `--no-sandbox` it works in the current folder".to_owned(),
            };
            format!("{what} ({allow})")
        }
        Refusal::Link(link) => format!(
            "{} leads to {}, which it may not read: `--read {}` allows that",
            shown(&link.link),
            shown(&link.target),
            shell_path(&link.target)
        ),
    }
}

fn shown(path: &Path) -> String {
    printable(&path.display().to_string())
}

fn quoted(line: &str) -> String {
    let cut = line.char_indices().nth(LINE).map_or(line.len(), |(at, _)| at);
    let more = if cut < line.len() { " …" } else { "" };
    format!("`{}{more}`", printable(&line[..cut]))
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Command;

    use botyard_engine::shell_word::shell_word;

    use super::*;

    fn refused(path: &str) -> String {
        describe(&Refusal::Path { line: "denied".to_owned(), path: Some(path.into()), is_written: false })
    }

    #[test]
    fn a_suggested_path_can_be_typed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("it's $5 `a` book.bin");
        std::fs::write(&path, "").expect("our own folder");
        let typed = shell_word(&path.display().to_string());
        assert!(typed.starts_with('\''), "{typed}");
        let told = refused(&path.display().to_string());
        assert!(told.contains(&format!("(`--read {typed}` lets bots read that;")), "{told}");
    }

    #[test]
    fn the_memory_limit_is_told_and_what_needs_more() {
        let told = |is_shadow| describe(&Refusal::Memory { line: "no room".to_owned(), is_shadow });
        assert_eq!(told(false), "it got no more memory, of which a process may have 2 GiB: `no room`");
        let shadow = "it got no more memory, of which a process may have 2 GiB; a sanitizer can reserve terabytes of addresses, \
                      which it gets with `--no-sandbox`: `no room`";
        assert_eq!(told(true), shadow);
    }

    /// What suggestions are written for: a shell gets exactly the word that is meant.
    #[test]
    fn a_shell_reads_words_as_they_are() {
        let plain =
            ["", "my bot.py", "it's", "$HOME", "`id`", "a\"b", "a;b", "*", "~", "!x", "\\", "a\\'b", "(1)", "n\u{e9}"];
        // Only some shells know escapes.
        let hidden = ["a\nb", "a\tb's", "a\u{1b}[31m", "\\\n"];
        let (shell, words) = match Path::new("/bin/bash").exists() {
            true => ("/bin/bash", [&plain[..], &hidden].concat()),
            false => ("/bin/sh", plain.to_vec()),
        };
        for word in words {
            let script = format!("printf %s {}", shell_word(word));
            let output = Command::new(shell).args(["-c", &script]).output().expect("a shell");
            assert_eq!(String::from_utf8(output.stdout).as_deref(), Ok(word), "{script}");
        }
    }
}
