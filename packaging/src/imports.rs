//! Shortens the names of what a program imports from its script. wasm-bindgen's names end with a
//! hash, which distinguishes versions that never meet in a page, and which does not compress,
//! neither in the program nor in the script.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use wasm_encoder::reencode::{Reencode, RoundtripReencoder};
use wasm_encoder::{ImportSection, RawSection};
use wasmparser::{Import, ImportSectionReader, Parser, Payload};

use crate::files::{DistFile, list};

/// The end of programs' names, where their scripts have `.js`.
const PROGRAM: &str = "_bg.wasm";
/// How many hexadecimal digits a hash has.
const HASH: usize = 16;

/// Shortens the names of what the programs in `folder` import from the scripts beside them.
///
/// # Errors
/// If a file cannot be read or written, or a program is not a module.
pub fn shorten_imports(folder: &Path) -> Result<()> {
    let files = list(folder)?;
    for program in files.iter().filter(|file| file.name.ends_with(PROGRAM)) {
        let name = program.name.replace(PROGRAM, ".js");
        if let Some(script) = files.iter().find(|file| file.name == name) {
            shorten(program, script).with_context(|| format!("the imports of {}", program.name))?;
        }
    }
    Ok(())
}

fn shorten(program: &DistFile, script: &DistFile) -> Result<()> {
    let module = fs::read(&program.path).with_context(|| format!("cannot read {}", program.name))?;
    let text = fs::read_to_string(&script.path).with_context(|| format!("cannot read {}", script.name))?;
    let (module, names) = with_short_names(&module, &text)?;
    let text = names.iter().fold(text, |text, (old, new)| text.replace(&key(old), &key(new)));
    fs::write(&program.path, module).with_context(|| format!("cannot write {}", program.name))?;
    fs::write(&script.path, text).with_context(|| format!("cannot write {}", script.name))
}

/// The module with short names for those of its imports that are keys in the script; and the new
/// names by the old ones.
fn with_short_names(module: &[u8], script: &str) -> Result<(Vec<u8>, BTreeMap<String, String>)> {
    let (mut names, mut short) = (BTreeMap::new(), wasm_encoder::Module::new());
    for payload in Parser::new(0).parse_all(module) {
        let payload = payload?;
        if let Payload::ImportSection(section) = payload {
            short.section(&shortened(section, script, &mut names)?);
        } else if let Some((id, range)) = payload.as_section() {
            let (start, end) = (usize::try_from(range.start)?, usize::try_from(range.end)?);
            short.section(&RawSection { id, data: &module[start..end] });
        }
    }
    Ok((short.finish(), names))
}

fn shortened(
    section: ImportSectionReader<'_>,
    script: &str,
    names: &mut BTreeMap<String, String>,
) -> Result<ImportSection> {
    let mut imports = ImportSection::new();
    for import in section.into_imports() {
        let Import { module, name, ty } = import?;
        let ty = RoundtripReencoder.entity_type(ty).map_err(|why| anyhow!("{why}"))?;
        let is_key = has_hash(name) && script.matches(&key(name)).count() == 1;
        let count = names.len();
        let name = if is_key { names.entry(name.to_owned()).or_insert_with(|| short_name(count)) } else { name };
        imports.import(module, name, ty);
    }
    Ok(imports)
}

/// The name as a key in the script's list of functions.
fn key(name: &str) -> String {
    format!(" {name}: ")
}

fn has_hash(name: &str) -> bool {
    let hash = name.rsplit_once('_').map_or("", |(_, hash)| hash);
    hash.len() == HASH && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// `a`, `b` ... `Z`, `aa`. The script's own text never has a name of one or two letters between a
/// space and a colon.
pub(crate) fn short_name(nth: usize) -> String {
    const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let last = char::from(LETTERS[nth % LETTERS.len()]);
    match nth / LETTERS.len() {
        0 => last.to_string(),
        rest => short_name(rest - 1) + &last.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module with three imports of `./page.js`.
    fn program(names: [&str; 3]) -> Vec<u8> {
        let mut types = wasm_encoder::TypeSection::new();
        types.ty().function([], []);
        let mut imports = ImportSection::new();
        for name in names {
            imports.import("./page.js", name, wasm_encoder::EntityType::Function(0));
        }
        let mut module = wasm_encoder::Module::new();
        module.section(&types).section(&imports);
        module.section(&wasm_encoder::CustomSection { name: "name".into(), data: (&[0][..]).into() });
        module.finish()
    }

    #[test]
    fn what_has_a_hash_gets_a_short_name_in_both() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = ["__wbg_now_0123456789abcdef", "__wbg_get_fedcba9876543210"];
        let script = |one: &str, other: &str| {
            format!("{{\n  {one}: function(arg0) {{ return '{other}'; }},\n  {other}: 1, __wbg_plain: 2 }}")
        };
        fs::write(folder.path().join("page_bg.wasm"), program([one, "__wbg_plain", other])).unwrap();
        fs::write(folder.path().join("page.js"), script(one, other)).unwrap();
        fs::write(folder.path().join("bot.wasm"), program([one, one, one])).unwrap();
        shorten_imports(folder.path()).unwrap();
        assert_eq!(fs::read(folder.path().join("page_bg.wasm")).unwrap(), program(["a", "__wbg_plain", "b"]));
        let expected = script(one, other).replace(&key(one), " a: ").replace(&key(other), " b: ");
        assert_eq!(fs::read_to_string(folder.path().join("page.js")).unwrap(), expected);
        assert_eq!(fs::read(folder.path().join("bot.wasm")).unwrap(), program([one, one, one]), "no script, no change");
    }

    #[test]
    fn short_names_are_never_the_same() {
        let all: std::collections::BTreeSet<_> = (0..4000).map(short_name).collect();
        assert_eq!(all.len(), 4000);
        assert_eq!([0, 51, 52, 53, 104].map(short_name), ["a", "Z", "aa", "ab", "ba"]);
    }
}
