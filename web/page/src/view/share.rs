//! The link of the match, and its file.

use botyard_engine::replay::link::PASSED_ON_MAX;
use botyard_web_protocol::QR_CODE_MAX;
use botyard_web_ui::Part;
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::{Html, TargetCast, html};

use super::Send;
use super::dialog::Modal;
use super::icon::{Icon, icon};
use super::steady::steady;
use crate::message::{ExportedFile, Message};
use crate::state::{Notice, ShownExport};

/// The dialog.
#[derive(PartialEq)]
pub struct Share {
    /// The whole URL; `None` if the match has no link.
    pub link: Option<String>,
    /// Whether it names the bots instead of their turns.
    pub is_by_bots: bool,
    /// Whether the match is over.
    pub over: bool,
    /// The turn that is shown.
    pub at: usize,
    /// Whether a file is being written, and of an animation, how many of how many pictures are
    /// drawn.
    pub exporting: Option<Option<(usize, usize)>>,
    /// The last form of the match that was made to be shown here.
    pub shown: Option<ShownExport>,
    /// Called with the visitor's actions.
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
                <p class="hint">{ "The link holds moves only; save a file to keep times and output." }</p>
                if is_passed_on { { file(self) } }
                { other_forms(self) }
            </Modal>
        }
    }
}

fn file(props: &Share) -> Html {
    let save = props.send.reform(|_| Message::Download);
    html! { <button type="button" onclick={save} data-testid="download">{ icon(Icon::Save) }{ "Save the match as a file" }</button> }
}

/// Forms of the match that people without Botyard can read.
fn other_forms(props: &Share) -> Html {
    const FORMS: [(ExportedFile, &str, &str, &str); 6] = [
        (
            ExportedFile::Html,
            "Page (.html)",
            "export-html",
            "The whole match with board, controls and transcript; it opens anywhere",
        ),
        (ExportedFile::Gif, "Animation (.gif)", "export-gif", "The whole match, turn by turn"),
        (ExportedFile::Png, "Picture (.png)", "export-png", "The board that is shown"),
        (ExportedFile::Svg, "Picture (.svg)", "export-svg", "The board that is shown"),
        (ExportedFile::Text, "Text", "export-text", "The board that is shown, as lines of text to copy"),
        (ExportedFile::Log, "Log (.txt)", "export-log", "In the format of the game's original program"),
    ];
    let is_exporting = props.exporting.is_some();
    let said = match props.exporting {
        Some(Some((done, of))) => format!("Drawing {done} of {of} …"),
        Some(None) => "Writing …".to_owned(),
        None => "Other formats:".to_owned(),
    };
    let form = |(form, name, testid, title): (ExportedFile, &'static str, &'static str, &'static str)| {
        // The button that has begun an animation ends it, and so keeps the focus.
        let is_stop = form == ExportedFile::Gif && matches!(props.exporting, Some(Some(_)));
        let (text, testid) = if is_stop { ("Stop", "export-stop") } else { (name, testid) };
        let press = props.send.reform(move |_| if is_stop { Message::StopExport } else { Message::Export(form) });
        let is_off = is_exporting && !is_stop;
        html! { <button type="button" class="small" onclick={press} {title} aria-disabled={is_off.to_string()} data-testid={testid}>{ steady(text, name) }</button> }
    };
    html! {
        <>
            <div class="forms" role="group" aria-labelledby="forms-of">
                <span id="forms-of" class="hint">{ said }</span>
                { for FORMS.map(form) }
            </div>
            { text(props) }
        </>
    }
}

/// The board as text, once it is requested.
fn text(props: &Share) -> Html {
    let Some(ShownExport::Text(text)) = &props.shown else { return Html::default() };
    let select = |event: yew::FocusEvent| event.target_unchecked_into::<HtmlTextAreaElement>().select();
    let rows = text.lines().count().to_string();
    html! { <textarea class="board-text" readonly=true wrap="off" {rows} value={text.clone()} onfocus={select} aria-label="The board as text" data-testid="board-text" /> }
}

/// The QR code of the link, once it is requested, or the button that requests it.
fn qr_code(props: &Share, link: &str) -> Html {
    match &props.shown {
        Some(ShownExport::QrCode { link: of, svg }) if of == link => {
            // Its shapes have no character that an address must not have.
            html! { <img class="qr-code" src={format!("data:image/svg+xml,{svg}")} alt={format!("QR code of {link}")} data-testid="qr-code" /> }
        }
        _ if link.len() > QR_CODE_MAX => {
            html! { <p class="hint" data-testid="no-qr-code">{ format!("The link is too long for a QR code, which has room for {QR_CODE_MAX} characters.") }</p> }
        }
        _ => {
            let show = props.send.reform(|_| Message::Export(ExportedFile::QrCode));
            let is_off = props.exporting.is_some().to_string();
            html! { <div class="forms"><button type="button" class="small" onclick={show} aria-disabled={is_off} data-testid="show-qr-code">{ "Show as a QR code" }</button></div> }
        }
    }
}

/// What shows the match in a frame of another page: HTML to copy.
fn embedding(link: &str) -> Html {
    let code = embed_code(link);
    let select = |event: yew::FocusEvent| event.target_unchecked_into::<HtmlTextAreaElement>().select();
    html! {
        <details>
            <summary>{ "Show it on another page" }</summary>
            <textarea class="board-text" readonly=true rows="3" value={code} onfocus={select} aria-label="HTML of a frame" data-testid="embed-code" />
        </details>
    }
}

/// The HTML of a frame with the match of this link: `?embed` shows the board and its controls.
fn embed_code(link: &str) -> String {
    let (page, hash) = link.split_once('#').unwrap_or((link, ""));
    format!(
        r#"<iframe title="A match of bots" width="100%" height="560" style="border: 0" src="{page}?embed#{hash}"></iframe>"#
    )
}

/// Explains why to share the file instead of the link, and offers it.
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
            if props.is_by_bots {
                <p data-testid="link-by-bots">{ "This link names the bots and the seed: whoever opens it sees the bots play the match again." }</p>
                <p class="hint" data-testid="link-length">{ format!("It has {length} characters; no server stores it.{turn}") }</p>
            } else {
                <p data-testid="link-length">{ format!("The whole match fits in this {length}-character link; no server stores it.{turn}") }</p>
            }
            { qr_code(props, &link) }
            { embedding(&link) }
            if length > PASSED_ON_MAX {
                { instead(props, format!("Some programs truncate links of more than {PASSED_ON_MAX} characters: send the file instead."), "long-link") }
            }
        </>
    }
}

#[cfg(test)]
mod tests {
    use super::embed_code;

    #[test]
    fn a_frame_shows_the_board_of_the_link() {
        let code = embed_code("https://botyard.example/#/connect-four/r/abc.def?t=3");
        assert!(code.contains(r#"src="https://botyard.example/?embed#/connect-four/r/abc.def?t=3""#), "{code}");
    }
}
