//! The notice that is shown: it fades, or stays until the visitor closes it.

use botyard_web_ui::{Part, part};
use yew::{Html, classes, html};

use super::Send;
use super::icon::{Icon, icon};
use crate::message::{Message, NoticeMessage, PlaybackMessage};
use crate::state::{Notice, NoticeOffer};

/// The notice. Its element always exists, so that screen readers announce its new text.
#[derive(PartialEq)]
struct Toast {
    notice: Option<Notice>,
    send: Send,
}

/// The notice.
pub fn toast(notice: Option<Notice>, send: &Send) -> Html {
    part(Toast { notice, send: send.clone() })
}

impl Part for Toast {
    fn draw(&self) -> Html {
        let onclick = self.send.reform(|_| Message::Notice(NoticeMessage::Dismiss));
        html! {
            <div class="toasts" aria-live="assertive" aria-atomic="true">
                if let Some(notice) = &self.notice {
                    <div key={notice.id} class={classes!("toast", notice.is_bad.then_some("bad"))} data-testid="toast">
                        <span>{ &notice.text }</span>
                        { offer(notice.offer, &self.send) }
                        <button type="button" class="quiet" aria-label="Close" {onclick} data-testid="toast-close">{ icon(Icon::Close) }</button>
                    </div>
                }
            </div>
        }
    }
}

/// The button for what the notice offers.
fn offer(offer: Option<NoticeOffer>, send: &Send) -> Html {
    match offer {
        Some(NoticeOffer::Undo(_)) => html! {
            <button type="button" onclick={send.reform(|_| Message::Undo)} title="Put it back (u)" aria-keyshortcuts="u" data-testid="toast-undo">{ "Undo" }</button>
        },
        Some(NoticeOffer::StopReading) => html! {
            <button type="button" onclick={send.reform(|_| Message::StopReading)} data-testid="toast-stop">{ "Cancel" }</button>
        },
        Some(NoticeOffer::BackToNow) => html! {
            <button type="button" onclick={send.reform(|_| Message::Playback(PlaybackMessage::GoLast))} title="Show the latest turn (End)" aria-keyshortcuts="End" data-testid="toast-now">{ "Back to now" }</button>
        },
        None => Html::default(),
    }
}
