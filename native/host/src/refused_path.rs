//! Finds the path in a program's message that it was refused. Shells and languages put it beside
//! the system's phrase, and often name their script first. Knows no bot.

use std::path::PathBuf;

/// Signs around paths.
const QUOTES: [(char, char); 4] = [('\'', '\''), ('"', '"'), ('`', '\''), ('‘', '’')];

/// The absolute path that `line` is about, given the position of the system's phrase in it: the
/// nearest one before the phrase, or else the first one behind it. Scripts' positions, such as
/// `bot.sh: 3:` and `bot.sh:3:`, are passed over.
pub(super) fn find_path(line: &str, phrase: std::ops::Range<usize>) -> Option<PathBuf> {
    let before: Vec<_> = line[..phrase.start].split(": ").collect();
    let is_position = |at: usize| before.get(at + 1).is_some_and(|next| is_line_number(next));
    let before = before.iter().enumerate().rev().filter(|(at, _)| !is_position(*at)).map(|(_, part)| *part);
    let found = before.chain([&line[phrase.end..]]).find_map(first_path);
    found.map(PathBuf::from)
}

/// Whether this part of a message is the number of a script's line.
fn is_line_number(part: &str) -> bool {
    let number = part.strip_prefix("line ").unwrap_or(part).trim_end_matches(':');
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// The first absolute path in a part of a message. Without quotes it ends with the part, because
/// paths may have blanks in them.
fn first_path(part: &str) -> Option<&str> {
    part.match_indices('/').find_map(|(start, _)| {
        let (head, text) = part.split_at(start);
        let sign = head.chars().next_back();
        if let Some((_, end)) = QUOTES.iter().find(|(begin, _)| sign == Some(*begin)) {
            return text.split_once(*end).map(|(path, _)| path);
        }
        let is_begun = sign.is_none_or(|sign| sign.is_whitespace() || "([<".contains(sign));
        // Perl and others add the position in the script.
        if !is_begun || head.ends_with(" at ") {
            return None;
        }
        let closed = [(" (", '('), (")", '('), ("]", '['), (">", '<')]
            .into_iter()
            .filter_map(|(end, begin)| (end == " (" || sign == Some(begin)).then(|| text.find(end)).flatten());
        let path = text[..closed.min().unwrap_or(text.len())].trim_end_matches([':', ',', '.', ';', ' ', '[', '(']);
        (!is_script_position(path)).then_some(path)
    })
}

/// `bot.sh:3`, `bot.rb:3:in 'main'`, `bot.sh[3]`
fn is_script_position(path: &str) -> bool {
    let bracketed = path.strip_suffix(']').and_then(|path| path.rsplit_once('[')).map(|(_, number)| number);
    path.split(':').skip(1).chain(bracketed).any(is_line_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Messages of shells, tools and languages about `/a b/c`, or without a path.
    #[test]
    fn the_path_in_messages_of_shells_and_languages() {
        const DENIED: &str = "Permission denied";
        let about = |line: &str, phrase: &str| {
            let start = line.find(phrase).unwrap_or_else(|| panic!("{line}"));
            find_path(line, start..start + phrase.len())
        };
        for line in [
            // dash
            "/bots/bot.sh: 3: cannot create /a b/c: Permission denied",
            "/bots/bot.sh: 2: cannot open /a b/c: Permission denied",
            "/bots/bot.sh: 2: /a b/c: Permission denied",
            "sh: 1: cannot create /a b/c: Permission denied",
            // bash
            "/bots/bot.sh: line 2: /a b/c: Permission denied",
            "bash: /a b/c: Permission denied",
            // busybox
            "/bots/bot.sh: line 1: can't create /a b/c: Permission denied",
            "sh: can't open /a b/c: Permission denied",
            // zsh, ksh
            "/bots/bot.sh:3: Permission denied: /a b/c",
            "/bots/bot.sh[3]: /a b/c: cannot create [Permission denied]",
            // coreutils
            "cat: '/a b/c': Permission denied",
            "/usr/bin/cat: '/a b/c': Permission denied",
            "touch: cannot touch '/a b/c': Permission denied",
            "mkdir: cannot create directory ‘/a b/c’: Permission denied",
            "tee: '/a b/c': Permission denied",
            // perror
            "/a b/c: Permission denied",
            "bot: /a b/c: Permission denied",
            "/bots/bot: cannot open /a b/c: Permission denied",
            // Python
            "PermissionError: [Errno 13] Permission denied: '/a b/c'",
            // Node.js
            "Error: EACCES: Permission denied, open '/a b/c'",
            // Perl, Ruby, Lua, Java, C++, Go
            "cannot open /a b/c: Permission denied at /bots/bot.pl line 3.",
            "/bots/bot.rb:1:in 'initialize': Permission denied @ rb_sysopen - /a b/c (Errno::EACCES)",
            "lua: cannot open file '/a b/c' (Permission denied)",
            "java.io.FileNotFoundException: /a b/c (Permission denied)",
            "what():  filesystem error: cannot open file: Permission denied [/a b/c]",
            "open /a b/c: Permission denied",
        ] {
            assert_eq!(about(line, DENIED), Some(PathBuf::from("/a b/c")), "{line}");
        }
        for line in [
            "fopen: Permission denied",
            "/bots/bot.sh: 3: ./book: Permission denied",
            "Permission denied at /bots/bot.pl line 3.",
            "bash: line 1: bot/book: Permission denied",
            "  errno: -13, Permission denied",
        ] {
            assert_eq!(about(line, DENIED), None, "{line}");
        }
        let line = "java.nio.file.AccessDeniedException: /a b/c";
        assert_eq!(about(line, "AccessDenied"), Some(PathBuf::from("/a b/c")));
    }
}
