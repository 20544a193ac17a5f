//! Words of a question that tell what kind of answer it expects, as data per language.
//!
//! The first phrase that is found wins, so exact ones ("how much money") stand before general ones ("how much").

use super::want::Expects::{self, *};

/// What was found: the kind of answer, and the words after the cue that may name the thing asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cue<'a> {
    pub expects: Expects,
    pub focus: Option<&'a str>,
}

/// Looks for a cue in a question in lower case with single spaces and a space at both ends.
pub fn find<'a>(plain: &'a str, language: &str) -> Cue<'a> {
    let own = CUES.iter().find(|(code, _)| *code == language).map_or(&[][..], |(_, cues)| cues);
    let english = if language == "en" { &[][..] } else { CUES[0].1 };
    for (phrase, expects) in own.iter().chain(english) {
        if let Some(at) = position(plain, phrase) {
            let rest = &plain[at + phrase.len()..];
            return refine(*expects, phrase, plain, rest);
        }
    }
    Cue { expects: Anything, focus: None }
}

/// Where a phrase stands as whole words; phrases of scripts without spaces stand anywhere.
fn position(plain: &str, phrase: &str) -> Option<usize> {
    if phrase.is_ascii() || phrase.chars().any(|c| c.is_alphabetic() && c < '\u{2e80}') {
        let mut from = 0;
        while let Some(offset) = plain[from..].find(phrase) {
            let at = from + offset;
            let end = at + phrase.len();
            if plain[..at].ends_with(' ') && plain[end..].starts_with(' ') {
                return Some(at);
            }
            from = at + phrase.chars().next().map_or(1, char::len_utf8);
        }
        return None;
    }
    plain.find(phrase)
}

fn refine<'a>(expects: Expects, phrase: &str, plain: &'a str, rest: &'a str) -> Cue<'a> {
    let words = || rest.split(' ').filter(|word| !word.is_empty());
    match expects {
        Count
            if MONEY_WORDS.iter().any(|word| position(plain, word).is_some()) && phrase.ends_with("much") =>
        {
            Cue { expects: Money, focus: None }
        }
        Thing | Count => {
            let naming = NAMING.iter().find_map(|naming| rest.strip_prefix(naming));
            let focus = naming.unwrap_or(rest).trim_start_matches(' ');
            let end = focus_end(focus);
            let head = &focus[..end];
            let last = head.split(' ').rfind(|word| !word.is_empty()).unwrap_or("");
            let named = NOUNS.iter().find(|(nouns, _)| nouns.contains(&last)).map(|(_, expects)| *expects);
            let directly = naming.is_some() || !head.is_empty();
            let expects = match named {
                Some(named) if expects == Thing => named,
                _ if expects == Thing && !directly && is_definition(words()) => Definition,
                _ => expects,
            };
            Cue { expects, focus: (!head.is_empty()).then_some(head) }
        }
        _ => Cue { expects, focus: None },
    }
}

/// The focus ends at the first auxiliary, verb of being or preposition.
fn focus_end(focus: &str) -> usize {
    let mut at = 0;
    for (count, word) in focus.split(' ').enumerate() {
        if count == 4 || FOCUS_ENDS.contains(&word) {
            return at;
        }
        at += word.len() + 1;
    }
    at.min(focus.len())
}

/// "What is a kiln?" asks what a thing is; "What is the capital of Peru?" does not.
fn is_definition<'a>(mut words: impl Iterator<Item = &'a str>) -> bool {
    let verb = words.next().unwrap_or("");
    let rest: Vec<&str> = words.collect();
    if rest.last() == Some(&"mean") {
        return true;
    }
    let short =
        rest.len() <= 4 && !rest.iter().any(|word| ["of", "for", "in", "to", "by", "from"].contains(word));
    matches!(verb, "is" | "are" | "was" | "were") && short && rest.first() != Some(&"the")
}

const NAMING: &[&str] = &[
    " is the name of the",
    " was the name of the",
    " is the name of",
    " was the name of",
    " is the term for",
    " type of",
    " kind of",
    " kinds of",
    " types of",
    " sort of",
    " is one",
    " is a",
    " are two",
    " are the names of",
    " of the",
    " of these",
];

