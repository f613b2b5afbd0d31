//! The page without a browser: messages in, effects out.

use std::rc::Rc;
use std::time::Duration;

use botyard_engine::fault::{Fault, FaultKind};
use botyard_engine::games::bitmartyr::{self, BitMartyr};
use botyard_engine::replay::{Deed, Turn};
use botyard_engine::transcript::{Passage, Stream};
use serde_json::{Value, json};

use super::*;
use crate::messages::{Play, Progress, ToWorker};

/// A desk with a worker that is played by the test.
struct Bench {
    desk: Desk,
    now: f64,
    effects: Vec<Effect>,
}

impl Bench {
    /// The page, opened on an address; its bots have come.
    fn on(hash: &str) -> Self {
        let around = Surroundings {
            base: "https://here/".to_owned(),
            chance: 7,
            is_still: false,
            has_keys: true,
            is_hosted: false,
        };
        let mut bench = Self { desk: Desk::new(around), now: 0.0, effects: Vec::new() };
        bench.say(Message::Arrived(hash.to_owned()));
        bench
    }

    fn say(&mut self, message: Message) {
        self.now += 1.0;
        let effects = self.desk.update(message, self.now);
        // Whoever is asked to fetch or to check does so at once.
        for effect in &effects {
            match effect {
                Effect::Fetch(key) => self.say(Message::Fetched(key.clone(), Ok(Rc::from(*b"\0asm")))),
                Effect::Check(id, _) => {
                    let verdict = Ok(format!("{id:064}"));
                    self.say(Message::Worker(FromWorker::Checked { id: *id, verdict }));
                }
                _ => {}
            }
        }
        self.effects.extend(effects);
    }

    fn key(&mut self, key: &str) {
        self.say(Message::Key { key: key.to_owned(), shift: false });
    }

    /// What was asked of the worker since the last call.
    fn played(&mut self) -> Option<Play> {
        let effects = std::mem::take(&mut self.effects);
        effects.into_iter().rev().find_map(|effect| match effect {
            Effect::Play(play, _) => Some(play),
            _ => None,
        })
    }

    fn progress(&mut self, first: usize, columns: &[u8], awaited: Option<usize>) {
        let turn = |(offset, &column): (usize, &u8)| turn((first + offset) % 2, Deed::Action(json!(column)));
        let turns = columns.iter().enumerate().map(turn).collect();
        self.hear(first, turns, awaited);
    }

    fn hear(&mut self, first: usize, turns: Vec<Turn<Value>>, awaited: Option<usize>) {
        let id = self.desk.table.id;
        let awaited: Vec<_> = awaited.into_iter().map(Seat::new).collect();
        let done = awaited.is_empty();
        let progress = Progress { id, first, turns, passages: Vec::new(), awaited, outcome: None, done };
        self.say(Message::Worker(FromWorker::Progress(progress)));
    }

    /// Lets time pass until nothing is to come.
    fn watch(&mut self) {
        for _ in 0..100 {
            self.now += 1000.0;
            self.say(Message::Wake);
        }
    }

    fn addresses(&self) -> Vec<String> {
        let to = |effect: &Effect| match effect {
            Effect::Push(address) => Some(format!("push {address}")),
            Effect::Replace(address) => Some(format!("replace {address}")),
            _ => None,
        };
        self.effects.iter().filter_map(to).collect()
    }
}

fn turn(seat: usize, deed: Deed<Value>) -> Turn<Value> {
    Turn { seat: Seat::new(seat), deed, words: None, used: Duration::ZERO }
}

/// Seven plies with which the first player wins in column 1.
const WON: [u8; 7] = [1, 2, 1, 2, 1, 2, 1];

/// A person against a bot, after the openings of both.
fn person_against_bot() -> Bench {
    let mut bench = Bench::on("");
    bench.say(Message::Choose(Seat::new(0), Choice::Person));
    bench.say(Message::Play);
    bench.progress(0, &[], Some(0));
    bench
}

#[test]
fn the_page_opens_on_a_match_of_two_bots() {
    let mut bench = Bench::on("");
    let play = bench.played().expect("a match is played at once");
    let names: Vec<_> = play.opening.players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!((names, play.opening.seed), (vec!["negamax", "tactician"], 7));
    assert!(play.opening.players.iter().all(|player| player.sha256.is_some()));
}

