//! The panel in which a bot is written. The editor is a script of its own, which is fetched when
//! the panel is opened and draws all of it; this draws the text shown until then, or instead.

use yew::{Html, html};

use super::Send;
use crate::message::{Message, WriteMessage};
use crate::state::{EditorStatus, PageState};

/// The panel.
pub fn write(state: &PageState, send: &Send) -> Html {
    match state.write.script {
        EditorStatus::Here => {
            html! {
                <bot-editor page={serde_json::to_string(&state.to_editor()).ok()} />
            }
        }
        EditorStatus::Missing => html! {
            <div class="scroll" data-testid="no-editor">
                <p>{ "This page has no editor. If it was built without npm: install Node.js 18 or newer, and build it again." }</p>
                <button type="button" data-testid="editor-again" onclick={send.reform(|_| Message::Write(WriteMessage::Load))}>{ "Try again" }</button>
            </div>
        },
        EditorStatus::BeingBuilt => html! {
            <p class="scroll hint" role="status" data-testid="editor-being-built">{ "The editor is being built. It opens here as soon as it is ready." }</p>
        },
        EditorStatus::Unasked | EditorStatus::Loading => html! { <p class="scroll hint">{ "Loading…" }</p> },
    }
}
