//! Words that cannot both be said of one thing.

/// A word of the claim (both are folded) whose opposite stands in the text, while the word itself does not.
pub(super) fn opposite(claim: &str, text: &str) -> Option<(&'static str, &'static str)> {
    let (claim, text) = (words_of(claim), words_of(text));
    let holds = |words: &[&str], word: &str| words.binary_search(&word).is_ok();
    OPPOSITES.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]).find(|(ours, theirs)| {
        holds(&claim, ours) && !holds(&text, ours) && holds(&text, theirs) && !holds(&claim, theirs)
    })
}

/// The words of a folded text, in order.
fn words_of(folded: &str) -> Vec<&str> {
    let mut words: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric()).collect();
    words.sort_unstable();
    words
}

/// Each of one word.
const OPPOSITES: &[(&str, &str)] = &[
    ("increase", "decrease"),
    ("increases", "decreases"),
    ("increased", "decreased"),
    ("increasing", "decreasing"),
    ("rise", "fall"),
    ("rose", "fell"),
    ("rises", "falls"),
    ("higher", "lower"),
    ("more", "less"),
    ("more", "fewer"),
    ("before", "after"),
    ("above", "below"),
    ("largest", "smallest"),
    ("highest", "lowest"),
    ("best", "worst"),
    ("oldest", "youngest"),
    ("older", "younger"),
    ("longer", "shorter"),
    ("larger", "smaller"),
    ("bigger", "smaller"),
    ("faster", "slower"),
    ("won", "lost"),
    ("wins", "loses"),
    ("enabled", "disabled"),
    ("enables", "disables"),
    ("enable", "disable"),
    ("allowed", "forbidden"),
    ("allows", "prevents"),
    ("allow", "prevent"),
    ("accepted", "rejected"),
    ("northern", "southern"),
    ("eastern", "western"),
    ("north", "south"),
    ("east", "west"),
    ("minimum", "maximum"),
    ("ascending", "descending"),
    ("always", "never"),
    ("all", "none"),
    ("true", "false"),
    ("improves", "worsens"),
    ("improved", "worsened"),
    ("safe", "unsafe"),
    ("effective", "ineffective"),
    ("possible", "impossible"),
    ("legal", "illegal"),
    ("mutable", "immutable"),
    ("synchronous", "asynchronous"),
    ("cheaper", "dearer"),
    ("positive", "negative"),
    ("benefits", "harms"),
    ("reduces", "increases"),
    ("reduce", "increase"),
    ("reduced", "increased"),
    ("opened", "closed"),
    ("married", "divorced"),
];
