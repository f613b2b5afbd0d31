//! The function types of a module, and those the pass adds after them. Knows no function.

use wasm_encoder::{BlockType, TypeSection, ValType};
use wasmparser::FuncType;

/// The types, in the module's order, then ours: `() -> ()`, a probe's, if there are any, and
/// wrappers' as they are needed.
#[derive(Debug, Default)]
pub(super) struct Types {
    list: Vec<FuncType>,
    has_probes: bool,
    /// For each wrapper of several results, the type with these results.
    wrappers: Vec<u32>,
}

impl Types {
    pub fn new(list: Vec<FuncType>) -> Types {
        Types { list, has_probes: false, wrappers: Vec::new() }
    }

    /// Adds the type of a probe.
    pub fn with_probes(self) -> Types {
        Types { has_probes: true, ..self }
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn find(&self, index: u32) -> Option<&FuncType> {
        self.list.get(index as usize)
    }

    /// Whether the type `index` is `() -> ()`.
    pub fn is_unit(&self, index: u32) -> bool {
        self.find(index).is_some_and(|ty| ty.params().is_empty() && ty.results().is_empty())
    }

    /// How many parameters and results the type `index` has.
    pub fn passed(&self, index: u32) -> usize {
        self.find(index).map_or(0, |ty| ty.params().len() + ty.results().len())
    }

    /// The index of our `() -> ()`.
    pub fn unit(&self) -> u32 {
        self.list.len() as u32
    }

    /// The index of a probe's type, if there are probes.
    pub fn probe(&self) -> Option<u32> {
        self.has_probes.then(|| self.unit() + 1)
    }

    /// The type of a block with no parameters and the results of function type `index`.
    pub fn wrapper(&mut self, index: u32) -> BlockType {
        let results = self.find(index).map_or(&[][..], FuncType::results);
        match results {
            [] => BlockType::Empty,
            [one] => BlockType::Result(encoded(*one)),
            _ => BlockType::FunctionType(self.unit() + 1 + u32::from(self.has_probes) + self.several(index)),
        }
    }

    fn several(&mut self, index: u32) -> u32 {
        let known = self.wrappers.iter().position(|wrapped| *wrapped == index);
        let position = known.unwrap_or_else(|| {
            self.wrappers.push(index);
            self.wrappers.len() - 1
        });
        position as u32
    }

    /// All of them.
    pub fn section(&self) -> TypeSection {
        let mut section = TypeSection::new();
        for ty in &self.list {
            section.ty().function(all(ty.params()), all(ty.results()));
        }
        section.ty().function([], []);
        if self.has_probes {
            section.ty().function([ValType::I32, ValType::I64], []);
        }
        for ty in self.wrappers.iter().filter_map(|index| self.find(*index)) {
            section.ty().function([], all(ty.results()));
        }
        section
    }
}

fn all(types: &[wasmparser::ValType]) -> impl ExactSizeIterator<Item = ValType> + '_ {
    types.iter().map(|ty| encoded(*ty))
}

fn encoded(ty: wasmparser::ValType) -> ValType {
    ty.try_into().expect("the fixed feature list has no types but numbers, vectors and funcref")
}
