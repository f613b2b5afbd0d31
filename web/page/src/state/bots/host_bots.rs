//! The local server's bots in the page: the list that can be chosen from, the seats that they have,
//! and the effects of changes in their files. Knows nothing of the server's match.

use botyard_web_protocol::series::ToSeries;
use botyard_web_protocol::{BotKey, HostBot};

use super::Bots;
use super::session::SessionMessage;
use crate::excerpt::{quoted, sentence};
use crate::lineup::SeatChoice;
use crate::state::plays::{CasesState, PlayParts};

impl Bots {
    /// Handles the server's list of bots, which takes the place of the one before.
    pub(crate) fn take_host_bots(&mut self, host_bots: Vec<HostBot>, cases: &CasesState, page: &mut PlayParts<'_>) {
        let earlier = self.host.bots().to_vec();
        self.host.update(SessionMessage::Bots(host_bots));
        let seated = seated_bot_names(page);
        page.context.library.add_host_bots(self.host.bots(), page.context.game_ui.name());
        reseat_bots(seated, page);
        let changed = self.changed_host_bots(&earlier);
        // Where builds of a bot have seats, its new file is another build; else it takes the place
        // of the bot.
        let (rebuilt, replaced): (Vec<&HostBot>, Vec<&HostBot>) =
            changed.iter().partition(|bot| keeps_builds_of(bot, page));
        // The result is shown when the new build is loaded.
        for bot in rebuilt {
            page.context.effects.extend(self.host.fetch_bot(bot.id, None));
        }
        tell_cases_of_changes(cases, &changed, &replaced, page);
        let notice = replaced.last().map(|bot| change_notice(bot));
        let notice = notice.or_else(|| newcomer_notice(self.host.bots(), &earlier));
        let notice = notice.or_else(|| removal_notice(self.host.bots(), &earlier));
        if let Some(notice) = notice {
            page.context.show_notice(notice);
        }
    }

    /// The bots that were there already, and whose files have changed since.
    fn changed_host_bots(&self, earlier: &[HostBot]) -> Vec<HostBot> {
        let is_changed =
            |bot: &&HostBot| earlier.iter().any(|known| known.id == bot.id && known.changes != bot.changes);
        self.host.bots().iter().filter(is_changed).cloned().collect()
    }
}

/// The names of the bots in the seats of the next match; `None` for people and absent players.
fn seated_bot_names(page: &PlayParts<'_>) -> Vec<Option<String>> {
    let name = |choice: &SeatChoice| match choice {
        SeatChoice::Bot(key) => page.context.library.bot(key).map(|bot| bot.name.clone()),
        _ => None,
    };
    page.setup.lineup.seats.iter().map(name).collect()
}

/// Keeps the seats of bots that have left the library under these names, and gives bots that
/// are there again their seats.
fn reseat_bots(names: Vec<Option<String>>, page: &mut PlayParts<'_>) {
    for (choice, name) in page.setup.lineup.seats.iter_mut().zip(names) {
        if let (SeatChoice::Bot(key), Some(name)) = (&*choice, name)
            && page.context.library.bot(key).is_none()
        {
            *choice = SeatChoice::Absent(name);
        }
    }
    page.setup.lineup.seat_absent(&page.context.library);
}

/// Sends the program of cases the changed bots. It plays the match again, or the cases, if the
/// visitor has chosen that: the match only if one of the `replaced` bots, which become no
/// builds, has a seat.
fn tell_cases_of_changes(cases: &CasesState, changed: &[HostBot], replaced: &[&HostBot], page: &mut PlayParts<'_>) {
    if !cases.has_been_shown() {
        return;
    }
    let is_seated = |bot: &&HostBot| page.setup.lineup.seats.contains(&SeatChoice::Bot(BotKey::Host(bot.id)));
    let has_other_lineup = replaced.iter().any(is_seated);
    for bot in changed {
        page.context.tell_cases(ToSeries::BotChanged { key: BotKey::Host(bot.id).to_string() });
    }
    if has_other_lineup {
        page.context.tell_cases(ToSeries::LineupChanged);
    }
}

/// Whether a build of this bot has a seat in the next match, where another would take its
/// place.
fn keeps_builds_of(bot: &HostBot, page: &PlayParts<'_>) -> bool {
    let is_build =
        |choice: &SeatChoice, name: &str| matches!(choice, SeatChoice::Bot(BotKey::Dropped(of, _)) if of == name);
    // A bot of another game may have the same file name.
    let plays = bot.game.as_deref().is_none_or(|only| only == page.context.game_ui.name());
    bot.file
        .as_ref()
        .filter(|_| plays)
        .is_some_and(|file| page.setup.lineup.seats.iter().any(|choice| is_build(choice, &file.name)))
}

/// The notice about a changed bot file.
fn change_notice(bot: &HostBot) -> String {
    match &bot.trouble {
        None => format!("{} has changed: its next match is played by what it is now.", quoted(&bot.name)),
        Some(why) => format!("{} has changed, and cannot play now: {}.", quoted(&bot.name), sentence(why)),
    }
}

/// The notice about a new bot that can play. The first list causes no notice.
fn newcomer_notice(bots: &[HostBot], earlier: &[HostBot]) -> Option<String> {
    let is_new = |bot: &&HostBot| bot.trouble.is_none() && earlier.iter().all(|known| known.id != bot.id);
    let newcomer = bots.iter().find(is_new).filter(|_| !earlier.is_empty())?;
    Some(format!("{} is new on this computer: choose it for a seat.", quoted(&newcomer.name)))
}

/// The notice about a bot that could play and no longer can, although its file has not changed: the
/// file was removed.
fn removal_notice(bots: &[HostBot], earlier: &[HostBot]) -> Option<String> {
    let is_gone = |bot: &&HostBot| {
        let was_there = |known: &HostBot| (known.id, known.changes, &known.trouble) == (bot.id, bot.changes, &None);
        bot.trouble.is_some() && earlier.iter().any(was_there)
    };
    let gone = bots.iter().find(is_gone)?;
    Some(format!("{} is no longer on this computer.", quoted(&gone.name)))
}
