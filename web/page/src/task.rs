//! What a visitor does on the page: each task has a layout of its own and an address. Knows neither
//! panels nor games.

/// What the visitor does, which decides how the page is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Task {
    /// Watch a match, or play in one: the board has most of the page.
    #[default]
    Watch,
    /// Write a bot: the text has most of the page.
    Write,
    /// Measure bots against each other: the results have most of the page.
    Measure,
}

impl Task {
    /// All tasks, in the order in which the page shows them.
    pub const ALL: [Self; 3] = [Self::Watch, Self::Write, Self::Measure];

    /// Its name on the page.
    pub fn name(self) -> &'static str {
        match self {
            Self::Watch => "Watch",
            Self::Write => "Write",
            Self::Measure => "Measure",
        }
    }

    /// How a game's address ends for this task: `#/connect-four/measure`. Watching has the game's
    /// own address.
    pub fn address_ending(self) -> &'static str {
        match self {
            Self::Watch => "",
            Self::Write => "/write",
            Self::Measure => "/measure",
        }
    }
}
