//! What JavaScript declares of itself. Its interpreter is made of `runtime/`, by `build.mjs`.

use crate::description::{ScriptDescription, SystemProgram, Ways};

pub(crate) const SCRIPT: ScriptDescription = ScriptDescription {
    id: "javascript",
    name: "JavaScript",
    is_interpreter_large: false,
    build_tool: "npm (Node.js 18 or newer)",
    translation: None,
    endings: &["js", "mjs"],
    declarations: None,
    main_file: "bot.js",
    arguments: &["/bot.js"],
    file_line: "//# file: ",
    section: b"botyard.script",
    has_packages: false,
    has_recorded_lines: true,
    system_program: SystemProgram { name: "Node.js", command: "node" },
    can_be_program: false,
};

pub(crate) const WAYS: Ways = Ways {
    print_line: "print(\"…\")",
    flush: "print(…)",
    read_lines: "until readline() is null",
    print_to_stderr: "console.error(…)",
    read_clock: "performance.now()",
    find_end: "the error that nobody caught and its line",
    find_trap: "",
    find_signal: "",
};

pub(crate) const STARTER_FILES: &[(&str, &str)] = &[];

pub(crate) const OTHER_IDS: &[&str] = &["js", "node"];

pub(crate) const PAGE_BYTES: usize = 335_000;

/// The names in quotes that begin with `./`, without this prefix: `import { best } from
/// "./search.js"`.
pub(crate) fn find_imports(_: &str, text: &str) -> Vec<String> {
    let named = |(at, _)| {
        let quote = text[..at].chars().next_back().filter(|quote| matches!(quote, '"' | '\''))?;
        let (name, _) = text[at + 2..].split_once(quote)?;
        Some(name.to_owned())
    };
    text.match_indices("./").filter_map(named).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_in_quotes_are_found() {
        let text = "import {a} from \"./a.js\";\nimport './b.js'; import '../up.js'; x = './';\n// \"./c.js'";
        assert_eq!(find_imports("bot.js", text), ["a.js", "b.js", ""]);
    }
}