#[test]
fn a_match_is_shown_turn_by_turn_and_its_verdict_at_its_end() {
    let mut bench = Bench::on("");
    bench.progress(0, &WON, None);
    assert_eq!(bench.desk.player.at, 0);
    assert_eq!(bench.desk.verdict(), None);
    bench.watch();
    assert_eq!(bench.desk.player.at, 7);
    assert_eq!(bench.desk.verdict().as_deref(), Some("negamax wins."));
    assert_eq!(bench.desk.standing(Seat::new(0)), Standing::Won);
}

#[test]
fn a_finished_match_is_in_the_address_with_the_turn_one_stays_at() {
    let mut bench = Bench::on("");
    bench.progress(0, &WON, None);
    bench.watch();
    let link = bench.desk.share_link().expect("a link");
    bench.say(Message::Step(-3));
    let addresses = bench.addresses();
    assert!(
        addresses.iter().all(|address| address.starts_with("replace ")),
        "the first match leaves no step: {addresses:?}"
    );
    let last = addresses.last().expect("an address");
    assert_eq!(*last, format!("replace {}?t=4", link.trim_start_matches("https://here/")));

    let mut other = Bench::on(last.trim_start_matches("replace "));
    assert_eq!(other.played(), None);
    assert_eq!((other.desk.player.at, other.desk.player.playing), (4, false));
    other.key("End");
    assert_eq!(other.desk.verdict().as_deref(), Some("negamax wins."));
}

#[test]
fn a_bad_link_gets_a_sentence_and_another_match() {
    let mut bench = Bench::on("#/connect-four/r/garbage");
    let notice = bench.desk.notice.clone().expect("a sentence");
    assert!(notice.is_bad && notice.text.starts_with("The match cannot be opened: this"), "{}", notice.text);
    assert!(bench.played().is_some());
}

#[test]
fn a_game_that_is_not_there_gets_a_sentence_and_another_match() {
    let mut bench = Bench::on("#/chess");
    assert_eq!(
        bench.desk.notice.as_ref().map(|notice| notice.text.as_str()),
        Some("There is no game called `chess` here.")
    );
    assert!(bench.played().is_some());
}

#[test]
fn a_person_plays_with_keys_when_it_is_their_turn() {
    let mut bench = person_against_bot();
    bench.key("4");
    let act = ToWorker::Act { seat: Seat::new(0), action: json!(4) };
    assert!(bench.effects.contains(&Effect::Tell(act)));
    bench.effects.clear();
    bench.progress(0, &[4], Some(1));
    bench.watch();
    bench.key("4");
    assert!(!bench.effects.iter().any(|effect| matches!(effect, Effect::Tell(_))), "it is the bot's turn");
}

#[test]
fn an_earlier_turn_is_only_for_looking() {
    let mut bench = person_against_bot();
    bench.progress(0, &[4, 4], Some(0));
    bench.watch();
    assert_eq!(bench.desk.actor(), Some(Seat::new(0)));
    bench.say(Message::Step(-1));
    assert_eq!(bench.desk.actor(), None);
    bench.key("End");
    assert_eq!(bench.desk.actor(), Some(Seat::new(0)));
}

#[test]
fn taking_back_plays_the_same_match_up_to_the_persons_last_action() {
    let mut bench = person_against_bot();
    bench.progress(0, &[4, 4, 3, 5], Some(0));
    bench.watch();
    let seed = bench.played().expect("a match").opening.seed;
    bench.say(Message::Seed(99));
    bench.say(Message::TakeBack);
    let play = bench.played().expect("another match");
    assert_eq!(play.script, [(Seat::new(0), json!(4))]);
    assert_eq!(play.opening.seed, seed);
    assert_eq!((bench.desk.table.record.len(), bench.desk.player.at), (2, 2), "the board does not flicker");
    bench.progress(0, &[4, 4], Some(0));
    assert_eq!(bench.desk.actor(), Some(Seat::new(0)));
}

#[test]
fn a_decided_match_can_be_taken_back_too() {
    let mut bench = person_against_bot();
    let resigned = Fault::new(FaultKind::Resigned, b"", "");
    bench.progress(0, &[4, 4], Some(0));
    bench.hear(2, vec![turn(0, Deed::Fault(resigned))], None);
    bench.watch();
    assert_eq!(bench.desk.verdict().as_deref(), Some("You resigned: tactician wins."));
    bench.played();
    bench.say(Message::TakeBack);
    assert_eq!(bench.played().map(|play| play.script), Some(vec![]));
}

