//! `docs/ci.md`: its commands for a bot's own repository, run in such a repository, end as
//! documented.

use std::fs;

use super::support;
use super::test_dir::TestDir;

const DOCUMENT: &str = include_str!("../../../docs/ci.md");

/// The commands of the document's first block, with continued lines joined.
fn commands() -> Vec<String> {
    let block = DOCUMENT.lines().skip_while(|line| !line.starts_with("    ")).take_while(|line| !line.is_empty());
    let text = block.map(str::trim).collect::<Vec<_>>().join("\n").replace("\\\n", "");
    text.lines().map(str::to_owned).collect()
}

/// The calls of the program in the document's workflow; folded texts have several lines.
fn workflow_commands() -> Vec<String> {
    let (_, workflow) = DOCUMENT.split_once("```yaml\n").expect("the document has a workflow");
    let (workflow, _) = workflow.split_once("```").expect("it ends");
    let steps = workflow.split("\n      - ").filter_map(|step| step.strip_prefix("run: "));
    let words = steps.map(|step| step.trim_start_matches('>').split_whitespace().collect::<Vec<_>>().join(" "));
    words.filter(|command| command.starts_with("botyard ")).collect()
}

/// The status of each command as a service for continuous integration runs them: up to the first
/// that fails.
fn statuses(dir: &TestDir) -> Vec<i32> {
    let mut statuses = Vec::new();
    for command in commands() {
        let words: Vec<_> = command.split_whitespace().collect();
        assert_eq!(words[0], "botyard", "{command}");
        statuses.push(dir.run(&words[1..]).status);
        if statuses.last() != Some(&0) {
            break;
        }
    }
    statuses
}

#[test]
fn the_workflow_runs_the_commands_that_the_document_explains() {
    let here = commands().iter().map(|command| command.replace("build/", "")).collect::<Vec<_>>();
    assert_eq!((workflow_commands(), here.len()), (here, 3));
}

#[test]
fn the_documents_commands_end_as_it_says() {
    let dir = TestDir::new();
    for folder in ["build", "released"] {
        fs::create_dir(dir.path(folder)).expect("our own folder");
    }
    let [strong, weak] = ["connect-four-tactician", "connect-four-random"].map(support::module);
    let bots = [dir.write("strong.wasm", &strong), dir.write("weak.wasm", &weak)];
    dir.run(&["play", "connect-four", &bots[0], &bots[1], "--seed", "5", "-q", "--save", "lost.json"]).stdout(0);
    let put = |name: &str, module: &[u8]| dir.write(name, module);
    // A case of the bot's own, and the match of a weaker release.
    let keep = |seat: &str, turn: &str| {
        let _ = fs::remove_file(dir.path("cases.toml"));
        let case = ["case", "lost.json", "--seat", seat, "--turn", turn, "--no-fault", "--file", "cases.toml"];
        dir.run(&case).stdout(0);
    };
    put("build/bot.wasm", &strong);
    put("released/bot.wasm", &weak);
    keep("1", "5");
    assert_eq!(statuses(&dir), [0, 0, 0]);
    // A build that is weaker than its release.
    put("build/bot.wasm", &weak);
    put("released/bot.wasm", &strong);
    keep("2", "4");
    assert_eq!(statuses(&dir), [0, 0, 4]);
    // A build that plays otherwise where a case requires the old answer.
    keep("1", "5");
    assert_eq!(statuses(&dir), [0, 4]);
    // One that never answers.
    put("build/bot.wasm", &support::module("hostile-mute"));
    assert_eq!(statuses(&dir), [4]);
}
