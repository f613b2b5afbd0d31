//! The results of a tournament for programs: objects of JSON, and records of CSV. The engine says
//! which columns there are.

use std::time::Duration;

use botyard_engine::fault::{FaultKind, printable};
use botyard_engine::tournament::Scoring;
use botyard_engine::tournament::report::{Cell, Column, Results, Row};
use botyard_engine::tournament::statistics::{FieldInterval, FieldRating};
use serde_json::{Map, Value, json};

use super::json::nanoseconds;

/// The participants as JSON: an object for each.
pub fn participants_json(results: &Results<'_>) -> Value {
    let columns = results.data_columns();
    let value = |column: &&Column, row| column.data.map(|data| (data.key.to_owned(), cell_json(&column.cell(row))));
    results
        .rows()
        .iter()
        .map(|row| Value::Object(columns.iter().filter_map(|column| value(column, row)).collect()))
        .collect()
}

/// Adds the time limits that participants have for themselves to a report, if there are any.
pub fn add_own_limits(report: &mut Value, names: &[String], own_limits: &[Option<Duration>]) {
    let own =
        names.iter().zip(own_limits).filter_map(|(name, limit)| Some((name.clone(), nanoseconds((*limit)?).into())));
    let own: Map<_, _> = own.collect();
    if !own.is_empty() {
        report["own_limits_ns"] = Value::Object(own);
    }
}

/// The participants as records of CSV, with the headings as the first one.
pub fn participants_csv(results: &Results<'_>) -> Vec<Vec<String>> {
    let columns = results.data_columns();
    let fields = |row: &Row<'_>| -> Vec<_> {
        let of = |column: &&Column| column.data.map(|data| csv_fields(data.key, &column.cell(row), results.scoring()));
        columns.iter().filter_map(of).flatten().collect()
    };
    let headings = results.rows().first().map(|row| fields(row).into_iter().map(|(heading, _)| heading).collect());
    let records = results.rows().iter().map(|row| fields(row).into_iter().map(|(_, field)| field).collect());
    headings.into_iter().chain(records).collect()
}

fn cell_json(cell: &Cell<'_>) -> Value {
    match cell {
        Cell::Name(name) => json!(name),
        Cell::Count(count) => json!(count),
        Cell::Number(number, _) => json!(number),
        Cell::Places(counts) => json!(counts),
        Cell::Time(time) => json!(nanoseconds(*time)),
        Cell::OfLimit(..) => json!(cell.text()),
        Cell::Rating(rating, _) | Cell::Interval(rating) => rating.as_ref().map_or(Value::Null, rating_json),
        Cell::Faults(faults) => json!(faults),
        Cell::RoundPoints(points) => json!(points),
    }
}

/// The headings of a cell in CSV, with its fields: a value that has parts has a field for each.
fn csv_fields(key: &str, cell: &Cell<'_>, scoring: Scoring) -> Vec<(String, String)> {
    let one = |field: String| vec![(key.to_owned(), field)];
    match cell {
        Cell::Name(name) => vec![("bot".to_owned(), printable(name))],
        Cell::Count(_) | Cell::Time(_) => one(cell_json(cell).to_string()),
        Cell::OfLimit(..) => one(cell.text()),
        Cell::Number(number, format) => one(number.map_or_else(String::new, |number| match format.data_decimals {
            Some(decimals) => format!("{number:.decimals$}"),
            None => number.to_string(),
        })),
        Cell::Places(counts) => (1..)
            .zip(counts)
            .map(|(place, count): (u32, _)| (format!("place_{place}"), format!("{count:.4}")))
            .collect(),
        Cell::Rating(..) | Cell::Interval(_) => {
            let rating = cell_json(cell);
            let number = |part: &str| rating[part].as_f64().map_or_else(String::new, |number| format!("{number:.2}"));
            [("", "value"), ("_low", "low"), ("_high", "high")]
                .map(|(end, part)| (format!("{key}{end}"), number(part)))
                .into()
        }
        Cell::Faults(faults) => FaultKind::ALL
            .map(FaultKind::name)
            .map(|kind| (kind.to_owned(), faults.get(kind).copied().unwrap_or_default().to_string()))
            .into(),
        // Only where they are the points.
        Cell::RoundPoints(points) if scoring == Scoring::Ucc2012 => (1..)
            .zip(points)
            .map(|(number, points): (u64, _)| (format!("round_{number}"), points.to_string()))
            .collect(),
        Cell::RoundPoints(_) => Vec::new(),
    }
}

/// A rating for programs. Unknown values are `null`, and the object has the reason.
pub fn rating_json(rating: &FieldRating) -> Value {
    match rating {
        FieldRating::Unrated(why) => json!({ "value": null, "why": why.to_string() }),
        FieldRating::Rated { value, interval } => match interval {
            FieldInterval::Between(low, high) => json!({ "value": value, "low": low, "high": high }),
            FieldInterval::AtMost(bound) => json!({ "value": value, "low": null, "high": bound }),
            FieldInterval::AtLeast(bound) => json!({ "value": value, "low": bound, "high": null }),
            FieldInterval::Anchor => json!({ "value": value, "low": value, "high": value }),
            FieldInterval::Unknown(why) => json!({ "value": value, "low": null, "high": null, "why": why.to_string() }),
        },
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn a_value_with_parts_has_a_field_for_each() {
        let fields = |key: &str, cell: Cell<'_>| {
            let fields = csv_fields(key, &cell, Scoring::Ucc2012);
            fields.iter().map(|(heading, field)| format!("{heading}={field}")).collect::<Vec<_>>().join(" ")
        };
        let rating = FieldRating::Rated { value: 12.345, interval: FieldInterval::AtLeast(3.0) };
        assert_eq!(fields("rating", Cell::Rating(Some(rating), None)), "rating=12.35 rating_low=3.00 rating_high=");
        assert_eq!(fields("rating", Cell::Rating(None, None)), "rating= rating_low= rating_high=");
        assert_eq!(fields("round_points", Cell::RoundPoints(vec![3, -1])), "round_1=3 round_2=-1");
        assert_eq!(fields("name", Cell::Name("a\u{1b}")), "bot=a\\u{1b}");
        let faults = BTreeMap::from([("timeout", 2)]);
        let all = fields("faults", Cell::Faults(&faults));
        assert!(all.contains("timeout=2") && all.matches("=0").count() + 1 == FaultKind::ALL.len(), "{all}");
        assert_eq!(csv_fields("round_points", &Cell::RoundPoints(vec![3]), Scoring::Standard), []);
    }
}
