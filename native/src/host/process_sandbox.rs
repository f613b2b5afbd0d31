//! What holds programs of the system that play, so that a bot harms nobody but itself. Knows no system: what stands is set up
//! behind the platforms' room.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// Holds programs. Whoever makes one has a program that is also the warden: it calls [`super::run_warden`] first of all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcessSandbox {
    warden: PathBuf,
}

impl ProcessSandbox {
    /// With this program as the warden.
    pub fn new(warden: impl Into<PathBuf>) -> Self {
        Self { warden: warden.into() }
    }

    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "nothing is held elsewhere"))]
    pub(super) fn warden(&self) -> &Path {
        &self.warden
    }

    /// What stands around programs here: every wall once, found out by setting them up.
    ///
    /// # Errors
    /// If the warden does not start.
    pub fn inspect(&self) -> io::Result<Vec<RestrictionStatus>> {
        super::platform::inspect(self)
    }
}

/// One of the things that hold a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Restriction {
    /// Which files it may read and write.
    Files,
    /// That there is no network.
    Network,
    /// That it knows and reaches no process but its own, and that none of them outlives it.
    Processes,
    /// How many processes it may have.
    Crowd,
    /// How much memory, how many descriptors and how large a file a process may have.
    Limits,
    /// How much all its files may take together.
    Scratch,
    /// Which calls of the system it may make.
    Calls,
}

impl Restriction {
    /// All of them, in the order in which people are told.
    pub const ALL: [Self; 7] =
        [Self::Files, Self::Network, Self::Processes, Self::Crowd, Self::Limits, Self::Scratch, Self::Calls];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Network => "network",
            Self::Processes => "processes",
            Self::Crowd => "crowd",
            Self::Limits => "limits",
            Self::Scratch => "scratch",
            Self::Calls => "calls",
        }
    }

    /// What it means for a bot, as a sentence.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Files => {
                "reads the system's programs, its own files and its own folder; writes only into its scratch folder"
            }
            Self::Network => "has no network, not even this computer's own",
            Self::Processes => "sees and signals only its own processes, which all end with the match",
            Self::Crowd => "has at most about 256 processes and threads",
            Self::Limits => {
                "has at most 2 GiB of memory and 512 descriptors per process, files of 64 MiB, no core files"
            }
            Self::Scratch => "has at most 64 MiB for all its files together",
            Self::Calls => {
                "opens no socket, inspects no other process, changes only the content of files, makes no privileged call"
            }
        }
    }
}

/// Whether a wall stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RestrictionStatus {
    /// Which one.
    pub wall: Restriction,
    /// Why it does not, as a clause; `None` if it does.
    pub fault: Option<String>,
}

impl RestrictionStatus {
    /// How an attempt has come out.
    pub(super) fn of<E: ToString>(wall: Restriction, attempt: Result<(), E>) -> Self {
        Self { wall, fault: attempt.err().map(|why| why.to_string()) }
    }
}
