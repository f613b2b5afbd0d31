//! The starters of a game as a page: the README of each language, and its files.

use botyard_languages::ScriptLanguage;
use include_dir::{Dir, include_dir};

use super::StarterFile;

/// A folder for each game with a folder for each language. `.in` is removed from a file's name:
/// without it, cargo would take a starter's `Cargo.toml` for a package of this workspace.
static STARTERS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../starters");

/// The languages whose bots are compiled: the folder, and the name for people.
const COMPILED: [(&str, &str); 4] = [("rust", "Rust"), ("go", "Go"), ("c", "C"), ("cpp", "C++")];

/// The beginning of a line that stands for the files of a language.
pub const FILES: &str = "files: ";

const README: &str = "README.md";

/// The page, in Markdown; a code block `starter` names a language whose files can be downloaded
/// there.
pub fn text(game: &str) -> String {
    let mut text = format!(
        "# Starters\n\nA starter is a whole bot, which plays legal moves and marks the place for your idea. \
         The page plays it without anything installed, if it is a module (`.wasm`) or a script in {}: drop the file on the board. \
         The command `botyard` plays it in a terminal, and executables too: `cargo install --path native`, in a copy of \
         Botyard's sources, builds and installs it. `botyard new {game} --lang rust` writes a starter into a folder.\n",
        ScriptLanguage::list(|language| language.name().to_owned())
    );
    for (language, name) in languages() {
        let Some(readme) = STARTERS.get_file(format!("{game}/{language}/{README}")) else { continue };
        let readme = readme.contents_utf8().unwrap_or_default();
        let body = readme.split_once('\n').map_or("", |(_, body)| body);
        text += &format!("\n## {name}\n\n```starter\n{FILES}{language}\n```\n{body}");
    }
    text
}

/// The files of all languages, without the READMEs.
pub fn files(game: &str) -> Vec<StarterFile> {
    let of = |language: &'static str| {
        let root = format!("{game}/{language}");
        let folder = STARTERS.get_dir(&root);
        let all = folder.into_iter().flat_map(|folder| below(folder)).filter_map(move |file| {
            let name = file.path().strip_prefix(&root).ok()?.to_str()?;
            let name = name.strip_suffix(".in").unwrap_or(name).to_owned();
            (name != README).then_some(StarterFile { language, name, text: file.contents_utf8()? })
        });
        all.collect::<Vec<_>>()
    };
    languages().flat_map(|(language, _)| of(language)).collect()
}

/// All languages: the folder, and the name for people.
fn languages() -> impl Iterator<Item = (&'static str, &'static str)> {
    ScriptLanguage::ALL.into_iter().map(|language| (language.id(), language.name())).chain(COMPILED)
}

fn below(folder: &'static Dir<'static>) -> Vec<&'static include_dir::File<'static>> {
    folder.files().chain(folder.dirs().flat_map(below)).collect()
}
