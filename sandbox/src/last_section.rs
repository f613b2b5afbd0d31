//! A custom section behind all others of a module. Knows nothing of its content.

/// A module with a custom section of this name behind it.
pub(crate) fn attach_section(module: &[u8], name: &[u8], content: &[&[u8]]) -> Vec<u8> {
    // The length of the section also comes last, so that it is found from the end.
    let length = 1 + name.len() + content.iter().map(|piece| piece.len()).sum::<usize>() + 4;
    let mut whole = Vec::with_capacity(module.len() + 1 + 5 + length);
    whole.extend_from_slice(module);
    whole.push(0);
    let mut rest = length;
    loop {
        let byte = (rest & 0x7f) as u8;
        rest >>= 7;
        whole.push(if rest == 0 { byte } else { byte | 0x80 });
        if rest == 0 {
            break;
        }
    }
    whole.push(name.len() as u8);
    whole.extend_from_slice(name);
    content.iter().for_each(|piece| whole.extend_from_slice(piece));
    whole.extend_from_slice(&((whole.len() - module.len()) as u32).to_le_bytes());
    whole
}

/// The module and the content of the section that [`attach_section`] has put behind it; `None` if
/// it has no section of this name.
pub(crate) fn split_section<'a>(whole: &'a [u8], name: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let (before, length) = whole.split_last_chunk::<4>()?;
    let start = before.len().checked_sub(u32::from_le_bytes(*length) as usize)?;
    let (module, section) = before.split_at(start);
    // At most five bytes of length come before the name.
    let head = section.first().filter(|&&id| id == 0).and(section.get(1..7.min(section.len())))?;
    let named = 2 + head.iter().position(|byte| byte & 0x80 == 0)?;
    let told = head.iter().take(named - 1).rev().fold(0, |length, byte| (length << 7) | usize::from(byte & 0x7f));
    let (&name_length, rest) = section.get(named..)?.split_first()?;
    let content = rest.strip_prefix(name).filter(|_| usize::from(name_length) == name.len())?;
    // A length can be written with more bytes than it needs, but we do not write it so.
    let is_short = named == 2 || told >> (7 * (named - 2)) > 0;
    (is_short && told == section.len() - named + 4).then_some((module, content))
}
