//! Draws annotations over a board that is an SVG.

use yew::{Html, html};

use super::{BoardAnnotations, BoardCell};

/// The most characters of a label on the board; the transcript has all of it.
const LABEL_MAX: usize = 14;

/// The annotations over a board whose cells have this side, in the units of its drawing. `middle` is
/// where the middle of a cell is.
pub fn annotation_layer(annotations: &BoardAnnotations, side: f64, middle: impl Fn(BoardCell) -> (f64, f64)) -> Html {
    if annotations.is_empty() {
        return Html::default();
    }
    let values = annotations.values.iter().map(|value| {
        let (x, y) = middle(value.cell);
        let style = format!("--share:{}", value.share);
        html! {
            <g class="annotation-value" transform={format!("translate({x} {y})")} ~{style}>
                <rect x={(-0.46 * side).to_string()} y={(-0.46 * side).to_string()} width={(0.92 * side).to_string()} height={(0.92 * side).to_string()} rx={(0.08 * side).to_string()} />
                <text y={(0.4 * side).to_string()} font-size={(0.22 * side).to_string()}>{ &value.text }</text>
            </g>
        }
    });
    let paths = annotations.paths.iter().map(|cells| {
        let points: Vec<_> = cells.iter().map(|&cell| middle(cell)).collect();
        let d = path(&points, side);
        html! { <g class="annotation-path"><path class="rim" d={d.clone()} /><path {d} /></g> }
    });
    let marks = annotations.marks.iter().map(|(cell, text)| {
        let (x, y) = middle(*cell);
        let label: String = text.chars().take(LABEL_MAX).collect();
        html! {
            <g class="annotation-mark" transform={format!("translate({x} {y})")}>
                <circle class="rim" r={(0.42 * side).to_string()} /><circle r={(0.42 * side).to_string()} />
                <text y={(-0.3 * side).to_string()} font-size={(0.22 * side).to_string()}>{ label }</text>
            </g>
        }
    });
    let width = (0.05 * side).to_string();
    html! { <g class="annotations" stroke-width={width} data-testid="annotations">{ for values }{ for paths }{ for marks }</g> }
}

/// A line through these points with an arrow's head at its end.
fn path(points: &[(f64, f64)], side: f64) -> String {
    let mut path = String::new();
    for (index, (x, y)) in points.iter().enumerate() {
        path += &format!("{}{x} {y}", if index == 0 { 'M' } else { 'L' });
    }
    if let [.., (from_x, from_y), (x, y)] = points {
        let (right, down) = (x - from_x, y - from_y);
        let length = right.hypot(down);
        if length > 0.0 {
            let (right, down) = (right / length * 0.2 * side, down / length * 0.2 * side);
            let barb = |aside: f64| (x - right - aside * down, y - down + aside * right);
            let ((left_x, left_y), (right_x, right_y)) = (barb(0.7), barb(-0.7));
            path += &format!("M{left_x} {left_y}L{x} {y}L{right_x} {right_y}");
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrow_has_its_head_at_its_end() {
        assert_eq!(path(&[(0.0, 0.0), (10.0, 0.0)], 10.0), "M0 0L10 0M8 1.4L10 0L8 -1.4");
        assert_eq!(path(&[(5.0, 5.0), (5.0, 5.0)], 10.0), "M5 5L5 5", "a cell to itself has no direction");
    }
}
