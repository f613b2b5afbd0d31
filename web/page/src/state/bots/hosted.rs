//! The page with a local server: the match that it may be playing, and how that match and the
//! server's bots are handled when it ends.

use botyard_engine::anymatch::MatchSpec;
use botyard_engine::live::HOST_MATCH_ID;
use botyard_web_games::find_game_ui;
use botyard_web_protocol::HostBot;

use super::session::{SessionMessage, SessionTask};
use crate::excerpt::quoted;
use crate::lineup::{Lineup, SeatChoice};
use crate::shown_match::{ShownMatch, ShownPhase};
use crate::state::{PageState, Parts};

impl PageState {
    /// The worker or the server is ready.
    pub(crate) fn handle_ready(&mut self, suspends: bool) {
        if self.bots.host.update(SessionMessage::Ready { suspends }) == Some(SessionTask::StartMatch) {
            self.ensure_match_shown();
        }
    }

    /// Handles an opened match: the one that the page requested, or the server's own.
    pub(crate) fn take_opened(&mut self, id: u32, match_spec: &MatchSpec) {
        if id == HOST_MATCH_ID {
            self.bots.host.update(SessionMessage::MatchFound);
            return self.watch_match(match_spec);
        }
        // Adds data that the page did not have, such as the hash of a module of the server.
        if id == self.shown.shown_match.id
            && self.shown.shown_match.record.is_empty()
            && let Ok(record) = self.context.game_ui.open(match_spec)
        {
            self.shown.shown_match.record = record;
        }
    }

    fn watch_match(&mut self, match_spec: &MatchSpec) {
        let Some(game_ui) = find_game_ui(&match_spec.game) else {
            let game = quoted(&match_spec.game);
            return self.context.show_error(format!("The local server plays an unknown game: `{game}`."));
        };
        self.enter_game(game_ui);
        self.plays.pending = None;
        match game_ui.open(match_spec) {
            Ok(record) => {
                self.setup.lineup = Lineup::of_record(&*record, &self.context.library, self.setup.lineup.terms);
                self.shown.show(ShownMatch::new(HOST_MATCH_ID, record, ShownPhase::Playing), &self.context);
                if self.shown.is_live() {
                    self.bots.host.update(SessionMessage::MatchJoined);
                }
                self.visit.leave_replay(&self.shown.shown_match, &mut self.context);
            }
            Err(why) => self.context.show_error(format!("Cannot show the local server's match: {why}.")),
        }
    }

    /// Handles the server's list of bots, which takes the place of the one before.
    pub(crate) fn take_host_bots(&mut self, host_bots: Vec<HostBot>) {
        let Parts { bots, plays, mut page, .. } = self.parts();
        bots.take_host_bots(host_bots, &plays.cases, &mut page);
    }

    /// Handles the end of the server: removes its bots and stops its match.
    pub(crate) fn host_has_ended(&mut self, why: String) {
        self.bots.host.update(SessionMessage::ServerEnded);
        self.take_host_bots(Vec::new());
        let library = &self.context.library;
        self.plays.pending.take_if(|pending| {
            let is_gone = |choice: &SeatChoice| matches!(choice, SeatChoice::Bot(key) if library.bot(key).is_none());
            pending.lineup.seats.iter().any(is_gone)
        });
        self.plays.rerun = None;
        self.shown.shown_match.break_off();
        self.context.show_notice(why);
    }
}

#[cfg(test)]
mod tests {
    use botyard_engine::live::PlayRequest;
    use botyard_engine::replay::{MatchTerms, PlayerInfo, PlayerKind, SharedTerms, Waiting};
    use botyard_engine::seat::Seat;
    use serde_json::Value;

    use super::*;
    use crate::bot_library::LibraryRequest;
    use crate::message::{CasesMessage, Effect, Message, Panel, SetupMessage};
    use crate::state::BrowserInfo;
    use botyard_web_protocol::series::{FromSeries, ToSeries};
    use botyard_web_protocol::{BotKey, FromWorker, HostBot, HostBotFile, MatchProgress, ToWorker};

