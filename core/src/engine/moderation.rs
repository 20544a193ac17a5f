//! Moderates questions and answers by the operator's rules, and with a moderation server if there is one.
//!
//! The server only receives texts that may leave this machine. Questions that stay on this machine and answers
//! that quote private documents are checked by rules alone.

use super::{Performed, Ports, deciding};
use crate::job::{Effect, Event, Job, Verdict};
use crate::model::*;
use crate::ports::{Failed, ModeratedText};
use gorkd_words::{Locale, Msg};
use std::sync::Arc;

/// The result of checking a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Look {
    Clean,
    /// Flagged, with the matching categories.
    Flagged(Vec<String>),
    /// The server gave no answer.
    Unknown,
}

/// The action taken on a text, as recorded in the audit log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Done {
    Passed,
    Warned,
    Refused,
    Withheld,
}

impl Done {
    fn name(self) -> &'static str {
        match self {
            Done::Passed => "passed",
            Done::Warned => "warned",
            Done::Refused => "refused",
            Done::Withheld => "withheld",
        }
    }
}

/// Checks a text. `private` means that it contains words of documents that only the asker has.
pub(super) async fn look(
    ports: &Ports,
    (of, text): (ModeratedText, &str),
    reach: Reach,
    private: bool,
) -> Look {
    let listed = ports.screen.as_ref().map(|screen| screen.categories(text, of)).unwrap_or_default();
    if !listed.is_empty() {
        return Look::Flagged(listed);
    }
    let Some(moderator) = ports.moderator.as_ref().and_then(|moderator| moderator.within(reach)) else {
        return Look::Clean;
    };
    if private && !reach.allows_private(moderator.destination()) {
        return Look::Clean;
    }
    match moderator.look(text, reach).await {
        Ok(categories) if categories.is_empty() => Look::Clean,
        Ok(categories) => Look::Flagged(categories),
        Err(failure) => {
            tracing::warn!(reason = ?failure.reason, detail = failure.detail, "the moderation server gave no answer");
            Look::Unknown
        }
    }
}

/// Writes one line of the audit log: what was flagged, with which categories, and what was done. Never the
/// text. `who` is a person's hash, or gorkd itself; `on` is a job, if there is one.
pub(super) fn audit((who, platform, on): (&str, &str, &str), of: ModeratedText, look: &Look, done: Done) {
    let categories = match look {
        Look::Clean => return,
        Look::Flagged(categories) => categories.join(","),
        Look::Unknown => "unavailable".to_owned(),
    };
    let text = match of {
        ModeratedText::Question => "question",
        ModeratedText::Answer => "answer",
    };
    tracing::info!(target: "gorkd::audit", who, platform, deed = "moderated", on, text, categories, done = done.name(), "done");
}

/// Verifies a draft, and moderates the answer before it is recorded.
pub(super) async fn verify(
    ports: &Ports,
    job: Arc<Job>,
    id: &EffectId,
    effect: Effect,
) -> Result<Performed, Failed> {
    let mut performed = deciding::decide(ports, job.clone(), id, effect).await?;
    if let Event::Verified { verdict, .. } = &mut performed.event
        && let Verdict::Passed(answer) = &mut **verdict
    {
        moderate(ports, &job, answer).await;
    }
    Ok(performed)
}

/// Adds a note to an answer, or replaces it with a sentence.
async fn moderate(ports: &Ports, job: &Job, answer: &mut Answer) {
    let moderation = &job.moderation;
    let locale = Locale::first([job.question.language.as_str()]);
    if !moderation.flagged.is_empty() {
        let categories = moderation.flagged.join(", ");
        note(answer, locale.say(Msg::IssueQuestionFlagged { categories }));
    }
    if moderation.answers == Handling::Off {
        return;
    }
    let private = answer.sources.iter().any(|source| source.document.is_private())
        || job.attached.iter().any(Document::is_private);
    let text = text_of(answer);
    let look = look(ports, (ModeratedText::Answer, &text), job.terms.reach(), private).await;
    let done = match (&look, moderation.answers) {
        (Look::Unknown, Handling::Refuse) if moderation.closed => {
            *answer = withheld(locale.say(Msg::AnswerNotModerated));
            Done::Withheld
        }
        (Look::Clean | Look::Unknown, _) => Done::Passed,
        (Look::Flagged(_), Handling::Refuse) => {
            *answer = withheld(locale.say(Msg::AnswerModerated));
            Done::Withheld
        }
        (Look::Flagged(categories), _) => {
            let categories = categories.join(", ");
            note(answer, locale.say(Msg::IssueAnswerFlagged { categories }));
            Done::Warned
        }
    };
    audit(("gorkd", &job.requester.platform, job.id.as_str()), ModeratedText::Answer, &look, done);
}

/// First, so that it is seen even where only some limitations are shown.
fn note(answer: &mut Answer, sentence: String) {
    answer.limitations.insert(0, sentence);
}

fn withheld(sentence: String) -> Answer {
    Answer { summary: sentence, withheld: true, ..Answer::default() }
}

/// All words of an answer that readers see.
fn text_of(answer: &Answer) -> String {
    let blocks = answer.blocks.iter().map(|block| block.text.as_str());
    let closest = answer.closest.iter().map(|closest| closest.quote.as_str());
    let mut text = format!("{}\n\n{}", answer.summary, answer.detail);
    for more in blocks.chain(closest) {
        if !text.contains(more) {
            text.push_str("\n\n");
            text.push_str(more);
        }
    }
    text
}
