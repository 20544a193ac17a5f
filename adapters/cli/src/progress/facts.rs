//! What is new in a job since the last look: one line per fact, each shown once, in the question's language.

use gorkd_core::engine::LIBRARY;
use gorkd_core::job::Job;
use gorkd_core::model::{Failure, SourceId, host_of};
use gorkd_core::view::{ProgressStep, ProgressView, StepState, place_in};
use gorkd_words::{Locale, Msg};
use std::collections::BTreeSet;

/// Remembers what was shown.
#[derive(Debug, Default)]
pub struct Facts {
    said: BTreeSet<String>,
}

impl Facts {
    /// New facts, in pipeline order; empty if there are none.
    pub fn new_in(&mut self, job: &Job, progress: &ProgressView) -> Vec<String> {
        let locale = Locale::first([job.question.language.as_str()]);
        let mut lines = Vec::new();
        let mut say = |key: String, line: String| {
            if self.said.insert(key) {
                lines.push(line);
            }
        };
        if let Some(plan) = &job.plan {
            let (parts, queries) = (plan.sub_questions.len() as u64, plan.queries.len() as u64);
            say("plan".to_owned(), locale.say(Msg::FactPlanned { parts, queries }));
        }
        for (number, round) in job.rounds.iter().enumerate() {
            for (stem, found) in &round.found {
                let place = match found.provider.as_str() {
                    LIBRARY => locale.say(Msg::AnswerLibrary),
                    provider => provider.to_owned(),
                };
                let count = found.hits.len() as u64;
                let mut line = locale.say(Msg::FactSearched { place, count });
                let query = round
                    .queries
                    .iter()
                    .find(|query| gorkd_core::job::search_stem(number, query, &found.provider) == *stem)
                    .filter(|query| !query.from_pages);
                if let Some(query) = query {
                    line = locale.say(Msg::FactSearchedFor { searched: line, query: query.text.clone() });
                }
                if found.cached {
                    line = locale.say(Msg::FactKnown { fact: line });
                }
                say(format!("found {stem}"), line);
            }
            for read in round.reads.values() {
                let url = &read.chosen.url;
                match (&read.document, &read.failure) {
                    (Some(document), _) => {
                        let id: SourceId = document.source_id();
                        let title = if document.title.is_empty() { url } else { &document.title }.clone();
                        let count = u64::from(document.word_count);
                        let place = place_in(&document.place(), locale);
                        say(format!("read {id}"), locale.say(Msg::FactRead { title, place, count }));
                    }
                    (None, Some(failure)) => {
                        let (place, why) = (host_of(url), said(failure, locale));
                        say(format!("unread {url}"), locale.say(Msg::FactNotRead { place, why }));
                    }
                    (None, None) => {}
                }
            }
            if let Some(judged) = &round.judgement {
                let mut line = locale.say(Msg::FactChecked { round: number as u64 + 1 });
                if locale == Locale::En {
                    line = format!("{line}: {}", judged.reason);
                }
                say(format!("judged {number}"), line);
            }
        }
        for warning in &job.warnings {
            say(format!("warning {warning}"), locale.say(Msg::FactWarning { text: warning.clone() }));
        }
        let writing = progress
            .steps
            .iter()
            .any(|step| step.step == ProgressStep::Write && step.state == StepState::Active);
        if writing {
            say("writing".to_owned(), locale.say(Msg::FactWriting));
        }
        lines
    }
}

/// Why a page was not read. The sentence of a failure is in English; other languages have a phrase for its kind.
fn said(failure: &Failure, locale: Locale) -> String {
    match locale {
        Locale::En => failure.detail.clone(),
        _ => locale.say(failure.reason.said()),
    }
}
