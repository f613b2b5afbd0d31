//! A link as a QR code: as SVG for the page, as text for terminals. Knows no links: any text is
//! coded byte by byte.

use std::fmt::Write as _;

use fast_qr::qr::QRBuilder;
use fast_qr::{ECL, QRCode};

/// The most bytes that a QR code has room for at the lowest level of error correction, which is
/// enough on a screen.
pub const BYTES_MAX: usize = 2_953;

/// The width of the light border that readers need, in modules.
const BORDER: usize = 4;

/// The width of a module in an unscaled picture, in pixels.
const MODULE_PIXELS: usize = 8;

/// Why a text has no QR code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a QR code has room for {BYTES_MAX} characters, and the link has {0}")]
pub struct TooLongError(usize);

/// A QR code.
pub struct QrCode(QRCode);

impl QrCode {
    /// Encodes a text.
    ///
    /// # Errors
    /// If it has more than [`BYTES_MAX`] bytes.
    ///
    /// ```
    /// use botyard_picture::qr_code::QrCode;
    ///
    /// let code = QrCode::encode("https://example.org/#/connect-four").expect("it is short");
    /// assert!(code.svg().starts_with("<svg "));
    /// ```
    pub fn encode(text: &str) -> Result<Self, TooLongError> {
        let code = QRBuilder::new(text).ecl(ECL::L).build();
        code.map(Self).map_err(|_| TooLongError(text.len()))
    }

    /// Its width and height with its border, in modules.
    pub fn side(&self) -> usize {
        self.0.size + 2 * BORDER
    }

    /// Whether a module is dark; the border and everything around it is light.
    pub fn is_dark(&self, row: usize, column: usize) -> bool {
        let inside = |at: usize| at.checked_sub(BORDER).filter(|&at| at < self.0.size);
        inside(row).zip(inside(column)).is_some_and(|(row, column)| self.0[row][column].value())
    }

    /// The code as a picture, dark on light in every theme.
    pub fn svg(&self) -> String {
        let side = self.side();
        let width = side * MODULE_PIXELS;
        let mut path = String::new();
        for row in 0..side {
            let mut column = 0;
            while column < side {
                let run = (column..side).take_while(|&column| self.is_dark(row, column)).count();
                if run > 0 {
                    let _ = write!(path, "M{column} {row}h{run}v1h-{run}z");
                }
                column += run.max(1);
            }
        }
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{width}\" viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\">\
             <rect width=\"{side}\" height=\"{side}\" fill=\"white\"/><path d=\"{path}\"/></svg>"
        )
    }

    /// The code as text, two rows in each line, for a light ground: its dark modules are drawn.
    pub fn text(&self) -> String {
        let side = self.side();
        let mut text = String::new();
        for row in (0..side).step_by(2) {
            for column in 0..side {
                text.push(match (self.is_dark(row, column), self.is_dark(row + 1, column)) {
                    (true, true) => '█',
                    (true, false) => '▀',
                    (false, true) => '▄',
                    (false, false) => ' ',
                });
            }
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text that an independent decoder reads.
    fn decoded(side: usize, is_dark: impl Fn(usize, usize) -> bool) -> String {
        // Readers look at pixels, of which a module has several.
        const ZOOM: usize = 4;
        let width = side * ZOOM;
        let shade = |at: usize| if is_dark(at / width / ZOOM, at % width / ZOOM) { 0 } else { 255 };
        let image: Vec<u8> = (0..width * width).map(shade).collect();
        let mut reader = quircs::Quirc::default();
        let codes: Vec<_> = reader.identify(width, width, &image).collect();
        let [code] = &codes[..] else { panic!("{} codes", codes.len()) };
        let read = code.as_ref().expect("a code").decode().expect("it can be read");
        String::from_utf8(read.payload).expect("a link")
    }

    fn links() -> impl Iterator<Item = String> {
        let letters = "AbC-_09xYz.";
        [1, 45, 266, 1_506]
            .map(|length| format!("https://example.org/#/g/r/{}", letters.repeat(length).get(..length).expect("ASCII")))
            .into_iter()
    }

    #[test]
    fn a_code_is_read_as_its_link() {
        for link in links() {
            let code = QrCode::encode(&link).expect("it fits");
            assert_eq!(decoded(code.side(), |row, column| code.is_dark(row, column)), link);
        }
    }

    #[test]
    fn text_and_picture_have_the_same_modules() {
        let link = links().nth(1).expect("a link");
        let code = QrCode::encode(&link).expect("it fits");
        let text = code.text();
        let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let is_inked = |row: usize, column: usize| match lines[row / 2][column] {
            '█' => true,
            '▀' => row.is_multiple_of(2),
            '▄' => !row.is_multiple_of(2),
            _ => false,
        };
        assert_eq!(decoded(code.side(), is_inked), link);
        let svg = code.svg();
        let painted: usize =
            svg.split('h').skip(1).filter_map(|run| run.split_once('v')?.0.parse::<usize>().ok()).sum();
        let dark = (0..code.side().pow(2)).filter(|at| code.is_dark(at / code.side(), at % code.side())).count();
        assert_eq!(painted, dark, "{svg}");
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert!(QrCode::encode(&"x".repeat(BYTES_MAX)).is_ok());
        assert_eq!(QrCode::encode(&"x".repeat(BYTES_MAX + 1)).err(), Some(TooLongError(BYTES_MAX + 1)));
    }
}
