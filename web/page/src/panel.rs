//! The panels beside the board, and those that have most of the page: what they are called. Knows no
//! content and no layout.

/// A panel of the page: beside the board, on a phone below it, or that of a task or the manual.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Panel {
    /// Seats and the next match. Where there is room they are always there, and this shows the
    /// moves beside them.
    Players,
    /// The list of moves.
    Moves,
    /// The bots' input and output.
    Inspector,
    /// The ladder of the game.
    Ladder,
    /// A series and its results.
    Series,
    /// Cases, and which bots pass them.
    Cases,
    /// A turn of a script, step by step.
    Steps,
    /// The editor, in which a bot is written.
    Write,
    /// The manual.
    Learn,
}

impl Panel {
    /// The panels that can be beside the board in any task, in the order of their tabs.
    pub const BESIDE: [Self; 6] = [Self::Players, Self::Moves, Self::Inspector, Self::Ladder, Self::Cases, Self::Steps];

    /// The end of the name of its tab in the document (`tab-cases`), by which style sheets know it
    /// too (`data-shown`), and the tab's text.
    pub fn tab(self) -> (&'static str, &'static str) {
        match self {
            Self::Players => ("players", "Players"),
            Self::Moves => ("moves", "Moves"),
            Self::Inspector => ("inspector", "Inspector"),
            Self::Ladder => ("ladder", "Ladder"),
            Self::Series => ("series", "Series"),
            Self::Cases => ("cases", "Tests"),
            Self::Steps => ("steps", "Steps"),
            Self::Write => ("write", "Write"),
            Self::Learn => ("learn", "Learn"),
        }
    }

    /// Its name for those who do not see its tab.
    pub fn label(self) -> &'static str {
        match self {
            Self::Write => "Write a bot",
            Self::Learn => "Manual",
            _ => self.tab().1,
        }
    }

    /// Whether what bots read and wrote is looked at in it: a match that was opened without is played
    /// again.
    pub fn shows_words(self) -> bool {
        matches!(self, Self::Inspector | Self::Series | Self::Write)
    }
}
