//! A fleet as the players of a tournament's games: sends them in batches, takes each game's first
//! result, and has a share played again here. The tournament decides which games there are, and
//! which count.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use botyard_engine::anymatch::MatchSpec;
use botyard_engine::fault::printable;
use botyard_engine::replay::PlayerInfo;
use botyard_engine::tournament::{GameId, GameResult, Participant, ScheduledGame};
use botyard_fleet::limits;
use botyard_fleet::messages::{AnsweredGame, Batch, BatchAnswer, SentGame, TournamentStatus, WorkerStatus};
use botyard_fleet::names::{Capability, Token};
use botyard_fleet::submitter::{Receipt, SubmitterEvent};
use botyard_fleet::{LeftOutReason, Ticket};
use serde_json::Value;

use super::answered::Evidence;
use super::audits::{AuditVerdict, Audits};
use super::sent_batches::{SentBatch, SentBatches};
use super::{FleetTournament, answered, versions};
use crate::tournament::{GamePlayers, GameReport, GameThreads, TournamentError};

/// Games that were refused this often are not sent again, if all present workers have refused them.
/// A single worker that has refused them this often is excluded, if others are present.
const REFUSALS: usize = 5;
/// A batch of more games than this that may have ended its worker is sent again in batches of this
/// many; a smaller one game by game.
const TOGETHER_AGAIN: usize = 64;
/// How often the threads of the workers are counted.
const COUNT_INTERVAL: Duration = Duration::from_millis(20);
/// After this long without a worker, people are told.
const NOBODY: Duration = Duration::from_secs(3);
/// The most bytes of a batch's games and settings. Its bots need the rest of the message.
const GAMES_BYTES: usize = limits::BATCH_BYTES / 2;
/// The most bytes of a game without its seats, and of a seat.
const GAME_BYTES: usize = 168;
const SEAT_BYTES: usize = 6;

/// A fleet.
pub(super) struct FleetPlayers<'a> {
    fleet: FleetTournament<'a>,
    audits: Option<Audits>,
    sent: SentBatches,
    /// Results that were not handed out yet, each with the receipt to return when it has been
    /// stored.
    ready: VecDeque<(GameReport, Option<Receipt>)>,
    handed_out: Vec<Receipt>,
    workers: HashMap<Token, KnownWorker>,
    /// The number of games that the present workers play at once, when it was last counted. With a
    /// thousand workers, counting takes as long as a short game.
    threads: usize,
    counted: Instant,
    left_out: BTreeMap<Token, LeftOutReason>,
    culprits: VecDeque<Token>,
    /// Games that have ended several workers: they are not sent again.
    deadly: HashSet<GameId>,
    results: u64,
    began: Instant,
    /// Since when there has been no worker; `None` if people have been told.
    alone: Option<Instant>,
}

struct KnownWorker {
    status: WorkerStatus,
    heard: Instant,
}

impl<'a> FleetPlayers<'a> {
    /// `auditors` play games again.
    pub(super) fn new(fleet: FleetTournament<'a>, auditors: Option<GameThreads>) -> Self {
        let audits = auditors.zip(fleet.audit).map(|(threads, share)| Audits::new(threads, share));
        Self {
            results: fleet.games.0,
            fleet,
            audits,
            sent: SentBatches::default(),
            ready: VecDeque::new(),
            handed_out: Vec::new(),
            workers: HashMap::new(),
            threads: 0,
            counted: Instant::now(),
            left_out: BTreeMap::new(),
            culprits: VecDeque::new(),
            deadly: HashSet::new(),
            began: Instant::now(),
            alone: Some(Instant::now()),
        }
    }

    /// The workers whose answers are taken and whose status is recent.
    fn present(&self) -> impl Iterator<Item = (&Token, &KnownWorker)> {
        let own = versions();
        self.workers.iter().filter(move |(name, worker)| {
            let is_there = worker.heard.elapsed() <= limits::ABSENT && worker.status.versions == own;
            let is_able = worker.status.can_play(&self.fleet.capability);
            is_there && is_able && !self.left_out.contains_key(name)
        })
    }

