//! Words that say little: per language, those every text is full of and those that make a sentence a question.
//!
//! The lists are short on purpose. A missing stop word costs a little precision; a wrong one loses a question.

use std::sync::LazyLock;

/// Is this lower-case word one that every text of the language is full of? English is assumed for languages
/// without a list, as names and code in them are mostly English.
pub fn is_stop_word(word: &str, language: &str) -> bool {
    holds(list(&STOP, language), word)
}

/// Does this lower-case word ask, or ask for something, rather than name what is asked about?
pub fn is_question_word(word: &str, language: &str) -> bool {
    holds(list(&QUESTION, language), word) || is_request_word(word, language)
}

/// Does the word ask for something where it begins a sentence ("list", "name", "give")?
pub fn is_request_word(word: &str, language: &str) -> bool {
    holds(list(&REQUEST, language), word)
}

/// Both lists of a language, for whoever looks up many words.
#[derive(Clone, Copy, Debug)]
pub struct Idle {
    stop: &'static [&'static str],
    question: &'static [&'static str],
}

impl Idle {
    pub fn of(language: &str) -> Self {
        Self { stop: list(&STOP, language), question: list(&QUESTION, language) }
    }

    /// Is it a stop word or a question word? Words that may ask for something may also name it.
    pub fn holds(&self, word: &str) -> bool {
        holds(self.stop, word) || holds(self.question, word)
    }
}

/// A list for each language, in order, so that a word is found quickly.
type Lists = Vec<(&'static str, Vec<&'static str>)>;

static STOP: LazyLock<Lists> = LazyLock::new(|| in_order(STOP_WORDS));
static QUESTION: LazyLock<Lists> = LazyLock::new(|| in_order(QUESTION_WORDS));
static REQUEST: LazyLock<Lists> = LazyLock::new(|| in_order(REQUEST_WORDS));

fn in_order(lists: &[(&'static str, &[&'static str])]) -> Lists {
    let ordered = |words: &[&'static str]| {
        let mut words = words.to_vec();
        words.sort_unstable();
        words
    };
    lists.iter().map(|(code, words)| (*code, ordered(words))).collect()
}

