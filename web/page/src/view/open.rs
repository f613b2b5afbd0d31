//! Opens a match that was played elsewhere: a link, a replay, a log.

use web_sys::HtmlTextAreaElement;
use yew::{Callback, Html, Properties, function_component, html, use_node_ref};

use super::Send;
use super::dialog::Modal;
use super::files::FileButton;
use crate::message::Message;
use crate::state::Notice;

/// See [`Open`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// Called with the visitor's actions.
    pub send: Send,
    /// The notice that is shown in the dialog.
    pub notice: Option<Notice>,
}

/// The dialog.
#[function_component]
pub fn Open(props: &Props) -> Html {
    let field = use_node_ref();
    let onclick = {
        let (field, send) = (field.clone(), props.send.clone());
        Callback::from(move |_| {
            if let Some(field) = field.cast::<HtmlTextAreaElement>() {
                send.emit(Message::Pasted(field.value()));
            }
        })
    };
    html! {
        <Modal title="Open a match" testid="open-dialog" notice={props.notice.clone()} send={&props.send}>
            <label class="stacked"><span>{ "A link, a replay or a log" }</span>
                <textarea ref={field} rows="4" spellcheck="false" autofocus=true placeholder="Paste it here" data-testid="paste" />
            </label>
            <div class="row">
                <button type="button" class="primary" {onclick} data-testid="open-pasted">{ "Open" }</button>
                <FileButton seat={None} name="Choose a file" wide=true testid="open-file" send={&props.send} />
            </div>
            <p class="hint">{ "You can drop replays, logs and bots anywhere on the page." }</p>
        </Modal>
    }
}
