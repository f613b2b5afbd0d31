//! A dialog above the page. It is the browser's own element, which keeps the focus and closes with
//! Escape.

use web_sys::HtmlDialogElement;
use yew::{
    AttrValue, Html, MouseEvent, Properties, TargetCast, function_component, html, use_effect_with, use_node_ref,
};

use super::icon::{Icon, icon};
use super::notice::toast;
use super::{Send, Sometimes};
use crate::message::Message;
use crate::state::Notice;

/// See [`Modal`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The title.
    pub title: AttrValue,
    /// The name by which tests find it.
    pub testid: &'static str,
    /// The content.
    pub children: Html,
    /// The notice that is shown in the dialog, because the page around an open dialog is dimmed.
    #[prop_or_default]
    pub notice: Option<Notice>,
    /// Called when it closes.
    pub send: Send,
}

/// A dialog, which is open as long as it is part of the page.
#[function_component]
pub fn Modal(props: &Props) -> Html {
    let node = use_node_ref();
    use_effect_with(node.clone(), |node| {
        let dialog = node.cast::<HtmlDialogElement>();
        if let Some(dialog) = &dialog {
            // It fails only if the dialog is open already.
            let _ = dialog.show_modal();
        }
        move || {
            if let Some(dialog) = dialog {
                dialog.close();
            }
        }
    });
    let close = props.send.reform(|_| Message::Dialog(None));
    let onclose = props.send.reform(|_: yew::Event| Message::Dialog(None));
    // A click whose target is the dialog itself, and not its content, is one outside.
    let beside = props
        .send
        .sometimes(|event: MouseEvent| event.target_dyn_into::<HtmlDialogElement>().map(|_| Message::Dialog(None)));
    html! {
        <dialog ref={node} class="modal" aria-label={props.title.clone()} data-testid={props.testid} onclose={onclose} onclick={beside}>
            <div class="modal-body">
                <header><h2>{ &props.title }</h2><button type="button" class="quiet" aria-label="Close" onclick={close} data-testid="dialog-close">{ icon(Icon::Close) }</button></header>
                { props.children.clone() }
            </div>
            { toast(props.notice.clone(), &props.send) }
        </dialog>
    }
}
