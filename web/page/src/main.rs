//! Starts the page.

fn main() {
    botyard_web::start(|| {
        match web_sys::window().and_then(|window| window.document()).and_then(|page| page.get_element_by_id("app")) {
            // What stands there until now, the outline of the page, gives way.
            Some(place) => yew::Renderer::<botyard_web::App>::with_root(place).render(),
            None => yew::Renderer::<botyard_web::App>::new().render(),
        };
    });
}
