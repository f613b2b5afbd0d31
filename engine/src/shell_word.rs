//! Words of the commands that messages suggest, written so that a shell reads them as they are:
//! names of files may have spaces, quotes and other characters that mean something to it.

use std::path::Path;

use crate::fault::printable;

/// A word as it is typed in a shell: as it is, or in quotes. Control characters, which may do
/// anything to a terminal, are written as escapes.
///
/// ```
/// use botyard_engine::shell_word::shell_word;
///
/// assert_eq!(shell_word("bots/my-bot.py"), "bots/my-bot.py");
/// assert_eq!(shell_word("my bot.py"), "\"my bot.py\"");
/// assert_eq!(shell_word("it's $5"), r"'it'\''s $5'");
/// assert_eq!(shell_word("a\nb"), r"$'a\nb'");
/// ```
pub fn shell_word(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "./:_-=,@+%".contains(c);
    if word.chars().any(is_hidden) {
        return format!("$'{}'", word.chars().map(escaped).collect::<String>());
    }
    match () {
        () if !word.is_empty() && word.chars().all(is_plain) => word.to_owned(),
        // Other systems than Unix know only these quotes.
        () if !word.contains(['"', '$', '`', '\\', '!']) => format!("\"{word}\""),
        () => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// The path of a file as [`shell_word`] writes it. A command takes no name that begins with a hyphen
/// for an option.
pub fn shell_path(path: &Path) -> String {
    let path = path.display().to_string();
    shell_word(&if path.starts_with('-') { format!("./{path}") } else { path })
}

/// The word with which a bot is named by these words of a command.
pub fn shell_command_line(words: &[&str]) -> String {
    let words: Vec<_> = words.iter().map(|word| shell_word(word)).collect();
    // Simple lines look as people write them: in double quotes.
    shell_word(&format!("cmd:{}", words.join(" ")))
}

/// Whether a terminal would not show this character, or would do something else with it.
fn is_hidden(c: char) -> bool {
    printable(c.encode_utf8(&mut [0; 4])) != c.to_string()
}

/// A character between `$'` and `'`.
fn escaped(c: char) -> String {
    match c {
        '\n' => r"\n".to_owned(),
        '\t' => r"\t".to_owned(),
        '\'' | '\\' => format!("\\{c}"),
        c if is_hidden(c) && c.is_ascii() => format!("\\x{:02x}", u32::from(c)),
        c if is_hidden(c) => format!("\\U{:08x}", u32::from(c)),
        c => c.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_if_a_shell_would_change_them() {
        for (word, typed) in [
            ("builtin:negamax", "builtin:negamax"),
            ("--games=5", "--games=5"),
            ("n\u{e9}gamax", "n\u{e9}gamax"),
            ("", "\"\""),
            ("it's mine (1).py", "\"it's mine (1).py\""),
            ("a;b&c|d*e?f~g", "\"a;b&c|d*e?f~g\""),
            ("$HOME", "'$HOME'"),
            ("`id`!", "'`id`!'"),
            ("a\"b'c", r#"'a"b'\''c'"#),
            ("a\\b", r"'a\b'"),
            ("a\tb's\n", r"$'a\tb\'s\n'"),
            ("a\u{1b}[31m", r"$'a\x1b[31m'"),
            ("a\u{202e}b", r"$'a\U0000202eb'"),
        ] {
            assert_eq!(shell_word(word), typed, "{word:?}");
        }
    }

    #[test]
    fn a_file_is_no_option() {
        for (path, typed) in [("-rf", "./-rf"), ("- x", "\"./- x\""), ("x-", "x-")] {
            assert_eq!(shell_path(Path::new(path)), typed);
        }
    }

    #[test]
    fn a_command_line_is_one_word() {
        assert_eq!(shell_command_line(&["ruby", "bot.rb"]), "\"cmd:ruby bot.rb\"");
        assert_eq!(shell_command_line(&["ruby", "my bot.rb"]), "'cmd:ruby \"my bot.rb\"'");
    }
}
