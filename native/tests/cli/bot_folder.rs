//! Bots that are folders: a module plays with the files beside it, in the same way in every
//! command.

use std::fs;

use botyard_host::module::hexadecimal;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::test_dir::TestDir;

/// A bot that prints the content of `lines/book.txt`.
const BOOK_BOT: &str = include_str!("../programs/book.wat");

/// A folder `mine` with that bot and this book.
fn with_book(book: &str) -> TestDir {
    let dir = TestDir::new();
    fs::create_dir_all(dir.path("mine/lines")).expect("our own folder");
    dir.write("mine/bot.wasm", wat::parse_str(BOOK_BOT).expect("a module"));
    dir.write("mine/lines/book.txt", book);
    dir
}

const BOOK: &str = "p\n4\n4\n4\n4\n";

/// The JSON document of a match in which the folder plays first.
fn played(dir: &TestDir, options: &[&str]) -> Value {
    let play = ["play", "connect-four", "mine", "builtin:random", "--seed", "9", "--json"];
    let ran = dir.run(&[&play[..], options].concat());
    serde_json::from_str(&ran.stdout).unwrap_or_else(|why| panic!("{why}: {ran:?}"))
}

fn sha256(document: &Value) -> &str {
    document["players"][0]["sha256"].as_str().expect("a module has a hash")
}

#[test]
fn a_module_reads_the_files_beside_it() {
    let dir = with_book(BOOK);
    let document = played(&dir, &[]);
    let link = document["link"].as_str().expect("a link");
    assert_eq!(document["players"][0]["name"], "mine");
    let columns = dir.run(&["replay", link, "--json"]).stdout;
    assert!(columns.contains("connect-four"), "{columns}");
    // The hash is that of the module and its files together.
    let module = wat::parse_str(BOOK_BOT).expect("a module");
    assert_ne!(sha256(&document), hexadecimal(&Sha256::digest(module)));
    let other = with_book("p\n3\n");
    assert_ne!(sha256(&played(&other, &[])), sha256(&document));
    assert_ne!(played(&other, &[])["link"], document["link"], "it plays by its book");
    let same = with_book(BOOK);
    assert_eq!(played(&same, &[])["link"], document["link"]);
    // Hidden files are left out.
    same.write("mine/.hidden", "x");
    assert_eq!(sha256(&played(&same, &[])), sha256(&document));
}

#[test]
fn every_command_takes_a_folder() {
    let dir = with_book(BOOK);
    dir.run(&["play", "connect-four", "mine/", "builtin:random", "--seed", "9", "--save", "match.json"]);
    let verified = dir.run(&["verify", "match.json", "mine", "builtin:random"]);
    assert_eq!(verified.status, 0, "{verified:?}");
    let rerun = dir.run(&["rerun", "match.json", "--seat", "1", "mine"]);
    assert_eq!(rerun.status, 0, "{rerun:?}");
    dir.write("mine/lines/book.txt", "p\n5\n");
    let verified = dir.run(&["verify", "match.json", "mine", "builtin:random"]);
    assert_ne!(verified.status, 0, "another book is another bot: {verified:?}");
    let rerun = dir.run(&["rerun", "match.json", "--seat", "1", "mine"]);
    assert_eq!(rerun.status, 4, "{rerun:?}");
    dir.write("mine/lines/book.txt", BOOK);
    let series = dir.run(&["series", "connect-four", "mine", "builtin:random", "--games", "2"]);
    assert!(series.status == 0 && series.stdout.contains("mine"), "{series:?}");
    let check = dir.run(&["check", "connect-four", "mine"]);
    assert!(check.status == 4 && check.stdout.contains("mine printed `4`, but that column is full"), "{check:?}");
}

#[test]
fn a_folder_that_is_no_bot_says_what_to_do() {
    let dir = TestDir::new();
    let told = |expected: &str| {
        let ran = dir.run(&["play", "connect-four", "mine", "builtin:random"]);
        assert!(ran.status == 3 && ran.stderr.contains(expected), "{expected}: {ran:?}");
    };
    fs::create_dir_all(dir.path("mine/lines")).expect("our own folder");
    told("mine: it is a folder without a module (.wasm), a bot.js, a bot.ts or a bot.py: name the bot's file");
    dir.write("mine/bot.wasm", "no module");
    told("mine/bot.wasm: this is a text file");
    dir.write("mine/other.js", "");
    dir.write("mine/bot.js", "print(1)");
    told("mine: it is a folder with both bot.wasm and bot.js: name the bot's file");
    fs::remove_file(dir.path("mine/bot.js")).expect("our own file");
    dir.write("mine/bot.wasm", wat::parse_str(BOOK_BOT).expect("a module"));
    dir.write("mine/large", vec![0; (16 << 20) + 1]);
    told("have more than 16 MiB: keep what the bot does not read elsewhere");
}
