//! The interpreter's memory: words, names and objects at their addresses. The script may have written
//! anything but where it is read; addresses are never trusted. Writes no values as text.

use super::layout::{class, classes, context, object, runtime, shape, string, tag};
use crate::wasi::Memory;

/// The most characters of a text that are read.
pub(super) const TEXT_MAX: usize = 100;
/// The most pieces of a text that are looked at.
const PIECES: usize = 200;
/// The most properties of an object that are looked through for one.
const PROPERTIES: u32 = 64;

/// How many bytes are copied at a time in the search for the runtime.
const SEARCHED: u32 = 64 << 10;

/// A run's memory. What lies outside of it is zero.
#[derive(Clone, Copy)]
pub(super) struct Heap<'a> {
    memory: &'a dyn Memory,
    /// The address of the `JSRuntime`.
    runtime: u32,
}

impl<'a> Heap<'a> {
    /// Finds the interpreter's runtime in its memory: a structure that leads to its context and back.
    pub fn find_runtime(memory: &dyn Memory) -> Option<u32> {
        let heap = Heap { memory, runtime: 0 };
        let is_runtime = |at: u32, link: u32| {
            let Some(found) = link.checked_sub(context::LINK).filter(|found| *found > 0) else { return false };
            heap.word(found.wrapping_add(context::RUNTIME)) == at
                && heap.word(link) == at.wrapping_add(runtime::CONTEXT_LIST)
        };
        (0..memory.size() as u32).step_by(SEARCHED as usize).find_map(|start| {
            let links = heap.slice(start.wrapping_add(runtime::CONTEXT_LIST), SEARCHED as usize);
            let link = |at: u32| links.get((at - start) as usize..)?.first_chunk().copied().map(u32::from_le_bytes);
            let mut places = (start.max(8)..start.saturating_add(SEARCHED)).step_by(8);
            places.find(|at| link(*at).is_some_and(|link| is_runtime(*at, link)))
        })
    }

    pub fn new(memory: &'a dyn Memory, runtime: u32) -> Self {
        Self { memory, runtime }
    }

    /// The bytes from `at` on.
    pub fn bytes<const N: usize>(self, at: u32) -> [u8; N] {
        let mut bytes = [0; N];
        self.memory.read(at, &mut bytes).map_or([0; N], |()| bytes)
    }

    /// At most `count` bytes.
    pub fn slice(self, at: u32, count: usize) -> Vec<u8> {
        let there = self.memory.size().saturating_sub(at.into()) as usize;
        let mut bytes = vec![0; count.min(there)];
        self.memory.read(at, &mut bytes).map_or_else(|_| Vec::new(), |()| bytes)
    }

    pub fn byte(self, at: u32) -> u8 {
        self.bytes::<1>(at)[0]
    }

    pub fn half(self, at: u32) -> u32 {
        u16::from_le_bytes(self.bytes(at)).into()
    }

    pub fn word(self, at: u32) -> u32 {
        u32::from_le_bytes(self.bytes(at))
    }

    /// A field of a structure.
    pub fn field(self, structure: u32, offset: u32) -> u32 {
        self.word(structure.wrapping_add(offset))
    }

    /// A value of the language.
    pub fn value(self, at: u32) -> Value {
        Value(u64::from_le_bytes(self.bytes(at)))
    }

    /// The frame of the call that runs; 0 if there is none.
    pub fn current_frame(self) -> u32 {
        self.field(self.runtime, runtime::CURRENT_FRAME)
    }

    /// The text of a name (`JSAtom`); empty for symbols and small numbers' place.
    pub fn name(self, atom: u32) -> String {
        if atom >> 31 != 0 {
            return (atom & !(1 << 31)).to_string();
        }
        match self.word(self.field(self.runtime, runtime::ATOM_ARRAY).wrapping_add(atom.wrapping_mul(4))) {
            0 => String::new(),
            text => self.text(text),
        }
    }

    /// The first characters of a string (`JSString`).
    pub fn text(self, at: u32) -> String {
        let mut text = String::new();
        self.append_text(at, &mut text);
        text
    }

    /// The number of characters of a string.
    pub fn text_length(self, at: u32) -> u32 {
        self.word(at) & !string::WIDE
    }

