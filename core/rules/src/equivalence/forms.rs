//! Forms of one English word, and slips of the pen.

use super::meanings::are_confusable;

/// The word without its plural, tense and participle endings, so that `rents`, `rented` and `renting` meet. Far
/// more careful than a stemmer for search: `university` and `universal` stay two words.
pub(super) fn lemma(word: &str) -> String {
    let word = IRREGULAR.iter().find(|(form, _)| *form == word).map_or(word, |(_, base)| base);
    if word.len() < 4 || !word.bytes().all(|b| b.is_ascii_lowercase()) || FIXED.contains(&word) {
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
    let bare = ["ing", "ed"]
        .iter()
        .find_map(|end| singular.strip_suffix(end).filter(|rest| rest.len() >= 2 && rest.contains(is_vowel)));
    let base = match bare {
        Some(rest) => undoubled(rest),
        None => &singular,
    };
    let base = british(base);
    // `use`, `using` and `used` meet without the e that some forms lose, `try` and `tried` with the y.
    match (base.strip_suffix('e'), base.strip_suffix('i')) {
        (Some(rest), _) if rest.len() >= 2 && !rest.ends_with('e') => rest.to_owned(),
        (_, Some(rest)) if bare.is_some() && rest.len() > 1 => format!("{rest}y"),
        (_, _) => base.to_owned(),
    }
}

fn is_vowel(c: char) -> bool {
    matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'y')
}

/// `runn` is `run`; `tell` and `miss` keep their two letters.
fn undoubled(stem: &str) -> &str {
    let bytes = stem.as_bytes();
    match bytes {
        [.., a, b] if a == b && !matches!(b, b'l' | b's' | b'z' | b'e' | b'o' | b'f') && bytes.len() > 3 => {
            &stem[..stem.len() - 1]
        }
        _ => stem,
    }
}

/// American spelling for British.
fn british(word: &str) -> &str {
    SPELLINGS.iter().find(|(british, _)| *british == word).map_or(word, |(_, american)| american)
}

/// Is one the other with a letter doubled, dropped, added, or two neighbours exchanged? Only in long words that
/// begin alike, and never by exchanging a letter for another: that makes too many other words.
pub(super) fn is_slip(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if short.len() < 5 || !short.is_ascii() || !long.is_ascii() || short.bytes().next() != long.bytes().next()
    {
        return false;
    }
    if [short, long].iter().any(|w| w.bytes().any(|b| !b.is_ascii_lowercase())) || are_confusable(a, b) {
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

/// Words that end like a form of another and are none.
const FIXED: &[&str] = &[
    "news",
    "series",
    "species",
    "means",
    "lens",
    "always",
    "perhaps",
    "during",
    "morning",
    "evening",
    "nothing",
    "something",
    "anything",
    "everything",
    "thing",
    "king",
    "ring",
    "spring",
    "string",
    "bring",
    "sing",
    "wing",
    "hundred",
    "speed",
    "need",
    "feed",
    "seed",
    "indeed",
    "ceiling",
    "wedding",
    "beijing",
    "united",
    "christmas",
    "texas",
    "paris",
    "kansas",
    "wales",
    "james",
    "mars",
    "arkansas",
    "athens",
    "engineering",
    "marketing",
    "accounting",
    "banking",
    "wireless",
    "engineering",
    "this",
    "does",
    "goods",
    "less",
    "being",
    "red",
    "bed",
    "shed",
    "bleed",
    "breed",
    "proceed",
    "succeed",
    "exceed",
];

const IRREGULAR: &[(&str, &str)] = &[
    ("men", "man"),
    ("women", "woman"),
    ("children", "child"),
    ("feet", "foot"),
    ("teeth", "tooth"),
    ("mice", "mouse"),
    ("wives", "wife"),
    ("lives", "life"),
    ("knives", "knife"),
    ("leaves", "leave"),
    ("went", "go"),
    ("gone", "go"),
    ("goes", "go"),
    ("going", "go"),
    ("made", "make"),
    ("makes", "make"),
    ("got", "get"),
    ("bought", "buy"),
    ("sold", "sell"),
    ("thought", "think"),
    ("taught", "teach"),
    ("told", "tell"),
    ("said", "say"),
    ("found", "find"),
    ("won", "win"),
    ("lost", "lose"),
    ("left", "leave"),
    ("felt", "feel"),
    ("kept", "keep"),
    ("held", "hold"),
    ("ran", "run"),
    ("began", "begin"),
    ("begun", "begin"),
    ("wrote", "write"),
    ("written", "write"),
    ("spoke", "speak"),
    ("spoken", "speak"),
    ("broke", "break"),
    ("broken", "break"),
    ("chose", "choose"),
    ("chosen", "choose"),
    ("gave", "give"),
    ("given", "give"),
    ("took", "take"),
    ("taken", "take"),
    ("came", "come"),
    ("saw", "see"),
    ("seen", "see"),
    ("knew", "know"),
    ("known", "know"),
    ("grew", "grow"),
    ("grown", "grow"),
    ("ate", "eat"),
    ("eaten", "eat"),
    ("met", "meet"),
    ("paid", "pay"),
    ("built", "build"),
    ("sent", "send"),
    ("spent", "spend"),
    ("became", "become"),
    ("dying", "die"),
    ("died", "die"),
    ("dies", "die"),
    ("lying", "lie"),
    ("phenomena", "phenomenon"),
    ("criteria", "criterion"),
    ("lies", "lie"),
    ("ties", "tie"),
    ("movies", "movie"),
    ("countries", "country"),
    ("cookies", "cookie"),
    ("calories", "calorie"),
    ("zombies", "zombie"),
];

const SPELLINGS: &[(&str, &str)] = &[
    ("favourite", "favorite"),
    ("colour", "color"),
    ("behaviour", "behavior"),
    ("flavour", "flavor"),
    ("honour", "honor"),
    ("labour", "labor"),
    ("neighbour", "neighbor"),
    ("humour", "humor"),
    ("centre", "center"),
    ("theatre", "theater"),
    ("metre", "meter"),
    ("litre", "liter"),
    ("tyre", "tire"),
    ("programme", "program"),
    ("organise", "organize"),
    ("realise", "realize"),
    ("analyze", "analyze"),
    ("recognise", "recognize"),
    ("defence", "defense"),
    ("licence", "license"),
    ("grey", "gray"),
    ("cheque", "check"),
    ("travell", "travel"),
    ("cancell", "cancel"),
    ("organisation", "organization"),
    ("aluminium", "aluminum"),
    ("jewellery", "jewelry"),
    ("enrol", "enroll"),
    ("skilful", "skillful"),
];
