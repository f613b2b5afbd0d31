//! The files that the bots of a match leave in their folders, for the page to offer as downloads.
//! Knows no match.

use botyard_engine::seat::Seat;
use botyard_sandbox::wasi::{Entry, Folder};
use botyard_web_protocol::BotFile;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsValue;
use web_sys::{Blob, Url};

/// The folders of a match, as the last run of each seat left them.
#[derive(Default)]
pub(super) struct BotFolders {
    folders: Vec<(Seat, Folder)>,
}

impl BotFolders {
    /// Notes the folder of a run that has ended.
    pub(super) fn note(&mut self, seat: Seat, folder: Folder) {
        self.folders.retain(|(known, _)| *known != seat);
        self.folders.push((seat, folder));
    }

    /// All files, seat by seat, each with its own URL.
    pub(super) fn into_files(mut self) -> Vec<BotFile> {
        self.folders.sort_by_key(|(seat, _)| *seat);
        let entries = self.folders.iter().flat_map(|(seat, folder)| folder.iter().map(|entry| (*seat, entry)));
        entries.filter_map(|(seat, (path, entry))| file(seat, path, entry)).collect()
    }
}

fn file(seat: Seat, path: &str, entry: &Entry) -> Option<BotFile> {
    let Entry::File(bytes) = entry else { return None };
    let parts = Array::of1(&Uint8Array::from(&**bytes));
    let address =
        Blob::new_with_u8_array_sequence(&parts).and_then(|blob| Url::create_object_url_with_blob(&blob)).ok()?;
    Some(BotFile { seat, path: path.to_owned(), bytes: bytes.len() as u64, address })
}

/// Revokes the URLs of an earlier match's files.
pub(super) fn withdraw(addresses: &[String]) {
    for address in addresses {
        // An unknown URL has already been revoked.
        let _: Result<(), JsValue> = Url::revoke_object_url(address);
    }
}
