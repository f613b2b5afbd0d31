//! Drafts that are run: a series is played beside the match, and its results are shown without
//! leaving the editor.

use botyard_engine::catalog::Playable;
use botyard_engine::games::generals::Generals;
use botyard_engine::replay::MatchClock;
use botyard_engine::tournament::Format;
use botyard_web_protocol::editor::FromEditor;
use botyard_web_protocol::series::{FromSeries, ParticipantGames, ToSeries};

use super::played_again::answer;
use super::write::{open_draft, run, run_result, says};
use super::*;
use crate::message::{CasesMessage, SeriesMessage, WriteMessage};

impl Bench {
    /// The series that were requested since the last call: their players, their format, and whose
    /// run each is.
    fn series(&mut self) -> Vec<(Vec<String>, Format, Option<String>)> {
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

#[test]
fn a_run_plays_a_match_and_a_series_against_the_opponent_and_the_build_before() {
    let mut bench = Bench::on("#/connect-four/write");
    bench.send(run(false, 1));
    let opponent = bench.state.shown.shown_match.record.players()[1].name.clone();
    assert!(bench.effects.iter().any(|effect| matches!(effect, Effect::AskHost(ToWorker::Play(_), _))), "on the board");
    let own = |key: &str| Some(key.to_owned());
    assert_eq!(bench.series(), [(names(&["mine.js", &opponent]), Format::Gauntlet, own("file:mine.js"))]);
    let obstacle = |bench: &Bench| bench.state.to_editor().result.and_then(|result| result.obstacle);
    assert_eq!((bench.state.visit.panel, obstacle(&bench)), (Panel::Write, None));
    // The draft has the first place among the bots wherever it sits.
    bench.send(Message::Swap);
    bench.send(run(false, 2));
    let of_two = names(&["mine.js, build 2", &opponent, "mine.js"]);
    assert_eq!(bench.series(), [(of_two, Format::Gauntlet, own("build:2:mine.js"))]);
    // Where the build before is the opponent, it is played against once.
    let before = SeatChoice::Bot(BotKey::from("build:2:mine.js"));
    bench.send(Message::Setup(SetupMessage::Choose(Seat::new(0), before)));
    bench.send(run(false, 3));
    assert_eq!(bench.series()[0].0, names(&["mine.js, build 3", "mine.js, build 2"]));
}

/// Regression: a draft that could not start was the build before, which the next one beat in every
/// game.
#[test]
fn a_run_is_not_compared_with_a_build_that_played_no_turn() {
    let mut bench = Bench::on("#/connect-four/write");
    bench.send(run(false, 1));
    bench.progress(0, &WON, None);
    bench.send(run(false, 2));
    let fault = Fault::new(FaultKind::NotStarted, b"", FaultReason::Trap("it stopped".into()));
    bench.receive_turns(0, vec![turn(0, TurnResult::from(fault))], None);
    let kept = bench.effects.iter().filter(|effect| matches!(effect, Effect::KeepGames(..))).collect::<Vec<_>>();
    let [.., Effect::KeepGames("connect-four", key, _, games)] = &kept[..] else { panic!("{kept:?}") };
    assert_eq!((key, games.has_failed()), (&BotKey::from("build:2:mine.js"), true));
    bench.effects.clear();
    bench.send(run(false, 3));
    let series = bench.series();
    assert_eq!((&*series[0].0[0], &*series[0].0[2]), ("mine.js, build 3", "mine.js"));
}

/// Regression: a build that looped in every game was the build before, at ten seconds a game.
#[test]
fn a_run_is_not_compared_with_a_build_that_loses_all_games_by_its_own_fault() {
    let mut bench = Bench::on("#/connect-four/write");
    bench.send(run(false, 1));
    bench.progress(0, &WON, None);
    bench.send(run(false, 2));
    let fault = Fault::new(FaultKind::Timeout, b"", FaultReason::Trap("it stopped".into()));
    let action = |seat| turn(seat, TurnResult::Action(json!(1)));
    bench.receive_turns(0, vec![action(0), action(1), turn(0, TurnResult::from(fault))], None);
    bench.effects.clear();
    bench.send(run(false, 3));
    let series = bench.series();
    assert_eq!(&*series[0].0[2], "mine.js", "the match on the board is all that is known of build 2");

    // The series of a build counts more than its match: this build ends most of its games well.
    let [before, key] = ["build:2:mine.js", "build:3:mine.js"].map(BotKey::from);
    let sha256 = bench.state.context.library.bot(&before).and_then(|bot| bot.sha256.clone()).expect("it was checked");
    let mut build_before = |games, failed| {
        let participants = vec![ParticipantGames { sha256: sha256.clone(), games, failed }];
        bench.send(Message::Series(SeriesMessage::Said(FromSeries::Games(participants))));
        bench.state.context.library.build_before(&key).map(|key| key.to_string())
    };
    assert_eq!(build_before(100, 3).as_deref(), Some("build:2:mine.js"));
    assert_eq!(build_before(200, 199).as_deref(), Some("file:mine.js"));

    // Its series goes on while another game is shown.
    bench.send(Message::Arrived("#/generals".to_owned()));
    bench.effects.clear();
    let participants = vec![ParticipantGames { sha256, games: 300, failed: 3 }];
    bench.send(Message::Series(SeriesMessage::Said(FromSeries::Games(participants))));
    assert!(matches!(&bench.effects[..], [Effect::KeepGames("connect-four", kept, ..), ..] if *kept == before));
    bench.send(Message::Arrived("#/connect-four".to_owned()));
    assert_eq!(bench.state.context.library.build_before(&key), Some(before));
}

#[test]
fn what_a_run_plays_is_said_before_it() {
    let mut bench = Bench::on("#/connect-four/write");
    assert_eq!(bench.state.to_editor().plan, None, "no draft is open");
    let open = |game: &str, sha256: &str| {
        let (game, file, sha256) = (game.to_owned(), "mine.js".to_owned(), sha256.to_owned());
        says(FromEditor::Draft { game, file, sha256, is_from_link: false })
    };
    let plan = |bench: &Bench| bench.state.to_editor().plan.expect("a draft is open");
    let opponent = bench.state.shown.shown_match.record.players()[1].name.clone();
    bench.send(open("connect-four", "new"));
    assert_eq!(plan(&bench), format!("Run plays a match, and 100 games against {opponent}."));
    bench.send(run(false, 1));
    bench.send(run(false, 2));
    assert_eq!(plan(&bench), format!("Run plays a match, and 100 games each against {opponent} and your build 2."));
    let sha256 = bench.state.context.library.bot(&BotKey::from("build:2:mine.js")).and_then(|bot| bot.sha256.clone());
    bench.send(open("connect-four", &sha256.expect("it was checked")));
    assert_eq!(
        plan(&bench),
        format!("Run plays a match, and 100 games each against {opponent} and your build 1."),
        "the draft is build 2 as it is"
    );
    bench.send(Message::Series(SeriesMessage::Games(10)));
    assert!(bench.effects.contains(&Effect::KeepSeriesGames(10)));
    bench.send(Message::Series(SeriesMessage::Games(11)));
    assert_eq!(plan(&bench), format!("Run plays a match, and 10 games each against {opponent} and your build 1."));
    bench.effects.clear();
    bench.send(run(false, 2));
    let plays_ten = |effect: &Effect| matches!(effect, Effect::Series(ToSeries::Play { games: 10, .. }, _));
    assert!(bench.effects.iter().any(plays_ten), "it plays what it says: {:?}", bench.effects);
    bench.send(Message::Setup(SetupMessage::Clock(MatchClock::Wall)));
    assert_eq!(plan(&bench), "Run plays a match, and no series.");

    let mut bench = Bench::on("#/generals/write");
    bench.send(kept("generals", "mine.js", 4, "ab"));
    bench.send(Message::Setup(SetupMessage::Seats(3)));
    bench.send(open("connect-four", "new"));
    assert_eq!(bench.state.to_editor().plan, None, "it is a draft of another game");
    bench.send(open("generals", "new"));
    let of_line_up = |bench: &Bench, seat: usize| match &bench.state.setup.lineup.seats[seat] {
        SeatChoice::Bot(key) => bench.state.context.library.bot(key).expect("it comes with the page").name.clone(),
        choice => panic!("{choice:?}"),
    };
    let [second, third] = [1, 2].map(|seat| of_line_up(&bench, seat));
    let each = format!("Run plays a match, and 100 games each against {second}, {third} and your build 4.");
    assert_eq!(plan(&bench), each);
}

/// A draft of Generals is run.
fn run_general(last: u8) -> Message {
    let (game, file) = ("generals".to_owned(), "mine.js".to_owned());
    let bytes = Rc::from([*b"\0asm", [last, 0, 0, 0]].concat());
    Message::Write(WriteMessage::Editor(FromEditor::Run { game, file, is_series: false }, bytes))
}

/// Regression: the whole line-up played together, so that there was no Elo against any of them.
#[test]
fn each_of_several_others_is_played_against_alone() {
    let mut bench = Bench::on("#/generals/write");
    bench.send(Message::Setup(SetupMessage::Seats(4)));
    let choose = |seat, key: &str| Message::Setup(SetupMessage::Choose(Seat::new(seat), SeatChoice::Bot(key.into())));
    bench.send(choose(1, "generals-random"));
    bench.send(choose(2, "generals-greedy"));
    bench.send(choose(3, "generals-random"));
    bench.send(run_general(1));
    let played = |others: &[&str], build: &str| (names(others), Format::Gauntlet, Some(build.to_owned()));
    assert_eq!(bench.series(), [played(&["mine.js", "random", "greedy"], "file:mine.js")]);
    assert_eq!(bench.state.shown.shown_match.record.players().len(), 4, "the match is that of the line-up");
    bench.send(run_general(2));
    let of_four = ["mine.js, build 2", "random", "greedy", "mine.js"];
    assert_eq!(bench.series(), [played(&of_four, "build:2:mine.js")]);
    assert_eq!(bench.state.visit.panel, Panel::Write);
}

#[test]
fn all_play_together_on_settings_that_two_cannot_have() {
    let mut bench = Bench::on("#/generals/write");
    bench.send(Message::Setup(SetupMessage::Seats(3)));
    let map = serde_json::to_value(Generals::settings(3, 5)).expect("settings have text keys only");
    bench.send(edited(FormChange::Settings(map)));
    bench.send(open_draft("generals", false));
    let plan = bench.state.to_editor().plan.expect("a draft is open");
    let (start, end) = ("Run plays a match, and 100 games with ", ": the settings are not for two players.");
    assert!(plan.starts_with(start) && plan.ends_with(end), "{plan}");
    bench.effects.clear();
    bench.send(run_general(1));
    let series = bench.series();
    let [(players, format, Some(_))] = &*series else { panic!("{series:?}") };
    assert_eq!((players.len(), &*players[0], *format), (3, "mine.js", Format::Series));
}

#[test]
fn opponents_that_are_chosen_beside_run_are_played_against_too() {
    let mut bench = Bench::on("#/connect-four/write");
    bench.send(kept("connect-four", "own.wasm", 1, "ab"));
    let offered = bench.state.to_editor().opponents;
    assert!(!offered.is_empty());
    assert!(offered.iter().all(|bot| bot.key.starts_with("connect-four-")), "only bots that come with the page");
    let choose = |game: &str, keys: &[&str]| {
        let (game, keys) = (game.to_owned(), keys.iter().map(|&key| BotKey::from(key)).collect());
        says(FromEditor::Opponents { game, keys })
    };
    let opponent = SeatChoice::Bot("connect-four-random".into());
    bench.send(Message::Setup(SetupMessage::Choose(Seat::new(1), opponent)));
    bench.send(choose("connect-four", &["connect-four-random", "connect-four-negamax", "of-another-page"]));
    bench.send(choose("generals", &["generals-idle"]));
    bench.send(run(false, 1));
    assert_eq!(bench.series()[0].0, names(&["mine.js", "random", "negamax"]));
    bench.send(choose("connect-four", &[]));
    bench.send(run(false, 2));
    assert_eq!(bench.series()[0].0, names(&["mine.js, build 2", "random", "mine.js"]));
}

#[test]
fn a_run_without_a_series_says_why() {
    let mut bench = Bench::on("#/connect-four/write");
    bench.send(Message::Setup(SetupMessage::Clock(MatchClock::Wall)));
    bench.send(run(false, 1));
    assert_eq!(bench.series(), []);
    let obstacle = bench.state.to_editor().result.and_then(|result| result.obstacle).unwrap_or_default();
    assert!(obstacle.starts_with("A series is played on counted time"), "{obstacle}");
    assert_eq!(bench.state.context.notices.shown(), None, "the match is played");
}

/// Regression: the opponents of a draft got no numbers.
#[test]
fn in_the_series_of_a_run_a_bot_takes_the_place_of_a_person() {
    let mut bench = Bench::on("#/connect-four/write");
    bench.send(Message::Setup(SetupMessage::Choose(Seat::new(1), SeatChoice::Person)));
    bench.send(run(false, 1));
    let usual = bench.state.context.game_ui.bots()[1].name;
    assert_eq!(bench.series()[0].0, names(&["mine.js", usual]));
    assert_eq!(bench.state.shown.shown_match.record.players()[1].kind, PlayerKind::Person, "the match is the person's");
    let told = format!("Playing … You play this match; in its series {usual} plays in your place.");
    assert_eq!(bench.state.to_editor().result, Some(run_result(1, false, &told)));
    bench.send(Message::Setup(SetupMessage::Choose(Seat::new(1), SeatChoice::Bot(BotKey::from("x")))));
    bench.send(run(true, 1));
    assert!(!bench.state.to_editor().result.is_some_and(|result| result.words.contains("in your place")));
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
    waiting.extend(send(kept("connect-four", "mine.js", 1, "ab")));
    waiting.extend(send(run(false, 1)));
    let mut played = Vec::new();
    while let Some(effect) = waiting.pop() {
        waiting.extend(match effect {
            Effect::Prepare(_, LibraryRequest::Fetch(key)) if key == BotKey::from("file:mine.js") => {
                send(Message::Fetched(key, Err("it is not kept any more".to_owned())))
            }
            Effect::Prepare(_, LibraryRequest::Fetch(key)) => send(Message::Fetched(key, Ok(Rc::from(*b"\0asm")))),
            Effect::Prepare(_, LibraryRequest::Check(id, _)) => {
                let verdict = Ok(format!("{id:064}"));
                send(Message::Host(FromWorker::Checked { id, verdict, interpreter: None }))
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

/// Answers the page's requests until it makes no more; returns how many bots play in each series
/// that it has requested.
fn answer_all(state: &mut PageState, mut asked: Vec<Effect>) -> Vec<usize> {
    let mut played = Vec::new();
    while let Some(effect) = asked.pop() {
        let message = match effect {
            Effect::Prepare(_, LibraryRequest::Fetch(key)) => Message::Fetched(key, Ok(Rc::from(*b"\0asm"))),
            Effect::Prepare(_, LibraryRequest::Check(id, _)) => checked(id),
            Effect::Series(ToSeries::Play { match_spec, .. }, _) => {
                played.push(match_spec.players.len());
                continue;
            }
            _ => continue,
        };
        asked.extend(state.update(message, 1.0));
    }
    played
}

fn checked(id: u32) -> Message {
    let verdict = Ok(format!("{id:064}"));
    Message::Host(FromWorker::Checked { id, verdict, interpreter: None })
}

/// Regression: a draft, or its series, waited forever if its game was left while bots were fetched
/// or checked: requests under way are dropped then.
#[test]
fn a_run_goes_on_when_its_game_is_shown_again() {
    for is_checked in [true, false] {
        let mut state = PageState::new(around());
        let mut send = |message| state.update(message, 0.0);
        send(Message::Arrived("#/connect-four/write".to_owned()));
        send(kept("connect-four", "mine.js", 1, "ab"));
        let asked = send(run(false, 1));
        if is_checked {
            let id = asked.iter().find_map(|effect| match effect {
                Effect::Prepare(_, LibraryRequest::Check(id, _)) => Some(*id),
                _ => None,
            });
            send(checked(id.expect("the draft is checked")));
            let opponent = state.setup.match_spec(&state.context).players[1].name.clone();
            assert_eq!(state.plays.series.run_waits(&state.context), Some(format!("{opponent} and mine.js")));
        }
        state.update(Message::Arrived("#/generals".to_owned()), 0.0);
        assert_eq!(state.plays.series.run_waits(&state.context), None, "it is a run of another game");
        let asked = state.update(Message::Arrived("#/connect-four/write".to_owned()), 0.0);
        assert_eq!(answer_all(&mut state, asked), [3], "the draft, the opponent and the build before");
        assert_eq!(state.plays.series.run_waits(&state.context), None);
    }
}

#[test]
fn a_game_that_is_looked_at_beside_the_editor_changes_no_opponent() {
    let mut bench = Bench::on("#/connect-four/write");
    bench.send(run(false, 1));
    bench.progress(0, &WON, None);
    let link = bench.state.shown.shown_match.record.link().expect("it is short");
    bench.send(run(false, 2));
    bench.send(Message::Setup(SetupMessage::Choose(Seat::new(1), SeatChoice::Person)));
    let next = bench.state.setup.lineup.clone();
    let address = format!("#/connect-four/r/{link}?t=7");
    bench.send(Message::Arrived(address.clone()));
    assert_eq!(
        (bench.state.shown.shown_match.record.len(), bench.state.shown.playback.at),
        (7, 7),
        "it is shown at its end"
    );
    assert_eq!((&bench.state.setup.lineup, bench.state.visit.panel), (&next, Panel::Write));
    bench.send(Message::Task(Task::Watch));
    bench.send(Message::Play);
    bench.send(Message::Arrived(address));
    assert_ne!(bench.state.setup.lineup.seats[1], SeatChoice::Person, "elsewhere those play next who have played");
}

/// Regression: it was shown after the winner's last turn, and not where the draft went wrong.
#[test]
fn a_lost_game_is_shown_at_the_drafts_own_last_turn() {
    let mut bench = Bench::on("#/connect-four/write");
    bench.send(run(false, 1));
    bench.progress(0, &WON, None);
    let link = bench.state.shown.shown_match.record.link().expect("it is short");
    bench.send(run(false, 2));
    let mut open = |seat, turn| {
        bench.send(says(FromEditor::OpenLoss { seat: Seat::new(seat) }));
        bench.send(Message::Arrived(format!("#/connect-four/r/{link}?t={turn}")));
        (bench.state.shown.playback.at, bench.state.shown.inspection.seat)
    };
    assert_eq!(open(1, 7), (6, Seat::new(1)), "the other has made seven turns of it");
    assert_eq!(open(0, 7), (7, Seat::new(0)), "the same game again");
    bench.send(Message::Arrived(format!("#/connect-four/r/{link}?t=3")));
    assert_eq!(bench.state.shown.playback.at, 3, "which is no loss that is opened");
}

/// Regression: once the game had been played again for its bots' words, its error replaced what the
/// editor shows of a loss.
#[test]
fn a_lost_game_that_is_opened_is_no_result_of_the_run() {
    let mut bench = Bench::on("#/connect-four/write");
    bench.send(run(false, 1));
    bench.progress(0, &WON, None);
    let link = bench.state.shown.shown_match.record.link().expect("it is short");
    assert!(bench.state.to_editor().played.is_some());
    bench.send(Message::Setup(SetupMessage::Choose(Seat::new(1), SeatChoice::Person)));
    bench.send(run(false, 2));
    bench.send(says(FromEditor::OpenLoss { seat: Seat::new(0) }));
    bench.send(Message::Arrived(format!("#/connect-four/r/{link}")));
    let told = Some(run_result(2, true, "Showing another match."));
    assert_eq!(bench.state.to_editor().result, told);
    let again = bench.played().expect("it is played again for its words");
    answer(&mut bench, again.id, &WON);
    assert!(!bench.state.shown.shown_match.passages.is_empty());
    assert_eq!((bench.state.to_editor().result, bench.state.to_editor().played), (told, None));
    bench.send(run(true, 2));
    assert_eq!(bench.state.to_editor().result, None, "a series alone has no match");
    bench.send(run(false, 3));
    let playing = bench.state.to_editor().result.expect("it is played");
    assert_eq!((playing.run, playing.is_over), (4, false));
    assert!(playing.words.starts_with("Playing … You play this match; in its series "), "{playing:?}");
}

/// Regression: the seats showed only the players of the next match, as if they had played the lost
/// game.
#[test]
fn a_loss_against_an_opponent_without_a_seat_says_who_played() {
    let mut bench = Bench::on("#/connect-four/write");
    let opponent = |key: SeatChoice| Message::Setup(SetupMessage::Choose(Seat::new(1), key));
    bench.send(run(false, 1));
    let seated = bench.state.setup.lineup.seats[1].clone();
    bench.send(opponent(SeatChoice::Bot("connect-four-random".into())));
    bench.send(Message::Swap);
    bench.progress(0, &WON, None);
    let link = bench.state.shown.shown_match.record.link().expect("it is short");
    bench.send(Message::Swap);
    bench.send(opponent(seated));
    let next = bench.state.setup.lineup.clone();
    bench.send(says(FromEditor::OpenLoss { seat: Seat::new(1) }));
    bench.send(Message::Arrived(format!("#/connect-four/r/{link}")));
    assert_eq!((bench.state.shown.playback.at, &bench.state.setup.lineup), (6, &next), "Run has the same opponents");
    assert!([0, 1].iter().all(|&seat| bench.state.position().is_changed(Seat::new(seat))), "the seats say so");
    assert_eq!(bench.take_notice(), "On the board: red is random, yellow is mine.js.");
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
    let [ToSeries::CaseBots { bots, .. }, ToSeries::AskRun { key }] = &told.collect::<Vec<_>>()[..] else {
        panic!("{cases:?}")
    };
    assert!(bots.iter().any(|bot| bot.key == "file:mine.js"));
    assert_eq!(key, "file:mine.js");
    // The run has already done the action for new builds.
    bench.send(Message::Cases(CasesMessage::Said(FromSeries::Play)));
    let field = FromSeries::Field { format: Format::Series, bots: vec!["file:mine.js".to_owned()], games: Some(100) };
    bench.send(Message::Cases(CasesMessage::Said(field)));
    assert!(!bench.effects.iter().any(|effect| matches!(
        effect,
        Effect::AskHost(ToWorker::Play(_), _) | Effect::Series(ToSeries::Play { .. }, _)
    )));
}
