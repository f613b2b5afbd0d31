//! The clauses as they are in files, links and logs. They never change: rows may be added, but
//! not edited.

use super::*;

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
        MisreadGreeting { printed: "P".to_owned(), why: Box::new(FirstWordNotP) };
    misread_reply: "it printed `4`, x`, but the second player answers `2` with `?`" =
        MisreadGreeting { printed: "4`, x".to_owned(), why: Box::new(ReplyNotQuestionMark) };
    not_its_turn: "although it was not its turn" = NotItsTurn;
    not_text: "which is no text" = NotText;
    no_answer: "which answers nothing" = NoAnswer;
    first_word_not_p: "but a bot's first word is `p`" = FirstWordNotP;
    reply_not_question_mark: "but the second player answers `2` with `?`" = ReplyNotQuestionMark;
    no_column: "which is no column (1 to 7)" = NoColumn;
    full_column: "a column that is full" = FullColumn;
    not_integers: "which is neither `-1` nor five integers" = NotIntegers;
    integer_count: "which is 4 integers, not `-1` or five" = IntegerCount(4);
    single_integer: "but a single number can only be `-1`" = SingleInteger;
    no_such_option: "but the first number is 1 (all but one unit) or 2 (half)" = NoSuchOption;
    outside_map: "which is not on the map (10 rows, 20 columns)" = OutsideMap { rows: 10, columns: 20 };
    not_neighbouring: "but an army moves to a neighbouring cell only" = NotNeighbouring;
    foreign_army: "but the army there is not its own" = ForeignArmy;
    mountain: "which leads into a mountain" = Mountain;
    unknown_to_log: "or answered wrongly: the log does not say which" = UnknownToLog;
    order_count: "which is 2 orders for 1 units" = OrderCount { orders: 2, units: 1 };
    not_response: "which is no response (X Y UP|DOWN|LEFT|RIGHT [N], NO_MOVE or SURRENDER)" = NotResponse;
    not_asked: "which is not what it was asked for" = NotAsked;
    outside_board: "which is outside the board" = OutsideBoard;
    no_piece: "where no piece stands" = NoPiece;
    foreign_piece: "which is no piece of its own" = ForeignPiece;
    immobile: "but bombs and flags do not move" = Immobile;
    cannot_move_that_way: "but that piece cannot move that way" = CannotMoveThatWay;
    occupied: "but water or a piece of its own is in the way" = Occupied;
    can_move: "although it has a legal move" = CanMove;
    setup_lines: "which is no setup: it has not four lines" = SetupLines;
    setup_line_length: "which is no setup: line 2 has not 10 characters" = SetupLineLength(2);
    setup_line_character: "which is no setup: line 3 holds what is no piece" = SetupLineCharacter(3);
    too_many_pieces: "which has more than 5 of `8`" = TooManyPieces { most: 5, letter: '8' };
    too_few_pieces: "which has fewer than 1 of `F`" = TooFewPieces { least: 1, letter: 'F' };
    spoilt_setup: "which is no setup; before the flaw there are pieces worth 148" = SpoiltSetup { worth: 148 };
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
        "which is 04 integers, not `-1` or five",
        "which is 2 orders for one units",
        "which is no setup: line 3 holds nothing",
        "which has more than 5 of `88`",
        "which has more than 300 of `8`",
        "which is no setup; before the flaw there are pieces worth 0148",
        "which was 2.000000 second",
        "it printed `P",
    ] {
        check(&FaultReason::Other(clause.to_owned()), clause);
    }
}
