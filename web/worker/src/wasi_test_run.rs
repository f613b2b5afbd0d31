//! Runs of WASI tests: a module with arguments, an environment and folders. Only the test page
//! (`wasi-test.html`) requests them.

use std::time::Duration;

use botyard_sandbox::wasi::{Entry, Folder};
use botyard_sandbox::{Origin, Process};
use serde::Deserialize;

/// The messages of that page, in addition to those of every page.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum WasiTestRequest {
    /// Run a module. Its file is attached to the message, followed by the files of its folders in
    /// order.
    #[serde(rename = "rehearse")]
    RunTest(WasiTestRun),
}

/// How to run a module.
#[derive(Debug, Deserialize)]
pub(super) struct WasiTestRun {
    /// Repeated in the answer.
    pub(super) id: u32,
    /// Its arguments, beginning with its own name.
    args: Vec<String>,
    /// Its environment.
    env: Vec<(String, String)>,
    /// The preopened folders, each with the paths of its files.
    folders: Vec<(String, Vec<String>)>,
    /// Its time limit, in milliseconds of virtual time.
    limit_ms: u64,
}

impl WasiTestRun {
    /// The module's process, with the contents of its files.
    ///
    /// # Errors
    /// A clause that says why it cannot be made.
    pub(super) fn process(&self, contents: &[Vec<u8>]) -> Result<Process, String> {
        let mut contents = contents.iter();
        let mut folders = Vec::new();
        for (name, paths) in &self.folders {
            let mut folder = Folder::default();
            for path in paths {
                let content = contents.next().ok_or("a file is missing")?;
                folder.insert(path, Entry::file(content)).map_err(|why| why.to_string())?;
            }
            folders.push((name.clone(), folder));
        }
        let args: Vec<_> = self.args.iter().map(String::as_str).collect();
        let env: Vec<_> = self.env.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        Process::with_folders(Origin::default(), &args, &env, folders).map_err(|why| why.to_string())
    }

    /// Its time limit.
    pub(super) fn limit(&self) -> Duration {
        Duration::from_millis(self.limit_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_come_in_the_order_of_their_folders() {
        let asked = r#"{"rehearse":{"id":1,"args":["a"],"env":[["b","c"]],"folders":[["x",["1","2/3"]],["y",["4"]]],"limit_ms":9}}"#;
        let WasiTestRequest::RunTest(wasi_test) = serde_json::from_str(asked).expect("it is understood");
        let process = wasi_test.process(&[b"one".to_vec(), b"two".to_vec(), b"three".to_vec()]).expect("it fits");
        assert_eq!(process.folder(1).iter().collect::<Vec<_>>(), [("4", &Entry::file(b"three"))]);
        assert_eq!(process.folder(0).iter().last(), Some(("2/3", &Entry::file(b"two"))));
        assert_eq!(wasi_test.process(&[]).err().as_deref(), Some("a file is missing"));
    }
}
