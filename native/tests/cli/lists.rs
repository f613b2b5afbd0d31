//! The lists of games and bots, and the help.

use super::test_dir::TestDir;

#[test]
fn games_and_bots_are_listed() {
    let dir = TestDir::new();
    let games = dir.run(&["games"]).stdout(0);
    assert!(games.lines().any(|line| line == "connect-four     Connect Four, 2 players"), "{games}");
    assert!(games.lines().any(|line| line == "generals         Generals, 1 to 64 players"), "{games}");
    let bots = dir.run(&["bots"]).stdout(0);
    for bot in ["negamax", "negamax-varied", "random", "tactician", "dummy", "forfax", "sleuth"] {
        assert!(bots.contains(&format!("builtin:{bot} ")), "{bots}");
    }
}

#[test]
fn the_statuses_are_in_the_help() {
    let help = TestDir::new().run(&["--help"]).stdout(0);
    for status in ["0 ", "1 ", "2 ", "3 ", "5 ", "130 "] {
        assert!(help.lines().any(|line| line.trim_start().starts_with(status)), "{status} is not in {help}");
    }
}

/// The commands that `--help` lists.
fn commands(help: &str) -> Vec<&str> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = listed.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").collect()
}

/// Every help text begins with examples. Stratego's and BitMartyr's commands print the manual pages
/// of the originals.
#[test]
fn the_help_of_every_command_opens_with_examples_of_it() {
    let dir = TestDir::new();
    let help = dir.run(&["--help"]).stdout(0);
    assert!(help.starts_with("Examples:\n  botyard "), "{help}");
    let names = commands(&help);
    for name in ["play", "series", "bots", "games", "doctor", "licences", "wasi-test", "connect-four"] {
        assert!(names.contains(&name), "{name} is not in {help}");
    }
    for name in names.into_iter().filter(|name| !["stratego", "bitmartyr"].contains(name)) {
        let help = dir.run(&[name, "--help"]).stdout(0);
        let (examples, _) = help.split_once("\n\n").expect("paragraphs");
        assert!(examples.starts_with("Examples:\n  "), "{name}: {help}");
        assert!(examples.contains(&format!("\n  botyard {name} ")), "{name}: {help}");
    }
    for name in ["play", "series", "tournament"] {
        let help = dir.run(&[name, "generals", "--help"]).stdout(0);
        assert!(help.starts_with(&format!("Examples:\n  botyard {name} ")), "{name}: {help}");
    }
    let series = dir.run(&["series", "--help"]).stdout(0);
    assert!(series.contains("`botyard series connect-four --help` lists them"), "{series}");
}

/// Every shell has a script, and every command a manual page, because both come from the definition
/// that `--help` prints.
#[test]
fn completions_and_manual_pages_name_every_command() {
    let dir = TestDir::new();
    let help = dir.run(&["--help"]).stdout(0);
    let names = commands(&help);
    assert!(names.contains(&"play") && names.contains(&"man"), "{help}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = dir.run(&["completions", shell]).stdout(0);
        for name in &names {
            assert!(script.contains(name), "{shell} does not complete {name}");
        }
    }
    let script = dir.run(&["completions", "bash"]).stdout(0);
    for values in ["c cpp go javascript python rust typescript", "standard ucc2012 moderator", "normalized logistic"] {
        assert!(script.contains(values), "bash does not complete {values}");
    }
    assert_eq!(dir.run(&["man", "pages"]).stdout(0), "");
    for name in &names {
        let page = dir.read(&format!("pages/botyard-{name}.1"));
        assert!(page.contains(".SH SYNOPSIS"), "{page}");
    }
    assert!(dir.read("pages/botyard-play-connect-four.1").contains("\\-\\-seed"));
    let complaint = dir.run(&["man", "pages/botyard.1"]).complaint(5);
    assert!(complaint.starts_with("botyard: cannot write pages/botyard.1: "), "{complaint}");
}
