//! The look of a piece. The armies differ in shape and in colour, the ranks in letter and in sign,
//! so that colours are not needed to distinguish them.

use botyard_engine::games::stratego::{Colour, Rank};
use botyard_engine::seat::Seat;
use botyard_picture::games::stratego::{self as drawing, EYE, EYE_PLACE, SignMark, outline};
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
    let owner = Colour::from_seat(seat);
    html! {
        <g class={class(owner)} transform="translate(10 10) scale(.22)"><path class="stratego-tile" d={outline(owner)} /></g>
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
        <g class="stratego-known" transform={EYE_PLACE}>
            <path d={EYE} /><circle r="5" />
        </g>
    }
}

fn sign(rank: Rank) -> Html {
    let mark = |&SignMark { x, path, is_solid }: &SignMark| {
        let transform = (x != 0).then(|| format!("translate({x} 0)"));
        html! { <path class={is_solid.then_some("solid")} fill-rule="evenodd" {transform} d={path} /> }
    };
    drawing::sign(rank).iter().map(mark).collect()
}
