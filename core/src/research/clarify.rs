//! Questions back to the asker, by rule: only what would change the answer, with options that fit the question.

use super::ClarifyQuestion;
use super::language::stopwords;
use super::language::words::words;
use crate::model::{Question, QuestionKind};

/// Up to four questions, none when the question is clear: something named and asked about in a sentence.
pub fn clarify(question: &Question) -> Vec<ClarifyQuestion> {
    let content = super::plan::content_words(&question.text, &question.language);
    let asks = words(&question.text)
        .iter()
        .any(|word| stopwords::is_question_word(&word.text.to_lowercase(), &question.language));
    let topic_only = !asks && content.len() <= 3;
    let broad = topic_only || (content.len() <= 2 && question.entities.is_empty());
    let mut asked = Vec::new();
    if broad && question.kind != QuestionKind::CurrentEvent && question.period.is_none() {
        asked.push(scope(&subject(question, &content)));
    }
    let open_in_time = question.period.is_none()
        && match question.kind {
            QuestionKind::CurrentEvent => true,
            QuestionKind::Comparison
            | QuestionKind::List
            | QuestionKind::Factual
            | QuestionKind::Explanation
            | QuestionKind::HowTo => broad,
        };
    if open_in_time {
        asked.push(timeframe(question.kind));
    }
    let shallow = match question.kind {
        QuestionKind::Explanation | QuestionKind::Comparison => true,
        QuestionKind::Factual | QuestionKind::HowTo | QuestionKind::List | QuestionKind::CurrentEvent => {
            broad
        }
    };
    if shallow {
        asked.push(depth(question.kind));
    }
    if question.kind == QuestionKind::Comparison || topic_only {
        asked.push(purpose(question.kind));
    }
    asked
}

/// What the question is about, for the words of a question back.
fn subject(question: &Question, content: &[String]) -> String {
    if question.entities.is_empty() { content.join(" ") } else { question.entities.join(" and ") }
}

fn scope(subject: &str) -> ClarifyQuestion {
    ask(
        "scope",
        format!("What about {subject} do you want to know?"),
        &["What it is", "How it works", "How it compares with others", "What is new about it"],
        true,
    )
}

fn timeframe(kind: QuestionKind) -> ClarifyQuestion {
    let options: &[&str] = match kind {
        QuestionKind::CurrentEvent => &["The last day", "The last week", "The last month", "The last year"],
        QuestionKind::Factual
        | QuestionKind::Comparison
        | QuestionKind::Explanation
        | QuestionKind::HowTo
        | QuestionKind::List => &["As it is now", "The last year", "The last five years", "Any time"],
    };
    ask("timeframe", "Which time should the answer cover?".to_owned(), options, false)
}

fn depth(kind: QuestionKind) -> ClarifyQuestion {
    let options: &[&str] = match kind {
        QuestionKind::Comparison => &[
            "Which one to take, in a sentence",
            "The main differences",
            "Point by point",
            "With measurements",
        ],
        QuestionKind::Factual
        | QuestionKind::Explanation
        | QuestionKind::HowTo
        | QuestionKind::List
        | QuestionKind::CurrentEvent => {
            &["A short answer", "An overview", "The details", "Everything that can be found"]
        }
    };
    ask("depth", "How deep should the answer go?".to_owned(), options, false)
}

fn purpose(kind: QuestionKind) -> ClarifyQuestion {
    let options: &[&str] = match kind {
        QuestionKind::HowTo => {
            &["To do it once", "To set it up for good", "To understand it", "To explain it to others"]
        }
        QuestionKind::Factual
        | QuestionKind::Comparison
        | QuestionKind::Explanation
        | QuestionKind::List
        | QuestionKind::CurrentEvent => {
            &["To decide something", "To learn", "To write about it", "To build on it"]
        }
    };
    ask("use", "What is the answer for?".to_owned(), options, false)
}

fn ask(about: &str, text: String, options: &[&str], all: bool) -> ClarifyQuestion {
    ClarifyQuestion {
        about: about.to_owned(),
        text,
        options: options.iter().map(|option| (*option).to_owned()).collect(),
        all_of_the_above: all,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Millis;
    use crate::research::analyse::analyse;

    fn about(text: &str) -> Vec<String> {
        clarify(&analyse(text, Millis(1_780_272_000_000))).into_iter().map(|asked| asked.about).collect()
    }

    #[test]
    fn a_clear_question_is_not_asked_back() {
        for text in [
            "Who wrote The Hobbit?",
            "When was the Eiffel Tower in Paris opened to the public?",
            "What is the population of Lisbon in 2021?",
        ] {
            assert!(about(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn a_bare_topic_is_asked_about_in_every_way() {
        assert_eq!(about("heat pumps"), ["scope", "timeframe", "depth", "use"]);
    }

    #[test]
    fn every_question_has_four_options() {
        for text in ["heat pumps", "SQLite vs DuckDB", "Why is the sky blue?", "How do I bake bread?", "news"]
        {
            let asked = clarify(&analyse(text, Millis(0)));
            assert!(asked.len() <= 4 && asked.iter().all(|question| question.options.len() == 4), "{text}");
        }
    }
}
