//! What stands beside the board: the seats and the next match, the moves, the inspector. On a phone one at a time,
//! below the board; elsewhere the seats are always there.

use yew::{ContextProvider, Html, html};

use super::controls::Controls;
use super::host_bots::Residents;
use super::inspector::Inspector;
use super::moves::MoveList;
use super::part::{keyed_part, part};
use super::scores::Scores;
use super::seat::SeatCard;
use super::select::Select;
use super::settings::Settings;
use super::{Send, Sometimes};
use crate::games::HiddenReason;
use crate::page::message::{Message, Panel};
use crate::page::shown_match::ShownPhase;
use crate::page::state::{PageState, VEILED};
use botyard_engine::seat::Seat;

/// All panels.
pub fn panels(desk: &PageState, send: &Send) -> Html {
    let shown = match desk.panel {
        Panel::Players => "players",
        Panel::Moves => "moves",
        Panel::Inspector => "inspector",
    };
    html! {
        <aside class="side" data-shown={shown}>
            { tabs(desk, send) }
            <section class="panel players" aria-label="Players">{ players(desk, send) }</section>
            <section class="panel moves" aria-label="Moves">
                <MoveList panel={desk.panel} lines={desk.lines()} stops={desk.table.record.stops()} at={desk.player.at} seats={desk.table.record.players().len()} room={desk.room.name()} {send} />
            </section>
            <section class="panel inspector" aria-label="Inspector">
                // It may hold long words, and is drawn only where it is seen.
                if desk.panel == Panel::Inspector { { inspector(desk, send) } }
            </section>
        </aside>
    }
}

fn tabs(desk: &PageState, send: &Send) -> Html {
    let tab = |panel: Panel, name: &'static str| {
        let onclick = send.reform(move |_| Message::Panel(panel));
        let shown = desk.panel == panel;
        let testid = format!("tab-{}", name.to_ascii_lowercase());
        html! { <button type="button" class={format!("tab tab-{}", name.to_ascii_lowercase())} aria-pressed={shown.to_string()} data-testid={testid} {onclick}>{ name }</button> }
    };
    html! {
        <div class="tabs" role="group" aria-label="Panels">
            { tab(Panel::Players, "Players") }{ tab(Panel::Moves, "Moves") }{ tab(Panel::Inspector, "Inspector") }
        </div>
    }
}

fn players(desk: &PageState, send: &Send) -> Html {
    let limits = desk.limits();
    let bots = desk.shelf.bots().iter().map(|bot| (bot.key.clone(), bot.name.clone(), bot.about, bot.is_dropped));
    let bots: std::rc::Rc<Vec<_>> = std::rc::Rc::new(bots.collect());
    let card = |(index, choice): (usize, &crate::page::lineup::SeatChoice)| {
        let seat = Seat::new(index);
        let player = desk.table.record.players().get(index).cloned().unwrap_or_default();
        let card = SeatCard {
            seat,
            side: desk.room.side(seat),
            room: desk.room.name(),
            persons: desk.room.has_persons(),
            choice: choice.clone(),
            bots: bots.clone(),
            player,
            changed: desk.is_changed(seat),
            recorded: desk.is_recorded(seat),
            times: desk.times(seat),
            limits,
            standing: desk.standing(seat),
            send: send.clone(),
        };
        keyed_part(index, card)
    };
    html! {
        <>
            <div class="seats">{ for desk.lineup.seats.iter().enumerate().map(card) }</div>
            { number_of_seats(desk, send) }
            { part(controls(desk, send)) }
            <ContextProvider<HiddenReason> context={HiddenReason(desk.is_veiled().then_some(VEILED))}>
                { part(settings(desk, send)) }
            </ContextProvider<HiddenReason>>
            <Scores counts={desk.table.record.counts()} at={desk.player.at} room={desk.room.name()} {send} />
            { eyes(desk, send) }
            { part(Residents { is_hosted: desk.is_hosted(), unready: desk.unready(), files: own_files(desk), send: send.clone() }) }
        </>
    }
}

