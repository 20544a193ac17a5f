//! Rewrites the journals of other people's runs after a person was erased who had a say in them. What says what
//! to look for and derives from their words is removed, and so is what they attached. What the runs found, and
//! the answers, stay with the asker.
//!
//! Only its words show whose a text is. Once words of theirs have reached a run, a model's text about what to
//! look for stays only if all its words are known from elsewhere: from the question, from what was planned
//! before, from what others typed. Rules add words of their own, but don't paraphrase: their text stays if no
//! word is like one of the person's that isn't known from elsewhere. Answers lose only whole repeats of what
//! the person typed, and labels that repeat a removed text.
//!
//! Searches are named after their queries. They are renamed with them, so that the journal folds to the same job.

mod answers;
mod export;
mod files;
mod remade;
mod searches;
#[cfg(test)]
mod tests;
mod words;

pub use export::{ExportOf, ExportedRun};
pub use files::GoneFile;

use super::{Asked, Event, Job, Recorded, Reply, ToolWants};
use crate::model::{ActorId, Constraint, ConstraintKind, JobId, Millis, Query, Seq};
use gorkd_words::{Locale, Msg};
use remade::Remade;
use std::collections::BTreeSet;
use words::{SENTENCE, Texts};

/// A person who is being erased, as they appear in the journals of a thread, and of threads that branch off it
/// or check its answers. Journals are read in the order in which they were created, because later ones repeat
/// what earlier ones made.
#[derive(Clone, Debug, Default)]
pub struct Erased {
    pub actor: Option<ActorId>,
    pub files: Vec<GoneFile>,
    /// The times of their turns, which are deleted.
    turns: BTreeSet<Millis>,
    /// The words that they typed.
    theirs: BTreeSet<String>,
    /// The texts that they typed, except those that pages say.
    typed: Texts,
    /// The same, and what runs made of it to look for.
    made: Texts,
    /// Their constraints, and those of others.
    wishes: BTreeSet<String>,
    wishes_of_others: BTreeSet<String>,
    /// What relies on these files alone, and what relies on others.
    quoted: BTreeSet<String>,
    quoted_elsewhere: BTreeSet<String>,
}

impl Erased {
    pub fn of(actor: Option<ActorId>, files: Vec<GoneFile>) -> Self {
        Self { actor, files, ..Self::default() }
    }

    /// Reads a run of theirs. It is deleted.
    pub fn learn(&mut self, job: &JobId, journal: &[Recorded]) {
        let mut remade = Remade::new(self, journal);
        journal.iter().for_each(|recorded| remade.own(job, recorded));
    }

    /// The events of a run of somebody else that change, by number, in their new form. The error says what
    /// can't be changed.
    pub fn rewrite(&mut self, journal: &[Recorded]) -> Result<Vec<(Seq, Event)>, String> {
        if !journal.iter().any(|recorded| self.concerns(recorded)) {
            let wishes = journal.iter().flat_map(|recorded| wishes_in(&recorded.event));
            self.wishes_of_others.extend(wishes.map(|wish| wish.text.clone()));
            return Ok(Vec::new());
        }
        let mut remade = Remade::new(self, journal);
        let (mut before, mut after) = (Job::default(), Job::default());
        let mut changed = Vec::new();
        for recorded in journal {
            let event = remade.without(recorded, &before);
            let event = remade.without_files(event)?;
            before.apply(recorded);
            after.apply(&Recorded { event: event.clone(), ..recorded.clone() });
            remade.searches.pair(&before, &after);
            if event != recorded.event {
                changed.push((recorded.seq, event));
            }
        }
        Ok(changed)
    }

    /// A text about a run that is stored beside its journal, without their words; `None` if it has none.
    pub fn told(&self, text: &str, locale: &str) -> Option<String> {
        let word = Locale::first([locale]).say(Msg::WordsErased);
        if self.made.has(text) {
            return Some(word);
        }
        self.typed.without(text, SENTENCE, &word, |_| true)
    }

