//! Keys by their names, and what can be typed. The characters are those of WebDriver's table of
//! keys.

use std::ops::Add;

/// A key that has no character of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// It takes the focus to the next element.
    Tab,
    /// It presses a button that has the focus.
    Enter,
    /// Held down by those that come after it.
    Shift,
    /// Held down by those that come after it.
    Control,
    /// The same as on a keyboard.
    Escape,
    /// The same as on a keyboard.
    End,
    /// The same as on a keyboard.
    Home,
    /// The arrow to the left.
    Left,
    /// The arrow up.
    Up,
    /// The arrow to the right.
    Right,
    /// The arrow down.
    Down,
    /// The same as on a keyboard.
    Delete,
    /// The same as on a keyboard.
    F8,
}

impl Key {
    /// Those that stay down while what follows is typed.
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
    /// A person begins a new line with a key, too: no browser takes the character.
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
