//! A component that other authors have written and that is shipped. Does not know where its text
//! comes from.

use std::collections::{BTreeMap, BTreeSet};

use botyard_languages::ScriptLanguage;

/// A part of Botyard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ComponentPlace {
    /// The program `botyard`.
    Program,
    /// The page and its workers.
    Page,
    /// The bundled bots.
    Bots,
    /// What plays the scripts of a language.
    Language(ScriptLanguage),
    /// The page's editor.
    Editor,
}

impl ComponentPlace {
    /// As the list names it.
    pub fn words(self) -> String {
        match self {
            Self::Program => "program".to_owned(),
            Self::Page => "page".to_owned(),
            Self::Bots => "bots".to_owned(),
            Self::Language(language) => {
                let part = language.translator().map_or("interpreter", |_| "translator");
                format!("{} {part}", language.name())
            }
            Self::Editor => "editor".to_owned(),
        }
    }
}

/// One component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// Its name and its version, if it has one.
    pub name: String,
    /// The licences that it is under, as its authors write them.
    pub licence: String,
    /// The licences that it is shipped under, a choice from `licence`.
    pub chosen: Vec<&'static str>,
    /// The authors in its manifest.
    pub authors: Vec<String>,
    /// The texts of the chosen licences; empty until they are known.
    pub text: String,
    /// The parts of Botyard that contain it.
    pub places: BTreeSet<ComponentPlace>,
}

/// The components by their names, each once with all its places.
pub fn merge(components: Vec<Component>) -> Vec<Component> {
    let mut merged: BTreeMap<String, Component> = BTreeMap::new();
    for component in components {
        match merged.get_mut(&component.name) {
            Some(known) => known.places.extend(component.places),
            None => drop(merged.insert(component.name.clone(), component)),
        }
    }
    merged.into_values().collect()
}
