//! Limits a model's queries to what the asker wants and what the providers support.

use super::unlike;
use crate::plan::{wishes, with_quotes};
use gorkd_core::job::Job;
use gorkd_core::model::{Query, SearchStyle};

/// What the asker wants counts more than what a model asks for. Documents of one's own are on no site of the web, so a
/// query that keeps to one would pass them over: where only they are searched it keeps to none, and else one query at
/// least does.
pub fn obeyed(job: &Job, queries: Vec<Query>) -> Vec<Query> {
    let wanted = wishes(&job.constraints, &job.question, job.asked_at).filters;
    let is_own = |provider: &String| job.field.styles.get(provider) == Some(&SearchStyle::Own);
    let (some_own, all_own) = (job.providers.iter().any(is_own), job.providers.iter().all(is_own));
    let mut obeyed: Vec<Query> = with_quotes(&job.question.text, queries)
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
            filters.recency = wanted.recency.or(filters.recency);
            query
        })
        .collect();
    let held = |query: &Query| !query.filters.domains_in.is_empty();
    if some_own
        && wanted.domains_in.is_empty()
        && obeyed.iter().all(held)
        && let Some(first) = obeyed.first_mut()
    {
        first.filters.domains_in.clear();
    }
    unlike(obeyed, &[])
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::model::{Constraint, ConstraintKind, Field, Filters, Recency};

    fn job(providers: &[(&str, SearchStyle)], constraints: Vec<Constraint>) -> Job {
        let styles = providers.iter().map(|(name, style)| ((*name).to_owned(), *style)).collect();
        Job {
            providers: providers.iter().map(|(name, _)| (*name).to_owned()).collect(),
            field: Field { styles, ..Field::default() },
            constraints,
            ..Job::default()
        }
    }

    fn sites(job: &Job) -> Vec<Vec<String>> {
        let filters = Filters {
            domains_in: vec!["git-scm.com".into()],
            recency: Some(Recency::Year),
            ..Filters::default()
        };
        let query = |text: &str| Query { text: text.into(), filters: filters.clone(), ..Query::default() };
        obeyed(job, vec![query("a"), query("b")]).into_iter().map(|query| query.filters.domains_in).collect()
    }

    #[test]
    fn a_site_is_kept_to_where_it_does_not_hide_ones_own_documents() {
        let (own, web) = (("library", SearchStyle::Own), ("searxng", SearchStyle::Keyword));
        let site = |name: &str| vec![name.to_owned()];
        assert_eq!(sites(&job(&[web], Vec::new())), [site("git-scm.com"), site("git-scm.com")]);
        assert_eq!(sites(&job(&[own, web], Vec::new())), [Vec::new(), site("git-scm.com")]);
        assert_eq!(sites(&job(&[own], Vec::new())), [Vec::<String>::new(), Vec::new()]);
        let only = Constraint { text: String::new(), kind: ConstraintKind::Only(vec!["a.test".into()]) };
        assert_eq!(sites(&job(&[own, web], vec![only])), [site("a.test"), site("a.test")]);
    }
}
