//! The board, with the status above it, and below it the playback controls and, while a match is
//! watched, the curves of the statistics.

use botyard_engine::seat::Seats;
use botyard_web_games::BoardSight;
use botyard_web_ui::part;
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::{Callback, Html, MouseEvent, classes, html};

use super::cover::Cover;
use super::loss_report::LossReportPart;
use super::statistics::Curves;
use super::transport::Transport;
use super::{Send, Sometimes};
use crate::message::{LossReportMessage, Message};
use crate::shown_match::ShownPhase;
use crate::state::{Layout, PageState};
use crate::task::Task;

/// The board with its status and controls.
pub fn stage(state: &PageState, send: &Send) -> Html {
    let actor = state.position().actor();
    let mut annotations = Vec::new();
    if state.shown.inspection.drawing != Seats::NONE {
        annotations.extend(state.shown.board_annotations(&state.context));
    }
    if state.shown.has_loss_report() {
        annotations.extend(state.shown.loss_annotations(&state.context));
    }
    let sight = BoardSight {
        moves: state.position().moves(),
        eyes: state.shown.eyes(&state.context),
        side: state.shown.side(&state.context),
        actor,
        earlier_action: state.position().earlier_action(),
        annotations,
        act: send.reform(|(seat, action)| Message::Act(seat, action)),
        try_bot: send.reform(|(seat, input)| Message::Try(seat, input)),
    };
    let beside = state.plays.match_beside().map(|beside| {
        let sight = BoardSight {
            moves: state.position().moves(),
            eyes: state.shown.eyes(&state.context),
            ..BoardSight::default()
        };
        beside.record.board(state.shown.playback.at.min(beside.record.len()), &sight)
    });
    let [recorded, with_other] = state.position().captions().map_or([None, None], |captions| captions.map(Some));
    // A person's next match gets a new board component, so that an action begun on the last board
    // does not continue there.
    let board = if state.shown.shown_match.persons().is_empty() { 0 } else { state.shown.shown_match.id };
    html! {
        // Browsers that translate a page put elements of their own in the place of texts, so these
        // would no longer change.
        <section class="stage" translate="no" aria-label="Match" data-testid="match" data-match={state.shown.shown_match.id.to_string()}>
            { notice_of_browser(state) }
            { status(state, send) }
            <div class="fields">
                <div key={board} class={classes!("field", actor.is_some().then_some("yours"))} data-caption={recorded} onclick={in_past(state, send)}>
                    if let Some(next) = state.shown.covered_for(&state.context) {
                        <Cover side={state.context.game_ui.seat_style(next)} {send} />
                    } else {
                        { state.shown.shown_match.record.board(state.shown.playback.at.min(state.shown.shown_match.record.len()), &sight) }
                    }
                </div>
                if let Some(pointed) = pointed(state) {
                    { pointed }
                } else if let Some(beside) = beside {
                    <div class="field" role="group" aria-label={with_other.clone()} data-caption={with_other} data-testid="beside">{ beside }</div>
                }
            </div>
            { part(transport(state, send)) }
            if state.shown.has_loss_report() { { loss_report(state, send) } }
            if state.visit.layout() == Layout::Task(Task::Watch) {
                <Curves statistics={state.position().timeline().record.statistics()} at={state.shown.playback.at} stops={state.position().timeline().record.stops()} game_ui={state.context.game_ui.name()} {send} />
            }
        </section>
    }
}

/// The game of a list of results that the visitor points at, in the place of the match.
fn pointed(state: &PageState) -> Option<Html> {
    let pointed = state.shown.pointed.position()?;
    let caption = pointed.caption();
    Some(html! {
        <div class="field pointed" role="group" aria-label={caption.clone()} data-caption={caption} data-testid="pointed">
            { pointed.record.board(pointed.at, &BoardSight::default()) }
        </div>
    })
}

/// The report on the turn that lost the match, if there is one.
fn loss_report(state: &PageState, send: &Send) -> Html {
    let Some(report) = state.shown.loss_report(&state.context) else { return Html::default() };
    part(LossReportPart {
        report,
        stops: state.shown.shown_match.record.stops(),
        differs: state.plays.differing_turn(&state.shown),
        at: state.shown.playback.at,
        has_steps: state.position().offers_steps_of_loss(),
        plays_on: state.position().seat_to_play_on().is_some(),
        send: send.clone(),
    })
}

