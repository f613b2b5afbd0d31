//! The panels of series, of cases and of a turn's steps. Their programs draw them as nodes, so that the page does not
//! grow by content that most visits never show; this file makes elements of the nodes and reports
//! presses and changes. Knows nothing of the content.

use std::rc::Rc;

use botyard_web_protocol::series::PanelPress;
use botyard_web_ui::Part;
use serde_json::Value;
use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget, FocusEvent, HtmlInputElement, HtmlSelectElement, PointerEvent};
use yew::virtual_dom::{AttrValue, Key, VNode, VTag};
use yew::{Event, Html, InputEvent, MouseEvent, html};

use super::files::FileButton;
use super::{Send, Sometimes};
use crate::message::{CasesMessage, Message, Panel, SeriesMessage};

/// The attributes that the program may set. Names come from this list only: none of them can run
/// code.
const ATTRIBUTES: [&str; 30] = [
    "aria-label",
    "checked",
    "class",
    "data-do",
    "data-testid",
    "height",
    "href",
    "inputmode",
    "max",
    "name",
    "preserveAspectRatio",
    "role",
    "scope",
    "selected",
    "title",
    "type",
    "value",
    "viewBox",
    "width",
    "x",
    "y",
    "aria-live",
    "aria-pressed",
    "colspan",
    "placeholder",
    "min",
    "step",
    "tabindex",
    "aria-hidden",
    "aria-current",
];

/// The type of a slider's field.
const SLIDER: &str = "range";

/// A panel.
#[derive(PartialEq)]
pub struct SeriesPanel {
    /// Which of the panels.
    pub panel: Panel,
    /// The nodes that the program has drawn; `None` before the first.
    pub view: Option<Rc<Value>>,
    /// Called with the visitor's presses and changes.
    pub send: Send,
}

impl Part for SeriesPanel {
    fn draw(&self) -> Html {
        let panel = self.panel;
        let onclick = self.send.sometimes(move |event: MouseEvent| {
            let (name, value) = super::pressed(&event)?;
            Some(pressed(panel, name, value))
        });
        let onchange = self.send.sometimes(move |event: Event| changed(panel, &event));
        let oninput = self.send.sometimes(move |event: InputEvent| slid(panel, &event));
        let onpointerover = self.send.reform(|event: PointerEvent| Message::Point(game_at(event.target())));
        let onfocusin = self.send.reform(|event: FocusEvent| Message::Point(game_at(event.target())));
        let onpointerleave = self.send.reform(|_| Message::Point(None));
        let onfocusout = self.send.reform(|_| Message::Point(None));
        let testid = if panel == Panel::Cases { "cases-import" } else { "series-import" };
        html! {
            <div class="scroll" {onclick} {onchange} {oninput} {onpointerover} {onfocusin} {onpointerleave} {onfocusout}>
                { self.view.as_deref().map_or_else(|| html! { <p class="hint">{ "Loading…" }</p> }, element) }
                if panel != Panel::Steps { <FileButton seat={None} name="Import" wide=true {testid} send={&self.send} /> }
            </div>
        }
    }
}

/// The address of the listed game that an element belongs to.
fn game_at(target: Option<EventTarget>) -> Option<String> {
    target?.dyn_into::<Element>().ok()?.closest("a.series-game").ok()??.get_attribute("href")
}

fn changed(panel: Panel, event: &Event) -> Option<Message> {
    let target = event.target()?;
    let (name, value) = match target.dyn_into::<HtmlSelectElement>() {
        Ok(list) => (list.name(), list.value()),
        Err(other) => {
            let input: HtmlInputElement = other.dyn_into().ok()?;
            let is_box = input.type_() == "checkbox";
            (input.name(), if is_box { input.checked().to_string() } else { input.value() })
        }
    };
    // The field of files has a listener of its own.
    (!name.is_empty()).then(|| pressed(panel, name, value))
}

/// A slider is followed while it moves; other fields report when they have changed.
fn slid(panel: Panel, event: &InputEvent) -> Option<Message> {
    let input: HtmlInputElement = event.target()?.dyn_into().ok()?;
    (input.type_() == SLIDER).then(|| pressed(panel, input.name(), input.value()))
}

fn pressed(panel: Panel, name: String, value: String) -> Message {
    let press = PanelPress { name, value };
    match panel {
        Panel::Cases | Panel::Steps => Message::Cases(CasesMessage::Press(press)),
        _ => Message::Series(SeriesMessage::Press(press)),
    }
}

/// A text, or `[tag, {attribute: value}, node, ...]`.
fn element(node: &Value) -> Html {
    let Some([tag, attributes, children @ ..]) = node.as_array().map(Vec::as_slice) else {
        return VNode::from(node.as_str().unwrap_or_default().to_owned());
    };
    let mut element = VTag::new(tag.as_str().unwrap_or("span").to_owned());
    for name in ATTRIBUTES {
        if let Some(value) = attributes[name].as_str() {
            element.add_attribute(name, AttrValue::from(value.to_owned()));
        }
    }
    if attributes["type"] == SLIDER {
        // It was moved, so its attribute does not count any more.
        element.set_value(attributes["value"].as_str().map(|value| AttrValue::from(value.to_owned())));
    }
    element.key = attributes["key"].as_str().map(Key::from);
    element.add_children(children.iter().map(self::element));
    element.into()
}