const MONEY_WORDS: &[&str] = &[
    "cost", "costs", "pay", "paid", "pays", "spend", "spent", "earn", "earned", "worth", "price", "money",
    "dollars", "charge", "charged", "charges", "raise", "raised", "donate", "donated", "revenue", "salary",
    "fund", "funding", "invest", "invested", "sell", "sold", "profit", "budget", "fee", "tax", "taxes",
];

/// Nouns after "what" or "which" that tell the kind of answer by themselves.
const NOUNS: &[(&[&str], Expects)] = &[
    (
        &[
            "year", "years", "date", "day", "month", "century", "decade", "time", "period", "era", "season",
            "age",
        ],
        Time,
    ),
    (
        &[
            "city",
            "country",
            "state",
            "town",
            "place",
            "continent",
            "region",
            "county",
            "location",
            "area",
            "village",
            "island",
            "district",
            "province",
            "nation",
            "countries",
            "cities",
            "states",
            "places",
        ],
        Place,
    ),
    (
        &["person", "man", "woman", "people", "player", "actor", "author", "king", "president", "scientist"],
        Person,
    ),
    (
        &[
            "number",
            "amount",
            "population",
            "size",
            "length",
            "height",
            "distance",
            "score",
            "rate",
            "speed",
            "temperature",
            "width",
            "depth",
            "weight",
            "total",
            "quantity",
            "range",
        ],
        Count,
    ),
    (&["percentage", "percent", "proportion", "fraction", "share"], Percent),
    (&["price", "cost", "salary", "income", "fee", "budget"], Money),
    (&["reason", "reasons", "cause", "causes", "purpose"], Reason),
];

const FOCUS_ENDS: &[&str] = &[
    "is", "are", "was", "were", "be", "been", "did", "do", "does", "has", "have", "had", "can", "could",
    "will", "would", "should", "may", "might", "must", "of", "in", "on", "at", "to", "for", "from", "by",
    "with", "that", "which", "who", "when", "where", "as", "into", "about", "during", "after", "before",
    "between", "than", "",
];

type Phrases = &'static [(&'static str, Expects)];

