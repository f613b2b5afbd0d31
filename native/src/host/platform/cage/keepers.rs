//! The keepers at one table, one for each seat whose program is held.

use std::ffi::OsString;
use std::io;
use std::os::fd::BorrowedFd;

use super::super::Ended;
use super::keeper::Keeper;
use crate::host::cage::{Cage, Standing};

pub(in super::super) use super::keeper::Leash;
use super::keeper::Pipes;

/// All of them.
#[derive(Debug, Default)]
pub(in super::super) struct Keepers(Vec<(usize, Keeper)>);

impl Keepers {
    /// Starts a run for the seat of this number: its first one starts a warden.
    ///
    /// # Errors
    /// As starting a program has them.
    pub(in super::super) fn start(
        &mut self,
        cage: &Cage,
        seat: usize,
        words: &[OsString],
    ) -> io::Result<(Leash, Pipes)> {
        let at = match self.0.iter().position(|(known, _)| *known == seat) {
            Some(at) => at,
            None => {
                self.0.push((seat, Keeper::start(cage.warden(), words)?));
                self.0.len() - 1
            }
        };
        self.0[at].1.run()
    }

    /// Where they are heard; the place in this list is what [`Keepers::listen`] takes.
    pub(in super::super) fn lines(&self) -> impl Iterator<Item = Option<BorrowedFd<'_>>> {
        self.0.iter().map(|(_, keeper)| keeper.line())
    }

    /// Hears what one has to say.
    pub(in super::super) fn listen(&mut self, place: usize) {
        self.0[place].1.listen();
    }

    /// How a run has ended, if it has; told once.
    pub(in super::super) fn ended(&mut self, leash: &mut Leash) -> Option<Ended> {
        self.0.iter_mut().find(|(_, keeper)| keeper.keeps(leash)).and_then(|(_, keeper)| keeper.ended(leash))
    }
}

/// What stands around programs here, tried out.
///
/// # Errors
/// If no warden starts.
pub(in super::super::super) fn inspect(cage: &Cage) -> io::Result<Vec<Standing>> {
    Keeper::start(cage.warden(), &[]).map(|keeper| keeper.standing().to_vec())
}
