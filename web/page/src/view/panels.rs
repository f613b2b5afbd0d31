//! The panels beside the board: the seats and the next match, the moves, the inspector, the ladder,
//! tests, and the panel of the task. A phone shows one at a time, below the board; wider screens show that of
//! the task beside another, and while a match is watched the seats above another.

use botyard_web_games::HiddenReason;
use botyard_web_protocol::BotKey;
use botyard_web_ui::Select;
use botyard_web_ui::{keyed_part, part};
use yew::{ContextProvider, Html, html};

use super::controls::Controls;
use super::host_bots::HostBots;
use super::inspector::Inspector;
use super::moves::MoveList;
use super::seat::SeatCard;
use super::series::SeriesPanel;
use super::settings::SettingsPanel;
use super::statistics::StatisticTable;
use super::{Send, Sometimes, ladder, learn, write};
use crate::lineup::SeatChoice;
use crate::message::{Message, Panel, SetupMessage};
use crate::shown_match::ShownPhase;
use crate::state::{HIDDEN_UNTIL_END, Layout, PageState};
use crate::task::Task;
use botyard_engine::seat::Seat;

/// All panels.
pub fn panels(state: &PageState, send: &Send) -> Html {
    let beside = state.visit.beside;
    // As on the stage: only the manual is text to be translated.
    let translate = (state.visit.layout() != Layout::Manual).then_some("no");
    html! {
        <aside class="side" data-shown={beside.tab().0}>
            // Keys go through the panels in the order in which wide windows show them.
            <section class="panel players" translate="no" aria-label="Players">{ players(state, send) }</section>
            { tabs(state, send) }
            <section class="panel moves" translate="no" aria-label="Moves">
                <MoveList panel={state.visit.panel} lines={state.position().lines()} stops={state.position().timeline().record.stops()} at={state.shown.playback.at} seats={state.shown.shown_match.record.players().len()} game_ui={state.context.game_ui.name()} {send} />
            </section>
            <section class="panel inspector" translate="no" aria-label="Inspector">
                // It may contain much text, and is drawn only while it is shown.
                if beside == Panel::Inspector { { inspector(state, send) } }
            </section>
            <section class="panel ladder" translate="no" aria-label={Panel::Ladder.label()}>
                if beside == Panel::Ladder { { ladder::ladder(state, send) } }
            </section>
            <section class="panel cases" translate="no" aria-label={Panel::Cases.label()}>
                if beside == Panel::Cases {
                    { part(SeriesPanel { panel: Panel::Cases, view: state.plays.cases.view.clone(), send: send.clone() }) }
                }
            </section>
            <section class="panel steps" translate="no" aria-label={Panel::Steps.label()}>
                if beside == Panel::Steps {
                    { part(SeriesPanel { panel: Panel::Steps, view: state.plays.cases.steps.clone(), send: send.clone() }) }
                }
            </section>
            if let Some(panel) = state.visit.layout().main_panel() {
                <section class="panel main" {translate} aria-label={panel.label()}>{ main_panel(state, send) }</section>
            }
        </aside>
    }
}

/// The panel that has most of the page: the results of a series, the editor, or the manual.
fn main_panel(state: &PageState, send: &Send) -> Html {
    match state.visit.layout() {
        Layout::Start | Layout::Task(Task::Watch) => Html::default(),
        Layout::Task(Task::Write) => write::write(state, send),
        Layout::Task(Task::Measure) => {
            part(SeriesPanel { panel: Panel::Series, view: state.plays.series.view.clone(), send: send.clone() })
        }
        Layout::Manual => learn::manual(state, send),
    }
}

fn tabs(state: &PageState, send: &Send) -> Html {
    let tab = |panel: Panel| {
        let (id, name) = panel.tab();
        let onclick = send.reform(move |_| Message::Panel(panel));
        let shown = state.visit.beside == panel;
        let testid = format!("tab-{id}");
        html! { <button type="button" class={format!("tab tab-{id}")} aria-pressed={shown.to_string()} data-testid={testid} {onclick}>{ name }</button> }
    };
    // Nobody steps through a turn by chance.
    let is_there =
        |panel: &Panel| *panel != Panel::Steps || state.plays.cases.steps.is_some() || state.visit.beside == *panel;
    html! {
        <div class="tabs" role="group" aria-label="Panels">
            { for Panel::BESIDE.into_iter().filter(is_there).map(tab) }
        </div>
    }
}

fn players(state: &PageState, send: &Send) -> Html {
    let bots = state
        .setup
        .listed_bots(&state.context.library)
        .map(|bot| (bot.key.clone(), state.context.library.label(bot), state.write.origin(bot, &state.context)));
    let bots: std::rc::Rc<Vec<_>> = std::rc::Rc::new(bots.collect());
    let used = state.shown.times_used();
    let card = |(index, choice): (usize, &SeatChoice)| {
        let seat = Seat::new(index);
        let player = state.shown.shown_match.record.players().get(index).cloned().unwrap_or_default();
        let card = SeatCard {
            seat,
            side: state.context.game_ui.seat_style(seat),
            game_ui: state.context.game_ui.name(),
            persons: state.context.game_ui.has_persons(),
            choice: choice.clone(),
            is_fetchable: state.bots.host.is_fetchable(choice),
            is_served_script: matches!(choice, SeatChoice::Bot(key @ BotKey::Host(_)) if state.bots.host.is_script(key)),
            bots: bots.clone(),
            player,
            changed: state.position().is_changed(seat),
            opened: state.shown.shown_match.phase == ShownPhase::Opened,
            recorded: state.position().is_recorded(seat),
            used: used.get(index).copied().unwrap_or_default(),
            limits: state.shown.limits(seat),
            standing: state.shown.standing(seat),
            send: send.clone(),
        };
        keyed_part(index, card)
    };
    html! {
        <>
            { learn::welcome(state, send) }
            <div class="seats">{ for state.setup.lineup.seats.iter().enumerate().map(card) }</div>
            { number_of_seats(state, send) }
            { part(controls(state, send)) }
            <ContextProvider<HiddenReason> context={HiddenReason(state.shown.is_veiled(&state.context).then_some(HIDDEN_UNTIL_END))}>
                { part(settings(state, send)) }
            </ContextProvider<HiddenReason>>
            { part(StatisticTable { statistics: state.position().timeline().record.statistics(), at: state.shown.playback.at, game_ui: state.context.game_ui.name() }) }
            { eyes(state, send) }
            { part(HostBots { is_hosted: state.bots.host.is_server(), unready: state.bots.host.unready_bots(), is_writing: state.visit.task == Task::Write, files: own_files(state), send: send.clone() }) }
        </>
    }
}

