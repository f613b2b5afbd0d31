//! Files that are often given in place of a bot: its source, from which a bot is built, and files
//! that contain one. Knows their names only.

use botyard_languages::ScriptLanguage;

use crate::shell_word::{shell_command_line, shell_word};

/// What a bot has to be built as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BuildTarget {
    /// A WASI module or a script, for a browser.
    Module,
    /// A program of this computer.
    Program,
    /// A program of this computer; the file is part of a package of Rust's.
    PackageProgram,
}

/// What a file of this name is, and how a bot is made from it, as a clause; `None` if the name shows
/// neither a source nor a file that can contain a bot. Names that a shell would change are in quotes.
///
/// ```
/// use botyard_engine::diagnosis::{BuildTarget, explain_unfit_file};
///
/// let clause = explain_unfit_file("my.c", BuildTarget::Program).expect("a source");
/// assert_eq!(clause, "it is C source. Build it with `cc -O2 my.c -o my` and use my");
/// ```
pub fn explain_unfit_file(name: &str, target: BuildTarget) -> Option<String> {
    if ScriptLanguage::of_file(name).is_some() {
        return None;
    }
    let (stem, ending) = name.rsplit_once('.')?;
    let ending = ending.to_ascii_lowercase();
    let file = shell_word(name);
    let made = |ending: &str| shell_word(&[stem, ending].concat());
    let (program, wasm) = (made(""), made(".wasm"));
    let is_module = target == BuildTarget::Module;
    let (language, command, built) = match &*ending {
        "rs" if target == BuildTarget::PackageProgram => {
            ("Rust", "cargo build --release".to_owned(), "the file that it makes in target/release".to_owned())
        }
        "rs" if is_module => ("Rust", format!("rustc --edition 2024 -O --target wasm32-wasip1 {file} -o {wasm}"), wasm),
        "rs" => ("Rust", format!("rustc -O {file} -o {program}"), program),
        "c" if is_module => ("C", format!("clang-19 --target=wasm32-wasi -O2 -s {file} -o {wasm}"), wasm),
        "c" => ("C", format!("cc -O2 {file} -o {program}"), program),
        "cpp" | "cc" | "cxx" if is_module => {
            let flags = "--target=wasm32-wasi -std=c++17 -O2 -s -fno-exceptions";
            ("C++", format!("clang++-19 {flags} {file} -o {wasm}"), wasm)
        }
        "cpp" | "cc" | "cxx" => ("C++", format!("c++ -std=c++17 -O2 {file} -o {program}"), program),
        "go" if is_module => ("Go", format!("GOOS=wasip1 GOARCH=wasm go build -o {wasm} {file}"), wasm),
        "go" => ("Go", format!("go build -o {program} {file}"), program),
        "zig" if is_module => ("Zig", format!("zig build-exe -target wasm32-wasi -O ReleaseSafe {file}"), wasm),
        "zig" => ("Zig", format!("zig build-exe -O ReleaseFast -femit-bin={program} {file}"), program),
        "tsx" | "cts" => ("TypeScript", format!("npx tsc --target es2022 {file}"), made(".js")),
        "kt" if !is_module => ("Kotlin", format!("kotlinc {file} -include-runtime -d {}", made(".jar")), made(".jar")),
        "swift" if !is_module => ("Swift", format!("swiftc -O {file} -o {program}"), program),
        "hs" if !is_module => ("Haskell", format!("ghc -O2 {file} -o {program}"), program),
        // Java runs a single source file without a separate compiler.
        "java" if !is_module => {
            return Some(format!(
                "it is Java source. Build a .jar of it and use that, or use {}",
                shell_command_line(&["java", name])
            ));
        }
        // The compiler names the program after the project.
        "cs" if !is_module => return Some("it is C# source. Build it and use what the compiler makes".to_owned()),
        ending => {
            let clause = of_this_computer(ending).filter(|_| is_module);
            return clause.or_else(|| container(ending));
        }
    };
    Some(format!("it is {language} source. Build it with `{command}` and use {built}"))
}

