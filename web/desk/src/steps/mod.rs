//! A recorded turn of a script, step by step: which step is looked at, the calls in progress there and
//! their variables. Going back is reading. Draws nothing (`view.rs`), and knows no match.

mod view;

use std::collections::BTreeMap;

use botyard_web_protocol::match_worker::{LineVisits, ScriptFunction, ScriptStep, TurnTrace};

pub(crate) use view::{draw, draw_progress};

/// A recorded turn, and the step that is looked at.
pub(crate) struct TurnSteps {
    /// What it is a turn of, as a clause.
    title: String,
    trace: TurnTrace,
    steps: Vec<StepPlace>,
    calls: Vec<Call>,
    at: usize,
}

/// Where a step is in the trace, and the call that it is in.
#[derive(Debug, Clone, Copy)]
struct StepPlace {
    run: usize,
    index: usize,
    call: usize,
}

/// A call of a function.
#[derive(Debug, Clone, Copy)]
struct Call {
    /// The call that it was made from, if that is known.
    parent: Option<usize>,
    /// How many calls were in progress.
    depth: u32,
    run: usize,
    function: u32,
}

/// A place in the script's text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SourceLine {
    pub(crate) file: String,
    pub(crate) line: u32,
}

/// A call in progress.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CallInProgress {
    pub(crate) function: String,
    /// The line that it is in; `None` if it is not one of the script's.
    pub(crate) line: Option<SourceLine>,
    pub(crate) variables: Vec<ShownVariable>,
}

/// A variable with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShownVariable {
    pub(crate) name: String,
    pub(crate) value: String,
    /// The step in which it got this value: the one before it was seen.
    pub(crate) set_in: usize,
    /// Whether the step before the shown one has set it.
    pub(crate) is_new: bool,
}

/// How often a line ran in the whole turn, and what was charged while it did, in units.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct LineCount {
    pub(crate) visits: u64,
    pub(crate) charge: u64,
}

impl TurnSteps {
    /// The first step of a trace is looked at; the last one if the turn has ended with a fault.
    pub(crate) fn new(title: String, trace: TurnTrace, ended_with_fault: bool) -> Self {
        let mut new = Self { title, trace, steps: Vec::new(), calls: Vec::new(), at: 0 };
        for run in 0..new.trace.runs.len() {
            new.follow_calls(run);
        }
        if ended_with_fault {
            new.go(usize::MAX);
        }
        new
    }

    /// Finds the call of each step of a run.
    fn follow_calls(&mut self, run: usize) {
        let Some(script) = &self.trace.runs[run].1.script else { return };
        let mut stack: Vec<usize> = Vec::new();
        for (index, step) in script.steps.iter().enumerate() {
            let function = script.lines.get(step.line as usize).map_or(0, |line| line.function);
            // A function of the interpreter's own may call another one twice in a row.
            let is_over = |call: &Call| call.depth > step.depth || call.depth == step.depth && step.begins_call;
            while stack.last().is_some_and(|call| is_over(&self.calls[*call])) {
                stack.pop();
            }
            let known = stack.last().copied().filter(|call| self.calls[*call].depth == step.depth);
            let call = known.unwrap_or_else(|| {
                self.calls.push(Call { parent: stack.last().copied(), depth: step.depth, run, function });
                stack.push(self.calls.len() - 1);
                self.calls.len() - 1
            });
            self.steps.push(StepPlace { run, index, call });
        }
    }

    /// How many steps are here.
    pub(crate) fn count(&self) -> usize {
        self.steps.len()
    }

    /// The step that is looked at, from 0 among those that are here.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Looks at another step; at the nearest if it is not here.
    pub(crate) fn go(&mut self, step: usize) {
        self.at = step.min(self.steps.len().saturating_sub(1));
    }

    pub(crate) fn go_forward(&mut self) {
        self.go(self.at + 1);
    }

    pub(crate) fn go_back(&mut self) {
        self.go(self.at.saturating_sub(1));
    }

