//! Reads a script that is a bot, with the files beside it that it imports. Knows no match and no
//! interpreter.

#[cfg(unix)]
use std::fs::File;
#[cfg(unix)]
use std::io::Read as _;
use std::path::Path;

use botyard_engine::shell_word::shell_command_line;
use botyard_engine::text::NotTextError;
use botyard_sandbox::bot_folder::ImportedFiles;
use botyard_sandbox::script::{self, Script, ScriptError, ScriptLanguage, SystemProgram};

use crate::bots;
use crate::input;
use crate::translation::translate;

/// The error for scripts in a program that cannot play them.
pub fn no_interpreter(language: ScriptLanguage) -> String {
    let (name, tool) = (language.name(), language.build_tool());
    format!("this program was built without the interpreter of {name}: build it with `cargo xtask build` and {tool}")
}

/// The language of a file that is a script, and plays as a module, by its name. `None` if it is an
/// executable that names its own interpreter, in a language whose scripts can be programs.
pub fn language(path: &Path) -> Option<ScriptLanguage> {
    let language = ScriptLanguage::of_file(&path.file_name()?.to_string_lossy())?;
    (!(language.can_be_program() && is_program(path))).then_some(language)
}

/// Whether the system starts the file by the interpreter that its first line names.
#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    let may_run =
        path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0);
    let mut start = [0; 2];
    may_run && File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == *b"#!"
}

/// Other systems do not read first lines.
#[cfg(not(unix))]
fn is_program(_: &Path) -> bool {
    false
}

/// Reads a script that is a bot, translates it if its language needs that, and puts it behind its
/// interpreter: bytes for a module loader.
///
/// # Errors
/// A clause with the reason if it cannot be read or translated, is not a script, or the program has
/// no interpreter.
pub fn read_bot(language: ScriptLanguage, path: &Path) -> Result<Vec<u8>, String> {
    read_bot_behind(bots::interpreter(language), language, path)
}

/// Like [`read_bot`], with this interpreter, if there is one.
fn read_bot_behind(interpreter: Option<&[u8]>, language: ScriptLanguage, path: &Path) -> Result<Vec<u8>, String> {
    let script = read_script(language, path)?;
    let interpreter = interpreter.ok_or_else(|| {
        let SystemProgram { name, command } = language.system_program();
        let own = shell_command_line(&[command, &path.display().to_string()]);
        format!("{}, or run the bot with {name}: {own}", no_interpreter(language))
    })?;
    match bots::translator(language) {
        None => Ok(script::attach(interpreter, language, script.text())),
        Some(translator) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let script = translate(&script, interpreter, translator, &name)?;
            Ok(script::attach(interpreter, language, script.text()))
        }
    }
}

/// Reads a script and the files beside it that it imports, as in `import ... from "./search.js"` or
/// `import search`, and those that these import. It is not translated.
///
/// # Errors
/// The reason if a file cannot be read, with its path if it is not the script itself; or why together
/// they are not a script.
pub fn read_script(language: ScriptLanguage, path: &Path) -> Result<Script, String> {
    let clause = |why: ScriptError| why.to_string();
    let mut files = ImportedFiles::new(language, read_text(path)?).map_err(clause)?;
    while let Some(name) = files.next_file() {
        let beside = path.with_file_name(&name);
        if beside != path && beside.is_file() {
            files.add(name, read_text(&beside).map_err(|why| format!("cannot read {}: {why}", beside.display()))?);
        }
    }
    let main_file = language.main_file();
    let other = path.with_file_name(main_file);
    if files.imports_main() && other != path && other.is_file() {
        return Err(format!(
            "it imports {main_file}: a script is called so itself when it plays, whatever its file's name; rename that file"
        ));
    }
    files.into_script().map_err(clause)
}

fn read_text(path: &Path) -> Result<String, String> {
    // As it is, with a byte order mark if it has one: the script's hash is that of the file.
    let bytes = input::read(path, input::TEXT).map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|_| NotTextError::Utf8.to_string())
}

