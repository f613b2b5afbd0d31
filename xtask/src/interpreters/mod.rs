//! The interpreters of scripts, and the translators of languages without one: which of them are built,
//! how the others are built, and where they are put. Each is built once and kept beside the other tools;
//! where what it needs is missing, everything else is built without it. Knows none of them from the
//! inside: a recipe does.

mod javascript;
mod python;
mod typescript;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use botyard_languages::ScriptLanguage;
use clap::Args;

use crate::caches;
use crate::checkout::Checkout;
use crate::licence_list::component::Component;
use crate::node::{self, create, hash_of};
use crate::plan::{self, Item};
use crate::run::announce;
use crate::running::RunningProgram;

/// One for each language.
const RECIPES: [Recipe; ScriptLanguage::ALL.len()] = [javascript::RECIPE, typescript::RECIPE, python::RECIPE];

/// The file that is present if something could not be fetched: the reason.
const FAILED: &str = "download-failed";

/// How what plays the scripts of a language is made. The functions get a folder of its own, which
/// exists.
#[derive(Clone, Copy)]
struct Recipe {
    language: ScriptLanguage,
    /// A description of the work, before it is done.
    work: &'static str,
    /// How long the work takes, in seconds on two slow cores.
    seconds: u64,
    /// Why it cannot be done here, in sentences that say what to install; `None` if nothing is in the
    /// way.
    obstacle: fn() -> Option<String>,
    /// Versions on which the result depends, beside the files in the language's folder.
    versions: fn(&Checkout) -> Result<Vec<String>>,
    /// Fetches what is not in the checkout. A computer without a network builds everything else.
    fetch: fn(&Checkout, &Path) -> Result<()>,
    /// Makes the file of the name that [`Recipe::file`] has.
    make: fn(&Checkout, &Path) -> Result<()>,
    /// What it contains that others have written, once it is made.
    components: fn(&Checkout, &Path) -> Result<Vec<Component>>,
}

impl Recipe {
    /// The name of the file among the bots.
    fn file(&self) -> String {
        self.language.translator().map_or_else(|| format!("{}.wasm", self.language.id()), str::to_owned)
    }

    /// The folder where the file is kept; its name depends on all that it is made from.
    fn home(&self, checkout: &Checkout) -> Result<PathBuf> {
        let (folder, id) = (checkout.root().join("languages").join(self.language.id()), self.language.id());
        let mut entries = fs::read_dir(&folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
        entries.retain(|path| path.is_dir() || !describes(path));
        entries.sort();
        let key = hash_of(entries.iter().map(PathBuf::as_path))?;
        let versions = (self.versions)(checkout)?;
        let name = [format!("{id}-{key:016x}")].into_iter().chain(versions).collect::<Vec<_>>().join("-");
        Ok(caches::tools().join(name))
    }

    /// The file, if it was made.
    fn made(&self, checkout: &Checkout) -> Option<PathBuf> {
        Some(self.home(checkout).ok()?.join(self.file())).filter(|file| file.is_file())
    }

    /// Whether the file is missing and can be made; prints the obstacle if there is one.
    fn is_left_to_make(&self, checkout: &Checkout) -> bool {
        node::is_left_to_make(self.made(checkout).is_some(), self.obstacle)
    }

    fn item<'a>(self, work: impl FnOnce() -> Result<()> + 'a) -> Item<'a> {
        Item::new(format!("{}, once", self.work), self.seconds, work)
    }

    fn make(&self, checkout: &Checkout) -> Result<()> {
        let home = self.home(checkout)?;
        create(&home)?;
        (self.fetch)(checkout, &home)?;
        (self.make)(checkout, &home)
    }

    /// Makes the file, unless something cannot be fetched.
    fn make_if_there(&self, checkout: &Checkout) -> Result<()> {
        let home = self.home(checkout)?;
        create(&home)?;
        if let Err(why) = (self.fetch)(checkout, &home) {
            eprintln!("{why:#}");
            eprintln!("The page and the program are built without {}.", self.language.name());
            return fs::write(home.join(FAILED), format!("{why:#}\n")).context("cannot write among the tools");
        }
        (self.make)(checkout, &home)
    }

    /// Makes the file in another process while the page is already served, and puts it there.
    fn make_beside(&self) -> Result<RunningProgram> {
        let mut command = Command::new(std::env::current_exe().context("this program has a path")?);
        command.args(["language", self.language.id()]);
        announce(&command);
        RunningProgram::start(&mut command).context("cannot start this program again")
    }

    fn demand_in_ci(&self, checkout: &Checkout) -> Result<()> {
        let failed = || fs::read_to_string(self.home(checkout).ok()?.join(FAILED)).ok();
        match (self.obstacle)().or_else(failed).filter(|_| self.made(checkout).is_none()) {
            Some(obstacle) => node::refuse_in_ci(&obstacle),
            None => Ok(()),
        }
    }
}

