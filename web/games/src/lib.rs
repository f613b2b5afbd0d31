//! Each game's part of the page: its board, its texts and its looks. Knows nothing of players,
//! bots' bytes or the page, which has the parts that games share.

mod any_record;
pub mod bitmartyr;
pub mod board_annotations;
mod board_scene;
pub mod connect_four;
#[cfg(test)]
mod fifth_game;
mod game_page;
mod game_ui;
pub mod generals;
mod ladder;
mod page_bot;
mod page_record;
mod settings_form;
mod statistics;
pub mod stratego;
mod transcript_style;

pub use any_record::{AnyRecord, BoardSight, MoveLine};
pub use board_annotations::{BoardAnnotations, BoardCell, SeatAnnotations};
pub use board_scene::BoardScene;
pub use botyard_engine::record::StepPositions;
pub use game_page::{
    ActionArrow, ActionText, Explanations, GamePage, KeyAction, PersonControls, ReadCell, SeatStyle, SeenBy,
    WriteTurnInput,
};
pub use game_ui::{GameUi, LinkedRecord, UnreadLink, find_game_ui, game_uis};
pub use ladder::{Face, FaceColour, FaceShape, Rung};
pub use page_bot::PageBot;
pub use settings_form::{
    Adaptation, FormChange, FormDraft, FormEdit, FormParser, FormProps, FormState, HiddenReason, ParseForm,
    SettingsForm,
};
pub use statistics::{PartNames, Statistic, StatisticParts, StatisticsTable};
pub use transcript_style::{TranscriptStyle, TurnInput};
