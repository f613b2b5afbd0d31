//! The content of the library, and how it changes.

use super::*;

const BUNDLED: &[PageBot] = &[PageBot { file: "four", name: "four", about: "" }];

fn four() -> BotKey {
    BotKey::Bundled("four".to_owned())
}

fn bytes() -> ModuleBytes {
    Rc::from([0, 1])
}

fn stored(name: &str, build: u32, sha256: &str) -> StoredBuild {
    StoredBuild {
        name: name.to_owned(),
        build,
        sha256: sha256.to_owned(),
        games: BuildGames::default(),
        beaten: Vec::new(),
    }
}

#[test]
fn a_build_that_has_failed_is_neither_the_one_before_nor_one_of_the_newest() {
    let mut library = BotLibrary::new(BUNDLED);
    for (build, sha256) in [(1, "first"), (2, "second"), (3, "third")] {
        library.add_stored(stored("mine.wasm", build, sha256));
    }
    let failed = BuildGames::default().with_match(true, true);
    library.add_stored(StoredBuild { games: failed, ..stored("mine.wasm", 4, "fourth") });
    let note = |library: &mut BotLibrary, sha256: &str, games: u32, failed: u32| {
        library
            .note_games(sha256, |known| BuildGames { is_silent: false, ..known }.with_series(games, failed))
            .map(|(key, _)| key)
    };
    let newest = |library: &BotLibrary| [1, 2, 3, 4].map(|number| library.is_among_newest(&build(number), 2));
    assert_eq!(library.build_before(&build(4)), Some(build(3)));
    assert_eq!(newest(&library), [false, true, true, false]);
    assert_eq!(note(&mut library, "third", 100, 99), Some(build(3)));
    assert_eq!(note(&mut library, "third", 100, 99), None, "it is known");
    assert_eq!((library.build_before(&build(4)), newest(&library)), (Some(build(2)), [true, true, false, false]));
    assert_eq!(note(&mut library, "fourth", 100, 2), Some(build(4)), "it plays after all");
    assert_eq!(newest(&library), [false, true, false, true]);
    assert_eq!(note(&mut library, "fifth", 1, 1), None);
    for sha256 in ["first", "second", "fourth"] {
        note(&mut library, sha256, 200, 200);
    }
    assert_eq!(
        (library.build_before(&build(4)), newest(&library)),
        (None, [false, false, true, true]),
        "all have failed"
    );
}

#[test]
fn a_build_that_has_ended_no_game_is_the_one_before_only_where_no_other_has() {
    let mut library = BotLibrary::new(BUNDLED);
    for (build, sha256) in [(1, "first"), (2, "second"), (3, "third")] {
        library.add_stored(stored("mine.wasm", build, sha256));
    }
    assert_eq!(library.build_before(&build(3)), Some(build(2)));
    library.note_games("first", |games| games.with_match(false, false));
    assert_eq!(library.build_before(&build(3)), Some(build(1)), "of build 2 nothing is known");
    library.note_games("second", |games| games.with_match(false, false));
    assert_eq!(library.build_before(&build(3)), Some(build(2)));
}

#[test]
fn a_script_is_checked_behind_its_interpreter_and_not_lost() {
    let (mut library, text) = (BotLibrary::new(&[]), ModuleBytes::from(*b"print(1)"));
    let (key, want) = library.drop_file("mine.js", text.clone());
    assert_eq!(want, LibraryRequest::Attach(key.clone(), text.clone()));
    library.reset_fetch(&key);
    assert_eq!(library.request(&key), Some(LibraryRequest::Attach(key.clone(), text)));
    let module = ModuleBytes::from(*b"\0asm and more");
    assert_eq!(library.attach_or_check(&key, module.clone()), LibraryRequest::Check(1, module));
    library.take_verdict(1, Ok("ab".to_owned()), Some("cd".to_owned()));
    assert_eq!(library.bot(&key).and_then(|bot| bot.interpreter.as_deref()), Some("cd"));
}

