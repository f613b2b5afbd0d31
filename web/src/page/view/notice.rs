//! What the page has to say, until it has been read; what is wrong, until the reader says so.

use yew::{Html, Properties, classes, function_component, html};

use super::Send;
use super::icon::{Icon, icon};
use crate::page::desk::Notice;
use crate::page::message::Message;

/// See [`Toast`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// What there is to say.
    pub notice: Option<Notice>,
    /// Hears that it has been read.
    pub send: Send,
}

/// The notice. Its place is always there, so that screen readers hear of what comes into it.
#[function_component]
pub fn Toast(props: &Props) -> Html {
    let onclick = props.send.reform(|_| Message::Dismiss);
    html! {
        <div class="toasts" aria-live="assertive" aria-atomic="true">
            if let Some(notice) = &props.notice {
                <div key={notice.id} class={classes!("toast", notice.is_bad.then_some("bad"))} data-testid="toast">
                    <span>{ &notice.text }</span>
                    <button type="button" class="quiet" aria-label="Close" {onclick} data-testid="toast-close">{ icon(Icon::Close) }</button>
                </div>
            }
        </div>
    }
}
