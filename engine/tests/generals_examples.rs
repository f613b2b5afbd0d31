//! The maps and configs in `examples/generals`: each can be read and played, and the generated ones
//! equal the results of their seeds.

use std::fs;
use std::path::{Path, PathBuf};

use botyard_engine::game::Game;
use botyard_engine::games::generals::{
    CapitalReach, Generals, GeneralsMap, GeneralsSettings, MapParams, MapSurvey, generate,
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The names, without their endings, and texts of a folder of the examples.
fn examples(folder: &str) -> Vec<(String, String)> {
    let folder = root().join("examples/generals").join(folder);
    let paths = fs::read_dir(&folder).expect("the folder is there").map(|entry| entry.expect("it is read").path());
    let name = |path: &Path| path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
    let mut examples: Vec<_> =
        paths.map(|path| (name(&path), fs::read_to_string(&path).expect("it is text"))).collect();
    examples.sort();
    examples
}

fn map(text: &str) -> GeneralsMap {
    text.parse().unwrap_or_else(|why| panic!("{why}"))
}

#[test]
fn every_map_can_be_played_and_is_fair() {
    let maps = examples("maps");
    for (name, text) in &maps {
        let map = map(text);
        assert_eq!(&map.to_string(), text, "{name} is written as we write it");
        let players = map.capitals().count();
        assert!(name.ends_with(&format!("-{players}")), "{name} is for {players} players");
        Generals::start(&GeneralsSettings::on(map.clone()), players).unwrap_or_else(|why| panic!("{name}: {why}"));
        let survey = MapSurvey::measure_map(&map);
        assert!(survey.connected && survey.joined, "{name} is in one piece");
        assert!(CapitalReach::comparable(&survey.grounds, 25), "{name} treats its players alike: {:?}", survey.grounds);
    }
    for players in [2, 3, 5, 8] {
        assert!(maps.iter().any(|(name, _)| name.ends_with(&format!("-{players}"))), "a map for {players}");
    }
}

#[test]
fn generated_maps_are_what_their_seeds_give() {
    for (name, side, players, seed) in
        [("plains-2", 50, 2, 1), ("hills-3", 20, 3, 2), ("wild-5", 21, 5, 3), ("crowd-8", 30, 8, 4)]
    {
        let map = generate(&MapParams { seed, ..MapParams::new(side, side, players) }).expect("there is room");
        let path = root().join("examples/generals/maps").join(name).with_extension("txt");
        let text = fs::read_to_string(&path).unwrap_or_else(|why| panic!("{name}: {why}; it reads\n{map}"));
        assert!(text == map.to_string(), "{name} reads\n{map}");
    }
}

#[test]
fn every_config_names_a_map_for_its_players_and_bots_that_there_are() {
    let configs = examples("configs");
    assert!(configs.len() >= 5);
    for (name, text) in configs {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let [log, path, count, players @ ..] = words.as_slice() else { panic!("{name} ends early") };
        assert!(log.starts_with("target/"), "{name} writes where nothing is kept");
        let map = map(&fs::read_to_string(root().join(path)).unwrap_or_else(|why| panic!("{name}: {path}: {why}")));
        assert_eq!((map.capitals().count().to_string().as_str(), players.len()), (*count, map.capitals().count()));
        for player in players {
            let bot = player.strip_prefix("builtin:").unwrap_or_else(|| panic!("{name}: {player}"));
            let source = root().join(format!("bots-wasm/src/bin/generals-{bot}.rs"));
            assert!(source.exists(), "{name}: {player}");
        }
    }
}
