//! `botyard new`: writes a starter bot, or the source of a bundled one. Does not overwrite files.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use botyard::bots;
use botyard_engine::fault::printable;
use botyard_engine::shell_word::shell_path;
use botyard_sandbox::script::ScriptLanguage;
use include_dir::{Dir, include_dir};

use crate::cli::command_error::CommandError;
use crate::cli::output::output_file::StreamedFile;
use crate::cli::suggestion::{ask_for, find_similar};

/// The starters: a folder for each game with a folder for each language. `.in` is removed from a
/// file's name: without it, cargo would take a starter's `Cargo.toml` for a package of this
/// workspace.
static STARTERS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../starters");

/// Other names of languages that have starters and are compiled.
const OTHER_NAMES: [(&str, &str); 5] =
    [("c++", "cpp"), ("cc", "cpp"), ("cxx", "cpp"), ("golang", "go"), ("rs", "rust")];

const EXAMPLES: &str = "\
Examples:
  botyard new connect-four --lang python              a bot in the folder connect-four-python
  botyard new generals --lang rust my-bot             a bot in the folder my-bot
  botyard new stratego --from builtin:gambler         a copy of a bundled bot that is a script";

/// Create a starter bot
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    /// Game of the bot, such as connect-four
    game: String,
    #[arg(long, short, required_unless_present = "from", help = format!("Language of the bot: {}", Vec::from_iter(languages()).join(", ")))]
    lang: Option<String>,
    /// Copy the source of a bundled bot that is a script instead, such as builtin:lookahead (`botyard
    /// bots` lists them)
    #[arg(long, value_name = "BOT", conflicts_with = "lang")]
    from: Option<String>,
    /// Folder to create [default: GAME-LANG, or GAME-BOT]
    dir: Option<PathBuf>,
}

/// Writes the starter or the copy, and prints the next steps.
pub fn run(args: &Args) -> Result<(), CommandError> {
    let starters = choose(&STARTERS, &args.game, "no starter for the game")?;
    match &args.from {
        Some(bot) => copy_bot(args, bot),
        None => write_starter(args, starters, args.lang.as_deref().unwrap_or_default()),
    }
}

fn write_starter(args: &Args, starters: &Dir<'_>, lang: &str) -> Result<(), CommandError> {
    let starter = choose(starters, lang, "no starter in")?;
    let folder = args.dir.clone().unwrap_or_else(|| format!("{}-{lang}", args.game).into());
    let mut files = files(starter, starter.path(), &folder);
    let language = ScriptLanguage::ALL.into_iter().find(|language| language.id() == lang);
    let common = language.map_or(&[][..], ScriptLanguage::starter_files);
    files.extend(common.iter().map(|(name, text)| (folder.join(name), text.as_bytes())));
    write_files(&files)?;
    let readme = files.iter().find(|(path, _)| path.ends_with("README.md")).map_or(&[][..], |(_, bytes)| bytes);
    let readme = String::from_utf8_lossy(readme);
    print_next_steps(
        &folder,
        &files,
        &commands(&readme),
        "README.md explains more; the source marks the place for your idea.",
    )
}

/// Writes the script of a bundled bot as a bot of one's own.
fn copy_bot(args: &Args, bot: &str) -> Result<(), CommandError> {
    let game = args.game.as_str();
    let wanted = bot.strip_prefix("builtin:").unwrap_or(bot);
    let script =
        bots::find(wanted, Some(game)).and_then(|bot| Some((bot.name_in(game), bot.language()?, bot.script()?)));
    let Some((name, language, text)) = script else {
        let languages = ScriptLanguage::list(|language| language.name().to_owned());
        let names: Vec<_> = bots::scripts(game).map(|bot| format!("builtin:{}", bot.name_in(game))).collect();
        return Err(CommandError::Usage(format!(
            "`{}` is not a bundled bot in {languages} (available for {game}: {})",
            printable(bot),
            names.join(", ")
        )));
    };
    let folder = args.dir.clone().unwrap_or_else(|| format!("{game}-{name}").into());
    let main_file = language.main_file();
    let files = [(folder.join(main_file), text.as_bytes())];
    write_files(&files)?;
    let commands = [
        format!("botyard play {game} {main_file} builtin:{name}"),
        format!("botyard check {game} {main_file}"),
        format!("botyard series {game} {main_file} builtin:{name} --games 100"),
    ];
    let commands: Vec<_> = commands.iter().map(String::as_str).collect();
    print_next_steps(
        &folder,
        &files,
        &commands,
        &format!("{main_file} plays as builtin:{name} does, until you change it."),
    )
}

/// Writes all files, or no file if one of them exists.
fn write_files(files: &[(PathBuf, &[u8])]) -> Result<(), CommandError> {
    if let Some((path, _)) = files.iter().find(|(path, _)| path.exists()) {
        return Err(CommandError::File(format!("{} already exists; nothing was written", shown(path))));
    }
    files.iter().try_for_each(|(path, bytes)| write(path, bytes))
}

