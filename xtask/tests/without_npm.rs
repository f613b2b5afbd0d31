//! What `cargo xtask` says where there is no npm.

use std::process::Command;

/// Whoever asks for the interpreter itself is told what it needs.
#[test]
fn the_command_that_makes_the_interpreter_names_npm() {
    let empty = tempfile::tempdir().expect("a folder");
    let mut xtask = Command::new(env!("CARGO_BIN_EXE_xtask"));
    // Nothing is found, and nothing that was installed before.
    let folders = ["PATH", "BOTYARD_TOOLS", "BOTYARD_BUILD"].map(|variable| (variable, empty.path()));
    let output = xtask.arg("javascript").envs(folders).output().expect("it starts");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{told}");
    let sentence =
        "npm was not found: the page is built without JavaScript. Install Node.js 18 or newer, which brings npm.";
    assert!(told.contains(sentence), "{told}");
}
