//! Decides effects, by rules or by asking a model.

mod ask;
mod checked;
mod found;
mod judged;
mod kept;
mod obeyed;
mod refused;
mod seen;

pub(crate) use obeyed::obeyed;

use judged::{Asked, judge_for, settled, with_judge_input};

use crate::ask_back::{Signal, senses, signal};
use crate::at_hand::may_be_reused;
use crate::changes::changes;
use crate::clarify::unaided;
use crate::gate::looked_at;
use crate::insufficient::SearchTotals;
use crate::interpret::is_same;
use crate::judge::{candidates, worth_ranking};
use crate::material::locale_of;
use crate::materials::{brief, hashes, materials};
use crate::plan::{plan, with_preferred};
use crate::readable::readable;
use crate::routing::{route, site_records};
use crate::select::{SelectInput, pages_for_round, select};
use crate::text::once;
use crate::thorough::looked_for_contrary;
use crate::verify::VerifyInput;
use crate::write::{self, WriteInput, other_language};
use crate::{Material, Rules, prompts};
use gorkd_core::job::{Effect, Event, Job, Opinion, Round, Selection, Verdict, search_stem};
use gorkd_core::model::*;
use gorkd_core::ports::{Asking, Decide, DecisionInputs, Prompt, Respondent, Texts, ToCompare, ToRank};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

impl Decide for Rules {
    fn needs(&self, job: &Job, effect: &Effect) -> Vec<DocumentHash> {
        match effect {
            Effect::Judge { .. }
            | Effect::Synthesize { .. }
            | Effect::Doubt { .. }
            | Effect::Verify { .. } => hashes(job),
            Effect::Drive { round, .. } => {
                let extracts = job.rounds.get(*round).into_iter().flat_map(|round| round.extracts.values());
                hashes(job).into_iter().chain(extracts.map(|document| document.hash.clone())).collect()
            }
            Effect::Clarify { .. }
            | Effect::Plan { .. }
            | Effect::Extract { .. }
            | Effect::Search { .. }
            | Effect::Select { .. }
            | Effect::Read { .. } => Vec::new(),
        }
    }

    fn look_up(&self, job: &Job, effect: &Effect) -> Option<String> {
        match (effect, unaided(job), signal(job)) {
            (Effect::Clarify { by: Maker::Rules }, None, Signal::Preview(name)) => Some(name),
            _ => None,
        }
    }

    fn to_compare(
        &self,
        job: &Job,
        texts: &Texts,
        effect: &Effect,
        private: bool,
        most: usize,
    ) -> Option<ToCompare> {
        let Effect::Judge { round, .. } = effect else { return None };
        let mut materials = materials(job, texts);
        materials.retain(|material| private || !material.document.is_private());
        let passages =
            with_judge_input(job, &materials, *round, Asked::default(), |input| candidates(input, most));
        let parts = job.plan_or_plain().sub_questions.iter().map(|part| part.text.clone()).collect();
        Some(ToCompare { parts, passages })
    }

    fn to_rank(&self, job: &Job, texts: &Texts, effect: &Effect, most: usize) -> Vec<ToRank> {
        let Effect::Judge { round, .. } = effect else { return Vec::new() };
        let materials = materials(job, texts);
        with_judge_input(job, &materials, *round, Asked::default(), |input| worth_ranking(input, most))
    }

    fn decide(&self, job: &Job, seen: &DecisionInputs, id: &EffectId, effect: &Effect) -> Event {
        decide(job, seen, id.clone(), effect)
    }

    fn ask(
        &self,
        job: &Arc<Job>,
        seen: &DecisionInputs,
        id: &EffectId,
        effect: &Effect,
        model: &Respondent,
    ) -> Result<Asking, Failure> {
        ask::ask(job, seen, id, effect, model)
    }

    fn repair(&self, broken: &str, of: &Prompt, left: (u64, u64), timeout: Duration) -> Option<Prompt> {
        prompts::repair(broken, of, left, timeout)
    }

    fn readable(&self, reply: &str) -> String {
        readable(reply)
    }
}

