//! Answers that are too long for one message, in parts. Knows no server.

use crate::limits;
use crate::messages::{AnsweredGame, BatchAnswer};

/// Shortens a game to at most `most` bytes: leaves out its replay, then what its bots wrote to
/// stderr. Control characters take six bytes each in a message. Returns the game's size in bytes.
fn fit(game: &mut AnsweredGame, most: usize) -> usize {
    let length = |game: &AnsweredGame| serde_json::to_vec(game).expect("messages have text keys only").len() + 1;
    let is_long = |replay: &String| replay.len() > limits::REPLAY_BYTES;
    if game.replay.as_ref().is_some_and(is_long) || length(game) > most {
        game.replay = None;
    }
    if length(game) > most {
        game.stderr.clear();
    }
    length(game)
}

/// Splits games into parts that each fit a message, in their order.
pub(crate) fn parts(games: Vec<AnsweredGame>) -> Vec<BatchAnswer> {
    // Room for the ticket and the brackets around them.
    let most = limits::ANSWER_BYTES - 128;
    let (mut parts, mut part, mut bytes) = (Vec::new(), Vec::new(), 0);
    for mut game in games {
        let length = fit(&mut game, most);
        if bytes + length > most && !part.is_empty() {
            parts.push(BatchAnswer::Games(std::mem::take(&mut part)));
            bytes = 0;
        }
        bytes += length;
        part.push(game);
    }
    parts.extend((!part.is_empty()).then_some(BatchAnswer::Games(part)));
    parts
}

#[cfg(test)]
mod tests {
    use botyard_engine::tournament::{GameId, GameResult};

    use super::*;
    use crate::messages::{FleetMessage, SentAnswer};
    use crate::ticket::Ticket;

    fn game(unit: u64, replay: usize) -> AnsweredGame {
        AnsweredGame {
            id: GameId { unit, rotation: 0 }.into(),
            result: GameResult::Void,
            turns: 1,
            duration_ns: 2,
            replay: Some("x".repeat(replay)),
            stderr: Vec::new(),
            void_run: None,
        }
    }

    fn sent(answer: BatchAnswer) -> SentAnswer {
        SentAnswer { ticket: Ticket::from_random(u64::MAX), answer }
    }

    #[test]
    fn long_answers_travel_in_parts() {
        let games: Vec<_> = (0..20).map(|unit| game(unit, limits::REPLAY_BYTES / 3)).collect();
        let parts = parts(games.clone());
        assert!(parts.len() > 1);
        let read =
            parts.iter().map(|part| SentAnswer::read(&sent(part.clone()).write()).expect("each fits a message").answer);
        let Ok(read): Result<Vec<_>, ()> = read
            .map(|part| match part {
                BatchAnswer::Games(games) => Ok(games),
                _ => Err(()),
            })
            .collect()
        else {
            panic!("games only")
        };
        assert_eq!(read.concat(), games);
    }

    /// Regression: such an answer was refused, and its batch was sent again and again.
    #[test]
    fn control_characters_make_no_answer_too_long() {
        let control = |bytes: usize| "\u{1}".repeat(bytes);
        let stderr = |seats: u8| (0..seats).map(|seat| (seat, control(4096))).collect::<Vec<_>>();
        let replay = AnsweredGame { replay: Some(control(limits::REPLAY_BYTES)), stderr: stderr(2), ..game(0, 0) };
        let crowd = AnsweredGame { stderr: stderr(64), ..game(1, 0) };
        let parts = parts(vec![replay, crowd]);
        let read = parts.iter().map(|part| SentAnswer::read(&sent(part.clone()).write()).map(|sent| sent.answer));
        let read: Vec<_> = read.collect::<Result<_, _>>().expect("each fits a message");
        let [BatchAnswer::Games(games)] = &read[..] else { panic!("one part") };
        assert_eq!((&games[0].replay, games[0].stderr.len()), (&None, 2));
        assert_eq!((games[1].stderr.len(), games[1].turns), (0, 1));
    }

    #[test]
    fn a_replay_that_fits_no_message_is_left_out() {
        let [BatchAnswer::Games(games)] = &parts(vec![game(0, limits::REPLAY_BYTES + 1)])[..] else {
            panic!("one part")
        };
        assert_eq!(games[0].replay, None);
    }
}
