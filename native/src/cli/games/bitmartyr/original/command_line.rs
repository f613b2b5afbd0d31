//! The original's command lines: the one with named options and the one for Windows, which has five
//! numbers in a row. Parses words; opens no file and knows no rules.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use botyard_engine::fault::printable;
use botyard_engine::games::bitmartyr::{BitMartyrBoard, BoardError, MissingOrder, Placement, WireFormat};

use crate::cli::args::keep_input_args::KeepInputArgs;
use crate::cli::time_text::parse_time;

/// The request of a command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParsedLine {
    /// The manual page.
    Help,
    /// A match.
    Match(Box<MatchRequest>),
}

/// The options of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchRequest {
    /// The width of the board in cells.
    pub width: usize,
    /// The height of the board in cells.
    pub height: usize,
    /// The width and height of a cell in pixels.
    pub scale: usize,
    /// How many units each team starts with.
    pub population: usize,
    /// How many turns are played.
    pub duration: u32,
    /// The beginning of the names of the turns' pictures.
    pub frames: Option<String>,
    /// The file of the animated picture.
    pub animate: Option<PathBuf>,
    /// The board, if it was given instead of its size.
    pub board: Option<BitMartyrBoard>,
    /// Where units start.
    pub placement: Placement,
    /// The effect of a missing order.
    pub missing: MissingOrder,
    /// The seed of everything that is left to chance.
    pub seed: Option<u64>,
    /// How long one run may take.
    pub time: Duration,
    /// The file of the log.
    pub log: Option<PathBuf>,
    /// The file that the match is saved to.
    pub save: Option<PathBuf>,
    /// How many bytes of the bots' input and output are kept.
    pub keep_input: KeepInputArgs,
    /// The folder in which bots keep their files from match to match.
    pub keep_files: Option<PathBuf>,
    /// Whether the match is shown in the page.
    pub live: bool,
    /// The format of the bots whose names have no prefix for a format.
    pub wire: WireFormat,
    /// The teams as they were written.
    pub teams: Vec<String>,
}

impl Default for MatchRequest {
    fn default() -> Self {
        Self {
            width: 100,
            height: 100,
            scale: 5,
            population: 5,
            duration: 1000,
            frames: None,
            animate: None,
            board: None,
            placement: Placement::Spaced,
            missing: MissingOrder::Die,
            seed: None,
            time: Duration::from_secs(1),
            log: None,
            save: None,
            keep_input: KeepInputArgs::default(),
            keep_files: None,
            live: false,
            wire: WireFormat::Standard,
            teams: Vec::new(),
        }
    }
}

/// Parses the arguments after the command's name.
///
/// # Errors
/// What is wrong with them.
pub fn read(words: &[String]) -> Result<ParsedLine, String> {
    let mut line = LineParser { words, wanted: MatchRequest::default(), is_measured: false, sides: [None; 2] };
    while let Some(option) = line.option() {
        if option.name == "--" {
            line.words = &line.words[1..];
            return line.ais();
        }
        if option.name == "--help" {
            return Ok(ParsedLine::Help);
        }
        line.take_option(option)?;
    }
    match line.words.first() {
        Some(word) if word.starts_with(|c: char| c.is_ascii_digit()) && !line.is_measured => line.positional(),
        _ => line.named(),
    }
}

/// A command line that is being read.
struct LineParser<'a> {
    /// The arguments that were not read yet.
    words: &'a [String],
    wanted: MatchRequest,
    /// Whether an option has set one of the five numbers.
    is_measured: bool,
    /// Width and height, if options have set them.
    sides: [Option<usize>; 2],
}

/// An option, with its value if both are one argument: `-w50`, `--seed=3`.
struct OptionWord<'a> {
    name: &'a str,
    value: Option<&'a str>,
}

/// The short options with a number as their value.
const NUMBERED: [&str; 5] = ["-w", "-h", "-s", "-p", "-d"];

