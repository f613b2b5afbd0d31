//! A picture of each game, compared with the one in `golden/`. `BOTYARD_WRITE_GOLDEN=1` overwrites
//! those files.

use std::path::Path;

use botyard_engine::game::Game;
use botyard_engine::games::bitmartyr::{BitMartyr, BitMartyrSettings};
use botyard_engine::games::connect_four::log;
use botyard_engine::games::generals::{Generals, GeneralsSettings};
use botyard_engine::games::stratego::{Colour, StandardSetup, Stratego, StrategoAction, StrategoSettings};
use botyard_picture::{Caption, DrawPosition, Theme, draw};

/// The picture is the one in this file, in the light theme, and the dark one has the same shapes in
/// other colours.
fn check<G: DrawPosition>(file: &str, position: &G, players: &[&str], verdict: &str) {
    let players = players.iter().map(|&name| name.to_owned()).collect();
    let caption = Caption { title: format!("{}, turn 7 of 7", G::TITLE), players, verdict: verdict.to_owned() };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(file);
    let drawn = draw(position, &caption, Theme::Light);
    if std::env::var_os("BOTYARD_WRITE_GOLDEN").is_some() {
        std::fs::write(&path, &drawn).expect("the folder is there");
    }
    assert_eq!(drawn, std::fs::read_to_string(&path).expect("it was written once"), "{file}");
    let dark = draw(position, &caption, Theme::Dark);
    assert_ne!(dark, drawn, "{file}");
    assert_eq!(dark.matches('<').count(), drawn.matches('<').count(), "{file}");
}

#[test]
fn connect_four_is_drawn() {
    let (_, game) = log::read_line("4455667").expect("a game");
    check("connect-four.svg", &game, &["negamax", "a <b> & \"c\""], "negamax wins: four in a row.");
}

#[test]
fn stratego_is_drawn() {
    let mut game = Stratego::start(&StrategoSettings::default(), 2).expect("two can play");
    for colour in Colour::BOTH {
        let setup = StrategoAction::Setup(StandardSetup::ALL[0].setup(colour));
        game.play(colour.seat(), setup, &mut Vec::new()).expect("it is a good setup");
    }
    check("stratego.svg", &game, &["forfax", "sleuth"], "");
}

#[test]
fn generals_is_drawn() {
    let settings = GeneralsSettings::on("2 5 2  3 4 2 40 1 2 7  1 1 4 1 3".parse().expect("a map"));
    check("generals.svg", &Generals::start(&settings, 2).expect("a map for two"), &["hunter", "greedy"], "");
}

#[test]
fn bitmartyr_is_drawn() {
    let settings = BitMartyrSettings::on("A1J/EE1/1Si".parse().expect("a board"));
    let teams = ["a", "b", "c", "d", "e", "f", "a name that is far too long for its place in the caption"];
    check("bitmartyr.svg", &BitMartyr::start(&settings, 7).expect("a board for seven"), &teams, "");
}
