//! The folders at one table: what each seat's runs find, and what is kept when the match is over. Knows no run's insides.

use botyard_engine::seat::Seat;
use botyard_sandbox::wasi::Folder;

use super::Body;
use super::module::{Kept, Run};

/// The folders of the seats.
pub(super) struct Folders {
    /// What every run of a seat finds: the same all match long, so that it does not matter which run ended first.
    found: Vec<Folder>,
    /// What the last run of each seat that keeps its folder has left.
    left: Vec<Option<Folder>>,
    keeps: Vec<bool>,
}

impl Folders {
    /// As they are before the match.
    pub(super) fn of(bodies: &[Body]) -> Self {
        let found = bodies.iter().map(|body| kept(body).map_or_else(Folder::default, Kept::folder)).collect();
        let keeps = bodies.iter().map(|body| kept(body).is_some()).collect();
        Self { found, left: vec![None; bodies.len()], keeps }
    }

    /// What a run of this seat finds.
    pub(super) fn found(&self, seat: Seat) -> Folder {
        self.found[seat.index()].clone()
    }

    /// A run of this seat has ended.
    pub(super) fn leave(&mut self, seat: Seat, run: &Run) {
        if self.keeps[seat.index()] {
            self.left[seat.index()] = Some(run.folder());
        }
    }

    /// The match is over. Where a bot has played several seats, the first of them is kept.
    pub(super) fn keep(&mut self, bodies: &[Body]) {
        for (body, left) in bodies.iter().zip(&mut self.left).rev() {
            if let (Some(kept), Some(folder)) = (kept(body), left.take()) {
                kept.replace(folder);
            }
        }
    }
}

fn kept(body: &Body) -> Option<&Kept> {
    match body {
        Body::Module(loaded) => loaded.kept(),
        Body::Command(_) | Body::Person => None,
    }
}
