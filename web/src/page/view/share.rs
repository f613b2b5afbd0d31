//! The link of the match, and its file.

use web_sys::HtmlInputElement;
use yew::{Html, Properties, TargetCast, function_component, html};

use super::Send;
use super::dialog::Modal;
use super::icon::{Icon, icon};
use crate::page::desk::Notice;
use crate::page::message::Message;

/// See [`Share`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The whole address.
    pub link: Option<String>,
    /// The turn that is shown.
    pub at: usize,
    /// Hears what is wanted.
    pub send: Send,
    /// What the page has to say meanwhile.
    pub notice: Option<Notice>,
}

/// The dialog.
#[function_component]
pub fn Share(props: &Props) -> Html {
    let link = props.link.clone().unwrap_or_default();
    let select = |event: yew::FocusEvent| event.target_unchecked_into::<HtmlInputElement>().select();
    let copy = props.send.reform(|_| Message::Share);
    let save = props.send.reform(|_| Message::Download);
    let turn = if link.contains("?t=") { format!(" It opens at turn {}.", props.at) } else { String::new() };
    html! {
        <Modal title="Share this match" testid="share-dialog" notice={props.notice.clone()} send={&props.send}>
            <div class="link-row">
                <input type="text" readonly=true value={link.clone()} onfocus={select} aria-label="Link" data-testid="link" />
                <button type="button" class="primary" onclick={copy} data-testid="copy-link">{ icon(Icon::Copy) }{ "Copy" }</button>
            </div>
            <p data-testid="link-length">{ format!("{} characters hold the whole match; no server stores it.{turn}", link.chars().count()) }</p>
            <p class="hint">{ "Times and what the bots said are only in the file." }</p>
            <button type="button" onclick={save} data-testid="download">{ icon(Icon::Save) }{ "Save the match as a file" }</button>
        </Modal>
    }
}
