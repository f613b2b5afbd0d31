//! The options of a sequential test, for `elo` and `series`.

use std::collections::BTreeSet;

use botyard_engine::fault::printable;
use botyard_engine::tournament::statistics::{EloModel, Sprt};

use crate::cli::command_error::CommandError;

/// The options of a sequential probability ratio test.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Sequential test (SPRT)")]
pub struct SprtArgs {
    /// Elo difference under H0: "not better than this"
    #[arg(long, value_name = "ELO", requires = "elo1", allow_negative_numbers = true)]
    elo0: Option<f64>,
    /// Elo difference under H1: "at least this much better"
    #[arg(long, value_name = "ELO", requires = "elo0", allow_negative_numbers = true)]
    elo1: Option<f64>,
    /// Probability of accepting H1 under H0
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "elo0")]
    alpha: f64,
    /// Probability of accepting H0 under H1
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "elo0")]
    beta: f64,
    /// What the differences mean: normalized Elo (in units of a game's standard deviation) or
    /// logistic Elo
    #[arg(long, value_name = "MODEL", default_value_t, requires = "elo0")]
    model: EloModel,
}

/// Whether a word behind `--sprt` belongs to the test: `elo0=0`, and `elo2=0` by mistake, but not
/// `NAME=BOT`.
pub fn is_sprt_word(word: &str) -> bool {
    const KEYS: [&str; 5] = ["elo0", "elo1", "alpha", "beta", "model"];
    let parts = word.split_once('=');
    word.is_empty() || parts.is_some_and(|(key, value)| KEYS.contains(&key) || value.parse::<f64>().is_ok())
}

/// Reads `elo0=0 elo1=10 alpha=0.05 beta=0.05 model=normalized`, of which the last three are
/// defaults and can be left out.
///
/// # Errors
/// If a word is missing or wrong. An empty list means no test; an empty word is one that is missing.
pub fn parse_sprt(words: &[String]) -> Result<Option<Sprt>, CommandError> {
    if words.is_empty() {
        return Ok(None);
    }
    let usage =
        |what: String| CommandError::Usage(format!("invalid --sprt: {what} (for example: --sprt elo0=0 elo1=10)"));
    if words.iter().all(String::is_empty) {
        return Err(usage("expected two Elo differences".to_owned()));
    }
    let (mut elos, mut errors, mut model) = ([None; 2], [0.05; 2], EloModel::default());
    let mut given = BTreeSet::new();
    for word in words {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        if !given.insert(key) {
            return Err(usage(format!("`{}` is given twice", printable(key))));
        }
        let number = || value.parse::<f64>().map_err(|_| usage(format!("expected a number in `{}`", printable(word))));
        match key {
            "elo0" => elos[0] = Some(number()?),
            "elo1" => elos[1] = Some(number()?),
            "alpha" => errors[0] = number()?,
            "beta" => errors[1] = number()?,
            "model" => model = value.parse().map_err(|why| usage(format!("{why} in `{}`", printable(word))))?,
            _ => {
                let keys = "elo0, elo1, alpha, beta and model";
                let why = format!("unknown key `{}` (the keys are {keys}; players come before)", printable(key));
                return Err(usage(why));
            }
        }
    }
    let [Some(elo0), Some(elo1)] = elos else { return Err(usage("elo0 and elo1 are both needed".to_owned())) };
    Sprt::new(elo0, elo1, errors[0], errors[1], model).map(Some).map_err(|why| usage(why.to_string()))
}

impl SprtArgs {
    /// The test, if one is asked for.
    ///
    /// # Errors
    /// If there is no such test.
    pub fn sprt(&self) -> Result<Option<Sprt>, CommandError> {
        let (Some(elo0), Some(elo1)) = (self.elo0, self.elo1) else { return Ok(None) };
        Sprt::new(elo0, elo1, self.alpha, self.beta, self.model)
            .map(Some)
            .map_err(|why| CommandError::Usage(why.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression: a bot with a name was taken for a part of the test.
    #[test]
    fn a_bot_with_a_name_is_no_part_of_a_test() {
        for (word, expected) in [
            ("elo0=0", true),
            ("model=x", true),
            ("elo2=5", true),
            ("", true),
            ("new=./bot.py", false),
            ("slow@20s=./bot", false),
            ("./bot", false),
        ] {
            assert_eq!(is_sprt_word(word), expected, "{word}");
        }
    }

    /// Regression: messages had no example.
    #[test]
    fn what_is_wrong_with_a_test_is_told_with_an_example() {
        for (words, why) in [
            (&[""][..], "expected two Elo differences"),
            (&["elo0=1"], "elo0 and elo1 are both needed"),
            (&["elo0=x", "elo1=1"], "expected a number in `elo0=x`"),
            (&["0", "10"], "unknown key `0` (the keys are elo0, elo1, alpha, beta and model; players come before)"),
        ] {
            let words: Vec<_> = words.iter().map(|&word| word.to_owned()).collect();
            let told = parse_sprt(&words).expect_err("it is wrong").to_string();
            assert_eq!(told, format!("invalid --sprt: {why} (for example: --sprt elo0=0 elo1=10)"));
        }
        assert!(parse_sprt(&[]).expect("no test").is_none());
    }
}
