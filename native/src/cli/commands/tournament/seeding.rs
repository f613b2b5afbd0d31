//! The seeding of finals: the bots in the order of the table of an earlier tournament. Knows no
//! format.

use std::path::{Path, PathBuf};

use botyard::tournament::store_reader::StoreReader;
use botyard_engine::fault::printable;
use botyard_engine::tournament::drawn_rounds::DrawnRounds;
use botyard_engine::tournament::statistics::{Anchor, FieldRatings};
use botyard_engine::tournament::{Amendments, Scoring, Tournament, standings};

use super::description::TournamentDescription;
use super::stored_games::take_stored;
use crate::cli::command_error::CommandError;
use crate::cli::players::player_spec::{NamedPlayer, names};

/// The options of tournaments whose bots are seeded.
#[derive(Debug, Clone, clap::Args)]
pub struct SeedingOptions {
    /// Seed the bots by the table of the tournament in this file of --store, whatever the order in which
    /// they are named
    #[arg(long, value_name = "FILE")]
    seeded_from: Option<PathBuf>,
    /// Only this many bots play: the first of that table
    #[arg(long, value_name = "N", requires = "seeded_from", value_parser = clap::value_parser!(u16).range(2..))]
    best: Option<u16>,
}

impl SeedingOptions {
    /// The players in the order in which they are seeded.
    ///
    /// # Errors
    /// If the table cannot be computed, or lacks one of the players.
    pub fn seed(&self, players: &[String], scoring: Scoring) -> Result<Vec<String>, CommandError> {
        let Some(file) = &self.seeded_from else { return Ok(players.to_vec()) };
        let table = ranked_names(file, scoring)?;
        let parsed: Vec<_> = players.iter().map(|text| NamedPlayer::parse(text)).collect();
        let place = |name: String| {
            table.iter().position(|known| *known == name).ok_or_else(|| {
                let (name, file) = (printable(&name), printable(&file.display().to_string()));
                let known: Vec<_> = table.iter().map(|name| printable(name)).collect();
                CommandError::Usage(format!("{name} is not in the table of {file} (bots: {})", known.join(", ")))
            })
        };
        let places = names(&parsed)?.into_iter().map(place).collect::<Result<Vec<_>, _>>()?;
        let mut seeded: Vec<_> = places.into_iter().zip(players).collect();
        seeded.sort_by_key(|(place, _)| *place);
        let best = self.best.map_or(usize::MAX, usize::from);
        Ok(seeded.into_iter().map(|(_, player)| player.clone()).take(best).collect())
    }
}

/// The bots of a stored tournament in the order of its table.
fn ranked_names(path: &Path, scoring: Scoring) -> Result<Vec<String>, CommandError> {
    let failed = |why: String| CommandError::File(printable(&why));
    let (store, description) = StoreReader::open(path).map_err(|why| failed(why.to_string()))?;
    let description = TournamentDescription::read(&description)
        .ok_or_else(|| failed(format!("{} is not a tournament", path.display())))?;
    let amendments = Amendments::new(&store.journal().map_err(|why| failed(why.to_string()))?);
    let mut last_unit = 0;
    let find_last = |report: botyard::tournament::GameReport| last_unit = last_unit.max(report.id.unit);
    store.for_each_game(find_last).map_err(|why| failed(why.to_string()))?;
    let schedule = description.schedule_until(amendments.late(), last_unit);
    let schedule = schedule.map_err(|why| failed(why.to_string()))?;
    let tournament = Tournament::new(schedule, None).with_starts(description.starts);
    let mut tournament = tournament.with_amendments(amendments);
    take_stored(|take| store.for_each_game(take), &mut tournament, &mut |_| {})
        .map_err(|why| failed(why.to_string()))?;
    let names: Vec<_> = description.players.into_iter().map(|player| player.name).collect();
    let counted = tournament.counted();
    let ratings =
        (counted.field().games() > 0).then(|| FieldRatings::estimate_named(counted.field(), &names, Anchor::Mean));
    let places = tournament.schedule().drawn_rounds().map(DrawnRounds::places);
    let (_, table) = standings(counted, scoring, places.as_deref(), ratings.as_ref());
    Ok(table.iter().map(|standing| names[standing.participant.index()].clone()).collect())
}
