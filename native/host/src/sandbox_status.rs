//! The restrictions of the sandbox for executables that are in force on this system.

use std::io;

use super::platform;
use super::process_sandbox::{ProcessSandbox, RestrictionStatus};

impl ProcessSandbox {
    /// The status of every restriction on this system, found out by applying it.
    ///
    /// # Errors
    /// If the warden does not start.
    pub fn inspect(&self) -> io::Result<Vec<RestrictionStatus>> {
        platform::inspect(self)
    }
}
