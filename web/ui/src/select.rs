//! A list to choose from. It always shows the value in the page's state, also after the visitor has
//! chosen another one.

use web_sys::HtmlSelectElement;
use yew::{AttrValue, Callback, Html, Properties, TargetCast, function_component, html, use_effect, use_node_ref};

/// See [`Select`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The class.
    #[prop_or_default]
    pub class: &'static str,
    /// The label.
    pub label: AttrValue,
    /// How tests find it.
    pub testid: AttrValue,
    /// Values and their names.
    pub options: Vec<(AttrValue, AttrValue)>,
    /// The value that is chosen.
    pub value: AttrValue,
    /// Called with the value that the visitor chooses.
    pub choose: Callback<String>,
}

/// The list.
#[function_component]
pub fn Select(props: &Props) -> Html {
    let node = use_node_ref();
    {
        let (node, value) = (node.clone(), props.value.clone());
        // Yew writes `selected` as an attribute, which decides the value of a new list; a list that
        // was touched no longer follows it.
        use_effect(move || {
            if let Some(list) = node.cast::<HtmlSelectElement>() {
                list.set_value(&value);
            }
        });
    }
    let (choose, known) = (props.choose.clone(), props.value.clone());
    let onchange = Callback::from(move |event: yew::Event| {
        let list: HtmlSelectElement = event.target_unchecked_into();
        let chosen = list.value();
        list.set_value(&known);
        choose.emit(chosen);
    });
    let option = |(value, name): &(AttrValue, AttrValue)| {
        let selected = *value == props.value;
        html! { <option key={value.as_str()} value={value.clone()} {selected}>{ name }</option> }
    };
    html! {
        <select ref={node} class={props.class} aria-label={&props.label} data-testid={&props.testid} {onchange}>
            { for props.options.iter().map(option) }
        </select>
    }
}
