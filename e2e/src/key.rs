//! Keys by their names, and key sequences. The characters are those of WebDriver's table of keys.

use std::ops::Add;

/// A key that has no character of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Moves the focus to the next element.
    Tab,
    /// Presses a button that has the focus.
    Enter,
    /// Held down while the keys after it are pressed.
    Shift,
    /// Held down while the keys after it are pressed.
    Control,
    /// The Escape key.
    Escape,
    /// The End key.
    End,
    /// The Home key.
    Home,
    /// The arrow to the left.
    Left,
    /// The arrow up.
    Up,
    /// The arrow to the right.
    Right,
    /// The arrow down.
    Down,
    /// The Delete key.
    Delete,
    /// The F8 key.
    F8,
}

impl Key {
    /// Keys that stay down while the keys after them are pressed.
    pub(crate) const HELD: [char; 2] = [Self::Shift.character(), Self::Control.character()];

    const fn character(self) -> char {
        match self {
            Self::Tab => '\u{e004}',
            Self::Enter => '\u{e007}',
            Self::Shift => '\u{e008}',
            Self::Control => '\u{e009}',
            Self::Escape => '\u{e00c}',
            Self::End => '\u{e010}',
            Self::Home => '\u{e011}',
            Self::Left => '\u{e012}',
            Self::Up => '\u{e013}',
            Self::Right => '\u{e014}',
            Self::Down => '\u{e015}',
            Self::Delete => '\u{e017}',
            Self::F8 => '\u{e038}',
        }
    }
}

/// Keys that are pressed one after the other: `Keys::from("abc")`, `Key::Control + "a"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys(String);

impl Keys {
    pub(crate) fn text(&self) -> &str {
        &self.0
    }
}

impl From<Key> for Keys {
    fn from(key: Key) -> Self {
        Self(key.character().into())
    }
}

impl From<&str> for Keys {
    /// A line feed becomes Enter, as a person types it: browsers ignore the character.
    fn from(text: &str) -> Self {
        Self(text.replace('\n', Key::Enter.character().encode_utf8(&mut [0; 4])))
    }
}

impl From<String> for Keys {
    fn from(text: String) -> Self {
        Self::from(text.as_str())
    }
}

impl<K: Into<Keys>> Add<K> for Key {
    type Output = Keys;

    fn add(self, others: K) -> Keys {
        Keys(format!("{}{}", self.character(), others.into().0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_their_characters() {
        assert_eq!((Key::Shift + Key::Right).text(), "\u{e008}\u{e014}");
        assert_eq!(Keys::from("1\n2".to_owned()).text(), "1\u{e007}2");
    }
}
