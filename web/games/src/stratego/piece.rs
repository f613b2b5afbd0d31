//! The look of a piece. The armies differ in shape and in colour, the ranks in letter and in sign, so that colours are not
//! needed to distinguish them.

use botyard_engine::games::stratego::{Colour, Rank};
use botyard_engine::seat::Seat;
use yew::{Html, classes, html};

use super::seen_board::SeenPiece;

/// A piece around (0, 0), 84 wide and high.
pub fn piece(face: SeenPiece) -> Html {
    html! {
        <g class={classes!("stratego-piece", class(face.owner))}>
            <path class="stratego-tile" d={outline(face.owner)} />
            { face.rank.map_or_else(back, front) }
            if face.rank.is_some() && face.is_known { { known() } }
        </g>
    }
}

/// A piece as a picture of its own, among words and in the tray.
pub fn picture(face: SeenPiece) -> Html {
    html! { <svg class="stratego-picture" viewBox="-44 -44 88 88" aria-hidden="true">{ piece(face) }</svg> }
}

/// The class that gives a side its colours.
pub const fn class(owner: Colour) -> &'static str {
    match owner {
        Colour::Red => "side-red",
        Colour::Blue => "side-blue",
    }
}

/// A side's shape, in a box of 20 by 20.
pub fn glyph(seat: Seat) -> Html {
    let owner = Colour::of(seat);
    html! {
        <g class={class(owner)} transform="translate(10 10) scale(.22)"><path class="stratego-tile" d={outline(owner)} /></g>
    }
}

/// RED's pieces are towers with a notched top, BLUE's are shields with a pointed foot.
const fn outline(owner: Colour) -> &'static str {
    match owner {
        Colour::Red => "M-42-40h20v9h13v-9h18v9h13v-9h20v70a12 12 0 0 1-12 12h-60a12 12 0 0 1-12-12Z",
        Colour::Blue => "M-30-40h60a12 12 0 0 1 12 12v34c0 20-20 30-42 38c-22-8-42-18-42-38v-34a12 12 0 0 1 12-12Z",
    }
}

fn front(rank: Rank) -> Html {
    html! {
        <>
            <text class="stratego-letter" y="10">{ rank.letter().to_ascii_uppercase() }</text>
            <g class="stratego-sign" transform="translate(0 24)">{ sign(rank) }</g>
        </>
    }
}

/// The back of a piece whose rank is hidden.
fn back() -> Html {
    html! { <path class="stratego-back" d="M-18-14 0-26 18-14M-18 4 0-8 18 4M-18 22 0 10 18 22" /> }
}

/// An open eye: the other side knows this piece.
fn known() -> Html {
    html! {
        <g class="stratego-known" transform="translate(27 -20)">
            <path d="M-15 0Q0-16 15 0Q0 16-15 0Z" /><circle r="5" />
        </g>
    }
}

/// The sign of a rank, about 40 wide and 14 high around (0, 0): stars, bars and chevrons for officers, a picture for the others.
fn sign(rank: Rank) -> Html {
    let stars = |count: i32| (0..count).map(move |nth| star(16 * nth - 8 * (count - 1))).collect::<Html>();
    let bars = |count: i32| (0..count).map(move |nth| bar(10 * nth - 5 * (count - 1))).collect::<Html>();
    match rank {
        Rank::Marshal => stars(3),
        Rank::General => stars(2),
        Rank::Colonel => stars(1),
        Rank::Major => bars(3),
        Rank::Captain => bars(2),
        Rank::Lieutenant => bars(1),
        Rank::Sergeant => line("M-10 5 0-4 10 5"),
        // A pick.
        Rank::Miner => line("M-12 0Q0-12 12 0M0-6V8"),
        // Two arrowheads.
        Rank::Scout => line("M-9-6-1 0-9 6M3-6 11 0 3 6"),
        // A mask.
        Rank::Spy => {
            html! { <path class="solid" fill-rule="evenodd" d="M-15-6Q0-1 15-6Q15 7 6 6Q2 5 0 2Q-2 5-6 6Q-15 7-15-6ZM-9 1h5v-3ZM9 1h-5v-3Z" /> }
        }
        // A ball with its fuse.
        Rank::Bomb => html! { <><circle class="solid" cy="1" r="7" /><path d="M4-5Q8-11 13-8" /></> },
        // A pennant.
        Rank::Flag => html! { <><path d="M-7 8V-8" /><path class="solid" d="M-7-8 10-4-7 1Z" /></> },
    }
}

fn star(x: i32) -> Html {
    let transform = format!("translate({x} 0)");
    html! { <path class="solid" {transform} d="M0-8 2-2.500 7.600-2.500 3.100 1 4.700 6.500 0 3.200-4.700 6.500-3.100 1-7.600-2.500-2-2.500Z" /> }
}

fn bar(x: i32) -> Html {
    html! { <path d={format!("M{x}-6v12")} /> }
}

fn line(d: &'static str) -> Html {
    html! { <path {d} /> }
}
