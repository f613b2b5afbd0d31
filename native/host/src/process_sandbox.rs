//! The sandbox for executables, so that a bot can harm only itself. Independent of the system:
//! `platform` implements it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use botyard_sandbox::wasi::Folder;
use serde::{Deserialize, Serialize};

/// The most bytes of memory of each process of a sandboxed program. Addresses that are only reserved
/// count, too.
pub const PROCESS_MEMORY: u64 = 2 << 30;

/// Sandboxes programs. Its `warden` is a program that calls [`super::run_warden`] before anything
/// else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcessSandbox {
    warden: PathBuf,
    readable: Vec<PathBuf>,
}

impl ProcessSandbox {
    /// A sandbox with this program as the warden.
    pub fn new(warden: impl Into<PathBuf>) -> Self {
        Self { warden: warden.into(), readable: Vec::new() }
    }

    /// Lets every bot read these files and folders, too. Their paths are real ones, without links.
    #[must_use]
    pub fn with_readable(self, readable: Vec<PathBuf>) -> Self {
        Self { readable, ..self }
    }

    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "only Linux has a sandbox"))]
    pub(super) fn warden(&self) -> &Path {
        &self.warden
    }

    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "only Linux has a sandbox"))]
    pub(super) fn readable(&self) -> &[PathBuf] {
        &self.readable
    }
}

/// A command that is to be started in a sandbox.
#[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "only Linux has a sandbox"))]
#[derive(Debug, Clone, Copy)]
pub(super) struct SandboxedCommand<'a> {
    pub(super) sandbox: &'a ProcessSandbox,
    /// The program and its arguments.
    pub(super) words: &'a [OsString],
    /// The bot's file, if the bot was named by that rather than by a command line.
    pub(super) file: Option<&'a Path>,
    /// The content of the bot's working folder besides its files.
    pub(super) folder: &'a Folder,
}

/// The files that a bot has written into its working folder.
#[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "only Linux has a sandbox"))]
#[derive(Debug)]
pub(super) enum CollectedFolder {
    /// All of them.
    Whole(Folder),
    /// They are more than can be kept.
    TooLarge,
}

/// A symbolic link in a bot's folder that leads where the bot may not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedLink {
    /// The link.
    pub link: PathBuf,
    /// The file or folder that it leads to.
    pub target: PathBuf,
}

/// What a sandboxed bot may miss where it works.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct AccessGaps {
    /// The links in its folder that lead where it may not read.
    pub(super) refused_links: Vec<RefusedLink>,
    /// The folder that its working folder stands for, if it sees only a part of that.
    pub(super) partial_folder: Option<PartialFolder>,
}

/// A folder of which a bot sees only some files and folders.
#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only Linux has a sandbox"))]
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PartialFolder {
    pub(super) path: PathBuf,
    /// The files and folders that the bot sees, by their places in or above the folder.
    pub(super) shown: Vec<PathBuf>,
}

/// A restriction of the sandbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Restriction {
    /// Which files it may read and write.
    Files,
    /// No network.
    Network,
    /// It sees and signals only its own processes, and they all end with the match.
    Processes,
    /// How many processes it may have.
    Crowd,
    /// How much memory, how many descriptors and how large files a process may have.
    Limits,
    /// How much space all its files may take together.
    Scratch,
    /// Which system calls it may make.
    Calls,
    /// How much memory and processor time all its processes may have together. Few systems offer
    /// that, so it is not among [`Restriction::ALL`].
    Totals,
}

impl Restriction {
    /// All restrictions that a whole sandbox has, in the order in which they are shown.
    pub const ALL: [Self; 7] =
        [Self::Files, Self::Network, Self::Processes, Self::Crowd, Self::Limits, Self::Scratch, Self::Calls];

    /// The name, as messages and output use it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Network => "network",
            Self::Processes => "processes",
            Self::Crowd => "crowd",
            Self::Limits => "limits",
            Self::Scratch => "scratch",
            Self::Calls => "calls",
            Self::Totals => "totals",
        }
    }

    /// Its meaning for a bot, as a predicate.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Files => {
                "reads the system's programs, its own files and its own folder; writes only into copies of its own"
            }
            Self::Network => "has no network, not even this computer's own",
            Self::Processes => "sees and signals only its own processes, which all end with the match",
            Self::Crowd => "has at most 256 processes and threads",
            Self::Limits => {
                "has at most 2 GiB of memory and 512 descriptors per process, 1,024 queued signals, files of 64 MiB, no \
                 core files; shares only its user's event watches (epoll) and pipe buffers with other programs"
            }
            Self::Scratch => "has at most 64 MiB for all its files together",
            Self::Calls => {
                "makes no call that opens a socket, inspects another process, changes more of a file than its content, or \
                 needs privileges"
            }
            Self::Totals => {
                "has at most 2 GiB of memory and all processors but one for all its processes together, and no more \
                 processor time than its opponent if both want it"
            }
        }
    }
}

/// Whether a restriction is in force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RestrictionStatus {
    /// The restriction.
    pub restriction: Restriction,
    /// Why it is not in force, as a clause; `None` if it is.
    pub fault: Option<String>,
}

impl RestrictionStatus {
    /// The status after an attempt to apply the restriction.
    pub(super) fn from_attempt<E: ToString>(restriction: Restriction, attempt: Result<(), E>) -> Self {
        Self { restriction, fault: attempt.err().map(|why| why.to_string()) }
    }
}
