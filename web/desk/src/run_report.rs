//! The report of a run to the editor: how far the series is, the draft's results against each
//! opponent, and its worst losses. Knows no editor and no store.

use std::collections::{BTreeMap, BTreeSet};

use botyard_engine::fault::FaultKind;
use botyard_engine::tournament::report::{list_faults, short_estimate_text};
use botyard_engine::tournament::statistics::{Comparison, RatingEstimate};
use botyard_engine::tournament::{DIGEST_VERSION, GameDigest, PairingTally};
use botyard_web_protocol::series::DraftRun;
use botyard_web_protocol::{BotKey, ScriptError};
use serde_json::{Value, json};

use super::game_list::{Filter, ListOrder, listed_games};
use super::pace::TimeLeft;
use super::series::{ListedGame, ListedResult, Series};
use super::view::SeriesPhase;

/// The most losses that are reported.
const LOSSES: usize = 6;
/// Why bots that repeat their first pair of games have no number. A draft is a script.
const SAME: &str = "both bots always play the same: more varied games are needed, for example by Math.random()";
/// The draft's place among the participants.
const OWN: usize = 0;
/// Faults of a bot that does not reach its first answer.
const FAILED_STARTS: [&str; 3] = [FaultKind::NotStarted.name(), FaultKind::Exited.name(), FaultKind::Timeout.name()];

/// The report; `None` if the series is not one that the editor has run. `rate` is in games a
/// second, if games are being played.
pub(crate) fn run_report(
    series: &Series,
    phase: SeriesPhase,
    rate: Option<f64>,
    time_left: Option<TimeLeft>,
) -> Option<Value> {
    let run = series.description.run.as_ref()?;
    let match_spec = &series.description.match_spec;
    let own = &match_spec.players[OWN];
    let failure = series.repeated_failure();
    let phase = match (phase, series.is_over()) {
        (_, true) if failure.is_none() => "over",
        (SeriesPhase::Playing, _) => "playing",
        (SeriesPhase::Stopped, _) => "stopped",
    };
    Some(json!({
        "game": match_spec.game,
        "run": run.key,
        "file": BotKey::from(&*run.key).dropped_file(),
        "name": own.name,
        "sha256": own.sha256,
        // As text, because numbers of scripts have fewer digits.
        "seed": match_spec.seed.to_string(),
        "phase": phase,
        "counted": series.counted(),
        "games": series.description.games,
        "rate": rate,
        "left": time_left.and_then(TimeLeft::text),
        "isLong": time_left.is_some_and(TimeLeft::is_too_long),
        "opponents": opponents(series, run),
        "losses": worst_losses(series, run),
        "failed": failed_start(series).map(|game| game.number),
        "paused": failure.map(|failure| failure.sentence(series.names()[failure.participant.index()])),
        "failedLink": failed_start(series).and_then(link_of),
    }))
}

/// The first game that the draft has lost before its first answer, so that other games are
/// hopeless: it could not be read, it ended, or it did not answer in time. In some games a failed
/// run is no fault.
pub(crate) fn failed_start(series: &Series) -> Option<&ListedGame> {
    let is_failure = |game: &&ListedGame| {
        let lost = game.result_of(OWN).is_some_and(|(_, result)| result == ListedResult::Lost);
        lost && game.turns <= game.seats.len() && own_fault(game).is_none_or(|kind| FAILED_STARTS.contains(&kind))
    };
    series.description.run.as_ref().and_then(|_| series.played_games().iter().find(is_failure))
}

/// The kind of the draft's last fault in a game, if it had one.
fn own_fault(game: &ListedGame) -> Option<&'static str> {
    game.faults.iter().find(|(who, _)| *who == OWN).map(|&(_, kind)| kind)
}

