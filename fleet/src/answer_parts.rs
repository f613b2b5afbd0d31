//! Answers as messages: one that is too long for a message is sent in parts. Knows no server.

use crate::limits;
use crate::messages::{AnsweredGame, BatchAnswer, FleetMessage, SentAnswer};
use crate::ticket::Ticket;

/// The messages of an answer, in the order of its games. A game that fits no message is sent
/// without its replay, and without what its bots wrote to stderr if it is still too long: control
/// characters take six bytes each in a message. The sentence of a refusal is cut.
pub(crate) fn write_parts(ticket: Ticket, answer: BatchAnswer) -> Vec<Vec<u8>> {
    match answer {
        BatchAnswer::Games(mut games) => {
            for game in &mut games {
                game.replay.take_if(|replay| replay.len() > limits::REPLAY_BYTES);
            }
            let mut messages = Vec::new();
            write_games(ticket, games, &mut messages);
            messages
        }
        BatchAnswer::Refused(mut why) => {
            why.truncate(why.floor_char_boundary(limits::SENTENCE_BYTES));
            vec![SentAnswer { ticket, answer: BatchAnswer::Refused(why) }.write()]
        }
        answer @ (BatchAnswer::Split | BatchAnswer::Returned) => vec![SentAnswer { ticket, answer }.write()],
    }
}

fn write_games(ticket: Ticket, games: Vec<AnsweredGame>, messages: &mut Vec<Vec<u8>>) {
    let sent = SentAnswer { ticket, answer: BatchAnswer::Games(games) };
    let message = sent.write();
    let BatchAnswer::Games(mut games) = sent.answer else { unreachable!("it was made above") };
    if message.len() <= limits::ANSWER_BYTES {
        messages.push(message);
    } else if games.len() > 1 {
        // Most games are about as long as the others.
        let parts = (message.len() / limits::ANSWER_BYTES + 1).min(games.len());
        let length = games.len().div_ceil(parts);
        while !games.is_empty() {
            let others = games.split_off(length.min(games.len()));
            write_games(ticket, std::mem::replace(&mut games, others), messages);
        }
    } else {
        for game in &mut games {
            if game.replay.take().is_none() {
                game.stderr.clear();
            }
        }
        write_games(ticket, games, messages);
    }
}

#[cfg(test)]
mod tests {
    use botyard_engine::tournament::{GameId, GameResult};

    use super::*;

    fn game(unit: u64, replay: usize) -> AnsweredGame {
        AnsweredGame {
            id: GameId { unit, rotation: 0 },
            result: GameResult::Void,
            turns: 1,
            duration_ns: 2,
            replay: Some("x".repeat(replay)),
            stderr: Vec::new(),
            void_run: None,
        }
    }

    /// The games of each message, as a submitter reads them.
    fn send(games: Vec<AnsweredGame>) -> Vec<Vec<AnsweredGame>> {
        let messages = write_parts(Ticket::from_random(u64::MAX), BatchAnswer::Games(games));
        let read = messages.iter().map(|message| SentAnswer::read(message).expect("each fits a message").answer);
        read.map(|answer| match answer {
            BatchAnswer::Games(games) => games,
            other => panic!("{}", other.name()),
        })
        .collect()
    }

    #[test]
    fn long_answers_travel_in_parts() {
        let short: Vec<_> = (0..limits::GAMES as u64).map(|unit| game(unit, 10)).collect();
        assert_eq!(send(short.clone()), [short]);
        // One of them is longer than the others.
        for (lengths, parts) in [(limits::REPLAY_BYTES / 3, 20), (limits::REPLAY_BYTES, 40)] {
            let mut games: Vec<_> = (0..20).map(|unit| game(unit, lengths)).collect();
            games[7].replay = Some("x".repeat(limits::REPLAY_BYTES));
            let sent = send(games.clone());
            assert!((2..=parts).contains(&sent.len()), "{}", sent.len());
            assert_eq!(sent.concat(), games);
        }
    }

    /// Regression: such an answer was refused, and its batch was sent again and again.
    #[test]
    fn control_characters_make_no_answer_too_long() {
        let control = |bytes: usize| "\u{1}".repeat(bytes);
        let stderr = |seats: u8| (0..seats).map(|seat| (seat, control(4096))).collect::<Vec<_>>();
        let replay = AnsweredGame { replay: Some(control(limits::REPLAY_BYTES)), stderr: stderr(2), ..game(0, 0) };
        let crowd = AnsweredGame { stderr: stderr(64), ..game(1, 0) };
        let games = send(vec![replay, crowd]).concat();
        assert_eq!((&games[0].replay, games[0].stderr.len()), (&None, 2));
        assert_eq!((games[1].stderr.len(), games[1].turns), (0, 1));
    }

    #[test]
    fn a_replay_that_fits_no_message_is_left_out() {
        assert_eq!(send(vec![game(0, limits::REPLAY_BYTES + 1)]).concat()[0].replay, None);
    }

    #[test]
    fn a_long_refusal_is_cut_between_characters() {
        let why = ["x", &"ü".repeat(limits::SENTENCE_BYTES)].concat();
        let messages = write_parts(Ticket::from_random(0), BatchAnswer::Refused(why));
        let [message] = &messages[..] else { panic!("one message") };
        assert!(matches!(SentAnswer::read(message).map(|sent| sent.answer), Ok(BatchAnswer::Refused(_))));
    }
}
