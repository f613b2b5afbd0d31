//! What the inspected bot has reported: the curve of its evaluations, and the values that it watches.

use botyard_web_games::board_annotations::short_number;
use botyard_web_ui::Part;
use botyard_web_ui::decimal::{tenths, whole};
use web_sys::PointerEvent;
use yew::{Html, html};

use super::slider::{keys, pointed_share};
use super::{Send, Sometimes};
use crate::message::{Message, PlaybackMessage};
use crate::state::{BotReport, TurnEvaluation};

/// The drawing's size in its own units.
const WIDTH: f64 = 320.0;
const HEIGHT: f64 = 48.0;

/// See the module.
#[derive(PartialEq)]
pub struct BotReportView {
    /// The report.
    pub report: BotReport,
    /// How many turns have been played in the position that is shown.
    pub at: usize,
    /// Called with the turn that is pointed at.
    pub send: Send,
}

impl Part for BotReportView {
    fn draw(&self) -> Html {
        html! {
            <div class="bot-report" data-testid="bot-report">
                { curve(self) }
                if !self.report.watched.is_empty() { { watched(&self.report.watched) } }
                if let Some(note) = &self.report.note { <p class="hint">{ note }</p> }
            </div>
        }
    }
}

fn watched(values: &[(String, String)]) -> Html {
    let row = |(name, value): &(String, String)| html! { <tr><th scope="row">{ name }</th><td>{ value }</td></tr> };
    html! {
        <table class="watched" data-testid="watched"><caption class="unseen">{ "Values that the bot watches" }</caption>
            <tbody>{ for values.iter().map(row) }</tbody></table>
    }
}

/// The curve of the evaluations, if there are two or more; a pointer or a key goes to their turns.
fn curve(view: &BotReportView) -> Html {
    let evaluations = view.report.evaluations.clone();
    let Some(current) = evaluations.iter().rev().find(|evaluation| evaluation.at <= view.at).or(evaluations.first())
    else {
        return Html::default();
    };
    let value = evaluations.iter().rposition(|evaluation| evaluation.at <= view.at).map_or(0, |index| index + 1);
    let text = format!("turn {}: {}", current.number, short_number(current.value));
    let shape = CurveShape::new(&evaluations);
    let (turns, slot) = (evaluations.clone(), WIDTH / evaluations.len() as f64);
    let onpointermove = view.send.sometimes(move |event: PointerEvent| {
        let index = (pointed_share(&event)? * WIDTH / slot) as usize;
        Some(Message::Playback(PlaybackMessage::Go(turns.get(index)?.at)))
    });
    let turns = evaluations.clone();
    let onkeydown = keys(&view.send, value, evaluations.len(), move |value| {
        value.checked_sub(1).map_or(0, |index| turns[index].at)
    });
    let caption =
        format!("its evaluation: {text}; from {} to {}", short_number(shape.lowest), short_number(shape.highest));
    html! {
        <figure class="curve evaluation">
            <svg viewBox={format!("0 0 {} {}", whole(WIDTH), whole(HEIGHT))} preserveAspectRatio="none" role="slider" tabindex="0"
                aria-label="The bot's evaluation of each turn" aria-valuemin="0" aria-valuemax={evaluations.len().to_string()}
                aria-valuenow={value.to_string()} aria-valuetext={text} data-testid="evaluations" {onkeydown} onpointerdown={&onpointermove} {onpointermove}>
                if let Some(zero) = &shape.zero { <path class="zero" d={format!("M0 {zero}H{}", whole(WIDTH))} /> }
                <polyline points={shape.points.clone()} />
                if let Some(x) = value.checked_sub(1).map(|index| shape.x(index)) { <path class="now" d={format!("M{x} 0V{}", whole(HEIGHT))} /> }
            </svg>
            <figcaption>{ caption }</figcaption>
        </figure>
    }
}

/// The curve in the drawing's units.
struct CurveShape {
    lowest: f64,
    highest: f64,
    count: usize,
    points: String,
    /// The height of zero, if it lies between the lowest and the highest.
    zero: Option<String>,
}

impl CurveShape {
    fn new(evaluations: &[TurnEvaluation]) -> Self {
        let values = || evaluations.iter().map(|evaluation| evaluation.value);
        let (lowest, highest) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
        let y = |value: f64| {
            // Halves, because the difference of two finite numbers may be infinite.
            let share =
                if highest > lowest { (value / 2.0 - lowest / 2.0) / (highest / 2.0 - lowest / 2.0) } else { 0.5 };
            tenths(HEIGHT - 2.0 - share * (HEIGHT - 4.0))
        };
        let mut shape = Self { lowest, highest, count: evaluations.len(), points: String::new(), zero: None };
        shape.zero = (lowest < 0.0 && highest > 0.0).then(|| y(0.0));
        let points: Vec<_> =
            values().enumerate().map(|(index, value)| format!("{},{}", shape.x(index), y(value))).collect();
        shape.points = points.join(" ");
        shape
    }

    fn x(&self, index: usize) -> String {
        tenths((index as f64 + 0.5) * WIDTH / self.count as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(values: &[f64]) -> CurveShape {
        let evaluation = |(index, &value): (usize, &f64)| TurnEvaluation { at: index + 1, number: index + 1, value };
        CurveShape::new(&values.iter().enumerate().map(evaluation).collect::<Vec<_>>())
    }

    #[test]
    fn a_curve_reaches_from_the_lowest_to_the_highest() {
        let curve = shape(&[-1.0, 1.0, 0.0, 1.0]);
        assert_eq!(curve.points, "40.0,46.0 120.0,2.0 200.0,24.0 280.0,2.0");
        assert_eq!(curve.zero.as_deref(), Some("24.0"));
        assert_eq!((shape(&[3.0, 3.0]).points.as_str(), shape(&[3.0]).zero), ("80.0,24.0 240.0,24.0", None));
        assert_eq!(shape(&[f64::MIN, f64::MAX]).points, "80.0,46.0 240.0,2.0");
    }
}
