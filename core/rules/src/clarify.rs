//! Clarifying questions by rule: only what would change the answer, with options that fit the question.

use super::ask_back::{Signal, signal};
use super::lists::and_list;
use super::material::locale_of;
use super::plan::steer;
use super::text::stopwords;
use super::text::words::words;
use crate::analyze::period_of;
use gorkd_core::job::{ClarifyQuestion, Job, Reply};
use gorkd_core::model::{Constraint, ConstraintKind, Millis, Period, Planning, Question, QuestionKind};
use gorkd_core::text::is_site;
use gorkd_words::{Locale, Msg};

/// One to four questions. In interactive mode, the asker can always choose how deep the answer should go.
pub fn clarify(question: &Question) -> Vec<ClarifyQuestion> {
    let content = super::plan::content_words(&question.text, &question.language);
    let asks = words(&question.text)
        .iter()
        .any(|word| stopwords::is_question_word(&word.text.to_lowercase(), &question.language))
        || super::ask_back::asks_unspaced(&question.text);
    let topic_only = !asks && content.len() <= 3;
    let broad = topic_only || (content.len() <= 2 && question.entities.is_empty());
    let mut asked = Vec::new();
    if broad && question.kind != QuestionKind::CurrentEvent && question.period.is_none() {
        asked.push(scope(subject(question, &content), locale_of(question)));
    }
    if question.period.is_none() && (broad || question.kind == QuestionKind::CurrentEvent) {
        asked.push(timeframe(question));
    }
    if broad || matches!(question.kind, QuestionKind::Explanation | QuestionKind::Comparison) {
        asked.push(depth(question));
    }
    if question.kind == QuestionKind::Comparison || topic_only {
        asked.push(purpose(question));
    }
    if asked.is_empty() {
        asked.push(depth(question));
    }
    asked
}

/// What a job asks back, as far as rules can tell without looking anywhere: none means that a search has to show it.
pub fn unaided(job: &Job) -> Option<Vec<ClarifyQuestion>> {
    let flipped = job.gate.is_some_and(|gate| !gate.auto);
    match signal(job) {
        // What the words leave open comes before how the answer shall be.
        Signal::Ask(question) if flipped => Some(vec![question]),
        _ if job.terms.planning == Planning::Interactive => Some(clarify(&job.question)),
        Signal::Clear => Some(Vec::new()),
        Signal::Ask(question) => Some(vec![question]),
        Signal::Preview(_) => None,
    }
}

/// What an answer to a question back asks of the run; nothing for "just go" and for what leaves everything open.
pub fn meaning(question: &Question, asked: &ClarifyQuestion, reply: &Reply) -> Vec<Constraint> {
    let chosen = |option: &String| wish(question, asked, option.clone(), option.to_lowercase());
    match reply {
        Reply::Option(at) => asked.options.get(*at).map(chosen).into_iter().collect(),
        Reply::AllOfTheAbove => asked.options.iter().map(chosen).collect(),
        Reply::Custom(text) => vec![wish(question, asked, text.trim().to_owned(), text.trim().to_owned())],
        _ => Vec::new(),
    }
}

/// `inside` is the reply as it reads in the middle of a sentence.
fn wish(question: &Question, asked: &ClarifyQuestion, said: String, inside: String) -> Constraint {
    // "Only nasa.gov" and the like mean the same wherever they are said.
    let understood = steer(&said);
    let kind = match asked.about.as_str() {
        _ if understood.kind != ConstraintKind::Note && !is_site(&said) => understood.kind,
        "timeframe" => match period_meant(question, &said) {
            Some(period) => ConstraintKind::Period(period),
            None => ConstraintKind::Note,
        },
        super::ask_back::REFERENT => ConstraintKind::Also(super::ask_back::naming(question, &said)),
        "scope" | "sense" => {
            let content = super::plan::content_words(&question.text, &question.language);
            let subject = subject(question, &content);
            match asked.about.as_str() {
                "sense" => ConstraintKind::Also(format!("{subject} ({said})")),
                _ if said.ends_with('?') => ConstraintKind::Also(said.clone()),
                _ => ConstraintKind::Also(format!("{subject}: {inside}")),
            }
        }
        _ => ConstraintKind::Note,
    };
    Constraint { text: said, kind }
}

/// The period of an option in any language, or of free text.
fn period_meant(question: &Question, said: &str) -> Option<Period> {
    let locale = locale_of(question);
    match timeframes(question.kind).into_iter().find(|option| option.to(locale) == said) {
        Some(option) => period_of(&option.to(Locale::En), "en", Millis(0)),
        None => period_of(said, &question.language, Millis(0)),
    }
}

/// What the question is about, for the words of a question back.
pub(super) fn subject(question: &Question, content: &[String]) -> String {
    if question.entities.is_empty() {
        content.join(" ")
    } else {
        and_list(&question.entities, locale_of(question))
    }
}

/// What about the subject?
pub(super) fn scope(subject: String, locale: Locale) -> ClarifyQuestion {
    let options = [Msg::AskScopeWhat, Msg::AskScopeHow, Msg::AskScopeCompare, Msg::AskScopeNew];
    ask("scope", Msg::AskScope { subject }, options, true, locale)
}

