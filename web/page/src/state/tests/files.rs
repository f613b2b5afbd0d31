//! Files that are dropped, opened, saved and kept.

use botyard_engine::tournament::Format;
use botyard_web_protocol::series::{FromSeries, ToSeries};

use super::*;
use crate::message::{CasesMessage, ExportedFile, RemovalReason, SeriesMessage};
use crate::state::ShownExport;

#[test]
fn a_dropped_file_takes_a_seat_of_the_next_match() {
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::File { name: "mine.wasm".to_owned(), bytes: Rc::from(*b"\0asm\x01"), seat: None });
    assert_eq!(bench.state.setup.lineup.seats[0], SeatChoice::Bot(BotKey::from("file:mine.wasm")));
    assert!(bench.state.position().is_changed(Seat::new(0)) && !bench.state.position().is_changed(Seat::new(1)));
    assert!(bench.state.context.notices.shown().is_some_and(|notice| notice.text.contains("in the next match")));
    bench.send(Message::Play);
    assert_eq!(
        bench.state.context.notices.shown(),
        None,
        "Regression: it was told until long after the match had begun"
    );
    assert_eq!(bench.played().expect("a match").match_spec.players[0].name, "mine.wasm");
}

/// Regression: every run of a draft made the list of each seat longer.
#[test]
fn the_newest_builds_of_a_file_can_be_chosen_and_those_that_have_a_seat() {
    let mut bench = Bench::on("#/connect-four");
    for (name, build) in (1..=6).map(|build| ("mine.js", build)).chain([("other.wasm", 1)]) {
        bench.send(kept("connect-four", name, build, &format!("{name}{build}")));
    }
    let choice = SeatChoice::Bot(BotKey::Dropped("mine.js".to_owned(), 2));
    bench.send(Message::Setup(SetupMessage::Choose(Seat::new(1), choice)));
    let own = bench
        .state
        .setup
        .listed_bots(&bench.state.context.library)
        .filter(|bot| bot.is_dropped())
        .map(|bot| &*bot.name);
    let newest = ["mine.js, build 2", "mine.js, build 4", "mine.js, build 5", "mine.js, build 6", "other.wasm"];
    assert_eq!(own.collect::<Vec<_>>(), newest);
}

/// Regression: a refused file ended the match that was still waiting for its own bots.
#[test]
fn a_refused_file_does_not_stop_a_match_that_waits_for_others() {
    let mut state = PageState::new(around());
    state.update(Message::Arrived(String::new()), 1.0);
    let bytes = Rc::from(*b"\xff\xd8 no module");
    let effects = state.update(Message::File { name: "holiday.xyz".to_owned(), bytes, seat: Some(Seat::new(0)) }, 2.0);
    let check = effects.iter().find_map(|effect| match effect {
        Effect::Prepare(_, LibraryRequest::Check(id, _)) => Some(*id),
        _ => None,
    });
    let id = check.expect("the file is looked at");
    state.update(
        Message::Host(FromWorker::Checked { id, verdict: Err("it is no module".to_owned()), interpreter: None }),
        3.0,
    );
    assert!(state.plays.pending.is_some());
}

#[test]
fn replays_and_logs_are_opened_and_other_files_get_a_sentence() {
    let mut bench = Bench::on("#/connect-four");
    let file =
        |name: &str, text: &str| Message::File { name: name.to_owned(), bytes: Rc::from(text.as_bytes()), seat: None };
    bench.send(file("log.txt", "1212121\n43\n"));
    assert_eq!(bench.state.shown.shown_match.record.len(), 7);
    let text = bench.take_notice();
    assert_eq!(text, "This is the first of 2 matches in the log.");
    let saved = bench.state.shown.shown_match.record.file().to_string();
    bench.send(file("again.json", &saved));
    assert_eq!((bench.state.shown.shown_match.record.len(), bench.state.context.notices.shown()), (7, None));
    bench.send(Message::Arrived("#/bitmartyr".to_owned()));
    bench.send(file("turns.log", "Starting turn 0...\n"));
    let text = bench.take_notice();
    assert!(text.contains("a BitMartyr log has only counts, no boards and no orders"), "{text}");
    bench.send(Message::Arrived("#/connect-four".to_owned()));
    bench.send(file("notes.txt", "hello"));
    let text = bench.take_notice();
    assert_eq!(
        text,
        "Cannot open notes.txt: not a bot, a replay or a log of any game. \
         Drop a bot (.wasm, .js or a folder), a replay (.json), a series (.jsonl), cases (.toml) or a log."
    );
}

