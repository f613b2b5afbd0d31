//! Drafts that are run: beside the match a series is played, and what comes of it is looked at without leaving the editor.

use botyard_web_messages::series::{DraftRun, FromSeries, ToSeries};

use super::write::{parts, run};
use super::*;
use crate::message::{CasesMessage, SeriesMessage};

impl Bench {
    /// The series that were asked for since the last call: their players, their format, and whose run it is.
    fn series(&mut self) -> Vec<(Vec<String>, String, Option<String>)> {
        let effects = std::mem::take(&mut self.effects);
        let play = |effect| match effect {
            Effect::Series(ToSeries::Play { match_spec, format, games: 100, run }, bots) => {
                assert_eq!(match_spec.players.len(), bots.len(), "a module for each");
                Some((
                    match_spec.players.into_iter().map(|player| player.name).collect(),
                    format,
                    run.map(|run| run.key),
                ))
            }
            _ => None,
        };
        effects.into_iter().filter_map(play).collect()
    }
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

#[test]
fn a_run_plays_a_match_and_a_series_against_the_opponent_and_the_build_before() {
    let mut bench = Bench::on("#/connect-four/write");
    bench.send(run(false, 1));
    let opponent = bench.state.shown_match.record.players()[1].name.clone();
    assert!(bench.effects.iter().any(|effect| matches!(effect, Effect::Play(..))), "on the board");
    let own = |key: &str| Some(key.to_owned());
    assert_eq!(bench.series(), [(names(&["mine.js", &opponent]), "gauntlet".to_owned(), own("file:mine.js"))]);
    assert_eq!((bench.state.panel, &*parts(&bench.state)[5]), (Panel::Write, ""));
    // The draft has the first place among the bots wherever it sits.
    bench.send(Message::Swap);
    bench.send(run(false, 2));
    let of_two = names(&["mine.js, build 2", &opponent, "mine.js"]);
    assert_eq!(bench.series(), [(of_two, "gauntlet".to_owned(), own("build:2:mine.js"))]);
    // Where the build before is the opponent, it is played against once.
    let before = SeatChoice::Bot(BotKey::from("build:2:mine.js"));
    bench.send(Message::Setup(SetupMessage::Choose(Seat::new(0), before)));
    bench.send(run(false, 3));
    assert_eq!(bench.series()[0].0, names(&["mine.js, build 3", "mine.js, build 2"]));
}

#[test]
fn more_than_two_play_together() {
    let mut bench = Bench::on("#/generals/write");
    bench.send(Message::Setup(SetupMessage::Seats(3)));
    let bytes = Rc::from(*b"\0asm");
    let (game, name) = ("generals".to_owned(), "mine.js".to_owned());
    bench.send(Message::Write(WriteMessage::Run { game, name, is_series: false, bytes }));
    let series = bench.series();
    let [(players, format, Some(_))] = &*series else { panic!("{series:?}") };
    assert_eq!((players.len(), &*players[0], &**format), (3, "mine.js", "series"));
    // The build before plays against it afterwards.
    let (game, name) = ("generals".to_owned(), "mine.js".to_owned());
    let bytes = Rc::from(*b"\0asm again");
    bench.send(Message::Write(WriteMessage::Run { game, name, is_series: false, bytes }));
    let before = bench.effects.drain(..).find_map(|effect| match effect {
        Effect::Series(ToSeries::Play { run: Some(DraftRun { before, .. }), .. }, _) => before,
        _ => None,
    });
    assert_eq!(before.as_deref(), Some("file:mine.js"));
    let compare = FromSeries::Compare("build:2:mine.js".to_owned(), "file:mine.js".to_owned());
    bench.send(Message::Series(SeriesMessage::Said(compare)));
    let of_two = names(&["mine.js, build 2", "mine.js"]);
    assert_eq!(bench.series(), [(of_two, "gauntlet".to_owned(), Some("build:2:mine.js".to_owned()))]);
    assert_eq!(bench.state.panel, Panel::Write);
}

#[test]
fn a_run_without_a_series_says_why() {
    let mut bench = Bench::on("#/connect-four/write");
    bench.send(Message::Setup(SetupMessage::Choose(Seat::new(1), SeatChoice::Person)));
    bench.send(run(false, 1));
    assert_eq!(bench.series(), []);
    assert_eq!(parts(&bench.state)[5], "A series is played by bots only: choose a bot for each player.");
    assert_eq!(bench.state.notices.shown(), None, "the match is played");
}

/// The build before was removed meanwhile, in another tab.
#[test]
fn a_run_goes_on_without_a_build_that_is_gone() {
    let mut state = PageState::new(around());
    let mut now = 0.0;
    let mut send = |message| {
        now += 1.0;
        state.update(message, now)
    };
    let mut waiting = send(Message::Arrived("#/connect-four/write".to_owned()));
    let kept = Message::Kept {
        game: "connect-four".to_owned(),
        name: "mine.js".to_owned(),
        build: 1,
        sha256: "ab".to_owned(),
    };
    waiting.extend(send(kept));
    waiting.extend(send(run(false, 1)));
    let mut played = Vec::new();
    while let Some(effect) = waiting.pop() {
        waiting.extend(match effect {
            Effect::Fetch(_, key) if key == BotKey::from("file:mine.js") => {
                send(Message::Fetched(key, Err("it is not kept any more".to_owned())))
            }
            Effect::Fetch(_, key) => send(Message::Fetched(key, Ok(Rc::from(*b"\0asm")))),
            Effect::Check(id, _) => {
                let verdict = Ok(format!("{id:064}"));
                send(Message::Worker(FromWorker::Checked { id, verdict, interpreter: None }))
            }
            Effect::Series(ToSeries::Play { match_spec, .. }, _) => {
                played.push(match_spec.players);
                continue;
            }
            _ => continue,
        });
    }
    assert_eq!(played.iter().map(Vec::len).collect::<Vec<_>>(), [2], "the draft and the opponent");
}

#[test]
fn a_game_that_is_looked_at_beside_the_editor_changes_no_opponent() {
    let mut bench = Bench::on("#/connect-four/write");
    bench.send(run(false, 1));
    bench.progress(0, &WON, None);
    let link = bench.state.shown_match.record.link().expect("it is short");
    bench.send(run(false, 2));
    bench.send(Message::Setup(SetupMessage::Choose(Seat::new(1), SeatChoice::Person)));
    let next = bench.state.setup.lineup.clone();
    let address = format!("#/connect-four/r/{link}?t=7");
    bench.send(Message::Arrived(address.clone()));
    assert_eq!((bench.state.shown_match.record.len(), bench.state.playback.at), (7, 7), "it is shown at its end");
    assert_eq!((&bench.state.setup.lineup, bench.state.panel), (&next, Panel::Write));
    bench.send(Message::Panel(Panel::Moves));
    bench.send(Message::Play);
    bench.send(Message::Arrived(address));
    assert_ne!(bench.state.setup.lineup.seats[1], SeatChoice::Person, "elsewhere those play next who have played");
}

#[test]
fn cases_are_asked_where_there_are_any() {
    let mut bench = Bench::on("#/connect-four/write");
    bench.send(run(false, 1));
    bench.effects.clear();
    bench.send(Message::Series(SeriesMessage::Said(FromSeries::AskCases("file:mine.js".to_owned()))));
    let cases: Vec<_> = bench.effects.drain(..).collect();
    let told = cases.iter().filter_map(|effect| match effect {
        Effect::Cases(message, _) => Some(message),
        _ => None,
    });
    let [ToSeries::CaseBots { bots, .. }, ToSeries::Do(what, key)] = &told.collect::<Vec<_>>()[..] else {
        panic!("{cases:?}")
    };
    assert!(bots.iter().any(|bot| bot.key == "file:mine.js"));
    assert_eq!((&**what, &**key), ("ask-run", "file:mine.js"));
    // What a new build is to do elsewhere, the run has done.
    bench.send(Message::Cases(CasesMessage::Said(FromSeries::Play)));
    let field = FromSeries::Field("series".to_owned(), vec!["file:mine.js".to_owned()], 100);
    bench.send(Message::Cases(CasesMessage::Said(field)));
    assert!(
        !bench
            .effects
            .iter()
            .any(|effect| matches!(effect, Effect::Play(..) | Effect::Series(ToSeries::Play { .. }, _)))
    );
}
