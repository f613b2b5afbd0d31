//! The names of the files that a script in Python imports, as its text has them. Parses nothing: a name
//! in a comment counts, too, and costs nothing if there is no such file.

/// The files of the modules that `import search, book as b`, `from search import best` and
/// `importlib.import_module("search")` name in the file at `path`: modules, and packages with their
/// parts. Names that are computed are not found.
pub(crate) fn find_imports(path: &str, text: &str) -> Vec<String> {
    let mut files = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        // A statement may follow another in its line, or `try:`.
        for statement in line.split([';', ':']) {
            let mut words = statement.trim_start().splitn(2, [' ', '\t']);
            let (Some(first), Some(rest)) = (words.next(), words.next()) else { continue };
            match first {
                "import" => rest.split(',').for_each(|module| add_module_files(path, dotted_name(module), &mut files)),
                "from" => {
                    let module = dotted_name(rest);
                    let mut names = rest.split_once("import").map_or("", |(_, names)| names).to_owned();
                    // A list in parentheses may go on for several lines.
                    while names.contains('(') && !names.contains(')') {
                        let Some(line) = lines.next() else { break };
                        names += line.split('#').next().unwrap_or_default();
                    }
                    add_module_files(path, module, &mut files);
                    for name in names.split([',', '(', ')']).map(dotted_name).filter(|name| !name.is_empty()) {
                        let dot = if module.is_empty() || module.ends_with('.') { "" } else { "." };
                        add_module_files(path, &[module, dot, name].concat(), &mut files);
                    }
                }
                _ => {}
            }
        }
    }
    for call in ["import_module(", "__import__("] {
        for (at, _) in text.match_indices(call) {
            let argument = text[at + call.len()..].trim_start();
            let quoted = argument.strip_prefix('"').or_else(|| argument.strip_prefix('\''));
            quoted.into_iter().for_each(|name| add_module_files(path, dotted_name(name), &mut files));
        }
    }
    files
}

/// The name of a module at the beginning of a text: `.search.deep`.
fn dotted_name(text: &str) -> &str {
    let text = text.trim_start();
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    &text[..text.find(|c| !is_part(c)).unwrap_or(text.len())]
}

/// Adds the files of a module, of the packages that it is in, and of itself if it is a package:
/// `search.py`, `search/__init__.py`, `search/deep.py` ... of `search.deep`. A name that begins with
/// dots is one within the package of the file at `path`.
fn add_module_files(path: &str, name: &str, files: &mut Vec<String>) {
    let relative = name.trim_start_matches('.');
    let dots = name.len() - relative.len();
    // The first dot is the folder of the file, and each further one is the folder around that.
    let above = dots.checked_sub(1).map(|nth| path.rmatch_indices('/').nth(nth));
    let mut folder = match above {
        None => String::new(),
        Some(Some((end, _))) => path[..=end].to_owned(),
        Some(None) => return,
    };
    if !folder.is_empty() {
        files.push(format!("{folder}__init__.py"));
    }
    for part in relative.split('.').filter(|part| !part.is_empty()) {
        files.extend([format!("{folder}{part}.py"), format!("{folder}{part}/__init__.py")]);
        folder += part;
        folder.push('/');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The files that a file of this path imports, without those that packages would have.
    fn modules(path: &str, text: &str) -> Vec<String> {
        let files = find_imports(path, text);
        files.into_iter().filter(|file| !file.ends_with("__init__.py")).collect()
    }

    #[test]
    fn modules_are_found_in_every_form_of_import() {
        for (text, expected) in [
            ("import search", &["search.py"][..]),
            ("import sys, search as s,book", &["sys.py", "search.py", "book.py"]),
            (
                "from search import best as b, worst",
                &["search.py", "search.py", "search/best.py", "search.py", "search/worst.py"],
            ),
            ("from a import (\n  b, # c\n  d\n)\nimport e", &["a.py", "a.py", "a/b.py", "a.py", "a/d.py", "e.py"]),
            ("def f():\n\timport search\n", &["search.py"]),
            ("try: import fast\nexcept ImportError: import slow; import more", &["fast.py", "slow.py", "more.py"]),
            ("m = importlib.import_module( 'search' )", &["search.py"]),
            ("m = __import__(\"a.b\"); n = import_module(name)", &["a.py", "a/b.py"]),
            ("from . import search", &[]),
            ("important = 1\nfromage = 2\nimport\n", &[]),
        ] {
            assert_eq!(modules("bot.py", text), expected, "{text}");
        }
    }

    #[test]
    fn packages_are_found_with_their_parts() {
        assert_eq!(find_imports("bot.py", "import a.b"), ["a.py", "a/__init__.py", "a/b.py", "a/b/__init__.py"]);
        let inside = |text| find_imports("a/b/c.py", text);
        assert_eq!(inside("from . import d"), ["a/b/__init__.py", "a/b/__init__.py", "a/b/d.py", "a/b/d/__init__.py"]);
        assert_eq!(modules("a/b/c.py", "from ..d import e"), ["a/d.py", "a/d.py", "a/d/e.py"]);
        assert_eq!(modules("a/b/c.py", "from ...d import e"), Vec::<String>::new(), "above the bot's folder");
        assert_eq!(modules("a/b/c.py", "import d"), ["d.py"], "beside the script");
    }
}
