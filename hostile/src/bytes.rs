//! Modules byte by byte: those that have no text form, or too long a one. Knows only that much of
//! the format.

/// The first bytes of every module.
pub(crate) const BEGINNING: &[u8] = b"\0asm\x01\0\0\0";

/// Instructions: block without a result, end, and others.
const BLOCK: [u8; 2] = [0x02, 0x40];
const LOOP: [u8; 2] = [0x03, 0x40];
const IF: [u8; 4] = [0x41, 0, 0x04, 0x40];
const END: u8 = 0x0b;
const BR_TABLE: u8 = 0x0e;
const CONST: u8 = 0x41;
const ADD: u8 = 0x6a;
const DROP: u8 = 0x1a;
const NOP: u8 = 0x01;

/// Bytes without a meaning, always the same.
pub(crate) fn noise(length: usize) -> Vec<u8> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as u8
    };
    std::iter::repeat_with(next).take(length).collect()
}

/// The first `part` of `parts` of a module that does nothing.
pub(crate) fn cut(part: usize, parts: usize) -> Vec<u8> {
    let mut whole = idle(&[]);
    whole.truncate(whole.len() * part / parts);
    whole
}

/// A module of one section that claims to have this length.
pub(crate) fn section(id: u8, length: u32, content: &[u8]) -> Vec<u8> {
    [BEGINNING, &[id], &number(length), content].concat()
}

/// A module that does nothing, whose file has this many bytes: most of them in a section that hosts
/// ignore.
pub(crate) fn padded_to(length: usize) -> Vec<u8> {
    let section = |zeros: usize| part(0, &[&[4][..], b"none", &vec![0; zeros]].concat());
    let module = idle(&[]);
    // The section's own size is one of the bytes: it has as many digits as that of a section
    // without its frame.
    let frame = section(length).len() - length;
    [&module[..], &section(length - module.len() - frame)].concat()
}

/// A module that does nothing, whose second function is this many blocks in each other.
pub(crate) fn nested(depth: usize) -> Vec<u8> {
    idle(&[&[0], &*BLOCK.repeat(depth), &vec![END; depth + 1]].concat())
}

/// Like [`nested`], with loops.
pub(crate) fn nested_loops(depth: usize) -> Vec<u8> {
    idle(&[&[0], &*LOOP.repeat(depth), &vec![END; depth + 1]].concat())
}

/// Like [`nested`], with conditions.
pub(crate) fn nested_ifs(depth: usize) -> Vec<u8> {
    idle(&[&[0], &*IF.repeat(depth), &vec![END; depth + 1]].concat())
}

/// A module that does nothing, whose second function jumps this often to one of this many places,
/// each of which is one of 64.
pub(crate) fn tables(jumps: usize, targets: u32) -> Vec<u8> {
    const PLACES: usize = 64;
    let places: Vec<u8> = (0..=targets).map(|target| (target as usize % PLACES) as u8).collect();
    // The end of a block after a jump makes the code after it reachable again.
    let jump = [&BLOCK[..], &[CONST, 0, BR_TABLE], &number(targets), &places, &[END]].concat();
    idle(&[&[0], &*BLOCK.repeat(PLACES), &jump.repeat(jumps), &[END; PLACES + 1]].concat())
}

/// A module that does nothing, whose second function adds this many numbers.
pub(crate) fn sum(numbers: usize) -> Vec<u8> {
    idle(&[&[0, CONST, 0][..], &[CONST, 1, ADD].repeat(numbers), &[DROP, END]].concat())
}

/// Like [`sum`], but pushes all numbers before it adds any.
pub(crate) fn stack(numbers: usize) -> Vec<u8> {
    idle(&[&[0, CONST, 0][..], &[CONST, 1].repeat(numbers), &[ADD].repeat(numbers), &[DROP, END]].concat())
}

/// A module that does nothing, whose second function has this many locals.
pub(crate) fn locals(count: u32) -> Vec<u8> {
    idle(&[&[1][..], &number(count), &[0x7f, END]].concat())
}

/// A module that does nothing, whose second function does nothing in this many instructions.
pub(crate) fn nops(count: usize) -> Vec<u8> {
    idle(&[&[0], &*vec![NOP; count], &[END]].concat())
}

/// A module whose functions have this many instructions each, without an effect.
pub(crate) fn nop_functions(counts: &[usize]) -> Vec<u8> {
    let mut bodies = vec![2, 0, END];
    for &count in counts {
        bodies.extend([&number(count as u32 + 2)[..], &[0], &vec![NOP; count], &[END]].concat());
    }
    assembled(1, counts.len() as u32 + 1, 1, &bodies)
}

