//! The drawing of the board: ground, water, pieces, the last move, the targets of a piece. It does
//! not respond: the cells over it are in `grid`. Knows no rules.

use botyard_engine::games::stratego::{Colour, HEIGHT, Square, WIDTH};
use botyard_picture::games::stratego::{CELL, lines, waves};
use yew::{Html, classes, html};

use super::move_outcome::MoveOutcome;
use super::piece::piece;
use super::seen_board::{SeenBoard, SeenPiece};
use crate::board_annotations::annotation_layer;
use crate::{BoardAnnotations, BoardCell};

/// The contents of the drawing.
pub struct BoardDrawing<'a> {
    /// The visible board.
    pub seeing: &'a SeenBoard,
    /// The last move.
    pub clash: Option<MoveOutcome>,
    /// Whether that is animated.
    pub moves: bool,
    /// The square of the selected piece.
    pub hand: Option<Square>,
    /// The squares to which that piece can move.
    pub targets: &'a [Square],
    /// The square whose piece is under the pointer and not on the board.
    pub lifted: Option<Square>,
    /// The side whose army is being set up.
    pub home: Option<Colour>,
    /// What the bots have drawn.
    pub annotations: &'a BoardAnnotations,
}

/// The drawing.
pub fn draw(drawing: &BoardDrawing<'_>) -> Html {
    html! {
        <svg class="stratego-drawing" viewBox="-30 0 1030 1030" aria-hidden="true">
            <rect class="stratego-ground" width="1000" height="1000" rx="14" />
            { home(drawing) }
            <path class="stratego-lines" d={lines()} />
            { lake(2) }{ lake(6) }
            { last(drawing) }
            { for drawing.hand.map(|square| around(drawing, "stratego-hand", square)) }
            { numbers(drawing.seeing) }
            { pieces(drawing) }
            { for drawing.targets.iter().map(|&square| target(drawing, square)) }
            { for drawing.clash.map(|clash| burst(drawing, clash)) }
            { annotation_layer(drawing.annotations, CELL as f64, |cell| middle_of_cell(drawing.seeing, cell)) }
        </svg>
    }
}

/// The middle of a square.
fn middle(seeing: &SeenBoard, square: Square) -> (usize, usize) {
    let (column, row) = seeing.place(square);
    (column * CELL + CELL / 2, row * CELL + CELL / 2)
}

/// The middle of a cell that a bot has named, which may be any.
fn middle_of_cell(seeing: &SeenBoard, BoardCell { column, row }: BoardCell) -> (f64, f64) {
    let square = Square::new(column as i32, row as i32).expect("cells that are read are on the board");
    let (x, y) = middle(seeing, square);
    (x as f64, y as f64)
}

/// Two by two squares of water, from this column on. Turning the board puts one in the place of the
/// other.
fn lake(column: usize) -> Html {
    let x = column * CELL;
    html! {
        <g class="stratego-lake">
            <rect x={(x + 4).to_string()} y="404" width="192" height="192" rx="40" />
            <path d={waves(column)} />
        </g>
    }
}

/// The rows in which an army may be set up.
fn home(drawing: &BoardDrawing<'_>) -> Html {
    let Some(colour) = drawing.home else { return Html::default() };
    let rows = [0, 3].map(|row| Square::new(0, (colour.first_row() + row) as i32).expect("an army fits on the board"));
    let top = rows.map(|square| drawing.seeing.place(square).1).into_iter().min().unwrap_or_default();
    html! { <rect class="stratego-home" y={(top * CELL).to_string()} width="1000" height="400" rx="14" /> }
}

/// Columns and rows as the protocol counts them, beside the board. The cells over the drawing leave
/// room for them.
fn numbers(seeing: &SeenBoard) -> Html {
    let row =
        |row: usize| html! { <text x="-15" y={(row * CELL + 58).to_string()}>{ seeing.drawn_at(0, row).y() }</text> };
    let column = |column: usize| html! { <text x={(column * CELL + 50).to_string()} y="1025">{ seeing.drawn_at(column, HEIGHT - 1).x() }</text> };
    html! { <g class="stratego-numbers">{ for (0..HEIGHT).map(row) }{ for (0..WIDTH).map(column) }</g> }
}

fn around(drawing: &BoardDrawing<'_>, class: &'static str, square: Square) -> Html {
    let (column, row) = drawing.seeing.place(square);
    let (x, y) = ((column * CELL + 3).to_string(), (row * CELL + 3).to_string());
    html! { <rect {class} {x} {y} width="94" height="94" rx="12" /> }
}

