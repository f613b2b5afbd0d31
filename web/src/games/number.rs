//! A line with a number in a game's form.

use web_sys::HtmlInputElement;
use yew::{Callback, Html, TargetCast, html};

/// A line with a number.
pub fn number(
    name: &'static str,
    unit: &'static str,
    testid: &'static str,
    value: f64,
    (least, most): (f64, f64),
    take: Callback<f64>,
) -> Html {
    let onchange = Callback::from(move |event: yew::Event| {
        let field: HtmlInputElement = event.target_unchecked_into();
        // The browser can read numbers; a second reader's tables would weigh 12 kB.
        match field.value_as_number() {
            typed if (least..=most).contains(&typed) => take.emit(typed),
            // One that was emptied is about to be filled.
            _ if field.value().is_empty() => {}
            _ => field.set_value(&value.to_string()),
        }
    });
    html! {
        <label class="setting">
            <span>{ name }</span>
            <span class="with-unit">
                <input type="number" min={least.to_string()} max={most.to_string()} step="any" value={value.to_string()} {onchange} data-testid={testid} />{ unit }
            </span>
        </label>
    }
}
