//! Draws cells; `map_marks` draws what lies over them. Cells that look the same are drawn together,
//! because changing the colour is slow. A cell is drawn within its own square, so that it can be
//! redrawn alone. Knows no pointers and no time.

use botyard_engine::seat::Seat;
use botyard_web_ui::canvas::{Camera, DrawFrame};
use web_sys::CanvasRenderingContext2d as Context;

use super::palette::MapPalette;
use super::sides::{COLOURS, Pattern, colour, letter, pattern};
use super::visible_map::{CellGround, VisibleCell, VisibleMap};
use botyard_picture::games::generals::{CROWN, PEAKS, TOWER, short};

/// Below this size of a cell, in CSS pixels, there is no room for numbers.
pub(super) const NUMBERS_FROM: f64 = 11.0;
/// Below this size, numbers need more of their cell to be read, and single units, which most cells
/// have, would cover the map with numbers.
const SMALL_BELOW: f64 = 20.0;
/// Below this size a crown leaves no room for a number.
const CROWNS_SHARE_FROM: f64 = 24.0;
/// Below this size, lines between cells would cover most of the map.
const GRID_FROM: f64 = 8.0;

/// Something to draw with.
pub struct MapBrush<'a> {
    pub(super) context: &'a Context,
    pub(super) palette: &'a MapPalette,
    pub(super) camera: &'a Camera,
    pub(super) ratio: f64,
    pub(super) progress: f64,
}

/// A cell's place in device pixels. It is not quite a square if the size of cells is not a whole
/// number of pixels.
#[derive(Debug, Clone, Copy)]
pub(super) struct PixelSquare {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl PixelSquare {
    /// A place in it, in shares of its side.
    pub(super) fn at(self, x: f64, y: f64) -> (f64, f64) {
        (self.x + x * self.width, self.y + y * self.height)
    }

    pub(super) fn side(self) -> f64 {
        self.width.min(self.height)
    }
}

/// A number or letter to be written.
pub(super) struct CellLabel {
    /// The look of its cell, which has a fill and an ink.
    pub(super) ink: usize,
    /// Its size in device pixels.
    pub(super) size: u32,
    pub(super) text: String,
    pub(super) x: f64,
    pub(super) y: f64,
}

/// The looks of cells beside those of the players' colours.
const OPEN: usize = COLOURS;
const CITY: usize = COLOURS + 1;
const MOUNTAIN: usize = COLOURS + 2;
const FOG: usize = COLOURS + 3;
const LOOKS: usize = COLOURS + 4;

fn cell_look(cell: VisibleCell) -> usize {
    match (cell.ground, cell.owner) {
        (CellGround::Mountain, _) => MOUNTAIN,
        (CellGround::Fog | CellGround::Obstacle, _) => FOG,
        (_, Some(owner)) => colour(owner),
        (CellGround::City, None) => CITY,
        (_, None) => OPEN,
    }
}

impl<'a> MapBrush<'a> {
    /// For this place, with these colours.
    pub fn new(frame: &DrawFrame<'a>, palette: &'a MapPalette) -> Self {
        let &DrawFrame { context, camera, ratio, progress } = frame;
        Self { context, palette, camera, ratio, progress }
    }

    /// Draws everything that is seen, on an empty canvas.
    pub fn all(&self, picture: &VisibleMap) {
        self.context.set_fill_style_str(&self.palette.grid);
        let (from, to) = (self.corner(0, 0), self.corner(picture.rows(), picture.columns()));
        let edge = self.gap();
        self.context.fill_rect(from.0 - edge, from.1 - edge, to.0 - from.0 + edge, to.1 - from.1 + edge);
        let (rows, columns) = self.camera.seen();
        let cells = rows.flat_map(|row| columns.clone().map(move |column| row * picture.columns() + column));
        self.cells(picture, cells);
    }

