//! Draws the statements on results, and the state of the sequential test. Decides nothing.

use botyard_engine::tournament::report::{Precision, Results, comparison_title, describe_comparison, test_state};
use botyard_engine::tournament::statistics::{ScoreCounts, Sprt, rounded};

use super::node::{ViewNode, node};
use super::result_parts::list_statements;
use super::series::Series;

/// The statements on the results: the first seat, and two bots compared.
pub(crate) fn statements(series: &Series, results: &Results<'_>) -> ViewNode {
    let mut parts: Vec<_> = results.first_seat().map(|statement| list_statements([statement])).into_iter().collect();
    if let (Some(comparison), [first, second]) = (results.comparison(), &series.names()[..]) {
        parts.push(node("h2").testid("series-compared").text(comparison_title(first, second)));
        parts.push(list_statements(describe_comparison(&comparison, Precision::BRIEF)));
    }
    node("div").with("class", "series-statements").children(parts)
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
    let text = format!("SPRT: {}", test_state(rule, pairs, Precision::BRIEF));
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
