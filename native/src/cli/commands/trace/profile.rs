//! What each function of a traced turn was charged, in the forms of tools that people use. All
//! charges of a profile add up to the charge of the turn.

use std::collections::HashMap;
use std::io::{self, Write};

use botyard_sandbox::recording::RunRecording;
use serde_json::{Value, json};

use super::TracedTurns;

/// The form of a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum ProfileFormat {
    /// A table of functions, and of a script's lines, the most expensive first
    Table,
    /// A line for each stack, with its charge: for flame graphs
    Collapsed,
    /// A document for speedscope
    Speedscope,
}

/// A function by its name and place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct ProfiledFunction {
    name: String,
    /// The file and the line where it begins; `None` if they are not known.
    place: Option<(String, u32)>,
}

/// The charges of a turn by stacks of functions.
pub(super) struct Profile {
    title: String,
    functions: Vec<ProfiledFunction>,
    numbers: HashMap<ProfiledFunction, usize>,
    /// The functions of each stack by their numbers, the outermost first, with the charge of the
    /// last and the number of its calls.
    stacks: Vec<(Vec<usize>, u64, u64)>,
    /// The lines of a script: the function, the line, the charge and the visits.
    lines: HashMap<(usize, u32), (u64, u64)>,
    has_more_paths: bool,
}

impl Profile {
    /// The profile of a turn. `names` are those of a module's functions.
    pub fn new(traced: &TracedTurns<'_>, names: &[Option<String>]) -> Self {
        let turns = traced.number.map_or_else(|| "all turns".to_owned(), |number| format!("turn {number}"));
        let title = format!("{turns} of {}", traced.player());
        let (functions, numbers, lines) = Default::default();
        let mut profile = Self { title, functions, numbers, stacks: Vec::new(), lines, has_more_paths: false };
        let mut stacks: HashMap<Vec<usize>, (u64, u64)> = HashMap::new();
        for (_, run) in &traced.runs {
            profile.has_more_paths |= run.has_more_paths;
            for path in &run.calls {
                let mut stack: Vec<_> =
                    path.functions.iter().map(|function| profile.number(describe(run, *function, names))).collect();
                if stack.is_empty() {
                    stack.push(profile.number(outside()));
                }
                let sum = stacks.entry(stack).or_default();
                *sum = (sum.0 + path.charge, sum.1 + path.calls);
            }
            for line in run.script.iter().flat_map(|script| &script.lines) {
                let function = profile.number(describe(run, line.function, names));
                let sum = profile.lines.entry((function, line.line)).or_default();
                *sum = (sum.0 + line.charge, sum.1 + line.visits);
            }
        }
        profile.stacks = stacks.into_iter().map(|(stack, (charge, calls))| (stack, charge, calls)).collect();
        profile.stacks.sort();
        profile
    }

