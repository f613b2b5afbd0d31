//! npm, where it is: it brings what no other registry has.

use std::process::Command;

use crate::run::ask;

/// Whether it can be called.
pub fn is_here() -> bool {
    ask(program(), &["--version"]).is_some()
}

/// Installs what follows, and nothing else.
pub fn npm() -> Command {
    let mut install = Command::new(program());
    install.args(["install", "--no-save", "--no-audit", "--no-fund"]);
    install
}

/// Installs what the lock file of the folder names, in which it is called, and nothing else; no
/// script of a package is run.
pub fn installation_of_lock_file() -> Command {
    let mut install = Command::new(program());
    install.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
    install
}

fn program() -> &'static str {
    if cfg!(windows) { "npm.cmd" } else { "npm" }
}
