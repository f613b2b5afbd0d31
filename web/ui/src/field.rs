//! A field for a number.

use web_sys::HtmlInputElement;
use yew::{AttrValue, Callback, Html, Properties, TargetCast, function_component, html};

use super::typed_text::use_typed;
use crate::decimal::shortest;

/// See [`Field`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The current number as text; empty if there is no number.
    pub value: AttrValue,
    /// The meaning of an empty field.
    #[prop_or_default]
    pub placeholder: Option<AttrValue>,
    /// The smallest and the largest number.
    pub range: (f64, f64),
    /// Whether the current number is wrong; the reason is shown elsewhere.
    #[prop_or_default]
    pub is_wrong: bool,
    /// The id of the text with the expected range, if the last typed number was refused; `None` if
    /// it was accepted.
    #[prop_or_default]
    pub refusal: Option<AttrValue>,
    /// How tests find it.
    pub testid: &'static str,
    /// Called with the number when the visitor has typed it; with `None` if the field is empty or
    /// its text is not a number.
    pub take: Callback<Option<f64>>,
}

/// The field. A number that is refused is replaced by the current one.
#[function_component]
pub fn Field(props: &Props) -> Html {
    let typed = use_typed();
    let onchange = props.take.reform(|event: yew::Event| {
        let input: HtmlInputElement = event.target_unchecked_into();
        // The browser can read numbers; a second reader's tables would weigh 12 kB.
        Some(input.value_as_number()).filter(|number| number.is_finite())
    });
    let (least, most) = props.range;
    // Once the field is left, it has the current number again.
    let is_wrong = props.is_wrong || (props.refusal.is_some() && typed.is_there());
    html! {
        <input type="number" min={shortest(least)} max={shortest(most)} step="any" placeholder={props.placeholder.clone()} value={typed.or(&props.value)}
            oninput={typed.oninput()} {onchange} onblur={typed.onblur()} aria-invalid={is_wrong.then_some("true")} aria-describedby={props.refusal.clone()} data-testid={props.testid} />
    }
}
