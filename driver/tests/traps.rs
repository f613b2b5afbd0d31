//! The text of a trap for people. Records hold the sandbox's clauses, which never change; the
//! engine knows the unclear one.

use botyard_engine::fault::FaultReason;
use botyard_sandbox::trap;

#[test]
fn a_call_of_a_function_that_is_not_there_is_an_invalid_pointer() {
    let reason = FaultReason::Trap(trap::NO_FUNCTION.into());
    assert_eq!(reason.explain(|_| None), "it crashed: it called an invalid function pointer");
    assert!(reason.to_string().ends_with(trap::NO_FUNCTION), "files keep the clause");
    let reason = FaultReason::Trap(trap::ABORTED.into());
    assert_eq!(reason.explain(|_| None), "it crashed: it aborted (unreachable)");
}
