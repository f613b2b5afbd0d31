//! What somebody is typing into a field, kept until it is done: the page is drawn anew whenever a bot has come or
//! another match begins, and would else write over it.

use web_sys::HtmlInputElement;
use yew::{Callback, FocusEvent, InputEvent, TargetCast, UseStateSetter, hook, use_state_eq};

/// A field's text while somebody types.
pub struct TypedText {
    text: Option<String>,
    set: UseStateSetter<Option<String>>,
}

/// The text of the field in which it is used.
#[hook]
pub fn use_typed() -> TypedText {
    let state = use_state_eq(|| None::<String>);
    TypedText { text: (*state).clone(), set: state.setter() }
}

impl TypedText {
    /// What the field shows: what is being typed, or else what is in force.
    pub fn or(&self, in_force: &str) -> String {
        self.text.clone().unwrap_or_else(|| in_force.to_owned())
    }

    /// Keeps what is being typed.
    pub fn oninput(&self) -> Callback<InputEvent> {
        let set = self.set.clone();
        Callback::from(move |event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            set.set(Some(input.value()));
        })
    }

    /// Shows what is in force again: what could not be taken does not stay in the field.
    pub fn onblur(&self) -> Callback<FocusEvent> {
        let set = self.set.clone();
        Callback::from(move |_| set.set(None))
    }
}
