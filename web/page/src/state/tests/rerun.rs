//! Reruns: the requests to the worker, and the results made of its answers.

use super::played_again::{answer, opened};
use super::*;
use crate::message::RerunMessage;

/// A match that player 1 won, and a bot that plays player 2's turns again.
fn asked(bot: &str) -> (Bench, PlayRequest) {
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::Play);
    bench.progress(0, &WON, None);
    bench.send(Message::Inspect(Seat::new(1)));
    bench.played();
    bench.send(Message::Rerun(RerunMessage::Start(BotKey::from(bot))));
    let play = bench.played().expect("the worker plays");
    (bench, play)
}

impl Bench {
    /// The worker plays these columns by turns and is done.
    fn replay(&mut self, id: u32, columns: &[u8]) {
        let turn = |(at, &column): (usize, &u8)| turn(at % 2, TurnResult::Action(json!(column)));
        let turns = columns.iter().enumerate().map(turn).collect();
        let progress =
            MatchProgress { id, first: 0, turns, passages: Vec::new(), awaited: Vec::new(), outcome: None, done: true };
        self.send(Message::Host(FromWorker::Progress(progress)));
    }

    fn rerun_told(&self) -> String {
        self.state.position().rerun_view().and_then(|view| view.told).expect("it was asked")
    }
}

const NEGAMAX: &str = "connect-four-negamax";

#[test]
fn the_other_player_repeats_its_turns() {
    let (bench, play) = asked(NEGAMAX);
    let record = play.record.expect("it repeats a record");
    assert_eq!((record.seats, record.turns.len()), (vec![Seat::new(0)], WON.len()));
    assert_eq!(play.match_spec.seed, bench.state.shown.shown_match.record.seed());
    assert_eq!(play.match_spec.players[1].name, "negamax");
    assert_ne!(play.id, bench.state.shown.shown_match.id, "the match that is shown stays");
}

#[test]
fn both_answers_are_shown_where_they_differ() {
    let (mut bench, play) = asked(NEGAMAX);
    assert_eq!(bench.rerun_told(), "Asking negamax …");
    bench.replay(play.id, &[1, 2, 1, 3]);
    assert_eq!(bench.rerun_told(), "negamax plays differently at turn 4.");
    let view = bench.state.position().rerun_view().expect("it was asked");
    let answers = view.answers.expect("both answers");
    assert!(answers[0].words.contains('2') && answers[1].words.contains('3'), "{answers:?}");
    assert_eq!(bench.state.shown.playback.at, 3, "the position in which both chose is shown");
    assert!(view.plays_on);
    bench.send(Message::Inspect(Seat::new(0)));
    assert_eq!(bench.state.position().rerun_view().and_then(|view| view.told), None, "it is about the other player");
}

/// Regression: the bot's turn before the one in which it differs was to be kept as a case.
#[test]
fn the_turn_that_differs_is_inspected() {
    let (mut bench, play) = asked(NEGAMAX);
    bench.replay(play.id, &[1, 3]);
    assert_eq!(
        (bench.rerun_told(), bench.state.shown.playback.at),
        ("negamax plays differently at turn 2.".to_owned(), 1)
    );
    assert_eq!(bench.state.plays.inspected_turn(&bench.state.shown), Some(1), "it is the bot's first");
    bench.send(Message::Playback(PlaybackMessage::Go(4)));
    assert_eq!(bench.state.plays.inspected_turn(&bench.state.shown), Some(3), "elsewhere it is the last turn before");
}

#[test]
fn a_bot_that_does_the_same_is_told_so() {
    let (mut bench, play) = asked(NEGAMAX);
    bench.replay(play.id, &WON);
    assert_eq!(bench.rerun_told(), "No difference: negamax does the same in all of its 3 turns.");
    assert!(bench.state.position().rerun_view().is_some_and(|view| !view.plays_on && view.answers.is_none()));
}

/// Regression: a run for one question that fails is not a fault, so it was shown nowhere.
#[test]
fn failed_runs_are_counted() {
    let (mut bench, play) = asked(NEGAMAX);
    let ended = |seat, turn| Passage {
        seat: Seat::new(seat),
        turn,
        stream: Stream::Ended,
        text: "it ended with status 1\n".to_owned(),
    };
    // A host's remark about the bot's end is no failed run.
    let remark = Passage { stream: Stream::Remark, ..ended(1, 3) };
    let passages = vec![ended(1, 1), ended(0, 2), ended(1, 3), remark];
    let turn = |(at, &column): (usize, &u8)| turn(at % 2, TurnResult::Action(json!(column)));
    let turns = WON.iter().enumerate().map(turn).collect();
    let progress = MatchProgress { id: play.id, first: 0, turns, passages, awaited: vec![], outcome: None, done: true };
    bench.send(Message::Host(FromWorker::Progress(progress)));
    let told = "No difference: negamax does the same in all of its 3 turns. Its runs failed in 2 of them.";
    assert_eq!(bench.rerun_told(), told);
}

