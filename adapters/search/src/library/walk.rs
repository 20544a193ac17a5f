//! Lists the readable files of a folder and counts the rest.
//!
//! Links are followed, but no folder is entered twice and no file is listed twice. Real folders come first,
//! so that a document is cited by its own path rather than by a link. A link that leads out of the folder
//! could expose files that its creator may not read, so it is followed only where nobody else could have
//! created it.
//! made it.

use gorkd_core::model::Millis;
use serde::Deserialize;
use std::collections::{BTreeMap, HashSet, VecDeque};
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// Which links that lead out of a folder are followed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Links {
    /// Only those in folders that nobody else can write to.
    #[default]
    Own,
    All,
    None,
}

/// A readable file and its metadata on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub path: PathBuf,
    pub size: u64,
    pub modified: Millis,
}

/// The contents of a folder.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// Sorted by path.
    pub files: Vec<Listed>,
    pub unread: Unread,
    /// Number of links out of the folder that were not followed.
    pub outside: u64,
    /// Folders that could not be opened, each with the reason. Their contents are unknown, not deleted.
    pub closed: Vec<(PathBuf, String)>,
    /// The folder contains nothing at all, not even unsupported files.
    pub empty: bool,
}

/// Unsupported files, counted by extension.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unread {
    pub count: u64,
    /// For example `.png` → 12. A file without an extension is counted under its full name or as `other`.
    pub endings: BTreeMap<String, u64>,
}

const ENDINGS: [&str; 13] =
    ["html", "htm", "xhtml", "md", "markdown", "txt", "rst", "text", "json", "csv", "tsv", "pdf", "docx"];
/// Files without an extension that conventionally contain text.
const NAMES: [&str; 16] = [
    "readme",
    "license",
    "licence",
    "copying",
    "copyright",
    "authors",
    "changelog",
    "changes",
    "contributing",
    "install",
    "news",
    "notice",
    "todo",
    "history",
    "thanks",
    "faq",
];
/// Search indexes of site generators.
const PAGE_DATA: [&str; 3] = ["search_index.json", "searchindex.json", "search-index.json"];
/// How many extensions are counted separately; the rest are summed.
const MAX_EXTENSIONS: usize = 30;

pub fn list(root: &Path, links: Links) -> Listing {
    let mut listing = Listing { empty: true, ..Listing::default() };
    let mut entered: HashSet<(u64, u64)> = HashSet::new();
    let mut listed: HashSet<(u64, u64)> = HashSet::new();
    let mut linked_files = Vec::new();
    let real_root = root.canonicalize().unwrap_or_else(|_| root.to_path_buf());
    let mut folders = VecDeque::from([root.to_path_buf()]);
    while let Some(folder) = folders.pop_front() {
        let mut walk = WalkDir::new(&folder).follow_root_links(true).into_iter();
        while let Some(entry) = walk.next() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    closed(&mut listing, &folder, &error);
                    continue;
                }
            };
            if entry.depth() > 0 && is_hidden(&entry) {
                if entry.file_type().is_dir() {
                    walk.skip_current_dir();
                }
                continue;
            }
            let path = entry.path();
            if entry.depth() > 0 && entry.path_is_symlink() && !follows(path, &folder, &real_root, links) {
                listing.outside += 1;
                continue;
            }
            let Ok(metadata) = std::fs::metadata(path) else {
                // The link's target does not exist.
                listing.unread.add("broken link");
                continue;
            };
            if metadata.is_dir() {
                if entry.path_is_symlink() && entry.depth() > 0 {
                    // A link to a parent folder would create a cycle and pull in everything beside this
                    // folder.
                    let above = path.canonicalize().is_ok_and(|target| real_root.starts_with(target));
                    if !above {
                        folders.push_back(path.to_path_buf());
                    }
                } else if !entered.insert(identity(&metadata)) {
                    walk.skip_current_dir();
                }
                continue;
            }
            listing.empty = false;
            if !metadata.is_file() {
                listing.unread.add("device or pipe");
            } else if !(is_readable(path) && !is_page_data(path) || entry.depth() == 0 && folder == root) {
                listing.unread.add(&ending(path));
            } else if entry.path_is_symlink() {
                linked_files.push((path.to_path_buf(), metadata));
            } else {
                listed.insert(identity(&metadata));
                listing.files.push(file(path, &metadata));
            }
        }
    }
    for (path, metadata) in linked_files {
        if listed.insert(identity(&metadata)) {
            listing.files.push(file(&path, &metadata));
        }
    }
    listing.files.sort_by(|a, b| a.path.cmp(&b.path));
    listing
}

