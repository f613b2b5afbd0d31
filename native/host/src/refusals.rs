//! Whether the sandbox may be the reason why an executable ended. Refusals cannot be observed: the
//! evidence is the bot's stderr, the links in its folder that it could not follow, and the names in
//! its program of files that it does not see. Knows no match.

use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use botyard_engine::seat::Seat;

use super::SeatBody;
use super::process_sandbox::{AccessGaps, PartialFolder, RefusedLink};
use super::refused_path::find_path;

/// Messages of programs when the system refuses a call, in lower case.
const OF_CALLS: &[&str] = &["operation not permitted", "bad system call", "eperm"];
/// Their messages when it refuses a path.
const OF_PATHS: &[&str] = &["permission denied", "read-only file system", "accessdenied", "eacces", "erofs"];
/// Words in such a line if they tried to write.
const OF_WRITING: &[&str] = &["create", "touch", "mkdir", "read-only file system", "erofs", "remove", "write"];
/// Their messages when there is no more memory.
const OF_MEMORY: &[&str] =
    &["cannot allocate memory", "enomem", "bad_alloc", "memoryerror", "out of memory", "memory allocation of"];
/// Messages of sanitizers that get no room for their shadow memory: some reserve terabytes of
/// addresses.
const OF_SHADOW_MEMORY: &[&str] =
    &["sanitizer failed to allocate", "shadowmemoryrange failed", "sanitizer: check failed"];
/// Their messages about a path that does not exist.
const OF_NOTHING: &[&str] = &["no such file", "enoent", "nosuchfile", "filenotfound"];

/// How many bytes of a bot's program are searched for names of files.
const PROGRAM_MAX: u64 = 4 << 20;
/// How many names in a folder are looked for.
const NAMES_MAX: usize = 256;
/// Shorter names are in every program.
const NAME_MIN: usize = 4;

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
    /// Memory, according to this line of the bot's stderr.
    Memory {
        /// The line.
        line: String,
        /// Whether it is for a sanitizer, which needs more than any bot may have.
        is_shadow: bool,
    },
    /// A file that is not where the bot works.
    Elsewhere {
        /// The line of the bot's stderr that names it; `None` if only the bot's program does.
        line: Option<String>,
        /// The file, from the current folder if it is in there.
        file: PathBuf,
        /// Whether the bot sees it there if it may read it.
        is_shown_if_readable: bool,
    },
    /// A link in its folder.
    Link(RefusedLink),
}

/// Finds the accesses that the sandbox may have refused the bots of a match.
#[derive(Debug, Clone)]
pub struct RefusalFinder {
    /// What each seat's bot may miss; `None` if the bot is not sandboxed.
    seats: Vec<Option<AccessGaps>>,
}

impl RefusalFinder {
    /// A finder for these players, in the order of seats.
    pub fn for_players(bodies: &[SeatBody]) -> Self {
        let lines: Vec<_> = bodies.iter().map(SeatBody::line).collect();
        let access_gaps = |(seat, body): (usize, &SeatBody)| match body {
            SeatBody::Command(command) => {
                let others = lines.iter().enumerate().filter(|(other, _)| *other != seat);
                let others: Vec<_> = others.map(|(_, line)| line.as_slice()).collect();
                command.find_access_gaps(&others)
            }
            SeatBody::Module(_) | SeatBody::Person | SeatBody::Recorded(_) => None,
        };
        Self { seats: bodies.iter().enumerate().map(access_gaps).collect() }
    }

    /// The accesses that the bot in this seat may have been refused before it ended, given its
    /// stderr: that of the last line about one, and its links. If no line tells what it missed, also
    /// the files that its program names and that it does not see.
    pub fn find(&self, seat: Seat, stderr: &str) -> Vec<Refusal> {
        let Some(Some(AccessGaps { refused_links: links, partial_folder })) = self.seats.get(seat.index()) else {
            return Vec::new();
        };
        let mut refusals = stderr.lines().rev().filter_map(|line| refusal_in(line, partial_folder.as_ref()));
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
        let says_nothing = stderr.trim().is_empty() || stderr.lines().any(is_about_nothing);
        let is_untold = written.is_none() && says_nothing;
        let named = partial_folder.iter().filter(|_| is_untold).flat_map(PartialFolder::find_named_files);
        let named =
            named.map(|file| Refusal::Elsewhere { line: None, file: from_here(file), is_shown_if_readable: true });
        written.into_iter().chain(links.iter().cloned().map(Refusal::Link)).chain(named).collect()
    }
}

