//! Addresses of matches as mail and chat pass them on: with a sentence around them, brackets and
//! quotes, line breaks and invisible characters inside, escapes such as `%2F`. Finds the addresses
//! that may be meant; only reading tells which one is, because a link's characters may also be
//! punctuation. Knows no game and reads no link.

use super::LENGTH_MAX;

/// What comes before a game's name.
const START: &str = "#/";
/// How many places of a text are looked at from which an address may follow.
const STARTS_MAX: usize = 16;
/// What is between a game's name and the payload.
const REPLAY: &str = "/r/";
/// The most pieces of a link that are put together: lines of 64 characters of the longest link.
const PIECES_MAX: usize = LENGTH_MAX / 64;
/// How much punctuation behind a link may look like a part of it.
const TRIMMED_MAX: usize = 4;
/// A longer text that was left out is not quoted.
const QUOTED_MAX: usize = 12;

/// An address that may be meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundAddress {
    /// `#/GAME/r/PAYLOAD`, perhaps with `?t=17` or the like behind it.
    pub address: String,
    /// Which parts of the text are not in it, as a clause; empty if there are none.
    pub left_out: String,
}

/// The addresses of matches that may be meant by a text, the longest first.
///
/// ```
/// use botyard_engine::replay::link::find_addresses;
///
/// let found = find_addresses("Look at <https://example.org/#/connect-four/r/AoCq\n YEmd?t=3>.");
/// assert_eq!(found[0].address, "#/connect-four/r/AoCqYEmd?t=3");
/// assert_eq!(
///     found[0].left_out,
///     "`Look at <` before the link, 1 space or line break inside it and `>.` after it were left out"
/// );
/// ```
pub fn find_addresses(text: &str) -> Vec<FoundAddress> {
    let visible: String = text.chars().filter(|&letter| !is_invisible(letter)).collect();
    let invisible = text.chars().count() - visible.chars().count();
    let plain = unescape(&visible);
    let mut found = Vec::new();
    for (at, _) in plain.match_indices(START).take(STARTS_MAX) {
        let (before, link) = (before_url(&plain[..at]), &plain[at + START.len()..]);
        let pieces = pieces(link);
        for count in (1..=pieces.len()).rev() {
            let (_, end) = pieces[count - 1];
            let joined: String = pieces[..count].iter().map(|(piece, _)| *piece).collect();
            for trimmed in trims(&joined) {
                let Some(address) = address(trimmed) else { continue };
                let after = joined[trimmed.len()..].chars().chain(link[end..].chars());
                let after = after.take(2 * QUOTED_MAX).collect::<String>();
                let left_out = LeftOut { before, breaks: count - 1, invisible, after: &after }.clause();
                found.push(FoundAddress { address, left_out });
            }
        }
    }
    found
}

/// Whether a character takes no room: it is never a part of an address.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

/// Replaces escapes: those of addresses, which may be escaped twice, and `&amp;`.
fn unescape(text: &str) -> String {
    let mut text = text.replace("&amp;", "&");
    for _ in 0..2 {
        let mut parts = text.split('%');
        let mut plain = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let code = part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
            match code.filter(u8::is_ascii_graphic) {
                Some(code) => plain.extend([char::from(code).to_string().as_str(), &part[2..]]),
                None => plain.extend(["%", part]),
            }
        }
        text = plain;
    }
    text
}

/// The text before the URL with which a text ends.
fn before_url(text: &str) -> &str {
    text.trim_end_matches(|letter: char| !letter.is_whitespace() && !"<>(){}[]\"'`\u{201c}\u{2018}*".contains(letter))
}

/// The pieces of a link, which are separated by white space and, at the starts of lines, by the marks
/// of quotations; each with the offset of its end. Only the last piece is followed by anything else.
fn pieces(link: &str) -> Vec<(&str, usize)> {
    let mut pieces = Vec::new();
    let mut start = 0;
    while pieces.len() < PIECES_MAX {
        let rest = &link[start..];
        let length = rest.find(|letter| !is_of_link(letter)).unwrap_or(rest.len());
        if length == 0 {
            break;
        }
        let end = start + length;
        pieces.push((&rest[..length], end));
        let space = link[end..].len() - link[end..].trim_start().len();
        if space == 0 {
            break;
        }
        let is_line = link[end..end + space].contains('\n');
        let quoted = link[end + space..].trim_start_matches(|mark: char| is_line && (mark == '>' || mark == ' '));
        start = link.len() - quoted.len();
    }
    pieces
}

/// Whether a character can be in the address of a match.
fn is_of_link(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "-_./?=&".contains(letter)
}

/// A text, and the text without its last characters as long as these are punctuation.
fn trims(text: &str) -> impl Iterator<Item = &str> {
    let is_punctuation = |last: char| last.is_ascii() && !last.is_ascii_alphanumeric();
    std::iter::successors(Some(text), move |text| text.strip_suffix(is_punctuation)).take(1 + TRIMMED_MAX)
}

