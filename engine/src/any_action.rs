//! A person's action in a match whose game is known by its name only. Knows no rules.

use std::any::Any;

use serde_json::Value;

use crate::catalog::Playable;

/// A person's action, for a match of any game.
#[derive(Debug)]
pub enum AnyAction {
    /// In the file form of replays, as it comes from a page or a script.
    FileForm(Value),
    /// Of the game's own type, [`Game::Action`](crate::game::Game::Action).
    Typed(Box<dyn Any + Send>),
}

impl AnyAction {
    /// An action of a game's own type.
    pub fn typed<A: Send + 'static>(action: A) -> Self {
        Self::Typed(Box::new(action))
    }

    /// The action, for a match of this game.
    ///
    /// # Errors
    /// A clause, if it is not an action of this game.
    pub fn into_action<G: Playable>(self) -> Result<G::Action, ActionTypeError> {
        match self {
            Self::FileForm(action) => {
                serde_json::from_value(action).map_err(|why| ActionTypeError::FileForm(why.to_string()))
            }
            Self::Typed(action) => match action.downcast::<G::Action>() {
                Ok(action) => Ok(*action),
                Err(_) => Err(ActionTypeError::OtherGame(G::TITLE)),
            },
        }
    }
}

/// Why an action is not one of a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ActionTypeError {
    /// It does not have the file form of the game's actions: a clause.
    #[error("{0}")]
    FileForm(String),
    /// It is of another game's type; the title of this one.
    #[error("this is not an action of {0}")]
    OtherGame(&'static str),
}

/// Why a person's action is not played in a match of any game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AnyPlayError {
    /// It is not an action of the match's game.
    #[error(transparent)]
    ActionType(#[from] ActionTypeError),
    /// The match refuses the action, for the reason in [`PlayError`](crate::referee::PlayError).
    #[error("{0}")]
    Refused(String),
}

impl From<Value> for AnyAction {
    fn from(action: Value) -> Self {
        Self::FileForm(action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect_four::{Column, ConnectFour};
    use crate::games::stratego::Stratego;

    #[test]
    fn an_action_has_its_game() {
        let column = || Column::new(3).expect("there are seven");
        assert_eq!(AnyAction::typed(column()).into_action::<ConnectFour>(), Ok(column()));
        assert_eq!(AnyAction::from(Value::from(3)).into_action::<ConnectFour>(), Ok(column()));
        let other = AnyAction::typed(column()).into_action::<Stratego>();
        assert_eq!(other.map_err(|why| why.to_string()), Err("this is not an action of Stratego".to_owned()));
    }
}
