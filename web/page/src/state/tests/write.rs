//! Bots that are written in the page: the editor is fetched when it is opened, and its runs play at
//! once.

use botyard_sandbox::script::{ScriptLanguage, attach};

use botyard_web_protocol::editor::{FromEditor, OpenSource, RunResult, SharedSetup, Source};

use super::*;
use crate::message::{FetchedEditor, WriteMessage};

/// A message of the editor without bytes.
pub(super) fn says(message: FromEditor) -> Message {
    Message::Write(WriteMessage::Editor(message, Rc::from([])))
}

/// The editor has this draft open, whose text has changed.
pub(super) fn open_draft(game: &str, is_from_link: bool) -> Message {
    let (file, sha256) = ("mine.js".to_owned(), "new".to_owned());
    says(FromEditor::Draft { game: game.to_owned(), file, sha256, is_from_link })
}

fn set_up(seed: &str, seats: &[&str]) -> Message {
    let setup = SharedSetup { seed: seed.to_owned(), seats: names(seats) };
    says(FromEditor::SetUp { game: "connect-four".to_owned(), setup, settings: None })
}

/// The editor runs a draft. Its content is a module here: these tests are not about other kinds of
/// bots.
pub(super) fn run(is_series: bool, last: u8) -> Message {
    let bytes = Rc::from([*b"\0asm", [last, 0, 0, 0]].concat());
    let (game, file) = ("connect-four".to_owned(), "mine.js".to_owned());
    Message::Write(WriteMessage::Editor(FromEditor::Run { game, file, is_series }, bytes))
}

/// The result of a run of that draft for the editor.
pub(super) fn run_result(run: u32, is_over: bool, words: &str) -> RunResult {
    let (bot, words, stderr) = ("mine.js".to_owned(), words.to_owned(), String::new());
    RunResult { run, bot, is_over, words, stderr, error: None, obstacle: None, is_late: false }
}

#[test]
fn the_editor_is_fetched_when_it_is_wanted_and_again_when_it_did_not_come() {
    let mut bench = Bench::on("#/stratego/write");
    assert_eq!((bench.state.context.game_ui.name(), bench.state.visit.panel), ("stratego", Panel::Write));
    assert_eq!(bench.state.write.script, EditorStatus::Loading);
    bench.send(Message::Write(WriteMessage::Loaded(FetchedEditor::Missing)));
    assert_eq!(bench.state.write.script, EditorStatus::Missing);
    bench.send(Message::Write(WriteMessage::Load));
    bench.send(Message::Write(WriteMessage::Loaded(FetchedEditor::Here)));
    bench.send(Message::Task(Task::Watch));
    bench.send(Message::Panel(Panel::Write));
    assert_eq!(bench.state.write.script, EditorStatus::Here);
    let asked = bench.effects.iter().filter(|effect| matches!(effect, Effect::LoadEditor(_)));
    assert_eq!(asked.collect::<Vec<_>>(), [&Effect::LoadEditor(0), &Effect::LoadEditor(1)]);
}

/// Regression: the notice said that the page had been built without npm.
#[test]
fn an_editor_that_is_being_built_is_asked_for_until_it_is_there() {
    let mut bench = Bench::on("#/stratego/write");
    for attempt in 1..=2 {
        bench.send(Message::Write(WriteMessage::Loaded(FetchedEditor::BeingBuilt)));
        bench.send(Message::Write(WriteMessage::Load));
        assert_eq!(bench.state.write.script, EditorStatus::BeingBuilt, "that is what is said meanwhile");
        assert_eq!(bench.effects.last(), Some(&Effect::LoadEditor(attempt)));
    }
    bench.send(Message::Write(WriteMessage::Loaded(FetchedEditor::Here)));
    assert_eq!(bench.state.write.script, EditorStatus::Here);
}

