//! A field for a number.

use web_sys::HtmlInputElement;
use yew::{AttrValue, Callback, Html, Properties, TargetCast, function_component, html};

use super::typed_text::use_typed;
use crate::decimal::shortest;

/// See [`Field`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The number that is in force, as text; empty if there is none.
    pub value: AttrValue,
    /// What is in force where nothing is typed.
    #[prop_or_default]
    pub placeholder: Option<AttrValue>,
    /// The least and the most that can be meant.
    pub range: (f64, f64),
    /// Whether the number that is in force is a wrong one, which is said elsewhere.
    #[prop_or_default]
    pub is_wrong: bool,
    /// How tests find it.
    pub testid: &'static str,
    /// Takes the number that was typed, when it is done; none if the field is empty or holds no number.
    pub take: Callback<Option<f64>>,
}

/// The field. What cannot be taken gives way to the number that is in force.
#[function_component]
pub fn Field(props: &Props) -> Html {
    let typed = use_typed();
    let onchange = props.take.reform(|event: yew::Event| {
        let input: HtmlInputElement = event.target_unchecked_into();
        // The browser can read numbers; a second reader's tables would weigh 12 kB.
        Some(input.value_as_number()).filter(|number| number.is_finite())
    });
    let (least, most) = props.range;
    html! {
        <input type="number" min={shortest(least)} max={shortest(most)} step="any" placeholder={props.placeholder.clone()} value={typed.or(&props.value)}
            oninput={typed.oninput()} {onchange} onblur={typed.onblur()} aria-invalid={props.is_wrong.then_some("true")} data-testid={props.testid} />
    }
}