/// A module that does nothing, whose second function has a compiler search for values of locals in
/// this many steps, at least 1,000: back through a thousand blocks that can be left early.
pub(crate) fn searches(steps: usize) -> Vec<u8> {
    const BLOCKS: usize = 1_000;
    const GET: u8 = 0x20;
    const BR_IF: u8 = 0x0d;
    // Each block but the first searches for local 0 in the one before it.
    let (others, single) = ((steps - (BLOCKS - 1)) / BLOCKS, (steps - (BLOCKS - 1)) % BLOCKS);
    let blocks = [&BLOCK[..], &[GET, 0, BR_IF, 0, END]].concat().repeat(BLOCKS);
    let read = |local: usize| [&[GET][..], &number(local as u32), &[DROP]].concat();
    let read_others = (1..=others).flat_map(read);
    let read_again = (0..single)
        .flat_map(|nth| [if nth > 0 { [&BLOCK[..], &[END]].concat() } else { Vec::new() }, read(0)].concat());
    let locals = number(others as u32 + 1);
    idle(&[&[1][..], &locals, &[0x7f], &blocks, &read_others.chain(read_again).collect::<Vec<_>>(), &[END]].concat())
}

/// A module that does nothing, whose functions have this many locals together, of which each has
/// 30,000 at most.
pub(crate) fn locals_together(count: u32) -> Vec<u8> {
    const MOST: u32 = 30_000;
    let mut bodies = vec![2, 0, END];
    let functions = count.div_ceil(MOST);
    for function in 0..functions {
        let locals = number((count - function * MOST).min(MOST));
        let body = [&[1][..], &locals, &[0x7f, END]].concat();
        bodies.extend([&number(body.len() as u32)[..], &body].concat());
    }
    assembled(1, functions + 1, 1, &bodies)
}

/// A module of this many functions that do nothing.
pub(crate) fn functions(count: u32) -> Vec<u8> {
    assembled(1, count, 1, &[2, 0, END].repeat(count as usize))
}

/// A module that does nothing, with this many types.
pub(crate) fn types(count: u32) -> Vec<u8> {
    assembled(count, 1, 1, &[2, 0, END])
}

/// A module that does nothing and exports it under this many names.
pub(crate) fn exports(count: u32) -> Vec<u8> {
    assembled(1, 1, count, &[2, 0, END])
}

/// A module that does nothing, with this many globals.
pub(crate) fn globals(count: u32) -> Vec<u8> {
    let globals = part(6, &[&number(count), &*[0x7f, 0, CONST, 0, END].repeat(count as usize)].concat());
    let module = idle(&[]);
    let memory = part(5, &[1, 0, 1]);
    // Globals follow the memory.
    let after = module.windows(memory.len()).position(|window| window == memory).expect("it has one") + memory.len();
    [&module[..after], &globals, &module[after..]].concat()
}

/// A module whose `_start` does nothing, with a second function of this body if it is not empty.
fn idle(body: &[u8]) -> Vec<u8> {
    let second = if body.is_empty() { Vec::new() } else { [&number(body.len() as u32), body].concat() };
    assembled(1, if body.is_empty() { 1 } else { 2 }, 1, &[&[2, 0, END], &*second].concat())
}

/// A module with this many types `() -> ()`, this many functions with these bodies, and this many
/// exports of the first of them, one of which is `_start`.
fn assembled(types: u32, functions: u32, exports: u32, bodies: &[u8]) -> Vec<u8> {
    let vector = |count: u32, items: &[u8]| [&number(count), items].concat();
    let mut names = b"\x06memory\x02\0\x06_start\0\0".to_vec();
    for extra in 1..exports {
        let name = format!("{extra:08}");
        names.extend([&[8], name.as_bytes(), &[0, 0]].concat());
    }
    [
        BEGINNING,
        &part(1, &vector(types, &[0x60, 0, 0].repeat(types as usize))),
        &part(3, &vector(functions, &vec![0; functions as usize])),
        &part(5, &[1, 0, 1]),
        &part(7, &vector(exports + 1, &names)),
        &part(10, &vector(functions, bodies)),
    ]
    .concat()
}

fn part(id: u8, content: &[u8]) -> Vec<u8> {
    [&[id], &*number(content.len() as u32), content].concat()
}

/// A number as modules write it: seven bits a byte, the lowest first.
fn number(mut number: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_seven_bits_a_byte() {
        assert_eq!((number(0), number(0x7f), number(0x80)), (vec![0], vec![0x7f], vec![0x80, 1]));
        assert_eq!(number(u32::MAX), [0xff, 0xff, 0xff, 0xff, 0x0f]);
    }

    #[test]
    fn noise_is_no_text() {
        assert!(std::str::from_utf8(&noise(1_000)).is_err() && noise(1_000).iter().any(|&byte| byte > 0x7f));
    }
}
