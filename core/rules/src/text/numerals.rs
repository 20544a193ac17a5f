//! Numbers written as words. English is read in full ("two hundred and fifty-one"); other languages by their
//! small numbers.

use super::words::Word;
use std::ops::Range;

/// A number in words.
pub(super) struct Spelled {
    pub range: Range<usize>,
    pub value: f64,
    pub ordinal: bool,
    /// The word is also something else ("one", "un"): a number only beside a unit or magnitude.
    pub weak: bool,
}

pub(super) fn find(text: &str, words: &[Word<'_>], language: &str) -> Vec<Spelled> {
    if language == "en" { english(text, words) } else { single(words, language) }
}

fn single(words: &[Word<'_>], language: &str) -> Vec<Spelled> {
    let Some((_, list)) = SMALL.iter().find(|(code, _)| *code == language) else { return Vec::new() };
    words
        .iter()
        .filter_map(|word| {
            let lower = word.text.to_lowercase();
            let (_, value) = list.iter().find(|(name, _)| *name == lower)?;
            Some(Spelled { range: word.range.clone(), value: *value, ordinal: false, weak: *value <= 1.0 })
        })
        .collect()
}

fn english(text: &str, words: &[Word<'_>]) -> Vec<Spelled> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        // Most words begin like no number.
        if !words[at].text.starts_with(BEGINNINGS) {
            at += 1;
            continue;
        }
        match phrase(text, &words[at..]) {
            Some((spelled, used)) => {
                found.push(spelled);
                at += used;
            }
            None => at += 1,
        }
    }
    found
}

/// The longest number at the beginning of `words`, and how many words it takes.
fn phrase(text: &str, words: &[Word<'_>]) -> Option<(Spelled, usize)> {
    let mut total = 0.0;
    let mut group = 0.0;
    let mut used = 0;
    let mut ordinal = false;
    let mut parts = 0;
    while let Some(word) = words.get(used) {
        if used > 0 && !text[words[used - 1].range.end..word.range.start].trim().is_empty() {
            break;
        }
        let lower = word.text.to_lowercase();
        if used == 0 && matches!(lower.as_str(), "a" | "an") {
            // "a hundred", "a million"
            let next = words.get(1)?.text.to_lowercase();
            MULTIPLIERS.iter().find(|(name, _)| *name == next)?;
            group = 1.0;
        } else if let Some((_, factor)) = MULTIPLIERS.iter().find(|(name, _)| *name == lower) {
            if parts == 0 && group == 0.0 {
                break;
            }
            if *factor == 100.0 {
                group *= factor;
            } else {
                total += group * factor;
                group = 0.0;
            }
            parts += 1;
        } else if let Some((value, is_ordinal)) = below_hundred(&lower) {
            // "twenty five" adds up, "five twenty" does not; nor does "two three".
            let fits = group % 100.0 == 0.0 || (group % 10.0 == 0.0 && value < 10.0 && group % 100.0 >= 20.0);
            if !fits {
                break;
            }
            group += value;
            ordinal = is_ordinal;
            parts += 1;
        } else if lower == "and" && parts >= 2 && group % 100.0 == 0.0 {
            let next = words.get(used + 1)?.text.to_lowercase();
            if below_hundred(&next).is_none() {
                break;
            }
        } else {
            break;
        }
        used += 1;
        if ordinal {
            break;
        }
    }
    let value = total + group;
    (parts > 0 && used > 0).then(|| {
        let range = words[0].range.start..words[used - 1].range.end;
        let weak = used == 1 && (value <= 1.0 || (ordinal && value == 2.0));
        (Spelled { range, value, ordinal, weak: weak && !(ordinal && value == 1.0) }, used)
    })
}

fn below_hundred(word: &str) -> Option<(f64, bool)> {
    if let Some(value) = ENGLISH.iter().find(|(name, _)| *name == word).map(|(_, value)| *value) {
        return Some((value, false));
    }
    if let Some(value) = ORDINALS.iter().find(|(name, _)| *name == word).map(|(_, value)| *value) {
        return Some((value, true));
    }
    let (tens, ones) = word.split_once('-')?;
    let tens = ENGLISH.iter().find(|(name, value)| *name == tens && *value >= 20.0)?.1;
    let (ones, ordinal) = below_hundred(ones)?;
    (1.0..10.0).contains(&ones).then_some((tens + ones, ordinal))
}

/// The letters that numbers begin with, `a hundred` among them.
const BEGINNINGS: &[char] = &['a', 'e', 'f', 'n', 'o', 's', 't', 'z', 'A', 'E', 'F', 'N', 'O', 'S', 'T', 'Z'];

const MULTIPLIERS: &[(&str, f64)] =
    &[("hundred", 100.0), ("thousand", 1e3), ("million", 1e6), ("billion", 1e9), ("trillion", 1e12)];

const ENGLISH: &[(&str, f64)] = &[
    ("zero", 0.0),
    ("one", 1.0),
    ("two", 2.0),
    ("three", 3.0),
    ("four", 4.0),
    ("five", 5.0),
    ("six", 6.0),
    ("seven", 7.0),
    ("eight", 8.0),
    ("nine", 9.0),
    ("ten", 10.0),
    ("eleven", 11.0),
    ("twelve", 12.0),
    ("thirteen", 13.0),
    ("fourteen", 14.0),
    ("fifteen", 15.0),
    ("sixteen", 16.0),
    ("seventeen", 17.0),
    ("eighteen", 18.0),
    ("nineteen", 19.0),
    ("twenty", 20.0),
    ("thirty", 30.0),
    ("forty", 40.0),
    ("fifty", 50.0),
    ("sixty", 60.0),
    ("seventy", 70.0),
    ("eighty", 80.0),
    ("ninety", 90.0),
];

/// Without "second", which is mostly a unit of time or said of what comes next.
const ORDINALS: &[(&str, f64)] = &[
    ("first", 1.0),
    ("third", 3.0),
    ("fourth", 4.0),
    ("fifth", 5.0),
    ("sixth", 6.0),
    ("seventh", 7.0),
    ("eighth", 8.0),
    ("ninth", 9.0),
    ("tenth", 10.0),
    ("eleventh", 11.0),
    ("twelfth", 12.0),
    ("nineteenth", 19.0),
    ("twentieth", 20.0),
];

const SMALL: &[(&str, &[(&str, f64)])] = &[
    (
        "de",
        &[
            ("eins", 1.0),
            ("zwei", 2.0),
            ("drei", 3.0),
            ("vier", 4.0),
            ("fünf", 5.0),
            ("sechs", 6.0),
            ("sieben", 7.0),
            ("acht", 8.0),
            ("neun", 9.0),
            ("zehn", 10.0),
            ("elf", 11.0),
            ("zwölf", 12.0),
            ("zwanzig", 20.0),
            ("dreißig", 30.0),
            ("fünfzig", 50.0),
            ("hundert", 100.0),
            ("tausend", 1000.0),
        ],
    ),
    (
        "es",
        &[
            ("dos", 2.0),
            ("tres", 3.0),
            ("cuatro", 4.0),
            ("cinco", 5.0),
            ("seis", 6.0),
            ("siete", 7.0),
            ("ocho", 8.0),
            ("nueve", 9.0),
            ("diez", 10.0),
            ("once", 11.0),
            ("doce", 12.0),
            ("veinte", 20.0),
            ("treinta", 30.0),
            ("cincuenta", 50.0),
            ("cien", 100.0),
            ("mil", 1000.0),
        ],
    ),
    (
        "fr",
        &[
            ("deux", 2.0),
            ("trois", 3.0),
            ("quatre", 4.0),
            ("cinq", 5.0),
            ("six", 6.0),
            ("sept", 7.0),
            ("huit", 8.0),
            ("neuf", 9.0),
            ("dix", 10.0),
            ("onze", 11.0),
            ("douze", 12.0),
            ("vingt", 20.0),
            ("trente", 30.0),
            ("cinquante", 50.0),
            ("cent", 100.0),
            ("mille", 1000.0),
        ],
    ),
    (
        "it",
        &[
            ("due", 2.0),
            ("tre", 3.0),
            ("quattro", 4.0),
            ("cinque", 5.0),
            ("sei", 6.0),
            ("sette", 7.0),
            ("otto", 8.0),
            ("nove", 9.0),
            ("dieci", 10.0),
            ("undici", 11.0),
            ("dodici", 12.0),
            ("venti", 20.0),
            ("cento", 100.0),
            ("mille", 1000.0),
        ],
    ),
    (
        "pt",
        &[
            ("dois", 2.0),
            ("duas", 2.0),
            ("três", 3.0),
            ("quatro", 4.0),
            ("cinco", 5.0),
            ("seis", 6.0),
            ("sete", 7.0),
            ("oito", 8.0),
            ("nove", 9.0),
            ("dez", 10.0),
            ("onze", 11.0),
            ("doze", 12.0),
            ("vinte", 20.0),
            ("cem", 100.0),
            ("mil", 1000.0),
        ],
    ),
    (
        "ru",
        &[
            ("два", 2.0),
            ("две", 2.0),
            ("три", 3.0),
            ("четыре", 4.0),
            ("пять", 5.0),
            ("шесть", 6.0),
            ("семь", 7.0),
            ("восемь", 8.0),
            ("девять", 9.0),
            ("десять", 10.0),
            ("двадцать", 20.0),
            ("сто", 100.0),
            ("тысяча", 1000.0),
        ],
    ),
];