    /// Counts the threads, if it has not been done for a while, or if there was no worker.
    fn count_threads(&mut self) {
        if self.threads == 0 || self.counted.elapsed() >= COUNT_INTERVAL {
            self.threads = self.present().map(|(_, worker)| usize::from(worker.status.threads)).sum();
            self.counted = Instant::now();
        }
    }

    fn send_all(&mut self) -> Result<(), TournamentError> {
        let without_result = self.fleet.games.1.saturating_sub(self.results);
        while self.sent.has_unsent() {
            let games = self.sent.take_unsent(self.threads, without_result);
            self.send(games, &[])?;
        }
        Ok(())
    }

    /// Sends games, in several batches if they or their settings are long.
    fn send(&mut self, games: Vec<ScheduledGame>, refused_by: &[Token]) -> Result<(), TournamentError> {
        let (mut settings, mut bytes) = (Vec::<Arc<Value>>::new(), 0);
        let (mut batch, mut sent_games) = (Vec::new(), Vec::new());
        for game in games {
            let own = (self.fleet.settings)(&game)?;
            // Where all matches have the same settings, these are sent once.
            let is_new = settings.last().is_none_or(|last| **last != own);
            let length = GAME_BYTES + SEAT_BYTES * game.seats.len() + if is_new { own.to_string().len() } else { 0 };
            if bytes + length > GAMES_BYTES && !batch.is_empty() {
                self.send_batch(
                    std::mem::take(&mut batch),
                    std::mem::take(&mut settings),
                    std::mem::take(&mut sent_games),
                    refused_by,
                )?;
                bytes = 0;
            }
            bytes += length;
            if is_new || settings.is_empty() {
                settings.push(Arc::new(own));
            }
            let at = settings.len() - 1;
            sent_games.push(SentGame { scheduled: game.clone(), settings: at as u16 });
            batch.push((game, Arc::clone(&settings[at])));
        }
        if !batch.is_empty() {
            self.send_batch(batch, settings, sent_games, refused_by)?;
        }
        Ok(())
    }

    fn send_batch(
        &mut self,
        scheduled: Vec<(ScheduledGame, Arc<Value>)>,
        settings: Vec<Arc<Value>>,
        games: Vec<SentGame>,
        refused_by: &[Token],
    ) -> Result<(), TournamentError> {
        let ticket = getrandom::u64().map_err(|why| TournamentError::Fleet(format!("cannot draw a number: {why}")))?;
        let plays: HashSet<_> = scheduled.iter().flat_map(|(game, _)| game.seats.iter().copied()).collect();
        let bots = self.fleet.bots.iter().filter(|bot| plays.contains(&bot.participant)).cloned().collect();
        let batch = Batch {
            versions: versions(),
            tournament: self.fleet.name.clone(),
            batch: self.sent.add(scheduled, refused_by),
            ticket: Ticket::from_random(ticket),
            game: self.fleet.game.to_owned(),
            terms: self.fleet.terms.clone(),
            bots,
            settings: settings.iter().map(|settings| Value::clone(settings)).collect(),
            games,
        };
        self.fleet.submitter.send(batch, self.fleet.capability.clone());
        Ok(())
    }

    fn take_event(&mut self, event: SubmitterEvent) -> Result<(), TournamentError> {
        match event {
            SubmitterEvent::Answer { batch, worker, answer, receipt } => {
                self.take_answer(batch, &worker, answer, receipt)?
            }
            SubmitterEvent::GivenUp { batch } => self.give_up(batch)?,
            SubmitterEvent::Worker { name, status } => self.take_worker(name, *status),
            SubmitterEvent::Note(sentence) => (self.fleet.note)(&sentence),
        }
        Ok(())
    }

    fn take_worker(&mut self, name: Token, status: WorkerStatus) {
        let own = versions();
        let before = self.workers.get(&name).map(|worker| worker.status.versions.clone());
        if status.versions != own && before.as_ref() != Some(&status.versions) {
            let program = printable(&status.versions.to_string());
            (self.fleet.note)(&format!("worker {name} is {program}, this is {own}: it is given no games"));
        } else if let Some(why) = status.why_not_sandboxed(&self.fleet.capability)
            && before.is_none()
        {
            let why = printable(&why);
            (self.fleet.note)(&format!("worker {name} is given none of these games, as --require-sandbox asks: {why}"));
        }
        self.workers.insert(name, KnownWorker { status, heard: Instant::now() });
    }