/// Regression: the match's address replaced the editor's, so that a bookmark did not open the
/// editor again.
#[test]
fn the_address_of_the_editor_stays_while_somebody_writes() {
    let mut bench = Bench::on("#/connect-four/write/abc-_9");
    assert_eq!(bench.addresses(), ["replace #/connect-four/write"], "what the link brings is the editor's now");
    let new = Bench::on("#/connect-four/write?lang=python");
    assert_eq!(new.addresses(), ["replace #/connect-four/write"]);
    let source = new.state.write.source.as_ref().map(|(game, source)| (game.as_str(), source.source.clone()));
    assert_eq!(source, Some(("connect-four", Source::New { language: "python".to_owned() })));
    bench.effects.clear();
    bench.progress(0, &WON, None);
    bench.watch();
    bench.send(run(false, 1));
    bench.progress(0, &WON, None);
    assert_eq!(bench.addresses(), [""; 0]);
    let link = bench.state.shown.share_link(&bench.state.context).expect("it is short");
    assert!(link.contains("#/connect-four/r/"), "the match can be shared: {link}");

    // A game of a link is at its own address, until the draft is run again.
    let (_, route) = link.split_once('#').expect("an address");
    bench.send(run(false, 2));
    bench.send(Message::Arrived(format!("#{route}")));
    bench.send(Message::Task(Task::Watch));
    bench.send(Message::Panel(Panel::Write));
    assert!(!bench.addresses().iter().any(|address| address.ends_with("/write")), "{:?}", bench.addresses());
    bench.send(run(false, 3));
    assert_eq!(bench.addresses().pop().as_deref(), Some("push #/connect-four/write"), "one can go back to it");

    // The match stays when the editor is left, and the editor stays when it is opened beside the
    // match.
    bench.progress(0, &WON, None);
    bench.effects.clear();
    bench.send(Message::Task(Task::Watch));
    bench.send(Message::Panel(Panel::Write));
    let [left, opened] = &bench.addresses()[..] else { panic!("{:?}", bench.addresses()) };
    assert!(
        left.starts_with("replace #/connect-four/r/") && opened == "replace #/connect-four/write",
        "{left}, {opened}"
    );

    // Entering its address beside a match keeps the match.
    bench.send(Message::Task(Task::Watch));
    let shown = bench.state.shown.shown_match.id;
    bench.send(Message::Arrived("#/connect-four/write".to_owned()));
    assert_eq!((bench.state.shown.shown_match.id, bench.state.visit.panel), (shown, Panel::Write));
}

#[test]
fn a_draft_that_is_run_plays_at_once_in_the_place_of_its_last_build() {
    let mut bench = Bench::on("#/connect-four");
    assert_eq!(bench.state.to_editor().result, None, "nothing was run");
    bench.send(run(false, 1));
    let play = bench.played().expect("a match");
    assert_eq!(play.match_spec.players[0].name, "mine.js");
    assert_eq!(bench.state.to_editor().result, Some(run_result(1, false, "Playing …")));
    bench.progress(0, &WON, None);
    assert_eq!(bench.state.to_editor().result, Some(run_result(1, true, "mine.js wins: four in a row.")));
    bench.send(Message::Swap);
    bench.effects.clear();
    bench.send(run(false, 2));
    let play = bench.played().expect("a match");
    assert_eq!(play.match_spec.players[1].name, "mine.js, build 2", "where the last build was");
    assert_eq!(bench.state.context.notices.shown(), None);
}

#[test]
fn a_draft_plays_a_series_against_the_others_of_the_line_up() {
    let mut bench = Bench::on("#/connect-four");
    bench.send(run(true, 1));
    let bots = bench.effects.iter().find_map(|effect| match effect {
        Effect::Series(ToSeries::Play { match_spec, games, .. }, bots) => {
            Some((match_spec.players[0].name.clone(), *games, bots.len()))
        }
        _ => None,
    });
    assert_eq!(bots, Some(("mine.js".to_owned(), 100, 2)));
    assert_eq!(bench.state.visit.panel, Panel::Series);
}

