//! Translates browsers' error messages into the descriptions of traps that all hosts share.

use botyard_driver::StartError;
pub(super) use botyard_sandbox::trap::{ABORTED, BEYOND, NO_DIVISION, NO_FUNCTION, TOO_DEEP, TOO_LARGE};

/// Browsers' messages in lower case, with our descriptions.
const WORDS: [(&str, &str); 15] = [
    ("unreachable", ABORTED),
    ("maximum call stack", TOO_DEEP),
    ("too much recursion", TOO_DEEP),
    ("null function", NO_FUNCTION),
    ("signature", NO_FUNCTION),
    ("indirect call", NO_FUNCTION),
    ("call_indirect", NO_FUNCTION),
    ("divide by zero", NO_DIVISION),
    ("division by zero", NO_DIVISION),
    ("remainder by zero", NO_DIVISION),
    ("unrepresentable", TOO_LARGE),
    ("integer overflow", TOO_LARGE),
    ("conversion to integer", TOO_LARGE),
    ("out of bounds trunc", TOO_LARGE),
    // For memories and tables alike, because not every browser distinguishes them.
    ("out of bounds", BEYOND),
];

/// Describes a failure as a clause. Unknown messages are repeated as they are.
pub(super) fn words(failure: &str) -> String {
    let lower = failure.to_ascii_lowercase();
    let known = WORDS.iter().find(|(theirs, _)| lower.contains(theirs));
    known.map_or_else(|| failure.to_owned(), |(_, ours)| (*ours).to_owned())
}

/// Why a module cannot be instantiated: a trap at its start, or an error of the engine.
pub(super) fn no_instance(engine: &str, failure: &str) -> StartError {
    match words(failure) {
        same if same == failure => {
            StartError::Host { why: format!("the {engine} has no room for it ({failure})"), is_lasting: false }
        }
        ours => StartError::Bot(format!("by a trap: {ours}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(theirs: [&str; 3], ours: &str) {
        theirs.iter().for_each(|failure| assert_eq!(words(failure), ours, "{failure}"));
    }

    #[test]
    fn a_browser_without_room_is_no_fault_of_the_bot() {
        let failures = [
            "RangeError: WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory for new instance",
            "RangeError: could not allocate memory",
        ];
        for failure in failures {
            assert!(matches!(no_instance("browser", failure), StartError::Host { is_lasting: false, .. }), "{failure}");
        }
        assert_eq!(
            no_instance("browser", "RuntimeError: unreachable"),
            StartError::Bot(format!("by a trap: {ABORTED}"))
        );
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
            BEYOND,
        );
        check(
            [
                "WebAssembly.Instance(): data segment 0 is out of bounds (offset 65535, length 2, memory size 65536)",
                "RuntimeError: table index is out of bounds",
                "Out of bounds table access",
            ],
            BEYOND,
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
