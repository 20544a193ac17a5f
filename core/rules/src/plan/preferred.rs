//! A query limited to the sites that a domain prefers (its documentation, public bodies, or journals), which a
//! web search may rank low.

use super::content_words;
use crate::text::words::fold;
use gorkd_core::model::{Field, Plan, Query, SearchStyle};
use gorkd_core::text::site_of;

/// Adds such a query to the plan in second place, if the web is searched, the asker has named no site, and the
/// budget has room.
pub fn with_preferred(plan: Plan, field: &Field, providers: &[String], language: &str, most: u32) -> Plan {
    let is_web = |name: &&String| {
        matches!(field.styles.get(*name), Some(SearchStyle::Keyword | SearchStyle::Semantic))
    };
    let web: Vec<String> = providers.iter().filter(is_web).cloned().collect();
    let sites = sites(&plan.goal, &field.rules.preferred_sites, language);
    let named = plan.queries.iter().any(|query| !query.filters.domains_in.is_empty());
    let room = (plan.queries.len() as u32) < most;
    let Some(base) = plan.queries.first().filter(|_| room && !named && !web.is_empty() && !sites.is_empty())
    else {
        return plan;
    };
    let mut scoped =
        Query { providers: web, why: "on the sites that the field prefers".to_owned(), ..base.clone() };
    scoped.filters.domains_in = sites;
    scoped.filters.wished.site = true;
    let mut plan = plan;
    plan.queries.insert(1, scoped);
    plan
}

/// The sites whose name occurs in the question ("git" and git-scm.com), or else all.
fn sites(question: &str, preferred: &[String], language: &str) -> Vec<String> {
    let words: Vec<String> = content_words(question, language).iter().map(|word| fold(word)).collect();
    let is_named = |site: &&String| {
        let label = site_of(&format!("https://{site}/"));
        let label = label.split('.').next().unwrap_or_default();
        label.split('-').any(|part| part.len() >= 3 && words.iter().any(|word| word == part))
    };
    let named: Vec<String> = preferred.iter().filter(is_named).cloned().collect();
    if named.is_empty() { preferred.to_vec() } else { named }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::model::DomainRules;

    #[test]
    fn one_query_keeps_to_the_sites_of_the_field() {
        let sites = ["docs.python.org", "git-scm.com"].map(str::to_owned).to_vec();
        let rules = DomainRules { preferred_sites: sites.clone(), ..DomainRules::default() };
        let styles = [("library".to_owned(), SearchStyle::Own), ("web".to_owned(), SearchStyle::Keyword)];
        let field = Field { rules, styles: styles.into(), ..Field::default() };
        let planned = |goal: &str, providers: &[&str], most: u32| {
            let query = Query { text: "undo commit".into(), ..Query::default() };
            let plan = Plan { goal: goal.into(), queries: vec![query], ..Plan::default() };
            let providers: Vec<String> = providers.iter().map(|name| (*name).to_owned()).collect();
            let plan = with_preferred(plan, &field, &providers, "en", most);
            plan.queries.get(1).map(|query| (query.filters.domains_in.clone(), query.providers.clone()))
        };
        let web = vec!["web".to_owned()];
        let both = ["library", "web"];
        let git = "How do I undo a commit in git?";
        assert_eq!(planned(git, &both, 4), Some((vec!["git-scm.com".to_owned()], web.clone())));
        assert_eq!(planned("How do I sort a list?", &both, 4), Some((sites, web)));
        assert_eq!(planned(git, &["library"], 4), None, "documents of one's own are on no site");
        assert_eq!(planned(git, &both, 1), None, "no room");
    }
}
