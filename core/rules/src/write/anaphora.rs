//! Sentences that cannot stand alone: they begin with a word that points back at the sentence before.

/// Does the sentence begin by pointing back? `language` is an ISO 639-1 code; unknown ones are read as English.
pub fn points_back(sentence: &str, language: &str) -> bool {
    let words =
        POINTERS.iter().find(|(code, _)| *code == language).or(POINTERS.first()).map_or(&[][..], |(_, w)| w);
    let start = sentence.trim_start_matches(|c: char| !c.is_alphanumeric());
    let lower: String = start.chars().take(24).collect::<String>().to_lowercase();
    if matches!(language, "zh" | "ja") {
        return words.iter().any(|word| lower.starts_with(word));
    }
    let first = lower.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    words.contains(&first)
}

const POINTERS: &[(&str, &[&str])] = &[
    (
        "en",
        &[
            "he",
            "she",
            "it",
            "they",
            "his",
            "her",
            "hers",
            "its",
            "their",
            "theirs",
            "him",
            "them",
            "this",
            "that",
            "these",
            "those",
            "such",
            "both",
            "here",
            "there",
            "then",
            "however",
            "therefore",
            "thus",
            "hence",
            "consequently",
            "moreover",
            "furthermore",
            "additionally",
            "nevertheless",
            "instead",
            "otherwise",
            "similarly",
            "likewise",
            "meanwhile",
            "afterwards",
            "later",
            "also",
            "but",
            "and",
            "so",
            "yet",
            "another",
            "others",
        ],
    ),
    (
        "de",
        &[
            "er",
            "sie",
            "es",
            "sein",
            "seine",
            "seinen",
            "seiner",
            "ihr",
            "ihre",
            "ihren",
            "ihrer",
            "dieser",
            "diese",
            "dieses",
            "diesen",
            "diesem",
            "dies",
            "das",
            "jene",
            "jener",
            "dort",
            "dann",
            "dabei",
            "dadurch",
            "damit",
            "danach",
            "daher",
            "deshalb",
            "jedoch",
            "außerdem",
            "auch",
            "beide",
            "solche",
            "aber",
            "und",
            "später",
        ],
    ),
    (
        "es",
        &[
            "él", "ella", "ello", "ellos", "ellas", "su", "sus", "este", "esta", "esto", "estos", "estas",
            "ese", "esa", "eso", "esos", "esas", "aquel", "allí", "entonces", "además", "también", "ambos",
            "ambas", "así", "pero", "y", "después", "luego", "tal", "tales",
        ],
    ),
    (
        "fr",
        &[
            "il", "elle", "ils", "elles", "son", "sa", "ses", "leur", "leurs", "ce", "cet", "cette", "ces",
            "cela", "ceci", "celui", "celle", "y", "alors", "ensuite", "puis", "aussi", "mais", "et",
            "ainsi", "pourtant",
        ],
    ),
    (
        "ru",
        &[
            "он",
            "она",
            "оно",
            "они",
            "его",
            "её",
            "ее",
            "их",
            "этот",
            "эта",
            "это",
            "эти",
            "этого",
            "этой",
            "этих",
            "тот",
            "та",
            "те",
            "там",
            "тогда",
            "затем",
            "также",
            "однако",
            "поэтому",
            "кроме",
            "оба",
            "такой",
            "такие",
            "но",
            "и",
            "а",
            "позже",
        ],
    ),
    (
        "ar",
        &[
            "هو",
            "هي",
            "هم",
            "هذا",
            "هذه",
            "ذلك",
            "تلك",
            "هؤلاء",
            "كما",
            "لكن",
            "ولكن",
            "وهو",
            "وهي",
            "ثم",
            "وقد",
            "أيضا",
        ],
    ),
    (
        "zh",
        &[
            "他", "她", "它", "这", "该", "此", "其", "那", "因此", "所以", "但", "然而", "同时", "另外",
            "此外", "后来",
        ],
    ),
    (
        "ja",
        &["彼", "彼女", "それ", "これ", "その", "この", "あれ", "しかし", "そして", "また", "さらに", "そこ"],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pronouns_at_the_start_point_back() {
        assert!(points_back("“They left.", "en"));
        assert!(points_back("Это было летом.", "ru"));
        assert!(points_back("他于1900年出生。", "zh"));
        assert!(!points_back("Their", "de"));
        assert!(!points_back("Itsy said so.", "en"));
    }
}
