//! Compares the bots' input and output in a record with those of now. Knows no game and no actions.

use std::collections::BTreeMap;

use botyard_engine::fault::printable;
use botyard_engine::replay::file;
use botyard_engine::seat::Seat;
use botyard_engine::transcript::{Passage, Stream};
use serde_json::Value;

use super::record_checker::RecordDifference;

/// The most letters that are shown of texts that differ, and how many of them are before the
/// difference.
const SHOWN: usize = 120;
const BEFORE: usize = 20;

/// The texts of each seat that must be the same, by the number of turns before them and by their
/// stream.
pub struct RecordedWords {
    recorded: Vec<(Seat, WordsByKey)>,
}

/// One text for each stream in each turn: hosts may cut it into different pieces.
type WordsByKey = BTreeMap<(usize, WordsKey), String>;

/// The streams in the order in which a bot uses them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum WordsKey {
    Stdin,
    Stderr,
    Stdout,
    Ended,
}

impl RecordedWords {
    /// The texts of these seats in a record.
    pub fn for_seats(recorded: &[Passage], seats: impl Iterator<Item = Seat>) -> Self {
        Self { recorded: seats.map(|seat| (seat, words(recorded, seat))).collect() }
    }

    /// The seats without texts in the record, for which the comparison is impossible.
    pub fn silent(&self) -> impl Iterator<Item = Seat> {
        self.recorded.iter().filter(|(_, words)| words.is_empty()).map(|(seat, _)| *seat)
    }

    /// The first difference among the texts before this many turns; `now` is the complete
    /// transcript of `replay`.
    pub fn difference(&self, mut replay: Value, now: &[Passage], turns: usize) -> Option<RecordDifference> {
        // A file keeps a limited number of bytes. The new texts are cut in the same way before they
        // are compared.
        let kept_words = file::kept_words(&replay);
        replay.as_object_mut().map(|parts| parts.remove("transcript"));
        let kept = file::open_whole(file::with_longer_transcript(replay, now, kept_words));
        let kept = kept.map(|document| document.passages).unwrap_or_default();
        let spoken = self.recorded.iter().filter(|(_, words)| !words.is_empty());
        let firsts = spoken.filter_map(|(seat, then)| {
            let now = words(&kept, *seat);
            let places = then.keys().chain(now.keys()).filter(|(turn, _)| *turn < turns);
            let at = *places.filter(|at| then.get(at) != now.get(at)).min()?;
            Some((at, *seat, then.get(&at).cloned(), now.get(&at).cloned()))
        });
        let (at, seat, then, now) = firsts.min()?;
        let same = common(then.as_deref().unwrap_or_default(), now.as_deref().unwrap_or_default());
        let told = |text: Option<String>| describe_difference(at.1, text.as_deref(), same);
        Some(RecordDifference { turn: at.0 + 1, seat, expected: told(then), got: told(now) })
    }
}

fn words(passages: &[Passage], seat: Seat) -> WordsByKey {
    let mut words = WordsByKey::new();
    for passage in passages.iter().filter(|passage| passage.seat == seat) {
        if let Some(key) = WordsKey::from_stream(passage.stream) {
            words.entry((passage.turn, key)).or_default().push_str(&passage.text);
        }
    }
    words
}

impl WordsKey {
    /// The key of a stream; `None` if it is not one of a bot.
    fn from_stream(stream: Stream) -> Option<Self> {
        match stream {
            Stream::Stdin => Some(Self::Stdin),
            Stream::Stderr => Some(Self::Stderr),
            Stream::Stdout => Some(Self::Stdout),
            Stream::Ended => Some(Self::Ended),
            Stream::Remark => None,
        }
    }

    fn verb(self) -> &'static str {
        match self {
            Self::Stdin => "it reads",
            Self::Stderr => "it writes to stderr",
            Self::Stdout => "it prints",
            Self::Ended => "it ends",
        }
    }
}

/// The number of letters that two texts have in common at their beginning.
fn common(then: &str, now: &str) -> usize {
    then.chars().zip(now.chars()).take_while(|(then, now)| then == now).count()
}

