//! What is new in a job since the last look: one line per fact, each shown once.

use gorkd_core::job::Job;
use gorkd_core::model::{SourceId, host_of};
use gorkd_core::view::{ProgressStep, ProgressView, StepState};
use std::collections::BTreeSet;

/// Remembers what was shown.
#[derive(Debug, Default)]
pub struct Facts {
    said: BTreeSet<String>,
}

impl Facts {
    /// New facts, in pipeline order; empty if there are none.
    pub fn new_in(&mut self, job: &Job, progress: &ProgressView) -> Vec<String> {
        let mut lines = Vec::new();
        let mut say = |key: String, line: String| {
            if self.said.insert(key) {
                lines.push(line);
            }
        };
        if let Some(plan) = &job.plan {
            let queries = counted(plan.queries.len(), "query", "queries");
            let parts = counted(plan.sub_questions.len(), "question", "questions");
            say("plan".to_owned(), format!("Planned: {parts} to answer, {queries} to start with"));
        }
        for (number, round) in job.rounds.iter().enumerate() {
            for (stem, found) in &round.found {
                let cached = if found.cached { " (known already)" } else { "" };
                let results = counted(found.hits.len(), "result", "results");
                let query = round
                    .queries
                    .iter()
                    .find(|query| gorkd_core::job::search_stem(number, query, &found.provider) == *stem)
                    .filter(|query| !query.from_pages)
                    .map(|query| format!(" for: {}", query.text))
                    .unwrap_or_default();
                say(
                    format!("found {stem}"),
                    format!("Searched {}: {results}{query}{cached}", found.provider),
                );
            }
            for read in round.reads.values() {
                let url = &read.chosen.url;
                match (&read.document, &read.failure) {
                    (Some(document), _) => {
                        let id: SourceId = document.source_id();
                        let title = if document.title.is_empty() { url } else { &document.title };
                        let words = counted(document.word_count as usize, "word", "words");
                        say(format!("read {id}"), format!("Read: {title} ({}, {words})", document.place()));
                    }
                    (None, Some(failure)) => {
                        let line = format!("Not read: {} · {}", host_of(url), failure.detail);
                        say(format!("unread {url}"), line);
                    }
                    (None, None) => {}
                }
            }
            if let Some(judged) = &round.judgement {
                let line = format!("Checked round {}: {}", number + 1, judged.reason);
                say(format!("judged {number}"), line);
            }
        }
        for warning in &job.warnings {
            say(format!("warning {warning}"), format!("Warning: {warning}"));
        }
        let writing = progress
            .steps
            .iter()
            .any(|step| step.step == ProgressStep::Write && step.state == StepState::Active);
        if writing {
            say("writing".to_owned(), "Writing and checking the answer".to_owned());
        }
        lines
    }
}

fn counted(number: usize, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {many}") }
}
