//! Drawing tools of the page and its games: parts, form fields, a canvas for maps, numbers as text,
//! and the browser. Knows neither games nor matches.

pub mod browser;
pub mod canvas;
pub mod decimal;
mod field;
mod number;
mod part;
mod select;
mod typed_text;

pub use field::Field;
pub use number::{number, number_field, optional_number};
pub use part::{Part, keyed_part, part};
pub use select::Select;
pub use typed_text::{TypedText, use_typed};