/// The draft's results against each opponent; if they play together, against all of them.
fn opponents(series: &Series, run: &DraftRun) -> Vec<Value> {
    let (counted, names, labels) = (series.counted_games_of_all(), series.names(), labels(series, run));
    let against = counted.pairings().iter().zip(counted.tallies()).map(|(pairing, tally)| {
        let others = || pairing.iter().skip(1).map(|other| other.index());
        let own = &tally.players()[OWN];
        let (elo, interval) = match elo(tally) {
            Ok((elo, interval)) => (Ok(elo), interval),
            Err(why) => (Err(why), None),
        };
        json!({
            "name": others().map(|other| names[other]).collect::<Vec<_>>().join(", "),
            "label": others().map(|other| &*labels[other]).collect::<Vec<_>>().join(", "),
            "isOwn": others().next().is_some_and(|other| is_own(run, other)),
            "won": own.results.won,
            "drawn": own.results.drawn,
            "lost": own.results.lost,
            "faults": list_faults(&own.faults),
            "elo": elo.as_ref().ok(),
            "unknown": elo.as_ref().err(),
            "interval": interval,
            "repeated": tally.repeated_units(),
            "units": tally.units(),
            "digestVersion": DIGEST_VERSION,
        })
    });
    against.collect()
}

/// Whether a participant is a build of the draft's file.
fn is_own(run: &DraftRun, participant: usize) -> bool {
    run.builds.get(participant).copied().flatten().is_some()
}

/// The participants' names beside the draft: the first build of its file plays under the file's
/// name.
fn labels(series: &Series, run: &DraftRun) -> Vec<String> {
    let label = |(at, name): (usize, &str)| match run.builds.get(at) {
        Some(Some(1)) => format!("{name}, build 1"),
        _ => name.to_owned(),
    };
    series.names().into_iter().enumerate().map(label).collect()
}

/// The rating difference as text, and its interval: the lower end, the likeliest value, and the
/// upper end.
///
/// # Errors
/// The reason why there is none.
fn elo(tally: &PairingTally) -> Result<(String, Option<[f64; 3]>), String> {
    let Some(pairs) = tally.pairs() else {
        return Err("more than two play each game".to_owned());
    };
    if tally.units() > 1 && tally.repeated_units() + 1 == tally.units() {
        return Err(SAME.to_owned());
    }
    let estimate = Comparison::new(*pairs).elo;
    let text = short_estimate_text(&estimate).map_err(|why| why.to_string())?;
    let interval = match estimate {
        RatingEstimate::Interval { value, low, high, .. } => Some([low, value, high]),
        RatingEstimate::AtMost(_) | RatingEstimate::AtLeast(_) | RatingEstimate::Unknown(_) => None,
    };
    Ok((text, interval))
}

/// The end of the address of a game's replay; `None` if it is too long for an address.
fn link_of(game: &ListedGame) -> Option<&str> {
    game.replay.as_deref().filter(|link| !link.starts_with('{'))
}

/// The games that the draft has lost: by a fault of its own first, then the shortest. Games that
/// are the same turn for turn are listed once. The losses to one opponent leave room for at least
/// one to each of the others.
fn worst_losses(series: &Series, run: &DraftRun) -> Vec<Value> {
    let mut games = listed_games(series, Filter::Losses(OWN), ListOrder::Shortest);
    games.sort_by_key(|game| own_fault(game).is_none());
    let mut times: BTreeMap<(Option<GameDigest>, Vec<usize>), u64> = BTreeMap::new();
    games.iter().for_each(|game| *times.entry(identity(game)).or_default() += 1);
    let mut seen = BTreeSet::new();
    games.retain(|game| seen.insert(identity(game)));
    let mut met = BTreeSet::new();
    let (firsts, others): (Vec<_>, Vec<_>) =
        games.into_iter().enumerate().partition(|(_, game)| met.insert(opponents_of(game)));
    let mut distinct: Vec<_> = firsts.into_iter().chain(others).take(LOSSES).collect();
    distinct.sort_by_key(|(place, _)| *place);
    let labels = labels(series, run);
    let told = distinct.into_iter().map(|(_, game)| {
        let seat = game.seats.iter().position(|&who| who == OWN).unwrap_or_default();
        let against: Vec<_> = game.seats.iter().filter(|&&who| who != OWN).map(|&who| &*labels[who]).collect();
        let stderr = series.stderr(game).into_iter().find(|(of, _)| usize::from(*of) == seat).map(|(_, text)| text);
        json!({
            "number": game.number,
            "against": against.join(", "),
            "seat": seat + 1,
            "turns": game.turns,
            "fault": own_fault(game),
            "times": times[&identity(game)],
            "link": link_of(game),
            "error": stderr.as_deref().and_then(ScriptError::find),
            "stderr": stderr,
        })
    });
    told.collect()
}

