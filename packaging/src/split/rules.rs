//! Which functions can wait, by their names. Knows no program.

use anyhow::{Result, ensure};

/// What a path in a function's name says of the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeferralRule {
    /// It stays.
    Keep,
    /// It can wait.
    Defer,
    /// It can wait, and so can shared code that is compiled for its type.
    Spread,
}

impl DeferralRule {
    /// Whether the function can wait.
    pub fn defers(self) -> bool {
        self != Self::Keep
    }
}

/// Parts of functions' names, each with what it says of a function that has it in its name.
#[derive(Debug)]
pub struct DeferralRules(Vec<(String, DeferralRule)>);

impl DeferralRules {
    /// Reads the rules, one in a line: `PATH` defers the functions that have this in their name,
    /// `+PATH` those and what is compiled for their types, `!PATH` none. Where several are in a
    /// name, the longest counts. `#` begins a comment.
    ///
    /// # Errors
    /// When there is no rule.
    pub fn parse(text: &str) -> Result<Self> {
        let lines = text.lines().map(|line| line.split_once('#').map_or(line, |(rule, _)| rule).trim());
        let rules: Vec<_> = lines.filter(|line| !line.is_empty()).map(rule).collect();
        ensure!(!rules.is_empty(), "no rule says what can wait");
        Ok(Self(rules))
    }

    /// What holds for a function of this name; `None` if no rule says anything of it.
    pub fn rule_of(&self, name: &str) -> Option<DeferralRule> {
        let fitting = self.0.iter().filter(|(path, _)| name.contains(path.as_str()));
        fitting.max_by_key(|(path, _)| path.len()).map(|(_, rule)| *rule)
    }
}

fn rule(line: &str) -> (String, DeferralRule) {
    let (path, rule) = match (line.strip_prefix('!'), line.strip_prefix('+')) {
        (Some(path), _) => (path, DeferralRule::Keep),
        (_, Some(path)) => (path, DeferralRule::Spread),
        _ => (line, DeferralRule::Defer),
    };
    (path.to_owned(), rule)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_path_in_a_name_counts() {
        let rules =
            DeferralRules::parse("# The page.\ngames::\n!games::four  # first\n\n+games::four::form\n").unwrap();
        for (name, expected) in [
            ("games::chess::play", Some(DeferralRule::Defer)),
            ("games::four::play", Some(DeferralRule::Keep)),
            ("<games::four::form::Form as yew::Component>::view", Some(DeferralRule::Spread)),
            ("core::fmt::write", None),
        ] {
            assert_eq!(rules.rule_of(name), expected, "{name}");
        }
        assert!(DeferralRules::parse("# nothing\n").is_err());
    }
}
