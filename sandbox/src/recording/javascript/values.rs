//! Values of the language as short text, and marks by which a change of them is noticed. Reads memory
//! and runs nothing: a getter is shown as one, a proxy as one.

use std::fmt::Write as _;

use super::heap::{Heap, Property, TEXT_MAX, Value};
use super::layout::{REFERENCE_VALUE, classes, map, object, shape, tag};

/// The most characters of a value's text, roughly.
const VALUE_TEXT: usize = 200;
/// The most elements of an array, and properties of an object, that are written.
const ELEMENTS: u32 = 24;
/// How deep objects in objects are written.
const DEPTH: u32 = 2;
/// The bytes of an array's elements by which a change is noticed.
const MARKED_BYTES: usize = 1_024;

impl Heap<'_> {
    /// A value as short text, in the form of the language.
    pub(super) fn describe(self, value: Value) -> String {
        let mut text = String::new();
        self.write_value(value, DEPTH, &mut text);
        text
    }

    /// A number that most likely changes when the value or what it holds directly changes.
    pub(super) fn mark(self, value: Value) -> u64 {
        let mut mark = Mark(value.0);
        if matches!(value.tag(), tag::STRING | tag::ROPE) {
            // A string that nobody else has grows in its place.
            mark.add_word(self.word(value.pointer()));
        }
        let Some(object) = value.object() else { return mark.0 };
        match self.class(object) {
            classes::ARRAY | classes::ARGUMENTS if self.is_fast(object) => {
                let count = self.field(object, object::ELEMENT_COUNT);
                mark.add_word(count);
                let bytes = (count as usize).saturating_mul(8).min(MARKED_BYTES);
                mark.add(&self.slice(self.field(object, object::ELEMENTS), bytes));
            }
            class if classes::TYPED_ARRAYS.contains(&class) => {
                let count = self.field(object, object::ELEMENT_COUNT) as usize;
                let bytes = count.saturating_mul(self.element_size(class) as usize);
                mark.add(&self.slice(self.field(object, object::ELEMENTS), bytes.min(MARKED_BYTES)));
            }
            classes::MAP | classes::SET => {
                mark.add_word(self.field(self.field(object, object::DATA), map::COUNT));
            }
            classes::PROXY => {}
            _ => {
                for property in self.properties(object) {
                    mark.add_word(property.atom);
                    mark.add(&self.slice(property.at, 8));
                }
            }
        }
        mark.0
    }

    fn write_value(self, value: Value, depth: u32, text: &mut String) {
        // Text can always be appended to text.
        let _ = match value.tag() {
            tag::INT => write!(text, "{}", value.int()),
            tag::BOOL => write!(text, "{}", value.int() != 0),
            tag::NULL => write!(text, "null"),
            tag::UNDEFINED => write!(text, "undefined"),
            tag::UNINITIALIZED => write!(text, "(not yet)"),
            tag::SHORT_BIG_INT => write!(text, "{}n", value.int()),
            tag::BIG_INT => write!(text, "(large BigInt)"),
            tag::FLOAT => write_float(value.float(), text),
            tag::SYMBOL => write!(text, "Symbol({})", self.text(value.pointer())),
            tag::STRING => write_quoted(&self.text(value.pointer()), self.text_length(value.pointer()), text),
            tag::ROPE => write_quoted(&self.rope_text(value.pointer()), self.word(value.pointer()), text),
            tag::OBJECT => {
                self.write_object(value.pointer(), depth, text);
                Ok(())
            }
            _ => write!(text, "(internal)"),
        };
    }

    fn write_object(self, object: u32, depth: u32, text: &mut String) {
        let class = self.class(object);
        let name = match class {
            classes::OBJECT | classes::ARRAY => String::new(),
            classes::BYTECODE_FUNCTION
            | classes::C_FUNCTION
            | classes::GENERATOR_FUNCTION
            | classes::ASYNC_FUNCTION
            | classes::ASYNC_GENERATOR_FUNCTION => {
                let name = self.function_name(object);
                text.push_str(if name.is_empty() { "function" } else { "function " });
                text.push_str(&name);
                return;
            }
            // Its class has the name of all objects.
            classes::PROXY => "Proxy".to_owned(),
            _ => self.class_name(object),
        };
        text.push_str(&name);
        match class {
            classes::PROXY => {}
            _ if depth == 0 => text.push_str(if class == classes::ARRAY { "[...]" } else { "{...}" }),
            classes::ARRAY | classes::ARGUMENTS if self.is_fast(object) => {
                let first = self.field(object, object::ELEMENTS);
                let count = self.field(object, object::ELEMENT_COUNT);
                let element = |index: u32, text: &mut String| {
                    self.write_value(self.value(first.wrapping_add(8 * index)), depth - 1, text);
                };
                write_list(['[', ']'], count, element, text);
            }
            class if classes::TYPED_ARRAYS.contains(&class) => {
                let count = self.field(object, object::ELEMENT_COUNT);
                let element = |index: u32, text: &mut String| self.write_element(object, class, index, text);
                write_list(['[', ']'], count, element, text);
            }
            classes::MAP | classes::SET => self.write_collection(object, depth, text),
            classes::ERROR => {
                let message = self.properties(object).find(|property| self.name(property.atom) == "message");
                if let Some(message) = message.filter(|property| property.kind == shape::KIND_VALUE) {
                    text.push_str(": ");
                    self.write_value(self.value(message.at), 0, text);
                }
            }
            _ => {
                let properties: Vec<_> = self.properties(object).collect();
                let property = |index: u32, text: &mut String| {
                    self.write_property(properties[index as usize], depth, text);
                };
                if class != classes::OBJECT {
                    if properties.is_empty() {
                        return;
                    }
                    text.push(' ');
                }
                write_list(['{', '}'], properties.len() as u32, property, text);
            }
        }
    }

    fn write_property(self, property: Property, depth: u32, text: &mut String) {
        text.push_str(&self.name(property.atom));
        text.push_str(": ");
        match property.kind {
            shape::KIND_VALUE => self.write_value(self.value(property.at), depth - 1, text),
            shape::KIND_ACCESSOR => text.push_str("(getter)"),
            shape::KIND_REFERENCE => {
                let value = self.field(self.word(property.at), REFERENCE_VALUE);
                self.write_value(self.value(value), depth - 1, text);
            }
            _ => text.push_str("(not yet)"),
        }
    }

    fn write_collection(self, object: u32, depth: u32, text: &mut String) {
        let is_map = self.class(object) == classes::MAP;
        let state = self.field(object, object::DATA);
        let head = state.wrapping_add(map::RECORDS);
        let mut link = self.word(head);
        let mut records = Vec::new();
        while link != head && link != 0 && records.len() < ELEMENTS as usize {
            let record = link.wrapping_sub(map::RECORD_LINK);
            if self.byte(record.wrapping_add(map::RECORD_EMPTY)) == 0 {
                records.push(record);
            }
            link = self.word(link);
        }
        let count = self.field(state, map::COUNT);
        let element = |index: u32, text: &mut String| {
            let Some(record) = records.get(index as usize) else { return };
            self.write_value(self.value(record.wrapping_add(map::RECORD_KEY)), depth - 1, text);
            if is_map {
                text.push_str(" => ");
                self.write_value(self.value(record.wrapping_add(map::RECORD_VALUE)), depth - 1, text);
            }
        };
        text.push(' ');
        write_list(['{', '}'], count.min(records.len() as u32 + 1), element, text);
    }

    fn write_element(self, object: u32, class: u32, index: u32, text: &mut String) {
        let size = self.element_size(class);
        let at = self.field(object, object::ELEMENTS).wrapping_add(size * index);
        // The classes in the order of `TYPED_ARRAYS`.
        let _ = match class - classes::TYPED_ARRAYS.start() {
            0 | 2 => write!(text, "{}", self.byte(at)),
            1 => write!(text, "{}", self.byte(at).cast_signed()),
            3 => write!(text, "{}", i16::from_le_bytes(self.bytes(at))),
            4 => write!(text, "{}", self.half(at)),
            5 => write!(text, "{}", self.word(at).cast_signed()),
            6 => write!(text, "{}", self.word(at)),
            7 => write!(text, "{}n", i64::from_le_bytes(self.bytes(at))),
            8 => write!(text, "{}n", u64::from_le_bytes(self.bytes(at))),
            10 => write_float(f32::from_le_bytes(self.bytes(at)).into(), text),
            11 => write_float(f64::from_le_bytes(self.bytes(at)), text),
            _ => write!(text, "(half)"),
        };
    }

    fn element_size(self, class: u32) -> u32 {
        match class - classes::TYPED_ARRAYS.start() {
            0..=2 => 1,
            3 | 4 | 9 => 2,
            5 | 6 | 10 => 4,
            _ => 8,
        }
    }

    fn is_fast(self, object: u32) -> bool {
        u32::from(self.byte(object.wrapping_add(object::FLAGS))) & object::FAST_ARRAY != 0
    }
}

