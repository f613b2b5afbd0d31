//! The ladder of a game: which bots are there to beat, which of them the visitor's bot has beaten,
//! and the next one. Decides nothing.

use botyard_web_protocol::{AttemptState, BeatenRung, RungReport};
use botyard_web_ui::{Part, Select, part};
use yew::{Html, MouseEvent, html};

use super::Send;
use crate::excerpt::quoted;
use crate::message::{LadderMessage, Message, Panel};
use crate::state::{AttemptView, Climber, LadderView, PageState, RungView};

/// The panel.
pub fn ladder(state: &PageState, send: &Send) -> Html {
    part(Ladder { view: state.ladder_view(), send: send.clone() })
}

/// How far the visitor's best bot is, in the tile of its game in the start view. It leads to the
/// ladder.
pub fn best_climber(state: &PageState, tile: usize, game: &str, send: &Send) -> Html {
    let Some((file, beaten, rungs)) = state.best_climber(game) else { return Html::default() };
    let send = send.clone();
    let lead = [Message::Tile(tile), Message::Panel(Panel::Ladder)];
    let onclick = move |_: MouseEvent| lead.iter().for_each(|message| send.emit(message.clone()));
    html! {
        <p class="tile-ladder"><button type="button" class="quiet" {onclick} data-testid={format!("climber-{game}")}>
            <span>{ "Your " }<b>{ quoted(&file) }</b>{ format!(" has beaten {beaten} of {rungs}") }</span>
        </button></p>
    }
}

#[derive(PartialEq)]
struct Ladder {
    view: LadderView,
    send: Send,
}

impl Part for Ladder {
    fn draw(&self) -> Html {
        let view = &self.view;
        html! {
            <div class="scroll" data-testid="ladder">
                if let Some(climber) = &view.climber {
                    { self.climber(climber) }
                } else {
                    <p>{ "The bots of this game, from the weakest to the strongest. Drop a bot of yours on the page, or write one: it climbs from rung to rung." }</p>
                    <button type="button" class="primary" onclick={self.send.reform(|_| Message::Panel(Panel::Write))} data-testid="ladder-write">{ "Write a bot" }</button>
                }
                <p class="unseen" role="status">{ view.rungs.iter().find_map(announcement).unwrap_or_default() }</p>
                <ol class="rungs">{ for view.rungs.iter().enumerate().map(|(place, rung)| self.rung(place, rung)) }</ol>
                <p class="hint">{ "15 points of 20 different games beat a bot. Where two bots have fewer different games, all of them must be won." }</p>
                <p class="hint">{ "Only these series count: matches on the board do not, whether you play them yourself or watch them without fog. What was beaten is kept with your bot in this browser, and nowhere else; exported bots take it along." }</p>
            </div>
        }
    }
}

impl Ladder {
    /// Who climbs, how far it is, and the button for the next rung.
    fn climber(&self, climber: &Climber) -> Html {
        let (beaten, all) = (self.view.beaten(), self.view.rungs.len());
        let choose = self.send.reform(|file| Message::Ladder(LadderMessage::Choose(file)));
        let options: Vec<_> = self.view.bots.iter().map(|file| (file.clone().into(), quoted(file).into())).collect();
        html! {
            <div class="climber">
                if options.len() > 1 {
                    <label class="setting"><span>{ "Your bot" }</span><Select label="Your bot" testid="ladder-bot" {options} value={climber.file.clone()} {choose} /></label>
                }
                <p data-testid="ladder-told">{ "Your " }<b>{ quoted(&climber.file) }</b>{ format!(" has beaten {beaten} of {all}.") }</p>
                if climber.is_behind_draft {
                    <p class="hint">{ format!("The draft has changed since {}. Run it, and its new text climbs.", quoted(&climber.build)) }</p>
                }
                if let Some(next) = self.view.next() {
                    { self.play(next, "primary", format!("Play {} of the ladder", next + 1), "ladder-next") }
                } else {
                    <p>{ "There is no rung above." }</p>
                }
            </div>
        }
    }

