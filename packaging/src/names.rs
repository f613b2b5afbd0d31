//! Gives each file of the page a name that changes with its content, so that a host may let
//! browsers keep it for ever, and updates references to it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};

use crate::files::{DistFile, list};

/// The page itself. For names that its code computes, it has a list of new names in its head.
const PAGE: &str = "index.html";
/// The start tag of that list, which is put before the end of the head.
const LIST: &str = r#"<script type="application/json" id="file-names">"#;

/// New names by old ones.
type Names = BTreeMap<String, String>;

/// Renames the files of the page in `folder`, except the pages, whose addresses people visit.
///
/// # Errors
/// When files refer to each other in a circle, or one cannot be read or written.
pub fn hash_names(folder: &Path) -> Result<()> {
    let (texts, others): (Vec<DistFile>, Vec<DistFile>) = list(folder)?.into_iter().partition(is_text);
    let mut names = Names::new();
    for file in &others {
        let bytes = fs::read(&file.path).with_context(|| format!("cannot read {}", file.name))?;
        rename(file, &bytes, &mut names)?;
    }
    let mut waiting = texts;
    while !waiting.is_empty() {
        let before = waiting.len();
        let unnamed: Vec<String> = waiting.iter().map(|file| file.name.clone()).collect();
        let mut left = Vec::new();
        for file in waiting {
            let text = fs::read_to_string(&file.path).with_context(|| format!("cannot read {}", file.name))?;
            // A file's own name depends on the names in it, so those come first; the page has a
            // list of all.
            let needs = |name: &str| refers(&text, name) || is_page(&file.name);
            if unnamed.iter().any(|name| *name != file.name && !is_page(name) && needs(name)) {
                left.push(file);
                continue;
            }
            let text = names.iter().fold(text, |text, (old, new)| replace(&text, old, new));
            finish(&file, text, &mut names)?;
        }
        ensure!(left.len() < before, "these refer to each other: {}", unnamed.join(", "));
        waiting = left;
    }
    Ok(())
}

fn is_text(file: &DistFile) -> bool {
    !file.is_bot() && [".html", ".js", ".css", ".webmanifest"].iter().any(|ending| file.name.ends_with(ending))
}

/// Whether the file is a page that people visit: it keeps its name.
fn is_page(name: &str) -> bool {
    name.ends_with(".html")
}

/// Writes a file with updated references and renames it; pages keep their names.
fn finish(file: &DistFile, text: String, names: &mut Names) -> Result<()> {
    if !is_page(&file.name) {
        fs::write(&file.path, &text).with_context(|| format!("cannot write {}", file.name))?;
        return rename(file, text.as_bytes(), names);
    }
    let text = if file.name == PAGE { with_list(&text, names)? } else { text };
    fs::write(&file.path, text).with_context(|| format!("cannot write {}", file.name))
}

/// `worker.js` becomes `worker-0123456789abcdef.js`.
fn rename(file: &DistFile, bytes: &[u8], names: &mut Names) -> Result<()> {
    let (start, ending) = file.name.rsplit_once('.').unwrap_or((&file.name, ""));
    let hash: String = Sha256::digest(bytes).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let new = format!("{start}-{hash}.{ending}");
    let folder = file.path.parent().context("a file lies in a folder")?;
    let last = new.rsplit('/').next().unwrap_or(&new);
    fs::rename(&file.path, folder.join(last)).with_context(|| format!("cannot rename {}", file.name))?;
    names.insert(file.name.clone(), new);
    Ok(())
}

/// The page with a list of the names that its code may compute: those of all scripts, some of which
/// are loaded on demand, of bots, of the manual, and of the start view. Only other files name the scripts in
/// `snippets/`.
fn with_list(text: &str, names: &Names) -> Result<String> {
    let is_script = |name: &str| name.ends_with(".js") && !name.starts_with("snippets/");
    let is_fetched = |name: &str| ["bots/", "manual/", "start/"].iter().any(|folder| name.starts_with(folder));
    let computed = names.iter().filter(|(old, _)| is_script(old) || is_fetched(old));
    let list: serde_json::Map<_, _> = computed.map(|(old, new)| (old.clone(), new.clone().into())).collect();
    let (before, after) = text.split_once("</head>").with_context(|| format!("{PAGE} has no head"))?;
    Ok(format!("{before}{LIST}{}</script></head>{after}", serde_json::Value::Object(list)))
}

/// Whether the text names the file in quotes or as the last part of an address.
fn refers(text: &str, name: &str) -> bool {
    places(text, name).next().is_some()
}

fn replace(text: &str, old: &str, new: &str) -> String {
    let mut replaced = String::with_capacity(text.len());
    let mut end = 0;
    for place in places(text, old) {
        replaced.push_str(&text[end..place]);
        replaced.push_str(new);
        end = place + old.len();
    }
    replaced.push_str(&text[end..]);
    replaced
}

