//! Runs of WASI tests: a module with arguments, an environment and folders. Only the test page
//! (`wasi-test.html`) requests them.

use botyard_sandbox::wasi::{Entry, Folder};
use botyard_sandbox::{Origin, Process};
use botyard_web_protocol::match_worker::{WasiFolder, WasiTest};

/// The module's process, with the contents of its files.
///
/// # Errors
/// A clause that says why it cannot be made.
pub(super) fn process(wasi_test: &WasiTest, contents: &[Vec<u8>]) -> Result<Process, String> {
    let mut contents = contents.iter();
    let mut folders = Vec::new();
    for WasiFolder { path, files } in &wasi_test.folders {
        let mut folder = Folder::default();
        for file in files {
            let content = contents.next().ok_or("a file is missing")?;
            folder.insert(file, Entry::file(content)).map_err(|why| why.to_string())?;
        }
        folders.push((path.clone(), folder));
    }
    let args: Vec<_> = wasi_test.args.iter().map(String::as_str).collect();
    let env: Vec<_> = wasi_test.env.iter().map(|variable| (&*variable.name, &*variable.value)).collect();
    Process::with_folders(Origin::default(), &args, &env, folders).map_err(|why| why.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_come_in_the_order_of_their_folders() {
        let folder = |path: &str, files: &[&str]| WasiFolder {
            path: path.to_owned(),
            files: files.iter().map(|&file| file.to_owned()).collect(),
        };
        let folders = vec![folder("x", &["1", "2/3"]), folder("y", &["4"])];
        let wasi_test = WasiTest { id: 1, args: Vec::new(), env: Vec::new(), folders, limit_ms: 9 };
        let process = process(&wasi_test, &[b"one".to_vec(), b"two".to_vec(), b"three".to_vec()]).expect("it fits");
        assert_eq!(process.folder(1).iter().collect::<Vec<_>>(), [("4", &Entry::file(b"three"))]);
        assert_eq!(process.folder(0).iter().last(), Some(("2/3", &Entry::file(b"two"))));
        assert_eq!(super::process(&wasi_test, &[]).err().as_deref(), Some("a file is missing"));
    }
}
