//! Requests for files: which are answered, and the headers of every answer.

use std::io::Write;
use std::net::{SocketAddr, TcpStream};

use botyard::serve::{PageFiles, ServedBots, Server};

use crate::test_page::{Folder, TestPage, exchange, parts, serve};

/// The answer to a request with these header lines.
fn ask(to: SocketAddr, line: &str, headers: &[&str]) -> String {
    exchange(
        to,
        &format!(
            "{line} HTTP/1.1\r\n{}connection: close\r\n\r\n",
            headers.iter().map(|header| format!("{header}\r\n")).collect::<String>()
        ),
    )
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or_default()
}

fn header<'a>(answer: &'a str, name: &str) -> Option<&'a str> {
    let head = answer.split("\r\n\r\n").next()?;
    head.lines()
        .skip(1)
        .filter_map(|line| line.split_once(": "))
        .find(|(known, _)| *known == name)
        .map(|(_, value)| value)
}

#[test]
fn the_page_and_its_files_are_served_as_what_they_are() {
    let server = serve(&Folder::new());
    let (to, _) = parts(&server);
    let host = format!("host: {to}");
    for (path, kind, body) in [
        ("/", "text/html; charset=utf-8", "<!doctype html><script>go()</script>"),
        ("/worker_loader.js", "text/javascript; charset=utf-8", "work()"),
        ("/bots/one.wasm", "application/wasm", "\0asm"),
    ] {
        let answer = ask(to, &format!("GET {path}"), &[&host]);
        assert_eq!((status(&answer), header(&answer, "content-type")), ("200", Some(kind)), "{answer}");
        assert!(answer.ends_with(&format!("\r\n\r\n{body}")), "{answer}");
    }
}

/// Regression: 256 connections that asked for a file and did not read it kept all others out.
#[test]
fn connections_that_read_nothing_keep_nobody_out() {
    let page = Folder::with_page();
    // More than the buffers of a connection hold.
    std::fs::write(page.path("large.wasm"), vec![0; 8 << 20]).unwrap();
    let bots = Folder::new();
    let page = PageFiles::folder(page.root()).unwrap();
    let server = Server::start(page, ServedBots::folder(bots.root()).unwrap(), Some(0)).unwrap();
    let (to, _) = parts(&server);
    let ask_for_much = || {
        let mut stream = TcpStream::connect(to).unwrap();
        write!(stream, "GET /large.wasm HTTP/1.1\r\nhost: {to}\r\n\r\n").unwrap();
        stream
    };
    let _unread: Vec<_> = (0..300).map(|_| ask_for_much()).collect();
    assert_eq!(status(&ask(to, "GET /", &[&format!("host: {to}")])), "200");
}

#[test]
fn a_file_that_is_known_is_not_sent_again() {
    let server = serve(&Folder::new());
    let (to, _) = parts(&server);
    let host = format!("host: {to}");
    let first = ask(to, "GET /", &[&host]);
    let tag = header(&first, "etag").unwrap();
    assert_eq!(header(&first, "cache-control"), Some("no-cache"));
    assert_eq!(status(&ask(to, "GET /", &[&host, &format!("if-none-match: {tag}")])), "304");
    assert_eq!(status(&ask(to, "GET /", &[&host, "if-none-match: \"another\""])), "200");
}

#[test]
fn only_what_is_listed_can_be_asked_for() {
    let server = serve(&Folder::new());
    let (to, _) = parts(&server);
    for path in ["/../Cargo.toml", "/bots/../../x", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/bots", "/bots/"] {
        assert_eq!(status(&ask(to, &format!("GET {path}"), &[&format!("host: {to}")])), "404", "{path}");
    }
}

#[test]
fn it_listens_on_one_address_only() {
    let server = serve(&Folder::new());
    let (to, _) = parts(&server);
    assert_eq!(to.ip().to_string(), "127.0.0.1");
    // The other addresses of 127.0.0.0/8 are this computer too. A server that listens on all
    // addresses would answer there.
    #[cfg(target_os = "linux")]
    assert!(TcpStream::connect(("127.0.0.2", to.port())).is_err());
    assert!(TcpStream::connect(("::1", to.port())).is_err());
}