const CUES: &[(&str, Phrases)] = &[
    (
        "en",
        &[
            ("what percentage", Percent),
            ("what percent", Percent),
            ("which percentage", Percent),
            ("what proportion", Percent),
            ("what fraction", Percent),
            ("what share", Percent),
            ("how much money", Money),
            ("how expensive", Money),
            ("how much", Count),
            ("for how long", Duration),
            ("how long", Duration),
            ("how many years", Duration),
            ("how many days", Duration),
            ("how many months", Duration),
            ("how many hours", Duration),
            ("how many", Count),
            ("how far", Count),
            ("how tall", Count),
            ("how high", Count),
            ("how deep", Count),
            ("how wide", Count),
            ("how big", Count),
            ("how large", Count),
            ("how fast", Count),
            ("how heavy", Count),
            ("how old", Count),
            ("how often", Count),
            ("how hot", Count),
            ("how cold", Count),
            ("how small", Count),
            ("how do i", Steps),
            ("how do you", Steps),
            ("how do we", Steps),
            ("how can i", Steps),
            ("how can you", Steps),
            ("how to", Steps),
            ("how should", Steps),
            ("how does one", Steps),
            ("what does it take to", Steps),
            ("how recently", Time),
            ("whose", Person),
            ("whom", Person),
            ("who", Person),
            ("why", Reason),
            ("how come", Reason),
            ("what caused", Reason),
            ("what causes", Reason),
            ("what led", Reason),
            ("for what reason", Reason),
            ("when", Time),
            ("where", Place),
            ("what do you call", Thing),
            ("what", Thing),
            ("which", Thing),
            ("define", Definition),
            ("name", Thing),
            ("how", Anything),
        ],
    ),
    (
        "de",
        &[
            ("wie viel prozent", Percent),
            ("wieviel prozent", Percent),
            ("wie viele prozent", Percent),
            ("welcher prozentsatz", Percent),
            ("welchen prozentsatz", Percent),
            ("welcher anteil", Percent),
            ("wie viel geld", Money),
            ("wieviel geld", Money),
            ("wie lange", Duration),
            ("wie viele", Count),
            ("wie viel", Count),
            ("wieviele", Count),
            ("wieviel", Count),
            ("wie hoch", Count),
            ("wie weit", Count),
            ("wie groß", Count),
            ("wie alt", Count),
            ("wie oft", Count),
            ("wie tief", Count),
            ("wie schnell", Count),
            ("wie schwer", Count),
            ("in welchem jahr", Time),
            ("welches jahr", Time),
            ("in welchem jahrhundert", Time),
            ("an welchem tag", Time),
            ("wann", Time),
            ("seit wann", Time),
            ("in welcher stadt", Place),
            ("in welchem land", Place),
            ("wo", Place),
            ("woher", Place),
            ("wohin", Place),
            ("wer", Person),
            ("wen", Person),
            ("wem", Person),
            ("wessen", Person),
            ("warum", Reason),
            ("weshalb", Reason),
            ("wieso", Reason),
            ("wozu", Reason),
            ("wie kann ich", Steps),
            ("wie kann man", Steps),
            ("wie macht man", Steps),
            ("welche", Thing),
            ("welcher", Thing),
            ("welches", Thing),
            ("welchen", Thing),
            ("welchem", Thing),
            ("was", Thing),
            ("wie", Anything),
        ],
    ),
    (
        "es",
        &[
            ("qué porcentaje", Percent),
            ("que porcentaje", Percent),
            ("cuánto dinero", Money),
            ("cuánto tiempo", Duration),
            ("cuántos años", Duration),
            ("cuántos días", Duration),
            ("cuántos", Count),
            ("cuántas", Count),
            ("cuánto", Count),
            ("cuánta", Count),
            ("qué número", Count),
            ("qué cantidad", Count),
            ("en qué año", Time),
            ("qué año", Time),
            ("en qué siglo", Time),
            ("qué fecha", Time),
            ("cuándo", Time),
            ("dónde", Place),
            ("en qué ciudad", Place),
            ("en qué país", Place),
            ("quién", Person),
            ("quiénes", Person),
            ("por qué", Reason),
            ("cómo puedo", Steps),
            ("cómo se puede", Steps),
            ("cuál", Thing),
            ("cuáles", Thing),
            ("qué", Thing),
            ("cómo", Anything),
        ],
    ),
    (
        "fr",
        &[
            ("quel pourcentage", Percent),
            ("combien d'argent", Money),
            ("combien de temps", Duration),
            ("combien", Count),
            ("quel nombre", Count),
            ("quelle année", Time),
            ("quelle date", Time),
            ("quel siècle", Time),
            ("quand", Time),
            ("où", Place),
            ("quelle ville", Place),
            ("quel pays", Place),
            ("qui", Person),
            ("pourquoi", Reason),
            ("comment faire", Steps),
            ("quel", Thing),
            ("quelle", Thing),
            ("quels", Thing),
            ("quelles", Thing),
            ("que", Thing),
            ("qu'est", Definition),
            ("comment", Anything),
        ],
    ),
    (
        "it",
        &[
            ("quale percentuale", Percent),
            ("quanto tempo", Duration),
            ("quanti anni", Duration),
            ("quanti", Count),
            ("quante", Count),
            ("quanto", Count),
            ("quanta", Count),
            ("in che anno", Time),
            ("quale anno", Time),
            ("quando", Time),
            ("dove", Place),
            ("chi", Person),
            ("perché", Reason),
            ("quale", Thing),
            ("quali", Thing),
            ("che cosa", Thing),
            ("cosa", Thing),
            ("come", Anything),
        ],
    ),
    (
        "pt",
        &[
            ("que porcentagem", Percent),
            ("qual porcentagem", Percent),
            ("quanto tempo", Duration),
            ("quantos anos", Duration),
            ("quantos", Count),
            ("quantas", Count),
            ("quanto", Count),
            ("em que ano", Time),
            ("quando", Time),
            ("onde", Place),
            ("quem", Person),
            ("por que", Reason),
            ("por quê", Reason),
            ("qual", Thing),
            ("quais", Thing),
            ("o que", Thing),
            ("que", Thing),
            ("como", Anything),
        ],
    ),
    (
        "nl",
        &[
            ("welk percentage", Percent),
            ("hoe lang", Duration),
            ("hoeveel", Count),
            ("hoe hoog", Count),
            ("hoe groot", Count),
            ("hoe oud", Count),
            ("in welk jaar", Time),
            ("wanneer", Time),
            ("waar", Place),
            ("wie", Person),
            ("waarom", Reason),
            ("welke", Thing),
            ("welk", Thing),
            ("wat", Thing),
            ("hoe", Anything),
        ],
    ),
    (
        "ru",
        &[
            ("какой процент", Percent),
            ("сколько процентов", Percent),
            ("сколько денег", Money),
            ("сколько времени", Duration),
            ("как долго", Duration),
            ("сколько лет", Duration),
            ("сколько", Count),
            ("каково количество", Count),
            ("какое количество", Count),
            ("как часто", Count),
            ("в каком году", Time),
            ("в каком веке", Time),
            ("какой год", Time),
            ("когда", Time),
            ("где", Place),
            ("куда", Place),
            ("откуда", Place),
            ("в каком городе", Place),
            ("в какой стране", Place),
            ("кто", Person),
            ("кого", Person),
            ("кому", Person),
            ("кем", Person),
            ("чей", Person),
            ("почему", Reason),
            ("зачем", Reason),
            ("какой", Thing),
            ("какая", Thing),
            ("какое", Thing),
            ("какие", Thing),
            ("каком", Thing),
            ("какую", Thing),
            ("что", Thing),
            ("как", Anything),
        ],
    ),
    (
        "ar",
        &[
            ("ما نسبة", Percent),
            ("كم من الوقت", Duration),
            ("كم عدد", Count),
            ("كم", Count),
            ("ما عدد", Count),
            ("في أي عام", Time),
            ("في أي سنة", Time),
            ("متى", Time),
            ("أين", Place),
            ("في أي مدينة", Place),
            ("في أي بلد", Place),
            ("من هو", Person),
            ("من هي", Person),
            ("من الذي", Person),
            ("لماذا", Reason),
            ("لم", Reason),
            ("ما هو", Thing),
            ("ما هي", Thing),
            ("ما", Thing),
            ("ماذا", Thing),
            ("أي", Thing),
            ("من", Person),
            ("كيف", Anything),
        ],
    ),
    (
        "zh",
        &[
            ("百分之几", Percent),
            ("百分比", Percent),
            ("多少钱", Money),
            ("多长时间", Duration),
            ("多久", Duration),
            ("多少年", Duration),
            ("哪一年", Time),
            ("哪年", Time),
            ("哪个世纪", Time),
            ("什么时候", Time),
            ("何时", Time),
            ("多少", Count),
            ("几个", Count),
            ("多大", Count),
            ("多高", Count),
            ("多远", Count),
            ("哪里", Place),
            ("哪儿", Place),
            ("哪个城市", Place),
            ("哪个国家", Place),
            ("何处", Place),
            ("在哪", Place),
            ("谁", Person),
            ("为什么", Reason),
            ("为何", Reason),
            ("如何", Anything),
            ("怎么", Anything),
            ("哪", Thing),
            ("什么", Thing),
        ],
    ),
    (
        "ja",
        &[
            ("何パーセント", Percent),
            ("いくら", Money),
            ("どのくらい", Count),
            ("何年", Time),
            ("いつ", Time),
            ("どこ", Place),
            ("誰", Person),
            ("だれ", Person),
            ("なぜ", Reason),
            ("どうして", Reason),
            ("いくつ", Count),
            ("何人", Count),
            ("何", Thing),
            ("どの", Thing),
            ("どう", Anything),
        ],
    ),
];
