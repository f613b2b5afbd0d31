//! Generals' words on stdin and stdout, from the bot's side. Knows no strategy.
//!
//! The bot reads `rows columns players id` once. Then, for each of its turns, it reads `1`, a line for each player and
//! one for each cell, and says one line: `-1`, or how much marches from where to where. `0` ends the game.

use std::io::{self, BufRead, Write, stdin, stdout};

use super::board::{Board, Grid, Kind, Reply, Share, Sight, Standing};

/// Plays one game, asking `choose` for every move, and returns when the game is over or the moderator is gone.
pub fn play(choose: impl FnMut(&Board) -> Reply) {
    // An error is a closed pipe: nobody is left to tell, and nothing is left to do.
    let _ = play_until_the_end(choose);
}

fn play_until_the_end(mut choose: impl FnMut(&Board) -> Reply) -> io::Result<()> {
    let (mut input, mut output) = (stdin().lock(), stdout().lock());
    let mut board = read_header(&mut input)?;
    while read_status(&mut input, &mut board)? {
        let reply = choose(&board);
        writeln!(output, "{}", line(reply, board.grid))?;
        // A word left in the buffer is a bot that thinks for ever.
        output.flush()?;
    }
    Ok(())
}

/// The words for a reply. Rows and columns are counted from 1 there.
fn line(reply: Reply, grid: Grid) -> String {
    let Reply::March { share, from, to } = reply else {
        return "-1".to_owned();
    };
    let option = match share {
        Share::All => 1,
        Share::Half => 2,
    };
    let place = |cell: usize| format!("{} {}", cell / grid.columns + 1, cell % grid.columns + 1);
    format!("{option} {} {}", place(from), place(to))
}

/// Reads the first line: the size of the map, how many players there are and which of them the bot is.
///
/// # Errors
/// At the end of the input, and at words that are no header.
pub fn read_header(input: &mut impl BufRead) -> io::Result<Board> {
    let (rows, columns) = (count(input)?, count(input)?);
    let (players, me) = (count(input)?, count(input)?);
    Ok(Board::unseen(Grid { rows, columns }, players, me))
}

/// Reads what the bot sees at one of its turns; `false` when the game is over for it.
///
/// # Errors
/// At the end of the input, and at words that are no status.
pub fn read_status(input: &mut impl BufRead, board: &mut Board) -> io::Result<bool> {
    if number(input)? == 0 {
        return Ok(false);
    }
    for standing in &mut board.standings {
        *standing = Standing { army: number(input)?, land: number(input)? };
    }
    for cell in &mut board.cells {
        *cell = sight(input)?;
    }
    Ok(true)
}

fn sight(input: &mut impl BufRead) -> io::Result<Sight> {
    let kind = match (number(input)?, number(input)?) {
        (0, 1) => return Ok(Sight::Fog),
        (0, 2) => return Ok(Sight::Obstacle),
        (1, 4) => return Ok(Sight::Mountain),
        (1, 1) => Kind::Empty,
        (1, 2) => Kind::City,
        (1, 3) => Kind::Capital,
        _ => return Err(io::ErrorKind::InvalidData.into()),
    };
    Ok(Sight::Clear { kind, owner: count(input)?, army: number(input)? })
}

fn count(input: &mut impl BufRead) -> io::Result<usize> {
    Ok(number(input)? as usize)
}

/// Reads a number and the one white space after it, not a byte more: what follows a turn's last line comes only when
/// the bot has answered. Not inlined: with a copy of this loop for each number of a line, nothing stays in a register.
#[inline(never)]
fn number(input: &mut impl BufRead) -> io::Result<u32> {
    let mut number: Option<u32> = None;
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        for (at, &byte) in buffer.iter().enumerate() {
            match (byte, number) {
                (b'0'..=b'9', _) => number = Some(number.unwrap_or(0).wrapping_mul(10) + u32::from(byte - b'0')),
                (_, None) if byte.is_ascii_whitespace() => {}
                (_, Some(number)) if byte.is_ascii_whitespace() => {
                    input.consume(at + 1);
                    return Ok(number);
                }
                _ => return Err(io::ErrorKind::InvalidData.into()),
            }
        }
        let whole = buffer.len();
        input.consume(whole);
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn a_turn_is_read_to_its_last_byte_and_no_further() {
        let text = "1 5 2 1\n1\n12 1\n7 2\n1 3 1 12\n1 4\n0 1\n0 2\n1 2 0 40\n0\n";
        // A buffer of two bytes cuts every number somewhere.
        let mut input = BufReader::with_capacity(2, text.as_bytes());
        let mut board = read_header(&mut input).unwrap();
        assert_eq!((board.grid, board.me), (Grid { rows: 1, columns: 5 }, 1));
        assert!(read_status(&mut input, &mut board).unwrap());
        assert_eq!(board.standings, [Standing { army: 12, land: 1 }, Standing { army: 7, land: 2 }]);
        let capital = Sight::Clear { kind: Kind::Capital, owner: 1, army: 12 };
        let city = Sight::Clear { kind: Kind::City, owner: 0, army: 40 };
        assert_eq!(board.cells, [capital, Sight::Mountain, Sight::Fog, Sight::Obstacle, city]);
        assert!(!read_status(&mut input, &mut board).unwrap());
        assert!(read_status(&mut input, &mut board).is_err());
    }

    #[test]
    fn replies_count_from_one() {
        let grid = Grid { rows: 3, columns: 4 };
        assert_eq!(line(Reply::Pass, grid), "-1");
        assert_eq!(line(Reply::March { share: Share::All, from: 0, to: 4 }, grid), "1 1 1 2 1");
        assert_eq!(line(Reply::March { share: Share::Half, from: 11, to: 10 }, grid), "2 3 4 3 3");
    }
}