    fn append_text(self, at: u32, text: &mut String) {
        let header = self.word(at);
        let length = ((header & !string::WIDE) as usize).min(TEXT_MAX);
        let content = at.wrapping_add(string::CONTENT);
        let start = match self.field(at, string::KIND) >> string::KIND_SHIFT & 3 {
            string::KIND_SLICE => {
                let parent = self.word(content).wrapping_add(string::CONTENT);
                parent.wrapping_add(self.field(at, string::SLICE_START))
            }
            string::KIND_INDIRECT => self.word(content),
            _ => content,
        };
        match header & string::WIDE != 0 {
            true => {
                let bytes = self.slice(start, 2 * length);
                let units = bytes.chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
                text.extend(char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)));
            }
            false => text.extend(self.slice(start, length).iter().map(|byte| char::from(*byte))),
        }
    }

    /// The first characters of a string in pieces (`JSStringRope`).
    pub fn rope_text(self, at: u32) -> String {
        let mut text = String::new();
        let mut rest = vec![Value::rope(at)];
        for _ in 0..PIECES {
            let Some(piece) = rest.pop().filter(|_| text.len() < TEXT_MAX) else { break };
            match piece.tag() {
                tag::STRING => self.append_text(piece.pointer(), &mut text),
                tag::ROPE => {
                    let side = |offset| self.value(piece.pointer().wrapping_add(offset));
                    rest.extend([side(string::ROPE_RIGHT), side(string::ROPE_LEFT)]);
                }
                _ => {}
            }
        }
        text
    }

    /// The class of an object.
    pub fn class(self, object: u32) -> u32 {
        self.half(object.wrapping_add(object::CLASS))
    }

    /// The name of an object's class.
    pub fn class_name(self, object: u32) -> String {
        let classes = self.field(self.runtime, runtime::CLASS_ARRAY);
        let class = classes.wrapping_add(self.class(object).wrapping_mul(class::SIZE));
        self.name(self.field(class, class::NAME))
    }

    /// The bytecode of a function that a script has, if the value is one.
    pub fn bytecode(self, value: Value) -> Option<u32> {
        let function = value.object()?;
        let has_bytecode = matches!(
            self.class(function),
            classes::BYTECODE_FUNCTION
                | classes::GENERATOR_FUNCTION
                | classes::ASYNC_FUNCTION
                | classes::ASYNC_GENERATOR_FUNCTION
        );
        has_bytecode.then(|| self.field(function, object::DATA)).filter(|bytecode| *bytecode != 0)
    }

    /// The names of an object's properties, with their kinds and values.
    pub fn properties(self, object: u32) -> impl Iterator<Item = Property> + use<'a> {
        let shape = self.field(object, object::SHAPE);
        let count = self.field(shape, shape::PROPERTY_COUNT).min(PROPERTIES);
        let buckets = self.field(shape, shape::HASH_MASK).wrapping_add(1);
        let first = shape.wrapping_add(shape::HASH_TABLE).wrapping_add(buckets.wrapping_mul(4));
        let values = self.field(object, object::PROPERTIES);
        (0..count).filter_map(move |index| {
            let entry = first.wrapping_add(index * shape::PROPERTY_SIZE);
            let atom = self.field(entry, shape::PROPERTY_NAME);
            let kind = self.word(entry) >> shape::FLAGS_SHIFT & shape::KIND_MASK;
            (atom != 0).then_some(Property { atom, kind, at: values.wrapping_add(8 * index) })
        })
    }

    /// The name of a function.
    pub fn function_name(self, function: u32) -> String {
        let named = self.properties(function).find(|property| self.name(property.atom) == "name");
        match named.filter(|property| property.kind == shape::KIND_VALUE).map(|property| self.value(property.at)) {
            Some(value) if value.tag() == tag::STRING => self.text(value.pointer()),
            _ => String::new(),
        }
    }
}

/// A property of an object: the atom of its name, its kind, and where its value is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Property {
    pub atom: u32,
    pub kind: u32,
    pub at: u32,
}

/// A value of the language: 64 bits, of which the high ones are the tag, unless it is a float.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value(pub u64);

impl Value {
    /// A string in pieces at this address.
    fn rope(at: u32) -> Self {
        Self(u64::from(tag::ROPE.cast_unsigned()) << 32 | u64::from(at))
    }

    /// Its tag; [`tag::FLOAT`] for every float.
    pub fn tag(self) -> i32 {
        let tag = ((self.0 >> 32) as u32).cast_signed();
        let is_float = tag.wrapping_sub(tag::FIRST).cast_unsigned() >= (tag::FLOAT - tag::FIRST).cast_unsigned();
        if is_float { tag::FLOAT } else { tag }
    }

    pub fn pointer(self) -> u32 {
        self.0 as u32
    }

    pub fn int(self) -> i32 {
        self.pointer().cast_signed()
    }

    pub fn float(self) -> f64 {
        let addend = 0x7ff8_0000_u32.wrapping_sub(tag::FIRST.cast_unsigned()).wrapping_add(1);
        f64::from_bits(self.0.wrapping_add(u64::from(addend) << 32))
    }

    /// The address of an object.
    pub fn object(self) -> Option<u32> {
        (self.tag() == tag::OBJECT).then(|| self.pointer())
    }

    /// Whether it is of a variable whose declaration has not run.
    pub fn is_uninitialized(self) -> bool {
        self.tag() == tag::UNINITIALIZED
    }

    pub fn is_undefined(self) -> bool {
        self.tag() == tag::UNDEFINED
    }
}
