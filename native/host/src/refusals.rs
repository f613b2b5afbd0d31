//! Whether the sandbox may be the reason why an executable ended. Refusals cannot be observed: the
//! evidence is the bot's stderr, and the links in its folder that it could not follow. Knows no
//! match.

use std::path::{Path, PathBuf};

use botyard_engine::seat::Seat;

use super::SeatBody;
use super::process_sandbox::RefusedLink;
use super::refused_path::find_path;

/// Messages of programs when the system refuses a call, in lower case.
const OF_CALLS: &[&str] = &["operation not permitted", "bad system call", "eperm"];
/// Their messages when it refuses a path.
const OF_PATHS: &[&str] = &["permission denied", "read-only file system", "accessdenied", "eacces", "erofs"];
/// Words in such a line if they tried to write.
const OF_WRITING: &[&str] = &["create", "touch", "mkdir", "read-only file system", "erofs", "remove", "write"];
/// Their messages about a path that does not exist.
const OF_NOTHING: &[&str] = &["no such file", "enoent", "nosuchfile", "filenotfound"];

/// An access that the sandbox may have refused a bot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// A path, named in this line of the bot's stderr.
    Path {
        /// The line.
        line: String,
        /// The path, if the line names it as a whole.
        path: Option<PathBuf>,
        /// Whether the bot tried to write there, as far as the line shows.
        is_written: bool,
    },
    /// A system call, according to this line of the bot's stderr.
    Call {
        /// The line.
        line: String,
    },
    /// A path in the current folder, where the bot does not work, according to this line of its
    /// stderr.
    Elsewhere {
        /// The line.
        line: String,
    },
    /// A link in its folder.
    Link(RefusedLink),
}

/// Finds the accesses that the sandbox may have refused the bots of a match.
#[derive(Debug, Clone)]
pub struct RefusalFinder {
    /// The links of each seat's bot that lead where it may not read; `None` if the bot is not
    /// sandboxed.
    seats: Vec<Option<Vec<RefusedLink>>>,
}

impl RefusalFinder {
    /// A finder for these players, in the order of seats.
    pub fn for_players(bodies: &[SeatBody]) -> Self {
        let lines: Vec<_> = bodies.iter().map(SeatBody::line).collect();
        let refused_links = |(seat, body): (usize, &SeatBody)| match body {
            SeatBody::Command(command) if command.is_sandboxed() => {
                let others = lines.iter().enumerate().filter(|(other, _)| *other != seat);
                let others: Vec<_> = others.map(|(_, line)| line.as_slice()).collect();
                Some(command.find_refused_links(&others))
            }
            SeatBody::Command(_) | SeatBody::Module(_) | SeatBody::Person | SeatBody::Recorded(_) => None,
        };
        Self { seats: bodies.iter().enumerate().map(refused_links).collect() }
    }

    /// The accesses that the bot in this seat may have been refused before it ended, given its
    /// stderr: that of the last line about one, and its links.
    pub fn find(&self, seat: Seat, stderr: &str) -> Vec<Refusal> {
        let Some(Some(links)) = self.seats.get(seat.index()) else { return Vec::new() };
        let mut refusals = stderr.lines().rev().filter_map(refusal_in);
        let written = refusals.next().map(|last| match last {
            // Node.js repeats the code below the path.
            Refusal::Path { path: None, .. } => refusals.find(names_path).unwrap_or(last),
            last => last,
        });
        let is_written = |link: &RefusedLink| matches!(&written, Some(Refusal::Path { line, .. }) if line.contains(&*link.link.to_string_lossy()));
        // If the line names a link, the other links are not the reason.
        if let Some(link) = links.iter().find(|link| is_written(link)) {
            return vec![Refusal::Link(link.clone())];
        }
        written.into_iter().chain(links.iter().cloned().map(Refusal::Link)).collect()
    }
}

fn names_path(refusal: &Refusal) -> bool {
    matches!(refusal, Refusal::Path { path: Some(_), .. })
}

