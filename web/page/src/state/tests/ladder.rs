//! The ladder: which bot climbs, which series is played, and what is kept of its result.

use botyard_engine::replay::{MatchClock, MatchTerms};
use botyard_web_protocol::{AttemptState, BeatenRung, RungReport};

use super::write::{open_draft, run};
use super::*;
use crate::message::{LadderMessage, SeriesMessage};

/// The program of series reports on the attempt of a build.
fn report(game: &str, rung: &str, sha256: &str, [games, half_points]: [u32; 2], state: AttemptState) -> Message {
    let (game, rung, sha256) = (game.to_owned(), rung.to_owned(), sha256.to_owned());
    let report = RungReport { game, rung, sha256, games, half_points, state };
    Message::Series(SeriesMessage::Said(FromSeries::Rung(report)))
}

impl Bench {
    /// The attempts that were requested since the last call: their players, and the rung.
    fn attempts(&mut self) -> Vec<(Vec<String>, String)> {
        let effects = std::mem::take(&mut self.effects);
        let attempt = |effect| match effect {
            Effect::Series(ToSeries::TryRung { match_spec, rung }, bots) => {
                assert_eq!(match_spec.players.len(), bots.len(), "a module for each");
                assert_eq!((match_spec.seed, &match_spec.settings), (1, &Value::Null), "the usual settings");
                assert_eq!(match_spec.terms, MatchTerms::default());
                Some((match_spec.players.into_iter().map(|player| player.name).collect(), rung))
            }
            _ => None,
        };
        effects.into_iter().filter_map(attempt).collect()
    }

    /// The requests to keep what builds have beaten.
    fn kept_rungs(&self) -> Vec<&Effect> {
        self.effects.iter().filter(|effect| matches!(effect, Effect::KeepBeaten(..))).collect()
    }

    /// The build that climbs, how many rungs its bot has beaten, and the place of the next one.
    fn climbs(&self) -> (Option<String>, usize, Option<usize>) {
        let view = self.state.ladder_view();
        (view.climber.as_ref().map(|climber| climber.build.clone()), view.beaten(), view.next())
    }

    /// The SHA-256 of a build of `mine.js`.
    fn hash(&self, key: &str) -> String {
        self.state.context.library.bot(&BotKey::from(key)).and_then(|bot| bot.sha256.clone()).expect("it was checked")
    }
}

#[test]
fn a_build_tries_a_rung_on_usual_settings_and_terms() {
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::Ladder(LadderMessage::Play(0)));
    assert_eq!((bench.climbs(), bench.attempts()), ((None, 0, Some(0)), vec![]), "the visitor has no bot");
    bench.send(Message::Setup(SetupMessage::Seed(9)));
    bench.send(Message::Setup(SetupMessage::Clock(MatchClock::Wall)));
    bench.send(run(false, 1));
    bench.send(run(false, 2));
    bench.send(Message::Panel(Panel::Ladder));
    bench.effects.clear();
    assert_eq!(bench.climbs(), (Some("mine.js, build 2".to_owned()), 0, Some(0)));
    bench.send(Message::Ladder(LadderMessage::Play(0)));
    assert_eq!(bench.attempts(), [(names(&["mine.js, build 2", "random"]), "random".to_owned())]);
    assert_eq!(bench.state.visit.panel, Panel::Ladder, "its result is shown there");
    // Where there is a variant of the rung's bot, that plays.
    let ladder = bench.state.context.game_ui.ladder();
    let negamax = ladder.iter().position(|rung| rung.bot == "negamax").expect("it is a rung");
    bench.send(Message::Ladder(LadderMessage::Play(negamax)));
    assert_eq!(bench.attempts(), [(names(&["mine.js, build 2", "negamax-varied"]), "negamax".to_owned())]);
    bench.send(Message::Ladder(LadderMessage::Stop));
    let is_stop = |effect: &Effect| matches!(effect, Effect::Series(ToSeries::Press(press), _) if press.name == "stop");
    assert!(bench.effects.iter().any(is_stop), "{:?}", bench.effects);
}

#[test]
fn what_a_build_has_beaten_is_kept_with_it_once_and_the_next_rung_follows() {
    let mut bench = Bench::on("#/connect-four/write");
    bench.send(run(false, 1));
    let first = bench.hash("file:mine.js");
    bench.send(Message::Ladder(LadderMessage::Play(0)));
    bench.effects.clear();
    bench.send(report("connect-four", "random", &first, [12, 20], AttemptState::Playing));
    assert_eq!((bench.climbs().1, bench.kept_rungs()), (0, vec![]), "it is not over");
    for _ in 0..2 {
        bench.send(report("connect-four", "random", &first, [20, 35], AttemptState::Beaten));
    }
    let beaten = BeatenRung { rung: "random".to_owned(), games: 20, half_points: 35 };
    let key = BotKey::from("file:mine.js");
    assert_eq!(bench.kept_rungs(), [&Effect::KeepBeaten("connect-four", key, first, beaten.clone())]);
    assert_eq!(bench.take_notice(), "mine.js has beaten random.");
    assert_eq!(bench.climbs(), (Some("mine.js".to_owned()), 1, Some(1)));
    // The next build climbs on from there.
    bench.send(run(false, 2));
    let second = bench.hash("build:2:mine.js");
    bench.send(report("connect-four", "tactician", &second, [9, 6], AttemptState::NotBeaten));
    assert_eq!(bench.climbs(), (Some("mine.js, build 2".to_owned()), 1, Some(1)));
    let view = bench.state.ladder_view();
    assert_eq!(view.rungs[0].beaten, Some((beaten, "mine.js, build 1".to_owned())));
    let Some(AttemptView::Begun(last)) = &view.rungs[1].attempt else { panic!("{:?}", view.rungs[1].attempt) };
    assert_eq!((last.games, last.half_points, last.state), (9, 6, AttemptState::NotBeaten));
    // Without its builds there is nothing, until they are put back.
    bench.send(Message::Forget(BotKey::from("file:mine.js")));
    assert_eq!(bench.climbs().1, 0);
    bench.send(Message::Undo);
    assert_eq!(bench.climbs().1, 1);
}

