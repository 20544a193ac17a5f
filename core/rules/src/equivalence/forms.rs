//! Inflected forms of English words, and typos.

use crate::text::tables::Tables;
use std::borrow::Cow;

/// The word without its plural, tense, and participle endings, so that `rents`, `rented`, and `renting` are the same.
/// Much more careful than a stemmer for search: `university` and `universal` remain two words.
pub(super) fn lemma(word: &str) -> String {
    let tables = Tables::of("en");
    let word = tables.irregular.get(word).map_or(word, String::as_str);
    if word.len() < 4 || !word.bytes().all(|b| b.is_ascii_lowercase()) || tables.unchanging.has(word) {
        return word.to_owned();
    }
    let singular = match word {
        w if w.ends_with("ies") && w.len() > 4 => format!("{}y", &w[..w.len() - 3]),
        w if ["sses", "shes", "ches", "xes", "zes"].iter().any(|end| w.ends_with(end)) => {
            w[..w.len() - 2].to_owned()
        }
        w if w.ends_with('s') && !["ss", "us", "is", "ics"].iter().any(|end| w.ends_with(end)) => {
            w[..w.len() - 1].to_owned()
        }
        w => w.to_owned(),
    };
    let bare = ["ing", "ed"].iter().find_map(|end| {
        singular
            .strip_suffix(end)
            .filter(|rest| rest.len() >= 2 && rest.contains(['a', 'e', 'i', 'o', 'u', 'y']))
    });
    let base = match bare {
        Some(rest) => undoubled(rest),
        None => &singular,
    };
    let base = american(base);
    let base = base.as_ref();
    // `use`, `using` and `used` meet without the e that some forms lose, `try` and `tried` with the y.
    match (base.strip_suffix('e'), base.strip_suffix('i')) {
        (Some(rest), _) if rest.len() >= 2 && !rest.ends_with('e') => rest.to_owned(),
        (_, Some(rest)) if bare.is_some() && rest.len() > 1 => format!("{rest}y"),
        (_, _) => base.to_owned(),
    }
}

/// `runn` becomes `run`; `tell` and `miss` keep both letters.
fn undoubled(stem: &str) -> &str {
    let bytes = stem.as_bytes();
    match bytes {
        [.., a, b] if a == b && !matches!(b, b'l' | b's' | b'z' | b'e' | b'o' | b'f') && bytes.len() > 3 => {
            &stem[..stem.len() - 1]
        }
        _ => stem,
    }
}

/// American spelling of a British word: `colour`, `organise`, `travell(ed)`.
fn american(word: &str) -> Cow<'_, str> {
    if let Some(american) = Tables::of("en").spellings.get(word) {
        return american.as_str().into();
    }
    for (british, american) in [("our", "or"), ("ise", "ize"), ("isation", "ization"), ("ell", "el")] {
        if let Some(rest) = word.strip_suffix(british).filter(|rest| rest.len() >= SPELLED) {
            return format!("{rest}{american}").into();
        }
    }
    word.into()
}

/// Minimum letters before an ending with two spellings; "four" and "wise" have fewer.
const SPELLED: usize = 4;

/// Is one the other with a letter doubled, dropped, or added, or with two adjacent letters swapped? Only for long
/// words that begin alike. Replaced letters don't count: that makes too many other words.
pub(super) fn is_slip(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if short.len() < 5 || !short.is_ascii() || !long.is_ascii() || short.bytes().next() != long.bytes().next()
    {
        return false;
    }
    let are_confusable = || Tables::of("en").confusable.iter().any(|pair| pair == [a, b] || pair == [b, a]);
    if [short, long].iter().any(|w| w.bytes().any(|b| !b.is_ascii_lowercase())) || are_confusable() {
        return false;
    }
    let (s, l) = (short.as_bytes(), long.as_bytes());
    let same = s.iter().zip(l).take_while(|(x, y)| x == y).count();
    match l.len() - s.len() {
        // A letter more at the end is mostly an ending.
        1 if same == s.len() => !b"sdrnyetl".contains(&l[same]),
        1 => s[same..] == l[same + 1..],
        0 => {
            same + 1 < s.len()
                && s[same] == l[same + 1]
                && s[same + 1] == l[same]
                && s[same + 2..] == l[same + 2..]
        }
        _ => false,
    }
}
