//! Clarifying questions in auto mode: one if a run would be a guess, or long and perhaps not wanted.
//!
//! Only cheap signals: how long the question is, whether it names its subject, and, for a bare name, what one search
//! shows. A question that a careful reader would simply research never gets one.

use super::addresses::addresses;
use super::clarify::{ask, scope, subject};
use super::material::locale_of;
use super::plan::{content_words, questions_in};
use super::text::tables::{Tables, lists};
use super::text::words::{Shape, fold, words, words_of};
use super::text::{lower_words, says_little, stopwords};
use super::write::{Expects, expects};
use gorkd_core::job::{ClarifyQuestion, Job};
use gorkd_core::model::{Budget, Question, QuestionKind, SearchHit};
use gorkd_words::{Locale, Msg};
use std::ops::Range;

/// What the question itself shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Signal {
    /// Nothing to ask.
    Clear,
    /// To be asked, whatever a search would show.
    Ask(ClarifyQuestion),
    /// A bare name: to be asked if a search shows that several things are called so.
    Preview(String),
}

/// Runs that may take longer than this are long: what they are for is worth a question.
const LONG_RUN_SECONDS: u32 = 120;
/// What a question back is about that asks what a word points to.
pub(crate) const REFERENT: &str = "referent";
/// Questions in one text beyond which the asker is asked where to begin.
const MANY_QUESTIONS: usize = 5;

/// Does a text without spaces between its words ask something? There a question word is no word of its own.
pub(crate) fn asks_unspaced(text: &str) -> bool {
    Tables::all().asking_signs.iter().any(|sign| text.contains(sign))
}

/// So many words; where a script has no spaces, two characters are about one.
pub(crate) fn count(content: &[String]) -> usize {
    let of = |text: &String| match words(text).first().map(|word| word.shape) {
        Some(Shape::Unspaced) => text.chars().count().div_ceil(2),
        Some(_) | None => 1,
    };
    content.iter().map(of).sum()
}

/// The signal of a job before it is planned.
pub fn signal(job: &Job) -> Signal {
    let known = !job.earlier.is_empty() || !job.attached.is_empty();
    signal_of(&job.question, known, &job.budget)
}

/// The word of a question that points to something which nobody has told.
pub(crate) fn pointer(job: &Job) -> Option<String> {
    match signal(job) {
        Signal::Ask(asked) if asked.about == REFERENT => {
            pointing_word(&job.question).map(|range| job.question.text[range].to_owned())
        }
        Signal::Ask(_) | Signal::Clear | Signal::Preview(_) => None,
    }
}

/// Where the first word of a question stands that points to something.
fn pointing_word(question: &Question) -> Option<Range<usize>> {
    let pointing = &lists::Tables::or_english(&question.language).pointing_words;
    let mut said = words_of(&question.text, &question.language).into_iter();
    said.find(|word| pointing.has(&word.text.to_lowercase())).map(|word| word.range)
}

/// `known`: something was said or given before that words may point to.
pub fn signal_of(question: &Question, known: bool, budget: &Budget) -> Signal {
    let text = question.text.trim();
    if !addresses(text).is_empty() {
        return Signal::Clear;
    }
    let (language, locale) = (question.language.as_str(), locale_of(question));
    let little = lists::Tables::or_english(language);
    let said: Vec<String> = words_of(text, language).iter().map(|word| word.text.to_lowercase()).collect();
    let asks = said.iter().any(|word| stopwords::is_question_word(word, language)) || asks_unspaced(text);
    let content: Vec<String> = content_words(text, language)
        .into_iter()
        .filter(|word| said.contains(word) && !says_little(word, language))
        .filter(|word| !Tables::all().empty_words.has(word) && !little.pointing_words.has(word))
        .collect();
    let pointer = said.iter().find(|word| little.pointing_words.has(word));
    // "Is it safe?", "How much is that one?": one word beside the pointer says nothing of what it points to.
    let judges = || {
        let helps = said.first().is_some_and(|word| little.auxiliaries.has(word));
        helps || matches!(expects(text, language), Expects::Count | Expects::Money | Expects::Duration)
    };
    let only_points = || pointer.is_some() && content.len() == 1 && judges();
    if question.entities.is_empty() && (content.is_empty() || only_points()) {
        return if known { Signal::Clear } else { Signal::Ask(what(pointer, locale)) };
    }
    let questions = questions_in(text);
    if questions.len() >= MANY_QUESTIONS {
        return Signal::Ask(which(&questions, locale));
    }
    if known || question.period.is_some() || question.kind == QuestionKind::CurrentEvent {
        return Signal::Clear;
    }
    let subject = subject(question, &content);
    let named: Vec<String> = lower_words(&subject);
    let only_subject = content.iter().all(|word| named.contains(word));
    // "History of the paperclip" says what about the paperclip.
    let articles = &little.articles;
    let related = said.iter().any(|word| stopwords::is_stop_word(word, language) && !articles.has(word));
    if only_subject && !asks && !related && count(&content) <= 2 {
        let name = content.len() == 1 && text.starts_with(char::is_uppercase);
        return if name { Signal::Preview(text.to_owned()) } else { Signal::Ask(scope(subject, locale)) };
    }
    let kind = expects(text, language);
    let plain = matches!(kind, Expects::Person | Expects::Definition | Expects::Thing | Expects::Version);
    if only_subject && plain && question.entities.len() == 1 && words(&subject).len() <= 2 {
        return Signal::Preview(subject);
    }
    let all = || Tables::all().everything.folded().stand_in(&fold(text));
    if budget.seconds > LONG_RUN_SECONDS && all() {
        return Signal::Ask(how_much(subject, locale));
    }
    Signal::Clear
}

