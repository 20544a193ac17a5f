//! Titles of threads, and the plain matching that finds threads again.

/// Characters of a thread's title at most.
const TITLE: usize = 80;

/// A thread's title: its first question on one line, cut between words where it is too long.
pub(crate) fn title_of(question: &str) -> String {
    let line = question.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= TITLE {
        return line;
    }
    let cut: String = line.chars().take(TITLE - 1).collect();
    // A last word that is very long is cut in the middle, or little of the title would be left.
    let end = cut.rfind(' ').filter(|end| *end > cut.len() / 2).unwrap_or(cut.len());
    format!("{}…", cut[..end].trim_end())
}

/// Text as it is searched: in lower case.
pub(crate) fn folded(text: &str) -> String {
    text.to_lowercase()
}

/// The words of a search, all of which a thread has to hold.
pub(crate) fn wanted_words(search: Option<&str>) -> Vec<String> {
    search.unwrap_or("").split_whitespace().map(folded).collect()
}

/// A list as SQLite takes it in one value.
pub(crate) fn json_list(words: &[String]) -> String {
    serde_json::Value::from(words).to_string()
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
    fn searches_ask_for_every_word() {
        assert_eq!(json_list(&wanted_words(Some(" Größe \"WAL\" "))), r#"["größe","\"wal\""]"#);
        assert_eq!(json_list(&wanted_words(None)), "[]");
    }
}
