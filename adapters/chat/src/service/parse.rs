//! Parses what people write to gorkd: options around a question, or a keyword.

use gorkd_core::engine::ChosenTerms;
use gorkd_core::model::{Planning, Profile};
use gorkd_core::text::stopwords::is_question_word;
use gorkd_words::Locale;

/// A parsed text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ParsedText {
    pub text: String,
    pub wanted: ChosenTerms,
    pub private: bool,
    pub keyword: Option<Keyword>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Keyword {
    Help,
    Memory(Memory),
    Threads,
    Watches,
    Feedback,
    /// Links the person's chat and web accounts: requests a code, or enters one from the web.
    Link(Option<String>),
    /// A summary of the earlier messages, requested in this language.
    Summary(Locale),
}

/// What to do with the settings of a person, or with `of_place`, of the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Memory {
    Show,
    Set {
        of_place: bool,
        name: String,
        value: String,
    },
    /// Without a name, forgets all of them.
    Forget {
        of_place: bool,
        name: Option<String>,
    },
    /// About the place, but not recognized.
    Unclear,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    Deep,
    Quick,
    Plan,
    Private,
    Fresh,
}

/// Option words in all languages of the catalogue.
const CHOICES: [(Choice, &[&str]); 4] = [
    (Choice::Deep, &["deep", "gründlich", "profundo", "approfondi", "подробно", "深入", "معمق"]),
    (Choice::Quick, &["quick", "schnell", "rápido", "rapide", "быстро", "快速", "سريع"]),
    (Choice::Plan, &["plan", "план", "计划", "خطة"]),
    (Choice::Private, &["private", "privat", "privado", "privé", "приватно", "лично", "私密", "خاص"]),
];

const HELP: &[&str] = &["help", "?", "hilfe", "ayuda", "aide", "помощь", "справка", "帮助", "مساعدة"];

/// Words that ask for a summary of the earlier messages, alone or with a few more words ("summarize this
/// thread"), by language.
const SUMMARIES: [(&[&str], Locale); 7] = [
    (&["summarize", "summarise", "summary", "recap", "tldr", "tl;dr"], Locale::En),
    (&["zusammenfassen", "zusammenfassung"], Locale::De),
    (&["resume", "resumir", "resumen"], Locale::Es),
    (&["résume", "résumer", "résumé"], Locale::Fr),
    (&["резюме", "подытожь", "итоги"], Locale::Ru),
    (&["总结", "总结一下", "概括"], Locale::Zh),
    (&["لخص", "ملخص", "تلخيص"], Locale::Ar),
];

/// Maximum number of extra words in a request for a summary.
const SUMMARY_WORDS: usize = 3;

/// Sent alone during a run, these words end it: with an answer from what was found, or without one.
const STOP: &[&str] =
    &["stop", "stopp", "halt", "alto", "para", "arrête", "стоп", "хватит", "停", "停止", "توقف"];
const CANCEL: &[&str] =
    &["cancel", "abbrechen", "cancelar", "cancela", "annuler", "annule", "отмена", "отмени", "取消", "إلغاء"];

/// How a keyword ends a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndKeyword {
    Stop,
    Cancel,
}

/// Parses a text that does nothing but ask to end the run.
pub fn parse_end(text: &str) -> Option<EndKeyword> {
    let word = text.trim().trim_end_matches(['.', '!', '。', '！']).to_lowercase();
    if STOP.contains(&word.as_str()) {
        return Some(EndKeyword::Stop);
    }
    CANCEL.contains(&word.as_str()).then_some(EndKeyword::Cancel)
}

/// Languages whose question words are known.
const LANGUAGES: [&str; 7] = ["en", "de", "es", "fr", "ru", "zh", "ar"];

/// Parses a text. Options are recognized only before or after the question, so the question itself may contain
/// the same words: `deep How …?`, `private, deep: …`, `…? quick`.
pub fn parse_text(line: &str) -> ParsedText {
    if let Some(keyword) = keyword(line) {
        return ParsedText { keyword: Some(keyword), ..ParsedText::default() };
    }
    let mut parsed = ParsedText::default();
    let rest = parsed.take_leading(line.trim());
    let rest = parsed.take_trailing(rest);
    // Option words alone are a one-word question.
    match rest.is_empty() {
        true => ParsedText { text: line.trim().to_owned(), ..ParsedText::default() },
        false => ParsedText { text: rest.to_owned(), ..parsed },
    }
}

