//! Decides whether a text is a question worth running at all.
//!
//! When in doubt, a text is accepted: an odd question gets an answer that says what was not found, but a real
//! question in rare words must never be rejected.

use crate::text::{pattern, says_little, stopwords};
use gorkd_core::model::{Refusal, RefusalCode};
use gorkd_words::Msg;
use regex::{Regex, RegexSet};
use std::sync::LazyLock;

/// Maximum characters of a question.
pub const LONGEST_QUESTION: usize = 2_000;

/// The text as it will be asked: trimmed, without control and invisible formatting characters. Refused if it is
/// too short or too long, has no letters, or is obviously an attack or not a language.
pub fn admissible(text: &str) -> Result<String, Refusal> {
    let text = clean(text);
    let length = text.chars().count();
    let invalid = |said: Msg| Err(Refusal::saying(RefusalCode::InvalidQuestion, said));
    if length == 0 {
        return invalid(Msg::QuestionEmpty);
    }
    if length > LONGEST_QUESTION {
        return invalid(Msg::QuestionLong { length: length as u64, most: LONGEST_QUESTION as u64 });
    }
    if !text.chars().any(char::is_alphabetic) {
        return invalid(Msg::QuestionNoLetters);
    }
    let refuse = |said: Msg| Err(Refusal::saying(RefusalCode::Rejected, said));
    if is_attack(&text) {
        return refuse(Msg::QuestionAttack);
    }
    if is_nonsense(&text) {
        return refuse(Msg::QuestionNoWords);
    }
    Ok(text)
}

fn clean(text: &str) -> String {
    let kept: String = text
        .replace("\r\n", "\n")
        .chars()
        .filter(|c| !c.is_control() || matches!(c, '\n' | '\t'))
        // Byte order marks, zero-width spaces, and direction overrides. Joiners are kept, because some scripts
        // need them.
        .filter(|c| !matches!(u32::from(*c), 0xFEFF | 0x200B | 0x2060 | 0x202A..=0x202E | 0x2066..=0x2069 | 0xE0000..=0xE007F))
        .collect();
    kept.trim().to_owned()
}

fn is_attack(text: &str) -> bool {
    let lower = text.to_lowercase().replace('’', "'");
    ORDERS.is_match(lower.trim_start_matches(['"', '\'', '*', '#', '-', ' '])) && !asks(&lower)
        || (INJECTIONS.is_match(&lower) && prose(&lower) < 3)
}

/// Whether it asks about something, rather than ordering it to be done. Asking for the bot's own prompt or keys
/// still counts as an order.
fn asks(lower: &str) -> bool {
    let first = lower.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or("");
    let about_itself = OWN_SECRETS.is_match(lower);
    !about_itself
        && (is_interrogative(first)
            || lower.contains("prevent")
            || lower.contains("protect against")
            || lower.contains("defend"))
}

fn is_interrogative(word: &str) -> bool {
    let asks = stopwords::is_question_word(word, "en") && !stopwords::is_request_word(word, "en");
    asks || ["is", "are", "does", "do", "did"].contains(&word)
}

/// Orders to the machine. Anchored at the start, so that questions about such sentences pass.
static ORDERS: LazyLock<RegexSet> = LazyLock::new(|| {
    set(&[
        r"^(please |now |ok |so |hey |hi |hello |and )*(ignore|disregard|forget|override|bypass)\s+(all|any|the|your|my|previous|prior|above|these|those|every|everything)\b.{0,40}\b(instructions?|prompts?|rules|directions|guidelines|restrictions|safety)\b",
        r"^(vergiss|ignoriere)\b.{0,40}\b(anweisungen|regeln|instruktionen)\b",
        r"^(ignora|olvida)\b.{0,40}\b(instrucciones|istruzioni|instruções|reglas)\b",
        r"^(ignore|oublie)\b.{0,40}\b(instructions|consignes|règles)\b",
        r"^you are now (dan|in developer mode|an? (unrestricted|unfiltered|evil))\b",
        r"^(enter|enable|activate|switch to) (dan|developer|jailbreak|god)[ -]?mode\b",
        r"^(please |can you |could you |would you |i want you to |help me |you must )*(hack|ddos|dos|brute[- ]?force|deface|take down|break into|phish|flood|carpet[- ]?bomb)\b.{0,60}(website|server|account|network|https?://|\d+\.\d+\.\d+\.\d+|\.(com|org|net|gov|io)\b|password|wi-?fi|e-?mail|facebook|instagram|gmail|computer|phone|bank)",
        r"^(please |can you |could you |help me )*(launch|start|run|perform|carry out) (a |an )?(ddos|dos|denial[- ]of[- ]service|phishing|brute[- ]?force|ransomware|cyber) ?(attack|campaign)?s? (on|against|at)\b",
        r"^(please |can you |could you |help me )*(write|create|make|build|generate|code|give)( me)? (a |an |some )?(working )?(ransomware|keylogger|computer virus|malware|botnet|phishing (page|e-?mail|site|kit))\b",
        r"^(please |can you |could you |would you |now |just )*(reveal|show|print|repeat|output|display|leak|dump|expose|tell( me)?|give( me)?|what('s| is| are)|list|send( me)?|write out)\b.{0,30}\b(your|this bot's|the bot's|gorkd's)\b.{0,20}\b(system prompt|prompt|instructions|hidden rules|initial message|api[- ]?keys?|secrets?|passwords?|credentials|tokens?|environment variables|env vars?|config(uration)? file)\b",
        r"^(please |now |just )*(repeat|print|output) (everything|all( the)? (text|words)|the (text|words)) (above|before)\b",
    ])
});

