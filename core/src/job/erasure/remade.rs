//! Rewrites what a run made of a person's words: plans, queries, judgments, and calls of a driving model.

use super::strings::{Gone, changed, replaced, tried, without, words, words_of_pages};
use super::{Erased, words_typed};
use crate::job::{
    Asked, EffectKind, Event, Job, Judgement, ModelTurn, Recorded, Reply, ToolWants, search_stem,
};
use crate::model::*;
use std::collections::{BTreeMap, BTreeSet};

/// The state of one journal's rewriting.
pub(super) struct Remade {
    /// The placeholder for what is erased.
    word: String,
    /// Words known from other sources than the erased person.
    known: BTreeSet<String>,
    /// Whether rules, not a model, made the current text.
    by_rules: bool,
    /// The new text of each query, by its old one, so that different queries stay different.
    queries: BTreeMap<String, String>,
    /// The new name of each search, by its old one.
    stems: BTreeMap<String, String>,
    /// The numbers of rounds, queries, and plans when searches were last paired.
    shape: (usize, u32, u32),
}

impl Remade {
    pub fn new(word: String) -> Self {
        Self {
            word,
            known: BTreeSet::new(),
            by_rules: false,
            queries: BTreeMap::new(),
            stems: BTreeMap::new(),
            shape: (0, 0, 0),
        }
    }

    /// Learns the words of an event that precedes any words of the erased person.
    pub fn learn(&mut self, erased: &Erased, recorded: &Recorded) {
        match &recorded.event {
            Event::Asked(asked) => self.learn_question(erased, asked),
            Event::Forked(forked) => {
                let asked = forked.edit.question.iter().map(|question| question.text.as_str());
                let wishes = forked.edit.constraints.iter().map(|wish| wish.text.as_str());
                asked.chain(wishes).for_each(|text| self.known.extend(words(text)));
            }
            Event::Reused(reused) => self.known.extend(words(&reused.question.text)),
            Event::Steered { .. } | Event::Replied { .. } => {
                words_typed(&recorded.event).iter().for_each(|text| self.known.extend(words(text)));
            }
            Event::Planned { plan, .. } => self.learn_plan(plan),
            Event::Driven { turn, .. } => {
                for call in &turn.calls {
                    self.known.extend(words(&call.arguments));
                }
            }
            Event::Judged { judgement, .. } => {
                let queries = judgement.queries.iter().map(|query| query.text.as_str());
                let texts = judgement.gaps.iter().map(String::as_str).chain(queries);
                texts.for_each(|text| self.known.extend(words(text)));
            }
            _ => {}
        }
    }

    fn learn_question(&mut self, erased: &Erased, asked: &Asked) {
        let earlier = asked.earlier.iter().filter(|turn| !erased.turns.contains(&turn.at));
        let wishes = asked.constraints.iter().filter(|wish| !erased.texts.contains(&wish.text));
        let texts = earlier.map(|turn| turn.question.as_str()).chain(wishes.map(|wish| wish.text.as_str()));
        texts.chain([asked.question.text.as_str()]).for_each(|text| self.known.extend(words(text)));
    }

    fn learn_plan(&mut self, plan: &Plan) {
        let parts = plan.sub_questions.iter().map(|part| part.text.as_str());
        let queries = plan.queries.iter().map(|query| query.text.as_str());
        parts.chain(queries).chain([plan.goal.as_str()]).for_each(|text| self.known.extend(words(text)));
    }

    /// An event after words of the erased person, without what was made of them.
    pub fn without(&mut self, erased: &mut Erased, recorded: &Recorded, before: &Job) -> Event {
        let event = recorded.event.clone();
        match event {
            Event::Asked(asked) => {
                let asked = self.asked(erased, *asked);
                self.learn_question(erased, &asked);
                Event::Asked(Box::new(asked))
            }
            Event::Steered { .. } | Event::Replied { .. } if erased.typed(recorded) => {
                let typed = words_typed(&event);
                let kept = before.plan.iter().flat_map(|plan| &plan.queries).map(|query| &query.text);
                let kept: BTreeSet<&String> = kept.collect();
                for text in typed.into_iter().filter(|text| !text.is_empty()) {
                    erased.theirs.extend(words(&text));
                    if !kept.contains(&text) {
                        erased.texts.insert(text);
                    }
                }
                self.typed(&event)
            }
            Event::Forked(_) | Event::Reused(_) | Event::Steered { .. } | Event::Replied { .. } => {
                self.learn(erased, recorded);
                event
            }
            Event::Planned { effect, plan, cost } => {
                self.by_rules = plan.by == Maker::Rules;
                let plan = Box::new(self.plan(erased, *plan));
                Event::Planned { effect, plan, cost }
            }
            Event::Driven { effect, turn, cost } => {
                self.by_rules = false;
                let turn = Box::new(self.turn(erased, *turn));
                Event::Driven { effect, turn, cost }
            }
            Event::Judged { effect, judgement, cost } => {
                self.by_rules = judgement.by == Maker::Rules;
                let judgement = Box::new(self.judgement(erased, *judgement));
                self.scrubbed(erased, Event::Judged { effect, judgement, cost })
            }
            Event::Clarified { .. }
            | Event::Selected { .. }
            | Event::Drafted { .. }
            | Event::Verified { .. }
            | Event::Failed { .. } => self.scrubbed(erased, event),
            Event::Resumed { .. }
            | Event::StoodStill { .. }
            | Event::InterruptTimedOut { .. }
            | Event::StopRequested
            | Event::CancelRequested
            | Event::Retried
            | Event::PlanningChanged { .. }
            | Event::Attached { .. }
            | Event::ResearchTimeUp
            | Event::TimeUp
            | Event::Started { .. }
            | Event::BudgetReached(_)
            | Event::Extracted { .. }
            | Event::Found { .. }
            | Event::Read { .. }
            | Event::Doubted { .. }
            | Event::Unknown { .. } => event,
        }
    }

