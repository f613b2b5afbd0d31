//! Explains the numbers of a series, folded away below them. Computes nothing.

use super::node::{ViewNode, node};

/// Each number's name in the panel, and its meaning.
const MEANINGS: [(&str, &str); 8] = [
    (
        "of limit",
        "how much of the time for an answer the longest one of the bot took: near 100 %, it may be late in other games.",
    ),
    (
        "Elo",
        "how much stronger the first bot is: 0 is as strong, +100 scores 64 % of the points, +200 scores 76 %. The range behind it holds \
         the difference with a confidence of 95 %: if all of it is above 0, the first bot is better.",
    ),
    (
        "normalized",
        "the same difference, measured by how much the results of pairs vary. Draws do not make it smaller, so it says how many \
         games are needed: at twice the number, a quarter of the games show it.",
    ),
    ("likely better", "how likely the first bot is the stronger one, by these games."),
    ("pair", "two games from the same seed, in which the bots change seats, so that a lucky start helps both."),
    ("even pairs", "how many pairs end level: each bot wins one game, or both are drawn."),
    (
        "SPRT",
        "a test that goes on until it is decided: is the first bot better by the second of the two numbers, or by no more than the \
         first? Each answer is wrong in 5 % of all cases at most.",
    ),
    (
        "LLR",
        "where the test stands, the log-likelihood ratio: it begins at 0. At the upper end of the bar the bot is better (H1), at the \
         lower end it is not (H0).",
    ),
];

/// The help.
pub(crate) fn help() -> ViewNode {
    let meanings = MEANINGS.iter().flat_map(|&(name, meaning)| [node("dt").text(name), node("dd").text(meaning)]);
    node("details")
        .with("class", "series-help")
        .child(node("summary").testid("series-help").text("What these numbers say"))
        .child(node("dl").children(meanings))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_has_a_meaning() {
        let drawn = help().into_value().to_string();
        for (name, meaning) in MEANINGS {
            assert!(drawn.contains(name) && meaning.ends_with('.'), "{name}: {meaning}");
        }
    }
}
