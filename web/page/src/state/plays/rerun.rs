//! A rerun: a bot plays one seat of the match that is shown again. The other players repeat their
//! turns, so that the answers can be compared up to the first that differs.

use std::rc::Rc;
use std::time::Duration;

use botyard_engine::anymatch::RecordedSeats;
use botyard_engine::replay::{PlayerKind, Turn};
use botyard_engine::rerun::{common_turns, first_difference, words_of_turn};
use botyard_engine::seat::Seat;
use botyard_engine::transcript::{Passage, Stream};
use botyard_web_games::MoveLine;
use botyard_web_protocol::{BotKey, MatchProgress, PlayRequest};
use serde_json::Value;

use super::{BotFailure, Play, PlayParts, Plays};
use crate::excerpt::{quoted, sentence};
use crate::lineup::{Lineup, SeatChoice};
use crate::message::RerunMessage;
use crate::shown_match::{ShownMatch, ShownPhase};
use crate::state::match_spec::{LoadedBots, player_info, spec_again};
use crate::state::{Position, Shown};

/// The bot that plays a seat again, and its match.
pub struct RerunState {
    /// How many matches had been shown with the one that it is about.
    pub(super) of: u32,
    /// Whose place it takes.
    seat: Seat,
    key: BotKey,
    /// If all bots play: the bot's turns against the recorded others before, of which the last one
    /// differs. Bots that repeat themselves have the same turns again.
    before: Vec<Turn<Value>>,
    /// Which bots take the place of other builds: sentences, each behind a space.
    substitutes: String,
    phase: RerunPhase,
    /// The new match; before it is opened, one without turns.
    replayed: ShownMatch,
}

/// How far a rerun is.
#[derive(Debug, Clone, PartialEq, Eq)]
enum RerunPhase {
    /// Its bots are being loaded.
    Fetching(RerunOpponents),
    /// It is played.
    Running(RerunOpponents),
    /// It is over.
    Done(RerunOpponents, RerunResult),
    /// It cannot be played; holds a sentence with the reason.
    Failed(String),
}

/// The turns of the other players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RerunOpponents {
    /// Their turns in the match that is shown.
    Recorded,
    /// Their own answers: all bots are available.
    Playing,
}

/// The result of a rerun. Turns are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RerunResult {
    /// The bot repeats all of its turns.
    Same,
    /// This turn is the bot's first that differs.
    Differs(usize),
    /// All bots play, and in this turn the bot of this seat did not repeat itself, before it could
    /// react to the rerun bot's different answer. Later turns show nothing about the rerun bot.
    NotRepeated(usize, Seat),
}

/// The inspector's data on a rerun.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RerunView {
    /// The bots that can play, with their names.
    pub bots: Vec<(BotKey, String)>,
    /// The bot that was run last.
    pub asked: Option<BotKey>,
    /// The result so far, in a sentence.
    pub told: Option<String>,
    /// Both answers in the first turn that differs: as recorded, and now.
    pub answers: Option<[AnswerView; 2]>,
    /// Whether the match can be played on from there.
    pub plays_on: bool,
}

/// A player's turn.
#[derive(Debug, Clone, PartialEq)]
pub struct AnswerView {
    /// The player's name.
    pub name: String,
    /// Its action, described.
    pub words: String,
    /// How long it took; zero if that is not known.
    pub used: Duration,
    /// Its output and stderr during the turn.
    pub passages: Vec<Rc<Passage>>,
}

impl Plays {
    /// Handles a control of the rerun.
    pub(crate) fn update_rerun(&mut self, message: RerunMessage, page: &mut PlayParts<'_>) {
        match message {
            RerunMessage::Start(key) => self.start_rerun(page.shown.inspection.seat, key, None, page),
            RerunMessage::PlayOn => {
                if let Some(RerunState { seat, key, replayed, phase, .. }) = self.rerun.take() {
                    let mut before = replayed.record.turns();
                    if let RerunPhase::Done(_, RerunResult::Differs(turn)) = phase {
                        before.truncate(turn + 1);
                    }
                    self.start_rerun(seat, key, Some(before), page);
                }
            }
            RerunMessage::Close => {
                self.rerun = None;
                // The match beside it may have been longer.
                let stops = page.shown.shown_match.record.stops();
                page.shown.playback.go(page.shown.playback.at.min(stops.newest()), &stops, page.context.now);
            }
        }
    }

