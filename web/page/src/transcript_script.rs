//! The script that shows a bot's input and output (`js/transcript.js`). It is fetched when the
//! inspector is first shown. Knows nothing of their content.

use std::cell::OnceCell;

use botyard_web_protocol::transcript::TranscriptUpdate;
use botyard_web_ui::browser;
use js_sys::{Array, Reflect};

use crate::{file_names, parcel};

/// The script, and the name of the list of updates in the window.
const SCRIPT: [&str; 2] = ["transcript.js", "transcriptUpdates"];

/// The line to the script. Updates wait in a list until it is here, and go to it from then on.
#[derive(Default)]
pub struct TranscriptScript(OnceCell<Array>);

impl TranscriptScript {
    /// Sends the script an update. The first update fetches the script.
    pub fn send(&self, mut update: TranscriptUpdate) {
        let updates = self.0.get_or_init(|| {
            let updates = Array::new();
            // Without the list, or the script, no transcript is shown.
            let _ = Reflect::set(&browser::window(), &SCRIPT[1].into(), &updates);
            browser::add_script(&file_names::address(SCRIPT[0]));
            updates
        });
        if !update.map_script.is_empty() {
            // Scripts import by an address that begins like this.
            update.map_script = ["./", &file_names::address(&update.map_script)].concat();
        }
        updates.push(&parcel::write(&update, &[]));
    }
}
