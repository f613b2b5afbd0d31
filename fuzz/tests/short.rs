//! A short run of every fuzz target: its seeds, and by default always the same mutations of them. It
//! prints a failing input as bytes that can be kept as a seed.

mod mutation;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use botyard_effort::{count, seed};
use botyard_fuzz::{FuzzTarget, TARGETS};
use fastrand::Rng;
use mutation::mutation;

fn fuzz() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn names_in(folder: &str) -> BTreeSet<String> {
    let entries = fuzz().join(folder).read_dir().unwrap_or_else(|why| panic!("fuzz/{folder}: {why}"));
    let name = |path: PathBuf| path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
    entries.map(|entry| name(entry.expect("a name").path())).collect()
}

/// The files of a target, always in the same order.
fn seeds(name: &str) -> Vec<Vec<u8>> {
    let folder = fuzz().join("seeds").join(name);
    let entries = folder.read_dir().unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    let paths: BTreeSet<PathBuf> = entries.map(|entry| entry.expect("a name").path()).collect();
    paths.into_iter().map(|path| std::fs::read(path).expect("a file")).collect()
}

/// Runs a target over its seeds and over mutations of them, and returns the number of inputs.
///
/// # Errors
/// The first input that fails, and where to keep it.
fn run(target: FuzzTarget, seeds: &[Vec<u8>], mutations: usize) -> Result<usize, String> {
    let mut random = Rng::with_seed(seed(1));
    let mutated = (0..mutations).map(|_| mutation(seeds, &mut random));
    let mut inputs = 0;
    for input in seeds.iter().cloned().chain(mutated) {
        inputs += 1;
        if catch_unwind(AssertUnwindSafe(|| (target.check)(&input))).is_err() {
            return Err(describe_input(target.name, &input));
        }
    }
    Ok(inputs)
}

/// An input as a command that keeps it.
fn describe_input(name: &str, input: &[u8]) -> String {
    let hash = input
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3));
    let hex: String = input.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{name} does not hold; to keep the input: echo {hex} | xxd -r -p > fuzz/seeds/{name}/found-{hash:016x}")
}

/// How many mutations a target has, unless the environment says otherwise.
fn mutations() -> usize {
    let wish = std::env::var("FUZZ_MUTATIONS").ok();
    wish.map_or_else(|| count(60, 600), |wish| wish.parse().expect("FUZZ_MUTATIONS is a number"))
}

#[test]
fn every_target_holds_for_a_while() {
    let mut found = Vec::new();
    for target in TARGETS {
        let seeds = seeds(target.name);
        assert!(!seeds.is_empty(), "{} has seeds", target.name);
        match run(*target, &seeds, mutations()) {
            Ok(inputs) => println!("{:20} {inputs:5} inputs, {:2} of them seeds", target.name, seeds.len()),
            Err(told) => found.push(told),
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn what_does_not_hold_is_told() {
    let target = FuzzTarget { name: "no-b", check: |bytes| assert!(!bytes.contains(&b'b')) };
    let told = run(target, &[b"a".to_vec(), b"ab".to_vec()], 0).expect_err("the second seed has one");
    assert_eq!(
        told,
        "no-b does not hold; to keep the input: echo 6162 | xxd -r -p > fuzz/seeds/no-b/found-089c4407b545986a"
    );
    assert_eq!(run(target, &[b"a".to_vec()], 0), Ok(1));
    assert!(run(target, &[b"a".to_vec()], 100_000).is_err(), "a mutation makes one");
}

#[test]
fn every_target_has_its_folder_and_its_program() {
    let names: BTreeSet<_> = TARGETS.iter().map(|target| target.name.to_owned()).collect();
    assert_eq!(names_in("seeds"), names);
    assert_eq!(names_in("libfuzzer/fuzz_targets"), names);
    for name in names {
        let program =
            std::fs::read_to_string(fuzz().join(format!("libfuzzer/fuzz_targets/{name}.rs"))).expect("a file");
        assert!(program.contains(&format!("botyard_fuzz::check(\"{name}\", bytes)")), "{name} checks itself");
    }
}
