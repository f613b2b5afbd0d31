//! `botyard serve`, and a match that is opened in the page. The page itself is not here: see
//! `tests/serve` and the browser tests.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Command;

use super::test_dir::{Talk, TestDir, code, start};

/// A folder with a page in it.
fn page(dir: &TestDir) -> String {
    fs::create_dir(dir.path("page")).expect("our own folder");
    dir.write("page/index.html", "<!doctype html>");
    dir.path("page").to_string_lossy().into_owned()
}

fn interrupt(talk: &Talk) {
    let pid = talk.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("there is a kill").success());
}

/// The place of a server and its token, from a line that ends with its address.
fn parts(line: &str) -> (String, String) {
    let address = line.split("http://").nth(1).expect("an address");
    let (place, rest) = address.split_once("/#/").expect("a place");
    (place.to_owned(), rest.split_once("?server=").expect("a token").1.to_owned())
}

fn is_served(place: &str) -> bool {
    let mut stream = TcpStream::connect(place).expect("it listens");
    write!(stream, "GET / HTTP/1.1\r\nhost: {place}\r\nconnection: close\r\n\r\n").expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    answer.ends_with("<!doctype html>")
}

#[test]
fn serve_lists_the_bots_says_where_the_page_is_and_ends_with_ctrl_c() {
    let dir = TestDir::new();
    let page = page(&dir);
    dir.player("mine", "1");
    dir.write("asleep.sh", "#!/bin/sh\n");
    dir.write("notes.txt", "not a bot");
    let mut talk = Talk::new(dir.start(&["serve", "--bots", ".", "--page", &page, "--port", "0"]));
    assert_eq!(talk.read_line(), "2 bots in ., 1 ready:");
    assert_eq!(talk.read_line(), "  asleep.sh  not ready: not executable (try: chmod +x)");
    assert_eq!(talk.read_line(), "  mine       ready, executable");
    let (place, token) = parts(&talk.read_line());
    assert!(place.starts_with("127.0.0.1:") && token.len() == 32);
    assert_eq!(talk.read_line(), "Press Ctrl-C to stop.");
    assert!(is_served(&place));
    interrupt(&talk);
    assert_eq!(code(talk.child.wait().expect("it ends")), 130);
    assert!(TcpStream::connect(place).is_err());
}

#[test]
fn without_a_page_it_is_said_how_to_get_one() {
    let dir = TestDir::new();
    let complaint = dir.run(&["serve", "--page", "."]).complaint(5);
    assert!(complaint.contains("cargo xtask build"), "{complaint}");
    let complaint = dir.run(&["serve", "--page", "none"]).complaint(5);
    assert!(complaint.contains("cannot read the page in none"), "{complaint}");
}

#[test]
fn a_folder_or_a_port_that_cannot_be_had_is_said() {
    let dir = TestDir::new();
    let page = page(&dir);
    let complaint = dir.run(&["serve", "--page", &page, "--bots", "none"]).complaint(5);
    assert!(complaint.contains("cannot read none"), "{complaint}");
    let taken = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    let port = taken.local_addr().expect("it is bound").port().to_string();
    let complaint = dir.run(&["serve", "--page", &page, "--port", &port]).complaint(2);
    assert!(complaint.contains(&format!("cannot listen on 127.0.0.1:{port}")), "{complaint}");
}

#[test]
fn a_match_is_opened_in_the_page_and_ends_with_ctrl_c_also_before_one_has_come() {
    let dir = TestDir::new();
    let page = page(&dir);
    dir.write("map.txt", "1 4 2\n3 1 1 3\n");
    dir.write("config.txt", "log.txt map.txt 2 human builtin:greedy");
    for command in [
        &["play", "connect-four", "human", "builtin:random", "-g"][..],
        &["connect-four", "-g", "MANUAL_MODE", "builtin:random"],
        &["stratego", "-g", "human", "builtin:dummy"],
        &["generals", "-g", "config.txt"],
    ] {
        opens_its_match(&dir, &page, command);
    }
}

#[track_caller]
fn opens_its_match(dir: &TestDir, page: &str, command: &[&str]) {
    let mut command = dir.command(command);
    // The path contains no program that could open a browser.
    command.env("BOTYARD_PAGE", page).env("PATH", "");
    let mut talk = Talk::new(start(command));
    let mut said = BufReader::new(talk.child.stderr.take().expect("a pipe"));
    let mut line = String::new();
    said.read_line(&mut line).expect("UTF-8");
    let (place, _) = parts(line.trim_end());
    assert!(is_served(&place), "{line}");
    interrupt(&talk);
    assert_eq!(code(talk.child.wait().expect("it ends")), 130);
}
