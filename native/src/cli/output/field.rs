//! Tables of many bots as text, Markdown and CSV, and ratings as text and as JSON. Computes
//! nothing.

use std::io::{self, Write};

use anstyle::{Effects, Style};
use botyard_engine::fault::printable;
use botyard_engine::tournament::statistics::{FieldInterval, FieldRating};
use serde_json::{Value, json};

use super::column_width::column_width;

/// How a tournament is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldFormat {
    /// For people.
    Text,
    /// One document.
    Json,
    /// One table.
    Csv,
    /// Tables in Markdown.
    Markdown,
}

impl FieldFormat {
    /// Foreign text, such as a bot's name, escaped for this format outside tables.
    pub fn text(self, text: &str) -> String {
        let shown = printable(text);
        match (self, shown.starts_with(['-', '+', '=', '#'])) {
            (Self::Markdown, true) => format!("\\{}", markdown(&shown)),
            (Self::Markdown, false) => markdown(&shown),
            (Self::Text | Self::Json | Self::Csv, _) => shown,
        }
    }
}

/// Escapes the characters that are markup anywhere in a line, but not those that are markup only at
/// its beginning.
fn markdown(text: &str) -> String {
    let is_markup = |c: char| "\\|*_`<>[]~&$".contains(c);
    text.chars().flat_map(|c| is_markup(c).then_some('\\').into_iter().chain([c])).collect()
}

/// Lines of text as a block of Markdown, whatever their content.
pub fn fenced(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}text\n{}\n{fence}", text.trim_end_matches('\n'))
}

/// A table of cells with a heading for each column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextTable {
    headings: Vec<(String, Alignment)>,
    rows: Vec<Vec<String>>,
}

/// The alignment of the text in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alignment {
    /// Names.
    Left,
    /// Numbers.
    Right,
}

const HEADING: Style = Style::new().effects(Effects::BOLD);

impl TextTable {
    /// A table without rows.
    pub fn new(headings: impl IntoIterator<Item = (impl Into<String>, Alignment)>) -> Self {
        let headings = headings.into_iter().map(|(heading, alignment)| (heading.into(), alignment)).collect();
        Self { headings, rows: Vec::new() }
    }

    /// Adds a row: a cell for each heading.
    pub fn add_row(&mut self, cells: Vec<String>) {
        assert_eq!(cells.len(), self.headings.len(), "a cell for each heading");
        self.rows.push(cells);
    }

    /// Writes it with spaces between its columns.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let widths: Vec<_> = (0..self.headings.len())
            .map(|column| column_width(self.rows.iter().map(|row| &row[column]).chain([&self.headings[column].0])))
            .collect();
        let line = |cells: &mut dyn Iterator<Item = &String>| {
            let padded =
                cells.zip(&widths).zip(&self.headings).map(|((cell, &width), (_, alignment))| match alignment {
                    Alignment::Left => format!("{cell:width$}"),
                    Alignment::Right => format!("{cell:>width$}"),
                });
            padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        let headings = line(&mut self.headings.iter().map(|(heading, _)| heading));
        writeln!(out, "{HEADING}{headings}{HEADING:#}")?;
        for row in &self.rows {
            writeln!(out, "{}", line(&mut row.iter()))?;
        }
        Ok(())
    }

    /// Writes it as a table of Markdown.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        let line = |cells: &mut dyn Iterator<Item = &String>| {
            // Characters that would end a cell or begin markup are escaped.
            let escaped = cells.map(|cell| markdown(cell));
            format!("| {} |", escaped.collect::<Vec<_>>().join(" | "))
        };
        writeln!(out, "{}", line(&mut self.headings.iter().map(|(heading, _)| heading)))?;
        let rules = self.headings.iter().map(|(_, alignment)| match alignment {
            Alignment::Left => "---",
            Alignment::Right => "--:",
        });
        writeln!(out, "|{}|", rules.collect::<Vec<_>>().join("|"))?;
        self.rows.iter().try_for_each(|row| writeln!(out, "{}", line(&mut row.iter())))
    }

    /// Writes it as CSV (RFC 4180). A text that a spreadsheet would compute has an apostrophe
    /// before it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut writer = csv::Writer::from_writer(out);
        writer.write_record(self.headings.iter().map(|(heading, _)| heading))?;
        for row in &self.rows {
            writer.write_record(row.iter().map(|cell| inert(cell)))?;
        }
        writer.flush()
    }
}

