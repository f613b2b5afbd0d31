//! Prints the sizes of the built page, file by file: uncompressed, and compressed as a static host
//! would send it. Reports by how much the aim is met or missed, and fails where it is missed by so
//! much that it must be an accident.

use std::fmt;
use std::fs;
use std::ops::Add;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use botyard_languages::ScriptLanguage;
use botyard_packaging::{Copies, DistFile, compressed, list};
use clap::Parser;

/// Weighs the built page.
#[derive(Parser)]
struct Arguments {
    /// The built page
    dist: PathBuf,
    /// Where to keep the report
    report: PathBuf,
    /// The page was built without wasm-opt, so that its programs are larger
    #[arg(long)]
    without_wasm_opt: bool,
}

/// In bytes, compressed with gzip, before the first board can be used. Brotli does better, but not
/// every host has it.
const AIM: usize = 420_000;
/// Like `AIM`, for a page that was built without wasm-opt.
const AIM_WITHOUT_WASM_OPT: usize = 504_000;
/// In bytes, compressed with gzip, before the first board can be used: two percent above the size
/// when it was set. Exceeding the limit is a regression, or a feature that says what it costs. The
/// limits below are in the same unit. All are for a page optimised by wasm-opt: see
/// [`Programs::limit`].
const BOARD_LIMIT: usize = 432_000;
/// The code of the page that is fetched after the first board.
const DEFERRED_LIMIT: usize = 247_500;
/// All that is fetched before the first match of bots runs, which does not need the deferred code.
const MATCH_LIMIT: usize = 952_000;
/// The worker with the WebAssembly interpreter: only browsers that cannot suspend a module fetch
/// it.
const INTERPRETER_LIMIT: usize = 739_900;
/// The worker that records turns of scripts.
const RECORDER_LIMIT: usize = 432_300;
/// The program that plays series.
const SERIES_LIMIT: usize = 314_500;
/// The program that lets bots answer cases.
const CASES_LIMIT: usize = 488_000;
/// The editor, which is fetched when a visitor writes a bot. A page that was built without npm has
/// no editor.
const EDITOR_LIMIT: usize = 226_800;
/// The script that shows transcripts.
const INSPECTOR_LIMIT: usize = 8_200;
/// The script that shows the manual, with the pages of the heaviest game and those of all games.
const MANUAL_LIMIT: usize = 82_300;
/// Beginnings of the names of files that only a match needs: the page is drawn, and a finished
/// match played back, before they are loaded. Snippets are the workers'. The store of the visitor's
/// bots is fetched beside the first board.
const OF_THE_MATCH: [&str; 5] = ["worker", "bots/", "snippets/", "bot_store", "database"];
/// Beginning of the name of the deferred module, the code of the page that is fetched after the
/// first board.
const DEFERRED: &str = "botyard-web-deferred";
/// Beginning of the name of the script that is fetched with the inspector. The reader of a game's
/// map is fetched when a map is shown.
const OF_THE_INSPECTOR: &str = "transcript";
/// Beginning of the names of the files that are fetched when a visitor opens the manual.
const OF_THE_MANUAL: &str = "manual";
/// Beginning of the names of the manual's files. A reader gets two of them: that of a game, and
/// that of all games.
const MANUAL_FILES: &str = "manual/";
/// Beginning of the name of the manual's file for all games.
const MANUAL_OF_ALL: &str = "manual/all";
/// Beginning of the names of the files that most browsers never request.
const OF_THE_INTERPRETER: &str = "interpreter";

/// Beginning of the names of the files that are fetched with the first turn that is stepped through.
const OF_THE_RECORDER: &str = "recorder";

/// Beginning of the names of the files that are fetched with the first series.
const OF_A_SERIES: &str = "series";
/// Beginning of the names of the files that are fetched with the first case.
const OF_A_CASE: &str = "cases";
/// Beginning of the names of the files that are fetched when a visitor writes a bot.
const OF_THE_EDITOR: &str = "editor/editor";
/// Beginning of the names of the editor's other files, such as its licences, which are fetched on
/// request.
const ABOUT_THE_EDITOR: &str = "editor/";
/// Beginnings of the names of files that no visit waits for: other pages (the tests of WASI, the
/// licences), frames in other pages, the offline copy and the installation of the page, and files
/// that few visits request.
const NOT_WAITED_FOR: [&str; 15] = [
    "wasi-test",
    "licences",
    "embed",
    "icons/",
    "start/",
    "manifest",
    "offline",
    "service-worker",
    "bot_folder",
    "exported_bots",
    "language_download",
    "script_translation",
    "translator",
    "generals_map",
    "bitmartyr_map",
];

/// How the page's programs were built.
#[derive(Clone, Copy)]
enum Programs {
    /// Optimised by wasm-opt.
    Optimised,
    /// As the compiler made them.
    AsCompiled,
}

#[derive(Clone, Copy, Default)]
struct Weight {
    raw: usize,
    gzip: usize,
    brotli: usize,
}

