//! Bots in JavaScript, where the program was built without their interpreter.

use super::test_dir::TestDir;

#[test]
fn it_is_said_what_to_do() {
    let dir = TestDir::new();
    let bot = dir.write("bot.js", "print('p')");
    let told = dir.run(&["play", "connect-four", &bot, "builtin:random"]).complaint(3);
    assert!(told.contains("built without the interpreter of JavaScript") && told.contains("cmd:node"), "{told}");
}
