//! The report on the turn that lost a match, below the timeline: who stood to win, turn by turn, the
//! turn that decided it, and what can be done about it.

use botyard_engine::judge::Judgement;
use botyard_web_games::StepPositions;
use botyard_web_ui::Part;
use botyard_web_ui::decimal::{tenths, whole};
use web_sys::PointerEvent;
use yew::{Html, html};

use super::slider::pointed_share;
use super::{Send, Sometimes};
use crate::message::{LossReportMessage, Message, PlaybackMessage};
use crate::state::LossReportView;

/// The drawing's size in its own units.
const WIDTH: f64 = 320.0;
const HEIGHT: f64 = 32.0;
/// The distance of the lines of a win and of a loss from its edges.
const MARGIN: f64 = 4.0;

/// See the module.
#[derive(PartialEq)]
pub struct LossReportPart {
    /// The report.
    pub report: LossReportView,
    /// The positions at which stepping stops.
    pub stops: StepPositions,
    /// How many turns have been played in the position that is shown.
    pub at: usize,
    /// Whether a person can take a seat in that position.
    pub plays_on: bool,
    /// Whether the turn that lost the match can be stepped through.
    pub has_steps: bool,
    /// Called with the visitor's actions.
    pub send: Send,
}

impl Part for LossReportPart {
    fn draw(&self) -> Html {
        let LossReportView { sentence, note, decisive, is_running, .. } = &self.report;
        let button = |words: &'static str, testid: &'static str, message: Message| {
            let onclick = self.send.reform(move |_| message.clone());
            html! { <button type="button" class="quiet" {onclick} data-testid={testid}>{ words }</button> }
        };
        let of_report = |words, testid, message| button(words, testid, Message::LossReport(message));
        html! {
            <section class="loss-report" aria-label="Why the match was lost" data-testid="loss-report">
                { course(self) }
                <p aria-live="polite"><strong data-testid="loss-sentence">{ sentence }</strong>
                    if let Some(note) = note { <span class="hint" data-testid="loss-note">{ format!(" {note}.") }</span> }</p>
                <div class="row">
                    if *is_running { { of_report("Stop", "loss-stop", LossReportMessage::Stop) } }
                    if self.report.goes_on { { of_report("Analyse earlier turns", "loss-go-on", LossReportMessage::GoOn) } }
                    if decisive.is_some_and(|turn| turn != self.at) { { of_report("Show that turn", "loss-show", LossReportMessage::ShowTurn) } }
                    if self.plays_on { { button("Play on from here", "play-on", Message::PlayOn) } }
                    if self.has_steps { { of_report("Step through this turn", "loss-steps", LossReportMessage::Trace) } }
                    if decisive.is_some() {
                        { of_report("Save as test …", "loss-keep", LossReportMessage::Keep) }
                        { of_report("What would another bot have played?", "loss-ask", LossReportMessage::AskAnother) }
                    }
                </div>
            </section>
        }
    }
}

/// Who stands to win, by turn. A pointer goes to its turns; keys have the timeline.
fn course(part: &LossReportPart) -> Html {
    let LossReportView { course, sides, decisive, .. } = &part.report;
    let shape = CourseShape::new(course);
    let last = course.len() - 1;
    let onpointermove = part.send.sometimes(move |event: PointerEvent| {
        let turn = (pointed_share(&event)? * last as f64).round() as usize;
        Some(Message::Playback(PlaybackMessage::Go(turn)))
    });
    let line = |at: usize| format!("M{} 0V{}", x(at, last), whole(HEIGHT));
    html! {
        <div class="course" data-first={format!("{} wins", sides[0])} data-second={format!("{} wins", sides[1])}>
            <svg viewBox={format!("0 0 {} {}", whole(WIDTH), whole(HEIGHT))} preserveAspectRatio="none" role="img" aria-label={describe(course, *sides, &part.stops)}
                data-testid="loss-course" onpointerdown={&onpointermove} {onpointermove}>
                <path class="even" d={format!("M0 {}H{}", whole(HEIGHT / 2.0), whole(WIDTH))} />
                { for shape.unknown.iter().map(|&(from, to)| html! { <rect class="unknown" x={x(from, last)} width={tenths((to - from) as f64 * WIDTH / last.max(1) as f64)} height={whole(HEIGHT).to_string()} /> }) }
                if let Some(turn) = decisive { <path class="decisive" d={line(*turn)} /> }
                <path class="known" d={shape.known} />
                <path class="now" d={line(part.at.min(last))} />
            </svg>
        </div>
    }
}