/// Regression: it was read as a log.
#[test]
fn source_is_told_how_to_be_built() {
    let mut bench = Bench::on("#/connect-four");
    let bytes = Rc::from(*b"fn main() {}");
    bench.send(Message::File { name: "mine.rs".to_owned(), bytes, seat: Some(Seat::new(0)) });
    assert_eq!(
        bench.take_notice(),
        "Cannot open mine.rs: it is Rust source. Build it with \
         `rustc --edition 2024 -O --target wasm32-wasip1 mine.rs -o mine.wasm` and use mine.wasm."
    );
}

#[test]
fn a_map_is_opened_to_be_played_on() {
    let mut bench = Bench::on("#/generals");
    let file = |text: &str| Message::File { name: "m.txt".to_owned(), bytes: Rc::from(text.as_bytes()), seat: None };
    bench.send(file("1 5 3\n3 1 3 1 3\n"));
    assert_eq!((bench.state.context.notices.shown(), bench.state.setup.lineup.seats.len()), (None, 3));
    assert_eq!(bench.state.position().status(), "Not started yet: press Play.");
    bench.send(Message::Play);
    let settings = bench.played().expect("the bots that come with the page play").match_spec.settings;
    assert_eq!(settings["map"], "1 5 3\n3 1 3 1 3\n");
    bench.send(file("1 5 3\n3 1 3 1 1\n"));
    let text = bench.take_notice();
    assert!(text.contains("not a map: line 2: the map is for 3 players and has 2 capitals"), "{text}");
}

#[test]
fn missing_players_of_an_opened_match_must_be_replaced() {
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::Pasted("1212121".to_owned()));
    bench.played();
    bench.send(Message::Play);
    let text = bench.take_notice();
    assert_eq!(text, "player 1 isn't loaded. Drop its file, or choose another bot for red.");
    assert_eq!(bench.played(), None);
}

fn passage(seat: usize, turn: usize, stream: Stream, text: &str) -> Passage {
    Passage { seat: Seat::new(seat), turn, stream, text: text.to_owned() }
}

/// Regression: a saved file did not contain what the bots wrote.
#[test]
fn a_saved_match_tells_again_what_its_bots_said() {
    let mut bench = Bench::on("#/connect-four");
    let said = vec![passage(0, 0, Stream::Stderr, "thinking"), passage(1, 1, Stream::Stdin, "1\n")];
    bench.state.shown.shown_match.add_passages(said.clone());
    bench.progress(0, &WON, None);
    bench.watch();
    bench.send(Message::Download);
    let file = bench.effects.iter().find_map(|effect| match effect {
        Effect::Save(_, text) => Some(text.clone()),
        _ => None,
    });
    let mut other = Bench::on("#/connect-four");
    other.send(Message::Pasted(file.expect("a file")));
    assert_eq!(
        other.state.shown.shown_match.passages.iter().map(|passage| (**passage).clone()).collect::<Vec<_>>(),
        said
    );
    assert!(!other.state.shown.shown_match.passages.is_empty());
    let mut third = Bench::on(&bench.state.shown.share_link(&bench.state.context).expect("a link"));
    third.watch();
    assert!(third.state.shown.shown_match.passages.is_empty(), "links never hold words");
}