    /// Writes the profile.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn write(&self, out: &mut dyn Write, format: ProfileFormat) -> io::Result<()> {
        let mut out = io::BufWriter::new(out);
        match format {
            ProfileFormat::Table => self.write_table(&mut out)?,
            ProfileFormat::Collapsed => self.write_collapsed(&mut out)?,
            ProfileFormat::Speedscope => writeln!(out, "{}", self.speedscope())?,
        }
        out.flush()
    }

    fn number(&mut self, function: ProfiledFunction) -> usize {
        if let Some(known) = self.numbers.get(&function) {
            return *known;
        }
        self.functions.push(function.clone());
        self.numbers.insert(function, self.functions.len() - 1);
        self.functions.len() - 1
    }

    fn charge(&self) -> u64 {
        self.stacks.iter().map(|(_, charge, _)| charge).sum()
    }

    fn write_table(&self, out: &mut dyn Write) -> io::Result<()> {
        let all = self.charge();
        let mut functions: HashMap<usize, (u64, u64, u64)> = HashMap::new();
        for (stack, charge, calls) in &self.stacks {
            let mut counted = Vec::new();
            for function in stack {
                // A function that calls itself is in its stack more than once.
                if !counted.contains(function) {
                    counted.push(*function);
                    functions.entry(*function).or_default().1 += charge;
                }
            }
            if let Some(last) = stack.last() {
                let sum = functions.entry(*last).or_default();
                *sum = (sum.0 + charge, sum.1, sum.2 + calls);
            }
        }
        let mut functions: Vec<_> = functions.into_iter().collect();
        functions.sort_by_key(|(function, (own, with_calls, _))| (std::cmp::Reverse((*own, *with_calls)), *function));
        writeln!(out, "{}: {all} units\n", self.title)?;
        writeln!(out, "{:>14} {:>7} {:>14} {:>10}  function", "own units", "share", "with calls", "calls")?;
        for (function, (own, with_calls, calls)) in functions {
            let share = share_of(own, all);
            let name = self.label(function);
            writeln!(out, "{own:>14} {share:>7} {with_calls:>14} {calls:>10}  {name}")?;
        }
        if self.has_more_paths {
            writeln!(out, "\nThere were too many stacks: some functions are without their callers.")?;
        }
        if self.lines.is_empty() {
            return Ok(());
        }
        let mut lines: Vec<_> = self.lines.iter().filter(|(_, sum)| sum.0 + sum.1 > 0).collect();
        lines.sort_by_key(|(place, (charge, _))| (std::cmp::Reverse(*charge), **place));
        writeln!(out, "\n{:>14} {:>7} {:>10}  line", "units", "share", "visits")?;
        for ((function, line), (charge, visits)) in lines {
            let function = &self.functions[*function];
            let place = function.place.as_ref().map(|(file, _)| format!("{file}:{line}  ")).unwrap_or_default();
            writeln!(out, "{charge:>14} {:>7} {visits:>10}  {place}{}", share_of(*charge, all), function.name)?;
        }
        Ok(())
    }

    fn write_collapsed(&self, out: &mut dyn Write) -> io::Result<()> {
        for (stack, charge, _) in self.stacks.iter().filter(|(_, charge, _)| *charge > 0) {
            // Semicolons separate the functions.
            let names: Vec<_> = stack.iter().map(|function| self.label(*function).replace(';', ",")).collect();
            writeln!(out, "{} {charge}", names.join(";"))?;
        }
        Ok(())
    }

    fn speedscope(&self) -> Value {
        let frames = self.functions.iter().map(|function| match &function.place {
            Some((file, line)) => json!({ "name": function.name, "file": file, "line": line }),
            None => json!({ "name": function.name }),
        });
        let stacks = || self.stacks.iter().filter(|(_, charge, _)| *charge > 0);
        json!({
            "$schema": "https://www.speedscope.app/file-format-schema.json",
            "exporter": "botyard",
            "name": self.title,
            "shared": { "frames": frames.collect::<Vec<_>>() },
            "profiles": [{
                "type": "sampled",
                "name": self.title,
                "unit": "none",
                "startValue": 0,
                "endValue": self.charge(),
                "samples": stacks().map(|(stack, ..)| stack).collect::<Vec<_>>(),
                "weights": stacks().map(|(_, charge, _)| charge).collect::<Vec<_>>(),
            }],
        })
    }

    fn label(&self, function: usize) -> String {
        let function = &self.functions[function];
        match &function.place {
            Some((file, line)) if !function.name.starts_with('(') => format!("{} ({file}:{line})", function.name),
            _ => function.name.clone(),
        }
    }
}

/// Stands for what is charged outside of all functions.
fn outside() -> ProfiledFunction {
    ProfiledFunction { name: "(interpreter)".to_owned(), place: None }
}

fn describe(run: &RunRecording, function: u32, names: &[Option<String>]) -> ProfiledFunction {
    if let Some(script) = &run.script {
        let function = script.functions.get(function as usize).cloned().unwrap_or_default();
        let name = function.label();
        let place = (!function.file.is_empty()).then_some((function.file, function.line));
        return ProfiledFunction { name, place };
    }
    let name = names.get(function as usize).cloned().flatten();
    let name = name.map(|name| format!("{:#}", rustc_demangle::demangle(&name)));
    ProfiledFunction { name: name.unwrap_or_else(|| format!("function {function}")), place: None }
}

fn share_of(part: u64, all: u64) -> String {
    let share = if all == 0 { 0.0 } else { 100.0 * part as f64 / all as f64 };
    format!("{share:.1}%")
}
