//! The folders of a match's bots: the folder that each seat's runs find, and the one that is kept
//! after the match. Knows no run's internals.

use botyard_engine::seat::Seat;
use botyard_sandbox::Attachment;
use botyard_sandbox::wasi::Folder;

use super::SeatBody;
use super::module::{KeptFolder, ModuleRun};
use super::process_sandbox::CollectedFolder;

/// The folders of the seats.
pub(super) struct SeatFolders {
    /// The folder that every run of a seat finds. It stays unchanged throughout the match, so that
    /// the order in which runs end does not matter.
    found: Vec<Folder>,
    /// The folder that the last run of each seat left, for seats that keep theirs.
    left: Vec<Option<Folder>>,
    keeps: Vec<bool>,
}

impl SeatFolders {
    /// The folders before the match.
    pub(super) fn for_players(bodies: &[SeatBody]) -> Self {
        let found = bodies.iter().map(found_folder).collect();
        let keeps = bodies.iter().map(|body| kept_folder(body).is_some()).collect();
        Self { found, left: vec![None; bodies.len()], keeps }
    }

    /// The folder that a run of this seat finds.
    pub(super) fn folder_for(&self, seat: Seat) -> &Folder {
        &self.found[seat.index()]
    }

    /// Notes the folder of a run that has ended.
    pub(super) fn note_left(&mut self, seat: Seat, run: &ModuleRun) {
        if self.keeps[seat.index()] {
            self.left[seat.index()] = Some(run.folder());
        }
    }

    /// Collects the folders of the seats that executables play and that keep theirs; `collect` ends
    /// a seat's runs.
    pub(super) fn collect(&mut self, bodies: &[SeatBody], mut collect: impl FnMut(usize) -> Option<CollectedFolder>) {
        for (seat, body) in bodies.iter().enumerate() {
            let SeatBody::Command(command) = body else { continue };
            let Some(kept) = command.kept_folder() else { continue };
            match collect(seat) {
                Some(CollectedFolder::Whole(folder)) => self.left[seat] = Some(folder),
                Some(CollectedFolder::TooLarge) => kept.note_too_large(),
                None => {}
            }
        }
    }

    /// Keeps the folders after the match. If a bot played several seats, the first seat's folder is
    /// kept.
    pub(super) fn keep_all(&mut self, bodies: &[SeatBody]) {
        for (body, left) in bodies.iter().zip(&mut self.left).rev() {
            if let (Some(kept), Some(folder)) = (kept_folder(body), left.take()) {
                let own = attachment(body).map(|attachment| attachment.remove_from(&folder));
                kept.replace(own.unwrap_or(folder));
            }
        }
    }
}

/// The folder that every run of a bot finds: the files that it has kept, and those that came with
/// it.
fn found_folder(body: &SeatBody) -> Folder {
    let mut folder = kept_folder(body).map_or_else(Folder::default, KeptFolder::folder);
    if let Some(attachment) = attachment(body) {
        attachment.add_to(&mut folder);
    }
    folder
}

fn attachment(body: &SeatBody) -> Option<&Attachment> {
    match body {
        SeatBody::Module(loaded) => loaded.attachment(),
        SeatBody::Command(_) | SeatBody::Person | SeatBody::Recorded(_) => None,
    }
}

fn kept_folder(body: &SeatBody) -> Option<&KeptFolder> {
    match body {
        SeatBody::Module(loaded) => loaded.kept_folder(),
        SeatBody::Command(command) => command.kept_folder(),
        SeatBody::Person | SeatBody::Recorded(_) => None,
    }
}