#[test]
fn another_name_for_this_computer_is_refused() {
    let server = serve(&Folder::new());
    let (to, _) = parts(&server);
    let rebound = format!("host: rebound.example:{}", to.port());
    for headers in [vec![rebound.as_str()], vec!["host: localhost"], vec![], vec![&rebound, "origin: http://127.0.0.1"]]
    {
        let answer = ask(to, "GET /", &headers);
        // Without any name at all the request is not even one.
        assert!(matches!(status(&answer), "421" | "400"), "{headers:?}: {answer}");
        assert!(!answer.contains("doctype"));
    }
    assert_eq!(status(&ask(to, "GET http://rebound.example/", &[&rebound])), "421");
}

#[test]
fn other_origins_are_refused_and_told_nothing() {
    let server = serve(&Folder::new());
    let (to, _) = parts(&server);
    let host = format!("host: {to}");
    for origin in ["https://example.org", "null", "http://localhost:8090"] {
        let answer = ask(to, "GET /", &[&host, &format!("origin: {origin}")]);
        assert_eq!(status(&answer), "403");
        assert!(!answer.to_lowercase().contains("access-control"), "{answer}");
    }
    assert_eq!(status(&ask(to, "GET /", &[&host, &format!("origin: http://{to}")])), "200");
}

#[test]
fn nothing_but_reading_is_possible() {
    let server = serve(&Folder::new());
    let (to, _) = parts(&server);
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"] {
        let answer = ask(to, &format!("{method} /"), &[&format!("host: {to}"), "content-length: 0"]);
        assert_eq!(status(&answer), "405", "{method}");
        assert!(!answer.to_lowercase().contains("access-control"), "{answer}");
    }
}

#[test]
fn every_answer_forbids_frames_and_foreign_contents() {
    let server = serve(&Folder::new());
    let (to, _) = parts(&server);
    let host = format!("host: {to}");
    for (line, headers) in [
        ("GET /", vec![host.as_str()]),
        ("GET /none", vec![&host]),
        ("GET /", vec!["host: x"]),
        ("POST /", vec![&host]),
    ] {
        let answer = ask(to, line, &headers);
        let policy = header(&answer, "content-security-policy").unwrap();
        assert!(policy.contains("frame-ancestors 'none'") && policy.contains("default-src 'none'"), "{policy}");
        // The page's own script, by its hash: `printf 'go()' | openssl dgst -sha256 -binary |
        // base64`.
        assert!(policy.contains("'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw='"), "{policy}");
        assert!(!policy.split(';').any(|rule| rule.contains("script-src") && rule.contains("unsafe-inline")));
        for (name, value) in [
            ("x-frame-options", "DENY"),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-resource-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
        ] {
            assert_eq!(header(&answer, name), Some(value), "{line} {headers:?}");
        }
    }
}

/// A page that has the token learns the paths of the bots' files that it can run itself. Other
/// pages cannot find them.
#[test]
fn files_of_bots_are_for_pages_with_the_token() {
    let bots = Folder::new();
    bots.player("four", "4444");
    std::fs::write(bots.path("script.js"), "print('p');").unwrap();
    let server = serve(&bots);
    let (to, _) = parts(&server);
    let (_, told) = TestPage::with_bots(&server);
    let file = |name: &str| told.iter().find(|bot| bot.name == name).unwrap().file.clone();
    assert_eq!(file("four"), None, "only this computer can run it");
    let file = file("script.js").unwrap();
    assert_eq!(file.name, "script.js");
    let host = format!("host: {to}");
    let answer = ask(to, &format!("GET /{}", file.address), &[&host]);
    assert!(status(&answer) == "200" && answer.ends_with("\r\n\r\nprint('p');"), "{answer}");
    std::fs::write(bots.path("script.js"), "print('q');").unwrap();
    let answer = ask(to, &format!("GET /{}", file.address), &[&host]);
    assert!(answer.ends_with("\r\n\r\nprint('q');"), "as it is now: {answer}");
    let (folder, id) = file.address.rsplit_once('/').unwrap();
    let four = 1 - id.parse::<u32>().unwrap();
    for path in [format!("{folder}/{four}"), format!("{folder}/99"), format!("{folder}/x"), format!("host-bots/{id}")] {
        assert_eq!(status(&ask(to, &format!("GET /{path}"), &[&host])), "404", "{path}");
    }
    assert_eq!(status(&ask(to, &format!("GET /{}", file.address), &[&host, "origin: https://example.org"])), "403");
}
