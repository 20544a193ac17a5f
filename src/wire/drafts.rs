//! Relays drafts that are written in another process to listeners in this one.
//!
//! The other process stores its draft in the shared store and announces that it has grown; the new part
//! becomes a delta.

use super::App;
use gorkd_core::engine::Delta;
use gorkd_core::model::{EffectId, JobId, ThreadId};
use gorkd_core::ports::RunningDraft;
use std::collections::BTreeMap;
use tokio::sync::broadcast::error::RecvError;
use tokio_util::sync::CancellationToken;

/// Number of drafts to remember. If the oldest one grows again, it is sent from its start.
const MAX_DRAFTS: usize = 200;

#[derive(Default)]
struct RelayedDrafts {
    of: BTreeMap<JobId, (ThreadId, EffectId, u32, String)>,
}

pub async fn relay(app: &App, halt: &CancellationToken) {
    let Some(mut grown) = app.store.drafts() else { return };
    let mut told = RelayedDrafts::default();
    loop {
        let Some(job) = halt.run_until_cancelled(grown.recv()).await else { return };
        let job = match job {
            Ok(job) => job,
            // The next draft contains what was missed.
            Err(RecvError::Lagged(_)) => continue,
            Err(RecvError::Closed) => return,
        };
        let Ok(Some(draft)) = app.ports.scratch.draft(&job).await else { continue };
        let thread = match told.of.get(&job) {
            Some((thread, ..)) => thread.clone(),
            None => match app.store.job(&job).await {
                Ok(row) => row.thread,
                Err(_) => continue,
            },
        };
        if let Some(piece) = told.piece(thread, draft) {
            app.ports.deltas.tell(piece);
        }
    }
}

impl RelayedDrafts {
    /// The new part of a draft; `None` if there is nothing new.
    fn piece(&mut self, thread: ThreadId, draft: RunningDraft) -> Option<Delta> {
        let RunningDraft { job, effect, attempt, text, .. } = draft;
        let before = match self.of.get(&job) {
            Some((_, of, nth, before)) if *of == effect && *nth == attempt => before.as_str(),
            Some(_) | None => "",
        };
        let offset = before.chars().zip(text.chars()).take_while(|(a, b)| a == b).count();
        let piece: String = text.chars().skip(offset).collect();
        if self.of.len() >= MAX_DRAFTS && !self.of.contains_key(&job) {
            self.of.pop_first();
        }
        self.of.insert(job.clone(), (thread.clone(), effect.clone(), attempt, text));
        (!piece.is_empty()).then_some(Delta { thread, job, effect, attempt, offset, text: piece })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::model::Millis;

    #[test]
    fn only_what_is_new_in_a_draft_is_told() {
        let mut told = RelayedDrafts::default();
        let mut piece = |attempt, text: &str| {
            let (effect, text) = (EffectId::from("draft"), text.to_owned());
            let draft = RunningDraft { job: "a".into(), effect, attempt, text, at: Millis(0) };
            told.piece("thr".into(), draft).map(|delta| (delta.offset, delta.text))
        };
        assert_eq!(piece(1, "Größe"), Some((0, "Größe".to_owned())));
        assert_eq!(piece(1, "Größe zählt"), Some((5, " zählt".to_owned())));
        assert_eq!(piece(1, "Größe zählt"), None);
        assert_eq!(piece(1, "Größe war"), Some((6, "war".to_owned())), "read in another way");
        assert_eq!(piece(2, "Größe"), Some((0, "Größe".to_owned())), "another attempt begins afresh");
    }
}
