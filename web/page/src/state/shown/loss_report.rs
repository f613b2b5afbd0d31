//! Which turn lost the match that is shown. The program of cases finds it (`web/desk/`), turn by turn
//! from the last; here is what is known so far, and what the page shows of it.

use std::rc::Rc;

use botyard_engine::annotation::Annotation;
use botyard_engine::chance_report::ChanceReport;
use botyard_engine::judge::Judgement;
use botyard_engine::loss_report::{JudgedTurn, LossReport, TOO_MANY};
use botyard_engine::match_report::MatchReport;
use botyard_engine::seat::Seat;
use botyard_engine::win_model::Chance;
use botyard_web_games::SeatAnnotations;
use botyard_web_protocol::series::ToSeries;

use super::Shown;
use crate::excerpt::sentence;
use crate::message::{CasesMessage, Effect, LossReportMessage, Message, Panel, PlaybackMessage};
use crate::shown_match::ShownPhase;
use crate::state::{Context, PageState};

/// The report on the match that was asked about last.
#[derive(Default)]
pub struct LossReportState {
    pub(super) asked: Option<AskedReport>,
}

#[cfg(test)]
impl LossReportState {
    /// After the question of this number about the match that is shown as this one of all.
    pub(crate) fn asked(id: u32, of: u32) -> Self {
        Self { asked: Some(AskedReport { id, of, report: None, phase: ReportPhase::Running }) }
    }
}

pub(super) struct AskedReport {
    /// The number of the question.
    id: u32,
    /// How many matches had been shown with the one that it is about.
    of: u32,
    /// What is known; `None` before the first answer.
    report: Option<MatchReport>,
    phase: ReportPhase,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum ReportPhase {
    Running,
    Done,
    /// The visitor has stopped it.
    Stopped,
    /// The sentence that says why there is no report.
    Failed(String),
}

/// Who stands to win before each turn and at the end of a match, for the first seat.
#[derive(Debug, Clone, PartialEq)]
pub enum MatchCourse {
    /// `None` where that is not known.
    Exact(Rc<Vec<Option<Judgement>>>),
    /// By estimate.
    Estimated(Rc<Vec<Chance>>),
}

/// What the page shows of a report.
#[derive(Debug, Clone, PartialEq)]
pub struct LossReportView {
    /// Who stands to win, turn by turn.
    pub course: MatchCourse,
    /// The names of the two sides.
    pub sides: [&'static str; 2],
    /// Why the match was lost, or how far the search for that is: a sentence.
    pub sentence: String,
    /// What else is to be said of it: a sentence without its full stop.
    pub note: Option<String>,
    /// The turn that lost the match, counted from 0.
    pub decisive: Option<usize>,
    /// Whether it is known which actions would have kept the result.
    pub has_better_moves: bool,
    /// Whether turns are still being analysed.
    pub is_running: bool,
    /// Whether there are turns that can be analysed yet.
    pub goes_on: bool,
}

impl Shown {
    /// Asks for the report on a match that was opened and lost, unless that was done, and for none
    /// on a match that is not shown any more.
    pub(crate) fn request_loss_report(&mut self, context: &mut Context) {
        if self.loss_report.asked.as_ref().is_some_and(|asked| asked.of != self.shows) {
            self.stop_analysis(context);
            self.loss_report.asked = None;
        }
        if self.shown_match.phase == ShownPhase::Opened && self.loss_report.asked.is_none() {
            self.analyse(context);
        }
    }

    fn stop_analysis(&mut self, context: &mut Context) {
        if let Some(asked) = self.loss_report.asked.as_mut().filter(|asked| asked.phase == ReportPhase::Running) {
            asked.phase = ReportPhase::Stopped;
            context.tell_cases(ToSeries::StopAnalysis);
        }
    }

    fn analyse_further(&mut self, context: &mut Context) {
        let is_waiting = |asked: &&mut AskedReport| matches!(asked.phase, ReportPhase::Stopped | ReportPhase::Done);
        if let Some(asked) = self.loss_report.asked.as_mut().filter(is_waiting) {
            asked.phase = ReportPhase::Running;
            context.tell_cases(ToSeries::AnalyseFurther { id: asked.id });
        }
    }

