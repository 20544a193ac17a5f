//! Erasing what other people's runs made of a person's words and files, as far as both databases share it. Each
//! reads and writes its own rows; the core decides which events change.

use crate::work::Fault;
use gorkd_core::job::{Erased, Event, GoneFile, Recorded};
use gorkd_core::model::{ActorId, Document, Millis};
use std::collections::BTreeSet;

/// A row of `events` of kind `attached`: thread, actor, payload.
pub(crate) type AttachedRow = (String, Option<String>, String);

/// The person as they appear in other people's journals. `asked` are their questions in other people's threads,
/// with the time of each; `attached` is everything that was attached in those threads, in the order written.
pub(crate) fn erased(
    actor: Option<String>,
    asked: Vec<(String, Millis)>,
    attached: Vec<AttachedRow>,
) -> Result<Erased, Fault> {
    let mut erased = Erased::of(actor.clone().map(ActorId));
    for (question, at) in asked {
        erased.asked(&question, at);
    }
    // Each turn of a thread attaches the files of earlier turns again, no matter who asks. The first attachment
    // shows whose file it is.
    let mut first = BTreeSet::new();
    for (thread, by, payload) in attached {
        let event = Event::decode("attached", gorkd_core::job::VERSION, &payload)
            .map_err(|error| Fault::Damaged(format!("an attached document cannot be read ({error})")))?;
        let Event::Attached { document } = event else { continue };
        let is_first = first.insert((thread, document.hash.clone(), document.url.clone()));
        let known = erased.files.iter().any(|file| is_same(&file.document, &document));
        if is_first && !known && !document.is_erased() && by.is_some() && by == actor {
            let name = uuid::Uuid::new_v4().simple().to_string();
            erased.files.push(GoneFile::new(*document, &name));
        }
    }
    Ok(erased)
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
pub(crate) fn rewritten(erased: &mut Erased, journal: &[Recorded]) -> Vec<Rewritten> {
    let row = |(seq, event): (u64, Event)| {
        let effect = event.outcome_of().map(|effect| effect.0.clone());
        Rewritten { seq, payload: event.stored().2, effect }
    };
    erased.rewrite(journal).into_iter().map(row).collect()
}

/// The question of a recheck, before and after: it repeats what an earlier run made of its own question.
pub(crate) fn question_of(rows: &[Rewritten], journal: &[Recorded]) -> Option<(String, String)> {
    let Event::Asked(before) = &journal.first()?.event else { return None };
    before.previous.as_ref()?;
    let first = rows.iter().find(|row| row.seq == 1)?;
    match Event::decode("asked", gorkd_core::job::VERSION, &first.payload) {
        Ok(Event::Asked(after)) => Some((before.question.text.clone(), after.question.text)),
        Ok(_) | Err(_) => None,
    }
}
