//! Series: which players can play one, and the messages to its program.

use botyard_engine::catalog::Playable;
use botyard_engine::games::bitmartyr::BitMartyrSettings;
use botyard_engine::games::generals::Generals;
use botyard_engine::replay::MatchClock;
use botyard_engine::tournament::Format;
use botyard_web_protocol::series::{FromSeries, ToSeries};

use super::*;
use crate::message::SeriesMessage;

impl Bench {
    /// The messages to the program of series since the last call, without those about bots that can
    /// take part in a tournament.
    fn told(&mut self) -> Vec<(ToSeries, usize)> {
        let mut told = self.told_all();
        told.retain(|(message, _)| !matches!(message, ToSeries::Bots(_)));
        told
    }

    /// All messages to it since the last call.
    fn told_all(&mut self) -> Vec<(ToSeries, usize)> {
        let effects = std::mem::take(&mut self.effects);
        let told = effects.into_iter().filter_map(|effect| match effect {
            Effect::Series(message, files) => Some((message, files.len())),
            _ => None,
        });
        told.collect()
    }

    /// The keys of the bots that can take part in a tournament, if they were sent since the last
    /// call.
    fn told_bots(&mut self) -> Option<Vec<String>> {
        self.told_all().into_iter().rev().find_map(|(message, _)| match message {
            ToSeries::Bots(bots) => Some(bots.into_iter().map(|bot| bot.key).collect()),
            _ => None,
        })
    }
}

#[test]
fn a_series_is_played_of_the_line_up() {
    for game in ["#/connect-four", "#/stratego", "#/generals", "#/bitmartyr"] {
        let mut bench = Bench::on(game);
        bench.send(Message::Setup(SetupMessage::Seed(9)));
        bench.send(Message::Series(SeriesMessage::Games(500)));
        bench.send(Message::Series(SeriesMessage::Play));
        assert_eq!(bench.state.visit.panel, Panel::Series);
        let told = bench.told();
        let [(ToSeries::Play { match_spec, format, games: 500, run: None }, files)] = &*told else {
            panic!("{told:?}")
        };
        assert_eq!(*format, Format::Series);
        assert_eq!((match_spec.players.len(), match_spec.seed), (*files, 9), "{game}: a file for each bot");
        assert_eq!(match_spec.settings, Value::Null, "{game}: each game draws its own");
    }
}

/// Settings that were set in the form are written out. If the seed would draw them, other seeds are
/// to draw others.
#[test]
fn settings_that_the_seed_drew_are_drawn_anew() {
    let mut bench = Bench::on("#/generals");
    let lineup = &bench.state.setup.lineup;
    let drawn = json(&Generals::settings(lineup.seats.len(), lineup.seed));
    bench.state.setup.lineup.settings = drawn.clone();
    bench.send(Message::Series(SeriesMessage::Play));
    assert!(matches!(&bench.told()[..], [(ToSeries::Play { match_spec, .. }, _)] if match_spec.settings.is_null()));
    bench.state.setup.lineup.seed += 1;
    bench.send(Message::Series(SeriesMessage::Play));
    assert!(matches!(&bench.told()[..], [(ToSeries::Play { match_spec, .. }, _)] if match_spec.settings == drawn));
}

#[test]
fn settings_of_the_form_reach_a_series() {
    let mut bench = Bench::on("#/bitmartyr");
    bench.send(Message::Setup(SetupMessage::Seats(4)));
    let settings = BitMartyrSettings { duration: 12, ..BitMartyrSettings::drawn(4, bench.state.setup.lineup.seed) };
    let values = bench.state.context.game_ui.form_values(&json(&settings)).expect("it has a form");
    bench.send(edited(FormChange::Values(json(&settings), values)));
    bench.send(Message::Setup(SetupMessage::Seats(2)));
    bench.send(Message::Series(SeriesMessage::Play));
    let told = bench.told();
    let [(ToSeries::Play { match_spec, .. }, 2)] = &*told else { panic!("{told:?}") };
    assert_eq!(match_spec.settings["duration"], 12);
    assert_eq!(bench.state.context.game_ui.seats_of(&match_spec.settings), Some(2));
}

fn json(settings: &impl serde::Serialize) -> Value {
    serde_json::to_value(settings).expect("settings have text keys only")
}

#[test]
fn a_refused_series_says_why() {
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
    // Regression: bytes that are not text were taken for a bot.
    for (bytes, what) in [(Rc::from(*b""), "is empty"), (Rc::from(*b"\xff\xfe\x00"), "has no games")] {
        bench.send(Message::File { name: "night.jsonl".to_owned(), bytes, seat: None });
        let told = bench.take_notice();
        assert!(told.starts_with(&format!("Cannot import night.jsonl: the file {what}.")), "{told}");
    }
}

/// The program is fetched when its panel is opened, and a page that is loaded again continues the
/// series.
#[test]
fn a_series_goes_on_after_a_reload() {
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::Series(SeriesMessage::GoOn));
    assert_eq!((bench.told().len(), bench.state.visit.panel), (1, Panel::Series));
    bench.send(Message::Series(SeriesMessage::Said(FromSeries::Playing(true))));
    assert!(bench.effects.contains(&Effect::RememberSeries(true)));
    let mut other = Bench::on("#/connect-four");
    assert_eq!(other.told(), [], "most visits have no series");
    other.send(Message::Panel(Panel::Series));
    assert_eq!(other.told(), [(ToSeries::Show, 0)]);
}

/// The program of series knows names and keys only; the page has the bots.
#[test]
fn a_tournament_is_played_of_the_bots_of_the_library() {
    let mut bench = Bench::on("#/generals");
    bench.send(Message::Panel(Panel::Series));
    let bots = bench.told_bots().expect("the panel is shown");
    assert!(bots.len() > 2, "{bots:?}");
    bench.send(Message::Panel(Panel::Series));
    assert_eq!(bench.told_bots(), None, "nothing is new");
    let field = FromSeries::Field { format: Format::Gauntlet, bots: bots.clone(), games: Some(6) };
    bench.send(Message::Series(SeriesMessage::Said(field.clone())));
    let told = bench.told();
    let [(ToSeries::Play { match_spec, format, games: 6, run: None }, files)] = &*told else { panic!("{told:?}") };
    assert_eq!(*format, Format::Gauntlet);
    assert_eq!((match_spec.players.len(), *files), (bots.len(), bots.len()));
    assert!(match_spec.settings.is_null(), "each game draws its own");
    // The settings of a match of three.
    bench.send(Message::Setup(SetupMessage::Seats(3)));
    let drawn = bench.state.setup.match_spec(&bench.state.context).settings_of::<Generals>().expect("settings");
    bench.state.setup.lineup.settings = serde_json::to_value(drawn).expect("text keys only");
    bench.send(Message::Series(SeriesMessage::Said(field)));
    assert_eq!(bench.told(), []);
    assert!(bench.take_notice().starts_with("In this format two bots play each game"));
}
