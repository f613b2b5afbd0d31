//! The logs of the games of a series: the original's format, a file for each game, whole also when a
//! series goes on.

use super::test_dir::TestDir;

/// The names of the files in this folder, sorted.
fn names(dir: &TestDir, folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(dir.path(folder)).expect("the folder is there");
    let mut names: Vec<_> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_series_logs_each_of_its_games() {
    let dir = TestDir::new();
    let words = ["series", "stratego", "builtin:dummy", "builtin:forfax", "--seed", "9", "-q", "-c", "2", "-m", "30"];
    let run = |options: &[&str]| dir.run(&[&words[..], options].concat()).stdout(0);
    run(&["--games", "4", "--store", "a.sqlite", "--log", "new/logs"]);
    let expected = [1, 2, 3, 4].map(|game| match game % 2 {
        1 => format!("00000000{game}.dummy.vs.forfax.log"),
        _ => format!("00000000{game}.forfax.vs.dummy.log"),
    });
    assert_eq!(names(&dir, "new/logs"), expected);
    let read = |name: &str| dir.read(&format!("new/logs/{name}"));
    let logs = expected.each_ref().map(|name| read(name));
    for (log, red) in logs.iter().zip(["dummy", "forfax"].into_iter().cycle()) {
        assert!(log.starts_with(&format!("{red} RED SETUP\n")), "{log}");
    }
    dir.write("first", &logs[0]);
    assert!(dir.run(&["stratego", "-f", "first"]).stdout(0).contains(logs[0].lines().last().expect("a result")));
    // A log that is there is kept, and one that is missing is made from the store.
    dir.write("new/logs/000000001.dummy.vs.forfax.log", "kept\n");
    std::fs::remove_file(dir.path("new/logs").join(&expected[1])).expect("our own folder");
    run(&["--games", "6", "--store", "a.sqlite", "--resume", "--log", "new/logs"]);
    assert_eq!(names(&dir, "new/logs").len(), 6);
    assert_eq!((read(&expected[0]).as_str(), read(&expected[1])), ("kept\n", logs[1].clone()));
}

#[test]
fn a_log_has_the_responses_as_they_were_printed() {
    let dir = TestDir::new();
    let setups = ["FB8878B78B\nB7B5s36B98\n7529654694\n9469193599", "9469193599\n7529654694\nB7B5s36B98\nFB8878B78B"];
    let side = |setup: &str, response: &str| {
        format!("printf '{}\\n'; read line; response='{response}'", setup.replace('\n', "\\n"))
    };
    let body = format!(
        "read colour rest\nif [ $colour = RED ]; then {}; else {}; fi\nfor row in 0 1 2 3 4 5 6 7 8 9; do read line; done\necho \"$response\"; cat > /dev/null",
        side(setups[0], "0 3 DOWN 1 x"),
        side(setups[1], "00 6 UP")
    );
    let [a, b] = ["a", "b c"].map(|name| dir.script(name, &body));
    dir.run(&["series", "stratego", &a, &b, "--games", "2", "-m", "2", "-q", "--log", "logs"]).stdout(0);
    let names = names(&dir, "logs");
    assert_eq!(names, ["000000001.a.vs.b_c.log", "000000002.b_c.vs.a.log"]);
    for name in names {
        let log = dir.read(&format!("logs/{name}"));
        assert!(log.contains("\n1 RED: 0 3 DOWN 1 x OK\n1 BLU: 00 6 UP OK\nGame ends on BLUE's turn"), "{log}");
    }
}

#[test]
fn a_folder_that_cannot_have_logs_is_refused_before_the_first_game() {
    let dir = TestDir::new();
    dir.write("file", "text");
    let complaint =
        dir.run(&["series", "connect-four", "builtin:random", "builtin:random", "--log", "file"]).complaint(5);
    assert!(complaint.starts_with("botyard: cannot write into file: "), "{complaint}");
}
