//! The checks that cargo makes: formatting, lints, documentation, tests, and that packages compile
//! for their targets.
//!
//! All that runs on this system is compiled in one profile and always for the whole workspace:
//! another choice of packages would choose other features for shared dependencies, and compile them
//! again.
//!
//! Benchmarks are only checked: linking them with full optimisation would take longer than all
//! else, and show nothing more.

use std::process::Command;

use anyhow::{Context, Result};

use super::tally::{StepOutcome, count};
use crate::bots;
use crate::checkout::Checkout;
use crate::licence_list::LicenceList;
use crate::run::run;
use crate::system_packages;
use crate::targets;

/// The other systems that the program is made for.
const ELSEWHERE: [&str; 2] = ["x86_64-pc-windows-gnu", "x86_64-apple-darwin"];

/// All packages whose tests are run, except the bots.
const REST: [&str; 3] = ["--workspace", "--exclude", "botyard-bots"];
/// The bots' library and the tests that play them.
const BOTS: [&str; 5] = ["-p", "botyard-bots", "--lib", "--test", "*"];

/// The packages that are made for the page alone.
const WEB: &str = "botyard-web*";
/// The packages that run in the page.
const PAGE_PACKAGES: [&str; 6] = ["-p", WEB, "-p", "botyard-engine", "-p", "botyard-sandbox"];

pub fn formatting(checkout: &Checkout) -> Result<StepOutcome> {
    run(checkout.cargo().args(["fmt", "--all", "--check"])).context("`cargo fmt --all` sets it right")?;
    Ok(StepOutcome::passed())
}

/// Lints all packages. As the first step that compiles, it makes sure with `--locked` that
/// Cargo.lock was committed as it should be. Clippy compiles the tests, so that their sources are
/// not compiled a second time to be run.
pub fn lints(checkout: &Checkout) -> Result<StepOutcome> {
    for what in [&BOTS[..], &REST] {
        run(checkout.cargo_with_lints().args(["test", "--locked", "--no-run"]).args(what))?;
    }
    // Not `--benches`, which would check unit tests too, although they were compiled before.
    let mut check = checkout.cargo_with_lints();
    run(check.args(["check", "--workspace", "--exclude", WEB, "--bench", "*", "--examples"]))?;
    Ok(StepOutcome::passed())
}

/// Like [`lints`], for the package of the browsers' step.
pub fn lints_for_the_browser_tests(checkout: &Checkout) -> Result<StepOutcome> {
    run(checkout.cargo_with_lints().args(["test", "--workspace", "--test", "browsers", "--no-run"]))?;
    Ok(StepOutcome::passed())
}

pub fn lints_for_the_page(checkout: &Checkout) -> Result<StepOutcome> {
    run(checkout.cargo_with_lints().args(["check", "--target", targets::PAGE]).args(PAGE_PACKAGES))?;
    Ok(StepOutcome::passed())
}

pub fn documentation(checkout: &Checkout) -> Result<StepOutcome> {
    let strict = |what: &[&str]| {
        let mut doc = checkout.cargo_with_lints();
        doc.args(["doc", "--no-deps"]).args(what).env("RUSTDOCFLAGS", "-D warnings");
        run(&mut doc)
    };
    strict(&["--workspace", "--exclude", WEB])?;
    strict(&["-p", WEB, "--target", targets::PAGE])?;
    Ok(StepOutcome::passed())
}

pub fn bots(checkout: &Checkout) -> Result<StepOutcome> {
    bots::modules(checkout)?;
    // Packages that are compiled from here on contain the list.
    LicenceList::new(checkout).refresh()?;
    Ok(StepOutcome::passed())
}

/// What the quick run leaves to the whole one, by parts of names: long games and many of them,
/// hostile bots, fleets, all situations of all games, compilers of other languages.
const LONG: [&str; 25] = [
    "_games_of_five",
    "_games_of_ten",
    "_games_of_twenty",
    "_plays_different_games",
    "a_bundled_bot_has_no_fault_in_any_situation",
    "a_log_of_programs_that_say_anything_replays_to_itself",
    "as_much_input_as_is_wanted",
    "bundled_scripts_are_listed_and_play_as_their_copies_do",
    "changed_builds::",
    "ctrl_c_keeps_what_was_played",
    "deep_recursion_is_an_error_of_the_language",
    "each_comes_to_what_the_catalogue_says",
    "every_target_holds_for_a_while",
    "false_faults::",
    "frozen::connect_four",
    "killed_at_any_moment_",
    "known_positions_have_their_exact_value",
    "memory_that_is_used_up_is_an_error_of_the_language",
    "no_descriptors",
    "no_room_for_what_drop_in_commands_write",
    "starter_in_",
    "starters::",
    "the_starters_win_in_every_game",
    "what_stands_without_",
    "with_nats::",
];

