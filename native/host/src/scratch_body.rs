//! A bot that is tried beside its matches and must leave no traces. Knows no match.

use std::io;

use tempfile::TempDir;

use super::SeatBody;
use super::module::KeptFolder;

/// A bot that finds none of the files that it keeps from match to match, and works in a fresh
/// folder, which is removed with this value.
pub struct ScratchBody {
    body: SeatBody,
    _folder: TempDir,
}

impl ScratchBody {
    /// The bot of this body.
    ///
    /// # Errors
    /// If the folder cannot be made.
    pub fn new(body: &SeatBody) -> io::Result<Self> {
        let (kept, folder) = (KeptFolder::default(), tempfile::Builder::new().prefix("botyard-").tempdir()?);
        let body = match body {
            SeatBody::Module(loaded) => SeatBody::Module(loaded.clone().with_kept_folder(kept)),
            SeatBody::Command(command) => {
                SeatBody::Command(command.clone().with_kept_folder(kept).in_folder(folder.path()))
            }
            SeatBody::Person | SeatBody::Recorded(_) => body.clone(),
        };
        Ok(Self { body, _folder: folder })
    }

    /// Its body, for matches while this value exists.
    pub fn body(&self) -> &SeatBody {
        &self.body
    }
}
