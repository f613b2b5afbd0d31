//! Text in links: short strings under a model that learns. Knows nothing of their meaning.

use std::sync::LazyLock;

use super::range::{RangeDecoder, RangeEncoder, SymbolModel};

/// The longest text a link keeps, in bytes.
pub(super) const TEXT_MAX: usize = 600;

/// How text is expected to go on: one model after a letter of each kind.
#[derive(Debug)]
pub(super) struct TextModel {
    after: [SymbolModel; 4],
}

/// The symbol that ends a text; bytes are themselves.
const END: usize = 256;

impl TextModel {
    pub(super) fn new() -> Self {
        // The most frequent characters of names start with an advantage. It is learnt once, because
        // a series writes a link for each of its games.
        static TRAINED: LazyLock<SymbolModel> = LazyLock::new(|| {
            let mut model = SymbolModel::even(257);
            for _ in 0..2 {
                b"abcdefghijklmnopqrstuvwxyzeeaaioutnrslmn- ._0123456789"
                    .iter()
                    .for_each(|&byte| model.learn(byte.into()));
            }
            (0..6).for_each(|_| model.learn(END));
            model
        });
        Self { after: std::array::from_fn(|_| TRAINED.clone()) }
    }

    pub(super) fn write(&mut self, encoder: &mut RangeEncoder, text: &str) {
        let mut last = 0;
        for byte in text.bytes().take(cut(text)) {
            encoder.symbol(self.model(last), byte as usize);
            last = byte;
        }
        encoder.symbol(self.model(last), END);
    }

    /// Reads a text; `None` if it is too long or not UTF-8.
    pub(super) fn read(&mut self, decoder: &mut RangeDecoder<'_>) -> Option<String> {
        let mut text = Vec::new();
        let mut last = 0;
        loop {
            match decoder.symbol(self.model(last)) {
                END => return String::from_utf8(text).ok(),
                _ if text.len() >= TEXT_MAX || decoder.is_overdrawn() => return None,
                byte => {
                    last = byte as u8;
                    text.push(last);
                }
            }
        }
    }

    fn model(&mut self, last: u8) -> &mut SymbolModel {
        let kind = match last {
            b'a' | b'e' | b'i' | b'o' | b'u' => 0,
            b'a'..=b'z' => 1,
            b'0'..=b'9' => 2,
            _ => 3,
        };
        &mut self.after[kind]
    }
}

/// The part of a player's name that a link keeps.
pub(crate) fn link_name(name: &str) -> &str {
    &name[..cut(name)]
}

/// How many bytes of the text are kept: whole characters only.
fn cut(text: &str) -> usize {
    match text.len() {
        length if length <= TEXT_MAX => length,
        _ => (0..=TEXT_MAX).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        let texts = ["", "random", "négamax 2.0 (日本)", &"long ".repeat(100)];
        let mut encoder = RangeEncoder::default();
        let mut model = TextModel::new();
        texts.iter().for_each(|text| model.write(&mut encoder, text));
        let bytes = encoder.finish();
        let mut decoder = RangeDecoder::new(&bytes);
        let mut model = TextModel::new();
        for text in texts {
            assert_eq!(model.read(&mut decoder).as_deref(), Some(text));
        }
    }
}
