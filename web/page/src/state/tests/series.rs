//! Series: who can play one, and what its program is told.

use botyard_engine::replay::MatchClock;
use botyard_web_messages::series::{FromSeries, ToSeries};

use super::*;
use crate::message::SeriesMessage;

impl Bench {
    /// What the program of series was told since the last call.
    fn told(&mut self) -> Vec<(ToSeries, usize)> {
        let effects = std::mem::take(&mut self.effects);
        let told = effects.into_iter().filter_map(|effect| match effect {
            Effect::Series(message, files) => Some((message, files.len())),
            _ => None,
        });
        told.collect()
    }
}

#[test]
fn a_series_is_played_of_the_line_up() {
    for game in ["#/connect-four", "#/stratego", "#/generals", "#/bitmartyr"] {
        let mut bench = Bench::on(game);
        bench.send(Message::Setup(SetupMessage::Seed(9)));
        bench.send(Message::Series(SeriesMessage::Games(500)));
        bench.send(Message::Series(SeriesMessage::Play));
        assert_eq!(bench.state.panel, Panel::Series);
        let told = bench.told();
        let [(ToSeries::Play { match_spec, games: 500 }, files)] = &*told else { panic!("{told:?}") };
        assert_eq!((match_spec.players.len(), match_spec.seed), (*files, 9), "{game}: a file for each bot");
        assert_eq!(match_spec.settings, Value::Null, "{game}: each game draws its own");
    }
}

/// The settings of a match that was opened are written out. If the seed drew them, other seeds are to draw others.
#[test]
fn settings_that_the_seed_drew_are_drawn_anew() {
    let mut bench = Bench::on("#/generals");
    let drawn = bench.state.game_ui.open(&bench.state.next_match_spec()).expect("a match").settings();
    bench.state.setup.lineup.settings = drawn.clone();
    bench.send(Message::Series(SeriesMessage::Play));
    assert!(matches!(&bench.told()[..], [(ToSeries::Play { match_spec, .. }, _)] if match_spec.settings.is_null()));
    bench.state.setup.lineup.seed += 1;
    bench.send(Message::Series(SeriesMessage::Play));
    assert!(matches!(&bench.told()[..], [(ToSeries::Play { match_spec, .. }, _)] if match_spec.settings == drawn));
}

#[test]
fn who_cannot_play_a_series_is_told_why() {
    let mut bench = Bench::on("#/connect-four");
    let mut refusal = |message: SetupMessage| {
        bench.send(Message::Setup(message));
        bench.send(Message::Series(SeriesMessage::Play));
        assert_eq!(bench.told(), []);
        bench.take_notice()
    };
    let clock = refusal(SetupMessage::Clock(MatchClock::Wall));
    assert!(clock.starts_with("A series is played on counted time"), "{clock}");
    let person = refusal(SetupMessage::Choose(Seat::new(0), SeatChoice::Person));
    assert_eq!(person, "A series is played by bots only: choose a bot for each player.");
    let absent = refusal(SetupMessage::Choose(Seat::new(0), SeatChoice::Absent("gone.wasm".to_owned())));
    assert_eq!(absent, "gone.wasm isn't loaded. Drop its file, or choose another bot for red.");
}

#[test]
fn lines_of_games_go_to_the_program_of_series() {
    let mut bench = Bench::on("#/stratego");
    bench.send(Message::File { name: "night.jsonl".to_owned(), bytes: Rc::from(*b"{}\n"), seat: None });
    assert_eq!(bench.told(), [(ToSeries::Import { game: "stratego".to_owned() }, 1)]);
    bench.send(Message::Series(SeriesMessage::Said(FromSeries::Error("Cannot show the series.".to_owned()))));
    assert_eq!(bench.take_notice(), "Cannot show the series.");
}

/// The program is fetched when somebody looks, and a page that is loaded again has it go on.
#[test]
fn a_series_goes_on_after_a_reload() {
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::Series(SeriesMessage::GoOn));
    assert_eq!((bench.told().len(), bench.state.panel), (1, Panel::Series));
    bench.send(Message::Series(SeriesMessage::Said(FromSeries::Playing(true))));
    assert!(bench.effects.contains(&Effect::RememberSeries(true)));
    let mut other = Bench::on("#/connect-four");
    assert_eq!(other.told(), [], "most visits have no series");
    other.send(Message::Panel(Panel::Series));
    assert_eq!(other.told(), [(ToSeries::Do("show".to_owned(), String::new()), 0)]);
}
