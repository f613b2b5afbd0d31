//! Parts of the page that are drawn from their properties and keep no state between two drawings.
//! They share one component: each component of its own would add two kilobytes to the page.

use std::any::Any;
use std::rc::Rc;

use yew::virtual_dom::Key;
use yew::{Html, Properties, function_component, html};

/// A part that is drawn again only when it has changed.
pub trait Part: PartialEq + 'static {
    /// Draws it.
    fn draw(&self) -> Html;
}

/// Puts a part into the page.
pub fn part(part: impl Part) -> Html {
    html! { <Shared part={Rc::new(part) as Rc<dyn AnyPart>} /> }
}

/// Like [`part`], in a list whose parts come and go.
pub fn keyed_part(key: impl Into<Key>, part: impl Part) -> Html {
    html! { <Shared key={key.into()} part={Rc::new(part) as Rc<dyn AnyPart>} /> }
}

trait AnyPart {
    fn draw(&self) -> Html;
    fn is_same(&self, other: &dyn AnyPart) -> bool;
    fn as_any(&self) -> &dyn Any;
}

impl<P: Part> AnyPart for P {
    fn draw(&self) -> Html {
        Part::draw(self)
    }

    fn is_same(&self, other: &dyn AnyPart) -> bool {
        other.as_any().downcast_ref() == Some(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

#[derive(Properties)]
struct Props {
    part: Rc<dyn AnyPart>,
}

impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        self.part.is_same(&*other.part)
    }
}

#[function_component]
fn Shared(props: &Props) -> Html {
    props.part.draw()
}
