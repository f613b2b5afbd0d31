//! A traced turn as lines of JSON: the turn, the steps, the lines with their counts.

use std::io::{self, Write};

use botyard_sandbox::recording::ScriptRecording;
use serde_json::{Map, Value, json};

use super::{PlayerAnswer, TracedTurns};
use crate::cli::output::json::nanoseconds;

/// Writes the trace of a script's turn.
///
/// # Errors
/// If `out` cannot be written to.
pub(super) fn write_steps(out: &mut dyn Write, traced: &TracedTurns<'_>) -> io::Result<()> {
    let mut out = io::BufWriter::new(out);
    let steps: u64 =
        traced.runs.iter().filter_map(|(_, run)| run.script.as_ref()).map(|script| script.step_count).sum();
    let turn = json!({
        "game": traced.now.game(),
        "turn": traced.number,
        "seat": traced.seat.number(),
        "player": traced.player(),
        "answer": traced.answer.as_ref().map(PlayerAnswer::document),
        "charge": traced.charge(),
        "used_ns": nanoseconds(traced.used),
        "recorded_ns": traced.recorded_time().map(nanoseconds),
        "runs": traced.runs.len(),
        "steps": steps,
        "lines": "coarse",
    });
    writeln!(out, "{turn}")?;
    for (number, run) in &traced.runs {
        let Some(script) = &run.script else { continue };
        write_run_steps(&mut out, *number, script, run.end)?;
        for line in script.lines.iter().filter(|line| line.charge + line.visits > 0) {
            let mut document = Map::new();
            document.insert("run".to_owned(), json!(number));
            name_place(&mut document, script, line.function, line.line);
            document.insert("visits".to_owned(), json!(line.visits));
            document.insert("charge".to_owned(), json!(line.charge));
            writeln!(out, "{}", Value::Object(document))?;
        }
    }
    out.flush()
}

fn write_run_steps(out: &mut dyn Write, number: u32, script: &ScriptRecording, end: u64) -> io::Result<()> {
    for (index, step) in script.steps.iter().enumerate() {
        let is_last = step.number + 1 == script.step_count;
        let next = script.steps.get(index + 1).map(|next| next.start).or(is_last.then_some(end));
        let mut document = Map::new();
        document.insert("run".to_owned(), json!(number));
        document.insert("step".to_owned(), json!(step.number));
        document.insert("depth".to_owned(), json!(step.depth));
        if let Some(line) = script.lines.get(step.line as usize) {
            name_place(&mut document, script, line.function, line.line);
        }
        document.insert("charge".to_owned(), json!(next.map(|next| next - step.start)));
        if step.continues {
            document.insert("continues".to_owned(), json!(true));
        }
        if !step.changes.is_empty() {
            let changes = step.changes.iter().map(|change| (change.name.clone(), json!(change.value)));
            document.insert("changed".to_owned(), Value::Object(changes.collect()));
        }
        writeln!(out, "{}", Value::Object(document))?;
    }
    Ok(())
}

fn name_place(document: &mut Map<String, Value>, script: &ScriptRecording, function: u32, line: u32) {
    let function = script.functions.get(function as usize).cloned().unwrap_or_default();
    document.insert("function".to_owned(), json!(function.label()));
    if !function.file.is_empty() {
        document.insert("file".to_owned(), json!(function.file));
        document.insert("line".to_owned(), json!(line));
    }
}