fn controls(desk: &PageState, send: &Send) -> Controls {
    Controls {
        playing: desk.table.phase == ShownPhase::Playing,
        live: desk.is_live(),
        loading: desk.is_loading(),
        offers_take_back: desk.offers_take_back(),
        can_take_back: desk.can_take_back(),
        changed: desk.any_changed(),
        send: send.clone(),
    }
}

fn settings(desk: &PageState, send: &Send) -> Settings {
    Settings {
        room: desk.room.name(),
        opening: desk.next_opening(),
        draft: desk.lineup.draft.clone(),
        terms: desk.lineup.terms,
        send: send.clone(),
    }
}

/// Through whose eyes the board is shown, where a game hides something and nobody plays who must not see it.
fn eyes(desk: &PageState, send: &Send) -> Html {
    if !desk.room.hides() || desk.is_veiled() {
        return Html::default();
    }
    let choose = send.reform(|seat: String| Message::Look(seat.parse().ok().map(Seat::new)));
    let seat = |index: usize| {
        (index.to_string().into(), format!("what {} sees", desk.room.side(Seat::new(index)).name).into())
    };
    let seats = (0..desk.table.record.players().len()).map(seat);
    let options: Vec<_> = std::iter::once(("all".into(), "everything".into())).chain(seats).collect();
    let value = desk.eyes().map_or_else(|| "all".to_owned(), |seat| seat.index().to_string());
    html! {
        <label class="setting"><span>{ "Show" }</span><Select label="Through whose eyes" testid="eyes" {options} {value} {choose} /></label>
    }
}

fn own_files(desk: &PageState) -> Vec<(String, String)> {
    let files = desk.shelf.bots().iter().filter(|bot| bot.is_dropped);
    files.map(|bot| (bot.key.clone(), bot.name.clone())).collect()
}

/// Seats can come and go where the game is for different numbers of players.
fn number_of_seats(desk: &PageState, send: &Send) -> Html {
    let (can_be, are) = (desk.room.seats(), desk.lineup.seats.len());
    if can_be.start() == can_be.end() {
        return Html::default();
    }
    let button = |name: &'static str, testid: &'static str, seats: usize| {
        let can = can_be.contains(&seats);
        let onclick = send.sometimes(move |_| can.then_some(Message::Seats(seats)));
        html! { <button type="button" class="quiet" aria-disabled={(!can).to_string()} data-testid={testid} {onclick}>{ name }</button> }
    };
    html! {
        <div class="seat-number" role="group" aria-label="Number of players">
            { button("Add a player", "add-seat", are + 1) }{ button("Remove the last", "remove-seat", are.saturating_sub(1)) }
            <span class="hint">{ format!("{are} of {} to {}", can_be.start(), can_be.end()) }</span>
        </div>
    }
}

fn inspector(desk: &PageState, send: &Send) -> Html {
    if desk.is_veiled() {
        return html! { <p class="hint" data-testid="veiled">{ "What the others read and say is shown when the match is over: it would give away what is hidden from you." }</p> };
    }
    let sides = desk
        .bots()
        .iter()
        .map(|seat| (seat, desk.room.side(seat), desk.table.record.players()[seat.index()].name.clone()));
    let limits = desk.limits();
    // Where all answers share a bank, none has a limit of its own.
    let limit = limits.bank.is_none().then_some(limits.turn);
    part(Inspector {
        sides: sides.collect(),
        room: desk.room.name(),
        seat: desk.inspected,
        whole: desk.inspects_whole,
        limit,
        at: desk.player.at,
        times: desk.times(desk.inspected),
        left: desk.table.left.clone(),
        passages: desk.inspected_passages(),
        is_wordless: desk.is_wordless(),
        send: send.clone(),
    })
}
