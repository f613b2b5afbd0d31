//! The access of a sandboxed program: the folders that it may read, its working folder, and its
//! environment. Only computes paths and names; changes nothing.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use super::links::FoundLinks;
use super::working_folder::WorkingFolder;
use crate::process_sandbox::{RefusedLink, SandboxedCommand};

/// The folders of programs and libraries on any Linux.
const SYSTEM: &[&str] = &[
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/usr",
    "/opt",
    "/nix/store",
    "/gnu/store",
    "/snap",
    "/proc",
    "/sys",
    "/run/current-system",
    "/var/lib/flatpak/runtime",
    // Node does not start without this file. Its parent folder has private keys.
    "/etc/ssl/openssl.cnf",
    "/etc/pki/tls/openssl.cnf",
];

/// The files that programs look up in `/etc`, which also has secrets: names and prefixes of names.
const SETTINGS: &[&str] = &[
    "alternatives",
    "ld.so.",
    "ld-musl",
    "locale",
    "localtime",
    "timezone",
    "passwd",
    "group",
    "nsswitch.conf",
    "os-release",
    "java",
    "python",
    "perl",
    "ruby",
    "php",
    "lua",
    "mono",
    "node",
    "octave",
    "R",
    "magic",
    "mime.types",
    "static",
    "profiles",
];

/// Interpreters installed in the user's home: the variable that names the folder, and the default
/// folder.
const AT_HOME: &[(&str, &str)] = &[
    ("PYENV_ROOT", ".pyenv"),
    ("RBENV_ROOT", ".rbenv"),
    ("NODENV_ROOT", ".nodenv"),
    ("ASDF_DATA_DIR", ".asdf"),
    ("NVM_DIR", ".nvm"),
    ("SDKMAN_DIR", ".sdkman"),
    ("MISE_DATA_DIR", ".local/share/mise"),
    ("UV_PYTHON_INSTALL_DIR", ".local/share/uv/python"),
    ("JULIAUP_DEPOT_PATH", ".julia"),
    ("GHCUP_INSTALL_BASE_PREFIX", ".ghcup"),
    ("DOTNET_ROOT", ".dotnet"),
    ("JAVA_HOME", ".jdks"),
    ("VIRTUAL_ENV", ".venv"),
    ("CONDA_PREFIX", "miniconda3"),
];

/// Shared folders, or folders that contain other users' folders.
const BROAD: &[&str] =
    &["/home", "/root", "/tmp", "/var", "/var/tmp", "/dev", "/dev/shm", "/run", "/srv", "/mnt", "/media"];

/// The environment variables that are passed on unchanged; `docs/sandbox.md` lists them. They do
/// not change what a bot does: with `PYTHONUNBUFFERED`, for instance, a bot that forgets to flush
/// would play here but not elsewhere.
const NAMES: &[&str] = &[
    "PATH",
    "LANG",
    "LANGUAGE",
    "TZ",
    "TERM",
    "USER",
    "LOGNAME",
    "SHELL",
    "LD_LIBRARY_PATH",
    "RUST_BACKTRACE",
    "OMP_NUM_THREADS",
    "PYTHONHOME",
    "PYTHONPATH",
    "PYTHONUSERBASE",
    "NODE_PATH",
    "PERL5LIB",
    "RUBYLIB",
    "CLASSPATH",
    "JDK_JAVA_OPTIONS",
];

/// The prefix of further variables that are passed on.
const BEGINNING: &str = "LC_";

/// The folders and files that a program can access.
#[derive(Debug)]
pub(super) struct Access {
    /// The folders and files that it may read.
    pub(super) readable: Vec<PathBuf>,
    /// Where it works.
    pub(super) working_folder: WorkingFolder,
    /// The links in its folder that lead where it may not read.
    pub(super) refused_links: Vec<RefusedLink>,
}

impl Access {
    /// The access of this command, given the other seats' command lines.
    pub(super) fn for_command(command: &SandboxedCommand<'_>, others: &[&[OsString]]) -> Self {
        let words = command.words;
        let home = env::home_dir();
        let home = home.as_deref();
        let program = words.first().and_then(|word| found(Path::new(word)));
        let interpreter = program.as_deref().and_then(interpreter).into_iter();
        let named: Vec<_> = named(words).into_iter().chain(interpreter.flat_map(|file| both_names(&file))).collect();
        let closed = ClosedFolders::new(&named, others, home);
        let places = SYSTEM.iter().map(PathBuf::from).chain(settings()).chain(search(home)).chain(at_home(home));
        let mut readable: Vec<_> = places.chain(command.sandbox.readable().iter().cloned()).collect();
        // Not the files of programs and libraries, which are many and may be read anyway.
        let is_foreign = |path: &PathBuf| !readable.iter().any(|known| path.starts_with(known));
        let own: Vec<_> = named.into_iter().filter_map(|path| closed.folder_of(path)).collect();
        let mut links = FoundLinks::default();
        let mut folders: Vec<_> = own.iter().filter(|path| is_foreign(path) && path.is_dir()).collect();
        folders.sort();
        folders.dedup();
        for folder in folders {
            let is_readable = |target: &Path| readable.iter().chain(&own).any(|known| target.starts_with(known));
            links.search(folder, is_readable, |target| closed.is_beside(folder, target));
        }
        readable.extend(own);
        readable.extend(links.followed);
        let working_folder = match command.file {
            Some(file) => closed.working_folder_of_file(file),
            None => closed.working_folder_of_line(words),
        };
        let working_folder = working_folder.with_readable(command.sandbox.readable());
        Self { readable, working_folder, refused_links: links.refused }
    }
}

