//! The folders at one table: what each seat's runs find, and what is kept when the match is over. Knows no run's insides.

use botyard_engine::seat::Seat;
use botyard_sandbox::wasi::Folder;

use super::SeatBody;
use super::module::{KeptFolder, ModuleRun};

/// The folders of the seats.
pub(super) struct BotFolders {
    /// What every run of a seat finds: the same all match long, so that it does not matter which run ended first.
    found: Vec<Folder>,
    /// What the last run of each seat that keeps its folder has left.
    left: Vec<Option<Folder>>,
    keeps: Vec<bool>,
}

impl BotFolders {
    /// As they are before the match.
    pub(super) fn for_players(bodies: &[SeatBody]) -> Self {
        let found =
            bodies.iter().map(|body| kept_folder(body).map_or_else(Folder::default, KeptFolder::folder)).collect();
        let keeps = bodies.iter().map(|body| kept_folder(body).is_some()).collect();
        Self { found, left: vec![None; bodies.len()], keeps }
    }

    /// What a run of this seat finds.
    pub(super) fn folder_for(&self, seat: Seat) -> Folder {
        self.found[seat.index()].clone()
    }

    /// A run of this seat has ended.
    pub(super) fn note_left(&mut self, seat: Seat, run: &ModuleRun) {
        if self.keeps[seat.index()] {
            self.left[seat.index()] = Some(run.folder());
        }
    }

    /// The match is over. Where a bot has played several seats, the first of them is kept.
    pub(super) fn keep_all(&mut self, bodies: &[SeatBody]) {
        for (body, left) in bodies.iter().zip(&mut self.left).rev() {
            if let (Some(kept), Some(folder)) = (kept_folder(body), left.take()) {
                kept.replace(folder);
            }
        }
    }
}

fn kept_folder(body: &SeatBody) -> Option<&KeptFolder> {
    match body {
        SeatBody::Module(loaded) => loaded.kept_folder(),
        SeatBody::Command(_) | SeatBody::Person => None,
    }
}
