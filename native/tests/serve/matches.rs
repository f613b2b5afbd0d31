//! Matches that a page asks for: between programs, modules and the person at the page.

use std::fs::File;
use std::io::Read;
#[cfg(target_os = "linux")]
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

#[cfg(target_os = "linux")]
use botyard::serve::{FileKeeper, ServedBots};
use botyard_engine::live::{FromHost, ToHost};
use botyard_engine::replay::PlayerKind;
use botyard_engine::seat::Seat;
#[cfg(target_os = "linux")]
use botyard_host::{SeatBody, module::KeptFolder, process_sandbox::ProcessSandbox};
use serde_json::Value;

#[cfg(target_os = "linux")]
use crate::test_page::serve_bots;
use crate::test_page::{Folder, Sits, TestPage, asked, module, number, parts, serve};

/// A folder with a program that plays column 4 until it wins.
fn four() -> Folder {
    let bots = Folder::new();
    bots.player("four", "4444");
    bots
}

#[test]
fn the_list_says_which_bots_are_ready_and_why_others_are_not() {
    let bots = four();
    bots.module("random.wasm");
    std::fs::write(bots.path("broken.wasm"), "no module").unwrap();
    bots.script("lost", "echo p");
    std::fs::write(bots.path("asleep"), "#!/bin/sh\n").unwrap();
    bots.script("odd", "");
    std::process::Command::new("sed").args(["-i", "1s:.*:#!/no/such/shell:"]).arg(bots.path("odd")).status().unwrap();
    let (_, host_bots) = TestPage::with_bots(&serve(&bots));
    let told: Vec<_> = host_bots.iter().map(|bot| (bot.name.as_str(), bot.kind, bot.trouble.as_deref())).collect();
    let trouble = |name| told.iter().find(|bot| bot.0 == name).unwrap().2;
    assert_eq!(
        told.iter().filter(|bot| bot.2.is_none()).map(|bot| (bot.0, bot.1)).collect::<Vec<_>>(),
        [("four", PlayerKind::Executable), ("lost", PlayerKind::Executable), ("random.wasm", PlayerKind::Module),]
    );
    assert!(trouble("asleep").unwrap().contains("not executable"));
    assert!(trouble("odd").unwrap().contains("/no/such/shell"));
    assert!(trouble("broken.wasm").is_some());
}

/// The page can play again without the user, and a bot's problem may be mended.
#[test]
fn a_page_is_told_when_the_file_of_a_bot_has_changed() {
    let bots = four();
    bots.module("random.wasm");
    std::fs::write(bots.path("asleep"), "#!/bin/sh\n").unwrap();
    let server = serve(&bots);
    let (mut page, first) = TestPage::with_bots(&server);
    assert!(first.iter().all(|bot| bot.changes.is_none()), "{first:?}");
    let mut change = |what: &dyn Fn()| {
        what();
        let FromHost::HostBots(told) = page.receive() else { panic!("only the list") };
        let told: Vec<_> = told.into_iter().map(|bot| (bot.name, bot.changes, bot.trouble.is_none())).collect();
        told.try_into().unwrap()
    };
    let told = |name: &str, changes, is_ready| (name.to_owned(), changes, is_ready);
    let rebuilt: [_; 3] = change(&|| bots.module("random.wasm"));
    assert_eq!(rebuilt, [told("asleep", None, false), told("four", None, true), told("random.wasm", Some(1), true)]);
    let mended: [_; 3] = change(&|| bots.player("asleep", "4444"));
    assert_eq!(mended[0], told("asleep", Some(1), true));
    // A script may use files beside it; a module may not.
    let helped: [_; 3] = change(&|| std::fs::write(bots.path("columns.txt"), "4 4 4 4").unwrap());
    assert_eq!(helped.map(|(_, changes, _)| changes), [Some(2), Some(1), Some(1)]);
}

#[test]
fn a_page_is_told_of_bots_that_come_later() {
    let bots = four();
    let server = serve(&bots);
    let (mut page, first) = TestPage::with_bots(&server);
    assert_eq!(first.len(), 1);
    bots.module("random.wasm");
    let FromHost::HostBots(told) = page.receive() else { panic!("only the list") };
    let told: Vec<_> = told.into_iter().map(|bot| (bot.id, bot.name, bot.changes)).collect();
    assert_eq!(told, [(0, "four".to_owned(), None), (1, "random.wasm".to_owned(), None)]);
    page.send(&ToHost::Play(asked(1, [Sits::HostBot(1), Sits::HostBot(0)])));
    assert!(page.follow_to_the_end().done);
}

#[test]
fn a_page_is_told_of_bots_that_are_removed_and_of_their_return() {
    let bots = four();
    bots.module("random.wasm");
    let server = serve(&bots);
    let (mut page, _) = TestPage::with_bots(&server);
    let mut hear = || {
        let FromHost::HostBots(told) = page.receive() else { panic!("only the list") };
        told.into_iter().map(|bot| (bot.name, bot.changes, bot.trouble)).next_back().unwrap()
    };
    std::fs::remove_file(bots.path("random.wasm")).unwrap();
    assert_eq!(hear(), ("random.wasm".to_owned(), None, Some("it is no longer there".to_owned())));
    bots.module("random.wasm");
    assert_eq!(hear(), ("random.wasm".to_owned(), Some(1), None));
}

