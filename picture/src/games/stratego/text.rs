//! A board of Stratego as lines of text: the whole of it, or as one side sees it. Knows no rules.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Color, Style};
use botyard_engine::game::Game;
use botyard_engine::games::stratego::{
    Colour, HEIGHT, Square, SquareContent, SquareView, Stratego, StrategoBoard, WIDTH,
};
use botyard_engine::seat::Seat;

use crate::text::DrawText;

const HIDDEN: char = '#';
const PLAIN: Style = Style::new();
const WHITE: Option<Color> = Some(Color::Ansi(AnsiColor::White));
const WATER: Style = Style::new().fg_color(WHITE).bg_color(WHITE);

impl DrawText for Stratego {
    fn draw_text(&self) -> String {
        draw_disguised(self.board(), [false; 2])
    }

    fn draw_text_for(&self, seat: Seat) -> String {
        let (view, own) = (self.view(seat), Colour::from_seat(seat));
        drawing(|square| match view.at(square) {
            SquareView::Empty => DrawnSquare::Empty,
            SquareView::Obstacle => DrawnSquare::Water,
            SquareView::Own(rank) => DrawnSquare::Piece(own, rank.letter()),
            SquareView::Enemy(rank) => DrawnSquare::Piece(own.other(), rank.map_or(HIDDEN, |rank| rank.letter())),
        })
    }

    fn seat_symbol(seat: Seat) -> String {
        let colour = Colour::from_seat(seat);
        let style = style(colour);
        format!("{style}{:4}{style:#}", colour.name())
    }
}

/// Draws the board. The ranks of a disguised side's pieces (RED's, BLUE's) are hidden, except those
/// of pieces that have survived a combat.
pub fn draw_disguised(board: &StrategoBoard, disguised: [bool; 2]) -> String {
    drawing(|square| match board[square] {
        SquareContent::Empty => DrawnSquare::Empty,
        SquareContent::Obstacle => DrawnSquare::Water,
        SquareContent::Piece(piece) if disguised[piece.owner as usize] && !piece.revealed => {
            DrawnSquare::Piece(piece.owner, HIDDEN)
        }
        SquareContent::Piece(piece) => DrawnSquare::Piece(piece.owner, piece.rank.letter()),
    })
}

/// The content of a square as it is drawn.
#[derive(Debug, Clone, Copy)]
enum DrawnSquare {
    Empty,
    Water,
    Piece(Colour, char),
}

/// Draws the board with its coordinates. BLUE's pieces are in brackets, so that they can be told
/// apart without colours.
fn drawing(drawn_square: impl Fn(Square) -> DrawnSquare) -> String {
    let mut drawing = "  ".to_owned();
    (0..WIDTH).for_each(|x| paint(&mut drawing, PLAIN, format_args!(" {x} ")));
    let [red, blue] = Colour::BOTH.map(style);
    let _ = writeln!(drawing, "   {red}RED 1{red:#}  {blue}BLUE [1]{blue:#}");
    for y in 0..HEIGHT {
        let mut line = format!("{y} ");
        for x in 0..WIDTH {
            let square = Square::new(x as i32, y as i32).expect("it is on the board");
            match drawn_square(square) {
                DrawnSquare::Empty => paint(&mut line, PLAIN, format_args!(" . ")),
                DrawnSquare::Water => paint(&mut line, WATER, format_args!(" + ")),
                DrawnSquare::Piece(Colour::Red, letter) => {
                    paint(&mut line, red, format_args!(" {letter}"));
                    line.push(' ');
                }
                DrawnSquare::Piece(Colour::Blue, letter) => paint(&mut line, blue, format_args!("[{letter}]")),
            }
        }
        drawing.push_str(line.trim_end());
        drawing.push('\n');
    }
    drawing
}

fn paint(drawing: &mut String, style: Style, text: std::fmt::Arguments<'_>) {
    let _ = write!(drawing, "{style}{text}{style:#}");
}

const fn style(colour: Colour) -> Style {
    match colour {
        Colour::Red => AnsiColor::Red.on_default(),
        Colour::Blue => AnsiColor::Blue.on_default(),
    }
}

