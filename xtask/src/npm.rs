//! npm, if it is installed: the source of tools that no other registry has.

use std::process::Command;

use crate::run::ask;

/// Whether npm can be called.
pub fn is_here() -> bool {
    ask(program(), &["--version"]).is_some()
}

/// The command that installs the packages that are added to it, and nothing else.
pub fn npm() -> Command {
    let mut install = Command::new(program());
    install.args(["install", "--no-save", "--no-audit", "--no-fund"]);
    install
}

/// The command that installs what the lock file in its current folder names, and nothing else; it
/// runs no script of a package.
pub fn installation_of_lock_file() -> Command {
    let mut install = Command::new(program());
    install.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
    install
}

fn program() -> &'static str {
    if cfg!(windows) { "npm.cmd" } else { "npm" }
}
