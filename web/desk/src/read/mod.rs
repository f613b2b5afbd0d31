//! Reads replays and the logs of the originals out of texts that were dropped or pasted. This code
//! runs in the program of cases, because the first board needs none of it. Knows no page and no links.

mod bitmartyr;
mod connect_four;
mod generals;
mod stratego;

use botyard_engine::anymatch::MatchSpec;
use botyard_engine::catalog::{self, Playable, Visitor};
use botyard_engine::fault::printable;
use botyard_engine::games::bitmartyr::BitMartyr;
use botyard_engine::games::connect_four::ConnectFour;
use botyard_engine::games::explain_unread_file;
use botyard_engine::games::generals::Generals;
use botyard_engine::games::stratego::Stratego;
use botyard_engine::replay::link::{self, LinkCodec, LinkContents};
use botyard_engine::replay::{ForeignMatch, Replay, Turn, file};
use botyard_web_protocol::FoundMatch;
use serde_json::Value;

/// Reads the address of a match, a replay in the file form of any game, a record of another server,
/// or a log: of this game, or else of another.
///
/// # Errors
/// A clause that says why the text cannot be read.
pub fn read(game: &str, text: &str) -> Result<FoundMatch, String> {
    read_followed(game, text, &mut |_| ())
}

/// Like [`read`]; `follow` is told how much of the address of a match has been read, in percent.
///
/// # Errors
/// As those of [`read`].
pub fn read_followed(game: &str, text: &str, follow: &mut dyn FnMut(u8)) -> Result<FoundMatch, String> {
    if let Some(found) = read_link(text, follow).or_else(|| read_foreign(text)) {
        return found;
    }
    if text.starts_with('{') {
        return read_replay(text).map_err(|why| match why {
            ReadError::Game(game) => format!("unknown game `{game}`"),
            ReadError::Replay(why) => format!("not a replay: {why}"),
        });
    }
    read_any_log(game, text)
}

/// Like [`read`], for a file of this name.
///
/// # Errors
/// A clause that says why the file cannot be read and what to do instead; more sentences may
/// follow.
pub fn read_file(game: &str, name: &str, text: &str) -> Result<FoundMatch, String> {
    const KINDS: &str =
        "Drop a bot (.wasm, .js or a folder), a replay (.json), a series (.jsonl), cases (.toml) or a log";
    match explain_unread_file(name) {
        Some(advice) => Err(advice),
        None => read(game, text).map_err(|why| format!("{why}. {KINDS}")),
    }
}

/// A log of an original.
struct ReadLog<G: Playable> {
    /// A replay for each game in it.
    games: Vec<Replay<G>>,
    /// See [`FoundMatch::warning`].
    warning: Option<String>,
}

/// How a game reads the logs of its original.
trait GameLogs: Playable {
    /// Reads a log; `None` if the text is not a log of this game.
    fn read_log(text: &str) -> Option<Result<ReadLog<Self>, String>>;
}

impl<G: Playable> ReadLog<G> {
    /// A log of whole games.
    fn whole(games: Vec<Replay<G>>) -> Self {
        Self { games, warning: None }
    }

    fn found(self) -> Result<FoundMatch, String> {
        let of = self.games.len();
        let first = self.games.first().ok_or("it contains no match")?;
        Ok(FoundMatch { of, warning: self.warning, ..found_match(first)? })
    }
}

/// See [`GameLogs::read_log`].
type ReadLogFn = fn(&str) -> Option<Result<FoundMatch, String>>;

/// The reader of each game's logs, by the game's name in the catalogue. If a game's original wrote
/// no logs, its reader recognizes no text.
const LOG_READERS: [(&str, ReadLogFn); 4] = [
    (ConnectFour::NAME, read_log_of::<ConnectFour>),
    (Stratego::NAME, read_log_of::<Stratego>),
    (Generals::NAME, read_log_of::<Generals>),
    (BitMartyr::NAME, read_log_of::<BitMartyr>),
];