fn list(lists: &'static Lists, language: &str) -> &'static [&'static str] {
    let found = lists.iter().find(|(code, _)| *code == language).or(lists.first());
    found.map_or(&[], |(_, words)| words)
}

fn holds(list: &[&str], word: &str) -> bool {
    list.binary_search(&word).is_ok()
}

const STOP_WORDS: &[(&str, &[&str])] = &[
    (
        "en",
        &[
            "a", "about", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be", "been", "being",
            "between", "both", "but", "by", "can", "could", "did", "do", "does", "doing", "done", "each",
            "for", "from", "get", "had", "has", "have", "having", "he", "her", "hers", "him", "his", "i",
            "if", "in", "into", "is", "it", "its", "itself", "just", "may", "me", "many", "might", "mine",
            "much", "must", "my", "of", "off", "on", "onto", "or", "our", "ours", "shall", "she", "should",
            "so", "some", "such", "than", "that", "the", "their", "theirs", "them", "then", "there", "these",
            "they", "this", "those", "to", "too", "upon", "us", "very", "was", "we", "were", "will", "with",
            "would", "you", "your", "yours", "i'm", "it's",
        ],
    ),
    (
        "de",
        &[
            "aber", "alle", "als", "also", "am", "an", "auch", "auf", "aus", "bei", "beim", "bin", "bis",
            "bist", "da", "damit", "das", "dass", "dem", "den", "denn", "der", "des", "die", "dies", "diese",
            "diesem", "diesen", "dieser", "dieses", "doch", "du", "durch", "ein", "eine", "einem", "einen",
            "einer", "eines", "er", "es", "für", "gibt", "hat", "hatte", "hatten", "haben", "ich", "ihr",
            "ihre", "ihren", "ihrer", "im", "in", "ins", "ist", "kann", "können", "man", "mein", "mit",
            "muss", "nach", "noch", "nur", "ob", "oder", "sein", "seine", "seinen", "seiner", "sich", "sie",
            "sind", "so", "über", "um", "und", "uns", "unter", "vom", "von", "vor", "war", "waren", "werden",
            "wird", "wurde", "wurden", "zu", "zum", "zur",
        ],
    ),
    (
        "es",
        &[
            "a", "al", "ante", "aquel", "como", "con", "de", "del", "desde", "donde", "e", "el", "ella",
            "ellas", "ellos", "en", "entre", "era", "eran", "es", "esa", "ese", "eso", "esta", "este",
            "esto", "fue", "fueron", "ha", "haber", "había", "han", "hasta", "hay", "la", "las", "le", "les",
            "lo", "los", "me", "mi", "muy", "o", "para", "pero", "por", "que", "se", "ser", "si", "sido",
            "sobre", "son", "su", "sus", "también", "te", "tiene", "tu", "u", "un", "una", "unas", "uno",
            "unos", "y", "ya", "yo",
        ],
    ),
    (
        "fr",
        &[
            "a", "ai", "as", "au", "aux", "avec", "ce", "ces", "cet", "cette", "ceux", "dans", "de",
            "depuis", "des", "du", "elle", "elles", "en", "entre", "es", "est", "et", "eu", "eut", "été",
            "était", "étaient", "être", "furent", "fut", "il", "ils", "je", "la", "le", "les", "leur",
            "leurs", "lui", "ma", "mais", "me", "mes", "moi", "mon", "nous", "on", "ont", "ou", "par",
            "pour", "qu", "que", "qui", "sa", "se", "ses", "si", "son", "sont", "sous", "sur", "ta", "te",
            "tu", "un", "une", "vous", "y", "ainsi", "aussi", "très",
        ],
    ),
    (
        "it",
        &[
            "a", "ad", "ai", "al", "alla", "alle", "allo", "anche", "c", "che", "ci", "col", "con", "da",
            "dai", "dal", "dalla", "dei", "del", "della", "delle", "dello", "di", "e", "ed", "era", "erano",
            "essere", "fu", "furono", "gli", "ha", "hanno", "ho", "i", "il", "in", "io", "la", "le", "lei",
            "lo", "loro", "lui", "ma", "mi", "ne", "negli", "nei", "nel", "nella", "nelle", "o", "per",
            "più", "se", "si", "sia", "sono", "su", "sua", "sue", "sugli", "sui", "sul", "sulla", "suo",
            "suoi", "tra", "tu", "un", "una", "uno",
        ],
    ),
    (
        "pt",
        &[
            "a", "à", "ao", "aos", "as", "às", "até", "com", "como", "da", "das", "de", "dela", "dele", "do",
            "dos", "e", "é", "ela", "elas", "ele", "eles", "em", "entre", "era", "eram", "essa", "esse",
            "esta", "está", "este", "eu", "foi", "foram", "há", "isso", "isto", "já", "lhe", "mais", "mas",
            "me", "meu", "na", "nas", "no", "nos", "o", "os", "ou", "para", "pela", "pelas", "pelo", "pelos",
            "por", "que", "se", "ser", "seu", "seus", "sua", "suas", "são", "também", "tem", "um", "uma",
            "umas", "uns", "você",
        ],
    ),
    (
        "ru",
        &[
            "а",
            "без",
            "бы",
            "был",
            "была",
            "были",
            "было",
            "быть",
            "в",
            "вам",
            "вас",
            "весь",
            "во",
            "вот",
            "вы",
            "для",
            "до",
            "его",
            "ее",
            "её",
            "если",
            "есть",
            "еще",
            "ещё",
            "же",
            "за",
            "и",
            "из",
            "или",
            "им",
            "их",
            "к",
            "как",
            "ко",
            "ли",
            "мне",
            "мы",
            "на",
            "над",
            "нас",
            "но",
            "о",
            "об",
            "он",
            "она",
            "они",
            "оно",
            "от",
            "по",
            "под",
            "при",
            "с",
            "со",
            "так",
            "также",
            "там",
            "то",
            "того",
            "тоже",
            "той",
            "только",
            "том",
            "тот",
            "ты",
            "у",
            "уже",
            "чем",
            "что",
            "чтобы",
            "эта",
            "эти",
            "это",
            "этого",
            "этот",
            "я",
            "является",
        ],
    ),
];

const QUESTION_WORDS: &[(&str, &[&str])] = &[
    (
        "en",
        &["how", "what", "what's", "whats", "when", "where", "which", "who", "who's", "whom", "whose", "why"],
    ),
    (
        "de",
        &[
            "wann", "warum", "was", "welche", "welchem", "welchen", "welcher", "welches", "wem", "wen",
            "wer", "weshalb", "wessen", "wie", "wieso", "wieviel", "wo", "wofür", "woher", "wohin", "womit",
            "wozu",
        ],
    ),
    (
        "es",
        &[
            "cómo", "cuál", "cuáles", "cuándo", "cuánta", "cuántas", "cuánto", "cuántos", "dónde", "qué",
            "quién", "quiénes",
        ],
    ),
    (
        "fr",
        &[
            "combien",
            "comment",
            "laquelle",
            "lequel",
            "lesquelles",
            "lesquels",
            "où",
            "pourquoi",
            "quand",
            "quel",
            "quelle",
            "quelles",
            "quels",
            "qui",
            "quoi",
        ],
    ),
    (
        "it",
        &[
            "chi", "come", "cosa", "cos", "dove", "perché", "qual", "quale", "quali", "quando", "quanta",
            "quante", "quanti", "quanto",
        ],
    ),
    (
        "pt",
        &[
            "como", "onde", "porque", "quais", "qual", "quando", "quanta", "quantas", "quanto", "quantos",
            "quem", "quê",
        ],
    ),
    (
        "ru",
        &[
            "где",
            "зачем",
            "как",
            "какая",
            "какие",
            "каким",
            "какими",
            "каких",
            "какого",
            "какое",
            "какой",
            "каком",
            "какую",
            "когда",
            "кого",
            "кому",
            "кто",
            "куда",
            "откуда",
            "почему",
            "сколько",
            "чего",
            "чей",
            "чему",
        ],
    ),
];

/// Verbs that ask for something where they begin a sentence, and are words like any other elsewhere.
const REQUEST_WORDS: &[(&str, &[&str])] = &[
    (
        "en",
        &[
            "compare", "define", "describe", "explain", "find", "give", "list", "name", "please", "show",
            "tell",
        ],
    ),
    ("de", &["bitte", "erkläre", "nenne", "zeige"]),
    ("es", &["explica", "explique"]),
    ("fr", &["explique", "expliquez"]),
    ("it", &["spiega"]),
    ("pt", &["explique"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_one_language_do_not_count_in_another() {
        assert!(is_stop_word("die", "de"));
        assert!(!is_stop_word("die", "en"));
        assert!(is_question_word("wer", "de") && !is_question_word("wer", "en"));
    }

    #[test]
    fn negations_are_not_stop_words() {
        for (word, language) in [("not", "en"), ("no", "en"), ("nicht", "de"), ("pas", "fr"), ("не", "ru")]
        {
            assert!(!is_stop_word(word, language), "{word}");
        }
    }
}