/// Whether only the asker may see the answer. In a thread where people talk to each other, `private` must
/// clearly be an option: "private repos only" may answer a question or steer a run.
pub fn asks_in_private(text: &str, to_bot: bool) -> bool {
    let parsed = parse_text(text);
    parsed.private && (to_bot || parsed.text != text.trim())
}

fn keyword(line: &str) -> Option<Keyword> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let lower = |at: usize| words.get(at).map(|word| word.trim_end_matches(['.', '!']).to_lowercase());
    let only = words.len() == 1;
    Some(match lower(0).as_deref() {
        None => Keyword::Help,
        Some(help) if only && HELP.contains(&help) => Keyword::Help,
        Some("threads" | "history") if only => Keyword::Threads,
        Some("watches") if only => Keyword::Watches,
        Some("feedback") if only => Keyword::Feedback,
        Some("link") if only => Keyword::Link(None),
        Some("link") if words.len() == 2 && is_code(words[1]) => Keyword::Link(Some(words[1].to_owned())),
        Some(first) if words.len() <= 1 + SUMMARY_WORDS && summary(first).is_some() => summary(first)?,
        Some("memory") if only || matches!(lower(1).as_deref(), Some("set" | "forget" | "place")) => {
            Keyword::Memory(memory(&words[1..]))
        }
        Some(_) => return None,
    })
}

/// `set NAME VALUE` or `forget NAME`, with or without `place` before it.
fn memory(words: &[&str]) -> Memory {
    let (of_place, words) = match words {
        ["place", rest @ ..] => (true, rest),
        words => (false, words),
    };
    match words {
        [] => Memory::Show,
        ["set", rest @ ..] => {
            let (name, value) = rest.split_first().map_or(("", [].as_slice()), |(name, rest)| (*name, rest));
            Memory::Set { of_place, name: name.to_owned(), value: value.join(" ") }
        }
        ["forget", rest @ ..] => {
            let name = rest.first().filter(|name| **name != "all");
            Memory::Forget { of_place, name: name.map(|name| (*name).to_owned()) }
        }
        _ => Memory::Unclear,
    }
}

/// `7KM2P-X0QRT`: ten characters with at least one digit, so that "link prediction" stays a question.
fn is_code(word: &str) -> bool {
    let letters: Vec<char> = word.chars().filter(|c| *c != '-').collect();
    letters.len() == 10
        && letters.iter().all(char::is_ascii_alphanumeric)
        && letters.iter().any(char::is_ascii_digit)
}

fn summary(word: &str) -> Option<Keyword> {
    let (_, locale) = SUMMARIES.iter().find(|(words, _)| words.contains(&word))?;
    Some(Keyword::Summary(*locale))
}

