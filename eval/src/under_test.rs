//! What is measured of gorkd's rules, in one place: every suite reaches them through here, so that a suite and a job
//! cannot come to call different things, and a change of names is met once.
//!
//! The functions below join the pure stages as a job without a model joins them.

pub use gorkd_core::job::Verdict;
pub use gorkd_core::text::canonical_url;
pub use gorkd_core::text::sentences::sentences;
pub use gorkd_core::text::words::{fold, is_unspaced};
pub use gorkd_rules::analyze::analyze;
pub use gorkd_rules::equivalence::Prepared;
pub use gorkd_rules::insufficient::SearchTotals;
pub use gorkd_rules::interpret::{DraftInput, draft};
pub use gorkd_rules::judge::{JudgeInput, judge};
pub use gorkd_rules::plan::plan;
pub use gorkd_rules::prompts::{self, Passages, Size};
pub use gorkd_rules::select::{SelectInput, pages_for_round, select};
pub use gorkd_rules::verify::{VerifyInput, verify};
pub use gorkd_rules::weigh::{Texts, query_terms};
pub use gorkd_rules::write::{WriteInput, write};
pub use gorkd_rules::{Brief, Material};

use crate::{Kit, here};
use gorkd_core::engine::{EMBEDDED, READ, look};
use gorkd_core::job::Judgement;
use gorkd_core::model::*;
use gorkd_core::ports::{Embedder, Reranker, ToCompare};
use gorkd_rules::ask_back::{Signal, senses, signal_of};
use gorkd_rules::judge::{candidates, worth_ranking};
use gorkd_rules::verify::{Context, Reader, locate};
use gorkd_words::Locale;
use std::collections::BTreeSet;
use std::time::Duration;

/// A question with what it may use and what was said before it.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    pub question: &'a Question,
    pub earlier: &'a [EarlierTurn],
    pub budget: &'a Budget,
}

impl<'a> Asked<'a> {
    fn brief(&self) -> Brief<'a> {
        Brief { earlier: self.earlier, ..Brief::of(self.question, self.budget, Millis(0)) }
    }
}

/// The local models that take part in judging.
#[derive(Clone, Copy, Default)]
pub struct Ranking<'a> {
    pub embedder: Option<&'a dyn Embedder>,
    pub reranker: Option<&'a dyn Reranker>,
}

impl<'a> Ranking<'a> {
    pub fn of(kit: &'a Kit) -> Self {
        Self { embedder: kit.embedder.as_deref(), reranker: kit.reranker.as_deref() }
    }

    fn judge(&self, input: &JudgeInput<'_>) -> Judgement {
        let embedder = self.embedder.map(|embedder| (embedder, Reach::of(Privacy::CloudAllowed)));
        let reranker = self.reranker.filter(|one| one.reads(&input.brief.question.language));
        if embedder.is_none() && reranker.is_none() {
            return judge(input);
        }
        let parts = input.plan.sub_questions.iter().map(|part| part.text.clone()).collect();
        let to_compare = embedder.map(|_| ToCompare { parts, passages: candidates(input, EMBEDDED) });
        let to_rank = reranker.map(|_| worth_ranking(input, READ));
        let (similar, ranked) = here(look(embedder, reranker, to_compare, to_rank, Duration::MAX));
        let (similar, ranked) = (told(similar).flatten(), told(ranked).flatten());
        judge(&JudgeInput { similar: similar.as_ref(), ranked: ranked.as_ref(), ..input.clone() })
    }
}

/// The reply of a model. A failure is printed, and words alone rank.
fn told<T>(said: Result<T, Failure>) -> Option<T> {
    said.map_err(|failure| eprintln!("{}", failure.detail)).ok()
}

/// What the stages up to judging made of a question.
#[derive(Clone, Debug, Default)]
pub struct Run<'a> {
    pub plan: Plan,
    /// All that was read, in order.
    pub materials: Vec<Material<'a>>,
    /// Addresses that were read, in order, and all queries asked.
    pub read: Vec<String>,
    pub queries: Vec<String>,
    pub rounds: usize,
    /// What each judgement said.
    pub reasons: Vec<String>,
    pub judgement: Judgement,
}

const LIBRARY: &str = "library";

