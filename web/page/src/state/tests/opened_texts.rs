//! Texts of matches: pasting and dropping one have the same effect.

use botyard_engine::games::stratego::{Colour, StandardSetup};

use super::*;
use crate::message::ExportedFile;

/// A game of Stratego as Gravon writes it: two scouts meet.
const GRAVON: &str = "\
#X38FA11 Stratego-Notation v1
type0
MBBBBEEEEEBBCDDDDDDDFFFFGGGGHHDHHIIIJJKLAA__AA__AAAA__AA__AAPTTUUUVVWXRRRRSSSSTTNNOPPPPPPPYNNNNQQQQQ
A4-A5
A7-A6
A5-A6
END
ann vs bob result 1 winner 0
";

/// A replay of generals.io: one player's army leaves its capital, and the other's enters it.
const GENERALS_IO: &str = r#"{"mapWidth":2,"mapHeight":2,"usernames":["ann","bob"],"generals":[0,3],"moves":[
    {"index":0,"start":0,"end":1,"is50":false,"turn":2},
    {"index":0,"start":0,"end":1,"is50":false,"turn":8},
    {"index":1,"start":3,"end":2,"is50":false,"turn":8},
    {"index":0,"start":1,"end":3,"is50":false,"turn":9}]}"#;

/// The page with a match of another server, which was dropped while a game of neither was shown.
fn dropped(name: &str, text: &str) -> Bench {
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::File { name: name.to_owned(), bytes: Rc::from(text.as_bytes()), seat: None });
    bench.key("End");
    bench
}

/// A match of another server opens in its game, and is saved as a log of that game's original,
/// which opens as the same match. A log of Generals does not name the players.
#[test]
fn the_log_of_another_servers_match_opens_as_that_match() {
    for (file, text, game, end) in [
        ("game.gsn", GRAVON, "stratego", "Stopped after 5 turns."),
        ("game.gioreplay", GENERALS_IO, "generals", "ann wins: the last other capital has fallen."),
    ] {
        let mut bench = dropped(file, text);
        let shown = &bench.state.shown.shown_match.record;
        assert_eq!((bench.state.context.game_ui.name(), &*shown.players()[0].name), (game, "ann"));
        assert_eq!(bench.state.shown.verdict(&bench.state.context).as_deref(), Some(end));
        bench.send(Message::Export(ExportedFile::Log));
        let log = bench.effects.iter().find_map(|effect| match effect {
            Effect::Save(_, text) => Some(text.clone()),
            _ => None,
        });
        let again = dropped("log.txt", &log.expect("a log"));
        let length = |bench: &Bench| bench.state.shown.shown_match.record.len();
        assert_eq!((again.state.context.game_ui.name(), length(&again)), (game, length(&bench)));
        let reason = |verdict: String| verdict.rsplit(": ").next().map(str::to_owned);
        assert_eq!(again.state.shown.verdict(&again.state.context).and_then(reason), reason(end.to_owned()));
    }
}

/// Regression: a log that was pasted lost the end of its last line, and with it the line.
#[test]
fn an_unfinished_log_keeps_its_last_line_pasted_or_dropped() {
    let [red, blue] = Colour::BOTH.map(|colour| StandardSetup::ALL[0].setup(colour).to_string());
    let (red, blue) = (red.trim_end(), blue.trim_end());
    let log = format!("a RED SETUP\n{red}\nb BLUE SETUP\n{blue}\n1 RED: 0 3 DOWN OK\n1 BLU: 0 6 UP OK\n");
    let bytes = Rc::from(log.replace('\n', "\r\n").as_bytes());
    for opened in
        [Message::Pasted(format!("\n{log}")), Message::File { name: "match.log".to_owned(), bytes, seat: None }]
    {
        let mut bench = Bench::on("#/stratego");
        bench.send(opened);
        assert_eq!(bench.state.shown.shown_match.record.len(), 4);
        assert_eq!(bench.take_notice(), "The log ends in line 12, without a result: replayed up to that line.");
    }
}

/// The address of a match whose link takes long to read, at its turn 8 of 30.
fn long_address() -> String {
    use bitmartyr::{BitMartyrSettings, Order, Orders, Placement, PlacementParams, place};
    use botyard_engine::game::Game;
    use botyard_engine::replay::{MatchTerms, PlayerInfo, Replay, link, play_turn};

    let (width, height, population, placement) = (255, 255, 20_000, Placement::Random);
    let board = place(&PlacementParams { width, height, population, placement, ..PlacementParams::new(2) });
    let mut replay = Replay::<BitMartyr> {
        settings: BitMartyrSettings::on(board.expect("there is room")),
        seed: 0,
        players: vec![PlayerInfo::default(); 2],
        terms: MatchTerms::default(),
        turns: Vec::new(),
    };
    let mut game = replay.start().expect("a start");
    for _ in 0..30 {
        let seat = game.to_act().lowest().expect("it goes on");
        let orders = game.view(seat).sights().map(|_| Order::Stay).collect::<Orders>();
        let result = TurnResult::Action(orders);
        let turn = Turn { seat, result, words: None, used: Duration::ZERO };
        play_turn(&mut game, &turn, &mut Vec::new()).expect("it is legal");
        replay.turns.push(turn);
    }
    format!("#/bitmartyr/r/{}?t=8", link::write(&replay).expect("a link"))
}

/// Regression: nothing showed how long it would take, and nothing ended it.
#[test]
fn reading_a_long_link_shows_its_progress_and_can_be_stopped() {
    let mut bench = Bench::on("#/connect-four");
    // Its own reader does not answer at once.
    let effects = bench.state.update(Message::Arrived(long_address()), 2.0);
    let id = effects.iter().find_map(|effect| match effect {
        Effect::Cases(ToSeries::Read(ReadRequest { id, .. }), _) => Some(*id),
        _ => None,
    });
    let id = id.expect("it is read in the background");
    let say = |bench: &mut Bench, said| bench.send(Message::Cases(CasesMessage::Said(said)));
    let shown = |bench: &Bench| bench.state.context.notices.shown().map(|notice| notice.text.clone());
    say(&mut bench, FromSeries::Reading { id, percent: 40 });
    assert_eq!(shown(&bench).as_deref(), Some("Opening a long match in the background: 40 % is read."));
    say(&mut bench, FromSeries::Reading { id: id + 1, percent: 60 });
    assert!(shown(&bench).is_some_and(|text| text.contains("40 %")), "that is another text");
    bench.send(Message::StopReading);
    assert_eq!(shown(&bench), None);
    assert!(bench.state.visit.address.payload.is_none());
    say(&mut bench, FromSeries::Reading { id, percent: 80 });
    let found = botyard_web_desk::read::read("bitmartyr", &long_address());
    say(&mut bench, FromSeries::Read(FromReader { id, found }));
    assert_eq!(shown(&bench), None);
    assert_ne!(bench.state.shown.shown_match.record.len(), 30, "it is not opened any more");
}

/// A link that takes long to read does not stop the page: it is read in the background.
#[test]
fn a_long_link_is_read_in_the_background() {
    let address = long_address();
    let mut pasted = Bench::on("#/connect-four");
    pasted.send(Message::Pasted(format!("https://here/{address}")));
    for bench in [Bench::on(&address), pasted] {
        let requests = bench.effects.iter().filter(|effect| matches!(effect, Effect::Cases(ToSeries::Read(_), _)));
        assert_eq!(requests.count(), 1);
        assert_eq!((bench.state.shown.shown_match.record.len(), bench.state.shown.playback.at), (30, 8));
        assert_eq!(bench.state.context.notices.shown(), None, "it has been read");
    }
}