    const GAME: &str = "connect-four";

    /// A page with a local server, and its effects.
    struct HostedPage {
        state: PageState,
        effects: Vec<Effect>,
    }

    impl HostedPage {
        fn new() -> Self {
            let around =
                BrowserInfo { base: "http://127.0.0.1:8090/".to_owned(), is_hosted: true, ..BrowserInfo::default() };
            let mut page = Self { state: PageState::new(around), effects: Vec::new() };
            page.send(Message::Arrived(format!("#/{GAME}")));
            page
        }

        fn send(&mut self, message: Message) {
            self.effects.extend(self.state.update(message, 1.0));
        }

        fn receive(&mut self, words: FromWorker) {
            self.send(Message::Host(words));
        }

        fn played(&mut self) -> Option<PlayRequest> {
            std::mem::take(&mut self.effects).into_iter().find_map(|effect| match effect {
                Effect::AskHost(ToWorker::Play(play), _) => Some(play),
                _ => None,
            })
        }

        fn fetches(&self) -> bool {
            self.effects.iter().any(|effect| matches!(effect, Effect::Prepare(_, LibraryRequest::Fetch(_))))
        }

        /// Seats the server's bots with these numbers.
        fn seat(&mut self, ids: [u32; 2]) {
            for (index, id) in ids.into_iter().enumerate() {
                self.send(Message::Setup(SetupMessage::Choose(Seat::new(index), SeatChoice::Bot(BotKey::Host(id)))));
            }
        }
    }

    fn host_bot(id: u32, game: Option<&str>, trouble: Option<&str>) -> HostBot {
        let (game, trouble) = (game.map(str::to_owned), trouble.map(str::to_owned));
        let name = format!("bot-{id}");
        HostBot { id, name, kind: PlayerKind::Executable, game, trouble, changes: None, file: None }
    }

    fn match_spec(kinds: [PlayerKind; 2]) -> MatchSpec {
        let player = |(index, kind)| PlayerInfo { name: format!("bot-{index}"), kind, ..PlayerInfo::default() };
        let players = kinds.into_iter().enumerate().map(player).collect();
        MatchSpec { game: GAME.to_owned(), settings: Value::Null, seed: 3, players, terms: Default::default() }
    }

    #[test]
    fn no_match_begins_before_the_program_has_said_whether_it_plays_one() {
        let mut page = HostedPage::new();
        assert!(!page.fetches());
        page.receive(FromWorker::Ready { suspends: true });
        assert!(page.fetches(), "it plays none, so two bots of the page do");
    }

    #[test]
    fn the_programs_own_match_is_shown() {
        let mut page = HostedPage::new();
        page.receive(FromWorker::Opened {
            id: HOST_MATCH_ID,
            match_spec: match_spec([PlayerKind::Person, PlayerKind::Executable]),
        });
        page.receive(FromWorker::Ready { suspends: true });
        assert!(!page.fetches());
        let awaited = vec![Seat::new(0)];
        let (turns, passages) = (Vec::new(), Vec::new());
        page.receive(FromWorker::Progress(MatchProgress {
            id: HOST_MATCH_ID,
            first: 0,
            turns,
            passages,
            awaited,
            outcome: None,
            done: false,
        }));
        assert_eq!(page.state.position().actor(), Some(Seat::new(0)));
        assert_eq!(page.state.shown.shown_match.record.seed(), 3);
    }

    /// Regression: the match was replayed from its first turn.
    #[test]
    fn a_person_who_comes_back_sees_the_newest_turn() {
        let mut page = HostedPage::new();
        page.receive(FromWorker::Opened {
            id: HOST_MATCH_ID,
            match_spec: match_spec([PlayerKind::Person, PlayerKind::Executable]),
        });
        let turn = |seat: usize| botyard_engine::replay::Turn {
            seat: Seat::new(seat),
            result: botyard_engine::replay::TurnResult::Action(Value::from(4)),
            words: None,
            used: std::time::Duration::ZERO,
        };
        page.receive(FromWorker::Progress(MatchProgress {
            id: HOST_MATCH_ID,
            first: 0,
            turns: vec![turn(0), turn(1), turn(0), turn(1)],
            passages: Vec::new(),
            awaited: vec![Seat::new(0)],
            outcome: None,
            done: false,
        }));
        assert_eq!((page.state.shown.playback.at, page.state.position().actor()), (4, Some(Seat::new(0))));
    }

