//! What a bot draws and reports: lines on its stderr that begin with `@`, which the page shows on the
//! board and in charts. They change nothing in the match. Knows no game: a cell stays the text that
//! the bot has printed, because each game has coordinates of its own.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::seat::Seat;
use crate::transcript::{Passage, Stream};

/// The most annotations of one bot between two turns that are kept; further ones are counted.
pub const KEPT_PER_TURN: usize = 200;
/// The most characters of a line that is read; a longer one is no annotation.
const LINE_MAX: usize = 2_000;
/// The most characters of a label or of a watched value that are kept.
const TEXT_MAX: usize = 80;

/// A line of a bot for the page.
#[derive(Debug, Clone, PartialEq)]
pub enum Annotation {
    /// `@mark CELL TEXT`: a ring around a cell, with a label that may be empty.
    Mark {
        /// The cell.
        cell: Box<str>,
        /// The label.
        text: Box<str>,
    },
    /// `@cell CELL VALUE`: a number on a cell. The numbers of a turn are coloured by their size.
    Value {
        /// The cell.
        cell: Box<str>,
        /// The number, which is finite.
        value: f64,
    },
    /// `@arrow FROM TO` has two cells, `@path A B C ...` two or more.
    Path(Vec<Box<str>>),
    /// `@eval X`: how good the bot believes its position to be, in a unit of its own.
    Evaluation(f64),
    /// `@watch NAME VALUE`: a value that the page lists turn by turn.
    Watch {
        /// Its name, one word.
        name: Box<str>,
        /// The rest of the line.
        value: Box<str>,
    },
    /// `@clear`: what was drawn before in this turn is not shown.
    Clear,
}

/// The result of reading a line that begins with `@`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected @mark CELL TEXT, @cell CELL NUMBER, @arrow CELL CELL, @path CELL CELL ..., @eval NUMBER, @watch NAME VALUE or @clear"
)]
pub struct AnnotationError;

impl Annotation {
    /// Reads a line of stderr. `None` if it does not begin with `@`.
    ///
    /// # Errors
    /// The line begins with `@` and is not an annotation.
    pub fn read_line(line: &str) -> Option<Result<Self, AnnotationError>> {
        let rest = line.strip_prefix('@')?;
        Some(Self::read(rest).ok_or(AnnotationError))
    }

    fn read(line: &str) -> Option<Self> {
        let (verb, rest) = split_word(line);
        let mut words = rest.split_ascii_whitespace();
        let read = match verb {
            "mark" => {
                let (cell, text) = split_word(rest);
                return (!cell.is_empty()).then(|| Self::Mark { cell: cell.into(), text: shortened(text) });
            }
            "watch" => {
                let (name, value) = split_word(rest);
                return (!name.is_empty()).then(|| Self::Watch { name: shortened(name), value: shortened(value) });
            }
            "cell" => Self::Value { cell: words.next()?.into(), value: number(words.next()?)? },
            "arrow" => Self::Path(vec![words.next()?.into(), words.next()?.into()]),
            "path" => {
                let cells: Vec<_> = words.by_ref().map(Box::from).collect();
                return (2..=KEPT_PER_TURN).contains(&cells.len()).then_some(Self::Path(cells));
            }
            "eval" => Self::Evaluation(number(words.next()?)?),
            "clear" => Self::Clear,
            _ => return None,
        };
        words.next().is_none().then_some(read)
    }
}

/// The first word of a text, and the rest behind the space after it.
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_ascii();
    let (word, rest) = text.split_once(|character: char| character.is_ascii_whitespace()).unwrap_or((text, ""));
    (word, rest.trim_ascii())
}

fn number(word: &str) -> Option<f64> {
    word.parse().ok().filter(|number: &f64| number.is_finite())
}

fn shortened(text: &str) -> Box<str> {
    text.char_indices().nth(TEXT_MAX).map_or(text, |(end, _)| &text[..end]).into()
}

/// The annotations of one bot in one turn.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TurnAnnotations {
    /// In the order in which they were printed, at most [`KEPT_PER_TURN`].
    pub kept: Vec<Annotation>,
    /// How many more there were.
    pub dropped: usize,
    /// How many lines begin with `@` and could not be read.
    pub unreadable: usize,
}