/// A cell that a spreadsheet shows without computing it. Bots have the names of their files, which
/// come from strangers.
fn inert(cell: &str) -> String {
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && cell.parse::<f64>().is_err();
    if is_formula { format!("'{cell}") } else { cell.to_owned() }
}

/// A rating for programs. Unknown values are `null`, and the object has the reason.
pub fn rating_json(rating: &FieldRating) -> Value {
    match rating {
        FieldRating::Unrated(why) => json!({ "value": null, "why": why.to_string() }),
        FieldRating::Rated { value, interval } => match interval {
            FieldInterval::Between(low, high) => json!({ "value": value, "low": low, "high": high }),
            FieldInterval::AtMost(bound) => json!({ "value": value, "low": null, "high": bound }),
            FieldInterval::AtLeast(bound) => json!({ "value": value, "low": bound, "high": null }),
            FieldInterval::Anchor => json!({ "value": value, "low": value, "high": value }),
            FieldInterval::Unknown(why) => json!({ "value": value, "low": null, "high": null, "why": why.to_string() }),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(write: impl Fn(&TextTable, &mut Vec<u8>), expected: &str) {
        let mut table = TextTable::new([("bot", Alignment::Left), ("points", Alignment::Right)]);
        table.add_row(vec!["a|b".to_owned(), "1.5".to_owned()]);
        table.add_row(vec!["c, \"d\"".to_owned(), "10.0".to_owned()]);
        let mut written = Vec::new();
        write(&table, &mut written);
        assert_eq!(anstream::adapter::strip_str(&String::from_utf8(written).expect("text")).to_string(), expected);
    }

    #[test]
    fn a_spreadsheet_computes_no_name() {
        let names = ["=1+1", "+bot", "-bot", "@bot", "\tbot", "-12.50", "bot=1", ""];
        let inert = names.map(inert);
        assert_eq!(inert, ["'=1+1", "'+bot", "'-bot", "'@bot", "'\tbot", "-12.50", "bot=1", ""]);
    }

    #[test]
    fn no_name_is_markup() {
        let name = "-a|b*c`d`_e <f> [g](h) ~i~ &j; $k$ #l \u{1b}[31m";
        let expected = "\\-a\\|b\\*c\\`d\\`\\_e \\<f\\> \\[g\\](h) \\~i\\~ \\&j; \\$k\\$ #l \\\\u{1b}\\[31m";
        assert_eq!(FieldFormat::Markdown.text(name), expected);
        assert_eq!(FieldFormat::Markdown.text("# a"), "\\# a");
        assert_eq!(FieldFormat::Text.text("a|b\u{1b}[31m"), "a|b\\u{1b}[31m");
        assert_eq!(fenced("a\nb\n"), "```text\na\nb\n```");
        assert_eq!(fenced("```\nb ``"), "````text\n```\nb ``\n````");
    }

    #[test]
    fn a_table_in_all_forms() {
        check(
            |table, out| table.write_text(out).expect("it is written"),
            "bot     points\na|b        1.5\nc, \"d\"    10.0\n",
        );
        check(
            |table, out| table.write_markdown(out).expect("it is written"),
            "| bot | points |\n|---|--:|\n| a\\|b | 1.5 |\n| c, \"d\" | 10.0 |\n",
        );
        check(
            |table, out| table.write_csv(out).expect("it is written"),
            "bot,points\na|b,1.5\n\"c, \"\"d\"\"\",10.0\n",
        );
    }
}
