//! Players' names in the form that the protocol and the log allow. Knows neither.

/// The most bytes of a name that every bot of the competition takes.
const ID_MAX: usize = 127;

/// A name in a log and in a RESULT line: up to its first blank.
pub fn printed_name(name: &str) -> &str {
    let end = name.find(|c: char| c.is_whitespace() || c.is_control()).unwrap_or(name.len());
    if end == 0 { "player" } else { &name[..end] }
}

/// A name as OPPONENT_ID: with a slash, without blanks and at most 127 bytes, or one of the
/// competition's bots crashes.
pub fn opponent_id(name: &str) -> String {
    let name = printed_name(name);
    if name.contains('/') && name.len() <= ID_MAX {
        return name.to_owned();
    }
    // The end of a path is its most telling part.
    let mut start = name.len().saturating_sub(ID_MAX - 2);
    while !name.is_char_boundary(start) {
        start += 1;
    }
    format!("./{}", &name[start..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_have_a_slash_and_no_blank() {
        assert_eq!(opponent_id("hunter"), "./hunter");
        assert_eq!(opponent_id("../agents/hunter.py"), "../agents/hunter.py");
        assert_eq!(opponent_id("my bot"), "./my");
        assert_eq!(opponent_id(" "), "./player");
        let long = opponent_id(&"é/".repeat(200));
        assert!(long.len() <= 127 && long.ends_with("é/"), "{long}");
    }
}
