//! Checks that the documents point at existing files and sections: the targets of relative links,
//! and paths written as code.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use support::root;

/// The documents, by their paths in the checkout.
fn documents() -> Vec<PathBuf> {
    let pages = fs::read_dir(root().join("docs")).expect("the checkout has docs");
    let pages = pages.map(|entry| Path::new("docs").join(entry.expect("the folder can be read").file_name()));
    let pages = pages.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let others = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].into_iter().chain(OF_FOLDERS);
    others.map(PathBuf::from).chain(pages).collect()
}

/// The documents on a folder of the checkout, in that folder.
const OF_FOLDERS: [&str; 2] = ["web/README.md", "xtask/README.md"];

/// The parts of a text between two marks on one line.
fn between<'a>(text: &'a str, open: &'a str, close: &'a str) -> impl Iterator<Item = &'a str> {
    let lines = text.lines().flat_map(move |line| line.split(open).skip(1));
    lines.filter_map(move |piece| piece.split_once(close).map(|(inside, _)| inside))
}

/// Paths written as code that begin with a folder at the top of the checkout.
fn code_paths<'a>(text: &'a str, tops: &BTreeSet<String>) -> impl Iterator<Item = &'a str> {
    let codes = text.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    codes.filter(|code| {
        let is_path = code.chars().all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c));
        let top = code.split('/').next().unwrap_or_default();
        is_path && code.contains('/') && tops.contains(top) && !is_written_by_a_command(code)
    })
}

/// The folders at the top of the checkout, except for built ones.
fn top_folders() -> BTreeSet<String> {
    let entries = fs::read_dir(root()).expect("the checkout can be read");
    let folders = entries.map(|entry| entry.expect("the checkout can be read")).filter(|entry| entry.path().is_dir());
    let names = folders.map(|folder| folder.file_name().to_string_lossy().into_owned());
    names.filter(|name| !name.starts_with('.') && !["target", "dist"].contains(&name.as_str())).collect()
}

/// Whether a command writes the path: a name in capitals stands for any name.
fn is_written_by_a_command(path: &str) -> bool {
    let is_any = |name: &str| name.len() > 1 && name.chars().all(char::is_uppercase);
    path.contains("/artifacts/") || path.split(['/', '-', '.']).any(is_any)
}