#[test]
fn the_editor_is_told_what_stopped_its_bot() {
    let mut bench = Bench::on("#/connect-four");
    bench.send(run(false, 1));
    let id = bench.state.shown.shown_match.id;
    let said = |seat: usize, stream: Stream, text: &str| Passage {
        seat: Seat::new(seat),
        turn: 0,
        stream,
        text: text.to_owned(),
    };
    let passages = vec![
        said(0, Stream::Stderr, "depth 7\n"),
        said(1, Stream::Stderr, "TypeError of another\n"),
        said(0, Stream::Stdout, "1\n"),
        said(0, Stream::Stderr, "TypeError: no\n    at bot.js:3:7\n"),
    ];
    let turns =
        vec![turn(0, TurnResult::from(Fault::new(FaultKind::Exited, b"", FaultReason::Trap("it stopped".into()))))];
    let progress = MatchProgress { id, first: 0, turns, passages, awaited: Vec::new(), outcome: None, done: true };
    bench.send(Message::Host(FromWorker::Progress(progress)));
    let result = bench.state.to_editor().result.expect("it was run");
    assert_eq!((result.is_over, &*result.stderr), (true, "depth 7\nTypeError: no\n    at bot.js:3:7\n"));
    let error = result.error.expect("its stderr reports one");
    assert_eq!((&*error.sentence, error.place.map(|place| place.line)), ("TypeError: no", Some(3)));
}

#[test]
fn a_draft_that_cannot_play_says_why() {
    let mut state = PageState::new(around());
    state.update(Message::Arrived(String::new()), 1.0);
    let effects = state.update(run(false, 1), 2.0);
    let check = effects.iter().find_map(|effect| match effect {
        Effect::Prepare(_, LibraryRequest::Check(id, _)) => Some(*id),
        _ => None,
    });
    let id = check.expect("it is looked at");
    state.update(
        Message::Host(FromWorker::Checked { id, verdict: Err("It is no module.".to_owned()), interpreter: None }),
        3.0,
    );
    let why = "It is no module.";
    assert_eq!(
        state.to_editor().result,
        Some(RunResult { obstacle: Some(why.to_owned()), ..run_result(1, true, why) })
    );
}

/// Regression: the editor showed forever that it was starting.
#[test]
fn a_draft_whose_interpreter_is_missing_says_so() {
    let mut state = PageState::new(around());
    state.update(Message::Arrived(String::new()), 1.0);
    let bytes = Rc::from(*b"print('p')");
    let (game, file) = ("connect-four".to_owned(), "mine.js".to_owned());
    let run = FromEditor::Run { game, file, is_series: false };
    state.update(Message::Write(WriteMessage::Editor(run, bytes)), 2.0);
    let why = Err("this page has no interpreter".to_owned());
    state.update(Message::Fetched(BotKey::from("file:mine.js"), why), 3.0);
    let result = state.to_editor().result.expect("it was run");
    // Regression: it had the name by which the browser keeps it, `file:mine.js`.
    let sentence = "Cannot load the bot mine.js: this page has no interpreter.";
    assert_eq!((result.is_over, &*result.words), (true, sentence));
}

#[test]
fn a_link_brings_a_bot_for_its_game_and_sets_up_its_match() {
    let mut bench = Bench::on("#/connect-four/write/abc-_9");
    let link = OpenSource { number: None, source: Source::Link { payload: "abc-_9".to_owned() } };
    assert_eq!(bench.state.to_editor().source, Some(link));
    bench.send(set_up("18446744073709551615", &["", "connect-four-negamax", "of-another-page"]));
    let setup = bench.state.to_editor().setup;
    assert_eq!(setup.seed, "18446744073709551615");
    assert_eq!(setup.seats.last().map(String::as_str), Some("connect-four-negamax"));
    // Damaged setups change nothing.
    bench.send(set_up("1.5", &["connect-four-random"]));
    assert_eq!(bench.state.to_editor().setup, setup);
    bench.send(Message::Arrived("#/stratego".to_owned()));
    assert_eq!(bench.state.to_editor().source, None, "it is a bot of another game");
}

