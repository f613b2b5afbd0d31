//! Lets browsers keep the page: adds the script that registers the service worker to the page's
//! head, and writes the service worker with the list of files that it keeps (`web/offline/`). Knows
//! no network.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use botyard_languages::ScriptLanguage;
use botyard_page_policy::OFFLINE_SCRIPT;
use sha2::{Digest, Sha256};

use crate::files::{DistFile, list};

/// The page itself, which is kept under its folder's address: some hosts redirect requests for the
/// file.
const PAGE: &str = "index.html";
/// The service worker. Browsers know it by this name, so it has no other.
const WORKER: &str = "service-worker.js";
const TEMPLATE: &str = include_str!("../../web/offline/service_worker.js");

/// Adds the script that registers the service worker to the page.
///
/// # Errors
/// When the page cannot be read or written, or has no head.
pub fn add_offline_script(folder: &Path) -> Result<()> {
    let path = folder.join(PAGE);
    let html = fs::read_to_string(&path).with_context(|| format!("cannot read {PAGE}"))?;
    let (before, after) = html.split_once("</head>").with_context(|| format!("{PAGE} has no head"))?;
    let [start, end] = OFFLINE_SCRIPT;
    fs::write(path, format!("{before}{start} src=\"./offline.js\">{end}</head>{after}"))
        .with_context(|| format!("cannot write {PAGE}"))
}

/// Writes the service worker. No file may change afterwards: the worker's text has a hash of all
/// files, by which browsers notice that the page has changed.
///
/// # Errors
/// When a file cannot be read or the worker cannot be written.
pub fn write_service_worker(folder: &Path) -> Result<()> {
    let files: Vec<DistFile> = list(folder)?.into_iter().filter(|file| file.name != WORKER).collect();
    let mut version = Sha256::new_with_prefix(TEMPLATE);
    for file in &files {
        let bytes = fs::read(&file.path).with_context(|| format!("cannot read {}", file.name))?;
        version.update(format!("{}\0{}\0", file.name, bytes.len()));
        version.update(bytes);
    }
    let version: String = version.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let (others, kept): (Vec<_>, Vec<_>) =
        files.iter().map(|file| file.name.as_str()).partition(|name| is_kept_later(name));
    let kept: Vec<_> = kept.into_iter().map(|name| if name == PAGE { "./" } else { name }).collect();
    let lists = [("VERSION", serde_json::to_string(&version)?), ("FILES", serde_json::to_string(&kept)?)];
    let sizes = others.iter().map(|name| sent_size(folder, name)).collect::<Result<Vec<_>>>()?;
    let more = [
        ("OTHERS", serde_json::to_string(&others)?),
        ("SIZES", serde_json::to_string(&sizes)?),
        ("SCRIPTS", serde_json::to_string(&script_parts())?),
    ];
    let lists = lists.into_iter().chain(more);
    let head: String = lists.map(|(name, value)| format!("const {name} = {value};\n")).collect();
    fs::write(folder.join(WORKER), head + TEMPLATE).with_context(|| format!("cannot write {WORKER}"))
}

/// By the endings of scripts, the names of what plays them, without their endings. What is large is kept
/// once a visitor has used it.
fn script_parts() -> BTreeMap<String, Vec<&'static str>> {
    let small = ScriptLanguage::ALL.into_iter().filter(|language| !language.is_interpreter_large());
    let parts = |language: ScriptLanguage| match language.translator() {
        Some(_) => vec![language.interpreter(), language.id()],
        None => vec![language.interpreter()],
    };
    let of =
        |language: ScriptLanguage| language.endings().iter().map(move |ending| (format!(".{ending}"), parts(language)));
    small.flat_map(of).collect()
}

/// How many bytes a host sends of a file, which has a compressed copy if that is smaller.
fn sent_size(folder: &Path, name: &str) -> Result<u64> {
    let sizes = [format!("{name}.br"), name.to_owned()].map(|name| fs::metadata(folder.join(name)));
    let [compressed, whole] = sizes.map(|size| size.map(|data| data.len()));
    compressed.or(whole).with_context(|| format!("cannot read {name}"))
}

/// Whether a file is kept only once a visitor needs it: bots, the manual, icons, the start view's
/// pictures, pages beside the page, the match worker that records turns, and the one for browsers that
/// cannot suspend a module, which keep it at once.
fn is_kept_later(name: &str) -> bool {
    ["bots/", "manual/", "icons/", "start/", "interpreter", "recorder", "licences", "wasi-test"]
        .iter()
        .any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::page;

    fn worker(files: &[(&str, &str)]) -> String {
        let folder = page(files);
        write_service_worker(folder.path()).unwrap();
        fs::read_to_string(folder.path().join(WORKER)).unwrap()
    }

    #[test]
    fn the_worker_knows_what_to_keep_at_once_and_what_later() {
        let files =
            [("index.html", ""), ("a-1.js", ""), ("a-1.js.br", ""), ("bots/b-1.wasm", ""), ("manual/all-1.json", "")];
        let text = worker(&files);
        assert!(text.contains("\nconst FILES = [\"a-1.js\",\"./\"];\n"), "{text}");
        assert!(
            text.contains("\nconst OTHERS = [\"bots/b-1.wasm\",\"manual/all-1.json\"];\nconst SIZES = [0,0];\nconst SCRIPTS = {\".js\":[\"javascript\"],"),
            "{text}"
        );
        assert!(text.ends_with(TEMPLATE));
    }

    #[test]
    fn its_version_changes_with_any_file() {
        let version = |files: &[(&str, &str)]| worker(files).lines().next().unwrap().to_owned();
        let page = [("index.html", "1"), ("bots/b.wasm", "2")];
        assert_eq!(version(&page), version(&page));
        for other in [[("index.html", "3"), page[1]], [page[0], ("bots/b.wasm", "3")], [page[0], ("bots/c.wasm", "2")]]
        {
            assert_ne!(version(&page), version(&other), "{other:?}");
        }
    }

    #[test]
    fn the_page_loads_the_script() {
        let folder = page(&[(PAGE, "<head></head><body></body>")]);
        add_offline_script(folder.path()).unwrap();
        let html = fs::read_to_string(folder.path().join(PAGE)).unwrap();
        assert_eq!(
            html,
            "<head><script type=\"module\" data-offline src=\"./offline.js\"></script></head><body></body>"
        );
    }
}
