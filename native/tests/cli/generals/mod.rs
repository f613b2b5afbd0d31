//! `botyard generals`, and `play` and `replay` with Generals.

mod config;
mod examples;
mod map;
mod play;
mod replay;

use super::test_dir::TestDir;

/// A bot that prints these replies one after another, and then passes.
fn bot(dir: &TestDir, name: &str, replies: &[&str]) -> String {
    let said: String = replies.iter().map(|reply| format!("turn && echo '{reply}'\n")).collect();
    scripted(dir, name, &format!("{said}while turn; do echo -1; done"))
}

/// A bot that runs this code; `turn` reads the header or the beginning of a turn, and fails when
/// the match is over.
fn scripted(dir: &TestDir, name: &str, body: &str) -> String {
    let turn = "\
turn() {
    if [ -z \"$n\" ]; then read n m k id || exit; fi
    read on || exit
    [ \"$on\" = 1 ] || exit
    left=$((k + n * m))
    while [ $left -gt 0 ]; do read line || exit; left=$((left - 1)); done
}";
    dir.script(name, &format!("{turn}\n{body}"))
}