#[test]
fn two_matches_are_gone_through_together() {
    let (mut bench, play) = asked(NEGAMAX);
    bench.replay(play.id, &[1, 2, 1, 3]);
    bench.send(Message::Rerun(RerunMessage::PlayOn));
    let play = bench.played().expect("the worker plays");
    assert_eq!(play.record, None, "all bots play");
    let longer = [1, 2, 1, 3, 3, 1, 2, 4, 5, 4];
    bench.replay(play.id, &longer);
    assert!(bench.rerun_told().starts_with("negamax plays differently at turn 4."), "{}", bench.rerun_told());
    assert_eq!(bench.state.plays.match_beside().map(|beside| beside.record.len()), Some(longer.len()));
    bench.send(Message::Playback(PlaybackMessage::Go(longer.len())));
    assert_eq!(bench.state.shown.playback.at, longer.len(), "the longer one can be gone through");
    // Regression: the status did not say which match it was about, nor how the other one ended.
    let status = bench.state.position().status();
    let recorded = bench.state.shown.shown_match.verdict(bench.state.context.game_ui).expect("it is over");
    assert!(status.starts_with(&format!("Recorded: {recorded} negamax: ")), "{status}");
    assert_eq!(bench.state.position().rerun_view().and_then(|view| view.asked), Some(BotKey::from(NEGAMAX)));
    bench.send(Message::Rerun(RerunMessage::Close));
    bench.send(Message::Playback(PlaybackMessage::Step(1)));
    assert_eq!(bench.state.shown.playback.at, WON.len());
}

/// Regression: in a seat's view, the sentence about both matches told the orders that it does not see.
#[test]
fn neither_of_two_matches_tells_what_the_view_hides() {
    let mut bench = Bench::on("#/generals");
    bench.send(Message::Play);
    let viewer = bench.state.shown.shown_match.record.to_act().lowest().expect("somebody begins");
    let (own, other) = (viewer.index(), 1 - viewer.index());
    let pass = |seat| turn(seat, TurnResult::Action(json!("-1")));
    let resigned = || turn(own, TurnResult::from(Fault::new(FaultKind::Resigned, b"", "")));
    bench.receive_turns(0, vec![pass(own), pass(other), pass(own), pass(other)], None);
    bench.send(Message::Inspect(viewer));
    bench.send(Message::Look(Some(viewer)));
    bench.played();
    for message in [RerunMessage::Start(BotKey::from("generals-greedy")), RerunMessage::PlayOn] {
        bench.send(Message::Rerun(message));
        let (id, turns) = (bench.played().expect("the worker plays").id, vec![pass(own), pass(other), resigned()]);
        let progress =
            MatchProgress { id, first: 0, turns, passages: Vec::new(), awaited: Vec::new(), outcome: None, done: true };
        bench.send(Message::Host(FromWorker::Progress(progress)));
    }
    bench.send(Message::Playback(PlaybackMessage::Go(2)));
    let hidden = format!("{} moves out of sight.", bench.state.context.game_ui.seat_style(Seat::new(other)).name);
    assert_eq!(bench.state.position().status(), format!("Recorded: {hidden} greedy: {hidden}"));
}

/// Regression: the other player's turn was shown as the bot's answer.
#[test]
fn a_bot_that_does_not_repeat_itself_ends_the_comparison() {
    let (mut bench, play) = asked(NEGAMAX);
    bench.replay(play.id, &[1, 2, 1, 3]);
    for (columns, at) in [([1, 2, 5, 2], 2), ([1, 4, 5, 2], 1), ([1, 2, 1, 2], 3)] {
        bench.send(Message::Rerun(RerunMessage::PlayOn));
        let play = bench.played().expect("the worker plays");
        assert_eq!(bench.rerun_told(), "Asking negamax …", "the bots are those of the match");
        bench.replay(play.id, &columns);
        let who = ["negamax (red)", "negamax (yellow)"][at % 2];
        let told = format!(
            "{who} did not repeat itself in turn {}, and the comparison ends there: this is not how the match would \
             go on from turn 4.",
            at + 1
        );
        assert!(bench.rerun_told().starts_with(&told), "{}, not {told}", bench.rerun_told());
        let view = bench.state.position().rerun_view().expect("it was asked");
        assert!(view.answers.is_none() && !view.plays_on, "there is nothing to compare");
        assert_eq!(bench.state.shown.playback.at, at, "the position in which it did something else");
        bench.send(Message::Rerun(RerunMessage::Start(BotKey::from(NEGAMAX))));
        let play = bench.played().expect("the worker plays");
        bench.replay(play.id, &[1, 2, 1, 3]);
    }
}

