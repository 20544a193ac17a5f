//! Documents attached to a question.

use std::path::{Path, PathBuf};
use url::Url;

/// An attached file, not yet read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// Absolute.
    pub path: PathBuf,
    /// `file:///absolute/path`, under which it is cited.
    pub url: String,
    pub bytes: u64,
}

/// Checks all paths at once. On failure, returns one sentence for each file that cannot be used.
pub fn attachments(paths: &[PathBuf]) -> Result<Vec<Attachment>, Vec<String>> {
    let (fine, wrong): (Vec<_>, Vec<_>) = paths.iter().map(|path| attachment(path)).partition(Result::is_ok);
    if wrong.is_empty() {
        Ok(fine.into_iter().flatten().collect())
    } else {
        Err(wrong.into_iter().filter_map(Result::err).collect())
    }
}

fn attachment(path: &Path) -> Result<Attachment, String> {
    let name = path.display();
    // Opens the file instead of only checking its metadata: better to find out now than in the middle of a
    // run.
    let file = std::fs::File::open(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => format!("{name} does not exist."),
        std::io::ErrorKind::PermissionDenied => format!("This account isn't allowed to read {name}."),
        _ => format!("{name} can't be read: {error}."),
    })?;
    let about = file.metadata().map_err(|error| format!("{name} can't be read: {error}."))?;
    if about.is_dir() {
        return Err(format!("{name} is a folder. Add it with `gorkd library add`, or name its files."));
    }
    if !about.is_file() {
        return Err(format!("{name} is not a regular file."));
    }
    if about.len() == 0 {
        return Err(format!("{name} is empty."));
    }
    let path = std::path::absolute(path).map_err(|error| format!("{name} has no absolute path: {error}."))?;
    let url = Url::from_file_path(&path).map_err(|()| format!("{name} can't be written as a URL."))?;
    Ok(Attachment { path, url: url.into(), bytes: about.len() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_that_cannot_be_taken_is_named() {
        let folder = tempfile::tempdir().expect("a folder for a test");
        let fine = folder.path().join("naïve notes.md");
        std::fs::write(&fine, "# Notes").expect("it can be written");
        let empty = folder.path().join("empty.txt");
        std::fs::write(&empty, "").expect("it can be written");
        let missing = folder.path().join("missing.txt");
        let taken = attachments(std::slice::from_ref(&fine)).expect("a file with text");
        assert_eq!(taken[0].bytes, 7);
        assert!(taken[0].url.starts_with("file:///") && taken[0].url.ends_with("/na%C3%AFve%20notes.md"));
        let wrong =
            attachments(&[fine, empty, missing, folder.path().to_owned()]).expect_err("three are wrong");
        assert_eq!(wrong.len(), 3);
        assert!(wrong[0].ends_with("is empty.") && wrong[1].ends_with("does not exist."), "{wrong:?}");
        assert!(wrong[2].contains("is a folder"), "{wrong:?}");
    }
}
