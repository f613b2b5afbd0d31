//! Compares a text with the written form of a value.

use std::fmt::{self, Display, Write as _};

/// Whether a value's written form is exactly this text. The comparison allocates nothing.
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
