//! Sentences that can't stand alone: they begin with a word that refers to the previous sentence.

use crate::text::tables::lists;

/// Whether the sentence starts by referring to what precedes it. `language` is an ISO 639-1 code; unknown ones
/// count as English.
pub fn starts_with_reference(sentence: &str, language: &str) -> bool {
    let pointing = &lists::Tables::or_english(language).pointing_words;
    let connectives = &lists::Tables::or_english(language).connectives;
    let start = sentence.trim_start_matches(|c: char| !c.is_alphanumeric());
    let lower: String = start.chars().take(24).collect::<String>().to_lowercase();
    if matches!(language, "zh" | "ja") {
        return pointing.written().stem_of(&lower) || connectives.written().stem_of(&lower);
    }
    let first = lower.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    pointing.has(first) || connectives.has(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pronouns_at_the_start_point_back() {
        assert!(starts_with_reference("“They left.", "en"));
        assert!(starts_with_reference("Это было летом.", "ru"));
        assert!(starts_with_reference("他于1900年出生。", "zh"));
        assert!(!starts_with_reference("Their", "de"));
        assert!(!starts_with_reference("Itsy said so.", "en"));
    }
}