    /// The event as stored, without what was typed. Its queries stay different from each other.
    fn typed(&mut self, event: &Event) -> Event {
        let Some(mut left) = event.without_words(&self.word) else { return event.clone() };
        match (&mut left, event) {
            (Event::Steered { constraint, .. }, Event::Steered { constraint: typed, .. }) => {
                if let (ConstraintKind::Also(text), ConstraintKind::Also(typed)) =
                    (&mut constraint.kind, &typed.kind)
                {
                    *text = self.query_text(typed);
                }
            }
            (
                Event::Replied { reply: Reply::Edit { queries, .. }, .. },
                Event::Replied { reply: Reply::Edit { queries: typed, .. }, .. },
            ) => {
                for (query, typed) in queries.iter_mut().zip(typed) {
                    *query = if self.knows(typed) { typed.clone() } else { self.query_text(typed) };
                }
            }
            _ => {}
        }
        left
    }

    /// Rewrites a later question: what it took over from earlier turns, and what it repeats from an answer.
    fn asked(&self, erased: &Erased, mut asked: Asked) -> Asked {
        let gone = longest_first(&erased.texts);
        let left = |text: &mut String, on_pages: Option<&BTreeSet<String>>| {
            if let Some(new) = replaced(text, &gone, &self.word, on_pages) {
                *text = new;
            }
        };
        for turn in &mut asked.earlier {
            left(&mut turn.summary, Some(&erased.on_pages));
        }
        if let Some(previous) = &mut asked.previous {
            previous.claims.iter_mut().for_each(|claim| left(&mut claim.text, Some(&erased.on_pages)));
            // A recheck's question is what the earlier run made of its own.
            left(&mut asked.question.text, None);
            asked.question.entities.iter_mut().for_each(|entity| left(entity, None));
        }
        asked
    }

    fn plan(&mut self, erased: &mut Erased, mut plan: Plan) -> Plan {
        plan.goal = self.text(erased, &plan.goal);
        for part in &mut plan.sub_questions {
            part.text = self.text(erased, &part.text);
            self.retain(erased, &mut part.terms);
        }
        plan.queries = plan.queries.iter().map(|query| self.query(erased, query)).collect();
        plan.advice = None;
        plan
    }

    fn turn(&mut self, erased: &mut Erased, mut turn: ModelTurn) -> ModelTurn {
        for call in &mut turn.calls {
            if !self.stays(erased, &call.arguments) {
                call.arguments.clone_from(&self.word);
            }
            match &mut call.wants {
                ToolWants::Search(query) => *query = self.query(erased, query),
                ToolWants::Refused(why) => *why = self.text(erased, why),
                ToolWants::Read(_) | ToolWants::Extract(_) | ToolWants::Note => {}
            }
        }
        turn
    }

    fn judgement(&mut self, erased: &mut Erased, mut judgement: Judgement) -> Judgement {
        if judgement.by != Maker::Rules {
            judgement.reason.clone_from(&self.word);
        }
        judgement.gaps = judgement.gaps.iter().map(|gap| self.text(erased, gap)).collect();
        for part in &mut judgement.parts {
            self.retain(erased, &mut part.missing);
        }
        judgement.queries = judgement.queries.iter().map(|query| self.query(erased, query)).collect();
        judgement.advice = None;
        judgement
    }

