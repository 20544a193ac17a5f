//! An answer as a terminal shows it: what was found first, how sure that is, then all that it rests on.

mod detail;
#[cfg(test)]
mod tests;

use crate::screen::{Canvas, Look, Style};
use detail::detail;
use gorkd_core::job::{JobStatus, StopReason};
use gorkd_core::model::{ClaimChange, Confidence, Conflict, SourceId};
use gorkd_core::view::{JobView, SourceView};
use std::collections::BTreeMap;

/// Pages that were read or tried and are only listed beside the answer: more than this are counted.
const ASIDE: usize = 3;

/// A job for people: its answer, or why there is none (yet).
pub fn answer(job: &JobView, look: Look) -> String {
    let mut canvas = Canvas::new(look);
    match &job.answer {
        Some(answer) => {
            detail(&mut canvas, &answer.summary);
            canvas.gap();
            confidence(&mut canvas, answer.confidence, &answer.confidence_reasons);
            if !answer.detail.trim().is_empty() {
                canvas.gap();
                detail(&mut canvas, &answer.detail);
            }
            changes(&mut canvas, job);
            conflicts(&mut canvas, job);
            sources(&mut canvas, job);
            unread(&mut canvas, job);
            let notes: Vec<String> = answer.limitations.iter().chain(&job.warnings).cloned().collect();
            list(&mut canvas, "Keep in mind", &notes);
            list(&mut canvas, "Worth checking", &answer.questions);
        }
        None => {
            no_answer(&mut canvas, job);
            sources(&mut canvas, job);
            unread(&mut canvas, job);
            list(&mut canvas, "What went less well", &job.warnings);
        }
    }
    canvas.gap();
    footer(&mut canvas, job);
    canvas.finish()
}

/// What has changed since an earlier answer, when this one looked at it again.
fn changes(canvas: &mut Canvas, job: &JobView) {
    let Some(changes) = &job.changes else { return };
    let since = changes.since.split('T').next().unwrap_or_default();
    if changes.claims.is_empty() {
        canvas.gap();
        canvas.paragraph("", &[(&format!("Nothing has changed since {since}."), Style::Strong)]);
        return;
    }
    let found: Vec<String> = changes.claims.iter().map(ClaimChange::sentence).collect();
    list(canvas, &format!("Changed since {since}"), &found);
}

fn confidence(canvas: &mut Canvas, confidence: Confidence, reasons: &[String]) {
    let (word, style) = match confidence {
        Confidence::High => ("high", Style::Good),
        Confidence::Medium => ("medium", Style::Fair),
        Confidence::Low => ("low", Style::Fair),
        Confidence::Insufficient => ("insufficient evidence", Style::Bad),
    };
    let reasons = reasons.join(" ");
    let because = if reasons.is_empty() { String::new() } else { format!(" · {reasons}") };
    canvas.paragraph("", &[("Confidence: ", Style::Plain), (word, style), (&because, Style::Faint)]);
}

fn no_answer(canvas: &mut Canvas, job: &JobView) {
    canvas.paragraph("", &[(&job.question, Style::Strong)]);
    canvas.gap();
    let sentence = match (&job.error, job.status) {
        (Some(error), _) => format!("There is no answer. {}", error.message),
        (None, JobStatus::Waiting) => "It waits for your reply.".to_owned(),
        (None, JobStatus::Queued) => "It waits for its turn.".to_owned(),
        (None, JobStatus::Running | JobStatus::Completed | JobStatus::Failed | JobStatus::Cancelled) => {
            "It is still being worked on.".to_owned()
        }
    };
    let style = if job.error.is_some() { Style::Bad } else { Style::Plain };
    canvas.paragraph("", &[(&sentence, style)]);
}

fn conflicts(canvas: &mut Canvas, job: &JobView) {
    if job.conflicts.is_empty() {
        return;
    }
    let sources: BTreeMap<&SourceId, &SourceView> =
        job.sources.iter().map(|source| (&source.id, source)).collect();
    canvas.heading("Where sources disagree");
    for Conflict { about, positions, preferred, why } in &job.conflicts {
        canvas.paragraph("  ", &[(about, Style::Plain)]);
        for position in positions {
            let who: Vec<String> = position.source_ids.iter().map(|id| named(id, &sources)).collect();
            let chosen = preferred.as_ref() == Some(&position.value);
            let style = if chosen { Style::Strong } else { Style::Plain };
            canvas.paragraph(
                "   - ",
                &[(&position.value, style), (" ", Style::Plain), (&who.concat(), Style::Faint)],
            );
        }
        let verdict = match preferred {
            Some(value) => format!("Preferred: {value}. {why}"),
            None => format!("Neither is preferred. {why}"),
        };
        canvas.paragraph("     ", &[(verdict.trim(), Style::Faint)]);
    }
}

