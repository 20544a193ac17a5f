//! Limits a model's queries to what the asker wants and what the providers support.

use super::unlike;
use crate::plan::{wishes, with_quotes};
use gorkd_core::job::Job;
use gorkd_core::model::{Query, SoftFilters};

/// What the asker demands counts more than what a model asks for. A site and a recency that a model proposes are wishes,
/// which don't hide documents of one's own; where only those are searched, they are left out.
pub fn obeyed(job: &Job, queries: Vec<Query>) -> Vec<Query> {
    let wanted = wishes(&job.constraints, &job.question, job.asked_at).filters;
    let demanded = wanted.recency.filter(|_| !wanted.wished.recency);
    let all_own = job.searches_only_own();
    let obeyed: Vec<Query> = with_quotes(&job.question.text, queries)
        .into_iter()
        .map(|mut query| {
            let filters = &mut query.filters;
            if all_own {
                filters.domains_in.clear();
                filters.recency = None;
            }
            if !wanted.domains_in.is_empty() {
                filters.domains_in.clone_from(&wanted.domains_in);
            }
            filters.domains_out.clone_from(&wanted.domains_out);
            filters.recency = demanded.or(filters.recency);
            filters.wished = SoftFilters {
                recency: demanded.is_none() && filters.recency.is_some(),
                site: wanted.domains_in.is_empty() && !filters.domains_in.is_empty(),
            };
            query
        })
        .collect();
    unlike(obeyed, &[])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::analyze;
    use crate::plan::steer;
    use gorkd_core::model::{Constraint, Field, Filters, Millis, Recency, SearchStyle};

    const OWN: (&str, SearchStyle) = ("library", SearchStyle::Own);
    const WEB: (&str, SearchStyle) = ("searxng", SearchStyle::Keyword);

    fn job(question: &str, providers: &[(&str, SearchStyle)], said: &[&str]) -> Job {
        let styles = providers.iter().map(|(name, style)| ((*name).to_owned(), *style)).collect();
        let now = Millis(1_780_272_000_000);
        let said = said.iter().map(|said| steer(said));
        Job {
            question: analyze(question, now),
            asked_at: now,
            providers: providers.iter().map(|(name, _)| (*name).to_owned()).collect(),
            field: Field { styles, ..Field::default() },
            constraints: said.collect::<Vec<Constraint>>(),
            ..Job::default()
        }
    }

    /// What a provider that searches in this way is asked for by a query with a site and with this recency.
    fn sent(job: &Job, style: SearchStyle, recency: Option<Recency>) -> (Vec<String>, Option<Recency>) {
        let filters = Filters { domains_in: vec!["git-scm.com".into()], recency, ..Filters::default() };
        let queries = vec![Query { text: "undo commit".into(), filters, ..Query::default() }];
        let filters = obeyed(job, queries).remove(0).filters.applied(style);
        (filters.domains_in, filters.recency)
    }

    const QUESTION: &str = "How do I undo a commit in git nowadays?";

    #[test]
    fn a_site_and_a_recency_that_a_model_proposes_hide_no_document_of_ones_own() {
        let site = |name: &str| vec![name.to_owned()];
        let year = Some(Recency::Year);
        let both = job(QUESTION, &[OWN, WEB], &[]);
        assert_eq!(sent(&both, SearchStyle::Keyword, year), (site("git-scm.com"), year));
        assert_eq!(sent(&both, SearchStyle::Own, year), (Vec::new(), None));
        let own = job(QUESTION, &[OWN], &[]);
        assert_eq!(sent(&own, SearchStyle::Own, year), (Vec::new(), None));
        let held = job(QUESTION, &[OWN, WEB], &["only from a.test", "only 2026"]);
        for style in [SearchStyle::Keyword, SearchStyle::Own] {
            assert_eq!(sent(&held, style, None), (site("a.test"), year), "{style:?}");
        }
    }

    #[test]
    fn the_recency_of_a_model_is_used() {
        let of =
            |question: &str, recency| sent(&job(question, &[OWN, WEB], &[]), SearchStyle::Keyword, recency).1;
        assert_eq!(of(QUESTION, None), None);
        assert_eq!(of("What did the ECB decide this week?", None), None);
        assert_eq!(of("What did the ECB decide this week?", Some(Recency::Month)), Some(Recency::Month));
        assert_eq!(of("What did the ECB decide since March 2026?", None), Some(Recency::Year));
    }
}
