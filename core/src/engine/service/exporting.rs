//! Exports everything stored about a person: what tables hold under their name, their part of journals, and their
//! files.

use super::{AuditAction, Service, refused};
use crate::job::{ExportOf, ExportedRun, Recorded};
use crate::model::{DocumentHash, Refusal, RefusalCode, Requester};
use crate::ports::{JobRow, StoreError};
use gorkd_words::Msg;
use serde_json::{Value, json};
use std::collections::BTreeSet;

impl Service {
    /// Everything stored about a person, given by a requester's key; for operators. `each` gets one record after the
    /// other: its kind, and a JSON object. Other people's words and files are left out.
    pub async fn export_person(
        &self,
        person: &str,
        by: &Requester,
        mut each: impl FnMut(&str, Value) + Send,
    ) -> Result<(), Refusal> {
        if !by.is_operator() {
            return Err(Refusal::saying(RefusalCode::NotAllowed, Msg::NotOwner));
        }
        let stored = self.ports.people.rows_of_person(person).await.map_err(refused)?;
        each("person", json!({"person": person, "actor": stored.actor}));
        for (kind, rows) in &stored.rows {
            rows.iter().for_each(|row| each(kind, row.clone()));
        }
        let mut export = ExportOf::new(person, stored.actor.clone());
        let mut files = BTreeSet::new();
        for thread in &stored.threads {
            for row in self.jobs_of(thread).await? {
                // It may be erased at this moment.
                let journal = match self.events(&row.job, 0).await {
                    Ok(journal) => journal,
                    Err(refusal) if refusal.code == RefusalCode::NotFound => continue,
                    Err(refusal) => return Err(refusal),
                };
                let run = export.take(thread, &journal).map_err(|what| {
                    refused(StoreError::Unavailable(format!("in job {}, {what}", row.job)))
                })?;
                let attached = run.files.iter().map(|document| document.hash.clone());
                let new: Vec<DocumentHash> = attached.filter(|hash| files.insert(hash.clone())).collect();
                let texts = self.texts(&new).await?;
                for document in run.files.iter().filter(|document| new.contains(&document.hash)) {
                    let text = texts.get(&document.hash).map(|text| text.to_string());
                    each("files", json!({"job": row.job, "document": document, "text": text}));
                }
                if run.is_own || !run.events.is_empty() {
                    each(if run.is_own { "runs" } else { "in_runs_of_others" }, record(&export, &row, &run));
                }
            }
        }
        self.audit(AuditAction::PersonExported, by, &self.person_hash(person).await).await;
        Ok(())
    }
}

/// A run as the person gets it. Of other people's runs, only what the person did.
fn record(export: &ExportOf, row: &JobRow, run: &ExportedRun) -> Value {
    let event = |recorded: &Recorded| {
        let (kind, _, payload) = recorded.event.encode();
        let by = match &recorded.actor {
            Some(_) if export.is_by_them(recorded) => Some("person"),
            Some(_) => Some("somebody else"),
            None => None,
        };
        json!({"seq": recorded.seq, "at": recorded.at, "by": by, "kind": kind, "payload": payload})
    };
    let events: Vec<Value> = run.events.iter().map(event).collect();
    let mut record = json!({"job": row.job, "thread": row.thread, "turn": row.turn, "events": events});
    if run.is_own {
        record["place"] = json!(row.place);
        record["requester"] = json!(row.requester);
        record["status"] = json!(row.status);
        record["created_at"] = json!(row.created_at);
        record["question"] = json!(run.question);
        record["events_of_others_left_out"] = json!(run.left_out);
    }
    record
}
