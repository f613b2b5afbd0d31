//! A labelled field for a number in a game's form.

use yew::{Callback, Html, Properties, function_component, html, use_state_eq};

use crate::Field;
use crate::decimal::shortest;

/// A field for a number in a range. It refuses other numbers, and says so.
pub fn number(
    name: &'static str,
    unit: &'static str,
    testid: &'static str,
    value: f64,
    range: (f64, f64),
    take: Callback<f64>,
) -> Html {
    html! { <Number {name} {unit} {testid} {value} {range} {take} /> }
}

/// The same for a number that is kept as it was typed: the caller says whether it is wrong, and
/// why.
pub fn number_field(
    name: &'static str,
    unit: &'static str,
    testid: &'static str,
    value: f64,
    is_wrong: bool,
    take: Callback<f64>,
) -> Html {
    html! { <Number {name} {unit} {testid} {value} range={(0.0, 1e9)} {is_wrong} {take} /> }
}

#[derive(Properties, PartialEq)]
struct Props {
    name: &'static str,
    unit: &'static str,
    testid: &'static str,
    value: f64,
    range: (f64, f64),
    #[prop_or_default]
    is_wrong: bool,
    take: Callback<f64>,
}

#[function_component]
fn Number(props: &Props) -> Html {
    let is_refused = use_state_eq(|| false);
    let Props { name, unit, testid, value, range: (least, most), .. } = *props;
    let take = {
        let (is_refused, take) = (is_refused.setter(), props.take.clone());
        Callback::from(move |typed: Option<f64>| {
            let taken = typed.filter(|value| (least..=most).contains(value));
            is_refused.set(taken.is_none());
            taken.into_iter().for_each(|value| take.emit(value));
        })
    };
    html! {
        <label class="setting">
            <span>{ name }if *is_refused { <small class="hint" role="alert">{ format!(" {} to {}", shortest(least), shortest(most)) }</small> }</span>
            <span class="with-unit"><Field value={shortest(value)} range={(least, most)} is_wrong={props.is_wrong} {take} {testid} />{ unit }</span>
        </label>
    }
}
