//! Where to search for a question: its domain, the providers to ask and when, and what finished runs have taught.
//!
//! Nothing here names a provider: the files in `config/domains` do, and each provider says how it searches.

mod field;
mod lessons;

pub use field::{field_of, named_field, plain_field};
pub use lessons::{SiteRecord, lessons, site_records};

use super::analyze::wants_something_new;
use gorkd_core::model::*;
use std::collections::BTreeMap;

/// Decides which of `providers` are asked, and when. Every one of them gets a turn and a reason.
pub fn route(question: &Question, budget: &Budget, providers: &[String], field: &Field) -> Routing {
    let mut ranked: Vec<Ranked<'_>> =
        providers.iter().map(|provider| rank(provider, question, field)).collect();
    // Equal ones stay in the order of the settings.
    ranked.sort_by(|one, other| other.score.total_cmp(&one.score));
    let mut routes: Vec<Route> = Vec::new();
    let mut asked: BTreeMap<Group, usize> = BTreeMap::new();
    let open = field.rules.primary.is_empty() && field.rules.secondary.is_empty();
    for one in &ranked {
        let group = group(one.style);
        let count = asked.entry(group).or_default();
        let most = most_at_once(group, question, budget, &field.rules);
        let (turn, why) = match one.tier {
            _ if one.style == SearchStyle::Own => {
                (RouteTurn::First, "your own documents come first".to_owned())
            }
            _ if open => (RouteTurn::First, "every provider is asked".to_owned()),
            Tier::Unlisted => (RouteTurn::Never, format!("not listed for {}", field.rules.name)),
            _ if one.fails => (RouteTurn::Later, "it has mostly failed lately".to_owned()),
            Tier::Primary if *count < most => (RouteTurn::First, one.why.clone()),
            Tier::Secondary if group == Group::Papers && field.rules.academic_required && *count == 0 => {
                (RouteTurn::First, "an academic source is required".to_owned())
            }
            Tier::Primary => (RouteTurn::Later, format!("{most} of its kind are asked first")),
            Tier::Secondary => (RouteTurn::Later, format!("secondary for {}", field.rules.name)),
        };
        if turn == RouteTurn::First {
            *count += 1;
        }
        routes.push(Route { provider: one.provider.to_owned(), turn, why });
    }
    promote(&mut routes, &ranked);
    let rules = DomainRules {
        primary: Vec::new(),
        secondary: Vec::new(),
        keywords: Vec::new(),
        telling: Vec::new(),
        ..field.rules.clone()
    };
    Routing { rules, why: field.why.clone(), routes }
}

/// Somebody beside the asker's own documents has to be asked first: of what is there, the best.
fn promote(routes: &mut [Route], ranked: &[Ranked<'_>]) {
    let own = |route: &Route| {
        ranked.iter().any(|one| one.provider == route.provider && one.style == SearchStyle::Own)
    };
    if routes.iter().any(|route| route.turn == RouteTurn::First && !own(route)) {
        return;
    }
    for turn in [RouteTurn::Later, RouteTurn::Never] {
        if let Some(route) = routes.iter_mut().find(|route| route.turn == turn && !own(route)) {
            route.turn = RouteTurn::First;
            route.why = format!("nothing better is set up ({})", route.why);
            return;
        }
    }
}

struct Ranked<'a> {
    provider: &'a str,
    style: SearchStyle,
    tier: Tier,
    score: f64,
    fails: bool,
    why: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tier {
    Primary,
    Secondary,
    Unlisted,
}

/// Providers of one group find much the same: asking more of them costs more than it brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    Own,
    Web,
    Papers,
    Reference,
    News,
    Companies,
}

fn group(style: SearchStyle) -> Group {
    match style {
        SearchStyle::Own => Group::Own,
        SearchStyle::Keyword | SearchStyle::Semantic => Group::Web,
        SearchStyle::Scholarly => Group::Papers,
        SearchStyle::Reference => Group::Reference,
        SearchStyle::News => Group::News,
        SearchStyle::Companies => Group::Companies,
    }
}