#[cfg(test)]
mod tests {
    use botyard_engine::games::stratego::{ArmySetup, StrategoAction, StrategoSettings};

    use super::*;
    use crate::text::plain;

    /// RED's army as in the original, from the back to the front.
    const USUAL: &str = "FB8sB479B8\nBB31555583\n6724898974\n967B669999";

    fn army(lines: &str) -> ArmySetup {
        ArmySetup::read(lines.lines()).expect("an army")
    }

    /// The position after these moves of these two armies.
    fn position(armies: [ArmySetup; 2], moves: &[&str]) -> Stratego {
        let settings = StrategoSettings { partial_setup: true, ..StrategoSettings::default() };
        let mut game = Stratego::start(&settings, 2).expect("for two");
        let setups = armies.map(StrategoAction::Setup).into_iter();
        let actions = setups.chain(moves.iter().map(|words| words.parse().expect("a move")));
        for (number, action) in actions.enumerate() {
            game.play(Seat::new(number % 2), action, &mut Vec::new()).expect("legal");
        }
        game
    }

    fn usual(moves: &[&str]) -> Stratego {
        position([army(USUAL), army(USUAL).flipped()], moves)
    }

    #[test]
    fn both_armies_stand_on_the_board() {
        let game = usual(&["9 3 DOWN 2", "4 6 UP"]);
        let expected = "   0  1  2  3  4  5  6  7  8  9    RED 1  BLUE [1]
0  F  B  8  s  B  4  7  9  B  8
1  B  B  3  1  5  5  5  5  8  3
2  6  7  2  4  8  9  8  9  7  4
3  9  6  7  B  6  6  9  9  9  .
4  .  .  +  +  .  .  +  +  .  .
5  .  .  +  + [6] .  +  +  .  9
6 [9][6][7][B] . [6][9][9][9][9]
7 [6][7][2][4][8][9][8][9][7][4]
8 [B][B][3][1][5][5][5][5][8][3]
9 [F][B][8][s][B][4][7][9][B][8]
";
        assert_eq!(plain(&game.draw_text()), expected);
    }

    #[test]
    fn colours_are_those_of_the_manual() {
        let drawn = usual(&[]).draw_text();
        for piece in ["\u{1b}[31m F\u{1b}[0m ", "\u{1b}[34m[F]\u{1b}[0m", "\u{1b}[37m\u{1b}[47m + \u{1b}[0m"] {
            assert!(drawn.contains(piece), "{drawn:?}");
        }
    }

    #[test]
    fn a_disguised_side_shows_what_has_fought_and_survived() {
        // RED's scout dies against a captain, whose rank is known from then on.
        let red = army("F.........\n..........\n..........\n9.........");
        let blue = army("..........\n5.........\n..........\nF.........");
        let game = position([red, blue], &["0 3 DOWN 4"]);
        let drawn = |disguised| plain(&draw_disguised(game.board(), disguised));
        assert!(drawn([true, true]).contains("\n0  #") && drawn([false, true]).contains("\n0  F"));
        assert!(drawn([true, true]).contains("\n7 [5]") && drawn([true, true]).contains("\n9 [#]"));
        assert!(drawn([true, false]).contains("\n9 [F]"));
    }

    #[test]
    fn a_person_sees_its_own_army_and_before_the_match_no_other() {
        let mut game = Stratego::start(&StrategoSettings::default(), 2).expect("for two");
        game.play(Seat::new(0), StrategoAction::Setup(army(USUAL)), &mut Vec::new()).expect("legal");
        let seen = |game: &Stratego, seat| plain(&game.draw_text_for(Seat::new(seat)));
        assert!(!seen(&game, 1).contains('#') && !seen(&game, 1).contains('F'));
        game.play(Seat::new(1), StrategoAction::Setup(army(USUAL).flipped()), &mut Vec::new()).expect("legal");
        assert!(seen(&game, 1).contains("\n0  #  #") && seen(&game, 1).contains("\n9 [F][B]"));
        assert!(seen(&game, 0).contains("\n0  F  B") && seen(&game, 0).contains("\n9 [#][#]"));
    }
}