#[test]
fn an_executable_plays_a_module_that_the_page_sent() {
    let bots = four();
    let server = serve(&bots);
    let (mut page, _) = TestPage::with_bots(&server);
    page.file(&module("tactician"));
    page.send(&ToHost::Play(asked(1, [Sits::HostBot(0), Sits::Sent])));
    let played = page.follow_to_the_end();
    assert_eq!(played.kinds(), [PlayerKind::Executable, PlayerKind::Module]);
    let players = played.match_spec.unwrap().players;
    // The host says which program played, not the page.
    assert_eq!(players[0].name, "four");
    assert!(players[0].sha256.is_none() && players[1].sha256.as_ref().is_some_and(|hash| hash.len() == 64));
    assert!(played.done && played.columns.starts_with(&[4]));
    assert!(played.words.contains('p'), "what the bots said is told too: {}", played.words);
}

/// The terminal reports it too, but a person who plays in the page does not look there.
#[cfg(target_os = "linux")]
#[test]
fn the_page_is_told_if_the_sandbox_may_have_ended_a_bot() {
    let bots = four();
    bots.greeter("refused", "chmod 700 \"$HOME\" || exit 3");
    let process_sandbox = ProcessSandbox::new(env!("CARGO_BIN_EXE_botyard"));
    for (process_sandbox, is_told) in [(Some(process_sandbox), true), (None, false)] {
        let server = serve_bots(ServedBots::folder(bots.root()).unwrap().sandboxed(process_sandbox));
        let (mut page, host_bots) = TestPage::with_bots(&server);
        let seats = ["four", "refused"].map(|name| Sits::HostBot(number(&host_bots, name)));
        page.send(&ToHost::Play(asked(1, seats)));
        let remarks = page.follow_to_the_end().remarks;
        let remark = "It may have ended because of the sandbox:\n  it wrote about a system call that it was refused: ";
        assert_eq!(remarks.contains(remark), is_told, "{remarks}");
    }
}

/// Keeps the files of one bot, and counts how often they were saved.
#[cfg(target_os = "linux")]
struct OneBotsFiles(KeptFolder, Arc<AtomicUsize>);

#[cfg(target_os = "linux")]
impl FileKeeper for OneBotsFiles {
    fn attach_files(&self, body: SeatBody) -> Result<SeatBody, String> {
        Ok(match body {
            SeatBody::Command(command) => SeatBody::Command(command.with_kept_folder(self.0.clone())),
            other => other,
        })
    }

