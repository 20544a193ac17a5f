//! Normalizes paths, and builds the addresses by which documents are cited.

use super::LibraryError;
use std::path::{Component, Path, PathBuf};
use url::Url;

/// Makes a path absolute. Resolves `.` and `..`, but not links.
pub fn absolute(path: &Path) -> Result<PathBuf, LibraryError> {
    let full = std::path::absolute(path)
        .map_err(|error| LibraryError::Folder { path: path.to_path_buf(), error })?;
    if !full.components().any(|part| part == Component::ParentDir) {
        return Ok(full.components().collect());
    }
    // `..` after a link leads elsewhere than the path's text suggests; ask the system in that case.
    let mut plain = PathBuf::new();
    for part in full.components() {
        if part == Component::ParentDir {
            plain.pop();
        } else {
            plain.push(part);
        }
    }
    match (full.canonicalize(), plain.canonicalize()) {
        (Ok(real), Ok(same)) if real == same => Ok(plain),
        (Ok(real), _) => Ok(real),
        (Err(_), _) => Ok(plain),
    }
}

/// Validates the address of the site that serves a folder, and removes a trailing slash.
pub fn site(base_url: &str) -> Result<Url, LibraryError> {
    let refused = |why: &str| LibraryError::Refused(format!("{base_url:?} cannot be a base address: {why}."));
    let base = Url::parse(base_url.trim()).map_err(|_| refused("it is not a complete web address"))?;
    if !matches!(base.scheme(), "http" | "https") {
        return Err(refused("it must start with http:// or https://"));
    }
    if base.query().is_some() || base.fragment().is_some() {
        return Err(refused("it must not contain ? or #"));
    }
    Ok(base)
}

/// A file's address: `file:///absolute/path`, or its address on the site that serves its root. Returns `None`
/// if the path cannot be expressed as an address.
pub fn url_of(file: &Path, root: &Path, base: Option<&Url>) -> Option<String> {
    let Some(base) = base else { return Url::from_file_path(file).ok().map(String::from) };
    let relative = file.strip_prefix(root).ok()?;
    let mut url = base.clone();
    if relative.as_os_str().is_empty() {
        // The root is itself a file, so the base address is the file's own.
        return Some(url.into());
    }
    let mut segments = url.path_segments_mut().ok()?;
    segments.pop_if_empty();
    for part in relative.components() {
        segments.push(part.as_os_str().to_str()?);
    }
    drop(segments);
    Some(url.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mapped(file: &str, base: Option<&str>) -> Option<String> {
        let base = base.map(|base| site(base).expect("a good base"));
        url_of(Path::new(file), Path::new("/srv/docs"), base.as_ref())
    }

    #[test]
    fn paths_become_file_addresses() {
        assert_eq!(
            mapped("/srv/docs/a b#c?d%.html", None).as_deref(),
            Some("file:///srv/docs/a%20b%23c%3Fd%25.html")
        );
        assert_eq!(
            mapped("/srv/docs/übung/東.md", None).as_deref(),
            Some("file:///srv/docs/%C3%BCbung/%E6%9D%B1.md")
        );
        let back = Url::parse(&mapped("/srv/docs/a b#c?d%.html", None).expect("an address")).expect("valid");
        assert_eq!(back.to_file_path(), Ok(PathBuf::from("/srv/docs/a b#c?d%.html")));
    }

    #[test]
    fn folders_are_mapped_to_their_site() {
        for base in ["https://example.org/docs", "https://example.org/docs/"] {
            assert_eq!(
                mapped("/srv/docs/sub/a b?.html", Some(base)).as_deref(),
                Some("https://example.org/docs/sub/a%20b%3F.html")
            );
        }
        assert_eq!(mapped("/srv/docs/x.html", Some("http://h:80")).as_deref(), Some("http://h/x.html"));
        assert_eq!(mapped("/elsewhere/x.html", Some("http://h")), None);
        assert_eq!(mapped("/srv/docs", Some("http://h/page.html")).as_deref(), Some("http://h/page.html"));
    }

    #[test]
    fn bad_base_addresses_are_refused_with_a_sentence() {
        for base in ["example.org", "ftp://example.org", "https://example.org/?q=1", "https://e.org/#x", ""] {
            assert!(matches!(site(base), Err(LibraryError::Refused(_))), "{base}");
        }
    }

    #[test]
    fn dots_are_resolved_and_links_are_kept() {
        let dir = tempfile::tempdir().expect("a folder");
        let real = dir.path().join("real");
        std::fs::create_dir_all(real.join("sub")).expect("made");
        std::os::unix::fs::symlink(&real, dir.path().join("link")).expect("linked");
        let given = dir.path().join("link").join("./sub");
        assert_eq!(absolute(&given).expect("a path"), dir.path().join("link/sub"));
        assert_eq!(absolute(&dir.path().join("real/../link")).expect("a path"), dir.path().join("link"));
        assert_eq!(absolute(&dir.path().join("gone/../also")).expect("a path"), dir.path().join("also"));
    }
}