fn controls(state: &PageState, send: &Send) -> Controls {
    Controls {
        playing: state.shown.shown_match.phase == ShownPhase::Playing,
        live: state.shown.is_live(),
        loading: state.position().is_loading() || state.plays.plays_linked(&state.shown),
        offers_take_back: state.shown.offers_take_back(),
        can_take_back: state.position().can_take_back(),
        changed: state.position().any_changed(),
        seed: state.position().next_seed(),
        series_games: state.plays.series.games,
        send: send.clone(),
    }
}

fn settings(state: &PageState, send: &Send) -> SettingsPanel {
    SettingsPanel {
        game_ui: state.context.game_ui.name(),
        match_spec: state.setup.match_spec(&state.context),
        draft: state.setup.lineup.draft.clone(),
        terms: state.setup.lineup.terms,
        send: send.clone(),
    }
}

/// Chooses whose view is shown, in a game with hidden information and unless a person plays who
/// must not see it.
fn eyes(state: &PageState, send: &Send) -> Html {
    if !state.context.game_ui.hides() || state.shown.is_veiled(&state.context) {
        return Html::default();
    }
    let choose = send.reform(|seat: String| Message::Look(seat.parse().ok().map(Seat::new)));
    let seat = |index: usize| {
        (index.to_string().into(), format!("{}'s view", state.context.game_ui.seat_style(Seat::new(index)).name).into())
    };
    let seats = (0..state.shown.shown_match.record.players().len()).map(seat);
    let options: Vec<_> = std::iter::once(("all".into(), "everything".into())).chain(seats).collect();
    let value = state.shown.eyes(&state.context).map_or_else(|| "all".to_owned(), |seat| seat.index().to_string());
    html! {
        <label class="setting"><span>{ "Show" }</span><Select label="Whose view" testid="eyes" {options} {value} {choose} /></label>
    }
}

fn own_files(state: &PageState) -> Vec<(BotKey, String)> {
    let files = state.setup.listed_bots(&state.context.library).filter(|bot| bot.is_dropped());
    files.map(|bot| (bot.key.clone(), state.context.library.label(bot))).collect()
}

/// Adds and removes seats, if the game can have different numbers of players.
fn number_of_seats(state: &PageState, send: &Send) -> Html {
    let (can_be, are) = (state.context.game_ui.seats(), state.setup.lineup.seats.len());
    if can_be.start() == can_be.end() {
        return Html::default();
    }
    let button = |name: &'static str, testid: &'static str, seats: usize| {
        let can = can_be.contains(&seats);
        let onclick = send.sometimes(move |_| can.then_some(Message::Setup(SetupMessage::Seats(seats))));
        html! { <button type="button" class="quiet" aria-disabled={(!can).to_string()} data-testid={testid} {onclick}>{ name }</button> }
    };
    html! {
        <div class="seat-number" role="group" aria-label="Number of players">
            { button("Add a player", "add-seat", are + 1) }{ button("Remove last player", "remove-seat", are.saturating_sub(1)) }
            <span class="hint">{ format!("{are} {} ({} to {})", if are == 1 { "player" } else { "players" }, can_be.start(), can_be.end()) }</span>
        </div>
    }
}

fn inspector(state: &PageState, send: &Send) -> Html {
    if state.shown.is_veiled(&state.context) {
        return html! { <p class="hint" data-testid="veiled">{ "What the other players read and write is shown after the match: it would reveal hidden information." }</p> };
    }
    let sides = state.shown.inspected_seats().iter().map(|seat| {
        (
            seat,
            state.context.game_ui.seat_style(seat),
            state.shown.shown_match.record.players()[seat.index()].name.clone(),
        )
    });
    let limits = state.shown.limits(state.shown.inspection.seat);
    // If all answers share a bank, no answer has its own limit.
    let limit = limits.bank.is_none().then_some(limits.turn);
    part(Inspector {
        sides: sides.collect(),
        game_ui: state.context.game_ui.name(),
        seat: state.shown.inspection.seat,
        is_person: !state.shown.bot_seats().contains(state.shown.inspection.seat),
        scope: state.shown.inspection.scope,
        limit,
        at: state.shown.playback.at,
        report: state.shown.bot_report(),
        times: state.shown.times(state.shown.inspection.seat),
        left: state.shown.shown_match.left.clone(),
        range: state.shown.inspected_turns(),
        input: state.shown.shown_input(),
        note: state.plays.words_note(&state.shown),
        advice: state.shown.fault_advice(&state.context),
        rerun: state.position().rerun_view(),
        can_be_kept: state.position().offers_case(state.visit.beside),
        has_steps: state.position().offers_steps(),
        send: send.clone(),
    })
}