/// What a search for a bare name shows: nothing to ask, or which of the things that are called so is meant.
pub fn senses(name: &str, hits: &[SearchHit], locale: Locale) -> Option<ClarifyQuestion> {
    let mut found: Vec<String> = Vec::new();
    let wanted = fold(name);
    for hit in hits {
        let Some((called, rest)) = hit.title.split_once('(') else { continue };
        let Some((sense, _)) = rest.split_once(')') else { continue };
        let sense = sense.trim();
        if fold(called.trim()) == wanted
            && (2..=40).contains(&sense.chars().count())
            && !Tables::all().untold_senses.folded().has(&fold(sense))
            && !found.iter().any(|known| fold(known) == fold(sense))
        {
            found.push(sense.to_owned());
        }
    }
    if found.len() < 2 {
        return None;
    }
    found.truncate(4);
    Some(ClarifyQuestion {
        about: "sense".to_owned(),
        text: locale.say(Msg::AskSense { name: name.to_owned() }),
        options: found,
        all_of_the_above: true,
    })
}

fn what(pointer: Option<&String>, locale: Locale) -> ClarifyQuestion {
    let text = match pointer {
        Some(word) => Msg::AskPointer { word: word.clone() },
        None => Msg::AskAbout,
    };
    // What is meant can be anything: only the asker's own words tell.
    ClarifyQuestion { about: REFERENT.to_owned(), text: locale.say(text), ..ClarifyQuestion::default() }
}

/// The question with what is meant in the place of the word that points to it: "Is it safe?", "aspirin" → "Is aspirin
/// safe?".
pub(crate) fn naming(question: &Question, meant: &str) -> String {
    let text = &question.text;
    match pointing_word(question) {
        Some(range) => format!("{}{meant}{}", &text[..range.start], &text[range.end..]).trim().to_owned(),
        None => meant.to_owned(),
    }
}

fn which(questions: &[&str], locale: Locale) -> ClarifyQuestion {
    ClarifyQuestion {
        about: "scope".to_owned(),
        text: locale.say(Msg::AskWhich { count: questions.len() as u64 }),
        options: questions.iter().take(4).map(|asked| asked.chars().take(120).collect()).collect(),
        all_of_the_above: true,
    }
}

