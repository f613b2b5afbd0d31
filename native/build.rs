//! Has the bundled bots built as WASI modules and lists them for `src/bots.rs`; lists the files of the
//! built page for `src/serve/page.rs`.
//!
//! `BOTYARD_BOTS` may name a folder of modules that are already built; then nothing is compiled
//! here. `BOTYARD_PAGE` may name the folder of a built page; otherwise a release has that of
//! `dist/`, where `cargo xtask build` leaves one. The program has no page if that folder is
//! missing, nor in a development build, which need not follow each change of the page. A release
//! has `cargo xtask` make the list of licences, other builds take what it has left.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The bots that are scripts: they need no build.
const SCRIPTS: &str = "bots-wasm/javascript";
/// The name of the interpreter of JavaScript, which alone is not a bot.
const JAVASCRIPT: &str = "javascript";
/// The folder of the list of licences.
const LICENCES: &str = "target/licences";
/// The beginnings of the names of bots that are only for tests: they misbehave, or speak another
/// format.
const FIXTURES: [&str; 2] = ["hostile-", "dialect-"];

fn main() {
    let out = PathBuf::from(variable("OUT_DIR"));
    let workspace = Path::new(&variable("CARGO_MANIFEST_DIR")).join("..");
    println!("cargo::rerun-if-env-changed=BOTYARD_BOTS");
    let folder = match env::var_os("BOTYARD_BOTS") {
        Some(folder) => given(PathBuf::from(folder)),
        None => build(&workspace),
    };
    let (mut bots, javascript) = (files_of_kind(&folder, "wasm"), javascript(&folder, &workspace));
    bots.retain(|path| name(path) != JAVASCRIPT);
    assert!(!bots.is_empty(), "there are no bots (*.wasm) in {}", folder.display());
    bots.extend(scripts(&workspace));
    bots.sort_by(|a, b| a.file_name().cmp(&b.file_name()));
    // Tests check programs with the interpreter, and programs without it.
    println!("cargo::rustc-check-cfg=cfg(javascript)");
    if javascript.is_some() {
        println!("cargo::rustc-cfg=javascript");
    }
    fs::write(out.join("bundled.rs"), list(&bots) + &embed(javascript)).expect("cargo's own folder can be written");
    fs::write(out.join("licences.rs"), embed_licences(&workspace)).expect("cargo's own folder can be written");
    println!("cargo::rerun-if-env-changed=BOTYARD_PAGE");
    fs::write(out.join("page.rs"), list_page(&page(&workspace))).expect("cargo's own folder can be written");
}

/// The interpreter of JavaScript, beside the bots or where `cargo xtask build` leaves it; it needs
/// npm, so it may be missing.
fn javascript(bots: &Path, workspace: &Path) -> Option<PathBuf> {
    let places = [bots.to_owned(), workspace.join("target/bot-modules")];
    let places = places.map(|folder| folder.join(JAVASCRIPT).with_extension("wasm"));
    // A missing file would make cargo run this every time.
    places.into_iter().find(|place| place.is_file()).inspect(|place| {
        println!("cargo::rerun-if-changed={}", place.display());
    })
}

/// The files of the page: their paths as seen from it, and where they are.
fn page(workspace: &Path) -> Vec<(String, PathBuf)> {
    let given = env::var_os("BOTYARD_PAGE").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    if given.is_none() && variable("PROFILE") != "release" {
        return Vec::new();
    }
    let folder = given.clone().unwrap_or_else(|| workspace.join("dist"));
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    if folder.join("index.html").is_file() {
        gather(&folder, "", &mut files);
    } else if given.is_some() {
        panic!("BOTYARD_PAGE: there is no page (index.html) in {}", folder.display());
    }
    files.sort();
    files
}

fn gather(folder: &Path, below: &str, files: &mut Vec<(String, PathBuf)>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|why| panic!("cannot read {}: {why}", folder.display()));
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // Hidden files are not the page's.
        // Compressed copies are for static hosts; this program's server does not send them.
        if name.starts_with('.') || [".br", ".gz"].iter().any(|ending| name.ends_with(ending)) {
            continue;
        }
        let name = format!("{below}{name}");
        match path.is_dir() {
            true => gather(&path, &format!("{name}/"), files),
            false => files.push((name, path)),
        }
    }
}

fn list_page(files: &[(String, PathBuf)]) -> String {
    let mut text = "const EMBEDDED: &[(&str, &[u8])] = &[\n".to_owned();
    for (name, path) in files {
        let path = path.canonicalize().unwrap_or_else(|why| panic!("cannot find {}: {why}", path.display()));
        writeln!(text, "    ({name:?}, include_bytes!({path:?})),").expect("text can be appended to text");
    }
    text.push_str("];\n");
    text
}

