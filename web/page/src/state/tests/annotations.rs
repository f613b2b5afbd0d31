//! What bots draw: whose, of which turn, and who sees it.

use botyard_engine::annotation::Annotation;

use super::*;

/// The bot in this seat, after this many turns, prints a text to stderr.
fn noted(seat: usize, turn: usize, text: &str) -> Passage {
    Passage { seat: Seat::new(seat), turn, stream: Stream::Stderr, text: text.to_owned() }
}

/// What is drawn: the seat, when it was asked, and the evaluations.
fn drawn(bench: &Bench) -> Vec<(usize, usize, Vec<f64>)> {
    let state = &bench.state;
    let of_seat = state.shown.board_annotations(&state.context).into_iter().map(|of_seat| {
        let values = of_seat.drawn.iter().filter_map(|annotation| match annotation {
            Annotation::Evaluation(value) => Some(*value),
            _ => None,
        });
        (of_seat.seat.index(), of_seat.asked, values.collect())
    });
    of_seat.collect()
}

#[test]
fn the_annotations_of_the_shown_turn_are_drawn_on_request() {
    let mut bench = Bench::on("#/connect-four");
    let words = [(0, 0, "@eval 1\n"), (1, 1, "@eval 2\n"), (0, 2, "@eval 3\n"), (0, 2, "@watch depth 7 plies\n@odd\n")];
    bench.state.shown.shown_match.add_passages(words.map(|(seat, turn, text)| noted(seat, turn, text)).to_vec());
    bench.progress(0, &WON, None);
    bench.send(Message::Playback(PlaybackMessage::Go(3)));
    assert_eq!(drawn(&bench), [], "nobody has wanted them");
    bench.send(Message::Inspect(Seat::new(0)));
    bench.send(Message::ToggleDrawing);
    assert_eq!(drawn(&bench), [(0, 2, vec![3.0])]);
    bench.send(Message::Playback(PlaybackMessage::Go(2)));
    assert_eq!(drawn(&bench), [(0, 0, vec![1.0])], "until its next turn");
    bench.send(Message::Inspect(Seat::new(1)));
    bench.send(Message::ToggleDrawing);
    assert_eq!(drawn(&bench), [(0, 0, vec![1.0]), (1, 1, vec![2.0])]);
    bench.send(Message::Inspect(Seat::new(0)));
    bench.send(Message::ToggleDrawing);
    assert_eq!(drawn(&bench), [(1, 1, vec![2.0])]);
    bench.send(Message::Playback(PlaybackMessage::Go(0)));
    assert_eq!(drawn(&bench), []);

    bench.send(Message::Playback(PlaybackMessage::Go(3)));
    let report = bench.state.shown.bot_report().expect("it has reported something");
    let evaluations: Vec<_> = report.evaluations.iter().map(|turn| (turn.at, turn.value)).collect();
    assert_eq!(evaluations, [(1, 1.0), (3, 3.0)]);
    assert_eq!(report.watched, [("depth".to_owned(), "7 plies".to_owned())]);
    assert_eq!(report.note.as_deref(), Some("1 line that begins with @ is not an annotation."));
}

#[test]
fn a_bot_that_reports_nothing_has_no_report() {
    let mut bench = Bench::on("#/connect-four");
    bench.state.shown.shown_match.add_passages(vec![noted(1, 1, "thinking\n")]);
    bench.progress(0, &WON, None);
    bench.send(Message::Inspect(Seat::new(1)));
    assert_eq!(bench.state.shown.bot_report(), None);
}

/// In a game with hidden information, a drawing shows what its bot knows.
#[test]
fn in_one_seat_s_view_only_its_bot_draws() {
    let mut bench = Bench::on("#/generals");
    let annotate = |bench: &mut Bench| {
        bench.played().expect("a match is played at once");
        for played in 0..2 {
            let seat = bench.state.shown.shown_match.record.to_act().lowest().expect("it goes on");
            bench.receive_turns(played, vec![turn(seat.index(), TurnResult::Action(json!("-1")))], Some(0));
        }
        assert_eq!(bench.state.shown.shown_match.record.len(), 2);
        let words = [0, 1].map(|seat| noted(seat, 0, "@eval 1\n"));
        bench.state.shown.shown_match.add_passages(words.to_vec());
        for seat in [0, 1] {
            bench.send(Message::Inspect(Seat::new(seat)));
            bench.send(Message::ToggleDrawing);
        }
    };
    annotate(&mut bench);
    bench.send(Message::Playback(PlaybackMessage::Go(2)));
    assert_eq!(drawn(&bench).len(), 2, "everything is seen");
    bench.send(Message::Look(Some(Seat::new(1))));
    assert_eq!(drawn(&bench), [(1, 0, vec![1.0])]);
}