    /// Draws these cells as far as they are seen.
    pub fn some(&self, picture: &VisibleMap, cells: &[usize]) {
        let (rows, columns) = self.camera.seen();
        let is_seen =
            |&cell: &usize| rows.contains(&(cell / picture.columns())) && columns.contains(&(cell % picture.columns()));
        self.cells(picture, cells.iter().copied().filter(is_seen));
    }

    fn cells(&self, picture: &VisibleMap, cells: impl Iterator<Item = usize>) {
        let placed: Vec<_> =
            cells.map(|at| (picture.cell(at), self.square(at, picture.columns(), self.gap()))).collect();
        self.grounds(&placed);
        self.patterns(&placed);
        self.shapes(&placed, CellGround::Mountain, &self.palette.peak, Self::peaks);
        self.shapes(&placed, CellGround::Obstacle, &self.palette.shade, Self::peaks);
        self.towers(&placed);
        self.crowns(&placed);
        self.write(&self.writings(&placed));
    }

    fn grounds(&self, placed: &[(VisibleCell, PixelSquare)]) {
        let mut piles: [Vec<PixelSquare>; LOOKS] = Default::default();
        placed.iter().for_each(|&(cell, square)| piles[cell_look(cell)].push(square));
        for (look, pile) in piles.iter().enumerate().filter(|(_, pile)| !pile.is_empty()) {
            self.context.set_fill_style_str(self.fill(look));
            self.context.begin_path();
            pile.iter().for_each(|square| self.context.rect(square.x, square.y, square.width, square.height));
            self.context.fill();
        }
    }

    pub(super) fn fill(&self, look: usize) -> &str {
        match look {
            OPEN => &self.palette.open,
            CITY => &self.palette.city,
            MOUNTAIN => &self.palette.mountain,
            FOG => &self.palette.fog,
            colour => &self.palette.sides[colour],
        }
    }

    fn ink(&self, look: usize) -> &str {
        match look {
            CITY => &self.palette.city_ink,
            look if look < COLOURS => &self.palette.inks[look],
            _ => &self.palette.ink,
        }
    }

    /// The patterns that distinguish players of the same colour.
    fn patterns(&self, placed: &[(VisibleCell, PixelSquare)]) {
        let marked = |&&(cell, _): &&(VisibleCell, PixelSquare)| {
            cell.owner.is_some_and(|owner| pattern(owner) != Pattern::Plain)
        };
        let marked: Vec<_> = placed.iter().filter(marked).collect();
        for colour_ in 0..COLOURS {
            let mut of_colour = marked.iter().filter(|(cell, _)| cell_look(*cell) == colour_).peekable();
            if of_colour.peek().is_none() {
                continue;
            }
            self.context.set_global_alpha(0.45);
            self.context.set_stroke_style_str(&self.palette.inks[colour_]);
            self.context.set_line_width((1.5 * self.ratio).max(1.0));
            self.context.begin_path();
            of_colour.for_each(|&&(cell, square)| self.pattern(cell.owner.map_or(Pattern::Plain, pattern), square));
            self.context.stroke();
            self.context.set_global_alpha(1.0);
        }
    }

    fn pattern(&self, pattern: Pattern, square: PixelSquare) {
        match pattern {
            Pattern::Plain => {}
            Pattern::Striped => self.line(&[square.at(0.04, 0.96), square.at(0.96, 0.04)]),
            Pattern::Dotted => {
                for (x, y) in [(0.15, 0.15), (0.85, 0.15), (0.15, 0.85), (0.85, 0.85)] {
                    self.line(&[square.at(x - 0.05, y), square.at(x + 0.05, y)]);
                }
            }
            Pattern::Crossed => {
                self.line(&[square.at(0.04, 0.96), square.at(0.96, 0.04)]);
                self.line(&[square.at(0.04, 0.04), square.at(0.96, 0.96)]);
            }
        }
    }

