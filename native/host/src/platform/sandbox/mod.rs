//! The sandbox for executables on Linux. A warden for each bot starts the bot's runs, which inherit
//! the warden's restrictions. The warden is this program, started under another name; it applies
//! the restrictions to itself once, so that not every run has to. It stays for the next match of
//! the bot if it is then as it was before the first.
//!
//! `warden_client.rs` is the host's end of the connection to a warden (`warden_clients.rs`: of all
//! bots in a match; `idle_wardens.rs`: between matches), and `warden.rs` the other end. `traces.rs`
//! tells what a bot could leave in a warden. `restrictions.rs` applies the restrictions;
//! `access.rs` computes what stays accessible (`links.rs`: by the links in a bot's folder),
//! `working_folder.rs` makes the folder that a bot works in, and `cgroup.rs` limits its processes
//! together.

mod access;
mod cgroup;
mod idle_wardens;
mod links;
mod restrictions;
mod traces;
mod warden;
mod warden_client;
mod warden_clients;
mod working_folder;

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::time::Duration;

use botyard_sandbox::wasi::{Entry, FileLimits, Folder};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub use warden::run_warden;
pub(crate) use warden_clients::find_access_gaps;
pub(crate) use warden_clients::inspect;
pub(super) use warden_clients::{WardenClients, WardenRun};

use super::ProcessorTime;
use crate::process_sandbox::RestrictionStatus;
use working_folder::WorkingFolder;

/// The warden's process name, by which the program recognises that it is a warden.
const NAME: &str = "botyard-warden";

/// The first message to the warden.
#[derive(Debug, Serialize, Deserialize)]
struct WardenConfig {
    /// The words of the command line: the program and its arguments.
    words: Vec<OsString>,
    /// Where a run may read.
    readable: Vec<OsString>,
    /// The folder of all its files. A run may write to its home in it.
    scratch: OsString,
    /// Where a run works.
    working_folder: WorkingFolder,
    /// The restrictions already in force.
    statuses: Vec<RestrictionStatus>,
}

/// The further messages in both directions. Each run has a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WardenMessage {
    /// From the host: start a run with the three pipes passed along.
    Start(u32),
    /// From the host: kill the run. No messages about it follow.
    Kill(u32),
    /// From the warden: the run has started, with this process in the warden's namespace.
    Started(u32, i32),
    /// From the warden: the run did not start, with the system's error number.
    Refused(u32, i32),
    /// From the warden: the run exited with this status, and the processor time that it used, if
    /// the warden can tell.
    Exited(u32, i32, Option<ProcessorTime>),
    /// From the warden: a signal killed the run.
    Killed(u32, i32, Option<ProcessorTime>),
    /// From the host: end all runs, and send the files that they have written into the working
    /// folder.
    Collect,
    /// From the warden: all runs have ended. Whether their files follow, or are too large to be
    /// kept.
    Collected(bool),
    /// From the host: end all runs, and remove what they have left.
    Clean,
    /// From the warden: all runs have ended. Whether it is as it was before the first.
    Cleaned(bool),
    /// From the host: stop all processes of the bot.
    Stop,
    /// From the host: let all processes of the bot go on.
    Resume,
    /// From the warden: they go on.
    Resumed,
}

impl WardenMessage {
    /// A byte that tells the kinds apart, the run, a number, and the processor time.
    const LENGTH: usize = 9 + TIME_LENGTH;

    fn bytes(self) -> [u8; Self::LENGTH] {
        let (tag, run, number, had) = match self {
            Self::Start(run) => (0, run, 0, None),
            Self::Kill(run) => (1, run, 0, None),
            Self::Started(run, process) => (2, run, process, None),
            Self::Refused(run, number) => (3, run, number, None),
            Self::Exited(run, number, had) => (4, run, number, had),
            Self::Killed(run, number, had) => (5, run, number, had),
            Self::Collect => (6, 0, 0, None),
            Self::Collected(follows) => (7, 0, i32::from(follows), None),
            Self::Clean => (8, 0, 0, None),
            Self::Cleaned(is_clean) => (9, 0, i32::from(is_clean), None),
            Self::Stop => (10, 0, 0, None),
            Self::Resume => (11, 0, 0, None),
            Self::Resumed => (12, 0, 0, None),
        };
        let mut bytes = [tag; Self::LENGTH];
        bytes[1..5].copy_from_slice(&run.to_le_bytes());
        bytes[5..9].copy_from_slice(&number.to_le_bytes());
        bytes[9..].copy_from_slice(&time_bytes(had));
        bytes
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        let (&[tag, r0, r1, r2, r3, n0, n1, n2, n3], time) = bytes.split_first_chunk()?;
        let (run, number) = (u32::from_le_bytes([r0, r1, r2, r3]), i32::from_le_bytes([n0, n1, n2, n3]));
        let had = time_of(time.try_into().ok()?);
        match tag {
            0 => Some(Self::Start(run)),
            1 => Some(Self::Kill(run)),
            2 => Some(Self::Started(run, number)),
            3 => Some(Self::Refused(run, number)),
            4 => Some(Self::Exited(run, number, had)),
            5 => Some(Self::Killed(run, number, had)),
            6 => Some(Self::Collect),
            7 => Some(Self::Collected(number != 0)),
            8 => Some(Self::Clean),
            9 => Some(Self::Cleaned(number != 0)),
            10 => Some(Self::Stop),
            11 => Some(Self::Resume),
            12 => Some(Self::Resumed),
            _ => None,
        }
    }
}

/// The length of a processor time in a message: work and waits in nanoseconds, and the number of
/// sleeps.
const TIME_LENGTH: usize = 24;
/// In place of a number that is not known.
const UNKNOWN: u64 = u64::MAX;