fn decide(job: &Job, seen: &DecisionInputs, id: EffectId, effect: &Effect) -> Event {
    let cost = Spend::default();
    let materials = || materials(job, &seen.texts);
    match effect {
        Effect::Clarify { .. } => {
            let (questions, gate) = match (unaided(job), signal(job)) {
                (Some(questions), _) => (questions, None),
                (None, Signal::Preview(name)) => {
                    let asked = senses(&name, &seen.hits, locale_of(&job.question));
                    let gate = looked_at(job, asked.as_ref());
                    (asked.into_iter().collect(), gate)
                }
                (None, Signal::Clear | Signal::Ask(_)) => (Vec::new(), None),
            };
            Event::Clarified { effect: id, questions, cost, gate }
        }
        Effect::Plan { .. } => {
            let plan = plan(&brief(job));
            let language = job.question.language.as_str();
            let plan = with_preferred(plan, &job.field, &job.providers, language, job.budget.queries);
            let plan = routed(job, plan);
            Event::Planned { effect: id, plan: Box::new(plan), cost }
        }
        Effect::Select { round } => Event::Selected { effect: id, selection: select_for(job, *round) },
        Effect::Judge { round, .. } => {
            let materials = materials();
            let judgement = judge_for(job, &materials, *round, Asked::of(seen), true);
            let judgement = settled(job, &materials, judgement);
            Event::Judged { effect: id, judgement: Arc::new(judgement), cost }
        }
        Effect::Synthesize { revision, .. } => {
            let draft = Arc::new(draft_for(job, &materials(), *revision));
            Event::Drafted { effect: id, draft, cost }
        }
        Effect::Verify { revision, .. } => {
            let verdict = Box::new(verdict_for(job, &materials(), *revision));
            Event::Verified { effect: id, verdict, cost }
        }
        Effect::Search { .. }
        | Effect::Drive { .. }
        | Effect::Extract { .. }
        | Effect::Read { .. }
        | Effect::Doubt { .. } => Event::Failed { effect: id, failure: not_thought(), cost },
    }
}

/// A plan with the providers that its queries go to, and the form of the answer.
pub fn routed(job: &Job, plan: Plan) -> Plan {
    let routing = route(&job.question, &job.budget, &job.providers, &job.field);
    let deliverable = job.wanted_form().unwrap_or_else(|| write::form_for(&job.question, &job.budget));
    Plan { routing, deliverable: Some(deliverable), ..plan }
}

fn select_for(job: &Job, number: usize) -> Selection {
    let Some(round) = job.rounds.get(number) else { return Selection::default() };
    let plan = job.plan_or_plain();
    let found: Vec<(&Query, Vec<SearchHit>)> = lists_of(job, number, round)
        .into_iter()
        .map(|(query, hits)| (query, open_to_rules(job, round, hits)))
        .collect();
    let lists: Vec<(&Query, &[SearchHit])> =
        found.iter().map(|(query, hits)| (*query, hits.as_slice())).collect();
    let earlier: Vec<_> =
        job.rounds[..number].iter().enumerate().flat_map(|(n, round)| lists_of(job, n, round)).collect();
    // What the library holds is read from it again, which costs nothing and may be newer.
    let at_hand =
        job.at_hand.iter().filter(|document| may_be_reused(job, document) && !document.is_private());
    let read: BTreeSet<String> = job
        .reads()
        .map(|r| r.chosen.canonical_url.clone())
        .chain(at_hand.map(|document| document.canonical_url.clone()))
        .collect();
    let pages = pages_for_round(&job.budget, number, job.pages_read());
    select(&SelectInput {
        brief: brief(job),
        plan: &plan,
        lists: &lists,
        earlier: &earlier,
        sites: &site_records(job),
        read: &read,
        excluded: &job.excluded,
        pages,
    })
}

/// The hits that rules choose among: all, but where a model has chosen what to read, only those that it may not see.
fn open_to_rules(job: &Job, round: &Round, hits: &[SearchHit]) -> Vec<SearchHit> {
    let chosen = job.driver.is_some() && round.is_driven();
    hits.iter().filter(|hit| !chosen || hit.is_private()).cloned().collect()
}

/// The result lists of a round, each with the query it answers.
fn lists_of<'a>(job: &'a Job, number: usize, round: &'a Round) -> Vec<(&'a Query, &'a [SearchHit])> {
    let mut lists = Vec::new();
    for query in &round.queries {
        for provider in &job.providers {
            if let Some(found) = round.found.get(&search_stem(number, query, provider)) {
                lists.push((query, &*found.hits));
            }
        }
    }
    lists
}

