//! Reads files that hold one JSON object a line.

use anyhow::{Context, Result};
use serde::de::DeserializeOwned;
use std::path::Path;

/// The cases of a file, in order; empty lines are passed over.
pub fn lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let parse = |(at, line): (usize, &str)| {
        let not_a_case = || format!("line {} of {} is not a case of this suite", at + 1, path.display());
        serde_json::from_str(line).with_context(not_a_case)
    };
    text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(parse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_line_is_named_by_its_number() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("cases.jsonl");
        std::fs::write(&path, "1\n\n2\n").expect("it is written");
        assert_eq!(lines::<u32>(&path).expect("numbers"), [1, 2]);
        std::fs::write(&path, "1\n\ntwo\n").expect("it is written");
        let why = lines::<u32>(&path).expect_err("not a number").to_string();
        assert!(why.starts_with("line 3 of"), "{why}");
    }
}
