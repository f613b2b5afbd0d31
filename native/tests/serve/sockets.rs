//! Which sockets are accepted, and which messages close them.

use std::thread;

use botyard_engine::live::{FromHost, Hello, ToHost, VERSION};
use botyard_engine::seat::Seat;

use crate::test_page::{Folder, Sits, TestPage, asked, exchange, module, parts, serve};

/// The close code for a violated policy.
const RULE: u16 = 1008;
/// The close code for a message that is too large.
const SIZE: u16 = 1009;

fn hello(token: &str, version: u32) -> String {
    serde_json::to_string(&Hello { token: token.to_owned(), version }).unwrap()
}

#[test]
fn a_socket_from_elsewhere_is_refused() {
    let server = serve(&Folder::new());
    let (to, _) = parts(&server);
    for origin in [None, Some("https://example.org"), Some("null"), Some("http://localhost:1")] {
        assert_eq!(TestPage::silent(to, origin).err(), Some(403), "{origin:?}");
    }
}

#[test]
fn the_token_is_long_and_only_behind_the_hash() {
    let server = serve(&Folder::new());
    let address = server.address(Some("connect-four"));
    let (sent, kept) = address.split_once('#').unwrap();
    let (_, token) = parts(&server);
    assert!(!sent.contains(&token) && kept.contains(&token));
    assert!(token.len() == 32 && token.bytes().all(|digit| digit.is_ascii_hexdigit()));
    assert_ne!(token, parts(&serve(&Folder::new())).1);
}

#[test]
fn connections_without_the_token_are_closed() {
    let server = serve(&Folder::new());
    let (to, token) = parts(&server);
    let other = "0".repeat(32);
    let long = "x".repeat(10_000);
    for words in
        [&hello(&other, VERSION), &hello("", VERSION), "{}", "\"stop\"", "rubbish", &hello(&long, VERSION), &token]
    {
        let mut page = TestPage::silent(to, Some(&format!("http://{to}"))).unwrap();
        page.text(words);
        assert_eq!(page.farewell().0, RULE, "{words}");
    }
    let mut page = TestPage::silent(to, Some(&format!("http://{to}"))).unwrap();
    page.file(hello(&token, VERSION).as_bytes());
    assert_eq!(page.farewell().0, RULE, "a file is no greeting");
}

/// Otherwise, other programs could hold every place. The test's client gives up after a minute, far
/// later than the server should: then the test fails.
#[test]
fn a_connection_that_sends_nothing_is_closed_soon() {
    let server = serve(&Folder::new());
    let (to, _) = parts(&server);
    let page = TestPage::silent(to, Some(&format!("http://{to}"))).unwrap();
    let [silent, half] = ["", "GET / HTTP/1.1\r\nHost: "].map(|sent| thread::spawn(move || exchange(to, sent)));
    assert_eq!(page.farewell(), (RULE, "no token received".to_owned()));
    assert_eq!(silent.join().unwrap(), "");
    assert_eq!(half.join().unwrap(), "");
}

/// Regression: 64 of them kept pages out until the server closed them.
#[test]
fn sockets_without_the_token_keep_no_page_out() {
    let server = serve(&Folder::new());
    let (to, _) = parts(&server);
    let silent = || TestPage::silent(to, Some(&format!("http://{to}"))).expect("it is let in, and has yet to greet");
    let _silent: Vec<_> = (0..80).map(|_| silent()).collect();
    TestPage::with_bots(&server);
}

#[test]
fn a_page_of_another_version_is_told_so() {
    let server = serve(&Folder::new());
    let (to, token) = parts(&server);
    let mut page = TestPage::silent(to, Some(&format!("http://{to}"))).unwrap();
    page.text(&hello(&token, VERSION + 1));
    let (code, why) = page.farewell();
    assert!(code == RULE && why.contains("different versions"), "{why}");
}

#[test]
fn a_page_that_sends_rubbish_is_left() {
    let server = serve(&Folder::new());
    let seat = |number: i32| format!("{{\"act\":{{\"seat\":{number},\"action\":1}}}}");
    for words in ["", "rubbish", "{\"play\":{}}", &seat(-1), &seat(64), "{\"run\":\"/bin/sh\"}"] {
        let (mut page, _) = TestPage::with_bots(&server);
        page.text(words);
        assert_eq!(page.farewell().0, RULE, "{words}");
    }
}

#[test]
fn an_invalid_seat_is_refused() {
    let bots = Folder::new();
    bots.player("four", "4444");
    let server = serve(&bots);
    let (mut page, _) = TestPage::with_bots(&server);
    page.send(&ToHost::Play(asked(1, [Sits::Person, Sits::HostBot(0)])));
    page.follow(|match_| !match_.awaited.is_empty());
    page.text("{\"resign\":{\"seat\":63}}");
    page.text("{\"act\":{\"seat\":63,\"action\":1}}");
    assert_eq!(
        page.receive(),
        FromHost::Refused { seat: Seat::new(63), why: "it is not this player's turn".to_owned() }
    );
}

#[test]
fn what_is_too_long_is_not_listened_to() {
    let server = serve(&Folder::new());
    let (mut page, _) = TestPage::with_bots(&server);
    page.text(&"x".repeat((8 << 20) + 1));
    assert_eq!(page.farewell().0, SIZE);
    let (mut page, _) = TestPage::with_bots(&server);
    (0..65).for_each(|_| page.file(b""));
    assert_eq!(page.farewell().0, SIZE);
}

#[test]
fn a_bot_that_is_not_listed_does_not_play() {
    let bots = Folder::new();
    bots.player("four", "4444");
    let server = serve(&bots);
    let (mut page, _) = TestPage::with_bots(&server);
    page.send(&ToHost::Play(asked(1, [Sits::HostBot(0), Sits::HostBot(1)])));
    let why = page.follow_to_the_end().not_opened.unwrap();
    assert!(why.contains("nknown bot"), "{why}");
}

#[test]
fn a_file_is_a_module_or_nothing() {
    let server = serve(&Folder::new());
    let (mut page, _) = TestPage::with_bots(&server);
    page.file(b"#!/bin/sh\necho p\n");
    page.send(&ToHost::Check { id: 5 });
    let FromHost::Checked { id: 5, verdict: Err(why), .. } = page.receive() else { panic!("a script may not be sent") };
    assert!(why.ends_with('.'), "{why}");
    page.file(&module("random"));
    page.send(&ToHost::Check { id: 6 });
    let FromHost::Checked { id: 6, verdict: Ok(sha256), .. } = page.receive() else { panic!("a module may") };
    assert_eq!(sha256.len(), 64);
    page.file(b"#!/bin/sh\necho p\n");
    page.file(&module("random"));
    page.send(&ToHost::Play(asked(1, [Sits::Sent, Sits::Sent])));
    let why = page.follow_to_the_end().not_opened.unwrap();
    assert!(why.contains("cannot play"), "{why}");
}
