//! Draws the page state. Components get the data they show and emit messages; they decide nothing.

pub mod files;

mod bot_report;
mod controls;
mod cover;
mod curve;
mod dialog;
mod header;
mod help;
mod host_bots;
mod icon;
mod inspector;
mod ladder;
mod learn;
mod loss_report;
mod moves;
mod notice;
mod open;
mod panels;
mod passage;
mod rerun;
mod seat;
mod series;
mod settings;
mod share;
mod slider;
mod splitter;
mod stage;
mod start;
mod statistic_chart;
mod statistics;
mod steady;
mod transport;
mod trial;
mod write;

use botyard_web_ui::part;
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::{Callback, Html, MouseEvent, html};

use super::message::{Dialog, Message};
use super::state::{Layout, PageState, Splitter};
use super::task::Task;

/// Where components send their messages.
pub type Send = Callback<Message>;

/// A callback for events that do not always mean a message.
trait Sometimes {
    /// Sends the message that `read` returns for an event, if it returns one.
    fn sometimes<E>(&self, read: impl Fn(E) -> Option<Message> + 'static) -> Callback<E>;
}

impl Sometimes for Send {
    fn sometimes<E>(&self, read: impl Fn(E) -> Option<Message> + 'static) -> Callback<E> {
        let send = self.clone();
        Callback::from(move |event| read(event).into_iter().for_each(|message| send.emit(message)))
    }
}

/// The button that was pressed in something that the page itself has not drawn: its name, and its
/// value.
fn pressed(event: &MouseEvent) -> Option<(String, String)> {
    let button = event.target()?.dyn_into::<Element>().ok()?.closest("[data-do]").ok()??;
    Some((button.get_attribute("data-do")?, button.get_attribute("value").unwrap_or_default()))
}

/// The whole page.
pub fn page(state: &PageState, send: &Send) -> Html {
    html! {
        <>
            <header::Header game_ui={state.context.game_ui.name()} layout={state.visit.layout()} {send} />
            <main class="yard" data-layout={state.visit.layout().name()} data-front={if state.visit.is_beside_in_front() { "beside" } else { "main" }} ~style={shares(state)}>
                if state.visit.layout() == Layout::Start {
                    { start::start(state, send) }
                } else {
                    { stage::stage(state, send) }
                }
                { notice::toast(state.context.notices.shown().cloned().filter(|_| state.visit.dialog.is_none()), send) }
                if state.visit.layout() != Layout::Start { { panels::panels(state, send) } }
                { splitters(state, send) }
            </main>
            { dialogs(state, send) }
            <files::DropHint />
        </>
    }
}

/// The line between the board and the part of the page that belongs to the task.
fn columns(state: &PageState) -> Option<Splitter> {
    match state.visit.layout() {
        Layout::Task(Task::Write) => Some(Splitter::Write),
        Layout::Task(Task::Measure) => Some(Splitter::Measure),
        Layout::Start | Layout::Task(Task::Watch) | Layout::Manual => None,
    }
}

/// The shares of the board for the style sheet.
fn shares(state: &PageState) -> String {
    let Some(columns) = columns(state) else { return String::new() };
    format!("--columns:{};--board-share:{}", state.visit.share(columns), state.visit.share(Splitter::Board))
}

/// The handles of the lines beside the board and below it.
fn splitters(state: &PageState, send: &Send) -> Html {
    let Some(columns) = columns(state) else { return Html::default() };
    [columns, Splitter::Board].map(|of| splitter::splitter(of, state.visit.share(of), send)).into_iter().collect()
}

fn dialogs(state: &PageState, send: &Send) -> Html {
    match state.visit.dialog {
        None => Html::default(),
        Some(Dialog::Help) => part(help::Help { game: state.context.game_ui.keys(), send: send.clone() }),
        Some(Dialog::Share) => part(share::Share {
            link: state.shown.share_link(&state.context),
            is_by_bots: state.shown.shown_match.is_link_by_bots,
            over: state.shown.shown_match.is_over(),
            exporting: state.shown.exports.pending.as_ref().map(|pending| pending.drawn),
            shown: state.shown.exports.shown.as_ref().cloned(),
            at: state.shown.shown_match.record.stops().number(state.shown.playback.at),
            notice: state.context.notices.shown().cloned(),
            send: send.clone(),
        }),
        Some(Dialog::Trial) => trial::trial(state, send),
        Some(Dialog::Open) => html! { <open::Open notice={state.context.notices.shown().cloned()} {send} /> },
    }
}