/// About what only the computer can play on which it is, and not a browser.
fn of_this_computer(ending: &str) -> Option<String> {
    const PROGRAMS: [&str; 8] = ["exe", "dll", "so", "dylib", "o", "a", "jar", "class"];
    let (what, how) = match ending {
        "rb" => ("Ruby source", "run"),
        "lua" => ("Lua source", "run"),
        "pl" => ("Perl source", "run"),
        "sh" => ("a shell's source", "run"),
        "java" => ("Java source", "build it and run"),
        "kt" => ("Kotlin source", "build it and run"),
        "cs" => ("C# source", "build it and run"),
        "swift" => ("Swift source", "build it and run"),
        "hs" => ("Haskell source", "build it and run"),
        ending if PROGRAMS.contains(&ending) => {
            ("a program of this computer", "build it as a WASI module (.wasm), or run")
        }
        _ => return None,
    };
    Some(format!(
        "it is {what}, and a browser plays only WASI modules and scripts in {}. To play it from its folder, {how} \
         `botyard serve --bots . --open`",
        ScriptLanguage::list(|language| language.name().to_owned())
    ))
}

/// About files in which a bot can be, and those in which it cannot.
fn container(ending: &str) -> Option<String> {
    match ending {
        "zip" | "tar" | "gz" | "tgz" | "bz2" | "xz" | "zst" | "7z" | "rar" => {
            let scripts = ScriptLanguage::ALL.map(|language| format!(".{}", language.endings()[0])).join(", ");
            Some(format!(
                "it is an archive. Unpack it and use what is in it: a bot (.wasm, {scripts} or a folder) or a match"
            ))
        }
        "png" | "jpg" | "jpeg" | "gif" | "webp" | "pdf" => {
            Some("it is a picture or a document, which contains no match".to_owned())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commands_are_those_of_the_manual() {
        let manual = include_str!("../../../docs/writing-a-bot.md");
        for name in ["bot.rs", "bot.c", "bot.cpp"] {
            let told = explain_unfit_file(name, BuildTarget::Module).expect("a source");
            let command = told.split('`').nth(1).expect("a command");
            assert!(manual.contains(command), "{command}");
            assert!(told.ends_with(" and use bot.wasm"), "{told}");
        }
    }

    #[test]
    fn a_source_is_built_for_the_host() {
        use BuildTarget::{Module, PackageProgram, Program};
        for (name, target, expected) in [
            ("bot.go", Module, "Build it with `GOOS=wasip1 GOARCH=wasm go build -o bot.wasm bot.go` and use bot.wasm"),
            ("a b.go", Program, "it is Go source. Build it with `go build -o \"a b\" \"a b.go\"` and use \"a b\""),
            ("bot.tsx", Module, " and use bot.js"),
            ("own/main.rs", PackageProgram, "`cargo build --release` and use the file that it makes in target/release"),
            ("BOT.RB", Module, "it is Ruby source, and a browser plays only "),
            ("bot.cs", Module, "build it and run `botyard serve --bots . --open`"),
            ("Bot.java", Program, "or use \"cmd:java Bot.java\""),
            // Regression: an archive was read as a log.
            ("bot.tar.GZ", Module, "it is an archive. "),
            ("bot.exe", Module, "it is a program of this computer, "),
        ] {
            let told = explain_unfit_file(name, target).expect("not a bot");
            assert!(told.contains(expected), "{told}, not {expected}");
        }
        for name in ["bot", "notes.txt", "bot.wasm", "rs", "bot.js", "bot.py", "bot.ts"] {
            assert_eq!(explain_unfit_file(name, Module), None, "{name}");
        }
        for name in ["bot.py", "bot.exe", "bot.jar"] {
            assert_eq!(explain_unfit_file(name, Program), None, "{name}");
        }
    }
}