fn x(at: usize, last: usize) -> String {
    tenths(at as f64 * WIDTH / last.max(1) as f64)
}

/// The course in the drawing's units.
struct CourseShape {
    /// A line of steps through the known turns.
    known: String,
    /// The turns between which nothing is known.
    unknown: Vec<(usize, usize)>,
}

impl CourseShape {
    fn new(course: &[Option<Judgement>]) -> Self {
        let last = course.len() - 1;
        let (mut known, mut unknown): (String, Vec<(usize, usize)>) = Default::default();
        for (at, result) in course.iter().enumerate() {
            match (result, at.checked_sub(1).and_then(|before| course[before])) {
                (Some(result), None) => known += &format!("M{} {}", x(at, last), tenths(height(*result))),
                (Some(result), Some(_)) => known += &format!("H{}V{}", x(at, last), tenths(height(*result))),
                (None, _) => match unknown.last_mut().filter(|(_, to)| *to == at) {
                    Some((_, to)) => *to = (at + 1).min(last),
                    None => unknown.push((at, (at + 1).min(last))),
                },
            }
        }
        Self { known, unknown }
    }
}

/// The first seat's win is at the top.
fn height(result: Judgement) -> f64 {
    match result {
        Judgement::Win => MARGIN,
        Judgement::Draw => HEIGHT / 2.0,
        Judgement::Loss => HEIGHT - MARGIN,
    }
}

/// The course in words: `unknown from the start, red wins from turn 12, a draw from turn 20`.
fn describe(course: &[Option<Judgement>], sides: [&str; 2], stops: &StepPositions) -> String {
    let name = |result: Option<Judgement>| match result {
        Some(Judgement::Win) => format!("{} wins", sides[0]),
        Some(Judgement::Draw) => "a draw".to_owned(),
        Some(Judgement::Loss) => format!("{} wins", sides[1]),
        None => "unknown".to_owned(),
    };
    let mut parts = Vec::new();
    for (at, result) in course.iter().enumerate() {
        if at == 0 {
            parts.push(format!("{} from the start", name(*result)));
        } else if course[at - 1] != *result {
            parts.push(format!("{} from turn {}", name(*result), stops.number(at)));
        }
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIN: Option<Judgement> = Some(Judgement::Win);
    const LOSS: Option<Judgement> = Some(Judgement::Loss);
    const DRAW: Option<Judgement> = Some(Judgement::Draw);

    #[test]
    fn what_is_not_known_has_no_line() {
        let shape = CourseShape::new(&[None, None, WIN, DRAW, LOSS]);
        assert_eq!(shape.known, "M160.0 4.0H240.0V16.0H320.0V28.0");
        assert_eq!(shape.unknown, [(0, 2)]);
        let shape = CourseShape::new(&[None, None, LOSS]);
        assert_eq!((shape.known.as_str(), shape.unknown), ("M320.0 28.0", vec![(0, 2)]));
    }

    #[test]
    fn a_course_is_described_by_its_changes() {
        let said = describe(&[None, None, WIN, WIN, LOSS], ["red", "yellow"], &StepPositions::Every(4));
        assert_eq!(said, "unknown from the start, red wins from turn 2, yellow wins from turn 4");
    }
}