fn last(drawing: &BoardDrawing<'_>) -> Html {
    let Some(clash) = drawing.clash else { return Html::default() };
    let ((x, y), (to_x, to_y)) = (middle(drawing.seeing, clash.from), middle(drawing.seeing, clash.to));
    html! {
        <g class="stratego-last">
            { around(drawing, "", clash.from) }{ around(drawing, "", clash.to) }
            <path d={format!("M{x} {y}L{to_x} {to_y}")} /><circle cx={x.to_string()} cy={y.to_string()} r="10" />
        </g>
    }
}

fn pieces(drawing: &BoardDrawing<'_>) -> Html {
    let faces = Square::all().filter_map(|square| Some((square, drawing.seeing.face(square)?)));
    let standing = faces.map(|(square, face)| standing(drawing, square, face));
    // Fallen pieces are drawn below the others.
    html! { <g>{ fallen(drawing) }{ for standing }</g> }
}

fn standing(drawing: &BoardDrawing<'_>, square: Square, face: SeenPiece) -> Html {
    let moved = drawing.clash.filter(|clash| drawing.moves && clash.to == square && clash.by == face.owner);
    let class = classes!(
        moved.is_some().then_some("marches"),
        (drawing.lifted == Some(square)).then_some("lifted"),
        drawing.home.is_some_and(|home| home != face.owner).then_some("dimmed"),
    );
    let key = match moved {
        // The class alone would not start the motion of a piece that is drawn there already.
        Some(clash) => format!("{} from {}", square.index(), clash.from.index()),
        None => square.index().to_string(),
    };
    placed(drawing, square, key, class, moved, face)
}

fn placed(
    drawing: &BoardDrawing<'_>,
    square: Square,
    key: String,
    class: yew::Classes,
    moved: Option<MoveOutcome>,
    face: SeenPiece,
) -> Html {
    let (x, y) = middle(drawing.seeing, square);
    let style = moved.map(|clash| {
        let (from_x, from_y) = middle(drawing.seeing, clash.from);
        format!("--from-x:{}px;--from-y:{}px", from_x as i32 - x as i32, from_y as i32 - y as i32)
    });
    let style = style.unwrap_or_default();
    html! { <g {key} transform={format!("translate({x} {y})")}><g {class} ~{style}>{ piece(face) }</g></g> }
}

/// The pieces that fell in this move, shown for a moment if it is animated.
fn fallen(drawing: &BoardDrawing<'_>) -> Html {
    let Some((clash, (attacker, defender))) =
        drawing.clash.filter(|_| drawing.moves).and_then(|clash| Some((clash, clash.ranks()?)))
    else {
        return Html::default();
    };
    let ghost = |key: &str, class: &'static str, moved: Option<MoveOutcome>, face: SeenPiece| {
        let key = format!("{key} {} {}", clash.from.index(), clash.to.index());
        placed(drawing, clash.to, key, classes!("falls", class), moved, face)
    };
    let own = (!clash.attacker_stands())
        .then(|| ghost("attacker", "marches-and", Some(clash), SeenPiece::open(clash.by, attacker)));
    let theirs =
        (!clash.defender_stands()).then(|| ghost("defender", "", None, SeenPiece::open(clash.by.other(), defender)));
    html! { <>{ for theirs }{ for own }</> }
}

fn target(drawing: &BoardDrawing<'_>, square: Square) -> Html {
    let (x, y) = middle(drawing.seeing, square);
    let is_taken = drawing.seeing.face(square).is_some();
    let r = if is_taken { "45" } else { "14" };
    html! { <circle class={classes!("stratego-target", is_taken.then_some("taken"))} cx={x.to_string()} cy={y.to_string()} {r} /> }
}

/// Rays around the square of a fight; a cross on it if no piece is left there.
fn burst(drawing: &BoardDrawing<'_>, clash: MoveOutcome) -> Html {
    if clash.ranks().is_none() {
        return Html::default();
    }
    let (x, y) = middle(drawing.seeing, clash.to);
    let is_empty = !clash.attacker_stands() && !clash.defender_stands();
    html! {
        <g class="stratego-burst" transform={format!("translate({x} {y})")}>
            <path d="M-46-28V-46H-28M28-46H46V-28M46 28V46H28M-28 46H-46V28" />
            if is_empty { <path d="M-20-20 20 20M20-20-20 20" /> }
        </g>
    }
}
