//! What stands beside the board: the seats and the next match, the moves, the inspector. On a phone one at a time,
//! below the board; elsewhere the seats are always there.

use yew::{Html, html};

use super::Send;
use super::controls::Controls;
use super::inspector::Inspector;
use super::moves::MoveList;
use super::seat::SeatCard;
use super::settings::Settings;
use crate::page::desk::Desk;
use crate::page::message::{Message, Panel};
use botyard_engine::seat::Seat;

/// All panels.
pub fn panels(desk: &Desk, send: &Send) -> Html {
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
                <MoveList lines={desk.table.record.lines()} at={desk.player.at} seats={desk.table.record.players().len()} room={desk.room.name()} {send} />
            </section>
            <section class="panel inspector" aria-label="Inspector">{ inspector(desk, send) }</section>
        </aside>
    }
}

fn tabs(desk: &Desk, send: &Send) -> Html {
    let tab = |panel: Panel, name: &'static str| {
        let onclick = send.reform(move |_| Message::Panel(panel));
        let shown = desk.panel == panel;
        let testid = format!("tab-{}", name.to_lowercase());
        html! { <button type="button" class={format!("tab tab-{}", name.to_lowercase())} aria-pressed={shown.to_string()} data-testid={testid} {onclick}>{ name }</button> }
    };
    html! {
        <div class="tabs" role="group" aria-label="Panels">
            { tab(Panel::Players, "Players") }{ tab(Panel::Moves, "Moves") }{ tab(Panel::Inspector, "Inspector") }
        </div>
    }
}

fn players(desk: &Desk, send: &Send) -> Html {
    let limit = desk.lineup.limit.unwrap_or_else(|| desk.room.turn_limit());
    let bots = desk.shelf.bots().iter().map(|bot| (bot.key.clone(), bot.name.clone(), bot.about, bot.is_dropped));
    let bots: std::rc::Rc<Vec<_>> = std::rc::Rc::new(bots.collect());
    let card = |(index, choice): (usize, &crate::page::lineup::Choice)| {
        let seat = Seat::new(index);
        let player = desk.table.record.players().get(index).cloned().unwrap_or_default();
        html! {
            <SeatCard key={index} {seat} side={desk.room.side(seat)} room={desk.room.name()} choice={choice.clone()} bots={bots.clone()}
                {player} changed={desk.is_changed(seat)} times={desk.times(seat)} {limit} standing={desk.standing(seat)} {send} />
        }
    };
    html! {
        <>
            <div class="seats">{ for desk.lineup.seats.iter().enumerate().map(card) }</div>
            <Controls playing={desk.table.phase == crate::page::table::Phase::Playing} live={desk.is_live()} loading={desk.is_loading()}
                can_take_back={desk.can_take_back()} changed={desk.any_changed()} {send} />
            <Settings seed={desk.lineup.seed} limit={desk.lineup.limit} usual={desk.room.turn_limit()} {send} />
            <p class="hint trust">{ "Drop a .wasm bot here: it never leaves this browser." }</p>
        </>
    }
}

fn inspector(desk: &Desk, send: &Send) -> Html {
    let sides = desk
        .bots()
        .iter()
        .map(|seat| (seat, desk.room.side(seat), desk.table.record.players()[seat.index()].name.clone()));
    let limit = desk.lineup.limit.unwrap_or_else(|| desk.room.turn_limit());
    html! {
        <Inspector sides={sides.collect::<Vec<_>>()} room={desk.room.name()} seat={desk.inspected} whole={desk.inspects_whole} {limit}
            at={desk.player.at} times={desk.times(desk.inspected)} passages={desk.inspected_passages()}
            opened={desk.table.phase == crate::page::table::Phase::Opened} {send} />
    }
}