#[cfg(test)]
mod tests {
    use botyard_sandbox::script::ScriptLanguage::{JavaScript, Python};

    use super::*;

    #[test]
    fn a_script_brings_what_it_imports() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
        write("mine.js", "import {a} from \"./a.js\";\nimport './missing.js';\nimport '../up.js';\n");
        write("a.js", "import './b.js'; import './mine.js'; export const a = \"./\";\n");
        write("b.js", "import './a.js';\n");
        write("c.js", "nobody imports it");
        let script = read_script(JavaScript, &folder.path().join("mine.js")).expect("a script");
        let names: Vec<_> = script.files().map(|(name, _)| name).collect();
        assert_eq!(names, ["bot.js", "a.js", "b.js"]);
        let alone = read_script(JavaScript, &folder.path().join("c.js")).expect("a script");
        assert_eq!(alone.text(), b"nobody imports it");
    }

    #[test]
    fn a_script_has_the_name_that_it_plays_under_to_itself() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("bot.js"), "export const a = 1;").expect("written");
        std::fs::write(folder.path().join("second.js"), "import { a } from './bot.js';").expect("written");
        assert!(
            read_script(JavaScript, &folder.path().join("second.js"))
                .expect_err("two of them")
                .contains("rename that file")
        );
        assert_eq!([language(Path::new("BOT.JS")), language(Path::new("bot.json"))], [Some(JavaScript), None]);
    }

    /// In every build of this program; `native/tests/cli/without_javascript.rs` tests one without
    /// the interpreter.
    #[test]
    fn without_an_interpreter_it_is_said_what_to_do() {
        for (language, instead) in [
            (JavaScript, "or run the bot with Node.js: \"cmd:node "),
            (Python, "or run the bot with your own Python: \"cmd:python3 "),
        ] {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join(language.main_file());
            std::fs::write(&path, "print('p')").expect("written");
            let why = read_bot_behind(None, language, &path).expect_err("nothing can play it");
            assert_eq!(why, format!("{}, {instead}{}\"", no_interpreter(language), path.display()));
            let bot = read_bot_behind(Some(b"\0asm"), language, &path).expect("a script");
            assert_eq!(bot, script::attach(b"\0asm", language, b"print('p')"));
        }
    }

    #[test]
    fn a_script_in_python_brings_its_modules() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
        write("mine.py", "import random\nfrom search import best\n");
        write("search.py", "import book, mine\n");
        write("book.py", "moves = []\n");
        write("other.py", "nobody imports it");
        let script = read_script(Python, &folder.path().join("mine.py")).expect("a script");
        let names: Vec<_> = script.files().map(|(name, _)| name).collect();
        assert_eq!(names, ["bot.py", "search.py", "book.py"]);
    }

    /// It has always been one.
    #[cfg(unix)]
    #[test]
    fn an_executable_in_python_is_a_program() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a folder");
        let language_of = |name: &str, text: &str, mode: u32| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).expect("written");
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).expect("our own file");
            language(&path)
        };
        let first_line = "#!/usr/bin/env python3\nprint('p')\n";
        for (name, text, mode, expected) in [
            ("a.py", first_line, 0o755, None),
            ("b.py", first_line, 0o644, Some(Python)),
            ("c.py", "print('p')\n", 0o755, Some(Python)),
            ("d.py", "", 0o755, Some(Python)),
            ("e.js", "#!/usr/bin/env node\n", 0o755, Some(JavaScript)),
        ] {
            assert_eq!(language_of(name, text, mode), expected, "{name}");
        }
    }

    #[test]
    fn what_is_no_text_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("bot.js");
        std::fs::write(&path, b"ab\xff").expect("written");
        assert!(read_script(JavaScript, &path).expect_err("not UTF-8").ends_with("not a text file (invalid UTF-8)"));
    }
}
