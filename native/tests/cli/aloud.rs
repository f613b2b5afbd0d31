//! What bots say on stderr under the commands that stand for an original: it is passed on, as there.

use super::yard::Yard;

/// Says something on the side, a control character with it, and leaves in the middle of a line.
const TALKER: &str = r"printf 'first\n\033[2Jsecond' >&2; exit 3";

#[test]
fn each_drop_in_passes_it_on() {
    let yard = Yard::new();
    let bot = yard.script("bot", TALKER);
    yard.write("map.txt", "1 4 2\n3\n1\n1\n3\n");
    yard.write("config.txt", format!("log.txt\nmap.txt\n2\n{bot}\n{bot}\n"));
    for args in [
        &["connect-four", &bot, "builtin:random"][..],
        &["stratego", &bot, "builtin:dummy"],
        &["generals", "config.txt"],
        &["bitmartyr", "--width", "4", "--height", "4", "--population", "1", "--duration", "1", &bot],
    ] {
        let told = yard.run(args).stderr;
        assert!(told.contains("first\n") && told.contains("second"), "{args:?}: {told}");
        assert!(!told.contains('\x1b'), "{args:?}: {told}");
    }
}

#[test]
fn why_a_bot_is_out_is_told_however_many_play_on() {
    let yard = Yard::new();
    let bot = yard.script("bot", "exit 3");
    let told = yard.run(&["play", "generals", "--rounds", "2", "builtin:idle", "builtin:idle", &bot]).stdout;
    assert!(told.contains("bot ended before it answered, with exit status 3."), "{told}");
}