    #[test]
    fn the_programs_bots_play_by_their_numbers_and_without_files() {
        let mut page = HostedPage::new();
        page.receive(FromWorker::HostBots(vec![host_bot(4, None, None), host_bot(7, Some(GAME), None)]));
        page.receive(FromWorker::Ready { suspends: true });
        page.seat([4, 7]);
        page.send(Message::Play);
        let play = page.played().expect("nothing has to be fetched");
        assert_eq!(play.host_bots, [(Seat::new(0), 4), (Seat::new(1), 7)]);
        assert_eq!(play.match_spec.players[1].kind, PlayerKind::Executable);
    }

    /// Regression: the page could not say it, and lost it when a match was opened.
    #[test]
    fn what_waiting_programs_may_do_is_sent_and_kept() {
        let mut page = HostedPage::new();
        page.receive(FromWorker::HostBots(vec![host_bot(4, None, None), host_bot(7, None, None)]));
        page.receive(FromWorker::Ready { suspends: true });
        page.seat([4, 7]);
        let stopped = Some(Waiting::Stopped);
        page.send(Message::Setup(SetupMessage::Waiting(stopped)));
        page.send(Message::Play);
        assert_eq!(page.played().expect("nothing has to be fetched").match_spec.terms.waiting, stopped);
        let lineup_of = |kinds, waiting: [Option<Waiting>; 2]| {
            let [recorded, chosen] = waiting;
            let spec =
                MatchSpec { terms: MatchTerms { waiting: recorded, ..MatchTerms::default() }, ..match_spec(kinds) };
            let record = page.state.context.game_ui.open(&spec).expect("a match");
            let terms = SharedTerms { waiting: chosen, ..SharedTerms::default() };
            Lineup::of_record(&*record, &page.state.context.library, terms).terms.waiting
        };
        let (programs, modules) = ([PlayerKind::Executable; 2], [PlayerKind::Module; 2]);
        assert_eq!(lineup_of(programs, [stopped, None]), stopped);
        assert_eq!(lineup_of(programs, [None, stopped]), stopped);
        assert_eq!(lineup_of(modules, [stopped, None]), None, "a module never works then");
    }

    #[test]
    fn bots_that_cannot_play_are_not_offered() {
        let mut page = HostedPage::new();
        let other = host_bot(1, Some("another-game"), None);
        page.receive(FromWorker::HostBots(vec![host_bot(0, None, Some("it is not executable")), other]));
        assert!(!page.state.context.library.bots().iter().any(crate::bot_library::LibraryBot::is_host_bot));
        assert_eq!(page.state.bots.host.unready_bots().len(), 1);
    }

