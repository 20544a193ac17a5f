//! Search provider keys entered on the web page, in a file in the data folder that only its owner can read.
//! The settings file and the environment override it. It is read at startup.

use super::schema;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The file, in the data folder.
pub fn file(data: &Path) -> PathBuf {
    data.join("keys.toml")
}

/// Search providers that take a key.
pub fn providers() -> Vec<String> {
    let keys = schema::keys();
    let named = |key: &String| Some(key.strip_prefix("search.")?.strip_suffix(".key")?.to_owned());
    keys.keys().filter_map(named).collect()
}

/// Stores a provider's key, or removes it.
pub fn keep(data: &Path, provider: &str, key: Option<&str>) -> std::io::Result<()> {
    let mut kept = read(data)?;
    match key {
        Some(key) => _ = kept.insert(provider.to_owned(), key.to_owned()),
        None => _ = kept.remove(provider),
    }
    let mut text = String::from("# Keys that were given on the page. gorkd writes this file.\n");
    for (provider, key) in kept {
        text.push_str(&format!("\n[search.{provider}]\nkey = {}\n", toml::Value::String(key)));
    }
    write(&file(data), &text)
}

/// Providers with a key in this file.
pub fn read(data: &Path) -> std::io::Result<BTreeMap<String, String>> {
    let text = match std::fs::read_to_string(file(data)) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(error) => return Err(error),
    };
    let table: toml::Table = text.parse().map_err(std::io::Error::other)?;
    let search = table.get("search").and_then(toml::Value::as_table).cloned().unwrap_or_default();
    let key = |(name, value): (String, toml::Value)| Some((name, value.get("key")?.as_str()?.to_owned()));
    Ok(search.into_iter().filter_map(key).collect())
}

/// Replaces the file atomically, so that a reader sees either the old or the new one.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let next = path.with_extension("toml.next");
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut written = options.open(&next)?;
    written.write_all(text.as_bytes())?;
    written.sync_all()?;
    std::fs::rename(&next, path)
}
