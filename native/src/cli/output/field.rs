//! Tables as text, Markdown and CSV. Knows no bots: the engine makes the tables.

use std::io::{self, Write};

use anstyle::{Effects, Style};
use botyard_engine::fault::printable;
use botyard_engine::tournament::report::{ColumnKind, Table};

use super::column_width::{at_end, at_start, column_width};

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

const HEADING: Style = Style::new().effects(Effects::BOLD);

/// Writes a table with spaces between its columns.
///
/// # Errors
/// If it cannot be written.
pub fn write_text(out: &mut dyn Write, table: &Table) -> io::Result<()> {
    let rows: Vec<Vec<_>> = table.rows.iter().map(|row| row.iter().map(|cell| printable(cell)).collect()).collect();
    let headings: Vec<_> = table.headings.iter().map(|heading| printable(&heading.text)).collect();
    let widths: Vec<_> = (0..headings.len())
        .map(|column| column_width(rows.iter().map(|row| &row[column]).chain([&headings[column]])))
        .collect();
    let line = |cells: &[String]| {
        let padded =
            cells.iter().zip(&widths).zip(&table.headings).map(|((cell, &width), heading)| match heading.kind {
                ColumnKind::Name | ColumnKind::Words => at_start(cell, width),
                ColumnKind::Number => at_end(cell, width),
            });
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    writeln!(out, "{HEADING}{}{HEADING:#}", line(&headings))?;
    rows.iter().try_for_each(|row| writeln!(out, "{}", line(row)))
}

/// Writes a table of Markdown.
///
/// # Errors
/// If it cannot be written.
pub fn write_markdown(out: &mut dyn Write, table: &Table) -> io::Result<()> {
    let line = |cells: &mut dyn Iterator<Item = &String>| {
        // Characters that would end a cell or begin markup are escaped.
        let escaped = cells.map(|cell| markdown(&printable(cell)));
        format!("| {} |", escaped.collect::<Vec<_>>().join(" | "))
    };
    writeln!(out, "{}", line(&mut table.headings.iter().map(|heading| &heading.text)))?;
    let rules = table.headings.iter().map(|heading| match heading.kind {
        ColumnKind::Name | ColumnKind::Words => "---",
        ColumnKind::Number => "--:",
    });
    writeln!(out, "|{}|", rules.collect::<Vec<_>>().join("|"))?;
    table.rows.iter().try_for_each(|row| writeln!(out, "{}", line(&mut row.iter())))
}

/// Writes CSV (RFC 4180). A text that a spreadsheet would compute has an apostrophe before it.
///
/// # Errors
/// If it cannot be written.
pub fn write_csv(out: &mut dyn Write, records: impl IntoIterator<Item = Vec<String>>) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    for record in records {
        writer.write_record(record.iter().map(|cell| inert(cell)))?;
    }
    writer.flush()
}

/// A cell that a spreadsheet shows without computing it. Bots have the names of their files, which
/// come from strangers.
fn inert(cell: &str) -> String {
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && cell.parse::<f64>().is_err();
    if is_formula { format!("'{cell}") } else { cell.to_owned() }
}

#[cfg(test)]
mod tests {
    use botyard_engine::tournament::report::Heading;

    use super::*;

    fn check(write: impl Fn(&mut Vec<u8>, &Table), expected: &str) {
        let headings = [Heading::new("bot", ColumnKind::Name), Heading::new("points", ColumnKind::Number)];
        let rows = [["a|b", "1.5"], ["c, \"d\"", "10.0"]].map(|row| row.map(str::to_owned).to_vec());
        let mut written = Vec::new();
        write(&mut written, &Table { headings: headings.into(), rows: rows.into() });
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
            |out, table| write_text(out, table).expect("it is written"),
            "bot     points\na|b        1.5\nc, \"d\"    10.0\n",
        );
        check(
            |out, table| write_markdown(out, table).expect("it is written"),
            "| bot | points |\n|---|--:|\n| a\\|b | 1.5 |\n| c, \"d\" | 10.0 |\n",
        );
        check(
            |out, table| write_csv(out, table.rows.clone()).expect("it is written"),
            "a|b,1.5\n\"c, \"\"d\"\"\",10.0\n",
        );
    }
}
