//! Removes what only people need from style sheets, pages and scripts: comments, and white space
//! that separates nothing. In scripts, only whole lines and indentation are removed.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::files::list;

/// Removes comments from the style sheets, pages and scripts in `folder`.
///
/// # Errors
/// When a file cannot be read or written, or a comment does not end.
pub fn strip_comments(folder: &Path) -> Result<()> {
    for file in list(folder)?.into_iter().filter(|file| !file.is_bot()) {
        let strip = match file.name.rsplit_once('.') {
            Some((_, "css")) => strip_style,
            Some((_, "html")) => strip_page,
            Some((_, "js")) => strip_script,
            _ => continue,
        };
        let text = fs::read_to_string(&file.path).with_context(|| format!("cannot read {}", file.name))?;
        let stripped = strip(&text).with_context(|| format!("{} has a comment that does not end", file.name))?;
        fs::write(&file.path, stripped).with_context(|| format!("cannot write {}", file.name))?;
    }
    Ok(())
}

/// A style sheet without comments and without white space beside characters that separate anyway.
/// White space before a colon is kept: it can be a selector's.
fn strip_style(text: &str) -> Result<String> {
    let mut stripped = String::with_capacity(text.len());
    let (mut rest, mut quote) = (text, None);
    while let Some(next) = rest.chars().next() {
        if quote.is_none() && rest.starts_with("/*") {
            rest = end_of_comment(rest, "*/")?;
            continue;
        }
        rest = &rest[next.len_utf8()..];
        match quote {
            Some(open) => quote = (next != open).then_some(open),
            None if next == '"' || next == '\'' => quote = Some(next),
            None if next.is_whitespace() => {
                if !stripped.is_empty() && !stripped.ends_with(|last| " {};:,".contains(last)) {
                    stripped.push(' ');
                }
                continue;
            }
            None if "{};,".contains(next) && stripped.ends_with(' ') => {
                stripped.pop();
            }
            None => {}
        }
        stripped.push(next);
    }
    Ok(stripped)
}

/// Words after which a slash begins a regular expression, as no value ends with them.
const OPERATORS: &str = "await case delete do else in instanceof new of return throw typeof void yield";

/// A script without its indentation and without comments at the beginning of a line. Texts in
/// backquotes keep their lines. A script with a literal that does not end stays as it is.
fn strip_script(text: &str) -> Result<String> {
    let mut stripped = String::with_capacity(text.len());
    // Where the last part ends that is neither a comment nor blank; and for each `${` that is open, how
    // many braces are open in it.
    let (mut rest, mut end, mut open) = (text, 0, Vec::<usize>::new());
    loop {
        if stripped.is_empty() || stripped.ends_with('\n') {
            rest = rest.trim_start();
            if rest.starts_with("//") {
                rest = rest.find('\n').map_or("", |newline| &rest[newline..]);
                continue;
            }
            if rest.starts_with("/*") {
                rest = end_of_comment(rest, "*/")?;
                continue;
            }
        }
        let Some(first) = rest.chars().next() else { return Ok(stripped) };
        let is_comment = rest.starts_with("//") || rest.starts_with("/*");
        let is_template = first == '`' || first == '}' && open.pop_if(|braces| *braces == 0).is_some();
        let (mut is_class, mut opens) = (false, false);
        let length = match first {
            '/' if rest.starts_with("//") => Some(rest.find('\n').unwrap_or(rest.len())),
            '/' if is_comment => Some(rest.len() - end_of_comment(rest, "*/")?.len()),
            '/' if begins_expression(&stripped[..end]) => literal_length(rest, |rest| {
                is_class = if is_class { !rest.starts_with(']') } else { rest.starts_with('[') };
                !is_class && rest.starts_with('/')
            }),
            '"' | '\'' => literal_length(rest, |rest| rest.starts_with(first)),
            _ if is_template => literal_length(rest, |rest| {
                opens = rest.starts_with("${");
                opens || rest.starts_with('`')
            }),
            _ => Some(first.len_utf8()),
        };
        let Some(length) = length else { return Ok(text.to_owned()) };
        match open.last_mut() {
            _ if opens => open.push(0),
            Some(braces) if first == '{' => *braces += 1,
            Some(braces) if first == '}' && !is_template => *braces -= 1,
            _ => {}
        }
        let length = length + usize::from(opens);
        stripped += &rest[..length];
        rest = &rest[length..];
        if !(is_comment || first.is_whitespace()) {
            end = stripped.len();
        }
    }
}

