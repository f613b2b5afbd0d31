//! The functions of a script: their names, their variables, and which instruction belongs to which
//! line. The table is QuickJS-ng's own: variables that are read, operators, calls and the heads of
//! loops have lines; the rest, such as `let x = 4`, counts as the line before.

use super::ScriptFunction;
use super::heap::Heap;
use super::layout::{VARIABLE_SIZE, bytecode, closure_variable};

/// The most bytes of a function's table of lines that are read.
const POSITIONS_MAX: usize = 1 << 20;
/// The most variables of a function that are looked at, of each kind.
const VARIABLES_MAX: u32 = 64;

/// The encoding of the table: see `find_line_num` in `quickjs.c`.
const LINE_BASE: i32 = -1;
const LINE_RANGE: u8 = 5;
const FIRST_SHORT: u8 = 1;

/// A function's bytecode.
#[derive(Debug)]
pub(super) struct FunctionCode {
    /// What its structure holds that changes if another function takes its place.
    identity: [u32; 5],
    pub function: ScriptFunction,
    /// The address of its first instruction, and of what follows the last.
    start: u32,
    end: u32,
    /// Where stretches of a line begin, with the line.
    lines: Vec<(u32, u32)>,
    pub variables: Vec<Variable>,
}

/// A variable of a function.
#[derive(Debug)]
pub(super) struct Variable {
    pub name: String,
    pub place: VariablePlace,
}

/// Where a frame has a variable, by its index.
#[derive(Clone, Copy, Debug)]
pub(super) enum VariablePlace {
    Argument(u32),
    Local(u32),
    Closure(u32),
}

impl FunctionCode {
    /// Reads the function whose bytecode structure is at `at`.
    pub fn read(heap: Heap<'_>, at: u32) -> Self {
        let field = |offset| heap.field(at, offset);
        let start = field(bytecode::CODE);
        let function = ScriptFunction {
            name: heap.name(field(bytecode::NAME)),
            file: heap.name(field(bytecode::FILE)),
            line: field(bytecode::LINE),
        };
        let table =
            heap.slice(field(bytecode::POSITIONS), (field(bytecode::POSITIONS_LENGTH) as usize).min(POSITIONS_MAX));
        Self {
            identity: identity(heap, at),
            start,
            end: start.wrapping_add(field(bytecode::CODE_LENGTH)),
            lines: read_lines(&table, start, function.line),
            variables: read_variables(heap, at),
            function,
        }
    }

    /// Whether the structure at `at` is still this function's.
    pub fn is_at(&self, heap: Heap<'_>, at: u32) -> bool {
        self.identity == identity(heap, at)
    }

    pub fn start(&self) -> u32 {
        self.start
    }

    /// The line of the instruction at `pc`, and the addresses between which it holds; `None` if the
    /// function has no such instruction.
    pub fn line_at(&self, pc: u32) -> Option<(u32, std::ops::Range<u32>)> {
        if !(self.start..self.end).contains(&pc) {
            return None;
        }
        let next = self.lines.partition_point(|(from, _)| *from <= pc);
        let (from, line) = next.checked_sub(1).map_or((self.start, self.function.line), |index| self.lines[index]);
        let end = self.lines.get(next).map_or(self.end, |(from, _)| *from);
        Some((line, from..end))
    }
}

fn identity(heap: Heap<'_>, at: u32) -> [u32; 5] {
    [bytecode::CODE, bytecode::CODE_LENGTH, bytecode::NAME, bytecode::POSITIONS, bytecode::LINE]
        .map(|offset| heap.field(at, offset))
}

/// The stretches of lines in the table of a function whose code begins at `start` and in `line`.
fn read_lines(table: &[u8], start: u32, line: u32) -> Vec<(u32, u32)> {
    let mut lines: Vec<(u32, u32)> = Vec::new();
    let (mut pc, mut line) = (start, line.cast_signed());
    let mut rest = table;
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        let change = match first.checked_sub(FIRST_SHORT) {
            Some(short) => {
                pc = pc.wrapping_add(u32::from(short / LINE_RANGE));
                Some(i32::from(short % LINE_RANGE) + LINE_BASE)
            }
            None => read_number(&mut rest).and_then(|distance| {
                pc = pc.wrapping_add(distance);
                read_number(&mut rest).map(unfold)
            }),
        };
        // The column follows.
        let (Some(change), Some(_)) = (change, read_number(&mut rest)) else { break };
        line = line.wrapping_add(change);
        let number = line.max(0).cast_unsigned();
        match lines.last_mut() {
            Some(last) if last.1 == number => {}
            Some(last) if last.0 == pc => last.1 = number,
            _ => lines.push((pc, number)),
        }
    }
    lines
}

/// A number in LEB128.
fn read_number(rest: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in (0..35).step_by(7) {
        let (&byte, after) = rest.split_first()?;
        *rest = after;
        number |= u32::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

/// A signed number whose sign is the lowest bit.
fn unfold(number: u32) -> i32 {
    ((number >> 1) ^ (number & 1).wrapping_neg()).cast_signed()
}

fn read_variables(heap: Heap<'_>, at: u32) -> Vec<Variable> {
    let half = |offset| heap.half(at.wrapping_add(offset));
    let (arguments, locals) = (half(bytecode::ARGUMENT_COUNT), half(bytecode::VARIABLE_COUNT));
    let definitions = heap.field(at, bytecode::VARIABLES);
    let definition = |index: u32| heap.name(heap.word(definitions.wrapping_add(index * VARIABLE_SIZE)));
    let own = (0..arguments.min(VARIABLES_MAX)).map(|index| (definition(index), VariablePlace::Argument(index)));
    let local = |index| (definition(arguments + index), VariablePlace::Local(index));
    let locals = (0..locals.min(VARIABLES_MAX)).map(local);
    let closure = heap.field(at, bytecode::CLOSURE);
    let outer = (0..half(bytecode::CLOSURE_COUNT).min(VARIABLES_MAX)).filter_map(|index| {
        let variable = closure.wrapping_add(index * closure_variable::SIZE);
        let kind = u32::from(heap.byte(variable)) & closure_variable::KIND_MASK;
        let name = heap.name(heap.field(variable, closure_variable::NAME));
        (!closure_variable::GLOBAL_KINDS.contains(&kind)).then_some((name, VariablePlace::Closure(index)))
    });
    // Names that no script can write are the interpreter's own.
    let is_shown = |name: &str| !name.is_empty() && !name.starts_with(['<', '*']) && name != "this";
    let all = own.chain(locals).chain(outer).filter(|(name, _)| is_shown(name));
    all.map(|(name, place)| Variable { name, place }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_lines_is_read() {
        // Two instructions on, the line after, one column on; then 100 on, ten lines on, -2 columns.
        let short = FIRST_SHORT + 2 * LINE_RANGE + 2;
        let table = [short, 2, 0, 100, 20, 3];
        assert_eq!(read_lines(&table, 1_000, 7), [(1_002, 8), (1_102, 18)]);
        assert_eq!(read_lines(&table[..4], 1_000, 7), [(1_002, 8)], "cut off");
        assert_eq!(read_lines(&[0xff; 9], 0, 1).len(), 0, "a number without an end");
    }
}
