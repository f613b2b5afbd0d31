//! The form of a game's own reasons: each has a clause for files, which never changes, and a
//! sentence for people. Knows no game: the reasons are in `games/GAME/reasons.rs`.

/// How a game explains one of its reasons, given as the clause that files hold; `None` if the
/// clause is not one of its reasons, or if people read the clause itself. See
/// [`Game::explain_reason`](crate::game::Game::explain_reason).
pub type ExplainReason = fn(clause: &str) -> Option<ReasonText>;

/// What a game tells people about one of its reasons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReasonText {
    /// The reason as a complete clause: `columns are 1 to 7`.
    pub clause: String,
    /// What the author of the bot can do about it.
    pub remedy: Remedy,
}

/// What helps against a fault, as far as the game knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Remedy {
    /// What helps against all faults of the same kind.
    #[default]
    OfKind,
    /// To print this line: no other is possible.
    PrintLine(&'static str),
    /// To print one of the values that the reason's clause for people lists.
    PrintListed,
    /// This, in the imperative and without a full stop: what the bot printed is allowed under other
    /// settings.
    ChangeSettings(&'static str),
}

/// Defines the reasons of one game as an enum. Each reason has a clause for files, which names the
/// reason's data in the order of its fields, and usually a clause for people, with a [`Remedy`] if
/// it is not that of the kind of fault.
macro_rules! game_reasons {
    (@text) => { None };
    (@text $text:literal) => { $crate::fault::game_reasons!(@text $text, $crate::fault::Remedy::OfKind) };
    (@text $text:literal, $remedy:expr) => {
        Some($crate::fault::ReasonText { clause: format!($text), remedy: $remedy })
    };
    (
        $(#[$doc:meta])*
        pub enum $name:ident {$(
            $(#[$reason_doc:meta])*
            $reason:ident $({ $($(#[$field_doc:meta])* $field:ident: $type:ty),+ $(,)? })?:
            $clause:literal $(=> $text:literal $(, $remedy:expr)?)?;
        )+}
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name {$(
            $(#[$reason_doc])*
            $reason $({ $($(#[$field_doc])* $field: $type),+ })?,
        )+}

        impl $name {
            /// Reads a reason of this game. It is written as exactly this clause again.
            pub fn read(clause: &str) -> Option<Self> {
                let readers: &[fn(&str) -> Option<Self>] = &[$(|clause| {
                    let _values = &mut $crate::fault::read_template($clause, clause)?.into_iter();
                    Some(Self::$reason $({ $($field: _values.next()?.parse().ok()?),+ })?)
                }),+];
                // A number can be written in several ways, and reading takes them all.
                let is_exact = |reason: &Self| $crate::written::is_written(reason, clause);
                readers.iter().find_map(|read| read(clause).filter(is_exact))
            }

            /// What people read about the reason; `None` if it is the clause.
            pub fn explain(self) -> Option<$crate::fault::ReasonText> {
                match self {$(
                    Self::$reason $({ $($field),+ })? => $crate::fault::game_reasons!(@text $($text $(, $remedy)?)?),
                )+}
            }

            /// Checks that these are the clauses of all reasons of the game that explains them so,
            /// and that no other clause is read as one. The clauses are a file format: rows may be
            /// added, but not edited.
            #[cfg(test)]
            fn check_clauses(explain: $crate::fault::ExplainReason, frozen: &[(&str, Self)], others: &[&str]) {
                use $crate::fault::{FaultReason, read_template};
                for &(clause, reason) in frozen {
                    assert_eq!((reason.to_string().as_str(), Self::read(clause)), (clause, Some(reason)));
                    // No reason of all games has the clause.
                    assert_eq!(FaultReason::from(clause), reason.into());
                    // A clause about a greeting ends with the last reason in it.
                    assert!(!clause.contains("`, "), "{clause}");
                    assert_eq!(explain(clause), reason.explain());
                }
                for template in [$($clause),+] {
                    assert!(frozen.iter().any(|(clause, _)| read_template(template, clause).is_some()), "{template}");
                }
                for clause in others {
                    assert_eq!(Self::read(clause), None, "{clause}");
                }
            }
        }

        impl std::fmt::Display for $name {
            /// Writes the clause.
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {$(Self::$reason $({ $($field),+ })? => write!(f, $clause),)+}
            }
        }

        impl From<$name> for $crate::fault::FaultReason {
            fn from(reason: $name) -> Self {
                Self::Other(reason.to_string())
            }
        }
    };
}
pub(crate) use game_reasons;

/// The values that a text has in the places of a template's braces; `None` if the text has another
/// form.
pub(crate) fn read_template<'a>(template: &str, text: &'a str) -> Option<Vec<&'a str>> {
    let mut parts = template.split('{');
    let mut rest = text.strip_prefix(parts.next()?)?;
    let mut values = Vec::new();
    for part in parts {
        let (_, next) = part.split_once('}')?;
        let end = if next.is_empty() { rest.len() } else { rest.find(next)? };
        values.push(&rest[..end]);
        rest = &rest[end + next.len()..];
    }
    rest.is_empty().then_some(values)
}

#[cfg(test)]
mod tests {
    use super::read_template;

    #[test]
    fn a_template_finds_its_values() {
        for (template, text, values) in [
            ("a full column", "a full column", Some(&[][..])),
            ("a full column", "a full column ", None),
            ("{count} integers", "4 integers", Some(&["4"])),
            ("more than {most} of `{letter}`", "more than 5 of `8`", Some(&["5", "8"])),
            ("more than {most} of `{letter}`", "more than 5 of `8", None),
            ("worth {worth}", "worth 148", Some(&["148"])),
        ] {
            assert_eq!(read_template(template, text).as_deref(), values, "{text}");
        }
    }
}
