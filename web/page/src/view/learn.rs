//! The manual, which a script draws (`js/manual.js`), and the introduction for first-time visitors.

use yew::{Html, MouseEvent, html};

use super::icon::{Icon, icon};
use super::{Send, Sometimes, pressed};
use crate::lineup::SeatChoice;
use crate::message::{Dialog, Message, Panel, PlaybackMessage, SetupMessage};
use crate::state::PageState;
use botyard_engine::seat::Seat;
use botyard_web_protocol::manual::ManualInput;

/// The manual.
pub fn manual(state: &PageState, send: &Send) -> Html {
    let onclick = send.sometimes(|event: MouseEvent| {
        let (name, value) = pressed(&event)?;
        match &*name {
            "try" => {
                let ManualInput { seat, input } = ManualInput::read(&value)?;
                Some(Message::Try(seat, input))
            }
            "keys" => Some(Message::Dialog(Some(Dialog::Help))),
            _ => None,
        }
    });
    html! {
        <div class="scroll" {onclick} data-testid="manual">
            <bot-manual game={state.context.game_ui.name()} page={state.visit.manual.page.clone()} version={env!("CARGO_PKG_VERSION")} />
        </div>
    }
}

/// An introduction with the three things to do.
pub fn welcome(state: &PageState, send: &Send) -> Html {
    if !state.visit.is_first {
        return Html::default();
    }
    let button = |name: &'static str, testid: &'static str, messages: Vec<Message>| {
        let send = send.clone();
        let onclick = move |_: MouseEvent| {
            messages.iter().chain([&Message::Welcome]).for_each(|message| send.emit(message.clone()))
        };
        html! { <button type="button" {onclick} data-testid={testid}>{ name }</button> }
    };
    let watch = vec![Message::Playback(PlaybackMessage::Go(0)), Message::Playback(PlaybackMessage::Toggle)];
    let play = vec![Message::Setup(SetupMessage::Choose(Seat::new(0), SeatChoice::Person)), Message::Play];
    let write = vec![Message::Panel(Panel::Write)];
    let close = send.reform(|_| Message::Welcome);
    html! {
        <section class="welcome" aria-label="Welcome" data-testid="welcome">
            <p>{ "Programs play board games here: " }<strong>{ "watch" }</strong>{ " them, " }<strong>{ "play" }</strong>{ " against one, or " }<strong>{ "bring your own" }</strong>{ "." }</p>
            <button type="button" class="quiet" aria-label="Close" onclick={close} data-testid="welcome-close">{ icon(Icon::Close) }</button>
            <div class="row">
                { button("Watch", "welcome-watch", watch) }
                if state.context.game_ui.has_persons() { { button("Play against it", "welcome-play", play) } }
                { button("Write a bot", "welcome-write", write) }
            </div>
        </section>
    }
}
