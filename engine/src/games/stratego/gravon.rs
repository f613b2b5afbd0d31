//! Games that the server Gravon has kept: its notation (`.gsn`) and the XML that came after it.
//! Both have the board at the start in one text of a hundred letters, and the moves from square to
//! square. Reads them; what the moves do is for the rules.
//!
//! ```text
//! #X38FA11 Stratego-Notation v1
//! type0
//! (100 letters: RED's four rows from the back, two rows of lakes, BLUE's four rows from the front)
//! A4-A5
//! A7-A6
//! END
//! NAME vs NAME result 1 winner 0
//! ```
//!
//! RED is at the bottom there and at the top here, so a row keeps its place from RED's back: row 1
//! is row 0, and column A column 0.

use std::time::Duration;

use super::action::{StrategoAction, StrategoMove};
use super::piece::{Colour, Rank};
use super::rules::Stratego;
use super::settings::StrategoSettings;
use super::setup::{ArmySetup, ROWS};
use super::square::{Direction, HEIGHT, SQUARES, Square, WIDTH};
use crate::game::Game;
use crate::replay::{ForeignMatch, ForeignMatchError, MatchTerms, PlayerInfo, Replay, Turn, TurnResult, play_turn};

const HEADING: &str = "#X38FA11 Stratego-Notation v";
const ROOT: &str = "<stratego";
const END: &str = "END";

/// The columns. As on many boards there is no J; some files have one in the place of K.
const COLUMNS: &str = "ABCDEFGHIK";

/// A player's name that is longer, in characters, is cut.
const NAME_MAX: usize = 60;

/// A game that has been read.
#[derive(Debug, Clone, PartialEq)]
pub struct GravonGame {
    /// The setups and the moves, as far as the rules of this manager allow them.
    pub replay: Replay<Stratego>,
    /// The reason why the replay lacks a part of the file, as a clause; `None` if it is complete.
    pub remark: Option<String>,
}

/// An error in a game of Gravon.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GravonError {
    /// The game ended before both armies stood.
    #[error("the game has no setups: it ended before both armies stood")]
    NoField,
    /// The text of the board is too short or too long.
    #[error("the board has {0} letters and not {SQUARES}")]
    Length(usize),
    /// A letter of the board without a meaning, or for a piece that cannot be there.
    #[error("letter {place} of the board, `{letter}`, is {why}")]
    Letter {
        /// The position of the letter, from 1.
        place: usize,
        /// The letter.
        letter: char,
        /// The error, as a clause.
        why: &'static str,
    },
    /// An army that cannot be.
    #[error("{}'s army is not possible: {why}", colour.name())]
    Army {
        /// The side.
        colour: Colour,
        /// The description of the error.
        why: String,
    },
    /// Words in the place of a move.
    #[error("move {number} is not one: `{}`", crate::fault::printable(words))]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The words.
        words: String,
    },
}

/// Reads a game; `None` if the text does not begin like one.
pub(super) fn read_foreign(text: &str) -> Option<Result<ForeignMatch<Stratego>, ForeignMatchError>> {
    is_gravon(text).then(|| match read(text) {
        Ok(GravonGame { replay, remark }) => {
            Ok(ForeignMatch { replay, remark: remark.map(|why| format!("a game of Gravon, {why}")) })
        }
        Err(why) => Err(ForeignMatchError { what: "a game of Gravon", why: why.to_string() }),
    })
}

/// Whether a text begins like a game of Gravon.
fn is_gravon(text: &str) -> bool {
    is_notation(text) || (text.trim_start_matches('\u{feff}').trim_start().starts_with('<') && text.contains(ROOT))
}

fn is_notation(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').starts_with(HEADING)
}

/// Reads a game.
///
/// # Errors
/// If it has no possible setups, or a move is not from a square to a square.
pub fn read(text: &str) -> Result<GravonGame, GravonError> {
    let record = if is_notation(text) { read_notation(text) } else { read_xml(text) };
    let field = record.field.ok_or(GravonError::NoField)?;
    let armies = read_field(field)?;
    let moves = record.moves.iter().enumerate().map(|(at, &words)| {
        read_move(words).ok_or_else(|| GravonError::Move {
            number: at + 1,
            words: words.join("-").chars().take(NAME_MAX).collect(),
        })
    });
    play(armies, &moves.collect::<Result<Vec<_>, _>>()?, record.names)
}