/// The existing files that a command line names.
fn named(words: &[OsString]) -> Vec<PathBuf> {
    let program = words.first().and_then(|word| found(Path::new(word)));
    let parts = words.iter().filter_map(|word| word.to_str()).flat_map(|word| word.split([':', '=']));
    let files = words.iter().map(PathBuf::from).chain(parts.map(PathBuf::from)).chain(program);
    files.flat_map(|file| both_names(&file)).collect()
}

/// The path of a file as named, which may be a link, and its real path; empty if it does not exist.
/// The folders of both are resolved, because `..` and links in them would hide which folder it is.
fn both_names(path: &Path) -> Vec<PathBuf> {
    let Ok(real) = path.canonicalize() else { return Vec::new() };
    let named = std::path::absolute(path).ok();
    let named = named.and_then(|path| Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?)));
    named.into_iter().chain([real]).collect()
}

/// The folders that do not belong to a single bot.
struct ClosedFolders<'a> {
    home: Option<&'a Path>,
    real_home: Option<PathBuf>,
    /// The current folder: bots must not read what botyard writes there, or what else is there.
    here: Option<PathBuf>,
    /// The other seats' files.
    others: Vec<PathBuf>,
}

impl<'a> ClosedFolders<'a> {
    /// The closed folders for the seat that names these files.
    fn new(named: &[PathBuf], others: &[&[OsString]], home: Option<&'a Path>) -> Self {
        let others = others.iter().flat_map(|words| self::named(words));
        // A bot may play against itself.
        let others = others.filter(|other| !named.contains(other)).collect();
        let (here, real_home) = (Path::new(".").canonicalize().ok(), home.and_then(|home| home.canonicalize().ok()));
        Self { home, real_home, here, others }
    }

    /// The folder of a file, or only the file if that folder is shared; for a folder, itself, or
    /// `None` if it is shared. A program in `bin` has its files beside that folder, so the parent
    /// folder is used if it is the bot's own.
    fn folder_of(&self, path: PathBuf) -> Option<PathBuf> {
        let is_folder = path.is_dir();
        let folder = if is_folder { Some(path.as_path()) } else { path.parent() };
        let beside = folder.filter(|folder| folder.ends_with("bin")).and_then(Path::parent);
        let folder = [beside, folder].into_iter().flatten().find(|folder| self.is_own(folder));
        folder.map(Path::to_owned).or_else(|| Some(path.clone()).filter(|_| !is_folder))
    }

    fn is_own(&self, folder: &Path) -> bool {
        let holds = |path: &PathBuf| path.starts_with(folder);
        !self.is_broad(folder) && !self.here.iter().any(holds) && !self.others.iter().any(holds)
    }

    fn is_broad(&self, folder: &Path) -> bool {
        is_broad(folder, self.home) || is_broad(folder, self.real_home.as_deref())
    }

    /// Whether a path is in a folder beside this one, so that a link may lead there: bots that are
    /// kept together share files. Not in a home, where keys are beside a bot, and not in the folder
    /// that botyard writes to.
    fn is_beside(&self, folder: &Path, target: &Path) -> bool {
        let Some(parent) = folder.parent().filter(|parent| !self.is_broad(parent)) else { return false };
        let Some(Component::Normal(name)) = target.strip_prefix(parent).ok().and_then(|rest| rest.components().next())
        else {
            return false;
        };
        let sibling = parent.join(name);
        let is_hidden = name.as_encoded_bytes().starts_with(b".");
        sibling.is_dir() && !is_hidden && !self.here.iter().any(|here| here.starts_with(&sibling))
    }

    /// A bot that was named as a file works in its own folder. If others use that too, only the
    /// file itself is there.
    fn working_folder_of_file(&self, file: &Path) -> WorkingFolder {
        let Some(file) = both_names(file).into_iter().next() else { return self.working_folder_of_line(&[]) };
        match self.folder_of(file.clone()).filter(|folder| folder.is_dir()) {
            Some(folder) => WorkingFolder::own(folder),
            None => WorkingFolder::with_links(file.parent().unwrap_or(&file), [(file.clone(), file.clone())]),
        }
    }

