//! A verdict about a bot as it is kept from one visit to the next: text that the store does not
//! read. Knows no store.

use botyard_engine::cases::CaseVerdict;

use super::case_result::CaseResult;

/// A bot's result in a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeptVerdict {
    /// The number of the case in the store.
    pub(crate) case: u32,
    /// The key of the bot.
    pub(crate) bot: String,
    /// The bot's identity: see [`bot_identity`].
    pub(crate) identity: String,
    /// The result: only judged answers are kept.
    pub(crate) result: CaseResult,
}

/// Distinguishes a bot from others that get its key: the SHA-256 of an own bot, because another
/// file can get its key, and an empty text for the page's bots, whose keys identify them. For a
/// script, the identity of its interpreter follows, because the same script may play differently in
/// another.
pub(crate) fn bot_identity(sha256: &str, interpreter: Option<&str>) -> String {
    match interpreter {
        Some(interpreter) => format!("{sha256} {interpreter}"),
        None => sha256.to_owned(),
    }
}

impl KeptVerdict {
    /// The verdict as text; `None` for a result that is not kept.
    pub(crate) fn text(&self) -> Option<String> {
        let CaseResult::Judged(verdict, why) = &self.result else { return None };
        let (word, detail) = match verdict {
            CaseVerdict::Pass => ("pass", String::new()),
            CaseVerdict::Fail(detail) => ("fail", detail.clone()),
            CaseVerdict::NotReached(turn) => ("not-reached", turn.to_string()),
        };
        serde_json::to_string(&(&self.identity, word, detail, why)).ok()
    }

    /// Reads a text that [`Self::text`] has written; `None` for any other text.
    pub(crate) fn read(case: u32, bot: String, text: &str) -> Option<Self> {
        let (identity, word, detail, why): (String, String, String, Option<String>) =
            serde_json::from_str(text).ok()?;
        let verdict = match &*word {
            "pass" => CaseVerdict::Pass,
            "fail" => CaseVerdict::Fail(detail),
            "not-reached" => CaseVerdict::NotReached(detail.parse().ok()?),
            _ => return None,
        };
        Some(Self { case, bot, identity, result: CaseResult::Judged(verdict, why) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let reason = || Some("it played `4`".to_owned());
        for result in [
            CaseResult::Judged(CaseVerdict::Pass, None),
            CaseResult::Judged(CaseVerdict::Fail("`4`".to_owned()), reason()),
            CaseResult::Judged(CaseVerdict::NotReached(3), reason()),
        ] {
            let kept = KeptVerdict { case: 7, bot: "file:a".to_owned(), identity: bot_identity("ab", None), result };
            let text = kept.text().expect("it was judged");
            assert_eq!(KeptVerdict::read(7, "file:a".to_owned(), &text), Some(kept));
        }
        let waiting = KeptVerdict { case: 7, bot: String::new(), identity: String::new(), result: CaseResult::Waiting };
        assert_eq!(waiting.text(), None);
        assert_eq!(KeptVerdict::read(7, String::new(), "[\"\",\"perhaps\",\"\",null]"), None);
    }
}
