//! The run log: what a run did and what people told it, one line per event, to show how an answer came about.
//! Like everything that is shown, it is a pure function of the journal.

use super::{Tokens, budget_note, iso, measures};
use crate::job::{
    BudgetLevel, Call, Event, Job, ModelTurn, Recorded, Reply, Stage, ToolCall, ToolWants, Verdict,
    search_stem,
};
use crate::model::*;
use gorkd_words::Locale;
use serde::{Deserialize, Serialize};

/// A line of the log. Starts of effects have none of their own: the line of the outcome shows the duration.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LogEntry {
    /// The journal event that it describes.
    pub seq: Seq,
    pub at: String,
    pub kind: LogKind,
    /// `None` for people's messages, and for events of the run as a whole.
    pub stage: Option<Stage>,
    /// From 0; `None` for the stages that run once.
    pub round: Option<usize>,
    /// A sentence for a person.
    pub text: String,
    /// The target of a call: a search provider, a page's host, or a model.
    pub to: Option<String>,
    /// From the start of the last attempt to the outcome.
    pub ms: Option<u64>,
    /// Above 1 if earlier attempts were interrupted.
    pub attempt: Option<u32>,
    /// Answered from a cache, without a call.
    pub cached: bool,
    pub tokens: Tokens,
    pub cost_usd: f64,
    pub error: Option<LogError>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogKind {
    /// A decision of gorkd's own rules, or a change to the run as a whole.
    #[default]
    Step,
    /// A call to a search provider, a page, or a model.
    Call,
    /// Something that a person said or provided.
    Person,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogError {
    pub reason: FailureReason,
    /// A sentence for a person.
    pub detail: String,
}

/// The log of a journal, in order.
pub fn log<'a>(events: impl IntoIterator<Item = &'a Recorded>) -> Vec<LogEntry> {
    let mut job = Job::default();
    events.into_iter().filter_map(|recorded| entry(&mut job, recorded)).collect()
}

fn entry(job: &mut Job, recorded: &Recorded) -> Option<LogEntry> {
    let event = &recorded.event;
    let effect = event.outcome_of();
    let started = effect.and_then(|effect| job.ledger.running.get(effect).cloned());
    let said = text(job, event);
    let (calls, running) = (job.ledger.calls.len(), job.ledger.running.len());
    job.apply(recorded);
    let call: Option<&Call> = job.ledger.calls.get(calls);
    let (kind, text) = match (said?, event) {
        ((kind, text), Event::Resumed { .. }) if running > 0 => (
            kind,
            format!("{text} {} cut off and may be made again.", counted(running, "call was", "calls were")),
        ),
        (said, _) => said,
    };
    let failure = match event {
        Event::Failed { failure, .. } => Some(failure),
        _ => None,
    };
    Some(LogEntry {
        seq: recorded.seq,
        at: iso(recorded.at),
        kind: if call.is_some() { LogKind::Call } else { kind },
        stage: effect.map(Stage::of_effect),
        round: effect.and_then(EffectId::round),
        text,
        to: call.map(|call| call.to.clone()),
        ms: started.as_ref().map(|started| recorded.at.since(started.started_at)),
        attempt: started.map(|started| started.attempt),
        cached: call.is_some_and(|call| call.cached),
        tokens: measures::tokens(event.cost()),
        cost_usd: event.cost().usd.as_usd(),
        error: failure.map(|failure| LogError { reason: failure.reason, detail: failure.detail.clone() }),
    })
}

