//! Erasing what other people's runs made of a person's words and files, as far as both databases share it. Each
//! reads and writes its own rows; the core decides which events change.

use crate::values::{int, json, parsed};
use crate::work::Fault;
use gorkd_core::job::{Erased, Event, GoneFile, Recorded};
use gorkd_core::model::{ActorId, Document};
use gorkd_core::ports::Watch;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A row of `events` of kind `attached`: job, number, actor, payload.
pub(crate) type AttachedRow = (String, i64, Option<String>, String);

/// The run that a branch, a reused answer, or a recheck comes from, by the payload of its event.
pub(crate) fn origin_of(payload: &str) -> Option<String> {
    let payload: Value = serde_json::from_str(payload).ok()?;
    let origin = payload.pointer("/previous/job").or_else(|| payload.get("from"))?;
    origin.as_str().map(str::to_owned)
}

/// The threads where a person had a say, each together with those that come from it. `links` are pairs of a
/// thread and one that it comes from.
pub(crate) fn groups(seeds: &BTreeSet<String>, links: &[(String, String)]) -> Vec<BTreeSet<String>> {
    let mut later: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (thread, from) in links {
        later.entry(from).or_default().push(thread);
    }
    let mut reached = BTreeSet::new();
    for seed in seeds {
        reach(seed, &later, &mut reached);
    }
    // Two that have a later thread in common belong together.
    let mut joined: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (thread, from) in links.iter().filter(|(_, from)| reached.contains(from.as_str())) {
        joined.entry(from).or_default().push(thread);
        joined.entry(thread).or_default().push(from);
    }
    let mut grouped = BTreeSet::new();
    let groups = reached.iter().map(|thread| reach(thread, &joined, &mut grouped));
    groups.filter(|group| !group.is_empty()).collect()
}

/// The threads that `next` leads to, with this one, as far as they aren't in `known`. There they are added.
fn reach<'a>(
    thread: &'a str,
    next: &BTreeMap<&'a str, Vec<&'a str>>,
    known: &mut BTreeSet<&'a str>,
) -> BTreeSet<String> {
    let mut group = BTreeSet::new();
    let mut open = vec![thread];
    while let Some(thread) = open.pop() {
        if known.insert(thread) {
            group.insert(thread.to_owned());
            open.extend(next.get(thread).into_iter().flatten());
        }
    }
    group
}

/// The person as they appear in the journals of a group of threads. `attached` is everything that was attached
/// there, in the order of the runs.
pub(crate) fn erased(actor: Option<&String>, attached: Vec<AttachedRow>) -> Result<Erased, Fault> {
    let mut files: Vec<(Document, bool)> = Vec::new();
    let (mut current, mut here) = (String::new(), Vec::new());
    for (job, seq, by, payload) in attached {
        let event = Event::decode("attached", gorkd_core::job::VERSION, &payload)
            .map_err(|error| Fault::Damaged(format!("an attached document cannot be read ({error})")))?;
        let Event::Attached { document } = event else { continue };
        if job != current {
            (current, here) = (job, Vec::new());
        }
        let is_theirs = by.is_some() && by.as_ref() == actor;
        let known = files.iter_mut().find(|(file, _)| is_same(file, &document));
        // Each turn begins by attaching the files of earlier turns again, no matter who asks.
        let is_carried = seq == int(here.len() as u64) + 2 && !here.iter().any(|one| is_same(one, &document));
        here.push((*document).clone());
        match known {
            Some(_) if is_carried => {}
            // A file that somebody else attached too is theirs as well.
            Some((_, only)) => *only &= is_theirs,
            None => files.push((*document, is_theirs)),
        }
    }
    let gone = files.into_iter().filter(|(file, only)| *only && !file.is_erased());
    let name = || uuid::Uuid::new_v4().simple().to_string();
    let gone = gone.map(|(file, _)| GoneFile::new(file, &name())).collect();
    Ok(Erased::of(actor.cloned().map(ActorId), gone))
}

fn is_same(one: &Document, other: &Document) -> bool {
    one.hash == other.hash && one.url == other.url
}

/// A row of `events` that changes: its number in the journal, its payload, and its effect.
pub(crate) struct Rewritten {
    pub seq: u64,
    /// JSON.
    pub payload: String,
    pub effect: Option<String>,
}

/// The rows of a journal that change.
pub(crate) fn rewritten(erased: &mut Erased, journal: &[Recorded]) -> Result<Vec<Rewritten>, Fault> {
    let row = |(seq, event): (u64, Event)| {
        let effect = event.outcome_of().map(|effect| effect.0.clone());
        Rewritten { seq, payload: event.stored().2, effect }
    };
    let events = erased.rewrite(journal).map_err(Fault::Damaged)?;
    Ok(events.into_iter().map(row).collect())
}

/// The question of a recheck, before and after: it repeats what an earlier run made of its own question.
pub(crate) fn question_of(rows: &[Rewritten], journal: &[Recorded]) -> Option<(String, String)> {
    let Event::Asked(before) = &journal.first()?.event else { return None };
    before.previous.as_ref()?;
    let has_another = |recorded: &Recorded| match &recorded.event {
        Event::Forked(forked) => forked.edit.question.is_some(),
        event => matches!(event, Event::Reused(_)),
    };
    let first = rows.iter().find(|row| row.seq == 1 && !journal.iter().any(has_another))?;
    match Event::decode("asked", gorkd_core::job::VERSION, &first.payload) {
        Ok(Event::Asked(after)) => Some((before.question.text.clone(), after.question.text)),
        Ok(_) | Err(_) => None,
    }
}

/// A watch without their words, as JSON; `None` if it has none.
pub(crate) fn watch(erased: &Erased, watch: &str) -> Result<Option<String>, Fault> {
    let before: Watch = parsed(watch, "a watch")?;
    let mut after = before.clone();
    let changes = after.changed.iter_mut().flat_map(|changed| &mut changed.changes);
    for text in changes.chain([&mut after.question]) {
        if let Some(left) = erased.told(text, &before.owner.locale) {
            *text = left;
        }
    }
    (after != before).then(|| json(&after, "a watch")).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_go_with_those_that_come_from_them() {
        let links = [("b", "a"), ("c", "b"), ("e", "d"), ("e", "c"), ("a", "a"), ("y", "x")];
        let links = links.map(|(thread, from)| (thread.to_owned(), from.to_owned()));
        let grouped = |seeds: &[&str]| {
            let groups = groups(&seeds.iter().map(|seed| (*seed).to_owned()).collect(), &links);
            groups.iter().map(|group| group.iter().cloned().collect::<String>()).collect::<Vec<_>>()
        };
        assert_eq!(grouped(&["b", "z"]), ["bce", "z"]);
        assert_eq!(grouped(&["a", "d", "x"]), ["abcde", "xy"]);
        assert_eq!(grouped(&["c", "d"]), ["cde"], "without what these come from");
        assert_eq!(grouped(&[]), [""; 0]);
    }

    #[test]
    fn an_origin_is_found_wherever_it_stands() {
        assert_eq!(origin_of(r#"{"previous":{"at":1,"job":"job_1"}}"#).as_deref(), Some("job_1"));
        assert_eq!(origin_of(r#"{"from":"job_2","job":"job_3"}"#).as_deref(), Some("job_2"));
        assert_eq!(origin_of(r#"{"job":"job_3"}"#), None);
    }
}
