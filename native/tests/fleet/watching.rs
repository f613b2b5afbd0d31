//! Watching a fleet: metrics, logs, and the page.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::program::{run, start, start_with, start_worker};
use crate::server::{NatsServer, free_port, wait_until};

const GAMES: [&str; 7] = ["series", "connect-four", "builtin:tactician", "builtin:random", "--games", "400", "-q"];

/// The answer at a path: its head and its body.
fn get(port: u16, path: &str) -> Option<(String, String)> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n").ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    Some((head.to_owned(), body.to_owned()))
}

/// The samples of a page in the text format of Prometheus: each metric has its help and its type
/// before it.
fn samples(text: &str) -> HashMap<String, f64> {
    let (mut samples, mut described) = (HashMap::new(), Vec::new());
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("# ") {
            let (what, rest) = rest.split_once(' ').expect("a comment of the format");
            assert!(["HELP", "TYPE"].contains(&what), "{line}");
            described.push((what, rest.split(' ').next().expect("a name").to_owned()));
            continue;
        }
        let (name, value) = line.rsplit_once(' ').expect("a sample");
        let bare = name.split('{').next().expect("a name").to_owned();
        assert!(["HELP", "TYPE"].iter().all(|what| described.contains(&(what, bare.clone()))), "{line}");
        samples.insert(name.to_owned(), value.parse().expect("a number"));
    }
    samples
}

pub fn a_fleet_and_a_worker_can_be_scraped() {
    let server = NatsServer::start();
    let (url, ports) = (server.url(), [free_port(), free_port()]);
    let metrics = ports.map(|port| port.to_string());
    let worker = start(&["worker", "--nats", &url, "--name", "w", "--threads", "1", "--metrics", &metrics[0]]);
    let fleet = start(&["fleet", "--nats", &url, "--metrics", &metrics[1]]);
    assert_eq!(run(&[&GAMES[..], &["--nats", &url]].concat()).status, Some(0));
    for port in ports {
        wait_until("its games are counted", || {
            let Some((head, body)) = get(port, "/metrics") else { return false };
            assert!(head.contains("text/plain; version=0.0.4"), "{head}");
            samples(&body).get("botyard_worker_games_total{worker=\"w\"}") == Some(&400.0)
        });
    }
    let (_, body) = get(ports[1], "/metrics").expect("it is there");
    assert!(samples(&body).contains_key("botyard_batches"), "{body}");
    [worker, fleet].into_iter().for_each(|running| drop(running.kill()));
}

pub fn logs_are_lines_of_json_with_fields() {
    let server = NatsServer::start();
    let url = server.url();
    let arguments = ["worker", "--nats", &url, "--name", "w", "--threads", "1"];
    let json = start_with(&[&arguments[..], &["--log-format", "json"]].concat(), &[("BOTYARD_LOG", "debug")]);
    let ended = run(&[&GAMES[..], &["--nats", &url, "--log-format", "json"]].concat());
    assert_eq!(ended.status, Some(0), "{}", ended.stderr);
    let events = |text: &str| text.lines().map(|line| serde_json::from_str(line).expect(line)).collect::<Vec<Value>>();
    let usual = events(&ended.stderr);
    assert!(!usual.is_empty() && usual.iter().all(|event| event["level"] == "INFO"), "{}", ended.stderr);
    let events = events(&json.interrupt().stderr);
    let find = |message: &str| events.iter().find(|event| event["message"] == message).expect(message);
    let taken = find("took a batch");
    assert_eq!((&taken["level"], &taken["target"]), (&"DEBUG".into(), &"botyard_fleet::worker".into()), "{taken}");
    assert!(taken["batch"].is_u64() && taken["games"].is_u64() && taken["tournament"].is_string(), "{taken}");
    assert!(taken["timestamp"].is_string(), "{taken}");
    assert!(find("answers a batch")["milliseconds"].is_u64());
    let sentence = events.iter().find(|event| event["target"] == "botyard").expect("sentences for people are events");
    assert_eq!(sentence["level"], "INFO", "{sentence}");
    // In text logs, events are beside the sentences.
    let text = start_with(&arguments, &[("BOTYARD_LOG", "botyard_fleet=debug")]);
    assert_eq!(run(&[&GAMES[..], &["--nats", &url]].concat()).status, Some(0));
    let ended = text.interrupt();
    for part in ["botyard: worker w plays one game at once", " DEBUG botyard_fleet::worker: took a batch"] {
        assert!(ended.stderr.contains(part), "{}", ended.stderr);
    }
    let wrong = start_with(&arguments, &[("BOTYARD_LOG", "botyard=loud")]).wait();
    assert_eq!(wrong.status, Some(2), "{}", wrong.stderr);
    assert!(wrong.stderr.contains("BOTYARD_LOG"), "{}", wrong.stderr);
}

/// A program that ends with its test.
struct Serving(Child);

impl Drop for Serving {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub fn the_page_shows_the_fleet_with_the_token_only() {
    let (server, page) = (NatsServer::start(), tempfile::tempdir().expect("a folder"));
    fs::write(page.path().join("index.html"), "<!doctype html><title>A page</title>").expect("it can be written");
    let url = server.url();
    let worker = start_worker(&url, "w");
    let mut command = Command::new(env!("CARGO_BIN_EXE_botyard"));
    command.args(["serve", "--nats", &url, "--port", "0", "--page"]).arg(page.path());
    let mut serving = Serving(command.stdout(Stdio::piped()).spawn().expect("the program starts"));
    let lines = BufReader::new(serving.0.stdout.take().expect("it is piped")).lines();
    let address =
        lines.map_while(Result::ok).find_map(|line| Some(line.split_once("Botyard is at http://")?.1.to_owned()));
    let address = address.expect("an address");
    let (authority, token) = address.split_once("/#/?server=").expect("with a token");
    let port = authority.rsplit_once(':').and_then(|(_, port)| port.parse().ok()).expect("a port");
    let index = get(port, "/").expect("the page").1;
    assert!(index.contains("src=\"./host-panel.js\"") && !index.contains(token), "{index}");
    assert!(get(port, "/host-panel.js").expect("the script").1.contains("botyard serve --nats"));
    let hash =
        Sha256::digest(format!("host-panel {token}")).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    wait_until("the worker is shown", || {
        let (_, body) = get(port, &format!("/host-panel/{hash}")).expect("the state");
        let state: Value = serde_json::from_str(&body).expect("JSON");
        state["trouble"].is_null() && state["fleet"]["workers"][0]["name"] == "w"
    });
    for path in ["/host-panel", "/host-panel/", "/host-panel/0000", &format!("/host-panel/{token}")] {
        assert!(get(port, path).expect("an answer").0.contains(" 404 "), "{path}");
    }
    worker.kill();
}