/// The content of a file, unchecked.
#[derive(Default)]
struct GravonRecord<'a> {
    field: Option<&'a str>,
    /// `A4-A5`, or from XML two texts with something between them.
    moves: Vec<[&'a str; 2]>,
    names: [&'a str; 2],
}

fn read_notation(text: &str) -> GravonRecord<'_> {
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim).filter(|line| !line.is_empty()).skip(1);
    let mut record = GravonRecord::default();
    for line in lines.by_ref().take_while(|&line| line != END) {
        match line.split_once('-') {
            Some((from, to)) => record.moves.push([from, to]),
            None if record.moves.is_empty() && !line.starts_with("type") && record.field.is_none() => {
                record.field = Some(line);
            }
            // Skips the type, and lines with a colon between squares, which name a variant's saved
            // pieces.
            None if line.starts_with("type") || line.contains(':') => {}
            None => record.moves.push([line, ""]),
        }
    }
    let names = lines.next().and_then(|line| line.rsplit_once(" result ")?.0.split_once(" vs "));
    record.names = names.map_or([""; 2], |(red, blue)| [red, blue]);
    record
}

/// Reads the elements that matter as Gravon writes them: no entities, no comments.
fn read_xml(text: &str) -> GravonRecord<'_> {
    let mut record = GravonRecord::default();
    let mut names = Vec::new();
    for element in text.split('<').skip(1) {
        let (tag, content) = element.split_once('>').unwrap_or((element, ""));
        match tag.split([' ', '\t', '\r', '\n', '/']).next() {
            Some("field") => record.field = record.field.or(attribute(tag, "content")),
            Some("move") => record.moves.push(["source", "target"].map(|name| attribute(tag, name).unwrap_or(""))),
            Some("player") => names.push(content.trim()),
            _ => {}
        }
    }
    record.names = [0, 1].map(|at| names.get(at).copied().unwrap_or(""));
    record
}

/// The value of an attribute in a tag.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = tag.split_once(name)?;
    let rest = rest.trim_start().strip_prefix('=')?.trim_start();
    let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    rest[1..].split_once(quote).map(|(value, _)| value)
}

fn read_field(field: &str) -> Result<[ArmySetup; 2], GravonError> {
    let count = field.chars().count();
    if count != SQUARES {
        return Err(GravonError::Length(count));
    }
    let mut armies = [[[None; WIDTH]; ROWS]; 2];
    for (at, letter) in field.chars().enumerate() {
        let (row, column) = (at / WIDTH, at % WIDTH);
        let bad = |why| GravonError::Letter { place: at + 1, letter, why };
        let piece = match letter {
            'A' | '_' => None,
            _ => Some(piece(letter).ok_or_else(|| bad("not a piece"))?),
        };
        let home =
            Colour::BOTH.into_iter().find(|colour| (colour.first_row()..colour.first_row() + ROWS).contains(&row));
        match (piece, home) {
            (None, _) => {}
            (Some((owner, rank)), Some(home)) if owner == home => {
                armies[home as usize][row - home.first_row()][column] = Some(rank);
            }
            (Some(_), Some(_)) => return Err(bad("a piece of the other side")),
            (Some(_), None) => return Err(bad("a piece between the armies")),
        }
    }
    Ok(armies.map(ArmySetup::new))
}

/// `B` to `M` are RED's, `N` to `Y` BLUE's.
fn piece(letter: char) -> Option<(Colour, Rank)> {
    const RANKS: [Rank; 12] = [
        Rank::Bomb,
        Rank::Spy,
        Rank::Scout,
        Rank::Miner,
        Rank::Sergeant,
        Rank::Lieutenant,
        Rank::Captain,
        Rank::Major,
        Rank::Colonel,
        Rank::General,
        Rank::Marshal,
        Rank::Flag,
    ];
    let place = u32::from(letter).checked_sub(u32::from('B'))? as usize;
    let colour = *Colour::BOTH.get(place / RANKS.len())?;
    Some((colour, RANKS[place % RANKS.len()]))
}

