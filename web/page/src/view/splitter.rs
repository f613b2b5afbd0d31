//! The lines between the parts of the page. Each is a slider, so that it can be moved by touch and
//! by keys like any other; the style sheet places it.

use web_sys::HtmlInputElement;
use yew::{Html, KeyboardEvent, TargetCast, html};

use super::{Send, Sometimes};
use crate::message::Message;
use crate::state::Splitter;

/// How far a key moves the handle, in percent.
const STEP: u8 = 3;

/// The handle of a line, which is where the first of the two parts has this share, in percent.
pub fn splitter(of: Splitter, share: u8, send: &Send) -> Html {
    let (class, name, testid) = match of {
        Splitter::Write => ("split-columns", "Width of the board beside the editor", "split-write"),
        Splitter::Measure => ("split-columns", "Width of the board beside the results", "split-measure"),
        Splitter::Board => ("split-board", "Height of the board", "split-board"),
    };
    let oninput = send.sometimes(move |event: yew::InputEvent| {
        let input: HtmlInputElement = event.target_unchecked_into();
        input.value().parse().ok().map(|share| Message::Split(of, share))
    });
    let range = of.range();
    let (min, max) = (*range.start(), *range.end());
    // Browsers do not agree on which way the keys go.
    let onkeydown = send.sometimes(move |event: KeyboardEvent| {
        let share = match event.key().as_str() {
            "ArrowUp" | "ArrowLeft" => share.saturating_sub(STEP),
            "ArrowDown" | "ArrowRight" => share.saturating_add(STEP),
            // With these, the page would go through the match.
            "Home" => min,
            "End" => max,
            _ => return None,
        };
        event.prevent_default();
        Some(Message::Split(of, share))
    });
    html! {
        <input type="range" {class} {onkeydown} min={min.to_string()} max={max.to_string()} value={share.to_string()} {oninput}
            aria-label={name} data-testid={testid} />
    }
}
