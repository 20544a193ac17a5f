//! Rewrites the journal of a run after a person was erased who had a say in it, but didn't ask for it. What the
//! run made of their words is removed, and so is what they attached. What it found elsewhere, and the answer,
//! stay with the asker.
//!
//! Only its words show whose a text is. From the first event with words of the erased person on, a model's text
//! about what to search for stays only if all its words are known from elsewhere: from the question, from what
//! was planned before, from what others typed. Rules add words of their own, but don't paraphrase: their text
//! stays if no word is like one of the person's that isn't known from elsewhere. All other such texts are
//! removed, also wherever they occur word for word in what stays, except in quotations of pages.
//!
//! Searches are named after their queries. They are renamed with them, so that the journal folds to the same job.

mod export;
mod files;
mod remade;
mod strings;
#[cfg(test)]
mod tests;

pub use export::{ExportOf, ExportedRun};
pub use files::GoneFile;

use super::{Asked, Event, Job, Recorded, Reply};
use crate::model::{ActorId, Constraint, ConstraintKind, Millis, Seq};
use gorkd_words::{Locale, Msg};
use remade::Remade;
use std::collections::BTreeSet;

/// A person who is being erased, as they appear in other people's journals. Journals are rewritten in the order
/// in which they were created, because later ones repeat what earlier ones made.
#[derive(Clone, Debug, Default)]
pub struct Erased {
    pub actor: Option<ActorId>,
    pub files: Vec<GoneFile>,
    /// The times of their turns, which are deleted.
    turns: BTreeSet<Millis>,
    /// What they typed, and what runs made of it.
    texts: BTreeSet<String>,
    /// The words that they typed.
    theirs: BTreeSet<String>,
    /// What answers quote from these files.
    quoted: BTreeSet<String>,
    /// All words of what answers quote.
    on_pages: BTreeSet<String>,
}

impl Erased {
    pub fn of(actor: Option<ActorId>) -> Self {
        Self { actor, ..Self::default() }
    }

    /// Adds a turn of theirs in somebody else's thread. The turn is deleted.
    pub fn asked(&mut self, question: &str, at: Millis) {
        self.turns.insert(at);
        self.typed_text(question);
    }

    fn typed_text(&mut self, text: &str) {
        self.theirs.extend(strings::words(text));
        self.texts.insert(text.to_owned());
    }

    /// The events of a journal that change, by number, in their new form.
    pub fn rewrite(&mut self, journal: &[Recorded]) -> Vec<(Seq, Event)> {
        let word = word_for(journal);
        let from = journal.iter().find(|one| self.begins(one)).map_or(Seq::MAX, |one| one.seq);
        let mut remade = Remade::new(word.clone());
        let (mut before, mut after) = (Job::default(), Job::default());
        let mut changed = Vec::new();
        for recorded in journal {
            let mut event = recorded.event.clone();
            if recorded.seq >= from {
                event = remade.without(self, recorded, &before);
            } else {
                remade.learn(self, recorded);
            }
            event = remade.renamed(event);
            event = files::without(self, event, &word);
            before.apply(recorded);
            after.apply(&Recorded { event: event.clone(), ..recorded.clone() });
            remade.pair(&before, &after);
            if event != recorded.event {
                changed.push((recorded.seq, event));
            }
        }
        changed
    }

    /// Whether their words reach the journal with this event.
    fn begins(&self, recorded: &Recorded) -> bool {
        match &recorded.event {
            Event::Asked(asked) => self.is_behind(asked),
            Event::Steered { .. } | Event::Replied { .. } => self.typed(recorded),
            _ => false,
        }
    }

    /// Whether a question follows a turn of theirs, or takes over a constraint of theirs.
    fn is_behind(&self, asked: &Asked) -> bool {
        asked.earlier.iter().any(|turn| self.turns.contains(&turn.at))
            || asked.constraints.iter().any(|wish| self.texts.contains(&wish.text))
    }

    /// Whether they typed something in this event.
    fn typed(&self, recorded: &Recorded) -> bool {
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

/// The texts that a person typed in a command.
pub(super) fn words_typed(event: &Event) -> Vec<String> {
    let mut words = Vec::new();
    match event {
        Event::Steered { constraint, .. } => wish(constraint, &mut words),
        Event::Replied { reply, constraints, .. } => match reply {
            Reply::Custom(text) => {
                words.push(text.clone());
                constraints.iter().for_each(|one| wish(one, &mut words));
            }
            Reply::Edit { constraints: edited, queries } => {
                words.extend(queries.iter().cloned());
                edited.iter().chain(constraints).for_each(|one| wish(one, &mut words));
            }
            Reply::Option(_)
            | Reply::AllOfTheAbove
            | Reply::JustGo
            | Reply::Approve
            | Reply::Decline
            | Reply::Profile { .. } => {}
        },
        _ => {}
    }
    words
}

fn wish(constraint: &Constraint, words: &mut Vec<String>) {
    words.push(constraint.text.clone());
    match &constraint.kind {
        ConstraintKind::Exclude(list) | ConstraintKind::Only(list) => words.extend(list.iter().cloned()),
        ConstraintKind::Also(text) => words.push(text.clone()),
        ConstraintKind::Period(_) | ConstraintKind::Deliverable(_) | ConstraintKind::Note => {}
    }
}
