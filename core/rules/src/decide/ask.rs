//! The prompt for an effect that a model decides, and its reply as an event.

use super::found::with_found;
use super::judged::{Asked, judge_for, settled};
use super::obeyed::obeyed;
use super::seen::{is_noted, open_notes, open_premise, unread};
use super::{fresh, not_thought, refused, routed, with_verify_input};
use crate::ids::{lasting, named};
use crate::material::locale_of;
use crate::materials::{brief, materials};
use crate::plan::with_source;
use crate::prompts::{
    Doubts, DraftRepair, Passages, Searched, Shown, Size, ToCheck, ToDrive, ToJudge, ToWrite, tokens,
};
use crate::routing::route;
use crate::{Brief, Material, discreet, driving, interpret, prompts, verify};
use gorkd_core::job::{Effect, Event, Job, Judgement, Opinion, Opinions};
use gorkd_core::model::*;
use gorkd_core::ports::{Asking, DecisionInputs, Prompt, ReadBatch, ReadCalls, ReadReply, Respondent};
use gorkd_words::Msg;
use std::ops::Range;
use std::sync::Arc;

/// Shares of a prompt's room that are tried one after the other, for servers with a small context.
const SHARES: [u64; 3] = [1, 2, 4];

/// What is needed to ask a model about one effect.
struct AskContext<'a> {
    job: &'a Arc<Job>,
    seen: &'a DecisionInputs,
    id: &'a EffectId,
    model: &'a Respondent,
}

pub fn ask(
    job: &Arc<Job>,
    seen: &DecisionInputs,
    id: &EffectId,
    effect: &Effect,
    model: &Respondent,
) -> Result<Asking, Failure> {
    let asked = AskContext { job, seen, id, model };
    match effect {
        Effect::Clarify { .. } => Ok(asked.clarify()),
        Effect::Plan { .. } => Ok(asked.plan()),
        Effect::Drive { round, .. } => Ok(asked.drive(*round)),
        Effect::Judge { round, .. } => asked.judge(*round),
        Effect::Synthesize { revision, problems, .. } => asked.write(*revision, problems),
        Effect::Doubt { revision, .. } => Ok(asked.doubt(*revision)),
        Effect::Search { .. }
        | Effect::Extract { .. }
        | Effect::Select { .. }
        | Effect::Read { .. }
        | Effect::Verify { .. } => Err(not_thought()),
    }
}