/// Queries that were not asked before in the job, each once.
pub fn fresh(job: &Job, queries: Vec<Query>) -> Vec<Query> {
    unlike(queries, &job.queries().collect::<Vec<_>>())
}

/// Queries that bring something else than those known and than each other.
fn unlike(queries: Vec<Query>, known: &[&Query]) -> Vec<Query> {
    let mut kept: Vec<Query> = Vec::new();
    for query in queries {
        if !known.iter().copied().chain(&kept).any(|other| is_same(other, &query)) {
            kept.push(query);
        }
    }
    kept
}

fn draft_for(job: &Job, materials: &[Material<'_>], revision: u32) -> Draft {
    // Where a draft could not be mended, what of it holds is better than another one.
    if let Some(first) = kept::first_that_holds(job, materials).filter(|_| revision > 0) {
        return first;
    }
    let plan = job.plan_or_plain();
    let mut draft = write::write(&WriteInput {
        brief: &brief(job),
        plan: &plan,
        evidence: job.of_judgement(|judged| &judged.evidence),
        parts: job.of_judgement(|judged| &judged.parts),
        materials,
        numbering: &job.numbering,
        deliverable: job.deliverable(),
        form_wished: job.wanted_form().is_some(),
    });
    draft.revision = revision;
    draft
}

/// Checks the draft, and reports what has changed in a recheck.
fn verdict_for(job: &Job, materials: &[Material<'_>], revision: u32) -> Verdict {
    let mut verdict = checked::checked(job, materials, revision);
    if let (Verdict::Passed(answer), Some(previous)) = (&mut verdict, &job.previous) {
        answer.changes = Some(changes(previous, answer));
    }
    verdict
}

/// Does something with all that a draft is checked against; a repair is allowed for the first revision of a model's
/// draft only.
pub fn with_verify_input<T>(
    job: &Job,
    materials: &[Material<'_>],
    revision: u32,
    work: impl FnOnce(&VerifyInput<'_>) -> T,
) -> T {
    let draft = job.draft.clone().unwrap_or_default();
    let may_repair = revision == 0 && draft.by != Maker::Rules && !job.time_up;
    let opinions = job.opinions.as_ref().map(|opinions| opinions.claims.as_slice()).unwrap_or_default();
    with_draft(job, &draft, materials, (may_repair, opinions), work)
}

/// The same for a draft that may not be the one recorded, with the opinions on its claims.
fn with_draft<T>(
    job: &Job,
    draft: &Draft,
    materials: &[Material<'_>],
    (may_repair, opinions): (bool, &[Opinion]),
    work: impl FnOnce(&VerifyInput<'_>) -> T,
) -> T {
    let plan = job.plan_or_plain();
    work(&VerifyInput {
        brief: brief(job),
        plan: &plan,
        draft,
        materials,
        evidence: job.of_judgement(|judged| &judged.evidence),
        notes: job.of_judgement(|judged| &judged.notes),
        unread: job.unread().count() as u32,
        may_repair,
        opinions,
        numbering: &job.numbering,
        totals: &search_totals(job),
        parts: &checked::verdicts(job, draft),
        untold: untold(job),
    })
}

/// The word of the question for something that neither it nor anybody before it tells.
fn untold(job: &Job) -> Option<String> {
    let told = job.constraints.iter().any(|wish| matches!(wish.kind, ConstraintKind::Also(_)));
    if told { None } else { crate::ask_back::pointer(job) }
}

/// How the search went, in counts.
fn search_totals(job: &Job) -> SearchTotals {
    let asked = job.queries().filter(|query| !query.from_pages);
    SearchTotals {
        queries: once(asked.map(|query| query.text.clone())),
        providers: job.providers.clone(),
        answered_by: job.answered_by(),
        failed_searches: job.failed_searches(),
        answered: job.rounds.iter().map(|round| round.found.len() as u32).sum(),
        failures: job.search_failures(),
        found: job.hits().count() as u32,
        read: job.sources_read().len() as u32,
        unread: job.unread().count() as u32,
        contrary: looked_for_contrary(job),
        library: job.library.filter(|_| job.providers.iter().any(|name| name == "library")),
        privacy: job.terms.privacy,
        other_language: other_language(
            &job.question.language,
            job.documents().map(|(_, _, document)| document),
        ),
    }
}

fn not_thought() -> Failure {
    Failure::skip(FailureReason::Internal, "This is not something that rules can do.")
}