/// Reads `#/GAME/r/PAYLOAD`, whose bots are not named in place of its turns; `None` if the text has
/// another form.
fn read_link(text: &str, follow: &mut dyn FnMut(u8)) -> Option<Result<FoundMatch, String>> {
    struct ReadLink<'a>(&'a str, &'a mut dyn FnMut(u8));
    impl Visitor for ReadLink<'_> {
        type Out = Result<FoundMatch, String>;
        fn visit<G: Playable>(self) -> Self::Out {
            let read = link::read_followed::<G>(self.0, self.1).map_err(|why| why.to_string())?;
            let LinkContents { replay, lacks_players, .. } = read;
            let warning = lacks_players.then(|| sentence(link::PLAYERS_MISSING));
            Ok(FoundMatch { warning, ..found_match(&replay)? })
        }
    }
    let (game, payload) = text.strip_prefix("#/")?.split_once("/r/")?;
    Some(catalog::visit(game, ReadLink(payload, follow)).unwrap_or_else(|| Err(format!("unknown game `{game}`"))))
}

/// Reads a record of another server, whichever game is shown; `None` if no game knows the form of
/// the text.
fn read_foreign(text: &str) -> Option<Result<FoundMatch, String>> {
    struct ReadForeign<'a>(&'a str);
    impl Visitor for ReadForeign<'_> {
        type Out = Option<Result<FoundMatch, String>>;
        fn visit<G: Playable>(self) -> Self::Out {
            let found = G::read_foreign(self.0)?.map_err(|why| why.to_string());
            let found = found.and_then(|ForeignMatch { replay, remark }| {
                let warning = remark.map(|clause| sentence(&clause));
                Ok(FoundMatch { warning, ..found_match(&replay)? })
            });
            Some(found.map_err(|why| not_a_log(G::TITLE, &why)))
        }
    }
    catalog::NAMES.iter().find_map(|name| catalog::visit(name, ReadForeign(text))?)
}

/// A clause as a sentence.
fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    format!("{}{}.", first.map_or_else(String::new, String::from), printable(letters.as_str()))
}

fn not_a_log(title: &str, why: &str) -> String {
    format!("not a replay or a log of {title}: {why}")
}

/// Reads a log of this game; if the text is not a valid one, of the first other game that can read
/// it. If no game can, the reason is that of this game, or of the first that knows such texts.
fn read_any_log(game: &str, text: &str) -> Result<FoundMatch, String> {
    let (own, others): (Vec<_>, Vec<_>) = LOG_READERS.iter().partition(|(name, _)| *name == game);
    let mut first_error = None;
    for (name, read) in own.into_iter().chain(others) {
        match read(text) {
            Some(Ok(found)) => return Ok(found),
            Some(Err(why)) => {
                first_error.get_or_insert_with(|| not_a_log(catalog::visit(name, TitleOf).unwrap_or(name), &why));
            }
            None => {}
        }
    }
    Err(first_error.unwrap_or_else(|| "not a bot, a replay or a log of any game".to_owned()))
}

/// A game's title for people.
struct TitleOf;

impl Visitor for TitleOf {
    type Out = &'static str;
    fn visit<G: Playable>(self) -> Self::Out {
        G::TITLE
    }
}

fn read_log_of<G: GameLogs>(text: &str) -> Option<Result<FoundMatch, String>> {
    Some(G::read_log(text)?.and_then(ReadLog::found))
}

/// Why a text is not a replay.
enum ReadError {
    /// Its game is not known.
    Game(String),
    /// It cannot be read as a replay; holds a clause with the reason.
    Replay(String),
}