fn time_bytes(had: Option<ProcessorTime>) -> [u8; TIME_LENGTH] {
    let nanoseconds = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(UNKNOWN);
    let numbers = had
        .map_or([UNKNOWN; 3], |had| [nanoseconds(had.worked), nanoseconds(had.waited), had.sleeps.unwrap_or(UNKNOWN)]);
    let mut bytes = [0; TIME_LENGTH];
    for (place, number) in bytes.chunks_exact_mut(8).zip(numbers) {
        place.copy_from_slice(&number.to_le_bytes());
    }
    bytes
}

/// No thread of a program that has ended can run.
fn time_of(bytes: &[u8; TIME_LENGTH]) -> Option<ProcessorTime> {
    let (numbers, _) = bytes.as_chunks();
    let numbers = numbers.iter().map(|&number| Some(u64::from_le_bytes(number)).filter(|&number| number != UNKNOWN));
    let [worked, waited, sleeps] = <[_; 3]>::try_from(numbers.collect::<Vec<_>>()).ok()?;
    let (worked, waited) = (Duration::from_nanos(worked?), Duration::from_nanos(waited?));
    Some(ProcessorTime { worked, waited, is_runnable: false, sleeps })
}

/// The longest document that either end sends.
const DOCUMENT_MAX: usize = 4 << 20;

/// Sends a document, its length first.
fn send_message(line: &mut impl Write, document: &impl Serialize) -> io::Result<()> {
    let bytes = serde_json::to_vec(document)?;
    let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
    line.write_all(&length.to_le_bytes())?;
    line.write_all(&bytes)
}

/// Receives a document.
fn receive_message<T: DeserializeOwned>(line: &mut impl Read) -> io::Result<T> {
    let mut length = [0; 4];
    line.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length) as usize;
    if length > DOCUMENT_MAX {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut bytes = vec![0; length];
    line.read_exact(&mut bytes)?;
    Ok(serde_json::from_slice(&bytes)?)
}

/// An entry of a folder, without the content of files.
#[derive(Debug, Serialize, Deserialize)]
enum EntryHead {
    Directory,
    Symlink(String),
    /// The length of its content, which follows the list.
    File(usize),
}

/// Sends a folder: a list of its entries, then the content of its files.
fn send_folder(line: &mut impl Write, folder: &Folder) -> io::Result<()> {
    let heads: Vec<_> = folder.iter().map(|(path, entry)| (path, head(entry))).collect();
    send_message(line, &heads)?;
    folder.iter().try_for_each(|(_, entry)| match entry {
        Entry::File(content) => line.write_all(content),
        Entry::Directory | Entry::Symlink(_) => Ok(()),
    })
}

fn head(entry: &Entry) -> EntryHead {
    match entry {
        Entry::Directory => EntryHead::Directory,
        Entry::Symlink(target) => EntryHead::Symlink(target.to_string()),
        Entry::File(content) => EntryHead::File(content.len()),
    }
}

/// Receives a folder.
fn receive_folder(line: &mut impl Read) -> io::Result<Folder> {
    let heads: Vec<(String, EntryHead)> = receive_message(line)?;
    let mut folder = Folder::default();
    let mut left = FileLimits::default().bytes as usize;
    for (path, head) in heads {
        let entry = match head {
            EntryHead::Directory => Entry::Directory,
            EntryHead::Symlink(target) => Entry::Symlink(target.into()),
            EntryHead::File(length) => {
                left = left.checked_sub(length).ok_or(io::ErrorKind::InvalidData)?;
                let mut content = vec![0; length];
                line.read_exact(&mut content)?;
                Entry::file(&content)
            }
        };
        folder.insert(&path, entry).map_err(io::Error::other)?;
    }
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_arrives_as_it_was_sent() {
        let mut folder = Folder::default();
        for (path, entry) in [
            ("dir", Entry::Directory),
            ("dir/bytes", Entry::file(&[0xff, 0])),
            ("empty", Entry::file(b"")),
            ("link", Entry::Symlink("dir/bytes".into())),
        ] {
            folder.insert(path, entry).expect("a path");
        }
        let mut sent = Vec::new();
        send_folder(&mut sent, &folder).expect("a buffer takes everything");
        assert_eq!(receive_folder(&mut sent.as_slice()).expect("it is whole"), folder);
        assert!(receive_folder(&mut &sent[..sent.len() - 1]).is_err());
    }

    #[test]
    fn words_come_back() {
        let had = |sleeps| {
            let [worked, waited] = [12_345_678, 9_000_000_000].map(Duration::from_nanos);
            Some(ProcessorTime { worked, waited, is_runnable: false, sleeps })
        };
        for word in [
            WardenMessage::Start(1),
            WardenMessage::Kill(u32::MAX),
            WardenMessage::Started(0, 17),
            WardenMessage::Refused(7, 2),
            WardenMessage::Exited(300, -1, None),
            WardenMessage::Exited(300, 3, had(Some(7))),
            WardenMessage::Killed(1 << 20, 9, had(None)),
            WardenMessage::Collect,
            WardenMessage::Collected(true),
            WardenMessage::Clean,
            WardenMessage::Cleaned(true),
            WardenMessage::Stop,
            WardenMessage::Resume,
            WardenMessage::Resumed,
        ] {
            assert_eq!(WardenMessage::parse(&word.bytes()), Some(word));
        }
        assert_eq!(WardenMessage::parse(&[99; WardenMessage::LENGTH]), None);
        assert_eq!(WardenMessage::parse(&[4; WardenMessage::LENGTH - 1]), None);
        assert_eq!(WardenMessage::parse(b""), None);
    }
}