/// Whether the target of a link allows following it. `folder` is where the walk started.
fn follows(link: &Path, folder: &Path, real_root: &Path, links: Links) -> bool {
    // Broken links are reported separately.
    let leaves = link.canonicalize().is_ok_and(|target| !target.starts_with(real_root));
    match links {
        _ if !leaves => true,
        Links::All => true,
        Links::None => false,
        Links::Own => {
            let above = link.ancestors().skip(1);
            above.take_while(|above| above.starts_with(folder)).all(is_own)
        }
    }
}

/// Whether only root and the user who runs gorkd can write to this folder.
fn is_own(folder: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    const OTHERS_WRITE: u32 = 0o022;
    let Ok(metadata) = std::fs::metadata(folder) else { return false };
    let owner = metadata.uid();
    metadata.mode() & OTHERS_WRITE == 0 && (owner == 0 || owner == rustix::process::geteuid().as_raw())
}

impl Unread {
    fn add(&mut self, ending: &str) {
        self.count += 1;
        let known = self.endings.contains_key(ending) || self.endings.len() < MAX_EXTENSIONS;
        *self.endings.entry(if known { ending } else { "other" }.to_owned()).or_default() += 1;
    }
}

fn closed(listing: &mut Listing, folder: &Path, error: &walkdir::Error) {
    let path = error.path().unwrap_or(folder).to_path_buf();
    let why = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
    listing.empty = false;
    let sentence = format!("{} could not be opened: {why}.", path.display());
    listing.closed.push((path, sentence));
}

fn is_hidden(entry: &DirEntry) -> bool {
    let name = entry.file_name().as_encoded_bytes();
    name.starts_with(b".") || name == b"node_modules"
}

fn is_readable(path: &Path) -> bool {
    let lower = |part: &std::ffi::OsStr| part.to_string_lossy().to_lowercase();
    match path.extension() {
        Some(ending) => ENDINGS.contains(&lower(ending).as_str()),
        None => path.file_name().is_some_and(|name| NAMES.contains(&lower(name).as_str())),
    }
}

/// Data that the pages of a generated site load, such as an index of its words or a glossary: they repeat what the pages
/// say, as markup.
fn is_page_data(path: &Path) -> bool {
    let lower = |part: &std::ffi::OsStr| part.to_string_lossy().to_lowercase();
    let is_json = path.extension().is_some_and(|ending| lower(ending) == "json");
    let named = path.file_name().is_some_and(|name| PAGE_DATA.contains(&lower(name).as_str()));
    let beside = path.parent().is_some_and(|above| above.iter().any(|part| part == "_static"));
    is_json && (named || beside)
}

fn ending(path: &Path) -> String {
    match path.extension() {
        Some(ending) => format!(".{}", ending.to_string_lossy().to_lowercase()),
        None => "no ending".to_owned(),
    }
}

fn file(path: &Path, metadata: &Metadata) -> Listed {
    let modified = metadata
        .modified()
        .ok()
        .and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok())
        .and_then(|since| i64::try_from(since.as_millis()).ok())
        .unwrap_or(0);
    Listed { path: path.to_path_buf(), size: metadata.len(), modified: Millis(modified) }
}

