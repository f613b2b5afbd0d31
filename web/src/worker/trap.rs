//! Why a module failed, in the words that every host uses; and what browsers say of it.

use botyard_sandbox::meter::TOO_DEEP;

/// Each browser's words in lower case, and ours.
const WORDS: [(&str, &str); 19] = [
    ("unreachable", ABORTED),
    ("maximum call stack", TOO_DEEP),
    ("too much recursion", TOO_DEEP),
    ("null function", NO_FUNCTION),
    ("signature", NO_FUNCTION),
    ("indirect call", NO_FUNCTION),
    ("call_indirect", NO_FUNCTION),
    ("table index", NO_FUNCTION),
    ("table access", NO_FUNCTION),
    ("memory access out of bounds", NO_MEMORY),
    ("out of bounds memory access", NO_MEMORY),
    ("index out of bounds", NO_MEMORY),
    ("divide by zero", NO_DIVISION),
    ("division by zero", NO_DIVISION),
    ("remainder by zero", NO_DIVISION),
    ("unrepresentable", TOO_LARGE),
    ("integer overflow", TOO_LARGE),
    ("conversion to integer", TOO_LARGE),
    ("out of bounds trunc", TOO_LARGE),
];

pub(super) const ABORTED: &str = "it aborted (unreachable)";
pub(super) const NO_FUNCTION: &str = "it called a function that is none";
pub(super) const NO_MEMORY: &str = "it accessed memory that it does not have";
pub(super) const NO_DIVISION: &str = "it divided by zero";
pub(super) const TOO_LARGE: &str = "a number was too large for its type";

/// What went wrong by a browser's words, as a clause. What no list knows is repeated as the browser says it.
pub(super) fn words(failure: &str) -> String {
    let lower = failure.to_ascii_lowercase();
    let known = WORDS.iter().find(|(theirs, _)| lower.contains(theirs));
    known.map_or_else(|| failure.to_owned(), |(_, ours)| (*ours).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(theirs: [&str; 3], ours: &str) {
        theirs.iter().for_each(|failure| assert_eq!(words(failure), ours, "{failure}"));
    }

    #[test]
    fn all_browsers_say_the_same() {
        check(
            [
                "RuntimeError: unreachable",
                "RuntimeError: unreachable executed",
                "RuntimeError: Unreachable code should not be executed",
            ],
            "it aborted (unreachable)",
        );
        check(
            [
                "RuntimeError: memory access out of bounds",
                "RuntimeError: index out of bounds",
                "RuntimeError: Out of bounds memory access",
            ],
            NO_MEMORY,
        );
        check(
            ["RuntimeError: divide by zero", "RuntimeError: integer divide by zero", "RuntimeError: Division by zero"],
            NO_DIVISION,
        );
        check(
            [
                "RuntimeError: null function or function signature mismatch",
                "RuntimeError: indirect call to null",
                "RuntimeError: call_indirect to a null table entry",
            ],
            NO_FUNCTION,
        );
        check(
            [
                "RuntimeError: float unrepresentable in integer range",
                "RuntimeError: invalid conversion to integer",
                "RuntimeError: Out of bounds Trunc operation",
            ],
            TOO_LARGE,
        );
        check(
            [
                "RangeError: Maximum call stack size exceeded",
                "InternalError: too much recursion",
                "RangeError: Maximum call stack size exceeded.",
            ],
            "its calls went too deep",
        );
    }
}
