//! Random matches of programs with arbitrary output, with `-i` and without: the log is the one that
//! the engine writes of the same match, and replaying it gives the same log.

#[path = "../../../../engine/tests/support/stratego_talk.rs"]
mod stratego_talk;

use std::time::Duration;

use botyard_effort::{count, seed};
use botyard_engine::fault::FaultKind;
use botyard_engine::games::stratego::{Colour, Stratego, StrategoAction, Variant, log};
use botyard_engine::replay::{Replay, TurnResult};

use super::TestDir;

const LIMIT: Duration = Duration::from_secs(60);

/// The output of a side: its army, and a line for each of its turns; and whether it ends, which
/// leaves its last line incomplete.
fn printed(replay: &Replay<Stratego>, colour: Colour) -> (String, bool) {
    let (mut text, mut ends) = (String::new(), false);
    for turn in replay.turns.iter().filter(|turn| turn.seat == colour.seat()) {
        match &turn.result {
            TurnResult::Action(StrategoAction::Setup(setup)) => text += &setup.to_string(),
            TurnResult::Action(action) => text += turn.words.as_ref().unwrap_or(&action.to_string()),
            TurnResult::Fault(fault) => text += &fault.received,
        }
        ends = matches!(&turn.result, TurnResult::Fault(fault) if fault.kind == FaultKind::Exited);
        if !ends {
            text += "\n";
        }
    }
    (text, ends)
}

#[test]
fn a_log_of_programs_that_say_anything_replays_to_itself() {
    let (matches, first, mut ended) = (count(6, 40), seed(0), 0);
    for seed in first..first + matches {
        let (replay, _) = stratego_talk::random_match(seed, &[FaultKind::Exited]);
        // The coin of the older rules follows the seed of a match.
        if replay.settings.variant == Variant::Wiki {
            continue;
        }
        let dir = TestDir::new();
        let [a, b] = [(Colour::Red, "a"), (Colour::Blue, "b")].map(|(colour, name)| {
            let (text, ends) = printed(&replay, colour);
            dir.write(&format!("{name}.lines"), text);
            ended += u64::from(ends);
            let listens = if ends { "" } else { "; exec cat > /dev/null" };
            dir.script(name, &format!("cat {name}.lines{listens}"))
        });
        let turns = replay.settings.max_turns.expect("matches are short").to_string();
        let mut switches = vec!["--partial-setup", "-m", &turns, "-o", "log", &a, &b];
        if replay.settings.ignore_illegal {
            switches.insert(0, "-i");
        }
        let result = dir.manage(&switches).stdout(0);
        let expected = log::write(&replay, LIMIT).expect("it is possible");
        assert_eq!(dir.read("log"), expected, "seed {seed}");
        assert!(expected.ends_with(&format!("\n{result}")), "seed {seed}: {result}");
        assert_eq!(dir.run(&["stratego", "-f", "log", "-o", "again"]).stdout(0), result, "seed {seed}");
        assert_eq!(dir.read("again"), expected, "seed {seed}");
    }
    assert!(ended > matches / 8, "only {ended} bots ended in {matches} matches");
}