#[test]
fn to_the_person_the_page_says_you() {
    let mut bench = person_against_bot();
    bench.progress(0, &WON, None);
    bench.watch();
    assert_eq!(bench.desk.verdict().as_deref(), Some("You win."));

    let mut bench = person_against_bot();
    let silent = Fault::new(FaultKind::Malformed, b"9\n", "which is no column (1 to 7)");
    bench.progress(0, &[4], Some(1));
    bench.hear(1, vec![turn(1, Deed::Fault(silent))], None);
    bench.watch();
    let verdict = bench.desk.verdict();
    assert_eq!(verdict.as_deref(), Some("tactician printed `9`, which is no column (1 to 7): you win."));
}

#[test]
fn swapping_sides_plays_at_once() {
    let mut bench = person_against_bot();
    bench.played();
    bench.say(Message::Swap);
    let names: Vec<_> =
        bench.played().expect("a match").opening.players.into_iter().map(|player| player.name).collect();
    assert_eq!(names, ["tactician", "human"]);
}

#[test]
fn a_dropped_file_takes_a_seat_of_the_next_match() {
    let mut bench = Bench::on("");
    bench.say(Message::File { name: "mine.wasm".to_owned(), bytes: Rc::from(*b"\0asm\x01"), seat: None });
    assert_eq!(bench.desk.lineup.seats[0], Choice::Bot("file:mine.wasm".to_owned()));
    assert!(bench.desk.is_changed(Seat::new(0)) && !bench.desk.is_changed(Seat::new(1)));
    bench.say(Message::Play);
    assert_eq!(bench.played().expect("a match").opening.players[0].name, "mine.wasm");
}

/// A refused file used to end the match that was still waiting for its own bots.
#[test]
fn a_refused_file_does_not_stop_a_match_that_waits_for_others() {
    let mut desk = Desk::new(Surroundings {
        base: "https://here/".to_owned(),
        chance: 7,
        is_still: false,
        has_keys: true,
        is_hosted: false,
    });
    desk.update(Message::Arrived(String::new()), 1.0);
    let bytes = Rc::from(*b"\xff\xd8 no module");
    let effects = desk.update(Message::File { name: "holiday.jpg".to_owned(), bytes, seat: Some(Seat::new(0)) }, 2.0);
    let check = effects.iter().find_map(|effect| match effect {
        Effect::Check(id, _) => Some(*id),
        _ => None,
    });
    let id = check.expect("the file is looked at");
    desk.update(Message::Worker(FromWorker::Checked { id, verdict: Err("it is no module".to_owned()) }), 3.0);
    assert!(desk.pending.is_some());
}

#[test]
fn replays_and_logs_are_opened_and_other_files_get_a_sentence() {
    let mut bench = Bench::on("");
    let file =
        |name: &str, text: &str| Message::File { name: name.to_owned(), bytes: Rc::from(text.as_bytes()), seat: None };
    bench.say(file("log.txt", "1212121\n43\n"));
    assert_eq!(bench.desk.table.record.len(), 7);
    let text = bench.desk.notice.take().expect("a sentence").text;
    assert_eq!(text, "This is the first of the 2 games in the log.");
    let saved = bench.desk.table.record.file().to_string();
    bench.say(file("again.json", &saved));
    assert_eq!((bench.desk.table.record.len(), bench.desk.notice.take()), (7, None));
    bench.say(file("notes.txt", "hello"));
    let text = bench.desk.notice.take().expect("a sentence").text;
    assert_eq!(
        text,
        "notes.txt cannot be opened: it is neither a replay nor a log: in line 1, character 1, `h`, is no column (1 to 7). \
         Drop a bot (a .wasm file), a replay (.json) or a log."
    );
}

#[test]
fn players_of_an_opened_match_who_are_not_here_have_to_be_replaced() {
    let mut bench = Bench::on("");
    bench.say(Message::Pasted("1212121".to_owned()));
    bench.played();
    bench.say(Message::Play);
    let text = bench.desk.notice.take().expect("a sentence").text;
    assert_eq!(text, "player 1 is not here, only its match: choose who plays red.");
    assert_eq!(bench.played(), None);
}

#[test]
fn a_pasted_link_is_opened_as_a_step_to_come_back_from() {
    let mut bench = Bench::on("");
    bench.progress(0, &WON, None);
    bench.watch();
    let link = bench.desk.share_link().expect("a link");
    let mut other = Bench::on("");
    other.say(Message::Pasted(format!("  {link}\n")));
    assert_eq!(other.desk.table.record.len(), 7);
    assert_eq!(
        other.addresses().last().map(String::as_str),
        Some(&*format!("push {}", link.trim_start_matches("https://here/")))
    );
}

