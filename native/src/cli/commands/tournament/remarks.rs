//! The text below the numbers of reports: the engine's remarks, with hints for users of the command
//! line; and void games for programs. Knows no table.

use std::collections::BTreeMap;

use botyard_engine::tournament::report::Remark;
use botyard_engine::tournament::{GameId, VoidReason, describe_void_games};
use serde_json::{Value, json};

use crate::cli::output::field::FieldFormat;

/// Writes the remarks of a report.
pub struct RemarkWriter<'a> {
    /// The participants.
    pub names: &'a [String],
    /// Games that were void twice.
    pub void_games: &'a [GameId],
    /// Why games are void.
    pub void_reasons: &'a BTreeMap<GameId, VoidReason>,
    /// Variants of participants that always play the same, by their names on the command line.
    pub varied: &'a [String],
    /// The format of the report.
    pub format: FieldFormat,
}

impl RemarkWriter<'_> {
    /// A remark as it stands in the report, without an end of the line.
    pub fn text(&self, remark: &Remark) -> String {
        let mut text = remark.text(&|participant| self.format.text(&self.names[participant]));
        match remark {
            Remark::RepeatedUnits { .. } => text.push_str(&describe_varied(self.varied)),
            Remark::VoidUnits(_) => text.push_str(&self.list_void_games()),
            Remark::RankedBy(_)
            | Remark::MissingUnits(_)
            | Remark::UnknownRatings { .. }
            | Remark::RatedPart(_)
            | Remark::Estimates
            | Remark::UnratedAnchor(_)
            | Remark::UncountedGames(_) => {}
        }
        text
    }

    /// A line for each void game.
    fn list_void_games(&self) -> String {
        let item = match self.format {
            FieldFormat::Markdown => "\n- ",
            FieldFormat::Text | FieldFormat::Json | FieldFormat::Csv => "\n  ",
        };
        let name = |id: GameId| format!("game {} of unit {}", id.rotation, id.unit);
        let games = describe_void_games(self.void_games, self.void_reasons, name);
        games.iter().map(|game| format!("{item}{}", self.format.text(game))).collect()
    }
}

/// A sentence about the variants of bundled bots, with a blank before it; empty without variants.
fn describe_varied(varied: &[String]) -> String {
    match varied {
        [] => String::new(),
        [name] => format!(" `builtin:{name}` varies its moves."),
        names => {
            let names: Vec<_> = names.iter().map(|name| format!("`builtin:{name}`")).collect();
            format!(" {} vary their moves.", names.join(" and "))
        }
    }
}

/// Void games for programs: each with the bot whose run was the reason, if a run was, and what
/// happened.
pub fn void_games_json(games: &[GameId], reasons: &BTreeMap<GameId, VoidReason>) -> Value {
    let game = |id: &GameId| {
        let reason = reasons.get(id);
        let (bot, why) = (reason.and_then(|reason| reason.bot.as_deref()), reason.map(|reason| &*reason.why));
        json!({ "unit": id.unit, "rotation": id.rotation, "bot": bot, "why": why })
    };
    games.iter().map(game).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_are_followed_by_what_a_terminal_shows() {
        let names = ["a*b".to_owned(), "c".to_owned()];
        let void_games = [GameId { unit: 3, rotation: 1 }];
        let void_reasons = BTreeMap::from([(void_games[0], VoidReason::of_host("a*b was not there"))]);
        let varied = ["hunter-varied".to_owned(), "wall-varied".to_owned()];
        let text = |remark: Remark, format| {
            let void_reasons = &void_reasons;
            RemarkWriter { names: &names, void_games: &void_games, void_reasons, varied: &varied, format }.text(&remark)
        };
        let repeated = text(Remark::RepeatedUnits { repeated: 1, units: 2, statistics: None }, FieldFormat::Text);
        let variants = "say nothing more. `builtin:hunter-varied` and `builtin:wall-varied` vary their moves.";
        assert!(repeated.ends_with(variants), "{repeated}");
        for (format, end) in [
            (FieldFormat::Text, ":\n  game 1 of unit 3: a*b was not there"),
            (FieldFormat::Markdown, ":\n- game 1 of unit 3: a\\*b was not there"),
        ] {
            let void = text(Remark::VoidUnits(1), format);
            assert!(void.ends_with(end), "{void}");
        }
        let anchor = text(Remark::UnratedAnchor(0), FieldFormat::Markdown);
        assert!(anchor.starts_with("a\\*b has no rating"), "{anchor}");
    }
}
