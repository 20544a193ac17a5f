//! The folder of pages that questions are asked of, and the addresses of its pages.

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use url::Url;

/// A folder of pages, perhaps served as a site.
#[derive(Clone, Debug)]
pub struct Site {
    folder: PathBuf,
    base: Option<Url>,
}

impl Site {
    /// `base_url` is the address that the folder is served from.
    pub fn new(folder: &Path, base_url: Option<&str>) -> Result<Self> {
        let base = base_url.map(Url::parse).transpose().context("the base address is no complete address")?;
        let folder = std::path::absolute(folder).context("the folder has no absolute path")?;
        Ok(Self { folder, base })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn base_url(&self) -> Option<&str> {
        self.base.as_ref().map(Url::as_str)
    }

    /// The address under which a page of the folder is cited.
    pub fn address(&self, page: &str) -> Option<String> {
        let Some(base) = &self.base else {
            return Url::from_file_path(self.folder.join(page)).ok().map(String::from);
        };
        let mut url = base.clone();
        url.path_segments_mut().ok()?.pop_if_empty().extend(page.split('/'));
        Some(url.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_the_addresses_that_the_library_gives_them() {
        let site = Site::new("/pages".as_ref(), None).expect("a site");
        assert_eq!(site.address("git/a b.html").as_deref(), Some("file:///pages/git/a%20b.html"));
        for base in ["https://docs.test/all", "https://docs.test/all/"] {
            let site = Site::new("/pages".as_ref(), Some(base)).expect("a site");
            assert_eq!(site.address("git/a.html").as_deref(), Some("https://docs.test/all/git/a.html"));
        }
        assert!(Site::new("/pages".as_ref(), Some("docs")).is_err());
    }
}
