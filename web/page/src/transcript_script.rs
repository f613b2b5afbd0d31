//! The script that shows a bot's input and output (`js/transcript.js`). It is fetched when the
//! inspector is first shown. Knows nothing of their content.

use std::cell::OnceCell;

use botyard_web_ui::browser;
use js_sys::{Array, Reflect};

use crate::file_names;
use crate::transcript_update::TranscriptUpdate;

/// The script, and the name of the list of updates in the window.
const SCRIPT: [&str; 2] = ["transcript.js", "transcriptUpdates"];

/// The line to the script. Updates wait in a list until it is here, and go to it from then on.
#[derive(Default)]
pub struct TranscriptScript(OnceCell<Array>);

impl TranscriptScript {
    /// Sends the script an update. The first update fetches the script.
    pub fn send(&self, update: &TranscriptUpdate) {
        let updates = self.0.get_or_init(|| {
            let updates = Array::new();
            // Without the list, or the script, no transcript is shown.
            let _ = Reflect::set(&browser::window(), &SCRIPT[1].into(), &updates);
            browser::add_script(&file_names::address(SCRIPT[0]));
            updates
        });
        // All in one list: each list within it would be code.
        let parts = Array::new();
        let put_number = |number: usize| {
            parts.push(&(number as f64).into());
        };
        let put_text = |text: &str| {
            parts.push(&text.into());
        };
        let TranscriptUpdate { is_new, is_other_game, style, seat, known, passages, turns, length, is_over } = update;
        let first_lines = style.first_lines(*seat);
        put_text(style.hint);
        // Scripts import by an address that begins like this.
        put_text(&match style.map_script {
            "" => String::new(),
            script => ["./", &file_names::address(script)].concat(),
        });
        let [is_new, is_other_game, is_over] = [*is_new, *is_other_game, *is_over].map(usize::from);
        for number in [is_new, is_other_game, first_lines, *known, *length, is_over, turns.len()] {
            put_number(number);
        }
        for turn in turns {
            [turn.after, turn.asked, turn.number, usize::from(turn.is_fault)].into_iter().for_each(put_number);
            put_text(&turn.words);
        }
        for passage in passages {
            [passage.turn, passage.stream as usize].into_iter().for_each(put_number);
            put_text(&passage.text);
        }
        updates.push(&parts);
    }
}
