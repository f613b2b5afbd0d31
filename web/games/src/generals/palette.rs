//! The colours of a map, as the stylesheet has them for light and dark. Knows no drawing.

use web_sys::{CssStyleDeclaration, Element};

use super::sides::COLOURS;

/// All colours, in the form that canvases take.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MapPalette {
    /// Between cells.
    pub grid: String,
    /// Open ground without an owner.
    pub open: String,
    /// Text on open ground.
    pub ink: String,
    /// Mountains.
    pub mountain: String,
    /// Their peaks.
    pub peak: String,
    /// Fog.
    pub fog: String,
    /// Obstacles in the fog.
    pub shade: String,
    /// Cities without an owner.
    pub city: String,
    /// Text on them.
    pub city_ink: String,
    /// Arrows and the cursor.
    pub mark: String,
    /// Their outline.
    pub edge: String,
    /// The numbers of rows and columns, beside the map.
    pub number: String,
    /// The players' colours.
    pub sides: [String; COLOURS],
    /// Text on them.
    pub inks: [String; COLOURS],
}

impl MapPalette {
    /// The colours of an element in the current theme.
    pub fn read_style(element: &Element) -> Self {
        let style = web_sys::window().and_then(|window| window.get_computed_style(element).ok().flatten());
        style.map(|style| Self::read(&style)).unwrap_or_default()
    }

    fn read(style: &CssStyleDeclaration) -> Self {
        let token = |name: &str| {
            let value = style.get_property_value(&format!("--generals-{name}"));
            value.unwrap_or_default().trim().to_owned()
        };
        Self {
            grid: token("grid"),
            open: token("open"),
            ink: token("ink"),
            mountain: token("mountain"),
            peak: token("peak"),
            fog: token("fog"),
            shade: token("shade"),
            city: token("city"),
            city_ink: token("city-ink"),
            mark: token("mark"),
            edge: token("edge"),
            number: token("number"),
            sides: std::array::from_fn(|colour| token(&(colour + 1).to_string())),
            inks: std::array::from_fn(|colour| token(&format!("ink-{}", colour + 1))),
        }
    }
}
