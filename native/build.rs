//! Has the bundled bots built as WASI modules and lists them, with the interpreters and translators
//! of scripts, for `src/bots.rs`; lists the files of the built page for `src/serve/page.rs`.
//!
//! `BOTYARD_BOTS` may name a folder of modules that are already built; then nothing is compiled
//! here. `BOTYARD_PAGE` may name the folder of a built page; otherwise a release has that of
//! `dist/`, where `cargo xtask build` leaves one. The program has no page if that folder is
//! missing, nor in a development build, which need not follow each change of the page. A release
//! has `cargo xtask` make the list of licences, other builds take what it has left.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use botyard_languages::ScriptLanguage;
use flate2::Compression;
use flate2::write::GzEncoder;

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
    let mut bots = files_of_kind(&folder, "wasm");
    bots.retain(|path| ScriptLanguage::ALL.into_iter().all(|language| name(path) != language.interpreter()));
    assert!(!bots.is_empty(), "there are no bots (*.wasm) in {}", folder.display());
    bots.extend(ScriptLanguage::ALL.into_iter().flat_map(|language| scripts(language, &workspace)));
    bots.sort_by(|a, b| a.file_name().cmp(&b.file_name()));
    let (mut interpreters, mut translators) = (String::new(), String::new());
    for language in ScriptLanguage::ALL {
        match language.translator() {
            None => interpreters += &embed_interpreter(language, &folder, &workspace, &out),
            Some(file) => translators += &embed_translator(language, file, &folder, &workspace),
        }
    }
    let bundled = format!(
        "{}static INTERPRETERS: [EmbeddedInterpreter; {}] = [\n{interpreters}];\n\
         const TRANSLATORS: &[(ScriptLanguage, Option<&str>)] = &[\n{translators}];\n",
        list(&bots),
        ScriptLanguage::interpreted().count()
    );
    fs::write(out.join("bundled.rs"), bundled).expect("cargo's own folder can be written");
    fs::write(out.join("licences.rs"), embed_licences(&workspace)).expect("cargo's own folder can be written");
    println!("cargo::rustc-check-cfg=cfg(go)");
    println!("cargo::rerun-if-env-changed=PATH");
    // Tests build the starters in Go where that can be.
    if Command::new("go").arg("version").output().is_ok_and(|told| told.status.success()) {
        println!("cargo::rustc-cfg=go");
    }
    println!("cargo::rerun-if-env-changed=BOTYARD_PAGE");
    let page = list_page(&page(&workspace), &folder, &workspace);
    fs::write(out.join("page.rs"), page).expect("cargo's own folder can be written");
}

/// The interpreter of a language, beside the bots or where `cargo xtask build` leaves it; it needs npm or
/// pip, so it may be missing.
fn find_interpreter(language: ScriptLanguage, bots: &Path, workspace: &Path) -> Option<PathBuf> {
    find_part(&format!("{}.wasm", language.interpreter()), bots, workspace)
}

/// The element of the list of interpreters, with a compressed copy in `out`. Tests check programs with an
/// interpreter in a configuration of its name, and programs without it.
fn embed_interpreter(language: ScriptLanguage, bots: &Path, workspace: &Path, out: &Path) -> String {
    let name = language.interpreter();
    println!("cargo::rustc-check-cfg=cfg({name})");
    let compressed = find_interpreter(language, bots, workspace).map(|module| {
        println!("cargo::rustc-cfg={name}");
        let compressed = out.join(format!("{name}.gz"));
        compress(&module, &compressed).unwrap_or_else(|why| panic!("cannot compress {}: {why}", module.display()));
        format!("Some(include_bytes!({compressed:?}))")
    });
    let compressed = compressed.unwrap_or_else(|| "None".to_owned());
    format!(
        "    EmbeddedInterpreter {{ language: ScriptLanguage::{language:?}, compressed: {compressed}, module: OnceLock::new() }},\n"
    )
}

/// The bots that are scripts of a language, if there are any: they need no build.
fn scripts(language: ScriptLanguage, workspace: &Path) -> Vec<PathBuf> {
    let folder = workspace.join("bots-wasm").join(language.id());
    if !folder.is_dir() {
        return Vec::new();
    }
    println!("cargo::rerun-if-changed={}", folder.display());
    files_of_kind(&folder, language.endings()[0])
}

/// A file that may not have been built, beside the bots or where `cargo xtask build` leaves it.
fn find_part(name: &str, bots: &Path, workspace: &Path) -> Option<PathBuf> {
    let places = [bots.to_owned(), workspace.join("target/bot-modules")].map(|folder| folder.join(name));
    // A missing file would make cargo run this every time.
    places.into_iter().find(|place| place.is_file()).inspect(|place| {
        println!("cargo::rerun-if-changed={}", place.display());
    })
}

/// The element of the list of translators. Tests check programs with the translator in a
/// configuration of its file's name.
fn embed_translator(language: ScriptLanguage, file: &str, bots: &Path, workspace: &Path) -> String {
    let configuration = language.id();
    println!("cargo::rustc-check-cfg=cfg({configuration})");
    let script = find_part(file, bots, workspace).map(|script| {
        println!("cargo::rustc-cfg={configuration}");
        let script = script.canonicalize().unwrap_or_else(|why| panic!("cannot find {}: {why}", script.display()));
        format!("Some(include_str!({script:?}))")
    });
    format!("    (ScriptLanguage::{language:?}, {}),\n", script.unwrap_or_else(|| "None".to_owned()))
}

fn compress(file: &Path, to: &Path) -> io::Result<()> {
    let mut encoder = GzEncoder::new(File::create(to)?, Compression::best());
    encoder.write_all(&fs::read(file)?)?;
    encoder.finish()?;
    Ok(())
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

/// The page's files. Interpreters are in the program already, and once is enough.
fn list_page(files: &[(String, PathBuf)], bots: &Path, workspace: &Path) -> String {
    let interpreters: Vec<_> = ScriptLanguage::interpreted()
        .filter_map(|language| Some((language, fs::read(find_interpreter(language, bots, workspace)?).ok()?)))
        .collect();
    let (mut texts, mut shared) = (String::new(), String::new());
    for (name, path) in files {
        let path = path.canonicalize().unwrap_or_else(|why| panic!("cannot find {}: {why}", path.display()));
        let is_it = |(_, module): &&(ScriptLanguage, Vec<u8>)| {
            name.starts_with("bots/") && fs::read(&path).ok().as_ref() == Some(module)
        };
        match interpreters.iter().find(is_it) {
            Some((language, _)) => writeln!(shared, "    ({name:?}, ScriptLanguage::{language:?}),"),
            None => writeln!(texts, "    ({name:?}, include_bytes!({path:?})),"),
        }
        .expect("text can be appended to text");
    }
    format!(
        "const EMBEDDED: &[(&str, &[u8])] = &[\n{texts}];\nconst EMBEDDED_INTERPRETERS: &[(&str, ScriptLanguage)] = &[\n{shared}];\n"
    )
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
    for source in ["bots-wasm/src", "bots-wasm/varied", "bots-wasm/champions", "bots-wasm/Cargo.toml", "Cargo.toml"] {
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
        let file = match ScriptLanguage::of_file(&path.to_string_lossy()) {
            Some(language) => format!("BundledFile::Script(ScriptLanguage::{language:?}, include_str!({path:?}))"),
            None => format!("BundledFile::Module(include_bytes!({path:?}))"),
        };
        writeln!(text, "    BundledBot {{ name: {:?}, file: {file} }},", name(&path))
            .expect("text can be appended to text");
    }
    text.push_str("];\n");
    text
}
