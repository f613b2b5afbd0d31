//! Where the system offers nothing that would hold a program.

#[cfg(unix)]
mod keepers {
    use std::ffi::OsString;
    use std::io;
    use std::os::fd::{BorrowedFd, OwnedFd};

    use super::super::Ended;
    use crate::host::cage::Cage;

    /// There are none.
    #[derive(Debug, Default)]
    pub(in super::super) struct Keepers;

    /// There is none.
    #[derive(Debug)]
    pub(in super::super) enum Leash {}

    /// A run's pipes: stdin, stdout, stderr.
    type Pipes = [OwnedFd; 3];

    impl Keepers {
        pub(in super::super) fn of(_: Vec<Vec<OsString>>) -> Self {
            Self
        }

        pub(in super::super) fn start(&mut self, _: &Cage, _: usize, _: &[OsString]) -> io::Result<(Leash, Pipes)> {
            Err(io::ErrorKind::Unsupported.into())
        }

        pub(in super::super) fn lines(&self) -> impl Iterator<Item = Option<BorrowedFd<'_>>> {
            std::iter::empty()
        }

        pub(in super::super) fn listen(&mut self, _: usize) {}

        pub(in super::super) fn ended(&mut self, leash: &mut Leash) -> Option<Ended> {
            match *leash {}
        }
    }
}

#[cfg(unix)]
pub(super) use keepers::{Keepers, Leash};

use std::io;
use std::process::ExitCode;

use crate::host::cage::{Cage, Standing, Wall};

/// Nobody is started as a warden.
pub fn warden() -> Option<ExitCode> {
    None
}

/// Nothing stands.
pub(in super::super) fn inspect(_: &Cage) -> io::Result<Vec<Standing>> {
    let missing = |wall| Standing::of(wall, Err("botyard knows no way to do it on this system"));
    Ok(Wall::ALL.map(missing).to_vec())
}
