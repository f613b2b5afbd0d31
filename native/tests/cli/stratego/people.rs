//! People at the terminal: the questions, repeated questions, and the boards that they see.

use super::{TestDir, blue_army, log_of, red_army};

const RED_MOVE: &str = "RED, your move (X Y DIRECTION [MULTIPLIER], NO_MOVE or SURRENDER): ";

#[test]
fn a_person_is_asked_for_an_army_and_for_moves() {
    let dir = TestDir::new();
    let [_, b] = dir.players("", "9 6 UP\n9 5 DOWN");
    let told = dir.manage_with(&["-o", "log", "human", &b], "DEFAULT\n0 3 DOWN\n0 4 UP 1\nSURRENDER\n").stdout(0);
    let army = "RED, your army: 4 lines for the rows 0 to 3 (the front is row 3), or DEFAULT:\n\
                DEFAULT is\nFB8sB479B8\nBB31555583\n6724898974\n967B669999\n";
    assert!(told.starts_with(army), "{told}");
    assert_eq!(told.matches(RED_MOVE).count(), 3, "{told}");
    assert!(told.contains("1 RED: 0 3 DOWN OK\n1 BLU: 9 6 UP OK\n"), "{told}");
    assert!(told.ends_with("This player has surrendered!\nhuman RED SURRENDER 3 148 148\n"), "{told}");
    let log = log_of(
        "1 RED: 0 3 DOWN OK\n1 BLU: 9 6 UP OK\n2 RED: 0 4 UP OK\n2 BLU: 9 5 DOWN OK\n3 RED: SURRENDER OK\n\
         Game ends on RED's turn - REASON: This player has surrendered!\n./a RED SURRENDER 3 148 148\n",
    );
    // The original's default army.
    let army = "FB8sB479B8\nBB31555583\n6724898974\n967B669999";
    assert_eq!(dir.read("log"), log.replace("./a", "human").replacen(&red_army(), army, 1));
    assert_eq!(dir.lines_read_by("b")[0], "BLUE ./human 10 10");
}

#[test]
fn what_is_refused_is_named_and_asked_again() {
    let dir = TestDir::new();
    let [_, b] = dir.players("", "9 6 UP");
    let typed = "FB88\n\nB7B5s36B98\n7529654694\n9469193599\n\
                 9B8878B78B\nB7B5s36B98\n7529654694\n9469193599\n\
                 FB8878B78B\nB7B5s36B98\n7529654694\n9469193599\n\
                 hello\n0 3 UP\n0 0 DOWN\nNO_MOVE\n0 3 down\nSURRENDER\n";
    for switches in [&[][..], &["-i"]] {
        let told = dir.manage_with(&[switches, &["@human", &b]].concat(), typed).stdout(0);
        for refused in [
            "`FB88/B7B5s36B98/7529654694/9469193599`, which is no setup: line 1 has not 10 characters: not played.\n",
            "`9B8878B78B/B7B5s36B98/7529654694/9469193599`, which has more than 8 of `9`: not played.\n",
            "`hello`, which is no response (X Y UP|DOWN|LEFT|RIGHT [N], NO_MOVE or SURRENDER): not played.\n",
            "`0 3 UP`, but water or a piece of its own is in the way: not played.\n",
            "`0 0 DOWN`, but bombs and flags do not move: not played.\n",
            "`NO_MOVE`, although it has a legal move: not played.\n",
        ] {
            assert!(told.contains(refused), "{refused}{told}");
        }
        assert_eq!(told.matches("RED, your army: ").count(), 3, "{told}");
        assert_eq!(told.matches(RED_MOVE).count(), 6, "{told}");
        // The board is not drawn again for every mistake: once for each turn, and at the end.
        assert_eq!(told.matches("RED 1  BLUE [1]\n").count(), 3, "{told}");
        assert!(told.ends_with("\nhuman RED SURRENDER 2 148 148\n"), "{told}");
        assert_eq!(dir.lines_read_by("b")[0], "BLUE ./human 10 10");
    }
}