impl<'a> LineParser<'a> {
    /// The next argument, if it is an option. If it is not, it is the first AI.
    fn option(&self) -> Option<OptionWord<'a>> {
        let word = self.words.first()?.as_str();
        if word.starts_with("--") {
            let (name, value) = word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value)));
            return Some(OptionWord { name, value });
        }
        if NUMBERED.contains(&word) || word == "-f" || word == "-g" {
            return Some(OptionWord { name: word, value: None });
        }
        let (name, value) = word.split_at_checked(2)?;
        let is_number = value.bytes().all(|byte| byte.is_ascii_digit());
        (NUMBERED.contains(&name) && is_number).then_some(OptionWord { name, value: Some(value) })
    }

    fn take_option(&mut self, option: OptionWord<'a>) -> Result<(), String> {
        self.words = &self.words[1..];
        let name = option.name;
        if FLAGS.contains(&name) {
            match name {
                "--plain" => self.wanted.wire = WireFormat::Plain,
                _ => self.wanted.live = true,
            }
            return option.value.map_or(Ok(()), |_| Err(format!("{name} takes no value")));
        }
        let is_known = KNOWN.contains(&name);
        if !is_known {
            return Err(format!("unknown option {}: see `botyard bitmartyr --help`", printable(name)));
        }
        let value = option.value.or_else(|| self.word()).ok_or_else(|| format!("{name} requires a value"))?;
        self.set(name, value)
    }

    fn word(&mut self) -> Option<&'a str> {
        let (word, rest) = self.words.split_first()?;
        self.words = rest;
        Some(word)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let bad = |why: String| format!("{name} {}: {why}", printable(value));
        let wanted = &mut self.wanted;
        let number = match name {
            "-w" | "--width" => Some(&mut wanted.width),
            "-h" | "--height" => Some(&mut wanted.height),
            "-s" | "--scale" => Some(&mut wanted.scale),
            "-p" | "--population" => Some(&mut wanted.population),
            _ => None,
        };
        if let Some(number) = number {
            *number = self::number(value).map_err(bad)?;
            self.is_measured = true;
            match name {
                "-w" | "--width" => self.sides[0] = Some(wanted.width),
                "-h" | "--height" => self.sides[1] = Some(wanted.height),
                _ => {}
            }
            return Ok(());
        }
        match name {
            "-d" | "--duration" => {
                wanted.duration = self::number(value).map_err(bad)?;
                self.is_measured = true;
            }
            "-f" | "--frames" => wanted.frames = Some(value.to_owned()),
            "--animate" => wanted.animate = Some(value.into()),
            "--board" => wanted.board = Some(value.parse().map_err(|why: BoardError| bad(why.to_string()))?),
            "--placement" => wanted.placement = named(&Placement::ALL, value).map_err(bad)?,
            "--missing" => wanted.missing = named(&MISSING, value).map_err(bad)?,
            "--seed" => wanted.seed = Some(self::number(value).map_err(bad)?),
            "--time" => wanted.time = parse_time(value).map_err(bad)?,
            "--save" => wanted.save = Some(value.into()),
            "--keep-input" => wanted.keep_input = KeepInputArgs::parse(value).map_err(bad)?,
            "--keep-files" => wanted.keep_files = Some(value.into()),
            _ => wanted.log = Some(value.into()),
        }
        Ok(())
    }

    /// Reads the rest as AIs. Refuses an AI with the name of a long option, which is probably in
    /// the wrong place.
    fn named(self) -> Result<ParsedLine, String> {
        let is_known = |word: &str| KNOWN.contains(&word) || FLAGS.contains(&word);
        let long = |word: &&String| word.starts_with("--") && is_known(word);
        match self.words.iter().find(long) {
            Some(late) => Err(format!("{late} must come first, before the numbers and the AIs")),
            None => self.ais(),
        }
    }

    /// Reads the rest as AIs, whatever their names.
    fn ais(self) -> Result<ParsedLine, String> {
        if self.words.is_empty() {
            return Err("missing AI: see `botyard bitmartyr --help`".to_owned());
        }
        self.agree()?;
        Ok(ParsedLine::Match(Box::new(MatchRequest { teams: self.words.to_vec(), ..self.wanted })))
    }

    /// Refuses a width or a height that differs from those of `--board`.
    fn agree(&self) -> Result<(), String> {
        let Some(board) = &self.wanted.board else { return Ok(()) };
        let (width, height) = (board.width(), board.height());
        let [wide, high] = [(self.sides[0], width), (self.sides[1], height)].map(|(named, own)| named.unwrap_or(own));
        match (wide, high) == (width, height) {
            true => Ok(()),
            false => Err(format!("--board has {width} by {height} cells, not {wide} by {high}")),
        }
    }

    /// Reads five numbers and the AIs, and `--` with the name of the frames if it is there.
    fn positional(mut self) -> Result<ParsedLine, String> {
        for (name, what) in ["-w", "-h", "-s", "-p", "-d"].into_iter().zip(NUMBERS) {
            let word = self.word().ok_or_else(|| format!("missing {what}: {NUMBERS_WANTED}"))?;
            self.set(name, word).map_err(|_| format!("invalid {what} {}: {NUMBERS_WANTED}", printable(word)))?;
        }
        let end = self.words.iter().position(|word| word == "--");
        if let Some(end) = end {
            self.wanted.frames = match &self.words[end + 1..] {
                [name] => Some(name.clone()),
                [] => return Err("missing name of the frames after `--`".to_owned()),
                [_, more, ..] => return Err(format!("unexpected {} after the name of the frames", printable(more))),
            };
            self.words = &self.words[..end];
        }
        self.named()
    }
}