fn how_much(subject: String, locale: Locale) -> ClarifyQuestion {
    let options = [Msg::AskLongMain, Msg::AskScopeNew, Msg::AskLongFigures, Msg::AskLongAll];
    ask("scope", Msg::AskLong { subject }, options, false, locale)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::analyze;
    use gorkd_core::model::Millis;

    /// What is to become of a prompt: started on, asked about, or looked at first.
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Want {
        Start,
        Ask,
        Look,
    }
    use Want::{Ask, Look, Start};

    /// Prompts as people type them, for a run of a minute.
    const PROMPTS: [(&str, Want); 46] = [
        ("When was the Eiffel Tower opened?", Start),
        ("How tall is Mount Kenya?", Start),
        ("What is the difference between TCP and UDP?", Start),
        ("Who wrote The Left Hand of Darkness?", Start),
        ("What is a partial index in SQLite?", Start),
        ("How do I rotate logs on Debian?", Start),
        ("Why do cats purr?", Start),
        ("Is intermittent fasting safe for people with type 1 diabetes?", Start),
        ("Which is cheaper, a heat pump or a gas boiler?", Start),
        ("Latest news on the James Webb telescope", Start),
        ("weather in Lisbon today", Start),
        ("population of Portugal 2021", Start),
        ("Eiffel Tower height", Start),
        ("postgres vacuum full vs vacuum", Start),
        ("best pizza oven under 500 euros", Start),
        ("symptoms of vitamin D deficiency", Start),
        ("compare Rust and Go for network services", Start),
        ("Explain the CAP theorem", Start),
        ("list of countries that use the euro", Start),
        ("Summarise https://example.org/report.pdf", Start),
        ("What changed in SQLite 3.12?", Start),
        ("How many moons does Saturn have and who found the first?", Start),
        ("Wann wurde der Kölner Dom vollendet?", Start),
        ("¿Quién pintó el Guernica?", Start),
        ("Quelle est la capitale de l'Australie ?", Start),
        ("asyncio cancellation semantics in Python", Start),
        ("Is it true that honey never spoils?", Start),
        ("什么是虚拟软件包？", Start),
        ("ما هي خدمة البريد؟", Start),
        ("What does it cost to register a trademark in Norway?", Start),
        ("Should I learn Kubernetes before Docker?", Start),
        ("history of the paperclip", Start),
        ("What is the best?", Ask),
        ("Is it good?", Ask),
        ("Compare them", Ask),
        ("explain this", Ask),
        ("research", Ask),
        ("How does it work?", Ask),
        ("help", Ask),
        ("heat pumps", Ask),
        ("batteries", Ask),
        ("Is that safe?", Ask),
        (
            "What is Rust? Who made it? When? Is it fast? Who uses it? What does it cost to learn it? Is it worth it?",
            Ask,
        ),
        ("Mercury", Look),
        ("What is Mercury?", Look),
        ("Who is Michael Jordan?", Look),
    ];

    fn budget(seconds: u32) -> Budget {
        Budget { seconds, ..Budget::default() }
    }

    fn want(text: &str, known: bool, seconds: u32) -> Want {
        match signal_of(&analyze(text, Millis(1_780_272_000_000)), known, &budget(seconds)) {
            Signal::Clear => Start,
            Signal::Ask(question) => {
                let options = if question.about == REFERENT { 0 } else { 4 };
                assert_eq!(question.options.len(), options, "{text}");
                Ask
            }
            Signal::Preview(_) => Look,
        }
    }

    #[test]
    fn prompts_are_decided_as_a_careful_reader_would() {
        let wrong: Vec<String> = PROMPTS
            .iter()
            .map(|(text, wanted)| (text, *wanted, want(text, false, 60)))
            .filter(|(_, wanted, decided)| wanted != decided)
            .map(|(text, wanted, decided)| format!("{text}: {decided:?}, not {wanted:?}"))
            .collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn what_was_said_before_answers_what_words_point_to() {
        for text in ["Is it good?", "Compare them", "How does it work?", "explain this"] {
            assert_eq!(want(text, true, 60), Start, "{text}");
        }
    }

    #[test]
    fn a_long_run_over_everything_is_asked_about() {
        let text = "Tell me everything about the history of Lisbon's trams";
        assert_eq!((want(text, false, 60), want(text, false, 150)), (Start, Ask));
        assert_eq!(want("When was the Eiffel Tower opened?", false, 150), Start);
    }

    #[test]
    fn a_name_of_several_things_is_told_apart_by_what_a_search_shows() {
        let hit = |title: &str| SearchHit { title: title.to_owned(), ..SearchHit::default() };
        let several = [
            hit("Mercury (planet)"),
            hit("Mercury (element)"),
            hit("Mercury (disambiguation)"),
            hit("Venus"),
        ];
        let asked = senses("Mercury", &several, Locale::En).expect("two senses");
        assert_eq!(asked.options, ["planet", "element"]);
        assert_eq!(senses("Mercury", &[hit("Mercury (planet)"), hit("Mercury")], Locale::En), None);
    }
}
