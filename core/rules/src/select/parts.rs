//! Reasons for reading a page, as named scores from 0 to 1.

use super::candidates::Candidate;
use super::{Lists, SelectInput, on_site, site_of};
use crate::analyze::wants_something_new;
use crate::authority::{authority, is_own_site};
use crate::text::shared;
use crate::text::words::{fold, keys};
use crate::weigh::{Texts, query_terms};
use gorkd_core::model::{LOCAL_FILE, host_of};

/// The parts of a page's rank.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RankParts {
    /// Where the searches put it, over all lists.
    pub fused: f64,
    /// How much of the question occurs in title and snippet.
    pub terms: f64,
    /// How well its title or section is the name of what is asked.
    pub title: f64,
    pub authority: f64,
    /// How new it is; counts only when something new is wanted.
    pub freshness: f64,
    /// Is something new wanted?
    pub timely: bool,
    /// How likely it cannot be read: its site has failed in this run, or lately.
    pub trouble: f64,
}

/// Searches see whole texts, so their order counts most; what can be seen of a hit corrects it. Authority breaks
/// ties among pages that fit alike and must not lift one that does not fit.
const FUSED: f64 = 0.40;
const TERMS: f64 = 0.25;
const TITLE: f64 = 0.20;
const AUTHORITY: f64 = 0.15;
/// Taken from all others when something new is wanted.
const FRESHNESS: f64 = 0.30;
/// The constant of reciprocal rank fusion. Cormack and others (2009) use 60 for lists of a thousand; for lists of
/// five to ten that would make all ranks alike.
const RRF: f64 = 8.0;
/// Days after which a page is half as fresh.
const HALF_LIFE_DAYS: f64 = 120.0;

impl RankParts {
    /// 0 to 1.
    pub fn total(&self) -> f64 {
        let lasting =
            FUSED * self.fused + TERMS * self.terms + TITLE * self.title + AUTHORITY * self.authority;
        let all =
            if self.timely { (1.0 - FRESHNESS) * lasting + FRESHNESS * self.freshness } else { lasting };
        all * (1.0 - self.trouble)
    }

    /// A short phrase for people, from the parts that spoke most.
    pub(super) fn why(&self, candidate: &Candidate, input: &SelectInput<'_>) -> String {
        let entities = &input.brief.question.entities;
        let mut reasons: Vec<String> = Vec::new();
        if is_own_site(&candidate.url, entities) {
            reasons.push(format!("the own site of {}", site_of(&candidate.url)));
        }
        if let Some(name) = entities.iter().find(|name| fold(&candidate.title).contains(&fold(name))) {
            reasons.push(format!("its title names {name}"));
        } else if self.title >= 0.6 {
            reasons.push("its title holds most of the words asked for".to_owned());
        }
        if candidate.lists.len() > 1 {
            reasons.push(format!("found by {} searches", candidate.lists.len()));
        } else if candidate.ranks.contains(&1) {
            reasons.push("first result of a search".to_owned());
        }
        if self.timely && self.freshness >= 0.7 {
            reasons.push("recent".to_owned());
        }
        if reasons.is_empty() && self.terms >= 0.5 {
            reasons.push("it holds most of the words asked for".to_owned());
        }
        if reasons.is_empty() {
            let host = host_of(&candidate.url);
            reasons.push(if host == LOCAL_FILE {
                "a search of the library found it".to_owned()
            } else {
                format!("a search found it on {host}")
            });
        }
        reasons.truncate(2);
        reasons.join(", ")
    }
}

/// Candidates with their parts, best first.
pub(super) fn rank(
    open: Vec<Candidate>,
    input: &SelectInput<'_>,
    lists: &Lists<'_>,
) -> Vec<(Candidate, RankParts)> {
    let question = input.brief.question;
    let language = question.language.as_str();
    let timely = wants_something_new(question);
    let fused: Vec<f64> = open
        .iter()
        .map(|candidate| candidate.ranks.iter().map(|rank| 1.0 / (RRF + f64::from(*rank))).sum())
        .collect();
    let best_fused = fused.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let seen = seen_terms(&open, input, lists, language);
    let mut ranked: Vec<(Candidate, RankParts)> = open
        .into_iter()
        .zip(fused)
        .zip(seen)
        .map(|((candidate, fused), terms)| {
            let parts = RankParts {
                fused: fused / best_fused,
                terms,
                title: title_fit(&candidate, input, lists, language),
                authority: standing(&candidate, input, lists),
                trouble: trouble(&candidate.url, input),
                freshness: candidate.published_at.map_or(0.3, |at| {
                    let days = input.brief.now.since(at) as f64 / 86_400_000.0;
                    0.5f64.powf(days / HALF_LIFE_DAYS)
                }),
                timely,
            };
            (candidate, parts)
        })
        .collect();
    // A stable order for equal scores, whatever the order in which the lists came.
    ranked.sort_by(|(a, left), (b, right)| {
        right.total().total_cmp(&left.total()).then_with(|| a.canonical.cmp(&b.canonical))
    });
    ranked
}

