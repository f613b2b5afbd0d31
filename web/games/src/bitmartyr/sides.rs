//! How people tell teams apart: colours, a name and a letter. Knows no board.

use botyard_engine::games::bitmartyr::{HEALTH_MAX, TEAMS_MAX, Unit};
use botyard_engine::seat::Seat;
use botyard_picture::games::bitmartyr::SHADES;
pub use botyard_picture::games::bitmartyr::{is_bright, letter};
use yew::{Html, html};

use super::cell_ages::{CellAge, CellChange};
use crate::SeatStyle;

/// A colour: red, green, blue.
pub type TeamColour = [u8; 3];

/// The colours of all teams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Palette {
    /// They stay apart for the colour-blind, and on black at every health.
    #[default]
    Distinct,
    /// The colours of the original: pure red, green and blue, and their mixtures.
    Original,
}

impl Palette {
    /// Each team's colour at full health.
    const fn teams(self) -> [TeamColour; TEAMS_MAX] {
        match self {
            Self::Distinct => [
                [195, 76, 73],
                [0, 243, 3],
                [97, 106, 171],
                [251, 251, 251],
                [77, 168, 172],
                [183, 18, 225],
                [184, 162, 62],
            ],
            Self::Original => {
                [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255], [0, 255, 255], [255, 0, 255], [255, 255, 0]]
            }
        }
    }

    /// How bright a unit of health 1 to 5 is, in shares of 255.
    const fn shades(self) -> [u8; HEALTH_MAX as usize] {
        match self {
            Self::Distinct => SHADES,
            Self::Original => [0x33, 0x66, 0x99, 0xcc, 0xff],
        }
    }
}

/// The brightness of a highlighted team, for health 1 to 5.
const CHOSEN: [u8; HEALTH_MAX as usize] = [0x90, 0xac, 0xc8, 0xe4, 0xff];

/// The name and class of a team. No match has more seats than there are colours.
pub fn side(seat: Seat) -> SeatStyle {
    SIDES[seat.index() % TEAMS_MAX]
}

/// A unit of a team, in a box of 20 by 20. The style sheet has its colours.
pub fn glyph(seat: Seat) -> Html {
    html! {
        <g class={side(seat).class}>
            <rect x="1" y="1" width="18" height="18" rx="4" class="bitmartyr-plate" />
            <text x="10" y="14.500" text-anchor="middle" class="bitmartyr-letter">{ letter(seat) }</text>
        </g>
    }
}

/// The colour of a unit. If a team is highlighted, its units are shades of white and all others are
/// dark, so that brightness alone distinguishes them.
pub fn colour(unit: Unit, palette: Palette, chosen: Option<Seat>) -> TeamColour {
    let health = usize::from(unit.health.clamp(1, HEALTH_MAX)) - 1;
    let shade = u16::from(palette.shades()[health]);
    let own = palette.teams()[unit.team.index() % TEAMS_MAX].map(|part| (u16::from(part) * shade / 255) as u8);
    match chosen {
        None => own,
        Some(chosen) if chosen == unit.team => [CHOSEN[health]; 3],
        Some(_) => own.map(|part| part / 4),
    }
}

/// The colour of a cell that changed hands so long ago. What is new is bright and nearly white where
/// it was taken from another team; what is old is calm: darker, and with less difference between
/// strong and weak units. The original's colours do not change, nor do those of a highlighted team.
pub fn colour_by_age(unit: Option<Unit>, palette: Palette, chosen: Option<Seat>, age: CellAge) -> TeamColour {
    let is_aged = palette == Palette::Distinct && chosen.is_none();
    let Some(unit) = unit else {
        // Whoever was there has died: an ember.
        let ember = if is_aged { EMBER[usize::from(age.turns.min(CellAge::OLD))] } else { 0 };
        return [ember; 3];
    };
    let now = colour(unit, palette, chosen);
    if !is_aged {
        return now;
    }
    let left = u16::from(CellAge::OLD - age.turns.min(CellAge::OLD));
    let middle = colour(Unit { health: CALM_HEALTH, ..unit }, palette, chosen);
    let white = match age.change {
        CellChange::Moved => 5 * left,
        CellChange::Taken => 10 * left,
    };
    let whole = u16::from(CellAge::OLD);
    [0, 1, 2].map(|part| {
        let (now, middle) = (u16::from(now[part]), u16::from(middle[part]));
        let calm = (now + middle) / 2 * CALM / 100;
        let fresh = now + (255 - now) * white / 100;
        ((calm * (whole - left) + fresh * left) / whole) as u8
    })
}

