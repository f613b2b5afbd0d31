//! Prints what is wrong with a command line. The parser's messages about numbers are for
//! programmers; the sentences here name the expected values. Knows no option.

use std::error::Error;
use std::ffi::OsString;
use std::io::Write as _;
use std::process::ExitCode;

use botyard_engine::fault::printable;
use clap::Command;

/// Lets options have negative values, so that `--seed -1` is refused for its value: otherwise the
/// parser takes `-1` for an option and suggests another place for it.
pub fn allow_negative_numbers(command: Command) -> Command {
    let allow = |argument: clap::Arg| match argument.is_positional() || !argument.get_action().takes_values() {
        true => argument,
        false => argument.allow_negative_numbers(true),
    };
    command.mut_args(allow).mut_subcommands(allow_negative_numbers)
}

/// Prints the error, or the help or version that was asked for, and returns the exit status.
pub fn report(error: &clap::Error) -> ExitCode {
    print(error);
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// Like [`report`], and then ends the program.
pub fn exit(error: &clap::Error) -> ! {
    print(error);
    std::process::exit(error.exit_code())
}

/// What is wrong, without a heading and without the usage.
pub fn sentence(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let text = improve(error, &text).unwrap_or(text);
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let end = ["\n\nUsage:", "\n\nFor more information"].iter().filter_map(|begin| text.find(begin)).min();
    text[..end.unwrap_or(text.len())].trim_end().to_owned()
}

fn print(error: &clap::Error) {
    let improved = |text: String| improve(error, &text).unwrap_or(text);
    // If it cannot be printed, the exit status still reports it.
    match error.use_stderr().then(|| escape_arguments(&improved(error.render().to_string()), std::env::args_os())) {
        Some(Some(escaped)) => drop(write!(std::io::stderr(), "{escaped}")),
        Some(None) => anstream::eprint!("{}", improved(error.render().ansi().to_string())),
        None => drop(error.print()),
    }
}

/// The text of an error, which has no styles, with the control characters of the arguments that it
/// quotes escaped: others may have written them, and they would reach the terminal. `None` if no
/// argument has any.
fn escape_arguments(text: &str, arguments: impl Iterator<Item = OsString>) -> Option<String> {
    let (mut text, mut is_changed) = (text.to_owned(), false);
    for argument in arguments {
        let argument = argument.to_string_lossy();
        let (name, value) = argument.split_once('=').unwrap_or((&argument, ""));
        for quoted in [&argument, name, value] {
            let escaped = printable(quoted);
            if escaped != quoted {
                text = text.replace(&format!("'{quoted}'"), &format!("'{escaped}'"));
                is_changed = true;
            }
        }
    }
    is_changed.then_some(text)
}

/// An error's text with what was expected; `None` if that is clear enough.
fn improve(error: &clap::Error, text: &str) -> Option<String> {
    let source = error.source()?.to_string();
    Some(text.replacen(&source, &describe(&source)?, 1))
}

/// What was expected, in place of the parser's message about a number; `None` if the message is
/// clear enough.
fn describe(source: &str) -> Option<String> {
    if let Some((_, bounds)) = source.split_once(" is not in ") {
        return Some(match bounds.split_once("..=").or_else(|| bounds.split_once("..")) {
            Some((least, "")) => format!("expected a whole number of at least {least}"),
            Some(("", most)) => format!("expected a whole number of at most {most}"),
            Some((least, most)) if least == most => format!("expected {least}"),
            Some((least, most)) => format!("expected a whole number from {least} to {most}"),
            None => return None,
        });
    }
    let expected = match source {
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            "expected a whole number of at least 0, such as 20"
        }
        "number too large to fit in target type" => "expected a smaller whole number, such as 20",
        "invalid float literal" | "cannot parse float from empty string" => "expected a number, such as 0.5",
        _ => return None,
    };
    Some(expected.to_owned())
}

#[cfg(test)]
mod tests {
    use clap::{Arg, value_parser};

    use super::*;

    /// The parser's message about this value of an option, and our sentence for it.
    fn told(parser: clap::builder::ValueParser, value: &str) -> Option<String> {
        let command = Command::new("botyard").arg(Arg::new("option").long("option").value_parser(parser));
        let error = allow_negative_numbers(command).try_get_matches_from(["botyard", "--option", value]).unwrap_err();
        describe(&error.source().expect("the value is wrong").to_string())
    }

    #[test]
    fn quoted_arguments_cannot_command_a_terminal() {
        let arguments = ["--turn=\u{1b}[2J", "a\nb", "\n", "c"].map(OsString::from);
        let text = "no '\u{1b}[2J' for --turn\n'c' and 'a\nb'\n";
        let escaped = "no '\\u{1b}[2J' for --turn\n'c' and 'a\\nb'\n";
        assert_eq!(escape_arguments(text, arguments.into_iter()).as_deref(), Some(escaped));
        assert_eq!(escape_arguments("no 'c'", ["c"].map(OsString::from).into_iter()), None);
    }

    #[test]
    fn numbers_are_explained() {
        for value in ["x", "-1", "", "1.5"] {
            let expected = "expected a whole number of at least 0, such as 20".to_owned();
            assert_eq!(told(value_parser!(usize).into(), value), Some(expected), "{value}");
        }
        let small = || value_parser!(u16).into();
        assert_eq!(told(small(), "-1").as_deref(), Some("expected a whole number from 0 to 65535"));
        assert_eq!(told(small(), "99999").as_deref(), Some("expected a whole number from 0 to 65535"));
        let least = value_parser!(u32).range(2..).into();
        assert_eq!(told(least, "1").as_deref(), Some("expected a whole number from 2 to 4294967295"));
        let only = value_parser!(u16).range(1..=1).into();
        assert_eq!(told(only, "2").as_deref(), Some("expected 1"));
        let large = "99999999999999999999999";
        let smaller = Some("expected a smaller whole number, such as 20".to_owned());
        assert_eq!(told(value_parser!(usize).into(), large), smaller);
        assert_eq!(told(value_parser!(f64).into(), "x").as_deref(), Some("expected a number, such as 0.5"));
        assert_eq!(describe("expected a time such as 10, 2s or 500ms"), None);
    }
}