/// Plans, searches, reads and judges in rounds, as a job does, until the judge has enough or the budget is used up.
/// `search` answers a query with hits whose address names a document; `text` gives the document behind an address.
pub fn research<'a>(
    asked: &Asked<'_>,
    search: impl Fn(&Query) -> Vec<SearchHit>,
    text: impl Fn(&str) -> Option<(&'a Document, &'a str)>,
    ranking: Ranking<'_>,
) -> Run<'a> {
    let (brief, budget) = (asked.brief(), asked.budget);
    let providers = [LIBRARY.to_owned()];
    let mut run = Run { plan: plan(&brief), ..Run::default() };
    let mut queried: Vec<Query> = Vec::new();
    let mut tried: BTreeSet<String> = BTreeSet::new();
    let mut fetched = 0;
    let mut queries = run.plan.queries.clone();
    let none = BTreeSet::<SourceId>::new();
    for round in 0..budget.rounds as usize {
        queries.truncate((budget.queries as usize).saturating_sub(queried.len()));
        let found: Vec<(Query, Vec<SearchHit>)> = queries
            .drain(..)
            .map(|query| {
                let hits = search(&query);
                (query, hits)
            })
            .collect();
        queried.extend(found.iter().map(|(query, _)| query.clone()));
        let lists: Vec<(&Query, &[SearchHit])> =
            found.iter().map(|(query, hits)| (query, hits.as_slice())).collect();
        let selection = select(&SelectInput {
            brief: brief.clone(),
            plan: &run.plan,
            lists: &lists,
            earlier: &[],
            sites: &Default::default(),
            read: &tried,
            excluded: &none,
            pages: pages_for_round(budget, round, fetched),
        });
        for chosen in &selection.read {
            tried.insert(canonical_url(&chosen.url));
            // As in a job: what the library holds costs no page.
            fetched += u32::from(chosen.hash.is_none());
            if let Some((document, text)) = text(&chosen.url) {
                run.read.push(chosen.url.clone());
                run.materials.push(Material { round, score: chosen.score, ..Material::new(document, text) });
            }
        }
        run.rounds = round + 1;
        let queried_so_far: Vec<&Query> = queried.iter().collect();
        let input = JudgeInput {
            brief: brief.clone(),
            plan: &run.plan,
            materials: &run.materials,
            round,
            asked: &queried_so_far,
            rounds_left: budget.rounds.saturating_sub(round as u32 + 1),
            queries_left: budget.queries.saturating_sub(queried.len() as u32),
            pages_left: budget.pages.saturating_sub(fetched),
            providers: &providers,
            own: true,
            alone: true,
            similar: None,
            ranked: None,
            unknown: &[],
        };
        run.judgement = ranking.judge(&input);
        run.reasons.push(run.judgement.reason.clone());
        if run.judgement.sufficient || run.judgement.queries.is_empty() {
            break;
        }
        queries.clone_from(&run.judgement.queries);
    }
    run.queries = queried.into_iter().map(|query| query.text).collect();
    run
}

/// Judges documents that were given along with the question; nothing is searched.
pub fn judged<'a>(asked: &Asked<'_>, documents: &'a [Reading], ranking: Ranking<'_>) -> Run<'a> {
    let brief = asked.brief();
    let plan = plan(&brief);
    let given = |reading: &'a Reading| Material {
        pinned: true,
        score: 1.0,
        ..Material::new(&reading.document, &reading.text)
    };
    let materials: Vec<Material<'a>> = documents.iter().map(given).collect();
    let judgement = ranking.judge(&JudgeInput {
        brief,
        plan: &plan,
        materials: &materials,
        round: 0,
        asked: &[],
        rounds_left: 0,
        queries_left: 0,
        pages_left: 0,
        providers: &[],
        own: false,
        alone: true,
        similar: None,
        ranked: None,
        unknown: &[],
    });
    Run { plan, materials, judgement, rounds: 1, ..Run::default() }
}

/// Writes the answer by rules and checks it.
pub fn answered(asked: &Asked<'_>, run: &Run<'_>) -> Answer {
    let brief = asked.brief();
    let draft = write(&WriteInput {
        brief: &brief,
        plan: &run.plan,
        evidence: &run.judgement.evidence,
        parts: &run.judgement.parts,
        materials: &run.materials,
        numbering: &[],
        deliverable: Deliverable::Brief,
        form_wished: false,
    });
    checked(&brief, &run.plan, &draft, &run.materials, &run.judgement)
}

/// What is left of a draft once it is checked.
fn checked(
    brief: &Brief<'_>,
    plan: &Plan,
    draft: &Draft,
    materials: &[Material<'_>],
    judgement: &Judgement,
) -> Answer {
    let read = materials.len() as u32;
    let totals = SearchTotals {
        providers: vec!["the collection".to_owned()],
        found: read,
        read,
        ..SearchTotals::default()
    };
    let verdict = verify(&VerifyInput {
        brief: brief.clone(),
        plan,
        draft,
        materials,
        evidence: &judgement.evidence,
        notes: &judgement.notes,
        unread: 0,
        may_repair: false,
        opinions: &[],
        numbering: &[],
        totals: &totals,
        untold: None,
        parts: &judgement.parts,
    });
    match verdict {
        Verdict::Passed(answer) => answer,
        // Only where a repair is allowed.
        Verdict::Repair(_) => Answer::default(),
    }
}

/// How well the judge thinks of the best passage: 0 to 1.
pub fn best_relevance(run: &Run<'_>) -> f64 {
    run.judgement.evidence.iter().map(|evidence| evidence.relevance).fold(0.0, f64::max)
}

/// Would a job put a question back before it starts? `look` is one search for a bare name.
pub fn asks_back(asked: &Asked<'_>, look: impl Fn(&str) -> Vec<SearchHit>) -> bool {
    match signal_of(asked.question, !asked.earlier.is_empty(), asked.budget) {
        Signal::Clear => false,
        Signal::Ask(_) => true,
        Signal::Preview(name) => senses(&name, &look(&name), Locale::En).is_some(),
    }
}

/// What the check says of a claim that cites a document.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    pub support: Support,
    /// 0 to 1, higher when better supported: the support first, then the share of the claim's words that one sentence
    /// holds.
    pub score: f64,
    /// What stands around the sentences that it quotes.
    pub passages: Vec<String>,
}