#[test]
fn words_of_an_earlier_match_are_not_about_this_one() {
    let mut bench = Bench::on("");
    let earlier = bench.desk.table.id;
    bench.say(Message::Play);
    let turns = vec![turn(0, Deed::Action(json!(4)))];
    let late =
        Progress { id: earlier, first: 0, turns, passages: Vec::new(), awaited: Vec::new(), outcome: None, done: true };
    bench.say(Message::Worker(FromWorker::Progress(late)));
    assert!(bench.desk.table.record.is_empty());
    assert_eq!(bench.desk.table.phase, Phase::Playing);
}

#[test]
fn marks_are_reached_by_keys() {
    let mut bench = Bench::on("");
    bench.progress(0, &WON, None);
    bench.say(Message::Go(0));
    bench.say(Message::Key { key: "ArrowRight".to_owned(), shift: true });
    assert_eq!(bench.desk.player.at, 5, "three in a column are a threat");
    bench.say(Message::Key { key: "ArrowLeft".to_owned(), shift: true });
    assert_eq!(bench.desk.player.at, 0);
}

fn passage(seat: usize, turn: usize, stream: Stream, text: &str) -> Passage {
    Passage { seat: Seat::new(seat), turn, stream, text: text.to_owned() }
}

/// A saved file used to hold nothing of what the bots said, although the page promised it.
#[test]
fn a_saved_match_tells_again_what_its_bots_said() {
    let mut bench = Bench::on("");
    let said = vec![passage(0, 0, Stream::Stderr, "thinking"), passage(1, 1, Stream::Stdin, "1\n")];
    bench.desk.table.hear(said.clone());
    bench.progress(0, &WON, None);
    bench.watch();
    bench.say(Message::Download);
    let file = bench.effects.iter().find_map(|effect| match effect {
        Effect::Save(_, text) => Some(text.clone()),
        _ => None,
    });
    let mut other = Bench::on("");
    other.say(Message::Pasted(file.expect("a file")));
    assert_eq!(other.desk.table.passages.iter().map(|passage| (**passage).clone()).collect::<Vec<_>>(), said);
    assert!(!other.desk.is_wordless());
    let mut third = Bench::on(&bench.desk.share_link().expect("a link"));
    third.watch();
    assert!(third.desk.is_wordless(), "links never hold words");
}

#[test]
fn a_file_of_a_newer_botyard_is_refused() {
    let mut bench = Bench::on("");
    bench.progress(0, &WON, None);
    let mut file = bench.desk.table.record.file();
    file["format"] = json!(2);
    bench.say(Message::Pasted(file.to_string()));
    let text = bench.desk.notice.take().expect("a sentence").text;
    assert_eq!(text, "This cannot be opened: it is no replay: a newer botyard wrote it (form 2; this one reads 1).");
}

#[test]
fn a_line_that_was_said_piece_by_piece_is_one_passage() {
    let mut bench = Bench::on("");
    bench.desk.table.hear(vec![passage(0, 1, Stream::Stderr, "thinking"), passage(1, 1, Stream::Stderr, "so am I\n")]);
    bench.desk.table.hear(vec![
        passage(0, 1, Stream::Stderr, " 2"),
        passage(0, 1, Stream::Stderr, "\n"),
        passage(0, 1, Stream::Stderr, "done"),
        passage(0, 2, Stream::Stderr, "next"),
        passage(0, 2, Stream::Stdout, "4"),
        passage(0, 2, Stream::Stderr, "played"),
    ]);
    let said: Vec<_> = bench.desk.table.passages.iter().map(|passage| passage.text.as_str()).collect();
    assert_eq!(said, ["thinking 2\n", "so am I\n", "done", "next", "4", "played"]);
}

/// The message about a broken link used to go by itself, and with it the only trace of the link.
#[test]
fn what_is_wrong_is_said_until_it_has_been_read() {
    let mut bench = Bench::on("#/connect-four/r/garbage");
    assert!(!bench.effects.iter().any(|effect| matches!(effect, Effect::Fade(..))));
    assert!(
        bench.addresses().first().is_some_and(|address| address.starts_with("push ")),
        "one can go back to the link"
    );
    bench.progress(0, &WON, None);
    bench.watch();
    assert!(bench.desk.notice.is_some());
    bench.say(Message::Dismiss);
    assert_eq!(bench.desk.notice, None);
    bench.say(Message::Copied("The link", true));
    assert!(bench.effects.iter().any(|effect| matches!(effect, Effect::Fade(..))), "the rest goes by itself");
}

