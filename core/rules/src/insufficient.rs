//! The answer if nothing was found: what was searched for, where, with what result, and what would help.

use super::Brief;
use super::lists::{and_list, or_list};
use gorkd_core::model::{Answer, Confidence, Privacy, Source};
use gorkd_words::{Locale, Msg};

/// How the search went, in counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchTotals {
    /// The queries of all rounds that are made of the question, in order, each once.
    pub queries: Vec<String>,
    /// The providers that were asked.
    pub providers: Vec<String>,
    /// Those that answered, even without hits.
    pub answered_by: Vec<String>,
    /// Searches that failed, and those that were answered, even without hits.
    pub failed_searches: u32,
    pub answered: u32,
    /// Why searches failed, one sentence each.
    pub failures: Vec<String>,
    /// Hits of all searches.
    pub found: u32,
    /// Pages and files that were read, and that could not be.
    pub read: u32,
    pub unread: u32,
    /// Documents in the library, if it was one of the providers asked.
    pub library: Option<u64>,
    pub privacy: Privacy,
    /// Whether there was a search for evidence against what was found.
    pub contrary: bool,
    /// A sentence, if nothing that was read is in the language of the question.
    pub other_language: Option<String>,
}

const LIBRARY: &str = "library";
/// Failures that are named at most, and queries: the first ones, and as many of the last round's.
const NAMED: usize = 3;

/// An answer that says in plain sentences why there is no better one. `left_out` is the number of draft
/// sentences that failed verification.
pub fn insufficient(
    brief: &Brief<'_>,
    totals: &SearchTotals,
    sources: Vec<Source>,
    left_out: usize,
) -> Answer {
    let locale = brief.locale();
    let mut sentences: Vec<String> = Vec::new();
    let mut helps: Vec<Msg> = Vec::new();
    let only_library =
        totals.providers.iter().all(|provider| provider == LIBRARY) && !totals.providers.is_empty();
    let empty_library = totals.library == Some(0);
    if totals.providers.is_empty() {
        sentences.push(locale.say(Msg::NowhereToSearch));
        helps.extend([Msg::HelpAdd, Msg::HelpSwitchOn]);
    } else if only_library && empty_library {
        sentences.push(locale.say(Msg::LibraryEmptyAlone));
        helps.extend([Msg::HelpAdd, other_place(totals.privacy)]);
    } else {
        sentences.push(locale.say(came_of_it(totals, left_out)));
        if totals.found == 0 {
            sentences.extend(totals.failures.iter().take(NAMED).cloned());
        }
        sentences.extend(looked_for(totals, locale));
        sentences.extend(totals.other_language.clone());
        helps.push(Msg::HelpWords);
        // A question in the language of the documents hardly ever finds nothing at all.
        let is_asked = totals.answered_by.iter().any(|provider| provider == LIBRARY);
        if totals.found == 0 && is_asked && totals.library.is_some_and(|documents| documents > 0) {
            helps.push(Msg::HelpLanguage);
        }
        if totals.library.is_some() || only_library {
            helps.push(Msg::HelpAddAbout);
        }
        if totals.failed_searches > 0 && totals.found == 0 {
            helps.insert(0, Msg::HelpRetry);
        } else {
            helps.push(other_place(totals.privacy));
        }
        if !brief.constraints.is_empty() {
            helps.push(Msg::HelpLoosen);
        }
    }
    let unread = u64::from(totals.unread);
    let limitations = (unread > 0).then(|| locale.say(Msg::LimitPages { count: unread }));
    let helps: Vec<String> = helps.into_iter().map(|help| locale.say(help)).collect();
    sentences.push(locale.say(Msg::HelpLine { helps: or_list(&helps, locale) }));
    Answer {
        summary: sentences.join(" "),
        confidence: Confidence::Insufficient,
        confidence_reasons: vec![locale.say(match (totals.read, left_out) {
            (0, _) => Msg::ReasonNothingRead,
            (_, 0) => Msg::ReasonNothingAnswers,
            (_, _) => Msg::ReasonUnsupported,
        })],
        limitations: limitations.into_iter().collect(),
        sources,
        ..Answer::default()
    }
}

fn looked_for(totals: &SearchTotals, locale: Locale) -> Option<String> {
    let quoted = |query: &String| locale.say(Msg::Quoted { text: query.clone() });
    let (first, later) = totals.queries.split_at(NAMED.min(totals.queries.len()));
    let latest = later.iter().skip(later.len().saturating_sub(NAMED));
    let named: Vec<String> = first.iter().chain(latest).map(quoted).collect();
    if named.is_empty() {
        return None;
    }
    let asked = if totals.answered_by.is_empty() { &totals.providers } else { &totals.answered_by };
    let places: Vec<String> = asked
        .iter()
        .map(|provider| match provider.as_str() {
            LIBRARY => locale.say(Msg::PlaceLibrary),
            _ => provider.clone(),
        })
        .collect();
    let (queries, places) = (and_list(&named, locale), and_list(&places, locale));
    Some(locale.say(Msg::LookedFor { queries, places }))
}

