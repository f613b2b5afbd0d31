//! Converts a page of the manual to HTML. Text is escaped; the only tags that a page may contain
//! are those of folded sections.

use botyard_languages::ScriptLanguage;
use pulldown_cmark::{Alignment, CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use serde::Serialize;

use super::{GameManual, ManualPage, StarterFile, common_pages, page_of_link, sections::slug, starters::FILES};

/// The tags that a page may contain: those of folded sections.
const TAGS: [&str; 4] = ["<details>", "</details>", "<summary>", "</summary>"];
/// The beginning of a link that is only for the page.
const PAGE: &str = "page:";

/// A page as the browser gets it.
#[derive(Debug, Serialize)]
pub struct HtmlPage {
    /// The name in addresses.
    pub name: &'static str,
    /// The title for people.
    pub title: &'static str,
    /// Its HTML without its title.
    pub html: String,
}

/// A file with pages: those of one game, or those of all.
#[derive(Debug, Serialize)]
pub struct HtmlManual {
    /// The game's title; empty for the pages that all games share.
    pub title: &'static str,
    /// The pages in their order.
    pub pages: Vec<HtmlPage>,
    /// The files that can be downloaded.
    pub files: Vec<StarterFile>,
}

/// The pages of a game.
pub fn of_game(manual: GameManual) -> HtmlManual {
    let pages = manual.pages().iter().map(|page| convert(page, Some(manual))).collect();
    HtmlManual { title: manual.title, pages, files: manual.starter_files() }
}

/// The pages that are the same for all games.
pub fn of_all_games() -> HtmlManual {
    HtmlManual { title: "", pages: common_pages().map(|page| convert(&page, None)).collect(), files: Vec::new() }
}

fn convert(page: &ManualPage, game: Option<GameManual>) -> HtmlPage {
    let mut converter = Converter { game, is_in_title: false, has_link: Vec::new(), block: None };
    let events = Parser::new_ext(&page.text, Options::ENABLE_TABLES);
    let events = with_headings(events.collect());
    let events: Vec<_> = events.into_iter().filter_map(|event| converter.event(event)).collect();
    let mut text = String::new();
    html::push_html(&mut text, events.into_iter());
    HtmlPage { name: page.name, title: page.title, html: text }
}

/// Gives each heading the id that links use.
fn with_headings(mut events: Vec<Event<'_>>) -> Vec<Event<'_>> {
    for at in 0..events.len() {
        if !matches!(events[at], Event::Start(Tag::Heading { .. })) {
            continue;
        }
        let inside = events[at + 1..].iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
        let title: String = inside
            .filter_map(|event| match event {
                Event::Text(text) | Event::Code(text) => Some(&**text),
                _ => None,
            })
            .collect();
        if let Event::Start(Tag::Heading { id, .. }) = &mut events[at] {
            *id = Some(format!("manual-{}", slug(&title)).into());
        }
    }
    events
}

struct Converter {
    game: Option<GameManual>,
    /// Whether it is within the page's title, which is left out: the page shows it itself.
    is_in_title: bool,
    /// For each open link, whether it has a target.
    has_link: Vec<bool>,
    /// The code block that is open, and what is in it.
    block: Option<(String, String)>,
}

impl Converter {
    fn event<'a>(&mut self, event: Event<'a>) -> Option<Event<'a>> {
        if self.is_in_title {
            self.is_in_title = event != Event::End(TagEnd::Heading(HeadingLevel::H1));
            return None;
        }
        if let Some((info, code)) = &mut self.block {
            match event {
                Event::Text(text) => code.push_str(&text),
                _ => {
                    let drawn = draw_block(info, code);
                    self.block = None;
                    return Some(Event::Html(drawn.into()));
                }
            }
            return None;
        }
        Some(match event {
            Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }) => {
                self.is_in_title = true;
                return None;
            }
            // The page's title ranks above these headings: they go down one level.
            Event::Start(Tag::Heading { level, id, classes, attrs }) => {
                Event::Start(Tag::Heading { level: below(level), id, classes, attrs })
            }
            Event::End(TagEnd::Heading(level)) => Event::End(TagEnd::Heading(below(level))),
            Event::Start(Tag::CodeBlock(kind)) => {
                let info = if let CodeBlockKind::Fenced(info) = kind { info.into_string() } else { String::new() };
                self.block = Some((info, String::new()));
                return None;
            }
            Event::Start(Tag::Link { dest_url, .. }) => {
                let start = self.link(&dest_url);
                self.has_link.push(start.is_some());
                Event::InlineHtml(start?.into())
            }
            Event::End(TagEnd::Link) => {
                self.has_link.pop().filter(|is_link| *is_link)?;
                Event::InlineHtml("</a>".into())
            }
            // The page allows no style attributes.
            Event::Start(Tag::Table(columns)) => Event::Start(Tag::Table(vec![Alignment::None; columns.len()])),
            // An image's alternative text is enough.
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => return None,
            Event::Html(tags) => Event::Html(only_known_tags(&tags).into()),
            Event::InlineHtml(tags) => Event::InlineHtml(only_known_tags(&tags).into()),
            event => event,
        })
    }

    /// The tag of a link; `None` if the manual lacks its target.
    fn link(&self, link: &str) -> Option<String> {
        if let Some(page) = link.strip_prefix(PAGE) {
            return Some(format!("<a data-page=\"{}\">", escaped(page)));
        }
        if link.starts_with("https://") || link.starts_with("http://") {
            return Some(format!("<a href=\"{}\" target=\"_blank\" rel=\"noreferrer\">", escaped(link)));
        }
        let (game, page) = page_of_link(link, self.game)?;
        let game = game.map_or_else(String::new, |game| format!(" data-game=\"{game}\""));
        Some(format!("<a{game} data-page=\"{}\">", escaped(&page)))
    }
}