/// It used to be passed over in silence, and the match before was played again.
#[test]
fn what_is_no_seed_is_said_to_be_none() {
    let mut bench = Bench::on("");
    for text in ["abc", "-5", "0x10", "99999999999999999999", ""] {
        bench.say(Message::SeedTyped(text.to_owned()));
        let said = bench.desk.notice.take().expect("a sentence").text;
        let expected = "is no seed, which is a whole number from 0 to 18446744073709551615. It stays 7.";
        assert_eq!(said, format!("`{text}` {expected}"));
        assert_eq!(bench.desk.lineup.seed, 7);
    }
    bench.say(Message::SeedTyped(" 12 ".to_owned()));
    assert_eq!((bench.desk.lineup.seed, bench.desk.notice.take()), (12, None));
}

/// The button used to go while it could not be used, and the focus of who had pressed it with a key went with it.
#[test]
fn taking_back_stays_on_offer_while_there_is_nothing_to_take_back() {
    let mut bench = person_against_bot();
    assert_eq!((bench.desk.offers_take_back(), bench.desk.can_take_back()), (true, false));
    bench.progress(0, &[4, 4], Some(0));
    assert!(bench.desk.can_take_back());
    bench.say(Message::TakeBack);
    assert_eq!((bench.desk.offers_take_back(), bench.desk.can_take_back()), (true, false));
    assert!(!Bench::on("").desk.offers_take_back());
}

#[test]
fn an_address_that_leads_nowhere_leads_to_its_game_with_a_sentence() {
    for hash in ["#/stratego/r/", "#/stratego/x/1"] {
        let bench = Bench::on(hash);
        assert_eq!(bench.desk.room.name(), "stratego");
        let said = bench.desk.notice.as_ref().expect("a sentence").text.clone();
        assert_eq!(said, format!("The address {hash} names no match: is it cut off? Here is another one meanwhile."));
    }
    assert_eq!(Bench::on("#/").desk.notice, None);
}

#[test]
fn a_match_without_a_turn_leaves_the_address_of_the_one_before() {
    let mut bench = Bench::on("");
    let empty = bench.desk.table.record.file().to_string();
    bench.progress(0, &WON, None);
    bench.watch();
    bench.say(Message::Pasted(empty));
    assert_eq!(bench.addresses().last().map(String::as_str), Some("push #/connect-four"));
    assert_eq!(bench.desk.verdict().as_deref(), Some("Broken off after 0 turns."));
}

#[test]
fn who_has_no_keyboard_is_not_told_of_keys() {
    let mut bench = person_against_bot();
    assert_eq!(bench.desk.status(), "Your turn: click a column or press 1 to 7.");
    bench.desk.around.has_keys = false;
    assert_eq!(bench.desk.status(), "Your turn: tap a column.");
}

/// On a phone the button is below the board, and the match used to be played out of sight.
#[test]
fn a_match_that_somebody_wants_to_see_is_brought_into_sight() {
    let mut bench = Bench::on("");
    assert!(!bench.effects.contains(&Effect::ShowBoard), "the first match is not in anybody's way");
    for message in [Message::Play, Message::Rematch(3), Message::Swap] {
        bench.effects.clear();
        bench.say(message);
        assert!(bench.effects.contains(&Effect::ShowBoard));
    }
}

/// It used to be lost without a word.
#[test]
fn a_persons_match_goes_on_where_it_was_left_for_another_game() {
    let mut bench = person_against_bot();
    assert!(!bench.desk.has_unfinished(), "nothing has been done in it");
    bench.progress(0, &[4, 4, 3, 5], Some(0));
    let seed = bench.played().expect("a match").opening.seed;
    assert!(bench.desk.has_unfinished());
    bench.say(Message::Arrived("#/stratego".to_owned()));
    assert_eq!(bench.played().expect("two bots play").opening.game, "stratego");
    assert!(bench.desk.has_unfinished());
    bench.say(Message::Arrived("#/connect-four".to_owned()));
    let play = bench.played().expect("the match");
    assert_eq!(play.script, [(Seat::new(0), json!(4)), (Seat::new(0), json!(3))]);
    assert_eq!((play.opening.seed, play.opening.players[0].kind), (seed, Kind::Person));
    assert_eq!((bench.desk.table.record.len(), bench.desk.player.at), (4, 4), "the board is as it was");
}

