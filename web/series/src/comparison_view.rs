//! Draws the comparison of two players: the meaning of the counts, and the state of the sequential
//! test.

use std::fmt::Display;

use botyard_engine::tournament::statistics::{
    Comparison, EstimateError, RatingEstimate, ScoreCounts, Sprt, SprtVerdict, UNKNOWN, rounded,
};

use super::node::{ViewNode, node};
use super::result_parts::list_statements;
use super::series::Series;

/// The statements about the counts, a row for each.
pub(crate) fn statements(series: &Series) -> ViewNode {
    let tally = series.tally();
    let firsts = tally.seats()[0];
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let mut all = Vec::new();
    if firsts.games() > 0 {
        let share = |games: u64| percent(games as f64 / firsts.games() as f64);
        all.push(("first seat", format!("wins {}, draws {}", share(firsts.won), share(firsts.drawn))));
    }
    if let Some(pairs) = tally.pairs() {
        let comparison = Comparison::new(*pairs);
        let Comparison { elo, normalized_elo, draw_ratio, win_ratio, counts, superiority: _ } = comparison;
        let known = |share: Option<f64>| share.map_or_else(|| unknown(EstimateError::NoGames), percent);
        let likely = comparison.superiority_text(1).unwrap_or_else(|| unknown(comparison.superiority_gap()));
        let ratio = win_ratio.map_or_else(|| unknown(comparison.win_ratio_gap()), |ratio| format!("{ratio:.2}"));
        all.extend([
            ("score", known(counts.mean())),
            ("Elo (95 %)", estimate(&elo)),
            ("normalized (95 %)", estimate(&normalized_elo)),
            ("likely better", likely),
            ("even pairs", known(draw_ratio)),
            ("won pairs per lost", ratio),
        ]);
    }
    let names = series.names();
    let caption = (names.len() == 2).then(|| format!("{} compared with {}", names[0], names[1]));
    node("div")
        .with("class", "series-statements")
        .children(caption.map(|caption| node("h2").testid("series-compared").text(caption)))
        .child(list_statements(all))
}

/// That a number is not known, and why.
fn unknown(why: impl Display) -> String {
    format!("{UNKNOWN}: {why}")
}

/// A rating difference as text.
pub(crate) fn estimate(estimate: &RatingEstimate) -> String {
    match estimate.to_show() {
        RatingEstimate::Interval { value, low, high, .. } => {
            let [value, low, high] = [value, low, high].map(|elo| rounded(elo, 0));
            let margin = estimate.margin_to_show().map_or_else(String::new, |margin| format!(" ± {margin:.0}"));
            format!("{value:+.0}{margin} ({low:+.0} to {high:+.0})")
        }
        RatingEstimate::AtMost(bound) => {
            format!("at most {:+.0} (too few points for an interval)", rounded(bound, 0))
        }
        RatingEstimate::AtLeast(bound) => {
            format!("at least {:+.0} (too few points for an interval)", rounded(bound, 0))
        }
        RatingEstimate::Unknown(why) => unknown(why),
    }
}

/// The state and the settings of the sequential test.
pub(crate) fn sprt(series: &Series) -> Option<ViewNode> {
    let pairs = series.tally().pairs()?;
    let test = series.description.test;
    let field = |name: &'static str, label: &str, value: f64| {
        let input = node("input").with("name", name).with("value", value).with("inputmode", "decimal");
        node("label").text(label).child(input.with("aria-label", name).testid(name))
    };
    let mut ends = node("input").with("type", "checkbox").with("name", "ends-series").testid("ends-series");
    if test.ends_series {
        ends = ends.with("checked", "");
    }
    let settings = node("div")
        .with("class", "sprt-settings")
        .child(field("elo0", "SPRT between", test.elo0))
        .child(field("elo1", "and", test.elo1))
        .child(node("span").text("normalized Elo"))
        .child(node("label").child(ends).text("ends the series"));
    let state = test.sprt().map(|rule| sprt_bar(&rule, pairs));
    let node_of_all = node("div").with("class", "sprt").children(state.into_iter().flatten());
    Some(node_of_all.child(settings))
}

/// A bar from the lower bound to the upper one, filled from 0 to the current state of the test.
fn sprt_bar(rule: &Sprt, pairs: &ScoreCounts) -> [ViewNode; 2] {
    let ((lower, upper), ratio) = (rule.bounds(), rounded(rule.log_likelihood_ratio(pairs), 2));
    let verdict = match rule.verdict(pairs) {
        SprtVerdict::Continue => "not decided".to_owned(),
        SprtVerdict::AcceptH0 => format!("not better by {} (H0 accepted)", rule.elo1()),
        SprtVerdict::AcceptH1 => format!("better by {} (H1 accepted)", rule.elo1()),
    };
    let text = format!("SPRT: {verdict}, LLR {ratio:.2} of {lower:.2} to {upper:.2}");
    let place = |ratio: f64| 100.0 * (ratio.clamp(lower, upper) - lower) / (upper - lower);
    let (zero, now) = (place(0.0), place(ratio));
    let rect = |class: &str, from: f64, to: f64| {
        let rect = node("rect").with("class", class).with("x", format!("{from:.2}")).with("y", 0);
        rect.with("width", format!("{:.2}", to - from)).with("height", 8)
    };
    let class = if ratio < 0.0 { "bar-below" } else { "bar-above" };
    let picture = node("svg")
        .with("viewBox", "0 0 100 8")
        .with("preserveAspectRatio", "none")
        .with("role", "img")
        .with("aria-label", &text)
        .child(rect("bar-ground", 0.0, 100.0))
        .child(rect(class, zero.min(now), zero.max(now)))
        .child(rect("bar-zero", zero - 0.4, zero + 0.4));
    [picture, node("p").testid("sprt").text(text)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_beyond_zero_is_unknown() {
        assert_eq!(estimate(&RatingEstimate::AtMost(757.0)), "n/a: one side has too few points");
        assert_eq!(estimate(&RatingEstimate::AtLeast(34.0)), "at least +34 (too few points for an interval)");
    }

    #[test]
    fn equal_bots_differ_by_no_elo() {
        // A score of 1/2 is -0 Elo if it is only computed.
        let estimate = |low, value| estimate(&RatingEstimate::Interval { value, margin: 12.0, low, high: 12.0 });
        assert_eq!(estimate(-12.0, -0.0), "+0 ± 12 (-12 to +12)");
        assert_eq!(estimate(-0.4, -0.3), "+0 ± 6 (+0 to +12)");
    }
}
