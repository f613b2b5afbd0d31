//! The clauses as they are in files, links and logs. They never change: rows may be added, but
//! not edited.

use super::*;

fn from(clause: &str) -> FaultReason {
    clause.into()
}

/// Checks that a reason has this clause everywhere, and that the clause is read as this reason.
fn check(reason: &FaultReason, clause: &str) {
    assert_eq!(reason.to_string(), clause);
    assert_eq!(FaultReason::from(clause), *reason, "{clause}");
    let json = serde_json::to_string(reason).expect("a string");
    assert_eq!(json, serde_json::to_string(clause).expect("a string"));
    assert_eq!(serde_json::from_str::<FaultReason>(&json).expect("a string"), *reason);
}

macro_rules! frozen {
    ($($name:ident: $clause:literal = $reason:expr;)+) => {
        $(
            #[test]
            fn $name() {
                use FaultReason::*;
                check(&$reason, $clause);
            }
        )+

        /// Every reason that is found by a whole clause is in the table.
        #[test]
        fn the_table_has_every_plain_reason() {
            let frozen = [$($clause),+];
            for reason in PLAIN {
                assert!(frozen.contains(&reason.to_string().as_str()), "{reason:?}");
            }
        }
    };
}

frozen! {
    unstated: "" = Unstated;
    computing: "as it was still computing" = Computing;
    sleeping: "as it was sleeping" = Sleeping;
    waiting_for_input: "as it waits for input instead" = WaitingForInput;
    closed_stdout: "as it has closed its stdout" = ClosedStdout;
    time_limit: "which was 2.000000 seconds" = TimeLimit("2.000000".to_owned());
    exit_status: "with exit status 3" = ExitStatus(3);
    negative_exit_status: "with exit status -1073741819" = ExitStatus(-1_073_741_819);
    signal: "killed by signal 11" = Signal(11);
    trap: "by a trap: it aborted (unreachable)" = Trap("it aborted (unreachable)".into());
    invalid_function: "by a trap: it called a function that is none" = Trap(TrapCause::InvalidFunction);
    stopped: "because it had been stopped" = Stopped;
    stopped_flooding: "because it had printed too much" = StoppedFlooding;
    stopped_late: "because it had been stopped after it ran out of time" = StoppedLate;
    stopped_with_match: "because the match was stopped" = StoppedWithMatch;
    ended_before_greeting: "it ended before its greeting" = EndedBeforeGreeting;
    flooded_before_greeting: "it printed too much" = FloodedBeforeGreeting;
    computing_before_greeting: "it was still computing when its time to greet was over" = ComputingBeforeGreeting;
    late_greeting: "it did not greet in time (does it flush its output?)" = LateGreeting;
    misread_greeting: "it printed `P`, but a bot's first word is `p`" =
        MisreadGreeting { printed: "P".to_owned(), why: Box::new(from("but a bot's first word is `p`")) };
    misread_reply: "it printed `4`, x`, but the second player answers `2` with `?`" =
        MisreadGreeting { printed: "4`, x".to_owned(), why: Box::new(from("but the second player answers `2` with `?`")) };
    not_its_turn: "although it was not its turn" = NotItsTurn;
    not_text: "which is no text" = NotText;
    no_answer: "which answers nothing" = NoAnswer;
    other: "there is no such file" = Other("there is no such file".to_owned());
}

/// A file keeps the bytes that it was read from, however close they are to a known clause.
#[test]
fn almost_a_clause_is_kept_as_it_is() {
    for clause in [
        "as it was still computing ",
        "As it was still computing",
        "with exit status 03",
        "with exit status +3",
        "with exit status 99999999999",
        "killed by signal eleven",
        "which was 2.000000 second",
        "it printed `P",
    ] {
        check(&FaultReason::Other(clause.to_owned()), clause);
    }
}