    fn analyse(&mut self, context: &mut Context) {
        if !self.has_judged_loser(context) {
            return;
        }
        let id = context.next_id();
        self.loss_report.asked = Some(AskedReport { id, of: self.shows, report: None, phase: ReportPhase::Running });
        context.tell_cases(ToSeries::Analyse { id, replay: self.shown_match.record.file() });
    }

    /// Takes an answer of the program of cases.
    pub(crate) fn take_loss_report(&mut self, id: u32, report: Result<MatchReport, String>, is_done: bool) {
        let Some(asked) = self.loss_report.asked.as_mut().filter(|asked| asked.id == id) else { return };
        match report {
            Ok(report) => {
                asked.report = Some(report);
                // What came after the visitor has stopped it is known all the same.
                if is_done {
                    asked.phase = ReportPhase::Done;
                }
            }
            Err(why) => asked.phase = ReportPhase::Failed(sentence(&format!("The match cannot be analysed: {why}"))),
        }
    }

    /// The program of cases has failed: no further answer comes.
    pub(crate) fn stop_waiting_for_loss_report(&mut self) {
        if let Some(asked) = self.loss_report.asked.as_mut().filter(|asked| asked.phase == ReportPhase::Running) {
            asked.phase = ReportPhase::Stopped;
        }
    }

    /// The turn that lost the match, counted from 0, if it is known.
    pub(crate) fn decisive_turn(&self) -> Option<usize> {
        self.loss_report.asked.as_ref()?.report.as_ref()?.decisive()
    }

    /// That turn with the judgements of all actions, if these are known.
    fn judged_turn(&self) -> Option<(usize, &JudgedTurn)> {
        let Some(MatchReport::Exact(report)) = &self.loss_report.asked.as_ref()?.report else { return None };
        let turn = report.decisive?;
        Some((turn, report.turns.get(turn)?))
    }

    /// What the page shows of the report; `None` if there is none on this match.
    pub fn loss_report(&self, context: &Context) -> Option<LossReportView> {
        let asked = self.loss_report.asked.as_ref()?;
        let sides = [0, 1].map(|seat| context.game_ui.seat_style(Seat::new(seat)).name);
        Some(match &asked.report {
            Some(MatchReport::Estimated(report)) => show_estimates(report, sides),
            Some(MatchReport::Exact(report)) => self.show_judgements(&asked.phase, Some(report), sides),
            None => self.show_judgements(&asked.phase, None, sides),
        })
    }

