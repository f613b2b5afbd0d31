//! The subjects of a fleet, all below one prefix, and the names of its streams and its bucket. The
//! permissions in `docs/fleet.md` name these.

use crate::names::{Capability, Token, Versions};

/// The stream of batches: each is removed when it has been answered.
pub const WORK_STREAM: &str = "BOTYARD_WORK";
/// The stream of answers: each is removed when it has been stored.
pub const ANSWER_STREAM: &str = "BOTYARD_RES";
/// The bucket of bots, by their SHA-256.
pub const BOTS_BUCKET: &str = "botyard-bots";
/// All batches.
pub const ALL_WORK: &str = "botyard.work.>";
/// All answers.
pub const ALL_ANSWERS: &str = "botyard.res.>";
/// The status messages of all workers.
pub const ALL_WORKERS: &str = "botyard.worker.*";
/// The status messages of all submitters.
pub const ALL_TOURNAMENTS: &str = "botyard.tournament.*";
/// The server announces here the batches that it no longer gives out.
pub const GIVEN_UP: &str = "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.BOTYARD_WORK.*";

/// A batch.
pub fn work(versions: &Versions, capability: &Capability, tournament: &Token, batch: u64) -> String {
    format!("botyard.work.{}.{}.{tournament}.{batch}", versions.token(), capability.token())
}

/// The batches that a worker with this capability can take.
pub fn work_of(versions: &Versions, capability: &Capability) -> String {
    format!("botyard.work.{}.{}.>", versions.token(), capability.token())
}

/// All batches of a tournament.
pub fn work_for(tournament: &Token) -> String {
    format!("botyard.work.*.*.{tournament}.*")
}

/// The consumer of [`work_of`].
pub fn work_consumer(versions: &Versions, capability: &Capability) -> String {
    format!("{}_{}", versions.token(), capability.token())
}

/// A part of a worker's answer to a batch.
pub fn answer(tournament: &Token, batch: u64, worker: &Token, part: u16) -> String {
    format!("botyard.res.{tournament}.{batch}.{worker}.{part}")
}

/// All answers for a tournament.
pub fn answers_for(tournament: &Token) -> String {
    format!("botyard.res.{tournament}.>")
}

/// The tournament of an answer's subject; `None` if it is not such a subject.
pub fn tournament_of_answer(subject: &str) -> Option<Token> {
    Token::parse(subject.strip_prefix("botyard.res.")?.split('.').next()?).ok()
}

/// The tournament of a batch's subject; `None` if it is not such a subject.
pub fn tournament_of_work(subject: &str) -> Option<Token> {
    Token::parse(subject.strip_prefix("botyard.work.")?.split('.').nth(2)?).ok()
}

/// The batch and the worker of an answer's subject; `None` if it is not such a subject.
pub fn parse_answer(subject: &str) -> Option<(u64, Token)> {
    let mut tokens = subject.strip_prefix("botyard.res.")?.split('.');
    let (_tournament, batch, worker, _part) = (tokens.next()?, tokens.next()?, tokens.next()?, tokens.next()?);
    let rest = tokens.next();
    let is_whole = rest.is_none();
    is_whole.then_some((batch.parse().ok()?, Token::parse(worker).ok()?))
}

/// A worker's status messages.
pub fn worker(name: &Token) -> String {
    format!("botyard.worker.{name}")
}

/// A submitter's messages about its tournament.
pub fn tournament(name: &Token) -> String {
    format!("botyard.tournament.{name}")
}

/// The name at the end of a subject of a worker or a tournament.
pub fn last_token(subject: &str) -> Option<Token> {
    Token::parse(subject.rsplit('.').next()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_names_its_batch_and_worker() {
        let name = |text| Token::parse(text).expect("a name");
        let subject = answer(&name("t"), 7, &name("w-1"), 2);
        assert_eq!(parse_answer(&subject), Some((7, name("w-1"))));
        assert_eq!(tournament_of_answer(&subject), Some(name("t")));
        for subject in ["botyard.res.t.7.w", "botyard.res.t.x.w.0", "botyard.res.t.7.w.0.1", "botyard.work.t.7.w.0", ""]
        {
            assert_eq!(parse_answer(subject), None, "{subject}");
        }
    }

    #[test]
    fn a_worker_takes_batches_of_its_versions_and_kind_alone() {
        let ours = Versions::new("0.1.0", 4);
        let subject = work(&ours, &Capability::Modules, &Token::made_of("t"), 1);
        assert!(subject.starts_with(work_of(&ours, &Capability::Modules).trim_end_matches('>')));
        assert_eq!(tournament_of_work(&subject), Some(Token::made_of("t")));
        let (other, here) = (Versions::new("0.2.0", 4), Capability::executables_here());
        for pattern in [work_of(&other, &Capability::Modules), work_of(&ours, &here)] {
            assert!(!subject.starts_with(pattern.trim_end_matches('>')), "{pattern}");
        }
    }
}
