//! A dialog above the page: the browser's own, which keeps the focus and closes with Escape.

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
    /// What it is about.
    pub title: AttrValue,
    /// How tests find it.
    pub testid: &'static str,
    /// What is in it.
    pub children: Html,
    /// What the page has to say meanwhile: nothing outside of an open dialog is seen clearly.
    #[prop_or_default]
    pub notice: Option<Notice>,
    /// Hears that it closes.
    pub send: Send,
}

/// A dialog, open as long as it is there.
#[function_component]
pub fn Modal(props: &Props) -> Html {
    let node = use_node_ref();
    use_effect_with(node.clone(), |node| {
        let dialog = node.cast::<HtmlDialogElement>();
        if let Some(dialog) = &dialog {
            // It fails only for a dialog that is open already.
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
    // A click on the dialog itself rather than on what is in it is one beside it.
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