#[test]
fn a_person_sees_its_own_side_and_at_the_end_all() {
    let dir = TestDir::new();
    let [_, b] = dir.players("", "9 6 UP");
    for switches in [&[][..], &["-p"]] {
        let told = dir.manage_with(&[switches, &["human", &b]].concat(), "DEFAULT\n0 3 DOWN\nSURRENDER\n").stdout(0);
        let (playing, end) = told.rsplit_once(RED_MOVE).expect("a question");
        assert!(
            playing.contains("\n0  F  B  8") && playing.contains("\n9 [#][#][#]") && !playing.contains("[F]"),
            "{told}"
        );
        assert!(end.contains("\n9 [F][B][8]"), "{told}");
    }
    let red = dir.parrot("a", &(red_army() + "\n0 3 DOWN"));
    let told = dir.manage_with(&[&red, "human"], "DEFAULT\nSURRENDER\n").stdout(0);
    assert!(
        told.starts_with(
            "BLUE, your army: 4 lines for the rows 6 to 9 (the front is row 6), or DEFAULT:\n\
             DEFAULT is\n967B669999\n6724898974\nBB31555583\nFB8sB479B8\n"
        ),
        "{told}"
    );
    assert!(
        told.contains("1 RED: 0 3 DOWN OK\n") && told.contains("\n0  #  #  #") && told.contains("\n9 [F][B][8]"),
        "{told}"
    );
}

#[test]
fn of_two_people_the_one_on_turn_is_shown() {
    let typed = "DEFAULT\nDEFAULT\n0 3 DOWN\n9 6 UP\nSURRENDER\n";
    for switches in [&[][..], &["-p"]] {
        let told = TestDir::new().manage_with(&[switches, &["human", "human"]].concat(), typed).stdout(0);
        let boards: Vec<_> = told.split("RED 1  BLUE [1]\n").skip(1).collect();
        let shows = |board: &str| [board.contains("\n9 [F][B]"), board.starts_with("0  F  B")];
        let shown: Vec<_> = boards.iter().map(|board| shows(board)).collect();
        assert_eq!(shown, [[false, true], [true, false], [false, true], [true, true]], "{told}");
    }
}

#[test]
fn what_has_survived_a_combat_is_known() {
    let dir = TestDir::new();
    // RED's scout dies against BLUE's captain.
    let b = dir.parrot("b", "..........\n5.........\n..........\nF.........\n0 7 UP");
    let typed = "F........5\n..........\n..........\n9.........\n0 3 DOWN 4\nSURRENDER\n";
    let told = dir.manage_with(&["--partial-setup", "human", &b], typed).stdout(0);
    let (_, second) = told.split_once("1 RED: 0 3 DOWN 4 DIES 9 5\n").expect("a first turn");
    let (playing, _) = second.split_once(RED_MOVE).expect("a second turn");
    assert!(playing.contains("\n6 [5]") && playing.contains("\n9 [#]"), "{told}");
}

#[test]
fn the_end_of_the_input_ends_the_match() {
    let dir = TestDir::new();
    let b = dir.parrot("b", &blue_army());
    let ran = dir.manage_with(&["-o", "log", "human", &b], "DEFAULT\n");
    assert_eq!(ran.stderr, "botyard: end of input: RED surrenders\n");
    assert!(ran.stdout(0).ends_with("\nhuman RED SURRENDER 1 148 148\n"));
    assert_eq!(dir.lines_read_by("b").last().map(String::as_str), Some("QUIT human RED SURRENDER 1 148 148"));
    dir.run(&["stratego", "-f", "log"]).stdout(0);
    // Also while the armies are set up.
    let ran = dir.run(&["stratego", "-o", "log", "human", "human"]);
    assert!(ran.stdout(0).ends_with("\nhuman RED SURRENDER 0 0 0\n"));
    assert_eq!(dir.run(&["stratego", "-f", "log"]).stdout(0), "human RED SURRENDER 0 0 0\n");
}

#[test]
fn play_asks_for_an_army_in_the_same_way() {
    let typed = "FB88\n\nB7B5s36B98\n7529654694\n9469193599\nFB88\ndefault\n0 3 down\nresign\n";
    let told = TestDir::new().run_with(&["play", "stratego", "human", "builtin:dummy", "--seed", "1"], typed).stdout(0);
    let army = "RED  human, your army: 4 lines for the rows 0 to 3 (the front is row 3), or DEFAULT, resign or quit: ";
    assert_eq!(told.matches(army).count(), 2, "{told}");
    let refused = "`FB88/B7B5s36B98/7529654694/9469193599`: line 1 of the setup does not have 10 characters.\n";
    assert!(told.contains(refused), "{told}");
    assert!(told.contains(" RED  human: 0 3 DOWN\n") && told.contains("human resigned: "), "{told}");
}
