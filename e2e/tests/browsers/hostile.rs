//! The catalogue of hostile bots in the page's worker: each module has the same result as natively.
//! Notes each result.

use std::time::Instant;

use crate::worker::{WORKER, Worker};
use anyhow::{Context, Result};
use botyard_e2e::{Browser, in_each_browser};
use botyard_hostile::{HostileRow, Limit, STEADY, is_as_expected, rows, verdict};
use serde_json::{Value, json};

/// The terms under which a bot reaches a limit soon: 20 ms of virtual time are enough for any bot
/// that answers at all, and on a processor of a hundredth of the usual speed the time to greet is
/// over after a hundredth of the instructions.
fn terms(limit: Limit) -> Value {
    match limit {
        Limit::None => json!({}),
        Limit::Turn => json!({ "turn_ns": 20_000_000 }),
        Limit::Start => json!({ "clock": { "virtual": { "percent": 1 } } }),
    }
}

/// The result of a module in either seat; both results if they differ. If the worker refuses the
/// module, the reason.
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
    let terms = terms(row.limit);
    let mut verdicts = Vec::new();
    for (seat, bots) in [["hostile", "steady"], ["steady", "hostile"]].iter().enumerate() {
        let played = worker.play("connect-four", &Value::Null, 7, bots, &terms).await?;
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
            let start = Instant::now();
            let verdict = run_row(browser, &worker, &row).await?;
            table += &format!("{:22} {verdict} ({:.2} s)\n", row.name, start.elapsed().as_secs_f64());
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
