//! Folders with a Makefile as bots.

use std::fs;

use super::super::test_dir::TestDir;

fn folder(dir: &TestDir, name: &str, makefile: &str) {
    fs::create_dir(dir.path(name)).expect("our own folder");
    dir.write(&format!("{name}/Makefile"), makefile);
}

const MATCH: [&str; 9] = ["bitmartyr", "-w", "3", "-h", "3", "-p", "1", "-d", "1"];

#[test]
fn a_folder_is_built_and_plays() {
    let dir = TestDir::new();
    folder(
        &dir,
        "sample",
        "all:\n\tmkdir -p bin\n\tprintf '#!/bin/sh\\ncat > /dev/null; echo 2\\n' > bin/it.new\n\tchmod +x bin/it.new\n\tmv bin/it.new bin/it\n\
         name:\n\t@echo it\n",
    );
    for (bot, told) in [
        ("sample", "Red (sample) had 2 units.\nRed (sample) won!\n"),
        ("-sample/", "Red (sample) had 2 units.\nRed (sample) won!\n"),
    ] {
        let words: Vec<_> = MATCH.into_iter().chain([bot]).collect();
        assert_eq!(dir.run(&words).stdout(0), told);
    }
}

/// The original's script names bots by their folders in `AIs`, and its repository has a `bin` in
/// each.
#[test]
fn a_name_is_one_of_a_submission_too() {
    let dir = TestDir::new();
    fs::create_dir(dir.path("AIs")).expect("our own folder");
    folder(
        &dir,
        "AIs/sample",
        "all:\n\tprintf '#!/bin/sh\\ncat > /dev/null; echo 2\\n' > bin/it\n\tchmod +x bin/it\nname:\n\t@echo it\n",
    );
    let play = |bot| dir.run(&MATCH.into_iter().chain([bot]).collect::<Vec<_>>());
    assert_eq!(play("sample").stdout(0), "Red (sample) had 2 units.\nRed (sample) won!\n");
    assert_eq!(play("simple").complaint(3), "botyard: no such file: simple\n");
    // A file of the same name goes first.
    dir.script("sample", "cat > /dev/null; echo 0");
    assert_eq!(play("sample").stdout(0), "Red (sample) had 1 units.\nRed (sample) won!\n");
}

#[test]
fn a_folder_that_does_not_build_says_why() {
    let dir = TestDir::new();
    folder(&dir, "fails", "all:\n\t@echo half of it\n\t@echo 'it.c:1: no such thing' >&2; exit 1\nname:\n\t@echo it\n");
    folder(&dir, "nameless", "all:\n\t@true\n");
    folder(&dir, "empty", "all:\n\t@true\nname:\n\t@echo it\n");
    fs::create_dir(dir.path("bare")).expect("our own folder");
    for (bot, clues) in [
        ("fails", &["cannot build fails: `make` ended with exit status: 2", "half of it", "it.c:1: no such thing"][..]),
        ("nameless", &["nameless: `make name` failed"]),
        ("empty", &["empty: `make` did not create empty/bin/it, the name that `make name` prints"]),
        ("bare", &["bare is a folder without a Makefile"]),
    ] {
        let words: Vec<_> = MATCH.into_iter().chain([bot]).collect();
        let complaint = dir.run(&words).complaint(3);
        assert!(clues.iter().all(|clue| complaint.contains(clue)), "{bot}: {complaint}");
    }
}

/// Regression: where gnat is missing, each prebuilt bot in Ada was refused. The original's script does
/// not look at what `make` returned.
#[test]
fn a_program_that_is_there_plays_although_its_build_fails() {
    let dir = TestDir::new();
    folder(&dir, "prebuilt", "all:\n\t@echo 'gnatmake: not found' >&2; exit 127\nname:\n\t@echo it\n");
    fs::create_dir(dir.path("prebuilt/bin")).expect("our own folder");
    dir.script("prebuilt/bin/it", "cat > /dev/null; echo 2");
    let ran = dir.run(&MATCH.into_iter().chain(["prebuilt"]).collect::<Vec<_>>());
    for clue in ["cannot build prebuilt", "gnatmake: not found", "prebuilt/bin/it is there from an earlier build"] {
        assert!(ran.stderr.contains(clue), "{ran:?}");
    }
    assert_eq!(ran.stdout(0), "Red (prebuilt) had 2 units.\nRed (prebuilt) won!\n");
}