impl PartialFolder {
    /// The file at this relative path, if the bot does not see it.
    fn find_hidden(&self, path: &Path) -> Option<PathBuf> {
        let is_below = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        let file = self.path.join(path.strip_prefix(".").unwrap_or(path));
        let is_hidden = |file: &PathBuf| file.is_file() && !self.shown.iter().any(|shown| file.starts_with(shown));
        Some(file).filter(|file| is_below && is_hidden(file))
    }

    /// The files beside the bot's own that it does not see, and that its own files name.
    fn find_named_files(&self) -> Vec<PathBuf> {
        let own: Vec<_> = self.shown.iter().filter(|shown| shown.starts_with(&self.path)).collect();
        let texts: Vec<_> = own.into_iter().filter_map(|file| read_beginning(file)).collect();
        let entries = self.path.read_dir().into_iter().flatten().flatten().take(NAMES_MAX);
        let is_named = |name: &str| {
            let is_in = |text: &Vec<u8>| text.windows(name.len()).any(|part| part == name.as_bytes());
            name.len() >= NAME_MIN && texts.iter().any(is_in)
        };
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok()).filter(|name| is_named(name));
        let mut files: Vec<_> = names.filter_map(|name| self.find_hidden(Path::new(&name))).collect();
        files.sort();
        files
    }
}

