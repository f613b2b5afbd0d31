//! The options of tournaments in which more than two play together. Knows no schedule.

use botyard_engine::tournament::{Format, PAIR, PlacePoints, Schedule};

use super::run_args::RunArgs;
use crate::cli::command_error::CommandError;

/// The options of tournaments in which more than two play together.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct FieldOptions {
    /// How many bots play together in each game of a round robin: with more than two, --games is for
    /// each bot [default: 2]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(2..))]
    seats: Option<u16>,
    /// How many rounds a format has that draws them by points, such as a Swiss [default: as many as a
    /// knockout]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    format_rounds: Option<u16>,
    /// Rank the bots by these points for the places of a game, the first one first: 4,2,1,0
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub points: Option<PlacePoints>,
}

impl FieldOptions {
    /// How many play together in each game of fields; `None` if the format decides it.
    pub fn seats(&self) -> Option<usize> {
        self.seats.map(usize::from).filter(|seats| *seats != PAIR)
    }

    /// The schedule of a tournament.
    ///
    /// # Errors
    /// If there is none of this format, of this many bots.
    pub fn schedule(&self, format: Format, bots: usize, args: &RunArgs, seed: u64) -> Result<Schedule, CommandError> {
        if let Some(rounds) = self.format_rounds.filter(|_| !format.has_chosen_rounds()) {
            return Err(CommandError::Usage(format!(
                "--format-rounds {rounds}: a {format} has its own number of rounds: leave out --format-rounds"
            )));
        }
        let schedule = match self.seats() {
            None => {
                let of_round = format.seats(bots).max(1) as u64;
                let rounds = args.games(format).map_or(Schedule::ENDLESS, |games| games.div_ceil(of_round));
                Schedule::with_drawn_rounds(format, bots, rounds, self.format_rounds.map(usize::from), seed)
            }
            Some(seats) if format == Format::RoundRobin => {
                let of_round = Schedule::games_of_round(bots, seats).max(1);
                let rounds = args.games(format).map_or(Schedule::ENDLESS, |games| games.div_ceil(of_round));
                Schedule::of_fields(bots, seats, rounds, seed)
            }
            Some(seats) => {
                return Err(CommandError::Usage(match format {
                    Format::Series => {
                        format!("--seats {seats}: in a series, all bots play together: leave out --seats")
                    }
                    _ => format!("--seats {seats}: a {format} is of games for two: leave out --seats or --format"),
                }));
            }
        };
        let schedule = schedule.map_err(|why| CommandError::Usage(why.to_string()))?;
        check_place_points(self.points.as_ref(), schedule.seats())?;
        Ok(schedule)
    }
}

/// Refuses points that are not those of games of this many seats.
///
/// # Errors
/// Why they are not.
pub fn check_place_points(points: Option<&PlacePoints>, seats: usize) -> Result<(), CommandError> {
    let Some(points) = points else { return Ok(()) };
    let count = points.points().len();
    match seats {
        ..=PAIR => Err(CommandError::Usage(format!(
            "--points {points}: points for places are for games in which more than two play together (--seats)"
        ))),
        _ if count != seats => {
            Err(CommandError::Usage(format!("--points {points}: expected points for {seats} places, found {count}")))
        }
        _ => Ok(()),
    }
}
