//! `botyard doctor`: reports which sandbox restrictions are in force, by applying them.

use std::io::Write;

use botyard_engine::fault::printable;
use botyard_host::process_sandbox::Restriction;

use crate::cli::command_error::CommandError;
use crate::cli::players::sandbox;

const EXAMPLES: &str = "\
Examples:
  botyard doctor                                             what is in force on this computer
  botyard play connect-four ./a ./b --require-sandbox        play only if all of it is
  botyard docs connect-four sandbox                          what each restriction is for";

const AFTER_HELP: &str = "\
Modules do not depend on these restrictions: they run in their own sandbox, which is the same everywhere.

Exit status: 0 all restrictions are in force, 4 some are missing.";

/// What a bot can do where its processes are not limited together.
const UNRESTRICTED: &str = "\
Not restricted: the processor time and the memory of a bot's processes together. A bot of many processes can slow its \
opponent down.";

/// Report which sandbox restrictions are in force for executables
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES, after_help = AFTER_HELP)]
pub struct Args {}

/// Applies every restriction, and prints which are in force.
pub fn run(_: &Args) -> Result<(), CommandError> {
    let statuses = sandbox::inspect(&sandbox::own_sandbox()?)?;
    let mut out = anstream::stdout().lock();
    writeln!(out, "Sandbox restrictions for executables on this computer:\n")?;
    let mut missing = 0;
    for restriction in Restriction::ALL {
        // A restriction that was not tested counts as missing.
        let fault = statuses
            .iter()
            .find(|status| status.restriction == restriction)
            .map_or(Some("not tested"), |status| status.fault.as_deref());
        let state = if fault.is_none() { "in force" } else { "MISSING " };
        writeln!(out, "{state}  {:9}  {}", restriction.name(), restriction.meaning())?;
        if let Some(why) = fault {
            missing += 1;
            writeln!(out, "{:21}reason: {}", "", printable(why))?;
        }
    }
    let totals = statuses.iter().find(|status| status.restriction == Restriction::Totals);
    match totals.map(|status| status.fault.as_deref()) {
        Some(None) => writeln!(out, "\nAlso in force, by a cgroup: a bot {}.", Restriction::Totals.meaning())?,
        Some(Some(why)) => writeln!(out, "\n{UNRESTRICTED}\nreason: {}", printable(why))?,
        None => writeln!(out, "\n{UNRESTRICTED}")?,
    }
    match missing {
        0 => Ok(writeln!(out, "\nAll restrictions are in force: `--require-sandbox` allows executables to play.")?),
        missing => Err(CommandError::Check(format!(
            "{missing} of {} restrictions are missing: `--require-sandbox` refuses to play executables",
            Restriction::ALL.len()
        ))),
    }
}
