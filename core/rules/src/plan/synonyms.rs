//! Other words for what questions ask for. Short lists of relations that texts word differently than questions.

use crate::text::words::stem;

/// The query with its first known relation said in other words; none when there is none to change.
pub(super) fn varied(query: &str, language: &str) -> Option<String> {
    let words: Vec<&str> = query.split_whitespace().collect();
    let list = SYNONYMS.iter().find(|(code, _)| *code == language).map(|(_, list)| *list)?;
    for (at, word) in words.iter().enumerate() {
        let key = stem(word, language);
        let Some(group) = list.iter().find(|group| group.iter().any(|other| stem(other, language) == key))
        else {
            continue;
        };
        let others: Vec<&str> =
            group.iter().copied().filter(|other| stem(other, language) != key).take(2).collect();
        let mut changed: Vec<&str> = words.clone();
        changed.splice(at..=at, others);
        return Some(changed.join(" "));
    }
    None
}

/// The query with its last word turned from plural to singular or back, for searches that do not stem. English
/// only: elsewhere endings say too little.
pub(super) fn other_number(query: &str, language: &str) -> Option<String> {
    if language != "en" {
        return None;
    }
    let mut words: Vec<String> = query.split_whitespace().map(str::to_owned).collect();
    let plain = |word: &String| word.len() > 3 && word.bytes().all(|b| b.is_ascii_lowercase());
    let last = words.iter_mut().rev().find(|word| plain(word))?;
    *last = match last.as_str() {
        word if word.ends_with("ies") => format!("{}y", &word[..word.len() - 3]),
        word if word.ends_with("ss") || word.ends_with("us") || word.ends_with("is") => return None,
        word if word.ends_with('s') => word[..word.len() - 1].to_owned(),
        word if word.ends_with("ed") || word.ends_with("ing") || word.ends_with("ly") => return None,
        word if word.ends_with('y') && !word.ends_with("ey") => format!("{}ies", &word[..word.len() - 1]),
        word => format!("{word}s"),
    };
    Some(words.join(" "))
}

type Groups = &'static [&'static [&'static str]];

const SYNONYMS: &[(&str, Groups)] = &[
    (
        "en",
        &[
            &["wrote", "author", "written"],
            &["invented", "inventor", "invention"],
            &["founded", "founder", "established"],
            &["directed", "director", "film by"],
            &["painted", "painter", "painting by"],
            &["composed", "composer", "music by"],
            &["discovered", "discoverer", "discovery"],
            &["born", "birth", "birthplace"],
            &["died", "death", "killed"],
            &["married", "wife", "husband", "spouse"],
            &["height", "tall", "metres"],
            &["high", "height", "metres"],
            &["population", "inhabitants", "people live"],
            &["located", "location", "situated"],
            &["cost", "price", "pricing"],
            &["cause", "reason", "due to"],
            &["effect", "impact", "consequence"],
            &["benefit", "advantage", "pros"],
            &["risk", "danger", "side effects"],
            &["install", "installation", "set up"],
            &["configure", "configuration", "settings"],
            &["remove", "delete", "uninstall"],
            &["create", "make", "add"],
            &["error", "failure", "problem"],
            &["fast", "performance", "speed"],
            &["limit", "maximum", "quota"],
            &["default", "initial value", "preset"],
            &["company", "manufacturer", "maker"],
            &["owner", "owned", "belongs"],
            &["leader", "president", "head"],
            &["starred", "cast", "actor"],
            &["released", "release date", "published"],
            &["meaning", "definition", "stands for"],
            &["start", "begin", "launch"],
            &["stop", "end", "disable"],
        ],
    ),
    (
        "de",
        &[
            &["schrieb", "Autor", "geschrieben"],
            &["erfand", "Erfinder", "erfunden"],
            &["gegründet", "Gründer", "Gründung"],
            &["geboren", "Geburt", "Geburtsort"],
            &["starb", "Tod", "gestorben"],
            &["hoch", "Höhe", "Meter"],
            &["Einwohner", "Bevölkerung"],
            &["kostet", "Preis", "Kosten"],
            &["Ursache", "Grund"],
            &["installieren", "Installation", "einrichten"],
        ],
    ),
    (
        "es",
        &[
            &["escribió", "autor", "escrito"],
            &["fundó", "fundador", "fundación"],
            &["nació", "nacimiento"],
            &["murió", "muerte"],
            &["habitantes", "población"],
            &["causa", "motivo"],
        ],
    ),
    (
        "fr",
        &[
            &["écrit", "auteur"],
            &["fondé", "fondateur", "fondation"],
            &["né", "naissance"],
            &["mort", "décès"],
            &["habitants", "population"],
            &["cause", "raison"],
        ],
    ),
    (
        "ru",
        &[
            &["написал", "автор"],
            &["основал", "основатель"],
            &["родился", "рождение"],
            &["население", "жителей"],
        ],
    ),
];