/// Whom the draft has met in a game.
fn opponents_of(game: &ListedGame) -> BTreeSet<usize> {
    game.seats.iter().copied().filter(|&who| who != OWN).collect()
}

/// Games with an equal identity are the same turn for turn, between the same bots.
fn identity(game: &ListedGame) -> (Option<GameDigest>, Vec<usize>) {
    (game.digest, game.seats.clone())
}

#[cfg(test)]
mod tests {
    use botyard_engine::tournament::{Format, GameLine, GameResult};

    use super::*;
    use crate::series::tests::{line, series, tournament};

    fn run(mut series: Series) -> Series {
        series.description.run = Some(DraftRun { key: "build:2:mine".to_owned(), builds: vec![Some(2), Some(1)] });
        series
    }

    #[test]
    fn a_draft_has_a_number_against_each_opponent() {
        let played = run(tournament(Format::Gauntlet, 3));
        let report = run_report(&played, SeriesPhase::Playing, Some(2.0), None).expect("it was run");
        assert_eq!((&report["run"], &report["phase"]), (&json!("build:2:mine"), &json!("over")));
        assert_eq!(report["file"], "mine");
        assert_eq!((&report["counted"], &report["games"]), (&json!(12), &json!(12)));
        let told = |nth: usize, what: &str| report["opponents"][nth][what].clone();
        assert_eq!((told(0, "name"), told(0, "won"), told(1, "name")), (json!("other"), json!(6), json!("third")));
        assert_eq!((told(0, "elo"), told(0, "unknown")), (Value::Null, json!("one side has too few points")));
        assert_eq!((told(0, "label"), told(0, "isOwn")), (json!("other, build 1"), json!(true)));
        assert_eq!((told(1, "label"), told(1, "isOwn")), (json!("third"), json!(false)));
        assert_eq!(report["losses"], json!([]));
        assert_eq!(run_report(&series(4), SeriesPhase::Playing, None, None), None, "nobody has run it in the editor");
    }

    /// The editor keeps numbers without their games. After a new version of digests, the editor
    /// must list the games whose kept numbers are wrong.
    #[test]
    fn the_editor_knows_which_kept_numbers_are_outdated() {
        let editor = include_str!("../../editor/src/builds.js");
        assert!(editor.contains(&format!("const COUNTED_SINCE = {{ bitmartyr: {DIGEST_VERSION} }};")));
        let report = run_report(&run(series(4)), SeriesPhase::Playing, None, None).expect("it was run");
        assert_eq!(report["opponents"][0]["digestVersion"], DIGEST_VERSION);
    }

    #[test]
    fn bots_that_always_play_the_same_have_no_number() {
        let mut series = series(4);
        for (unit, rotation) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let text = line(unit, rotation, [1, 2], vec![]).replace(r#""digest":"01"#, r#""digest":"00"#);
            series.add_line(text).expect("a game of the series");
        }
        let report = run_report(&run(series), SeriesPhase::Stopped, None, None).expect("it was run");
        assert_eq!(report["opponents"][0]["unknown"], SAME);
    }

    #[test]
    fn games_of_more_than_two_have_no_number() {
        let mut description = series(6).description;
        description.match_spec.players.push(description.match_spec.players[1].clone());
        let series = run(Series::new(description).expect("a series of three"));
        let report = run_report(&series, SeriesPhase::Stopped, None, None);
        let report = report.expect("it was run");
        assert_eq!(report["phase"], "stopped");
        assert_eq!(report["opponents"][0]["unknown"], "more than two play each game");
    }

