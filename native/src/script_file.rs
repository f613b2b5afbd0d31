//! Reads a script that is a bot, with the files beside it that it imports. Knows no match and no
//! interpreter.

use std::path::Path;

use botyard_sandbox::script::{self, MAIN, Script, can_be_named, is_script_name};

use crate::bots;
use crate::input;

/// The error for scripts in a program that cannot play them.
pub const NO_INTERPRETER: &str =
    "this program was built without the interpreter of JavaScript: build it with `cargo xtask build` and npm";

/// Whether a file is a script that plays as a module, by its name: see `docs/javascript.md`.
pub fn is_script(path: &Path) -> bool {
    path.file_name().is_some_and(|name| is_script_name(&name.to_string_lossy()))
}

/// Reads a script that is a bot, and puts it behind its interpreter: bytes for a module loader.
///
/// # Errors
/// A clause with the reason if it cannot be read, is not a script, or the program has no
/// interpreter.
pub fn read_bot(path: &Path) -> Result<Vec<u8>, String> {
    read_bot_behind(bots::JAVASCRIPT, path)
}

/// Like [`read_bot`], with this interpreter, if there is one.
fn read_bot_behind(interpreter: Option<&[u8]>, path: &Path) -> Result<Vec<u8>, String> {
    let script = read_script(path)?;
    let interpreter = interpreter
        .ok_or_else(|| format!("{NO_INTERPRETER}, or run the bot with Node.js: \"cmd:node {}\"", path.display()))?;
    Ok(script::attach(interpreter, script.text()))
}

/// Reads a script and the files beside it that it names in quotes, as in `import ... from
/// "./search.js"`, and those that these name.
///
/// # Errors
/// A clause with the reason if a file cannot be read, or together they are not a script.
pub fn read_script(path: &Path) -> Result<Script, String> {
    let main = read_text(path)?;
    // Files that it includes itself need not be beside it.
    let own = Script::parse(main.as_bytes()).map_err(|why| why.to_string())?;
    let mut names: Vec<String> = own.files().map(|(name, _)| name.to_owned()).collect();
    let mut texts = vec![main];
    let mut at = 0;
    while let Some(text) = texts.get(at) {
        let found: Vec<_> = named_files(text).map(str::to_owned).collect();
        at += 1;
        for name in found {
            let beside = path.with_file_name(&name);
            if name == MAIN && beside != path && beside.is_file() {
                return Err(format!(
                    "it names \"./{MAIN}\": a script is called so itself when it plays, whatever its file's name; rename that file"
                ));
            }
            if !names.contains(&name) && Some(&*beside) != Some(path) && beside.is_file() {
                texts.push(read_text(&beside)?);
                names.push(name);
            }
        }
    }
    let brought = own.files().count();
    let further = names[brought..].iter().map(String::as_str).zip(texts[1..].iter().map(String::as_str));
    Script::of_files([("", texts[0].as_str())].into_iter().chain(further)).map_err(|why| why.to_string())
}

fn read_text(path: &Path) -> Result<String, String> {
    input::read_text(path, input::TEXT).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

/// The names in quotes that begin with `./`, without this prefix.
fn named_files(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("./").filter_map(|(at, _)| {
        let quote = text[..at].chars().next_back().filter(|quote| matches!(quote, '"' | '\''))?;
        let (name, _) = text[at + 2..].split_once(quote)?;
        (name == MAIN || can_be_named(name)).then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_brings_what_it_imports() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
        write("mine.js", "import {a} from \"./a.js\";\nimport './missing.js';\nimport '../up.js';\n");
        write("a.js", "import './b.js'; import './mine.js'; export const a = \"./\";\n");
        write("b.js", "import './a.js';\n");
        write("c.js", "nobody imports it");
        let script = read_script(&folder.path().join("mine.js")).expect("a script");
        let names: Vec<_> = script.files().map(|(name, _)| name).collect();
        assert_eq!(names, ["bot.js", "a.js", "b.js"]);
        let alone = read_script(&folder.path().join("c.js")).expect("a script");
        assert_eq!(alone.text(), b"nobody imports it");
    }

    #[test]
    fn a_script_has_the_name_that_it_plays_under_to_itself() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("bot.js"), "export const a = 1;").expect("written");
        std::fs::write(folder.path().join("second.js"), "import { a } from './bot.js';").expect("written");
        assert!(read_script(&folder.path().join("second.js")).expect_err("two of them").contains("rename that file"));
        assert!(is_script(Path::new("BOT.JS")) && !is_script(Path::new("bot.json")));
    }

    #[test]
    fn a_script_in_one_piece_needs_nothing_beside_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let text = "import './a.js';\n//# file: a.js\nimport './b.js';\n";
        std::fs::write(folder.path().join("bot.js"), text).expect("written");
        std::fs::write(folder.path().join("a.js"), "another").expect("written");
        std::fs::write(folder.path().join("b.js"), "1").expect("written");
        let script = read_script(&folder.path().join("bot.js")).expect("a script");
        assert_eq!(script.text(), format!("{text}//# file: b.js\n1").as_bytes());
    }

    /// In every build of this program; `native/tests/cli/without_javascript.rs` tests one without
    /// the interpreter.
    #[test]
    fn without_an_interpreter_it_is_said_what_to_do() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("bot.js");
        std::fs::write(&path, "print('p')").expect("written");
        let why = read_bot_behind(None, &path).expect_err("nothing can play it");
        let node = format!("or run the bot with Node.js: \"cmd:node {}\"", path.display());
        assert_eq!(why, format!("{NO_INTERPRETER}, {node}"));
        let bot = read_bot_behind(Some(b"\0asm"), &path).expect("a script");
        assert_eq!(bot, script::attach(b"\0asm", b"print('p')"));
    }

    #[test]
    fn what_is_no_text_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("bot.js");
        std::fs::write(&path, b"ab\xff").expect("written");
        assert!(read_script(&path).expect_err("not UTF-8").ends_with("not a text file (invalid UTF-8)"));
    }
}
