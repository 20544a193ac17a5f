//! A model that never errs, simulated: it knows what the right answer to a question contains, but judges and writes
//! from what it is shown, as any model. What its answers lack was not found, or was rejected by the check.
//!
//! It knows the patterns of a case and whether the question is misled, but not which pages answer, nor what must not be
//! said. It writes only sentences of the passages.

mod prompt;
#[cfg(test)]
mod tests;

use super::said::searchable;
use super::{Case, Patterns, matches};
use anyhow::Result;
use async_trait::async_trait;
use fancy_regex::Regex;
use gorkd_core::engine::Ports;
use gorkd_core::job::{Models, tokens};
use gorkd_core::model::{Destination, Failure, FailureReason, Reach, Spend};
use gorkd_core::ports::{Growing, Metered, Model, Outcome, Outlet, Prompt};
use prompt::{Passage, asked, claims, marked, notes, numbered, parts, passages};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

const NAME: &str = "oracle";
/// The most sentences that one note may name, and that a summary may have.
const NOTE: usize = 12;
const SUMMARY: usize = 3;
/// Characters of a premise in a reply.
const LINE: usize = 240;

/// The model, and what it knows of the question that is asked now.
#[derive(Default)]
pub struct Oracle(Mutex<Option<Arc<Known>>>);

struct Known {
    patterns: Patterns,
    /// Whether the question takes something for granted that isn't true.
    misled: bool,
}

impl Oracle {
    /// Gives it every role of a model except driving.
    pub fn take_over(self: &Arc<Self>, ports: &mut Ports, roles: &mut Models) {
        let model: Arc<dyn Model> = self.clone();
        ports.models.insert(NAME.to_owned(), Outlet::new(model));
        let name = || Some(NAME.to_owned());
        *roles = Models { planner: name(), writer: name(), checker: name(), driver: None };
    }

    /// The question of this case comes next.
    pub(super) fn learn(&self, case: &Case) -> Result<()> {
        *self.known() = Some(Arc::new(Known::of(case)?));
        Ok(())
    }

    /// The question that comes next is one that it knows nothing about.
    pub(super) fn forget(&self) {
        *self.known() = None;
    }

    fn known(&self) -> MutexGuard<'_, Option<Arc<Known>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Model for Oracle {
    fn name(&self) -> &str {
        NAME
    }

    fn destination(&self) -> Destination {
        Destination::Near
    }

    async fn complete(&self, prompt: &Prompt, _: Reach, _: Option<&Growing<'_>>) -> Outcome<String> {
        let known = self.known().clone();
        let reply = known.and_then(|known| known.reply(prompt)).ok_or_else(|| {
            Failure::skip(FailureReason::NotConfigured, "The oracle has no reply to this prompt.")
        })?;
        let value = reply.to_string();
        let cost = Spend {
            input_tokens: tokens(&prompt.system) + tokens(&prompt.user),
            output_tokens: tokens(&value),
            ..Spend::default()
        };
        Ok(Metered { value, cost, cached: false, tries: 1 })
    }
}

impl Known {
    fn of(case: &Case) -> Result<Self> {
        let misled = case.premise.as_ref().is_some_and(|premise| !premise.trim().is_empty());
        Ok(Self { patterns: Patterns::of(case)?, misled })
    }

    /// `None` if it is asked to repair its own JSON, which never needs repair.
    fn reply(&self, prompt: &Prompt) -> Option<Value> {
        let user = prompt.user.as_str();
        let (shape, _) = prompt.schema.as_ref().filter(|_| !user.starts_with("<reply>"))?;
        match shape.as_str() {
            "clarification" => Some(json!({"questions": []})),
            "plan" => Some(plan(user)),
            "judgement" => Some(self.judge(user)),
            "answer" => Some(self.write(user)),
            "check" => Some(check(user)),
            _ => None,
        }
    }

    /// Notes what answers, unless a note of an earlier round says it.
    fn judge(&self, user: &str) -> Value {
        let (parts, passages) = (parts(user), passages(user, numbered));
        let known: Vec<String> = notes(user).into_iter().map(|note| note.text).collect();
        let known = searchable(&known.join("\n"));
        let open = self.patterns.include.iter().filter(|pattern| !matches(pattern, &known)).collect();
        let (found, open) = cover(&passages, open);
        let note =
            |one: &Found<'_>| json!({"id": one.passage.id, "sentences": one.numbers(), "part": parts[0]});
        let verdict = self.verdict(open);
        let (next, gaps) = if verdict == "yes" { ("write", &parts[..0]) } else { ("search", &parts[..]) };
        let (said, instead, denying) = self.premise(user, &found, open);
        json!({
            "parts": vec![verdict; parts.len()],
            "premise_said": said, "premise_found": instead,
            "premise_id": denying.map_or("", |one| one.passage.id.as_str()),
            "premise_sentences": denying.map_or_else(Vec::new, Found::numbers),
            "notes": found.iter().map(note).collect::<Vec<Value>>(),
            "gaps": gaps, "queries": [],
            "reason": "", "next_action": next, "target_source_types": [], "confidence": 1.0,
        })
    }

