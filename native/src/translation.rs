//! Translates scripts of languages that have no interpreter of their own, by a script that runs in
//! the interpreter of another language. Knows none of these languages.

use std::sync::OnceLock;
use std::time::Duration;

use botyard_engine::diagnosis::CrashReport;
use botyard_engine::live::TrialEnding;
use botyard_host::module::{CodeCache, CompilerProcess, LoadedModule, ModuleLoader, StandaloneRun};
use botyard_sandbox::script::Script;
use botyard_sandbox::wasi::{Folder, ROOT};

/// The virtual time that a translation may take: 1 MiB takes some seconds.
const LIMIT: Duration = Duration::from_secs(30);

/// Translates a script whose first file has this name, by a `translator` for this interpreter. It
/// reads the author's text from stdin and prints the text that plays.
///
/// # Errors
/// A clause with the reason, and the place if the script has an error.
pub fn translate(script: &Script, interpreter: &[u8], translator: &str, name: &str) -> Result<Script, String> {
    let loaded = load(interpreter)?;
    let played = script.language().played_language();
    let translator = Script::parse(played, translator.as_bytes()).map_err(|why| why.to_string())?;
    let mut folder = Folder::default();
    translator.add_to(&mut folder);
    let arguments = ["bot"].iter().chain(played.arguments()).map(|&argument| argument.to_owned());
    let run = StandaloneRun {
        args: arguments.collect(),
        folders: vec![(ROOT.to_owned(), folder)],
        input: script.source().to_vec(),
        limit: LIMIT,
        ..StandaloneRun::default()
    };
    let result = run.run(&loaded).map_err(|why| why.to_string())?;
    if result.ending != TrialEnding::Exited(0) {
        let stderr = String::from_utf8_lossy(&result.stderr);
        let report = CrashReport::find(&stderr).map(|report| report.renaming(script.language().main_file(), name));
        return Err(report.map_or_else(|| "it takes too long to translate".to_owned(), |report| report.to_string()));
    }
    // What is printed ends with a line's end.
    let printed = result.stdout.strip_suffix(b"\n").unwrap_or(&result.stdout);
    script.with_translation(printed).map_err(|why| format!("its translation cannot play: {why}"))
}

/// The interpreter, which is compiled once, with the user's cache. All translators have the same one.
fn load(interpreter: &[u8]) -> Result<LoadedModule, String> {
    static LOADED: OnceLock<LoadedModule> = OnceLock::new();
    if let Some(loaded) = LOADED.get() {
        return Ok(loaded.clone());
    }
    let loader = ModuleLoader::new().map_err(|why| why.to_string())?;
    let loader = match std::env::current_exe() {
        // A test has no command that compiles.
        Ok(program) if !cfg!(test) => {
            loader.with_compiler(CompilerProcess::new(program).with_cache(CodeCache::of_user()))
        }
        _ => loader,
    };
    let loaded = loader.load(interpreter).map_err(|why| why.to_string())?;
    Ok(LOADED.get_or_init(|| loaded).clone())
}

#[cfg(all(test, javascript, typescript))]
mod tests {
    use botyard_sandbox::script::ScriptLanguage::TypeScript;

    use super::*;
    use crate::bots;

    fn translated(source: &str) -> Result<Script, String> {
        let script = Script::parse(TypeScript, source.as_bytes()).expect("a script");
        let (interpreter, translator) = (bots::interpreter(TypeScript), bots::translator(TypeScript));
        translate(&script, interpreter.expect("it was built"), translator.expect("it was built"), "mine.ts")
    }

    fn check(source: &str, expected: &str) {
        let script = translated(source).expect("it can be translated");
        assert_eq!(String::from_utf8_lossy(script.played()), expected);
        assert_eq!(String::from_utf8_lossy(script.source()), source);
        assert_eq!(expected.lines().count(), source.lines().count(), "each line stays where it is");
    }

    #[test]
    fn types_become_blanks() {
        check("const a: number = 4; print(a as string)", "const a         = 4; print(a          )");
        check("let a = f<number>(1)!.b;\nlet c: {\n  d: 1 } = 2;", "let a = f        (1) .b;\nlet c  \n         = 2;");
        check("const f = (a: number): number => a;", "const f = (a                ) => a;");
        let blanks = [" ".repeat(19), " ".repeat(31)].join("\n");
        check(
            "interface A { a: 1 }\nimport type { B } from './b.ts';\nprint(`é: ${1 as number}`);",
            &format!("{blanks}\nprint(`é: ${{1          }}`);"),
        );
    }

    #[test]
    fn what_has_a_value_stays_in_its_line() {
        let source = "class A {\n  constructor(private a: number) {}\n}\nenum B { C, D = 4 }\nprint(B.D)";
        let script = translated(source).expect("it can be translated");
        let played = String::from_utf8_lossy(script.played()).into_owned();
        let lines: Vec<_> = played.lines().collect();
        assert!(lines[1].contains("this.a = a") && lines[3].contains("B[B[\"C\"] = C]"), "{played}");
        assert_eq!((lines.len(), lines[4]), (5, "print(B.D)"));
    }

    #[test]
    fn imports_name_the_files_that_are_there() {
        let files = "//# file: search.ts\nexport const a = 1\n//# file: old.js\nexport const b: 1";
        check(
            &format!("import {{ a }} from './search';\nimport {{ b }} from \"./old.js\"; a + b;\n{files}"),
            &format!("import {{ a }} from './search.ts';\nimport {{ b }} from \"./old.js\"; a + b;\n{files}"),
        );
        check(&format!("import './search.js';\n{files}"), &format!("import './search.ts';\n{files}"));
    }

    #[test]
    fn errors_name_the_file_and_the_place() {
        for (source, expected) in [
            ("let a: number = ;", "SyntaxError: Unexpected token (mine.ts:1:17)"),
            ("let a;\n//# file: b.ts\n\nlet b: = 1", "SyntaxError: Unexpected token (b.ts:2:8)"),
            ("namespace A { export const b = 1 }", "SyntaxError: namespaces cannot play"),
        ] {
            let why = translated(source).expect_err("it has an error");
            assert!(why.starts_with(expected), "{why}");
        }
    }
}
