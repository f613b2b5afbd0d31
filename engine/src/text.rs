//! Text of files that other programs wrote: in UTF-8 or UTF-16, with or without a byte order mark,
//! with blank lines around it. Does not know what the text is about.

use std::borrow::Cow;

/// The mark with which some programs begin a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The bytes are not a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotTextError {
    /// It begins as text in UTF-8 may.
    #[error("not a text file (invalid UTF-8)")]
    Utf8,
    /// It begins as text in UTF-16.
    #[error("not a text file (invalid UTF-16)")]
    Utf16,
}

/// The text of a file, without a byte order mark. A file that begins with that mark in UTF-16 is
/// read as such; any other is UTF-8.
///
/// # Errors
/// If a character is not valid.
///
/// ```
/// use botyard_engine::text::decode;
///
/// assert_eq!(decode(b"\xef\xbb\xbf4 4\n").as_deref(), Ok("4 4\n"));
/// assert_eq!(decode(b"\xff\xfe4\0\n\0").as_deref(), Ok("4\n"));
/// assert!(decode(b"\xff4").is_err());
/// ```
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, NotTextError> {
    if let Some(units) = wide_units(bytes) {
        return char::decode_utf16(units).collect::<Result<_, _>>().map(Cow::Owned).map_err(|_| NotTextError::Utf16);
    }
    let text = std::str::from_utf8(bytes).map_err(|_| NotTextError::Utf8)?;
    Ok(Cow::Borrowed(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)))
}

/// Like [`decode`], with a replacement for each character that is not valid.
pub fn decode_lossy(bytes: &[u8]) -> Cow<'_, str> {
    decode(bytes).unwrap_or_else(|_| String::from_utf8_lossy(bytes))
}

/// A text without a byte order mark and without the blank lines before and after it. Whether its
/// last line has an end is kept: a log's last line without one may have been cut off.
pub fn trim_blank_lines(text: &str) -> &str {
    let text = text.trim_start_matches(|letter: char| letter == BYTE_ORDER_MARK || letter.is_whitespace());
    let rest = &text[text.trim_end().len()..];
    let end = rest.find('\n').map_or(0, |end| rest.len() - end - 1);
    &text[..text.len() - end]
}

/// The units of a text that begins with a byte order mark in UTF-16; `None` if it does not. Half a
/// unit at the end is an invalid one.
fn wide_units(bytes: &[u8]) -> Option<impl Iterator<Item = u16> + '_> {
    let (mark, rest) = bytes.split_first_chunk()?;
    let unit: fn([u8; 2]) -> u16 = match *mark {
        [0xff, 0xfe] => u16::from_le_bytes,
        [0xfe, 0xff] => u16::from_be_bytes,
        _ => return None,
    };
    Some(rest.chunks(2).map(move |pair| pair.try_into().map_or(0xd800, unit)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_other_systems_are_read() {
        let wide = |order: fn(u16) -> [u8; 2]| {
            "\u{feff}Zug 4 \u{1f600}\r\n".encode_utf16().flat_map(order).collect::<Vec<_>>()
        };
        for bytes in [wide(u16::to_le_bytes), wide(u16::to_be_bytes)] {
            assert_eq!(decode(&bytes).as_deref(), Ok("Zug 4 \u{1f600}\r\n"));
            let cut = decode(&bytes[..bytes.len() - 1]).expect_err("half a unit").to_string();
            assert_eq!(cut, "not a text file (invalid UTF-16)");
        }
        assert_eq!(decode(b"x\xff").expect_err("no text").to_string(), "not a text file (invalid UTF-8)");
        assert_eq!(decode_lossy(b"\xef\xbb\xbfx"), "x");
        assert_eq!(decode_lossy(b"\xef\xbb\xbfx\xff"), "\u{feff}x\u{fffd}");
        assert_eq!(decode(b"").as_deref(), Ok(""));
    }

    #[test]
    fn blank_lines_around_a_text_are_left_out() {
        for (text, trimmed) in [
            ("", ""),
            ("\n \n", ""),
            ("4", "4"),
            ("4\n", "4\n"),
            ("4 \n", "4 \n"),
            ("\u{feff}\r\n 4\r\n\r\n \r\n", "4\r\n"),
            ("4\n\n5\n\n\n", "4\n\n5\n"),
            ("4\n  ", "4\n"),
        ] {
            assert_eq!(trim_blank_lines(text), trimmed, "{text:?}");
        }
    }
}