/// Requests for the bot's own prompt or keys, even in the form of a question.
static OWN_SECRETS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(your|this bot's|the bot's)\b.{0,20}\b(system prompt|prompt|instructions|hidden rules|api[- ]?keys?|secrets?|passwords?|credentials|tokens?|environment variables|env vars?)\b",
    )
});

/// Strings that are only an injection. They count only if there is hardly any prose around them.
static INJECTIONS: LazyLock<RegexSet> = LazyLock::new(|| {
    set(&[
        r"^[\s;|&`]*(sudo )?rm -[a-z]*r[a-z]* +[/~*.]\S*( --no-preserve-root)?[\s;`)]*$",
        r"^\s*([;&|]{1,2}|`|\$\()\s*(rm|cat|curl|wget|nc|bash|sh|python3?|perl|whoami|id|ls|ping|sleep|chmod|dd|mkfs)\b",
        r"^\s*(curl|wget)\s+\S+\s*\|\s*(sudo )?(ba|z)?sh\b",
        r"^\s*(cat|less|head|tail)\s+/etc/(passwd|shadow)\s*$",
        r"^\s*(\.\./){2,}\S*\s*$",
        r#"^.{0,40}['")]\s*(or|and)\s*\(?['"]?\w+['"]?\s*=\s*['"]?\w+"#,
        r#"^.{0,40}['";]\s*(drop|truncate|alter|delete|insert|update|exec|shutdown)\s+(table|database|from|into|xp_\w+|\w+ set)?\b.*(--|;|#)\s*$"#,
        r#"^.{0,20}['"]?\s*\bunion\s+(all\s+)?select\b.*(--|#|/\*)\s*$"#,
        r#"^\s*\w{0,20}['"]\s*(--|#|/\*)\s*$"#,
        r"^\s*<\s*(script|img|svg|iframe|body)\b[^>]*>?.*$",
        r"^\s*(\$\{jndi:|\{\{.*\}\}\s*$|<%=?.*%>\s*$|\$\{.*\}\s*$)",
    ])
});

/// Number of English stop words and question words, which tells how much of the text is a sentence.
fn prose(lower: &str) -> usize {
    lower
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| word.len() > 1 && !["or", "and", "from"].contains(word))
        .filter(|word| says_little(word, "en"))
        .count()
}

fn is_nonsense(text: &str) -> bool {
    let tokens: Vec<&str> = text.split_whitespace().collect();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let visible = text.chars().filter(|c| !c.is_whitespace()).count();
    let signs = text.chars().filter(|c| !c.is_alphanumeric() && !c.is_whitespace()).count();
    let mostly_signs = visible >= 10 && letters * 5 < visible && signs * 4 > visible * 3;
    mostly_signs || repeats(text, &tokens) || is_blob(&tokens) || is_mash(&tokens)
}

/// Whether one or two characters, or one short word at least five times, are all there is.
fn repeats(text: &str, tokens: &[&str]) -> bool {
    let letters: Vec<char> =
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let mut distinct = letters.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let upper = text.chars().all(|c| !c.is_lowercase());
    let one = distinct.len() == 1 && letters.len() >= if upper { 6 } else { 4 };
    let two = distinct.len() == 2 && letters.len() >= 8;
    let first = tokens.first().map(|token| token.to_lowercase()).unwrap_or_default();
    let same_word = tokens.len() >= 5
        && first.chars().count() <= 5
        && tokens.iter().all(|token| token.to_lowercase() == first);
    one || two || same_word
}

