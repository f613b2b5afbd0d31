//! A table of figures: a row for each measurement, a column for each host.

use std::fmt;
use std::time::Duration;

/// A figure with its unit.
#[derive(Clone, Copy, Debug)]
pub enum Figure {
    Bytes(u64),
    Time(Duration),
    Milliseconds(f64),
    /// Per second.
    Rate(f64),
}

/// The figures of one host, in the order in which they were measured.
pub type FigureColumn = Vec<(&'static str, Figure)>;

#[derive(Default)]
pub struct FigureTable {
    columns: Vec<(String, FigureColumn)>,
}

impl FigureTable {
    pub fn add(&mut self, host: &str, column: FigureColumn) {
        self.columns.push((host.to_owned(), column));
    }

    /// The names of all rows, in the order in which the columns bring them.
    fn rows(&self) -> Vec<&'static str> {
        let mut rows = Vec::new();
        for (name, _) in self.columns.iter().flat_map(|(_, column)| column) {
            if !rows.contains(name) {
                rows.push(*name);
            }
        }
        rows
    }
}

impl fmt::Display for FigureTable {
    /// A Markdown table with aligned columns.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.rows();
        let width = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        write!(f, "| {:width$} |", "")?;
        self.columns.iter().try_for_each(|(host, _)| write!(f, " {host:>10} |"))?;
        write!(f, "\n|-{:-<width$}-|", "")?;
        self.columns.iter().try_for_each(|_| write!(f, "-----------:|"))?;
        for row in rows {
            write!(f, "\n| {row:width$} |")?;
            for (_, column) in &self.columns {
                let figure = column.iter().find(|(name, _)| *name == row);
                write!(f, " {:>10} |", figure.map_or(String::new(), |(_, figure)| figure.to_string()))?;
            }
        }
        writeln!(f)
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Bytes(bytes) if bytes >= 10_000_000 => write!(f, "{:.0} MB", bytes as f64 / 1e6),
            Self::Bytes(bytes) => write!(f, "{:.1} kB", bytes as f64 / 1e3),
            Self::Time(time) => write!(f, "{:.2} s", time.as_secs_f64()),
            Self::Milliseconds(time) => write!(f, "{time:.1} ms"),
            Self::Rate(rate) if rate >= 100.0 => write!(f, "{rate:.0}"),
            Self::Rate(rate) => write!(f, "{rate:.1}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_host_has_not_is_left_empty() {
        let mut table = FigureTable::default();
        let time = Figure::Time(Duration::from_millis(1_230));
        table.add("chromium", vec![("weight", Figure::Bytes(439_200)), ("time", time)]);
        table.add("native", vec![("time", time), ("games/s", Figure::Rate(1_234.5))]);
        let expected = "\
|         |   chromium |     native |
|---------|-----------:|-----------:|
| weight  |   439.2 kB |            |
| time    |     1.23 s |     1.23 s |
| games/s |            |       1234 |
";
        assert_eq!(table.to_string(), expected);
    }
}
