//! Stepping through a turn: of which turns it is offered, and what its program is asked for.

use botyard_engine::replay::MatchClock;
use botyard_web_protocol::series::TracedTurn;

use super::*;

const SCRIPT: &str = "connect-four-lookahead.js";

/// A match that the first player has won, against a bot.
fn played_by(key: &str) -> Bench {
    let mut bench = Bench::on("#/connect-four");
    let choice = SeatChoice::Bot(BotKey::from(key));
    bench.send(Message::Setup(SetupMessage::Choose(Seat::new(1), choice)));
    bench.send(Message::Play);
    bench.progress(0, &WON, None);
    bench.send(Message::Inspect(Seat::new(1)));
    bench.send(Message::Playback(PlaybackMessage::Go(5)));
    bench.effects.clear();
    bench
}

impl Bench {
    fn traced(&mut self) -> Option<TracedTurn> {
        let effects = std::mem::take(&mut self.effects);
        effects.into_iter().find_map(|effect| match effect {
            Effect::Cases(ToSeries::Trace(turn), _) => Some(turn),
            _ => None,
        })
    }
}

#[test]
fn the_inspected_turn_of_a_script_is_stepped_through() {
    let mut bench = played_by(SCRIPT);
    assert!(bench.state.position().offers_steps());
    bench.send(Message::Cases(CasesMessage::Trace));
    let TracedTurn { replay, seat, turn, bot } = bench.traced().expect("it is asked for");
    assert_eq!((seat, turn, bot.as_str()), (2, 4, SCRIPT));
    assert_eq!(replay["turns"].as_array().map(Vec::len), Some(WON.len()));
    assert_eq!((bench.state.visit.panel, bench.state.plays.cases.steps.is_none()), (Panel::Steps, true));
    bench.send(Message::Cases(CasesMessage::Said(FromSeries::Steps(json!("drawn")))));
    assert_eq!(bench.state.plays.cases.steps.as_deref(), Some(&json!("drawn")));
}

#[test]
fn keys_go_from_step_to_step_where_steps_are_shown() {
    let mut bench = played_by(SCRIPT);
    let pressed = |bench: &mut Bench, key: &str| {
        bench.key(key);
        std::mem::take(&mut bench.effects).into_iter().find_map(|effect| match effect {
            Effect::Cases(ToSeries::Press(press), _) => Some(press.name),
            _ => None,
        })
    };
    assert_eq!(pressed(&mut bench, "."), None, "the panel is not shown");
    bench.send(Message::Cases(CasesMessage::Trace));
    let names = [",", ".", ";", "[", "]"].map(|key| pressed(&mut bench, key).unwrap_or_default());
    assert_eq!(names, ["step-back", "step-forward", "step-over", "step-last-run", "step-next-run"]);
}

#[test]
fn turns_without_lines_are_not_stepped_through() {
    let mut module = played_by("connect-four-negamax");
    assert!(!module.state.position().offers_steps());
    module.send(Message::Cases(CasesMessage::Trace));
    assert_eq!(module.traced(), None);
    assert!(!played_by("connect-four-sampler.py").state.position().offers_steps(), "its lines are not known");

    let mut early = played_by(SCRIPT);
    early.send(Message::Playback(PlaybackMessage::Go(1)));
    assert!(!early.state.position().offers_steps(), "it has had no turn");

    let mut timed = Bench::on("#/connect-four");
    let choice = SeatChoice::Bot(BotKey::from(SCRIPT));
    timed.send(Message::Setup(SetupMessage::Choose(Seat::new(1), choice)));
    timed.send(Message::Setup(SetupMessage::Clock(MatchClock::Wall)));
    timed.send(Message::Play);
    timed.progress(0, &WON, None);
    timed.send(Message::Inspect(Seat::new(1)));
    assert!(!timed.state.position().offers_steps(), "it does not repeat itself");
}
