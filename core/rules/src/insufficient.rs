//! The answer when there is none: what was looked for, where, what came of it, and what would help.

use super::Brief;
use gorkd_core::model::{Answer, Confidence, Plan, Privacy, Source};

/// How the search went, in counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Looked {
    /// What the question was turned into at first, in order.
    pub queries: Vec<String>,
    /// The places that were asked.
    pub providers: Vec<String>,
    /// Those of them that answered, if only with nothing.
    pub answered_by: Vec<String>,
    /// Searches that failed, and those that were answered, if only with nothing.
    pub failed_searches: u32,
    pub answered: u32,
    /// What those that failed said, a sentence each.
    pub failures: Vec<String>,
    /// Hits of all searches.
    pub found: u32,
    /// Pages and files that were read, and that could not be.
    pub read: u32,
    pub unread: u32,
    /// Documents in the library, when it was among the places asked.
    pub library: Option<u64>,
    pub privacy: Privacy,
    /// A sentence where all that was read is in another language than the question.
    pub other_language: Option<String>,
}

impl Looked {
    /// What can be told from the plan when nothing more is known.
    pub fn from_plan(plan: &Plan, read: usize, unread: u32) -> Self {
        Looked {
            queries: plan.queries.iter().map(|query| query.text.clone()).collect(),
            providers: vec![SOMEWHERE.to_owned()],
            found: u32::try_from(read).unwrap_or(u32::MAX).saturating_add(unread),
            read: u32::try_from(read).unwrap_or(u32::MAX),
            unread,
            ..Looked::default()
        }
    }
}

/// Stands for places whose names are not known.
const SOMEWHERE: &str = "the places available";
const LIBRARY: &str = "library";
/// Queries that are named at most.
const NAMED: usize = 3;

/// An answer that says in plain sentences why there is no better one. `left_out` counts sentences of a draft that
/// did not hold.
pub fn insufficient(brief: &Brief<'_>, looked: &Looked, sources: Vec<Source>, left_out: usize) -> Answer {
    let mut sentences: Vec<String> = Vec::new();
    let mut helps: Vec<String> = Vec::new();
    let only_library =
        looked.providers.iter().all(|provider| provider == LIBRARY) && !looked.providers.is_empty();
    let empty_library = looked.library == Some(0);
    if looked.providers.is_empty() {
        sentences.push(
            "There is no place to search: no provider is switched on and the library is not in use."
                .to_owned(),
        );
        helps.push("add documents with `gorkd library add PATH`".to_owned());
        helps.push("switch on a search provider in the settings".to_owned());
    } else if only_library && empty_library {
        sentences.push("The library is empty, and no other place may be searched.".to_owned());
        helps.push("add documents with `gorkd library add PATH`".to_owned());
        helps.push(other_place(looked.privacy));
    } else {
        sentences.push(came_of_it(looked, left_out));
        if looked.found == 0 {
            sentences.extend(looked.failures.iter().take(NAMED).cloned());
        }
        sentences.extend(looked_for(looked));
        sentences.extend(looked.other_language.clone());
        helps.push("ask in other words".to_owned());
        if looked.library.is_some() || only_library {
            helps.push("add documents about it with `gorkd library add PATH`".to_owned());
        }
        if looked.failed_searches > 0 && looked.found == 0 {
            helps.insert(
                0,
                "try it again later with `gorkd job retry`, or check the connection and the providers' keys with `gorkd doctor`"
                    .to_owned(),
            );
        } else {
            helps.push(other_place(looked.privacy));
        }
        if !brief.constraints.is_empty() {
            helps.push("loosen what the search was held to".to_owned());
        }
    }
    let mut limitations = Vec::new();
    if looked.unread > 0 {
        limitations.push(counted(looked.unread, "page could not be read", "pages could not be read"));
    }
    sentences.push(format!("What would help: {}.", listed(&helps, "or")));
    Answer {
        summary: sentences.join(" "),
        confidence: Confidence::Insufficient,
        confidence_reasons: vec![match (looked.read, left_out) {
            (0, _) => "Nothing was read that could support an answer.".to_owned(),
            (_, 0) => "Nothing that was read answers the question.".to_owned(),
            (_, _) => "No statement of the draft is supported by what was read.".to_owned(),
        }],
        limitations,
        sources,
        ..Answer::default()
    }
}