    /// A command line works where it was typed, so that its paths stay valid; but only the files
    /// that it names are there.
    fn working_folder_of_line(&self, words: &[OsString]) -> WorkingFolder {
        let here = self.here.clone().unwrap_or_else(|| PathBuf::from("/"));
        let parts = words.iter().filter_map(|word| word.to_str()).flat_map(|word| word.split([':', '=']));
        let paths = words.iter().map(PathBuf::from).chain(parts.map(PathBuf::from));
        let mut folders = Vec::new();
        let links = paths.filter(|path| path.is_relative()).filter_map(|path| {
            let named = both_names(&path).into_iter().next()?;
            let (place, left) = normalize(&here.join(&path));
            folders.extend(left);
            let shown = self.folder_of(named.clone())?;
            // The folder that is shown has the same place above the file as the real one.
            let above = named.ancestors().position(|above| above == shown)?;
            Some((place.ancestors().nth(above)?.to_owned(), shown))
        });
        let links: Vec<_> = links.filter(|(place, _)| !here.starts_with(place)).collect();
        WorkingFolder::with_links(&here, links).with_folders(folders)
    }
}

/// A path without `.` and `..`, as far as its text tells, and the folders that each `..` leaves.
fn normalize(path: &Path) -> (PathBuf, Vec<PathBuf>) {
    let (mut place, mut left) = (PathBuf::new(), Vec::new());
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                left.push(place.clone());
                place.pop();
            }
            part => place.push(part),
        }
    }
    (place, left)
}

/// The environment of a program whose home is this folder.
pub(super) fn environment(scratch: &Path) -> Vec<(OsString, OsString)> {
    let is_known = |name: &OsStr| {
        let name = name.to_str().unwrap_or_default();
        NAMES.contains(&name) || name.starts_with(BEGINNING)
    };
    let kept = env::vars_os().filter(|(name, _)| is_known(name));
    let home = env::home_dir();
    let installed = AT_HOME.iter().filter_map(|(name, folder)| {
        let given = env::var_os(name).map(PathBuf::from);
        // Interpreters that search the home for their own files would not find them in the new one.
        let place =
            given.or_else(|| Some(home.as_deref()?.join(folder)).filter(|place| place.is_dir() && is_sought(name)))?;
        Some(((*name).into(), place.into()))
    });
    let ours = ["HOME", "TMPDIR", "TMP", "TEMP"].map(|name| (name.into(), scratch.into()));
    kept.chain(installed).chain(ours).collect()
}

/// Whether the variable may be set if it was not: some variables switch something on.
fn is_sought(name: &str) -> bool {
    !matches!(name, "JAVA_HOME" | "VIRTUAL_ENV" | "CONDA_PREFIX")
}

/// The path of a program, looked up as a shell would.
fn found(program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 {
        return Some(program.to_owned());
    }
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// The interpreter named in a script's first line.
fn interpreter(script: &Path) -> Option<PathBuf> {
    let mut start = [0; 256];
    let length = File::open(script).ok()?.read(&mut start).ok()?;
    let line = str::from_utf8(start[..length].split(|&byte| byte == b'\n').next()?).ok()?;
    line.strip_prefix("#!")?.split_whitespace().next().map(PathBuf::from)
}

/// Whether a folder is a home, contains one, or is shared, whatever the environment says.
fn is_broad(folder: &Path, home: Option<&Path>) -> bool {
    home.is_some_and(|home| home.starts_with(folder))
        || folder.parent().is_none_or(|parent| parent == Path::new("/home"))
        || folder == env::temp_dir()
        || BROAD.iter().any(|broad| folder == Path::new(broad))
}

fn settings() -> impl Iterator<Item = PathBuf> {
    let entries = Path::new("/etc").read_dir().into_iter().flatten().flatten();
    let is_known =
        |name: &OsStr| name.to_str().is_some_and(|name| SETTINGS.iter().any(|known| name.starts_with(known)));
    // `passwd-` is a backup and `group.lock` a lock; programs do not look them up.
    entries.filter(move |entry| is_known(&entry.file_name())).map(|entry| entry.path())
}

/// The folders of `PATH`, with the library folders beside them. A home among them holds more than
/// programs.
fn search(home: Option<&Path>) -> impl Iterator<Item = PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let is_for_programs = |folder: &PathBuf| folder.is_absolute() && !is_broad(folder, home);
    let folders: Vec<_> = env::split_paths(&path).filter(is_for_programs).collect();
    let beside = |folder: PathBuf| {
        let lib = folder.with_file_name("lib");
        let lib = (folder.file_name() == Some(OsStr::new("bin"))).then_some(lib);
        [Some(folder), lib].into_iter().flatten()
    };
    folders.into_iter().flat_map(beside)
}

fn at_home(home: Option<&Path>) -> impl Iterator<Item = PathBuf> {
    let places = AT_HOME
        .iter()
        .filter_map(move |(name, folder)| env::var_os(name).map(PathBuf::from).or_else(|| Some(home?.join(folder))));
    places.filter(move |place| place.is_absolute() && !is_broad(place, home))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variable_that_is_passed_on_is_documented() {
        let page = include_str!("../../../../../docs/sandbox.md");
        let beginning = format!("{BEGINNING}*");
        for name in NAMES.iter().copied().chain([beginning.as_str()]) {
            assert!(page.contains(&format!("`{name}`")), "{name}");
        }
    }
}