struct Weighed {
    name: String,
    weight: Weight,
}

/// What visitors wait for, by occasion.
struct Weights {
    /// The page up to its first board.
    board: Weight,
    /// The code of the page that comes after the first board.
    deferred: Weight,
    /// The page before its first board, its worker, and two bots for the first match: the two
    /// heaviest, since the choice may change.
    game: Weight,
    /// The worker with the interpreter, which comes instead of the other worker or after it.
    interpreter: Weight,
    /// The worker that records turns of scripts.
    recorder: Weight,
    /// What comes before the first game of a series, beside the worker.
    series: Weight,
    /// What comes before the first case, beside the store of cases, which is that of series.
    cases: Weight,
    /// What comes when a visitor writes a bot.
    editor: Weight,
    /// Of each language, what is fetched with its first script. A page that was built without npm or pip
    /// lacks some.
    scripts: [Weight; ScriptLanguage::ALL.len()],
    /// What comes when a visitor first inspects a bot.
    inspector: Weight,
    /// What comes when a visitor reads the longest manual of a game.
    manual: Weight,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let files: Vec<_> = list(&arguments.dist)?.iter().map(weigh).collect::<Result<_>>()?;
    let weights = Weights::add_up(&files);
    let programs = if arguments.without_wasm_opt { Programs::AsCompiled } else { Programs::Optimised };
    let report = report(&files, &weights, programs);
    print!("{report}");
    fs::write(&arguments.report, report).with_context(|| format!("cannot write {}", arguments.report.display()))?;
    let Weights { board, deferred, game, interpreter, series, cases, editor, .. } = weights;
    let Weights { scripts, inspector, manual, recorder, .. } = weights;
    check("of the recorder", recorder, programs.limit(RECORDER_LIMIT))?;
    check("of the manual", manual, MANUAL_LIMIT)?;
    check("of the editor", editor, EDITOR_LIMIT)?;
    for (language, weight) in ScriptLanguage::ALL.into_iter().zip(scripts) {
        let (what, limit) = (describe_script_part(language), language.page_bytes());
        check(&format!("of {what}"), weight, limit)?;
    }
    check("before the first board", board, programs.limit(BOARD_LIMIT))?;
    check("of the page's deferred code", deferred, programs.limit(DEFERRED_LIMIT))?;
    check("before the first match", game, programs.limit(MATCH_LIMIT))?;
    check("of the interpreter", interpreter, programs.limit(INTERPRETER_LIMIT))?;
    check("before the first series", series, programs.limit(SERIES_LIMIT))?;
    check("before the first case", cases, programs.limit(CASES_LIMIT))?;
    check("of the inspector's script", inspector, INSPECTOR_LIMIT)
}

/// What is fetched with the first script of a language.
fn describe_script_part(language: ScriptLanguage) -> String {
    let part = language.translator().map_or("interpreter", |_| "translator");
    format!("the {part} of {}", language.name())
}

impl Programs {
    /// The aim for what comes before the first board.
    fn aim(self) -> usize {
        match self {
            Self::Optimised => AIM,
            Self::AsCompiled => AIM_WITHOUT_WASM_OPT,
        }
    }

    /// The limit for files with programs in them, given the limit for a page with wasm-opt: without
    /// wasm-opt, limits are higher in the same ratio as the aims.
    fn limit(self, optimised: usize) -> usize {
        optimised + optimised / 100 * ((self.aim() - AIM) * 100 / AIM)
    }
}

fn check(what: &str, weight: Weight, limit: usize) -> Result<()> {
    let bytes = weight.gzip;
    ensure!(bytes <= limit, "{bytes} bytes {what}; more than {limit} can only be an accident");
    Ok(())
}

fn weigh(file: &DistFile) -> Result<Weighed> {
    let raw = usize::try_from(fs::metadata(&file.path)?.len())?;
    let Copies { gzip, brotli } = compressed(&file.path)?;
    Ok(Weighed { name: file.name.clone(), weight: Weight { raw, gzip, brotli } })
}