#[test]
fn what_documents_point_at_exists() {
    let mut missing = BTreeSet::new();
    let mut count = 0;
    let tops = top_folders();
    for document in documents() {
        let text = fs::read_to_string(root().join(&document)).expect("documents are text");
        let folder = document.parent().expect("a file is in a folder");
        let links = between(&text, "](", ")").filter(|target| !target.contains("://") && !target.starts_with('#'));
        let links = links.map(|target| folder.join(target.split('#').next().unwrap_or_default()));
        for path in links.chain(code_paths(&text, &tops).map(PathBuf::from)) {
            count += 1;
            if !root().join(&path).exists() {
                missing.insert(format!("{}: {}", document.display(), path.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
    assert!(count > 60, "only {count} links and paths were found");
}

/// The names by which links lead to a text's sections: a heading's lower-case letters and digits,
/// with hyphens for its spaces.
fn sections(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let name_of = |heading: &str| {
        let kept = heading.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
        kept.map(|letter| if letter == ' ' { '-' } else { letter.to_ascii_lowercase() }).collect()
    };
    headings.map(name_of).collect()
}

#[test]
fn links_to_sections_lead_to_headings() {
    let mut missing = BTreeSet::new();
    let mut count = 0;
    for document in documents() {
        let text = fs::read_to_string(root().join(&document)).expect("documents are text");
        let folder = document.parent().expect("a file is in a folder");
        let links = between(&text, "](", ")").filter(|target| !target.contains("://"));
        for (file, section) in links.filter_map(|target| target.split_once('#')) {
            count += 1;
            let path = if file.is_empty() { document.clone() } else { folder.join(file) };
            let target = fs::read_to_string(root().join(path)).expect("links lead to texts");
            if !sections(&target).contains(section) {
                missing.insert(format!("{}: {file}#{section}", document.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
    assert!(count > 20, "only {count} links to sections were found");
}

/// Each package has a row in the table of packages, and so have folders that are not packages.
#[test]
fn every_package_is_described() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("the workspace has a manifest");
    let members = manifest.lines().find(|line| line.starts_with("members = ")).expect("the manifest has members");
    let folders: Vec<&str> = members.split('"').skip(1).step_by(2).chain(["starters", "docs"]).collect();
    assert!(folders.len() > 15, "only these were found: {folders:?}");
    let text = fs::read_to_string(root().join("docs/architecture.md")).expect("the document is there");
    for folder in folders {
        assert!(text.contains(&format!("| `{folder}/` |")), "{folder} has no row");
    }
}

/// A source file is named by its whole path, so that it can be opened.
#[test]
fn sources_are_named_by_their_whole_paths() {
    let tops = top_folders();
    for document in ["docs/architecture.md"].into_iter().chain(OF_FOLDERS) {
        let text = fs::read_to_string(root().join(document)).expect("the document is there");
        let codes = text.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
        // Several files are called `words.rs`, so that name has no path.
        let mut sources = codes.filter(|code| code.ends_with(".rs") && *code != "words.rs").peekable();
        assert!(sources.peek().is_some(), "{document} names no source file");
        let is_whole = |code: &str| tops.contains(code.split('/').next().unwrap_or_default());
        let partial: Vec<_> = sources.filter(|code| !is_whole(code)).collect();
        assert!(partial.is_empty(), "{document} has paths that are not whole: {partial:?}");
    }
}

/// The folders of the project's packages that a package depends on, by the tables of this name in
/// its manifest.
fn used_folders(folder: &str, table: &str) -> BTreeSet<String> {
    let manifest = |folder: &str| {
        let text = fs::read_to_string(root().join(folder).join("Cargo.toml")).expect("a package has a manifest");
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let workspace = manifest("");
    let folder_of = |name: &str| {
        let line = workspace.iter().find(|line| line.starts_with(&format!("{name} = {{ path = ")));
        line.and_then(|line| line.split('"').nth(1))
            .unwrap_or_else(|| panic!("{name} is not in the workspace"))
            .to_owned()
    };
    let mut used = BTreeSet::new();
    let mut is_in_table = false;
    for line in manifest(folder) {
        if let Some(heading) = line.strip_prefix('[') {
            let heading = heading.trim_end_matches(']');
            is_in_table = heading == table || heading.ends_with(&format!(".{table}"));
        } else if is_in_table && line.starts_with("botyard") {
            used.insert(folder_of(line.split(['.', ' ', '=']).next().expect("a line begins with a name")));
        }
    }
    used
}

/// The table of dependencies says what the manifests say.
#[test]
fn dependencies_are_those_of_the_manifests() {
    let text = fs::read_to_string(root().join("docs/architecture.md")).expect("the document is there");
    let (_, table) = text.split_once("\n| package | uses |").expect("the page has a table of dependencies");
    let (table, _) = table.split_once("\n\n").expect("it ends");
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<BTreeSet<_>>();
    let rows: Vec<(String, [BTreeSet<String>; 2])> = table
        .lines()
        .filter_map(|line| {
            let cells: Vec<_> = line.strip_prefix("| `")?.split('|').collect();
            let folder = cells[0].split("/`").next().expect("a folder").to_owned();
            Some((folder, [names(cells[1]), names(cells[2])]))
        })
        .collect();
    assert!(rows.len() > 10, "only these were found: {rows:?}");
    let described = |folder: &str| rows.iter().find(|(name, _)| name == folder).map(|(_, used)| used.clone());
    for folder in support::packages() {
        let folder = folder.to_string_lossy().into_owned();
        let own = used_folders(&folder, "dependencies");
        let of_tests = used_folders(&folder, "dev-dependencies").difference(&own).cloned().collect();
        assert_eq!(described(&folder).unwrap_or_default(), [own, of_tests], "{folder}");
    }
}

/// Each promise of the sandbox names a test that exists.
#[test]
fn promises_of_the_sandbox_have_their_tests() {
    let text = fs::read_to_string(root().join("docs/sandbox.md")).expect("the document is there");
    let (_, table) = text.split_once("\n| promise | test | file |\n").expect("the page has a table of promises");
    let (table, _) = table.split_once("\n\n").expect("it ends");
    let rows: Vec<_> = table.lines().skip(1).collect();
    assert!(rows.len() > 30, "only {} promises were found", rows.len());
    for row in rows {
        let cells: Vec<_> = row.rsplit('|').skip(1).take(2).map(|cell| cell.trim().trim_matches('`')).collect();
        let [file, test] = cells[..] else { panic!("three cells: {row}") };
        let source = fs::read_to_string(root().join(file)).unwrap_or_else(|why| panic!("{file}: {why}"));
        assert!(
            source.contains(&format!("#[test]\n    fn {test}()")) || source.contains(&format!("#[test]\nfn {test}()")),
            "{file} has no test {test}"
        );
    }
}

/// People do not read a longer glossary.
#[test]
fn the_glossary_is_short_and_has_the_words_of_today() {
    let text = fs::read_to_string(root().join("docs/architecture.md")).expect("the document is there");
    let (_, glossary) = text.split_once("\n## Words\n").expect("the page has a glossary");
    let (glossary, _) = glossary.split_once("\n## ").expect("it ends");
    let words: Vec<_> = glossary.lines().filter_map(|row| row.strip_prefix("| **")?.split("**").next()).collect();
    assert!((30..=40).contains(&words.len()), "{} words: {words:?}", words.len());
    for word in ["case", "participant", "rerun", "script", "series", "statistic", "unit", "words"] {
        assert!(words.contains(&word), "{word} is missing: {words:?}");
    }
    let distinct: BTreeSet<_> = words.iter().collect();
    assert_eq!(distinct.len(), words.len(), "a word is explained twice: {words:?}");
}