fn identity(metadata: &Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{Permissions, create_dir_all, set_permissions, write};
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn names(root: &Path) -> Vec<String> {
        list(root, Links::Own)
            .files
            .iter()
            .map(|file| file.path.strip_prefix(root).expect("inside").to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn only_readable_files_are_listed_and_the_rest_is_counted() {
        let dir = tempfile::tempdir().expect("a folder");
        let root = dir.path();
        for folder in [".git", "node_modules", "sub"] {
            create_dir_all(root.join(folder)).expect("made");
            write(root.join(folder).join("a.md"), "x").expect("written");
        }
        for name in ["b.HTML", "README", ".hidden.md", "c.png", "d.png", "tool"] {
            write(root.join(name), "x").expect("written");
        }
        let listing = list(root, Links::Own);
        assert_eq!(names(root), ["README", "b.HTML", "sub/a.md"]);
        assert_eq!(listing.unread.count, 3);
        assert_eq!(listing.unread.endings[".png"], 2);
    }

    #[test]
    fn data_that_pages_load_is_no_document() {
        let dir = tempfile::tempdir().expect("a folder");
        let root = dir.path();
        for folder in ["_static", "search", "data"] {
            create_dir_all(root.join(folder)).expect("made");
        }
        let files =
            ["_static/glossary.json", "_static/a.pdf", "search/search_index.json", "data/prices.json"];
        for name in files {
            write(root.join(name), "{}").expect("written");
        }
        let mut found = names(root);
        found.sort();
        assert_eq!(found, ["_static/a.pdf", "data/prices.json"]);
        assert_eq!(list(root, Links::Own).unread.endings[".json"], 2);
    }

    #[test]
    fn loops_of_links_end_and_nothing_is_listed_twice() {
        let dir = tempfile::tempdir().expect("a folder");
        let root = dir.path();
        create_dir_all(root.join("z/deep")).expect("made");
        write(root.join("z/deep/page.md"), "x").expect("written");
        symlink(root, root.join("z/deep/up")).expect("linked");
        symlink(root.join("z/deep"), root.join("a")).expect("linked");
        symlink(root.join("z/deep/page.md"), root.join("first.md")).expect("linked");
        symlink(root.join("nowhere.md"), root.join("broken.md")).expect("linked");
        assert_eq!(names(root), ["z/deep/page.md"]);
    }

    #[test]
    fn folders_outside_are_followed_once() {
        let dir = tempfile::tempdir().expect("a folder");
        let (root, outside) = (dir.path().join("root"), dir.path().join("outside"));
        create_dir_all(&root).expect("made");
        set_permissions(&root, Permissions::from_mode(0o755)).expect("its owner's");
        create_dir_all(&outside).expect("made");
        write(outside.join("page.md"), "x").expect("written");
        symlink(&outside, root.join("link")).expect("linked");
        symlink(&outside, root.join("link2")).expect("linked");
        assert_eq!(names(&root).len(), 1);
    }

    #[test]
    fn links_out_of_a_folder_that_others_can_write_to_are_not_followed() {
        let dir = tempfile::tempdir().expect("a folder");
        let (root, outside) = (dir.path().join("root"), dir.path().join("outside"));
        for folder in [&root.join("shared/deep"), &outside] {
            create_dir_all(folder).expect("made");
        }
        write(outside.join("secret.md"), "x").expect("written");
        write(root.join("page.md"), "x").expect("written");
        symlink(&outside, root.join("shared/deep/folder")).expect("linked");
        symlink(outside.join("secret.md"), root.join("shared/deep/file.md")).expect("linked");
        symlink(root.join("page.md"), root.join("shared/inside.md")).expect("linked");
        let listed = |shared: u32, links: Links| {
            for (folder, mode) in [(root.clone(), 0o755), (root.join("shared"), shared)] {
                set_permissions(folder, Permissions::from_mode(mode)).expect("changed");
            }
            set_permissions(root.join("shared/deep"), Permissions::from_mode(0o755)).expect("changed");
            let listing = list(&root, links);
            (listing.files.len(), listing.outside)
        };
        assert_eq!(listed(0o755, Links::Own), (2, 0));
        // Anybody who can write to a folder can replace what is in it.
        assert_eq!(listed(0o775, Links::Own), (1, 2));
        assert_eq!(listed(0o777, Links::All), (2, 0));
        assert_eq!(listed(0o755, Links::None), (1, 2));
    }

    #[test]
    fn a_single_file_is_a_root_whatever_its_ending() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("notes.page");
        write(&path, "x").expect("written");
        assert_eq!(list(&path, Links::Own).files.len(), 1);
        assert!(list(&dir.path().join("gone"), Links::Own).files.is_empty());
    }
}