/// The places of the file's whole name: after a quote or a slash, and before a quote. A key, as in
/// `"./snippets/room.js": import1`, is left out: it is the name of a module's import, and not an
/// address.
fn places<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = usize> + 'a {
    let stands = |place: usize| {
        let before = text[..place].chars().next_back();
        let mut after = text[place + name.len()..].chars();
        matches!(before, Some('"' | '\'' | '`' | '/'))
            && matches!(after.next(), Some('"' | '\'' | '`'))
            && after.next() != Some(':')
    };
    text.match_indices(name).map(|(place, _)| place).filter(move |place| stands(*place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::page;

    /// The text of the file whose name begins and ends so.
    fn text(folder: &Path, start: &str, ending: &str) -> (String, String) {
        let files = list(folder).unwrap();
        let file = files.iter().find(|file| file.name.starts_with(start) && file.name.ends_with(ending)).unwrap();
        (file.name.clone(), fs::read_to_string(&file.path).unwrap())
    }

    #[test]
    fn references_follow_the_new_names() {
        let folder = page(&[
            ("index.html", "<head><link href=\"./page.css\"></head>"),
            ("page.css", "body {}"),
            ("worker_bg.wasm", "program"),
            (
                "worker.js",
                "new URL('worker_bg.wasm'); import './snippets/a/room.js'; './snippets/a/room.js': 1; 'notworker.js'",
            ),
            ("worker_loader.js", "import init from './worker.js';"),
            ("series_store.js", "open()"),
            ("icons/icon-192.png", "picture"),
            ("manifest.webmanifest", "{\"src\": \"./icons/icon-192.png\"}"),
            ("editor/licences.txt", "MIT"),
            ("editor/editor.js", "new URL(\"editor/licences.txt\")"),
            ("snippets/a/room.js", "export {}"),
            ("bots/one.wasm", "bot"),
            ("manual/all.json", "{}"),
            ("start/chess-dark.svg", "<svg/>"),
            ("bots/two.js", "import './one.js'; print('worker.js');"),
        ]);
        hash_names(folder.path()).unwrap();
        let (program, _) = text(folder.path(), "worker_bg-", ".wasm");
        let (room, _) = text(folder.path(), "snippets/a/room-", ".js");
        let (worker, code) = text(folder.path(), "worker-", ".js");
        assert_eq!(code, format!("new URL('{program}'); import './{room}'; './snippets/a/room.js': 1; 'notworker.js'"));
        let (loader, code) = text(folder.path(), "worker_loader-", ".js");
        assert_eq!(code, format!("import init from './{worker}';"));
        let (style, _) = text(folder.path(), "page-", ".css");
        let (bot, _) = text(folder.path(), "bots/one-", ".wasm");
        let (script, source) = text(folder.path(), "bots/two-", ".js");
        assert_eq!(source, "import './one.js'; print('worker.js');", "bots stay as they are");
        let (icon, _) = text(folder.path(), "icons/icon-192-", ".png");
        let (_, manifest) = text(folder.path(), "manifest-", ".webmanifest");
        assert_eq!(manifest, format!("{{\"src\": \"./{icon}\"}}"));
        let (manual, _) = text(folder.path(), "manual/all-", ".json");
        let (tile, _) = text(folder.path(), "start/chess-dark-", ".svg");
        let (store, _) = text(folder.path(), "series_store-", ".js");
        let (licences, _) = text(folder.path(), "editor/licences-", ".txt");
        let (editor, code) = text(folder.path(), "editor/editor-", ".js");
        assert_eq!(code, format!("new URL(\"{licences}\")"));
        let (_, page) = text(folder.path(), "index", ".html");
        let list = format!(
            r#"{LIST}{{"bots/one.wasm":"{bot}","bots/two.js":"{script}","editor/editor.js":"{editor}","manual/all.json":"{manual}","series_store.js":"{store}","start/chess-dark.svg":"{tile}","worker.js":"{worker}","worker_loader.js":"{loader}"}}</script>"#
        );
        assert_eq!(page, format!("<head><link href=\"./{style}\">{list}</head>"));
    }

    #[test]
    fn another_content_is_another_name() {
        let name = |content: &str| {
            let folder = page(&[("index.html", "<head></head>"), ("worker.js", content)]);
            hash_names(folder.path()).unwrap();
            text(folder.path(), "worker-", ".js").0
        };
        assert_eq!(name("one"), name("one"));
        assert_ne!(name("one"), name("two"));
    }

    #[test]
    fn a_circle_is_an_error() {
        let folder = page(&[("a.js", "import './b.js'"), ("b.js", "import './a.js'")]);
        let error = hash_names(folder.path()).unwrap_err().to_string();
        assert_eq!(error, "these refer to each other: a.js, b.js");
    }
}
