//! The pages of a report. Every text is escaped where it is written; no page has a script, and none
//! fetches anything.

use botyard_engine::fault::printable;
use botyard_engine::tournament::report::{
    Bracket, BracketMeeting, BracketPlace, BracketRound, ColumnKind, Table, brackets, describe_rounds, game_table,
    tie_break_table, upset_table,
};
use botyard_picture::{Theme, ThemePalette};

use super::chart::rating_chart;
use super::markup::{Element, element};
use super::{GAMES_OF_PAGE, INDEX, ReportData};
use crate::cli::output::field::FieldFormat;

/// A mark near the start of every page.
pub const MARK: &str = "botyard tournament report";
const STYLE: &str = include_str!("style.css");
/// The colours of the pages, as the page's style sheet names them.
const COLOURS: [&str; 8] =
    ["--ground", "--surface", "--sunken", "--line", "--line-strong", "--ink", "--ink-soft", "--accent"];
/// A page may not fetch anything.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";
/// The files beside the pages.
const FILES: [&str; 4] = ["report.md", "standings.csv", "games.csv", "report.json"];

/// The file of the `nth` page of games, from 0.
pub fn games_page_name(nth: usize) -> String {
    format!("games-{}.html", nth + 1)
}

impl ReportData<'_> {
    /// The first page; the games are on this many others.
    pub fn index_page(&self, pages: usize) -> String {
        let results = &self.results;
        let table = |title: &'static str, table: Option<Table>| {
            table.map(|table| section(title, [draw_table(title, &table, &[])]))
        };
        let chart = rating_chart(&self.progress, self.report.names)
            .map(|chart| section("Ratings over the games", [scrolled("Chart of the ratings", chart)]));
        let upsets = (!self.upsets.is_empty()).then(|| {
            let links: Vec<_> = self.upsets.iter().map(|upset| self.address_of(upset.game.number())).collect();
            let title = "Games that ended against the ratings";
            section(title, [draw_table(title, &upset_table(&self.upsets), &links)])
        });
        let journal = self.report.journal_texts(FieldFormat::Json);
        let journal = (!journal.is_empty()).then(|| section("Journal", [list(journal)]));
        let pages = (0..pages).map(|nth| (games_page_name(nth), self.games_title(nth)));
        let files = pages.chain(FILES.map(|file| (file.to_owned(), file.to_owned())));
        let files = files.map(|(file, title)| element("li").child(element("a").with("href", file).text(title)));
        let sections = [self.draw_standings()]
            .into_iter()
            .chain(chart)
            .chain(self.draw_rounds())
            .chain(self.draw_crosstable())
            .chain(table("Points of each round", results.rounds()))
            .chain(upsets)
            .chain(table("Faults by kind", results.fault_kinds()))
            .chain(journal)
            .chain([section("Games and files", [element("ul").children(files)])]);
        document(&self.title(), element("main").child(element("h1").text(self.title())).children(sections))
    }

    /// The `nth` page of games, from 0, of this many.
    pub fn games_page(&self, nth: usize, pages: usize) -> String {
        let first = nth * GAMES_OF_PAGE;
        let last = (first + GAMES_OF_PAGE).min(self.games.len());
        let links: Vec<_> = self.addresses[first..last].iter().map(Option::as_deref).collect();
        let table = draw_table("Games", &game_table(&self.games[first..last]), &links);
        let link = |file: String, text: &str| element("a").with("href", file).text(text);
        let before = (nth > 0).then(|| link(games_page_name(nth - 1), "Before"));
        let next = (nth + 1 < pages).then(|| link(games_page_name(nth + 1), "Next"));
        let links = element("nav").child(link(INDEX.to_owned(), "Report")).children(before).children(next);
        let (title, page_title) = (self.title(), self.games_title(nth));
        let main = element("main").child(links).child(element("h1").text(&title)).child(section(&page_title, [table]));
        document(&format!("{page_title}: {title}"), main)
    }

    /// Which games are on a page, by their numbers.
    fn games_title(&self, nth: usize) -> String {
        let games = self.games.chunks(GAMES_OF_PAGE).nth(nth).unwrap_or_default();
        match (games.first(), games.last()) {
            (Some(first), Some(last)) => format!("Games {} to {}", first.number(), last.number()),
            _ => "Games".to_owned(),
        }
    }

    fn address_of(&self, number: u64) -> Option<&str> {
        let nth = self.games.iter().position(|game| game.number() == number)?;
        self.addresses[nth].as_deref()
    }

    fn draw_standings(&self) -> Element {
        let statements = self.report.statements(&self.results);
        let statements = (!statements.is_empty()).then(|| element("pre").text(statements.trim_end()));
        let remarks = self.report.remark_texts(&self.results, FieldFormat::Json).into_iter();
        let remarks = remarks.map(|remark| element("p").with("class", "remark").text(remark));
        let table = draw_table("Standings", &self.results.table(), &[]);
        section("Standings", [table].into_iter().chain(statements).chain(remarks))
    }

    fn draw_crosstable(&self) -> Option<Element> {
        let crosstable = self.results.crosstable()?;
        let about = element("p").text(format!("{}:", self.report.crosstable_title()));
        let results = [about, draw_table("Crosstable", &crosstable, &[])];
        let points = self.results.mean_points().into_iter().flat_map(|points| {
            let about = "Mean of the points of each row against each column: 1 for a game won, or a place before the other, 1/2 if \
                         level:";
            [element("p").text(about), draw_table("Mean of the points", &points, &[])]
        });
        Some(section("Crosstable", results.into_iter().chain(points)))
    }

    /// The brackets, or the rounds of a format without any.
    fn draw_rounds(&self) -> Vec<Element> {
        let Some(rounds) = self.report.drawn_rounds() else { return Vec::new() };
        let name = |participant: usize| printable(&self.report.names[participant]);
        if rounds.eliminates() {
            let all = brackets(rounds, self.report.counted);
            return all.iter().map(|bracket| section(bracket.title, [draw_bracket(bracket, &name)])).collect();
        }
        let scores = tie_break_table(rounds, &name);
        let scores = scores.map(|table| section("Scores, with byes", [draw_table("Scores", &table, &[])]));
        let rounds = describe_rounds(rounds, self.report.counted, &name).into_iter();
        let rounds = rounds.flat_map(|(title, meetings)| [element("h3").text(title), list(meetings)]);
        scores.into_iter().chain([section("Rounds", rounds)]).collect()
    }
}