impl TurnAnnotations {
    /// What is drawn: the annotations after the last [`Annotation::Clear`].
    pub fn drawn(&self) -> &[Annotation] {
        let start = self.kept.iter().rposition(|annotation| *annotation == Annotation::Clear).map_or(0, |at| at + 1);
        &self.kept[start..]
    }

    fn push(&mut self, line: &str) {
        match Annotation::read_line(line) {
            Some(Ok(annotation)) if self.kept.len() < KEPT_PER_TURN => self.kept.push(annotation),
            Some(Ok(_)) => self.dropped += 1,
            Some(Err(_)) => self.unreadable += 1,
            None => {}
        }
    }

    fn append(&mut self, other: &Self) {
        let room = KEPT_PER_TURN.saturating_sub(self.kept.len()).min(other.kept.len());
        self.kept.extend_from_slice(&other.kept[..room]);
        self.dropped += other.dropped + other.kept.len() - room;
        self.unreadable += other.unreadable;
    }
}

/// The annotations of all bots of a match, read as their words arrive. A line counts once its end
/// has arrived.
#[derive(Debug, Clone, Default)]
pub struct MatchAnnotations {
    /// By seat and by the number of turns that had been played.
    turns: BTreeMap<(Seat, usize), TurnAnnotations>,
    /// The line of each seat whose end has not arrived yet, with its turn.
    open: BTreeMap<Seat, (usize, String)>,
}

impl MatchAnnotations {
    /// Reads further words of a bot; those of other streams than stderr have no annotations.
    pub fn add(&mut self, passage: &Passage) {
        if passage.stream != Stream::Stderr {
            return;
        }
        let (turn, line) = self.open.entry(passage.seat).or_default();
        if *turn != passage.turn {
            *turn = passage.turn;
            line.clear();
        }
        let mut lines = passage.text.split('\n');
        let last = lines.next_back().unwrap_or_default();
        for ended in lines {
            line.push_str(ended);
            if line.starts_with('@') && line.chars().nth(LINE_MAX).is_none() {
                self.turns.entry((passage.seat, *turn)).or_default().push(line.trim_end_matches('\r'));
            }
            line.clear();
        }
        // What is too long for an annotation need not be kept whole.
        let room = (4 * LINE_MAX + 4).saturating_sub(line.len());
        line.push_str(last.get(..last.floor_char_boundary(room)).unwrap_or_default());
    }

    /// Whether a bot has printed an annotation in any turn.
    pub fn has_any(&self, seat: Seat) -> bool {
        self.turns.range((seat, 0)..=(seat, usize::MAX)).next().is_some()
    }

    /// A bot's annotations that were printed when these numbers of turns had been played, as those of
    /// one turn.
    pub fn of_turns(&self, seat: Seat, turns: RangeInclusive<usize>) -> TurnAnnotations {
        let mut all = TurnAnnotations::default();
        if turns.start() <= turns.end() {
            self.turns.range((seat, *turns.start())..=(seat, *turns.end())).for_each(|(_, turn)| all.append(turn));
        }
        all
    }