fn timeframe(question: &Question) -> ClarifyQuestion {
    ask("timeframe", Msg::AskTime, timeframes(question.kind), false, locale_of(question))
}

fn timeframes(kind: QuestionKind) -> [Msg; 4] {
    match kind {
        QuestionKind::CurrentEvent => {
            [Msg::AskTimeDay, Msg::AskTimeWeek, Msg::AskTimeMonth, Msg::AskTimeYear]
        }
        _ => [Msg::AskTimeNow, Msg::AskTimeYear, Msg::AskTimeFiveYears, Msg::AskTimeAny],
    }
}

fn depth(question: &Question) -> ClarifyQuestion {
    let options = match question.kind {
        QuestionKind::Comparison => {
            [Msg::AskDepthPick, Msg::AskDepthDifferences, Msg::AskDepthPoints, Msg::AskDepthMeasured]
        }
        _ => [Msg::AskDepthShort, Msg::AskDepthOverview, Msg::AskDepthDetails, Msg::AskDepthEverything],
    };
    ask("depth", Msg::AskDepth, options, false, locale_of(question))
}

fn purpose(question: &Question) -> ClarifyQuestion {
    let options = match question.kind {
        QuestionKind::HowTo => {
            [Msg::AskUseOnce, Msg::AskUseForGood, Msg::AskUseUnderstand, Msg::AskUseExplain]
        }
        _ => [Msg::AskUseDecide, Msg::AskUseLearn, Msg::AskUseWrite, Msg::AskUseBuild],
    };
    ask("use", Msg::AskUse, options, false, locale_of(question))
}

pub(super) fn ask(about: &str, text: Msg, options: [Msg; 4], all: bool, locale: Locale) -> ClarifyQuestion {
    ClarifyQuestion {
        about: about.to_owned(),
        text: locale.say(text),
        options: options.map(|option| locale.say(option)).to_vec(),
        all_of_the_above: all,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::analyze;
    use gorkd_core::model::Budget;

    fn about(text: &str) -> Vec<String> {
        clarify(&analyze(text, Millis(1_780_272_000_000))).into_iter().map(|asked| asked.about).collect()
    }

    #[test]
    fn of_a_clear_question_only_its_depth_is_asked() {
        for text in [
            "Who wrote The Hobbit?",
            "When was the Eiffel Tower in Paris opened to the public?",
            "What is the population of Lisbon in 2021?",
        ] {
            assert_eq!(about(text), ["depth"], "{text}");
        }
    }

    #[test]
    fn a_bare_topic_is_asked_about_in_every_way() {
        assert_eq!(about("heat pumps"), ["scope", "timeframe", "depth", "use"]);
    }

    #[test]
    fn what_is_answered_has_effect() {
        let question = analyze("heat pumps", Millis(1_780_272_000_000));
        let asked = clarify(&question);
        let kind = |at: usize, reply: Reply| {
            meaning(&question, &asked[at], &reply).into_iter().next().map(|c| c.kind)
        };
        assert_eq!(kind(0, Reply::Option(1)), Some(ConstraintKind::Also("heat pumps: how it works".into())));
        let all = meaning(&question, &asked[0], &Reply::AllOfTheAbove);
        assert_eq!(all.len(), 4);
        let years = |from, to| Period { from_year: from, to_year: to, ..Period::default() };
        assert_eq!(
            kind(1, Reply::Custom("since 2020".into())),
            Some(ConstraintKind::Period(years(Some(2020), None)))
        );
        assert_eq!(kind(1, Reply::Option(3)), Some(ConstraintKind::Note), "any time");
        assert_eq!(
            kind(3, Reply::Custom("only nasa.gov".into())),
            Some(ConstraintKind::Only(vec!["nasa.gov".into()]))
        );
        assert_eq!(kind(2, Reply::JustGo), None);
    }

    #[test]
    fn every_question_has_four_options() {
        for text in ["heat pumps", "SQLite vs DuckDB", "Why is the sky blue?", "How do I bake bread?", "news"]
        {
            let asked = clarify(&analyze(text, Millis(0)));
            assert!(asked.len() <= 4 && asked.iter().all(|question| question.options.len() == 4), "{text}");
        }
    }

    #[test]
    fn what_a_pointer_means_takes_its_place() {
        for (text, meant, asks) in [
            ("Is it safe?", "aspirin", "Is aspirin safe?"),
            ("How much is that?", "the Ioniq 5", "How much is the Ioniq 5?"),
            ("Can you tell me more?", "SQLite", "SQLite"),
        ] {
            let question = analyze(text, Millis(0));
            let Signal::Ask(asked) = crate::ask_back::signal_of(&question, false, &Budget::default()) else {
                panic!("{text} is asked about");
            };
            assert!(asked.options.is_empty());
            let meaning = meaning(&question, &asked, &Reply::Custom(meant.to_owned()));
            assert_eq!(meaning[0].kind, ConstraintKind::Also(asks.to_owned()), "{text}");
        }
    }
}
