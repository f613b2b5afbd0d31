//! The start view: which games move there, and what opening one of them does.

use super::*;
use crate::curated::CURATED;

/// The names of the bots of the match that was requested last, and its seed.
fn requested(bench: &mut Bench) -> (Vec<String>, u64) {
    let play = bench.played().expect("a match");
    (play.match_spec.players.into_iter().map(|player| player.name).collect(), play.match_spec.seed)
}

#[test]
fn one_game_moves_at_a_time_and_the_address_stays() {
    let mut bench = Bench::on("");
    for (tile, curated) in CURATED.iter().enumerate() {
        bench.send(Message::Tile(tile));
        assert_eq!((bench.state.visit.layout(), bench.state.context.game_ui.name()), (Layout::Start, curated.game));
        assert_eq!(requested(&mut bench), (names(&curated.bots), curated.seed));
        assert_eq!(bench.state.setup.lineup.seed, curated.seed, "and it is set up");
        bench.send(Message::Tile(tile));
        assert!(bench.played().is_none(), "it moves already");
    }
    assert_eq!(bench.addresses(), [""; 0]);
}

#[test]
fn opening_the_game_that_moves_goes_on_with_it() {
    let mut bench = Bench::on("#/");
    bench.send(Message::Tile(1));
    let shown = bench.state.shown.shown_match.id;
    bench.effects.clear();
    bench.send(Message::Arrived("#/stratego".to_owned()));
    assert_eq!((bench.state.visit.layout(), bench.state.shown.shown_match.id), (Layout::Task(Task::Watch), shown));
    assert!(bench.played().is_none());
    // Another game begins as ever.
    bench.send(Message::Arrived(String::new()));
    bench.send(Message::Arrived("#/generals".to_owned()));
    assert_eq!(requested(&mut bench).0, names(&["hunter", "greedy"]));
}

#[test]
fn whatever_else_is_asked_for_leaves_the_start_view() {
    for (message, layout) in [
        (Message::Task(Task::Watch), Layout::Task(Task::Watch)),
        (Message::Task(Task::Write), Layout::Task(Task::Write)),
        (Message::Panel(Panel::Learn), Layout::Manual),
    ] {
        let mut bench = Bench::on("");
        bench.effects.clear();
        bench.send(message);
        assert_eq!(bench.state.visit.layout(), layout);
        assert!(bench.addresses()[0].starts_with("push #/connect-four"), "{:?}", bench.addresses());
    }
    let native = BrowserInfo { is_hosted: true, ..around() };
    let mut state = PageState::new(native);
    state.update(Message::Arrived(String::new()), 1.0);
    assert_eq!(state.visit.layout(), Layout::Task(Task::Watch), "a native program plays the match that is shown");
}

/// No game of the start view stands still for three seconds.
#[test]
fn a_game_moves_without_a_long_rest_and_begins_again() {
    let mut bench = Bench::on("");
    bench.progress(0, &WON, None);
    let (mut last, mut since, mut begins) = (0, bench.now, 0);
    for _ in 0..100 {
        bench.now += 99.0;
        bench.send(Message::Wake);
        let at = bench.state.shown.playback.at;
        if at != last {
            begins += usize::from(at < last);
            (last, since) = (at, bench.now);
        }
        assert!(bench.now - since < 3_000.0, "turn {at}");
    }
    assert!(begins > 0, "it begins again");
    let paces: Vec<_> = game_uis().iter().map(|game_ui| game_ui.pace()).collect();
    assert!(paces.iter().all(|pace| *pace > 1.0 / 3.0), "{paces:?} steps a second");
}