fn document(title: &str, main: Element) -> String {
    let meta = |name: &'static str, content: &str| element("meta").with("name", name).with("content", content);
    let policy = element("meta").with("http-equiv", "Content-Security-Policy").with("content", POLICY);
    let head = element("head")
        .child(element("meta").with("charset", "utf-8"))
        .child(meta("generator", MARK))
        .child(element("title").text(title))
        .child(meta("viewport", "width=device-width, initial-scale=1"))
        .child(policy)
        .child(element("style").style_sheet(&style()));
    let page = element("html").with("lang", "en").child(head).child(element("body").child(main));
    format!("<!doctype html>\n{page}\n")
}

/// The style, in the colours of the page: those of the reader's colour scheme, and light ones in print.
fn style() -> String {
    let list = |theme| {
        let palette = ThemePalette::new("", theme);
        COLOURS.map(|name| format!("{name}:{};", palette.colour(name))).concat()
    };
    let [light, dark] = [Theme::Light, Theme::Dark].map(list);
    format!(":root{{{light}}}\n@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}\n{STYLE}")
}

fn section(title: &str, content: impl IntoIterator<Item = Element>) -> Element {
    element("section").child(element("h2").text(title)).children(content)
}

fn list(texts: Vec<String>) -> Element {
    element("ul").children(texts.into_iter().map(|text| element("li").text(text)))
}

/// What may be wider than the screen.
fn scrolled(label: &str, content: Element) -> Element {
    let region = element("div").with("class", "scroll").with("tabindex", 0).with("role", "region");
    region.with("aria-label", label).child(content)
}

/// A table; the first cell of a row is a link where there is an address.
fn draw_table(label: &str, table: &Table, links: &[Option<&str>]) -> Element {
    let cell = |name: &'static str, column: usize| match table.headings[column].kind {
        ColumnKind::Number => element(name).with("class", "number"),
        ColumnKind::Name | ColumnKind::Words => element(name),
    };
    let headings = table
        .headings
        .iter()
        .enumerate()
        .map(|(column, heading)| cell("th", column).with("scope", "col").text(printable(&heading.text)));
    let row = |(nth, cells): (usize, &Vec<String>)| {
        let address = links.get(nth).copied().flatten();
        element("tr").children(cells.iter().enumerate().map(|(column, text)| match address.filter(|_| column == 0) {
            Some(address) => cell("td", column).child(element("a").with("href", address).text(printable(text))),
            None => cell("td", column).text(printable(text)),
        }))
    };
    let head = element("thead").child(element("tr").children(headings));
    let body = element("tbody").children(table.rows.iter().enumerate().map(row));
    scrolled(label, element("table").child(head).child(body))
}

/// A bracket: a column for each round.
fn draw_bracket(bracket: &Bracket, name: &dyn Fn(usize) -> String) -> Element {
    let round = |round: &BracketRound| {
        let meetings = element("ol").children(round.meetings.iter().map(|meeting| draw_meeting(meeting, name)));
        element("div").with("class", "round").child(element("h3").text(&round.title)).child(meetings)
    };
    scrolled(bracket.title, element("div").with("class", "bracket").children(bracket.rounds.iter().map(round)))
}

fn draw_meeting(meeting: &BracketMeeting, name: &dyn Fn(usize) -> String) -> Element {
    let place = |place: &BracketPlace| {
        let points = match place.points {
            Some(points) => element("span").text(points),
            None => element("span").with("class", "soft").text("bye"),
        };
        let class = if place.goes_on { "place goes-on" } else { "place" };
        let name = element("span").text(name(place.participant.index()));
        element("div").with("class", class).child(name).child(points)
    };
    let by_seeding = meeting.by_seeding.then(|| element("div").with("class", "soft").text("level: named first"));
    element("li").children(meeting.places.iter().map(place)).children(by_seeding)
}

#[cfg(test)]
mod tests {
    use botyard_engine::tournament::report::Heading;

    use super::*;

    #[test]
    fn no_name_is_markup_and_no_page_has_a_script() {
        let name = "<script>alert('a')</script>\u{1b}";
        let headings = vec![Heading::new(name, ColumnKind::Name), Heading::new("points", ColumnKind::Number)];
        let rows = vec![vec![name.to_owned(), "1".to_owned()]; 2];
        let table = draw_table("\"><b>", &Table { headings, rows }, &[Some("\"><b>"), None]);
        let page = document(&printable(name), table);
        assert!(!page.contains("<script") && !page.contains("<b>") && !page.contains('\u{1b}'), "{page}");
        assert_eq!(page.matches("<a href=").count(), 1, "{page}");
        assert!(page.contains("@media screen and (prefers-color-scheme:dark){:root{--ground:#12141a;"), "{page}");
    }
}
