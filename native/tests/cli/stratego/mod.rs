//! `botyard stratego`: the manual page's command line, option by option. The bots are shell scripts
//! that print all their answers at once, and write their input to a file.

mod logs;
mod matches;
mod people;
mod random_talk;
mod switches;

use super::test_dir::{Ran, TestDir};

/// A full army, from RED's back row to its front; BLUE has the rows the other way round.
const ARMY: [&str; 4] = ["FB8878B78B", "B7B5s36B98", "7529654694", "9469193599"];

fn red_army() -> String {
    ARMY.join("\n")
}

fn blue_army() -> String {
    ARMY.iter().rev().copied().collect::<Vec<_>>().join("\n")
}

/// Small armies, with which matches are short.
const RED_FEW: &str = "F.........\n..........\n..........\n....9.....";

impl TestDir {
    /// A bot that prints these lines; its input is in `NAME.heard`.
    fn parrot(&self, name: &str, lines: &str) -> String {
        self.script(name, &format!("cat <<'end'\n{lines}\nend\ncat > {name}.heard"))
    }

    /// The input of such a bot, without the boards.
    fn lines_read_by(&self, name: &str) -> Vec<String> {
        let heard = self.read(&format!("{name}.heard"));
        heard.lines().filter(|line| line.contains(' ') || *line == "START").map(str::to_owned).collect()
    }

    /// `./a` and `./b`, with full armies, and then these responses.
    fn players(&self, red: &str, blue: &str) -> [String; 2] {
        [self.parrot("a", &(red_army() + "\n" + red)), self.parrot("b", &(blue_army() + "\n" + blue))]
    }

    /// A match of those two.
    fn stratego(&self, switches: &[&str], red: &str, blue: &str) -> Ran {
        let [a, b] = self.players(red, blue);
        self.manage(&[switches, &[&a, &b]].concat())
    }

    /// A match in which no script is late, however busy the machine is.
    fn manage(&self, args: &[&str]) -> Ran {
        self.manage_with(args, "")
    }

    /// Like `manage`, with these lines on stdin.
    fn manage_with(&self, args: &[&str], typed: &str) -> Ran {
        self.run_with(&[&["stratego", "-T", "60"], args].concat(), typed)
    }
}

/// A log of `./a` and `./b` with full armies and these lines.
fn log_of(lines: &str) -> String {
    format!("./a RED SETUP\n{}\n./b BLUE SETUP\n{}\n{lines}", red_army(), blue_army())
}
