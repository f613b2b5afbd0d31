//! The list as a text and as a page. Knows no file.

use std::fmt::Write as _;

use super::component::Component;

/// How wide the columns of the text are.
const COLUMNS: [usize; 2] = [44, 44];
const TITLE: &str = "Licences";
const INTRODUCTION: &str = "Botyard is under the MIT licence. The program, the page and the bundled bots contain what is listed here, \
                            under these licences. The texts follow, each once.";
/// The colours are those of `web/css/tokens.css`.
const STYLE: &str = "\
:root { color-scheme: light dark; color: #1a1e27; background: #f4f5f7; }
a { color: #2f5bd3; }
@media (prefers-color-scheme: dark) { :root { color: #eceef3; background: #12141a; } a { color: #8fabff; } }
body { max-width: 60rem; margin: 0 auto; padding: 16px; font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; } h3 { font-size: 1rem; margin-top: 2rem; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 4px 16px 4px 0; text-align: left; vertical-align: top; overflow-wrap: anywhere; border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
th:first-child { width: 40%; }
td a { display: inline-block; min-height: 24px; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 0.875rem/1.5 ui-monospace, monospace; }
";

/// The components with their texts.
pub struct Document {
    components: Vec<Component>,
    /// Each text once, in the order of the components, with the components that are under it.
    texts: Vec<(String, Vec<usize>)>,
}

impl Document {
    /// The document of these components.
    pub fn new(components: Vec<Component>) -> Self {
        let mut texts: Vec<(String, Vec<usize>)> = Vec::new();
        for (index, component) in components.iter().enumerate() {
            match texts.iter_mut().find(|(text, _)| *text == component.text) {
                Some((_, known)) => known.push(index),
                None => texts.push((component.text.clone(), vec![index])),
            }
        }
        Self { components, texts }
    }

    /// The number of components.
    pub fn count(&self) -> usize {
        self.components.len()
    }

    /// The list for a terminal.
    pub fn text(&self) -> String {
        let mut text = INTRODUCTION.replace(". ", ".\n") + "\n\n";
        for component in &self.components {
            let [name, licence] = COLUMNS;
            write(
                &mut text,
                format_args!("{:name$} {:licence$} {}\n", component.name, component.licence, component.places()),
            );
        }
        for (words, indices) in &self.texts {
            write(&mut text, format_args!("\n{}\n{}\n\n{words}\n", "-".repeat(80), self.names(indices)));
        }
        text
    }

    /// The list as a page of its own, which needs no script. It names an icon, so that browsers do
    /// not request favicon.ico.
    pub fn page(&self) -> String {
        let mut page = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Botyard: licences</title>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <link rel=\"icon\" href=\"data:,\">\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
             <main>\n<h1>{TITLE}</h1>\n<p>{INTRODUCTION}</p>\n<table>\n\
             <thead><tr><th scope=\"col\">component</th><th scope=\"col\">licence</th><th scope=\"col\">in</th></tr></thead>\n<tbody>\n"
        );
        for (index, component) in self.components.iter().enumerate() {
            let text = self.texts.iter().position(|(_, indices)| indices.contains(&index)).unwrap_or_default();
            // A long name is broken between its parts, before any part is.
            let [name, licence] =
                [&component.name, &component.licence].map(|words| escaped(words).replace('/', "/<wbr>"));
            write(
                &mut page,
                format_args!(
                    "<tr><td>{name}</td><td><a href=\"#text-{text}\">{licence}</a></td><td>{}</td></tr>\n",
                    component.places()
                ),
            );
        }
        page.push_str("</tbody>\n</table>\n<h2>Texts</h2>\n");
        for (text, (words, indices)) in self.texts.iter().enumerate() {
            let (names, words) = (escaped(&self.names(indices)), escaped(words));
            write(
                &mut page,
                format_args!("<section>\n<h3 id=\"text-{text}\">{names}</h3>\n<pre>{words}</pre>\n</section>\n"),
            );
        }
        page.push_str("</main>\n</body>\n</html>\n");
        page
    }

    fn names(&self, indices: &[usize]) -> String {
        indices.iter().map(|&index| self.components[index].name.as_str()).collect::<Vec<_>>().join(", ")
    }
}

impl Component {
    fn places(&self) -> String {
        self.places.iter().map(|place| place.words()).collect::<Vec<_>>().join(", ")
    }
}

fn write(text: &mut String, words: std::fmt::Arguments<'_>) {
    text.write_fmt(words).expect("text can be appended to text");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::super::component::ComponentPlace;
    use super::*;

    fn document() -> Document {
        let component = |name: &str, text: &str, places: &[ComponentPlace]| Component {
            name: name.to_owned(),
            licence: "MIT".to_owned(),
            chosen: vec!["MIT"],
            authors: Vec::new(),
            text: text.to_owned(),
            places: places.iter().copied().collect(),
        };
        Document::new(vec![
            component("a 1", "By <a@example.com> & others.", &[ComponentPlace::Program]),
            component("b 2", "By nobody.", &[ComponentPlace::Page, ComponentPlace::Program]),
            component("c 3", "By <a@example.com> & others.", &[ComponentPlace::Editor]),
        ])
    }

    #[test]
    fn each_licence_text_is_listed_once_with_all_its_packages() {
        let text = document().text();
        assert_eq!(text.matches("By <a@example.com> & others.").count(), 1);
        assert!(text.contains(&format!("{}\na 1, c 3\n\nBy <a", "-".repeat(80))), "{text}");
        let line = text.lines().find(|line| line.starts_with("b 2 ")).unwrap();
        assert_eq!(line.split_whitespace().collect::<Vec<_>>(), ["b", "2", "MIT", "program,", "page"]);
    }

    #[test]
    fn the_page_leads_from_a_component_to_its_text_and_takes_a_policy() {
        let page = document().page();
        assert!(page.contains("<tr><td>c 3</td><td><a href=\"#text-0\">MIT</a></td><td>editor</td></tr>"), "{page}");
        assert!(
            page.contains("<h3 id=\"text-0\">a 1, c 3</h3>\n<pre>By &lt;a@example.com&gt; &amp; others.</pre>"),
            "{page}"
        );
        assert!(page.contains("<meta charset=\"utf-8\">") && !page.contains(" style=\""), "{page}");
        assert!(page.contains("<link rel=\"icon\" href=\"data:,\">"), "browsers request no favicon.ico: {page}");
    }
}
