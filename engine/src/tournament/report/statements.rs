//! Statements on the results, each with its subject: the first seat, the comparison of two
//! participants, and the sequential test. Computes no statistics.

use super::super::counted_games::CountedGames;
use super::super::statistics::{
    Comparison, EstimateError, FieldRating, FieldRatings, SampleKind, ScoreCounts, Sprt, SprtVerdict, rounded,
};
use super::super::tally::WinDrawLoss;
use super::estimate_text::{Precision, estimate_text, unknown};

/// A statement on the results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// What it is about.
    pub subject: &'static str,
    /// What it says.
    pub text: String,
}

/// The statements on the comparison of two participants: one line for each, in their order.
static COMPARISON: [ComparisonLine; 6] = [
    line("verdict", "verdict", verdict),
    line("score", "score", |one, precision| percentage(one.counts.mean(), precision)),
    line("Elo", "Elo", |one, precision| estimate_text(&one.elo, precision)).help(
        "how much stronger the first bot is: 0 is as strong, +100 scores 64 % of the points, +200 scores 76 %. The range behind it holds \
         the difference with a confidence of 95 %: if all of it is above 0, the first bot is better.",
    ),
    line("normalized Elo", "normalized Elo", |one, precision| estimate_text(&one.normalized_elo, precision)).help(
        "the same difference, measured by how much the results of pairs vary. Draws do not make it smaller, so it says how many \
         games are needed: at twice the number, a quarter of the games show it.",
    ),
    line("likely better", "likely better", likely_better)
        .help("how likely the first bot is the stronger one, by these games."),
    line("drawn games", "even pairs", |one, precision| percentage(one.draw_ratio, precision))
        .help("how many pairs end level: each bot wins one game, or both are drawn."),
];

struct ComparisonLine {
    subject_of_games: &'static str,
    subject_of_pairs: &'static str,
    /// The meaning: the rest of a sentence that begins with the subject.
    help: Option<&'static str>,
    text: fn(&Comparison, Precision) -> String,
}

impl ComparisonLine {
    const fn help(mut self, meaning: &'static str) -> Self {
        self.help = Some(meaning);
        self
    }
}

const fn line(
    subject_of_games: &'static str,
    subject_of_pairs: &'static str,
    text: fn(&Comparison, Precision) -> String,
) -> ComparisonLine {
    ComparisonLine { subject_of_games, subject_of_pairs, help: None, text }
}

/// The statements on pairs that need an explanation, with their meanings.
pub(super) fn meanings() -> impl Iterator<Item = (&'static str, &'static str)> {
    COMPARISON.iter().filter_map(|line| Some((line.subject_of_pairs, line.help?)))
}

/// What is compared with what.
pub fn comparison_title(first: &str, second: &str) -> String {
    format!("{first} compared with {second}")
}

/// The counts on which a comparison is based.
pub fn describe_counts(counts: &ScoreCounts) -> Statement {
    let order = match counts.kind() {
        SampleKind::Game => "wins, draws, losses",
        SampleKind::Pair => "pairs with 0, 1/2, 1, 3/2, 2 points",
    };
    let counted = counts.to_string().replace(',', " ");
    Statement { subject: "games", text: format!("{} ({counted}: {order})", counts.games()) }
}

/// The results of a comparison.
pub fn describe_comparison(comparison: &Comparison, precision: Precision) -> Vec<Statement> {
    let statement = |line: &ComparisonLine| {
        let subject = match comparison.counts.kind() {
            SampleKind::Game => line.subject_of_games,
            SampleKind::Pair => line.subject_of_pairs,
        };
        Statement { subject, text: (line.text)(comparison, precision) }
    };
    COMPARISON.iter().map(statement).chain(describe_win_ratio(comparison)).collect()
}

/// How many wins there are for each loss; `None` if nothing was lost.
fn describe_win_ratio(comparison: &Comparison) -> Option<Statement> {
    let subject = match comparison.counts.kind() {
        SampleKind::Game => "wins per loss",
        SampleKind::Pair => "won pairs per lost",
    };
    Some(Statement { subject, text: format!("{:.2}", comparison.win_ratio?) })
}

/// Which one is better, in words. It never contradicts the numbers behind it: by them, it is likely if
/// the interval of the Elo difference does not hold 0.
fn verdict(comparison: &Comparison, _: Precision) -> String {
    const LIKELY: f64 = 0.975;
    const ALMOST_CERTAIN: f64 = 0.999;
    if comparison.superiority_text(1).is_none() {
        return unknown(comparison.superiority_gap());
    }
    let better = comparison.superiority.unwrap_or(0.5);
    let (word, likelihood) = if better < 0.5 { ("worse", 1.0 - better) } else { ("better", better) };
    match likelihood {
        ALMOST_CERTAIN.. => format!("{word}: almost certain"),
        LIKELY.. => format!("{word}: very likely"),
        _ => "not distinguishable yet".to_owned(),
    }
}

fn percentage(share: Option<f64>, precision: Precision) -> String {
    let decimals = precision.percentage;
    share.map_or_else(|| unknown(EstimateError::NoGames), |share| format!("{:.decimals$} %", 100.0 * share))
}

fn likely_better(comparison: &Comparison, precision: Precision) -> String {
    let text = comparison.superiority_text(precision.percentage);
    text.unwrap_or_else(|| unknown(comparison.superiority_gap()))
}