/// How bright an old cell is, in percent, and the health towards which all of its team's look.
const CALM: u16 = 78;
const CALM_HEALTH: u8 = 3;
/// How bright a cell is whose unit has died, by how many turns ago.
const EMBER: [u8; CellAge::OLD as usize + 1] = [70, 50, 34, 20, 8, 0, 0, 0];

const SIDES: [SeatStyle; TEAMS_MAX] = [
    SeatStyle { name: "red", class: "bitmartyr-side-1" },
    SeatStyle { name: "green", class: "bitmartyr-side-2" },
    SeatStyle { name: "blue", class: "bitmartyr-side-3" },
    SeatStyle { name: "grey", class: "bitmartyr-side-4" },
    SeatStyle { name: "cyan", class: "bitmartyr-side-5" },
    SeatStyle { name: "magenta", class: "bitmartyr-side-6" },
    SeatStyle { name: "yellow", class: "bitmartyr-side-7" },
];

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(team: usize, health: u8) -> Unit {
        Unit { team: Seat::new(team), health }
    }

    #[test]
    fn colours_are_those_of_the_original() {
        for (team, health, expected) in [
            (0, 5, [0xff, 0, 0]),
            (1, 4, [0, 0xcc, 0]),
            (2, 3, [0, 0, 0x99]),
            (3, 2, [0x66, 0x66, 0x66]),
            (4, 1, [0, 0x33, 0x33]),
            (5, 5, [0xff, 0, 0xff]),
            (6, 5, [0xff, 0xff, 0]),
        ] {
            assert_eq!(colour(unit(team, health), Palette::Original, None), expected, "team {team}, health {health}");
        }
    }

    #[test]
    fn a_chosen_team_is_brighter_than_any_other() {
        let brightness = |[red, green, blue]: TeamColour| 2 * u32::from(red) + 5 * u32::from(green) + u32::from(blue);
        for chosen in (0..TEAMS_MAX).map(Seat::new) {
            for palette in [Palette::Distinct, Palette::Original] {
                let darkest = brightness(colour(Unit { team: chosen, health: 1 }, palette, Some(chosen)));
                for team in (0..TEAMS_MAX).filter(|&team| team != chosen.index()) {
                    let other = brightness(colour(unit(team, 5), palette, Some(chosen)));
                    assert!(2 * other < darkest, "{team} beside {chosen:?}");
                }
            }
        }
    }

    #[test]
    fn what_changed_is_brighter_than_what_is_old() {
        let brightness = |unit, turns, change| {
            let [red, green, blue] = colour_by_age(unit, Palette::Distinct, None, CellAge { turns, change });
            2 * u32::from(red) + 5 * u32::from(green) + u32::from(blue)
        };
        for unit in (0..TEAMS_MAX).flat_map(|team| (1..=HEALTH_MAX).map(move |health| Some(unit(team, health)))) {
            let of = |turns| brightness(unit, turns, CellChange::Moved);
            assert!(of(0) > of(2) && of(2) > of(CellAge::OLD), "{unit:?}");
            assert!(brightness(unit, 0, CellChange::Taken) > of(0), "{unit:?}");
        }
        assert!(brightness(None, 0, CellChange::Moved) > 0);
        assert_eq!(brightness(None, CellAge::OLD, CellChange::Moved), 0);
        let new = CellAge { turns: 0, change: CellChange::Taken };
        assert_eq!(colour_by_age(Some(unit(0, 5)), Palette::Original, None, new), [255, 0, 0]);
    }

    #[test]
    fn words_on_colours_can_be_read() {
        for (palette, expected) in [(Palette::Distinct, vec![1, 3, 4, 6]), (Palette::Original, vec![1, 3, 4, 6])] {
            let is_bright = |&team: &usize, health| is_bright(colour(unit(team, health), palette, None));
            assert_eq!((0..TEAMS_MAX).filter(|team| is_bright(team, 5)).collect::<Vec<_>>(), expected);
            assert!((0..TEAMS_MAX).all(|team| !is_bright(&team, 1)));
        }
    }

    /// The three kinds of colour blindness as matrices on linear light, after Machado, Oliveira and
    /// Fernandes (2009).
    const BLINDNESS: [[[f64; 3]; 3]; 3] = [
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ];

    /// A colour in CIELAB, after applying one of these matrices.
    fn lab(colour: TeamColour, sees: &[[f64; 3]; 3]) -> [f64; 3] {
        let linear = colour.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        let product = |row: &[f64; 3], column: [f64; 3]| row.iter().zip(column).map(|(a, b)| a * b).sum::<f64>();
        let seen = [0, 1, 2].map(|row| product(&sees[row], linear).clamp(0.0, 1.0));
        let xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]];
        let white = [0.95047, 1.0, 1.08883];
        let [x, y, z] = [0, 1, 2].map(|row| {
            let t = product(&xyz[row], seen) / white[row];
            if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 }
        });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// The least distance between two teams of the same health, for people with any colour vision.
    /// A distance of about 2 is visible side by side; on a board several times as much is needed.
    fn least_distance(palette: Palette, teams: usize, health: u8) -> f64 {
        const NORMAL: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let pairs = || (0..teams).flat_map(|one| (0..one).map(move |other| (one, other)));
        let distance = |(one, other), sees| {
            let [one, other] = [one, other].map(|team| lab(colour(unit(team, health), palette, None), sees));
            one.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
        };
        let all = BLINDNESS.iter().chain([&NORMAL]).flat_map(|sees| pairs().map(move |pair| distance(pair, sees)));
        all.fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn the_style_sheet_has_the_colours_of_the_board() {
        let sheet = include_str!("style.css");
        let (own, rest) = sheet.split_once(":root:has(").expect("the colours of the original follow");
        let original = rest.split_once('}').expect("a block ends").0;
        for (block, palette) in [(own, Palette::Distinct), (original, Palette::Original)] {
            for team in 0..TEAMS_MAX {
                let [red, green, blue] = colour(unit(team, 5), palette, None);
                let line = format!("--bitmartyr-{}: rgb({red} {green} {blue});", team + 1);
                assert!(block.contains(&line), "{palette:?}: {line}");
                let ink = if is_bright([red, green, blue]) { "#000" } else { "#fff" };
                let line = format!(
                    ".{} {{ --side: var(--bitmartyr-{}); --side-ink: {ink}; }}",
                    side(Seat::new(team)).class,
                    team + 1
                );
                assert!(sheet.contains(&line), "{line}");
            }
        }
    }

    #[test]
    fn the_colour_blind_tell_all_teams_apart() {
        for (teams, least) in [(4, 40.0), (TEAMS_MAX, 20.0)] {
            let own = least_distance(Palette::Distinct, teams, 5);
            assert!(own > least && own > 1.5 * least_distance(Palette::Original, teams, 5), "{teams} teams: {own}");
            let weak = least_distance(Palette::Distinct, teams, 1);
            assert!(
                weak > least / 2.5 && weak > least_distance(Palette::Original, teams, 1),
                "{teams} weak teams: {weak}"
            );
        }
    }
}