    #[test]
    fn a_change_of_a_program_is_told_and_follows_the_visitors_choice() {
        let mut page = HostedPage::new();
        page.receive(FromWorker::HostBots(vec![host_bot(0, None, None), host_bot(1, None, None)]));
        page.receive(FromWorker::Ready { suspends: true });
        page.seat([0, 0]);
        assert!(page.state.context.notices.shown().is_none());
        let asks = |page: &mut HostedPage, changes: [Option<u32>; 2]| {
            let bots = [0, 1].map(|id| HostBot { changes: changes[id as usize], ..host_bot(id, None, None) });
            page.receive(FromWorker::HostBots(bots.into()));
            let told = std::mem::take(&mut page.effects).into_iter().filter_map(|effect| match effect {
                Effect::Cases(ToSeries::BotChanged { key }, _) => Some(key),
                Effect::Cases(ToSeries::LineupChanged, _) => Some("line-up".to_owned()),
                _ => None,
            });
            told.collect::<Vec<_>>()
        };
        assert_eq!(asks(&mut page, [None, None]), [""; 0], "the same list");
        page.send(Message::Panel(Panel::Cases));
        let asked = page.effects.iter().find_map(|effect| match effect {
            Effect::Cases(ToSeries::CaseBots { bots, .. }, _) => Some(bots),
            _ => None,
        });
        assert!(asked.is_some_and(|bots| bots.iter().any(|bot| bot.key == "here:1" && bot.name == "bot-1")));
        assert_eq!(asks(&mut page, [None, Some(1)]), ["here:1"], "it does not play");
        let text = "bot-1 has changed: its next match is played by what it is now.";
        assert_eq!(page.state.context.notices.shown().map(|notice| notice.text.as_str()), Some(text));
        assert_eq!(asks(&mut page, [Some(1), Some(1)]), ["here:0", "line-up"]);
        assert_eq!(asks(&mut page, [Some(1), Some(1)]), [""; 0]);
        page.send(Message::Cases(CasesMessage::Said(FromSeries::Play)));
        assert!(page.played().is_some());
        // Regression: "its next match is played by ..." stayed beside that match.
        assert_eq!(page.state.context.notices.shown(), None, "the next match is this one");
    }

    #[test]
    fn a_module_of_the_programs_becomes_builds() {
        let mut page = HostedPage::new();
        let file = HostBotFile { name: "bot-0.wasm".to_owned(), address: "host-bots/x/0".to_owned() };
        let module = |changes| HostBot { changes, file: Some(file.clone()), ..host_bot(0, None, None) };
        page.receive(FromWorker::HostBots(vec![module(None), host_bot(1, None, None)]));
        page.receive(FromWorker::Ready { suspends: true });
        page.seat([0, 1]);
        let lineup = page.state.setup.lineup.seats.clone();
        assert_eq!([0, 1].map(|index| page.state.bots.host.is_fetchable(&lineup[index])), [true, false]);
        let fetched = |page: &mut HostedPage| {
            let asked = std::mem::take(&mut page.effects).into_iter().find_map(|effect| match effect {
                Effect::FetchFile(file, seat) => Some((file, seat)),
                _ => None,
            });
            let (HostBotFile { name, .. }, seat) = asked?;
            page.send(Message::File { name, bytes: b"\0asm".as_slice().into(), seat });
            let check = page.effects.iter().find_map(|effect| match effect {
                Effect::Prepare(_, LibraryRequest::Check(id, _)) => Some(*id),
                _ => None,
            });
            let (id, interpreter) = (check.expect("it is looked at"), None);
            page.receive(FromWorker::Checked { id, verdict: Ok(format!("{id}")), interpreter });
            Some(page.state.setup.lineup.seats[0].clone())
        };
        page.receive(FromWorker::HostBots(vec![module(Some(1)), host_bot(1, None, None)]));
        assert_eq!(fetched(&mut page), None, "nobody wants its builds");
        page.send(Message::KeepBuilds(0, Seat::new(0)));
        let build = |number| Some(SeatChoice::Bot(BotKey::Dropped("bot-0.wasm".to_owned(), number)));
        assert_eq!(fetched(&mut page), build(1));
        page.receive(FromWorker::HostBots(vec![module(Some(2)), host_bot(1, None, None)]));
        assert_eq!(fetched(&mut page), build(2), "and whenever it changes");
        page.receive(FromWorker::HostBots(vec![module(Some(2)), host_bot(1, None, None)]));
        assert_eq!(fetched(&mut page), None);
        let broken = HostBot { file: None, trouble: Some("it is no module".to_owned()), ..module(Some(3)) };
        page.receive(FromWorker::HostBots(vec![broken, host_bot(1, None, None)]));
        let told = page.state.context.notices.shown().map(|notice| notice.text.clone());
        assert_eq!(told.as_deref(), Some("bot-0 has changed, and cannot play now: it is no module."));
        page.receive(FromWorker::HostBots(vec![module(Some(4)), host_bot(1, None, None)]));
        assert_eq!(fetched(&mut page), build(3), "mended");
        let other = HostBot { id: 2, game: Some("stratego".to_owned()), ..module(None) };
        let with_other = |changes| vec![module(Some(4)), host_bot(1, None, None), HostBot { changes, ..other.clone() }];
        page.receive(FromWorker::HostBots(with_other(None)));
        page.receive(FromWorker::HostBots(with_other(Some(1))));
        assert_eq!(fetched(&mut page), None, "a bot of another game");
        page.send(Message::NoFile("bot-0.wasm".to_owned(), "no connection".to_owned()));
        let told = page.state.context.notices.shown().map(|notice| notice.text.clone());
        assert_eq!(told.as_deref(), Some("Cannot fetch bot-0.wasm: no connection."));
    }

