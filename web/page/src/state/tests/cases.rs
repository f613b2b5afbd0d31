//! Cases: which turn is kept, and which bots their program gets.

use botyard_web_protocol::series::{FromSeries, ToSeries};

use super::*;
use crate::message::CasesMessage;

impl Bench {
    /// The messages to the program of cases since the last call, each with the number of files.
    fn told_of_cases(&mut self) -> Vec<(ToSeries, usize)> {
        let effects = std::mem::take(&mut self.effects);
        let told = effects.into_iter().filter_map(|effect| match effect {
            Effect::Cases(message, files) => Some((message, files.len())),
            _ => None,
        });
        told.collect()
    }

    fn cases_say(&mut self, said: FromSeries) {
        self.send(Message::Cases(CasesMessage::Said(said)));
    }
}

#[test]
fn the_turn_that_is_inspected_is_kept() {
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::Play);
    bench.send(Message::Cases(CasesMessage::Offer));
    assert_eq!(bench.told_of_cases(), [], "there is no turn yet");
    bench.progress(0, &WON, None);
    bench.send(Message::Inspect(Seat::new(1)));
    bench.send(Message::Playback(PlaybackMessage::Go(5)));
    bench.send(Message::Cases(CasesMessage::Offer));
    assert_eq!(bench.state.visit.panel, Panel::Cases);
    let told = bench.told_of_cases();
    let [(ToSeries::CaseBots { game, bots }, 0), (ToSeries::Offer { replay, seat: 2, turn: 4, bot }, 0)] = &*told
    else {
        panic!("{told:?}")
    };
    assert_eq!((&**game, bots.len()), ("connect-four", bench.state.context.library.bots().len()));
    assert_eq!(replay["turns"].as_array().map(Vec::len), Some(WON.len()));
    assert!(bots.iter().any(|known| Some(&known.key) == bot.as_ref()), "{bot:?} has played");
}

#[test]
fn bots_are_loaded_when_they_are_asked() {
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::Panel(Panel::Cases));
    assert!(matches!(&bench.told_of_cases()[..], [(ToSeries::CaseBots { .. }, 0)]));
    // Two requests one after the other, before either bot is loaded.
    let mut slow = PageState::new(around());
    slow.update(Message::Arrived("#/stratego".to_owned()), 0.0);
    let (first, other) = ("stratego-sleuth".to_owned(), "stratego-dummy".to_owned());
    for key in [&first, &other] {
        slow.update(Message::Cases(CasesMessage::Said(FromSeries::Load(key.clone()))), 0.0);
    }
    slow.update(Message::Fetched(BotKey::from(&*first), Ok(Rc::from(*b"\0asm"))), 0.0);
    let checked = |id: u32| Message::Host(FromWorker::Checked { id, verdict: Ok("ab".to_owned()), interpreter: None });
    let sent = |effects: Vec<Effect>| {
        effects.into_iter().any(|effect| matches!(effect, Effect::Cases(ToSeries::Module(key), _) if key == first))
    };
    assert!((1..9).any(|id| sent(slow.update(checked(id), 0.0))), "the first is not forgotten");
    let keys = ["connect-four-negamax", "connect-four-gone"].map(str::to_owned);
    for (key, files) in keys.iter().zip([1, 0]) {
        bench.cases_say(FromSeries::Load(key.clone()));
        assert_eq!(
            bench.told_of_cases(),
            [(ToSeries::Module(key.clone()), files)],
            "one of them is none of the page's"
        );
    }
}

#[test]
fn the_program_of_cases_is_told_of_new_builds_and_can_have_them_play() {
    let mut bench = Bench::on("#/connect-four");
    let drop = |bench: &mut Bench, version: u8| {
        let bytes = Rc::from([*b"\0asm", [version; 4]].concat());
        bench.send(Message::File { name: "mine.wasm".to_owned(), bytes, seat: None });
        bench.told_of_cases()
    };
    assert_eq!(drop(&mut bench, 1), [], "it is not there yet");
    bench.send(Message::Panel(Panel::Cases));
    bench.send(Message::Panel(Panel::Moves));
    bench.told_of_cases();
    let told = drop(&mut bench, 2);
    let [(ToSeries::CaseBots { bots, .. }, 0)] = &*told else { panic!("{told:?}") };
    assert!(bots.iter().any(|bot| bot.key == "build:2:mine.wasm" && bot.name == "mine.wasm, build 2"), "{bots:?}");
    assert!(bots.iter().any(|bot| bot.key == "file:mine.wasm" && bot.name == "mine.wasm, build 1"), "{bots:?}");
    assert!(bots.iter().all(|bot| bot.is_own == bot.name.starts_with("mine.wasm")), "{bots:?}");
    let told = bench.state.context.notices.shown().map(|notice| notice.text.clone());
    assert!(told.is_some_and(|told| told.contains("will play red in the next match")));
    bench.cases_say(FromSeries::Play);
    assert_eq!(bench.state.context.notices.shown(), None, "the next match has begun");
    assert_eq!(bench.played().expect("a match").match_spec.players[0].name, "mine.wasm, build 2");
}

#[test]
fn a_key_of_the_inspector_keeps_its_turn() {
    let mut bench = Bench::on("#/connect-four");
    bench.progress(0, &WON, None);
    bench.watch();
    bench.key("k");
    assert_eq!(bench.state.visit.panel, Panel::Players, "nothing is inspected");
    bench.send(Message::Panel(Panel::Inspector));
    bench.key("k");
    assert_eq!(bench.state.visit.panel, Panel::Cases);
    assert!(bench.told_of_cases().iter().any(|(told, _)| matches!(told, ToSeries::Offer { turn: 7, .. })));
}

#[test]
fn a_file_of_cases_goes_to_their_program() {
    let mut bench = Bench::on("#/stratego");
    bench.send(Message::File { name: "cases.toml".to_owned(), bytes: Rc::from(*b"[[case]]"), seat: None });
    let told = bench.told_of_cases();
    assert_eq!(told.last(), Some(&(ToSeries::Import { game: "stratego".to_owned() }, 1)));
    bench.cases_say(FromSeries::Error("Cannot use the cases.".to_owned()));
    assert_eq!(bench.take_notice(), "Cannot use the cases.");
}
