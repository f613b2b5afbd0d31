//! The report of a tournament as files in a folder, when it is played and from what was kept.

use serde_json::Value;

use super::test_dir::TestDir;

const PAGE: &str = "https://example.org/botyard/";

/// A tournament of three bots, one of which has markup for a name.
fn play(dir: &TestDir, more: &[&str]) -> String {
    let (left, right) = (dir.player("left", "1111"), format!("<b>right={}", dir.player("right", "7777")));
    let words = ["tournament", "connect-four", "builtin:tactician", &left, &right, "--games", "2", "--seed", "1", "-q"];
    dir.run(&[&words[..], &["--report", "cup", "--page", PAGE], more].concat()).stdout(0)
}

#[test]
fn a_report_has_all_results_and_a_link_to_each_game() {
    let dir = TestDir::new();
    let table = play(&dir, &["--csv", "--store", "cup.sqlite"]);
    let index = dir.read("cup/index.html");
    for part in ["Standings", "Crosstable", "Ratings over the games", "&lt;b&gt;right", "<svg class=\"chart\""] {
        assert!(index.contains(part), "{part}: {index}");
    }
    let games = dir.read("cup/games-1.html");
    assert_eq!(games.matches(&format!("<a href=\"{PAGE}#/connect-four/r/")).count(), 6, "{games}");
    for page in [&index, &games] {
        assert!(!page.contains("<script") && !page.contains("<b>"), "{page}");
    }
    assert_eq!(dir.read("cup/standings.csv"), table);
    assert_eq!(dir.read("cup/games.csv"), dir.run(&["results", "cup.sqlite", "--csv"]).stdout(0));
    let document: Value = serde_json::from_str(&dir.read("cup/report.json")).expect("JSON");
    let last = document["progress"].as_array().expect("a list").last().expect("there are games");
    assert!(last["ratings"]["left"].is_number() && document["upsets"].is_array(), "{document:#}");
    assert!(dir.read("cup/report.md").contains("Mean of the points of each row against each column:"));
}

/// The rounds of an elimination are in its store.
#[test]
fn a_store_has_the_report_of_its_tournament() {
    for format in ["knockout", "double-elimination", "swiss"] {
        let dir = TestDir::new();
        let table = play(&dir, &["--format", format, "--store", "cup.sqlite"]);
        let words = ["standings", "cup.sqlite", "--report", "again", "--page", PAGE];
        let again = dir.run(&words).stdout(0);
        assert!(table.starts_with(&again), "{again} is not the beginning of {table}");
        for file in ["index.html", "games-1.html", "report.md", "standings.csv"] {
            assert_eq!(dir.read(&format!("again/{file}")), dir.read(&format!("cup/{file}")), "{format}: {file}");
        }
        let part = if format == "swiss" { "<h2>Scores, with byes</h2>" } else { "<h3>Final</h3>" };
        assert!(dir.read("cup/index.html").contains(part), "{format}");
    }
}

#[test]
fn a_page_that_is_not_a_report_is_left_alone() {
    let dir = TestDir::new();
    std::fs::create_dir(dir.path("cup")).expect("a folder");
    dir.write("cup/index.html", "<p>My bots</p>");
    let words = ["tournament", "connect-four", "builtin:random", "builtin:random", "--games", "2", "--report", "cup"];
    let complaint = dir.run(&words).complaint(5);
    assert!(complaint.contains("is not a report of a tournament"), "{complaint}");
    assert_eq!(dir.read("cup/index.html"), "<p>My bots</p>");
}