/// The first bytes of a file.
fn read_beginning(path: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(PROGRAM_MAX).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

/// A file's path from the current folder, if it is in there.
fn from_here(file: PathBuf) -> PathBuf {
    let here = Path::new(".").canonicalize();
    here.ok().and_then(|here| Some(file.strip_prefix(here).ok()?.to_owned())).unwrap_or(file)
}

fn names_path(refusal: &Refusal) -> bool {
    matches!(refusal, Refusal::Path { path: Some(_), .. })
}

/// Whether a line is about a path that does not exist.
fn is_about_nothing(line: &str) -> bool {
    let lower = line.to_ascii_lowercase();
    OF_NOTHING.iter().any(|phrase| lower.contains(phrase))
}

/// The refusal that this line reports, if it reports one, of a bot that sees only a part of this
/// folder.
fn refusal_in(line: &str, partial_folder: Option<&PartialFolder>) -> Option<Refusal> {
    let line = line.trim().to_owned();
    let lower = line.to_ascii_lowercase();
    let says = |phrases: &[&str]| phrases.iter().any(|phrase| lower.contains(phrase));
    if says(OF_SHADOW_MEMORY) || says(OF_MEMORY) {
        return Some(Refusal::Memory { is_shadow: says(OF_SHADOW_MEMORY), line });
    }
    let found = OF_PATHS.iter().filter_map(|phrase| Some((lower.find(phrase)?, phrase.len())));
    if let Some((start, length)) = found.max() {
        let path = find_path(&line, start..start + length);
        return Some(Refusal::Path { path, is_written: says(OF_WRITING), line });
    }
    // Whatever else a program writes about a file that it does not see.
    if let Some(file) = partial_folder.and_then(|folder| paths_in(&line).find_map(|path| folder.find_hidden(path))) {
        return Some(Refusal::Elsewhere { file: from_here(file), is_shown_if_readable: true, line: Some(line) });
    }
    let is_here = |path: &&Path| path.is_relative() && path.exists();
    let file = paths_in(&line).find(is_here).filter(|_| is_about_nothing(&line)).map(Path::to_owned);
    if let Some(file) = file {
        return Some(Refusal::Elsewhere { file, is_shown_if_readable: false, line: Some(line) });
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
            assert_eq!(refusal_in(line, None), Some(Refusal::Path { line: line.to_owned(), path, is_written }));
        }
        for line in ["PermissionError: [Errno 1] Operation not permitted", "Bad system call"] {
            assert_eq!(refusal_in(line, None), Some(Refusal::Call { line: line.to_owned() }));
        }
        for (line, is_shadow) in [
            ("MemoryError", false),
            ("  what():  std::bad_alloc", false),
            ("==7==ERROR: AddressSanitizer failed to allocate 0xdfff0001000 (15392894357504) bytes (errno: 12)", true),
            ("==7==ReserveShadowMemoryRange failed while trying to map 0xdfff0001000 bytes.", true),
            ("ThreadSanitizer: CHECK failed: sanitizer_allocator_primary64.h:131", true),
        ] {
            let line = line.trim().to_owned();
            assert_eq!(refusal_in(&line, None), Some(Refusal::Memory { is_shadow, line }));
        }
        let line = "open: Cargo.toml: No such file or directory";
        let elsewhere =
            Refusal::Elsewhere { line: Some(line.to_owned()), file: "Cargo.toml".into(), is_shown_if_readable: false };
        assert_eq!(refusal_in(line, None), Some(elsewhere));
        for line in ["", "No such file or directory: '/no/such/file'", "IndexError: list index out of range"] {
            assert_eq!(refusal_in(line, None), None, "{line}");
        }
    }

    /// Node.js writes the code of an error below its path.
    #[test]
    fn the_line_with_the_path_is_shown() {
        let finder = RefusalFinder { seats: vec![Some(AccessGaps::default())] };
        let line = "Error: EACCES: permission denied, open '/usr/x'";
        let stderr =
            format!("node:fs:441\n{line}\n    at open {{\n  errno: -13,\n  code: 'EACCES',\n  path: '/usr/x'\n}}\n");
        let expected = Refusal::Path { line: line.to_owned(), path: Some("/usr/x".into()), is_written: false };
        assert_eq!(finder.find(Seat::new(0), &stderr), [expected]);
    }

    #[test]
    fn a_link_that_is_named_is_the_reason() {
        let link = |name: &str| RefusedLink { link: Path::new("/bot").join(name), target: "/key".into() };
        let gaps = AccessGaps { refused_links: vec![link("one"), link("two")], partial_folder: None };
        let finder = RefusalFinder { seats: vec![Some(gaps), None] };
        let denied = "Permission denied: '/bot/two'";
        assert_eq!(finder.find(Seat::new(0), denied), [Refusal::Link(link("two"))]);
        assert_eq!(finder.find(Seat::new(0), "oh"), [Refusal::Link(link("one")), Refusal::Link(link("two"))]);
        assert_eq!(finder.find(Seat::new(1), denied), []);
    }

    /// Regression: a bot that was started from its own folder found none of the other files there,
    /// and nobody was told.
    #[test]
    fn files_beside_a_bot_that_it_does_not_see_are_named() {
        let temp = tempfile::tempdir().expect("a folder");
        let folder = temp.path().canonicalize().expect("it is there");
        let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("our own folder");
        write("bot.py", "open('book.txt'); open('seen.txt')");
        ["book.txt", "seen.txt", "notes.txt"].into_iter().for_each(|name| write(name, ""));
        std::fs::create_dir(folder.join("nets")).expect("our own folder");
        write("nets/small", "");
        let shown = ["bot.py", "seen.txt"].map(|name| folder.join(name)).to_vec();
        let partial_folder = Some(PartialFolder { path: folder.clone(), shown });
        let finder = RefusalFinder { seats: vec![Some(AccessGaps { partial_folder, ..AccessGaps::default() })] };
        let found = |stderr: &str| {
            let refusals = finder.find(Seat::new(0), stderr).into_iter();
            let file = |refusal| match refusal {
                Refusal::Elsewhere { line, file, is_shown_if_readable: true } => {
                    let file = file.strip_prefix(&folder).expect("it is in there").to_string_lossy().into_owned();
                    (line.is_some(), file)
                }
                other => panic!("{other:?}"),
            };
            refusals.map(file).collect::<Vec<_>>()
        };
        for (stderr, is_written, file) in [
            ("FileNotFoundError: [Errno 2] No such file or directory: 'notes.txt'", true, "notes.txt"),
            ("cannot open ./nets/small", true, "nets/small"),
            ("", false, "book.txt"),
            ("Error: No such file or directory (os error 2)", false, "book.txt"),
        ] {
            assert_eq!(found(stderr), [(is_written, file.to_owned())], "{stderr}");
        }
        // Errors of its own, and files that it sees or that are above it.
        for stderr in ["IndexError: list index out of range", "bad line in seen.txt", "../book.txt", "/book.txt"] {
            assert_eq!(found(stderr), [], "{stderr}");
        }
    }
}