    #[test]
    fn a_bot_that_comes_later_can_be_chosen_at_once() {
        let mut page = HostedPage::new();
        page.receive(FromWorker::HostBots(vec![host_bot(0, None, None)]));
        page.receive(FromWorker::Ready { suspends: true });
        assert!(page.state.context.notices.shown().is_none());
        page.receive(FromWorker::HostBots(vec![host_bot(0, None, None), host_bot(1, None, None)]));
        let told = page.state.context.notices.shown().map(|notice| notice.text.clone());
        assert_eq!(told.as_deref(), Some("bot-1 is new on this computer: choose it for a seat."));
        page.seat([1, 0]);
        page.send(Message::Play);
        assert_eq!(page.played().expect("a match").host_bots[0], (Seat::new(0), 1));
        page.receive(FromWorker::HostBots(vec![host_bot(0, None, None), host_bot(1, None, Some("it is gone"))]));
        let told = page.state.context.notices.shown().map(|notice| notice.text.clone());
        assert_eq!(told.as_deref(), Some("bot-1 is no longer on this computer."));
        assert_eq!(page.state.setup.lineup.absent().map(|(seat, _)| seat), Some(Seat::new(0)));
        page.receive(FromWorker::HostBots(vec![host_bot(0, None, None), host_bot(1, None, None)]));
        assert_eq!(page.state.setup.lineup.absent(), None, "it is back");
    }

    #[test]
    fn executables_are_not_asked_twice_for_the_same_move() {
        let mut page = HostedPage::new();
        page.receive(FromWorker::HostBots(vec![host_bot(0, None, None)]));
        page.receive(FromWorker::Ready { suspends: true });
        page.seat([0, 0]);
        page.send(Message::Setup(SetupMessage::Choose(Seat::new(0), SeatChoice::Person)));
        page.send(Message::Play);
        let id = page.played().expect("a match").id;
        let turn = |seat, column: u8| botyard_engine::replay::Turn {
            seat: Seat::new(seat),
            result: botyard_engine::replay::TurnResult::Action(Value::from(column)),
            words: None,
            used: std::time::Duration::ZERO,
        };
        let (turns, passages, awaited) = (vec![turn(0, 4), turn(1, 4)], Vec::new(), vec![Seat::new(0)]);
        page.receive(FromWorker::Progress(MatchProgress {
            id,
            first: 0,
            turns,
            passages,
            awaited,
            outcome: None,
            done: false,
        }));
        assert!(!page.state.position().can_take_back());
    }

    #[test]
    fn when_the_program_ends_its_bots_are_gone_and_the_page_goes_on() {
        let mut page = HostedPage::new();
        page.receive(FromWorker::HostBots(vec![host_bot(0, None, None)]));
        page.receive(FromWorker::Ready { suspends: true });
        page.seat([0, 0]);
        page.send(Message::Play);
        page.receive(FromWorker::Ended { why: "It has ended.".to_owned() });
        assert!(page.state.shown.shown_match.is_over() && !page.state.bots.host.is_server());
        assert_eq!(page.state.setup.lineup.absent(), Some((Seat::new(0), "bot-0")));
        assert_eq!(page.state.context.notices.shown().map(|notice| notice.text.as_str()), Some("It has ended."));
    }
}