#[test]
fn a_bundled_script_is_fetched_and_checked_behind_its_interpreter() {
    const SCRIPT: &[PageBot] = &[PageBot { file: "four.js", name: "four", about: "" }];
    let (mut library, key) = (BotLibrary::new(SCRIPT), BotKey::Bundled("four.js".to_owned()));
    assert_eq!(library.request(&key), Some(LibraryRequest::Fetch(key.clone())));
    let text = ModuleBytes::from(*b"print(1)");
    assert_eq!(library.attach_or_check(&key, text.clone()), LibraryRequest::Attach(key.clone(), text.clone()));
    // If no bot is waiting for the interpreter, the next one requests it again.
    library.drop_requests();
    assert_eq!(library.request(&key), Some(LibraryRequest::Fetch(key.clone())));
    library.attach_or_check(&key, text);
    let module = ModuleBytes::from(*b"\0asm and more");
    assert_eq!(library.attach_or_check(&key, module.clone()), LibraryRequest::Check(1, module));
}

#[test]
fn a_bundled_bot_is_fetched_and_checked_once() {
    let mut library = BotLibrary::new(BUNDLED);
    assert_eq!(library.request(&four()), Some(LibraryRequest::Fetch(four())));
    assert_eq!(library.request(&four()), None);
    let task = library.take_fetched(&four(), Ok(bytes()));
    assert_eq!(task, Ok(LibraryRequest::Check(1, bytes())));
    let checked = library.take_verdict(1, Ok("ab".to_owned()), None);
    assert_eq!(checked, Some(Ok(CheckedBot { asked: four(), key: four() })));
    assert_eq!(library.ready(&four()).map(|(_, hash)| hash), Some("ab"));
    assert_eq!(library.take_verdict(1, Ok("ab".to_owned()), None), None, "it waits for no verdict");
}

#[test]
fn a_bot_that_could_not_be_fetched_can_be_requested_again() {
    let mut library = BotLibrary::new(BUNDLED);
    library.request(&four());
    let task = library.take_fetched(&four(), Err("no connection".to_owned()));
    assert_eq!(task, Err("no connection".to_owned()));
    assert_eq!(library.request(&four()), Some(LibraryRequest::Fetch(four())));
}

#[test]
fn players_are_found_by_name_by_hash_and_among_namesakes() {
    let mut library = BotLibrary::new(BUNDLED);
    let played = |name: &str, sha256: Option<&str>| {
        let (name, sha256) = (name.to_owned(), sha256.map(str::to_owned));
        PlayerInfo { name, sha256, ..PlayerInfo::default() }
    };
    for name in ["four", "four (1)", "four (12)"] {
        assert_eq!(library.played_by(&played(name, None)).map(|bot| &bot.key), Some(&four()), "{name}");
    }
    for name in ["fou", "four (a)", "four ()", "mine"] {
        assert_eq!(library.played_by(&played(name, Some("ab"))), None, "{name}");
    }
    library.request(&four());
    library.attach_or_check(&four(), bytes());
    library.take_verdict(1, Ok("abcd".to_owned()), None).expect("it waits for that").expect("it can play");
    assert!(library.played_by(&played("mine", Some("ab"))).is_some());
    assert!(library.played_by(&played("mine", Some("b"))).is_none());
    assert!(library.played_by(&played("mine", Some(""))).is_none());
}

