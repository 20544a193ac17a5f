//! Entities named in the evidence. The type of a name comes from the pages (their authors, sites, and works, and
//! versions after a name), or else from a writer that has read them; otherwise it stays a plain name.

use super::VerifyInput;
use crate::Material;
use crate::text::mentions::{Mention, mentions};
use crate::text::words::fold;
use gorkd_core::model::*;
use gorkd_core::text::{site_of, slice};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

const MOST: usize = 40;
/// Minimum letters of a site's name to identify its operator.
const LETTERS: usize = 3;

/// The one that the most sources mention first.
pub(super) fn entities(input: &VerifyInput<'_>) -> Vec<Entity> {
    let language = input.brief.question.language.as_str();
    let mut found: BTreeMap<String, (Entity, usize)> = BTreeMap::new();
    let mut read: BTreeSet<(&DocumentHash, Span)> = BTreeSet::new();
    let mut versioned: BTreeSet<String> = BTreeSet::new();
    for (order, evidence) in input.evidence.iter().enumerate() {
        let Some(material) = Material::of(input.materials, &evidence.source) else { continue };
        if !read.insert((&evidence.passage.hash, evidence.passage.span)) {
            continue;
        }
        let passage = slice(material.text, evidence.passage.span);
        let all = mentions(passage, language);
        for (at, mention) in all.iter().enumerate() {
            let Some(kind) = mention.entity_kind() else { continue };
            let name = passage[mention.range.clone()].to_owned();
            // "PostgreSQL 15.2": only what is made has versions.
            let next = all.get(at + 1).filter(|next| next.entity_kind() == Some(EntityKind::Version));
            let adjoins = |next: &&Mention| {
                passage.get(mention.range.end..next.range.start).is_some_and(|gap| gap.trim().is_empty())
            };
            if kind == EntityKind::Name && next.filter(adjoins).is_some() {
                versioned.insert(mention.key());
            }
            let entity = || Entity { name, kind, ..Entity::default() };
            let (entity, _) = found.entry(mention.key()).or_insert_with(|| (entity(), order));
            let read = material.document.fetched_at;
            entity.first_seen = Some(entity.first_seen.map_or(read, |known| known.min(read)));
            entity.mention_count = Some(entity.mention_count.unwrap_or(0).saturating_add(1));
            if !entity.source_ids.contains(&evidence.source) {
                entity.source_ids.push(evidence.source.clone());
            }
        }
    }
    for (key, (entity, _)) in &mut found {
        if entity.kind == EntityKind::Name {
            entity.kind = told(&entity.name, versioned.contains(key), input);
        }
    }
    let mut all: Vec<(Entity, usize)> = found.into_values().collect();
    all.sort_by_key(|(entity, order)| {
        (Reverse(entity.source_ids.len()), Reverse(entity.mention_count), *order)
    });
    all.into_iter().take(MOST).map(|(entity, _)| entity).collect()
}

/// The kind of thing that a name stands for.
fn told(name: &str, versioned: bool, input: &VerifyInput<'_>) -> EntityKind {
    let plain = fold(name);
    let documents = || input.materials.iter().map(|material| material.document);
    let is_author = |document: &Document| {
        let authors = document.author.as_deref().unwrap_or_default();
        authors.split([',', ';', '&']).any(|author| fold(author.trim()) == plain)
    };
    let begins_work = |document: &Document| {
        let work = fold(document.work.as_deref().unwrap_or_default());
        work.strip_prefix(&plain).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    let runs_site = |document: &Document| {
        let site = site_of(&document.url);
        let label = site.split('.').next().unwrap_or_default();
        let named = document.site.as_deref().is_some_and(|site| fold(site) == plain);
        named || label.chars().count() >= LETTERS && label == plain.replace(' ', "")
    };
    if versioned || documents().any(begins_work) {
        return EntityKind::Product;
    }
    if documents().any(is_author) && plain.contains(' ') {
        return EntityKind::Person;
    }
    let said = input.draft.entities.iter().find(|said| fold(&said.name) == plain);
    match said {
        Some(said) => said.kind,
        None if documents().any(runs_site) => EntityKind::Organization,
        None => EntityKind::Name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::insufficient::SearchTotals;
    use crate::{Brief, Material};

    #[test]
    fn names_have_a_kind_where_the_pages_or_the_writer_tell_it() {
        let text = "In Eastmoor, Ada Marsh runs Beacon 4.2. The Grelling Institute stands beside Old Mill.";
        let document = Document {
            url: "https://grellinginstitute.org/beacon".into(),
            canonical_url: "https://grellinginstitute.org/beacon".into(),
            author: Some("Ada Marsh".into()),
            ..Document::default()
        };
        let material = Material::new(&document, text);
        let passage =
            Passage { hash: document.hash.clone(), span: Span { start: 0, end: text.chars().count() } };
        let evidence = Evidence { source: material.source.clone(), passage, ..Evidence::default() };
        let question = Question { language: "en".into(), ..Question::default() };
        let place = NamedThing { name: "Eastmoor".into(), kind: EntityKind::Place };
        let draft = Draft { entities: vec![place], ..Draft::default() };
        let budget = Budget::default();
        let found = entities(&VerifyInput {
            brief: Brief::of(&question, &budget, Millis(0)),
            plan: &Plan::default(),
            draft: &draft,
            materials: std::slice::from_ref(&material),
            evidence: std::slice::from_ref(&evidence),
            notes: &[],
            unread: 0,
            may_repair: false,
            opinions: &[],
            numbering: &[],
            parts: &[],
            totals: &SearchTotals::default(),
            untold: None,
        });
        let kind = |name: &str| found.iter().find(|one| one.name == name).map(|one| one.kind);
        assert_eq!(kind("Eastmoor"), Some(EntityKind::Place), "{found:?}");
        assert_eq!(kind("Ada Marsh"), Some(EntityKind::Person));
        assert_eq!(kind("Grelling Institute"), Some(EntityKind::Organization));
        assert_eq!(kind("Beacon"), Some(EntityKind::Product));
        assert_eq!(kind("Old Mill"), Some(EntityKind::Name), "nobody tells");
    }
}
