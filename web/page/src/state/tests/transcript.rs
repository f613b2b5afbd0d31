//! The updates of the script of transcripts: each passage and each turn once.

use botyard_web_protocol::transcript::{TranscriptTurn, TranscriptUpdate};

use super::*;
use crate::message::InspectionScope;

/// The updates since the last call.
fn updates(bench: &mut Bench) -> Vec<TranscriptUpdate> {
    let effects = std::mem::take(&mut bench.effects);
    let told = effects.into_iter().filter_map(|effect| match effect {
        Effect::Transcript(update) => Some(update),
        _ => None,
    });
    told.collect()
}

/// The only update since the last call.
fn update(bench: &mut Bench) -> TranscriptUpdate {
    let [update] = <[_; 1]>::try_from(updates(bench)).expect("one update");
    update
}

/// The texts of its passages.
fn texts(update: &TranscriptUpdate) -> Vec<&str> {
    update.passages.iter().map(|passage| passage.text.as_str()).collect()
}

/// The bot in this seat, after this many turns, prints a text.
fn printed(seat: usize, turn: usize, text: &str) -> Passage {
    Passage { seat: Seat::new(seat), turn, stream: Stream::Stdout, text: text.to_owned() }
}

#[test]
fn each_passage_and_each_turn_is_told_once_while_the_inspector_is_shown() {
    let mut bench = Bench::on("#/connect-four");
    bench.state.shown.shown_match.add_passages(vec![printed(0, 0, "p\n"), printed(1, 0, "?\n"), printed(0, 0, "1\n")]);
    bench.progress(0, &WON[..3], Some(1));
    assert_eq!(updates(&mut bench), [], "nobody looks at it");

    bench.send(Message::Panel(Panel::Inspector));
    let words = |turn: usize| bench.state.shown.shown_match.record.lines()[turn].words.to_string();
    let turn =
        |at: usize| TranscriptTurn { after: at, asked: at - 1, number: at, words: words(at - 1), is_fault: false };
    let turns = vec![turn(1), turn(3)];
    let told = update(&mut bench);
    assert_eq!((texts(&told), told.known), (vec!["p\n", "1\n"], 0));
    assert_eq!((told.is_new, told.first_lines, told.turns, told.length), (true, 2, turns, 3));
    bench.send(Message::Playback(PlaybackMessage::Step(-1)));
    assert_eq!(updates(&mut bench), [], "there is nothing new");

    bench.state.shown.shown_match.add_passages(vec![printed(0, 2, "1"), printed(0, 2, "\n")]);
    bench.progress(3, &WON[3..], None);
    let told = update(&mut bench);
    assert_eq!((told.is_new, told.known, texts(&told)), (false, 2, vec!["1\n"]), "the pieces of a line are one");
    assert_eq!(told.turns.iter().map(|turn| turn.after).collect::<Vec<_>>(), [5, 7]);
    assert_eq!((told.length, told.is_over), (7, true));

    bench.send(Message::Inspect(Seat::new(1)));
    let told = update(&mut bench);
    assert_eq!((told.is_new, texts(&told)), (true, vec!["?\n"]));
}

/// Regression: a search went on in another game's match, which was shown whole.
#[test]
fn another_game_is_told_as_such() {
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::Panel(Panel::Inspector));
    bench.send(Message::InspectScope(InspectionScope::Match));
    bench.progress(0, &WON, None);
    let is_other_game = |bench: &mut Bench| {
        let told = updates(bench);
        assert!(told.first().is_some_and(|update| update.is_new));
        told.iter().any(|update| update.is_other_game)
    };
    assert!(is_other_game(&mut bench), "the first one");
    bench.send(Message::Play);
    assert!(!is_other_game(&mut bench), "another match of the same game");
    assert_eq!(bench.state.shown.inspection.scope, InspectionScope::Match);
    bench.send(Message::Arrived("#/bitmartyr".to_owned()));
    assert!(is_other_game(&mut bench));
    assert_eq!(bench.state.shown.inspection.scope, InspectionScope::Turn);
}

/// A passage that has grown is sent again, and those before it are not.
#[test]
fn a_line_that_is_printed_piece_by_piece_is_replaced() {
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::Panel(Panel::Inspector));
    bench.state.shown.shown_match.add_passages(vec![printed(0, 0, "p\n"), printed(0, 0, "think")]);
    bench.progress(0, &[], Some(0));
    updates(&mut bench);
    bench.state.shown.shown_match.add_passages(vec![printed(0, 0, "ing\n")]);
    bench.progress(0, &[], Some(0));
    let told = update(&mut bench);
    assert_eq!((told.known, texts(&told)), (1, vec!["thinking\n"]));
}

/// A BitMartyr bot's input is not in its transcript.
#[test]
fn an_input_that_is_not_kept_is_written_for_the_turn_that_is_shown() {
    let mut bench = Bench::on("#/bitmartyr");
    let play = bench.played().expect("a match is played at once");
    let settings = play.match_spec.settings_of::<BitMartyr>().expect("its own settings");
    let stays = |seat: usize| {
        let units = settings.board.count(Seat::new(seat));
        turn(seat, TurnResult::Action(json!("0".repeat(units))))
    };
    let seats = settings.board.teams();
    bench.receive_turns(0, (0..seats).chain(0..seats).map(stays).collect(), Some(0));
    bench.send(Message::Panel(Panel::Inspector));
    bench.send(Message::Inspect(Seat::new(1)));
    // After how many turns it was answered, and the number of the turn in it.
    let mut shown = |at: usize, scope: InspectionScope| {
        bench.send(Message::InspectScope(scope));
        bench.send(Message::Playback(PlaybackMessage::Go(at)));
        let (after, input) = bench.state.shown.shown_input()?;
        assert_eq!(input.places.split(' ').count(), 3 + settings.board.count(Seat::new(1)));
        Some((after, input.text.split(' ').nth(2)?.to_owned()))
    };
    assert_eq!(shown(0, InspectionScope::Turn), Some((2, "0".to_owned())), "its first turn comes");
    assert_eq!(shown(seats, InspectionScope::Turn), Some((2, "0".to_owned())));
    assert_eq!(shown(2 * seats, InspectionScope::Match), Some((seats + 2, "1".to_owned())));
    assert_eq!(shown(2 * seats, InspectionScope::Turn), None, "what it does now is shown");

    let mut bench = Bench::on("#/connect-four");
    bench.progress(0, &WON, None);
    bench.send(Message::Panel(Panel::Inspector));
    assert_eq!(bench.state.shown.shown_input(), None, "it is in the transcript");
}
