//! Generals on the page: its words, its bots and its sides.

use botyard_engine::game::Game;
use botyard_engine::games::generals::{Action, Generals, Kind, Sight};
use botyard_engine::seat::Seat;
use yew::{Html, html};

use super::{Bundled, GamePage, Scene, Side, Told};

const SIDES: [Side; 8] = [
    Side { name: "red", class: "side-1" },
    Side { name: "blue", class: "side-2" },
    Side { name: "green", class: "side-3" },
    Side { name: "orange", class: "side-4" },
    Side { name: "purple", class: "side-5" },
    Side { name: "teal", class: "side-6" },
    Side { name: "brown", class: "side-7" },
    Side { name: "grey", class: "side-8" },
];

impl GamePage for Generals {
    const BOTS: &'static [Bundled] = &[];
    const HINT: &'static str = "choose a cell of yours, then where its army goes";
    const KEYS: &'static [(&'static str, &'static str)] = &[];
    const HIDES: bool = true;

    fn side(seat: Seat) -> Side {
        SIDES[seat.index() % SIDES.len()]
    }

    fn glyph(seat: Seat) -> Html {
        html! { <circle class={Self::side(seat).class} cx="10" cy="10" r="8" /> }
    }

    fn tell(_: &Self, seat: Seat, action: &Action, _: &Self) -> Told {
        Told {
            words: format!("{} plays {action}", Self::side(seat).name).into(),
            short: action.to_string().into(),
            mark: None,
        }
    }

    fn board(scene: Scene<'_, Self>) -> Html {
        let board = scene.position.board();
        let cell = |sight: Sight| match sight {
            Sight::Mountain => "^".to_owned(),
            Sight::Clear { owner: 0, army: 0, .. } => ".".to_owned(),
            Sight::Clear { owner, army, kind } => {
                format!("{owner}:{army}{}", if kind == Kind::Capital { "*" } else { "" })
            }
            Sight::Fog | Sight::Obstacle => "?".to_owned(),
        };
        let seen: Vec<Vec<String>> = match scene.eyes {
            Some(eyes) => {
                let view = scene.position.view(eyes);
                (0..view.rows()).map(|row| view.row(row).map(cell).collect()).collect()
            }
            None => {
                let clear = |cell: usize| Sight::Clear {
                    kind: board.kind(cell),
                    owner: board.owner(cell).map_or(0, |seat| seat.number() as u8),
                    army: board.army_at(cell),
                };
                let row = |row: usize| (row * board.columns()..(row + 1) * board.columns()).map(|at| cell(clear(at)));
                (0..board.rows()).map(|at| row(at).collect()).collect()
            }
        };
        let row = |row: &Vec<String>| html! { <tr>{ for row.iter().map(|cell| html! { <td>{ cell }</td> }) }</tr> };
        html! { <table data-testid="board"><tbody>{ for seen.iter().map(row) }</tbody></table> }
    }
}