/// Writes a number as the language does, except that large ones have all their digits.
fn write_float(value: f64, text: &mut String) -> std::fmt::Result {
    match value {
        _ if value.is_nan() => write!(text, "NaN"),
        _ if value.is_infinite() => write!(text, "{}Infinity", if value < 0.0 { "-" } else { "" }),
        _ if value == 0.0 && value.is_sign_negative() => write!(text, "-0"),
        _ if value.abs() >= 1e21 || (value != 0.0 && value.abs() < 1e-6) => write!(text, "{value:e}"),
        _ => write!(text, "{value}"),
    }
}

/// Writes the beginning of a string of `length` characters.
fn write_quoted(start: &str, length: u32, text: &mut String) -> std::fmt::Result {
    let is_cut = length as usize > TEXT_MAX;
    write!(text, "{start:?}{}", if is_cut { "..." } else { "" })
}

fn write_list(brackets: [char; 2], count: u32, element: impl Fn(u32, &mut String), text: &mut String) {
    text.push(brackets[0]);
    for index in 0..count {
        if index > 0 {
            text.push_str(", ");
        }
        if index == ELEMENTS || text.len() > VALUE_TEXT {
            text.push_str("...");
            break;
        }
        element(index, text);
    }
    text.push(brackets[1]);
}