    fn save_files(&self) {
        self.1.fetch_add(1, Ordering::Relaxed);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn files_are_kept_from_match_to_match() {
    let bots = Folder::new();
    bots.greeter("counter", "echo x >> games; echo $(wc -l < games) games >&2; exit 3");
    let process_sandbox = ProcessSandbox::new(env!("CARGO_BIN_EXE_botyard"));
    let saved = Arc::new(AtomicUsize::new(0));
    let keeper = OneBotsFiles(KeptFolder::new(Default::default()), Arc::clone(&saved));
    let served = ServedBots::folder(bots.root()).unwrap().sandboxed(Some(process_sandbox));
    let server = serve_bots(served.with_file_keeper(Some(Arc::new(keeper))));
    let (mut page, _) = TestPage::with_bots(&server);
    for games in 1..=2 {
        page.file(&module("random"));
        page.send(&ToHost::Play(asked(1, [Sits::HostBot(0), Sits::Sent])));
        let words = page.follow_to_the_end().words;
        assert!(words.contains(&format!("{games} games\n")), "{words}");
        assert_eq!(saved.load(Ordering::Relaxed), games);
    }
}

#[test]
fn a_module_of_the_folder_is_read_again_for_each_match() {
    let bots = Folder::new();
    std::fs::write(bots.path("mine.wasm"), module("random")).unwrap();
    let server = serve(&bots);
    let (mut page, _) = TestPage::with_bots(&server);
    let mut hash = || {
        page.send(&ToHost::Play(asked(1, [Sits::HostBot(0), Sits::HostBot(0)])));
        page.follow_to_the_end().match_spec.unwrap().players[0].sha256.clone().unwrap()
    };
    let before = hash();
    std::fs::write(bots.path("mine.wasm"), module("tactician")).unwrap();
    assert_ne!(before, hash());
}

#[test]
fn a_person_plays_an_executable() {
    let bots = four();
    let server = serve(&bots);
    let (mut page, _) = TestPage::with_bots(&server);
    page.send(&ToHost::Play(asked(1, [Sits::Person, Sits::HostBot(0)])));
    page.follow(|match_| match_.awaited == [Seat::new(0)]);
    page.act(0, 9);
    let refused = page.follow(|match_| !match_.refused.is_empty()).refused;
    assert!(!refused[0].is_empty());
    page.act(1, 1);
    assert_eq!(page.follow(|match_| !match_.refused.is_empty()).refused, ["it is not this player's turn"]);
    let mut played = crate::test_page::Followed::default();
    for turn in 0..4 {
        page.act(0, 1);
        while played.columns.len() < 2 * turn + 1 || (!played.done && played.awaited != [Seat::new(0)]) {
            page.follow_on(&mut played);
        }
    }
    assert_eq!((played.columns, played.winner), (vec![1, 4, 1, 4, 1, 4, 1], Some(0)));
}

#[test]
fn a_person_may_resign_while_the_bot_thinks() {
    let bots = Folder::new();
    bots.thinker("thinker");
    let server = serve(&bots);
    let (mut page, host_bots) = TestPage::with_bots(&server);
    let thinker = number(&host_bots, "thinker");
    page.send(&ToHost::Play(asked(1, [Sits::Person, Sits::HostBot(thinker)])));
    page.follow(|match_| match_.awaited == [Seat::new(0)]);
    page.act(0, 4);
    let mut played = crate::test_page::Followed::default();
    while played.awaited != [Seat::new(1)] {
        page.follow_on(&mut played);
    }
    page.send(&ToHost::Resign { seat: Seat::new(0) });
    while !played.done {
        page.follow_on(&mut played);
    }
    assert_eq!((played.winner, played.faults), (Some(1), vec!["bot resigned".to_owned()]));
}

/// Starts a match in which the bot never answers, and ends it with this function. The bot must then
/// have ended.
fn interrupted(end: impl FnOnce(TestPage, botyard::serve::Server) -> Option<(TestPage, botyard::serve::Server)>) {
    let bots = Folder::new();
    let life = bots.thinker("thinker");
    bots.player("four", "4444");
    let server = serve(&bots);
    let (mut page, host_bots) = TestPage::with_bots(&server);
    let seats = ["thinker", "four"].map(|name| Sits::HostBot(number(&host_bots, name)));
    page.send(&ToHost::Play(asked(1, seats)));
    let mut life = File::open(life).unwrap();
    let mut alive = [0; 6];
    life.read_exact(&mut alive).unwrap();
    assert_eq!(&alive, b"alive\n");
    let _kept = end(page, server);
    // The pipe ends when every process that could write to it has ended: the bot and all that it
    // has started.
    assert_eq!(life.read(&mut alive).unwrap(), 0);
}

#[test]
fn stop_ends_the_match_and_its_processes() {
    interrupted(|mut page, server| {
        page.send(&ToHost::Stop);
        let played = page.follow_to_the_end();
        assert!(played.done && played.winner.is_none());
        Some((page, server))
    });
}

#[test]
fn a_page_that_is_closed_takes_its_match_along() {
    interrupted(|page, server| {
        let again = parts(&server);
        drop(page);
        Some((TestPage::greeted(again.0, &again.1).0, server))
    });
}

#[test]
fn another_match_breaks_the_first_one_off() {
    interrupted(|mut page, server| {
        page.send(&ToHost::Play(asked(2, [Sits::Person, Sits::Person])));
        Some((page, server))
    });
}

#[test]
fn when_the_server_ends_everything_ends_and_the_page_is_told_why() {
    interrupted(|page, server| {
        server.stop("It was ended.");
        assert_eq!(page.farewell(), (1000, "It was ended.".to_owned()));
        None
    });
}

#[test]
fn a_match_that_is_taken_back_plays_what_was_played_before() {
    let server = serve(&Folder::new());
    let (mut page, _) = TestPage::with_bots(&server);
    page.file(&module("tactician"));
    let mut play = asked(1, [Sits::Person, Sits::Sent]);
    play.script = vec![(Seat::new(0), Value::from(1)), (Seat::new(0), Value::from(2))];
    page.send(&ToHost::Play(play));
    let played = page.follow(|match_| match_.columns.len() == 4 && match_.awaited == [Seat::new(0)]);
    assert_eq!((played.columns[0], played.columns[2]), (1, 2));
    page.file(&module("tactician"));
    let mut play = asked(2, [Sits::Person, Sits::Sent]);
    play.script = vec![(Seat::new(0), Value::from(1))];
    page.send(&ToHost::Play(play));
    let again = page.follow(|match_| match_.columns.len() == 2 && match_.awaited == [Seat::new(0)]);
    assert_eq!(again.columns, played.columns[..2], "modules repeat themselves");
}

#[test]
fn every_page_has_its_own_match() {
    let bots = four();
    let server = serve(&bots);
    let (mut one, _) = TestPage::with_bots(&server);
    let (mut other, _) = TestPage::with_bots(&server);
    one.send(&ToHost::Play(asked(1, [Sits::Person, Sits::HostBot(0)])));
    other.send(&ToHost::Play(asked(1, [Sits::Person, Sits::Person])));
    one.follow(|match_| match_.awaited == [Seat::new(0)]);
    other.follow(|match_| match_.awaited == [Seat::new(0)]);
    other.send(&ToHost::Stop);
    assert!(other.follow_to_the_end().done);
    one.act(0, 3);
    assert_eq!(one.follow(|match_| match_.columns.len() == 2).columns, [3, 4]);
}
