//! A labelled field for a number in a game's form.

use yew::{AttrValue, Callback, Html, Properties, function_component, html, use_state_eq};

use crate::Field;
use crate::decimal::shortest;

/// A field for a number in a range, a whole one unless it counts seconds. It refuses other numbers,
/// and shows why.
pub fn number(
    name: &'static str,
    unit: &'static str,
    testid: &'static str,
    value: f64,
    range: (f64, f64),
    take: Callback<f64>,
) -> Html {
    html! { <Number {name} {unit} {testid} value={Some(value)} {range} take={take_some(take)} /> }
}

/// Like [`number`], for a number that is kept as it was typed: the caller decides whether it is
/// wrong, and shows why.
pub fn number_field(
    name: &'static str,
    unit: &'static str,
    testid: &'static str,
    value: f64,
    is_wrong: bool,
    take: Callback<f64>,
) -> Html {
    html! { <Number {name} {unit} {testid} value={Some(value)} range={(0.0, 1e9)} {is_wrong} take={take_some(take)} /> }
}

/// Like [`number`], for a number that may be left out: `usual` is the meaning of an empty field,
/// for which `take` is called with `None`.
pub fn optional_number(
    name: &'static str,
    unit: &'static str,
    testid: &'static str,
    [value, usual]: [Option<f64>; 2],
    range: (f64, f64),
    take: Callback<Option<f64>>,
) -> Html {
    html! { <Number {name} {unit} {testid} {value} {usual} {range} {take} /> }
}

/// Takes numbers only: an empty field is refused before.
fn take_some(take: Callback<f64>) -> Callback<Option<f64>> {
    Callback::from(move |typed: Option<f64>| typed.into_iter().for_each(|value| take.emit(value)))
}

#[derive(Properties, PartialEq)]
struct Props {
    name: &'static str,
    unit: &'static str,
    testid: &'static str,
    value: Option<f64>,
    /// The meaning of an empty field, if it may be empty.
    #[prop_or_default]
    usual: Option<f64>,
    range: (f64, f64),
    #[prop_or_default]
    is_wrong: bool,
    take: Callback<Option<f64>>,
}

#[function_component]
fn Number(props: &Props) -> Html {
    // The expected range, if the last typed number was refused.
    let expected = use_state_eq(|| None::<String>);
    let Props { name, unit, testid, value, usual, range: (least, most), .. } = *props;
    let take = {
        let (expected, take) = (expected.setter(), props.take.clone());
        Callback::from(move |typed: Option<f64>| {
            let is_left_out = typed.is_none() && usual.is_some();
            let refused = if is_left_out { None } else { refusal(typed, unit, (least, most)) };
            if refused.is_none() {
                take.emit(typed);
            }
            expected.set(refused);
        })
    };
    let refusal = expected.is_some().then(|| AttrValue::from(format!("{testid}-refusal")));
    let value = value.map(shortest).unwrap_or_default();
    let placeholder = usual.map(|usual| AttrValue::from(shortest(usual)));
    html! {
        <label class="setting">
            <span>{ name }if let Some(expected) = &*expected { <small class="hint" role="alert" id={refusal.clone()}>{ format!(" {expected}") }</small> }</span>
            <span class="with-unit"><Field {value} {placeholder} range={(least, most)} is_wrong={props.is_wrong} {refusal} {take} {testid} />{ unit }</span>
        </label>
    }
}

/// The expected range, for a number that is refused.
fn refusal(typed: Option<f64>, unit: &str, (least, most): (f64, f64)) -> Option<String> {
    match typed {
        Some(value) if (least..=most).contains(&value) => {
            (unit != "seconds" && value.fract() != 0.0).then(|| "a whole number".to_owned())
        }
        _ => Some(format!("{} to {}", shortest(least), shortest(most))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression: `400.5` became 400 without a message.
    #[test]
    fn a_number_that_is_not_taken_is_refused_in_words() {
        let refused = |typed, unit| refusal(typed, unit, (1.0, 600.0));
        assert_eq!((refused(Some(400.0), "cells"), refused(Some(1.5), "seconds")), (None, None));
        assert_eq!(refused(Some(400.5), "cells").as_deref(), Some("a whole number"));
        assert_eq!(refused(Some(0.0), "cells").as_deref(), Some("1 to 600"));
        assert_eq!(refused(None, "seconds").as_deref(), Some("1 to 600"));
    }
}
