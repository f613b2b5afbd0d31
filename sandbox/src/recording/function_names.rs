//! The names of a module's functions, as its name section has them. Knows no run.

use wasmparser::{KnownCustom, Name, Parser, Payload, TypeRef};

/// The names of a module's own functions, in their order; `None` for those without a name. Names
/// are the compiler's, so they may be mangled.
pub fn read_function_names(module: &[u8]) -> Vec<Option<String>> {
    let mut imported = 0;
    let mut names = Vec::new();
    for payload in Parser::new(0).parse_all(module).map_while(Result::ok) {
        match payload {
            Payload::ImportSection(section) => {
                let functions = section.into_imports().flatten().filter(|import| matches!(import.ty, TypeRef::Func(_)));
                imported = functions.count();
            }
            Payload::FunctionSection(section) => names = vec![None; section.count() as usize],
            Payload::CustomSection(section) => {
                let KnownCustom::Name(subsections) = section.as_known() else { continue };
                let functions = subsections.into_iter().flatten().filter_map(|name| match name {
                    Name::Function(map) => Some(map),
                    _ => None,
                });
                for naming in functions.flat_map(|map| map.into_iter().flatten()) {
                    let own = (naming.index as usize).checked_sub(imported);
                    if let Some(name) = own.and_then(|index| names.get_mut(index)) {
                        *name = Some(naming.name.to_owned());
                    }
                }
            }
            _ => {}
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_own_functions() {
        let text = r#"(module
            (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
            (func $first) (func) (func $third))"#;
        let module = wat::parse_str(text).expect("valid");
        let expected = [Some("first".to_owned()), None, Some("third".to_owned())];
        assert_eq!(read_function_names(&module), expected);
        assert_eq!(read_function_names(&[]), []);
    }
}