/// The options that have no value.
const FLAGS: [&str; 3] = ["-g", "--live", "--plain"];

/// The options that have a value.
const KNOWN: [&str; 22] = [
    "-w",
    "--width",
    "-h",
    "--height",
    "-s",
    "--scale",
    "-p",
    "--population",
    "-d",
    "--duration",
    "-f",
    "--frames",
    "--animate",
    "--board",
    "--placement",
    "--missing",
    "--seed",
    "--time",
    "--log",
    "--save",
    "--keep-input",
    "--keep-files",
];

const NUMBERS: [&str; 5] = ["width", "height", "scale", "population", "duration"];
const NUMBERS_WANTED: &str = "this form of the command line begins with width, height, scale, population and duration";

/// The values of `--missing`.
pub const MISSING: [(MissingOrder, &str); 2] = [(MissingOrder::Die, "die"), (MissingOrder::Stay, "stay")];

/// A whole number.
fn number<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| "expected a whole number in range".to_owned())
}

/// Finds a value by its name.
///
/// # Errors
/// The known names.
pub fn named<T: Copy>(all: &[(T, &str)], wanted: &str) -> Result<T, String> {
    let names = || all.iter().map(|(_, name)| *name).collect::<Vec<_>>().join(", ");
    all.iter()
        .find(|(_, name)| *name == wanted)
        .map(|(thing, _)| *thing)
        .ok_or_else(|| format!("expected one of {}", names()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<ParsedLine, String> {
        let words: Vec<_> = line.split_whitespace().map(str::to_owned).collect();
        super::read(&words)
    }

    fn wanted(line: &str) -> MatchRequest {
        match read(line) {
            Ok(ParsedLine::Match(wanted)) => *wanted,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn teams(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn both_forms_ask_for_the_same() {
        let named = wanted("-w 50 -h 100 -s 6 -p 3 -d 900 -f out a -b plain:c d");
        let expected = MatchRequest {
            width: 50,
            height: 100,
            scale: 6,
            population: 3,
            duration: 900,
            frames: Some("out".to_owned()),
            teams: teams(&["a", "-b", "plain:c", "d"]),
            ..MatchRequest::default()
        };
        assert_eq!(named, expected);
        assert_eq!(wanted("50 100 6 3 900 a -b plain:c d -- out"), expected);
        assert_eq!(wanted("--width=50 --height 100 -s6 --population=3 -d900 --frames=out -- a -b plain:c d"), expected);
        let seeded = MatchRequest { seed: Some(4), ..expected };
        assert_eq!(wanted("--seed 4 50 100 6 3 900 a -b plain:c d -- out"), seeded);
    }

    #[test]
    fn what_is_not_said_is_as_in_the_original() {
        let alone = MatchRequest { teams: teams(&["a"]), ..MatchRequest::default() };
        assert_eq!(wanted("a"), alone);
        assert_eq!((alone.width, alone.height, alone.scale, alone.population, alone.duration), (100, 100, 5, 5, 1000));
    }

    #[test]
    fn options_end_with_the_first_ai() {
        for (line, expected) in [
            ("a -w 5", teams(&["a", "-w", "5"])),
            ("-- a --seed", teams(&["a", "--seed"])),
            ("-- -w -h", teams(&["-w", "-h"])),
            ("-bot -g", teams(&["-bot", "-g"])),
            ("-./right.wasm b", teams(&["-./right.wasm", "b"])),
            ("-w 5 -scared", teams(&["-scared"])),
            ("-flee", teams(&["-flee"])),
            ("-w 5 3 4", teams(&["3", "4"])),
            ("-- 5bot", teams(&["5bot"])),
            ("-w 1 -", teams(&["-"])),
        ] {
            assert_eq!(wanted(line).teams, expected, "{line}");
        }
        assert_eq!((wanted("a").wire, wanted("--plain a").wire), (WireFormat::Standard, WireFormat::Plain));
        assert_eq!(read("a --plain"), Err("--plain must come first, before the numbers and the AIs".to_owned()));
        assert!(wanted("-g a").live && !wanted("a -g").live);
        assert_eq!(read("a --seed 3"), Err("--seed must come first, before the numbers and the AIs".to_owned()));
    }

    #[test]
    fn the_program_has_options_of_its_own() {
        let own = wanted(
            "--placement random --missing stay --seed 9 --time 20ms --animate m.gif --log l --save s --keep-input 2MiB --keep-files k a",
        );
        let expected = MatchRequest {
            placement: Placement::Random,
            missing: MissingOrder::Stay,
            seed: Some(9),
            time: Duration::from_millis(20),
            animate: Some("m.gif".into()),
            log: Some("l".into()),
            save: Some("s".into()),
            keep_input: KeepInputArgs::parse("2MiB").expect("a size"),
            keep_files: Some("k".into()),
            teams: teams(&["a"]),
            ..MatchRequest::default()
        };
        assert_eq!(own, expected);
    }

    #[test]
    fn a_board_may_be_measured_rightly() {
        let board = |line| wanted(line).board.map(|board| board.to_string());
        assert_eq!(board("-w 3 -h 2 --board 2E/3 a"), board("--board 2E/3 a"));
    }

    #[test]
    fn help_is_long() {
        assert_eq!(read("-w 5 --help"), Ok(ParsedLine::Help));
        assert_eq!(wanted("-h 7 a").height, 7);
    }

    #[test]
    fn mistakes_are_named() {
        for (line, clue) in [
            ("", "missing AI"),
            ("-w 5", "missing AI"),
            ("-w", "-w requires a value"),
            ("-w many a", "-w many: expected a whole number"),
            ("--sed 3 a", "unknown option --sed"),
            ("--live=yes a", "--live takes no value"),
            ("--placement even a", "--placement even: expected one of spaced, random"),
            ("--board 2/3 a", "--board 2/3: row 2 of the board is not as long"),
            ("-w 10 -h 10 --board 2E/3 a", "--board has 3 by 2 cells, not 10 by 10"),
            ("--board 2E/3 --height 3 a", "has 3 by 2 cells, not 3 by 3"),
            ("--board 2E/3 3 3 1 1 1 a", "has 3 by 2 cells, not 3 by 3"),
            ("--missing up a", "--missing up: expected one of die, stay"),
            ("--time soon a", "--time soon: expected a time"),
            ("5 5 1", "missing population: this form"),
            ("5 5 1 a b", "invalid population a: this form"),
            ("5 5 1 1 1", "missing AI"),
            ("5 5 1 1 1 a --", "missing name of the frames after `--`"),
            ("5 5 1 1 1 a -- b c", "unexpected c after the name of the frames"),
        ] {
            let why = read(line).expect_err(line);
            assert!(why.contains(clue), "{line}: {why}");
        }
    }
}