/// How often the first seat won, and its advantage, if there are ratings; `None` before the first
/// game.
pub(super) fn describe_first_seat(counted: &CountedGames, ratings: Option<&FieldRatings>) -> Option<Statement> {
    let mut all = WinDrawLoss::default();
    for tally in counted.tallies() {
        let seat = tally.seats()[0];
        all.won += seat.won;
        all.drawn += seat.drawn;
        all.lost += seat.lost;
    }
    let share = |count: u64| percentage(Some(count as f64 / all.games() as f64), Precision::BRIEF);
    let worth = ratings.map(|ratings| &ratings.first_seat).filter(|rating| matches!(rating, FieldRating::Rated { .. }));
    let worth = worth.map(|rating| format!(", worth {} (95 %: {})", rating.value_text(), rating.interval_text()));
    (all.games() > 0).then(|| {
        let text = format!("wins {}, draws {}{}", share(all.won), share(all.drawn), worth.unwrap_or_default());
        Statement { subject: "first seat", text }
    })
}

/// The hypotheses of a sequential test and its state.
pub fn describe_test(test: &Sprt, counts: &ScoreCounts, precision: Precision) -> Statement {
    let (elo0, elo1, model) = (test.elo0(), test.elo1(), test.model().name());
    let text = format!("[{elo0}, {elo1}] {model} Elo: {}", test_state(test, counts, precision));
    Statement { subject: "SPRT", text }
}

/// The state of a sequential test: its ratio between the bounds, and what it has decided.
pub fn test_state(test: &Sprt, counts: &ScoreCounts, precision: Precision) -> String {
    let verdict = match test.verdict(counts) {
        SprtVerdict::Continue => format!("not decided whether better by {}", test.elo1()),
        SprtVerdict::AcceptH0 => format!("H0 accepted: not better by {}", test.elo1()),
        SprtVerdict::AcceptH1 => format!("H1 accepted: better by {}", test.elo1()),
    };
    format!("{}, {verdict}", test_ratio(test, counts, precision))
}

/// The log-likelihood ratio of a sequential test between its bounds.
pub fn test_ratio(test: &Sprt, counts: &ScoreCounts, precision: Precision) -> String {
    let ((lower, upper), decimals) = (test.bounds(), precision.log_likelihood);
    let ratio = rounded(test.log_likelihood_ratio(counts), decimals as i32);
    format!("LLR {ratio:.decimals$} of ({lower:.2}, {upper:.2})")
}

#[cfg(test)]
mod tests {
    use super::super::super::statistics::EloModel;
    use super::*;

    fn check(counts: ScoreCounts, precision: Precision, expected: &[(&str, &str)]) {
        let statements = describe_comparison(&Comparison::new(counts), precision);
        let found: Vec<_> = statements.iter().map(|statement| (statement.subject, &*statement.text)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_comparison_has_a_statement_for_each_number() {
        let counts = ScoreCounts::of_pairs([177, 1629, 3083, 1780, 221]);
        let expected = [
            ("verdict", "better: almost certain"),
            ("score", "50.87 %"),
            ("Elo", "+6.03 ± 3.49 (95 %: +2.53 to +9.52)"),
            ("normalized Elo", "+10.01 ± 5.80 (95 %: +4.21 to +15.82)"),
            ("likely better", "99.96 %"),
            ("even pairs", "44.75 %"),
            ("won pairs per lost", "1.11"),
        ];
        check(counts, Precision::FULL, &expected);
        let text = "13780 (177 1629 3083 1780 221: pairs with 0, 1/2, 1, 3/2, 2 points)";
        assert_eq!(describe_counts(&counts), Statement { subject: "games", text: text.to_owned() });
    }

    #[test]
    fn numbers_that_are_unknown_say_why() {
        let none = "n/a: no games";
        let expected =
            ["verdict", "score", "Elo", "normalized Elo", "likely better", "drawn games"].map(|one| (one, none));
        check(ScoreCounts::of_games(0, 0, 0), Precision::BRIEF, &expected);
    }

    #[test]
    fn a_verdict_is_one_of_few() {
        for (pairs, expected) in [
            ([0, 0, 10, 0, 90], "better: almost certain"),
            ([90, 0, 10, 0, 0], "worse: almost certain"),
            ([10, 20, 30, 20, 30], "better: very likely"),
            ([10, 20, 30, 20, 12], "not distinguishable yet"),
        ] {
            let statements = describe_comparison(&Comparison::new(ScoreCounts::of_pairs(pairs)), Precision::BRIEF);
            assert_eq!((statements[0].subject, &*statements[0].text), ("verdict", expected), "{pairs:?}");
        }
    }

    #[test]
    fn a_test_says_what_it_has_decided() {
        let test = Sprt::new(0.0, 3.0, 0.05, 0.05, EloModel::Logistic).expect("two hypotheses");
        let state = |pairs, precision| describe_test(&test, &ScoreCounts::of_pairs(pairs), precision).text;
        assert_eq!(
            state([177, 1629, 3083, 1780, 221], Precision::FULL),
            "[0, 3] logistic Elo: LLR 4.2743 of (-2.94, 2.94), H1 accepted: better by 3"
        );
        assert_eq!(
            state([0; 5], Precision::BRIEF),
            "[0, 3] logistic Elo: LLR 0.00 of (-2.94, 2.94), not decided whether better by 3"
        );
        let lost = state([221, 1780, 3083, 1629, 177], Precision::BRIEF);
        assert!(lost.ends_with("H0 accepted: not better by 3"), "{lost}");
    }
}
