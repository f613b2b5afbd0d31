//! `botyard generals map`: the map meets the options, or a remark names those that it does not
//! meet.

use botyard_engine::games::generals::{GeneralsMap, MapSurvey, Tile};

use super::super::test_dir::TestDir;

/// The map that these arguments draw, and the remarks about it.
#[track_caller]
fn drawn(dir: &TestDir, args: &[&str]) -> (GeneralsMap, String) {
    let ran = dir.run(&[&["generals", "map"], args].concat());
    let said = ran.stderr.clone();
    (ran.stdout(0).parse().expect("a map and nothing else"), said)
}

#[test]
fn rows_columns_and_players_come_in_the_originals_order() {
    let dir = TestDir::new();
    let (map, said) = drawn(&dir, &["9", "14", "3", "--seed", "5"]);
    assert_eq!((map.rows(), map.columns(), map.capitals().count()), (9, 14, 3));
    assert!(MapSurvey::measure_map(&map).connected);
    assert!(said.starts_with("seed 5\n"), "{said}");
    assert!(said.contains("the two nearest capitals are "), "{said}");
}

#[test]
fn a_seed_is_a_map_and_without_one_it_is_told() {
    let dir = TestDir::new();
    let (map, said) = drawn(&dir, &["10", "10", "2"]);
    let seed = said.lines().next().and_then(|line| line.strip_prefix("seed ")).expect("the seed is said first");
    assert_eq!(drawn(&dir, &["10", "10", "2", "--seed", seed]).0, map);
    assert_ne!(drawn(&dir, &["10", "10", "2", "--seed", "1"]).0, drawn(&dir, &["10", "10", "2", "--seed", "2"]).0);
}

#[test]
fn wishes_are_kept() {
    let dir = TestDir::new();
    let args = ["20", "20", "3", "--seed", "4", "--distance", "18", "--unfairness", "10", "--armies", "7-7"];
    let (map, said) = drawn(&dir, &[&args[..], &["--mountains", "30", "--cities", "5"]].concat());
    assert!(MapSurvey::measure_map(&map).distance >= Some(18), "{said}");
    let count = |tile: fn(&&Tile) -> bool| map.tiles().iter().filter(tile).count();
    assert_eq!(count(|tile| **tile == Tile::Mountain), 120);
    assert_eq!(count(|tile| matches!(tile, Tile::City(_))), 20);
    assert_eq!(count(|tile| **tile == Tile::City(7)), 20);
    assert_eq!(said.lines().count(), 3, "nothing was missed: {said}");
}

#[test]
fn what_could_not_be_is_said() {
    let (map, said) = drawn(&TestDir::new(), &["10", "10", "2", "--mountains", "90", "--cities", "0", "--seed", "1"]);
    let mountains = map.tiles().iter().filter(|tile| **tile == Tile::Mountain).count();
    assert!(mountains < 90);
    assert!(said.contains(&format!("{mountains} mountains instead of 90: more would divide the map\n")), "{said}");
}

#[test]
fn a_file_takes_the_map() {
    let dir = TestDir::new();
    let args = ["generals", "map", "8", "8", "2", "--seed", "3"];
    let ran = dir.run(&[&args[..], &["-o", "map.txt"]].concat());
    assert_eq!(ran.stdout(0), "");
    assert_eq!(dir.read("map.txt"), dir.run(&args).stdout(0));
    let complaint = dir.run(&[&args[..], &["-o", "no/such/folder"]].concat()).complaint(5);
    assert!(complaint.contains("cannot write no/such/folder"), "{complaint}");
}

#[test]
fn what_cannot_be_is_2() {
    let dir = TestDir::new();
    for (args, clue) in [
        (&["3", "3", "10"][..], "10 players do not fit on a map of 9 cells"),
        (&["51", "3", "2"], "51 rows and 3 columns is not possible"),
        (&["0", "3", "2"], "0 rows and 3 columns is not possible"),
        (&["9", "9", "0"], "0 players do not fit"),
        (&["9", "9", "2", "--mountains", "95"], "95 % mountains and 10 % cities are more than the whole map"),
        (&["9", "9", "2", "--armies", "9-3"], "from 9 to 3"),
        (&["9", "9", "2", "--armies", "many"], "35-55"),
        (&["9", "9", "3", "--distance", "60"], "without --distance: the two nearest capitals are "),
        (&["9", "9"], "<K>"),
    ] {
        let complaint = dir.run(&[&["generals", "map"], args].concat()).complaint(2);
        assert!(complaint.contains(clue), "{args:?}: {complaint}");
    }
}
