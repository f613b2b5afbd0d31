//! The board with what is said about it above and the player below.

use yew::{Html, classes, html};

use super::Send;
use super::cover::Cover;
use super::part::part;
use super::transport::Transport;
use crate::games::BoardSight;
use crate::page::message::Message;
use crate::page::shown_match::ShownPhase;
use crate::page::state::PageState;

/// The board and what belongs to it.
pub fn stage(desk: &PageState, send: &Send) -> Html {
    let actor = desk.actor();
    let sight = BoardSight {
        moves: desk.player.moves,
        eyes: desk.eyes(),
        side: desk.side(),
        actor,
        opening: desk.opening_before(),
        act: send.reform(|(seat, action)| Message::Act(seat, action)),
        try_bot: send.reform(|(seat, input)| Message::Try(seat, input)),
    };
    // Another match of a person's has another board: nothing that was begun on the last one goes on there.
    let board = if desk.table.persons().is_empty() { 0 } else { desk.table.id };
    html! {
        <section class="stage" aria-label="Match" data-testid="match" data-match={desk.table.id.to_string()}>
            { notice_of_browser(desk) }
            { status(desk) }
            <div key={board} class={classes!("field", actor.is_some().then_some("yours"))}>
                if let Some(next) = desk.covered_for() {
                    <Cover side={desk.room.side(next)} {send} />
                } else {
                    { desk.table.record.board(desk.player.at, &sight) }
                }
            </div>
            { part(transport(desk, send)) }
        </section>
    }
}

fn transport(desk: &PageState, send: &Send) -> Transport {
    Transport {
        lines: desk.lines(),
        stops: desk.table.record.stops(),
        at: desk.player.at,
        playing: desk.player.playing,
        live: desk.table.phase == ShownPhase::Playing,
        speed: desk.player.speed_index(),
        send: send.clone(),
    }
}

/// One sentence, the same for eyes and ears, with a picture of whom it is about.
fn status(desk: &PageState) -> Html {
    let is_decided = desk.verdict().is_some();
    let glyph = desk.subject().map(|seat| {
        html! { <svg class="glyph" viewBox="0 0 20 20" aria-hidden="true">{ desk.room.glyph(seat) }</svg> }
    });
    html! {
        <p class={classes!("status", is_decided.then_some("decided"))} aria-live="polite" aria-atomic="true" title={desk.status()}>
            <span>{ for glyph }<span data-testid={if is_decided { "verdict" } else { "status" }}>{ desk.status() }</span></span>
        </p>
    }
}

fn notice_of_browser(desk: &PageState) -> Html {
    if desk.suspends != Some(false) {
        return Html::default();
    }
    html! {
        <p class="banner" role="note" data-testid="browser-notice">
            { "Bots are interpreted here, and slower: this browser lacks JavaScript Promise Integration (Chrome and Edge 137, Firefox 153 \
               and Safari 27 have it), or the address asks for it." }
        </p>
    }
}