    fn query(&mut self, erased: &mut Erased, query: &Query) -> Query {
        let mut left = query.clone();
        if !self.stays(erased, &query.text) {
            erased.texts.insert(query.text.clone());
            left.text = self.query_text(&query.text);
            left.why = self.text_of_run(erased, &query.why);
        }
        // Sites that the person typed.
        left.filters.domains_in.retain(|site| !erased.texts.contains(site));
        left.filters.domains_out.retain(|site| !erased.texts.contains(site));
        left
    }

    /// A text about what to search for, or the placeholder if it is erased.
    fn text(&self, erased: &mut Erased, text: &str) -> String {
        if self.stays(erased, text) {
            return text.to_owned();
        }
        erased.texts.insert(text.to_owned());
        self.word.clone()
    }

    /// Removes erased entries from a list of words about what to search for.
    fn retain(&self, erased: &mut Erased, list: &mut Vec<String>) {
        list.retain(|word| {
            let stays = self.stays(erased, word);
            if !stays {
                erased.texts.insert(word.clone());
            }
            stays
        });
    }

    fn text_of_run(&self, erased: &Erased, text: &str) -> String {
        replaced(text, &longest_first(&erased.texts), &self.word, None).unwrap_or_else(|| text.to_owned())
    }

    /// The placeholder for a query. All but the first have a number, because searches are named after their
    /// queries.
    fn query_text(&mut self, text: &str) -> String {
        let next = match self.queries.len() {
            0 => self.word.clone(),
            known => format!("{} {}", self.word, known + 1),
        };
        self.queries.entry(text.to_owned()).or_insert(next).clone()
    }

    /// Whether nothing in a text is theirs.
    fn stays(&self, erased: &Erased, text: &str) -> bool {
        let is_like = |word: &String| {
            let mut theirs = erased.theirs.iter().filter(|one| !self.known.contains(*one));
            theirs.any(|one| one == word || are_alike(one, word))
        };
        words(text).all(|word| self.known.contains(&word) || (self.by_rules && !is_like(&word)))
    }

    fn knows(&self, text: &str) -> bool {
        words(text).all(|word| self.known.contains(&word))
    }

    /// Removes the erased texts from what a run says about its searches.
    fn scrubbed(&self, erased: &mut Erased, event: Event) -> Event {
        let Erased { texts, on_pages, .. } = erased;
        let mut texts = longest_first(texts);
        texts.retain(|text| !self.knows(text));
        words_of_pages(&event.encode().2, false, on_pages);
        let on_pages = &*on_pages;
        let gone = |careful| Gone { texts: &texts, word: &self.word, on_pages, careful };
        let left = tried(&event, |payload| without(payload, &gone(false)));
        left.or_else(|| tried(&event, |payload| without(payload, &gone(true)))).unwrap_or(event)
    }

    /// Renames the search in an event of a search.
    pub fn renamed(&self, event: Event) -> Event {
        let effect = match &event {
            Event::Started { effect, .. } => Some(effect),
            other => other.outcome_of(),
        };
        let Some(effect) = effect.filter(|effect| effect.kind() == Some(EffectKind::Search)) else {
            return event;
        };
        let stem = effect.stem();
        let Some(new) = self.stems.get(stem) else { return event };
        let name = format!("{new}{}", &effect.as_str()[stem.len()..]);
        changed(event, |payload| payload["effect"] = name.into())
    }

    /// Renames the searches of rewritten queries, by comparing the queries before and after.
    pub fn pair(&mut self, before: &Job, after: &Job) {
        let shape = (before.rounds.len(), before.queries_asked(), before.plans);
        if shape == self.shape {
            return;
        }
        self.shape = shape;
        for (number, (old, new)) in before.rounds.iter().zip(&after.rounds).enumerate() {
            for (old, new) in old.queries.iter().zip(&new.queries).filter(|(old, new)| old != new) {
                for provider in &before.providers {
                    self.name(number, search_stem(number, old, provider), search_stem(number, new, provider));
                }
            }
        }
    }

    fn name(&mut self, round: usize, old: String, new: String) {
        if old == new || self.stems.contains_key(&old) {
            return;
        }
        // Different searches must keep different names.
        let taken = self.stems.values().any(|stem| *stem == new) || self.stems.contains_key(&new);
        let new = match taken {
            true => EffectKind::Search.one_of_round(round, format!("erased{}", self.stems.len())),
            false => new,
        };
        self.stems.insert(old, new);
    }
}

/// Sorts the longest first, because a text may be part of a longer one.
fn longest_first(texts: &BTreeSet<String>) -> Vec<&str> {
    let mut texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    texts.sort_by_key(|text| std::cmp::Reverse(text.len()));
    texts
}

/// Whether two words start alike, like forms of one word.
fn are_alike(one: &str, other: &str) -> bool {
    let least = if one.is_ascii() { 4 } else { 2 };
    one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count() >= least
}
