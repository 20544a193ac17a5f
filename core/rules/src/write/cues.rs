//! Words of a question that tell what kind of answer it expects, as data per language.
//!
//! The phrase that stands first in the question wins, of those the longest: "how much money" over "how much", and
//! "when" over "who" in "When did the man who ... die?".

use super::want::Expects::{self, *};

/// Looks for a cue in a question in lower case with single spaces and a space at both ends.
pub fn find(plain: &str, language: &str) -> Expects {
    let own = CUES.iter().find(|(code, _)| *code == language).map_or(&[][..], |(_, cues)| cues);
    let english = if language == "en" { &[][..] } else { CUES[0].1 };
    let found = own
        .iter()
        .chain(english)
        .flat_map(|(expects, phrases)| phrases.split('|').map(move |phrase| (*expects, phrase)))
        .filter_map(|(expects, phrase)| Some((position(plain, phrase)?, phrase, expects)))
        .min_by_key(|(at, phrase, _)| (*at, std::cmp::Reverse(phrase.len())));
    match found {
        Some((at, phrase, expects)) => refine(expects, phrase, plain, &plain[at + phrase.len()..]),
        None => Anything,
    }
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

fn refine(expects: Expects, phrase: &str, plain: &str, rest: &str) -> Expects {
    let words = || rest.split(' ').filter(|word| !word.is_empty());
    match expects {
        Count
            if MONEY_WORDS.iter().any(|word| position(plain, word).is_some()) && phrase.ends_with("much") =>
        {
            Money
        }
        Thing | Count => {
            // "What is the population of Bern?" names its kind of answer, "What is the Gate?" does not.
            let property =
                || PROPERTY.iter().find_map(|verb| rest.strip_prefix(verb)).filter(|r| r.contains(" of "));
            let naming = NAMING.iter().find_map(|naming| rest.strip_prefix(naming)).or_else(property);
            let focus = naming.unwrap_or(rest).trim_start_matches(' ');
            let end = focus_end(focus);
            let head = focus[..end].trim_end();
            let last = head.split(' ').rfind(|word| !word.is_empty()).unwrap_or("");
            let named = NOUNS.iter().find(|(nouns, _)| nouns.contains(&last)).map(|(_, expects)| *expects);
            let directly = naming.is_some() || !head.is_empty();
            match named {
                Some(named) if expects == Thing => named,
                _ if expects == Thing && !directly && is_definition(words()) => Definition,
                _ => expects,
            }
        }
        _ => expects,
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
    // "What does VACUUM do in Postgres?"
    let end = rest.iter().position(|word| *word == "in").unwrap_or(rest.len());
    let last = rest[..end].last().copied();
    if last == Some("mean") || matches!(verb, "does" | "do") && last == Some("do") {
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
    " are the names of",
    " of the",
    " of these",
];

const PROPERTY: &[&str] = &[" is the", " was the", " are the", " were the"];

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

/// By language: the kinds of answer, each with its phrases, apart by bars.
const CUES: &[(&str, &[(Expects, &str)])] = &[
    (
        "en",
        &[
            (
                Percent,
                "what percentage|what percent|which percentage|what proportion|what fraction|what share",
            ),
            (Money, "how much money|how expensive"),
            (Duration, "for how long|how long|how many years|how many days|how many months|how many hours"),
            (
                Count,
                "how much|how many|how far|how tall|how high|how deep|how wide|how big|how large|\
                 how fast|how heavy|how old|how hot|how cold|how small",
            ),
            (Time, "how recently|when"),
            (Place, "where"),
            (Person, "whose|whom|who"),
            (Reason, "why|how come|what caused|what causes|what led|for what reason"),
            (
                Steps,
                "how do i|how do you|how do we|how can i|how can you|how to|how should|how does one|\
                 what does it take to",
            ),
            (Definition, "define"),
            (Thing, "what do you call|what|which|name"),
            (Anything, "how"),
        ],
    ),
    (
        "de",
        &[
            (
                Percent,
                "wie viel prozent|wieviel prozent|wie viele prozent|welcher prozentsatz|\
                 welchen prozentsatz|welcher anteil",
            ),
            (Money, "wie viel geld|wieviel geld"),
            (Duration, "wie lange"),
            (
                Count,
                "wie viele|wie viel|wieviele|wieviel|wie hoch|wie weit|wie groß|wie alt|wie oft|wie tief|\
                 wie schnell|wie schwer",
            ),
            (Time, "in welchem jahr|welches jahr|in welchem jahrhundert|an welchem tag|wann|seit wann"),
            (Place, "in welcher stadt|in welchem land|wo|woher|wohin"),
            (Person, "wer|wen|wem|wessen"),
            (Reason, "warum|weshalb|wieso|wozu"),
            (Steps, "wie kann ich|wie kann man|wie macht man"),
            (Thing, "welche|welcher|welches|welchen|welchem|was"),
            (Anything, "wie"),
        ],
    ),
    (
        "es",
        &[
            (Percent, "qué porcentaje|que porcentaje"),
            (Money, "cuánto dinero"),
            (Duration, "cuánto tiempo|cuántos años|cuántos días"),
            (Count, "cuántos|cuántas|cuánto|cuánta|qué número|qué cantidad"),
            (Time, "en qué año|qué año|en qué siglo|qué fecha|cuándo"),
            (Place, "dónde|en qué ciudad|en qué país"),
            (Person, "quién|quiénes"),
            (Reason, "por qué"),
            (Steps, "cómo puedo|cómo se puede"),
            (Thing, "cuál|cuáles|qué"),
            (Anything, "cómo"),
        ],
    ),
    (
        "fr",
        &[
            (Percent, "quel pourcentage"),
            (Money, "combien d'argent"),
            (Duration, "combien de temps"),
            (Count, "combien|quel nombre"),
            (Time, "quelle année|quelle date|quel siècle|quand"),
            (Place, "où|quelle ville|quel pays"),
            (Person, "qui"),
            (Reason, "pourquoi"),
            (Steps, "comment faire"),
            (Definition, "qu'est"),
            (Thing, "quel|quelle|quels|quelles|que"),
            (Anything, "comment"),
        ],
    ),
    (
        "it",
        &[
            (Percent, "quale percentuale"),
            (Duration, "quanto tempo|quanti anni"),
            (Count, "quanti|quante|quanto|quanta"),
            (Time, "in che anno|quale anno|quando"),
            (Place, "dove"),
            (Person, "chi"),
            (Reason, "perché"),
            (Thing, "quale|quali|che cosa|cosa"),
            (Anything, "come"),
        ],
    ),
    (
        "pt",
        &[
            (Percent, "que porcentagem|qual porcentagem"),
            (Duration, "quanto tempo|quantos anos"),
            (Count, "quantos|quantas|quanto"),
            (Time, "em que ano|quando"),
            (Place, "onde"),
            (Person, "quem"),
            (Reason, "por que|por quê"),
            (Thing, "qual|quais|o que|que"),
            (Anything, "como"),
        ],
    ),
    (
        "nl",
        &[
            (Percent, "welk percentage"),
            (Duration, "hoe lang"),
            (Count, "hoeveel|hoe hoog|hoe groot|hoe oud"),
            (Time, "in welk jaar|wanneer"),
            (Place, "waar"),
            (Person, "wie"),
            (Reason, "waarom"),
            (Thing, "welke|welk|wat"),
            (Anything, "hoe"),
        ],
    ),
    (
        "ru",
        &[
            (Percent, "какой процент|сколько процентов"),
            (Money, "сколько денег"),
            (Duration, "сколько времени|как долго|сколько лет"),
            (Count, "сколько|каково количество|какое количество|как часто"),
            (Time, "в каком году|в каком веке|какой год|когда"),
            (Place, "где|куда|откуда|в каком городе|в какой стране"),
            (Person, "кто|кого|кому|кем|чей"),
            (Reason, "почему|зачем"),
            (Thing, "какой|какая|какое|какие|каком|какую|что"),
            (Anything, "как"),
        ],
    ),
    (
        "ar",
        &[
            (Percent, "ما نسبة"),
            (Duration, "كم من الوقت"),
            (Count, "كم عدد|كم|ما عدد"),
            (Time, "في أي عام|في أي سنة|متى"),
            (Place, "أين|في أي مدينة|في أي بلد"),
            (Person, "من هو|من هي|من الذي|من"),
            (Reason, "لماذا|لم"),
            (Thing, "ما هو|ما هي|ما|ماذا|أي"),
            (Anything, "كيف"),
        ],
    ),
    (
        "zh",
        &[
            (Percent, "百分之几|百分比"),
            (Money, "多少钱"),
            (Duration, "多长时间|多久|多少年"),
            (Count, "多少|几个|多大|多高|多远"),
            (Time, "哪一年|哪年|哪个世纪|什么时候|何时"),
            (Place, "哪里|哪儿|哪个城市|哪个国家|何处|在哪"),
            (Person, "谁"),
            (Reason, "为什么|为何"),
            (Thing, "哪|什么"),
            (Anything, "如何|怎么"),
        ],
    ),
    (
        "ja",
        &[
            (Percent, "何パーセント"),
            (Money, "いくら"),
            (Count, "どのくらい|いくつ|何人"),
            (Time, "何年|いつ"),
            (Place, "どこ"),
            (Person, "誰|だれ"),
            (Reason, "なぜ|どうして"),
            (Thing, "何|どの"),
            (Anything, "どう"),
        ],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(language: &str, question: &str, expects: Expects) {
        let plain = format!(" {question} ");
        assert_eq!(find(&plain, language), expects, "{question}");
    }

    #[test]
    fn the_first_question_word_decides() {
        check("en", "when did the man who built it die", Time);
        check("en", "who was king when it burned", Person);
        check("en", "in what year did it burn", Time);
        check("en", "why did it burn", Reason);
        check("en", "how do i start it", Steps);
    }

    #[test]
    fn the_noun_asked_for_decides_too() {
        check("en", "which city did she leave", Place);
        check("en", "how many red doors does it have", Count);
        check("en", "what is the name of the river", Thing);
        check("en", "what is the population of bern", Count);
        check("en", "how much did it cost", Money);
    }

    #[test]
    fn what_is_asks_for_a_definition_when_nothing_more_is_named() {
        check("en", "what is a kiln", Definition);
        check("en", "what does kiln mean", Definition);
        check("en", "what does the damper do in a kiln", Definition);
        check("en", "what is burned in it", Thing);
    }

    #[test]
    fn other_languages_have_their_own_words() {
        check("de", "wie viel prozent kamen", Percent);
        check("es", "por qué se quemó", Reason);
        check("ru", "кто сказал что он горит", Person);
        check("zh", "这座桥是什么时候建造的", Time);
        check("ar", "متى بنت الجسر", Time);
    }
}
