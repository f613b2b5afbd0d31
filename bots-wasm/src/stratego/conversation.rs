//! Stratego's words from the bot's side: the greeting, the setup, and turn after turn two reports and a drawing. Knows
//! no strategy.

use std::io::{self, BufRead, Write, stderr, stdin, stdout};

use super::board::{Board, Colour, Move};
use super::report::Report;
use super::setup::Setup;

/// Who decides.
pub trait Player {
    /// Where our army stands.
    fn setup(&mut self, colour: Colour) -> Setup;

    /// Sees a move of either side before it is carried out on the board.
    fn watch(&mut self, _board: &Board, _report: &Report) {}

    /// What we do. `board` may have no move left: then there is nothing to choose.
    fn choose(&mut self, board: &Board) -> Choice;
}

/// A bot's answer, and what it has to say about it on stderr.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move, if there is one.
    pub step: Option<Move>,
    /// One line of chat without its newline.
    pub remark: Option<String>,
}

impl From<Option<Move>> for Choice {
    fn from(step: Option<Move>) -> Self {
        Self { step, remark: None }
    }
}

/// Plays one game on stdin and stdout, and returns when it is over or the manager is gone.
pub fn play(player: impl Player) {
    // An error is a closed pipe: nobody is left to tell, and nothing is left to do.
    let _ = play_until_the_end(player);
}

fn play_until_the_end(player: impl Player) -> io::Result<()> {
    let mut conversation = Conversation::new(player);
    let mut out = stdout().lock();
    for line in stdin().lock().lines() {
        let reply = conversation.hear(&line?);
        if let Some(remark) = &reply.remark {
            let _ = writeln!(stderr(), "{remark}");
        }
        if reply.over {
            break;
        }
        if !reply.words.is_empty() {
            out.write_all(reply.words.as_bytes())?;
            out.flush()?;
        }
    }
    Ok(())
}

/// What follows from a line of the manager's.
#[derive(Debug, Default)]
pub struct Reply {
    /// What to say, newlines included; often nothing.
    pub words: String,
    /// What to say on stderr, without a newline.
    pub remark: Option<String>,
    /// Whether the game is over.
    pub over: bool,
}

/// One game, line by line and without pipes.
pub struct Conversation<P> {
    player: P,
    stage: Stage,
    board: Option<Board>,
}

/// What the next line is. Lines are told apart by their place alone: an enemy's nonsense is repeated to us as it came.
#[derive(Clone, Copy)]
enum Stage {
    Greeting,
    /// What the enemy's move came to, or START.
    Theirs,
    /// This row of the drawing.
    Row(usize),
    /// What our move came to.
    Ours,
}

impl<P: Player> Conversation<P> {
    /// Nothing has been said yet.
    pub fn new(player: P) -> Self {
        Self { player, stage: Stage::Greeting, board: None }
    }

    /// Takes a line without its newline.
    pub fn hear(&mut self, line: &str) -> Reply {
        if line.starts_with("QUIT") {
            return Reply { over: true, ..Reply::default() };
        }
        match (self.stage, &mut self.board) {
            (Stage::Greeting, _) | (_, None) => return self.greet(line),
            (Stage::Theirs, _) => self.see(line, Stage::Row(0)),
            (Stage::Ours, _) => self.see(line, Stage::Theirs),
            (Stage::Row(y), Some(board)) => {
                board.correct(y, line);
                self.stage = Stage::Row(y + 1);
            }
        }
        if matches!(self.stage, Stage::Row(10)) { self.answer() } else { Reply::default() }
    }

    fn greet(&mut self, line: &str) -> Reply {
        let colour = match line.split_ascii_whitespace().next() {
            Some("RED") => Colour::Red,
            Some("BLUE") => Colour::Blue,
            _ => return Reply { over: true, ..Reply::default() },
        };
        let setup = self.player.setup(colour);
        self.board = Some(Board::new(colour, &setup));
        self.stage = Stage::Theirs;
        Reply { words: setup.to_string(), ..Reply::default() }
    }

    fn see(&mut self, line: &str, next: Stage) {
        self.stage = next;
        if let (Some(report), Some(board)) = (Report::read(line), &mut self.board) {
            self.player.watch(board, &report);
            board.apply(&report);
        }
    }

    fn answer(&mut self) -> Reply {
        self.stage = Stage::Ours;
        let Some(board) = &self.board else { return Reply::default() };
        let Choice { step, remark } = self.player.choose(board);
        let words = step.map_or_else(|| "NO_MOVE\n".to_owned(), |step| format!("{step}\n"));
        Reply { words, remark, over: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;
    use crate::stratego::any_setup;

    struct First;

    impl Player for First {
        fn setup(&mut self, colour: Colour) -> Setup {
            any_setup(colour, &mut Chance::seeded(1))
        }

        fn choose(&mut self, board: &Board) -> Choice {
            board.moves().first().copied().into()
        }
    }

    // What a bot says to these lines, one string a line.
    fn said(lines: &[&str]) -> Vec<String> {
        let mut conversation = Conversation::new(First);
        lines.iter().map(|line| conversation.hear(line).words).collect()
    }

    const ROWS: [&str; 10] = [
        "##########",
        "##########",
        "##########",
        ".#########",
        "#.++..++..",
        "..++..++..",
        "B........F",
        "7.........",
        "..........",
        "..........",
    ];

    #[test]
    fn an_answer_follows_the_tenth_row() {
        let lines = [&["BLUE ./a 10 10", "0 3 DOWN OK"], ROWS.as_slice()].concat();
        let said = said(&lines);
        assert_eq!(said[0].lines().count(), 4);
        assert!(said[1..11].iter().all(String::is_empty));
        assert_eq!(said[11], "0 7 DOWN\n");
    }

    #[test]
    fn an_enemys_nonsense_is_one_line_like_any_other() {
        let lines = [&["BLUE ./a 10 10", "##########"], ROWS.as_slice(), &["0 7 DOWN OK", "bye"], &ROWS].concat();
        let said = said(&lines);
        assert_eq!((said[11].as_str(), said[23].as_str()), ("0 7 DOWN\n", "0 7 DOWN\n"));
    }

    #[test]
    fn who_cannot_move_says_so() {
        let rows = ROWS.map(|row| if row.starts_with('7') { ".........." } else { row });
        let lines = [&["BLUE ./a 10 10", "0 3 DOWN OK"], rows.as_slice()].concat();
        assert_eq!(said(&lines)[11], "NO_MOVE\n");
    }

    #[test]
    fn quit_ends_it_at_any_point() {
        for before in 0..3 {
            let mut conversation = Conversation::new(First);
            ["RED ./b 10 10", "START", "FB8878B78B"][..before].iter().for_each(|line| {
                conversation.hear(line);
            });
            assert!(conversation.hear("QUIT ./b BLUE DRAW_DEFAULT 2 148 148").over);
        }
        assert!(Conversation::new(First).hear("GREEN").over);
    }
}
