//! Files that are often dropped in place of a bot: its source, from which a bot is built, and files
//! that contain one. Knows their names only.

/// How to make a bot that plays in a browser from a file of this name, as a clause; `None` if the
/// name is not that of a source.
pub(super) fn build_advice(name: &str) -> Option<String> {
    let (stem, ending) = name.rsplit_once('.')?;
    let (language, command, built) = match ending.to_ascii_lowercase().as_str() {
        "rs" => ("Rust", format!("rustc --edition 2024 -O --target wasm32-wasip1 {name} -o {stem}.wasm"), "wasm"),
        "c" => ("C", format!("clang-19 --target=wasm32-wasi -O2 -s {name} -o {stem}.wasm"), "wasm"),
        "cpp" | "cc" | "cxx" => {
            let flags = "--target=wasm32-wasi -std=c++17 -O2 -s -fno-exceptions";
            ("C++", format!("clang++-19 {flags} {name} -o {stem}.wasm"), "wasm")
        }
        "go" => ("Go", format!("GOOS=wasip1 GOARCH=wasm go build -o {stem}.wasm {name}"), "wasm"),
        "zig" => ("Zig", format!("zig build-exe -target wasm32-wasi -O ReleaseSafe {name}"), "wasm"),
        "ts" => ("TypeScript", format!("tsc --target es2022 {name}"), "js"),
        "py" => return Some(native_advice("Python", "run")),
        "rb" => return Some(native_advice("Ruby", "run")),
        "lua" => return Some(native_advice("Lua", "run")),
        "pl" => return Some(native_advice("Perl", "run")),
        "sh" => return Some(native_advice("a shell's", "run")),
        "java" => return Some(native_advice("Java", "build it and run")),
        "kt" => return Some(native_advice("Kotlin", "build it and run")),
        "cs" => return Some(native_advice("C#", "build it and run")),
        "swift" => return Some(native_advice("Swift", "build it and run")),
        "hs" => return Some(native_advice("Haskell", "build it and run")),
        _ => return None,
    };
    Some(format!("it is {language} source. Build it with `{command}` and drop {stem}.{built}"))
}

/// Advice about source in a language that the page cannot play.
fn native_advice(language: &str, run: &str) -> String {
    format!(
        "it is {language} source, and a browser plays only WASI modules and JavaScript. To play it from its folder, {run} \
         `botyard serve --bots . --open`"
    )
}

/// The kind of a file of this name that is neither text nor a bot, and what to do instead, as a
/// clause; `None` if the name shows nothing.
pub(super) fn binary_advice(name: &str) -> Option<&'static str> {
    const ARCHIVES: [&str; 9] = ["zip", "tar", "gz", "tgz", "bz2", "xz", "zst", "7z", "rar"];
    const PROGRAMS: [&str; 8] = ["exe", "dll", "so", "dylib", "o", "a", "jar", "class"];
    const PICTURES: [&str; 6] = ["png", "jpg", "jpeg", "gif", "webp", "pdf"];
    let (_, ending) = name.rsplit_once('.')?;
    let is_one_of = |endings: &[&str]| endings.iter().any(|known| known.eq_ignore_ascii_case(ending));
    if is_one_of(&ARCHIVES) {
        Some("it is an archive. Unpack it and drop what is in it: a bot (.wasm, .js or a folder) or a match")
    } else if is_one_of(&PROGRAMS) {
        Some(
            "it is a program of this computer, and a browser plays only WASI modules and JavaScript. Build the bot as a \
             WASI module (.wasm), or run `botyard serve --bots . --open` in its folder",
        )
    } else if is_one_of(&PICTURES) {
        Some("it is a picture or a document, which contains no match")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commands_are_those_of_the_manual() {
        let manual = include_str!("../../../docs/writing-a-bot.md");
        for name in ["bot.rs", "bot.c", "bot.cpp"] {
            let told = build_advice(name).expect("a source");
            let command = told.split('`').nth(1).expect("a command");
            assert!(manual.contains(command), "{command}");
            assert!(told.ends_with(" and drop bot.wasm"), "{told}");
        }
        for name in ["BOT.PY", "bot.cs", "Bot.java"] {
            assert!(build_advice(name).is_some_and(|told| told.contains("botyard serve --bots")), "{name}");
        }
        let told = build_advice("bot.go").expect("a source");
        assert!(told.ends_with("go build -o bot.wasm bot.go` and drop bot.wasm"), "{told}");
        assert!(build_advice("bot.ts").is_some_and(|told| told.ends_with(" and drop bot.js")));
        for name in ["bot", "notes.txt", "bot.wasm", "rs"] {
            assert_eq!((build_advice(name), binary_advice(name)), (None, None), "{name}");
        }
    }

    /// Regression: an archive was read as a log.
    #[test]
    fn archives_and_programs_are_called_what_they_are() {
        for (name, what) in [("bot.zip", "an archive"), ("bot.tar.GZ", "an archive"), ("bot.exe", "a program")] {
            assert!(binary_advice(name).is_some_and(|told| told.starts_with(&format!("it is {what}"))), "{name}");
        }
    }
}
