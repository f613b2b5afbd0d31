//! The clauses for the traps of modules. Records hold them, so all hosts use the same clauses and
//! no clause may change. Knows no engine: a host maps its errors to them.

/// It executed `unreachable`, as most languages do to abort.
pub const ABORTED: &str = "it aborted (unreachable)";
/// It called an index of a table that holds no function, or one of another type.
pub const NO_FUNCTION: &str = "it called a function that is none";
/// It used an address that its memory or its table does not have.
pub const BEYOND: &str = "it reached beyond the end of its memory or of a table";
/// It divided an integer by zero.
pub const NO_DIVISION: &str = "it divided by zero";
/// A result does not fit into its type.
pub const TOO_LARGE: &str = "a number was too large for its type";
/// The stack is used up.
pub const TOO_DEEP: &str = "its calls went too deep";