    /// Writes what was noted, and what else answers where that is not all.
    fn write(&self, user: &str) -> Value {
        let mut shown = passages(user, marked);
        shown.extend(notes(user));
        shown.sort_by_key(|passage| !passage.noted);
        let (found, open) = cover(&shown, self.patterns.include.iter().collect());
        let mut summary: Vec<Value> = found.iter().flat_map(Found::sentences).collect();
        let rest = summary.split_off(summary.len().min(SUMMARY));
        let detail = if rest.is_empty() { json!([]) } else { json!([{"heading": "", "sentences": rest}]) };
        let (said, instead, denying) = self.premise(user, &found, open);
        json!({
            "answered": vec![self.verdict(open); parts(user).len()],
            "premise_said": said, "premise_found": instead,
            "premise_id": denying.map_or("", |one| one.passage.id.as_str()),
            "summary": summary, "detail": detail,
            "disagreements": [], "limitations": [], "questions": [], "entities": [],
        })
    }

    /// How far the question is answered if this many patterns match nothing.
    fn verdict(&self, open: usize) -> &'static str {
        match open {
            all if all == self.patterns.include.len() => "no",
            0 => "yes",
            _ => "partly",
        }
    }

    /// If the question is misled and all is answered: the question, what is true instead, and the first passage that
    /// answers, which says so.
    fn premise<'f, 'p>(
        &self,
        user: &str,
        found: &'f [Found<'p>],
        open: usize,
    ) -> (String, String, Option<&'f Found<'p>>) {
        let line = |text: &str| text.chars().take(LINE).collect::<String>();
        match found.first().filter(|_| self.misled && open == 0) {
            Some(first) => {
                (line(&asked(user).0), line(first.words().next().unwrap_or_default()), Some(first))
            }
            None => (String::new(), String::new(), None),
        }
    }
}

/// A passage with the places of those of its statements that answer.
struct Found<'p> {
    passage: &'p Passage,
    places: BTreeSet<usize>,
}

impl Found<'_> {
    fn numbers(&self) -> Vec<usize> {
        self.places.iter().map(|place| place + 1).collect()
    }

    fn words(&self) -> impl Iterator<Item = &str> {
        self.places.iter().map(|place| self.passage.statements[*place].as_str())
    }

    fn sentences(&self) -> Vec<Value> {
        self.words().map(|text| json!({"text": text, "evidence": [self.passage.id]})).collect()
    }
}

/// The fewest passages that hold all patterns: each time the first one that holds most of those that are left. Says how
/// many are left in the end.
fn cover<'p>(passages: &'p [Passage], patterns: Vec<&Regex>) -> (Vec<Found<'p>>, usize) {
    let runs: Vec<Vec<Option<Range<usize>>>> = passages
        .iter()
        .map(|passage| patterns.iter().map(|pattern| run(passage, pattern)).collect())
        .collect();
    let mut open: Vec<usize> = (0..patterns.len()).collect();
    let mut found = Vec::new();
    loop {
        let held = |at: &usize| open.iter().filter(|pattern| runs[*at][**pattern].is_some()).count();
        let best = (0..passages.len()).rev().max_by_key(held).filter(|at| held(at) > 0);
        let Some(best) = best else { return (found, open.len()) };
        let places = open.iter().filter_map(|pattern| runs[best][*pattern].clone()).flatten().collect();
        found.push(Found { passage: &passages[best], places });
        open.retain(|pattern| runs[best][*pattern].is_none());
    }
}

/// The fewest statements in a row that a pattern matches. Where it only matches more than they say, such as the head
/// of a table with a row, as many as a note may name.
fn run(passage: &Passage, pattern: &Regex) -> Option<Range<usize>> {
    let count = passage.statements.len();
    if count == 0 || !matches(pattern, &searchable(&passage.text)) {
        return None;
    }
    let most = count.min(NOTE);
    let mut runs = (1..=most).flat_map(|length| (0..=count - length).map(move |start| start..start + length));
    let fits =
        |run: &Range<usize>| matches(pattern, &searchable(&passage.statements[run.clone()].join("\n")));
    runs.find(fits).or(Some(0..most))
}

/// Searches for the question as it was asked; for a follow-up, also behind the questions that it follows.
fn plan(user: &str) -> Value {
    let (question, all) = asked(user);
    let query = |text: &String| json!({"text": text, "purpose": "what was asked"});
    let mut queries = vec![query(&question)];
    queries.extend(Some(&all).filter(|all| **all != question).map(query));
    json!({
        "sub_questions": [all], "queries": queries,
        "reason": "", "next_action": "search", "target_source_types": [], "confidence": 1.0,
    })
}

/// Supported is what stands in a passage word for word, and nothing else.
fn check(user: &str) -> Value {
    let checked = claims(user).map(|(id, text, passages)| {
        let stands = passages.iter().any(|passage| letters(passage).contains(&letters(text)));
        json!({"id": id, "support": if stands { "supported" } else { "unsupported" }})
    });
    json!({"claims": checked.collect::<Vec<Value>>()})
}

/// A text by its letters and digits alone.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
