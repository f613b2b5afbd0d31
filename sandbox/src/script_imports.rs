//! The names of the files that a script imports, as its text has them. Parses no language: a name in
//! a comment counts, too, and costs nothing if there is no such file.

/// The names in quotes that begin with `./`, without this prefix: `import { best } from
/// "./search.js"`.
pub(crate) fn find_quoted_files(text: &str) -> Vec<String> {
    let named = |(at, _)| {
        let quote = text[..at].chars().next_back().filter(|quote| matches!(quote, '"' | '\''))?;
        let (name, _) = text[at + 2..].split_once(quote)?;
        Some(name.to_owned())
    };
    text.match_indices("./").filter_map(named).collect()
}

/// The names, and those of the files that they may stand for: `search.ts` for `search`, and for
/// `search.js` with the ending of a file that it would be translated to.
pub(crate) fn add_implied_names(names: Vec<String>, translated: &[&str], endings: &[&str]) -> Vec<String> {
    let stem = |name: &str| {
        let stem = name.rsplit_once('.').filter(|(_, ending)| translated.contains(ending));
        stem.map_or(name, |(stem, _)| stem).to_owned()
    };
    let implied = |name: String| {
        let stem = stem(&name);
        [name].into_iter().chain(endings.iter().map(move |ending| format!("{stem}.{ending}")))
    };
    names.into_iter().flat_map(implied).collect()
}

/// The files of the modules that `import search, book as b` and `from search import best` name.
/// Only the first part of `search.deep` is a file beside the script.
pub(crate) fn find_imported_modules(text: &str) -> Vec<String> {
    let mut files = Vec::new();
    // A statement may follow another in its line, or `try:`.
    for statement in text.lines().flat_map(|line| line.split([';', ':'])) {
        let mut words = statement.trim_start().splitn(2, [' ', '\t']);
        let (Some(first), Some(rest)) = (words.next(), words.next()) else { continue };
        let modules: Vec<&str> = match first {
            "import" => rest.split(',').collect(),
            "from" => vec![rest],
            _ => continue,
        };
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let names = modules.into_iter().map(|module| module.trim_start().split(|c| !is_part(c)).next());
        files.extend(names.flatten().filter(|name| !name.is_empty()).map(|name| format!("{name}.py")));
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_in_quotes_are_found() {
        let text = "import {a} from \"./a.js\";\nimport './b.js'; import '../up.js'; x = './';\n// \"./c.js'";
        assert_eq!(find_quoted_files(text), ["a.js", "b.js", ""]);
    }

    #[test]
    fn a_name_stands_for_a_file_that_is_translated() {
        let found = |name: &str| add_implied_names(vec![name.to_owned()], &["js"], &["ts"]);
        assert_eq!(found("a"), ["a", "a.ts"]);
        assert_eq!(found("a.js"), ["a.js", "a.ts"]);
        assert_eq!(found("a.ts"), ["a.ts", "a.ts.ts"]);
    }

    #[test]
    fn modules_are_found_in_every_form_of_import() {
        for (text, expected) in [
            ("import search", &["search.py"][..]),
            ("import sys, search as s,book", &["sys.py", "search.py", "book.py"]),
            ("from search import best, worst", &["search.py"]),
            ("from deep.search import (\n  best,\n)", &["deep.py"]),
            ("def f():\n\timport search\n", &["search.py"]),
            ("try: import fast\nexcept ImportError: import slow; import more", &["fast.py", "slow.py", "more.py"]),
            ("from . import search", &[]),
            ("important = 1\nfromage = 2\nimport\n", &[]),
        ] {
            assert_eq!(find_imported_modules(text), expected, "{text}");
        }
    }
}
