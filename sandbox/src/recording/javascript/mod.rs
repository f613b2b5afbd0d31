//! The lines and variables of a script, read out of the memory of its interpreter: QuickJS-ng in the
//! build that [`INTERPRETER_SHA256`] names. Only reads: no getter, proxy or `toString` of the script
//! runs because of it.

mod code;
mod heap;
mod layout;
mod observer;
mod values;

use serde::{Deserialize, Serialize};

pub use layout::INTERPRETER_SHA256;
pub(super) use observer::ScriptObserver;

/// What was recorded of a script in a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScriptRecording {
    /// The names of its functions, which [`super::CallPath`] numbers.
    pub functions: Vec<ScriptFunction>,
    /// Its lines, in the order in which they were first reached.
    pub lines: Vec<LineVisits>,
    /// The steps that are kept, in order.
    pub steps: Vec<ScriptStep>,
    /// The number of all steps of the turn.
    pub step_count: u64,
    /// Whether the texts of variables took more room than there is, so that later ones are missing.
    pub lacks_texts: bool,
}

/// A function of a script, or one of the interpreter's own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ScriptFunction {
    /// Its name; empty for a function without one.
    pub name: String,
    /// The file that it is in; empty for one of the interpreter's own.
    pub file: String,
    /// The line where it begins, from 1; 0 for one of the interpreter's own.
    pub line: u32,
}

impl ScriptFunction {
    /// Its name for people.
    pub fn label(&self) -> String {
        match (self.name.as_str(), self.file.as_str()) {
            ("", "") => "(interpreter)".to_owned(),
            ("" | "<eval>" | "<anonymous>", file) => format!("({file}:{})", self.line),
            (name, "") => format!("{name} (built in)"),
            (name, _) => name.to_owned(),
        }
    }
}

/// A line of a script, with what was charged while it ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineVisits {
    /// The number of the function.
    pub function: u32,
    /// The line, from 1; 0 where the interpreter works for no line.
    pub line: u32,
    /// The charge, in units of work.
    pub charge: u64,
    /// How often it was entered.
    pub visits: u64,
}

/// A stretch of a run in one line of one call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScriptStep {
    /// Its number among all steps of the turn, from 0.
    pub number: u64,
    /// The work of the run when it begins.
    pub start: u64,
    /// Its line's number in [`ScriptRecording::lines`].
    pub line: u32,
    /// How many calls are in progress.
    pub depth: u32,
    /// Whether the call begins with it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub begins_call: bool,
    /// Whether it goes on with a line that has made a call.
    #[serde(default, skip_serializing_if = "is_false")]
    pub continues: bool,
    /// The variables of the call whose values are other ones than at the step before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<VariableChange>,
}

/// A variable and its value when a step begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariableChange {
    /// Its name.
    pub name: String,
    /// Its value as short text.
    pub value: String,
}

fn is_false(value: &bool) -> bool {
    !value
}