    #[test]
    fn a_draft_that_does_not_come_to_its_first_answer_is_told_at_once() {
        for (turns, places, faults, is_failure) in [
            (1, [2, 1], vec![(0, FaultKind::NotStarted)], true),
            (2, [2, 1], vec![(0, FaultKind::Exited)], true),
            (2, [2, 1], vec![], true),
            (3, [2, 1], vec![(0, FaultKind::Exited)], false),
            (1, [2, 1], vec![(0, FaultKind::Malformed)], false),
            (1, [1, 2], vec![(1, FaultKind::NotStarted)], false),
        ] {
            let mut series = run(series(8));
            let told = format!("{turns} {places:?} {faults:?}");
            let text = line(0, 0, places, faults);
            let before = serde_json::from_str::<Value>(&text).expect("JSON")["turns"].clone();
            let text = text.replace(&format!("\"turns\":{before}"), &format!("\"turns\":{turns}"));
            series.add_line(text).expect("a game of the series");
            assert_eq!(failed_start(&series).map(|game| game.number), is_failure.then_some(1), "{told}");
            let report = run_report(&series, SeriesPhase::Stopped, None, None).expect("it was run");
            assert_eq!(report["failedLink"].as_str(), is_failure.then_some("abc.def"), "{told}");
            series.description.run = None;
            assert_eq!(failed_start(&series), None, "nobody has run it in the editor");
        }
    }

    #[test]
    fn losses_by_a_fault_come_first_and_the_same_game_once() {
        let mut series = series(8);
        for (unit, rotation, places, faults) in [
            (0, 0, [2, 1], vec![]),
            (0, 1, [2, 1], vec![]),
            (1, 0, [2, 1], vec![]),
            (1, 1, [2, 1], vec![]),
            (2, 0, [2, 1], vec![(0, FaultKind::Exited)]),
            (2, 1, [1, 2], vec![]),
            (3, 0, [2, 1], vec![]),
            (3, 1, [1, 1], vec![]),
        ] {
            let mut text = line(unit, rotation, places, faults);
            if unit == 3 {
                // This game repeats the first.
                text = text.replace("\"digest\":\"03", "\"digest\":\"00");
            }
            text = text.replace("\"stderr\":[]", "\"stderr\":[[0,\"TypeError\"]]");
            series.add_line(text).expect("a game of the series");
        }
        let report = run_report(&run(series), SeriesPhase::Playing, None, None).expect("it was run");
        let losses = report["losses"].as_array().expect("a list");
        let told: Vec<_> = losses.iter().map(|loss| (loss["number"].clone(), loss["times"].clone())).collect();
        assert_eq!(told, [(5, 1), (1, 2), (3, 1), (6, 1)].map(|(number, times)| (json!(number), json!(times))));
        assert_eq!((&losses[0]["fault"], &losses[0]["stderr"]), (&json!("exited"), &json!("TypeError")));
        assert_eq!((&losses[1]["fault"], &losses[1]["stderr"]), (&Value::Null, &json!("TypeError")));
        assert_eq!(
            (&losses[3]["seat"], &losses[3]["stderr"]),
            (&json!(2), &Value::Null),
            "that is what the other wrote"
        );
        assert_eq!(losses[1]["link"], "abc.def");
    }

    /// Regression: a single loss to a weak bot was crowded out by many to a strong one.
    #[test]
    fn each_opponent_that_was_lost_to_has_a_loss_in_the_list() {
        let won = tournament(Format::Gauntlet, 5);
        let lines: Vec<_> = won.lines().collect();
        let lost = |text: &&str| {
            let mut line: GameLine = serde_json::from_str(text).expect("a line");
            // Losses in all games against one opponent, and in the last and longest against the
            // other.
            let is_last = line.unit + 1 == u64::try_from(lines.len() / 2).expect("few");
            if let GameResult::Played(played) = &mut line.result
                && (line.players.iter().any(|name| name == "other") || is_last)
            {
                played.places = line.players.iter().map(|name| if name == "mine" { 2 } else { 1 }).collect();
            }
            line.turns = if line.players.iter().any(|name| name == "other") { 7 } else { 42 };
            line.to_json()
        };
        let lost = lines.iter().map(lost).collect();
        let series = run(Series::with_lines(won.description.clone(), lost).expect("the same tournament"));
        let report = run_report(&series, SeriesPhase::Stopped, None, None).expect("it was run");
        let losses = report["losses"].as_array().expect("a list");
        let against = |name: &str| losses.iter().filter(|loss| loss["against"] == name).count();
        assert_eq!((losses.len(), against("other, build 1"), against("third")), (LOSSES, LOSSES - 1, 1));
        assert_eq!(losses[LOSSES - 1]["against"], "third", "it is the longest");
    }
}
