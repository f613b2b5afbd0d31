//! Folders with a Makefile as bots.

use std::fs;

use super::super::yard::Yard;

fn folder(yard: &Yard, name: &str, makefile: &str) {
    fs::create_dir(yard.path(name)).expect("our own folder");
    yard.write(&format!("{name}/Makefile"), makefile);
}

const MATCH: [&str; 9] = ["bitmartyr", "-w", "3", "-h", "3", "-p", "1", "-d", "1"];

#[test]
fn a_folder_is_built_and_plays() {
    let yard = Yard::new();
    folder(
        &yard,
        "sample",
        "all:\n\tmkdir -p bin\n\tprintf '#!/bin/sh\\ncat > /dev/null; echo 2\\n' > bin/it.new\n\tchmod +x bin/it.new\n\tmv bin/it.new bin/it\n\
         name:\n\t@echo it\n",
    );
    for (bot, told) in [
        ("sample", "Red (sample) had 2 units.\nRed (sample) won!\n"),
        ("-sample/", "Red (sample) had 2 units.\nRed (sample) won!\n"),
    ] {
        let words: Vec<_> = MATCH.into_iter().chain([bot]).collect();
        assert_eq!(yard.run(&words).stdout(0), told);
    }
}

#[test]
fn a_folder_that_does_not_build_says_why() {
    let yard = Yard::new();
    folder(
        &yard,
        "fails",
        "all:\n\t@echo half of it\n\t@echo 'it.c:1: no such thing' >&2; exit 1\nname:\n\t@echo it\n",
    );
    folder(&yard, "nameless", "all:\n\t@true\n");
    folder(&yard, "empty", "all:\n\t@true\nname:\n\t@echo it\n");
    fs::create_dir(yard.path("bare")).expect("our own folder");
    for (bot, clues) in [
        ("fails", &["cannot build fails: `make` ended with exit status: 2", "half of it", "it.c:1: no such thing"][..]),
        ("nameless", &["nameless: `make name` failed"]),
        ("empty", &["empty: `make` did not create empty/bin/it, the name that `make name` prints"]),
        ("bare", &["bare is a folder without a Makefile"]),
    ] {
        let words: Vec<_> = MATCH.into_iter().chain([bot]).collect();
        let complaint = yard.run(&words).complaint(3);
        assert!(clues.iter().all(|clue| complaint.contains(clue)), "{bot}: {complaint}");
    }
}
