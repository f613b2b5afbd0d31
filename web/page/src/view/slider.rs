//! Makes a drawing a slider: for a pointer that is pressed on it, and for keys. Knows no curve.

use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent, PointerEvent};
use yew::Callback;

use super::Send;
use crate::message::{Message, PlaybackMessage};

/// Where in the breadth of a drawing it is pressed, from 0 to 1.
pub fn pointed_share(event: &PointerEvent) -> Option<f64> {
    // Yew listens at the root: the element with the listener is not the event's current target.
    let drawing = event.target()?.dyn_into::<Element>().ok()?.closest("svg").ok()??;
    let frame = drawing.get_bounding_client_rect();
    let share = (f64::from(event.client_x()) - frame.left()) / frame.width().max(1.0);
    (event.buttons() != 0).then_some(share.clamp(0.0, 1.0))
}

/// Goes where keys move the slider, whose values are 0 to `last`; `turn` returns the number of
/// turns played at a value.
pub fn keys(send: &Send, at: usize, last: usize, turn: impl Fn(usize) -> usize + 'static) -> Callback<KeyboardEvent> {
    let send = send.clone();
    Callback::from(move |event: KeyboardEvent| {
        // With these keys the page and the browser have something else in mind.
        let is_plain = !(event.shift_key() || event.ctrl_key() || event.alt_key() || event.meta_key());
        if let (true, Some(value)) = (is_plain, value_after(&event.key(), at, last)) {
            // Otherwise the page would go a turn too.
            event.prevent_default();
            event.stop_propagation();
            send.emit(Message::Playback(PlaybackMessage::Go(turn(value))));
        }
    })
}

/// A slider's value after a key, as ARIA practices define it:
/// <https://www.w3.org/WAI/ARIA/apg/patterns/slider/>.
fn value_after(key: &str, at: usize, last: usize) -> Option<usize> {
    let page = (last / 10).max(1);
    let value = match key {
        "ArrowLeft" | "ArrowDown" => at.saturating_sub(1),
        "ArrowRight" | "ArrowUp" => at + 1,
        "PageDown" => at.saturating_sub(page),
        "PageUp" => at + page,
        "Home" => 0,
        "End" => last,
        _ => return None,
    };
    Some(value.min(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_move_within_the_values() {
        for (key, at, last, expected) in [
            ("ArrowRight", 3, 41, Some(4)),
            ("ArrowUp", 41, 41, Some(41)),
            ("ArrowLeft", 3, 41, Some(2)),
            ("ArrowDown", 0, 41, Some(0)),
            ("PageUp", 3, 41, Some(7)),
            ("PageUp", 39, 41, Some(41)),
            ("PageDown", 3, 41, Some(0)),
            ("PageDown", 3, 5, Some(2)),
            ("Home", 17, 41, Some(0)),
            ("End", 17, 41, Some(41)),
            ("ArrowRight", 0, 0, Some(0)),
            (" ", 3, 41, None),
            ("a", 3, 41, None),
        ] {
            assert_eq!(value_after(key, at, last), expected, "{key} at {at} of {last}");
        }
    }
}
