//! The page's small pictures, drawn in a box of 24 by 24 with lines of the text's colour.

use yew::{Html, html};

/// A picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Icon {
    /// A triangle.
    Play,
    /// Two bars.
    Pause,
    /// A square.
    Stop,
    /// To the start.
    First,
    /// A turn back.
    Back,
    /// A turn forward.
    Forward,
    /// To the end.
    Last,
    /// On to a dot.
    Mark,
    /// Two arrows against each other.
    Swap,
    /// An arrow that comes around.
    Again,
    /// An arrow back.
    Undo,
    /// A flag.
    Flag,
    /// A die.
    Dice,
    /// Two sheets.
    Copy,
    /// A sheet with an arrow into it.
    File,
    /// An arrow out of a tray.
    Share,
    /// An open folder.
    Folder,
    /// An arrow down to a line.
    Save,
    /// A question mark.
    Help,
    /// A cross.
    Close,
}

impl Icon {
    const fn path(self) -> &'static str {
        match self {
            Self::Play => "M7 5v14l12-7z",
            Self::Pause => "M8 5v14M16 5v14",
            Self::Stop => "M6 6h12v12H6z",
            Self::First => "M6 5v14M19 5l-9 7 9 7z",
            Self::Back => "M15 5l-8 7 8 7",
            Self::Forward => "M9 5l8 7-8 7",
            Self::Last => "M18 5v14M5 5l9 7-9 7z",
            Self::Mark => "M5 5l8 7-8 7M17 12a2 2 0 1 0 4 0a2 2 0 1 0-4 0",
            Self::Swap => "M4 8h15l-4-4M20 16H5l4 4",
            Self::Again => "M20 12a8 8 0 1 1-2.6-5.9M20 3v5h-5",
            Self::Undo => "M4 9h10a5 5 0 0 1 0 10H9M8 4 3.500 9 8 14",
            Self::Flag => "M6 21V4h12l-3 4.500 3 4.500H6",
            Self::Dice => "M5 5h14v14H5zM9 9h.01M15 9h.01M12 12h.01M9 15h.01M15 15h.01",
            Self::Copy => "M9 9h11v11H9zM15 5V4H4v11h1",
            Self::File => "M13 3H6v18h12V8zM13 3v5h5M12 18v-6M9.500 14.500 12 12l2.500 2.500",
            Self::Share => "M12 15V3M8 6.500 12 3l4 3.500M5 12v8h14v-8",
            Self::Folder => "M3 19V5h6l2 3h8v3M3 19l3-8h16l-3 8z",
            Self::Save => "M12 4v11M8 11.500 12 15l4-3.500M5 20h14",
            Self::Help => {
                "M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0M9.500 9.500a2.500 2.500 0 1 1 3.500 2.300c-.7.3-1 .9-1 1.700M12 17h.01"
            }
            Self::Close => "M6 6l12 12M18 6 6 18",
        }
    }
}

/// Draws a picture. It has no label, because the button that it is on has one.
pub fn icon(icon: Icon) -> Html {
    html! { <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d={icon.path()} /></svg> }
}