impl Weights {
    fn add_up(files: &[Weighed]) -> Self {
        let own = files.iter().filter(|file| !NOT_WAITED_FOR.iter().any(|start| file.name.starts_with(start)));
        let (interpreter, own) = part(own, OF_THE_INTERPRETER);
        let (recorder, own) = part(own.into_iter(), OF_THE_RECORDER);
        let (editor, mut own) = part(own.into_iter(), OF_THE_EDITOR);
        let scripts = ScriptLanguage::ALL.map(|language| {
            let start = format!("bots/{}", language.id());
            sum(own.extract_if(.., |file| file.name.starts_with(&start)))
        });
        let (_, own) = part(own.into_iter(), ABOUT_THE_EDITOR);
        let (series, own) = part(own.into_iter(), OF_A_SERIES);
        let (cases, own) = part(own.into_iter(), OF_A_CASE);
        let (inspector, own) = part(own.into_iter(), OF_THE_INSPECTOR);
        let (manual, page) = part(own.into_iter(), OF_THE_MANUAL);
        let (manual_files, manual_script) = part(manual.into_iter(), MANUAL_FILES);
        let (manual_of_all, manual_of_games) = part(manual_files.into_iter(), MANUAL_OF_ALL);
        let longest = manual_of_games.into_iter().max_by_key(|file| file.weight.gzip);
        let (mut bots, others) = part(page.iter().copied(), "bots/");
        bots.sort_by_key(|bot| std::cmp::Reverse(bot.weight.gzip));
        Self {
            board: sum(page.into_iter().filter(|file| !is_after_the_board(file))),
            deferred: sum(others.iter().copied().filter(|file| file.name.starts_with(DEFERRED))),
            game: sum(others
                .into_iter()
                .filter(|file| !file.name.starts_with(DEFERRED))
                .chain(bots.into_iter().take(2))),
            interpreter: sum(interpreter.into_iter()),
            recorder: sum(recorder.into_iter()),
            series: sum(series.into_iter()),
            cases: sum(cases.into_iter()),
            editor: sum(editor.into_iter()),
            scripts,
            inspector: sum(inspector.into_iter()),
            manual: sum(manual_script.into_iter().chain(manual_of_all).chain(longest)),
        }
    }
}

fn is_after_the_board(file: &Weighed) -> bool {
    OF_THE_MATCH.iter().chain(&[DEFERRED]).any(|start| file.name.starts_with(start))
}

/// Splits files into those whose names begin with `start`, and the others.
fn part<'a>(files: impl Iterator<Item = &'a Weighed>, start: &str) -> (Vec<&'a Weighed>, Vec<&'a Weighed>) {
    files.partition(|file| file.name.starts_with(start))
}

fn sum<'a>(files: impl Iterator<Item = &'a Weighed>) -> Weight {
    files.fold(Weight::default(), |sum, file| sum + file.weight)
}

fn report(files: &[Weighed], weights: &Weights, programs: Programs) -> String {
    let Weights { board, deferred, game, interpreter, series, cases, editor, .. } = weights;
    let Weights { scripts, inspector, manual, recorder, .. } = weights;
    let mut lines = vec![format!("{:>10} {:>10} {:>10}", "bytes", "gzip", "brotli")];
    lines.extend(files.iter().map(|file| format!("{} {}", file.weight, file.name)));
    lines.push(format!("{interpreter} the interpreter, where a browser needs it"));
    lines.push(format!("{recorder} the worker that records turns, where somebody steps through one"));
    lines.push(format!("{series} before the first series, beside the worker"));
    lines.push(format!("{cases} before the first case, beside the worker"));
    lines.push(format!("{editor} the editor, where somebody writes a bot"));
    lines.extend(
        ScriptLanguage::ALL
            .into_iter()
            .zip(scripts)
            .map(|(language, weight)| format!("{weight} {}, where a bot needs it", describe_script_part(language))),
    );
    lines.push(format!("{inspector} with the inspector"));
    lines.push(format!("{manual} with the manual: what shows it, one game and what holds for all"));
    lines.push(format!("{deferred} of the page after the first board"));
    lines.push(format!("{game} before the first match: page, worker and two bots"));
    lines.push(format!("{board} before the first board: the page alone"));
    let (aim, how) = match programs {
        Programs::Optimised => (programs.aim(), ""),
        Programs::AsCompiled => (programs.aim(), ", without wasm-opt,"),
    };
    lines.push(match board.gzip.checked_sub(aim) {
        None | Some(0) => format!("the aim of {aim} bytes in gzip{how} is met"),
        Some(over) => format!("the aim of {aim} bytes in gzip{how} is MISSED by {over}"),
    });
    lines.join("\n") + "\n"
}

impl Add for Weight {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { raw: self.raw + other.raw, gzip: self.gzip + other.gzip, brotli: self.brotli + other.brotli }
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>10} {:>10} {:>10}", self.raw, self.gzip, self.brotli)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_without_wasm_opt_has_limits_of_its_own() {
        assert_eq!(Programs::Optimised.limit(BOARD_LIMIT), BOARD_LIMIT);
        // A fifth more, as is the aim.
        assert_eq!(Programs::AsCompiled.limit(100_000), 120_000);
    }

    #[test]
    fn the_report_measures_a_page_by_its_own_aim() {
        let between = Weight { raw: 0, gzip: 470_000, brotli: 0 };
        let files = [Weighed { name: "botyard-web.js".to_owned(), weight: between }];
        let last = |programs| report(&files, &Weights::add_up(&files), programs).lines().last().unwrap().to_owned();
        assert_eq!(last(Programs::Optimised), "the aim of 420000 bytes in gzip is MISSED by 50000");
        assert_eq!(last(Programs::AsCompiled), "the aim of 504000 bytes in gzip, without wasm-opt, is met");
    }
}
