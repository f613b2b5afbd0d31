//! Keeps text that is being typed into a field: the page is redrawn when a bot has loaded or a
//! match begins, which would overwrite the field.

use web_sys::HtmlInputElement;
use yew::{Callback, FocusEvent, InputEvent, TargetCast, UseStateSetter, hook, use_state_eq};

/// A field's text while the visitor types.
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
    /// The text of the field: the typed text, or else the current value.
    pub fn or(&self, in_force: &str) -> String {
        self.text.clone().unwrap_or_else(|| in_force.to_owned())
    }

    /// Whether the visitor types: the field may show another text than the current value.
    pub fn is_there(&self) -> bool {
        self.text.is_some()
    }

    /// Keeps the typed text.
    pub fn oninput(&self) -> Callback<InputEvent> {
        let set = self.set.clone();
        Callback::from(move |event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            set.set(Some(input.value()));
        })
    }

    /// Shows the current value again, so that a refused one does not stay in the field.
    pub fn onblur(&self) -> Callback<FocusEvent> {
        let set = self.set.clone();
        Callback::from(move |_| set.set(None))
    }
}
