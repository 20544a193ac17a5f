//! Titles of threads, and the plain matching by which threads are searched.

/// Maximum length of a thread title, in characters.
const TITLE: usize = 80;

/// A thread's title: its first question on one line, cut between words if it is too long.
pub(crate) fn title_of(question: &str) -> String {
    let line = question.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= TITLE {
        return line;
    }
    let cut: String = line.chars().take(TITLE - 1).collect();
    // A very long last word is cut in the middle; otherwise little of the title would be left.
    let end = cut.rfind(' ').filter(|end| *end > cut.len() / 2).unwrap_or(cut.len());
    format!("{}…", cut[..end].trim_end())
}

/// Text in searchable form: lower case.
pub(crate) fn folded(text: &str) -> String {
    text.to_lowercase()
}

/// The words of a search. A thread must contain all of them.
pub(crate) fn wanted_words(search: Option<&str>) -> Vec<String> {
    search.unwrap_or("").split_whitespace().map(folded).collect()
}

/// A list in the form that SQLite takes as one value.
pub(crate) fn json_list(words: &[String]) -> String {
    serde_json::Value::from(words).to_string()
}

/// Names as one text, in which each is found as [`named`].
pub(crate) fn names<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    names.into_iter().fold("\n".to_owned(), |names, name| names + name + "\n")
}

/// A name as it is found in [`names`], and in no longer one.
pub(crate) fn named(name: &str) -> String {
    format!("\n{name}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_one_short_line() {
        assert_eq!(title_of("  How does\n WAL   work? "), "How does WAL work?");
        let long = title_of(&"research ".repeat(20));
        assert!(long.ends_with("research…") && long.chars().count() <= TITLE, "{long}");
        assert_eq!(title_of(&"京".repeat(200)).chars().count(), TITLE);
        assert_eq!(title_of(&"x".repeat(TITLE)), "x".repeat(TITLE));
    }

    #[test]
    fn a_name_is_found_whole() {
        let all = names(["wikipedia", "sim-1"]);
        let found = ["wikipedia", "sim-1", "sim", "pedia"].map(|name| all.contains(&named(name)));
        assert_eq!((all.as_str(), found), ("\nwikipedia\nsim-1\n", [true, true, false, false]));
        assert_eq!(names([]), "\n");
    }

    #[test]
    fn searches_ask_for_every_word() {
        assert_eq!(json_list(&wanted_words(Some(" Größe \"WAL\" "))), r#"["größe","\"wal\""]"#);
        assert_eq!(json_list(&wanted_words(None)), "[]");
    }
}