    /// What is known by a judge, or nothing yet.
    fn show_judgements(
        &self,
        phase: &ReportPhase,
        report: Option<&LossReport>,
        sides: [&'static str; 2],
    ) -> LossReportView {
        let turns = report.map_or(&[][..], |report| report.turns.as_slice());
        let length = self.shown_match.record.len();
        let before = |turn: usize| {
            let judged = turns.get(turn)?;
            Some(for_first_seat(judged.seat, judged.before()?))
        };
        let end = self.loser().map(|loser| for_first_seat(loser, Judgement::Loss));
        let course = (0..length).map(before).chain([end]);
        let known = turns.iter().filter(|turn| turn.judged.is_some()).count();
        let is_running = *phase == ReportPhase::Running;
        let decisive = report.and_then(|report| report.decisive);
        let sentence = match (phase, report) {
            (ReportPhase::Failed(why), _) => why.clone(),
            (phase, Some(report)) if decisive.is_some() || *phase == ReportPhase::Done => report.sentence(),
            (ReportPhase::Running, _) => "Looking for the turn that lost the match …".to_owned(),
            (ReportPhase::Stopped | ReportPhase::Done, _) => "Stopped before that turn was found.".to_owned(),
        };
        let note = match phase {
            ReportPhase::Running => Some(format!("{known} of {length} turns analysed, from the last")),
            ReportPhase::Done | ReportPhase::Stopped if decisive.is_some() && known < length => {
                let first = self.shown_match.record.stops().number(length - known);
                let why = if *phase == ReportPhase::Done { TOO_MANY } else { "not analysed: stopped" };
                Some(if first == 1 { format!("Turn 1 is {why}") } else { format!("Turns 1 to {first} are {why}") })
            }
            ReportPhase::Done | ReportPhase::Stopped | ReportPhase::Failed(_) => None,
        };
        let goes_on = !is_running && known < length && !matches!(phase, ReportPhase::Failed(_));
        let course = MatchCourse::Exact(Rc::new(course.collect()));
        LossReportView { course, sides, sentence, note, decisive, has_better_moves: true, is_running, goes_on }
    }

    /// The arrows of the turn that lost the match, before and after it: the action that was played,
    /// and those that would have kept the result.
    pub fn loss_annotations(&self, context: &Context) -> Option<SeatAnnotations> {
        let (turn, judged) = self.judged_turn()?;
        if !(turn..=turn + 1).contains(&self.playback.at) {
            return None;
        }
        let draw = |action: &str, label: &str| {
            let path = context.game_ui.action_arrow(action);
            let cell = path.last()?.clone();
            Some([Annotation::Path(path), Annotation::Mark { cell, text: label.into() }])
        };
        let played = judged.action.as_deref().and_then(|action| draw(action, "played"));
        let kept = judged.keeping().into_iter().filter_map(|action| draw(action, "better"));
        let drawn = kept.chain(played).flatten().collect();
        Some(SeatAnnotations { seat: judged.seat, asked: turn, drawn })
    }
}

impl PageState {
    /// Handles a control of the report.
    pub(crate) fn handle_loss_report_message(&mut self, message: LossReportMessage) {
        match message {
            LossReportMessage::Start => self.shown.analyse(&mut self.context),
            LossReportMessage::Stop => self.shown.stop_analysis(&mut self.context),
            LossReportMessage::GoOn => self.shown.analyse_further(&mut self.context),
            LossReportMessage::ShowTurn => _ = self.show_decisive_turn(),
            LossReportMessage::Keep => {
                // Cases and the inspector are about the last turn before the shown position.
                if self.show_decisive_turn().is_some() {
                    self.handle_message(Message::Playback(PlaybackMessage::Step(1)));
                    self.handle_message(Message::Cases(CasesMessage::Offer));
                }
            }
            LossReportMessage::Trace => {
                if self.show_decisive_turn().is_some() {
                    self.handle_message(Message::Playback(PlaybackMessage::Step(1)));
                    self.handle_message(Message::Cases(CasesMessage::Trace));
                }
            }
            LossReportMessage::AskAnother => {
                if self.show_decisive_turn().is_some() {
                    self.handle_message(Message::Playback(PlaybackMessage::Step(1)));
                    self.show_panel(Panel::Inspector);
                    self.context.push(Effect::ShowPanels);
                }
            }
        }
    }

    /// Shows the position before the turn that lost the match, and inspects its seat.
    fn show_decisive_turn(&mut self) -> Option<Seat> {
        let (turn, seat) = (self.shown.decisive_turn()?, self.shown.loser()?);
        let stops = self.shown.shown_match.record.stops();
        self.shown.playback.go(turn, &stops, self.context.now);
        self.shown.inspection.inspect_turn_of(seat);
        Some(seat)
    }
}

fn show_estimates(report: &ChanceReport, sides: [&'static str; 2]) -> LossReportView {
    LossReportView {
        course: MatchCourse::Estimated(Rc::new(report.course.clone())),
        sides,
        sentence: report.sentence(),
        note: None,
        decisive: report.decisive_turn().map(|turn| turn.at),
        has_better_moves: false,
        is_running: false,
        goes_on: false,
    }
}

/// A seat's result for the first seat.
fn for_first_seat(seat: Seat, result: Judgement) -> Judgement {
    if seat.index() == 0 { result } else { result.for_other_side() }
}