    fn shapes(
        &self,
        placed: &[(VisibleCell, PixelSquare)],
        ground: CellGround,
        colour: &str,
        shape: impl Fn(&Self, PixelSquare),
    ) {
        let mut of_ground = placed.iter().filter(|(cell, _)| cell.ground == ground).peekable();
        if of_ground.peek().is_none() {
            return;
        }
        self.context.set_fill_style_str(colour);
        self.context.begin_path();
        of_ground.for_each(|&(_, square)| shape(self, square));
        self.context.fill();
    }

    fn peaks(&self, square: PixelSquare) {
        self.outline(square, &PEAKS);
    }

    /// Outlines alone, because a city's army stands in its tower and is read on the cell's colour.
    fn towers(&self, placed: &[(VisibleCell, PixelSquare)]) {
        self.context.set_global_alpha(0.6);
        self.context.set_line_width((0.05 * self.camera.scale() * self.ratio).max(1.0));
        for look_ in 0..=CITY {
            self.context.set_stroke_style_str(self.ink(look_));
            self.context.begin_path();
            let is_its = |cell: VisibleCell| cell.ground == CellGround::City && cell_look(cell) == look_;
            placed.iter().filter(|(cell, _)| is_its(*cell)).for_each(|&(_, square)| self.outline(square, &TOWER));
            self.context.stroke();
        }
        self.context.set_global_alpha(1.0);
    }

    fn crowns(&self, placed: &[(VisibleCell, PixelSquare)]) {
        let shares = self.camera.scale() >= CROWNS_SHARE_FROM;
        // Where it is in the cell: left, top, width, height.
        let (left, top, width, height) = if shares { (0.08, 0.02, 0.84, 0.60) } else { (0.08, 0.10, 0.84, 0.80) };
        let shape = CROWN.map(|(x, y)| (left + x * width, top + y * height));
        for look_ in 0..=OPEN {
            let capitals: Vec<_> = placed
                .iter()
                .filter(|(cell, _)| cell.ground == CellGround::Capital && cell_look(*cell) == look_)
                .copied()
                .collect();
            self.shapes(&capitals, CellGround::Capital, self.ink(look_), |brush, square| brush.outline(square, &shape));
        }
        self.letters(placed, shares);
    }

    fn letters(&self, placed: &[(VisibleCell, PixelSquare)], shares: bool) {
        let (middle, share) = if shares { (0.42, 0.36) } else { (0.62, 0.46) };
        let capitals = placed.iter().filter(|(cell, _)| cell.ground == CellGround::Capital);
        for (owner, square) in capitals.filter_map(|(cell, square)| Some((cell.owner?, square))) {
            let (x, y) = square.at(0.5, middle);
            self.set_font((share * square.side()) as u32);
            self.context.set_fill_style_str(&self.palette.sides[colour(owner)]);
            self.text(&letter(owner).to_string(), x, y);
        }
    }

    /// The armies, those of one ink and size together.
    pub(super) fn writings(&self, placed: &[(VisibleCell, PixelSquare)]) -> Vec<Vec<CellLabel>> {
        let scale = self.camera.scale();
        if scale < NUMBERS_FROM {
            return Vec::new();
        }
        let writing = |&(cell, square): &(VisibleCell, PixelSquare)| {
            let is_crowned = cell.ground == CellGround::Capital;
            let is_small = scale < SMALL_BELOW;
            let is_told = cell.army > u32::from(is_small) || cell.owner.is_some() && !is_small;
            let is_written = is_told && (!is_crowned || scale >= CROWNS_SHARE_FROM);
            let text = is_written.then(|| short(cell.army))?;
            let shares = if is_small { [0.7, 0.7, 0.62, 0.46, 0.36] } else { [0.46, 0.46, 0.46, 0.40, 0.33] };
            let share = shares[text.len().min(4)] * if is_crowned { 0.78 } else { 1.0 };
            let middle = match cell.ground {
                CellGround::Capital => 0.81,
                // Within the tower.
                CellGround::City => 0.58,
                _ => 0.53,
            };
            let (x, y) = square.at(0.5, middle);
            Some(CellLabel { ink: cell_look(cell), size: (share * square.side()) as u32, text, x, y })
        };
        // There are so few groups that the code of a sort would weigh more than looking for each
        // one's.
        let mut groups: Vec<Vec<CellLabel>> = Vec::new();
        for writing in placed.iter().filter_map(writing) {
            let is_its = |group: &&mut Vec<CellLabel>| (group[0].ink, group[0].size) == (writing.ink, writing.size);
            match groups.iter_mut().find(is_its) {
                Some(group) => group.push(writing),
                None => groups.push(vec![writing]),
            }
        }
        groups
    }