/// Whether it is a single long run of digits and letters of both cases: encoded bytes. Hex digests pass,
/// because people look them up.
fn is_blob(tokens: &[&str]) -> bool {
    let [token] = tokens else { return false };
    let body = token.trim_end_matches('=');
    let class = |c: char| match c {
        'a'..='z' => 0,
        'A'..='Z' => 1,
        '0'..='9' => 2,
        _ => 3,
    };
    let plain = body.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '/'));
    let classes: Vec<u8> = body.chars().map(class).collect();
    let switches = classes.windows(2).filter(|pair| pair[0] != pair[1]).count();
    let kinds = (0..3).filter(|kind| classes.contains(kind)).count();
    let long = body.len() >= 40 || (body.len() >= 16 && token.len() > body.len());
    plain && long && kinds == 3 && switches * 3 >= body.len()
}

/// Whether every word is a run along the keyboard, or of letters that no language combines.
fn is_mash(tokens: &[&str]) -> bool {
    let words: Vec<String> = tokens
        .iter()
        .map(|token| token.trim_matches(|c: char| !c.is_alphanumeric() && c != ';').to_owned())
        .filter(|word| !word.is_empty())
        .collect();
    let total: usize = words.iter().map(String::len).sum();
    total >= 7
        && !words.is_empty()
        && words.iter().all(|word| word.bytes().all(|b| b.is_ascii_lowercase() || b == b';'))
        && words.iter().all(|word| word.len() >= 4)
        && !words.iter().any(|word| KEYBOARDS.contains(&word.as_str()))
        && words.iter().all(|word| along_keys(word) || unspeakable(word))
}

/// Words that refer to keyboards.
const KEYBOARDS: &[&str] = &["qwerty", "qwertz", "azerty"];

fn along_keys(word: &str) -> bool {
    const ROWS: [&str; 3] = ["qwertyuiop", "asdfghjkl;", "zxcvbnm"];
    let place = |b: u8| {
        ROWS.iter()
            .enumerate()
            .find_map(|(row, keys)| keys.bytes().position(|key| key == b).map(|at| (row, at)))
    };
    let places: Vec<(usize, usize)> = word.bytes().filter_map(place).collect();
    let steps = places.windows(2).filter(|p| p[0].0 == p[1].0 && p[0].1.abs_diff(p[1].1) == 1).count();
    word.len() >= 4 && steps * 4 >= (places.len().max(1) - 1) * 3
}

fn unspeakable(word: &str) -> bool {
    // `y` and `w` are vowels in some languages.
    let vowels = word.bytes().filter(|b| b"aeiouyw".contains(b)).count();
    let pairs = word.as_bytes().windows(2).filter(|pair| ODD_PAIRS.contains(&[pair[0], pair[1]])).count();
    (word.len() >= 9 && vowels == 0) || (word.len() >= 5 && pairs * 5 >= (word.len() - 1) * 2)
}

/// Letter pairs that are rare in Latin-script languages but common when mashing a keyboard.
const ODD_PAIRS: &[[u8; 2]] = &[
    *b"kj", *b"jk", *b"jh", *b"hj", *b"fj", *b"jf", *b"jd", *b"sj", *b"js", *b"lk", *b"hk", *b"kh", *b"hg",
    *b"gf", *b"fg", *b"fd", *b"df", *b"dk", *b"kd", *b"ds", *b"sd", *b"vb", *b"bv", *b"xc", *b"cx", *b"zx",
    *b"xz", *b"cv", *b"vc", *b"qw", *b"wq", *b"nb", *b"bn", *b"mn", *b"zm", *b"mx", *b"xm", *b"qp", *b"pq",
    *b"qz", *b"zq", *b"xk", *b"kx", *b"fk", *b"kf", *b"vk", *b"jg", *b"gj", *b"hf", *b"fh", *b"dh", *b"hd",
];

fn set(patterns: &[&str]) -> RegexSet {
    // Constant patterns, compiled by the tests of this module.
    RegexSet::new(patterns).expect("the patterns are well formed")
}

#[cfg(test)]
#[path = "admissible_tests.rs"]
mod tests;