/// Natively, a bundled bot may play from its file, under its name. An own bot may be called so,
/// too.
#[test]
fn a_bundled_bot_that_played_as_its_file_is_known_unless_its_hash_differs() {
    const BOTS: &[PageBot] = &[
        PageBot { file: "line-four", name: "four", about: "" },
        PageBot { file: "line-script.js", name: "script", about: "" },
    ];
    let mut library = BotLibrary::new(BOTS);
    let key = BotKey::Bundled("line-four".to_owned());
    let played = |name: &str, sha256: Option<&str>| {
        let (name, sha256) = (name.to_owned(), sha256.map(str::to_owned));
        PlayerInfo { name, sha256, ..PlayerInfo::default() }
    };
    let names = ["four.wasm", "four.wasm (2)", "four (1).wasm", "line-four.wasm", "line-four"];
    for name in names {
        let by = |sha256| {
            let player = played(name, sha256);
            [library.played_by(&player), library.bundled_as(&player)].map(|bot| bot.map(|bot| &bot.key))
        };
        assert_eq!(by(None), [Some(&key), None], "{name}: there is only the name");
        assert_eq!(by(Some("ab")), [None, Some(&key)], "{name}: it is to be loaded and compared");
    }
    let script = library.bundled_as(&played("line-script.js", Some("ab")));
    assert_eq!(script.map(|bot| &*bot.name), Some("script"));
    for name in ["mine.wasm", "four.py", "four.wasm.old", "line", ""] {
        assert_eq!(library.bundled_as(&played(name, Some("ab"))), None, "{name}");
        assert_eq!(library.played_by(&played(name, None)), None, "{name}");
    }
    let executable = PlayerInfo { kind: PlayerKind::Executable, ..played("line-four", None) };
    assert_eq!(library.played_by(&executable), None);

    library.request(&key);
    library.attach_or_check(&key, bytes());
    library.take_verdict(1, Ok("abcd".to_owned()), None).expect("it waits for that").expect("it can play");
    for name in names {
        let by = |sha256| {
            let player = played(name, Some(sha256));
            [library.played_by(&player), library.bundled_as(&player)].map(|bot| bot.map(|bot| &bot.key))
        };
        assert_eq!(by("abcd"), [Some(&key); 2], "{name}");
        assert_eq!(by("ab"), [Some(&key); 2], "{name}: a link has the beginning");
        assert_eq!(by("cd"), [None::<&BotKey>; 2], "{name}: another bot");
    }
    assert_eq!(library.bundled_as(&played("mine.wasm", Some("abcd"))), None, "nobody else knows it by this name");
}

#[test]
fn a_refused_file_is_taken_down() {
    let mut library = BotLibrary::new(BUNDLED);
    let (key, want) = library.drop_file("mine.wasm", bytes());
    assert_eq!(want, LibraryRequest::Check(1, bytes()));
    let refused = library.take_verdict(1, Err("It is no module.".to_owned()), None);
    assert!(matches!(refused, Some(Err(RefusedFile { bot, .. })) if bot.name == "mine.wasm"));
    assert_eq!(library.bot(&key), None);
}

#[test]
fn what_a_shelf_was_waiting_for_is_wanted_again_after_a_rest() {
    let mut library = BotLibrary::new(BUNDLED);
    library.request(&four());
    let (key, _) = library.drop_file("mine.wasm", bytes());
    library.drop_requests();
    assert_eq!(library.request(&four()), Some(LibraryRequest::Fetch(four())));
    assert_eq!(library.request(&key), Some(LibraryRequest::Check(2, bytes())), "there is nowhere to fetch it from");
}

fn build(build: u32) -> BotKey {
    BotKey::Dropped("mine.wasm".to_owned(), build)
}

#[test]
fn a_newer_file_of_the_same_name_is_another_build() {
    let mut library = BotLibrary::new(BUNDLED);
    library.drop_file("mine.wasm", bytes());
    library.take_verdict(1, Ok("old".to_owned()), None).expect("it waits for that").expect("it can play");
    assert_eq!(library.label(&library.bots()[1]), "mine.wasm", "there is no other");
    library.drop_file("mine.wasm", Rc::from([7]));
    library.take_verdict(2, Ok("new".to_owned()), None).expect("it waits for that").expect("it can play");
    let names: Vec<_> = library.bots().iter().map(|bot| &*bot.name).collect();
    assert_eq!(names, ["four", "mine.wasm", "mine.wasm, build 2"]);
    let labels: Vec<_> = library.bots().iter().map(|bot| library.label(bot)).collect();
    assert_eq!(labels, ["four", "mine.wasm, build 1", "mine.wasm, build 2"], "beside the others");
    library.drop_file("mine.wasm", bytes());
    let again = library.take_verdict(3, Ok("old".to_owned()), None);
    assert_eq!(again, Some(Ok(CheckedBot { asked: build(3), key: build(1) })), "it is no other build");
    assert_eq!(library.bots().len(), 3);
    let played = PlayerInfo { name: "mine.wasm".to_owned(), sha256: Some("ne".to_owned()), ..PlayerInfo::default() };
    assert_eq!(library.played_by(&played).map(|bot| &bot.key), Some(&build(2)), "by its hash");
    assert_eq!((library.build_before(&build(2)), library.build_before(&build(1))), (Some(build(1)), None));
    library.remove(&build(1));
    let (key, _) = library.drop_file("mine.wasm", Rc::from([8]));
    assert_eq!(key, build(3), "numbers are not used again while a later build is there");
}