#[test]
fn a_file_of_a_newer_botyard_is_refused() {
    let mut bench = Bench::on("#/connect-four");
    bench.progress(0, &WON, None);
    let mut file = bench.state.shown.shown_match.record.file();
    file["format"] = json!(3);
    bench.send(Message::Pasted(file.to_string()));
    let text = bench.take_notice();
    assert_eq!(text, "Cannot open this: not a replay: a newer botyard wrote it (form 3; this one reads 2).");
}

#[test]
fn a_line_that_was_said_piece_by_piece_is_one_passage() {
    let mut bench = Bench::on("#/connect-four");
    bench
        .state
        .shown
        .shown_match
        .add_passages(vec![passage(0, 1, Stream::Stderr, "thinking"), passage(1, 1, Stream::Stderr, "so am I\n")]);
    bench.state.shown.shown_match.add_passages(vec![
        passage(0, 1, Stream::Stderr, " 2"),
        passage(0, 1, Stream::Stderr, "\n"),
        passage(0, 1, Stream::Stderr, "done"),
        passage(0, 2, Stream::Stderr, "next"),
        passage(0, 2, Stream::Stdout, "4"),
        passage(0, 2, Stream::Stderr, "played"),
    ]);
    let said: Vec<_> = bench.state.shown.shown_match.passages.iter().map(|passage| passage.text.as_str()).collect();
    assert_eq!(said, ["thinking 2\n", "so am I\n", "done", "next", "4", "played"]);
}

#[test]
fn a_dropped_bot_is_still_there_when_one_comes_back_to_its_game() {
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::File { name: "mine.wasm".to_owned(), bytes: Rc::from(*b"\0asm\x01"), seat: None });
    bench.send(Message::Arrived("#/stratego".to_owned()));
    assert_eq!(bench.state.context.library.bot(&BotKey::from("file:mine.wasm")), None);
    bench.send(Message::Arrived("#/connect-four".to_owned()));
    assert_eq!(bench.state.setup.lineup.seats[0], SeatChoice::Bot(BotKey::from("file:mine.wasm")));
    assert!(bench.state.context.library.ready(&BotKey::from("file:mine.wasm")).is_some());
}

/// Regression: a dropped bot was lost after a reload.
#[test]
fn a_dropped_bot_is_kept_until_it_is_removed() {
    let bytes: Rc<[u8]> = Rc::from(*b"\0asm\x01");
    let (name, key) = ("mine.wasm".to_owned(), BotKey::from("file:mine.wasm"));
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::File { name: name.clone(), bytes: bytes.clone(), seat: None });
    let is_kept = |effect: &Effect| matches!(effect, Effect::Keep("connect-four", of, sha256, module) if *of == key && sha256.len() == 64 && *module == bytes);
    assert!(bench.effects.iter().any(is_kept));

    let mut later = Bench::on("#/stratego");
    for game in ["connect-four", "stratego", "chess"] {
        later.send(kept(game, &name, 1, "ab"));
    }
    assert_eq!(later.state.context.notices.shown(), None, "nobody has done anything");
    later.send(Message::Setup(SetupMessage::Choose(Seat::new(1), SeatChoice::Bot(key.clone()))));
    later.send(Message::Play);
    assert_eq!(later.played().expect("a match").match_spec.players[1].name, "mine.wasm");
    // The simulated worker has its own idea of a hash.
    let sha256 = later.state.context.library.ready(&key).map(|(_, sha256)| sha256.to_owned()).expect("it has played");
    later.send(Message::Forget(key.clone()));
    assert!(later.effects.contains(&Effect::Forget("stratego", key.clone(), sha256)));
    assert!(
        later.state.context.library.bot(&key).is_none()
            && !later.state.setup.lineup.seats.contains(&SeatChoice::Bot(key.clone()))
    );
    later.send(Message::Arrived("#/connect-four".to_owned()));
    assert!(later.state.context.library.bot(&key).is_some(), "each game has its own");
}