fn named(id: &SourceId, sources: &BTreeMap<&SourceId, &SourceView>) -> String {
    match sources.get(id) {
        Some(SourceView { number: Some(number), .. }) => format!("[{number}]"),
        Some(source) => format!("({})", source.domain),
        None => "(a source)".to_owned(),
    }
}

fn sources(canvas: &mut Canvas, job: &JobView) {
    let numbered: Vec<(u32, &SourceView)> =
        job.sources.iter().filter_map(|source| source.number.map(|number| (number, source))).collect();
    if !numbered.is_empty() {
        canvas.heading("Sources");
    }
    let digits = numbered.iter().map(|(number, _)| number.to_string().len()).max().unwrap_or(1);
    for (number, source) in numbered {
        let first = format!(" {:>width$} ", format!("[{number}]"), width = digits + 2);
        let title = if source.title.trim().is_empty() { &source.url } else { &source.title };
        let day = source.published_at.as_deref().and_then(|at| at.get(..10)).unwrap_or_default();
        let mut about = format!(" · {}", source.domain);
        for part in [day, if source.truncated { "first part only" } else { "" }] {
            if !part.is_empty() {
                about.push_str(" · ");
                about.push_str(part);
            }
        }
        canvas.paragraph(&first, &[(title, Style::Plain), (&about, Style::Faint)]);
        canvas.whole(&format!("{}{}", " ".repeat(first.len()), source.url), Style::Faint);
    }
    let others: Vec<&str> =
        job.sources.iter().filter(|source| source.number.is_none()).map(titled).take(ASIDE).collect();
    let all = job.sources.iter().filter(|source| source.number.is_none()).count();
    if !others.is_empty() {
        canvas.gap();
        let label = format!("Read, not cited ({all}): ");
        canvas.paragraph("", &[(&label, Style::Plain), (&and_more(&others, all), Style::Faint)]);
    }
}

fn titled(source: &SourceView) -> &str {
    if source.title.trim().is_empty() { &source.url } else { &source.title }
}

fn and_more(shown: &[&str], all: usize) -> String {
    let more = all.saturating_sub(shown.len());
    let shown = shown.join("; ");
    if more == 0 { shown } else { format!("{shown}; and {more} more") }
}

fn unread(canvas: &mut Canvas, job: &JobView) {
    if job.unread.is_empty() {
        return;
    }
    canvas.heading("Could not be read");
    for page in job.unread.iter().take(ASIDE) {
        canvas.whole(&format!("  {}", page.url), Style::Plain);
        canvas.paragraph("    ", &[(&page.detail, Style::Faint)]);
    }
    if job.unread.len() > ASIDE {
        let more = format!("and {} more", job.unread.len() - ASIDE);
        canvas.paragraph("  ", &[(&more, Style::Faint)]);
    }
}

fn list(canvas: &mut Canvas, heading: &str, sentences: &[String]) {
    if sentences.is_empty() {
        return;
    }
    canvas.heading(heading);
    for sentence in sentences {
        canvas.paragraph("  - ", &[(sentence, Style::Plain)]);
    }
}

/// Time, pages, places asked, cost: the last line.
fn footer(canvas: &mut Canvas, job: &JobView) {
    let meta = &job.metadata;
    let mut parts = vec![seconds(meta.duration_ms), pages(meta.sources_read)];
    if !meta.providers_used.is_empty() {
        parts.push(format!("asked {}", meta.providers_used.join(", ")));
    }
    match &meta.model {
        Some(model) => parts.push(format!("{} tokens of {model}", meta.tokens.input + meta.tokens.output)),
        None => parts.push("no model".to_owned()),
    }
    if meta.cost_usd > 0.0 {
        parts.push(format!("${:.3}", meta.cost_usd));
    }
    if let Some(reason) = job.stop_reason.and_then(ended) {
        parts.push(reason.to_owned());
    }
    parts.push(job.job_id.to_string());
    canvas.paragraph("", &[(&parts.join(" · "), Style::Faint)]);
}

/// Why research ended, where that says something about the answer.
fn ended(reason: StopReason) -> Option<&'static str> {
    match reason {
        StopReason::Sufficient | StopReason::Saturated | StopReason::NothingFound => None,
        StopReason::BudgetExhausted => Some("budget used up"),
        StopReason::TimedOut => Some("time ran out"),
        StopReason::StoppedByUser => Some("stopped early"),
    }
}

pub(crate) fn seconds(ms: u64) -> String {
    if ms < 100_000 { format!("{:.1} s", ms as f64 / 1000.0) } else { format!("{} s", ms / 1000) }
}

fn pages(count: usize) -> String {
    if count == 1 { "1 page read".to_owned() } else { format!("{count} pages read") }
}
