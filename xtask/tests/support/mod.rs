//! Where the sources are.

use std::fs;
use std::path::{Path, PathBuf};

/// The checkout's folder.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the checkout").to_owned()
}

/// The folders of the packages, by their paths in the checkout.
#[allow(dead_code, reason = "not every test looks at packages")]
pub fn packages() -> Vec<PathBuf> {
    let mut found = Vec::new();
    find_packages(&root(), Path::new(""), &mut found);
    assert!(found.len() > 20, "only {} packages were found", found.len());
    found
}

fn find_packages(root: &Path, folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(root.join(folder)).expect("the folder can be read") {
        let entry = entry.expect("the folder can be read");
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_left_out =
            name.starts_with('.') || ["target", "node_modules", "dist", "src", "starters"].contains(&&*name);
        if entry.path().is_dir() && !is_left_out {
            find_packages(root, &folder.join(name), found);
        }
    }
    if root.join(folder).join("src").is_dir() && root.join(folder).join("Cargo.toml").is_file() {
        found.push(folder.to_owned());
    }
}