#[test]
fn a_newer_build_takes_the_seat_of_the_older() {
    let mut bench = Bench::on("#/connect-four");
    let file = |version: u8| {
        let bytes = Rc::from([*b"\0asm", [version; 4]].concat());
        Message::File { name: "mine.wasm".to_owned(), bytes, seat: None }
    };
    bench.send(file(1));
    bench.send(file(2));
    let seats = bench.state.setup.lineup.seats.clone();
    assert_eq!(seats[0], SeatChoice::Bot(BotKey::from("build:2:mine.wasm")));
    assert!(bench.take_notice().starts_with("mine.wasm, build 2 will play red"));
    assert!(!seats.contains(&SeatChoice::Bot(BotKey::from("file:mine.wasm"))), "{seats:?}");
    // The program of cases wants a series of the two, which leaves the line-up as it is.
    let keys = ["build:2:mine.wasm", "file:mine.wasm"].map(str::to_owned);
    let field = FromSeries::Field { format: Format::Series, bots: keys.to_vec(), games: None };
    bench.send(Message::Series(SeriesMessage::Games(20)));
    bench.send(Message::Cases(CasesMessage::Said(field)));
    let played = bench.effects.iter().find_map(|effect| match effect {
        Effect::Series(ToSeries::Play { match_spec, games, .. }, files) => Some((match_spec, *games, files)),
        _ => None,
    });
    let (match_spec, games, files) = played.expect("a series");
    // Regression: the series had 100 games, whatever was chosen.
    assert_eq!(games, 20);
    let names: Vec<_> = match_spec.players.iter().map(|player| &*player.name).collect();
    assert_eq!(names, ["mine.wasm, build 2", "mine.wasm, build 1"]);
    assert_eq!((files[0][4], files[1][4]), (2, 1));
    assert_eq!(bench.state.setup.lineup.seats, seats);
}

/// Regression: the worker compiles several modules at once, and the build whose verdict came last
/// had the seat.
#[test]
fn a_newer_build_keeps_its_seat_when_the_older_is_checked_after_it() {
    let mut state = PageState::new(around());
    state.update(Message::Arrived(String::new()), 1.0);
    let dropped = |state: &mut PageState, version: u8, seat: Option<Seat>| {
        let bytes = Rc::from([*b"\0asm", [version; 4]].concat());
        let effects = state.update(Message::File { name: "mine.wasm".to_owned(), bytes, seat }, 2.0);
        let check = effects.iter().find_map(|effect| match effect {
            Effect::Prepare(_, LibraryRequest::Check(id, _)) => Some(*id),
            _ => None,
        });
        check.expect("the file is looked at")
    };
    let checked = |state: &mut PageState, id: u32, verdict: Result<String, String>| {
        state.update(Message::Host(FromWorker::Checked { id, verdict, interpreter: None }), 3.0)
    };
    let build = |number| SeatChoice::Bot(BotKey::Dropped("mine.wasm".to_owned(), number));
    let (older, newer) = (dropped(&mut state, 1, None), dropped(&mut state, 2, None));
    checked(&mut state, newer, Ok("newer".to_owned()));
    let effects = checked(&mut state, older, Ok("older".to_owned()));
    assert_eq!(state.setup.lineup.seats[0], build(2));
    assert!(!state.setup.lineup.seats.contains(&build(1)));
    let is_kept =
        |effect: &Effect| matches!(effect, Effect::Keep(_, BotKey::Dropped(_, 1), sha256, _) if sha256 == "older");
    assert!(effects.iter().any(is_kept), "it is a build all the same");
    let told = state.context.notices.shown().map(|notice| notice.text.clone());
    assert!(told.is_some_and(|told| told.starts_with("mine.wasm, build 2 will play red")));

    let (older, newer) = (dropped(&mut state, 3, None), dropped(&mut state, 4, None));
    checked(&mut state, newer, Err("it is no module".to_owned()));
    checked(&mut state, older, Ok("third".to_owned()));
    assert_eq!(state.setup.lineup.seats[0], build(3), "the newer one cannot play");

    let [first, second] = [(5, 0), (6, 1)].map(|(version, seat)| dropped(&mut state, version, Some(Seat::new(seat))));
    checked(&mut state, second, Ok("sixth".to_owned()));
    checked(&mut state, first, Ok("fifth".to_owned()));
    assert_eq!(state.setup.lineup.seats, [build(4), build(5)], "each has the seat that it was dropped on");
}