/// Several for important questions: those with many rounds to spend, and those that weigh things against each other.
fn most_at_once(group: Group, question: &Question, budget: &Budget, rules: &DomainRules) -> usize {
    let weighs = question.kind == QuestionKind::Comparison;
    match group {
        Group::Own | Group::Reference | Group::News | Group::Companies => usize::MAX,
        Group::Web => {
            let rounds = usize::try_from(budget.rounds).unwrap_or(1);
            rounds.saturating_sub(1).clamp(1, 3) + usize::from(weighs)
        }
        Group::Papers => 1 + usize::from(budget.rounds > 2) + usize::from(rules.academic_required),
    }
}

/// What a place in a field's list is worth; two places never outweigh what was learned.
const PRIMARY: f64 = 1.0;
const SECONDARY: f64 = 0.5;
const A_PLACE: f64 = 0.02;
/// What the kind of a question is worth.
const KIND: f64 = 0.15;
/// What experience is worth at most, for and against.
const LEARNT: f64 = 0.3;
/// Searches after which experience counts.
const EXPERIENCED: u64 = 4;

fn rank<'a>(provider: &'a str, question: &Question, field: &Field) -> Ranked<'a> {
    let style = field.style_of(provider);
    let place = |list: &[String]| list.iter().position(|name| name == provider);
    let (tier, base, mut why) = match (place(&field.rules.primary), place(&field.rules.secondary)) {
        (Some(at), _) => {
            (Tier::Primary, PRIMARY - A_PLACE * at as f64, format!("primary for {}", field.rules.name))
        }
        (None, Some(at)) => {
            (Tier::Secondary, SECONDARY - A_PLACE * at as f64, format!("secondary for {}", field.rules.name))
        }
        (None, None) => (Tier::Unlisted, 0.0, String::new()),
    };
    let lesson = field.lessons.iter().find(|one| one.about == LessonAbout::Provider && one.name == provider);
    let (learned, fails) = lesson.map_or((0.0, false), experience);
    if learned.abs() >= LEARNT / 3.0 {
        why.push_str(if learned > 0.0 { ", has often helped" } else { ", has seldom helped" });
    }
    let fit = fit(style, question);
    if fit > 0.0 {
        why.push_str(match style {
            SearchStyle::Semantic => ", good for concepts",
            SearchStyle::News => ", good for what is new",
            SearchStyle::Keyword => ", good for facts",
            SearchStyle::Scholarly | SearchStyle::Reference | SearchStyle::Companies | SearchStyle::Own => "",
        });
    }
    let own = if style == SearchStyle::Own { PRIMARY } else { 0.0 };
    Ranked { provider, style, tier, score: base + learned + fit + own, fails, why }
}

/// Words find facts, names and what is new; meaning finds concepts.
fn fit(style: SearchStyle, question: &Question) -> f64 {
    let concepts = [QuestionKind::Explanation, QuestionKind::HowTo, QuestionKind::Comparison];
    let concept = concepts.contains(&question.kind);
    match style {
        SearchStyle::Semantic if concept => KIND,
        SearchStyle::Keyword if !concept => KIND,
        SearchStyle::News if wants_something_new(question) => KIND,
        SearchStyle::Scholarly if wants_something_new(question) => -KIND,
        _ => 0.0,
    }
}

/// How much a provider has helped, from -`LEARNT` to `LEARNT`, and whether it has mostly failed. A source cited for
/// every second search is as good as can be expected.
fn experience(lesson: &Lesson) -> (f64, bool) {
    if lesson.tried < EXPERIENCED {
        return (0.0, false);
    }
    let tried = lesson.tried as f64;
    let helped = ((lesson.helped as f64 + 0.25) / (tried + 1.0)).min(0.5) * 2.0;
    let fails = lesson.failed * 2 > lesson.tried && lesson.helped == 0;
    (LEARNT * (2.0 * helped - 1.0) * (tried / (tried + 8.0)), fails)
}

#[cfg(test)]
mod tests;
