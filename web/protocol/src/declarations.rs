//! TypeScript's declarations of the messages that scripts send and receive, made from the types of
//! this package: `web/protocol/protocol.d.ts`. A test compares the file with them, and writes it if
//! `BOTYARD_DECLARE` is set.

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::{env, fs};

use ts_rs::{Config, TS, TypeVisitor};

use crate::bot_store::{FromBotStore, ToBotStore};
use crate::editor::{FromEditor, ToEditor};
use crate::manual::ManualInput;
use crate::match_worker::{FolderAnswer, FromMatchWorker, ToMatchWorker};
use crate::program_store::{BuildList, ListedCase, ListedSeries, LoadedSeries, ToBotLibrary, ToDocument};
use crate::series::ToSeries;
use crate::transcript::TranscriptUpdate;

const HEAD: &str = "// Made from the types of `web/protocol/src/`: `BOTYARD_DECLARE=1 cargo xtask cargo test --workspace --lib scripts_know`.\n";

/// The declarations so far, by the names of types: the order in which ts-rs visits them changes.
#[derive(Default)]
struct Declarations {
    config: Config,
    known: HashSet<TypeId>,
    texts: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.known.insert(TypeId::of::<T>()) {
            return;
        }
        // Types of TypeScript itself need no declaration.
        if T::output_path().is_some() {
            let (docs, declared) = (T::docs().unwrap_or_default(), T::decl(&self.config));
            self.texts.insert(T::ident(&self.config), format!("\n{docs}export {declared}\n"));
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

fn declare() -> String {
    let mut all = Declarations::default();
    all.visit::<ToBotStore>();
    all.visit::<FromBotStore>();
    all.visit::<FromEditor>();
    all.visit::<ToEditor>();
    all.visit::<ManualInput>();
    all.visit::<ToMatchWorker>();
    all.visit::<FromMatchWorker>();
    all.visit::<FolderAnswer>();
    all.visit::<TranscriptUpdate>();
    all.visit::<ToSeries>();
    all.visit::<ToDocument>();
    all.visit::<ListedSeries>();
    all.visit::<LoadedSeries>();
    all.visit::<ListedCase>();
    all.visit::<ToBotLibrary>();
    all.visit::<BuildList>();
    // Shorter: a comment of one line in one line.
    let text: String = all.texts.into_values().collect();
    let text = text.replace("/**\n * ", "/** ").replace("\n */\n", " */\n");
    HEAD.to_owned() + &text.lines().map(|line| line.trim_end().to_owned() + "\n").collect::<String>()
}

#[test]
fn scripts_know_the_messages() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol.d.ts");
    let declared = declare();
    if env::var_os("BOTYARD_DECLARE").is_some() {
        fs::write(&path, &declared).expect("the file can be written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == declared, "{} is out of date: run this test with BOTYARD_DECLARE=1", path.display());
}
