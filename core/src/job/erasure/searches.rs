//! New texts for queries, and new names for their searches.

use super::looked_for;
use crate::job::{EffectKind, Event, Job, Recorded, search_stem};
use crate::model::EffectId;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default)]
pub(super) struct Searches {
    /// The placeholder for what is erased.
    word: String,
    /// The new text of each query, by its old one, so that different queries stay different.
    queries: BTreeMap<String, String>,
    /// Placeholders that queries of this journal have already.
    taken: BTreeSet<String>,
    /// The new name of each search, by its old one.
    stems: BTreeMap<String, String>,
    /// The names that effects of this journal have already.
    names: BTreeSet<String>,
    /// The numbers of rounds, queries, and plans when searches were last paired.
    shape: (usize, u32, u32),
}

impl Searches {
    pub fn new(word: &str, journal: &[Recorded]) -> Self {
        let texts = journal.iter().flat_map(|recorded| looked_for(&recorded.event));
        let effects = journal.iter().filter_map(|recorded| match &recorded.event {
            Event::Started { effect, .. } => Some(effect),
            event => event.outcome_of(),
        });
        Self {
            word: word.to_owned(),
            taken: texts.filter(|text| text.starts_with(word)).collect(),
            names: effects.map(|effect| effect.stem().to_owned()).collect(),
            ..Self::default()
        }
    }

    /// Whether a query has a new text.
    pub fn has_new(&self, text: &str) -> bool {
        self.queries.contains_key(text)
    }

    /// The placeholder for a query. Each query has its own, because searches are named after their queries.
    pub fn query_text(&mut self, text: &str) -> String {
        if text.starts_with(&self.word) {
            return text.to_owned();
        }
        if let Some(known) = self.queries.get(text) {
            return known.clone();
        }
        let mut new = self.word.clone();
        for number in 2.. {
            if self.taken.insert(new.clone()) {
                break;
            }
            new = format!("{} {number}", self.word);
        }
        self.queries.insert(text.to_owned(), new.clone());
        new
    }

    /// Renames the search in an event of a search.
    pub fn rename(&self, event: &mut Event) {
        if let Event::Started { effect, .. } | Event::Found { effect, .. } | Event::Failed { effect, .. } =
            event
            && let Some(new) = self.stems.get(effect.stem())
        {
            *effect = EffectId(format!("{new}{}", &effect.as_str()[effect.stem().len()..]));
        }
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

    /// No event has the new name yet, and no other search gets it.
    fn name(&mut self, round: usize, old: String, new: String) {
        if old == new || self.stems.contains_key(&old) {
            return;
        }
        let others =
            (0..).map(|number: u32| EffectKind::Search.one_of_round(round, format!("erased{number}")));
        let free = std::iter::once(new).chain(others).find(|name| !self.names.contains(name));
        let new = free.unwrap_or_default();
        self.names.insert(new.clone());
        self.stems.insert(old, new);
    }
}
