//! Splits a text in Markdown at its headings. Knows no content.

/// The section with this title, below the text's own title; and the text without that section.
pub fn take_section(text: &str, title: &str) -> (String, String) {
    let heading = format!("\n## {title}\n");
    let Some(start) = text.find(&heading).map(|at| at + 1) else { return (String::new(), text.to_owned()) };
    let end = text[start..].find("\n## ").map_or(text.len(), |at| start + at + 1);
    let first = text.lines().next().unwrap_or_default();
    (format!("{first}\n\n{}", &text[start..end]), format!("{}{}", &text[..start], &text[end..]))
}

/// The id of a section in links: lower-case letters, digits and hyphens, as on sites that show
/// Markdown.
pub fn slug(title: &str) -> String {
    let kept = title.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    kept.map(|letter| if letter == ' ' { '-' } else { letter.to_ascii_lowercase() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_taken_out() {
        let text = "# T\n\nIntro.\n\n## A\n\na\n\n### B\n\nb\n\n## C\n\nc\n";
        assert_eq!(
            take_section(text, "A"),
            ("# T\n\n## A\n\na\n\n### B\n\nb\n\n".to_owned(), "# T\n\nIntro.\n\n## C\n\nc\n".to_owned())
        );
        assert_eq!(
            take_section(text, "C"),
            ("# T\n\n## C\n\nc\n".to_owned(), "# T\n\nIntro.\n\n## A\n\na\n\n### B\n\nb\n\n".to_owned())
        );
        assert_eq!(take_section(text, "D"), (String::new(), text.to_owned()));
    }

    #[test]
    fn links_name_sections_by_letters_and_hyphens() {
        assert_eq!(slug("How your words are read"), "how-your-words-are-read");
        assert_eq!(slug("stderr is your bot's chat"), "stderr-is-your-bots-chat");
        assert_eq!(slug("In the page, without installing anything"), "in-the-page-without-installing-anything");
    }
}
