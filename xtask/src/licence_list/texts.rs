//! The texts of licences: which of several licences a component is shipped under, and where their
//! texts are. Knows no component.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use spdx::{Expression, Licensee, ParseMode};

use super::component::Component;

/// The licences that shipped components may be under, with phrases that only their texts have.
/// Where there is a choice, the first is chosen.
const LICENCES: [(&str, &str); 12] = [
    ("MIT", "Permission is hereby granted, free of charge"),
    ("ISC", "Permission to use, copy, modify, and"),
    ("BSD-2-Clause", "Redistribution and use in source and binary forms"),
    ("BSD-3-Clause", "Redistribution and use in source and binary forms"),
    ("Zlib", "This software is provided 'as-is'"),
    ("0BSD", "Permission to use, copy, modify, and"),
    ("BSL-1.0", "Boost Software License"),
    ("Unlicense", "This is free and unencumbered software"),
    ("CC0-1.0", "CC0 1.0 Universal"),
    (WITH_EXCEPTION, "LLVM Exceptions"),
    (APACHE, "Apache License"),
    ("Unicode-3.0", "UNICODE LICENSE V3"),
];
/// A licence whose text names no holder, so that it is the same for all components.
const APACHE: &str = "Apache-2.0";
const WITH_EXCEPTION: &str = "Apache-2.0 WITH LLVM-exception";
const IMPERSONAL: [&str; 2] = [APACHE, WITH_EXCEPTION];

/// Beginnings of the names of files that hold licences, and of the files that the Apache licence
/// requires to be passed on.
const FILES: [&str; 4] = ["license", "licence", "copying", "unlicense"];
const NOTICE: &str = "notice";

/// The fewest licences of an expression such as `MIT OR Apache-2.0` that are enough.
///
/// # Errors
/// When it is no such expression, or needs a licence that is not in the list.
pub fn choose(expression: &str) -> Result<Vec<&'static str>> {
    let parsed = Expression::parse_mode(expression, ParseMode::LAX).map_err(|error| anyhow!("{}", error.reason));
    let parsed = parsed.with_context(|| format!("the licence {expression} cannot be read"))?;
    let known: Vec<Licensee> =
        LICENCES.iter().map(|(name, _)| Licensee::parse(name).expect("these are licences")).collect();
    let needed = parsed.minimized_requirements(&known).map_err(|why| anyhow!("the licence {expression}: {why}"))?;
    let named = |name: &&str| needed.iter().any(|licence| licence.to_string() == **name);
    Ok(LICENCES.iter().map(|(name, _)| *name).filter(named).collect())
}

/// The texts of these licences in a package's folder; empty if it has none.
///
/// # Errors
/// When the folder cannot be read.
pub fn in_folder(folder: &Path, chosen: &[&str]) -> Result<String> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut paths = entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>()?;
    paths.retain(|path| path.is_file());
    paths.sort();
    let begins = |path: &Path, start: &str| {
        path.file_name().is_some_and(|name| name.to_string_lossy().to_lowercase().starts_with(start))
    };
    let texts = |starts: &[&str]| -> Vec<String> {
        let of_a_kind = paths.iter().filter(|path| starts.iter().any(|start| begins(path, start)));
        of_a_kind.filter_map(|path| fs::read_to_string(path).ok()).map(|text| tidy(&text)).collect()
    };
    let all = texts(&FILES);
    let marks: Vec<&str> = LICENCES.iter().filter(|(name, _)| chosen.contains(name)).map(|&(_, mark)| mark).collect();
    let is_chosen = |text: &&String| marks.iter().any(|mark| text.contains(mark));
    let mut found: Vec<String> = all.iter().filter(is_chosen).cloned().collect();
    if found.is_empty() {
        // Their texts differ from those above: all of them are passed on.
        found = all;
    }
    if chosen.iter().any(|licence| IMPERSONAL.contains(licence)) {
        found.extend(texts(&[NOTICE]));
    }
    Ok(found.join("\n\n"))
}