    /// The button that has the bot try a rung. While an attempt is played, it ends that for another.
    fn play(&self, place: usize, class: &'static str, name: String, testid: &'static str) -> Html {
        let onclick = self.send.reform(move |_| Message::Ladder(LadderMessage::Play(place)));
        let label = format!("{name}: {}", self.view.rungs[place].rung.bot);
        html! { <button type="button" {class} {onclick} data-testid={testid} aria-label={label}>{ name }</button> }
    }

    fn rung(&self, place: usize, rung: &RungView) -> Html {
        let number = place + 1;
        let is_next = self.view.next() == Some(place) && self.view.climber.is_some();
        let beaten = rung.beaten.as_ref();
        html! {
            <li key={rung.rung.bot} class="rung" aria-current={is_next.then_some("step")} data-testid={format!("rung-{number}")}>
                { rung.rung.face.draw() }
                <div>
                    <h2>{ format!("{number} {}", rung.rung.bot) }</h2>
                    <p>{ rung.rung.plays }</p>
                    if let Some((result, build)) = beaten { <p class="result">{ beaten_text(result, build) }</p> }
                    if let Some(attempt) = rung.attempt.as_ref().filter(|attempt| is_told(attempt)) { <p class="told">{ attempt_text(attempt) }</p> }
                </div>
                if self.view.climber.is_some() {
                    if is_running(rung) {
                        <button type="button" onclick={self.send.reform(|_| Message::Ladder(LadderMessage::Stop))} data-testid="ladder-stop">{ "Stop" }</button>
                    } else {
                        { self.play(place, "quiet", format!("Play {number}"), "ladder-play") }
                    }
                }
            </li>
        }
    }
}

fn is_running(rung: &RungView) -> bool {
    matches!(&rung.attempt, Some(AttemptView::Begun(RungReport { state: AttemptState::Playing, .. })))
}

/// Whether an attempt says more than what is kept of it.
fn is_told(attempt: &AttemptView) -> bool {
    !matches!(attempt, AttemptView::Begun(RungReport { state: AttemptState::Beaten, .. }))
}

/// `Beaten by hook.js, build 3: 17.5 points of 20 games`.
fn beaten_text(result: &BeatenRung, build: &str) -> String {
    let BeatenRung { games, half_points, .. } = result;
    let build = quoted(build);
    // These are all the different games that the two bots have.
    if *half_points == 2 * games && *games < 20 {
        return format!("Beaten by {build}: won all {games} different games");
    }
    format!("Beaten by {build}: {} points of {games} games", points(*half_points))
}

fn attempt_text(attempt: &AttemptView) -> String {
    let AttemptView::Begun(report) = attempt else { return "Loading the bots…".to_owned() };
    let score = format!("{} points of {} games", points(report.half_points), report.games);
    match report.state {
        AttemptState::Playing => format!("Playing: {score}"),
        AttemptState::Stopped => format!("Stopped: {score}"),
        AttemptState::NotBeaten => format!("Not beaten: {score}"),
        AttemptState::Beaten => format!("Beaten: {score}"),
    }
}

/// `17` or `17.5`.
fn points(half_points: u32) -> String {
    (f64::from(half_points) / 2.0).to_string()
}

/// How the last attempt has ended, for screen readers: what is played is told once.
fn announcement(rung: &RungView) -> Option<String> {
    let AttemptView::Begun(report) = rung.attempt.as_ref()? else { return None };
    let bot = rung.rung.bot;
    Some(match report.state {
        AttemptState::Playing => format!("Playing against {bot}."),
        _ => format!("{bot}: {}.", attempt_text(rung.attempt.as_ref()?)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_says_how_many_games_it_comes_from() {
        let text = |games, half_points| {
            beaten_text(&BeatenRung { rung: String::new(), games, half_points }, "hook.js, build 3")
        };
        assert_eq!(text(20, 35), "Beaten by hook.js, build 3: 17.5 points of 20 games");
        assert_eq!(text(20, 40), "Beaten by hook.js, build 3: 20 points of 20 games");
        assert_eq!(text(2, 4), "Beaten by hook.js, build 3: won all 2 different games");
    }
}