    /// Goes to the next step that is not in a call from the shown line.
    pub(crate) fn go_over(&mut self) {
        let depth = self.step(self.at).map_or(0, |step| step.depth);
        let run = self.steps.get(self.at).map(|place| place.run);
        let is_beyond = |step: &usize| {
            self.steps.get(*step).map(|place| place.run) != run
                || self.step(*step).is_some_and(|step| step.depth <= depth)
        };
        let next = (self.at + 1..self.steps.len()).find(is_beyond);
        self.go(next.unwrap_or(usize::MAX));
    }

    /// Goes to the next run of a line. Stays if there is none.
    pub(crate) fn go_to_next_run(&mut self, line: &SourceLine) {
        let next = (self.at + 1..self.steps.len()).find(|step| self.enters(*step, line));
        self.at = next.unwrap_or(self.at);
    }

    /// Goes to the last run of a line before the shown step. Stays if there is none.
    pub(crate) fn go_to_last_run(&mut self, line: &SourceLine) {
        let last = (0..self.at).rev().find(|step| self.enters(*step, line));
        self.at = last.unwrap_or(self.at);
    }

    /// Goes to the next run of a line, or to its first if there is none after the shown step.
    pub(crate) fn go_around_to(&mut self, line: &SourceLine) {
        let after = self.at + 1..self.steps.len();
        let found = after.chain(0..self.at).find(|step| self.enters(*step, line));
        self.at = found.unwrap_or(self.at);
    }

    fn enters(&self, step: usize, line: &SourceLine) -> bool {
        self.step(step).is_some_and(|step| !step.continues) && self.line_of(step).as_ref() == Some(line)
    }

    /// The line that the shown step runs; `None` if it is not one of the script's.
    pub(crate) fn line(&self) -> Option<SourceLine> {
        self.line_of(self.at)
    }

    fn line_of(&self, step: usize) -> Option<SourceLine> {
        let place = self.steps.get(step)?;
        let script = self.trace.runs[place.run].1.script.as_ref()?;
        let line = script.lines.get(self.step(step)?.line as usize)?;
        let file = &script.functions.get(line.function as usize)?.file;
        (!file.is_empty()).then(|| SourceLine { file: file.clone(), line: line.line })
    }

    fn step(&self, step: usize) -> Option<&ScriptStep> {
        let place = self.steps.get(step)?;
        self.trace.runs[place.run].1.script.as_ref()?.steps.get(place.index)
    }

    /// What the shown step was charged, in units; `None` if the step after it is not here.
    pub(crate) fn charge(&self) -> Option<u64> {
        let place = self.steps.get(self.at)?;
        let recording = &self.trace.runs[place.run].1;
        let script = recording.script.as_ref()?;
        let step = script.steps.get(place.index)?;
        let is_last = step.number + 1 == script.step_count;
        let end = script.steps.get(place.index + 1).map(|next| next.start).or(is_last.then_some(recording.end));
        end.map(|end| end - step.start)
    }

    /// The number of the shown step among all of its run's, from 0, and how many these are.
    pub(crate) fn number(&self) -> Option<(u64, u64)> {
        let place = self.steps.get(self.at)?;
        let script = self.trace.runs[place.run].1.script.as_ref()?;
        Some((self.step(self.at)?.number, script.step_count))
    }

    /// The calls in progress at the shown step, the innermost first.
    pub(crate) fn calls(&self) -> Vec<CallInProgress> {
        let mut calls = Vec::new();
        let mut next = self.steps.get(self.at).map(|place| place.call);
        let mut seen = self.at;
        while let Some(call) = next {
            // The last step in it: its line has made the call below.
            seen = (0..=seen).rev().find(|step| self.steps[*step].call == call).unwrap_or(seen);
            let (function, line) = (self.function_of(call).label(), self.line_of(seen));
            calls.push(CallInProgress { function, line, variables: self.variables(call) });
            next = self.calls[call].parent;
        }
        calls
    }

    fn function_of(&self, call: usize) -> ScriptFunction {
        let Call { run, function, .. } = self.calls[call];
        let script = self.trace.runs[run].1.script.as_ref();
        script.and_then(|script| script.functions.get(function as usize)).cloned().unwrap_or_default()
    }

