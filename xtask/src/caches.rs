//! Folders that outlive checkouts: where they are. Does not know what is in them.

use std::path::PathBuf;

use etcetera::BaseStrategy;

/// The folder `name`, below the one that the environment variable `variable` names, else among the
/// user's caches. It is ours alone, whatever else is in the other one.
pub fn folder(variable: &str, name: &str) -> PathBuf {
    let given = std::env::var_os(variable).filter(|folder| !folder.is_empty());
    given.map_or_else(caches, PathBuf::from).join(name)
}

/// Tools, and how long things took. `BOTYARD_TOOLS` names the folder in which they are kept.
pub fn tools() -> PathBuf {
    folder("BOTYARD_TOOLS", "botyard-tools")
}

fn caches() -> PathBuf {
    etcetera::choose_base_strategy().map_or_else(|_| std::env::temp_dir(), |places| places.cache_dir())
}
