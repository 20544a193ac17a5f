//! The answer: what was found first, how sure that is, what it rests on, and what to do with it.

use super::Sight;
use super::sources::{line, list};
use super::words::{counted, day, duration, money, when};
use crate::act::{Act, Format};
use crate::card::{Button, Card, Does, Look, OutFile, Part, Tone};
use gorkd_core::job::{Job, Stage};
use gorkd_core::model::ClaimChange;
use gorkd_core::model::{Confidence, FailureReason};
use gorkd_core::text::{Block, Inline, parse};
use gorkd_core::view::{AnswerView, JobView, export};
use std::collections::BTreeMap;

/// Characters of detail that are shown in the chat; more goes into a file.
const DETAIL: usize = 6_000;
/// Sources listed below an answer; all of them are behind the button.
const SOURCES: usize = 12;
const CONFLICTS: usize = 4;
const LIMITATIONS: usize = 4;
/// Suggested questions, and characters of each on a button.
const FOLLOW_UPS: usize = 3;

pub fn answer(sight: &Sight<'_>) -> Card {
    let (job, view) = (sight.job, sight.view);
    let Some(answer) = &view.answer else { return Card::default() };
    let mut parts = vec![Part::Text(parse(&answer.summary)), Part::Small(confidence(answer))];
    let mut files = Vec::new();
    changes(view, &mut parts);
    let detail = answer.detail.trim();
    if detail.chars().count() > DETAIL {
        let name = "report.md".to_owned();
        parts.push(Part::Small(vec![Inline::text("The full report is in the file report.md.")]));
        files.push(OutFile {
            name,
            content_type: "text/markdown",
            content: export::markdown(view).into_bytes(),
        });
    } else if !detail.is_empty() {
        parts.push(Part::Text(parse(detail)));
    }
    conflicts(view, &mut parts);
    let cited: Vec<_> = view.sources.iter().filter(|source| source.number.is_some()).collect();
    if !cited.is_empty() {
        parts.push(Part::Heading("Sources".to_owned()));
        parts.push(Part::Sources(cited.iter().take(SOURCES).map(|source| line(source)).collect()));
        if cited.len() > SOURCES {
            let more = format!("and {} more: press Sources.", cited.len() - SOURCES);
            parts.push(Part::Small(vec![Inline::text(more)]));
        }
    }
    parts.extend(unread(view).map(|text| Part::Small(vec![Inline::text(text)])));
    for limitation in answer.limitations.iter().take(LIMITATIONS) {
        parts.push(Part::Small(vec![Inline::text(format!("Keep in mind: {limitation}"))]));
    }
    parts.push(Part::Small(vec![Inline::text(footer(sight))]));
    Card {
        tone: tone(answer.confidence),
        title: Some(job.question.text.clone()),
        parts,
        buttons: buttons(sight, answer),
        files,
        mention: mention(sight),
    }
}

pub(super) fn tone(confidence: Confidence) -> Tone {
    match confidence {
        Confidence::High | Confidence::Medium => Tone::Done,
        Confidence::Low | Confidence::Insufficient => Tone::Weak,
    }
}

pub(super) fn confidence_word(confidence: Confidence) -> &'static str {
    match confidence {
        Confidence::High => "high",
        Confidence::Medium => "medium",
        Confidence::Low => "low",
        Confidence::Insufficient => "insufficient evidence",
    }
}

fn confidence(answer: &AnswerView) -> Vec<Inline> {
    let mut line = vec![Inline::strong(format!("Confidence: {}.", confidence_word(answer.confidence)))];
    if !answer.confidence_reasons.is_empty() {
        line.push(Inline::text(format!(" {}", answer.confidence_reasons.join(" "))));
    }
    line
}

fn changes(view: &JobView, parts: &mut Vec<Part>) {
    let Some(changes) = &view.changes else { return };
    let since = day(&changes.since);
    if changes.claims.is_empty() {
        let text = format!("Nothing has changed since {since}.");
        parts.push(Part::Text(vec![Block::Paragraph(vec![Inline::strong(text)])]));
        return;
    }
    parts.push(Part::Heading(format!("Changed since {since}")));
    parts.push(Part::Text(vec![list(changes.claims.iter().map(ClaimChange::sentence).collect())]));
}

fn conflicts(view: &JobView, parts: &mut Vec<Part>) {
    if view.conflicts.is_empty() {
        return;
    }
    parts.push(Part::Heading("Where sources disagree".to_owned()));
    let number = |id: &gorkd_core::model::SourceId| {
        view.sources.iter().find(|source| source.id == *id)?.number.map(|number| format!("[{number}]"))
    };
    let lines = view.conflicts.iter().take(CONFLICTS).map(|conflict| {
        let values = conflict.positions.iter().map(|position| {
            let numbers: String = position.source_ids.iter().filter_map(number).collect();
            format!("{} {numbers}", position.value).trim().to_owned()
        });
        let values = values.collect::<Vec<_>>().join("; ");
        let verdict = match &conflict.preferred {
            Some(value) => format!("Preferred: {value}. {}", conflict.why),
            None => conflict.why.clone(),
        };
        format!("{}: {values}. {verdict}", conflict.about).trim().to_owned()
    });
    parts.push(Part::Text(vec![list(lines.collect())]));
}

