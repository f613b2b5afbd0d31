//! An opened match is played again for its bots' words.

use botyard_engine::replay::link::PASSED_ON_MAX;

use super::*;

/// The link of a match that player 1 won, opened with this panel shown.
pub(super) fn opened(panel: Panel) -> Bench {
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::Play);
    bench.progress(0, &WON, None);
    let payload = bench.state.shown.shown_match.payload.clone().expect("a link");
    bench.send(Message::Play);
    bench.send(Message::Panel(panel));
    bench.played();
    bench.send(Message::Arrived(format!("#/connect-four/r/{payload}")));
    bench
}

/// The worker reports that these columns were played, with some output of the first player's.
pub(super) fn answer(bench: &mut Bench, id: u32, columns: &[u8]) {
    let used = Duration::from_micros(7);
    let turn = |(at, &column): (usize, &u8)| Turn { used, ..turn(at % 2, TurnResult::Action(json!(column))) };
    let turns = columns.iter().enumerate().map(turn).collect();
    let text = "I win\n".to_owned();
    let passages = vec![Passage { seat: Seat::new(0), turn: 6, stream: Stream::Stderr, text }];
    let progress = MatchProgress { id, first: 0, turns, passages, awaited: Vec::new(), outcome: None, done: true };
    bench.send(Message::Host(FromWorker::Progress(progress)));
}

#[test]
fn its_words_and_times_come_with_the_same_turns() {
    let mut bench = opened(Panel::Inspector);
    let (play, record) = (bench.played().expect("it is played again"), bench.state.shown.shown_match.record.file());
    assert_eq!((play.match_spec.seed, play.record), (bench.state.shown.shown_match.record.seed(), None));
    assert!(
        bench
            .state
            .plays
            .words_note(&bench.state.shown)
            .is_some_and(|note| note.starts_with("Playing this match again"))
    );
    answer(&mut bench, play.id, &WON);
    let words: Vec<_> = bench.state.shown.shown_match.passages.iter().map(|passage| &*passage.text).collect();
    assert_eq!((words, bench.state.plays.words_note(&bench.state.shown)), (vec!["I win\n"], None));
    assert_eq!(bench.state.shown.shown_match.record.file()["turns"][0]["action"], record["turns"][0]["action"]);
    assert_eq!(bench.state.shown.times(Seat::new(0))[0].used, Duration::from_micros(7));
    let (used, times) = (bench.state.shown.times_used()[0], bench.state.shown.times(Seat::new(0)));
    assert_eq!(used.turns as usize, times.len());
    assert_eq!(Some(used.longest), times.iter().map(|turn| turn.used).max());
    assert_eq!(used.total, times.iter().map(|turn| turn.used).sum::<Duration>());
    let told = bench.effects.iter().filter(|effect| matches!(effect, Effect::Transcript(update) if update.is_new));
    assert_eq!(told.count(), 1, "what was said may explain turns that were told before");
    assert_eq!(bench.played(), None, "once is enough");
}

#[test]
fn words_of_another_match_are_not_taken_for_its_own() {
    let mut bench = opened(Panel::Series);
    let play = bench.played().expect("it is played again");
    answer(&mut bench, play.id, &[1, 2, 3]);
    assert!(bench.state.shown.shown_match.passages.is_empty());
    let note = "Played again, this match differs in turn 3: what its bots said is not known.";
    assert_eq!(bench.state.plays.words_note(&bench.state.shown).as_deref(), Some(note));
    assert_eq!(bench.played(), None, "it would differ again");
}

#[test]
fn a_match_is_played_again_only_for_an_open_inspector() {
    let mut bench = opened(Panel::Moves);
    assert_eq!((bench.played(), bench.state.plays.words_note(&bench.state.shown)), (None, None));
    bench.send(Message::Panel(Panel::Inspector));
    assert!(bench.played().is_some());
}

/// An author who changes a bot plays the game that it has lost, in its seat, with the next build.
#[test]
fn the_game_of_a_draft_is_set_up_again() {
    let mut bench = opened(Panel::Write);
    let (record, lineup) = (&bench.state.shown.shown_match.record, &bench.state.setup.lineup);
    assert_eq!(lineup.seed, record.seed());
    let seats = lineup.seats.clone();
    bench.send(Message::Setup(SetupMessage::Choose(Seat::new(0), SeatChoice::Person)));
    let payload = bench.state.shown.shown_match.payload.clone().expect("a link");
    bench.send(Message::Setup(SetupMessage::Seed(99)));
    bench.send(Message::Arrived("#/connect-four/write".to_owned()));
    bench.send(Message::Arrived(format!("#/connect-four/r/{payload}")));
    assert_eq!(bench.state.setup.lineup.seed, 99, "it is another line-up");
    assert_ne!(bench.state.setup.lineup.seats, seats);
}

/// A link of the match of these columns that names the page's two bots, opened.
fn opened_by_bots() -> (Bench, String) {
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::Play);
    bench.progress(0, &WON, None);
    let payload = bench.state.shown.shown_match.record.link_by_bots().expect("both are modules");
    bench.send(Message::Play);
    bench.played();
    bench.send(Message::Arrived(format!("#/connect-four/r/{payload}?t=3")));
    (bench, payload)
}

