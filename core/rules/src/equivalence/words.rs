//! The small words of English questions: those that carry nothing, those that join, those that may be left out.

/// Words that change nothing about what is asked: articles, helping verbs, filling words. Lower case.
pub(super) fn is_idle(word: &str) -> bool {
    IDLE.contains(&word)
}

/// Words of which a question may have one more or less and still be word for word the same.
pub(super) fn is_trivial(word: &str) -> bool {
    ["a", "an", "the", "is", "are", "some", "any", "really", "actually", "please", "very", "so"]
        .contains(&word)
}

/// Words for the one who asks, or for anyone.
pub(super) fn is_asker(word: &str) -> bool {
    FIRST.contains(&word) || SECOND.contains(&word)
}

pub(super) fn is_first_person(word: &str) -> bool {
    FIRST.contains(&word)
}

/// Small words that join a word to the one before it, and say nothing by themselves.
pub(super) fn is_link(word: &str) -> bool {
    LINKS.contains(&word)
}

/// Links that keep their sense when both sides change places.
pub(super) fn is_even(link: &str) -> bool {
    ["and", "or", "vs", "versus", "nor"].contains(&link)
}

/// Links that hang a noun on another, so that "jobs in Oslo" and "Oslo jobs" are one thing.
pub(super) fn is_hanging(link: &str) -> bool {
    ["in", "of", "for", "on", "at", "about", "within", "near"].contains(&link)
}

/// Links of which one says the opposite of the other.
pub(super) fn are_opposite_links(a: &str, b: &str) -> bool {
    let toward = |word: &str| ["to", "into", "towards"].contains(&word);
    (a == "from" && toward(b)) || (toward(a) && b == "from")
}

/// Words that change little and may stand on one side only.
pub(super) fn soft() -> impl Iterator<Item = &'static str> {
    SOFT.iter().copied()
}

/// Words that make another thing of the name behind them.
pub(super) fn is_qualifier(word: &str) -> bool {
    QUALIFIERS.contains(&word)
}

const IDLE: &[&str] = &[
    "a",
    "an",
    "the",
    "is",
    "are",
    "am",
    "was",
    "were",
    "be",
    "been",
    "being",
    "do",
    "does",
    "did",
    "doing",
    "has",
    "have",
    "had",
    "having",
    "can",
    "could",
    "will",
    "would",
    "shall",
    "may",
    "might",
    "should",
    "ought",
    "really",
    "actually",
    "just",
    "very",
    "quite",
    "rather",
    "so",
    "too",
    "also",
    "some",
    "any",
    "ever",
    "even",
    "exactly",
    "simply",
    "basically",
    "literally",
    "someone",
    "somebody",
    "anyone",
    "anybody",
    "please",
    "kindly",
    "there",
    "it",
    "its",
    "itself",
    "that",
    "this",
    "these",
    "those",
    "much",
    "most",
    "currently",
    "now",
    "presently",
    "nowadays",
    "such",
    "then",
    "certain",
    "all",
    "available",
    "possible",
    "possibly",
    "which",
    "what",
    "who",
    "whom",
    "whose",
    "if",
    "as",
    "get",
    "gets",
    "got",
    "getting",
    "gotten",
    "mean",
    "means",
    "phrase",
    "called",
    "own",
    "normally",
    "usually",
    "generally",
    "typically",
    "commonly",
];

const FIRST: &[&str] =
    &["i", "me", "my", "mine", "myself", "we", "us", "our", "ours", "ourselves", "one", "one's", "oneself"];

const SECOND: &[&str] = &["you", "your", "yours", "yourself", "yourselves", "u", "ur"];

const LINKS: &[&str] = &[
    "of",
    "in",
    "on",
    "at",
    "for",
    "to",
    "from",
    "into",
    "by",
    "with",
    "about",
    "as",
    "than",
    "and",
    "or",
    "vs",
    "versus",
    "through",
    "via",
    "using",
    "towards",
    "among",
    "between",
    "within",
    "near",
    "nor",
    "regarding",
    "concerning",
    "upon",
    "per",
    "but",
    "while",
    "during",
];

const SOFT: &[&str] = &[
    "good",
    "main",
    "key",
    "major",
    "more",
    "way",
    "thing",
    "people",
    "person",
    "kind",
    "type",
    "sort",
    "different",
    "various",
    "common",
    "probable",
    "likely",
    "want",
    "need",
    "try",
    "find",
    "useful",
    "proper",
    "true",
    "real",
    "exact",
    "particular",
    "specific",
    "overall",
    "general",
    "ideal",
    "well",
    "other",
    "another",
    "completely",
    "fully",
    "properly",
    "effectively",
    "easily",
    "easy",
    "simple",
    "successfully",
    "feel",
    "go",
    "world",
    "life",
    "start",
    "learn",
    "use",
    "service",
    "section",
    "word",
    "system",
    "problem",
    "issue",
    "account",
    "new",
    "personal",
    "whole",
    "buy",
    "read",
    "watch",
    "visit",
    "become",
    "meaning",
    "definition",
    "intend",
    "choose",
    "prefer",
    "lot",
    "still",
    "yet",
    "always",
    "often",
    "today",
    "up",
    "out",
    "him",
    "he",
    "she",
    "they",
    "them",
    "loving",
    "industry",
    "stuff",
    "name",
    "term",
    "concept",
    "process",
    "secure",
];

const QUALIFIERS: &[&str] = &[
    "north", "south", "east", "west", "northern", "southern", "eastern", "western", "central", "new", "old",
    "great", "upper", "lower", "saint", "san", "santa", "los", "las", "port", "fort", "mount", "lake",
    "inner", "outer", "middle", "republic", "second", "young", "king", "queen", "pro", "super",
];

/// Words that pick the first or the last of an order: "cheapest", "most".
pub(super) fn picks(text: &str) -> Vec<String> {
    const SHORTEST: usize = 5;
    let picks = |word: &String| {
        ["most", "least", "best", "worst"].contains(&word.as_str())
            || word.ends_with("est") && word.len() >= SHORTEST
    };
    crate::text::words::words(text).iter().map(|word| word.text.to_lowercase()).filter(picks).collect()
}