/// Regression: they were shown as players of the next match.
#[test]
fn the_players_of_an_opened_match_come_from_its_record() {
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::Pasted("1212121".to_owned()));
    let seat = Seat::new(0);
    assert_eq!((bench.state.position().is_changed(seat), bench.state.position().is_recorded(seat)), (false, true));
    bench.send(Message::Setup(SetupMessage::Choose(seat, SeatChoice::Person)));
    assert_eq!((bench.state.position().is_changed(seat), bench.state.position().is_recorded(seat)), (true, false));
}

/// Regression: such files were refused as if they were not logs.
#[test]
fn a_log_with_other_line_ends_or_a_wrong_line_is_opened() {
    use botyard_engine::games::stratego::{Colour, StandardSetup};
    let [red, blue] = Colour::BOTH.map(|colour| StandardSetup::ALL[0].setup(colour).to_string());
    let log = format!(
        "a RED SETUP\n{}\nb BLUE SETUP\n{}\n1 RED: 5 3 DOWN KILLS 1 9\n1 BLU: 0 6 UP OK\n",
        red.trim(),
        blue.trim()
    );
    let mut bench = Bench::on("#/stratego");
    let bytes = Rc::from(log.replace('\n', "\r\n").as_bytes());
    bench.send(Message::File { name: "match.log".to_owned(), bytes, seat: None });
    assert_eq!(bench.state.shown.shown_match.record.len(), 2);
    let text = bench.take_notice();
    assert!(text.starts_with("Invalid line 11 in the log: "), "{text}");
}

/// Regression: the notice that a file stays in the browser was shown after the file had been
/// removed.
#[test]
fn a_removed_file_is_not_said_to_be_there() {
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::File { name: "mine.wasm".to_owned(), bytes: Rc::from(*b"\0asm\x01"), seat: None });
    assert!(bench.state.context.notices.shown().is_some_and(|notice| notice.text.contains("stays in this browser")));
    bench.send(Message::Forget(BotKey::from("file:mine.wasm")));
    assert_eq!(bench.take_notice(), "mine.wasm was removed.");
}

#[test]
fn a_removed_file_is_put_back_as_long_as_that_is_offered() {
    let mut bench = Bench::on("#/connect-four");
    let key = BotKey::from("file:mine.wasm");
    bench.send(Message::File { name: "mine.wasm".to_owned(), bytes: Rc::from(*b"\0asm\x01"), seat: None });
    let chosen = SeatChoice::Bot(key.clone());
    assert_eq!(bench.state.setup.lineup.seats[0], chosen);
    bench.send(Message::Forget(key.clone()));
    assert_ne!(bench.state.setup.lineup.seats[0], chosen);
    bench.effects.clear();
    bench.key("u");
    assert_eq!(bench.take_notice(), "mine.wasm is back.");
    assert_eq!(bench.state.setup.lineup.seats[0], chosen);
    let [Effect::Fade(..), Effect::Restore("connect-four", restored, sha256)] = &bench.effects[..] else {
        panic!("{:?}", bench.effects)
    };
    assert_eq!((restored, sha256.len()), (&key, 64));
    assert!(bench.state.context.library.ready(&key).is_some(), "it can play at once");

    // Elsewhere it is put back where it was.
    bench.send(Message::Forget(key.clone()));
    bench.send(Message::Arrived("#/generals".to_owned()));
    assert!(bench.state.context.notices.shown().is_some_and(|notice| notice.offer.is_some()));
    bench.send(Message::Undo);
    assert!(bench.state.context.library.bot(&key).is_none(), "it is a bot of another game");
    bench.send(Message::Arrived("#/connect-four".to_owned()));
    assert!(bench.state.context.library.bot(&key).is_some());

    // Once the notice disappears, the build cannot come back.
    bench.send(Message::Forget(key.clone()));
    let id = bench.state.context.notices.shown().expect("a notice").id;
    bench.send(Message::Notice(NoticeMessage::Fade(id)));
    bench.key("u");
    assert!(bench.state.context.library.bot(&key).is_none());
}

