//! Statistics of two players as text and as JSON. Computes nothing.

use std::fmt::Display;
use std::io::{self, Write};

use botyard_engine::tournament::statistics::{
    Comparison, EstimateError, RatingEstimate, SampleKind, ScoreCounts, Sprt, SprtVerdict, UNKNOWN, rounded,
};
use serde_json::{Value, json};

/// Writes all results of a comparison, a line for each.
pub fn write_comparison(out: &mut dyn Write, comparison: &Comparison) -> io::Result<()> {
    let Comparison { counts, elo, normalized_elo, draw_ratio, win_ratio, superiority: _ } = comparison;
    let percent = |share: &Option<f64>| {
        share.map_or_else(|| unknown(EstimateError::NoGames), |share| format!("{:.2} %", 100.0 * share))
    };
    let (order, draws, ratio) = match counts.kind() {
        SampleKind::Game => ("wins, draws, losses", "drawn games", "wins per loss"),
        SampleKind::Pair => ("pairs with 0, 1/2, 1, 3/2, 2 points", "even pairs", "won pairs per lost"),
    };
    let counted = counts.to_string().replace(',', " ");
    for (what, statement) in [
        ("games", format!("{} ({counted}: {order})", counts.games())),
        ("score", percent(&counts.mean())),
        ("Elo", estimate(elo)),
        ("normalized Elo", estimate(normalized_elo)),
        ("likely better", comparison.superiority_text(2).unwrap_or_else(|| unknown(comparison.superiority_gap()))),
        (draws, percent(draw_ratio)),
        (ratio, win_ratio.map_or_else(|| unknown(comparison.win_ratio_gap()), |ratio| format!("{ratio:.2}"))),
    ] {
        write_statement(out, what, &statement)?;
    }
    Ok(())
}

fn unknown(why: impl Display) -> String {
    format!("{UNKNOWN}: {why}")
}

/// Writes one line of a list of statements.
pub fn write_statement(out: &mut dyn Write, what: &str, statement: &str) -> io::Result<()> {
    writeln!(out, "{what:<20}{statement}")
}

/// A rating difference as text.
pub fn estimate(estimate: &RatingEstimate) -> String {
    match estimate.to_show() {
        RatingEstimate::Interval { value, low, high, .. } => {
            let [value, low, high] = [value, low, high].map(|elo| rounded(elo, 2));
            let margin = estimate.margin_to_show().map_or_else(String::new, |margin| format!(" +- {margin:.2}"));
            format!("{value:+.2}{margin} (95 %: {low:+.2} to {high:+.2})")
        }
        RatingEstimate::AtMost(bound) => {
            format!("at most {:+.0} (95 %; one side has too few points for an interval)", rounded(bound, 0))
        }
        RatingEstimate::AtLeast(bound) => {
            format!("at least {:+.0} (95 %; one side has too few points for an interval)", rounded(bound, 0))
        }
        RatingEstimate::Unknown(why) => format!("{UNKNOWN}: {why}"),
    }
}

/// A rating difference as a shorter text.
pub fn short_estimate(estimate: &RatingEstimate) -> String {
    match estimate.to_show() {
        RatingEstimate::Interval { value, low, high, .. } => {
            let [value, low, high] = [value, low, high].map(|elo| rounded(elo, 0));
            match estimate.margin_to_show() {
                Some(margin) => format!("{value:+.0} +- {margin:.0}"),
                None => format!("{value:+.0} ({low:+.0} to {high:+.0})"),
            }
        }
        RatingEstimate::AtMost(bound) => format!("at most {:+.0}", rounded(bound, 0)),
        RatingEstimate::AtLeast(bound) => format!("at least {:+.0}", rounded(bound, 0)),
        RatingEstimate::Unknown(_) => UNKNOWN.to_owned(),
    }
}

/// Writes the state of a sequential test.
pub fn write_sprt(out: &mut dyn Write, sprt: &Sprt, counts: &ScoreCounts) -> io::Result<()> {
    let ((lower, upper), ratio) = (sprt.bounds(), rounded(sprt.log_likelihood_ratio(counts), 4));
    let (elo0, elo1, model) = (sprt.elo0(), sprt.elo1(), sprt.model().name());
    let verdict = verdict_text(sprt.verdict(counts));
    writeln!(
        out,
        "SPRT             [{elo0}, {elo1}] {model} Elo: LLR {ratio:.4} of ({lower:.2}, {upper:.2}), {verdict}"
    )
}

fn verdict_text(verdict: SprtVerdict) -> &'static str {
    match verdict {
        SprtVerdict::Continue => "not decided",
        SprtVerdict::AcceptH0 => "H0 accepted",
        SprtVerdict::AcceptH1 => "H1 accepted",
    }
}

/// All results of a comparison. Unknown values are `null`, and their objects have the reason.
pub fn comparison_json(comparison: &Comparison) -> Value {
    let Comparison { counts, elo, normalized_elo, superiority, draw_ratio, win_ratio } = comparison;
    json!({
        "counts": counts.counts(),
        "sample": match counts.kind() { SampleKind::Game => "game", SampleKind::Pair => "pair" },
        "games": counts.games(),
        "score": counts.mean(),
        "elo": estimate_json(elo),
        "normalized_elo": estimate_json(normalized_elo),
        "superiority": superiority,
        "draw_ratio": draw_ratio,
        "win_ratio": win_ratio,
    })
}

fn estimate_json(estimate: &RatingEstimate) -> Value {
    match estimate {
        RatingEstimate::Interval { value, margin, low, high } => {
            json!({ "value": value, "margin": margin, "low": low, "high": high })
        }
        RatingEstimate::AtMost(bound) => json!({ "value": null, "high": bound }),
        RatingEstimate::AtLeast(bound) => json!({ "value": null, "low": bound }),
        RatingEstimate::Unknown(why) => json!({ "value": null, "why": why.to_string() }),
    }
}

/// The state of a sequential test.
pub fn sprt_json(sprt: &Sprt, counts: &ScoreCounts) -> Value {
    let (lower, upper) = sprt.bounds();
    json!({
        "elo0": sprt.elo0(),
        "elo1": sprt.elo1(),
        "model": sprt.model().name(),
        "llr": sprt.log_likelihood_ratio(counts),
        "lower": lower,
        "upper": upper,
        "verdict": match sprt.verdict(counts) {
            SprtVerdict::Continue => "continue",
            SprtVerdict::AcceptH0 => "h0",
            SprtVerdict::AcceptH1 => "h1",
        },
    })
}
