//! Simultaneous, a fresh run for every unit: each seat owns a row of lamps, and each lamp's run
//! prints how bright it burns (a digit 0 to 3, or with no digit the exit status). Most light after
//! the last turn wins.

use botyard_engine::codec::{MisreadError, Protocol, QuestionCodec, RunInputs};
use botyard_engine::exit::Exit;
use botyard_engine::fault::Fault;
use botyard_engine::game::{Game, Outcome, SettingsError};
use botyard_engine::seat::{Seat, Seats};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    pub lamps: usize,
    pub turns: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { lamps: 2, turns: 3 }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Lamps {
    settings: Settings,
    light: Vec<u32>,
    /// The answers of this turn, seat by seat.
    said: Vec<Option<Vec<u8>>>,
    turn: usize,
}

/// The brightness of each lamp.
pub type Row = Vec<u8>;

#[derive(Debug, Clone, PartialEq)]
pub struct Shone(pub Vec<u32>);

impl Lamps {
    fn settle(&mut self, events: &mut Vec<Shone>) {
        if self.said.iter().all(Option::is_some) {
            for (light, said) in self.light.iter_mut().zip(&mut self.said) {
                *light += said.take().into_iter().flatten().map(u32::from).sum::<u32>();
            }
            self.turn += 1;
            events.push(Shone(self.light.clone()));
        }
    }
}

impl Game for Lamps {
    type Settings = Settings;
    type Action = Row;
    type Event = Shone;
    type View<'a> = (usize, usize);
    type RuleError = String;

    fn start(settings: &Settings, seats: usize) -> Result<Self, SettingsError> {
        Ok(Self { settings: settings.clone(), light: vec![0; seats], said: vec![None; seats], turn: 0 })
    }

    fn seats(&self) -> usize {
        self.light.len()
    }

    fn to_act(&self) -> Seats {
        if self.turn == self.settings.turns {
            return Seats::NONE;
        }
        (0..self.seats()).filter(|&seat| self.said[seat].is_none()).map(Seat::new).collect()
    }

    fn view(&self, _: Seat) -> (usize, usize) {
        (self.turn, self.settings.lamps)
    }

    fn legal(&self, seat: Seat) -> impl Iterator<Item = Row> {
        let owes = self.to_act().contains(seat);
        (0..4).filter(move |_| owes).map(|level| vec![level; self.settings.lamps])
    }

    fn play(&mut self, seat: Seat, row: Row, events: &mut Vec<Shone>) -> Result<(), String> {
        if !self.to_act().contains(seat) || row.len() != self.settings.lamps || row.iter().any(|&level| level > 3) {
            return Err("which is no row of lamps".to_owned());
        }
        self.said[seat.index()] = Some(row);
        self.settle(events);
        Ok(())
    }

    fn fault(&mut self, seat: Seat, _: &Fault, events: &mut Vec<Shone>) {
        self.said[seat.index()] = Some(Vec::new());
        self.settle(events);
    }

    fn outcome(&self) -> Option<Outcome> {
        let brightest = self.light.iter().max()?;
        let places = self.light.iter().map(|light| if light == brightest { 1 } else { 2 }).collect();
        (self.turn == self.settings.turns).then_some(Outcome { places, blamed: None })
    }
}

#[derive(Debug, Default)]
pub struct LampsCodec {
    row: Row,
}

impl Protocol for Lamps {
    fn write_canonical(row: &Row, out: &mut Vec<u8>) {
        out.extend(row.iter().map(|level| b'0' + level));
    }
}

impl QuestionCodec<Lamps> for LampsCodec {
    fn write_question(&mut self, (turn, lamps): (usize, usize), runs: &mut RunInputs) {
        self.row = vec![0; lamps];
        (0..lamps).for_each(|lamp| runs.add_run(|stdin| stdin.extend(format!("{turn} {lamp}\n").bytes())));
    }

    fn collect_run(&mut self, nth: usize, output: &[u8], exit: &Exit) {
        let said = output.iter().find(|byte| byte.is_ascii_digit()).map(|digit| digit - b'0');
        self.row[nth] = match (said, exit) {
            (Some(level), _) => level,
            (None, Exit::Code(code @ 0..=3)) => *code as u8,
            _ => 0,
        };
    }

    fn conclude_question(&mut self) -> Result<Row, MisreadError> {
        Ok(std::mem::take(&mut self.row))
    }
}