/// Regression: a copy of a bundled script, under another name, took the script's seat in matches
/// that were opened.
#[test]
fn a_copy_of_a_bundled_bot_does_not_take_its_place_in_records() {
    let mut library = BotLibrary::new(BUNDLED);
    library.add_stored(stored("mine.js", 1, "abcd"));
    let played = |name: &str, sha256: &str| {
        let (name, sha256) = (name.to_owned(), Some(sha256.to_owned()));
        PlayerInfo { name, sha256, ..PlayerInfo::default() }
    };
    let played_by =
        |library: &BotLibrary, name: &str| library.played_by(&played(name, "ab")).map(|bot| bot.key.to_string());
    assert_eq!(played_by(&library, "four").as_deref(), Some("four"), "as far as it is known");
    assert_eq!(played_by(&library, "mine.js").as_deref(), Some("file:mine.js"));
    assert_eq!(played_by(&library, "of-another-name").as_deref(), Some("file:mine.js"));
    library.request(&four());
    library.attach_or_check(&four(), bytes());
    library.take_verdict(1, Ok("other".to_owned()), None).expect("it waits for that").expect("it can play");
    assert_eq!(played_by(&library, "four").as_deref(), Some("file:mine.js"), "the page's own is another bot now");
}

#[test]
fn a_build_that_was_removed_is_put_back_at_its_place() {
    let mut library = BotLibrary::new(BUNDLED);
    for (build, sha256) in [(1, "first"), (2, "second")] {
        library.add_stored(stored("mine.wasm", build, sha256));
    }
    let (index, bot) = library.remove(&build(1)).expect("it is there");
    assert_eq!(library.put_back(index, bot), build(1));
    let keys: Vec<_> = library.bots().iter().map(|bot| bot.key.to_string()).collect();
    assert_eq!(keys, ["four", "file:mine.wasm", "build:2:mine.wasm"]);

    let (index, bot) = library.remove(&build(2)).expect("it is there");
    library.drop_file("mine.wasm", bytes());
    assert_eq!(library.put_back(index, bot), build(3), "another file has its number by now");
    let put_back = library.bot(&build(3)).expect("it is there");
    assert_eq!((&*put_back.name, put_back.sha256.as_deref()), ("mine.wasm, build 3", Some("second")));
}

#[test]
fn kept_builds_are_fetched_when_they_are_wanted() {
    let mut library = BotLibrary::new(BUNDLED);
    library.drop_file("mine.wasm", bytes());
    library.add_stored(stored("mine.wasm", 1, "kept"));
    library.add_stored(stored("mine.wasm", 3, "newer"));
    assert!(library.bot(&build(2)).is_some_and(|bot| bot.sha256.as_deref() == Some("kept")), "both are here");
    assert_eq!(library.request(&build(3)), Some(LibraryRequest::Fetch(build(3))));
    library.reset_fetch(&build(3));
    assert_eq!(library.request(&build(3)), Some(LibraryRequest::Fetch(build(3))));
    assert_eq!(library.attach_or_check(&build(3), bytes()), LibraryRequest::Check(2, bytes()));
    assert!(matches!(library.take_verdict(2, Err("Not now.".to_owned()), None), Some(Err(_))));
    assert!(library.bot(&build(3)).is_some(), "it stays");
}
