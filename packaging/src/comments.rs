//! Removes what only people need from style sheets, pages and scripts: comments, and white space
//! that separates nothing. In scripts, only whole lines and indentation are removed.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

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

/// A script without its indentation and without comments at the beginning of a line. One in which a
/// text or a comment that follows code may go over several lines stays as it is.
fn strip_script(text: &str) -> Result<String> {
    let (mut stripped, mut is_comment) = (String::with_capacity(text.len()), false);
    for line in text.lines() {
        let mut code = line.trim_start();
        is_comment |= code.starts_with("/*");
        while is_comment {
            let Some((_, rest)) = code.split_once("*/") else {
                code = "";
                break;
            };
            code = rest.trim_start();
            is_comment = code.starts_with("/*");
        }
        if code.is_empty() || code.starts_with("//") {
            continue;
        }
        let goes_on = code.ends_with('\\') || code.matches('`').count() % 2 == 1 || code.rfind("/*") > code.rfind("*/");
        if goes_on {
            return Ok(text.to_owned());
        }
        stripped += code;
        stripped.push('\n');
    }
    ensure!(!is_comment, "no */ follows");
    Ok(stripped)
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
        for (text, expected) in [
            ("if (a) {\n    // why `\n    b(`${c}//`)\n\n  }\n", "if (a) {\nb(`${c}//`)\n}\n"),
            ("/** @type {A} */\na();\n/**\n * Why.\n */\n/* c */ /* d */ b(); // e\n", "a();\nb(); // e\n"),
        ] {
            assert_eq!(strip_script(text).unwrap(), expected);
        }
        for whole in ["  a = `b\n    // c`;\n", "  a = 'b\\\n  c';\n", "  a(); /* b\n  // */ c();\n"] {
            assert_eq!(strip_script(whole).unwrap(), whole);
        }
        assert!(strip_script("a();\n/* b").is_err());
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
