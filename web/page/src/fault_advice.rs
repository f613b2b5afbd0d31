//! What to do about a fault, for those who write the bot, in the languages of the starters. Knows
//! no game.

use botyard_engine::fault::{Fault, FaultKind, FaultReason};

/// Some sentences; none about a person.
pub fn fault_advice(fault: &Fault) -> &'static str {
    match (fault.kind, &fault.why) {
        (FaultKind::Timeout, FaultReason::Computing) => "Search less deep, or give bots more time in the settings.",
        (_, FaultReason::Trap(_)) => {
            "Run with an input … repeats it. A native build finds the line with the same input: C and C++ with -fsanitize=address,undefined, Rust \
             without -O."
        }
        (FaultKind::Exited, FaultReason::ExitStatus(1..)) => {
            "It ended by an error of its own: what it printed on stderr says where. Run with an input … repeats it with the same one."
        }
        (FaultKind::Timeout | FaultKind::NotStarted, _) => {
            "End each answer with a newline and flush: C fflush(stdout), C++ std::endl, Rust println!, Python print(…, flush=True), \
             JavaScript print(…)."
        }
        (FaultKind::Exited, _) => {
            "Answer until the input ends: C while (fgets(…)), C++ while (std::getline(…)), Rust for line in stdin().lines(), Python for \
             line in sys.stdin, JavaScript until readline() is null."
        }
        (FaultKind::Malformed | FaultKind::Flooded, _) => {
            "Print answers only; all else to stderr: C fprintf(stderr, …), C++ std::cerr, Rust eprintln!, Python print(…, \
             file=sys.stderr), JavaScript console.error(…)."
        }
        (FaultKind::Illegal, _) => "Compare its answer with what it read. Run with an input … asks it again.",
        (FaultKind::Resigned, _) => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The editor, a script, has a list of its own.
    #[test]
    fn the_editor_has_words_for_every_kind_of_fault() {
        let script = include_str!("../../editor/src/words.js");
        let (_, list) = script.split_once("const FAULTS = {\n").expect("the script has the list");
        let (list, _) = list.split_once("\n};").expect("it ends");
        let names: Vec<_> = list.lines().filter_map(|line| line.trim().split_once(':')).collect();
        let names: Vec<_> = names.iter().map(|(name, _)| name.trim_matches('"')).collect();
        assert_eq!(names, FaultKind::ALL.map(FaultKind::name));
    }

    #[test]
    fn every_fault_of_a_bot_has_advice() {
        for kind in FaultKind::ALL {
            let advice = fault_advice(&Fault::new(kind, b"", ""));
            assert_eq!(advice.is_empty(), kind == FaultKind::Resigned, "{kind:?}");
        }
        let late = |why: FaultReason| fault_advice(&Fault::new(FaultKind::Timeout, b"", why));
        assert!(late(FaultReason::WaitingForInput).contains("fflush(stdout)"));
        assert!(late(FaultReason::Computing).contains("Search less deep"));
        let crashed = FaultReason::Trap("it aborted (unreachable)".to_owned());
        assert!(fault_advice(&Fault::new(FaultKind::Exited, b"", crashed)).contains("-fsanitize"));
        assert!(
            fault_advice(&Fault::new(FaultKind::Exited, b"", FaultReason::ExitStatus(0)))
                .contains("until the input ends")
        );
        assert!(
            fault_advice(&Fault::new(FaultKind::Exited, b"", FaultReason::ExitStatus(1)))
                .contains("an error of its own")
        );
    }
}
