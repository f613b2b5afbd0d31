//! Which functions can wait, by their names. Knows no program.

use anyhow::{Result, ensure};

/// What a rule decides for the functions that it matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeferralRule {
    /// The function stays in the primary module.
    Keep,
    /// The function can wait.
    Defer,
    /// The function can wait, and so can shared code that is compiled for its type.
    Spread,
}

impl DeferralRule {
    /// Whether the function can wait.
    pub fn defers(self) -> bool {
        self != Self::Keep
    }
}

/// The rules: parts of functions' names, each with its decision.
#[derive(Debug)]
pub struct DeferralRules(Vec<(String, DeferralRule)>);

impl DeferralRules {
    /// Reads the rules, one per line: `PATH` defers the functions that have it in their name,
    /// `+PATH` also defers code compiled for their types, `!PATH` keeps them. If several rules
    /// match a name, the longest counts. `#` begins a comment.
    ///
    /// # Errors
    /// When there is no rule.
    pub fn parse(text: &str) -> Result<Self> {
        let lines = text.lines().map(|line| line.split_once('#').map_or(line, |(rule, _)| rule).trim());
        let rules: Vec<_> = lines.filter(|line| !line.is_empty()).map(rule).collect();
        ensure!(!rules.is_empty(), "no rule says what can wait");
        Ok(Self(rules))
    }

    /// The rule for a function of this name; `None` if no rule matches.
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
