//! `--require-sandbox` on a fleet: the demand applies to the workers, wherever the tournament is.

use serde_json::Value;

use crate::false_worker::{FalseWorker, lie, runtime};
use crate::heard::wait_for_worker;
use crate::program::{run, start, start_with, write_script};
use crate::server::NatsServer;

/// The restrictions that `botyard doctor` reports as missing on this computer.
fn missing_here() -> Vec<String> {
    let doctor = run(&["doctor"]).stdout;
    let missing = doctor.lines().filter_map(|line| line.strip_prefix("MISSING")?.split_whitespace().next());
    missing.map(str::to_owned).collect()
}

/// Executables go only to workers whose doctor finds all restrictions; both sides print why others
/// get none of them. The restrictions of the submitter's computer do not matter: it starts no
/// executables.
pub fn executables_that_demand_a_whole_sandbox_go_to_no_other() {
    let (server, runtime, folder) = (NatsServer::start(), runtime(), tempfile::tempdir().expect("a folder"));
    let (url, bot) = (server.url(), folder.path().join("bot.sh"));
    write_script(&bot, "#!/bin/sh\necho p; while read line; do echo 4; done\n");
    let worker = |name, missing_restrictions: Option<Vec<String>>| FalseWorker {
        allows_executables: true,
        missing_restrictions,
        ..FalseWorker::new(name, lie)
    };
    worker("lacking", Some(vec!["memory".to_owned(), "processes".to_owned()])).start(&runtime, &url);
    worker("unsure", None).start(&runtime, &url);
    FalseWorker::new("modules-only", lie).start(&runtime, &url);
    let bot = bot.to_str().expect("text");
    let games = ["series", "connect-four", bot, "builtin:random", "--games", "6", "--require-sandbox", "-q"];
    let mut series = start(&[&games[..], &["--nats", &url]].concat());
    series.wait_until_said("no worker is there that plays executables of this system in a sandbox that lacks nothing");
    assert!(!series.has_ended(), "nobody may play these games");
    let variables = [("TMPDIR", folder.path().to_str().expect("text"))];
    let real = ["worker", "--nats", &url, "--name", "real", "--threads", "1", "--allow-executables"];
    let real = start_with(&real, &variables);
    wait_for_worker(&url, "real");
    let missing = missing_here();
    assert!(missing.is_empty() || !series.has_ended(), "nobody may play these games");
    worker("whole", Some(Vec::new())).start(&runtime, &url);
    let ended = series.wait();
    assert_eq!(ended.status, Some(0), "{}", ended.stderr);
    let named = |name: &str, why: &str| {
        ended.stderr.contains(&format!("worker {name} is given none of these games, as --require-sandbox asks: {why}"))
    };
    assert!(named("lacking", "its sandbox lacks memory, processes"), "{}", ended.stderr);
    assert!(named("unsure", "it does not know what its sandbox lacks"), "{}", ended.stderr);
    assert!(!named("modules-only", "") && !named("whole", ""), "{}", ended.stderr);
    let seen: Value = serde_json::from_str(&run(&["fleet", "--nats", &url, "--json"]).stdout).expect("a document");
    let games = |name: &str| {
        let worker = seen["workers"].as_array().and_then(|all| all.iter().find(|worker| worker["name"] == name));
        worker.expect("it is there")["games"].as_u64().expect("a number")
    };
    assert_eq!(games("whole") + if missing.is_empty() { games("real") } else { 0 }, 6, "{seen}");
    assert_eq!(["lacking", "unsure", "modules-only"].map(games), [0; 3], "{seen}");
    let real = real.interrupt();
    let lack = format!("its sandbox lacks {}", missing.join(", "));
    assert_eq!(named("real", &lack), !missing.is_empty(), "{}", ended.stderr);
    let said = format!("tournaments with --require-sandbox have no executables played here: {lack}");
    assert_eq!(real.stderr.contains(&said), !missing.is_empty(), "{}", real.stderr);
}
