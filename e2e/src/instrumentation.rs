//! What a case's server adds to scripts, so that a page and its workers can say when they are at rest:
//! see `settling.js`. Knows no browser.

/// A function that each document of a case, and each worker, calls before its own scripts.
pub(crate) const SETTLING: &str = include_str!("settling.js");

/// Counts the import that follows as unfinished until it is there: scripts cannot replace `import`
/// as they replace functions.
const COUNTED: &str = "settling.count(\"an import\", ";

/// A script as a case's server sends it: it counts what it imports while it runs, and that of a
/// worker says when the worker is at rest.
pub(crate) fn instrument(script: &str, is_of_worker: bool) -> String {
    let counted = count_imports(script);
    if is_of_worker { format!("({SETTLING})();\n{counted}") } else { counted }
}

/// Imports with an address that is no call: others are none of ours.
fn count_imports(script: &str) -> String {
    const IMPORT: &str = "import(";
    let mut counted = String::with_capacity(script.len());
    let mut rest = script;
    while let Some(at) = rest.find(IMPORT) {
        let (before, from_import) = rest.split_at(at);
        let is_word = !before.ends_with(|last: char| last.is_alphanumeric() || ['_', '$', '.'].contains(&last));
        let parts = from_import[IMPORT.len()..].find(['(', ')']).map(|end| IMPORT.len() + end + 1);
        let end = parts.filter(|&end| from_import[..end].ends_with(')'));
        counted.push_str(before);
        let (import, after) = from_import.split_at(end.unwrap_or(IMPORT.len()));
        match end.filter(|_| is_word) {
            Some(_) => counted.extend([COUNTED, import, ")"]),
            None => counted.push_str(import),
        }
        rest = after;
    }
    counted + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_counted_and_words_like_them_are_not() {
        let check = |script: &str, expected: &str| assert_eq!(count_imports(script), expected);
        check("a=()=>import(\"./b.js\");c", "a=()=>settling.count(\"an import\", import(\"./b.js\"));c");
        check(
            "import(a.b),import(c)",
            "settling.count(\"an import\", import(a.b)),settling.count(\"an import\", import(c))",
        );
        for same in ["import a from 'b';", "reimport(a)", "it.import(a)", "import(a(b))", "import("] {
            check(same, same);
        }
    }

    #[test]
    fn a_script_of_a_worker_begins_with_ours() {
        assert_eq!(instrument("go();", true), format!("({SETTLING})();\ngo();"));
        assert_eq!(instrument("go();", false), "go();");
    }
}