    fn take_answer(
        &mut self,
        batch: u64,
        worker: &Token,
        answer: BatchAnswer,
        receipt: Receipt,
    ) -> Result<(), TournamentError> {
        if self.left_out.contains_key(worker) {
            // It had the batch before it was told; nobody else would play these games.
            if let Some((left, refused_by)) = self.withdraw(batch) {
                self.send(left, &refused_by)?;
            }
            self.fleet.submitter.stored(receipt);
            return Ok(());
        }
        if self.sent.get(batch).is_none() {
            // Another worker has answered before, or the result is no longer needed.
            self.fleet.submitter.stored(receipt);
            return Ok(());
        }
        match answer {
            BatchAnswer::Games(games) => return self.take_games(batch, worker, games, receipt),
            BatchAnswer::Split => {
                if let Some((left, refused_by)) = self.withdraw(batch) {
                    self.send_apart(&left, &refused_by)?;
                }
            }
            BatchAnswer::Returned => {
                if let Some((left, refused_by)) = self.withdraw(batch) {
                    self.send(left, &refused_by)?;
                }
            }
            BatchAnswer::Refused(why) => self.take_refusal(batch, worker, &why)?,
        }
        self.fleet.submitter.stored(receipt);
        Ok(())
    }

    fn take_refusal(&mut self, batch: u64, worker: &Token, why: &str) -> Result<(), TournamentError> {
        let sentence = format!("worker {worker} refuses games: {}", printable(why));
        let Some((left, mut refused_by)) = self.withdraw(batch) else { return Ok(()) };
        refused_by.push(worker.clone());
        let is_anybody_left = self.present().any(|(name, _)| !refused_by.contains(name));
        // At first the workers are not known.
        let may_be_played = is_anybody_left || self.began.elapsed() < NOBODY;
        if refused_by.len() >= REFUSALS && !may_be_played {
            return Err(TournamentError::Fleet(format!("no worker plays these games; {sentence}")));
        }
        (self.fleet.note)(&sentence);
        let is_again_and_again = refused_by.iter().filter(|name| *name == worker).count() >= REFUSALS;
        self.send(left, &refused_by)?;
        if is_again_and_again {
            self.leave_out(worker, LeftOutReason::Refusals);
        }
        Ok(())
    }

    fn take_games(
        &mut self,
        batch: u64,
        worker: &Token,
        games: Vec<AnsweredGame>,
        receipt: Receipt,
    ) -> Result<(), TournamentError> {
        let mut reports = VecDeque::new();
        for game in games {
            let id = game.id;
            let Some((scheduled, settings)) = self.sent.take_game(batch, id) else {
                if self.sent.get(batch).is_some_and(|sent| !sent.all.contains_key(&id)) {
                    (self.fleet.note)(&format!("worker {worker} has answered for a game that it was not sent"));
                    self.leave_out(worker, LeftOutReason::GameNotSent);
                    break;
                }
                // An earlier answer had this game.
                continue;
            };
            let report = answered::report(&scheduled, game, worker.to_string())
                .and_then(|report| Ok((answered::check(&report, &self.match_spec(&scheduled, &settings))?, report)));
            match report {
                Ok((evidence, report)) => reports.extend(self.audit(&scheduled, report, evidence)?),
                Err(why) => {
                    (self.fleet.note)(&format!("worker {worker} has sent a result that cannot be: {why}"));
                    self.leave_out(worker, LeftOutReason::ImpossibleResult);
                    break;
                }
            }
        }
        if self.sent.get(batch).is_some_and(SentBatch::is_done) {
            self.sent.remove(batch);
            self.fleet.submitter.settle(batch);
        }
        match reports.pop_back() {
            Some(last) => {
                self.ready.extend(reports.into_iter().map(|report| (report, None)));
                self.ready.push_back((last, Some(receipt)));
            }
            None => self.fleet.submitter.stored(receipt),
        }
        Ok(())
    }

