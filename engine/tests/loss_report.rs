//! Loss reports of games in which the loser makes one known mistake, and of those without.

use botyard_engine::games::connect_four::{ConnectFour, log};
use botyard_engine::loss_report::{LossAnalysis, LossReport, begin_analysis};
use botyard_engine::replay::Turn;
use botyard_engine::replay::link::LinkCodec;
use serde_json::json;

/// Columns, the loser's decisive turn, its column, the value before, the columns that kept it.
const MISTAKES: &str = include_str!("vectors/connect-four-mistakes.txt");

/// Few, so that early turns are given up at once; enough for those from turn 25 on.
const NODES: u64 = 20_000;

fn begin(columns: &str, nodes: u64) -> Box<dyn LossAnalysis> {
    let replay = log::read(columns).expect("a possible game").remove(0);
    let turns = replay.turns.iter().map(Turn::untyped).collect();
    let begun = begin_analysis(ConnectFour::NAME, json!({}), turns, nodes);
    begun.expect("the game has a judge").expect("a possible game")
}

fn finish(mut analysis: Box<dyn LossAnalysis>, piece: u64) -> LossReport {
    while !analysis.advance(piece) {}
    analysis.report()
}

#[test]
fn planted_mistakes_are_found() {
    for line in MISTAKES.lines().filter(|line| !line.starts_with('#')) {
        let [columns, turn, column, before, kept] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line} has five words");
        };
        let report = finish(begin(columns, NODES), 1_000_000);
        let at = report.decisive.unwrap_or_else(|| panic!("{columns}: {}", report.sentence()));
        assert_eq!((at + 1).to_string(), turn, "{columns}");
        let kept = match kept.rsplit_once(',') {
            Some((first, last)) => format!("{} and {last}", first.replace(',', ", ")),
            None => kept.to_owned(),
        };
        let sentence = format!("Turn {turn}: {column} turned a {before} into a loss; {kept} kept it.");
        assert_eq!(report.sentence(), sentence, "{columns}");
    }
}

#[test]
fn the_size_of_the_pieces_does_not_change_a_report() {
    let columns = "2165163547413276655433214514717";
    let whole = finish(begin(columns, NODES), u64::MAX);
    assert!(whole.turns[0].judged.is_none(), "an early turn is given up");
    assert_eq!(finish(begin(columns, NODES), 13), whole);
}

#[test]
fn an_analysis_goes_on_with_the_turn_that_it_has_given_up() {
    let columns = "2165163547413276655433214514717";
    let mut analysis = begin(columns, NODES);
    while !analysis.advance(1_000) {}
    let (known, _) = analysis.progress();
    analysis.raise_limit(NODES);
    assert!(analysis.advance(1_000), "that is no more");
    analysis.raise_limit(8 * NODES);
    assert!(!analysis.advance(1_000), "it goes on");
    while !analysis.advance(1_000) {}
    assert!(analysis.progress().0 > known);
    assert_eq!(analysis.report(), finish(begin(columns, 8 * NODES), 1_000));
}

#[test]
fn what_is_not_analysed_is_said() {
    let long = "75744632375237177444266312422511565351";
    let report = finish(begin(long, 1), u64::MAX);
    assert!(report.sentence().ends_with("not analysed: too many positions."), "{}", report.sentence());
    let unfinished = finish(begin("4453", 1), u64::MAX);
    assert_eq!((unfinished.loser, unfinished.sentence()), (None, "The match has no loser.".to_owned()));
}

#[test]
fn a_game_without_a_judge_has_no_report() {
    assert!(begin_analysis("bitmartyr", json!({}), Vec::new(), 1).is_none());
}