/// `GAME/r/PAYLOAD?QUERY` as an address; `None` if it has another form. A query may also begin with
/// `&`: programs add to it without looking whether there is one.
fn address(link: &str) -> Option<String> {
    let (game, rest) = link.split_once(REPLAY)?;
    let end = rest.find(['?', '&']).unwrap_or(rest.len());
    let (payload, query) = (rest[..end].trim_end_matches('/'), rest[end..].trim_start_matches(['?', '&']));
    let is_address = !game.is_empty() && !payload.is_empty() && !game.contains(['/', '?', '&', '=']);
    let sign = if query.is_empty() { "" } else { "?" };
    is_address.then(|| format!("#/{game}{REPLAY}{payload}{sign}{query}"))
}

/// The parts of a text that are not in an address.
struct LeftOut<'a> {
    before: &'a str,
    breaks: usize,
    invisible: usize,
    after: &'a str,
}

impl LeftOut<'_> {
    fn clause(&self) -> String {
        let around = |text: &str, place: &str| {
            let text = text.trim();
            let is_short = text.chars().take(QUOTED_MAX + 1).count() <= QUOTED_MAX
                && text.chars().all(|letter| !letter.is_control());
            let what = if is_short { format!("`{text}`") } else { "the text".to_owned() };
            (!text.is_empty()).then(|| format!("{what} {place}"))
        };
        let inside = |count: usize, one: &str, many: &str| {
            (count > 0).then(|| format!("{count} {} inside it", if count == 1 { one } else { many }))
        };
        let parts = [
            around(self.before, "before the link"),
            inside(self.breaks, "space or line break", "spaces or line breaks"),
            inside(self.invisible, "invisible character", "invisible characters"),
            around(self.after, "after it"),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        let verb = if parts.len() == 1 && self.breaks.max(self.invisible) < 2 { "was" } else { "were" };
        match parts.split_last() {
            None => String::new(),
            Some((last, [])) => format!("{last} {verb} left out"),
            Some((last, others)) => format!("{} and {last} {verb} left out", others.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINK: &str = "#/connect-four/r/AoCqYEmd-_x.Zz9-";

    /// Whether the address with this query is among those that are found in a text; what was left
    /// out for it.
    fn find(text: &str, query: &str) -> Option<String> {
        let wanted = [LINK, query].concat();
        find_addresses(text).into_iter().find(|found| found.address == wanted).map(|found| found.left_out)
    }

    #[test]
    fn links_that_were_passed_on_are_found() {
        for (text, query, left_out) in [
            ("https://a.example/LINK", "", ""),
            ("LINK.", "", "`.` after it was left out"),
            ("LINK)!", "", "`)!` after it was left out"),
            ("<LINK>", "", "`<` before the link and `>` after it were left out"),
            ("\u{201c}LINK\u{201d}", "", "`\u{201c}` before the link and `\u{201d}` after it were left out"),
            (
                "[a match](https://a.example/b/LINK?t=3)",
                "?t=3",
                "`[a match](` before the link and `)` after it were left out",
            ),
            ("*LINK*,", "", "`*` before the link and `*,` after it were left out"),
            ("_LINK_", "", "`_` after it was left out"),
            ("LINK&utm_source=x", "?utm_source=x", ""),
            ("LINK?t=3&amp;view=2", "?t=3&view=2", ""),
            ("LINK/", "", ""),
            ("Hello,\nsee LINK and tell me", "", "the text before the link and `and tell me` after it were left out"),
        ] {
            assert_eq!(find(&text.replace("LINK", LINK), query).as_deref(), Some(left_out), "{text}");
        }
    }

    #[test]
    fn broken_links_are_put_together() {
        let broken = LINK.replace("qYE", "q\r\n> > YE").replace("-_x", "-_\u{200b}x");
        let left_out = "1 space or line break inside it, 1 invisible character inside it and `Best regards` after it were left out";
        assert_eq!(find(&format!("{broken}\n\nBest regards"), "").as_deref(), Some(left_out));
        assert_eq!(
            find(&LINK.replace("/r/", "/ r/").replace("Zz", "Z z"), "").as_deref(),
            Some("2 spaces or line breaks inside it were left out")
        );
    }

    #[test]
    fn escapes_are_replaced() {
        for text in [
            LINK.replace('#', "%23").replace('/', "%2F"),
            LINK.replace('/', "%2f").replace('.', "%2E"),
            LINK.replace('/', "%252F"),
        ] {
            assert_eq!(find(&format!("{text}%3Ft%3D3"), "?t=3").as_deref(), Some(""), "{text}");
        }
    }

    #[test]
    fn texts_without_a_link_have_no_addresses() {
        for text in ["", "#/", "#/connect-four", "100 % of #/r/", "#/a?b/r/c", "# / r / x", "%", "%2", "\u{200b}%e2%82"]
        {
            assert_eq!(find_addresses(text), [], "{text}");
        }
    }

    #[test]
    fn long_texts_take_no_long_time() {
        let words = "word ".repeat(1 << 20);
        assert!(find_addresses(&[LINK, " ", &words].concat()).len() <= PIECES_MAX * (1 + TRIMMED_MAX));
    }
}