/// `3 of 14 pages could not be read: 2 login walls, 1 timeout`.
pub(super) fn unread(view: &JobView) -> Option<String> {
    if view.unread.is_empty() {
        return None;
    }
    let mut reasons: BTreeMap<FailureReason, usize> = BTreeMap::new();
    for page in &view.unread {
        *reasons.entry(page.reason).or_default() += 1;
    }
    let reasons: Vec<String> =
        reasons.into_iter().map(|(reason, count)| format!("{count} × {}", reason.in_words())).collect();
    let all = view.unread.len() + view.sources.len();
    Some(format!("{} of {all} pages could not be read: {}.", view.unread.len(), reasons.join(", ")))
}

fn footer(sight: &Sight<'_>) -> String {
    let view = sight.view;
    let checked = counted(view.sources.len(), "source", "sources");
    let zone = &sight.job.time_zone;
    let mut parts = Vec::new();
    match &sight.job.reused {
        Some((_, at)) => parts.push(format!("Known already: researched {}", when(*at, zone))),
        None => parts.push(format!("Checked against {checked}, {}", when(sight.job.updated_at, zone))),
    }
    let by = match &view.metadata.model {
        Some(_) => "AI-generated",
        None => "Put together from quotations by rules",
    };
    parts.insert(0, by.to_owned());
    parts.push(duration(view.metadata.duration_ms));
    parts.push(money(view.metadata.cost_usd));
    parts.join(" · ")
}

fn mention(sight: &Sight<'_>) -> Option<String> {
    let long = sight.ways.mention_after_ms.is_some_and(|ms| sight.view.metadata.duration_ms >= ms);
    let user = &sight.telling.requester.user;
    let id = user.rsplit(':').next().unwrap_or(user);
    (long && !sight.telling.private && sight.job.reused.is_none()).then(|| id.to_owned())
}

fn buttons(sight: &Sight<'_>, answer: &AnswerView) -> Vec<Button> {
    let (job, view) = (&sight.job.id, sight.view);
    let mut buttons = Vec::new();
    if sight.telling.private {
        buttons.push(Button::act("Share with all", job, Act::Share).main());
    }
    // Too little was found, and something that was asked did not answer: that may have passed.
    if answer.confidence == Confidence::Insufficient && sight.job.failed_searches() > 0 {
        buttons.push(Button::act("Try again", job, Act::Retry).main());
    }
    if !view.sources.is_empty() {
        buttons.push(Button::act("Sources", job, Act::Sources));
        buttons.push(Button::act("Why trust this", job, Act::Why));
    }
    if let Some((profile, usd)) = &sight.ways.deeper {
        let label = if *usd > 0.0 {
            format!("Go deeper ({profile}, up to {})", money(*usd))
        } else {
            format!("Go deeper ({profile})")
        };
        buttons.push(Button::act(label, job, Act::GoDeeper));
    }
    buttons.push(Button::act("Re-check", job, Act::Recheck));
    if let Some(url) = &sight.ways.public_url {
        buttons.push(Button::open("Open in web", format!("{url}/jobs/{job}")));
    }
    buttons.push(choose(
        "Watch",
        [("every day", 24), ("every week", 168), ("every month", 720)].map(|(label, hours)| {
            (format!("Tell me when it changes: look {label}"), job.clone(), Act::Watch(hours))
        }),
    ));
    buttons.push(choose(
        "Export",
        Format::ALL.map(|format| (format!("Export as {}", format.name()), job.clone(), Act::Export(format))),
    ));
    let places: Vec<_> = checkpoints(sight.job);
    if !places.is_empty() {
        buttons.push(choose("Branch from", places));
    }
    for (nth, question) in answer.questions.iter().take(FOLLOW_UPS).enumerate() {
        buttons.push(Button::act(question.clone(), job, Act::FollowUp(nth)));
    }
    buttons.push(Button::act("👍", job, Act::Good));
    buttons.push(Button::act("👎", job, Act::Bad));
    buttons
}

fn choose(label: &str, options: impl IntoIterator<Item = (String, gorkd_core::model::JobId, Act)>) -> Button {
    Button { label: label.to_owned(), look: Look::Plain, does: Does::Choose(options.into_iter().collect()) }
}

/// Where a branch can begin: after the plan, and after each round of reading.
fn checkpoints(job: &Job) -> Vec<(String, gorkd_core::model::JobId, Act)> {
    let mut round = 0;
    job.checkpoints
        .iter()
        .filter_map(|checkpoint| {
            let label = match checkpoint.stage {
                Stage::Plan => "Branch after the plan".to_owned(),
                Stage::Evaluate => {
                    round += 1;
                    format!("Branch after round {round}")
                }
                Stage::Clarify | Stage::Search | Stage::Read | Stage::Synthesize | Stage::Verify => {
                    return None;
                }
            };
            Some((label, job.id.clone(), Act::Fork(checkpoint.seq)))
        })
        .collect()
}