impl ParsedText {
    /// Takes the options before a question, and returns the rest.
    fn take_leading<'a>(&mut self, line: &'a str) -> &'a str {
        let mut rest = line;
        let mut taken = Vec::new();
        while let Some((choice, after, ends)) = first(rest) {
            taken.push((choice, ends));
            rest = after;
            if ends {
                break;
            }
        }
        // Two dashes always mark an option. Without dashes or a colon, what follows decides whether a word is
        // an option or part of the question: "Deep sea cables", "Private equity".
        let dashed = line.split_whitespace().take(taken.len()).all(|word| word.starts_with("--"));
        let ends = taken.last().is_some_and(|(_, ends)| *ends);
        if !taken.is_empty() && (dashed || ends || begins_a_question(rest)) {
            taken.iter().for_each(|(choice, _)| self.take(*choice));
            return rest;
        }
        // If the word may be an option, the answer is private and the question keeps the word.
        self.private = taken.iter().any(|(choice, _)| *choice == Choice::Private)
            && line.starts_with(char::is_lowercase);
        line
    }

    /// Takes the options after a question, and returns the rest.
    fn take_trailing<'a>(&mut self, line: &'a str) -> &'a str {
        let (mut rest, mut taken, mut english) = (line, Vec::new(), true);
        while let Some(at) = rest.rfind(char::is_whitespace) {
            let last = rest[at..].trim();
            let Some(choice) = choice_of(last) else { break };
            english &=
                last.starts_with("--") || CHOICES.iter().any(|(_, names)| last.to_lowercase() == names[0]);
            taken.push((choice, last));
            rest = rest[..at].trim_end();
        }
        let apart = rest.ends_with(['.', '?', '!', '。', '？', '！', '؟', ',', ':'])
            || taken.iter().all(|(_, word)| word.starts_with("--"));
        if taken.is_empty() || !apart && (!english || is_object(rest)) {
            return line;
        }
        taken.iter().for_each(|(choice, _)| self.take(*choice));
        // "Is our data private": the answer is private, and the question keeps the word.
        match !apart && matches!(taken.as_slice(), [(Choice::Private, _)]) {
            true => line,
            false => rest.trim_end_matches([',', ':']).trim_end(),
        }
    }

    fn take(&mut self, choice: Choice) {
        match choice {
            Choice::Deep => self.wanted.profile = Some(Profile::Deep),
            Choice::Quick => self.wanted.profile = Some(Profile::Quick),
            Choice::Plan => self.wanted.planning = Some(Planning::Interactive),
            Choice::Private => self.private = true,
            Choice::Fresh => self.wanted.force = true,
        }
    }
}

/// The option at the beginning of a line, the rest of the line, and whether a colon ends the options.
fn first(line: &str) -> Option<(Choice, &str, bool)> {
    const COLONS: [char; 2] = [':', '：'];
    let end = line.find(|c: char| c.is_whitespace() || c == ',' || COLONS.contains(&c)).unwrap_or(line.len());
    let choice = choice_of(&line[..end])?;
    let rest = line[end..].trim_start();
    let ends = rest.starts_with(COLONS);
    let rest = rest.trim_start_matches(|c: char| c == ',' || COLONS.contains(&c)).trim_start();
    Some((choice, rest, ends))
}

fn choice_of(word: &str) -> Option<Choice> {
    choice(word.trim_end_matches([',', ':', '：']))
}

fn choice(word: &str) -> Option<Choice> {
    if word == "--fresh" {
        return Some(Choice::Fresh);
    }
    let name = word.trim_start_matches("--").to_lowercase();
    CHOICES.iter().find(|(_, names)| names.contains(&name.as_str())).map(|(choice, _)| *choice)
}

/// Whether the text begins with a question word or a capital letter.
fn begins_a_question(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let first = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let lower = first.to_lowercase();
    first.starts_with(char::is_uppercase)
        || first.starts_with(|c: char| c.is_alphabetic() && !c.is_lowercase())
        || LANGUAGES.iter().any(|language| is_question_word(&lower, language))
}

