//! The cells around one cell of a map, for screen readers, which cannot read a canvas. Knows no
//! game.

use yew::{Html, html};

/// How far around the cell the table reaches.
const REACH: isize = 2;

/// A table of the cells around `cell` on a map of this many rows and columns, with the names that
/// `name` returns; empty if `cell` is `None`. On a map that `wraps`, the opposite edge comes beyond
/// an edge.
pub fn nearby_cells(size: [usize; 2], cell: Option<usize>, wraps: bool, name: impl Fn(usize) -> String) -> Html {
    // It is always there: an element that came and went would have the map beside it made anew.
    html! { <div class="unseen">{ for cell.map(|cell| table(size, cell, wraps, name)) }</div> }
}

fn table([rows, columns]: [usize; 2], cell: usize, wraps: bool, name: impl Fn(usize) -> String) -> Html {
    let down = around(cell / columns, rows, wraps);
    let across = around(cell % columns, columns, wraps);
    let line = |&row: &usize| {
        let cells = across.iter().map(|column| html! { <td>{ name(row * columns + column) }</td> });
        html! { <tr>{ for cells }</tr> }
    };
    html! {
        <table data-testid="nearby"><caption>{ "Cells nearby" }</caption><tbody>{ for down.iter().map(line) }</tbody></table>
    }
}

/// The places around one on a side of this length, in order, each once.
fn around(place: usize, side: usize, wraps: bool) -> Vec<usize> {
    let side = side as isize;
    let beside = (-REACH..=REACH).map(|by| place as isize + by);
    if !wraps || side <= 2 * REACH {
        return beside.filter(|place| (0..side).contains(place)).map(|place| place as usize).collect();
    }
    beside.map(|place| place.rem_euclid(side) as usize).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_end_at_an_edge_or_go_on_at_the_other() {
        assert_eq!(around(4, 9, false), [2, 3, 4, 5, 6]);
        assert_eq!(around(0, 9, false), [0, 1, 2]);
        assert_eq!(around(8, 9, true), [6, 7, 8, 0, 1]);
        assert_eq!(around(1, 3, true), [0, 1, 2], "each once");
        assert_eq!(around(0, 1, true), [0]);
    }
}
