//! The interpreters of scripts, and the translators of languages without one: which of them are built,
//! and how the others are built. Knows none of them from the inside.

use std::path::PathBuf;

use anyhow::Result;

use crate::checkout::Checkout;
use crate::plan::Item;
use crate::running::RunningProgram;
use crate::{javascript, python, typescript};

/// The files of those that were built.
pub fn built(checkout: &Checkout) -> Vec<PathBuf> {
    let files = [
        javascript::Interpreter::new(checkout).module(),
        python::Interpreter::new(checkout).module(),
        typescript::Translator::new(checkout).script(),
    ];
    files.into_iter().flatten().collect()
}

/// Items that build those that were not built. If something that one of them needs is missing, prints
/// that there will be no such interpreter.
pub fn missing(checkout: &Checkout) -> Vec<Item<'_>> {
    let items = [
        javascript::Interpreter::new(checkout).missing(),
        python::Interpreter::new(checkout).missing(),
        typescript::Translator::new(checkout).missing(),
    ];
    items.into_iter().flatten().collect()
}

/// Builds those that were not built in other processes while the page is already served, and puts
/// them there.
///
/// # Errors
/// When a process cannot be started.
pub fn make_beside(checkout: &Checkout) -> Result<Vec<RunningProgram>> {
    let making = [
        javascript::Interpreter::new(checkout).make_beside()?,
        python::Interpreter::new(checkout).make_beside()?,
        typescript::Translator::new(checkout).make_beside()?,
    ];
    Ok(making.into_iter().flatten().collect())
}

/// Fails if one is missing although everything must be tested.
///
/// # Errors
/// When the variable `CI` is set and there is an obstacle.
pub fn demand_in_ci(checkout: &Checkout) -> Result<()> {
    javascript::demand_in_ci(checkout)?;
    python::demand_in_ci(checkout)?;
    typescript::demand_in_ci(checkout)
}
