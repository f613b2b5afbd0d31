//! The catalogue of hostile bots in the page's worker: each module has the same result as
//! natively. Notes what each came to.

use std::time::Duration;

use crate::worker::{WORKER, Worker};
use anyhow::{Context, Result};
use botyard_e2e::{Browser, in_each_browser};
use botyard_hostile::{HostileRow, Limit, STEADY, is_as_expected, rows, verdict};
use serde_json::Value;

/// Enough virtual time for any answer that comes at all.
const SHORT: Duration = Duration::from_millis(20);

/// The result of a module in either seat; both if they differ. `None` if it is none of the
/// worker's.
async fn run_row(browser: &Browser, worker: &Worker<'_>, row: &HostileRow) -> Result<String> {
    let built = |name: &str| {
        let path = browser.setting().bots.join(name).with_extension("wasm");
        std::fs::read(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
    };
    worker.keep_module("hostile", &row.bot.module(built)).await?;
    worker.keep_module("steady", &STEADY.module(built)).await?;
    if let Some(why) = worker.refusal("hostile").await? {
        return Ok(format!("refused: {why}"));
    }
    let turn = (row.limit == Limit::Turn).then_some(SHORT);
    let mut verdicts = Vec::new();
    for (seat, bots) in [["hostile", "steady"], ["steady", "hostile"]].iter().enumerate() {
        let played = worker.play("connect-four", &Value::Null, 7, bots, turn).await?;
        let turns = played["turns"].as_array().with_context(|| format!("{}: {played}", row.name))?;
        verdicts.push(verdict(seat, turns, Some(&played["outcome"]).filter(|outcome| !outcome.is_null())));
    }
    Ok(match verdicts[0] == verdicts[1] {
        true => verdicts.swap_remove(0),
        false => format!("first: {}; second: {}", verdicts[0], verdicts[1]),
    })
}

in_each_browser! {
    /// Some of them loop until they are given up.
    #[own_process]
    async fn each_module_comes_to_what_the_catalogue_says(browser: &Browser) -> Result<()> {
        let worker = Worker::start(browser, WORKER).await?;
        let (mut table, mut wrong) = (String::new(), 0);
        for row in rows() {
            let Some(expected) = row.module else { continue };
            let verdict = run_row(browser, &worker, &row).await?;
            table += &format!("{:22} {verdict}\n", row.name);
            if !is_as_expected(&verdict, expected) {
                wrong += 1;
                table += &format!("{:22} NOT {expected}\n", "");
            }
        }
        browser.note(&table);
        assert_eq!(wrong, 0, "in {}:\n{table}", browser.kind());
        Ok(())
    }
}