fn read_replay(text: &str) -> Result<FoundMatch, ReadError> {
    struct Typed(Value);
    impl Visitor for Typed {
        type Out = Result<FoundMatch, String>;
        fn visit<G: Playable>(self) -> Self::Out {
            let replay: Replay<G> = serde_json::from_value(self.0).map_err(|why| file::describe_json_error(&why))?;
            found_match(&replay)
        }
    }
    let document = serde_json::from_str(text).map_err(|why| ReadError::Replay(why.to_string()))?;
    let document = file::open_whole(document).map_err(|why| ReadError::Replay(why.to_string()))?;
    let found = catalog::visit(&document.game, Typed(document.replay)).ok_or(ReadError::Game(document.game))?;
    Ok(FoundMatch { passages: document.passages, ..found.map_err(ReadError::Replay)? })
}

/// The match of a replay.
fn found_match<G: Playable>(replay: &Replay<G>) -> Result<FoundMatch, String> {
    replay.check().map_err(|broken| match broken.turn {
        0 => broken.why,
        turn => format!("turn {turn} is invalid: {}", broken.why),
    })?;
    let match_spec = MatchSpec {
        game: G::NAME.to_owned(),
        settings: serde_json::to_value(&replay.settings).expect("settings have text keys only"),
        seed: replay.seed,
        players: replay.players.clone(),
        terms: replay.terms.clone(),
    };
    let turns = replay.turns.iter().map(Turn::untyped).collect();
    Ok(FoundMatch { match_spec, turns, passages: Vec::new(), of: 1, warning: None })
}

#[cfg(test)]
mod tests {
    use botyard_engine::live::read::FromMessage;

    use super::*;

    #[test]
    fn every_game_of_the_catalogue_has_logs() {
        assert_eq!(LOG_READERS.map(|(name, _)| name), *catalog::NAMES);
    }

