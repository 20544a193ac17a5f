//! Findings besides the answer: where sources disagree, and the entities that they name.

use super::{day, iso};
use crate::model::{Answer, Entity, EntityKind, SourceId};
use serde::{Deserialize, Serialize};

/// Sources that disagree about something.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ConflictView {
    pub about: String,
    pub positions: Vec<PositionView>,
    /// The value of the preferred position, if there is one.
    pub preferred: Option<String>,
    pub why: String,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PositionView {
    pub value: String,
    /// The day on which the newest source of this position was published, for example `2026-03-01`; `None` if
    /// unknown.
    pub date: Option<String>,
    pub source_ids: Vec<SourceId>,
}

/// A named entity found while reading.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EntityView {
    pub name: String,
    #[serde(rename = "type")]
    pub kind: EntityKind,
    /// When the first page that mentions it was read, in ISO 8601; `None` for answers of older builds.
    pub first_seen: Option<String>,
    /// How often the evidence mentions it; `None` for answers of older builds.
    pub mention_count: Option<u32>,
    pub source_ids: Vec<SourceId>,
}

impl From<&Entity> for EntityView {
    fn from(entity: &Entity) -> Self {
        Self {
            name: entity.name.clone(),
            kind: entity.kind,
            first_seen: entity.first_seen.map(iso),
            mention_count: entity.mention_count,
            source_ids: entity.source_ids.clone(),
        }
    }
}

/// The conflicts of an answer, with the date of each position.
pub(super) fn conflicts(answer: &Answer) -> Vec<ConflictView> {
    let published = |id: &SourceId| {
        let source = answer.sources.iter().find(|source| source.id == *id);
        source.and_then(|source| source.document.published_at)
    };
    let conflicts = answer.conflicts.iter().map(|conflict| ConflictView {
        about: conflict.about.clone(),
        positions: conflict
            .positions
            .iter()
            .map(|position| PositionView {
                value: position.value.clone(),
                date: position.source_ids.iter().filter_map(published).max().map(day),
                source_ids: position.source_ids.clone(),
            })
            .collect(),
        preferred: conflict.preferred.clone(),
        why: conflict.why.clone(),
    });
    conflicts.collect()
}
