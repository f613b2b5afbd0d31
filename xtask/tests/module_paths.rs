//! Each source file is at its module's usual path.

mod support;

use std::fs;
use std::path::{Path, PathBuf};

/// Adds the source files below a folder, by their paths in the checkout. Built and installed files
/// are left out.
fn find_sources(root: &Path, folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(root.join(folder)).expect("the folder can be read") {
        let entry = entry.expect("the folder can be read");
        let name = entry.file_name();
        let path = folder.join(&name);
        let is_left_out = ["target", "node_modules", "dist"].iter().any(|other| name == *other);
        if entry.file_type().expect("it has a type").is_dir() {
            if !is_left_out && !name.to_string_lossy().starts_with('.') {
                find_sources(root, &path, found);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// A module that has a folder is that folder's `mod.rs`. The bundled bots are exempt: records name
/// them by the bytes that are compiled from them.
#[test]
fn no_module_is_beside_its_folder() {
    let root = support::root();
    let mut sources = Vec::new();
    find_sources(&root, Path::new(""), &mut sources);
    assert!(sources.len() > 800, "only {} files were found", sources.len());
    let is_source = |path: &Path| path.extension().is_some_and(|extension| extension == "rs");
    let has_folder = |path: &&PathBuf| {
        let parts = fs::read_dir(root.join(path).with_extension("")).into_iter().flatten();
        is_source(path) && parts.into_iter().any(|part| is_source(&part.expect("the folder can be read").path()))
    };
    let beside: Vec<_> = sources.iter().filter(has_folder).filter(|path| !path.starts_with("bots-wasm")).collect();
    assert!(beside.is_empty(), "{beside:#?}");
}