/// Regression: another build of the same name played without a notice.
#[test]
fn a_build_that_plays_for_another_is_told() {
    let mut bench = Bench::on("#/connect-four");
    let file =
        |byte| Message::File { name: "mine.wasm".to_owned(), bytes: Rc::from([0, 97, 115, 109, byte]), seat: None };
    bench.send(file(1));
    bench.send(Message::Play);
    bench.progress(0, &WON, None);
    bench.send(Message::Forget(BotKey::from("file:mine.wasm")));
    bench.send(file(2));
    bench.send(Message::Inspect(Seat::new(1)));
    bench.send(Message::Rerun(RerunMessage::Start(BotKey::from(NEGAMAX))));
    let play = bench.played().expect("the worker plays");
    bench.replay(play.id, &[1, 2, 1, 3]);
    assert_eq!(bench.rerun_told(), "negamax plays differently at turn 4.", "the other player is the recorded one");
    bench.send(Message::Rerun(RerunMessage::PlayOn));
    let play = bench.played().expect("the worker plays");
    let substitute =
        " mine.wasm takes the place of mine.wasm: the build of the record, with another SHA-256, is not here.";
    assert_eq!(bench.rerun_told(), format!("Asking negamax …{substitute}"));
    bench.replay(play.id, &[1, 2, 1, 3, 1]);
    let told = bench.rerun_told();
    assert!(told.starts_with("negamax plays differently at turn 4.") && told.ends_with(substitute), "{told}");
}

/// Regression: the worker plays one match at a time, and each of the two ended the other for good.
#[test]
fn a_rerun_of_an_opened_match_puts_off_playing_it_again() {
    let mut bench = opened(Panel::Inspector);
    let interrupted = bench.played().expect("it is played again");
    bench.send(Message::Inspect(Seat::new(1)));
    bench.send(Message::Rerun(RerunMessage::Start(BotKey::from(NEGAMAX))));
    let rerun = bench.played().expect("the bot is asked");
    assert!(rerun.record.is_some());
    answer(&mut bench, interrupted.id, &WON);
    bench.send(Message::Wake);
    assert_eq!(bench.played(), None, "that would end the rerun");
    bench.replay(rerun.id, &[1, 2, 1, 3]);
    assert_eq!(bench.rerun_told(), "negamax plays differently at turn 4.");
    let used = |bench: &Bench| {
        bench.state.position().rerun_view().and_then(|view| view.answers).expect("both answers")[0].used
    };
    assert_eq!(used(&bench), Duration::ZERO, "it is not known yet");
    let again = bench.played().expect("it is played again from the start");
    assert_eq!((again.record, again.match_spec), (None, interrupted.match_spec));
    answer(&mut bench, again.id, &WON);
    assert_eq!((used(&bench), bench.state.plays.words_note(&bench.state.shown)), (Duration::from_micros(7), None));
    assert_eq!(bench.rerun_told(), "negamax plays differently at turn 4.", "the comparison stays");
}

/// Regression: no match was played again after a rerun that was closed before it ended.
#[test]
fn a_match_is_played_again_when_its_rerun_is_closed() {
    let mut bench = opened(Panel::Inspector);
    bench.send(Message::Inspect(Seat::new(1)));
    bench.send(Message::Rerun(RerunMessage::Start(BotKey::from(NEGAMAX))));
    assert!(bench.played().is_some_and(|rerun| rerun.record.is_some()));
    bench.send(Message::Rerun(RerunMessage::Close));
    let again = bench.played().expect("it is played again");
    answer(&mut bench, again.id, &WON);
    assert_eq!(
        (bench.state.plays.words_note(&bench.state.shown), bench.state.shown.shown_match.passages.len()),
        (None, 1)
    );
}

#[test]
fn another_match_ends_the_rerun() {
    let (mut bench, play) = asked(NEGAMAX);
    bench.send(Message::Play);
    bench.replay(play.id, &[1, 2, 1, 3]);
    assert!(bench.state.shown.shown_match.record.is_empty(), "what the worker still says is about no match");
    assert_eq!(bench.state.position().rerun_view(), None, "a match that goes on is not compared");
}
