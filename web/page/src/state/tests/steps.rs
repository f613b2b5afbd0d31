//! The steps to a first bot: drafts are run outside any match, and the editor gets the results of
//! all runs.

use botyard_sandbox::script::ScriptLanguage;
use botyard_web_protocol::editor::{CheckResult, FromEditor, MatchEnding, PlayedMatch, SharedSetup, TryResult};
use botyard_web_protocol::{ScriptError, TrialEnding, TrialRequest, TrialResult};

use super::write::{run, says};
use super::*;
use crate::message::WriteMessage;

/// The editor has a draft run on a line.
fn try_line(number: u32) -> Message {
    let message = FromEditor::Try { number, input: "1\n".to_owned(), file: "bot.js".to_owned() };
    Message::Write(WriteMessage::Editor(message, Rc::from(*b"print('p')")))
}

/// The result of a trial for the editor.
fn trial(number: u32, why: &str, stdout: &str, stderr: &str) -> Option<TryResult> {
    let [why, stdout, stderr] = [why, stdout, stderr].map(str::to_owned);
    Some(TryResult { number, why, stdout, stderr, error: None })
}

/// The key under which the draft's interpreter was requested last.
fn attached(bench: &Bench) -> BotKey {
    let keys = bench.effects.iter().rev().find_map(|effect| match effect {
        Effect::Prepare(_, LibraryRequest::Attach(key, _)) => Some(key.clone()),
        _ => None,
    });
    keys.expect("its interpreter is fetched")
}

/// The last trial that the worker was sent.
fn tried(bench: &Bench) -> Option<TrialRequest> {
    bench.effects.iter().rev().find_map(|effect| match effect {
        Effect::AskHost(ToWorker::Try(run), _) => Some(run.clone()),
        _ => None,
    })
}

fn ended(id: u32, stdout: &str, ending: TrialEnding) -> Message {
    let (stdout, stderr, spent) = (stdout.to_owned(), "depth\0 7\n".to_owned(), Duration::ZERO);
    Message::Host(FromWorker::Tried { id, tried: Ok(TrialResult { stdout, stderr, ending, spent }) })
}

/// Regression: the steps were those of a bot in JavaScript.
#[test]
fn a_draft_is_tried_in_its_language() {
    let mut bench = Bench::on("#/connect-four");
    for file in ["bot.js", "bot.py"] {
        let message = FromEditor::Try { number: 1, input: String::new(), file: file.to_owned() };
        bench.send(Message::Write(WriteMessage::Editor(message, Rc::from(*b"print('p')"))));
        assert_eq!(attached(&bench).language(), ScriptLanguage::of_file(file));
    }
}

#[test]
fn a_draft_is_run_behind_its_interpreter_and_becomes_no_bot() {
    let mut bench = Bench::on("#/connect-four");
    let bots = bench.state.context.library.bots().len();
    bench.send(try_line(3));
    let key = attached(&bench);
    bench.send(Message::Fetched(key, Ok(Rc::from(*b"\0asm"))));
    let run = tried(&bench).expect("it is run");
    assert_eq!(run.stdin, "1\n");
    assert_eq!(bench.state.write.draft_trial(), None, "nothing came of it yet");
    bench.send(ended(run.id, "p\0\n", TrialEnding::Exited(0)));
    assert_eq!(bench.state.write.draft_trial(), trial(3, "", "p\0\n", "depth\0 7\n"));
    assert_eq!(bench.state.context.library.bots().len(), bots);
    assert_eq!(bench.state.plays.trial, None, "it is not the inspector's");
}

#[test]
fn the_editor_is_told_why_a_draft_did_not_end_by_itself() {
    let failed = TrialEnding::Failed("its calls went too deep".to_owned());
    for (number, (ending, why)) in [
        (TrialEnding::Exited(1), "it ended with an error"),
        (failed, "its calls went too deep"),
        (TrialEnding::OutOfTime, "it was still computing after two seconds"),
        (TrialEnding::Waiting, "it waits for something that never happens"),
    ]
    .into_iter()
    .enumerate()
    {
        let mut bench = Bench::on("#/connect-four");
        bench.send(try_line(number as u32));
        let key = attached(&bench);
        bench.send(Message::Fetched(key, Ok(Rc::from(*b"\0asm"))));
        let run = tried(&bench).expect("it is run");
        bench.send(ended(run.id, "", ending));
        assert_eq!(bench.state.write.draft_trial(), trial(number as u32, why, "", "depth\0 7\n"));
    }
}

#[test]
fn only_the_last_draft_that_was_to_be_run_counts() {
    let mut bench = Bench::on("#/connect-four");
    bench.send(try_line(1));
    let first = attached(&bench);
    bench.send(try_line(2));
    bench.send(Message::Fetched(first, Ok(Rc::from(*b"\0asm"))));
    assert_eq!(tried(&bench), None);
    let second = attached(&bench);
    bench.send(Message::Fetched(second, Err("this page has no interpreter of JavaScript".to_owned())));
    assert_eq!(bench.state.write.draft_trial(), trial(2, "this page has no interpreter of JavaScript", "", ""));
    assert_eq!(bench.state.context.notices.shown(), None);
}

#[test]
fn the_editor_is_told_how_its_match_ended() {
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::Setup(SetupMessage::Choose(
        Seat::new(1),
        SeatChoice::Bot(BotKey::Bundled("connect-four-random".to_owned())),
    )));
    bench.send(run(false, 1));
    assert_eq!(bench.state.to_editor().played, None, "it goes on");
    bench.progress(0, &WON, None);
    let played = |run, ending, faults| Some(PlayedMatch { run, ending, faults, opponents: names(&["random"]) });
    assert_eq!(bench.state.to_editor().played, played(1, MatchEnding::Won, 0));
    bench.send(run(false, 2));
    let fault = Fault::new(FaultKind::Illegal, b"9", FaultReason::Other("no column".to_owned()));
    bench.receive_turns(0, vec![turn(0, TurnResult::from(fault))], None);
    assert_eq!(bench.state.to_editor().played, played(2, MatchEnding::Lost, 1));
}

