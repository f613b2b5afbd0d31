//! This program as the compiler of the workspace's own packages: cargo calls it in rustc's place,
//! it calls rustc, or clippy where lints are wanted. Decides nothing else.
//!
//! Cargo takes the path of such a program into the names of what it compiles. Checkouts that share
//! a build folder thus have files of their own for our packages, and common ones for dependencies;
//! without it, cargo would take one checkout's program for the other's, since it compares only
//! times of files.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::run::ask;

/// What clippy reads its arguments from. Where it is set, lints are wanted.
const CLIPPY_ARGUMENTS: &str = "CLIPPY_ARGS";

/// A pair of path prefixes for the compiler: it writes the second for the first.
const REMAP: &str = "BOTYARD_REMAP";

/// Has what `command` compiles be the same on every machine. Where the sources of the standard
/// library are installed, the compiler names them by their path, which panics mention; elsewhere it
/// calls them `/rustc/COMMIT`. Told in the compiler's arguments, and not in cargo's flags: those
/// are a part of programs' names.
///
/// # Errors
/// When this program has no path.
pub fn with_public_paths(command: &mut Command) -> Result<&mut Command> {
    let this = std::env::current_exe().context("this program has no path")?;
    let (root, version) = (ask("rustc", &["--print", "sysroot"]), ask("rustc", &["-vV"]));
    let commit = version.as_deref().and_then(|text| text.lines().find_map(|line| line.strip_prefix("commit-hash: ")));
    if let (Some(root), Some(commit)) = (root, commit) {
        let sources = Path::new(root.trim()).join("lib/rustlib/src/rust");
        command.env("RUSTC_WRAPPER", this).env(REMAP, format!("{}=/rustc/{commit}", sources.display()));
    }
    Ok(command)
}

/// Tells cargo, and all that `command` starts, to make clippy's warnings errors wherever our
/// packages are compiled.
pub fn with_lints(command: &mut Command) -> &mut Command {
    command.env(CLIPPY_ARGUMENTS, "-Dwarnings")
}

/// Takes back what [`with_lints`] did, whichever caller asked for it.
pub fn without_lints(command: &mut Command) -> &mut Command {
    command.env_remove(CLIPPY_ARGUMENTS)
}

/// Compiles, if cargo has called this program for that; its first argument is then the path of
/// rustc.
pub fn compile_if_called_by_cargo() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    let rustc = arguments.next().map(PathBuf::from).filter(|program| program.file_stem() == Some("rustc".as_ref()))?;
    let mut command = match std::env::var_os(CLIPPY_ARGUMENTS) {
        None => Command::new(rustc),
        Some(_) => {
            let mut clippy = Command::new(beside(&rustc, "clippy-driver"));
            clippy.arg(rustc);
            clippy
        }
    };
    command.args(arguments);
    if let Some(prefixes) = std::env::var_os(REMAP) {
        command.arg("--remap-path-prefix").arg(prefixes);
    }
    let code = match command.status() {
        Ok(status) => u8::try_from(status.code().unwrap_or(101)).unwrap_or(101),
        Err(error) => {
            eprintln!("cannot start {}: {error}", command.get_program().to_string_lossy());
            101
        }
    };
    Some(ExitCode::from(code))
}

/// Another program of the same toolchain.
fn beside(rustc: &Path, name: &str) -> PathBuf {
    rustc.with_file_name(name).with_extension(std::env::consts::EXE_EXTENSION)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clippy_is_looked_for_beside_the_compiler() {
        let found = beside(Path::new("toolchain/bin/rustc"), "clippy-driver");
        assert_eq!(found.file_stem().unwrap(), "clippy-driver");
        assert_eq!(found.parent().unwrap(), Path::new("toolchain/bin"));
    }
}
