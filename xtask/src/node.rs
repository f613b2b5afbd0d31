//! Node.js and packages that npm installs for it: those that a lock file in this checkout names,
//! kept beside the other tools. Knows nothing of what they are for.

use std::ffi::OsStr;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::caches;
use crate::npm;
use crate::run::{ask, run};

/// The oldest supported major version of Node.
const OLDEST: u32 = 18;
/// The files that name the packages, and npm's settings.
const PACKAGES: [&str; 3] = ["package.json", "package-lock.json", ".npmrc"];
/// Held by the process that installs.
const LOCK: &str = "installing.lock";
/// The mark of a complete installation.
const INSTALLED: &str = "installed";

/// Why Node.js cannot be used here, in sentences that say that `what` is left out and name what to
/// install; `None` if it can be used.
pub fn obstacle(what: &str) -> Option<String> {
    obstacle_with(&format!("the page is built without {what}"))
}

/// Like [`obstacle`], in sentences that begin with what happens without Node.js.
pub fn obstacle_with(consequence: &str) -> Option<String> {
    obstacle_between(consequence, npm::is_here(), ask("node", &["--version"]).as_deref())
}

/// Like [`obstacle_with`], given whether npm is here, and the output of `node --version`.
fn obstacle_between(consequence: &str, has_npm: bool, node: Option<&str>) -> Option<String> {
    let why = match node {
        _ if !has_npm => "npm was not found".to_owned(),
        None => "Node.js was not found".to_owned(),
        Some(version) if major_version(version).is_some_and(|version| version < OLDEST) => {
            format!("Node.js {} is too old", version.trim())
        }
        Some(_) => return None,
    };
    Some(format!("{why}: {consequence}. Install Node.js {OLDEST} or newer, which brings npm."))
}

/// Whether `what` is not built and can be. If there is an obstacle, prints it; the rest is built
/// without `what` then.
pub fn can_be_made(what: &str, is_made: bool) -> bool {
    is_left_to_make(is_made, || obstacle(what))
}

/// Like [`can_be_made`], given the obstacle.
pub fn is_left_to_make(is_made: bool, obstacle: impl FnOnce() -> Option<String>) -> bool {
    if is_made {
        return false;
    }
    let why = obstacle();
    if let Some(why) = &why {
        eprintln!("{why}");
    }
    why.is_none()
}

