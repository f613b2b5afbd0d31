//! Folders that outlive checkouts: where they are. Does not know what is in them.

use std::path::PathBuf;

use etcetera::BaseStrategy;

/// The folder that the environment variable `variable` names, else `name` among the user's caches.
pub fn folder(variable: &str, name: &str) -> PathBuf {
    std::env::var_os(variable).map_or_else(|| among_caches(name), PathBuf::from)
}

/// Tools, and how long things took. `BOTYARD_TOOLS` names another place.
pub fn tools() -> PathBuf {
    folder("BOTYARD_TOOLS", "botyard-tools")
}

fn among_caches(name: &str) -> PathBuf {
    let caches = etcetera::choose_base_strategy().map(|places| places.cache_dir());
    caches.unwrap_or_else(|_| std::env::temp_dir()).join(name)
}
