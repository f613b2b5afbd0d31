//! The raw output of turns that do not hold all of it, because it is long or not text: for logs,
//! which have responses byte for byte. Bounded; it is not part of a replay.

use std::collections::VecDeque;

/// The bytes of some turns, the newest of them.
#[derive(Debug, Default)]
pub(super) struct RawWords {
    kept: VecDeque<(usize, Vec<u8>)>,
    bytes: usize,
}

impl RawWords {
    /// The most bytes kept in all. A host that writes a log does it turn by turn, so it needs the
    /// newest turns only.
    const MOST: usize = 8 << 20;

    /// Keeps the output of a turn, counted from 0.
    pub(super) fn keep_words(&mut self, turn: usize, words: &[u8]) {
        self.bytes += words.len();
        self.kept.push_back((turn, words.to_vec()));
        while self.bytes > Self::MOST
            && let Some((_, oldest)) = self.kept.pop_front()
        {
            self.bytes -= oldest.len();
        }
    }

    /// The output in this turn, if the turn does not hold it.
    pub(super) fn words_at(&self, turn: usize) -> Option<&[u8]> {
        let at = self.kept.binary_search_by_key(&turn, |(turn, _)| *turn).ok()?;
        Some(&self.kept[at].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_are_kept() {
        let mut words = RawWords::default();
        let half = vec![b'x'; RawWords::MOST / 2];
        for turn in [3, 5, 8] {
            words.keep_words(turn, &half);
        }
        assert_eq!([3, 4, 5, 8].map(|turn| words.words_at(turn).is_some()), [false, false, true, true]);
    }
}
