//! Runs a module outside any match, with a given input.

use std::rc::Rc;
use std::time::Duration;

use botyard_driver::RunReport;
use botyard_sandbox::Origin;
use botyard_web_protocol::TrialResult;
use botyard_web_protocol::match_worker::WasiTest;

use super::bot_run::BotRun;
use super::engine::ModuleEngine;
use super::module_cache::PrepareResult;
use super::scheduler::Scheduler;
use super::wasi_test_run;

/// How many bytes a WASI test may print.
const PRINTED: usize = 1 << 20;

/// A run that has not ended.
pub(super) struct TrialRun<E: ModuleEngine> {
    id: u32,
    bot: Rc<BotRun<E>>,
}

impl<E: ModuleEngine> TrialRun<E> {
    /// A run with its whole input, before its first instruction.
    ///
    /// # Errors
    /// A clause with the reason if it cannot be run.
    pub(super) fn new(
        trial: &botyard_web_protocol::TrialRequest,
        module: &PrepareResult<E>,
        scheduler: &Rc<Scheduler>,
    ) -> Result<Self, String> {
        let module = module.as_ref().map_err(Clone::clone)?;
        let origin = Origin { seed: trial.seed, seat: trial.seat.index() as u32, run: 0, ..Origin::default() };
        let bot = match &trial.arguments {
            None => BotRun::new(module, origin, trial.unread_output_max, scheduler),
            Some(arguments) => {
                let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
                BotRun::with_arguments(module, &arguments, origin, trial.unread_output_max, scheduler)
            }
        };
        let bot = bot.map_err(|why| why.to_string())?;
        bot.send(trial.stdin.as_bytes()).map_err(|_| "the input is too long".to_owned())?;
        Ok(Self::begin(trial.id, bot, Duration::from_millis(trial.limit_ms)))
    }

    /// A run of a WASI test, without input.
    ///
    /// # Errors
    /// A clause with the reason if it cannot be run.
    pub(super) fn run_wasi_test(
        wasi_test: &WasiTest,
        contents: &[Vec<u8>],
        module: &PrepareResult<E>,
        scheduler: &Rc<Scheduler>,
    ) -> Result<Self, String> {
        let module = module.as_ref().map_err(Clone::clone)?;
        let bot = BotRun::instantiate(module, wasi_test_run::process(wasi_test, contents)?, PRINTED, scheduler)
            .map_err(|why| why.to_string())?;
        Ok(Self::begin(wasi_test.id, bot, Duration::from_millis(wasi_test.limit_ms.into())))
    }

    fn begin(id: u32, bot: BotRun<E>, limit: Duration) -> Self {
        bot.close_stdin();
        bot.grant(limit);
        Self { id, bot: Rc::new(bot) }
    }

    pub(super) fn id(&self) -> u32 {
        self.id
    }

    /// The run, if it may continue.
    pub(super) fn ready(&self) -> Option<Rc<BotRun<E>>> {
        (!self.bot.is_working()).then(|| Rc::clone(&self.bot))
    }

    /// Its result, once it has ended or cannot continue.
    pub(super) fn result(&self) -> Option<TrialResult> {
        let ending = self.bot.take_pause()?.into_trial_ending();
        let mut report = RunReport::default();
        self.bot.read_report(&mut report);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Some(TrialResult { stdout: text(&report.stdout), stderr: text(&report.stderr), ending, spent: report.spent })
    }
}
