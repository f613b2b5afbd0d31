use super::*;

#[test]
fn scripts_are_known_by_their_endings() {
    let of_file = ScriptLanguage::of_file;
    for name in ["bot.js", "BOT.JS", "a.b.mjs", ".js"] {
        assert_eq!(of_file(name), Some(ScriptLanguage::JavaScript), "{name}");
    }
    for name in ["bot.py", "Bot.PY", "a.js.py"] {
        assert_eq!(of_file(name), Some(ScriptLanguage::Python), "{name}");
    }
    for name in ["bot.ts", "bot.mts", "d.ts"] {
        assert_eq!(of_file(name), Some(ScriptLanguage::TypeScript), "{name}");
    }
    for name in ["bot.json", "js", "bot.wasm", "bot.pyc", "bot.d.ts", "bot.tsx", ""] {
        assert_eq!(of_file(name), None, "{name}");
    }
}

#[test]
fn no_two_languages_are_mistaken_for_each_other() {
    for language in ScriptLanguage::ALL {
        let names = std::iter::once(language.id()).chain(language.other_ids().iter().copied());
        for other in ScriptLanguage::ALL.into_iter().filter(|other| *other != language) {
            assert_ne!(language.name(), other.name());
            assert_ne!(language.section(), other.section());
            assert!(names.clone().all(|name| name != other.id() && !other.other_ids().contains(&name)));
            let is_same_interpreter = language.interpreter() == other.interpreter();
            assert_eq!(is_same_interpreter, language.played_language() == other.played_language());
            assert!(language.endings().iter().all(|ending| !other.endings().contains(ending)));
            assert!(is_same_interpreter || !language.file_line().starts_with(other.file_line()));
        }
    }
}

/// What a language may declare, whichever it is.
#[test]
fn every_language_keeps_the_rules_of_its_description() {
    for language in ScriptLanguage::ALL {
        let id = language.id();
        assert!(!id.is_empty() && id.bytes().all(|byte| byte.is_ascii_lowercase()), "{id} is a part of addresses");
        assert_eq!(format!("{language:?}").to_ascii_lowercase(), id, "one name, in the code and outside");
        assert_eq!(ScriptLanguage::of_file(language.main_file()), Some(language), "{id}");
        assert_eq!(language.arguments(), [format!("/{}", language.main_file())], "{id}");
        assert!(language.section().starts_with(b"botyard."), "{id}");
        assert!(language.file_line().ends_with("file: "), "{id}");
        let played = language.played_language();
        assert_eq!(played.translator(), None, "{id}: one translation is enough");
        if let Some(translator) = language.translator() {
            assert_eq!(ScriptLanguage::of_file(translator), Some(played), "{id}");
            assert!(translator.starts_with(&format!("{id}.")), "{id}: it is beside the interpreters");
        }
        let Ways { print_line, flush, read_lines, print_to_stderr, read_clock, find_end, .. } = language.ways();
        for way in [print_line, flush, read_lines, print_to_stderr, read_clock, find_end] {
            assert!(!way.is_empty(), "{id}: its authors need all of these");
        }
        assert!(print_line.contains('…'), "{id}");
    }
}

#[test]
fn a_list_of_languages_is_part_of_a_sentence() {
    assert_eq!(ScriptLanguage::list(|language| language.name().to_owned()), "JavaScript, TypeScript or Python");
}

/// What the editor's scripts know of the languages, as their files have it.
fn declare_scripts() -> [(&'static str, String); 2] {
    let of_all = |describe: &dyn Fn(ScriptLanguage) -> String| ScriptLanguage::ALL.map(describe).concat();
    let imports = |what: &str| {
        of_all(&|language| {
            let id = language.id();
            format!("import {{ {what} as {id} }} from \"./{id}/{what}.js\";\n")
        })
    };
    let text = |text: Option<&str>| text.map_or_else(|| "null".to_owned(), |text| format!("{text:?}"));
    let scripts = of_all(&|language| {
        let (id, name, main, endings) = (language.id(), language.name(), language.main_file(), language.endings());
        let (declarations, translator) = (text(language.declarations()), text(language.translator()));
        let file_line = language.file_line();
        format!(
            "  {{ id: {id:?}, name: {name:?}, main: {main:?}, endings: {endings:?}, declarations: {declarations}, \
             fileLine: {file_line:?}, translator: {translator}, ...{id} }},\n"
        )
    });
    let grammars = ScriptLanguage::ALL.map(ScriptLanguage::id).join(", ");
    let head =
        "// Made from what each language declares (`languages/*/language.rs`): a test of that package compares.\n\n";
    let types = "../web/editor/src";
    [
        (
            "scripts.js",
            format!(
                "{head}{}\n/** @type {{import(\"{types}/languages.js\").Script[]}} */\nexport const SCRIPTS = [\n{scripts}];\n",
                imports("draft")
            ),
        ),
        (
            "grammars.js",
            format!(
                "{head}{}\n/** @type {{Record<string, import(\"{types}/syntax.js\").Grammar>}} */\nexport const GRAMMARS = {{ {grammars} }};\n",
                imports("grammar")
            ),
        ),
    ]
}

/// `BOTYARD_DECLARE=1` writes the files anew.
#[test]
fn scripts_know_the_languages() {
    for (name, declared) in declare_scripts() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        if std::env::var_os("BOTYARD_DECLARE").is_some() {
            std::fs::write(&path, &declared).expect("it can be written");
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap_or_default(), declared, "{name}");
    }
}
