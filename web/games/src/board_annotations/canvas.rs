//! Draws annotations over a board that is on a canvas. It costs as much as there are annotations, however
//! many cells there are.

use std::f64::consts::TAU;

use botyard_web_ui::canvas::DrawFrame;
use botyard_web_ui::decimal::whole;

use super::{BoardAnnotations, BoardCell};

/// From this size of a cell on, in CSS pixels, labels and numbers are written.
const TEXT_FROM: f64 = 14.0;
/// The colour of rings and arrows, and of the rim around them: seen on every colour of a cell.
const INK: &str = "#ffffff";
const RIM: &str = "#1a1e27";

/// Draws them within the map.
pub fn draw_annotations(annotations: &BoardAnnotations, frame: &DrawFrame<'_>) {
    if annotations.is_empty() {
        return;
    }
    frame.within_map(|| {
        let side = frame.camera.scale() * frame.ratio;
        values(annotations, frame, side);
        frame.context.set_line_cap("round");
        frame.context.set_line_join("round");
        paths(annotations, frame, side);
        marks(annotations, frame, side);
    });
}

fn corner(frame: &DrawFrame<'_>, cell: BoardCell) -> (f64, f64) {
    let (x, y) = frame.camera.corner(cell.row, cell.column);
    (x * frame.ratio, y * frame.ratio)
}

fn middle(frame: &DrawFrame<'_>, cell: BoardCell, side: f64) -> (f64, f64) {
    let (x, y) = corner(frame, cell);
    (x + side / 2.0, y + side / 2.0)
}

fn values(annotations: &BoardAnnotations, frame: &DrawFrame<'_>, side: f64) {
    for value in &annotations.values {
        let (x, y) = corner(frame, value.cell);
        frame.context.set_fill_style_str(&heat(value.share));
        frame.context.fill_rect(x, y, side, side);
    }
    if frame.camera.scale() >= 2.0 * TEXT_FROM {
        for value in &annotations.values {
            let (x, y) = middle(frame, value.cell, side);
            write(frame, &value.text, x, y + 0.3 * side, 0.26 * side);
        }
    }
}

/// From blue for the lowest number to orange for the highest, translucent.
fn heat(share: f64) -> String {
    let between = |low: f64, high: f64| whole(low + (high - low) * share);
    format!("rgba({},{},{},.6)", between(47.0, 255.0), between(91.0, 138.0), between(211.0, 0.0))
}

fn paths(annotations: &BoardAnnotations, frame: &DrawFrame<'_>, side: f64) {
    for cells in &annotations.paths {
        let points: Vec<_> = cells.iter().map(|&cell| middle(frame, cell, side)).collect();
        outlined(frame, side, || {
            for (index, &(x, y)) in points.iter().enumerate() {
                if index == 0 { frame.context.move_to(x, y) } else { frame.context.line_to(x, y) }
            }
            if let [.., (from_x, from_y), (x, y)] = points[..] {
                let angle = (y - from_y).atan2(x - from_x);
                for aside in [0.6, -0.6] {
                    frame.context.move_to(x, y);
                    let (right, down) = ((angle + aside).cos(), (angle + aside).sin());
                    frame.context.line_to(x - 0.3 * side * right, y - 0.3 * side * down);
                }
            }
        });
    }
}

fn marks(annotations: &BoardAnnotations, frame: &DrawFrame<'_>, side: f64) {
    for (cell, text) in &annotations.marks {
        let (x, y) = middle(frame, *cell, side);
        // It fails only for a negative radius.
        outlined(frame, side, || _ = frame.context.arc(x, y, 0.42 * side, 0.0, TAU));
        if frame.camera.scale() >= TEXT_FROM && !text.is_empty() {
            write(frame, text, x, y - 0.5 * side, (0.3 * side).max(9.0 * frame.ratio));
        }
    }
}

/// Strokes a path twice, so that it is seen on every colour.
fn outlined(frame: &DrawFrame<'_>, side: f64, path: impl FnOnce()) {
    let width = (0.07 * side).max(1.5 * frame.ratio);
    frame.context.begin_path();
    path();
    for (colour, wide) in [(RIM, 2.0 * frame.ratio), (INK, 0.0)] {
        frame.context.set_stroke_style_str(colour);
        frame.context.set_line_width(width + wide);
        frame.context.stroke();
    }
}

fn write(frame: &DrawFrame<'_>, text: &str, x: f64, y: f64, size: f64) {
    let context = frame.context;
    context.set_font(&format!("600 {}px system-ui, sans-serif", whole(size)));
    context.set_text_align("center");
    context.set_text_baseline("middle");
    context.set_line_width(3.0 * frame.ratio);
    context.set_stroke_style_str(RIM);
    context.set_fill_style_str(INK);
    // Both fail only for coordinates that are not numbers.
    let _ = context.stroke_text(text, x, y);
    let _ = context.fill_text(text, x, y);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_number_is_orange() {
        assert_eq!([heat(0.0), heat(1.0)], ["rgba(47,91,211,.6)", "rgba(255,138,0,.6)"]);
    }
}