/// "What is a plan" asks about a plan.
fn is_object(head: &str) -> bool {
    const BEFORE: [&str; 20] = [
        "a", "an", "the", "this", "that", "my", "our", "your", "their", "its", "of", "to", "for", "in", "is",
        "are", "how", "so", "very", "go",
    ];
    let before = head.rsplit(char::is_whitespace).next().unwrap_or_default();
    BEFORE.contains(&before.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_recognized_before_and_after_a_question() {
        let read = parse_text("deep How do  deep sea cables work? private");
        assert_eq!(read.text, "How do  deep sea cables work?");
        assert_eq!((read.wanted.profile, read.private), (Some(Profile::Deep), true));
        let read = parse_text("rust or zig plan deep");
        assert_eq!((read.text.as_str(), read.wanted.planning), ("rust or zig", Some(Planning::Interactive)));
        for (line, text) in [
            ("private deep: salaries in Ghent", "salaries in Ghent"),
            ("private, deep salaries: are they public?", "private, deep salaries: are they public?"),
            ("privat: Wie viel verdient ein Richter?", "Wie viel verdient ein Richter?"),
            ("privado ¿Cuánto gana un juez?", "¿Cuánto gana un juez?"),
            ("Combien gagne un juge ? privé", "Combien gagne un juge ?"),
            ("приватно: зарплата судьи", "зарплата судьи"),
            ("私密：法官的工资", "法官的工资"),
            ("خاص: راتب القاضي", "راتب القاضي"),
        ] {
            let read = parse_text(line);
            assert!(read.private, "{line}");
            assert_eq!(read.text, text, "{line}");
        }
    }

    #[test]
    fn the_same_words_inside_a_question_stay_there() {
        for line in [
            "What is a plan",
            "Deep sea cables: how do they work?",
            "deep sea cables",
            "Private equity: how does it work?",
            "quick sort or merge sort?",
            "Schnell wachsende Bäume für kleine Gärten",
            "¿Qué es un plan?",
            "Ist mein Garten privat",
            "deep",
            "Ist mein Plan privat",
        ] {
            let read = parse_text(line);
            let plain = ParsedText { text: line.to_owned(), ..ParsedText::default() };
            assert_eq!(read, plain, "{line}");
        }
        // If a question may have been meant to be private, it is.
        for line in ["private salaries of our competitors", "Is our data private"] {
            let read = parse_text(line);
            assert_eq!((read.text.as_str(), read.private), (line, true));
        }
    }

    #[test]
    fn a_possible_steering_request_stays_public_in_its_thread() {
        assert!(asks_in_private("private: salaries in Ghent", false));
        assert!(asks_in_private("private repos only", true));
        assert!(!asks_in_private("private repos only", false));
    }

    #[test]
    fn a_short_text_requests_a_summary() {
        for said in ["summarize", "Summarize this thread.", "tl;dr", "Zusammenfassung bitte", "总结"] {
            assert!(matches!(parse_text(said).keyword, Some(Keyword::Summary(..))), "{said}");
        }
        for said in ["Summarize the causes of the French Revolution", "What is a summary judgment?"] {
            assert_eq!(parse_text(said).keyword, None, "{said}");
        }
    }

    #[test]
    fn a_word_ends_a_run() {
        assert_eq!(parse_end("Stop!"), Some(EndKeyword::Stop));
        assert_eq!(parse_end("取消"), Some(EndKeyword::Cancel));
        for more in ["stop words in German", "cancel culture", ""] {
            assert_eq!(parse_end(more), None, "{more}");
        }
    }

    #[test]
    fn some_keywords_show_stored_items() {
        for help in ["", "help", "Help!", "Hilfe", "帮助"] {
            assert_eq!(parse_text(help).keyword, Some(Keyword::Help), "{help}");
        }
        assert_eq!(parse_text("help me understand TLS").keyword, None);
        assert_eq!(parse_text("threads").keyword, Some(Keyword::Threads));
        assert_eq!(parse_text("memory of a computer").keyword, None);
        assert_eq!(parse_text("link").keyword, Some(Keyword::Link(None)));
        assert_eq!(parse_text("link 7km2p-x0qrt").keyword, Some(Keyword::Link(Some("7km2p-x0qrt".into()))));
        for question in ["link prediction", "link state-level", "link budget of a satellite"] {
            assert_eq!(parse_text(question).keyword, None, "{question}");
        }
    }

    #[test]
    fn a_setting_is_shown_set_or_forgotten() {
        let of = |line: &str| match parse_text(line).keyword {
            Some(Keyword::Memory(memory)) => memory,
            other => panic!("{line}: {other:?}"),
        };
        let set = |of_place, name: &str, value: &str| Memory::Set {
            of_place,
            name: name.to_owned(),
            value: value.to_owned(),
        };
        let forget =
            |of_place, name: Option<&str>| Memory::Forget { of_place, name: name.map(str::to_owned) };
        assert_eq!(of("memory"), Memory::Show);
        assert_eq!(of("memory place"), Memory::Show);
        assert_eq!(of("memory set language de"), set(false, "language", "de"));
        assert_eq!(of("memory place set instructions be  brief"), set(true, "instructions", "be brief"));
        assert_eq!(of("memory set"), set(false, "", ""));
        assert_eq!(of("memory forget language"), forget(false, Some("language")));
        assert_eq!(of("memory place forget all"), forget(true, None));
        assert_eq!(of("memory forget"), forget(false, None));
        assert_eq!(of("memory place deep"), Memory::Unclear);
    }
}
