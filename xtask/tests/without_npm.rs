//! What `cargo xtask` does and prints without npm and pip.

use std::path::Path;
use std::process::{Command, Output};

/// Runs xtask with only the programs in a folder on PATH, and with nothing installed before.
fn run(programs: &Path, arguments: &[&str]) -> Output {
    let empty = tempfile::tempdir().expect("a folder");
    let mut xtask = Command::new(env!("CARGO_BIN_EXE_xtask"));
    let folders = [("PATH", programs), ("BOTYARD_TOOLS", empty.path()), ("BOTYARD_BUILD", empty.path())];
    xtask.args(arguments).envs(folders).output().expect("it starts")
}

/// The items of `build` with only these programs, line by line, and what it prints on the parts
/// that it leaves out.
fn plan(programs: &Path) -> (String, String) {
    let output = run(programs, &["build", "--list"]);
    let [items, told] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("text"));
    assert!(output.status.success(), "{told}");
    for item in ["building the bots as WASI modules", "building the page's programs", "putting the page together"] {
        assert!(items.lines().any(|line| line == item), "no {item} in {items}");
    }
    (items, told)
}

/// The items that need npm.
const OF_NPM: [&str; 2] = ["compiling the interpreter of JavaScript bots", "installing wasm-opt "];
/// The item that needs pip.
const OF_PIP: &str = "fetching and starting the interpreter of Python bots";

/// A command for the interpreter itself fails and names what it needs.
#[test]
fn the_command_that_makes_the_interpreter_names_npm() {
    let empty = tempfile::tempdir().expect("a folder");
    let output = run(empty.path(), &["language", "javascript"]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{told}");
    let sentence =
        "npm was not found: the page is built without JavaScript. Install Node.js 18 or newer, which brings npm.";
    assert!(told.contains(sentence), "{told}");
}

#[test]
fn the_command_that_makes_the_interpreter_of_python_names_pip() {
    let empty = tempfile::tempdir().expect("a folder");
    let output = run(empty.path(), &["language", "python"]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{told}");
    assert!(
        told.contains("python3 with pip was not found: the page and the program are built without Python."),
        "{told}"
    );
}

#[test]
fn everything_else_is_built_and_what_is_left_out_is_told() {
    let empty = tempfile::tempdir().expect("a folder");
    let (items, told) = plan(empty.path());
    assert!(
        OF_NPM.iter().chain(&[OF_PIP, " with npm", "the page's editor"]).all(|item| !items.contains(*item)),
        "{items}"
    );
    for sentence in [
        "npm was not found: the page is built without JavaScript.",
        "pip was not found: the page and the program are built without Python.",
        "No wasm-opt: the page comes out ",
    ] {
        assert!(told.contains(sentence), "no {sentence} in {told}");
    }
}

/// Checks that the test above would find the items if npm were there.
#[cfg(unix)]
#[test]
fn with_npm_and_pip_the_rest_is_made_too() {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    let programs = tempfile::tempdir().expect("a folder");
    for name in ["npm", "node", "python3"] {
        let program = programs.path().join(name);
        fs::write(&program, "#!/bin/sh\necho v20.0.0\n").expect("our own folder");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("our own file");
    }
    let (items, told) = plan(programs.path());
    assert!(OF_NPM.iter().chain(&[OF_PIP]).all(|item| items.contains(*item)), "{items}");
    assert!(!told.contains("npm was not found"), "{told}");
}