/// The major version in the output of `node --version`: 20 in `v20.20.2`.
fn major_version(answer: &str) -> Option<u32> {
    answer.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

/// Fails if `what` is missing although everything must be tested.
///
/// # Errors
/// When the variable `CI` is set, `what` is not built, and there is an obstacle.
pub fn demand_in_ci(what: &str, is_made: bool) -> Result<()> {
    demand(std::env::var_os("CI").as_deref(), is_made, obstacle(what))
}

/// Fails if the variable `CI` is set, since this obstacle is in the way of something that must be
/// tested.
///
/// # Errors
/// The obstacle.
pub fn refuse_in_ci(obstacle: &str) -> Result<()> {
    demand(std::env::var_os("CI").as_deref(), false, Some(obstacle.to_owned()))
}

/// Like [`demand_in_ci`], given the variable's value and the obstacle.
fn demand(ci: Option<&OsStr>, is_made: bool, obstacle: Option<String>) -> Result<()> {
    let is_demanded = ci.is_some_and(|value| !value.is_empty());
    match obstacle.filter(|_| is_demanded && !is_made) {
        Some(why) => bail!("{why} CI is set, so that everything has to be tested."),
        None => Ok(()),
    }
}

/// Packages that a folder of the checkout names.
pub struct LockedPackages {
    sources: PathBuf,
    name: &'static str,
}

impl LockedPackages {
    /// The packages that the lock file in `sources` names; `name` is part of their folder's name.
    pub fn new(sources: PathBuf, name: &'static str) -> Self {
        Self { sources, name }
    }

    /// Whether all of them are installed.
    pub fn are_installed(&self) -> bool {
        self.folder().is_ok_and(|folder| folder.join(INSTALLED).is_file())
    }

    /// Installs exactly what the lock file names, with npm. An interrupted installation starts
    /// again.
    ///
    /// # Errors
    /// When npm fails.
    pub fn install(&self) -> Result<()> {
        if self.are_installed() {
            return Ok(());
        }
        let folder = self.folder()?;
        create(&folder)?;
        // Another checkout may be installing the same.
        let lock = fs::File::create(folder.join(LOCK)).context("cannot write among the packages")?;
        lock.lock()?;
        if self.are_installed() {
            return Ok(());
        }
        for name in PACKAGES.iter().filter(|name| self.sources.join(name).is_file()) {
            let (from, to) = (self.sources.join(name), folder.join(name));
            fs::copy(&from, &to).with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
        }
        run(npm::installation_of_lock_file().current_dir(&folder))?;
        fs::write(folder.join(INSTALLED), "").context("cannot mark the installation as done")
    }

    /// Where the packages of this lock file are installed.
    ///
    /// # Errors
    /// When the lock file cannot be read.
    pub fn folder(&self) -> Result<PathBuf> {
        let mut hasher = DefaultHasher::new();
        for name in PACKAGES.iter().filter(|name| self.sources.join(name).is_file()) {
            hash_file(&self.sources.join(name), &mut hasher)?;
        }
        Ok(caches::tools().join(format!("{}-packages-{:016x}", self.name, hasher.finish())))
    }
}

/// Makes a folder, unless it exists.
///
/// # Errors
/// When it cannot be made.
pub fn create(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}

/// A hash of these files, and of those in these folders, with their names, in the order of the names.
///
/// # Errors
/// When they cannot be read.
pub fn hash_of<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Result<u64> {
    let mut hasher = DefaultHasher::new();
    for path in paths {
        hash_path(path, &mut hasher)?;
    }
    Ok(hasher.finish())
}

fn hash_path(path: &Path, hasher: &mut DefaultHasher) -> Result<()> {
    if !path.is_dir() {
        return hash_file(path, hasher);
    }
    let entries = fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut paths = entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>()?;
    paths.sort();
    paths.iter().try_for_each(|path| hash_path(path, hasher))
}

fn hash_file(path: &Path, hasher: &mut DefaultHasher) -> Result<()> {
    path.file_name().hash(hasher);
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))?.hash(hasher);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_of_node_is_its_first_number() {
        assert_eq!(major_version("v20.20.2\n"), Some(20));
        assert_eq!(major_version("20"), None);
    }

    #[test]
    fn it_is_said_what_is_missing_and_what_to_install() {
        let told = |has_npm, node| obstacle_between("the page is built without the editor", has_npm, node);
        let sentence = |why: &str| {
            Some(format!("{why}: the page is built without the editor. Install Node.js 18 or newer, which brings npm."))
        };
        assert_eq!(told(false, Some("v20.20.2\n")), sentence("npm was not found"));
        assert_eq!(told(false, None), sentence("npm was not found"));
        assert_eq!(told(true, None), sentence("Node.js was not found"));
        assert_eq!(told(true, Some("v16.20.2\n")), sentence("Node.js v16.20.2 is too old"));
        assert_eq!(told(true, Some("v18.0.0\n")), None);
    }

    #[test]
    fn what_cannot_be_made_is_left_out() {
        let missing = || Some("npm was not found.".to_owned());
        assert!(!is_left_to_make(false, missing));
        assert!(is_left_to_make(false, || None));
        assert!(!is_left_to_make(true, || unreachable!("nobody asks what stands in the way")));
    }

    #[test]
    fn only_where_everything_is_tested_may_nothing_be_missing() {
        let is_refused = |ci: Option<&str>, is_made, obstacle: Option<&str>| {
            demand(ci.map(OsStr::new), is_made, obstacle.map(str::to_owned)).is_err()
        };
        let missing = Some("npm was not found.");
        assert!(is_refused(Some("true"), false, missing));
        assert!(!is_refused(None, false, missing));
        assert!(!is_refused(Some(""), false, missing));
        assert!(!is_refused(Some("true"), true, missing), "it was made before npm went");
        assert!(!is_refused(Some("true"), false, None), "it will be made");
    }

    #[test]
    fn lock_files_name_versions_and_no_addresses() {
        for folder in ["../web", "../web/editor", "../languages/javascript", "../languages/typescript"] {
            let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
            let read = |name: &str| -> serde_json::Value {
                serde_json::from_str(&fs::read_to_string(sources.join(name)).expect("it is here")).expect("it is JSON")
            };
            let (lock, package) = (read("package-lock.json"), read("package.json"));
            let packages = lock["packages"].as_object().expect("packages");
            let own = packages.iter().filter(|(path, _)| !path.is_empty());
            for (path, entry) in own {
                assert!(entry.get("resolved").is_none(), "{path}: the registry is the user's to choose");
                assert!(entry["integrity"].as_str().is_some_and(|hash| hash.starts_with("sha512-")), "{path}");
            }
            let kinds = ["dependencies", "devDependencies"].into_iter().filter_map(|kind| package[kind].as_object());
            for (name, version) in kinds.flatten() {
                assert_eq!(*version, packages[&format!("node_modules/{name}")]["version"], "{name} is pinned");
            }
        }
    }

    #[test]
    fn another_content_or_name_is_another_key() {
        let folder = std::env::temp_dir().join(format!("botyard-node-key-{}", std::process::id()));
        let key = |files: &[(&str, &str)]| {
            let _ = fs::remove_dir_all(&folder);
            create(&folder.join("src")).expect("a folder of ours");
            for (name, text) in files {
                fs::write(folder.join("src").join(name), text).expect("a file of ours");
            }
            hash_of([&*folder]).expect("it can be read")
        };
        let keys =
            [key(&[("a.js", "1")]), key(&[("a.js", "2")]), key(&[("b.js", "1")]), key(&[("a.js", "1"), ("b.js", "")])];
        assert!((1..keys.len()).all(|at| !keys[..at].contains(&keys[at])), "{keys:?}");
        assert_eq!(keys[0], key(&[("a.js", "1")]));
        fs::remove_dir_all(&folder).expect("a folder of ours");
    }
}
