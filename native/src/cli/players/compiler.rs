//! How a command's modules are compiled, and where compiled code is cached. Shows that a large one is
//! being compiled, which takes many seconds.

use std::any::Any;
use std::io;
use std::time::Duration;

use botyard::bots;
use botyard_host::module::{CodeCache, CompilerProcess, ModuleLoader};
use botyard_sandbox::script::ScriptLanguage;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::command_error::CommandError;
use crate::cli::output::stderr_notes::note;

/// The fewest bytes of a module that takes seconds.
const LARGE: usize = 4 << 20;
/// How often the time is drawn.
const TICK: Duration = Duration::from_millis(100);

/// Compiles in processes of this program, with the user's cache.
///
/// # Errors
/// If the path of this program is unknown.
pub fn start_compiler() -> io::Result<CompilerProcess> {
    Ok(CompilerProcess::new(std::env::current_exe()?).with_cache(CodeCache::of_user()).with_watch(watch_compilation))
}

/// A loader that compiles modules in such processes.
///
/// # Errors
/// If wasmtime does not work on this machine.
pub fn loader() -> Result<ModuleLoader, CommandError> {
    let loader = ModuleLoader::new().map_err(|why| CommandError::Internal(why.to_string()))?;
    Ok(loader.with_compiler(start_compiler()?))
}

/// Shows the progress of a large module.
fn watch_compilation(module: &[u8]) -> Option<Box<dyn Any>> {
    let progress = (module.len() >= LARGE).then(|| CompilationProgress::start(&name_of(module)))?;
    Some(Box::new(progress))
}

/// What is compiled.
fn name_of(module: &[u8]) -> String {
    let language = ScriptLanguage::ALL.into_iter().find(|language| bots::interpreter(*language) == Some(module));
    match language {
        Some(language) => format!("the interpreter of {}", language.name()),
        None => format!("a module of {} MB", module.len() / 1_000_000),
    }
}

/// A compilation under way: on a terminal the time that it has taken, otherwise one line. What is on a
/// terminal is removed at the end.
struct CompilationProgress(ProgressBar);

impl CompilationProgress {
    fn start(what: &str) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{spinner} compiling {msg}, once: {elapsed}");
        bar.set_style(style.expect("the template is valid"));
        bar.set_message(what.to_owned());
        bar.enable_steady_tick(TICK);
        if bar.is_hidden() {
            note(&format!("compiling {what}, once: this takes some seconds"));
        }
        Self(bar)
    }
}

impl Drop for CompilationProgress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compiled_has_a_name() {
        assert_eq!(name_of(&[0; 12_300_000]), "a module of 12 MB");
        for language in ScriptLanguage::interpreted() {
            let Some(module) = bots::interpreter(language) else { continue };
            assert_eq!(name_of(module), format!("the interpreter of {}", language.name()));
        }
    }

    #[test]
    fn small_modules_are_compiled_in_silence() {
        assert!(watch_compilation(&[0; 100_000]).is_none());
    }
}
