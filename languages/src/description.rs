//! What a language declares of itself. Knows no language.

use crate::ScriptLanguage;

/// What the sandbox, its hosts and people need to know of a language. What only some programs need
/// stands beside it, in items of its own.
pub struct ScriptDescription {
    /// Its name in addresses, among the starters, and that of its interpreter's file.
    pub id: &'static str,
    pub name: &'static str,
    pub is_interpreter_large: bool,
    pub build_tool: &'static str,
    /// The language that it is translated into, and the file with the script, of that language, that
    /// translates; `None` if it has an interpreter.
    pub translation: Option<(ScriptLanguage, &'static str)>,
    pub endings: &'static [&'static str],
    pub declarations: Option<&'static str>,
    pub main_file: &'static str,
    pub arguments: &'static [&'static str],
    pub file_line: &'static str,
    /// Bots are kept and sent with this name, so it never changes.
    pub section: &'static [u8],
    pub has_packages: bool,
    pub has_recorded_lines: bool,
    pub system_program: SystemProgram,
    pub can_be_program: bool,
}

/// A program with which people run scripts of a language on their own computers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SystemProgram {
    /// Its name for people.
    pub name: &'static str,
    /// Its name as a command.
    pub command: &'static str,
}

/// How the author of a bot does in a language what advice asks for. Empty where it does not help.
#[derive(Debug)]
pub struct Ways {
    /// Print a line, for which the ellipsis stands.
    pub print_line: &'static str,
    /// Flush what was printed.
    pub flush: &'static str,
    /// Read lines until the input ends.
    pub read_lines: &'static str,
    /// Print to stderr.
    pub print_to_stderr: &'static str,
    /// Read the clock.
    pub read_clock: &'static str,
    /// Find out why the program ended with a status of its own.
    pub find_end: &'static str,
    /// Find the line that trapped: modules only.
    pub find_trap: &'static str,
    /// Find the line at which a signal ended the program: executables only.
    pub find_signal: &'static str,
}
