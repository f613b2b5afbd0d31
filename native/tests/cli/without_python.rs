//! Bots in Python, in a program that was built without their interpreter.

use super::test_dir::TestDir;

#[test]
fn it_is_said_what_to_do() {
    let dir = TestDir::new();
    let bot = dir.write("bot.py", "print('p')");
    let told = dir.run(&["play", "connect-four", &bot, "builtin:random"]).complaint(3);
    let instead = "or run the bot with your own Python: \"cmd:python3 ./bot.py\"";
    assert!(told.contains("built without the interpreter of Python") && told.contains(instead), "{told}");
}