/// The languages that have starters.
pub fn languages() -> BTreeSet<&'static str> {
    STARTERS.dirs().flat_map(Dir::dirs).filter_map(name).collect()
}

fn name<'a>(dir: &Dir<'a>) -> Option<&'a str> {
    dir.path().file_name()?.to_str()
}

/// The folder with this name, or an error that lists the available ones.
fn choose<'a>(among: &'a Dir<'a>, name: &str, otherwise: &str) -> Result<&'a Dir<'a>, CommandError> {
    among.dirs().find(|dir| self::name(dir) == Some(name)).ok_or_else(|| {
        let names: BTreeSet<_> = among.dirs().filter_map(self::name).collect();
        let names: Vec<_> = names.into_iter().collect();
        let question = ask_for(find_meant(name, &names));
        CommandError::Usage(format!("{otherwise} `{}` (available: {}){question}", printable(name), names.join(", ")))
    })
}

/// The available folder that this name probably means.
fn find_meant<'a>(name: &str, available: &[&'a str]) -> Option<&'a str> {
    let other = other_names().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, usual)| usual);
    let by_other_name = available.iter().copied().find(|known| Some(*known) == other);
    by_other_name.or_else(|| find_similar(name, available.iter().copied()))
}

/// Other names of languages that have starters, each with the usual one.
fn other_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    let of = |language: ScriptLanguage| language.other_ids().iter().map(move |&other| (other, language.id()));
    OTHER_NAMES.into_iter().chain(ScriptLanguage::ALL.into_iter().flat_map(of))
}

/// Every file of the starter, with its path below `folder`.
fn files<'a>(dir: &'a Dir<'a>, root: &Path, folder: &Path) -> Vec<(PathBuf, &'a [u8])> {
    let here = dir.files().map(|file| {
        let inside = file.path().strip_prefix(root).expect("a file is below the folder it was found in");
        let path = folder.join(inside);
        let path =
            if path.extension().is_some_and(|extension| extension == "in") { path.with_extension("") } else { path };
        (path, file.contents())
    });
    let below = dir.dirs().flat_map(|dir| files(dir, root, folder));
    here.chain(below).collect()
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), CommandError> {
    let failed = |error| CommandError::file("write", path, &error);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| CommandError::file("make the folder", folder, &error))?;
    }
    let mut file = StreamedFile::create_new(path).map_err(failed)?;
    file.write_all(bytes).and_then(|()| file.finish()).map_err(failed)?;
    if bytes.starts_with(b"#!") { make_executable(path).map_err(failed) } else { Ok(()) }
}

#[cfg(unix)]
fn make_executable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> std::io::Result<()> {
    Ok(())
}

/// Prints which files were written, the next commands, and a last sentence.
fn print_next_steps(
    folder: &Path,
    files: &[(PathBuf, &[u8])],
    commands: &[&str],
    end: &str,
) -> Result<(), CommandError> {
    let mut out = anstream::stdout().lock();
    for (path, _) in files {
        writeln!(out, "wrote {}", shown(path))?;
    }
    writeln!(out, "\nNext:\n    cd {}", shell_path(folder))?;
    for command in commands {
        writeln!(out, "    {command}")?;
    }
    writeln!(out, "{end}")?;
    Ok(())
}

fn shown(path: &Path) -> String {
    printable(&path.display().to_string())
}

/// The lines of a README's blocks that are fenced as `sh`.
fn commands(readme: &str) -> Vec<&str> {
    let mut inside = false;
    let command = |line: &&str| {
        match line.trim_end() {
            "```sh" => inside = true,
            "```" => inside = false,
            _ => return inside,
        }
        false
    };
    readme.lines().filter(command).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_those_in_sh_blocks() {
        assert_eq!(commands("Do\n```sh\ncc a.c\n./a\n```\nnot\n```rust\nthis\n```\n"), ["cc a.c", "./a"]);
    }

    #[test]
    fn other_names_are_those_of_languages_that_have_starters() {
        let languages: Vec<_> = languages().into_iter().collect();
        for (other, usual) in other_names() {
            assert_eq!(find_meant(other, &languages), Some(usual));
        }
        assert_eq!(find_meant("pyhton", &languages), Some("python"));
        assert_eq!(find_meant("cobol", &languages), None);
    }

    #[test]
    fn every_game_has_its_starters() {
        for game in botyard_engine::catalog::NAMES {
            let game = choose(&STARTERS, game, "").expect("a folder for each game");
            for language in ["c", "cpp", "go", "javascript", "python", "rust", "typescript"] {
                assert!(choose(game, language, "").is_ok(), "{language}");
            }
        }
    }
}