/// Whether a slash after this code begins a regular expression; otherwise it divides.
fn begins_expression(code: &str) -> bool {
    let is_of_word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
    match &code[code.trim_end_matches(is_of_word).len()..] {
        "" => ![")", "]", "}", "\"", "'", "`", "++", "--"].iter().any(|value| code.ends_with(value)),
        word => OPERATORS.split(' ').any(|operator| operator == word),
    }
}

/// The length of a literal up to the first character that ends it, that included; `None` if none does.
/// Its own first character and those after a backslash do not.
fn literal_length(text: &str, mut is_end: impl FnMut(&str) -> bool) -> Option<usize> {
    let mut characters = text.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        if character == '\\' {
            characters.next();
        } else if is_end(&text[at..]) {
            return Some(at + 1);
        }
    }
    None
}

/// A page without comments.
fn strip_page(text: &str) -> Result<String> {
    let mut stripped = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("<!--") {
        stripped.push_str(rest[..start].trim_end());
        rest = end_of_comment(&rest[start..], "-->")?;
    }
    Ok(stripped + rest)
}

fn end_of_comment<'a>(text: &'a str, end: &str) -> Result<&'a str> {
    let (_, rest) = text.split_once(end).with_context(|| format!("no {end} follows"))?;
    Ok(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_lose_indentation_and_comments_unless_they_are_text() {
        let stripped = |text: &str| strip_script(text).unwrap();
        assert_eq!(stripped("if (a) {\n    // why\n    b(`${c}//`)\n\n  }\n"), "if (a) {\nb(`${c}//`)\n}\n");
        assert_eq!(stripped("/** @type {A} */\na();\n/**\n * Why.\n */\n/* c */ b();\n"), "a();\nb();\n");
        assert_eq!(stripped("// `\na = `b\n    // c`;\n  // d\n"), "a = `b\n    // c`;\n");
        let nested = "a = `b ${c({ d: `\n  // e` })}\n  // f`;\n";
        assert_eq!(stripped(&format!("{nested}  // `\n  g();\n")), format!("{nested}g();\n"));
        // A backquote that begins no text.
        for code in
            ["a = /[/`]`/.test(b) ? '`' : \"\\\"`\";", "return /`/;", "a = b / c; // `", "a = b /* ` */ / 2 / d;"]
        {
            assert_eq!(stripped(&format!("{code}\n  // e\n  f();\n")), format!("{code}\nf();\n"));
        }
        let text = "a = `b;\n  // c\n";
        assert_eq!(stripped(text), text, "a text that does not end");
    }

    #[test]
    fn bots_that_are_scripts_keep_what_people_read() {
        let folder = tempfile::tempdir().unwrap();
        let text = "// why\n  go()\n";
        fs::create_dir(folder.path().join("bots")).unwrap();
        for name in ["page.js", "bots/one.js"] {
            fs::write(folder.path().join(name), text).unwrap();
        }
        strip_comments(folder.path()).unwrap();
        let left = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!((left("page.js").as_str(), left("bots/one.js").as_str()), ("go()\n", text));
    }

    #[test]
    fn style_sheets_say_the_same_without_comments() {
        let style = "/* Tokens. */\n:root {\n  --ink: #1a1e27; /* dark */\n  font: 1rem/1.5 \"A, B\", serif;\n}\n\n\
                     .a > .b :is(p, b):hover { width: calc(100% - 8px); content: '/* } */ ;  '; }\n\
                     @media (max-width: 600px) and (hover) { a { b: c } }\n";
        assert_eq!(
            strip_style(style).unwrap(),
            ":root{--ink:#1a1e27;font:1rem/1.5 \"A, B\",serif;}\
             .a > .b :is(p,b):hover{width:calc(100% - 8px);content:'/* } */ ;  ';}\
             @media (max-width:600px) and (hover){a{b:c}}"
        );
        assert!(strip_style("a {} /* b").is_err());
    }

    #[test]
    fn pages_keep_all_but_comments() {
        let page = "<!doctype html>\n<head>\n  <!-- One,\n two. -->\n  <meta>\n</head><!-- --><body>";
        assert_eq!(strip_page(page).unwrap(), "<!doctype html>\n<head>\n  <meta>\n</head><body>");
        assert!(strip_page("<!-- no end").is_err());
    }
}