fn describe_difference(place: WordsKey, text: Option<&str>, same: usize) -> String {
    let Some(text) = text else { return format!("{} nothing", place.verb()) };
    let from = if same < SHOWN - BEFORE { 0 } else { same - BEFORE };
    let part: String = text.chars().skip(from).take(SHOWN).collect();
    let before = if from > 0 { "… " } else { "" };
    let behind = if text.chars().nth(from + SHOWN).is_some() { " …" } else { "" };
    format!("{} {before}\"{}\"{behind}", place.verb(), printable(&part))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn passage(seat: usize, turn: usize, stream: Stream, text: &str) -> Passage {
        Passage { seat: Seat::new(seat), turn, stream, text: text.to_owned() }
    }

    fn replay() -> Value {
        json!({"format": 1, "game": "connect-four", "players": [{}, {}], "turns": []})
    }

    /// The first difference between two bots' texts, with both bots compared.
    fn difference(then: &[Passage], now: &[Passage], turns: usize) -> Option<(usize, usize, String, String)> {
        let recorded_words = RecordedWords::for_seats(then, [Seat::new(0), Seat::new(1)].into_iter());
        let found = recorded_words.difference(replay(), now, turns)?;
        Some((found.turn, found.seat.index(), found.expected, found.got))
    }

    #[test]
    fn the_first_word_that_differs_is_told() {
        let then = [passage(0, 0, Stream::Stdin, "1\n"), passage(1, 1, Stream::Stdout, "4\n")];
        assert_eq!(difference(&then, &then, usize::MAX), None);
        let now = [then[0].clone(), passage(1, 1, Stream::Stdout, "5\n")];
        assert_eq!(difference(&then, &now, 1), None, "what comes later is not looked at");
        let told = |turn, seat, then: &str, now: &str| Some((turn, seat, then.to_owned(), now.to_owned()));
        assert_eq!(difference(&then, &now, 2), told(2, 1, r#"it prints "4\n""#, r#"it prints "5\n""#));
        let missing = [then[0].clone(), passage(1, 1, Stream::Stderr, "so")];
        let expected = told(2, 1, "it writes to stderr nothing", r#"it writes to stderr "so""#);
        assert_eq!(difference(&then, &missing, 2), expected);
    }

    #[test]
    fn pieces_and_the_order_of_seats_say_nothing() {
        let (whole, other) = (passage(0, 0, Stream::Stderr, "a long thought"), passage(1, 0, Stream::Stdout, "p"));
        let pieces =
            [other.clone(), passage(0, 0, Stream::Stderr, "a long "), passage(0, 0, Stream::Stderr, "thought")];
        assert_eq!(difference(&[whole, other], &pieces, 1), None);
    }

    /// The page saves what the host of a match has remarked, too.
    #[test]
    fn what_a_host_has_remarked_is_not_compared() {
        let said = passage(0, 0, Stream::Stdout, "p");
        let remark = passage(0, 0, Stream::Remark, "It may have ended because of the sandbox:\n");
        assert_eq!(difference(&[said.clone(), remark], &[said], 1), None);
    }

    #[test]
    fn a_seat_without_recorded_output_is_not_compared() {
        let now = [passage(0, 0, Stream::Stdout, "p"), passage(1, 0, Stream::Stdout, "p")];
        assert_eq!(difference(&now[..1], &now, 1), None);
        let recorded_words = RecordedWords::for_seats(&now[..1], [Seat::new(0), Seat::new(1)].into_iter());
        assert_eq!(recorded_words.silent().collect::<Vec<_>>(), [Seat::new(1)]);
    }

    #[test]
    fn a_flood_is_compared_as_far_as_it_is_kept() {
        let flood = "x".repeat(1000);
        let said: Vec<_> = (0..3000).map(|_| passage(0, 0, Stream::Stderr, &flood)).collect();
        let kept = file::open(file::with_transcript(replay(), &said)).expect("a document").passages;
        assert_eq!(difference(&kept, &said, 1), None);
        let mut other = said.clone();
        other[700].text.replace_range(5..6, "y");
        assert!(difference(&kept, &other, 1).is_some_and(|(_, _, _, now)| now.contains('y') && now.len() < 200));
    }
}
