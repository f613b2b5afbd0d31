//! A command's own match, which pages watch and in which people play.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use botyard::serve::PageFiles;
use botyard::serve::live_view::{self, LiveViewError, LiveViewOptions};
use botyard_engine::anymatch::AnyMatch;
use botyard_engine::live::{FromHost, HOST_MATCH_ID, ToHost};
use botyard_engine::replay::PlayerKind;
use botyard_engine::seat::Seat;
use botyard_host::{Audience, HostedMatch, Interrupt, NoAudience, SeatBody, process};

use crate::test_page::{Folder, Followed, Sits, TestPage, asked, split};

/// A command that plays a match in the page.
struct LiveMatch {
    address: String,
    command: JoinHandle<Result<Option<usize>, String>>,
    said: Receiver<String>,
    interrupt: Interrupt,
}

impl LiveMatch {
    /// Opens a match between these players; the command stays until its page is closed.
    fn open(players: Vec<(&'static str, SeatBody)>) -> Self {
        let (opened, addresses) = channel();
        let (says, said) = channel();
        let interrupt = Interrupt::default();
        let switch = interrupt.clone();
        let command = thread::spawn(move || {
            let players = players.into_iter().map(|(name, body)| (name.to_owned(), body)).collect();
            command(HostedMatch::new("connect-four", 7, players), &opened, &says, &switch)
        });
        Self { address: addresses.recv().unwrap(), command, said, interrupt }
    }

    fn page(&self) -> (TestPage, Vec<FromHost>) {
        let (to, token) = split(&self.address);
        TestPage::greeted(to, &token)
    }

    /// The winner's seat, once the command has ended.
    fn end(self) -> Result<Option<usize>, String> {
        self.command.join().unwrap()
    }
}

fn command(
    hosted_match: HostedMatch,
    opened: &Sender<String>,
    says: &Sender<String>,
    interrupt: &Interrupt,
) -> Result<Option<usize>, String> {
    let open = |address: &str| opened.send(address.to_owned()).unwrap();
    let say = |sentence: &str| drop(says.send(sentence.to_owned()));
    let page = PageFiles::folder(Folder::with_page().root()).unwrap();
    let show = LiveViewOptions { page, port: Some(0), compiler: None, open: &open, say: &say };
    let shown =
        live_view::play_in_page(hosted_match, show, &mut NoAudience, interrupt).map_err(|why| why.to_string())?;
    let winner = shown.game.outcome().and_then(|outcome| outcome.winner()).map(Seat::index);
    shown.live_view.keep_open(interrupt);
    Ok(winner)
}

fn program(bots: &Folder, name: &str) -> SeatBody {
    SeatBody::Command(process::ProgramCommand::file(bots.path(name)))
}

/// A page that opens during a match learns of the match before it learns that the host is up.
fn known(told: Vec<FromHost>) -> Followed {
    let mut followed = Followed::default();
    for words in told {
        match words {
            FromHost::HostBots(host_bots) => assert!(host_bots.iter().all(|bot| bot.kind != PlayerKind::Person)),
            words => followed.take(words),
        }
    }
    followed
}

#[test]
fn the_page_opens_on_the_match_and_the_person_plays_there() {
    let bots = Folder::new();
    bots.player("four", "4444");
    let live_match = LiveMatch::open(vec![("me", SeatBody::Person), ("four", program(&bots, "four"))]);
    let (mut page, told) = live_match.page();
    let mut followed = known(told);
    assert_eq!(followed.kinds(), [PlayerKind::Person, PlayerKind::Executable]);
    for turn in 0..4 {
        while !(followed.columns.len() == 2 * turn && followed.awaited == [Seat::new(0)]) {
            page.follow_on(&mut followed);
        }
        page.act(0, 1);
    }
    while !followed.done {
        page.follow_on(&mut followed);
    }
    assert_eq!((&followed.columns[..], followed.winner), (&[1, 4, 1, 4, 1, 4, 1][..], Some(0)));
    assert!(live_match.said.recv().unwrap().starts_with("The match is over."));
    // The command goes on for as long as the page is there: its bots can be played again.
    page.send(&ToHost::Play(asked(1, [Sits::Person, Sits::HostBot(0)])));
    page.follow(|match_| match_.awaited == [Seat::new(0)]);
    live_match.interrupt.raise();
    assert_eq!(live_match.end(), Ok(Some(0)));
    assert_eq!(page.farewell().0, 1000);
}

#[test]
fn several_pages_see_the_same_and_a_late_one_all_of_it() {
    let live_match = LiveMatch::open(vec![("one", SeatBody::Person), ("two", SeatBody::Person)]);
    let (mut early, told) = live_match.page();
    let mut seen = known(told);
    let mut play = |turn: usize, column: u8| {
        while !(seen.columns.len() == turn && seen.awaited == [Seat::new(turn % 2)]) {
            early.follow_on(&mut seen);
        }
        early.act(turn % 2, column);
    };
    play(0, 3);
    play(1, 5);
    play(2, 3);
    let (mut late, told) = live_match.page();
    let mut also = known(told);
    while also.columns.len() < 3 {
        late.follow_on(&mut also);
    }
    assert_eq!(also.columns, [3, 5, 3]);
    late.send(&ToHost::Resign { seat: Seat::new(1) });
    while !also.done {
        late.follow_on(&mut also);
    }
    while !seen.done {
        early.follow_on(&mut seen);
    }
    assert_eq!((seen.columns, seen.winner), (also.columns, also.winner));
    live_match.interrupt.raise();
    assert_eq!(live_match.end(), Ok(Some(0)));
}

#[test]
fn a_page_may_break_the_match_off() {
    let bots = Folder::new();
    bots.thinker("thinker");
    let live_match = LiveMatch::open(vec![("thinker", program(&bots, "thinker")), ("me", SeatBody::Person)]);
    let (mut page, _) = live_match.page();
    page.send(&ToHost::Stop);
    assert!(page.follow_to_the_end().done);
    drop(page);
    assert_eq!(live_match.end(), Ok(None));
}

#[test]
fn a_match_of_bots_goes_on_without_the_page() {
    let bots = Folder::new();
    bots.player("four", "4444");
    bots.player("one", "1111");
    let live_match = LiveMatch::open(vec![("four", program(&bots, "four")), ("one", program(&bots, "one"))]);
    drop(live_match.page());
    assert_eq!(live_match.end(), Ok(Some(0)));
}

#[test]
fn ctrl_c_ends_it_also_before_a_page_has_come() {
    let live_match = LiveMatch::open(vec![("me", SeatBody::Person), ("you", SeatBody::Person)]);
    live_match.interrupt.raise();
    assert_eq!(live_match.end(), Err(LiveViewError::Interrupted.to_string()));

    let live_match = LiveMatch::open(vec![("me", SeatBody::Person), ("you", SeatBody::Person)]);
    let (page, _) = live_match.page();
    live_match.interrupt.raise();
    assert_eq!(live_match.end(), Ok(None));
    assert_eq!(page.farewell().0, 1000);
}

#[test]
fn a_page_cannot_replace_the_hosts_match() {
    let live_match = LiveMatch::open(vec![("me", SeatBody::Person), ("you", SeatBody::Person)]);
    let (mut page, _) = live_match.page();
    page.send(&ToHost::Play(asked(HOST_MATCH_ID, [Sits::Person, Sits::Person])));
    drop(page);
    assert_eq!(live_match.end(), Ok(None), "the match was broken off for another, which was none");
}

/// The command's own audience sees the match as well.
#[test]
fn other_audiences_see_the_match_too() {
    struct Counts(usize);
    impl Audience for Counts {
        fn match_changed(&mut self, game: &dyn AnyMatch) {
            self.0 = game.turn_count();
        }
        fn ask_person(&mut self, _: &dyn AnyMatch, _: Seat) -> botyard_host::PersonReply {
            panic!("people are asked at the page");
        }
    }
    let (opened, addresses) = channel::<String>();
    let page = thread::spawn(move || {
        let (to, token) = split(&addresses.recv().unwrap());
        let (mut page, told) = TestPage::greeted(to, &token);
        let mut followed = known(told);
        while followed.awaited.is_empty() {
            page.follow_on(&mut followed);
        }
        page.act(0, 4);
        page.send(&ToHost::Resign { seat: Seat::new(1) });
        page.follow_to_the_end().done
    });
    let open = |address: &str| opened.send(address.to_owned()).unwrap();
    let show = LiveViewOptions {
        page: PageFiles::folder(Folder::with_page().root()).unwrap(),
        port: Some(0),
        compiler: None,
        open: &open,
        say: &|_| {},
    };
    let players = ["me", "you"].map(|name| (name.to_owned(), SeatBody::Person)).into();
    let mut counts = Counts(0);
    let shown =
        live_view::play_in_page(HostedMatch::new("connect-four", 7, players), show, &mut counts, &Interrupt::default())
            .unwrap();
    assert!(shown.game.outcome().is_some() && counts.0 >= 1);
    assert!(page.join().unwrap());
}
