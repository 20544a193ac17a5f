//! Addresses in the question itself: what the asker points at is read before any search result.

use crate::text::once;
use crate::text::words::words;
use url::Url;

/// Addresses of the web in a text, in order, each once, without the punctuation of the sentence behind them.
pub fn addresses(text: &str) -> Vec<String> {
    let words = text.split(|c: char| c.is_whitespace() || "<>\"“”«»".contains(c));
    once(words.filter_map(address))
}

/// A text without its addresses, for searches; when nothing else is in it, the words of the first address.
pub fn without_addresses(text: &str) -> String {
    let named = addresses(text);
    if named.is_empty() {
        return text.to_owned();
    }
    let kept: Vec<&str> = text.split_whitespace().filter(|word| address(trimmed(word)).is_none()).collect();
    let rest = kept.join(" ");
    if words(&rest).len() >= FEWEST_WORDS {
        return rest;
    }
    let spoken = spoken(&named[0]);
    format!("{rest} {spoken}").trim().to_owned()
}

/// Fewer words next to an address say what to do with it, not what it is about.
const FEWEST_WORDS: usize = 3;

fn address(word: &str) -> Option<String> {
    let word = trimmed(word);
    let lower = word.to_ascii_lowercase();
    if !(lower.starts_with("http://") || lower.starts_with("https://")) {
        return None;
    }
    let url = Url::parse(word).ok()?;
    url.has_host().then(|| url.into())
}

fn trimmed(word: &str) -> &str {
    let word = word.trim_start_matches(['(', '[', '\'', '<', '"']);
    let word = word.trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '"', '>', ']']);
    // A bracket that the address itself has opened belongs to it.
    match word.strip_suffix(')') {
        Some(rest) if rest.matches('(').count() < word.matches(')').count() => rest,
        Some(_) | None => word,
    }
}

/// The last parts of an address as words: `…/docs/water-boiling.html` speaks of "water boiling".
fn spoken(address: &str) -> String {
    let Ok(url) = Url::parse(address) else { return String::new() };
    let mut parts = url.path_segments().into_iter().flatten().filter(|part| !part.is_empty());
    let last = parts
        .next_back()
        .map(|part| part.rsplit_once('.').map_or(part, |(name, _)| name))
        .unwrap_or_default();
    let said: Vec<&str> =
        last.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    if said.is_empty() { url.host_str().unwrap_or_default().to_owned() } else { said.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_taken_without_the_sentence_around_them() {
        let text = "What does https://example.org/a_(b). say, and (see http://docs.example.com/x?y=1), or ftp://c.d?";
        assert_eq!(addresses(text), ["https://example.org/a_(b)", "http://docs.example.com/x?y=1"]);
        assert_eq!(addresses("no address: example.org, https://"), [""; 0]);
    }

    #[test]
    fn searches_are_made_of_the_other_words() {
        for (text, rest) in [
            ("When was the bridge opened, says https://a.example/x?", "When was the bridge opened, says"),
            ("Summarise https://a.example/docs/water-boiling.html", "Summarise water boiling"),
            ("https://a.example/", "a.example"),
            ("How hot is boiling water?", "How hot is boiling water?"),
        ] {
            assert_eq!(without_addresses(text), rest);
        }
    }
}