const fn below(level: HeadingLevel) -> HeadingLevel {
    match level {
        HeadingLevel::H1 | HeadingLevel::H2 => HeadingLevel::H3,
        HeadingLevel::H3 => HeadingLevel::H4,
        _ => HeadingLevel::H5,
    }
}

/// The tags that are known, and everything else as text.
fn only_known_tags(text: &str) -> String {
    let mut kept = escaped(text);
    for tag in TAGS {
        kept = kept.replace(&escaped(tag), tag);
    }
    kept
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Draws the place of a starter's files. If the editor writes its language, it also has what stands behind
/// the editor's address then.
fn draw_starter(id: &str) -> String {
    let written = ScriptLanguage::ALL.into_iter().find(|language| language.id() == id);
    let address = written.map(|language| match language == ScriptLanguage::default() {
        true => String::new(),
        false => format!("?lang={id}"),
    });
    let address = address.map_or_else(String::new, |address| format!(" data-written=\"{address}\""));
    format!("<p data-starter=\"{}\"{address}></p>\n", escaped(id))
}

/// Draws a block of code. A transcript's input can be tried, and a starter's files downloaded.
fn draw_block(info: &str, code: &str) -> String {
    match info {
        "starter" => draw_starter(code.trim().trim_start_matches(FILES)),
        "transcript" => {
            let lines: String = code.lines().map(draw_line).collect();
            let button = |(seat, input): (usize, String)| {
                let input = escaped(&input).replace('\n', "&#10;");
                format!("<button type=\"button\" class=\"quiet\" data-seat=\"{seat}\" data-input=\"{input}\"></button>")
            };
            let buttons: String = what_is_read(code).into_iter().map(button).collect();
            format!("<figure><pre>{lines}</pre>{buttons}</figure>\n")
        }
        _ => format!("<pre>{}</pre>\n", escaped(code)),
    }
}

/// Draws a line of a transcript, in the style of its kind.
fn draw_line(line: &str) -> String {
    let kind = ["<<", ">>", "<-", "#"]
        .into_iter()
        .find(|mark| line.trim_start_matches(|digit: char| digit.is_ascii_digit()).starts_with(mark));
    let kind = match kind {
        Some("<<" | "<-") => "said",
        Some(">>") => "read",
        _ => "note",
    };
    format!("<span class=\"{kind}\">{}</span>\n", escaped(line))
}

/// The input of the transcript's bot as it is sent, with the seat, counted from 0. Where each
/// question has a run of its own: the input of each run that the transcript contains as a whole.
fn what_is_read(transcript: &str) -> Vec<(usize, String)> {
    let first = transcript.lines().next().unwrap_or_default();
    if transcript.lines().any(|line| line.starts_with(">>")) {
        let seat = usize::from(["player 2", "you are BLUE"].iter().any(|second| first.contains(second)));
        let lines = transcript.lines().filter_map(|line| line.strip_prefix(">>"));
        return vec![(seat, lines.map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line))).collect())];
    }
    let lines = transcript.lines().filter_map(|line| line.split_once(">> "));
    let seat_of = |seat: &str| seat.parse::<usize>().map_or(0, |seat| seat.saturating_sub(1));
    let rows = |line: &str| format!("{}\n", line.replace(" | ", "\n"));
    // Only transcripts with fresh runs have the board (`::`), and these have no end of the match.
    if transcript.lines().any(|line| line.starts_with("::")) {
        let is_whole = |(_, line): &(&str, &str)| !line.trim().is_empty() && !line.ends_with("...");
        // `R` is any number.
        return lines.filter(is_whole).map(|(seat, line)| (seat_of(seat), rows(line).replace("R ", "7 "))).collect();
    }
    let lines: Vec<_> = lines.collect();
    // `...` stands for omitted lines: the first bot whose input is complete is taken.
    let is_cut = |seat: &str| lines.iter().any(|(of, line)| *of == seat && line.ends_with("..."));
    let Some(&(first, _)) = lines.iter().find(|&&(seat, _)| !is_cut(seat)) else { return Vec::new() };
    let own = lines.iter().filter(|(seat, _)| *seat == first);
    vec![(seat_of(first), own.map(|(_, line)| rows(line)).collect())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GAMES;

    fn html_of(text: &'static str) -> String {
        convert(&ManualPage { name: "guide", title: "Guide", text: text.into() }, GameManual::find("stratego")).html
    }

    #[test]
    fn code_is_escaped_and_only_folds_are_tags() {
        assert_eq!(html_of("# Title `x`\n\nA `<b>` & c\n"), "<p>A <code>&lt;b&gt;</code> &amp; c</p>\n");
        assert_eq!(
            html_of("```js\nif (a < b && c) \"x\"\n```\n"),
            "<pre>if (a &lt; b &amp;&amp; c) &quot;x&quot;\n</pre>\n"
        );
        assert_eq!(html_of("    a <script>\n"), "<pre>a &lt;script&gt;\n</pre>\n");
        let folded = html_of("<details><summary>More</summary>\n\ntext\n\n</details>\n");
        assert_eq!(folded, "<details><summary>More</summary>\n<p>text</p>\n</details>\n");
        let foreign = html_of("a <img src=x onerror=y> b\n\n<script>\nalert(1)\n</script>\n");
        assert!(!foreign.contains("<img") && !foreign.contains("<script"), "{foreign}");
    }

    #[test]
    fn links_become_addresses_of_the_page() {
        let text = "[a](writing-a-bot.md#building) [b](connect-four.md) [c](architecture.md) [d](#time) [e](page:write) [f](https://e.org/)";
        assert_eq!(
            html_of(text),
            "<p><a data-page=\"guide/building\">a</a> <a data-game=\"connect-four\" data-page=\"protocol\">b</a> c <a \
             data-page=\"protocol/time\">d</a> <a data-page=\"write\">e</a> <a href=\"https://e.org/\" target=\"_blank\" \
             rel=\"noreferrer\">f</a></p>\n"
        );
    }

    #[test]
    fn sections_have_the_names_that_links_use() {
        assert_eq!(
            html_of("## How `x` is *read*\n### b\n"),
            "<h3 id=\"manual-how-x-is-read\">How <code>x</code> is <em>read</em></h3>\n<h4 id=\"manual-b\">b</h4>\n"
        );
    }

    #[test]
    fn transcripts_can_be_tried() {
        for (transcript, expected) in [
            ("# you are player 2, the match ends TIE\n<< p\n>> 2\n<< ?\n>> 4\n", &[(1, "2\n4\n")][..]),
            ("# you are RED, with -m 2\n>> RED ./b 10 10\n<< x\n>> \n>> START\n", &[(0, "RED ./b 10 10\n\nSTART\n")]),
            ("# map 1 3 2\n1>> 3 1 | 1\n1<< -1\n2>> 3 2 | 1\n1>> 1 | 2\n== 1 2\n", &[(0, "3 1\n1\n1\n2\n")]),
            (
                "# 7/1E5; duration 2\n1>> R 21 0 | 0 0\n1<< 2\n2>> 1 | 0\n3>>\n1>> R 3 ...\n:: 7/1E5\n",
                &[(0, "7 21 0\n0 0\n"), (1, "1\n0\n")],
            ),
            // Regression: `...` was sent as input.
            ("# map 1 3 2\n1>> ...\n1<< x\n1>> 0\n2>> 1 3 2 2 | 0\n== 2 1\n", &[(1, "1 3 2 2\n0\n")]),
            ("# map 1 3 2\n1>> ...\n1<< -1\n2>> 1 3 2 2 | ...\n2<< -1\n1>> 0\n2>> 0\n", &[]),
            ("# nothing\n-- the other exits\n", &[]),
        ] {
            let expected: Vec<_> = expected.iter().map(|(seat, input)| (*seat, (*input).to_owned())).collect();
            assert_eq!(what_is_read(transcript), expected, "{transcript}");
        }
    }

    #[test]
    fn no_input_of_the_manual_is_abbreviated() {
        let pages = GAMES.into_iter().map(of_game).flat_map(|manual| manual.pages);
        let inputs = |page: HtmlPage| -> Vec<String> {
            let parts = page.html.split("data-input=\"").skip(1);
            parts.filter_map(|part| Some(part.split_once('"')?.0.to_owned())).collect()
        };
        let inputs: Vec<_> = pages.flat_map(inputs).collect();
        assert!(inputs.len() > 30, "{}", inputs.len());
        assert!(inputs.iter().all(|input| !input.contains("...")), "{inputs:?}");
    }

    #[test]
    fn nothing_has_a_style_of_its_own() {
        assert!(html_of("| a | b |\n|---:|:--|\n| 1 | 2 |\n").contains("<th>a</th><th>b</th>"));
        let all = GAMES.into_iter().map(of_game).chain([of_all_games()]).flat_map(|manual| manual.pages);
        assert!(all.into_iter().all(|page| !page.html.contains("style=")));
    }

    /// Every link leads to a section that exists.
    #[test]
    fn no_link_leads_nowhere() {
        let common = of_all_games();
        let mut links = 0;
        for manual in GAMES {
            let own = of_game(manual);
            let html_of = |game: &str, name: &str| {
                let found = own.pages.iter().chain(&common.pages).find(|page| page.name == name);
                match GameManual::find(game).filter(|other| other.game != manual.game) {
                    None => found.map(|page| page.html.clone()),
                    Some(other) => {
                        of_game(other).pages.into_iter().find(|page| page.name == name).map(|page| page.html)
                    }
                }
            };
            for page in own.pages.iter().chain(&common.pages) {
                for link in page.html.split("<a ").skip(1).filter_map(|rest| rest.split_once('>')) {
                    let value = |name: &str| {
                        link.0.split_once(&format!("{name}=\"")).and_then(|(_, rest)| rest.split('"').next())
                    };
                    let Some(target) = value("data-page").filter(|target| *target != "write") else { continue };
                    let (name, section) = target.split_once('/').unwrap_or((target, ""));
                    let html = html_of(value("data-game").unwrap_or(manual.game), name);
                    let html = html.unwrap_or_else(|| panic!("{}, {}: no page {target}", manual.game, page.name));
                    assert!(
                        section.is_empty() || html.contains(&format!("id=\"manual-{section}\"")),
                        "{}, {}: {target}",
                        manual.game,
                        page.name
                    );
                    links += 1;
                }
            }
        }
        assert!(links > 50, "{links}");
    }
}
