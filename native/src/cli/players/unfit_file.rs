//! Explains why a file that the system would not start is not a bot, and what to do about it. Goes
//! by the file's name and its first bytes.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use botyard::shebang::find_interpreter_with_return;
use botyard_engine::diagnosis::{BuildTarget, explain_unfit_file};
use botyard_engine::fault::printable;
use botyard_engine::shell_word::{shell_command_line, shell_path};
use botyard_sandbox::script::ScriptLanguage;

/// How many bytes of a file are read to find out its kind.
const START_BYTES: u64 = 512;

/// Why this file is not a bot, and what to do.
pub fn explain(path: &Path) -> String {
    let shown = shown(path);
    let target = if is_in_cargo_package(path) { BuildTarget::PackageProgram } else { BuildTarget::Program };
    if let Some(clause) = explain_unfit_file(&path.display().to_string(), target) {
        return format!("{shown} is not a bot: {clause}");
    }
    let (start, typed) = (read_start(path), shell_path(path));
    if let Some(interpreter) = interpreter(path) {
        let line = shell_command_line(&[interpreter, &path.display().to_string()]);
        return format!("{shown} is not executable: run `chmod +x {typed}`, or name its interpreter: {line}");
    }
    // A file that is not text may be a program.
    if start.starts_with(b"#!") || start.contains(&0) {
        return format!("{shown} is not executable: run `chmod +x {typed}`");
    }
    let endings: Vec<_> = ScriptLanguage::ALL.into_iter().flat_map(ScriptLanguage::endings).collect();
    let endings = endings.into_iter().map(|ending| format!(".{ending}")).collect::<Vec<_>>().join(", ");
    let main_files = ScriptLanguage::list(|language| language.main_file().to_owned());
    format!(
        "{shown} is not a module, a script or an executable; a bot is a module (.wasm), a script ({endings}), a .jar, \
         an executable, a folder with bot.wasm, {main_files}, builtin:NAME, or a command as \"cmd:COMMAND ARGUMENTS\""
    )
}

/// Why the system does not find the interpreter of a script whose first line ends as on Windows,
/// and what to do; `None` if the file has another problem.
pub fn find_wrong_line_end(path: &Path) -> Option<String> {
    if !cfg!(unix) {
        return None;
    }
    let start = read_start(path);
    let text = String::from_utf8_lossy(start.strip_prefix(b"#!")?);
    let interpreter = find_interpreter_with_return(&text)?;
    let (shown, typed, interpreter) = (shown(path), shell_path(path), printable(interpreter));
    Some(format!(
        "{shown}: its first line ends in CRLF, as on Windows, so that the system looks for an interpreter called \
         `{interpreter}\\r`: convert the file, as with `sed -i 's/\\r$//' {typed}` or `dos2unix {typed}`"
    ))
}

/// Whether `Cargo.toml` is beside the file, or beside its folder `src`.
fn is_in_cargo_package(path: &Path) -> bool {
    let folder = path.parent().unwrap_or(Path::new(""));
    let is_package = |folder: &Path| folder.join("Cargo.toml").is_file();
    is_package(folder) || (folder.ends_with("src") && folder.parent().is_some_and(is_package))
}

/// The usual interpreter of scripts with this ending.
fn interpreter(path: &Path) -> Option<&'static str> {
    Some(match path.extension()?.to_string_lossy().to_lowercase().as_str() {
        "bash" => "bash",
        "lua" => "lua",
        "php" => "php",
        "pl" => "perl",
        "rb" => "ruby",
        "sh" => "sh",
        _ => return None,
    })
}

fn read_start(path: &Path) -> Vec<u8> {
    let mut start = Vec::new();
    // A file that cannot be read has no first bytes.
    let _ = File::open(path).and_then(|file| file.take(START_BYTES).read_to_end(&mut start));
    start
}

fn shown(path: &Path) -> String {
    let shown = printable(&path.display().to_string());
    if shown.contains(char::is_whitespace) { format!("'{shown}'") } else { shown }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression: `env` reported `No such file or directory` for an installed program, or the
    /// error was that `/bin/sh` does not exist.
    #[cfg(unix)]
    #[test]
    fn a_first_line_that_ends_as_on_windows_is_told_as_such() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("bot");
        for (start, interpreter) in [
            (&b"#!/usr/bin/env node\r\nprint('p');\r\n"[..], Some("node")),
            (b"#! /bin/sh\r\n", Some("/bin/sh")),
            (b"#!/bin/sh\n:\r\n", None),
            (b"#!/usr/bin/env -S node\r\n", None),
            (b"#!/usr/bin/perl -w\r\n", None),
            (b"#!/bin/sh\r", Some("/bin/sh")),
            (b"\x7fELF\r\n", None),
            (b"", None),
        ] {
            std::fs::write(&path, start).expect("written");
            let told = find_wrong_line_end(&path);
            let Some(interpreter) = interpreter else {
                assert_eq!(told, None, "{start:?}");
                continue;
            };
            let told = told.expect("it is told");
            assert!(told.contains(&format!("looks for an interpreter called `{interpreter}\\r`: convert")), "{told}");
            assert!(told.contains("`sed -i 's/\\r$//' "), "{told}");
        }
    }

    /// Regression: for all of these, the advice was `chmod +x`, Python, or a vague hint to compile.
    #[test]
    fn what_is_not_a_bot_is_told_what_would_be() {
        let folder = tempfile::tempdir().expect("a folder");
        let explained = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("our own folder");
            std::fs::write(&path, bytes).expect("written");
            explain(&path).replace(&format!("{}/", folder.path().display()), "")
        };
        for (name, bytes, expected) in [
            ("notes.txt", &b"my idea"[..], "notes.txt is not a module, a script or an executable; a bot is a module"),
            ("empty", b"", "empty is not a module, a script or an executable; a bot is "),
            (
                "bot.tsx",
                b"",
                "bot.tsx is not a bot: it is TypeScript source. Build it with `npx tsc --target es2022 bot.tsx` and use bot.js",
            ),
            ("my.c", b"", "my.c is not a bot: it is C source. Build it with `cc -O2 my.c -o my` and use my"),
            (
                "a.CPP",
                b"",
                "a.CPP is not a bot: it is C++ source. Build it with `c++ -std=c++17 -O2 a.CPP -o a` and use a",
            ),
            (
                "bot.rs",
                b"",
                "bot.rs is not a bot: it is Rust source. Build it with `rustc -O bot.rs -o bot` and use bot",
            ),
            (
                "Bot.java",
                b"",
                "Bot.java is not a bot: it is Java source. Build a .jar of it and use that, or use \"cmd:java Bot.java\"",
            ),
            ("plain", b"#!/bin/sh\n", "plain is not executable: run `chmod +x plain`"),
            ("program", b"\x7fELF\0", "program is not executable: run `chmod +x program`"),
            (
                "bot.rb",
                b"",
                "bot.rb is not executable: run `chmod +x bot.rb`, or name its interpreter: \"cmd:ruby bot.rb\"",
            ),
        ] {
            let told = explained(name, bytes);
            assert!(told.starts_with(expected), "{told}");
        }
        explained("own/Cargo.toml", b"");
        let told = explained("own/src/main.rs", b"");
        assert!(told.contains("Build it with `cargo build --release` and use the file that it makes"), "{told}");
    }
}