/// Regression: the bot of a link took the first seat, and with it the place of its opponent; and
/// the match that the visitor had not started went on.
#[test]
fn the_bot_of_a_link_plays_from_its_seat() {
    let open = || open_draft("connect-four", true);
    let mut bench = Bench::on("#/connect-four/write");
    bench.send(open());
    // Regression: a stranger's bot was called "your file" among those to choose from.
    bench.send(run(false, 9));
    let origin = |bench: &Bench, key: &str| {
        bench.state.context.library.bot(&key.into()).map(|bot| bench.state.write.origin(bot, &bench.state.context))
    };
    assert_eq!(origin(&bench, "file:mine.js"), Some("from a link"));
    bench.send(Message::File { name: "own.js".to_owned(), bytes: Rc::from(*b"\0asm"), seat: None });
    assert_eq!(origin(&bench, "file:own.js"), Some("your file"));
    let mut bench = Bench::on("#/connect-four/write");
    bench.send(open());
    bench.send(Message::Setup(SetupMessage::Choose(Seat::new(0), SeatChoice::Bot("connect-four-random".into()))));
    bench.send(run(false, 1));
    bench.send(Message::Swap);
    bench.send(Message::Setup(SetupMessage::Choose(Seat::new(0), SeatChoice::Bot("connect-four-random".into()))));
    assert_eq!(bench.state.to_editor().setup.seats, ["connect-four-random", "*"]);
    // Links of earlier versions leave the seat empty.
    for own_seat in ["*", ""] {
        let mut other = Bench::on("#/connect-four/write/abc");
        assert_eq!(other.state.shown.shown_match.phase, ShownPhase::Playing);
        other.effects.clear();
        other.send(set_up("7", &["connect-four-random", own_seat]));
        assert!(other.effects.contains(&Effect::AskHost(ToWorker::Stop, Vec::new())), "{:?}", other.effects);
        assert!(!other.state.shown.playback.is_playing(), "it stays where it is");
        other.send(open());
        let plan = other.state.to_editor().plan.expect("a draft is open");
        assert_eq!(plan, "Run plays a match, and 100 games against random.");
        // A page that is loaded again has its seat, too.
        let mut again = Bench { state: PageState::new(around()), now: 0.0, effects: Vec::new() };
        let (kept, hash) = (other.state.keep(), "#/connect-four/write".to_owned());
        again.send(Message::Returned { kept, hash, is_loaded_again: true });
        again.send(open());
        assert_eq!(again.state.to_editor().plan, Some(plan));
        other.send(run(false, 1));
        let seats = &other.state.setup.lineup.seats;
        assert_eq!(*seats, [SeatChoice::Bot("connect-four-random".into()), SeatChoice::Bot("file:mine.js".into())]);
    }
}

/// Regression: a match that a link had brought, and that had not been played yet, was called
/// stopped.
#[test]
fn the_match_of_a_link_waits_for_run() {
    let mut bench = Bench::on("#/connect-four/write/abc");
    bench.send(set_up("7", &["connect-four-random", "*"]));
    bench.progress(0, &[], None);
    assert_eq!(bench.state.position().status(), "Not started yet: press Run.");
    // The next match is stopped by its reader.
    bench.send(Message::Play);
    bench.send(Message::Stop);
    bench.progress(0, &[], None);
    assert_eq!(bench.state.position().status(), "Stopped before the first turn.");
}

#[test]
fn the_source_of_a_bundled_script_opens_in_the_editor_as_often_as_that_is_wanted() {
    let mut bench = Bench::on("#/connect-four");
    let read = || Message::Write(WriteMessage::Read("connect-four-lookahead.js".into()));
    let opened = |number| {
        let source = Source::Bundled { file: "connect-four-lookahead.js".to_owned() };
        Some(OpenSource { number: Some(number), source })
    };
    bench.send(read());
    assert_eq!((bench.state.visit.panel, bench.state.write.script), (Panel::Write, EditorStatus::Loading));
    assert_eq!(bench.state.to_editor().source, opened(1));
    bench.send(Message::Task(Task::Watch));
    bench.send(read());
    assert_eq!(bench.state.visit.panel, Panel::Write);
    assert_eq!(bench.state.to_editor().source, opened(2));
}

