//! Rewrites what a run made of a person's words to look for: plans, queries, judgments, calls of a driving model.

use super::searches::Searches;
use super::words::words;
use super::{Erased, asked_for, files, looked_for, wishes_typed, word_for, words_typed};
use crate::job::{
    Asked, ClarifyQuestion, Event, Job, Judgement, ModelTurn, Recorded, Reply, ToolWants, Verdict,
};
use crate::model::*;
use crate::text::sentences::said;
use crate::text::stopwords::StopList;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The state of one journal's rewriting.
pub(super) struct Remade<'e> {
    pub erased: &'e mut Erased,
    /// The placeholder for what is erased.
    pub word: String,
    /// Words known from other sources than the erased person.
    known: BTreeSet<String>,
    common: StopList,
    /// Whether words of theirs have reached this journal.
    is_reached: bool,
    /// Whether rules, not a model, made the current text.
    by_rules: bool,
    pub searches: Searches,
}

impl<'e> Remade<'e> {
    pub fn new(erased: &'e mut Erased, journal: &[Recorded]) -> Self {
        let word = word_for(journal);
        Self {
            erased,
            searches: Searches::new(&word, journal),
            word,
            known: BTreeSet::new(),
            common: StopList::of(""),
            is_reached: false,
            by_rules: false,
        }
    }

    /// Reads an event of a run of theirs.
    pub fn own(&mut self, job: &JobId, recorded: &Recorded) {
        match &recorded.event {
            Event::Asked(asked) if asked.job == *job => {
                let others = asked.earlier.iter().filter(|turn| !self.erased.turns.contains(&turn.at));
                self.known.extend(others.flat_map(|turn| words(&turn.question)));
                self.own_turn(&asked.question, asked.at);
            }
            Event::Reused(reused) if reused.job == *job => self.own_turn(&reused.question, reused.at),
            Event::Forked(forked) if forked.job == *job => {
                self.is_reached = true;
                forked.edit.question.iter().for_each(|question| self.take(&question.text));
                for wish in &forked.edit.constraints {
                    self.take(&wish.text);
                    self.erased.wishes.insert(wish.text.clone());
                }
            }
            event if self.erased.has_typed(recorded) => self.take_typed(event, &BTreeSet::new()),
            Event::Planned { plan, .. } if self.is_reached => {
                if !self.knows(&words(&plan.goal)) {
                    self.erased.made.insert(&plan.goal);
                }
            }
            Event::Driven { .. } | Event::Judged { .. } if self.is_reached => {}
            event => self.learn(event),
        }
    }

    fn own_turn(&mut self, question: &Question, at: Millis) {
        self.is_reached = true;
        self.common = StopList::of(&question.language);
        self.erased.turns.insert(at);
        self.take(&question.text);
    }

    /// The event without what derives from their words.
    pub fn without(&mut self, recorded: &Recorded, before: &Job) -> Event {
        let mut event = recorded.event.clone();
        match &mut event {
            Event::Asked(asked) => self.asked(asked),
            Event::Steered { .. } | Event::Replied { .. } if self.erased.has_typed(recorded) => {
                return self.typed(&recorded.event, before);
            }
            Event::Forked(_) | Event::Reused(_) | Event::Steered { .. } | Event::Replied { .. } => {
                self.learn(&recorded.event);
            }
            Event::Started { .. } | Event::Found { .. } => {}
            _ if !self.is_reached => self.learn(&recorded.event),
            Event::Clarified { questions, .. } => questions.iter_mut().for_each(|one| self.clarified(one)),
            Event::Planned { plan, .. } => self.plan(plan),
            Event::Driven { turn, .. } => self.turn(turn),
            Event::Selected { selection, .. } => {
                selection.read.iter_mut().for_each(|chosen| self.say(&mut chosen.why));
            }
            Event::Judged { judgement, .. } => self.judgement(Arc::make_mut(judgement)),
            Event::Drafted { draft, .. } => self.draft(Arc::make_mut(draft)),
            Event::Verified { verdict, .. } => match &mut **verdict {
                Verdict::Passed(answer) => self.answer(answer),
                Verdict::Repair(problems) => problems.iter_mut().for_each(|text| self.prose(text)),
            },
            Event::Failed { failure, .. } => self.say(&mut failure.detail),
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
            | Event::BudgetReached(_)
            | Event::Extracted { .. }
            | Event::Read { .. }
            | Event::Doubted { .. }
            | Event::Unknown { .. } => {}
        }
        self.searches.rename(&mut event);
        event
    }

