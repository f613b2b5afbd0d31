//! Keeps the verdicts of the program of cases for later visits, and takes those of earlier ones.
//! Runs no bot.

use std::rc::Rc;

use botyard_web_protocol::BotKey;
use wasm_bindgen_futures::spawn_local;

use super::{CasesProgram, CasesProgramState, host_bot};
use crate::case_list::CaseNumber;
use crate::case_result::CaseResult;
use crate::kept_verdict::{KeptVerdict, bot_identity};

impl CasesProgram {
    /// Takes the verdicts of earlier visits about the bots that are here. Another file can have got
    /// the key of an own one, and scripts another interpreter.
    pub(super) fn restore_verdicts(&self) {
        let state = &mut *self.0.borrow_mut();
        let is_same = |verdict: &&KeptVerdict| state.bot_identity(&verdict.bot) == verdict.identity;
        let same: Vec<_> = state.kept_verdicts.iter().filter(is_same).cloned().collect();
        same.iter().for_each(|verdict| state.list.restore(verdict));
    }

    /// Keeps a bot's result for later visits.
    pub(super) fn keep_verdict(&self, number: CaseNumber, key: &str) {
        // On another visit that number may be another bot's.
        if host_bot(key).is_some() {
            return;
        }
        let state = self.0.borrow();
        let case = state.list.case(number).and_then(|kept| kept.id);
        // A case that is not kept yet keeps its verdicts as soon as it is.
        let result = state.list.result(number, key).filter(|result| matches!(result, CaseResult::Judged(..)));
        let (Some(case), Some(result)) = (case, result) else { return };
        let (bot, result, sha256) = (key.to_owned(), result.clone(), state.own_bots.sha256(key).to_owned());
        let (store, interpreter) = (Rc::clone(&state.store), interpreter_name(key));
        spawn_local(async move {
            // Where a verdict is not kept, the bot plays the case again.
            let interpreter = match interpreter {
                Some(name) => {
                    let Ok(interpreter) = store.identify_interpreter(name).await else { return };
                    Some(interpreter)
                }
                None => None,
            };
            let identity = bot_identity(&sha256, interpreter.as_deref());
            let _ = store.keep_verdict(&KeptVerdict { case, bot, identity, result }).await;
        });
    }

    /// Forgets the verdicts about a case, or about a bot.
    pub(super) fn forget_verdicts(&self, case: Option<u32>, bot: Option<&str>) {
        let mut state = self.0.borrow_mut();
        state.kept_verdicts.retain(|verdict| Some(verdict.case) != case && Some(&*verdict.bot) != bot);
        let (store, bot) = (Rc::clone(&state.store), bot.map(str::to_owned));
        spawn_local(async move {
            // Those that cannot be removed are there again after a reload.
            let _ = store.remove_verdicts(case, bot.as_deref()).await;
        });
    }
}

impl CasesProgramState {
    /// The identity of the bot with this key.
    fn bot_identity(&self, key: &str) -> String {
        let interpreter = interpreter_name(key).map(|name| self.interpreters.get(name).map_or("", String::as_str));
        bot_identity(self.own_bots.sha256(key), interpreter)
    }
}

/// The name of the interpreter that plays the bot with this key, if it is a script.
pub(super) fn interpreter_name(key: &str) -> Option<&'static str> {
    Some(BotKey::from(key).language()?.interpreter())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Otherwise a verdict about it would be kept when another interpreter comes with the page.
    /// Regression: bots in Python were kept under the interpreter of JavaScript.
    #[test]
    fn a_script_is_another_bot_in_another_interpreter() {
        let identities = |javascript: &str| {
            let interpreters = [("javascript", javascript.to_owned()), ("python", "python.wasm".to_owned())];
            let state = CasesProgramState { interpreters: interpreters.into(), ..CasesProgramState::default() };
            ["file:mine.wasm", "file:a.py", "file:a.js", "four-b.js", "build:2:a.ts"].map(|key| state.bot_identity(key))
        };
        let (one, other) = (identities("one.wasm"), identities("other.wasm"));
        assert_eq!(one[..2], other[..2], "a module needs none, and Python's is the same");
        assert!((2..5).all(|nth| one[nth] != other[nth]), "{one:?} {other:?}");
    }
}