    /// Runs a bot against the recorded others or, given its turns against these, lets all bots
    /// play.
    fn start_rerun(&mut self, seat: Seat, key: BotKey, before: Option<Vec<Turn<Value>>>, page: &mut PlayParts<'_>) {
        if !page.shown.shown_match.is_over() {
            return;
        }
        let opponents = if before.is_some() { RerunOpponents::Playing } else { RerunOpponents::Recorded };
        let replayed = ShownMatch::new(0, page.shown.shown_match.record.up_to(0), ShownPhase::Playing);
        let (before, substitutes) = (before.unwrap_or_default(), String::new());
        let phase = RerunPhase::Fetching(opponents);
        let of = page.shown.shows;
        self.rerun = Some(RerunState { of, seat, key, before, substitutes, phase, replayed });
        if let Some(rerun) = &self.rerun {
            let lineup = rerun.lineup(page);
            page.context.request_bots(&lineup);
        }
        self.rerun.ready(page);
    }

    /// Whether the worker plays a rerun. It plays one match at a time: another one would end it.
    pub(crate) fn plays_rerun(&self) -> bool {
        self.rerun.as_ref().is_some_and(|rerun| matches!(rerun.phase, RerunPhase::Running(_)))
    }

    /// Handles the worker's progress with the rerun.
    pub(crate) fn take_rerun_progress(&mut self, progress: MatchProgress, page: &mut PlayParts<'_>) {
        let Some(rerun) = self.rerun.as_mut().filter(|rerun| rerun.replayed.id == progress.id) else { return };
        let RerunPhase::Running(opponents) = rerun.phase else { return };
        let is_done = progress.done;
        if let Err(why) = rerun.replayed.add_progress(progress) {
            rerun.phase = RerunPhase::Failed(format!("The rerun cannot be shown: {why}."));
            return;
        }
        if is_done {
            let result = rerun.compare(&page.shown.shown_match.record.turns());
            rerun.phase = RerunPhase::Done(opponents, result);
            let stops = self.timeline(page.shown).record.stops();
            // The position in which both chose.
            result.turn().into_iter().for_each(|turn| page.shown.playback.go(turn, &stops, page.context.now));
        }
    }

    /// The index of the turn in which the inspected bot's rerun differs.
    pub(crate) fn differing_turn(&self, shown: &Shown) -> Option<usize> {
        let rerun = self.rerun.as_ref().filter(|rerun| rerun.seat == shown.inspection.seat)?;
        match rerun.phase {
            RerunPhase::Done(_, RerunResult::Differs(turn)) => Some(turn),
            // The turn of another bot, or a turn of its own that shows nothing.
            RerunPhase::Done(_, RerunResult::NotRepeated(..) | RerunResult::Same) => None,
            RerunPhase::Fetching(_) | RerunPhase::Running(_) | RerunPhase::Failed(_) => None,
        }
    }

    /// The rerun with this number cannot be played.
    pub(crate) fn fail_rerun(&mut self, id: u32, why: &str) {
        if let Some(rerun) = self.rerun.as_mut().filter(|rerun| rerun.replayed.id == id) {
            rerun.phase = RerunPhase::Failed(sentence(why));
        }
    }

    /// The match that the rerun's other bots play on, to be shown beside the one that is shown.
    pub fn match_beside(&self) -> Option<&ShownMatch> {
        let rerun = self.rerun.as_ref()?;
        let plays = matches!(
            rerun.phase,
            RerunPhase::Running(RerunOpponents::Playing) | RerunPhase::Done(RerunOpponents::Playing, _)
        );
        plays.then_some(&rerun.replayed)
    }

    /// The match whose turns can be gone through: the longer one if two are shown.
    pub(crate) fn timeline<'a>(&'a self, shown: &'a Shown) -> &'a ShownMatch {
        let shown = &shown.shown_match;
        self.match_beside().filter(|beside| beside.record.len() > shown.record.len()).unwrap_or(shown)
    }
}

