//! What a program in a cage can reach: which folders it may read, and which names of the environment it has. Only paths and
//! names: nothing is opened here.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Where programs and what they need are kept, on any Linux.
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
    // Without it node does not start; beside it are private keys.
    "/etc/ssl/openssl.cnf",
    "/etc/pki/tls/openssl.cnf",
];

/// What programs look up in `/etc`, which holds secrets too: names and beginnings of names.
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

/// Interpreters that are installed at home: the variable that says where, and where they are without it.
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

/// Folders of everybody's, or with everybody's folders in them.
const BROAD: &[&str] =
    &["/home", "/root", "/tmp", "/var", "/var/tmp", "/dev", "/dev/shm", "/run", "/srv", "/mnt", "/media"];

/// The names that are handed on as they are.
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

/// How names begin that are handed on too.
const BEGINNINGS: &[&str] = &["LC_", "PYTHON"];

/// The folders and files that this program may read, where the other seats at the table have these.
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

/// What a command line names that is there.
fn named(words: &[OsString]) -> Vec<PathBuf> {
    let program = words.first().and_then(|word| found(Path::new(word)));
    let parts = words.iter().filter_map(|word| word.to_str()).flat_map(|word| word.split([':', '=']));
    let files = words.iter().map(PathBuf::from).chain(parts.map(PathBuf::from)).chain(program);
    files.flat_map(|file| both_names(&file)).collect()
}

/// Where something is by its name, which may be a link, and where it really is; nothing if nothing is there. The folders of
/// both are real: `..` and links in them would hide which folder it is.
fn both_names(path: &Path) -> Vec<PathBuf> {
    let Ok(real) = path.canonicalize() else { return Vec::new() };
    let named = std::path::absolute(path).ok();
    let named = named.and_then(|path| Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?)));
    named.into_iter().chain([real]).collect()
}

/// Which folders are no bot's own.
struct ClosedFolders<'a> {
    home: Option<&'a Path>,
    real_home: Option<PathBuf>,
    /// Where botyard is: what it writes, and what else lies there, is not for bots.
    here: Option<PathBuf>,
    /// The files of other seats.
    others: Vec<PathBuf>,
}

impl<'a> ClosedFolders<'a> {
    /// For whoever names these files.
    fn of(named: &[PathBuf], others: &[&[OsString]], home: Option<&'a Path>) -> Self {
        let others = others.iter().flat_map(|words| self::named(words));
        // A bot may play against itself.
        let others = others.filter(|other| !named.contains(other)).collect();
        let (here, real_home) = (Path::new(".").canonicalize().ok(), home.and_then(|home| home.canonicalize().ok()));
        Self { home, real_home, here, others }
    }

    /// The folder of a file, or only the file where that folder holds what is others'; a folder is itself or nothing. What is in a folder `bin` has
    /// more beside it.
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
        // What looks for itself at home does not find it there any more.
        let place =
            given.or_else(|| Some(home.as_deref()?.join(folder)).filter(|place| place.is_dir() && is_sought(name)))?;
        Some(((*name).into(), place.into()))
    });
    let ours = ["HOME", "TMPDIR", "TMP", "TEMP"].map(|name| (name.into(), scratch.into()));
    kept.chain(installed).chain(ours).collect()
}

/// Whether the variable may be set where it was not: some of them switch something on.
fn is_sought(name: &str) -> bool {
    !matches!(name, "JAVA_HOME" | "VIRTUAL_ENV" | "CONDA_PREFIX")
}

/// Where a program is found, as a shell would look for it.
fn found(program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 {
        return Some(program.to_owned());
    }
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// What a script's first line says that it is run by.
fn interpreter(script: &Path) -> Option<PathBuf> {
    let mut start = [0; 256];
    let length = File::open(script).ok()?.read(&mut start).ok()?;
    let line = str::from_utf8(start[..length].split(|&byte| byte == b'\n').next()?).ok()?;
    line.strip_prefix("#!")?.split_whitespace().next().map(PathBuf::from)
}

/// Whether a folder is a home, leads to one, or is everybody's, whatever the environment says that they are.
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
    // `passwd-` is a copy, `group.lock` a lock: neither is anything that programs look up.
    entries.filter(move |entry| is_known(&entry.file_name())).map(|entry| entry.path())
}

/// Where programs are searched for, with the libraries beside.
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
