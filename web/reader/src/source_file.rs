//! Files with the source of a bot, which are often dropped in place of what is built from them.
//! Knows their names only.

/// What to do with a file of this name so that it can play in a browser; `None` if the name is not
/// that of a source. A clause.
pub(super) fn build_advice(name: &str) -> Option<String> {
    let (stem, ending) = name.rsplit_once('.')?;
    let (language, command) = match ending.to_ascii_lowercase().as_str() {
        "rs" => ("Rust", format!("rustc --edition 2024 -O --target wasm32-wasip1 {name} -o {stem}.wasm")),
        "c" => ("C", format!("clang-19 --target=wasm32-wasi -O2 -s {name} -o {stem}.wasm")),
        "cpp" | "cc" | "cxx" => {
            ("C++", format!("clang++-19 --target=wasm32-wasi -std=c++17 -O2 -s -fno-exceptions {name} -o {stem}.wasm"))
        }
        "py" => {
            let run =
                "this browser runs only WASI modules. To play it from its folder, run `botyard serve --bots . --open`";
            return Some(format!("it is Python source, and {run}"));
        }
        _ => return None,
    };
    Some(format!("it is {language} source. Build it with `{command}` and drop {stem}.wasm"))
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
        assert!(build_advice("BOT.PY").is_some_and(|told| told.contains("botyard serve --bots")));
        for name in ["bot", "notes.txt", "bot.wasm", "rs"] {
            assert_eq!(build_advice(name), None, "{name}");
        }
    }
}
