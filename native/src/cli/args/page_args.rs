//! The option for the page's URL. Shared by all commands that print links.

/// Where links lead.
#[derive(Debug, clap::Args)]
pub struct PageArgs {
    /// URL of the page, to print links as full URLs
    #[arg(long, value_name = "URL", env = "BOTYARD_PAGE_URL", value_parser = parse_url)]
    page: Option<String>,
}

impl PageArgs {
    /// The URL, if there is one.
    pub fn url(&self) -> Option<&str> {
        // An empty variable counts as unset.
        self.page.as_deref().filter(|page| !page.is_empty())
    }
}

fn parse_url(text: &str) -> Result<String, String> {
    let is_url = ["https://", "http://", "file://"].iter().any(|start| text.starts_with(start));
    if is_url || text.is_empty() {
        Ok(text.to_owned())
    } else {
        Err("expected a URL in --page or BOTYARD_PAGE_URL, such as https://example.org/botyard/".to_owned())
    }
}
