//! The other tournaments of a fleet: which of them still have a submitter. The server's data of a
//! tournament whose submitter was killed is removed by any later submitter.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use async_nats::jetstream::stream::Stream;

use crate::connection::ServerConnection;
use crate::names::Token;
use crate::{streams, subjects};

/// The tournaments that the server keeps data for, and when their submitters last sent a status.
#[derive(Debug)]
pub(super) struct OtherTournaments {
    own: Token,
    /// A tournament whose submitter has been silent for this long is forgotten. Three times in this
    /// time, a submitter looks for data to remove.
    silence: Duration,
    heard: HashMap<Token, Instant>,
    /// The tournaments that the server keeps data for, and since when that is known.
    kept: HashMap<Token, Instant>,
    looked: Instant,
}

impl OtherTournaments {
    pub(super) fn new(own: Token, silence: Duration, now: Instant) -> Self {
        Self { own, silence, heard: HashMap::new(), kept: HashMap::new(), looked: now }
    }

    /// Notes that a submitter has reported on its tournament.
    pub(super) fn note_sight(&mut self, tournament: Token, now: Instant) {
        self.heard.insert(tournament, now);
    }

    /// Notes the tournaments that the server keeps data for; it keeps data for no others.
    pub(super) fn note_kept(&mut self, tournaments: HashSet<Token>, now: Instant) {
        self.kept.retain(|tournament, _| tournaments.contains(tournament));
        for tournament in tournaments {
            self.kept.entry(tournament).or_insert(now);
        }
    }

    /// The tournaments whose data is to be removed, if it is time to look. A submitter that does
    /// not receive its own messages would not receive others' either, and removes nothing.
    pub(super) fn due(&mut self, now: Instant) -> Option<Vec<Token>> {
        if now - self.looked < self.silence / 3 {
            return None;
        }
        self.looked = now;
        let silence = self.silence;
        let is_silent = |since: &Instant| now - *since >= silence;
        self.heard.retain(|_, heard| !is_silent(heard));
        let has_ears = self.heard.contains_key(&self.own);
        let absent = self.kept.iter().filter(|(name, since)| is_silent(since) && !self.heard.contains_key(*name));
        Some(if has_ears { absent.map(|(name, _)| name.clone()).collect() } else { Vec::new() })
    }
}

/// Removes the server's data of these tournaments; returns the tournaments that it keeps data for.
pub(super) async fn forget(connection: ServerConnection, absent: Vec<Token>) -> HashSet<Token> {
    let mut kept = HashSet::new();
    if let Ok(stream) = connection.context.get_stream_no_info(subjects::ANSWER_STREAM).await {
        for tournament in &absent {
            tracing::info!(%tournament, "forgets the answers for a submitter that is not there");
            let _ = stream.delete_consumer(tournament.as_str()).await;
            streams::remove_all(&stream, &subjects::answers_for(tournament)).await;
        }
        kept.extend(tournaments_in(&stream, subjects::ALL_ANSWERS, subjects::tournament_of_answer).await);
    }
    if let Ok(stream) = connection.context.get_stream_no_info(subjects::WORK_STREAM).await {
        for tournament in &absent {
            streams::remove_all(&stream, &subjects::work_for(tournament)).await;
        }
        kept.extend(tournaments_in(&stream, subjects::ALL_WORK, subjects::tournament_of_work).await);
    }
    kept
}

async fn tournaments_in<T>(stream: &Stream<T>, all: &str, tournament_of: fn(&str) -> Option<Token>) -> HashSet<Token> {
    streams::subjects_in(stream, all).await.iter().filter_map(|subject| tournament_of(subject)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_silent_is_forgotten_by_who_can_hear() {
        let (start, name) = (Instant::now(), Token::made_of);
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut others = OtherTournaments::new(name("own"), Duration::from_secs(15), start);
        assert_eq!(others.due(after(4)), None, "it has looked just now");
        others.note_kept(["own", "killed", "new"].map(name).into(), after(5));
        for second in 5..20 {
            others.note_sight(name("own"), after(second));
        }
        assert_eq!(others.due(after(10)), Some(Vec::new()), "it has not listened for long");
        others.note_sight(name("new"), after(19));
        assert_eq!(others.due(after(20)), Some(vec![name("killed")]));
        others.note_kept(["own"].map(name).into(), after(20));
        assert_eq!(others.due(after(25)), Some(Vec::new()));
        others.note_kept(["own", "killed"].map(name).into(), after(26));
        assert_eq!(others.due(after(60)), Some(Vec::new()), "it does not hear itself");
    }
}
