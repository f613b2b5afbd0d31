//! Texts of buttons that change. The button stays as wide as its longest text, so that nothing beside
//! it moves when it is pressed.

use yew::{AttrValue, Html, html};

/// A text in the room of the longest that can take its place.
pub fn steady(text: impl Into<AttrValue>, longest: &'static str) -> Html {
    let text: AttrValue = text.into();
    html! { <span class="steady" data-longest={longest}>{ text }</span> }
}
