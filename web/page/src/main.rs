//! Starts the page.

fn main() {
    botyard_web::start(|| {
        match web_sys::window().and_then(|window| window.document()).and_then(|page| page.get_element_by_id("app")) {
            // Replaces the outline of the page that is shown until now.
            Some(place) => yew::Renderer::<botyard_web::App>::with_root(place).render(),
            None => yew::Renderer::<botyard_web::App>::new().render(),
        };
    });
}
