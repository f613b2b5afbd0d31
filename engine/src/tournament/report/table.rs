//! Tables for people: headings and texts. Knows no participants.

/// A table for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The headings of the columns.
    pub headings: Vec<Heading>,
    /// The texts of each row: one for each heading.
    pub rows: Vec<Vec<String>>,
}

/// The heading of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// The text; may be empty.
    pub text: String,
    /// What is in the column.
    pub kind: ColumnKind,
}

/// What is in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// The participants' names, which say what a row is about: foreign text.
    Name,
    /// Numbers, which are aligned at their ends.
    Number,
    /// Other texts.
    Words,
}

impl Heading {
    /// A heading.
    pub fn new(text: impl Into<String>, kind: ColumnKind) -> Self {
        Self { text: text.into(), kind }
    }
}
