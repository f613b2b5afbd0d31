//! Executables on a fleet: which workers play them, and one that ends each worker that plays it.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::program::{Running, run, start, start_with, write_script};
use crate::server::NatsServer;

/// Greets, and plays the columns one after the other, as long as there is room.
const PLAYER: &str = "#!/bin/sh
echo p
read seat
if [ $seat = 2 ]; then echo '?'; read column; fi
while :; do for column in 4 3 5 2 6 1 7; do echo $column; read answer || exit; done; done
";

/// Ends the process that has started it, as a fault of its system would. Without a sandbox, that is
/// the worker.
const DEADLY: &str = "#!/bin/sh
echo p
read seat
kill -9 $PPID
";

fn script(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    write_script(&path, text);
    path
}

/// Starts a worker that keeps what it writes in this folder.
fn start_worker(url: &str, name: &str, folder: &Path, more: &[&str]) -> Running {
    let arguments = [&["worker", "--nats", url, "--name", name, "--threads", "1"], more].concat();
    start_with(&arguments, &[("TMPDIR", folder.to_str().expect("text"))])
}

fn fleet(url: &str) -> Value {
    serde_json::from_str(&run(&["fleet", "--nats", url, "--json"]).stdout).expect("a document")
}

/// How many folders workers have written executables to.
fn count_worker_folders(folder: &Path) -> usize {
    let files = fs::read_dir(folder).expect("a folder").filter_map(Result::ok);
    files.filter(|file| file.file_name().to_string_lossy().starts_with("botyard-worker-")).count()
}

#[test]
fn executables_are_played_by_workers_that_allow_them() {
    let (server, folder) = (NatsServer::start(), tempfile::tempdir().expect("a folder"));
    let (url, bot) = (server.url(), script(folder.path(), "columns.sh", PLAYER));
    let bot = bot.to_str().expect("text");
    let games = ["series", "connect-four", bot, "builtin:random", "--games", "6", "--seed", "3", "--json"];
    let alone: Value = serde_json::from_str(&run(&games).stdout).expect("a document");
    let modules_only = start_worker(&url, "modules-only", folder.path(), &[]);
    let mut series = start(&[&games[..], &["--nats", &url]].concat());
    std::thread::sleep(std::time::Duration::from_secs(5));
    assert!(!series.has_ended(), "nobody plays executables");
    let allowing = start_worker(&url, "allowing", folder.path(), &["--allow-executables"]);
    let ended = series.wait();
    assert_eq!(ended.status, Some(0), "{}", ended.stderr);
    assert!(ended.stderr.contains("no worker is there that plays executables"), "{}", ended.stderr);
    assert!(ended.stderr.contains("these games depend on clocks"), "{}", ended.stderr);
    let on_fleet: Value = serde_json::from_str(&ended.stdout).expect("a document");
    let results = |table: &Value| (table["wins"].clone(), table["losses"].clone(), table["draws"].clone());
    assert_eq!(results(&on_fleet), results(&alone), "{} and {alone}", ended.stdout);
    let workers = &fleet(&url)["workers"];
    assert_eq!((&workers[0]["name"], &workers[0]["games"]), (&"allowing".into(), &6.into()), "{workers}");
    assert_eq!((&workers[1]["name"], &workers[1]["games"]), (&"modules-only".into(), &0.into()), "{workers}");
    // What doctor finds is what workers say.
    let doctor = run(&["doctor"]);
    let missing = doctor.stdout.lines().filter_map(|line| line.strip_prefix("MISSING")?.split_whitespace().next());
    let missing: Vec<Value> = missing.map(Into::into).collect();
    assert_eq!(workers[0]["missing_restrictions"], Value::Array(missing.clone()), "{}", doctor.stdout);
    assert_eq!(count_worker_folders(folder.path()), 1);
    assert_eq!(allowing.interrupt().status, Some(0));
    assert_eq!(count_worker_folders(folder.path()), 0, "it removes what it has written");
    // A worker that may start none in such a sandbox says so at once.
    if !missing.is_empty() {
        let refused = run(&["worker", "--nats", &url, "--allow-executables", "--require-sandbox"]);
        assert_eq!(refused.status, Some(4), "{}", refused.stderr);
    }
    modules_only.kill();
}

/// A game that ends three workers is void. The games that these workers held, too, are played.
#[test]
fn a_game_that_ends_three_workers_is_void_and_named() {
    let (server, folder) = (NatsServer::start(), tempfile::tempdir().expect("a folder"));
    let (url, lines) = (server.url(), folder.path().join("games.jsonl"));
    let (deadly, sound) = (script(folder.path(), "deadly.sh", DEADLY), script(folder.path(), "columns.sh", PLAYER));
    let bots = [deadly, sound].map(|path| path.to_str().expect("text").to_owned());
    let tournament = ["tournament", "connect-four", &bots[0], &bots[1], "builtin:random", "--games", "2", "--json"];
    let on_fleet = ["--seed", "1", "--nats", &url, "--jsonl", lines.to_str().expect("text")];
    let mut tournament = start(&[&tournament[..], &on_fleet].concat());
    let unprotected = ["--allow-executables", "--no-sandbox"];
    let (mut nth, mut ends) = (0, 0);
    let mut worker = start_worker(&url, "w-0", folder.path(), &unprotected);
    while !tournament.has_ended() {
        std::thread::sleep(std::time::Duration::from_millis(200));
        if worker.has_ended() {
            // As a service would be started again.
            (nth, ends) = (nth + 1, ends + 1);
            worker = start_worker(&url, &format!("w-{nth}"), folder.path(), &unprotected);
        }
        assert!(ends < 40, "it goes on for ever");
    }
    let ended = tournament.wait();
    assert!(ends >= 3, "{ends}");
    let void: Vec<_> = ended.stderr.lines().filter(|line| line.contains("is void")).collect();
    assert_eq!(void.len(), 4, "the bot has two opponents, whom it meets twice: {}", ended.stderr);
    for line in void {
        assert!(
            line.contains("3 workers have fallen silent while they played it") && line.contains("deadly"),
            "{line}"
        );
    }
    // A void game is tried twice; a bot that has ended workers is not sent again.
    let kept = fs::read_to_string(&lines).expect("lines");
    let lines: Vec<Value> = kept.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let (void, played): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line["result"] == "void");
    assert_eq!((void.len(), played.len()), (8, 2), "{kept}");
    assert!(played.iter().all(|line| !line["players"].to_string().contains("deadly")), "{kept}");
    worker.kill();
}