impl Position<'_> {
    /// The captions of the two boards if that match is shown: of the recorded one, and of the one
    /// beside it.
    pub fn captions(&self) -> Option<[String; 2]> {
        self.plays.match_beside()?;
        let bot = self.context.library.bot(&self.plays.rerun.as_ref()?.key)?;
        Some(["Recorded".to_owned(), quoted(&self.context.library.label(bot))])
    }

    /// The state of both matches, if two are shown: each after the turns that are gone through.
    pub(crate) fn status_of_both(&self) -> Option<String> {
        let matches = [&self.shown.shown_match, self.plays.match_beside()?];
        let told = self.captions()?.into_iter().zip(matches).map(|(caption, shown)| {
            let at = self.shown.playback.at.min(shown.record.len());
            let verdict = shown.verdict(self.context.game_ui).filter(|_| at == shown.record.len() && shown.is_over());
            let last = || Some(self.seen_lines(shown).get(at.checked_sub(1)?)?.words.to_string());
            let words = verdict.or_else(|| Some(format!("{}.", shown.record.summary(at).or_else(last)?)));
            format!("{caption}: {}", words.unwrap_or_else(|| "the start.".to_owned()))
        });
        Some(told.collect::<Vec<_>>().join(" "))
    }

    /// The inspector's data; `None` if the inspected bot cannot be run again.
    pub fn rerun_view(&self) -> Option<RerunView> {
        if !self.shown.shown_match.is_over() || self.shown.shown_match.record.is_empty() {
            return None;
        }
        let bots =
            self.context.library.bots().iter().map(|bot| (bot.key.clone(), self.context.library.label(bot))).collect();
        let Some(rerun) = self.plays.rerun.as_ref().filter(|rerun| rerun.seat == self.shown.inspection.seat) else {
            return Some(RerunView { bots, ..RerunView::default() });
        };
        let name = self
            .context
            .library
            .bot(&rerun.key)
            .map_or_else(String::new, |bot| quoted(&self.context.library.label(bot)));
        let differs = self.plays.differing_turn(self.shown);
        let plays_on = differs.is_some()
            && matches!(rerun.phase, RerunPhase::Done(RerunOpponents::Recorded, _))
            && self.has_other_bots(rerun.seat);
        let answers = differs.and_then(|turn| {
            let recorded = AnswerView::from_turn(&self.shown.shown_match, turn, "recorded".to_owned())?;
            Some([recorded, AnswerView::from_turn(&rerun.replayed, turn, name.clone())?])
        });
        let asked = Some(rerun.key.clone());
        Some(RerunView { bots, asked, told: Some(self.rerun_words(rerun, &name)), answers, plays_on })
    }

    /// Whether the bots of all other seats are in the library.
    fn has_other_bots(&self, seat: Seat) -> bool {
        let players =
            self.shown.shown_match.record.players().iter().enumerate().filter(|(index, _)| *index != seat.index());
        players
            .map(|(_, player)| player)
            .all(|player| player.kind != PlayerKind::Person && self.context.library.played_by(player).is_some())
    }

    fn rerun_words(&self, rerun: &RerunState, name: &str) -> String {
        let stops = self.shown.shown_match.record.stops();
        let RerunState { before, replayed, substitutes, .. } = rerun;
        match &rerun.phase {
            RerunPhase::Fetching(_) | RerunPhase::Running(_) => format!("Asking {name} …{substitutes}"),
            RerunPhase::Failed(why) => why.clone(),
            RerunPhase::Done(_, RerunResult::NotRepeated(turn, seat)) => {
                let (who, until) = (&replayed.names(self.context.game_ui)[seat.index()], stops.number(before.len()));
                let turn = replayed.record.stops().number(turn + 1);
                let verdict = replayed
                    .verdict(self.context.game_ui)
                    .map_or_else(String::new, |verdict| format!(" Then: {verdict}"));
                format!(
                    "{who} did not repeat itself in turn {turn}, and the comparison ends there: this is not how \
                     the match would go on from turn {until}.{verdict}{substitutes}"
                )
            }
            RerunPhase::Done(opponents, RerunResult::Differs(turn)) => {
                let first = format!("{name} plays differently at turn {}.", stops.number(turn + 1));
                let verdict = replayed.verdict(self.context.game_ui).filter(|_| *opponents == RerunOpponents::Playing);
                let then = verdict.map_or_else(String::new, |verdict| format!(" Then: {verdict}"));
                format!("{first}{then}{substitutes}")
            }
            RerunPhase::Done(_, RerunResult::Same) => {
                let own = replayed.record.lines().iter().filter(|line| line.seat == rerun.seat).count();
                // A failed run is not a fault: its output counts, so its failure would be shown
                // nowhere else.
                let is_failed = |passage: &&Rc<Passage>| passage.seat == rerun.seat && passage.stream == Stream::Ended;
                let failed = replayed.passages.iter().filter(is_failed).count();
                let runs = if failed > 0 { format!(" Its runs failed in {failed} of them.") } else { String::new() };
                format!("No difference: {name} does the same in all of its {own} turns.{runs}")
            }
        }
    }
}