fn came_of_it(totals: &SearchTotals, left_out: usize) -> Msg {
    let failed = totals.failed_searches > 0 && totals.found == 0;
    match (totals.found, totals.read) {
        _ if failed && totals.answered == 0 => Msg::SearchesFailed,
        _ if failed && totals.library == Some(0) => Msg::LibraryEmptyFailed,
        _ if failed => Msg::SearchesSomeFailed,
        (0, 0) => Msg::SearchesNothing,
        (found, 0) if totals.unread > 0 => Msg::FoundUnreadable { count: found.into() },
        (_, 0) => Msg::FoundUnworthy,
        (_, read) if left_out > 0 => Msg::ReadUnsupported { count: read.into() },
        (_, read) => Msg::ReadUnanswering { count: read.into() },
    }
}

fn other_place(privacy: Privacy) -> Msg {
    match privacy {
        Privacy::LocalOnly => Msg::HelpWeb,
        Privacy::Hybrid | Privacy::CloudAllowed => Msg::HelpAnotherProvider,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::model::{Budget, Millis, Question};

    fn summary(totals: &SearchTotals) -> String {
        let question = Question { text: "Who built the Grelling Tower?".into(), ..Question::default() };
        let budget = Budget::default();
        let brief = Brief::of(&question, &budget, Millis(0));
        let answer = insufficient(&brief, totals, Vec::new(), 0);
        assert_eq!(answer.confidence, Confidence::Insufficient);
        assert!(!answer.confidence_reasons.is_empty() && answer.claims.is_empty());
        answer.summary
    }

    #[test]
    fn it_says_what_was_looked_for_and_what_would_help() {
        let text = summary(&SearchTotals {
            queries: vec!["Grelling Tower".into(), "built Grelling".into()],
            providers: vec!["library".into(), "wikipedia".into()],
            found: 3,
            read: 2,
            unread: 1,
            library: Some(12),
            ..SearchTotals::default()
        });
        for part in [
            "“Grelling Tower” and “built Grelling” in the library and wikipedia",
            "None of the 2 documents that were read answers the question. Looked for",
            "documents about it to the library",
            "another search provider",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    #[test]
    fn queries_of_later_rounds_are_named_too() {
        let queries: Vec<String> = (1..=8).map(|n| format!("query {n}")).collect();
        let totals = |most: usize| SearchTotals {
            providers: vec!["web".into()],
            queries: queries[..most].to_vec(),
            ..SearchTotals::default()
        };
        assert!(summary(&totals(4)).contains("“query 1”, “query 2”, “query 3”, and “query 4” in web"));
        let long = summary(&totals(8));
        assert!(long.contains("“query 3”, “query 6”, “query 7”, and “query 8” in web"), "{long}");
        assert!(!long.contains("query 5"), "{long}");
    }

    #[test]
    fn a_library_that_has_no_word_of_the_question_may_be_in_another_language() {
        let hint = "ask in other words, ask in the language of your documents, add documents";
        let nothing = SearchTotals {
            providers: vec!["library".into()],
            answered_by: vec!["library".into()],
            answered: 1,
            library: Some(5),
            ..SearchTotals::default()
        };
        assert!(summary(&nothing).contains(hint), "{}", summary(&nothing));
        for other in [
            SearchTotals { found: 3, read: 3, ..nothing.clone() },
            SearchTotals { answered_by: vec!["web".into()], ..nothing.clone() },
            SearchTotals { library: None, ..nothing.clone() },
        ] {
            assert!(!summary(&other).contains("language"), "{other:?}");
        }
    }

    #[test]
    fn each_way_of_having_nothing_has_its_own_words() {
        let library = SearchTotals {
            providers: vec!["library".into()],
            privacy: Privacy::LocalOnly,
            ..SearchTotals::default()
        };
        let web = SearchTotals {
            providers: vec!["web".into()],
            queries: vec!["x y".into()],
            ..SearchTotals::default()
        };
        for (totals, part) in [
            (SearchTotals::default(), "nowhere to search"),
            (SearchTotals { library: Some(0), ..library.clone() }, "The library is empty"),
            (SearchTotals { library: Some(5), ..library }, "privacy `hybrid`"),
            (web.clone(), "The searches found nothing"),
            (SearchTotals { failed_searches: 2, ..web.clone() }, "Every search failed"),
            (
                SearchTotals { failed_searches: 2, answered: 1, ..web.clone() },
                "Some searches failed, and the others",
            ),
            (
                SearchTotals { failed_searches: 2, answered: 1, library: Some(0), ..web.clone() },
                "The library is empty, and searching elsewhere failed.",
            ),
            (
                SearchTotals { failed_searches: 2, failures: vec!["Tavily is down.".into()], ..web.clone() },
                "Every search failed. Tavily is down. Looked for",
            ),
            (
                SearchTotals { found: 4, unread: 4, ..web.clone() },
                "4 pages were found, but none could be read",
            ),
            (SearchTotals { found: 4, ..web }, "worth reading"),
        ] {
            let text = summary(&totals);
            assert!(text.contains(part), "{part}: {text}");
            assert!(text.ends_with('.') && text.contains("What would help"));
        }
    }
}
