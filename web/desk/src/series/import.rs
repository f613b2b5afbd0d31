//! Reads the games of a file as a series or a tournament of pairs. Knows no drawing.

use std::collections::BTreeSet;

use botyard_engine::anymatch::MatchSpec;
use botyard_engine::replay::{PlayerInfo, PlayerKind};
use botyard_engine::tournament::{Format, GameLine, GameResult, ImportedGames, Scoring};

use super::{Series, SeriesDescription, TestOptions};

impl Series {
    /// The series in a file. Lines that do not name their game are of this one.
    ///
    /// # Errors
    /// A clause with the line that does not fit, and the reason.
    pub(crate) fn import(game: &str, text: &str) -> Result<Self, String> {
        let lines = GameLine::read_lines(text).map_err(|why| why.to_string())?;
        let (_, first) = lines.first().ok_or("it has no lines")?;
        let game = if first.game.is_empty() { game.to_owned() } else { first.game.clone() };
        let names = ImportedGames::count(&lines).map_err(|why| why.to_string())?.names;
        let player = |name: String| PlayerInfo { name, kind: PlayerKind::Module, ..PlayerInfo::default() };
        let players: Vec<_> = names.into_iter().map(player).collect();
        let (settings, terms) = Default::default();
        let match_spec = MatchSpec { game, settings, seed: 0, players, terms };
        let description = SeriesDescription {
            match_spec,
            format: Format::Series,
            games: 0,
            test: TestOptions::default(),
            is_imported: true,
            run: None,
            starts: starts(&lines),
            pauses_on_failure: false,
            rung: None,
        };
        // The one with the fewest pairings first: the games of two may be of any of them.
        let mut formats = Format::ALL.into_iter().rev().filter(|format| !format.draws_rounds()).map(|format| {
            let mut description = SeriesDescription { format, ..description.clone() };
            description.games = rounds(&description, &lines).saturating_mul(description.games_of_round());
            description
        });
        let fitting = formats.find(|description| is_schedule_of(description, &lines));
        let why = "its games are not those of a series, or of a format whose pairings are fixed (`botyard standings` reads all)";
        let mut series = Self::new(fitting.ok_or(why)?)?;
        for (number, line) in lines {
            let text = line.to_json();
            series.add_line(text).map_err(|why| format!("line {number}: {why}"))?;
        }
        Ok(series)
    }
}

/// How many rounds of a description these lines have.
fn rounds(description: &SeriesDescription, lines: &[(usize, GameLine)]) -> u64 {
    let units = lines.iter().map(|(_, line)| line.unit).max().unwrap_or(0).saturating_add(1);
    units.div_ceil(description.games_of_round() / description.games_of_unit())
}

/// Whether these lines are of games as the description schedules them.
fn is_schedule_of(description: &SeriesDescription, lines: &[(usize, GameLine)]) -> bool {
    let Ok(series) = Series::new(description.clone()) else { return false };
    let (schedule, names) = (series.tournament.schedule(), series.names());
    lines.iter().all(|(_, line)| {
        if line.unit >= schedule.units() {
            return false;
        }
        let players = schedule.unit(line.unit).participants.iter().map(|participant| names[participant.index()]);
        let mut seated: Vec<_> = players.collect();
        let rotation = usize::from(line.rotation) % seated.len();
        seated.rotate_right(rotation);
        line.players.iter().eq(seated)
    })
}

/// How often a game was started until a failed start counted: more than once if a game that was
/// played was played again.
fn starts(lines: &[(usize, GameLine)]) -> usize {
    let mut played = BTreeSet::new();
    let is_repeated = lines.iter().any(|(_, line)| line.result != GameResult::Void && !played.insert(line.id()));
    let scoring = if is_repeated { Scoring::Moderator } else { Scoring::Standard };
    scoring.starts()
}