impl AskContext<'_> {
    fn clarify(&self) -> Asking {
        let prompt = prompts::clarify(&self.brief(), self.size(Size::short), self.model.time);
        let id = self.id.clone();
        let read: ReadReply = Arc::new(move |_, reply| {
            let questions = interpret::clarify(reply)?;
            Ok(Event::Clarified { effect: id.clone(), questions, cost: Spend::default(), gate: None })
        });
        Asking::Prompts { prompts: vec![prompt], read }
    }

    fn plan(&self) -> Asking {
        let (own, others) = self.places();
        let searched = Searched { own, others: &others };
        let prompt = prompts::plan(&self.brief(), searched, self.size(Size::short), self.model.time);
        let (job, id, by) = (self.job.clone(), self.id.clone(), self.model.name.clone());
        let read: ReadReply = Arc::new(move |_, reply| {
            let planned = interpret::plan(reply, &job.question, job.budget.queries, &by)?;
            // It may have been told earlier answers, which may hold what private documents say.
            let most = job.budget.queries.max(1) as usize;
            let queries = with_source(&job.question, planned.queries.clone(), most);
            let queries = discreet(&job, &[], obeyed(&job, queries));
            let plan = Box::new(routed(&job, Plan { queries, ..planned }));
            Ok(Event::Planned { effect: id.clone(), plan, cost: Spend::default() })
        });
        Asking::Prompts { prompts: vec![prompt], read }
    }

    fn drive(&self, number: usize) -> Asking {
        let job = self.job.as_ref();
        let materials = materials(job, &self.seen.texts);
        let measured = judge_for(job, &materials, number, Asked::default(), false);
        let brief = self.brief();
        let input = ToDrive {
            brief: &brief,
            job,
            number,
            materials: &materials,
            texts: &self.seen.texts,
            evidence: &measured.evidence,
            sees_private: self.model.sees_private,
        };
        let size = self.size(Size::short);
        let prompts = SHARES.map(|share| prompts::drive(&input, size.part(share), self.model.time)).into();
        let (job, id, model) = (self.job.clone(), self.id.clone(), self.model.clone());
        let read: ReadCalls = Arc::new(move |texts, reply| {
            let turn = driving::turn(&job, &crate::materials(&job, texts), reply, &model);
            Event::Driven { effect: id.clone(), turn: Box::new(turn), cost: Spend::default() }
        });
        Asking::Tools { prompts, read }
    }

    fn judge(&self, round: usize) -> Result<Asking, Failure> {
        let job = self.job.as_ref();
        let materials = materials(job, &self.seen.texts);
        let measured = judge_for(job, &materials, round, Asked::of(self.seen), false);
        let before = job.rounds.iter().take(round).rev().find_map(|round| round.judgement.as_deref());
        let measured = named(before, with_found(job, measured, &materials));
        let seen = before.map(|before| before.shown.clone()).unwrap_or_default();
        let measured = Judgement { shown: seen, ..measured };
        let open = self.open(&measured.evidence, &materials);
        if open.is_empty() && !measured.evidence.is_empty() {
            return Err(self.only_private());
        }
        let (brief, plan) = (self.brief(), job.plan_or_plain());
        // What answers of the passages that it has seen is in its notes. Where a part has none yet, one of them may
        // answer it together with a new one.
        let notes = open_notes(&measured, &open);
        let again = before.is_some_and(|before| !before.shown.is_empty() && is_noted(&before.parts, &notes));
        let is_seen =
            |id: &str| lasting(&measured.evidence, id).is_some_and(|id| measured.shown.contains(&id));
        // A new block may stand beside one that was seen, and would be lost as a part of that.
        let new = open.iter().filter(|piece| !again || !is_seen(&piece.id)).cloned();
        let new: Vec<Evidence> = new.collect();
        let shown = prompts::for_judge(prompts::shown(&new, &measured.notes, &materials));
        let passages = Passages::of(&brief, shown.clone(), &materials).numbered();
        let passages = match again {
            true => passages.with_notes(&plan, &notes, open_premise(&measured, &open)),
            false => passages,
        };
        let (batches, ids) = self.batches(&brief, &plan, &passages, again);
        let unread = unread(job);
        let (job, id, by) = (self.job.clone(), self.id.clone(), self.model.name.clone());
        let read: ReadBatch = Arc::new(move |texts, before, batch, reply| {
            let before = match before {
                Some(Event::Judged { judgement, .. }) => Some(judgement.as_ref()),
                Some(_) | None => None,
            };
            let materials = crate::materials(&job, texts);
            let asked: Vec<&Query> = job.queries().collect();
            let input = interpret::JudgementInput {
                question: &job.question,
                plan: &job.plan_or_plain(),
                measured: &measured,
                before,
                shown: &shown,
                materials: &materials,
                unread: &unread,
                asked: &asked,
                queries_left: job.queries_left(),
                by: &by,
            };
            let ids_of = |place: usize| {
                ids.get(batch).and_then(|sizes| sizes.get(place)).map(Vec::as_slice).unwrap_or_default()
            };
            let mut shown = before.unwrap_or(&measured).shown.clone();
            let judged = match reply {
                Some((place, reply)) => {
                    let sent = ids_of(place).iter().filter_map(|id| lasting(&measured.evidence, id));
                    for id in sent {
                        if !shown.contains(&id) {
                            shown.push(id);
                        }
                    }
                    interpret::judgement(reply, &input)?
                }
                None => interpret::ranked_batch(ids_of(0), &input),
            };
            let queries = fresh(&job, discreet(&job, &materials, obeyed(&job, judged.queries)));
            let judgement = settled(&job, &materials, Judgement { queries, shown, ..judged });
            Ok(Event::Judged { effect: id.clone(), judgement: Arc::new(judgement), cost: Spend::default() })
        });
        Ok(Asking::Batches { batches, read })
    }

    /// The passages in as many prompts as the server needs for them and the reserve of the effect allows, and the ids
    /// that each of them shows, in each of its sizes.
    fn batches(
        &self,
        brief: &Brief<'_>,
        plan: &Plan,
        passages: &Passages<'_>,
        again: bool,
    ) -> (Vec<Vec<Prompt>>, Vec<Vec<Vec<String>>>) {
        let job = self.job.as_ref();
        let before: Vec<&Query> = job.queries().collect();
        let queries_left = if job.rounds.len() < job.budget.rounds as usize { job.queries_left() } else { 0 };
        let mut left = Size::judgement(&job.budget);
        let size = self.size(Size::judgement);
        let (mut batches, mut ids) = (Vec::new(), Vec::new());
        let mut from = 0;
        loop {
            let input = ToJudge { brief, plan, passages, from, again, asked_before: &before, queries_left };
            let ask = |share| prompts::judge(&input, size.part(share), self.model.time);
            let (whole, next) = ask(1);
            let used = tokens(&whole.system) + tokens(&whole.user);
            left.prompt = left.prompt.saturating_sub(used);
            left.reply = left.reply.saturating_sub(size.reply);
            let smaller = SHARES.into_iter().skip(1).map(ask);
            let sizes = std::iter::once((whole, next)).chain(smaller);
            let (prompts, shown): (Vec<Prompt>, Vec<Vec<String>>) =
                sizes.map(|(prompt, end)| (prompt, passages.ids(from..end))).unzip();
            batches.push(prompts);
            ids.push(shown);
            let done = next >= passages.len() || next == from;
            if done || left.prompt < size.prompt || left.reply < size.reply {
                return (batches, ids);
            }
            from = next;
        }
    }

    fn write(&self, revision: u32, problems: &[String]) -> Result<Asking, Failure> {
        let unjudged = Judgement::default();
        let judged = self.job.judgement().unwrap_or(&unjudged);
        let materials = materials(self.job, &self.seen.texts);
        let open = self.open(&judged.evidence, &materials);
        if open.is_empty() {
            return Err(self.only_private());
        }
        let hidden = (judged.evidence.len() - open.len()) as u64;
        let (locale, model) = (locale_of(&self.job.question), self.model.name.clone());
        let kept_back = (hidden > 0).then(|| locale.say(Msg::LimitPrivate { count: hidden, model }));
        if revision == 0 && refused::nothing_answers(judged) {
            let draft = refused::without_answer(self.job, judged, kept_back);
            let (effect, cost) = (self.id.clone(), Spend::default());
            return Ok(Asking::Decided(Event::Drafted { effect, draft: Arc::new(draft), cost }));
        }
        let (brief, plan) = (self.brief(), self.job.plan_or_plain());
        let size = self.size(Size::draft);
        let shown = prompts::shown(&open, &judged.notes, &materials);
        let (notes, denied) = (open_notes(judged, &open), open_premise(judged, &open));
        let first = self.job.first_draft.as_ref().map(|(draft, _)| &**draft).filter(|_| !problems.is_empty());
        // A report tells in full what the blocks say.
        let told = match self.job.deliverable() {
            Deliverable::Report => shown.clone(),
            Deliverable::Brief | Deliverable::Table | Deliverable::Comparison => {
                prompts::for_writer(shown.clone(), judged, first)
            }
        };
        let passages = Passages::of(&brief, told, &materials).with_notes(&plan, &notes, denied);
        let repair = first.map(|draft| DraftRepair { draft, problems });
        let asked =
            ToWrite { brief: &brief, passages: &passages, repair, deliverable: self.job.deliverable() };
        let prompt = |share| prompts::write(&asked, size.part(share), self.model.time);
        let prompts = SHARES.map(prompt).into();
        drop(passages);
        let citable = citable(&shown, open);
        let (job, id, by) = (self.job.clone(), self.id.clone(), self.model.name.clone());
        let read: ReadReply = Arc::new(move |texts, reply| {
            let input = interpret::DraftInput {
                question: &job.question,
                plan: &job.plan_or_plain(),
                parts: job.of_judgement(|judged| &judged.parts),
                evidence: &citable,
                materials: &crate::materials(&job, texts),
                numbering: &job.numbering,
                revision,
                by: &by,
                deliverable: job.deliverable(),
                form_wished: job.wanted_form().is_some(),
            };
            let mut draft = interpret::draft(reply, &input)?;
            draft.limitations.extend(kept_back.clone());
            Ok(Event::Drafted { effect: id.clone(), draft: Arc::new(draft), cost: Spend::default() })
        });
        Ok(Asking::Prompts { prompts, read })
    }

    /// Asks about the claims that rules leave in doubt. Where there are none that may be shown, nobody is asked.
    fn doubt(&self, revision: u32) -> Asking {
        let (job, private) = (self.job.as_ref(), self.model.sees_private);
        let materials = materials(job, &self.seen.texts);
        let doubtful = with_verify_input(job, &materials, revision, verify::doubtful);
        let claims = job.draft.as_ref().map(|draft| draft.claims.as_slice()).unwrap_or_default();
        let open = |place: &(usize, Range<usize>)| {
            private || materials.get(place.0).is_some_and(|material| !material.document.is_private())
        };
        let is_open = |claim: &DraftClaim| {
            let cited =
                |material: &&Material<'_>| claim.quotes.iter().any(|quote| quote.source == material.source);
            private || !materials.iter().filter(cited).any(|material| material.document.is_private())
        };
        // A statement that the repair left as it was, with the same quotes, was judged already.
        let known: Vec<(u32, Support)> = doubtful
            .iter()
            .filter_map(|doubt| Some((doubt.claim, said_before(job, claims.get(doubt.claim as usize)?)?)))
            .collect();
        let is_known = |doubt: &&verify::Doubtful| known.iter().any(|(claim, _)| *claim == doubt.claim);
        let shown: Vec<_> = doubtful
            .iter()
            .filter(|doubt| !is_known(doubt) && doubt.places.iter().all(open))
            .filter_map(|doubt| ToCheck::of(doubt, claims, &job.question.language, is_open))
            .collect();
        let brief = self.brief();
        let doubts = Doubts::new(&brief, &shown, &materials);
        let size = self.size(Size::judgement);
        let prompt = |share| prompts::check(&brief, &doubts, size.part(share), self.model.time);
        let prompts: Vec<Prompt> = if doubts.is_empty() { Vec::new() } else { SHARES.map(prompt).into() };
        let shown: Vec<u32> = shown.iter().map(|claim| claim.doubt.claim).collect();
        let found: Vec<(u32, Support)> = doubtful.iter().map(|doubt| (doubt.claim, doubt.found)).collect();
        let (id, by) = (self.id.clone(), Maker::Model(self.model.name.clone()));
        let outcome = move |said: Vec<(u32, Support)>| {
            let all = || known.iter().chain(&said);
            let said_of = |claim: u32| all().find(|(about, _)| *about == claim).map(|(_, said)| *said);
            let claims = found.iter().map(|(claim, found)| Opinion {
                claim: *claim,
                found: *found,
                said: said_of(*claim),
            });
            let opinions = Opinions { by: by.clone(), revision, claims: claims.collect() };
            Event::Doubted { effect: id.clone(), opinions, cost: Spend::default() }
        };
        if prompts.is_empty() {
            return Asking::Decided(outcome(Vec::new()));
        }
        Asking::Prompts {
            prompts,
            read: Arc::new(move |_, reply| Ok(outcome(interpret::check(reply, &shown)?))),
        }
    }

    /// Whether one's own documents are searched, and the other providers whose turn may come.
    fn places(&self) -> (bool, Vec<&str>) {
        let job = self.job.as_ref();
        let routes = route(&job.question, &job.budget, &job.providers, &job.field).routes;
        let may = |name: &&String| {
            !routes.iter().any(|route| route.turn == RouteTurn::Never && route.provider == **name)
        };
        let is_own = |name: &&String| job.field.style_of(name) == SearchStyle::Own;
        let (own, others): (Vec<&String>, Vec<&String>) = job.providers.iter().filter(may).partition(is_own);
        (!own.is_empty(), others.into_iter().map(String::as_str).collect())
    }

    /// A size at the job's budget, as far as the server of the model has room for it.
    fn size(&self, of: impl Fn(&Budget) -> Size) -> Size {
        of(&self.job.budget).within(self.model.context)
    }

    /// What the model gets to know about the question. Earlier answers may hold what private documents say.
    fn brief(&self) -> Brief<'_> {
        let brief = brief(self.job);
        let silent = !self.model.sees_private && self.job.at_hand.iter().any(Document::is_private);
        Brief { earlier: if silent { &[] } else { brief.earlier }, ..brief }
    }

    /// The evidence that the model may be shown.
    fn open(&self, evidence: &[Evidence], materials: &[Material<'_>]) -> Vec<Evidence> {
        let open = |piece: &&Evidence| {
            let material = Material::of(materials, &piece.source);
            self.model.sees_private || material.is_some_and(|material| !material.document.is_private())
        };
        evidence.iter().filter(open).cloned().collect()
    }

    fn only_private(&self) -> Failure {
        let detail = format!(
            "All that bears on the question is in private documents, and the model {} is not on this machine. It is \
             shown them only with privacy cloud_allowed; a model on this machine sees them always.",
            self.model.name
        );
        Failure::skip(FailureReason::NotAllowed, detail)
    }
}

/// What the checker said of a statement of the draft before the repair.
fn said_before(job: &Job, claim: &DraftClaim) -> Option<Support> {
    let (first, opinions) = job.first_draft.as_ref()?;
    let same = |one: &DraftClaim| one.text == claim.text && one.quotes == claim.quotes;
    let at = u32::try_from(first.claims.iter().position(same)?).ok()?;
    opinions.as_ref()?.claims.iter().find(|opinion| opinion.claim == at)?.said
}

/// What a writer may cite: the blocks with the neighbors that they were shown with, and those that were shown as part of
/// another one.
fn citable(shown: &[Shown], open: Vec<Evidence>) -> Vec<Evidence> {
    let widened = |piece: Evidence| {
        let as_shown = shown.iter().find(|one| one.evidence.id == piece.id);
        as_shown.map_or(piece, |one| one.evidence.clone())
    };
    open.into_iter().map(widened).collect()
}