/// Regression: the editor was not told which fault a bot had before its first answer; only opening
/// the game showed it.
#[test]
fn the_editor_is_told_by_which_fault_a_game_was_lost() {
    let mut bench = Bench::on("#/connect-four");
    bench.send(run(false, 1));
    let fault = Fault::new(FaultKind::Illegal, b"9", FaultReason::Other("no column".to_owned()));
    bench.receive_turns(0, vec![turn(0, TurnResult::from(fault))], None);
    let link = bench.state.shown.shown_match.record.link().expect("it is short");
    let explain = |game: &str, link: &str| says(FromEditor::Explain { game: game.to_owned(), link: link.to_owned() });
    for other in [explain("stratego", &link), explain("connect-four", "no.link")] {
        bench.send(other);
        assert_eq!(bench.state.write.explained, None);
    }
    bench.send(explain("connect-four", &link));
    let told = bench.state.write.explained.clone().expect("it has a fault");
    assert_eq!(told.link, link);
    assert!(told.cause.starts_with("mine.js printed `9`"), "{}", told.cause);
}

/// Regression: the advice for a script was about flushing its output, or about its exit status.
#[test]
fn the_editor_is_told_that_a_script_printed_nothing() {
    let mut bench = Bench::on("#/connect-four");
    let builds = [(1, "mine.js", FaultReason::LateGreeting), (2, "mine.js, build 2", FaultReason::ExitStatus(0))];
    for (number, name, why) in builds {
        bench.send(run(false, number));
        let fault = Fault::new(FaultKind::NotStarted, b"", why);
        bench.receive_turns(0, vec![turn(0, TurnResult::from(fault))], None);
        let link = bench.state.shown.shown_match.record.link().expect("it is short");
        bench.send(says(FromEditor::Explain { game: "connect-four".to_owned(), link }));
        let told = bench.state.write.explained.clone().expect("it has a fault");
        assert_eq!(told.cause, format!("{name} did not start: it printed nothing, and its first line must be `p`"));
    }
}

#[test]
fn a_match_is_set_up_with_its_settings() {
    let mut bench = Bench::on("#/bitmartyr");
    let setup = SharedSetup { seed: "7".to_owned(), seats: names(&["", "bitmartyr-random"]) };
    let settings = Some(r#"{"board":"2E/2J/3","duration":60}"#.to_owned());
    bench.send(says(FromEditor::SetUp { game: "bitmartyr".to_owned(), setup, settings }));
    let lineup = &bench.state.setup.lineup;
    assert_eq!((lineup.settings["duration"].as_u64(), lineup.seats.len(), lineup.seed), (Some(60), 2, 7));
    assert_eq!(lineup.seats[1], SeatChoice::Bot(BotKey::Bundled("bitmartyr-random".to_owned())));
}

#[test]
fn a_draft_is_checked_by_the_interpreter_of_its_language() {
    let mut bench = Bench::on("#/connect-four");
    for (path, language) in [("/all.js", ScriptLanguage::JavaScript), ("/bot.py", ScriptLanguage::Python)] {
        bench.send(check_file(1, path));
        assert_eq!(attached(&bench).language(), Some(language), "{path}");
    }
}

/// The editor has a draft in JavaScript checked.
fn check(number: u32) -> Message {
    check_file(number, "/all.js")
}

fn check_file(number: u32, path: &str) -> Message {
    let message = FromEditor::Check { number, path: path.to_owned() };
    Message::Write(WriteMessage::Editor(message, Rc::from(*b"let = 4")))
}

#[test]
fn the_syntax_of_a_draft_is_checked_by_the_interpreter_and_nothing_plays() {
    let mut bench = Bench::on("#/connect-four");
    bench.effects.clear();
    let bots = bench.state.context.library.bots().len();
    for (number, ending, errors) in [
        (1, TrialEnding::Exited(1), "depth\0 7\n"),
        (2, TrialEnding::Exited(0), ""),
        // Then a run shows the error.
        (3, TrialEnding::OutOfTime, ""),
        (4, TrialEnding::Failed("it cannot be made".to_owned()), ""),
    ] {
        bench.send(check(number));
        let key = attached(&bench);
        bench.send(Message::Fetched(key, Ok(Rc::from(*b"\0asm"))));
        let run = tried(&bench).expect("it is checked");
        assert_eq!(run.arguments.as_deref(), Some(&["--check".to_owned(), "/all.js".to_owned()][..]));
        bench.send(ended(run.id, "", ending));
        assert_eq!(
            bench.state.write.draft_check(),
            Some(CheckResult { number, errors: errors.to_owned(), error: ScriptError::find(errors) })
        );
    }
    bench.send(check(5));
    assert_eq!(bench.state.write.draft_check(), None, "it is not known yet");
    let key = attached(&bench);
    bench.send(Message::Fetched(key, Err("this page has no interpreter of JavaScript".to_owned())));
    let unknown = CheckResult { number: 5, errors: String::new(), error: None };
    assert_eq!(bench.state.write.draft_check(), Some(unknown), "the run says so");
    assert_eq!((bench.state.context.library.bots().len(), bench.played()), (bots, None));
    assert_eq!(bench.state.write.draft_trial(), None, "it is not of the steps");
}