/// Sentences that a claim quotes at most.
const QUOTES: usize = 3;

/// Checks a claim against a document. The claim quotes the sentence that agrees with it best, as a good writer would,
/// and where that does not hold all of it, those that hold most of the rest.
pub fn check_claim(claim: &str, reading: &Reading, language: &str) -> Checked {
    let material = Material::new(&reading.document, &reading.text);
    let mut reader = Reader::new(language);
    let all = sentences(&reading.text, 0..reading.text.len());
    let best = all
        .iter()
        .map(|range| {
            let finding = reader.agreement(claim, &Context::new(&material, range.clone()));
            (finding.support, finding.coverage, range.clone())
        })
        .max_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(b.2.start.cmp(&a.2.start)));
    let Some((found, coverage, range)) = best else {
        return Checked { support: Support::Unsupported, score: 0.0, passages: Vec::new() };
    };
    let ranges = match found {
        Support::Supported => vec![range],
        Support::Partly | Support::Unsupported | Support::Contradicted => {
            with_the_rest(claim, range, &all, &reading.text, &mut reader)
        }
    };
    let around = |range: &std::ops::Range<usize>| Context::new(&material, range.clone()).around.to_owned();
    let passages = ranges.iter().map(around).collect();
    let quote = |range: std::ops::Range<usize>| Quote {
        source: reading.document.source_id(),
        hash: reading.document.hash.clone(),
        span: None,
        text: reading.text[range].to_owned(),
    };
    let support = check_quotes(claim, ranges.into_iter().map(quote).collect(), reading, language);
    let level = match support {
        Support::Contradicted => 0.0,
        Support::Unsupported => 1.0,
        Support::Partly => 2.0,
        Support::Supported => 3.0,
    };
    Checked { support, score: (level + coverage) / 4.0, passages }
}

/// A sentence, and those that hold most of what it lacks of the claim's words.
fn with_the_rest(
    claim: &str,
    first: std::ops::Range<usize>,
    all: &[std::ops::Range<usize>],
    text: &str,
    reader: &mut Reader<'_>,
) -> Vec<std::ops::Range<usize>> {
    let mut keys = |words: &str| {
        let known = reader.of(words);
        reader.keys(&known).to_vec()
    };
    let mut lacking = keys(claim);
    let held: Vec<Vec<u32>> = all.iter().map(|range| keys(&text[range.clone()])).collect();
    let mut chosen = vec![first.clone()];
    let mut last = all.iter().position(|range| *range == first);
    while let Some(at) = last {
        lacking.retain(|key| !held[at].contains(key));
        let gain = |at: &usize| lacking.iter().filter(|key| held[*at].contains(key)).count();
        let next = (0..all.len()).rev().max_by_key(gain).filter(|at| gain(at) > 0);
        last = next.filter(|_| chosen.len() < QUOTES);
        chosen.extend(last.map(|at| all[at].clone()));
    }
    chosen
}

/// Checks sentences of a draft as those of a model, each with the quotes it gives, against what a run has read. In
/// the order of the draft; a sentence that the answer does not know has no support.
pub fn check_draft(asked: &Asked<'_>, run: &Run<'_>, claims: Vec<DraftClaim>) -> Vec<Support> {
    let draft = Draft { by: Maker::Model("writer".to_owned()), claims, ..Draft::default() };
    let answer = checked(&asked.brief(), &run.plan, &draft, &run.materials, &run.judgement);
    let mut left = answer.claims;
    let mut support_of = |claim: &DraftClaim| {
        let at = left.iter().position(|one| one.text == claim.text.trim());
        at.map(|at| left.remove(at).support).unwrap_or_default()
    };
    draft.claims.iter().map(&mut support_of).collect()
}

/// The bytes of a text where words stand, but for white space and typography.
pub fn find_words(text: &str, words: &str) -> Option<std::ops::Range<usize>> {
    locate(text, &Quote { text: words.to_owned(), ..Quote::default() })
}

/// Checks a claim with the quotes that it was given.
fn check_quotes(claim: &str, quotes: Vec<Quote>, reading: &Reading, language: &str) -> Support {
    let question = Question { text: claim.to_owned(), language: language.to_owned(), ..Question::default() };
    let budget = Budget::default();
    let asked = Asked { question: &question, earlier: &[], budget: &budget };
    let draft = Draft {
        by: Maker::Model("writer".to_owned()),
        claims: vec![DraftClaim { text: claim.to_owned(), quotes, ..DraftClaim::default() }],
        ..Draft::default()
    };
    let materials = [Material::new(&reading.document, &reading.text)];
    let answer = checked(&asked.brief(), &Plan::default(), &draft, &materials, &Judgement::default());
    answer.claims.first().map(|claim| claim.support).unwrap_or_default()
}
