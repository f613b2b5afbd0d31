//! Random matches of Stratego in which bots print anything, mostly under `-i`. Other packages'
//! tests play them with programs.

use std::time::Duration;

use botyard_engine::fault::{Fault, FaultKind, FaultReason};
use botyard_engine::game::Game;
use botyard_engine::games::stratego::{
    ArmySetup, CoinToss, Colour, StandardSetup, Stratego, StrategoAction, StrategoSettings, Variant,
};
use botyard_engine::replay::{MatchTerms, PlayerInfo, PlayerKind, Replay, Turn, TurnResult, play_turn};

/// Armies that cannot move, of different values, and small ones that can.
const RED_ARMIES: [&str; 4] = [
    "8B.......F/B........./........../..........",
    "5B.......F/B........./........../..........",
    "F........./........../........../....9.1...",
    "F........./.....8..../..B......./....9.....",
];
const BLUE_ARMIES: [&str; 4] = [
    "........../........../B........./8B.......F",
    "........../........../B........./5B.......F",
    "....9.1.../........../........../F.........",
    "....9...../..B......./.....8..../F.........",
];

/// Responses that are not moves: also text that looks like a line of a log.
const WORDS: [&str; 32] = [
    "",
    " ",
    "\r",
    "hello",
    "hello OK",
    "hello ILLEGAL",
    "hello VICTORY_FLAG",
    "hello KILLS 9 9",
    "SURRENDER",
    " SURRENDER\r",
    "SURRENDER OK",
    " SURRENDER\r OK",
    "SURRENDER ILLEGAL",
    "SURRENDER OK OK",
    "SURRENDER KILLS 9 9",
    "NO_MOVE ILLEGAL",
    "NO_MOVE DIES 3 B",
    "NO_MOVE OK OK",
    "0 3 NORTH BOTHDIE 9 9",
    "0 3 NORTH OK",
    "SIGPIPE",
    "0 3 SIGPIPE - Broken pipe",
    "Game ends on RED's turn - REASON: Unintelligable response",
    "Game ends on BLUE's turn - REASON: SIGPIPE - Broken pipe",
    "1 RED: NO_MOVE OK",
    "./a RED SETUP",
    "x RED SETUP",
    "./a RED ILLEGAL 1 148 148",
    "Response timeout after 2.000000 seconds.",
    "Controller for Player RED is invalid!",
    "\u{fffd}\u{2028}é OK",
    "\t0\u{b}3",
];

/// Responses of a bot that cannot move, or claims so.
const PASSES: [&str; 7] = ["NO_MOVE", " NO_MOVE", "NO_MOVE\r", "NO_MOVE OK", " NO_MOVE OK", "NO_MOVE\r OK", "hello"];

/// Text that a bot prints behind a move: it is ignored, or takes the place of the number of
/// squares.
const BEHIND: [&str; 8] = ["", "", " 1", " 1 OK", " OK", " 1 KILLS 9 9", " ILLEGAL", " 1 ILLEGAL"];

fn pick<'a>(words: &[&'a str], random: &mut fastrand::Rng) -> &'a str {
    words[random.usize(..words.len())]
}

/// The next words of a bot: a legal move, an illegal one, or anything.
fn line(game: &Stratego, random: &mut fastrand::Rng) -> String {
    let legal: Vec<StrategoAction> = game.legal(game.side().seat()).collect();
    let cannot_move = legal == [StrategoAction::NoMove];
    match random.u8(..20) {
        0..12 if cannot_move => pick(&PASSES, random).to_owned(),
        0..12 => format!("{}{}", legal[random.usize(..legal.len())], pick(&BEHIND, random)),
        12..14 => format!("{} {} UP{}", random.i32(-1..11), random.i32(-1..11), pick(&BEHIND, random)),
        14..17 => pick(&PASSES, random).to_owned(),
        _ => pick(&WORDS, random).to_owned(),
    }
}

fn turn(colour: Colour, result: TurnResult<StrategoAction>, words: Option<String>) -> Turn<StrategoAction> {
    Turn { seat: colour.seat(), result, words, used: Duration::ZERO }
}

/// The result of a line, by the rules of the referee and the protocol.
fn judge(game: &Stratego, line: &str) -> Turn<StrategoAction> {
    let refused = |kind, why: FaultReason| TurnResult::from(Fault::new(kind, line.as_bytes(), why));
    let side = game.side();
    match line.parse::<StrategoAction>() {
        Err(why) => turn(side, refused(FaultKind::Malformed, why.into()), None),
        Ok(action) => match game.clone().play(side.seat(), action, &mut Vec::new()) {
            Err(why) => turn(side, refused(FaultKind::Illegal, why.into()), None),
            Ok(()) => {
                let words = (action.to_string() != line).then(|| line.to_owned());
                turn(side, TurnResult::Action(action), words)
            }
        },
    }
}

/// A bot fails, with the beginning of a line behind it.
fn fail(game: &Stratego, failures: &[FaultKind], random: &mut fastrand::Rng) -> Turn<StrategoAction> {
    let said = line(game, random);
    let fault = Fault::new(failures[random.usize(..failures.len())], said.as_bytes(), FaultReason::Unstated);
    turn(game.side(), TurnResult::from(fault), None)
}

fn army(armies: &[&str; 4], colour: Colour, random: &mut fastrand::Rng) -> ArmySetup {
    match armies.get(random.usize(..6)) {
        Some(rows) => ArmySetup::read(rows.split('/')).expect("four rows"),
        None => StandardSetup::ALL[random.usize(..StandardSetup::ALL.len())].setup(colour),
    }
}

/// A match of `./a` and `./b`, which print anything, and now and then fail in one of these ways.
pub fn random_match(seed: u64, failures: &[FaultKind]) -> (Replay<Stratego>, Stratego) {
    let random = &mut fastrand::Rng::with_seed(seed);
    let is_wiki = random.u8(..4) == 0;
    let settings = StrategoSettings {
        variant: if is_wiki { Variant::Wiki } else { Variant::Ucc },
        coin: if is_wiki { CoinToss::from_seed(seed) } else { CoinToss::default() },
        partial_setup: true,
        ignore_illegal: random.u8(..8) > 0,
        max_turns: Some(random.u32(2..40)),
    };
    let mut game = Stratego::start(&settings, 2).expect("two can play");
    let mut turns = Vec::new();
    for (colour, armies) in [(Colour::Red, RED_ARMIES), (Colour::Blue, BLUE_ARMIES)] {
        turns.push(turn(colour, TurnResult::Action(StrategoAction::Setup(army(&armies, colour, random))), None));
    }
    turns.iter().for_each(|turn| play_turn(&mut game, turn, &mut Vec::new()).expect("the army is good"));
    while game.ending().is_none() {
        let next =
            if random.u8(..40) == 0 { fail(&game, failures, random) } else { judge(&game, &line(&game, random)) };
        play_turn(&mut game, &next, &mut Vec::new()).expect("it was judged");
        turns.push(next);
    }
    let player =
        |name: &str| PlayerInfo { name: name.to_owned(), kind: PlayerKind::Executable, ..PlayerInfo::default() };
    let players = ["./a", "./b"].map(player).into();
    (Replay { settings, seed: 0, players, terms: MatchTerms::default(), turns }, game)
}