    /// The match that a game is.
    fn match_spec(&self, scheduled: &ScheduledGame, settings: &Value) -> MatchSpec {
        let player = |participant: &Participant| PlayerInfo {
            name: self.fleet.bots[participant.index()].name.clone(),
            ..PlayerInfo::default()
        };
        MatchSpec {
            game: self.fleet.game.to_owned(),
            settings: settings.clone(),
            seed: scheduled.seed,
            players: scheduled.seats.iter().map(player).collect(),
            terms: self.fleet.terms.seated(scheduled.seats.iter().map(|participant| participant.index())),
        }
    }

    /// The result to hand out; `None` if this computer has to find it by playing the game.
    fn audit(
        &mut self,
        scheduled: &ScheduledGame,
        report: GameReport,
        evidence: Evidence,
    ) -> Result<Option<GameReport>, TournamentError> {
        self.sent.note_duration(scheduled, report.duration);
        let Some(audits) = &mut self.audits else { return Ok(Some(report)) };
        if report.result == GameResult::Void {
            audits.play_void(scheduled);
            return Ok(None);
        }
        audits.sample(scheduled, &report, evidence)?;
        Ok(Some(report))
    }

    /// Notes that several workers have begun a batch and fallen silent.
    fn give_up(&mut self, batch: u64) -> Result<(), TournamentError> {
        let Some((left, refused_by)) = self.withdraw(batch) else { return Ok(()) };
        if left.len() > 1 {
            return self.send_apart(&left, &refused_by);
        }
        for game in left {
            let name = |bot: &botyard_fleet::messages::SentBot| printable(&bot.name);
            let bots: Vec<_> = game.seats.iter().map(|seat| name(&self.fleet.bots[seat.index()])).collect();
            (self.fleet.note)(&format!(
                "game {} of unit {} is void: {} workers have fallen silent while they played it ({})",
                game.id.rotation,
                game.id.unit,
                limits::DELIVERIES,
                bots.join(", ")
            ));
            self.deadly.insert(game.id);
            self.ready.push_back((void(&game), None));
        }
        Ok(())
    }

    /// Takes back a batch. Returns its games without a result, and the workers that have refused
    /// them.
    fn withdraw(&mut self, batch: u64) -> Option<(Vec<ScheduledGame>, Vec<Token>)> {
        self.fleet.submitter.withdraw(batch);
        self.sent.remove(batch).map(SentBatch::into_left)
    }

    /// Sends the games of a batch again, of which one may have ended its worker: in smaller
    /// batches, or each by itself.
    fn send_apart(&mut self, games: &[ScheduledGame], refused_by: &[Token]) -> Result<(), TournamentError> {
        let together = if games.len() > TOGETHER_AGAIN { TOGETHER_AGAIN } else { 1 };
        games.chunks(together).try_for_each(|games| self.send(games.to_vec(), refused_by))
    }

    /// Takes no more results of a worker.
    fn leave_out(&mut self, worker: &Token, reason: LeftOutReason) {
        if !self.left_out.contains_key(worker) {
            (self.fleet.note)(&format!("worker {worker} is left out: none of its results are taken"));
            self.left_out.insert(worker.clone(), reason);
            self.culprits.push_back(worker.clone());
        }
    }

    fn take_verdicts(&mut self) -> Result<(), TournamentError> {
        while let Some(verdict) = self.audits.as_mut().map_or(Ok(None), Audits::next_verdict)? {
            match verdict {
                AuditVerdict::Same => {}
                AuditVerdict::Result(report) => self.ready.push_back((*report, None)),
                AuditVerdict::Differs(worker) => {
                    let worker = Token::made_of(&worker);
                    (self.fleet.note)(&format!(
                        "a game of worker {worker} came out otherwise when it was played again here"
                    ));
                    self.leave_out(&worker, LeftOutReason::OtherResult);
                }
            }
        }
        Ok(())
    }

    /// Takes back all sent games, and results that were not handed out.
    fn forget_all(&mut self) {
        for batch in self.sent.remove_where(|_| true) {
            self.fleet.submitter.withdraw(batch);
        }
        self.sent.drop_unsent();
        for (_, receipt) in self.ready.drain(..) {
            receipt.into_iter().for_each(|receipt| self.fleet.submitter.stored(receipt));
        }
    }