fn read_move([from, to]: [&str; 2]) -> Option<(Square, Square)> {
    Some((square(from)?, square(to)?))
}

/// `A1` to `K10`; row 10 can be `0`.
fn square(words: &str) -> Option<Square> {
    let mut letters = words.trim().chars();
    let column = match letters.next()?.to_ascii_uppercase() {
        'J' => WIDTH - 1,
        letter => COLUMNS.find(letter)?,
    };
    let row = match letters.as_str() {
        "0" => HEIGHT,
        row => row.parse().ok().filter(|row| (1..=HEIGHT).contains(row))?,
    };
    Square::new(column as i32, row as i32 - 1)
}

fn play(armies: [ArmySetup; 2], moves: &[(Square, Square)], names: [&str; 2]) -> Result<GravonGame, GravonError> {
    let is_partial = armies.iter().any(|army| army.places().any(|(.., rank)| rank.is_none()));
    let settings = StrategoSettings { partial_setup: is_partial, max_turns: None, ..StrategoSettings::default() };
    let mut game = Stratego::start(&settings, 2).expect("there are two players");
    let turn = |colour: Colour, action| Turn {
        seat: colour.seat(),
        result: TurnResult::Action(action),
        words: None,
        used: Duration::ZERO,
    };
    let mut turns = Vec::new();
    for (colour, army) in Colour::BOTH.into_iter().zip(armies) {
        let turn = turn(colour, StrategoAction::Setup(army));
        play_turn(&mut game, &turn, &mut Vec::new())
            .map_err(|why| GravonError::Army { colour, why: why.to_string() })?;
        turns.push(turn);
    }
    let mut remark = None;
    for (at, &(from, to)) in moves.iter().enumerate() {
        let stopped = |why: String| Some(format!("replayed up to move {}, because {why}", at + 1));
        if game.outcome().is_some() {
            remark = stopped("the match is over by the rules of this manager".to_owned());
            break;
        }
        let colour = if at % 2 == 0 { Colour::Red } else { Colour::Blue };
        let turn = turn(colour, StrategoAction::Move(between(from, to)));
        if let Err(why) = play_turn(&mut game, &turn, &mut Vec::new()) {
            remark = stopped(why.to_string());
            break;
        }
        turns.push(turn);
    }
    let players = names.into_iter().zip(Colour::BOTH).map(|(name, colour)| {
        let name = if name.is_empty() { colour.name() } else { name };
        PlayerInfo { name: name.chars().take(NAME_MAX).collect(), ..PlayerInfo::default() }
    });
    let replay = Replay { settings, seed: 0, players: players.collect(), terms: MatchTerms::default(), turns };
    Ok(GravonGame { replay, remark })
}

/// The move from a square to another. If they share no row or column, the move has no steps, and
/// the rules refuse it.
fn between(from: Square, to: Square) -> StrategoMove {
    let (across, down) = (to.x() as i32 - from.x() as i32, to.y() as i32 - from.y() as i32);
    let (direction, steps) = match (across, down) {
        (0, ..0) => (Direction::Up, -down),
        (0, _) => (Direction::Down, down),
        (..0, 0) => (Direction::Left, -across),
        (_, 0) => (Direction::Right, across),
        _ => (Direction::Down, 0),
    };
    StrategoMove::new(from, direction, steps)
}

#[cfg(test)]
mod tests {
    use super::super::setup::StandardSetup;
    use super::*;

    /// The board of two standard setups.
    fn field() -> String {
        let letters = |colour: Colour| {
            let army = StandardSetup::ALL[0].setup(colour);
            let letter =
                |rank: Option<Rank>| ('A'..='Y').find(|&letter| piece(letter) == rank.map(|rank| (colour, rank)));
            army.places().map(|(.., rank)| letter(rank).expect("every piece has a letter")).collect::<String>()
        };
        format!("{}AA__AA__AAAA__AA__AA{}", letters(Colour::Red), letters(Colour::Blue))
    }

