//! Folders that outlive checkouts: where they are. Does not know what is in them.

use std::path::PathBuf;

use etcetera::BaseStrategy;

/// The folder `name`, below the folder that the environment variable `variable` names, or else
/// among the user's caches. Only Botyard uses it.
pub fn folder(variable: &str, name: &str) -> PathBuf {
    let given = std::env::var_os(variable).filter(|folder| !folder.is_empty());
    given.map_or_else(caches, PathBuf::from).join(name)
}

/// The folder of tools. `BOTYARD_TOOLS` names the folder above it.
pub fn tools() -> PathBuf {
    folder("BOTYARD_TOOLS", "botyard-tools")
}

fn caches() -> PathBuf {
    etcetera::choose_base_strategy().map_or_else(|_| std::env::temp_dir(), |places| places.cache_dir())
}