#[test]
fn the_bots_that_a_link_names_play_its_match() {
    let (mut bench, payload) = opened_by_bots();
    let play = bench.played().expect("it is played, whichever panel is shown");
    assert!(bench.state.position().status().starts_with("The bots that this link names play"));
    answer(&mut bench, play.id, &WON);
    assert_eq!((bench.state.shown.shown_match.record.len(), bench.state.shown.playback.at), (WON.len(), 3));
    assert_eq!(bench.state.shown.shown_match.payload, Some(payload), "its address stays");
    assert_eq!(bench.state.plays.words_note(&bench.state.shown), None);
}

/// Such a link needs the bots; the turns of this match are as short.
#[test]
fn a_shared_link_has_the_turns_if_they_fit() {
    let (mut bench, payload) = opened_by_bots();
    let play = bench.played().expect("it is played");
    answer(&mut bench, play.id, &WON);
    bench.send(Message::Share);
    let link = bench.state.shown.share_link(&bench.state.context).expect("a link");
    assert!(!link.contains(&payload) && !bench.state.shown.shown_match.is_link_by_bots, "{link}");
    let turns = bench.state.shown.shown_match.record.link().expect("it is short");
    assert!(link.contains(&turns), "{link}");
}

#[test]
fn bots_that_take_long_can_be_stopped() {
    let (mut bench, _) = opened_by_bots();
    let play = bench.played().expect("it is played");
    assert!(bench.state.plays.plays_linked(&bench.state.shown));
    let used = Duration::from_micros(7);
    let turn = |(at, &column): (usize, &u8)| Turn { used, ..turn(at % 2, TurnResult::Action(json!(column))) };
    let turns = WON[..4].iter().enumerate().map(turn).collect();
    let (passages, awaited) = (Vec::new(), Vec::new());
    let progress = MatchProgress { id: play.id, first: 0, turns, passages, awaited, outcome: None, done: false };
    bench.send(Message::Host(FromWorker::Progress(progress)));
    assert!(bench.state.position().status().ends_with("again: 50 % …"), "{}", bench.state.position().status());
    bench.effects.clear();
    bench.send(Message::Stop);
    assert!(bench.effects.contains(&Effect::AskHost(ToWorker::Stop, Vec::new())));
    assert!(
        bench.state.position().status().starts_with("Stopped: the bots of this link"),
        "{}",
        bench.state.position().status()
    );
    answer(&mut bench, play.id, &WON);
    assert!(bench.state.shown.shown_match.record.is_empty() && !bench.state.plays.plays_linked(&bench.state.shown));
}

#[test]
fn other_turns_than_a_link_expects_are_not_shown() {
    let (mut bench, _) = opened_by_bots();
    let play = bench.played().expect("it is played");
    answer(&mut bench, play.id, &[1, 2, 1, 2, 1, 3, 1]);
    assert!(bench.state.shown.shown_match.record.is_empty());
    assert!(bench.state.position().status().contains("play another match here"), "{}", bench.state.position().status());
    assert_eq!(bench.played(), None);
}

/// The file of a match between the page's first two bots that player 1 won.
fn saved() -> Value {
    let mut bench = Bench::on("#/connect-four");
    bench.send(Message::Play);
    bench.progress(0, &WON, None);
    bench.state.shown.shown_match.record.file()
}

/// A page that has loaded none of this file's bots, where the match is opened and shared. `length`
/// is the length of its link of turns with the page's URL.
fn shared(file: &Value, length: usize) -> Bench {
    let mut bench = Bench::on("#/bitmartyr");
    bench.send(Message::File { name: "v.json".to_owned(), bytes: file.to_string().into_bytes().into(), seat: None });
    assert_eq!(bench.state.context.game_ui.name(), "connect-four");
    assert!(bench.state.context.library.bots().iter().all(|bot| bot.sha256.is_none()), "nothing is loaded");
    bench.state.shown.shown_match.payload = Some("x".repeat(length - "https://here/#/connect-four/r/".len()));
    bench.send(Message::Share);
    bench
}

/// A file of [`saved`] with other names, and with this many digits of the hashes that the page's
/// bots have in [`shared`].
fn saved_as(rename: fn(&str) -> String, digits: usize) -> Value {
    let mut file = saved();
    let loaded = shared(&file, PASSED_ON_MAX + 1);
    for player in file["players"].as_array_mut().expect("a list") {
        let bot =
            loaded.state.context.library.bots().iter().find(|bot| player["name"] == *bot.name).expect("a bundled bot");
        let sha256 = bot.sha256.as_ref().expect("it was loaded");
        player["sha256"] = json!(&sha256[..digits]);
        player["name"] = json!(rename(&bot.name));
    }
    file
}