fn embed(javascript: Option<PathBuf>) -> String {
    let bytes = javascript.map(|path| {
        let path = path.canonicalize().unwrap_or_else(|why| panic!("cannot find {}: {why}", path.display()));
        format!("Some(include_bytes!({path:?}))")
    });
    let bytes = bytes.unwrap_or_else(|| "None".to_owned());
    format!("const EMBEDDED_JAVASCRIPT: Option<&[u8]> = {bytes};\n")
}

/// The list of licences where `cargo xtask` leaves it. The folder is there from now on, so that
/// cargo sees when the list comes.
///
/// A release has it made, so that `cargo install` needs no command before it. Others do without: it
/// takes the sources of all packages and some seconds.
fn embed_licences(workspace: &Path) -> String {
    let folder = workspace.join(LICENCES);
    fs::create_dir_all(&folder).unwrap_or_else(|why| panic!("cannot make {}: {why}", folder.display()));
    println!("cargo::rerun-if-changed={}", folder.display());
    println!("cargo::rustc-check-cfg=cfg(licences)");
    if variable("PROFILE") == "release" {
        println!("cargo::rerun-if-changed={}", workspace.join("Cargo.lock").display());
        let made = cargo(workspace).args(["xtask", "licences"]).status();
        if !made.is_ok_and(|status| status.success()) {
            println!(
                "cargo::warning=`cargo xtask licences` failed: `botyard licences` may have no list, or an old one"
            );
        }
    }
    let list = folder.join("licences.txt").canonicalize().ok();
    if list.is_some() {
        println!("cargo::rustc-cfg=licences");
    }
    let text = list.map_or_else(|| "None".to_owned(), |list| format!("Some(include_str!({list:?}))"));
    format!(
        "/// The list as a text; `None` if it was not made before the program was built.\npub const LIST: Option<&str> = {text};\n"
    )
}

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_else(|_| panic!("cargo sets {name}"))
}

fn given(folder: PathBuf) -> PathBuf {
    println!("cargo::rerun-if-changed={}", folder.display());
    folder
}

/// Has `cargo xtask` build the bots, which it does once for all that needs them.
fn build(workspace: &Path) -> PathBuf {
    for source in ["bots-wasm/src", "bots-wasm/varied", "bots-wasm/Cargo.toml", "Cargo.toml"] {
        println!("cargo::rerun-if-changed={}", workspace.join(source).display());
    }
    let status = cargo(workspace).args(["xtask", "bots"]).status().expect("cargo runs");
    assert!(status.success(), "the bots do not build");
    workspace.join("target/bot-modules")
}

/// Cargo for the parts that are built beside the program: variables that configure our own build
/// (flags, clippy, another target or folder) do not apply to them.
fn cargo(workspace: &Path) -> Command {
    let mut cargo = Command::new(variable("CARGO"));
    cargo.current_dir(workspace);
    for ours in [
        "RUSTFLAGS",
        "CARGO_ENCODED_RUSTFLAGS",
        "RUSTC",
        "RUSTC_WRAPPER",
        "RUSTC_WORKSPACE_WRAPPER",
        "CARGO_BUILD_RUSTC_WORKSPACE_WRAPPER",
        "CARGO_BUILD_BUILD_DIR",
        "CLIPPY_ARGS",
    ] {
        cargo.env_remove(ours);
    }
    cargo
}

/// The bots that are scripts.
fn scripts(workspace: &Path) -> Vec<PathBuf> {
    let folder = workspace.join(SCRIPTS);
    println!("cargo::rerun-if-changed={}", folder.display());
    files_of_kind(&folder, "js")
}

/// The files of a folder to bundle, by their extension.
fn files_of_kind(folder: &Path, kind: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|why| panic!("cannot read {}: {why}", folder.display()));
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let bots = paths.filter(|path| path.extension().is_some_and(|ending| ending == kind));
    bots.filter(|path| !FIXTURES.iter().any(|fixture| name(path).starts_with(fixture))).collect()
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn list(bots: &[PathBuf]) -> String {
    let mut text = "const BUNDLED: &[BundledBot] = &[\n".to_owned();
    for path in bots {
        let path = path.canonicalize().unwrap_or_else(|why| panic!("cannot find {}: {why}", path.display()));
        let file = match path.extension().is_some_and(|ending| ending == "js") {
            true => format!("BundledFile::Script(ScriptLanguage::JavaScript, include_str!({path:?}))"),
            false => format!("BundledFile::Module(include_bytes!({path:?}))"),
        };
        writeln!(text, "    BundledBot {{ name: {:?}, file: {file} }},", name(&path))
            .expect("text can be appended to text");
    }
    text.push_str("];\n");
    text
}