impl Play for Option<RerunState> {
    fn ready(&mut self, page: &mut PlayParts<'_>) {
        let Some(rerun) = self else { return };
        let RerunPhase::Fetching(opponents) = rerun.phase else { return };
        let lineup = rerun.lineup(page);
        let (shown, library) = (&*page.shown, &page.context.library);
        let Some(LoadedBots { host_bots, modules }) = LoadedBots::find(&lineup, library) else { return };
        let record = &shown.shown_match.record;
        let is_recorded = |choice: &SeatChoice| !matches!(choice, SeatChoice::Bot(_));
        let recorded: Vec<_> =
            (0..lineup.seats.len()).filter(|&index| is_recorded(&lineup.seats[index])).map(Seat::new).collect();
        let players = lineup.seats.iter().zip(record.players()).map(|(choice, player)| match is_recorded(choice) {
            true => player.clone(),
            false => player_info(choice, library),
        });
        let match_spec = spec_again(page.context.game_ui, &**record, players.collect());
        let substitutes = shown.substitutes(&lineup, Some(rerun.seat), library);
        let substitutes: String = substitutes.iter().map(|told| format!(" {told}")).collect();
        let record = (!recorded.is_empty()).then(|| RecordedSeats { seats: recorded, turns: record.turns() });
        let id = page.context.next_id();
        match page.context.game_ui.open(&match_spec) {
            Ok(record) => rerun.replayed = ShownMatch::new(id, record, ShownPhase::Playing),
            Err(why) => {
                rerun.phase = RerunPhase::Failed(format!("It cannot be played: {}.", sentence(&why)));
                return;
            }
        }
        (rerun.substitutes, rerun.phase) = (substitutes, RerunPhase::Running(opponents));
        page.context.play(PlayRequest { id, match_spec, script: Vec::new(), host_bots, record }, modules);
    }

    fn failed(&mut self, failure: &BotFailure<'_>, page: &mut PlayParts<'_>) {
        let waits = |rerun: &&mut RerunState| {
            matches!(rerun.phase, RerunPhase::Fetching(_)) && rerun.lineup(page).has_bot(failure.key)
        };
        if let Some(rerun) = self.as_mut().filter(waits) {
            rerun.phase = RerunPhase::Failed(sentence(failure.sentence));
        }
    }
}

impl RerunState {
    /// The bots that it needs, in their seats; the others are absent.
    fn lineup(&self, page: &PlayParts<'_>) -> Lineup {
        let record = &*page.shown.shown_match.record;
        let mut lineup = Lineup::of_record(record, &page.context.library, page.setup.lineup.terms);
        if !matches!(self.phase, RerunPhase::Fetching(RerunOpponents::Playing)) {
            lineup.seats.iter_mut().for_each(|choice| *choice = SeatChoice::Absent(String::new()));
        }
        lineup.seats[self.seat.index()] = SeatChoice::Bot(self.key.clone());
        lineup
    }

    /// Compares the played turns with these turns of the match that is shown.
    fn compare(&self, recorded: &[Turn<Value>]) -> RerunResult {
        let now = self.replayed.record.turns();
        let same = common_turns(&self.before, &now);
        match now.get(same) {
            Some(turn) if same < self.before.len() => RerunResult::NotRepeated(same, turn.seat),
            _ => first_difference(recorded, &now).map_or(RerunResult::Same, RerunResult::Differs),
        }
    }
}

impl RerunResult {
    /// The turn that it is about, if it is about one.
    fn turn(self) -> Option<usize> {
        match self {
            Self::Same => None,
            Self::Differs(turn) | Self::NotRepeated(turn, _) => Some(turn),
        }
    }
}

impl AnswerView {
    /// The action in a turn, counted from 0; `None` if the match ended earlier.
    fn from_turn(shown_match: &ShownMatch, turn: usize, name: String) -> Option<Self> {
        let lines = shown_match.record.lines();
        let MoveLine { words, used, .. } = lines.get(turn)?;
        let own = words_of_turn(&shown_match.passages, |turn| lines[turn].seat, turn);
        let own = own.filter(|passage| passage.stream != Stream::Stdin);
        Some(Self { name, words: words.to_string(), used: *used, passages: own.cloned().collect() })
    }
}