    pub(super) fn write(&self, groups: &[Vec<CellLabel>]) {
        for group in groups {
            self.set_font(group[0].size);
            self.context.set_fill_style_str(self.ink(group[0].ink));
            group.iter().for_each(|writing| self.text(&writing.text, writing.x, writing.y));
        }
    }

    pub(super) fn set_font(&self, size: u32) {
        self.context.set_font(&format!("600 {}px system-ui, sans-serif", size.max(4)));
        self.context.set_text_align("center");
        self.context.set_text_baseline("middle");
    }

    pub(super) fn text(&self, text: &str, x: f64, y: f64) {
        // It fails only for coordinates that are not numbers.
        let _ = self.context.fill_text(text, x, y);
    }

    pub(super) fn line(&self, places: &[(f64, f64)]) {
        for (at, &(x, y)) in places.iter().enumerate() {
            if at == 0 { self.context.move_to(x, y) } else { self.context.line_to(x, y) }
        }
    }

    fn outline(&self, square: PixelSquare, shape: &[(f64, f64)]) {
        for (at, &(x, y)) in shape.iter().enumerate() {
            let (x, y) = square.at(x, y);
            if at == 0 { self.context.move_to(x, y) } else { self.context.line_to(x, y) }
        }
        self.context.close_path();
    }

    /// The line between cells, in device pixels.
    pub(super) fn gap(&self) -> f64 {
        if self.camera.scale() < GRID_FROM { 0.0 } else { self.ratio.round().max(1.0) }
    }

    /// On whole device pixels, so that squares neither overlap nor leave seams.
    fn corner(&self, row: usize, column: usize) -> (f64, f64) {
        let (x, y) = self.camera.corner(row, column);
        ((x * self.ratio).round(), (y * self.ratio).round())
    }

    pub(super) fn square(&self, cell: usize, columns: usize, gap: f64) -> PixelSquare {
        let (row, column) = (cell / columns, cell % columns);
        let ((x, y), (right, bottom)) = (self.corner(row, column), self.corner(row + 1, column + 1));
        PixelSquare { x, y, width: right - x - gap, height: bottom - y - gap }
    }
}

/// A seat's cell with its crown, for the page's small pictures.
pub fn glyph(seat: Seat) -> yew::Html {
    let class = super::sides::side(seat).class;
    let stripes = match pattern(seat) {
        Pattern::Plain => "",
        Pattern::Striped => "M2 18 18 2",
        Pattern::Dotted => "M3 3h2M15 3h2M3 17h2M15 17h2",
        Pattern::Crossed => "M2 18 18 2M2 2l16 16",
    };
    yew::html! {
        <g {class}>
            <rect class="generals-plate" x="1" y="1" width="18" height="18" rx="4" />
            <path class="generals-pattern" d={stripes} />
            <text class="generals-letter" x="10" y="14.5" text-anchor="middle">{ letter(seat) }</text>
        </g>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn armies_stay_short() {
        assert_eq!([0, 9999, 12_345, 999_999, 4_000_000].map(short), ["0", "9999", "12k", "999k", "4M"]);
    }
}
