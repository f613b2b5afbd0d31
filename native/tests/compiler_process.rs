//! Modules are compiled in a process of their own, which can be stopped, and cached where no other
//! user can write.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use botyard_engine::live::TrialEnding;
use botyard_host::module::{CodeCache, CompilerProcess, ModuleError, ModuleLoader, StandaloneRun};
use tempfile::TempDir;

/// The program, which is started as the compiler process.
const PROGRAM: &str = env!("CARGO_BIN_EXE_botyard");

/// A module that exits with this status.
fn module(status: u8) -> Vec<u8> {
    let text = format!(
        r#"(module
            (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
            (memory (export "memory") 1)
            (func (export "_start") (call $exit (i32.const {status}))))"#
    );
    wat::parse_str(text).expect("the text is a module")
}

fn loader(compiler: CompilerProcess) -> ModuleLoader {
    ModuleLoader::new().expect("wasmtime works here").with_compiler(compiler)
}

/// Loads these bytes with this loader, and returns how the module exits.
fn status(loader: &ModuleLoader, bytes: &[u8]) -> TrialEnding {
    let loaded = loader.load(bytes).expect("it can be loaded");
    let alone = StandaloneRun { limit: Duration::from_secs(1), ..StandaloneRun::default() };
    alone.run(&loaded).expect("it can be run").ending
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder).expect("it is there").map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn a_compiler_process_makes_the_module() {
    let loader = loader(CompilerProcess::new(PROGRAM));
    assert_eq!(status(&loader, &module(7)), TrialEnding::Exited(7));
    let refused = loader.load(b"\0asm\x01\0\0\0").err().expect("it has no _start");
    assert!(matches!(&refused, ModuleError::Refused(why) if why.contains("_start")), "{refused}");
}

#[test]
fn a_module_that_takes_too_long_is_given_up() {
    // Enough functions that compiling them takes longer than a millisecond on any machine.
    let function = "(func (param i32) (result i32) (i32.mul (local.get 0) (local.get 0)))".repeat(20_000);
    let text = format!(r#"(module (memory (export "memory") 1) {function} (func (export "_start")))"#);
    let bytes = wat::parse_str(text).expect("the text is a module");
    let why = loader(CompilerProcess::new(PROGRAM).with_time_limit(Duration::from_millis(1)))
        .load(&bytes)
        .err()
        .expect("it is slow");
    assert!(matches!(why, ModuleError::TooSlow(_)), "{why}");
    assert_eq!(why.to_string(), "the module takes longer than 1ms to compile");
}

/// Only its own work counts, because a compiler on a busy machine has to wait for a processor.
#[test]
fn a_module_is_not_given_up_because_its_compiler_waits() {
    let folder = TempDir::new().unwrap();
    let program = folder.path().join("program");
    fs::write(&program, format!("#!/bin/sh\nsleep 1.5; exec {PROGRAM} \"$@\"\n")).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let compiler = CompilerProcess::new(&program).with_time_limit(Duration::from_secs(1));
    assert_eq!(status(&loader(compiler), &module(7)), TrialEnding::Exited(7));
}

#[test]
fn a_program_that_is_no_compiler_process_is_told() {
    let why = loader(CompilerProcess::new("true")).load(&module(0)).err().expect("it says nothing");
    assert!(matches!(why, ModuleError::Compile(_)), "{why}");
    let why = loader(CompilerProcess::new("./no/such/program")).load(&module(0)).err().expect("it is not there");
    assert!(matches!(why, ModuleError::Engine(_)), "{why}");
}

#[test]
fn what_was_made_is_found_again() {
    let folder = TempDir::new().unwrap();
    let cache = || CodeCache::open(folder.path().join("cache")).expect("it is ours");
    let compiler = || CompilerProcess::new(PROGRAM).with_cache(Some(cache()));
    assert_eq!(status(&loader(compiler()), &module(1)), TrialEnding::Exited(1));
    assert_eq!(files(cache().folder()).len(), 1);
    // A compiler process without any time finds the code in the cache.
    let hasty = loader(compiler().with_time_limit(Duration::ZERO));
    assert_eq!(status(&hasty, &module(1)), TrialEnding::Exited(1));
    assert!(matches!(hasty.load(&module(2)), Err(ModuleError::TooSlow(_))));
}

#[test]
fn what_is_not_whole_or_not_in_its_place_is_made_anew() {
    let folder = TempDir::new().unwrap();
    let cache = CodeCache::open(folder.path().join("cache")).expect("it is ours");
    let loader = loader(CompilerProcess::new(PROGRAM).with_cache(Some(cache.clone())));
    assert_eq!(status(&loader, &module(1)), TrialEnding::Exited(1));
    let [first] = files(cache.folder()).try_into().expect("one is kept");
    let whole = fs::read(&first).unwrap();
    assert_eq!(status(&loader, &module(2)), TrialEnding::Exited(2));
    let second = files(cache.folder()).into_iter().find(|path| *path != first).expect("another is kept");
    // The code of another module; half of the code; an empty file; code with a changed byte.
    let mut changed = whole.clone();
    *changed.last_mut().unwrap() ^= 1;
    for content in [fs::read(&second).unwrap(), whole[..whole.len() / 2].to_vec(), Vec::new(), changed] {
        fs::write(&first, content).unwrap();
        assert_eq!(status(&loader, &module(1)), TrialEnding::Exited(1));
        assert_eq!(fs::read(&first).unwrap()[32..].len(), whole.len() - 32);
    }
}

#[test]
fn what_others_can_write_is_not_believed() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("cache");
    let cache = CodeCache::open(path.clone()).expect("it is ours");
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o700);
    let allow = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    let hasty =
        || loader(CompilerProcess::new(PROGRAM).with_cache(Some(cache.clone())).with_time_limit(Duration::ZERO));
    assert_eq!(
        status(&loader(CompilerProcess::new(PROGRAM).with_cache(Some(cache.clone()))), &module(1)),
        TrialEnding::Exited(1)
    );
    let [kept] = files(&path).try_into().expect("one is kept");
    assert!(hasty().load(&module(1)).is_ok());
    for mode in [0o620, 0o602] {
        allow(&kept, mode);
        assert!(hasty().load(&module(1)).is_err(), "{mode:o}");
    }
    for mode in [0o770, 0o702, 0o777] {
        allow(&path, mode);
        assert!(CodeCache::open(path.clone()).is_err(), "{mode:o}");
    }
    allow(&path, 0o700);
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    assert!(CodeCache::open(link).is_err(), "a link leads where somebody else wants");
}
