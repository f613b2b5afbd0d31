//! A field for a number. What is being typed is kept here until it is done: the page is drawn anew whenever a bot has
//! come or another match begins, and would else write over it.

use web_sys::HtmlInputElement;
use yew::{AttrValue, Callback, Html, Properties, TargetCast, function_component, html, use_state_eq};

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
    /// How tests find it.
    pub testid: &'static str,
    /// Takes the number that was typed, when it is done; none if the field is empty or holds no number.
    pub take: Callback<Option<f64>>,
}

/// The field. What cannot be taken gives way to the number that is in force.
#[function_component]
pub fn Field(props: &Props) -> Html {
    let typed = use_state_eq(|| None::<String>);
    let oninput = {
        let typed = typed.setter();
        Callback::from(move |event: yew::InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            typed.set(Some(input.value()));
        })
    };
    let onchange = props.take.reform(|event: yew::Event| {
        let input: HtmlInputElement = event.target_unchecked_into();
        // The browser can read numbers; a second reader's tables would weigh 12 kB.
        Some(input.value_as_number()).filter(|number| number.is_finite())
    });
    let onblur = {
        let typed = typed.setter();
        Callback::from(move |_: yew::FocusEvent| typed.set(None))
    };
    let value = typed.as_ref().cloned().map_or_else(|| props.value.clone(), AttrValue::from);
    let (least, most) = props.range;
    html! {
        <input type="number" min={least.to_string()} max={most.to_string()} step="any" placeholder={props.placeholder.clone()} {value}
            {oninput} {onchange} {onblur} data-testid={props.testid} />
    }
}
