//! Encodes a sequence of drawings, each by the parts that it shares with the one before: most of a
//! board stays as it is. `standalone/viewer.js` reads it. Knows no game.

use std::collections::HashMap;

use serde::Serialize;

/// Drawings, in the form that a script reads.
#[derive(Debug, Default, Serialize)]
pub struct Frames {
    /// Parts of drawings, each once.
    pieces: Vec<String>,
    /// The parts of each drawing, in order: piece number `n` as `-1 - n`, or a part of the drawing
    /// before as the index of its first piece and the number of its pieces.
    frames: Vec<Vec<i64>>,
    #[serde(skip)]
    numbers: HashMap<String, usize>,
    #[serde(skip)]
    last: Vec<usize>,
}

impl Frames {
    /// Adds the next drawing, in SVG.
    pub fn push(&mut self, drawing: &str) {
        let next: Vec<usize> = pieces(drawing).map(|piece| self.number(piece)).collect();
        self.frames.push(steps(&self.last, &next));
        self.last = next;
    }

    fn number(&mut self, piece: &str) -> usize {
        if let Some(number) = self.numbers.get(piece) {
            return *number;
        }
        self.numbers.insert(piece.to_owned(), self.pieces.len());
        self.pieces.push(piece.to_owned());
        self.pieces.len() - 1
    }
}

/// A drawing in parts: each begins with an element or with a part of a path.
fn pieces(drawing: &str) -> impl Iterator<Item = &str> {
    let mut rest = drawing;
    std::iter::from_fn(move || {
        let begins = |&(at, letter): &(usize, char)| at > 0 && matches!(letter, '<' | 'M');
        let end = rest.char_indices().find(begins).map_or(rest.len(), |(at, _)| at);
        let (piece, after) = rest.split_at(end);
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

/// The parts that `next` consists of. Looks at each piece once or twice, and does not search for
/// the shortest list.
fn steps(last: &[usize], next: &[usize]) -> Vec<i64> {
    let mut places = HashMap::new();
    last.iter().enumerate().for_each(|(at, piece)| {
        places.entry(*piece).or_insert(at);
    });
    let (mut steps, mut at, mut expected) = (Vec::new(), 0, 0);
    while at < next.len() {
        let is_expected = last.get(expected) == Some(&next[at]);
        match if is_expected { Some(expected) } else { places.get(&next[at]).copied() } {
            Some(from) => {
                let length = last[from..].iter().zip(&next[at..]).take_while(|(old, new)| old == new).count();
                steps.extend([from as i64, length as i64]);
                (at, expected) = (at + length, from + length);
            }
            None => {
                steps.push(-1 - next[at] as i64);
                // A new piece usually takes the place of an old one.
                (at, expected) = (at + 1, expected + 1);
            }
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decodes the drawings as the viewer does.
    fn read(frames: &Frames) -> Vec<String> {
        let mut last: Vec<usize> = Vec::new();
        let read = |steps: &Vec<i64>| {
            let (mut next, mut steps) = (Vec::new(), steps.iter());
            while let Some(&step) = steps.next() {
                match usize::try_from(step) {
                    Ok(from) => next.extend_from_slice(&last[from..from + *steps.next().expect("a length") as usize]),
                    Err(_) => next.push((-1 - step) as usize),
                }
            }
            last = next;
            last.iter().map(|piece| frames.pieces[*piece].as_str()).collect()
        };
        frames.frames.iter().map(read).collect()
    }

    #[test]
    fn each_drawing_is_read_as_it_was() {
        let drawings =
            ["<g><a/><b/>é</g>", "<g><a/><c/></g>", "", "M1 2hM3", "<g><a/><c/></g><g><a/><c/></g>", "<g><a/></g>"];
        let mut frames = Frames::default();
        drawings.iter().for_each(|drawing| frames.push(drawing));
        assert_eq!(read(&frames), drawings);
    }

    #[test]
    fn what_stays_costs_nothing_more() {
        let board = |changed: usize| {
            (0..1000).map(|cell| format!("<r x=\"{cell}\" c=\"{}\"/>", u8::from(cell == changed))).collect::<String>()
        };
        let mut frames = Frames::default();
        frames.push(&board(1000));
        frames.push(&board(500));
        frames.push(&board(501));
        assert_eq!(frames.frames[1], [0, 500, -1001, 501, 499]);
        assert_eq!(frames.pieces.len(), 1002);
        assert_eq!(frames.frames[2].len(), 6);
        assert_eq!(read(&frames)[2], board(501));
    }
}
