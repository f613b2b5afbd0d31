//! How people tell teams apart: the colours of the original, a name and a letter. Knows no board.

use botyard_engine::games::bitmartyr::{HEALTH_MAX, TEAMS_MAX, Unit};
use botyard_engine::seat::Seat;
use yew::{Html, html};

use crate::SeatStyle;

/// A colour: red, green, blue.
pub type TeamColour = [u8; 3];

/// Which of red, green and blue each team's colour is made of.
const MADE_OF: [TeamColour; TEAMS_MAX] = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1], [0, 1, 1], [1, 0, 1], [1, 1, 0]];

/// How bright it is for health 1 to 5.
const SHADES: [u8; HEALTH_MAX as usize] = [0x33, 0x66, 0x99, 0xcc, 0xff];

/// The brightness of a highlighted team, for health 1 to 5.
const CHOSEN: [u8; HEALTH_MAX as usize] = [0x90, 0xac, 0xc8, 0xe4, 0xff];

/// The name and class of a team. No match has more seats than there are colours.
pub fn side(seat: Seat) -> SeatStyle {
    SIDES[seat.index() % TEAMS_MAX]
}

/// The letter of a team, for people who cannot distinguish the colours.
pub fn letter(seat: Seat) -> char {
    char::from(b"RGBWCMY"[seat.index() % TEAMS_MAX])
}

/// A unit of a team, in a box of 20 by 20.
pub fn glyph(seat: Seat) -> Html {
    let own @ [red, green, blue] = colour(Unit { team: seat, health: HEALTH_MAX }, None);
    let ink = if is_bright(own) { "#000" } else { "#fff" };
    html! {
        <>
            <rect x="1" y="1" width="18" height="18" rx="4" fill={format!("rgb({red} {green} {blue})")} class="bitmartyr-plate" />
            <text x="10" y="14.500" text-anchor="middle" fill={ink} class="bitmartyr-letter">{ letter(seat) }</text>
        </>
    }
}

/// The colour of a unit. If a team is highlighted, its units are shades of white and all others are dark, so that brightness
/// alone distinguishes them.
pub fn colour(unit: Unit, chosen: Option<Seat>) -> TeamColour {
    let health = usize::from(unit.health.clamp(1, HEALTH_MAX)) - 1;
    let own = MADE_OF[unit.team.index() % TEAMS_MAX].map(|part| part * SHADES[health]);
    match chosen {
        None => own,
        Some(chosen) if chosen == unit.team => [CHOSEN[health]; 3],
        Some(_) => own.map(|part| part / 4),
    }
}

/// Whether black can be read on a colour better than white.
pub fn is_bright([red, green, blue]: TeamColour) -> bool {
    2 * u32::from(red) + 5 * u32::from(green) + u32::from(blue) > 8 * 0x70
}

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
            assert_eq!(colour(unit(team, health), None), expected, "team {team}, health {health}");
        }
    }

    #[test]
    fn a_chosen_team_is_brighter_than_any_other() {
        let brightness = |[red, green, blue]: TeamColour| 2 * u32::from(red) + 5 * u32::from(green) + u32::from(blue);
        for chosen in (0..TEAMS_MAX).map(Seat::new) {
            let darkest = brightness(colour(Unit { team: chosen, health: 1 }, Some(chosen)));
            for team in (0..TEAMS_MAX).filter(|&team| team != chosen.index()) {
                assert!(2 * brightness(colour(unit(team, 5), Some(chosen))) < darkest, "{team} beside {chosen:?}");
            }
        }
    }

    #[test]
    fn words_on_colours_can_be_read() {
        let bright = (0..TEAMS_MAX).filter(|&team| is_bright(colour(unit(team, 5), None))).collect::<Vec<_>>();
        assert_eq!(bright, [1, 3, 4, 6]);
        assert!((0..TEAMS_MAX).all(|team| !is_bright(colour(unit(team, 1), None))));
    }
}