/// Regression: it stayed until the page was loaded again.
#[test]
fn a_build_that_another_tab_has_removed_is_gone_here_too() {
    let removed = |game: &str, sha256: &str| Message::RemovedElsewhere {
        game: game.to_owned(),
        name: "mine.wasm".to_owned(),
        sha256: sha256.to_owned(),
        reason: RemovalReason::OtherTab,
    };
    let mut bench = Bench::on("#/connect-four");
    let all = [("connect-four", 1, "first"), ("connect-four", 2, "second"), ("generals", 1, "other")];
    all.into_iter().for_each(|(game, build, sha256)| bench.send(kept(game, "mine.wasm", build, sha256)));
    let (first, second) = (BotKey::from("file:mine.wasm"), BotKey::from("build:2:mine.wasm"));
    let usual = bench.state.setup.lineup.seats[0].clone();
    bench.send(Message::Setup(SetupMessage::Choose(Seat::new(0), SeatChoice::Bot(second.clone()))));
    bench.send(removed("connect-four", "another"));
    assert!(bench.state.context.library.bot(&second).is_some(), "it was another file of this name");
    bench.send(removed("connect-four", "second"));
    assert!(bench.state.context.library.bot(&second).is_none());
    assert_eq!(bench.state.setup.lineup.seats[0], usual);
    assert_eq!(bench.take_notice(), "mine.wasm, build 2 was removed in another tab.");
    assert!(!bench.effects.iter().any(|effect| matches!(effect, Effect::Forget(..))), "the store has done that");
    bench.send(removed("connect-four", "first"));
    assert!(bench.state.context.library.bot(&first).is_none());
    assert_eq!(bench.state.context.notices.shown(), None, "it had no seat");
    bench.send(removed("generals", "other"));
    bench.send(Message::Arrived("#/generals".to_owned()));
    assert!(bench.state.context.library.bot(&first).is_none());
}

#[test]
fn programs_put_back_what_they_have_removed() {
    let mut bench = Bench::on("#/connect-four");
    let removed = || FromSeries::Removed("It was removed.".to_owned());
    bench.send(Message::Cases(CasesMessage::Said(removed())));
    bench.send(Message::Undo);
    bench.send(Message::Series(SeriesMessage::Said(removed())));
    bench.send(Message::Undo);
    bench.send(Message::Undo);
    assert!(bench.effects.contains(&Effect::Cases(ToSeries::UndoRemove, Vec::new())));
    assert_eq!(
        bench.effects.iter().filter(|effect| **effect == Effect::Series(ToSeries::UndoRemove, Vec::new())).count(),
        1
    );
}