/// Gives components without a licence file the text that their licence has elsewhere.
///
/// # Errors
/// When no text of its licence is found, or the licence cannot be identified without one.
pub fn complete(components: &mut [Component]) -> Result<()> {
    let common = IMPERSONAL.map(|licence| {
        let is_it = |component: &&Component| component.chosen == [licence] && !component.text.is_empty();
        // The shortest has no notice behind it.
        let shortest = components.iter().filter(is_it).min_by_key(|component| component.text.len());
        (licence, shortest.map(|component| component.text.clone()))
    });
    for component in components.iter_mut().filter(|component| component.text.is_empty()) {
        let known = common.iter().find(|(licence, _)| component.chosen == [*licence]);
        component.text = match known.and_then(|(_, text)| text.clone()) {
            Some(text) => text,
            None if component.chosen == ["MIT"] => mit(&component.holders()),
            None => {
                return Err(anyhow!("{} comes without the text of its licence, {}", component.name, component.licence));
            }
        };
    }
    Ok(())
}

impl Component {
    fn holders(&self) -> String {
        match &self.authors[..] {
            [] => format!("the authors of {}", self.name.split(' ').next().unwrap_or_default()),
            authors => authors.join(", "),
        }
    }
}

/// The MIT licence of these holders.
pub fn mit(holders: &str) -> String {
    format!(
        "Copyright (c) {holders}\n\n\
         Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated \
         documentation files (the \"Software\"), to deal in the Software without restriction, including without limitation \
         the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to \
         permit persons to whom the Software is furnished to do so, subject to the following conditions:\n\n\
         The above copyright notice and this permission notice shall be included in all copies or substantial portions of \
         the Software.\n\n\
         THE SOFTWARE IS PROVIDED \"AS IS\", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO \
         THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE \
         AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, \
         TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE \
         SOFTWARE."
    )
}

/// A text without white space at the ends of its lines, before its first line and after its last.
pub fn tidy(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_several_licences_the_fewest_are_chosen() {
        for (expression, expected) in [
            ("MIT OR Apache-2.0", &["MIT"][..]),
            ("Apache-2.0/MIT", &["MIT"]),
            ("Apache-2.0 WITH LLVM-exception", &[WITH_EXCEPTION]),
            ("(MIT OR Apache-2.0) AND Unicode-3.0", &["MIT", "Unicode-3.0"]),
            ("Apache-2.0 AND ISC", &["ISC", "Apache-2.0"]),
        ] {
            assert_eq!(choose(expression).unwrap(), expected, "{expression}");
        }
        assert!(choose("GPL-3.0-only").is_err() && choose("mine").is_err());
    }

    /// The list knows every licence that the check of all packages allows.
    #[test]
    fn every_allowed_licence_has_its_words() {
        let deny = include_str!("../../../deny.toml");
        let (_, allowed) = deny.split_once("allow = [").unwrap();
        let (allowed, _) = allowed.split_once(']').unwrap();
        let names: Vec<&str> = allowed.split('"').skip(1).step_by(2).collect();
        assert!(names.len() > 8, "{names:?}");
        for name in names {
            assert!(LICENCES.iter().any(|(known, _)| *known == name), "{name}");
        }
    }

    #[test]
    fn the_text_of_the_chosen_licence_is_taken() {
        let folder = std::env::temp_dir().join(format!("botyard-licences-{}", std::process::id()));
        let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
        fs::create_dir_all(&folder).unwrap();
        assert_eq!(in_folder(&folder, &["MIT"]).unwrap(), "");
        let (one, two) = (mit("somebody"), "Apache License, \n  Version 2.0\n");
        write("LICENSE-MIT", &one);
        write("LICENSE-APACHE", two);
        write("NOTICE", "of somebody");
        assert_eq!(in_folder(&folder, &["MIT"]).unwrap(), one);
        assert_eq!(in_folder(&folder, &[APACHE]).unwrap(), "Apache License,\n  Version 2.0\n\nof somebody");
        assert_eq!(in_folder(&folder, &["Zlib"]).unwrap(), format!("Apache License,\n  Version 2.0\n\n{one}"));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn components_without_a_text_get_that_of_their_licence() {
        let component = |licence: &'static str, text: &str| Component {
            name: "one 1.0".to_owned(),
            licence: licence.to_owned(),
            chosen: vec![licence],
            authors: Vec::new(),
            text: text.to_owned(),
            places: Default::default(),
        };
        let mut all = [
            component(APACHE, ""),
            component(APACHE, "words"),
            component(APACHE, "words, and a notice"),
            component("MIT", ""),
        ];
        complete(&mut all).unwrap();
        assert_eq!(all[0].text, "words");
        assert!(all[3].text.starts_with("Copyright (c) the authors of one\n\nPermission"), "{}", all[3].text);
        let error = complete(&mut [component("Zlib", "")]).unwrap_err().to_string();
        assert_eq!(error, "one 1.0 comes without the text of its licence, Zlib");
    }
}