/// What a site that the field prefers is worth at least, and one's own documents on a site that a query proposes.
const PREFERRED: f64 = 0.9;
/// What experience with a site may add or take.
const EXPERIENCE: f64 = 0.15;
/// Share of its pages that a site's readers cite when it is neither good nor bad.
const USUAL_HELP: f64 = 0.3;

/// How much a site's word counts, with what its field and earlier runs say of it.
fn standing(candidate: &Candidate, input: &SelectInput<'_>, lists: &Lists<'_>) -> f64 {
    let address = &candidate.url;
    let general = authority(address, &input.brief.question.entities);
    let proposed = |list: &usize| on_site(address, &lists[*list].0.filters.domains_in);
    let preferred = on_site(address, &input.plan.routing.rules.preferred_sites)
        || (candidate.local && candidate.lists.iter().any(proposed));
    let known = if preferred { general.max(PREFERRED) } else { general };
    let helped = input.sites.get(&site_of(address)).and_then(|record| record.helped);
    let experience = helped.map_or(0.0, |share| (share - USUAL_HELP).clamp(-1.0, 1.0) * EXPERIENCE);
    (known + experience).clamp(0.0, 1.0)
}

/// Each page of a site that failed in this run halves the chance of its others; one that failed lately costs less.
fn trouble(address: &str, input: &SelectInput<'_>) -> f64 {
    let record = input.sites.get(&site_of(address)).copied().unwrap_or_default();
    let now = 0.5f64.powi(i32::try_from(record.failed_now.min(3)).unwrap_or(3));
    let lately = if record.failed_lately { 0.7 } else { 1.0 };
    1.0 - now * lately
}

/// How well what can be seen of each hit meets the question, or the query that found it, whichever is better:
/// a page found by a later query is about what that query names, not about the question's first words.
fn seen_terms(open: &[Candidate], input: &SelectInput<'_>, lists: &Lists<'_>, language: &str) -> Vec<f64> {
    let mut texts = Texts::default();
    for candidate in open {
        texts.add(
            &format!("{} {} {}", candidate.title, candidate.sections.join(" "), candidate.snippet),
            language,
        );
    }
    let mut best = vec![0.0f64; open.len()];
    let goal = texts.matches(&query_terms(&input.plan.goal, language));
    for (at, found) in goal.iter().enumerate() {
        best[at] = best[at].max(found.coverage);
    }
    for (list, (query, _)) in lists.iter().enumerate() {
        let found = texts.matches(&query_terms(&query.text, language));
        for (at, candidate) in open.iter().enumerate() {
            if candidate.lists.contains(&list) {
                best[at] = best[at].max(found[at].coverage * OWN_QUERY);
            }
        }
    }
    best
}

/// Meeting one query in full is worth a little less than meeting the question in full.
const OWN_QUERY: f64 = 0.9;

/// Is the page's title, or one of its sections', the name of what is looked for? All words of the title in the
/// question or in a query that found it count in full, part of them in part.
fn title_fit(candidate: &Candidate, input: &SelectInput<'_>, lists: &Lists<'_>, language: &str) -> f64 {
    let mut wanted: Vec<Vec<String>> = vec![keys(&input.plan.goal, language)];
    wanted.extend(candidate.lists.iter().map(|list| keys(&lists[*list].0.text, language)));
    let names = std::iter::once(&candidate.title).chain(&candidate.sections);
    let mut best = 0.0f64;
    for name in names {
        let title = keys(plain_title(name), language);
        if title.is_empty() {
            continue;
        }
        for words in &wanted {
            best = best.max(shared(&title, words) as f64 / title.len() as f64);
        }
    }
    best
}

/// A title without the site's name behind it and without a note in brackets.
fn plain_title(title: &str) -> &str {
    let cut = [" | ", " - ", " — ", " – ", " · ", " ("]
        .iter()
        .filter_map(|sign| title.find(sign))
        .filter(|at| *at > 0)
        .min()
        .unwrap_or(title.len());
    &title[..cut]
}
