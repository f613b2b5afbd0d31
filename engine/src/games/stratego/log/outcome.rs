//! The outcomes in a log's lines: told apart from the responses they follow. Knows no rules but
//! whose they are.

use super::super::action::StrategoAction;
use super::super::combat::CombatEffect;
use super::super::piece::Rank;
use super::super::settings::CoinToss;

/// The outcome of a response in a log.
#[derive(Clone, Copy)]
pub(super) enum RecordedOutcome {
    Effect(CombatEffect),
    Illegal,
}

/// The response and its outcome, if the line ends in one.
pub(super) fn split_outcome(said: &str) -> (&str, Option<RecordedOutcome>) {
    let whole = [
        (" OK", RecordedOutcome::Effect(CombatEffect::Ok)),
        (" ILLEGAL", RecordedOutcome::Illegal),
        (" VICTORY_FLAG", RecordedOutcome::Effect(CombatEffect::VictoryFlag)),
    ];
    let simple = whole.into_iter().find_map(|(word, recorded)| Some((said.strip_suffix(word)?, recorded)));
    match simple.or_else(|| split_combat(said)) {
        Some((words, recorded)) => (words, Some(recorded)),
        None => (said, None),
    }
}

/// `RESPONSE KILLS a d` and the like.
fn split_combat(said: &str) -> Option<(&str, RecordedOutcome)> {
    let (rest, ranks) = said.split_at_checked(said.len().checked_sub(4)?)?;
    let [b' ', attacker, b' ', defender] = *ranks.as_bytes() else { return None };
    let attacker = Rank::from_letter(char::from(attacker))?;
    let defender = Rank::from_letter(char::from(defender))?;
    let effect = |word, effect| Some((rest.strip_suffix(word)?, RecordedOutcome::Effect(effect)));
    effect(" KILLS", CombatEffect::Kills(attacker, defender))
        .or_else(|| effect(" BOTHDIE", CombatEffect::BothDie(attacker, defender)))
        .or_else(|| effect(" DIES", CombatEffect::Dies(attacker, defender)))
}

/// Whether only the wiki's rules have this outcome.
pub(super) fn is_of_the_wiki(effect: CombatEffect) -> bool {
    match effect {
        CombatEffect::Kills(attacker, defender) | CombatEffect::Dies(attacker, defender) => attacker == defender,
        CombatEffect::BothDie(_, defender) => defender == Rank::Bomb,
        CombatEffect::Ok | CombatEffect::VictoryFlag => false,
    }
}

/// The result of each toss when equal ranks met, from a log under the wiki's rules. A response that
/// could not be read may end like an outcome, but is not a move.
pub(super) fn tosses(text: &str) -> CoinToss {
    let outcome = |line| {
        let (_, said) = str::split_once(line, ": ")?;
        let (words, recorded) = split_outcome(said);
        matches!(words.parse(), Ok(StrategoAction::Move(_))).then_some(recorded)?
    };
    let outcomes = text.split('\n').filter_map(|line| match outcome(line) {
        Some(RecordedOutcome::Effect(CombatEffect::Kills(attacker, defender))) if attacker == defender => Some(1),
        Some(RecordedOutcome::Effect(CombatEffect::Dies(attacker, defender))) if attacker == defender => Some(0),
        _ => None,
    });
    CoinToss(outcomes.zip(0..u128::BITS).fold(0, |coin, (heads, nth)| coin | heads << nth))
}
