//! The statistics of two players as text and as JSON. Computes nothing, and says nothing of its own.

use std::io::{self, Write};

use botyard_engine::fault::printable;
use botyard_engine::tournament::report::{
    Precision, Results, Statement, comparison_title, describe_comparison, describe_counts, describe_test,
};
use botyard_engine::tournament::statistics::{Comparison, RatingEstimate, SampleKind, ScoreCounts, Sprt, SprtVerdict};
use serde_json::{Value, json};

/// Writes all results of a comparison, a line for each.
///
/// # Errors
/// If they cannot be written.
pub fn write_comparison(out: &mut dyn Write, comparison: &Comparison) -> io::Result<()> {
    write_statement(out, &describe_counts(&comparison.counts))?;
    describe_comparison(comparison, Precision::FULL).iter().try_for_each(|statement| write_statement(out, statement))
}

/// Writes the statements on results: the first seat, and two participants compared.
///
/// # Errors
/// If they cannot be written.
pub fn write_results(out: &mut dyn Write, results: &Results<'_>, names: &[String]) -> io::Result<()> {
    if let Some(statement) = results.first_seat() {
        write_statement(out, &statement)?;
    }
    if let (Some(comparison), [first, second]) = (results.comparison(), names) {
        writeln!(out, "\n{}:", comparison_title(&printable(first), &printable(second)))?;
        write_comparison(out, &comparison)?;
    }
    Ok(())
}

/// Writes a statement as one line of a list.
///
/// # Errors
/// If it cannot be written.
pub fn write_statement(out: &mut dyn Write, statement: &Statement) -> io::Result<()> {
    writeln!(out, "{:<20}{}", statement.subject, statement.text)
}

/// Writes the state of a sequential test.
///
/// # Errors
/// If it cannot be written.
pub fn write_sprt(out: &mut dyn Write, sprt: &Sprt, counts: &ScoreCounts) -> io::Result<()> {
    write_statement(out, &describe_test(sprt, counts, Precision::FULL))
}

/// All results of a comparison. Unknown values are `null`, and their objects have the reason.
pub fn comparison_json(comparison: &Comparison) -> Value {
    let Comparison { counts, elo, normalized_elo, superiority, draw_ratio, win_ratio } = comparison;
    // The field `draw_ratio` is about games everywhere.
    let of_games = |kind| draw_ratio.filter(|_| counts.kind() == kind);
    json!({
        "counts": counts.counts(),
        "sample": match counts.kind() { SampleKind::Game => "game", SampleKind::Pair => "pair" },
        "games": counts.games(),
        "score": counts.mean(),
        "elo": estimate_json(elo),
        "normalized_elo": estimate_json(normalized_elo),
        "superiority": superiority,
        "draw_ratio": of_games(SampleKind::Game),
        "even_pairs": of_games(SampleKind::Pair),
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
