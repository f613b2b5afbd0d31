//! The names of the files beside the page. A page that was packaged for visitors has names that
//! change with their content, and a list of them in its head; elsewhere a file has its plain name.

/// The list, by plain names.
const LIST: &str = "file-names";

/// The address of a file, seen from the page: `address("worker_loader.js")`.
pub fn address(name: &str) -> String {
    listed(name).unwrap_or_else(|| name.to_owned())
}

fn listed(name: &str) -> Option<String> {
    let text = web_sys::window()?.document()?.get_element_by_id(LIST)?.text_content()?;
    let list = js_sys::JSON::parse(&text).ok()?;
    js_sys::Reflect::get(&list, &name.into()).ok()?.as_string()
}
