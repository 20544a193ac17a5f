//! A journal after somebody was erased who had a say in a run that another person asked for. What the run made of their
//! words goes, and what they attached; what it found elsewhere, and the answer, stay with the asker.
//!
//! Whose a text is can be told by its words alone. From the first event that carries words of the erased person, a text of
//! a model about what to look for stays only if all its words are known from elsewhere: from the question, from what was
//! planned before, from what others typed. Rules add words of their own, but have no others for what they were told:
//! theirs stays if no word is like one of the person's that is not known. All other such texts go, and are looked for,
//! word for word, in all that stays, but not in quotations of pages.
//!
//! Searches are named after their queries. They are renamed with them, so that the journal folds to the same job.

mod files;
mod remade;
mod strings;
#[cfg(test)]
mod tests;

pub use files::GoneFile;

use super::{Asked, Event, Job, Recorded, Reply};
use crate::model::{ActorId, Constraint, ConstraintKind, Millis, Seq};
use gorkd_words::{Locale, Msg};
use remade::Remade;
use std::collections::BTreeSet;

/// A person who is being erased, as journals of others know them. Journals are rewritten in the order in which they were
/// created, because later ones repeat what earlier ones made.
#[derive(Clone, Debug, Default)]
pub struct Erased {
    pub actor: Option<ActorId>,
    pub files: Vec<GoneFile>,
    /// When they asked the turns of theirs that are gone.
    turns: BTreeSet<Millis>,
    /// What they typed, and what runs made of it.
    texts: BTreeSet<String>,
    /// The words that they typed.
    theirs: BTreeSet<String>,
    /// What answers quote from these files.
    quoted: BTreeSet<String>,
    /// The words of what answers quote.
    on_pages: BTreeSet<String>,
}

impl Erased {
    pub fn of(actor: Option<ActorId>) -> Self {
        Self { actor, ..Self::default() }
    }

    /// A turn of theirs in a thread of somebody else, which is gone.
    pub fn asked(&mut self, question: &str, at: Millis) {
        self.turns.insert(at);
        self.typed_text(question);
    }

    fn typed_text(&mut self, text: &str) {
        self.theirs.extend(strings::words(text));
        self.texts.insert(text.to_owned());
    }

    /// The events that a journal has to have in the place of its own, by their number.
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

    /// Are these the first words of theirs in the journal?
    fn begins(&self, recorded: &Recorded) -> bool {
        match &recorded.event {
            Event::Asked(asked) => self.is_behind(asked),
            Event::Steered { .. } | Event::Replied { .. } => self.typed(recorded),
            _ => false,
        }
    }

    /// Does a question come after a turn of theirs, or take over what they wished for?
    fn is_behind(&self, asked: &Asked) -> bool {
        asked.earlier.iter().any(|turn| self.turns.contains(&turn.at))
            || asked.constraints.iter().any(|wish| self.texts.contains(&wish.text))
    }

    /// Did they type something here?
    fn typed(&self, recorded: &Recorded) -> bool {
        self.actor.is_some() && recorded.actor == self.actor && !words_typed(&recorded.event).is_empty()
    }
}

/// What stands for what is gone, in the language of whoever asked.
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