/// The refusal that this line reports, if it reports one.
fn refusal_in(line: &str) -> Option<Refusal> {
    let line = line.trim().to_owned();
    let lower = line.to_ascii_lowercase();
    let says = |phrases: &[&str]| phrases.iter().any(|phrase| lower.contains(phrase));
    let found = OF_PATHS.iter().filter_map(|phrase| Some((lower.find(phrase)?, phrase.len())));
    if let Some((start, length)) = found.max() {
        let path = find_path(&line, start..start + length);
        return Some(Refusal::Path { path, is_written: says(OF_WRITING), line });
    }
    if says(OF_NOTHING) && paths_in(&line).any(|path| path.is_relative() && path.exists()) {
        return Some(Refusal::Elsewhere { line });
    }
    says(OF_CALLS).then_some(Refusal::Call { line })
}

/// The possible paths in a message: its quoted parts, and its words without punctuation.
fn paths_in(line: &str) -> impl Iterator<Item = &Path> {
    let quoted = ['\'', '"', '`'].into_iter().flat_map(|quote| line.split(quote).skip(1).step_by(2));
    let words = line.split_whitespace().map(|word| word.trim_matches(|sign: char| "'\"`:,;()[]".contains(sign)));
    quoted.chain(words).filter(|word| !word.is_empty()).map(Path::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_languages_write_about_a_refused_path() {
        for (line, is_written) in [
            ("PermissionError: [Errno 13] Permission denied: '/usr'", false),
            ("cat: /usr: Permission denied", false),
            ("sh: 1: cannot create /usr: Read-only file system", true),
            ("/bin/sh: 3: cannot create /usr: Permission denied", true),
            ("Error: EACCES: permission denied, open '/usr'", false),
            ("Error: EROFS: read-only file system, open '/usr'", true),
            ("java.nio.file.AccessDeniedException: /usr", false),
        ] {
            let path = Some(PathBuf::from("/usr"));
            assert_eq!(refusal_in(line), Some(Refusal::Path { line: line.to_owned(), path, is_written }));
        }
        for line in ["PermissionError: [Errno 1] Operation not permitted", "Bad system call"] {
            assert_eq!(refusal_in(line), Some(Refusal::Call { line: line.to_owned() }));
        }
        let line = "open: Cargo.toml: No such file or directory";
        assert_eq!(refusal_in(line), Some(Refusal::Elsewhere { line: line.to_owned() }));
        for line in ["", "No such file or directory: '/no/such/file'", "IndexError: list index out of range"] {
            assert_eq!(refusal_in(line), None, "{line}");
        }
    }

    /// Node.js writes the code of an error below its path.
    #[test]
    fn the_line_with_the_path_is_shown() {
        let finder = RefusalFinder { seats: vec![Some(Vec::new())] };
        let line = "Error: EACCES: permission denied, open '/usr/x'";
        let stderr =
            format!("node:fs:441\n{line}\n    at open {{\n  errno: -13,\n  code: 'EACCES',\n  path: '/usr/x'\n}}\n");
        let expected = Refusal::Path { line: line.to_owned(), path: Some("/usr/x".into()), is_written: false };
        assert_eq!(finder.find(Seat::new(0), &stderr), [expected]);
    }

    #[test]
    fn a_link_that_is_named_is_the_reason() {
        let link = |name: &str| RefusedLink { link: Path::new("/bot").join(name), target: "/key".into() };
        let finder = RefusalFinder { seats: vec![Some(vec![link("one"), link("two")]), None] };
        let denied = "Permission denied: '/bot/two'";
        assert_eq!(finder.find(Seat::new(0), denied), [Refusal::Link(link("two"))]);
        assert_eq!(finder.find(Seat::new(0), "oh"), [Refusal::Link(link("one")), Refusal::Link(link("two"))]);
        assert_eq!(finder.find(Seat::new(1), denied), []);
    }
}
