//! Makes one file of a folder that is a bot: of its module and the files that come with it, or of
//! its script and the files that it imports. Knows no storage: a script of the page has listed the
//! files, and takes in the result as if it had been dropped.

use botyard_sandbox::bot_files::{BotFiles, BotFilesError, FileTally};
use botyard_sandbox::bot_folder::{FolderBot, ImportedFiles};
use botyard_sandbox::script::{ScriptError, ScriptLanguage};
use botyard_sandbox::wasi::{Entry, Folder};
use js_sys::Uint8Array;
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

/// The name and the bytes of the file that a folder becomes. The files have their paths in the
/// folder; only those that come with the bot are read.
///
/// # Errors
/// A clause that says why the folder is not a bot.
pub(super) async fn make_bot(folder: &str, files: &[(String, Blob)]) -> Result<(String, Vec<u8>), String> {
    let beside = files.iter().map(|(path, _)| &**path).filter(|path| !path.contains('/'));
    let bot = FolderBot::find(beside).map_err(|why| format!("{why}: drop the bot's file"))?;
    let bytes = match &bot {
        FolderBot::Module(name) => join_module(name, files).await?,
        FolderBot::Script(language) => join_script(*language, files).await?,
    };
    Ok((bot.file_name(folder), bytes))
}

/// The module with all other files.
async fn join_module(name: &str, files: &[(String, Blob)]) -> Result<Vec<u8>, String> {
    let mut tally = FileTally::default();
    for (_, file) in files.iter().filter(|(path, _)| path != name) {
        tally.add(file.size() as u64).map_err(too_much)?;
    }
    let (mut module, mut folder) = (Vec::new(), Folder::default());
    for (path, file) in files {
        let bytes = read(path, file).await?;
        if path == name {
            module = bytes;
        } else {
            folder.insert(path, Entry::file(&bytes)).map_err(|_| format!("no bot's file can be called {path}"))?;
        }
    }
    if !module.starts_with(b"\0asm") {
        return Err(format!("its {name} is not a WebAssembly module"));
    }
    if files.len() == 1 {
        return Ok(module);
    }
    BotFiles::of_folder(&folder).and_then(|files| files.attach(&module)).map_err(too_much)
}

/// The script with the files that it imports.
async fn join_script(language: ScriptLanguage, files: &[(String, Blob)]) -> Result<Vec<u8>, String> {
    let clause = |why: ScriptError| why.to_string();
    let main = read_text(language.main_file(), files).await?.unwrap_or_default();
    let mut imported = ImportedFiles::new(language, main).map_err(clause)?;
    while let Some(name) = imported.next_file() {
        if let Some(text) = read_text(&name, files).await? {
            imported.add(name, text);
        }
    }
    Ok(imported.into_script().map_err(clause)?.text().to_vec())
}

/// The text of a file; `None` if the folder has no such file.
async fn read_text(name: &str, files: &[(String, Blob)]) -> Result<Option<String>, String> {
    let Some((_, file)) = files.iter().find(|(path, _)| path == name) else { return Ok(None) };
    let bytes = read(name, file).await?;
    String::from_utf8(bytes).map(Some).map_err(|_| format!("its {name} is not UTF-8 text"))
}

async fn read(path: &str, file: &Blob) -> Result<Vec<u8>, String> {
    let buffer = JsFuture::from(file.array_buffer()).await.map_err(|_| format!("its {path} cannot be read"))?;
    Ok(Uint8Array::new(&buffer).to_vec())
}

fn too_much(why: BotFilesError) -> String {
    format!("{why}: keep what the bot does not read elsewhere")
}
