//! Stratego on the page: its words, its bots and its two sides.

use botyard_engine::game::Game;
use botyard_engine::games::stratego::{Action, Colour, HEIGHT, Sight, Square, Stratego, WIDTH, log};
use botyard_engine::replay::Replay;
use botyard_engine::seat::Seat;
use yew::{Html, html};

use super::{Bundled, GamePage, Scene, Side, Told};

impl GamePage for Stratego {
    const BOTS: &'static [Bundled] = &[];
    const HINT: &'static str = "choose a piece, then where it goes";
    const KEYS: &'static [(&'static str, &'static str)] = &[];
    const HIDES: bool = true;

    fn side(seat: Seat) -> Side {
        match Colour::of(seat) {
            Colour::Red => Side { name: "red", class: "side-red" },
            Colour::Blue => Side { name: "blue", class: "side-blue" },
        }
    }

    fn glyph(seat: Seat) -> Html {
        html! { <rect class={<Self as GamePage>::side(seat).class} x="3" y="3" width="14" height="14" rx="3" /> }
    }

    fn tell(_: &Self, seat: Seat, action: &Action, _: &Self) -> Told {
        let short = match action {
            Action::Setup(_) => "setup".to_owned(),
            action => action.to_string(),
        };
        Told {
            words: format!("{}: {short}", <Self as GamePage>::side(seat).name).into(),
            short: short.into(),
            mark: None,
        }
    }

    fn board(scene: Scene<'_, Self>) -> Html {
        let view = scene.eyes.map(|eyes| scene.position.view(eyes));
        let mark = |square: Square| match (&view, scene.position.board().piece(square)) {
            (Some(view), _) => match view.at(square) {
                Sight::Own(rank) | Sight::Enemy(Some(rank)) => rank.letter(),
                Sight::Enemy(None) => '#',
                Sight::Obstacle => '+',
                Sight::Empty => '.',
            },
            (None, piece) => piece.map_or('.', |piece| piece.rank.letter()),
        };
        let square = |x: usize, y: usize| Square::new(x as i32, y as i32).expect("it is on the board");
        let row = |y: usize| html! { <tr>{ for (0..WIDTH).map(|x| html! { <td>{ mark(square(x, y)) }</td> }) }</tr> };
        html! { <table data-testid="board"><tbody>{ for (0..HEIGHT).map(row) }</tbody></table> }
    }

    fn read_log(text: &str) -> Option<Result<Vec<Replay<Self>>, String>> {
        log::is_log(text).then(|| log::read(text).map(|log| vec![log.replay]).map_err(|bad| bad.to_string()))
    }
}
