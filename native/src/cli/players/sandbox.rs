//! The sandbox options of the command line and of files: `--no-sandbox`, `--require-sandbox`,
//! `--read`. Knows no match.

use std::env;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use botyard_engine::fault::printable;

use botyard_host::process_sandbox::{ProcessSandbox, Restriction, RestrictionStatus};

use crate::cli::command_error::CommandError;

/// Options of every command that starts executables.
#[derive(Debug, Clone, Default, clap::Args)]
#[group(skip)]
pub struct SandboxArgs {
    /// Start executables without a sandbox: they may do whatever you may
    #[arg(long, global = true, conflicts_with = "require_sandbox")]
    no_sandbox: bool,
    /// Refuse to start executables unless all restrictions that `botyard doctor` lists are in force
    #[arg(long, global = true)]
    require_sandbox: bool,
    /// Let executables read this file or folder, too; can be repeated
    #[arg(long = "read", value_name = "PATH", global = true)]
    readable: Vec<PathBuf>,
}

impl SandboxArgs {
    /// The options' long names.
    pub const NAMES: [&'static str; 3] = ["no-sandbox", "read", "require-sandbox"];

    /// The options of a file.
    pub fn of_file(no_sandbox: bool, require_sandbox: bool, readable: Vec<PathBuf>) -> Self {
        Self { no_sandbox, require_sandbox, readable }
    }

    /// Whether executables are started without a sandbox.
    pub fn is_without_sandbox(&self) -> bool {
        self.no_sandbox
    }

    /// Whether executables are started only in a complete sandbox.
    pub fn is_sandbox_required(&self) -> bool {
        self.require_sandbox
    }

    /// The further paths that executables may read, as they were given.
    pub fn given_readable(&self) -> &[PathBuf] {
        &self.readable
    }

    /// The first of these options that lifts a restriction which `own` options do not lift, as it
    /// is to be typed.
    pub fn find_lifted(&self, own: &Self) -> Option<String> {
        if self.no_sandbox && !own.no_sandbox {
            return Some("--no-sandbox".to_owned());
        }
        let is_new = |path: &&PathBuf| !own.no_sandbox && !own.readable.contains(path);
        self.readable.iter().find(is_new).map(|path| format!("--read {}", printable(&path.display().to_string())))
    }

    /// The real paths of the files and folders that bots may read.
    ///
    /// # Errors
    /// If one of them does not exist.
    fn readable(&self) -> Result<Vec<PathBuf>, CommandError> {
        let real = |path: &PathBuf| {
            let shown = || printable(&path.display().to_string());
            path.canonicalize().map_err(|why| CommandError::Usage(format!("--read {}: {why}", shown())))
        };
        self.readable.iter().map(real).collect()
    }
}

/// The options for the whole program, because every command would only pass them on.
static OPTIONS: Mutex<Option<SandboxArgs>> = Mutex::new(None);

/// Stores options in addition to those that were stored before.
///
/// # Errors
/// If a path that bots may read does not exist, even if no executable will be started.
pub fn store_options(args: SandboxArgs) -> Result<(), CommandError> {
    args.readable()?;
    let mut stored = OPTIONS.lock().unwrap_or_else(PoisonError::into_inner);
    let options = stored.get_or_insert_default();
    options.no_sandbox |= args.no_sandbox;
    options.require_sandbox |= args.require_sandbox;
    options.readable.extend(args.readable);
    Ok(())
}

/// The options as they were given.
pub fn options() -> SandboxArgs {
    OPTIONS.lock().unwrap_or_else(PoisonError::into_inner).clone().unwrap_or_default()
}

/// The sandbox for executables; `None` with `--no-sandbox`.
///
/// # Errors
/// If restrictions are missing that `--require-sandbox` requires.
pub fn process_sandbox() -> Result<Option<ProcessSandbox>, CommandError> {
    let Some(process_sandbox) = unchecked_process_sandbox()? else { return Ok(None) };
    if options().require_sandbox {
        let is_missing =
            |status: &RestrictionStatus| status.fault.is_some() && Restriction::ALL.contains(&status.restriction);
        let missing: Vec<_> = inspect(&process_sandbox)?.into_iter().filter(is_missing).collect();
        if !missing.is_empty() {
            let names: Vec<_> = missing.iter().map(|status| status.restriction.name()).collect();
            let names = names.join(", ");
            return Err(CommandError::Check(format!(
                "--require-sandbox refuses to play: the sandbox lacks {names} (see `botyard doctor`)"
            )));
        }
    }
    Ok(Some(process_sandbox))
}

/// Like [`process_sandbox`], without checking the restrictions: for executables that other
/// computers start.
///
/// # Errors
/// If it cannot be made.
pub fn unchecked_process_sandbox() -> Result<Option<ProcessSandbox>, CommandError> {
    let options = options();
    if options.no_sandbox {
        return Ok(None);
    }
    Ok(Some(own_sandbox()?.with_readable(options.readable()?)))
}

/// The sandbox with this program as its warden.
pub fn own_sandbox() -> Result<ProcessSandbox, CommandError> {
    let program = env::current_exe();
    program
        .map(ProcessSandbox::new)
        .map_err(|why| CommandError::Internal(format!("cannot find botyard's own executable: {why}")))
}

/// The status of each restriction, found out by applying it.
pub fn inspect(process_sandbox: &ProcessSandbox) -> Result<Vec<RestrictionStatus>, CommandError> {
    process_sandbox.inspect().map_err(|why| CommandError::Check(format!("the sandbox does not start: {why}")))
}