    pub fn without_files(&mut self, event: Event) -> Result<Event, String> {
        files::without(self.erased, event, &self.word)
    }

    /// Learns the words of an event that nothing of theirs is in.
    fn learn(&mut self, event: &Event) {
        self.known.extend(looked_for(event).iter().flat_map(|text| words(text)));
        let wishes = wishes_typed(event).into_iter().map(|wish| wish.text.clone());
        self.erased.wishes_of_others.extend(wishes);
    }

    /// Takes note of a text that they typed. What others know is not theirs.
    fn take(&mut self, text: &str) {
        if text.starts_with(&self.word) {
            return;
        }
        self.erased.theirs.extend(words(text));
        for piece in said(text).into_iter().chain([text]) {
            if !self.knows(&words(piece)) {
                self.erased.typed.insert(piece);
                self.erased.made.insert(piece);
            }
        }
    }

    /// The same for an event. `kept` is what they have only left in a plan.
    fn take_typed(&mut self, event: &Event, kept: &BTreeSet<&str>) {
        self.is_reached = true;
        let typed = words_typed(event);
        typed.iter().filter(|text| !kept.contains(text.as_str())).for_each(|text| self.take(text));
        self.erased.wishes.extend(wishes_typed(event).into_iter().map(|wish| wish.text.clone()));
    }

    /// The event as stored, without what was typed. Its queries stay different from each other.
    fn typed(&mut self, event: &Event, before: &Job) -> Event {
        let planned = before.plan.iter().flat_map(|plan| &plan.queries);
        let kept: BTreeSet<&str> = planned.map(|query| query.text.as_str()).collect();
        self.take_typed(event, &kept);
        let Some(mut left) = event.without_words(&self.word) else { return event.clone() };
        match (&mut left, event) {
            (Event::Steered { constraint, .. }, Event::Steered { constraint: typed, .. }) => {
                if let (ConstraintKind::Also(text), ConstraintKind::Also(typed)) =
                    (&mut constraint.kind, &typed.kind)
                {
                    *text = self.searches.query_text(typed);
                }
            }
            (
                Event::Replied { reply: Reply::Edit { queries, .. }, .. },
                Event::Replied { reply: Reply::Edit { queries: typed, .. }, .. },
            ) => {
                for (query, typed) in queries.iter_mut().zip(typed) {
                    let stays = kept.contains(typed.as_str()) && !self.searches.has_new(typed);
                    *query = if stays { typed.clone() } else { self.searches.query_text(typed) };
                }
            }
            _ => {}
        }
        left
    }

    /// Rewrites a later question: what it took over from earlier turns, and what it repeats from an answer.
    fn asked(&mut self, asked: &mut Asked) {
        self.common = StopList::of(&asked.question.language);
        let taken_over = asked.earlier.len() + asked.constraints.len();
        let Erased { turns, wishes, wishes_of_others, made, .. } = &mut *self.erased;
        asked.earlier.retain(|turn| !turns.contains(&turn.at));
        asked
            .constraints
            .retain(|wish| !wishes.contains(&wish.text) || wishes_of_others.contains(&wish.text));
        wishes_of_others.extend(asked.constraints.iter().map(|wish| wish.text.clone()));
        self.is_reached = asked.earlier.len() + asked.constraints.len() < taken_over;
        // A recheck's question is what the earlier run made of its own.
        if asked.previous.is_some() && made.has(&asked.question.text) {
            self.is_reached = true;
            asked.question.text.clone_from(&self.word);
            asked.question.entities.clear();
            asked.question.addresses.clear();
        }
        self.known.extend(asked_for(asked).flat_map(|text| words(text)));
        asked.earlier.iter_mut().for_each(|turn| self.prose(&mut turn.summary));
        let claims = asked.previous.iter_mut().flat_map(|previous| &mut previous.claims);
        claims.for_each(|claim| self.prose(&mut claim.text));
    }

    fn clarified(&self, question: &mut ClarifyQuestion) {
        for text in question.options.iter_mut().chain([&mut question.text]) {
            if self.has_theirs(text) {
                text.clone_from(&self.word);
            }
        }
    }

