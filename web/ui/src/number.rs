//! A labelled field for a number in a game's form.

use yew::{Callback, Html, Properties, function_component, html, use_state_eq};

use crate::Field;
use crate::decimal::shortest;

/// A field for a number in a range, a whole one unless it counts seconds. It refuses other numbers,
/// and says so.
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
    // What is expected instead of what was typed last.
    let expected = use_state_eq(|| None::<String>);
    let Props { name, unit, testid, value, range: (least, most), .. } = *props;
    let take = {
        let (expected, take) = (expected.setter(), props.take.clone());
        Callback::from(move |typed: Option<f64>| {
            let refused = refusal(typed, unit, (least, most));
            if refused.is_none() {
                typed.into_iter().for_each(|value| take.emit(value));
            }
            expected.set(refused);
        })
    };
    html! {
        <label class="setting">
            <span>{ name }if let Some(expected) = &*expected { <small class="hint" role="alert">{ format!(" {expected}") }</small> }</span>
            <span class="with-unit"><Field value={shortest(value)} range={(least, most)} is_wrong={props.is_wrong} {take} {testid} />{ unit }</span>
        </label>
    }
}

/// What is expected instead of a number that is not taken.
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

    /// Regression: `400.5` became 400 without a word.
    #[test]
    fn a_number_that_is_not_taken_is_refused_in_words() {
        let refused = |typed, unit| refusal(typed, unit, (1.0, 600.0));
        assert_eq!((refused(Some(400.0), "cells"), refused(Some(1.5), "seconds")), (None, None));
        assert_eq!(refused(Some(400.5), "cells").as_deref(), Some("a whole number"));
        assert_eq!(refused(Some(0.0), "cells").as_deref(), Some("1 to 600"));
        assert_eq!(refused(None, "seconds").as_deref(), Some("1 to 600"));
    }
}