#[test]
fn a_persons_match_waits_while_another_is_looked_at_and_goes_when_one_is_begun() {
    for begins in [false, true] {
        let mut bench = person_against_bot();
        bench.progress(0, &[4, 4], Some(0));
        bench.say(Message::Pasted("1212121".to_owned()));
        assert!(bench.desk.has_unfinished());
        if begins {
            bench.say(Message::Choose(Seat::new(0), Choice::Bot("connect-four-random".to_owned())));
            bench.say(Message::Choose(Seat::new(1), Choice::Bot("connect-four-random".to_owned())));
            bench.say(Message::Play);
        }
        assert_eq!(bench.desk.has_unfinished(), !begins);
        bench.played();
        bench.say(Message::Arrived("#/connect-four".to_owned()));
        assert_eq!(bench.played().is_some_and(|play| play.script.len() == 1), !begins);
    }
}

#[test]
fn a_dropped_bot_is_still_there_when_one_comes_back_to_its_game() {
    let mut bench = Bench::on("");
    bench.say(Message::File { name: "mine.wasm".to_owned(), bytes: Rc::from(*b"\0asm\x01"), seat: None });
    bench.say(Message::Arrived("#/stratego".to_owned()));
    assert_eq!(bench.desk.shelf.bot("file:mine.wasm"), None);
    bench.say(Message::Arrived("#/connect-four".to_owned()));
    assert_eq!(bench.desk.lineup.seats[0], Choice::Bot("file:mine.wasm".to_owned()));
    assert!(bench.desk.shelf.ready("file:mine.wasm").is_some());
}

/// A dropped bot used to be gone when the page was loaded again.
#[test]
fn a_dropped_bot_is_kept_until_it_is_removed() {
    let bytes: Rc<[u8]> = Rc::from(*b"\0asm\x01");
    let (name, key) = ("mine.wasm".to_owned(), "file:mine.wasm");
    let mut bench = Bench::on("");
    bench.say(Message::File { name: name.clone(), bytes: bytes.clone(), seat: None });
    assert!(bench.effects.contains(&Effect::Keep("connect-four", name.clone(), bytes.clone())));

    let mut later = Bench::on("#/stratego");
    for game in ["connect-four", "stratego", "chess"] {
        later.say(Message::Kept { game: game.to_owned(), name: name.clone(), bytes: bytes.clone() });
    }
    assert_eq!(later.desk.notice, None, "nobody has done anything");
    later.say(Message::Choose(Seat::new(1), Choice::Bot(key.to_owned())));
    later.say(Message::Play);
    assert_eq!(later.played().expect("a match").opening.players[1].name, "mine.wasm");
    later.say(Message::Forget(key.to_owned()));
    assert!(later.effects.contains(&Effect::Forget("stratego", name)));
    assert!(later.desk.shelf.bot(key).is_none() && !later.desk.lineup.seats.contains(&Choice::Bot(key.to_owned())));
    later.say(Message::Arrived("#/connect-four".to_owned()));
    assert!(later.desk.shelf.bot(key).is_some(), "each game has its own");
}

#[test]
fn what_is_shown_unasked_is_light_and_leaves_the_form_alone() {
    let mut bench = Bench::on("#/bitmartyr");
    let play = bench.played().expect("a match is played at once");
    let demo: bitmartyr::Settings = play.opening.settings_of::<BitMartyr>().expect("its own settings");
    assert_eq!((demo.board.width(), demo.duration, demo.board.teams()), (50, 200, 4));
    assert_eq!(bench.desk.next_opening().settings, Value::Null, "the form has the usual settings");
    bench.say(Message::Play);
    let usual = bench.played().expect("a match").opening.settings_of::<BitMartyr>().expect("usual settings");
    assert_eq!((usual.board.width(), usual.board.height(), usual.duration), (100, 100, 1000));
}

#[test]
fn settings_that_a_person_has_touched_outlive_the_first_match() {
    let mut desk = Desk::new(Surroundings { chance: 7, ..Surroundings::default() });
    desk.update(Message::Arrived("#/bitmartyr".to_owned()), 0.0);
    let touched = bitmartyr::Settings { duration: 9, ..bitmartyr::Settings::drawn(4, 7) };
    let touched = serde_json::to_value(touched).expect("settings have text keys only");
    desk.update(Message::Settings(touched.clone()), 1.0);
    // The bots come only now, and the match begins.
    for bot in desk.room.bots() {
        desk.update(Message::Fetched(bot.file.to_owned(), Ok(Rc::from(*b"\0asm"))), 2.0);
    }
    assert_eq!(desk.next_opening().settings, touched);
}
