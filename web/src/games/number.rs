//! A line with a number in a game's form.

use yew::{Callback, Html, html};

use crate::page::view::Field;

/// A line with a number. Others than those from `least` to `most` are not taken.
pub fn number(
    name: &'static str,
    unit: &'static str,
    testid: &'static str,
    value: f64,
    (least, most): (f64, f64),
    take: Callback<f64>,
) -> Html {
    let take = Callback::from(move |typed: Option<f64>| {
        typed.filter(|value| (least..=most).contains(value)).into_iter().for_each(|value| take.emit(value));
    });
    html! {
        <label class="setting">
            <span>{ name }</span>
            <span class="with-unit"><Field value={value.to_string()} range={(least, most)} {take} {testid} />{ unit }</span>
        </label>
    }
}
