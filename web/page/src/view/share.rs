//! The link of the match, and its file.

use botyard_engine::replay::link::PASSED_ON_MAX;
use botyard_web_ui::Part;
use web_sys::HtmlInputElement;
use yew::{Html, TargetCast, html};

use super::Send;
use super::dialog::Modal;
use super::icon::{Icon, icon};
use crate::message::Message;
use crate::state::Notice;

/// The dialog.
#[derive(PartialEq)]
pub struct Share {
    /// The whole URL; `None` if the match has no link.
    pub link: Option<String>,
    /// Whether the match is over.
    pub over: bool,
    /// The turn that is shown.
    pub at: usize,
    /// Called with what the visitor wants.
    pub send: Send,
    /// The notice that is shown in the dialog.
    pub notice: Option<Notice>,
}

impl Part for Share {
    fn draw(&self) -> Html {
        let is_passed_on = self.link.as_ref().is_some_and(|link| link.chars().count() <= PASSED_ON_MAX);
        html! {
            <Modal title="Share this match" testid="share-dialog" notice={self.notice.clone()} send={&self.send}>
                { link(self) }
                <p class="hint">{ "Only the file contains times and what the bots read and wrote." }</p>
                if is_passed_on { { file(self) } }
            </Modal>
        }
    }
}

fn file(props: &Share) -> Html {
    let save = props.send.reform(|_| Message::Download);
    html! { <button type="button" onclick={save} data-testid="download">{ icon(Icon::Save) }{ "Save the match as a file" }</button> }
}

/// Says why to share the file instead of the link, and offers it.
fn instead(props: &Share, why: String, testid: &'static str) -> Html {
    html! { <div class="instead"><p data-testid={testid}>{ why }</p>{ file(props) }</div> }
}

/// The link, or the reason why the match has none.
fn link(props: &Share) -> Html {
    let Some(link) = props.link.clone() else {
        let why = match props.over {
            true => "This match is too long for a link. Save it as a file instead.",
            false => "This match is long: its link is available when the match is over.",
        };
        return instead(props, why.to_owned(), "no-link");
    };
    let select = |event: yew::FocusEvent| event.target_unchecked_into::<HtmlInputElement>().select();
    let copy = props.send.reform(|_| Message::Share);
    let length = link.chars().count();
    let turn = if link.contains("?t=") { format!(" It opens at turn {}.", props.at) } else { String::new() };
    html! {
        <>
            <div class="link-row">
                <input type="text" readonly=true value={link.clone()} onfocus={select} aria-label="Link" data-testid="link" />
                <button type="button" class="primary" onclick={copy} data-testid="copy-link">{ icon(Icon::Copy) }{ "Copy" }</button>
            </div>
            <p data-testid="link-length">{ format!("The whole match fits in this {length}-character link; no server stores it.{turn}") }</p>
            if length > PASSED_ON_MAX {
                { instead(props, format!("Some programs truncate links of more than {PASSED_ON_MAX} characters: send the file instead."), "long-link") }
            }
        </>
    }
}
