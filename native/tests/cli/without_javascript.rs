//! Bots in JavaScript, in a program that was built without their interpreter.

use super::test_dir::TestDir;

#[test]
fn it_is_said_what_to_do() {
    let dir = TestDir::new();
    let bot = dir.write("bot.js", "print('p')");
    let told = dir.run(&["play", "connect-four", &bot, "builtin:random"]).complaint(3);
    assert!(told.contains("built without the interpreter of JavaScript") && told.contains("cmd:node"), "{told}");
}

#[test]
fn bundled_scripts_are_absent_and_can_be_read() {
    let dir = TestDir::new();
    let told = dir.run(&["play", "connect-four", "builtin:lookahead", "builtin:random"]).complaint(3);
    assert!(told.contains("builtin:lookahead is a script: this program was built without the interpreter"), "{told}");
    assert!(!dir.run(&["bots"]).stdout(0).contains("lookahead"));
    dir.run(&["new", "connect-four", "--from", "builtin:lookahead"]).stdout(0);
    assert!(dir.read("connect-four-lookahead/bot.js").starts_with("// lookahead, a Connect Four bot"));
}