    #[test]
    fn the_page_reads_what_the_reader_has_found() {
        let log = read("connect-four", "1212121\n43\n").expect("a log");
        assert_eq!((log.of, log.turns.len(), log.match_spec.players.len()), (2, 7, 2));
        let file = r#"{"format":1,"game":"stratego","settings":SETTINGS,"seed":3,"players":[{"name":"a","kind":"module"},
            {"name":"b","kind":"person"}],"turns":[],"transcript":[{"seat":1,"turn":0,"stream":"stdin","text":"x"}]}"#;
        let settings = serde_json::to_string(&<Stratego as Playable>::settings(2, 3)).expect("text keys only");
        let replay = read("connect-four", &file.replace("SETTINGS", &settings)).expect("a replay of another game");
        assert_eq!((replay.match_spec.game.as_str(), replay.passages.len()), ("stratego", 1));
        for found in [log, replay] {
            assert_eq!(FoundMatch::from_value(serde_json::to_value(&found).expect("text keys only")), Some(found));
        }
    }

    #[test]
    fn files_of_other_servers_are_opened_whichever_game_is_shown() {
        let gio = r#" {"mapWidth":2,"mapHeight":1,"usernames":["ann","bob"],"generals":[1,0],"moves":[]}"#;
        let found = read("connect-four", gio.trim()).expect("a replay of generals.io");
        let names: Vec<_> = found.match_spec.players.iter().map(|player| player.name.as_str()).collect();
        assert_eq!((found.match_spec.game.as_str(), &names[..]), ("generals", &["bob", "ann"][..]));
        let field = format!("M{}Y", "A".repeat(98));
        let gsn = format!("#X38FA11 Stratego-Notation v1\ntype2\n{field}\nA4-A5\nEND\na vs b result 1 winner 0\n");
        let found = read("generals", &gsn).expect("a game of Gravon");
        assert_eq!((found.match_spec.game.as_str(), found.turns.len()), ("stratego", 2));
        assert!(
            found
                .warning
                .is_some_and(|warning| warning.starts_with("A game of Gravon, replayed up to move 1, because "))
        );
    }

    /// `botyard play --keep-input` keeps more than files usually have, so that the end of a long
    /// match has its words too.
    #[test]
    fn all_words_that_a_file_keeps_are_read() {
        let file = r#"{"format":1,"game":"connect-four","settings":null,"seed":3,"players":[{"name":"a","kind":"module"},
            {"name":"b","kind":"module"}],"turns":[],"transcript":[],"transcript_kept":4194304}"#;
        let mut file: Value = serde_json::from_str(file).expect("JSON");
        let settings = <ConnectFour as Playable>::settings(2, 3);
        file["settings"] = serde_json::to_value(settings).expect("settings have text keys only");
        let said =
            |turn: usize| serde_json::json!({"seat": 0, "turn": turn, "stream": "stdin", "text": "x".repeat(1 << 20)});
        file["transcript"] = (0..3).map(said).collect();
        let found = read("connect-four", &file.to_string()).expect("a replay");
        assert_eq!(found.passages.iter().map(|passage| passage.text.len()).sum::<usize>(), 3 << 20);
    }

    /// Regression: it was read as a log.
    #[test]
    fn a_source_is_no_log() {
        let why = read_file("connect-four", "bot.rs", "fn main() {}").expect_err("no match");
        assert!(why.starts_with("it is Rust source. Build it with `rustc "), "{why}");
        let why = read_file("connect-four", "game.gior", "\u{1}").expect_err("it is compressed");
        assert!(why.starts_with("it is a compressed replay of generals.io. Make a .gioreplay of it"), "{why}");
        let why = read_file("connect-four", "notes.txt", "hello").expect_err("no match");
        assert!(why.ends_with(
            "log of any game. Drop a bot (.wasm, .js or a folder), a replay (.json), a series (.jsonl), cases (.toml) or a log"
        ));
        let why = read_file("connect-four", "bot.zip", "PK").expect_err("no match");
        assert!(why.starts_with("it is an archive. "), "{why}");
        assert!(read_file("connect-four", "log.txt", "1212121").is_ok());
    }

    /// Regression: a position of Connect Four, pasted while Generals was shown, had no header.
    #[test]
    fn a_log_of_another_game_is_opened_in_that_game() {
        for game in ["generals", "stratego", "bitmartyr", "connect-four"] {
            let found = read(game, "4435261").expect("a log of Connect Four");
            assert_eq!((found.match_spec.game.as_str(), found.turns.len()), ("connect-four", 7), "{game}");
            let found = read(game, "1 5 3\n3 1 3 1 3\n").expect("a map of Generals");
            assert_eq!(found.match_spec.game, "generals", "{game}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_refused_in_a_clause() {
        for (game, text, why) in [
            ("connect-four", "{", "not a replay: EOF while parsing an object at line 1 column 1"),
            ("connect-four", "{}", "not a replay: it names no game"),
            ("connect-four", r#"{"game":"chess"}"#, "unknown game `chess`"),
            ("connect-four", r#"{"game":"connect-four"}"#, "not a replay: missing field `format`"),
            ("stratego", "hello", "not a bot, a replay or a log of any game"),
            (
                "stratego",
                "12x",
                "not a replay or a log of Connect Four: in line 1, character 3, `x`, is not a column (1 to 7)",
            ),
            (
                "connect-four",
                "#X38FA11 Stratego-Notation v1\ntype0\nEND\na vs b result 1 winner 0",
                "not a replay or a log of Stratego: a game of Gravon, but the game has no setups: it ended before both armies stood",
            ),
            (
                "connect-four",
                r#"{"mapWidth":2,"mapHeight":1,"generals":[]}"#,
                "not a replay or a log of Generals: a replay of generals.io, but the map cannot be played: no cell is a capital",
            ),
            (
                "connect-four",
                r#"{"format":1,"game":"connect-four","settings":{},"seed":1,"players":[{"name":"a","kind":"module"},
                    {"name":"b","kind":"module"}],"turns":[{"seat":0,"action":1},{"seat":0,"action":1}]}"#,
                "not a replay: turn 2 is invalid: it is not the turn of player 1",
            ),
        ] {
            assert_eq!(read(game, text), Err(why.to_owned()), "{text}");
        }
    }
}
