//! What a sandboxed program can access: the folders that it may read, and its environment. Only computes paths and
//! names; opens nothing.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

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
    // Node does not start without it. Its parent folder has private keys.
    "/etc/ssl/openssl.cnf",
    "/etc/pki/tls/openssl.cnf",
];

/// What programs look up in `/etc`, which also has secrets: names and prefixes of names.
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

/// Interpreters installed in the user's home: the variable that names the folder, and the default folder.
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

/// The environment variables that are passed on unchanged.
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
    "NODE_PATH",
    "PERL5LIB",
    "RUBYLIB",
    "CLASSPATH",
    "JDK_JAVA_OPTIONS",
];

/// The prefixes of further variables that are passed on.
const BEGINNINGS: &[&str] = &["LC_", "PYTHON"];

/// The folders and files that this program may read, given the other seats' files.
pub(super) fn readable(words: &[OsString], others: &[&[OsString]]) -> Vec<PathBuf> {
    let home = env::home_dir();
    let home = home.as_deref();
    let program = words.first().and_then(|word| found(Path::new(word)));
    let interpreter = program.as_deref().and_then(interpreter).into_iter();
    let named: Vec<_> = named(words).into_iter().chain(interpreter.flat_map(|file| both_names(&file))).collect();
    let closed = ClosedFolders::of(&named, others, home);
    let own = named.into_iter().filter_map(|path| closed.folder_of(path));
    let places = SYSTEM.iter().map(PathBuf::from).chain(settings()).chain(search()).chain(at_home(home));
    places.chain(own).collect()
}

/// The existing files that a command line names.
fn named(words: &[OsString]) -> Vec<PathBuf> {
    let program = words.first().and_then(|word| found(Path::new(word)));
    let parts = words.iter().filter_map(|word| word.to_str()).flat_map(|word| word.split([':', '=']));
    let files = words.iter().map(PathBuf::from).chain(parts.map(PathBuf::from)).chain(program);
    files.flat_map(|file| both_names(&file)).collect()
}

/// The path of a file as named, which may be a link, and its real path; nothing if it does not exist. The folders of
/// both are resolved, because `..` and links in them would hide which folder it is.
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
    /// For the seat that names these files.
    fn of(named: &[PathBuf], others: &[&[OsString]], home: Option<&'a Path>) -> Self {
        let others = others.iter().flat_map(|words| self::named(words));
        // A bot may play against itself.
        let others = others.filter(|other| !named.contains(other)).collect();
        let (here, real_home) = (Path::new(".").canonicalize().ok(), home.and_then(|home| home.canonicalize().ok()));
        Self { home, real_home, here, others }
    }

    /// The folder of a file, or only the file if that folder is shared; for a folder, itself or nothing. A program in
    /// `bin` has its files beside that folder, so the parent folder is used if it is the bot's own.
    fn folder_of(&self, path: PathBuf) -> Option<PathBuf> {
        let is_folder = path.is_dir();
        let folder = if is_folder { Some(path.as_path()) } else { path.parent() };
        let beside = folder.filter(|folder| folder.ends_with("bin")).and_then(Path::parent);
        let folder = [beside, folder].into_iter().flatten().find(|folder| self.is_own(folder));
        folder.map(Path::to_owned).or_else(|| Some(path.clone()).filter(|_| !is_folder))
    }

    fn is_own(&self, folder: &Path) -> bool {
        let holds = |path: &PathBuf| path.starts_with(folder);
        let is_broad = is_broad(folder, self.home) || is_broad(folder, self.real_home.as_deref());
        !is_broad && !self.here.iter().any(holds) && !self.others.iter().any(holds)
    }
}

/// The environment of a program whose home is this folder.
pub(super) fn environment(scratch: &Path) -> Vec<(OsString, OsString)> {
    let is_known = |name: &OsStr| {
        let name = name.to_str().unwrap_or_default();
        NAMES.contains(&name) || BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
    };
    let kept = env::vars_os().filter(|(name, _)| is_known(name));
    let home = env::home_dir();
    let installed = AT_HOME.iter().filter_map(|(name, folder)| {
        let given = env::var_os(name).map(PathBuf::from);
        // Interpreters that look for themselves in the home would not find themselves in the new one.
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

/// The folders of `PATH`, with the library folders beside them.
fn search() -> impl Iterator<Item = PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<_> = env::split_paths(&path).filter(|folder| folder.is_absolute()).collect();
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