    fn tell_if_alone(&mut self) {
        if self.present().next().is_some() {
            self.alone = Some(Instant::now());
        } else if self.alone.is_some_and(|since| since.elapsed() >= NOBODY) {
            self.alone = None;
            (self.fleet.note)(match &self.fleet.capability {
                Capability::Modules => {
                    "no worker is there: start one with `botyard worker --nats URL`, on this computer or others"
                }
                Capability::Executables(_) => {
                    "no worker is there that plays executables of this system: start one with `botyard worker --allow-executables \
                     --nats URL`"
                }
                Capability::Sandboxed(_) => {
                    "no worker is there that plays executables of this system in a sandbox that lacks nothing, as --require-sandbox \
                     asks: start one with `botyard worker --allow-executables --nats URL` where `botyard doctor` finds all restrictions"
                }
            });
        }
    }

    fn status(&self) -> TournamentStatus {
        TournamentStatus {
            versions: versions(),
            game: self.fleet.game.to_owned(),
            games: self.results,
            of: self.fleet.games.1.max(self.results),
            sent: self.sent.games() as u64,
            audited: self.audits.as_ref().map_or(0, Audits::done),
            left_out: self.left_out.keys().cloned().collect(),
            left_out_reasons: self.left_out.clone(),
            is_over: false,
        }
    }
}

impl GamePlayers for FleetPlayers<'_> {
    fn waiting(&self) -> usize {
        let void = self.audits.as_ref().map_or(0, Audits::waiting_for_results);
        self.sent.games() + self.ready.len() + void
    }

    fn waiting_max(&self, _: usize) -> usize {
        self.waiting() - self.sent.games() + self.sent.games_max(self.threads)
    }

    fn play(&mut self, game: ScheduledGame) {
        match self.deadly.contains(&game.id) {
            true => self.ready.push_back((void(&game), None)),
            false => self.sent.push(game),
        }
    }

    /// Keeps the batches that a worker is playing: they are still answered.
    fn drop_waiting(&mut self) {
        self.sent.drop_unsent();
        let playing = self.present().flat_map(|(_, worker)| &worker.status.playing);
        let own = playing.filter(|(tournament, _)| *tournament == self.fleet.name);
        let playing: HashSet<u64> = own.map(|(_, batch)| *batch).collect();
        for batch in self.sent.remove_where(|batch| !playing.contains(&batch)) {
            self.fleet.submitter.withdraw(batch);
        }
    }

    fn next_result(&mut self, timeout: Duration) -> Result<Option<GameReport>, TournamentError> {
        self.count_threads();
        self.send_all()?;
        let end = Instant::now() + timeout;
        loop {
            self.take_verdicts()?;
            if let Some((report, receipt)) = self.ready.pop_front() {
                self.handed_out.extend(receipt);
                self.results += 1;
                return Ok(Some(report));
            }
            let left = end.saturating_duration_since(Instant::now());
            match self.fleet.submitter.next_event(left) {
                Some(event) => self.take_event(event)?,
                None => {
                    self.tell_if_alone();
                    return Ok(None);
                }
            }
            if !self.culprits.is_empty() {
                return Ok(None);
            }
        }
    }

    fn note_kept(&mut self) {
        for receipt in self.handed_out.drain(..) {
            self.fleet.submitter.stored(receipt);
        }
        self.fleet.submitter.set_status(self.status());
    }

    fn is_checking(&self) -> bool {
        !self.culprits.is_empty() || self.audits.as_ref().is_some_and(|audits| audits.waiting() > 0)
    }

    fn take_culprit(&mut self) -> Option<String> {
        let worker = self.culprits.pop_front()?.to_string();
        self.forget_all();
        if let Some(audits) = &mut self.audits {
            audits.forget(&worker);
        }
        self.fleet.submitter.set_status(self.status());
        Some(worker)
    }

    fn note_struck(&mut self, kept: u64) {
        self.results = kept;
        self.fleet.submitter.set_status(self.status());
    }
}

/// The report on a game that no worker can play.
fn void(game: &ScheduledGame) -> GameReport {
    GameReport {
        id: game.id,
        seed: game.seed,
        seats: game.seats.clone(),
        result: GameResult::Void,
        turns: 0,
        duration: Duration::ZERO,
        replay: None,
        stderr: Vec::new(),
        void_run: None,
        worker: None,
    }
}