/// A hash (FNV-1a, by words): a mark only has to differ when something has changed.
struct Mark(u64);

impl Mark {
    fn add_word(&mut self, word: u32) {
        self.0 = (self.0 ^ u64::from(word)).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
    }

    fn add(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(4) {
            let mut whole = [0; 4];
            whole[..word.len()].copy_from_slice(word);
            self.add_word(u32::from_le_bytes(whole));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A memory in which nothing is, for values that need none.
    fn check(bits: u64, expected: &str) {
        let memory: &mut [u8] = &mut [];
        let heap = Heap::new(&memory, 0);
        assert_eq!(heap.describe(Value(bits)), expected, "{bits:x}");
    }

    fn tagged(tag: i32, payload: u32) -> u64 {
        u64::from(tag.cast_unsigned()) << 32 | u64::from(payload)
    }

    /// A number as the interpreter boxes it.
    fn boxed(number: f64) -> u64 {
        number.to_bits().wrapping_sub(0x7ff8_000a_0000_0000)
    }

    #[test]
    fn values_are_written_as_the_language_writes_them() {
        check(tagged(tag::INT, 5_u32.wrapping_neg()), "-5");
        check(tagged(tag::BOOL, 1), "true");
        check(tagged(tag::NULL, 0), "null");
        check(tagged(tag::UNDEFINED, 0), "undefined");
        check(tagged(tag::UNINITIALIZED, 0), "(not yet)");
        for (number, expected) in [
            (1.5, "1.5"),
            (-0.0, "-0"),
            (1e21, "1e21"),
            (123_456_789.0, "123456789"),
            (f64::INFINITY, "Infinity"),
            (f64::NAN, "NaN"),
        ] {
            check(boxed(number), expected);
        }
    }

    #[test]
    fn addresses_outside_of_the_memory_are_harmless() {
        for tag in tag::FIRST..tag::INT {
            for address in [0, 8, u32::MAX - 7, u32::MAX] {
                let memory: &mut [u8] = &mut [0xff; 64];
                let heap = Heap::new(&memory, address);
                let value = Value(tagged(tag, address));
                assert!(heap.describe(value).len() < 1_000, "{tag} {address}");
                heap.mark(value);
                heap.bytecode(value);
            }
        }
        let memory: &mut [u8] = &mut [0xff; 4_096];
        assert_eq!(Heap::find_runtime(&memory), None);
    }
}
