//! The start view: a tile for each curated game. One shows its board, the others pictures.

use botyard_web_games::{BoardSight, find_game_ui};
use yew::{Html, html};

use super::{Send, Sometimes, ladder};
use crate::address::Address;
use crate::curated::{CURATED, CuratedGame};
use crate::file_names;
use crate::message::Message;
use crate::state::PageState;
use crate::task::Task;

/// The start view.
pub fn start(state: &PageState, send: &Send) -> Html {
    html! {
        <section class="start" aria-label="Start" data-testid="start">
            <p class="start-words">{ "Pit programs against each other, or play them yourself." }</p>
            <div class="tiles">{ for CURATED.iter().enumerate().map(|(index, curated)| tile(state, index, curated, send)) }</div>
        </section>
    }
}

fn tile(state: &PageState, index: usize, curated: &'static CuratedGame, send: &Send) -> Html {
    let CuratedGame { game, sentence, .. } = *curated;
    let moves = state.visit.tile == Some(index);
    let onfocusin = send.sometimes(move |_| (!moves).then_some(Message::Tile(index)));
    let onpointerover = send.sometimes(move |_| (!moves).then_some(Message::Tile(index)));
    let title = find_game_ui(game).map_or(game, |game_ui| game_ui.title());
    let open = Address::of_game(game).to_string();
    let write = Address::of_task(game, Task::Write).to_string();
    html! {
        <article key={game} class="tile" aria-label={title} data-testid={format!("tile-{game}")} {onpointerover} {onfocusin}>
            <h2>{ title }</h2>
            // It is looked at only: the links below are what can be pressed.
            <div class="tile-board" inert={true}>
                if moves { { board(state) } } else { { picture(game) } }
            </div>
            <p>{ sentence }</p>
            // A new visitor has beaten none, and the code for it comes later.
            if state.has_beaten(game) { { ladder::best_climber(state, index, game, send) } }
            <div class="row">
                <a class="button tile-open" href={open} aria-label={format!("Watch this game of {title}")} data-testid={format!("open-{game}")}>{ "Watch this game" }</a>
                <a class="button" href={write} aria-label={format!("Write a bot for {title}")} data-testid={format!("write-{game}")}>{ "Write a bot" }</a>
            </div>
        </article>
    }
}

fn board(state: &PageState) -> Html {
    let shown = &state.shown;
    let sight = BoardSight { moves: shown.playback.moves, ..BoardSight::default() };
    let at = shown.playback.at.min(shown.shown_match.record.len());
    html! { <div class="field">{ shown.shown_match.record.board(at, &sight) }</div> }
}

/// The picture of a game, in light and in dark.
fn picture(game: &str) -> Html {
    let address = |theme: &str| file_names::address(&["start/", game, "-", theme, ".svg"].concat());
    html! {
        <picture>
            <source srcset={address("dark")} media="(prefers-color-scheme: dark)" />
            <img src={address("light")} alt="" loading="lazy" />
        </picture>
    }
}