    /// The variables of a call at the shown step, in the order in which they were seen.
    fn variables(&self, call: usize) -> Vec<ShownVariable> {
        let mut variables: Vec<ShownVariable> = Vec::new();
        for step in (0..=self.at).filter(|step| self.steps[*step].call == call) {
            for change in self.step(step).into_iter().flat_map(|step| &step.changes) {
                let known = variables.iter().position(|known| known.name == change.name);
                let variable = ShownVariable {
                    name: change.name.clone(),
                    value: change.value.clone(),
                    set_in: step.saturating_sub(1),
                    is_new: step == self.at,
                };
                match known {
                    Some(place) => variables[place] = variable,
                    None => variables.push(variable),
                }
            }
        }
        variables
    }

    /// Goes to where a variable of the innermost call got its value.
    pub(crate) fn go_to_value(&mut self, name: &str) {
        let call = self.steps.get(self.at).map(|place| place.call);
        let variables = call.map(|call| self.variables(call)).unwrap_or_default();
        if let Some(variable) = variables.iter().find(|variable| variable.name == name) {
            self.at = variable.set_in;
        }
    }

    /// The text of a file of the script, line by line; `None` if it is not there.
    pub(crate) fn source(&self, file: &str) -> Option<impl Iterator<Item = &str>> {
        self.trace.files.iter().find(|(name, _)| name == file).map(|(_, text)| text.lines())
    }

    /// How often the lines of a file ran.
    pub(crate) fn count_lines(&self, file: &str) -> BTreeMap<u32, LineCount> {
        let mut counts = BTreeMap::<u32, LineCount>::new();
        for script in self.trace.runs.iter().filter_map(|(_, run)| run.script.as_ref()) {
            let is_here = |line: &&LineVisits| {
                script.functions.get(line.function as usize).is_some_and(|function| function.file == file)
            };
            for line in script.lines.iter().filter(is_here) {
                let count = counts.entry(line.line).or_default();
                count.visits += line.visits;
                count.charge += line.charge;
            }
        }
        counts
    }

    /// Whether there are steps before those that are here.
    pub(crate) fn has_earlier(&self) -> bool {
        self.step(0).is_some_and(|first| first.number > 0)
    }

    /// Whether there are steps after those that are here.
    pub(crate) fn has_later(&self) -> bool {
        let scripts = self.trace.runs.iter().filter_map(|(_, run)| run.script.as_ref());
        scripts
            .filter_map(|script| Some((script.steps.last()?, script.step_count)))
            .any(|(last, count)| last.number + 1 < count)
    }

    /// The charge of the turn, in units.
    pub(crate) fn turn_charge(&self) -> u64 {
        self.trace.runs.iter().map(|(_, run)| run.end - run.start).sum()
    }