#[test]
fn an_attempt_ends_while_another_game_is_shown() {
    let mut bench = Bench::on("#/generals");
    let beaten = vec![BeatenRung { rung: "idle".to_owned(), games: 20, half_points: 40 }];
    let build = |name: &str, sha256: &str, beaten| {
        let (name, sha256) = (name.to_owned(), sha256.to_owned());
        let build = StoredBuild { name, build: 1, sha256, games: BuildGames::default(), beaten };
        Message::Kept { game: "generals".to_owned(), build }
    };
    bench.send(build("march.wasm", "ab", beaten));
    bench.send(build("wait.wasm", "cd", Vec::new()));
    bench.send(Message::Arrived("#/stratego".to_owned()));
    bench.effects.clear();
    bench.send(report("generals", "random", "ab", [20, 30], AttemptState::Beaten));
    assert!(matches!(&bench.kept_rungs()[..], [Effect::KeepBeaten("generals", ..)]), "{:?}", bench.effects);
    let ladder = botyard_web_games::find_game_ui("generals").expect("it is a game").ladder();
    let climber = |bench: &Bench, game: &str| bench.state.best_climber(game);
    assert_eq!(climber(&bench, "generals"), Some(("march.wasm".to_owned(), 2, ladder.len())));
    assert_eq!((climber(&bench, "stratego"), bench.state.has_beaten("stratego")), (None, false));
    bench.send(Message::Arrived("#/generals".to_owned()));
    assert_eq!(climber(&bench, "generals"), Some(("march.wasm".to_owned(), 2, ladder.len())));
    // The newest bot climbs, unless another is chosen.
    assert_eq!(bench.climbs(), (Some("wait.wasm".to_owned()), 0, Some(0)));
    bench.send(Message::Ladder(LadderMessage::Choose("march.wasm".to_owned())));
    assert_eq!(bench.climbs(), (Some("march.wasm".to_owned()), 2, Some(2)));
}

#[test]
fn the_open_draft_climbs_with_the_build_of_its_text() {
    let mut bench = Bench::on("#/connect-four/write");
    bench.send(run(false, 1));
    bench.send(kept("connect-four", "other.wasm", 1, "ab"));
    let is_behind = |bench: &Bench| bench.state.ladder_view().climber.map(|climber| climber.is_behind_draft);
    assert_eq!((bench.climbs().0.as_deref(), is_behind(&bench)), (Some("mine.js"), Some(false)), "it has a seat");
    bench.send(open_draft("connect-four", false));
    assert_eq!((bench.climbs().0.as_deref(), is_behind(&bench)), (Some("mine.js"), Some(true)), "it has changed");
    bench.send(run(false, 2));
    assert_eq!(bench.climbs().0.as_deref(), Some("mine.js, build 2"));
}

#[test]
fn an_attempt_whose_bot_cannot_be_loaded_is_given_up() {
    let mut state = PageState::new(around());
    let mut now = 0.0;
    let mut send = |state: &mut PageState, message| {
        now += 1.0;
        state.update(message, now)
    };
    send(&mut state, Message::Arrived("#/connect-four".to_owned()));
    send(&mut state, kept("connect-four", "own.wasm", 1, "ab"));
    send(&mut state, Message::Ladder(LadderMessage::Play(0)));
    let attempt = |state: &PageState| state.ladder_view().rungs[0].attempt.clone();
    assert_eq!(attempt(&state), Some(AttemptView::Loading));
    send(&mut state, Message::Fetched(BotKey::from("file:own.wasm"), Err("it is gone".to_owned())));
    assert_eq!(attempt(&state), None);
    assert!(state.context.notices.shown().is_some_and(|notice| notice.text.contains("own.wasm: it is gone")));
    // So is one whose game the visitor leaves.
    send(&mut state, Message::Ladder(LadderMessage::Play(0)));
    send(&mut state, Message::Arrived("#/stratego".to_owned()));
    send(&mut state, Message::Arrived("#/connect-four".to_owned()));
    assert_eq!(attempt(&state), None);
}

/// An error of the program ends the attempt that it played, for all that the page knows.
#[test]
fn an_attempt_does_not_seem_to_go_on_after_an_error() {
    let mut bench = Bench::on("#/connect-four/write");
    bench.send(run(false, 1));
    bench.send(Message::Ladder(LadderMessage::Play(0)));
    let state = |bench: &Bench| match &bench.state.ladder_view().rungs[0].attempt {
        Some(AttemptView::Begun(report)) => report.state,
        attempt => panic!("{attempt:?}"),
    };
    assert_eq!(state(&bench), AttemptState::Playing);
    bench.send(Message::Series(SeriesMessage::Said(FromSeries::Error("It has failed.".to_owned()))));
    assert_eq!(state(&bench), AttemptState::Stopped);
}