#[test]
fn a_match_is_saved_in_forms_that_others_read() {
    let mut bench = Bench::on("#/connect-four");
    bench.progress(0, &WON, None);
    bench.watch();
    let saved = |bench: &mut Bench, file| {
        bench.effects.clear();
        bench.send(Message::Export(file));
        assert!(bench.state.shown.exports.pending.is_none());
        bench.effects.iter().find_map(|effect| match effect {
            Effect::Save(name, text) | Effect::SaveFrom(name, text) => Some((name.clone(), text.clone())),
            _ => None,
        })
    };
    let (name, log) = saved(&mut bench, ExportedFile::Log).expect("a log");
    assert!(name.starts_with("connect-four-") && name.ends_with(".txt"), "{name}");
    assert_eq!(log, "1212121\n");
    let (name, page) = saved(&mut bench, ExportedFile::Html).expect("a page");
    assert!(name.ends_with(".html") && page.contains("\"verdict\":\""), "{name}: {page}");
    bench.key("Home");
    for (file, ending) in [(ExportedFile::Svg, ".svg"), (ExportedFile::Png, ".png")] {
        let (name, picture) = saved(&mut bench, file).expect("a picture");
        assert!(name.ends_with(ending) && picture.contains("turn 0 of 7"), "{name}: {picture}");
    }
    // The board as text is copied, and shown where a browser does not let the page copy.
    bench.effects.clear();
    bench.send(Message::Export(ExportedFile::Text));
    let Some(ShownExport::Text(text)) = bench.state.shown.exports.shown.as_ref().cloned() else { panic!("a text") };
    assert!(text.ends_with("\nafter turn 0 of 7\n"), "{text}");
    assert!(bench.effects.contains(&Effect::Copy(text, "The board")));
    bench.send(Message::Export(ExportedFile::QrCode));
    let shared = bench.state.shown.share_link(&bench.state.context).expect("a link");
    assert!(
        matches!(bench.state.shown.exports.shown.as_ref(), Some(ShownExport::QrCode { link, .. }) if *link == shared)
    );
    bench.send(Message::Share);
    assert_eq!(bench.state.shown.exports.shown.as_ref(), None, "it was of what was shown then");
    // Of an animation its pictures come one by one; it can be stopped, and has the name of its
    // match, whichever is shown when it is here.
    let mut effects = bench.state.update(Message::Export(ExportedFile::Gif), bench.now);
    assert!(matches!(effects.first(), Some(Effect::Cases(ToSeries::Write(_), _))));
    let say = |bench: &mut Bench, said| bench.send(Message::Cases(CasesMessage::Said(said)));
    say(&mut bench, FromSeries::Drawn { done: 2, count: 8 });
    assert_eq!(bench.state.shown.exports.pending.as_ref().and_then(|pending| pending.drawn), Some((2, 8)));
    bench.send(Message::Arrived("#/generals".to_owned()));
    effects =
        bench.state.update(Message::Cases(CasesMessage::Said(FromSeries::Written(Ok("blob:a".to_owned())))), bench.now);
    assert!(
        matches!(&effects[0], Effect::SaveFrom(name, address) if name.starts_with("connect-four-") && name.ends_with(".gif") && address == "blob:a")
    );
    bench.state.update(Message::Export(ExportedFile::Gif), bench.now);
    say(&mut bench, FromSeries::Written(Err("it is too long".to_owned())));
    assert!(bench.take_notice().ends_with(".gif: it is too long."));
    bench.state.update(Message::Export(ExportedFile::Gif), bench.now);
    effects = bench.state.update(Message::StopExport, bench.now);
    assert!(matches!(&effects[0], Effect::Cases(ToSeries::StopWriting, _)));
    assert!(bench.state.shown.exports.pending.as_ref().is_none());
}

/// The page draws the first game for a moment before it knows the address. A choice made then is a
/// bot that the other game does not have: its match waited forever.
#[test]
fn a_bot_of_another_game_gets_no_seat() {
    let mut bench = Bench::on("#/connect-four");
    let choose = |name: &str| Message::Setup(SetupMessage::Choose(Seat::new(1), SeatChoice::Bot(BotKey::from(name))));
    bench.send(choose("connect-four-random"));
    let before = bench.state.setup.lineup.seats.clone();
    bench.send(choose("generals-random"));
    assert_eq!(bench.state.setup.lineup.seats, before);
    assert_eq!(before[1], SeatChoice::Bot(BotKey::from("connect-four-random")));
}