/// Handles a press on the board in a past position of a person's match, where it plays nothing.
/// Buttons that do something else are pressed for that.
fn in_past(state: &PageState, send: &Send) -> Option<Callback<MouseEvent>> {
    state.position().actor_later()?;
    Some(send.sometimes(|event: MouseEvent| {
        let pressed = event.target()?.dyn_into::<Element>().ok()?;
        let is_button = pressed.closest("button:not([aria-disabled=true])").ok()?.is_some();
        (!is_button).then_some(Message::ActInPast)
    }))
}

fn transport(state: &PageState, send: &Send) -> Transport {
    Transport {
        lines: state.position().lines(),
        stops: state.position().timeline().record.stops(),
        at: state.shown.playback.at,
        playing: state.shown.playback.is_playing(),
        live: state.shown.shown_match.phase == ShownPhase::Playing,
        speed: state.shown.playback.speed_index(),
        send: send.clone(),
    }
}

/// From this many bytes on, a sentence may be cut off in one line, as beside the editor.
const LONG: usize = 44;
/// From this many bytes on, a sentence may be cut off in the two lines of a phone.
const LONG_IN_TWO_LINES: usize = 80;

/// The status in a sentence, which screen readers announce too, with a picture of the seat that it
/// is about. Beside the editor it has one line and on a phone two, and a button that shows all of a
/// longer one: the board keeps its room.
fn status(state: &PageState, send: &Send) -> Html {
    let glyph = state.position().subject().map(|seat| {
        html! { <svg class="glyph" viewBox="0 0 20 20" aria-hidden="true">{ state.context.game_ui.glyph(seat) }</svg> }
    });
    let why = state.position().losing_bot().map(|seat| {
        let onclick = send.reform(move |_| Message::InspectFault(seat));
        html! { <button type="button" class="why" {onclick} data-testid="why">{ "Why?" }</button> }
    });
    let lost = state.shown.offers_loss_report(&state.context).then(|| {
        let onclick = send.reform(|_| Message::LossReport(LossReportMessage::Start));
        html! { <button type="button" class="why" {onclick} data-testid="why-lost">{ "Which turn lost it?" }</button> }
    });
    let (sentence, is_decided, is_whole) =
        (state.position().status(), state.shown.verdict(&state.context).is_some(), state.position().is_status_whole());
    let before = state.position().unseen_words();
    let class = classes!("status", is_decided.then_some("decided"), is_whole.then_some("whole"));
    html! {
        <div class="status-line">
            <p {class} aria-live={if state.is_spoken() { "polite" } else { "off" }} aria-atomic="true" title={sentence.clone()}>
                <span><span class="unseen">{ before }</span>{ for glyph }<span data-testid={if is_decided { "verdict" } else { "status" }}>{ with_code(&sentence) }</span>{ for why }{ for lost }</span>
            </p>
            if sentence.len() > LONG {
                <button type="button" class={classes!("quiet", "unfold", (sentence.len() > LONG_IN_TWO_LINES).then_some("long"))} aria-label="Whole message" title="Whole message" aria-expanded={is_whole.to_string()}
                    onclick={send.reform(|_| Message::UnfoldStatus)} data-testid="unfold-status">{ if is_whole { "▴" } else { "▾" } }</button>
            }
        </div>
    }
}

/// A sentence in which printed text is between backticks.
fn with_code(sentence: &str) -> Html {
    let part = |(index, part): (usize, &str)| match index % 2 {
        0 => html! { { part } },
        _ => html! { <code>{ part }</code> },
    };
    sentence.split('`').enumerate().map(part).collect()
}

fn notice_of_browser(state: &PageState) -> Html {
    if state.bots.host.suspends() != Some(false) {
        return Html::default();
    }
    html! {
        <p class="banner" role="note" data-testid="browser-notice">
            { "Bots are interpreted here, which is slower: this browser lacks JavaScript Promise Integration (available in Chrome and Edge \
               137, Firefox 153 and Safari 27), or the URL requests the interpreter." }
        </p>
    }
}