/// Tests the bots first, because hosts' tests play their programs. The programs have no unit tests,
/// so there is less to link without them. Leaving the bots out of the second call does not change
/// the features of dependencies: bots have none.
pub fn tests(checkout: &Checkout) -> Result<StepOutcome> {
    let mut outcome = tests_of(checkout, &REST, &[])?;
    // If the server is missing, the test program that needs it has counted one failure for all of
    // its tests.
    outcome.missing.extend(system_packages::nats_server_advice());
    Ok(outcome)
}

/// Runs the tests without the [`LONG`] ones, and without the examples of the documentation, which
/// take a call of rustdoc for each package.
pub fn quick_tests(checkout: &Checkout) -> Result<StepOutcome> {
    tests_of(checkout, &[&REST[..], &["--tests"]].concat(), &LONG)
}

/// Runs the tests of the bots and of `rest`, except for those that are `skipped`.
fn tests_of(checkout: &Checkout, rest: &[&str], skipped: &[&str]) -> Result<StepOutcome> {
    let skip: Vec<_> = skipped.iter().flat_map(|name| ["--skip", name]).collect();
    let test = |what: &[&str]| {
        let mut test = checkout.cargo_with_lints();
        count(test.args(["test", "--no-fail-fast"]).args(what).arg("--").args(&skip))
    };
    Ok(test(&BOTS)?.and(test(rest)?))
}

/// Checks that the engine imports nothing. All of its code is kept, called or not, so that no
/// import can hide. It is not optimised: the optimiser would leave functions that can be inlined
/// for other crates to compile.
pub fn engine_alone(checkout: &Checkout) -> Result<StepOutcome> {
    let mut build = checkout.cargo_with_lints();
    build.args(["rustc", "-p", "botyard-engine", "--lib", "--target", targets::PAGE, "--crate-type", "cdylib"]);
    run(build.args(["--", "-C", "opt-level=0", "-C", "link-dead-code", "-C", "link-arg=--no-gc-sections"]))?;
    let module = checkout.output().join(targets::PAGE).join("debug/botyard_engine.wasm");
    run(checker(checkout, "wasm-imports")?.arg(module))?;
    Ok(StepOutcome::passed())
}

/// Checks the Rust code for other systems. The C sources among the dependencies are left out: they
/// would need a compiler for each system, and their results are needed only for linking.
pub fn elsewhere(checkout: &Checkout) -> Result<StepOutcome> {
    for target in ELSEWHERE {
        if !targets::installed(target) {
            targets::add(target)?;
        }
        let mut check = checkout.cargo_with_lints();
        check.args(["check", "-p", "botyard", "--target", target]);
        let tools = ["CC", "CXX", "AR", "RANLIB"].map(|tool| format!("{tool}_{}", target.replace('-', "_")));
        run(check.envs(tools.map(|variable| (variable, "true"))))?;
    }
    Ok(StepOutcome::passed())
}

/// A program of this project that checks something; its dependencies are too large for a newcomer's
/// first `cargo xtask`.
///
/// # Errors
/// When it does not compile.
pub fn checker(checkout: &Checkout, name: &str) -> Result<Command> {
    run(checkout.cargo_with_lints().args(["build", "--workspace", "--bin", name]))?;
    let mut command = Command::new(checkout.program(name));
    command.current_dir(checkout.root());
    Ok(command)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Adds the texts of the files below `folder` that lie in a folder of tests.
    fn read_tests(folder: &Path, texts: &mut String) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() && name != "target" && name != "node_modules" && !name.starts_with('.') {
                read_tests(&path, texts);
            }
            if path.components().any(|part| part.as_os_str() == "tests") && name.ends_with(".rs") {
                texts.push_str(&fs::read_to_string(&path).unwrap());
            }
        }
    }

    /// Whether a line begins a function whose name has this part.
    fn has_function(texts: &str, part: &str) -> bool {
        let mut names = texts.lines().filter_map(|line| line.split_once("fn ")?.1.split('(').next());
        names.any(|name| name.contains(part))
    }

    #[test]
    fn what_the_quick_run_leaves_out_is_there() {
        let mut texts = String::new();
        read_tests(Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap(), &mut texts);
        for part in LONG {
            let (modules, function) = part.rsplit_once("::").unwrap_or(("", part));
            // The fleet's program names its tests itself.
            let is_module =
                |name: &str| texts.contains(&format!("mod {name};")) || texts.contains(&format!("\"{name}::\";"));
            assert!(modules.split("::").filter(|name| !name.is_empty()).all(is_module), "{part}");
            assert!(has_function(&texts, function), "{part}");
        }
    }
}
