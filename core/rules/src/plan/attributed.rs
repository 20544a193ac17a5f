//! Sources named in a question: "According to the IAU, …". They must be read, so each gets a query of its own.

use crate::text::mentions::named;
use crate::text::tables::{Tables, lists};
use gorkd_core::model::{Filters, Query, Question};

/// Maximum words of such a name; anything longer is half a sentence.
const LONGEST: usize = 6;
/// Maximum bytes between the cue and a name: an article.
const ARTICLE: usize = 6;

/// Characters that end the name of a source.
const ENDS: [char; 7] = [',', '?', ';', ':', '，', '？', '。'];

/// The source that a text names, as written.
pub fn source_named(text: &str, language: &str) -> Option<String> {
    let (ordinary, rest) = behind_cue(text, language)?;
    let end = rest.find(ENDS);
    let phrase = rest[..end.unwrap_or(rest.len())].trim().trim_end_matches('.');
    let name = match end {
        Some(_) if phrase.split_whitespace().count() <= LONGEST && !ordinary => {
            without_article(phrase, language).to_owned()
        }
        // Without a comma after it, only a name can be told apart from what follows.
        Some(_) | None => {
            let mut names = named(rest, language).into_iter();
            rest[names.find(|name| name.range.start <= ARTICLE)?.range].to_owned()
        }
    };
    (name.chars().filter(|c| c.is_alphanumeric()).count() >= 2).then_some(name)
}

/// What follows the first cue in a text, and whether the cue is an ordinary word.
fn behind_cue<'t>(text: &'t str, language: &str) -> Option<(bool, &'t str)> {
    let tables = Tables::of(language);
    let lower = text.to_lowercase().replace('’', "'");
    let (at, cue) = tables.according_to.written().find_in(&lower)?;
    let end = lower[..at].chars().count() + cue.chars().count();
    let end = text.char_indices().nth(end).map_or(text.len(), |(end, _)| end);
    Some((tables.perhaps_according_to.has(cue), text[end..].trim_start()))
}

fn without_article<'t>(phrase: &'t str, language: &str) -> &'t str {
    let articles = &lists::Tables::or_english(language).articles;
    let (first, rest) = phrase.split_once([' ', '\'']).unwrap_or((phrase, ""));
    let first = first.to_lowercase();
    if !rest.is_empty() && (articles.has(&first) || articles.has(&format!("{first}'"))) {
        rest.trim()
    } else {
        phrase
    }
}

/// Adds a query for the source that the question names, in second place, unless a query is already about it
/// alone.
pub fn with_source(question: &Question, mut queries: Vec<Query>, most: usize) -> Vec<Query> {
    let Some(name) = source_named(&question.text, &question.language) else { return queries };
    let plain = super::normalised(&name);
    if queries.iter().any(|query| super::normalised(&query.text) == plain) || most < 2 {
        return queries;
    }
    let first = queries.first().cloned().unwrap_or_default();
    let why = "whom the question names as its source".to_owned();
    // The filters of the first query may exclude the source.
    let source = Query { text: name, why, filters: Filters::default(), ..first };
    queries.insert(queries.len().min(1), source);
    queries.truncate(most);
    queries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_told_from_what_is_asked() {
        for (text, language, expected) in [
            ("According to the Git manual, what does fetch do?", "en", Some("Git manual")),
            ("What is a planet according to the IAU?", "en", Some("IAU")),
            (
                "Laut Statistischem Bundesamt, wie viele Menschen leben in Bonn?",
                "de",
                Some("Statistischem Bundesamt"),
            ),
            ("Wie ist das gemäß RFC 9110, und seit wann?", "de", Some("RFC 9110")),
            ("¿Cuántos son según la ONU?", "es", Some("ONU")),
            ("Wie laut ist ein Düsenjet?", "de", None),
            ("Chi fu il secondo presidente degli Stati Uniti?", "it", None),
            ("Selon l'Insee, combien de communes compte la France ?", "fr", Some("Insee")),
            ("Согласно ВОЗ, сколько людей болеют?", "ru", Some("ВОЗ")),
            ("Which order do they stand in?", "en", None),
            (
                "How is it sorted according to the order in which rows were put in by each of the writers?",
                "en",
                None,
            ),
        ] {
            assert_eq!(source_named(text, language).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn the_source_gets_a_query_of_its_own() {
        let question = Question {
            text: "According to the Git manual, what does fetch do?".into(),
            language: "en".into(),
            ..Question::default()
        };
        let query = |text: &str| Query { text: text.into(), sub_question: "q1".into(), ..Query::default() };
        let texts = |queries: Vec<Query>| queries.into_iter().map(|query| query.text).collect::<Vec<_>>();
        let planned = vec![query("Git manual fetch"), query("git fetch")];
        assert_eq!(
            texts(with_source(&question, planned, 3)),
            ["Git manual fetch", "Git manual", "git fetch"]
        );
        assert_eq!(texts(with_source(&question, vec![query("git MANUAL")], 3)), ["git MANUAL"]);
    }
}