/// The text for an event, given the job before it; `None` if the line of its outcome covers it.
fn text(job: &Job, event: &Event) -> Option<(LogKind, String)> {
    use LogKind::{Person, Step};
    Some(match event {
        Event::Started { .. } => return None,
        Event::Asked(asked) => (Person, format!("Asked: {}", asked.question.text)),
        Event::Resumed { .. } => (Step, "A worker took the run up.".to_owned()),
        Event::StoodStill { ms } => {
            (Step, format!("The process was suspended for {} s; this time does not count.", ms / 1000))
        }
        Event::Replied { interrupt, reply, .. } => {
            (Person, format!("Answered {interrupt}: {}", words(reply)))
        }
        Event::InterruptTimedOut { interrupt } => {
            (Step, format!("Nobody answered {interrupt} in time, so its default applies."))
        }
        Event::Steered { constraint, .. } => (Person, format!("Steered: {}", constraint.text)),
        Event::StopRequested => {
            (Person, "Stopped the research; the answer is written from what was read.".to_owned())
        }
        Event::CancelRequested => (Person, "Canceled.".to_owned()),
        Event::Retried => (Person, "Tried again; finished work is kept.".to_owned()),
        Event::PlanningChanged { planning: Planning::Auto } => {
            (Person, "Switched to auto: open questions take their defaults.".to_owned())
        }
        Event::PlanningChanged { planning: Planning::Interactive } => {
            (Person, "Switched to plan: gorkd may ask clarifying questions.".to_owned())
        }
        Event::Forked(forked) => (Person, format!("Branched from {} at event {}.", forked.from, forked.at)),
        Event::Reused(reused) => {
            (Step, format!("Answered from {}, researched at {}.", reused.from, iso(reused.researched_at)))
        }
        Event::Attached { document } => (Person, format!("Attached a document: {}", named(document))),
        Event::ResearchTimeUp => (Step, "The time for research is over; writing begins.".to_owned()),
        Event::TimeUp => (Step, "The time of the run is over.".to_owned()),
        Event::Clarified { questions, .. } if questions.is_empty() => {
            (Step, "The question is clear; no clarifying questions.".to_owned())
        }
        Event::Clarified { questions, .. } => {
            (Step, format!("Asks {} before planning.", counted(questions.len(), "question", "questions")))
        }
        Event::Planned { plan, .. } => (Step, planned(plan)),
        Event::Driven { turn, .. } => (Step, called(turn)),
        Event::Extracted { document, .. } => {
            let words = counted(document.word_count as usize, "word", "words");
            (Step, format!("Extracted text from the model's HTML ({words})."))
        }
        Event::Found { effect, provider, hits, .. } => {
            let results = counted(hits.len(), "result", "results");
            let query = query(job, effect, provider).map(|text| format!(" for “{text}”"));
            (Step, format!("{provider} gave {results}{}.", query.unwrap_or_default()))
        }
        Event::Selected { selection, .. } => {
            let (read, passed) = (selection.read.len(), selection.skipped.len());
            (Step, format!("Chose {} to read and passed over {passed}.", counted(read, "page", "pages")))
        }
        Event::Read { document, .. } => {
            let words = counted(document.word_count as usize, "word", "words");
            (Step, format!("Read {} ({words}).", named(document)))
        }
        Event::Judged { judgement, .. } => {
            let enough = if judgement.sufficient { "Enough for an answer." } else { "Not enough yet." };
            (Step, format!("{enough} {}", judgement.reason).trim_end().to_owned())
        }
        Event::Drafted { draft, .. } => {
            (Step, format!("Wrote a draft of {}.", counted(draft.claims.len(), "statement", "statements")))
        }
        Event::Doubted { opinions, .. } => {
            let doubted = counted(opinions.claims.len(), "statement", "statements");
            (Step, format!("Had a model check {doubted} that rules could not decide."))
        }
        Event::Verified { verdict, .. } => (Step, verified(verdict)),
        // Notices to other people are not part of the run.
        Event::BudgetReached(notice) if notice.level == BudgetLevel::Full => return None,
        Event::BudgetReached(notice) => (Step, budget_note(notice, Locale::En)),
        Event::Failed { failure, .. } => (Step, failure.detail.clone()),
        Event::Unknown { kind, .. } => (
            Step,
            format!("A newer version of gorkd recorded {kind} here; this one cannot tell what it means."),
        ),
    })
}

fn planned(plan: &Plan) -> String {
    let parts = counted(plan.sub_questions.len(), "part", "parts");
    format!("Planned {parts} and {}.", counted(plan.queries.len(), "query", "queries"))
}

/// The tools that a model called, with the reasons for refusals.
fn called(turn: &ModelTurn) -> String {
    if turn.calls.is_empty() {
        return "Called no more tools: what was read is judged.".to_owned();
    }
    let mut said: Vec<String> = Vec::new();
    for ToolCall { tool, arguments, wants } in &turn.calls {
        said.push(match wants {
            ToolWants::Refused(why) => format!("{tool} {arguments} (refused: {why})"),
            ToolWants::Search(_) | ToolWants::Read(_) | ToolWants::Extract(_) | ToolWants::Note => {
                format!("{tool} {arguments}")
            }
        });
    }
    let more = match turn.passed_over {
        0 => String::new(),
        more => format!(" {} passed over.", counted(more as usize, "further call was", "further calls were")),
    };
    format!("Called {}.{more}", said.join("; "))
}

fn verified(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Passed(answer) => {
            let held = answer.claims.iter().filter(|claim| claim.support >= Support::Partly).count();
            let all = counted(answer.claims.len(), "statement", "statements");
            format!("Checked {all}, of which {held} held.")
        }
        Verdict::Repair(problems) => {
            let failed = counted(problems.len(), "statement", "statements");
            format!("{failed} did not hold; the draft is written again.")
        }
    }
}

/// The query of a search.
fn query<'a>(job: &'a Job, effect: &EffectId, provider: &str) -> Option<&'a str> {
    let number = effect.round()?;
    let queries = &job.rounds.get(number)?.queries;
    let asked = queries.iter().find(|query| search_stem(number, query, provider) == effect.stem());
    asked.map(|query| query.text.as_str())
}

/// A document's title, or else its address.
pub(super) fn named(document: &Document) -> &str {
    if document.title.trim().is_empty() { &document.url } else { &document.title }
}

/// A person's reply, in words.
fn words(reply: &Reply) -> String {
    match reply {
        Reply::Option(at) => format!("option {}", at + 1),
        Reply::AllOfTheAbove => "all of the above".to_owned(),
        Reply::Custom(text) => text.clone(),
        Reply::JustGo => "go".to_owned(),
        Reply::Approve => "approve".to_owned(),
        Reply::Decline => "decline".to_owned(),
        Reply::Edit { constraints, queries } => {
            let said =
                constraints.iter().map(|one| one.text.as_str()).chain(queries.iter().map(String::as_str));
            said.collect::<Vec<_>>().join("; ")
        }
        Reply::Profile { profile, .. } => format!("profile {}", profile.name()),
    }
}

pub(super) fn counted(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}
