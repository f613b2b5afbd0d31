//! The line on which the editor (`web/editor/`), a script of its own, sends messages to the page.
//! What the page shows its editor is an attribute of the editor's element. Knows no drafts.

use botyard_web_protocol::editor::FromEditor;
use botyard_web_ui::browser;
use js_sys::{Array, Reflect};
use wasm_bindgen::prelude::Closure;
use yew::Callback;

use super::message::{Message, WriteMessage};
use super::parcel;

/// The name of the function in the window that takes the editor's parcels.
const PORT: &str = "editorPort";

/// Takes the editor's messages from now on.
pub fn open(send: Callback<Message>) {
    let take = Closure::<dyn Fn(Array)>::new(move |received: Array| {
        let (text, bytes) = parcel::read(&received);
        if let Some(message) = FromEditor::read(&text) {
            send.emit(Message::Write(WriteMessage::Editor(message, bytes)));
        }
    });
    // Without it, the editor's buttons do nothing.
    let _ = Reflect::set(&browser::window(), &PORT.into(), &take.into_js_value());
}