/// Regressions: the link of a saved match of bundled bots was long until the bots had played; it
/// stayed so where they had played from files, or where a link had only the beginnings of their
/// hashes.
#[test]
fn bundled_bots_are_loaded_for_a_short_link() {
    let renames: [fn(&str) -> String; 4] = [
        str::to_owned,
        |name| format!("{name}.wasm"),
        |name| format!("{name}.wasm (2)"),
        |name| format!("connect-four-{name}.wasm"),
    ];
    for (rename, digits) in renames.into_iter().flat_map(|rename| [(rename, 64), (rename, 8)]) {
        let bench = shared(&saved_as(rename, digits), PASSED_ON_MAX + 1);
        let link = bench.state.shown.share_link(&bench.state.context).expect("a link");
        assert!(bench.state.shown.shown_match.is_link_by_bots && link.len() < 200, "{}: {link}", rename("four"));
        let is_copied = |effect: &Effect| matches!(effect, Effect::Copy(copied, _) if *copied == link);
        assert!(bench.effects.iter().any(is_copied), "{link}");
    }
}

#[test]
fn other_bots_are_not_taken_for_bundled_ones_in_a_link() {
    let is_by_bots = |file: &Value| shared(file, PASSED_ON_MAX + 1).state.shown.shown_match.is_link_by_bots;
    let mut file = saved();
    assert!(!is_by_bots(&file), "their hashes differ");
    for player in file["players"].as_array_mut().expect("a list") {
        player["name"] = json!(player["name"].as_str().expect("text").to_owned() + ".wasm");
    }
    assert!(!is_by_bots(&file), "own bots may have the names of these files");
    assert!(!is_by_bots(&saved_as(|name| format!("my-{name}"), 64)), "nobody else knows them by these names");
}

/// Regression: links were measured without the page's URL, with which they are passed on.
#[test]
fn a_link_is_measured_with_the_page() {
    let file = saved_as(str::to_owned, 64);
    let is_by_bots = |length| shared(&file, length).state.shown.shown_match.is_link_by_bots;
    assert_eq!((is_by_bots(PASSED_ON_MAX), is_by_bots(PASSED_ON_MAX + 1)), (false, true));
}

/// A link that names the page's two bots by their files and this hash.
fn link_by_files(sha256: &str) -> String {
    let mut file = saved();
    for player in file["players"].as_array_mut().expect("a list") {
        player["name"] = json!(player["name"].as_str().expect("text").to_owned() + ".wasm");
        player["sha256"] = json!(sha256);
    }
    shared(&file, PASSED_ON_MAX).state.shown.shown_match.record.link_by_bots().expect("both are modules")
}

/// A page that has not loaded these bots, opened at such a link.
fn opened_by_files(sha256: &str) -> Bench {
    let payload = link_by_files(sha256);
    let mut bench = Bench::on("#/bitmartyr");
    bench.played();
    bench.send(Message::Arrived(format!("#/connect-four/r/{payload}")));
    bench
}

/// Regression: the native program makes such links of bots that it has played from their files, and
/// the page reported the bots as missing.
#[test]
fn a_link_may_name_bundled_bots_by_their_files() {
    // All bots of these tests have such hashes.
    let mut bench = opened_by_files("00000000");
    let play = bench.played().expect("it is played");
    answer(&mut bench, play.id, &WON);
    let record = &bench.state.shown.shown_match.record;
    assert!(record.players().iter().all(|player| player.name.ends_with(".wasm")), "{:?}", record.players());
    assert_eq!((record.len(), bench.state.setup.lineup.absent()), (WON.len(), None), "they can play on");
}

#[test]
fn other_bots_do_not_play_the_match_of_a_link() {
    let mut bench = opened_by_files("ffffffff");
    assert_eq!(bench.played(), None);
    assert!(
        bench.state.position().status().starts_with("This link names its bots instead"),
        "{}",
        bench.state.position().status()
    );
}

/// Regression: its match stayed at 0 % when the worker refused a bot.
#[test]
fn a_bot_that_is_refused_ends_the_wait_of_a_link_that_names_it() {
    let mut state = Bench::on("#/bitmartyr").state;
    let refuse = |state: &mut PageState, effects: Vec<Effect>| {
        for effect in effects {
            if let Effect::Prepare(_, LibraryRequest::Check(id, _)) = effect {
                let verdict = Err("It imports a function that is not there.".to_owned());
                state.update(Message::Host(FromWorker::Checked { id, verdict, interpreter: None }), 9.0);
            }
        }
    };
    let link = Message::Arrived(format!("#/connect-four/r/{}", link_by_files("00000000")));
    let mut checks = Vec::new();
    for effect in state.update(link, 1.0) {
        if let Effect::Prepare(_, LibraryRequest::Fetch(key)) = effect {
            checks.extend(state.update(Message::Fetched(key, Ok(Rc::from(*b"\0asm"))), 2.0));
        }
    }
    let other = Message::File { name: "other.wasm".to_owned(), bytes: Rc::from(*b"\0asm\x01"), seat: None };
    let other = state.update(other, 3.0);
    refuse(&mut state, other);
    assert!(state.plays.plays_linked(&state.shown), "it waits for others: {}", state.position().status());
    refuse(&mut state, checks);
    assert!(!state.plays.plays_linked(&state.shown));
    assert!(state.position().status().contains("It imports a function"), "{}", state.position().status());
}
