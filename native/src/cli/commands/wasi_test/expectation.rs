//! The input and the expected result of a test of the public wasi-testsuite: NAME.json beside
//! NAME.wasm. Knows no modules.
//!
//! Two forms are in use. In the older one all fields stand side by side; in the newer one there is
//! a list of `operations`, of which a preview1 test needs `run`, `read` and `wait`.

use std::fs;
use std::io;
use std::path::Path;

use serde_json::{Map, Value};

/// The specification of a test. A test without a JSON file gets no input and must exit with 0.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WasiTestSpec {
    /// Its arguments except the first.
    pub args: Vec<String>,
    /// Its environment.
    pub env: Vec<(String, String)>,
    /// The folders it finds open: where they are beside the test, and their names.
    pub folders: Vec<(String, String)>,
    /// The required exit status.
    pub exit_code: i32,
    /// The required stdout, if it is known.
    pub stdout: Option<String>,
    /// The required stderr, if it is known.
    pub stderr: Option<String>,
}

impl WasiTestSpec {
    /// Reads the specification of a module.
    ///
    /// # Errors
    /// What is wrong with its file, as a clause.
    pub fn load(module: &Path) -> Result<Self, String> {
        match fs::read_to_string(module.with_extension("json")) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(format!("cannot read its JSON file: {error}")),
            Ok(text) => Self::parse(&text).map_err(|why| format!("invalid JSON file: {why}")),
        }
    }

    fn parse(text: &str) -> Result<Self, String> {
        let document: Map<String, Value> = serde_json::from_str(text).map_err(|why| why.to_string())?;
        let mut expectation = Self::default();
        for (field, value) in &document {
            match (field.as_str(), value) {
                ("operations", Value::Array(operations)) => {
                    operations.iter().try_for_each(|operation| expectation.operation(operation))?;
                }
                // The functions and the world that a test uses are information for people.
                ("wasi_functions" | "world" | "proposals", _) => {}
                _ => expectation.field(field, value)?,
            }
        }
        Ok(expectation)
    }

    fn operation(&mut self, operation: &Value) -> Result<(), String> {
        let kind = operation["type"].as_str().unwrap_or_default();
        let mut fields = operation.as_object().into_iter().flatten().filter(|(field, _)| *field != "type");
        match kind {
            "run" | "wait" => fields.try_for_each(|(field, value)| self.field(field, value)),
            "read" => {
                let stream = operation["id"].as_str().unwrap_or("stdout");
                self.field(stream, &operation["payload"])
            }
            other => Err(format!("unsupported operation `{other}` (programs have no network)")),
        }
    }

    fn field(&mut self, field: &str, value: &Value) -> Result<(), String> {
        let wrong = || format!("invalid value of `{field}`");
        match field {
            "args" => self.args = texts(value).ok_or_else(wrong)?,
            "env" => self.env = pairs(value).ok_or_else(wrong)?,
            "dirs" => self.folders.extend(folders(value).ok_or_else(wrong)?),
            "root" => self.folders.push((value.as_str().ok_or_else(wrong)?.to_owned(), "/".to_owned())),
            "exit_code" => {
                let code = value.as_i64().and_then(|code| i32::try_from(code).ok());
                self.exit_code = code.ok_or_else(wrong)?;
            }
            "stdout" => self.stdout = Some(value.as_str().ok_or_else(wrong)?.to_owned()),
            "stderr" => self.stderr = Some(value.as_str().ok_or_else(wrong)?.to_owned()),
            other => return Err(format!("unknown field `{other}`")),
        }
        Ok(())
    }
}

fn texts(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|text| text.as_str().map(str::to_owned)).collect()
}

fn pairs(value: &Value) -> Option<Vec<(String, String)>> {
    value.as_object()?.iter().map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect()
}

/// A list of folders that keep their names, or a map from folders to names.
fn folders(value: &Value) -> Option<Vec<(String, String)>> {
    match value {
        Value::Object(_) => pairs(value),
        _ => Some(texts(value)?.into_iter().map(|folder| (folder.clone(), folder)).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<WasiTestSpec, &str>) {
        assert_eq!(WasiTestSpec::parse(text), expected.map_err(str::to_owned), "{text}");
    }

    fn text(text: &str) -> String {
        text.to_owned()
    }

    #[test]
    fn both_forms_say_the_same() {
        let expected = WasiTestSpec {
            args: vec![text("first"), text("the \"second\" arg")],
            env: vec![(text("a"), text("b\nc"))],
            folders: vec![(text("fs-tests.dir"), text("fs-tests.dir"))],
            exit_code: 33,
            stdout: Some(text("hello")),
            stderr: None,
        };
        let fields = r#""args":["first","the \"second\" arg"],"env":{"a":"b\nc"},"dirs":["fs-tests.dir"]"#;
        check(&format!("{{{fields},\"exit_code\":33,\"stdout\":\"hello\"}}"), Ok(expected.clone()));
        let operations = format!(
            r#"{{"operations":[{{"type":"run",{fields}}},{{"type":"read","id":"stdout","payload":"hello"}},
                {{"type":"wait","exit_code":33}}]}}"#
        );
        check(&operations, Ok(expected));
    }

    #[test]
    fn folders_may_have_other_names() {
        let root = |name: &str| WasiTestSpec { folders: vec![(text("a"), text(name))], ..WasiTestSpec::default() };
        check(r#"{"root":"a"}"#, Ok(root("/")));
        check(r#"{"dirs":{"a":"b"}}"#, Ok(root("b")));
        check(r#"{"dirs":["a"],"wasi_functions":["fd_read"]}"#, Ok(root("a")));
        check("{}", Ok(WasiTestSpec::default()));
    }

    #[test]
    fn what_is_not_understood_is_told() {
        check(r#"{"arg":[]}"#, Err("unknown field `arg`"));
        check(r#"{"args":[1]}"#, Err("invalid value of `args`"));
        check(r#"{"exit_code":5000000000}"#, Err("invalid value of `exit_code`"));
        check(
            r#"{"operations":[{"type":"connect"}]}"#,
            Err("unsupported operation `connect` (programs have no network)"),
        );
    }
}
