//! The drop-in commands forward the bots' stderr, as the original programs do.

use super::test_dir::TestDir;

/// Writes to stderr, with a control character and without a newline at the end, and exits.
const TALKER: &str = r"printf 'first\n\033[2Jsecond' >&2; exit 3";

#[test]
fn each_drop_in_passes_it_on() {
    let dir = TestDir::new();
    let bot = dir.script("bot", TALKER);
    dir.write("map.txt", "1 4 2\n3\n1\n1\n3\n");
    dir.write("config.txt", format!("log.txt\nmap.txt\n2\n{bot}\n{bot}\n"));
    for args in [
        &["connect-four", &bot, "builtin:random"][..],
        &["stratego", &bot, "builtin:dummy"],
        &["generals", "config.txt"],
        &["bitmartyr", "--width", "4", "--height", "4", "--population", "1", "--duration", "1", &bot],
    ] {
        let told = dir.run(args).stderr;
        assert!(told.contains("first\n") && told.contains("second"), "{args:?}: {told}");
        assert!(!told.contains('\x1b'), "{args:?}: {told}");
    }
}

#[test]
fn why_a_bot_is_out_is_told_however_many_play_on() {
    let dir = TestDir::new();
    let bot = dir.script("bot", "exit 3");
    let told = dir.run(&["play", "generals", "--rounds", "2", "builtin:idle", "builtin:idle", &bot]).stdout;
    assert!(told.contains("bot ended without an answer, with exit status 3."), "{told}");
}
