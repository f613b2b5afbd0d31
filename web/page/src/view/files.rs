//! Reads files that are dropped or picked, and passes them on. No file leaves the browser.

use botyard_engine::seat::Seat;
use botyard_web_ui::browser;
use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{FileList, HtmlInputElement};
use yew::{
    Callback, Html, Properties, TargetCast, function_component, html, use_effect_with, use_node_ref, use_state_eq,
};

use super::Send;
use super::icon::{Icon, icon};
use crate::message::Message;

/// Reads files and passes them on one after the other.
pub fn send_files(files: Option<FileList>, seat: Option<Seat>, send: &Send) {
    let files: Vec<_> = files.iter().flat_map(|files| (0..files.length()).filter_map(|at| files.get(at))).collect();
    let send = send.clone();
    wasm_bindgen_futures::spawn_local(async move {
        for file in files {
            if let Some(bytes) = browser::read(&file).await {
                send.emit(Message::File { name: file.name(), bytes, seat });
            }
        }
    });
}

/// See [`FileButton`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The seat the file is for, if it is a bot's.
    pub seat: Option<Seat>,
    /// The label of the button.
    pub name: String,
    /// Whether the label is visible.
    #[prop_or_default]
    pub wide: bool,
    /// How tests find the field behind it.
    pub testid: String,
    /// Called with the file.
    pub send: Send,
}

/// A button that lets the visitor pick a file.
#[function_component]
pub fn FileButton(props: &Props) -> Html {
    let field = use_node_ref();
    let onchange = {
        let (seat, send) = (props.seat, props.send.clone());
        Callback::from(move |event: yew::Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            send_files(input.files(), seat, &send);
            // Then the same file can be picked again after it has been rebuilt.
            input.set_value("");
        })
    };
    let onclick = {
        let field = field.clone();
        Callback::from(move |_| {
            if let Some(field) = field.cast::<HtmlInputElement>() {
                field.click();
            }
        })
    };
    html! {
        <>
            <button type="button" class={if props.wide { "" } else { "quiet" }} {onclick} title={props.name.clone()} aria-label={props.name.clone()}>
                { icon(Icon::File) }if props.wide { { &props.name } }
            </button>
            <input ref={field} type="file" class="unseen" tabindex="-1" aria-hidden="true" {onchange} data-testid={props.testid.clone()} />
        </>
    }
}

/// Shows a hint about dropping while a file is dragged over the page.
#[function_component]
pub fn DropHint() -> Html {
    let held = use_state_eq(|| false);
    {
        let held = held.setter();
        use_effect_with((), move |()| {
            let window = browser::window();
            let listen = |name: &'static str, value: bool| {
                let held = held.clone();
                // In the capture phase: a seat stops the event of a file that is dropped on it.
                let options = EventListenerOptions::run_in_capture_phase();
                EventListener::new_with_options(&window, name, options, move |event| {
                    // Only a drag that leaves the window has no related target.
                    let goes_on =
                        event.dyn_ref::<web_sys::DragEvent>().is_some_and(|event| event.related_target().is_some());
                    held.set(value || (event.type_() == "dragleave" && goes_on));
                })
            };
            let listeners = [listen("dragenter", true), listen("dragleave", false), listen("drop", false)];
            move || drop(listeners)
        });
    }
    if !*held {
        return Html::default();
    }
    html! {
        <div class="drop-hint" aria-hidden="true"><p><strong>{ "Drop the file anywhere" }</strong>{ "A bot stays in this browser. Nothing is uploaded." }</p></div>
    }
}
