//! Compares a text with what a value is written as.

use std::fmt::{self, Display, Write as _};

/// Whether a value is written exactly so. Nothing is allocated to find that out.
pub(crate) fn is_written(value: &impl Display, text: &str) -> bool {
    struct Rest<'a>(&'a str);
    impl fmt::Write for Rest<'_> {
        fn write_str(&mut self, part: &str) -> fmt::Result {
            self.0 = self.0.strip_prefix(part).ok_or(fmt::Error)?;
            Ok(())
        }
    }
    let mut rest = Rest(text);
    write!(rest, "{value}").is_ok() && rest.0.is_empty()
}
