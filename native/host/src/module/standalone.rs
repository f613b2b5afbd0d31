//! Runs a module outside any match, from start to end, with given arguments, environment and
//! folders and input.

use std::time::{Duration, Instant};

use botyard_driver::{RunPause, RunReport};
use botyard_engine::live::TrialEnding;
use botyard_sandbox::meter::SLICE;
use botyard_sandbox::wasi::{Folder, LoadFolderError};
use botyard_sandbox::{Backstop, Origin, Process};

use super::{LoadedModule, ModuleRun};

/// The environment in which a module runs alone, and its limit.
#[derive(Debug, Clone, Default)]
pub struct StandaloneRun {
    /// Its arguments, beginning with its own name.
    pub args: Vec<String>,
    /// Its environment.
    pub env: Vec<(String, String)>,
    /// The preopened folders, from descriptor 3 on, with their names.
    pub folders: Vec<(String, Folder)>,
    /// All of its input.
    pub input: Vec<u8>,
    /// Its limit of virtual time.
    pub limit: Duration,
}

/// The result of a standalone run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandaloneResult {
    /// How it ended.
    pub ending: TrialEnding,
    /// Its stdout.
    pub stdout: Vec<u8>,
    /// Its stderr, as far as that is kept.
    pub stderr: Vec<u8>,
    /// The virtual time it has spent.
    pub spent: Duration,
}

/// Why a module could not be run.
#[derive(Debug, thiserror::Error)]
pub enum StandaloneError {
    /// A folder does not fit.
    #[error("{0}")]
    Folder(#[from] LoadFolderError),
    /// It cannot be instantiated.
    #[error("{0}")]
    Start(String),
    /// Its input is too long.
    #[error("the input is too long")]
    Input,
}

impl StandaloneRun {
    /// Runs a module to its end.
    ///
    /// # Errors
    /// If it cannot start.
    pub fn run(&self, loaded: &LoadedModule) -> Result<StandaloneResult, StandaloneError> {
        let args: Vec<_> = self.args.iter().map(String::as_str).collect();
        let env: Vec<_> = self.env.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let process = Process::with_folders(Origin::default(), &args, &env, self.folders.clone())?;
        let mut run =
            ModuleRun::with_process(loaded, process).map_err(|why| StandaloneError::Start(why.to_string()))?;
        run.send(&self.input).map_err(|_| StandaloneError::Input)?;
        run.close_stdin();
        run.grant(self.limit);
        let mut backstop = Backstop::default();
        let pause = loop {
            let since = Instant::now();
            match run.run_slice() {
                None if backstop.is_hit(since.elapsed(), SLICE) => break RunPause::HitBackstop(backstop.worked()),
                None => {}
                Some(pause) => break pause,
            }
        };
        let mut report = RunReport::default();
        run.read_report(&mut report);
        let RunReport { stdout, stderr, spent, .. } = report;
        Ok(StandaloneResult { ending: pause.into_trial_ending(), stdout, stderr, spent })
    }
}