    /// Whether values are missing, because there were too many.
    pub(crate) fn lacks_values(&self) -> bool {
        self.trace.runs.iter().filter_map(|(_, run)| run.script.as_ref()).any(|script| script.lacks_texts)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use botyard_web_protocol::match_worker::{RunRecording, ScriptRecording, VariableChange};

    use super::*;

    const TEXT: &str = "let turn = 0;\nfunction double(n) {\n  return n * 2;\n}\nprint(double(turn));\n";

    fn change(name: &str, value: &str) -> VariableChange {
        VariableChange { name: name.to_owned(), value: value.to_owned() }
    }

    /// A turn that runs lines 1 and 5; line 5 calls a function in line 3 twice, and goes on.
    pub(crate) fn trace() -> TurnTrace {
        let function = |name: &str, line| ScriptFunction { name: name.to_owned(), file: "bot.js".to_owned(), line };
        let line = |function, line, visits| LineVisits { function, line, charge: 10 * visits, visits };
        let step = |number: u64, line, depth, begins_call, continues, changes: &[(&str, &str)]| ScriptStep {
            number,
            start: 100 + 10 * number,
            line,
            depth,
            begins_call,
            continues,
            changes: changes.iter().map(|(name, value)| change(name, value)).collect(),
        };
        let script = ScriptRecording {
            functions: vec![function("<eval>", 1), function("double", 2)],
            lines: vec![line(0, 1, 1), line(0, 5, 1), line(1, 3, 2)],
            steps: vec![
                step(0, 0, 1, false, true, &[]),
                step(1, 1, 1, false, false, &[("turn", "1")]),
                step(2, 2, 2, true, false, &[("n", "1")]),
                step(3, 2, 2, true, false, &[("n", "2")]),
                step(4, 1, 1, false, true, &[("turn", "2")]),
            ],
            step_count: 5,
            lacks_texts: false,
        };
        let run = RunRecording { start: 100, end: 150, script: Some(script), ..RunRecording::default() };
        TurnTrace { runs: vec![(0, run)], files: vec![("bot.js".to_owned(), TEXT.to_owned())], followed: 3, turns: 3 }
    }

    fn steps() -> TurnSteps {
        TurnSteps::new("turn 3 of bot.js".to_owned(), trace(), false)
    }

    fn line(line: u32) -> SourceLine {
        SourceLine { file: "bot.js".to_owned(), line }
    }

    fn values(call: &CallInProgress) -> Vec<(&str, &str, bool)> {
        call.variables.iter().map(|known| (known.name.as_str(), known.value.as_str(), known.is_new)).collect()
    }

    #[test]
    fn calls_have_their_lines_and_variables() {
        let mut steps = steps();
        steps.go(2);
        let calls = steps.calls();
        assert_eq!(calls.iter().map(|call| call.function.as_str()).collect::<Vec<_>>(), ["double", "(bot.js:1)"]);
        assert_eq!(calls.iter().map(|call| call.line.clone()).collect::<Vec<_>>(), [Some(line(3)), Some(line(5))]);
        assert_eq!((values(&calls[0]), values(&calls[1])), (vec![("n", "1", true)], vec![("turn", "1", false)]));
        steps.go_forward();
        assert_eq!(values(&steps.calls()[0]), [("n", "2", true)], "another call of the same function");
        steps.go_forward();
        let calls = steps.calls();
        assert_eq!((calls.len(), values(&calls[0])), (1, vec![("turn", "2", true)]));
    }

    #[test]
    fn steps_are_gone_through_in_both_directions() {
        let mut steps = steps();
        assert_eq!((steps.at(), steps.line(), steps.charge()), (0, Some(line(1)), Some(10)));
        steps.go_back();
        assert_eq!(steps.at(), 0);
        steps.go(1);
        steps.go_over();
        assert_eq!((steps.at(), steps.line()), (4, Some(line(5))), "not into the calls of the line");
        steps.go_forward();
        assert_eq!((steps.at(), steps.charge()), (4, Some(10)), "there is no further step");
        steps.go_to_last_run(&line(3));
        assert_eq!(steps.at(), 3);
        steps.go_to_last_run(&line(3));
        assert_eq!(steps.at(), 2);
        steps.go_to_last_run(&line(3));
        assert_eq!(steps.at(), 2, "there is none before");
        steps.go_to_next_run(&line(3));
        assert_eq!(steps.at(), 3);
        steps.go_to_next_run(&line(5));
        assert_eq!(steps.at(), 3, "a line that goes on does not run again");
    }

    #[test]
    fn a_value_leads_to_the_step_that_has_set_it() {
        let mut steps = steps();
        steps.go(4);
        steps.go_to_value("turn");
        assert_eq!(steps.at(), 3);
        steps.go(3);
        steps.go_to_value("unknown");
        assert_eq!(steps.at(), 3);
    }

    #[test]
    fn a_fault_is_shown_where_it_happened() {
        let steps = TurnSteps::new(String::new(), trace(), true);
        assert_eq!((steps.at(), steps.number()), (4, Some((4, 5))));
    }

    #[test]
    fn lines_are_counted_in_the_whole_turn() {
        let counts = steps().count_lines("bot.js");
        assert_eq!(counts.get(&3), Some(&LineCount { visits: 2, charge: 20 }));
        assert_eq!((counts.len(), steps().turn_charge()), (3, 50));
        assert!(steps().count_lines("other.js").is_empty());
    }

    #[test]
    fn a_trace_without_steps_is_harmless() {
        let mut steps = TurnSteps::new(String::new(), TurnTrace::default(), true);
        for act in [TurnSteps::go_forward, TurnSteps::go_back, TurnSteps::go_over] {
            act(&mut steps);
        }
        steps.go_to_value("n");
        assert_eq!((steps.at(), steps.count(), steps.calls(), steps.line()), (0, 0, Vec::new(), None));
    }
}
