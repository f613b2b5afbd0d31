//! The Connect Four bots as executables: their conversation, their legality and how well they play.

#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

mod arena;

use std::process::Command;

use arena::{Bot, Grid, duel};

const RANDOM: &str = env!("CARGO_BIN_EXE_connect-four-random");
const TACTICIAN: &str = env!("CARGO_BIN_EXE_connect-four-tactician");
const NEGAMAX: &str = env!("CARGO_BIN_EXE_connect-four-negamax");
const BOTS: [&str; 3] = [RANDOM, TACTICIAN, NEGAMAX];

fn seeded(path: &str, seed: u64) -> Command {
    let mut command = Command::new(path);
    command.arg(seed.to_string());
    command
}

#[test]
fn every_bot_greets_in_both_places_and_leaves_quietly_at_any_end() {
    for path in BOTS {
        for place in [1, 2] {
            for end in [None, Some("0"), Some("-1"), Some("-2"), Some("-3")] {
                let mut bot = Bot::meet(Command::new(path), place);
                if place == 1 {
                    bot.hear().unwrap();
                }
                end.into_iter().for_each(|code| bot.say(code));
                let (rest, status) = bot.leave();
                assert_eq!((rest.len(), status.success()), (0, true), "{path} {place} {end:?}");
            }
        }
    }
}

#[test]
fn a_bot_that_never_hears_its_place_leaves_quietly() {
    for path in BOTS {
        let (rest, status) = Bot::start(Command::new(path)).leave();
        assert_eq!((rest, status.success()), (vec!["p".to_owned()], true), "{path}");
    }
}

// `duel` panics at the first illegal move, and both bots play to the last ply of each game.
#[test]
fn random_bots_stay_legal_and_play_different_games() {
    let game = |seed| duel(seeded(RANDOM, seed), seeded(RANDOM, seed + 1000), |_, _| {}).0;
    let mut games: Vec<String> = (0..40).map(game).collect();
    assert_eq!(games[7], game(7), "a seed decides the game");
    games.sort();
    games.dedup();
    assert!(games.len() > 35, "only {} different games", games.len());
}

// Two careful players of four test a full board too: a tie needs every one of its 42 plies to be legal.
#[test]
fn careful_bots_stay_legal_up_to_a_full_board() {
    let longest = (0..60).map(|seed| duel(seeded(TACTICIAN, seed), seeded(TACTICIAN, seed + 1000), |_, _| {}).0.len());
    assert_eq!(longest.max(), Some(42), "some game fills the board");
}

#[test]
fn the_tactician_takes_every_win_and_blocks_every_threat() {
    let (mut wins, mut blocks) = (0, 0);
    for seed in 0..60 {
        let place = 1 + (seed % 2) as u8;
        let witness = |grid: &Grid, column: usize| {
            let (mine, theirs) = (grid.winning_columns(place), grid.winning_columns(3 - place));
            if grid.mover() != place {
            } else if !mine.is_empty() {
                wins += 1;
                assert!(mine.contains(&column), "{column} misses a win after {}", grid.moves);
            } else if !theirs.is_empty() {
                blocks += 1;
                assert!(theirs.contains(&column), "{column} misses a block after {}", grid.moves);
            }
        };
        versus(TACTICIAN, seeded(TACTICIAN, seed + 1000), seed, witness);
    }
    assert!(wins > 10 && blocks > 30, "{wins} wins and {blocks} blocks seen");
}

#[test]
fn negamax_beats_random() {
    assert_eq!(won_by_negamax(RANDOM, 2), 2);
}

mod complete {
    use super::*;

    #[test]
    fn negamax_beats_random_in_twenty_games_of_twenty() {
        assert_eq!(won_by_negamax(RANDOM, 20), 20);
    }

    #[test]
    fn negamax_beats_the_tactician_in_at_least_eighteen_games_of_twenty() {
        let won = won_by_negamax(TACTICIAN, 20);
        assert!(won >= 18, "{won}");
    }
}

#[test]
fn negamax_gives_the_same_answers_to_the_same_words() {
    let game = || duel(Command::new(NEGAMAX), seeded(TACTICIAN, 3), |_, _| {});
    assert_eq!(game(), game());
}

fn won_by_negamax(opponent: &str, games: u64) -> usize {
    let won = |seed: &u64| {
        let place = 1 + (seed % 2) as u8;
        versus(NEGAMAX, seeded(opponent, *seed), *seed, |_, _| {}) == place
    };
    (0..games).filter(won).count()
}

// The bot under test moves first for even seeds. Returns the winner.
fn versus(path: &str, opponent: Command, seed: u64, witness: impl FnMut(&Grid, usize)) -> u8 {
    let bot = seeded(path, seed);
    if seed.is_multiple_of(2) { duel(bot, opponent, witness).1 } else { duel(opponent, bot, witness).1 }
}