fn looked_for(looked: &Looked) -> Option<String> {
    let named: Vec<String> = looked.queries.iter().take(NAMED).map(|query| format!("“{query}”")).collect();
    if named.is_empty() {
        return None;
    }
    let list = listed(&named, "and");
    let asked = if looked.answered_by.is_empty() { &looked.providers } else { &looked.answered_by };
    let places: Vec<String> = asked
        .iter()
        .map(|provider| if provider == LIBRARY { "the library".to_owned() } else { provider.clone() })
        .collect();
    Some(format!("Looked for {list} in {}.", listed(&places, "and")))
}

fn came_of_it(looked: &Looked, left_out: usize) -> String {
    let failed = looked.failed_searches > 0 && looked.found == 0;
    match (looked.found, looked.read) {
        _ if failed && looked.answered == 0 => {
            "No search could be made: every place that was asked failed.".to_owned()
        }
        _ if failed && looked.library == Some(0) => {
            "The library is empty, and searching elsewhere failed.".to_owned()
        }
        _ if failed => "Some searches failed, and the others found nothing.".to_owned(),
        (0, 0) => "The searches found nothing.".to_owned(),
        (found, 0) if looked.unread > 0 => {
            format!(
                "{} found, but none could be read.",
                counted(found, "page was", "pages were").trim_end_matches('.')
            )
        }
        (_, 0) => "Nothing that was found was worth reading.".to_owned(),
        (_, read) if left_out > 0 => format!(
            "{} read, but no statement about the question could be supported by a quote.",
            counted(read, "document was", "documents were").trim_end_matches('.')
        ),
        (_, 1) => "The one document that was read does not answer the question.".to_owned(),
        (_, read) => format!("None of the {read} documents that were read answers the question."),
    }
}

fn other_place(privacy: Privacy) -> String {
    match privacy {
        Privacy::LocalOnly => "allow searching the web with `--privacy hybrid`".to_owned(),
        Privacy::Hybrid | Privacy::CloudAllowed => "switch on another search provider".to_owned(),
    }
}

fn counted(count: u32, one: &str, many: &str) -> String {
    if count == 1 { format!("1 {one}.") } else { format!("{count} {many}.") }
}

fn listed(items: &[String], word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::model::{Budget, Millis, Question};

    fn summary(looked: &Looked) -> String {
        let question = Question { text: "Who built the Grelling Tower?".into(), ..Question::default() };
        let budget = Budget::default();
        let brief = Brief {
            question: &question,
            earlier: &[],
            constraints: &[],
            budget: &budget,
            domain: None,
            now: Millis(0),
        };
        let answer = insufficient(&brief, looked, Vec::new(), 0);
        assert_eq!(answer.confidence, Confidence::Insufficient);
        assert!(!answer.confidence_reasons.is_empty() && answer.claims.is_empty());
        answer.summary
    }

    #[test]
    fn it_says_what_was_looked_for_and_what_would_help() {
        let text = summary(&Looked {
            queries: vec!["Grelling Tower".into(), "built Grelling".into()],
            providers: vec!["library".into(), "wikipedia".into()],
            found: 3,
            read: 2,
            unread: 1,
            library: Some(12),
            ..Looked::default()
        });
        for part in [
            "“Grelling Tower” and “built Grelling” in the library and wikipedia",
            "None of the 2 documents that were read answers the question. Looked for",
            "gorkd library add",
            "another search provider",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    #[test]
    fn each_way_of_having_nothing_has_its_own_words() {
        let library =
            Looked { providers: vec!["library".into()], privacy: Privacy::LocalOnly, ..Looked::default() };
        let web = Looked { providers: vec!["web".into()], queries: vec!["x y".into()], ..Looked::default() };
        for (looked, part) in [
            (Looked::default(), "no place to search"),
            (Looked { library: Some(0), ..library.clone() }, "The library is empty"),
            (Looked { library: Some(5), ..library }, "--privacy hybrid"),
            (web.clone(), "The searches found nothing"),
            (Looked { failed_searches: 2, ..web.clone() }, "every place that was asked failed"),
            (
                Looked { failed_searches: 2, answered: 1, ..web.clone() },
                "Some searches failed, and the others",
            ),
            (
                Looked { failed_searches: 2, answered: 1, library: Some(0), ..web.clone() },
                "The library is empty, and searching elsewhere failed.",
            ),
            (
                Looked { failed_searches: 2, failures: vec!["Tavily is down.".into()], ..web.clone() },
                "asked failed. Tavily is down. Looked for",
            ),
            (Looked { found: 4, unread: 4, ..web.clone() }, "4 pages were found, but none could be read"),
            (Looked { found: 4, ..web }, "worth reading"),
        ] {
            let text = summary(&looked);
            assert!(text.contains(part), "{part}: {text}");
            assert!(text.ends_with('.') && text.contains("What would help"));
        }
    }
}