    fn plan(&mut self, plan: &mut Plan) {
        self.by_rules = plan.by == Maker::Rules;
        self.look_for(&mut plan.goal);
        for part in &mut plan.sub_questions {
            self.look_for(&mut part.text);
            part.terms.retain(|term| self.stays(term));
        }
        plan.queries.iter_mut().for_each(|query| self.query(query));
        self.advice(&mut plan.advice);
    }

    fn turn(&mut self, turn: &mut ModelTurn) {
        self.by_rules = false;
        for call in &mut turn.calls {
            let stays = match &mut call.wants {
                ToolWants::Search(query) => {
                    let before = query.clone();
                    self.query(query);
                    *query == before && !self.has_theirs(&call.arguments)
                }
                ToolWants::Read(chosen) => {
                    self.say(&mut chosen.why);
                    !self.has_theirs(&call.arguments)
                }
                ToolWants::Extract(_) => !self.has_theirs(&call.arguments),
                ToolWants::Note => self.stays(&call.arguments),
                ToolWants::Refused(why) => {
                    self.say(why);
                    self.stays(&call.arguments)
                }
            };
            if !stays {
                call.arguments.clone_from(&self.word);
            }
        }
    }

    fn judgement(&mut self, judgement: &mut Judgement) {
        self.by_rules = judgement.by == Maker::Rules;
        judgement.gaps.iter_mut().for_each(|gap| self.look_for(gap));
        for part in &mut judgement.parts {
            part.missing.retain(|name| self.stays(name));
        }
        judgement.queries.iter_mut().for_each(|query| self.query(query));
        if !self.stays(&judgement.reason) {
            judgement.reason.clone_from(&self.word);
        }
        self.advice(&mut judgement.advice);
        judgement.premise.iter_mut().for_each(|premise| self.prose(&mut premise.said));
    }

    /// The next action stays, because the run depends on it.
    fn advice(&self, advice: &mut Option<Advice>) {
        let Some(advice) = advice else { return };
        advice.target_source_types.retain(|kind| self.stays(kind));
        if !self.stays(&advice.reason) {
            advice.reason.clone_from(&self.word);
        }
    }

    fn query(&mut self, query: &mut Query) {
        if !self.stays(&query.text) {
            self.erased.made.insert(&query.text);
            query.text = self.searches.query_text(&query.text);
        }
        // Rules know some queries by their reason.
        if self.has_theirs(&query.why) {
            query.why.clone_from(&self.word);
        }
        query.filters.domains_in.retain(|site| !self.is_their_site(site));
        query.filters.domains_out.retain(|site| !self.is_their_site(site));
    }

    /// A text about what to look for goes whole.
    fn look_for(&mut self, text: &mut String) {
        if !self.stays(text) {
            self.erased.made.insert(text);
            text.clone_from(&self.word);
        }
    }

    /// Whether nothing in a text about what to look for is theirs.
    fn stays(&self, text: &str) -> bool {
        let theirs = |word: &String| !self.is_known(word) && (!self.by_rules || self.is_like(word));
        text.starts_with(&self.word) || !words(text).iter().any(theirs)
    }

    /// Whether a text has a word like one of theirs.
    fn has_theirs(&self, text: &str) -> bool {
        words(text).iter().any(|word| !self.is_known(word) && self.is_like(word))
    }

    fn is_known(&self, word: &str) -> bool {
        self.known.contains(word) || self.common.holds(word)
    }

    pub fn knows(&self, words: &[String]) -> bool {
        words.iter().all(|word| self.is_known(word))
    }

    /// Whether a word starts like one of theirs, as forms of one word do.
    fn is_like(&self, word: &str) -> bool {
        let start: String = word.chars().take(4).collect();
        let is_long = start.chars().count() == 4;
        let from = self.erased.theirs.range(start.clone()..);
        let mut alike = from.take_while(|one| one.starts_with(&start)).filter(|one| !self.is_known(one));
        alike.any(|one| is_long || one == word)
    }

    /// Whether they named a site: `Example` and `example.org` both name the latter.
    fn is_their_site(&self, site: &str) -> bool {
        let name = site.rsplit('.').skip(1).max_by_key(|label| label.len()).unwrap_or(site);
        let name = words(&name.to_lowercase());
        !self.knows(&name) && name.iter().all(|word| self.erased.theirs.contains(word))
    }
}
