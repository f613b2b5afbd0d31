//! `botyard new`: starters are complete, the next steps work, and no file is overwritten.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use super::test_dir::TestDir;

const STARTERS: [(&str, &[&str], &str); 7] = [
    ("c", &["README.md", "bot.c"], "    cc -O2 bot.c -o bot\n"),
    ("cpp", &["README.md", "bot.cpp"], "    c++ -std=c++17 -O2 bot.cpp -o bot\n"),
    ("go", &["README.md", "bot.go", "go.mod"], "    env GOOS=wasip1 GOARCH=wasm go build -o bot.wasm\n"),
    ("javascript", &["README.md", "bot.js"], "    botyard play connect-four bot.js builtin:random\n"),
    ("python", &["README.md", "bot.py"], "    botyard play connect-four bot.py builtin:random\n"),
    ("rust", &["Cargo.toml", "README.md", "src/main.rs"], "    cargo build --release\n"),
    (
        "typescript",
        &["README.md", "bot.ts", "botyard.d.ts", "tsconfig.json"],
        "    botyard play connect-four bot.ts builtin:random\n",
    ),
];

#[test]
fn each_language_has_its_files_and_says_how_to_go_on() {
    for (language, files, next) in STARTERS {
        let dir = TestDir::new();
        let told = dir.run(&["new", "connect-four", "--lang", language]).stdout(0);
        let folder = format!("connect-four-{language}");
        assert_eq!(dir.names(), [folder.as_str()]);
        for file in files {
            assert!(dir.path(&folder).join(file).is_file(), "{file}");
            assert!(told.contains(&format!("wrote {folder}/{file}\n")), "{told}");
        }
        assert_eq!(told.matches("wrote ").count(), files.len(), "{told}");
        assert!(told.contains(&format!("\nNext:\n    cd {folder}\n")) && told.contains(next), "{told}");
        for command in ["    botyard check connect-four ", "    botyard series connect-four "] {
            assert!(told.contains(command), "{told}");
        }
    }
}

#[test]
fn nothing_is_overwritten() {
    for (language, files, _) in STARTERS {
        let dir = TestDir::new();
        let last = files.last().expect("there are files");
        fs::create_dir_all(dir.path(&format!("mine/{last}")).parent().expect("a folder")).expect("our own folder");
        dir.write(&format!("mine/{last}"), "my work");
        let complaint = dir.run(&["new", "connect-four", "--lang", language, "mine"]).complaint(5);
        assert!(complaint.contains(&format!("mine/{last} already exists; nothing was written")), "{complaint}");
        assert_eq!(dir.read(&format!("mine/{last}")), "my work");
        assert!(!dir.path("mine/README.md").exists());
    }
}

#[test]
fn a_folder_that_holds_other_things_is_no_hindrance() {
    let dir = TestDir::new();
    dir.write("notes.txt", "mine");
    dir.run(&["new", "connect-four", "--lang", "c", "."]).stdout(0);
    assert_eq!(dir.names(), ["README.md", "bot.c", "notes.txt"]);
}

/// An executable would be run by the Python of this computer.
#[test]
fn a_script_is_for_the_interpreter() {
    let dir = TestDir::new();
    dir.run(&["new", "connect-four", "--lang", "python", "bot"]).stdout(0);
    let mode = fs::metadata(dir.path("bot/bot.py")).expect("it was written").permissions().mode();
    assert_eq!(mode & 0o111, 0);
    assert!(!dir.read("bot/bot.py").starts_with("#!"));
}

#[test]
fn a_bundled_script_is_copied_to_be_read_and_changed() {
    let dir = TestDir::new();
    let told = dir.run(&["new", "stratego", "--from", "builtin:gambler"]).stdout(0);
    assert!(told.starts_with("wrote stratego-gambler/bot.js\n\nNext:\n    cd stratego-gambler\n"), "{told}");
    assert!(told.contains("    botyard play stratego bot.js builtin:gambler\n"), "{told}");
    let bundled = botyard::bots::find("gambler", Some("stratego")).and_then(|bot| bot.script());
    assert_eq!(Some(&*dir.read("stratego-gambler/bot.js")), bundled);
    let complaint = dir.run(&["new", "stratego", "--from", "gambler"]).complaint(5);
    assert!(complaint.contains("stratego-gambler/bot.js already exists; nothing was written"), "{complaint}");
    dir.run(&["new", "stratego", "--from", "gambler", "mine"]).stdout(0);
    assert!(dir.path("mine/bot.js").is_file());
    assert!(
        dir.run(&["new", "stratego", "--from", "scholar"]).stdout(0).starts_with("wrote stratego-scholar/bot.py\n")
    );
    for (bot, why) in [
        (
            "builtin:sleuth",
            "`builtin:sleuth` is not a bundled bot in JavaScript, TypeScript or Python (available for stratego: builtin:gambler, builtin:scholar)",
        ),
        ("builtin:lookahead", "`builtin:lookahead` is not a bundled bot in JavaScript, TypeScript or Python"),
    ] {
        let complaint = dir.run(&["new", "stratego", "--from", bot]).complaint(2);
        assert!(complaint.contains(why), "{complaint}");
    }
    assert!(dir.run(&["new", "stratego"]).complaint(2).contains("--lang"));
}

/// The first lines of the help are a newcomer's first steps: they can be typed without changes.
#[cfg(python)]
#[test]
fn what_the_help_shows_first_can_be_typed() {
    let dir = super::python::test_dir();
    let help = dir.run(&["--help"]).stdout(0);
    let lines = help.lines().filter_map(|line| line.strip_prefix("  botyard "));
    // A line's explanation follows two blanks.
    let commands: Vec<Vec<_>> =
        lines.map(|line| line.split("  ").next().unwrap_or_default().split(' ').collect()).collect();
    assert_eq!(commands.iter().map(|words| words[0]).collect::<Vec<_>>()[..3], ["new", "play", "series"]);
    for words in &commands[..3] {
        // The command works in the same way with fewer games.
        let words: Vec<_> = words.iter().map(|&word| if word == "200" { "4" } else { word }).collect();
        let told = dir.run(&words).stdout(0);
        assert!(words[0] != "series" || told.contains("4 of 4 games"), "{told}");
    }
}