/// Regression: only bots that come with the page could be opened.
#[test]
fn the_source_of_a_build_opens_in_the_editor() {
    let mut bench = Bench::on("#/connect-four");
    bench.send(kept("connect-four", "mine.js", 2, "ab"));
    bench.send(Message::Write(WriteMessage::Read("build:2:mine.js".into())));
    let opened = |bench: &Bench| bench.state.to_editor().source.map(|opened| opened.source);
    let (file, sha256) = ("mine.js".to_owned(), "ab".to_owned());
    assert_eq!(opened(&bench), Some(Source::Build { file, sha256, text: None }), "the editor reads it");
    // That of one which has played is here.
    let bytes: Rc<[u8]> = attach(b"\0asm", ScriptLanguage::JavaScript, b"print('p')").into();
    bench.send(Message::File { name: "other.js".to_owned(), bytes, seat: None });
    let sha256 = bench.state.context.library.bot(&"file:other.js".into()).and_then(|bot| bot.sha256.clone());
    bench.send(Message::Write(WriteMessage::Read("file:other.js".into())));
    let (file, sha256) = ("other.js".to_owned(), sha256.expect("it was checked"));
    assert_eq!(opened(&bench), Some(Source::Build { file, sha256, text: Some("print('p')".to_owned()) }));
}

/// A draft's file in the form that the editor saves.
fn draft_file(game: &str) -> Message {
    let text = format!("{{\n \"format\": \"botyard-draft-1\",\n \"game\": \"{game}\",\n \"draft\": [1]\n}}\n");
    Message::File { name: "mine.draft (1).json".to_owned(), bytes: Rc::from(text.as_bytes()), seat: Some(Seat::new(1)) }
}

#[test]
fn a_saved_draft_opens_in_the_editor_of_its_game_and_does_not_play() {
    let mut bench = Bench::on("#/connect-four");
    let seats = bench.state.setup.lineup.seats.clone();
    let shown = bench.state.shown.shown_match.id;
    bench.send(draft_file("connect-four"));
    assert_eq!(
        (bench.state.visit.panel, bench.state.shown.shown_match.id),
        (Panel::Write, shown),
        "what is shown stays"
    );
    assert_eq!(bench.state.setup.lineup.seats, seats);
    let number_of_file = |bench: &Bench| match bench.state.to_editor().source {
        Some(OpenSource { number, source: Source::File { text } }) if text.ends_with("}\n") => number,
        other => panic!("{other:?}"),
    };
    assert_eq!(number_of_file(&bench), Some(1), "the editor reads it");
    bench.effects.clear();
    bench.send(draft_file("stratego"));
    assert_eq!(bench.state.context.game_ui.name(), "stratego");
    assert_eq!(number_of_file(&bench), Some(2));
    assert!(bench.played().is_some(), "there is a match to look at");
    assert_eq!(bench.state.context.notices.shown(), None);
    bench.send(draft_file("chess"));
    let told = bench.take_notice();
    assert!(told.contains("a game that this page does not know"), "{told}");
    assert_eq!(bench.state.context.game_ui.name(), "stratego");
}

#[test]
fn a_bundled_script_plays_where_it_is_chosen_and_nowhere_else() {
    let mut bench = Bench::on("#/bitmartyr");
    bench.send(Message::Setup(SetupMessage::Seats(7)));
    let is_script = |choice: &SeatChoice| matches!(choice, SeatChoice::Bot(key) if key.is_script());
    assert!(!bench.state.setup.lineup.seats.iter().any(is_script));
    let key = BotKey::from("bitmartyr-marcher.js");
    bench.send(Message::Setup(SetupMessage::Choose(Seat::new(0), SeatChoice::Bot(key.clone()))));
    bench.effects.clear();
    bench.send(Message::Play);
    assert!(bench.effects.contains(&Effect::Prepare("bitmartyr", LibraryRequest::Fetch(key))), "{:?}", bench.effects);
}

/// The editor, a script, has a list of its own.
#[test]
fn the_editor_has_words_for_every_kind_of_fault() {
    let script = include_str!("../../../../editor/src/words.js");
    let (_, list) = script.split_once("const FAULTS = {\n").expect("the script has the list");
    let (list, _) = list.split_once("\n};").expect("it ends");
    let names: Vec<_> = list.lines().filter_map(|line| line.trim().split_once(':')).collect();
    let names: Vec<_> = names.iter().map(|(name, _)| name.trim_matches('"')).collect();
    assert_eq!(names, FaultKind::ALL.map(FaultKind::name));
}
