//! The report on the turn that lost a match: when it is asked for, what is shown of it, and how a
//! person plays on from there.

use botyard_engine::annotation::Annotation;
use botyard_engine::chance_report::ChanceReport;
use botyard_engine::judge::Judgement;
use botyard_engine::loss_report::{LossReport, USUAL_NODES, begin_analysis};
use botyard_engine::match_report::MatchReport;
use botyard_engine::win_model::Chance;

use super::*;
use crate::message::LossReportMessage;
use crate::state::shown::LossReportState;

/// A match that the second player loses: in turn 28, 1 turns a draw into a loss.
const LOST: [u8; 31] = [1, 3, 5, 1, 5, 5, 3, 5, 4, 6, 4, 6, 7, 5, 5, 3, 3, 7, 6, 4, 4, 3, 7, 7, 7, 3, 7, 1, 2, 1, 2];

/// The page with that match, opened by its link.
fn opened() -> Bench {
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::Play);
    bench.progress(0, &LOST, None);
    let payload = bench.state.shown.shown_match.payload.clone().expect("a link");
    bench.send(Message::Play);
    bench.effects.clear();
    bench.send(Message::Arrived(format!("#/connect-four/r/{payload}")));
    bench
}

impl Bench {
    /// The report that was asked for since the last call: its number and the match.
    fn asked_report(&mut self) -> Option<(u32, Value)> {
        let effects = std::mem::take(&mut self.effects);
        effects.into_iter().rev().find_map(|effect| match effect {
            Effect::Cases(ToSeries::Analyse { id, replay }, _) => Some((id, replay)),
            _ => None,
        })
    }

    fn report(&mut self, id: u32, report: LossReport, is_done: bool) {
        let said = FromSeries::Analysed { id, report: Ok(MatchReport::Exact(report)), is_done };
        self.send(Message::Cases(CasesMessage::Said(said)));
    }

    fn shown_report(&self) -> LossReportView {
        self.state.shown.loss_report(&self.state.context).expect("a report")
    }

    /// Who stands to win, as far as that is known.
    fn shown_course(&self) -> Vec<Option<Judgement>> {
        match self.shown_report().course {
            MatchCourse::Exact(course) => course.to_vec(),
            MatchCourse::Estimated(_) => panic!("the game has a judge"),
        }
    }

    /// What is drawn on the board: the last cell of each arrow, and the labels.
    fn arrows(&self) -> (Vec<String>, Vec<String>) {
        let drawn = self.state.shown.loss_annotations(&self.state.context).map(|of_seat| of_seat.drawn);
        let (mut cells, mut labels) = (Vec::new(), Vec::new());
        for annotation in drawn.into_iter().flatten() {
            match annotation {
                Annotation::Path(path) => cells.extend(path.last().map(|cell| cell.to_string())),
                Annotation::Mark { text, .. } => labels.push(text.to_string()),
                _ => {}
            }
        }
        (cells, labels)
    }
}

/// The report on a match in the file form, as soon as the turn that lost it is known.
fn half_done(replay: &Value) -> LossReport {
    let turns: Vec<Turn<Value>> = serde_json::from_value(replay["turns"].clone()).expect("turns");
    let begun = begin_analysis("connect-four", replay["settings"].clone(), turns, USUAL_NODES);
    let mut analysis = begun.expect("it has a judge").expect("a match");
    while analysis.report().decisive.is_none() {
        assert!(!analysis.advance(1), "a turn is found");
    }
    analysis.report()
}

#[test]
fn an_opened_match_that_was_lost_is_analysed() {
    let mut bench = opened();
    let (id, replay) = bench.asked_report().expect("it is asked for at once");
    assert_eq!(replay["turns"].as_array().map(Vec::len), Some(LOST.len()));
    let shown = bench.shown_report();
    assert_eq!((shown.sentence.as_str(), shown.is_running), ("Looking for the turn that lost the match …", true));
    assert_eq!(bench.shown_course().last(), Some(&Some(Judgement::Win)), "the first player has won");

    let report = half_done(&replay);
    bench.report(id + 1, report.clone(), true);
    assert_eq!(bench.shown_report(), shown, "an answer to another question is not about this match");
    bench.report(id, report, false);
    let shown = bench.shown_report();
    assert_eq!(
        (shown.sentence.as_str(), shown.decisive),
        ("Turn 28: 1 turned a draw into a loss; 4 kept it.", Some(27))
    );
    assert!(shown.is_running && shown.note.is_some_and(|note| note.ends_with("of 31 turns analysed, from the last")));
    assert_eq!(
        bench.shown_course()[27..],
        [Some(Judgement::Draw), Some(Judgement::Win), Some(Judgement::Win), Some(Judgement::Win), Some(Judgement::Win)]
    );
    assert_eq!(bench.shown_course()[0], None);

    bench.send(Message::LossReport(LossReportMessage::Stop));
    assert!(bench.effects.contains(&Effect::Cases(ToSeries::StopAnalysis, Vec::new())));
    let shown = bench.shown_report();
    assert!(!shown.is_running && shown.note.is_some_and(|note| note.ends_with("are not analysed: stopped")));
    bench.send(Message::LossReport(LossReportMessage::GoOn));
    assert!(bench.effects.contains(&Effect::Cases(ToSeries::AnalyseFurther { id }, Vec::new())));
    assert!(bench.shown_report().is_running);
}

