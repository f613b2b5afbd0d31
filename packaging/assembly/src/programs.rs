//! The page's programs: wasm-bindgen writes the script of each, and what starts it is written here.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Mutex;
use std::thread;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use crate::{PageFiles, add_folder, read};

/// Who starts a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramRole {
    /// The page does.
    Main,
    /// Another program does, as a module worker of its loader.
    Worker,
}

impl ProgramRole {
    /// The role that `data-type` names.
    ///
    /// # Errors
    /// When there is no such role.
    pub fn of(name: &str) -> Result<Self> {
        match name {
            "main" => Ok(Self::Main),
            "worker" => Ok(Self::Worker),
            other => bail!("there is no role {other:?} of programs"),
        }
    }

    /// What stands in the page for a program.
    pub fn in_page(self, name: &str) -> String {
        match self {
            Self::Main => format!(
                "<link rel=\"modulepreload\" href=\"./{name}.js\" crossorigin=\"anonymous\">\n    \
                 <link rel=\"preload\" href=\"./{name}_bg.wasm\" crossorigin=\"anonymous\" as=\"fetch\" type=\"application/wasm\">\n    \
                 <script type=\"module\">\nimport init from './{name}.js';\nawait init({{ module_or_path: './{name}_bg.wasm' }});\n</script>"
            ),
            Self::Worker => String::new(),
        }
    }
}

/// A program that wasm-bindgen has written a script for.
pub struct BoundProgram {
    /// The program as the compiler made it.
    compiled: Vec<u8>,
    /// The program and its scripts.
    files: PageFiles,
}

impl BoundProgram {
    /// The files of the program in its role.
    pub fn files(&self, name: &str, role: ProgramRole) -> PageFiles {
        let mut files = self.files.clone();
        if role == ProgramRole::Worker {
            let loader = format!("import init from './{name}.js';await init();");
            files.insert(format!("{name}_loader.js"), loader.into_bytes());
        }
        files
    }
}

/// A program to bind: its name, its path, and what it was last time.
pub type Unbound = (String, PathBuf, Option<BoundProgram>);

/// Binds programs, as many at a time as there are processors: each takes a hundred megabytes.
///
/// # Errors
/// When a program cannot be read, or wasm-bindgen refuses it.
pub fn bind_all(programs: Vec<Unbound>) -> Result<BTreeMap<String, BoundProgram>> {
    let processors = thread::available_parallelism().map_or(1, NonZero::get).min(programs.len());
    let waiting = Mutex::new(programs.into_iter());
    let next = || waiting.lock().expect("nothing fails while it is locked").next();
    thread::scope(|scope| {
        let bind_some = || std::iter::from_fn(next).map(bind_if_new).collect::<Result<Vec<_>>>();
        let threads: Vec<_> = (0..processors).map(|_| scope.spawn(bind_some)).collect();
        let bound = threads.into_iter().map(|thread| thread.join().expect("it returns its errors"));
        Ok(bound.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
    })
}

fn bind_if_new((name, path, before): Unbound) -> Result<(String, BoundProgram)> {
    let compiled = read(&path)?;
    let bound = match before {
        Some(before) if before.compiled == compiled => before,
        _ => bind(&name, compiled).with_context(|| format!("wasm-bindgen refuses {}", path.display()))?,
    };
    Ok((name, bound))
}

fn bind(name: &str, compiled: Vec<u8>) -> Result<BoundProgram> {
    let folder = tempfile::tempdir().context("no folder for temporary files")?;
    let mut bindgen = Bindgen::new();
    bindgen.input_bytes(name, compiled.clone()).typescript(false).omit_default_module_path(false).web(true)?;
    bindgen.generate(folder.path())?;
    let mut files = PageFiles::new();
    add_folder(folder.path(), "", &mut files)?;
    Ok(BoundProgram { compiled, files })
}