    /// A bot's evaluations, each with the number of turns that had been played; of several in one turn
    /// the last.
    pub fn evaluations(&self, seat: Seat) -> Vec<(usize, f64)> {
        let turns = self.turns.range((seat, 0)..=(seat, usize::MAX));
        let last = turns.filter_map(|((_, turn), annotations)| {
            let value = annotations.kept.iter().rev().find_map(|annotation| match annotation {
                Annotation::Evaluation(value) => Some(*value),
                _ => None,
            });
            Some((*turn, value?))
        });
        last.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<Result<Annotation, AnnotationError>> {
        Annotation::read_line(line)
    }

    fn stderr(turn: usize, text: &str) -> Passage {
        Passage { seat: Seat::new(1), turn, stream: Stream::Stderr, text: text.to_owned() }
    }

    #[test]
    fn every_form_is_read() {
        let mark = |cell: &str, text: &str| Annotation::Mark { cell: cell.into(), text: text.into() };
        let path = |cells: &[&str]| Annotation::Path(cells.iter().map(|&cell| cell.into()).collect());
        let cases = [
            ("@mark 4,2  a fork here ", mark("4,2", "a fork here")),
            ("@mark 4", mark("4", "")),
            ("@cell 3,3 -0.5", Annotation::Value { cell: "3,3".into(), value: -0.5 }),
            ("@arrow 1,1 2,1", path(&["1,1", "2,1"])),
            ("@path 1,1 2,1 3,1", path(&["1,1", "2,1", "3,1"])),
            ("@eval 1e3", Annotation::Evaluation(1_000.0)),
            ("@watch depth 7 plies", Annotation::Watch { name: "depth".into(), value: "7 plies".into() }),
            ("@clear", Annotation::Clear),
        ];
        for (line, annotation) in cases {
            assert_eq!(read(line), Some(Ok(annotation)), "{line}");
        }
    }

    #[test]
    fn other_lines_are_not_annotations() {
        assert_eq!(read("thinking about @mark"), None);
        assert_eq!(read(" @eval 1"), None);
        let unreadable = [
            "@",
            "@mark",
            "@cell 1",
            "@cell 1 x",
            "@cell 1 nan",
            "@cell 1 inf",
            "@arrow 1",
            "@arrow 1 2 3",
            "@path 1",
            "@eval",
            "@eval 1 2",
            "@watch",
            "@clear all",
            "@dance",
            "@MARK 1",
        ];
        for line in unreadable {
            assert_eq!(read(line), Some(Err(AnnotationError)), "{line}");
        }
    }

    #[test]
    fn a_line_counts_once_its_end_has_arrived() {
        let mut annotations = MatchAnnotations::default();
        annotations.add(&stderr(3, "@eval 1\n@ev"));
        assert_eq!(annotations.evaluations(Seat::new(1)), [(3, 1.0)]);
        annotations.add(&stderr(3, "al 2\r\nwords\n@eval 9"));
        assert_eq!(annotations.evaluations(Seat::new(1)), [(3, 2.0)]);
        annotations.add(&stderr(5, "\n@eval 4\n"));
        assert_eq!(annotations.evaluations(Seat::new(1)), [(3, 2.0), (5, 4.0)], "the line of another turn is lost");
        assert!(annotations.has_any(Seat::new(1)) && !annotations.has_any(Seat::new(0)));
    }

    #[test]
    fn a_flood_is_counted_and_not_kept() {
        let mut annotations = MatchAnnotations::default();
        annotations.add(&stderr(0, &"@mark 1 x\n".repeat(KEPT_PER_TURN + 7)));
        annotations.add(&stderr(1, &format!("@mark 1 {}\n@nonsense\n", "y".repeat(10 * LINE_MAX))));
        let all = annotations.of_turns(Seat::new(1), 0..=usize::MAX);
        assert_eq!((all.kept.len(), all.dropped, all.unreadable), (KEPT_PER_TURN, 7, 1));
        // Piece by piece, without an end.
        for _ in 0..1_000 {
            annotations.add(&stderr(2, &"@é".repeat(500)));
        }
        assert!(annotations.open[&Seat::new(1)].1.len() <= 4 * LINE_MAX + 4);
    }

    #[test]
    fn what_was_cleared_is_not_drawn() {
        let mut annotations = MatchAnnotations::default();
        annotations.add(&stderr(0, "@eval 1\n@mark 1\n"));
        annotations.add(&stderr(1, "@clear\n@mark 2\n"));
        let drawn = |turns| annotations.of_turns(Seat::new(1), turns).drawn().len();
        let none = RangeInclusive::new(1, 0);
        assert_eq!((drawn(0..=0), drawn(0..=1), drawn(none)), (2, 1, 0));
    }

    #[test]
    fn labels_are_cut_at_characters() {
        let Some(Ok(Annotation::Mark { text, .. })) = read(&format!("@mark 1 {}", "é".repeat(200))) else {
            panic!("it is a mark")
        };
        assert_eq!(text.chars().count(), TEXT_MAX);
    }
}