#[test]
fn both_moves_are_drawn_at_the_turn_that_lost() {
    let mut bench = opened();
    let (id, replay) = bench.asked_report().expect("it is asked for");
    bench.report(id, half_done(&replay), true);
    bench.send(Message::LossReport(LossReportMessage::ShowTurn));
    assert_eq!(bench.state.shown.playback.at, 27);
    assert_eq!(bench.arrows(), (names(&["4", "1"]), names(&["better", "played"])));
    bench.send(Message::Playback(PlaybackMessage::Step(-1)));
    assert_eq!(bench.arrows(), Default::default());
}

#[test]
fn the_turn_that_lost_is_kept_or_asked_again() {
    let mut bench = opened();
    let (id, replay) = bench.asked_report().expect("it is asked for");
    bench.report(id, half_done(&replay), true);
    bench.send(Message::LossReport(LossReportMessage::Keep));
    let offered = bench.effects.iter().find_map(|effect| match effect {
        Effect::Cases(ToSeries::Offer { seat, turn, .. }, _) => Some((*seat, *turn)),
        _ => None,
    });
    assert_eq!((offered, bench.state.visit.panel), (Some((2, 28)), Panel::Cases));
    bench.send(Message::LossReport(LossReportMessage::AskAnother));
    assert_eq!((bench.state.visit.panel, bench.state.shown.inspection.seat), (Panel::Inspector, Seat::new(1)));
}

#[test]
fn the_chances_of_a_match_without_a_judge_are_estimated() {
    let mut bench = Bench::on("#/stratego");
    let chance = |share| Chance { estimate: share, low: share - 0.1, high: share + 0.1 };
    let (course, turns) = (vec![chance(0.5), chance(0.5), chance(0.3)], Vec::new());
    let report =
        ChanceReport { loser: Some(Seat::new(0)), is_fault: false, course: course.clone(), turns, decisive: None };
    assert!(bench.state.context.game_ui.is_analysed());
    bench.state.shown.loss_report = LossReportState::asked(3, bench.state.shown.shows);
    let said = FromSeries::Analysed { id: 3, report: Ok(MatchReport::Estimated(report)), is_done: true };
    bench.send(Message::Cases(CasesMessage::Said(said)));
    let shown = bench.shown_report();
    assert_eq!(shown.course, MatchCourse::Estimated(Rc::new(course)));
    assert!(!shown.has_better_moves && !shown.is_running && !shown.goes_on);
    assert!(shown.sentence.ends_with("by estimate."), "{}", shown.sentence);
    assert_eq!(bench.arrows(), Default::default());
}

#[test]
fn a_match_that_was_played_here_is_analysed_on_request() {
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::Play);
    bench.progress(0, &LOST[..20], Some(0));
    assert!(!bench.state.shown.offers_loss_report(&bench.state.context), "it goes on");
    bench.progress(0, &LOST, None);
    bench.key("End");
    assert_eq!(bench.asked_report(), None);
    assert!(bench.state.shown.offers_loss_report(&bench.state.context));
    bench.send(Message::LossReport(LossReportMessage::Start));
    assert!(bench.asked_report().is_some());
    bench.send(Message::Play);
    assert_eq!(bench.state.shown.loss_report(&bench.state.context), None, "another match is shown");
    assert!(bench.effects.contains(&Effect::Cases(ToSeries::StopAnalysis, Vec::new())));
}

#[test]
fn a_person_plays_on_from_the_shown_turn() {
    let mut bench = opened();
    bench.send(Message::Playback(PlaybackMessage::Go(27)));
    bench.send(Message::PlayOn);
    let play = bench.played().expect("it is played");
    let own: Vec<_> = LOST[..27].iter().skip(1).step_by(2).map(|column| (Seat::new(1), json!(column))).collect();
    assert_eq!(play.script, own, "the person's seat repeats its actions");
    let kinds = play.match_spec.players.iter().map(|player| player.kind).collect::<Vec<_>>();
    assert_eq!(kinds, [PlayerKind::Module, PlayerKind::Person]);
    assert_eq!((bench.state.shown.shown_match.record.len(), bench.state.shown.playback.at), (27, 27));
    bench.progress(0, &LOST[..27], Some(1));
    assert_eq!(bench.state.position().actor(), Some(Seat::new(1)));
    assert_eq!(bench.state.context.notices.shown(), None);
}

#[test]
fn a_match_whose_bot_plays_differently_goes_on_from_there() {
    let mut bench = opened();
    bench.send(Message::Playback(PlaybackMessage::Go(27)));
    bench.send(Message::PlayOn);
    bench.played();
    bench.progress(0, &[1, 3, 7, 1], None);
    let play = bench.played().expect("it is played again up to there");
    assert_eq!(play.script, [(Seat::new(1), json!(3))]);
    let name = bench.state.shown.shown_match.record.players()[0].name.clone();
    assert_eq!(bench.take_notice(), format!("{name} plays differently at turn 3: the match goes on from there."));
    bench.progress(0, &[1, 3, 7], Some(1));
    assert_eq!(bench.state.position().actor(), Some(Seat::new(1)));
}