/// Whether a file in the folder of a language tells others of it, and is not what its interpreter is
/// made from.
fn describes(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "rs" || ending == "js")
}

/// A recipe that fetches nothing by itself.
fn fetch_nothing(_: &Checkout, _: &Path) -> Result<()> {
    Ok(())
}

/// A recipe that depends on no versions.
fn no_versions(_: &Checkout) -> Result<Vec<String>> {
    Ok(Vec::new())
}

/// Builds what plays the bots of a language.
#[derive(Args)]
pub struct Language {
    /// Its name in addresses, such as javascript or python
    name: String,
}

impl Language {
    /// Builds it, unless it was built, and puts it beside the bots and beside the page that is being
    /// served.
    ///
    /// # Errors
    /// When it cannot be built, or something that it needs is missing.
    pub fn run(self, checkout: &Checkout) -> Result<()> {
        let recipe = RECIPES.into_iter().find(|recipe| recipe.language.id() == self.name);
        let names = ScriptLanguage::list(|language| language.id().to_owned());
        let recipe = recipe.with_context(|| format!("there is no language {}: expected {names}", self.name))?;
        if recipe.made(checkout).is_none() {
            if let Some(why) = (recipe.obstacle)() {
                bail!(why);
            }
            plan::follow(vec![recipe.item(|| recipe.make(checkout))])?;
        }
        place(checkout, &recipe.made(checkout).context("it was just made")?)?;
        println!("Bots in {} can play.", recipe.language.name());
        Ok(())
    }
}

/// The files of those that were built.
pub fn built(checkout: &Checkout) -> Vec<PathBuf> {
    RECIPES.iter().filter_map(|recipe| recipe.made(checkout)).collect()
}

/// Items that build those that were not built. If something that one of them needs is missing, prints
/// that there will be no such interpreter.
pub fn missing(checkout: &Checkout) -> Vec<Item<'_>> {
    let left = RECIPES.into_iter().filter(|recipe| recipe.is_left_to_make(checkout));
    left.map(|recipe| recipe.item(move || recipe.make_if_there(checkout))).collect()
}

/// Builds those that were not built in other processes while the page is already served, and puts
/// them there.
///
/// # Errors
/// When a process cannot be started.
pub fn make_beside(checkout: &Checkout) -> Result<Vec<RunningProgram>> {
    RECIPES.iter().filter(|recipe| recipe.is_left_to_make(checkout)).map(Recipe::make_beside).collect()
}

/// Fails if one is missing although everything must be tested.
///
/// # Errors
/// When the variable `CI` is set and there is an obstacle.
pub fn demand_in_ci(checkout: &Checkout) -> Result<()> {
    RECIPES.iter().try_for_each(|recipe| recipe.demand_in_ci(checkout))
}

/// What those that were built contain that others have written.
///
/// # Errors
/// When a text cannot be read.
pub fn components(checkout: &Checkout) -> Result<Vec<Component>> {
    let mut all = Vec::new();
    for recipe in RECIPES.iter().filter(|recipe| recipe.made(checkout).is_some()) {
        all.extend((recipe.components)(checkout, &recipe.home(checkout)?)?);
    }
    Ok(all)
}

/// Puts a file beside the bots, and beside those of the page that is being served.
fn place(checkout: &Checkout, file: &Path) -> Result<()> {
    let name = file.file_name().context("it is a file")?.to_string_lossy();
    for folder in [checkout.bot_modules(), checkout.page_bots(), checkout.served().join("bots")] {
        if folder.is_dir() {
            let staged = folder.join(format!("{name}.new-{}", std::process::id()));
            fs::copy(file, &staged)
                .and_then(|_| fs::rename(&staged, folder.join(&*name)))
                .with_context(|| format!("cannot write to {}", folder.display()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_a_recipe() {
        assert_eq!(RECIPES.map(|recipe| recipe.language), ScriptLanguage::ALL);
    }
}
