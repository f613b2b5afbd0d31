//! Parcels, in which messages travel between the page's program and workers or scripts: a list of
//! the message as JSON text and the files beside it, as bytes. Knows no message.

use js_sys::{Array, Uint8Array};
use serde::Serialize;

use super::bot_library::ModuleBytes;

/// A parcel with a message and files.
pub fn write(message: &impl Serialize, files: &[&[u8]]) -> Array {
    let text = serde_json::to_string(message).expect("messages have text keys only");
    let parcel = Array::of1(&text.into());
    for file in files {
        parcel.push(&Uint8Array::from(*file).buffer());
    }
    parcel
}

/// The text of a message, and the bytes of the file beside it; empty if there is none.
pub fn read(parcel: &Array) -> (String, ModuleBytes) {
    let file = parcel.get(1);
    let bytes = if file.is_object() { Uint8Array::new(&file).to_vec() } else { Vec::new() };
    (parcel.get(0).as_string().unwrap_or_default(), bytes.into())
}