    /// Whether a journal with this event may change. In most journals of a thread nothing is theirs, and folding them
    /// takes long.
    fn concerns(&self, recorded: &Recorded) -> bool {
        let is_taken_over = match &recorded.event {
            Event::Asked(asked) => {
                let claims = asked.previous.iter().flat_map(|previous| &previous.claims);
                let said = asked.earlier.iter().map(|turn| &turn.summary);
                let mut said = said.chain(claims.map(|claim| &claim.text));
                said.any(|text| self.typed.without(text, SENTENCE, "", |_| true).is_some())
                    || asked.earlier.iter().any(|turn| self.turns.contains(&turn.at))
                    || asked.constraints.iter().any(|wish| self.wishes.contains(&wish.text))
                    || asked.previous.is_some() && self.made.has(&asked.question.text)
            }
            _ => false,
        };
        is_taken_over || !self.files.is_empty() || self.has_typed(recorded)
    }

    /// Whether they typed something in this event.
    fn has_typed(&self, recorded: &Recorded) -> bool {
        self.actor.is_some() && recorded.actor == self.actor && !words_typed(&recorded.event).is_empty()
    }
}

/// The placeholder for what is erased, in the asker's language.
fn word_for(journal: &[Recorded]) -> String {
    let locale = journal.iter().find_map(|recorded| match &recorded.event {
        Event::Asked(asked) => Some(asked.requester.locale.as_str()),
        _ => None,
    });
    Locale::first(locale).say(Msg::WordsErased)
}

/// The constraints that a person typed in a command.
fn wishes_typed(event: &Event) -> Vec<&Constraint> {
    match event {
        Event::Steered { constraint, .. } => vec![constraint],
        Event::Replied { reply: Reply::Custom(_), constraints, .. } => constraints.iter().collect(),
        Event::Replied { reply: Reply::Edit { constraints: edited, .. }, constraints, .. } => {
            edited.iter().chain(constraints).collect()
        }
        _ => Vec::new(),
    }
}

/// The same, and those that a question has taken over.
fn wishes_in(event: &Event) -> Vec<&Constraint> {
    match event {
        Event::Asked(asked) => asked.constraints.iter().collect(),
        event => wishes_typed(event),
    }
}

/// The texts that a person typed in a command.
fn words_typed(event: &Event) -> Vec<String> {
    let mut words = Vec::new();
    match event {
        Event::Replied { reply: Reply::Custom(text), .. } => words.push(text.clone()),
        Event::Replied { reply: Reply::Edit { queries, .. }, .. } => words.extend(queries.iter().cloned()),
        _ => {}
    }
    wishes_typed(event).into_iter().for_each(|wish| words.extend(words_of(wish)));
    words.retain(|text| !text.is_empty());
    words
}

fn words_of(wish: &Constraint) -> Vec<String> {
    let mut words = vec![wish.text.clone()];
    match &wish.kind {
        ConstraintKind::Exclude(list) | ConstraintKind::Only(list) => words.extend(list.iter().cloned()),
        ConstraintKind::Also(text) => words.push(text.clone()),
        ConstraintKind::Period(_) | ConstraintKind::Deliverable(_) | ConstraintKind::Note => {}
    }
    words
}

/// What a question says to look for, with what it follows.
fn asked_for(asked: &Asked) -> impl Iterator<Item = &String> {
    let earlier = asked.earlier.iter().map(|turn| &turn.question);
    let wishes = asked.constraints.iter().map(|wish| &wish.text);
    [&asked.question.text].into_iter().chain(earlier).chain(wishes)
}

/// What an event says to look for, whoever says it.
fn looked_for(event: &Event) -> Vec<String> {
    let of_queries =
        |queries: &[Query]| -> Vec<String> { queries.iter().map(|query| query.text.clone()).collect() };
    match event {
        Event::Asked(asked) => asked_for(asked).cloned().collect(),
        Event::Forked(forked) => {
            let question = forked.edit.question.iter().map(|question| &question.text);
            question.chain(forked.edit.constraints.iter().map(|wish| &wish.text)).cloned().collect()
        }
        Event::Reused(reused) => vec![reused.question.text.clone()],
        Event::Planned { plan, .. } => {
            let parts = plan.sub_questions.iter().map(|part| part.text.clone());
            [vec![plan.goal.clone()], parts.collect(), of_queries(&plan.queries)].concat()
        }
        Event::Driven { turn, .. } => {
            let queries = turn.calls.iter().filter_map(|call| match &call.wants {
                ToolWants::Search(query) => Some(&query.text),
                _ => None,
            });
            turn.calls.iter().map(|call| &call.arguments).chain(queries).cloned().collect()
        }
        Event::Judged { judgement, .. } => [judgement.gaps.clone(), of_queries(&judgement.queries)].concat(),
        event => words_typed(event),
    }
}
