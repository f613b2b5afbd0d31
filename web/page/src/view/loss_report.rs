//! The report on the turn that lost a match, below the timeline: who stood to win, turn by turn, the
//! turn that decided it, and what can be done about it. Where it is not known who stands to win, the
//! chances by estimate.

use botyard_engine::judge::Judgement;
use botyard_engine::win_model::Chance;
use botyard_web_games::StepPositions;
use botyard_web_ui::Part;
use botyard_web_ui::decimal::{tenths, whole};
use web_sys::PointerEvent;
use yew::{Html, html};

use super::slider::pointed_share;
use super::{Send, Sometimes};
use crate::message::{LossReportMessage, Message, PlaybackMessage};
use crate::state::{LossReportView, MatchCourse};

/// The drawing's size in its own units.
const WIDTH: f64 = 320.0;
const HEIGHT: f64 = 32.0;
/// The distance of the lines of a win and of a loss from its edges.
const MARGIN: f64 = 4.0;
/// About how many points a line of estimates has at most.
const POINTS: usize = 320;

/// See the module.
#[derive(PartialEq)]
pub struct LossReportPart {
    /// The report.
    pub report: LossReportView,
    /// The positions at which stepping stops.
    pub stops: StepPositions,
    /// The first turn that another bot, which was asked, has played differently.
    pub differs: Option<usize>,
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
                    if decisive.is_some() && self.report.has_better_moves { { of_report("Save as test …", "loss-keep", LossReportMessage::Keep) } }
                    if decisive.is_some() {
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
    let (shape, described, last) = match course {
        MatchCourse::Exact(course) => {
            (CourseShape::new(course), describe(course, *sides, &part.stops), course.len() - 1)
        }
        MatchCourse::Estimated(course) => (
            CourseShape::of_estimates(course),
            describe_estimates(course, *decisive, *sides, &part.stops),
            course.len() - 1,
        ),
    };
    let onpointermove = part.send.sometimes(move |event: PointerEvent| {
        let turn = (pointed_share(&event)? * last as f64).round() as usize;
        Some(Message::Playback(PlaybackMessage::Go(turn)))
    });
    let line = |at: usize| format!("M{} 0V{}", x(at, last), whole(HEIGHT));
    html! {
        <div class="course" data-first={format!("{} wins", sides[0])} data-second={format!("{} wins", sides[1])}>
            <svg viewBox={format!("0 0 {} {}", whole(WIDTH), whole(HEIGHT))} preserveAspectRatio="none" role="img" aria-label={described}
                data-testid="loss-course" onpointerdown={&onpointermove} {onpointermove}>
                <path class="interval" d={shape.interval} />
                <path class="even" d={format!("M0 {}H{}", whole(HEIGHT / 2.0), whole(WIDTH))} />
                { for shape.unknown.iter().map(|&(from, to)| html! { <rect class="unknown" x={x(from, last)} width={tenths((to - from) as f64 * WIDTH / last.max(1) as f64)} height={whole(HEIGHT).to_string()} /> }) }
                if let Some(turn) = decisive { <path class="decisive" d={line(*turn)} /> }
                <path class="known" d={shape.known} />
                if let Some(turn) = part.differs { <path class="differs" d={line(turn.min(last))} data-testid="loss-differs"><title>{ "The other bot plays differently here" }</title></path> }
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
    /// The outline of the intervals of estimates.
    interval: String,
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
        Self { known, unknown, interval: String::new() }
    }

    fn of_estimates(course: &[Chance]) -> Self {
        let last = course.len() - 1;
        let turns: Vec<_> = (0..last).step_by(course.len().div_ceil(POINTS)).chain([last]).collect();
        let point = |(at, share): (usize, f64)| {
            format!("{} {}", x(at, last), tenths(HEIGHT - MARGIN - share * (HEIGHT - 2.0 * MARGIN)))
        };
        let line = |points: Vec<String>| format!("M{}", points.join("L"));
        let highs = turns.iter().map(|&at| (at, course[at].high));
        let lows = turns.iter().rev().map(|&at| (at, course[at].low));
        Self {
            known: line(turns.iter().map(|&at| point((at, course[at].estimate))).collect()),
            unknown: Vec::new(),
            interval: line(highs.chain(lows).map(point).collect()) + "Z",
        }
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

/// The estimates in words: `chance of red by estimate: 50 % (45 to 55) at the start, 62 % (57 to 68) before
/// turn 84, 0 % (0 to 0) at the end`.
fn describe_estimates(course: &[Chance], decisive: Option<usize>, sides: [&str; 2], stops: &StepPositions) -> String {
    let at = |turn: usize| course[turn].describe();
    let decisive = decisive.map(|turn| format!("{} before turn {}, ", at(turn), stops.number(turn) + 1));
    let (start, end) = (at(0), at(course.len() - 1));
    format!(
        "chance of {} by estimate: {start} at the start, {}{end} at the end",
        sides[0],
        decisive.unwrap_or_default()
    )
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
    fn estimates_are_drawn_with_their_intervals() {
        let chance = |share: f64| Chance { estimate: share, low: share / 2.0, high: (1.0 + share) / 2.0 };
        let course = [chance(0.5), chance(0.25), Chance::known(1.0)];
        let shape = CourseShape::of_estimates(&course);
        assert_eq!(shape.known, "M0.0 16.0L160.0 22.0L320.0 4.0");
        assert_eq!(shape.interval, "M0.0 10.0L160.0 13.0L320.0 4.0L320.0 4.0L160.0 25.0L0.0 22.0Z");
        let long = vec![chance(0.5); 4001];
        let points = CourseShape::of_estimates(&long).known.matches('L').count();
        assert!(points <= POINTS && points > POINTS / 2, "{points}");
        assert_eq!(
            describe_estimates(&course, Some(1), ["red", "blue"], &StepPositions::Every(2)),
            "chance of red by estimate: 50 % (25 to 75) at the start, 25 % (13 to 63) before turn 2, 100 % (100 to 100) at the end"
        );
    }

    #[test]
    fn a_course_is_described_by_its_changes() {
        let said = describe(&[None, None, WIN, WIN, LOSS], ["red", "yellow"], &StepPositions::Every(4));
        assert_eq!(said, "unknown from the start, red wins from turn 2, yellow wins from turn 4");
    }
}