    fn notation(moves: &str) -> String {
        format!(
            "#X38FA11 Stratego-Notation v1\r\ntype0\r\n{}\r\n{moves}END\r\nann vs bob result 1 winner 0\r\n",
            field()
        )
    }

    #[test]
    fn a_game_is_read_in_both_forms() {
        let text = notation("A4-A5\r\nA7-A6\r\n");
        assert!(is_gravon(&text));
        let game = read(&text).expect("a game");
        assert_eq!(game.remark, None);
        let words: Vec<_> = game.replay.turns[2..]
            .iter()
            .map(|turn| match &turn.result {
                TurnResult::Action(action) => action.to_string(),
                TurnResult::Fault(fault) => fault.kind.name().to_owned(),
            })
            .collect();
        assert_eq!(words, ["0 3 DOWN", "0 6 UP"]);
        assert_eq!(
            game.replay.turns[0].result,
            TurnResult::Action(StrategoAction::Setup(StandardSetup::ALL[0].setup(Colour::Red)))
        );
        assert_eq!([0, 1].map(|at| game.replay.players[at].name.as_str()), ["ann", "bob"]);
        game.replay.check().expect("it follows by the rules");

        let xml = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<stratego>\n <game type = \"classic\">\n  <field content=\"{}\"/>
              <move id=\"1\" source=\"A4\" target=\"A5\"/><move id=\"2\" source=\"A7\" target=\"A6\"/>
              <player id =\"1\">ann</player><player id =\"2\">bob</player>
              <result type=\"1\" winner=\"1\"/></game></stratego>",
            field()
        );
        assert!(is_gravon(&xml));
        assert_eq!(read(&xml), Ok(game));
    }

    #[test]
    fn a_game_is_replayed_as_far_as_the_rules_allow() {
        for (moves, turns, remark) in [
            ("A4-A5\nA7-A6\nA5-A7\n", 4, "replayed up to move 3, because "),
            ("A4-B5\n", 2, "replayed up to move 1, because "),
            ("A7-A6\n", 2, "replayed up to move 1, because "),
        ] {
            let game = read(&notation(moves)).expect("a game");
            assert_eq!(game.replay.turns.len(), turns, "{moves}");
            assert!(game.remark.is_some_and(|said| said.starts_with(remark)), "{moves}");
        }
    }

    #[test]
    fn an_army_may_be_a_part_of_one() {
        let field = format!("MBCDDEKLAA{}{}{}", "A".repeat(50), "NOPPQWXYAA", "A".repeat(30));
        let game = read(&format!("{HEADING}2\ntype1\n{field}\nEND\nred vs blue result 0 winner 1\n")).expect("a game");
        assert!(game.replay.settings.partial_setup);
        assert_eq!(game.replay.turns.len(), 2);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (from, to, why) in [
            ("AA__", "A__", "the board has 99 letters and not 100"),
            ("AA__", "AZ__", "letter 42 of the board, `Z`, is not a piece"),
            ("AA__", "AB__", "letter 42 of the board, `B`, is a piece between the armies"),
            ("M", "N", "letter 1 of the board, `N`, is a piece of the other side"),
            ("M", "L", "RED's army is not possible: "),
            ("END", "A4-L5\nEND", "move 1 is not one: `A4-L5`"),
            ("END", "A4-A11\nEND", "move 1 is not one: `A4-A11`"),
            ("END", "\u{1b}-A1\nEND", "move 1 is not one: "),
        ] {
            let text = notation("");
            let (heading, rest) = text.split_at(text.find("type0").expect("it has a type"));
            let said = read(&format!("{heading}{}", rest.replacen(from, to, 1))).expect_err("it is wrong").to_string();
            assert!(said.starts_with(why), "{said}");
        }
        assert_eq!(
            read("#X38FA11 Stratego-Notation v1\ntype0\nEND\na vs b result 1 winner 0\n"),
            Err(GravonError::NoField)
        );
        assert_eq!(read("<stratego><game type=\"classic\"></game></stratego>"), Err(GravonError::NoField));
        assert!(!is_gravon("a RED SETUP\n"));
        assert!(!is_gravon("<html>"));
    }
}
