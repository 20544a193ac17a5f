//! Renders an answer for a terminal: the finding first, then how certain it is, then its sources.

mod detail;
#[cfg(test)]
mod tests;

use crate::screen::{Canvas, Look, Style};
use detail::detail;
use gorkd_core::engine::LIBRARY;
use gorkd_core::job::{JobStatus, StopReason};
use gorkd_core::model::{Confidence, Privacy, SourceId, path_of};
use gorkd_core::view::{AnswerView, ConflictView, JobView, SourceView, reading};
use gorkd_words::{Locale, Msg};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

/// Pages that were read or tried but not cited; if there are more than this, they are only counted.
const ASIDE: usize = 3;

/// A job for people, in the language of its question: its answer, or why there is none (yet).
pub fn answer(job: &JobView, look: Look) -> String {
    let mut canvas = Canvas::new(look);
    let locale = Locale::first([job.language.as_str()]);
    match &job.answer {
        Some(answer) => {
            if let Some(refined) = &job.refined_question {
                let understood = locale.say(Msg::RefinedQuestion { question: refined.clone() });
                canvas.paragraph("", &[(&understood, Style::Faint)]);
                canvas.gap();
            }
            if answer.only_closest {
                canvas.paragraph("", &[(&locale.say(Msg::ClosestPassage), Style::Faint)]);
                canvas.gap();
            }
            let shown = reading(job, answer);
            detail(&mut canvas, "", &shown.summary);
            if answer.confidence == Confidence::Insufficient {
                canvas.gap();
                let helps = match job.privacy {
                    Privacy::LocalOnly => Msg::HelpsInTerminalLocal,
                    Privacy::Hybrid | Privacy::CloudAllowed => Msg::HelpsInTerminal,
                };
                canvas.paragraph("", &[(&locale.say(helps), Style::Faint)]);
            }
            canvas.gap();
            confidence(&mut canvas, answer.confidence, &answer.confidence_reasons, locale);
            if !shown.detail.trim().is_empty() {
                canvas.gap();
                detail(&mut canvas, "", &shown.detail);
            }
            closest(&mut canvas, job, answer, locale);
            changes(&mut canvas, job, locale);
            conflicts(&mut canvas, job, locale);
            sources(&mut canvas, job, locale);
            unread(&mut canvas, job, locale);
            list(&mut canvas, &locale.say(Msg::AnswerKeepInMind), &notes(job, answer, &shown.summary));
            list(&mut canvas, &locale.say(Msg::AnswerWorthChecking), &answer.questions);
        }
        None => {
            no_answer(&mut canvas, job, locale);
            sources(&mut canvas, job, locale);
            unread(&mut canvas, job, locale);
            list(&mut canvas, &locale.say(Msg::AnswerWentWrong), &job.warnings);
        }
    }
    canvas.gap();
    footer(&mut canvas, job, locale);
    canvas.finish()
}

/// Limitations of an answer, and what went wrong on the way. Unreachable providers are mentioned only if
/// little was found and the text does not already say so.
fn notes(job: &JobView, answer: &AnswerView, summary: &str) -> Vec<String> {
    let unsure = answer.confidence <= Confidence::Low;
    let is_said = |warning: &str| {
        let detail = warning.split_once(": ").map_or(warning, |(_, detail)| detail);
        summary.contains(warning) || summary.contains(detail)
    };
    let shown = |warning: &&String| {
        let of_reach = job.out_of_reach.contains(warning);
        !of_reach || unsure && !is_said(warning)
    };
    let limits = answer.limitations.iter().filter(|limit| !summary.contains(limit.as_str()));
    limits.chain(job.warnings.iter().filter(shown)).cloned().collect()
}

/// If nothing answers the question: the closest passage, and where it is.
fn closest(canvas: &mut Canvas, job: &JobView, answer: &AnswerView, locale: Locale) {
    let Some(one) = answer.closest.first().filter(|_| answer.confidence == Confidence::Insufficient) else {
        return;
    };
    canvas.heading(&locale.say(Msg::AnswerClosest));
    let source = job.sources.iter().find(|source| source.id == one.source_id);
    let path = match one.heading_path.is_empty() {
        true => source.map(titled).unwrap_or_default().to_owned(),
        false => one.heading_path.join(" › "),
    };
    if !path.is_empty() {
        canvas.paragraph("  ", &[(&path, Style::Faint)]);
    }
    detail(canvas, "  ", &one.quote);
    if let Some(source) = source {
        canvas.whole(&format!("  {}", address(&source.url)), Style::Faint);
    }
}

/// What changed since an earlier answer, if this run rechecked it.
fn changes(canvas: &mut Canvas, job: &JobView, locale: Locale) {
    let Some(changes) = &job.changes else { return };
    let day = changes.since.split('T').next().unwrap_or_default().to_owned();
    if changes.claims.is_empty() {
        canvas.gap();
        canvas.paragraph("", &[(&locale.say(Msg::NothingChanged { day }), Style::Strong)]);
        return;
    }
    let found: Vec<String> = changes.claims.iter().map(|change| change.said().to(locale)).collect();
    list(canvas, &locale.say(Msg::ChangedSince { day }), &found);
}

fn confidence(canvas: &mut Canvas, confidence: Confidence, reasons: &[String], locale: Locale) {
    let (level, style) = match confidence {
        Confidence::High => (Msg::ConfidenceHigh, Style::Good),
        Confidence::Medium => (Msg::ConfidenceMedium, Style::Fair),
        Confidence::Low => (Msg::ConfidenceLow, Style::Fair),
        Confidence::Insufficient => (Msg::ConfidenceInsufficient, Style::Bad),
    };
    let level = level.to(locale);
    let sentence = locale.say(Msg::Confidence { level: level.clone() });
    let (before, after) = sentence.split_once(&level).unwrap_or((&sentence, ""));
    let reasons = locale.in_a_row(reasons);
    let because = if reasons.is_empty() { String::new() } else { format!(" · {reasons}") };
    let spans = [(before, Style::Plain), (&level, style), (after, Style::Plain), (&because, Style::Faint)];
    canvas.paragraph("", &spans);
}

fn no_answer(canvas: &mut Canvas, job: &JobView, locale: Locale) {
    canvas.paragraph("", &[(&job.question, Style::Strong)]);
    canvas.gap();
    let sentence = match (&job.error, job.status) {
        (Some(_), JobStatus::Cancelled) => Msg::AnswerNoneBecause { why: locale.say(Msg::ItWasCancelled) },
        (Some(error), _) => Msg::AnswerNoneBecause { why: error.message.clone() },
        (None, JobStatus::Waiting) => Msg::AnswerWaitsForReply,
        (None, JobStatus::Queued) => job.line.map_or(Msg::WaitsForTurn, |line| line.said(locale)),
        (None, JobStatus::Running | JobStatus::Completed | JobStatus::Failed | JobStatus::Cancelled) => {
            Msg::AnswerInProgress
        }
    };
    let style = if job.error.is_some() { Style::Bad } else { Style::Plain };
    canvas.paragraph("", &[(&sentence.to(locale), style)]);
}

fn conflicts(canvas: &mut Canvas, job: &JobView, locale: Locale) {
    if job.conflicts.is_empty() {
        return;
    }
    let sources: BTreeMap<&SourceId, &SourceView> =
        job.sources.iter().map(|source| (&source.id, source)).collect();
    canvas.heading(&locale.say(Msg::WhereSourcesDisagree));
    for ConflictView { about, positions, preferred, why } in &job.conflicts {
        canvas.paragraph("  ", &[(about, Style::Plain)]);
        for position in positions {
            let who: Vec<String> = position.source_ids.iter().map(|id| named(id, &sources, locale)).collect();
            let chosen = preferred.as_ref() == Some(&position.value);
            let style = if chosen { Style::Strong } else { Style::Plain };
            canvas.paragraph(
                "   - ",
                &[(&position.value, style), (" ", Style::Plain), (&who.concat(), Style::Faint)],
            );
        }
        let why = why.clone();
        let verdict = match preferred.clone() {
            Some(value) => Msg::Preferred { value, why },
            None => Msg::AnswerNonePreferred { why },
        };
        let verdict = verdict.to(locale);
        canvas.paragraph("     ", &[(verdict.trim(), Style::Faint)]);
    }
}

fn named(id: &SourceId, sources: &BTreeMap<&SourceId, &SourceView>, locale: Locale) -> String {
    match sources.get(id) {
        Some(SourceView { number: Some(number), .. }) => format!("[{number}]"),
        Some(source) => format!("({})", source.place_in(locale)),
        None => format!("({})", locale.say(Msg::AnswerASource)),
    }
}

fn sources(canvas: &mut Canvas, job: &JobView, locale: Locale) {
    let numbered: Vec<(u32, &SourceView)> =
        job.sources.iter().filter_map(|source| source.number.map(|number| (number, source))).collect();
    if !numbered.is_empty() {
        canvas.heading(&locale.say(Msg::HeadingSources));
    }
    let digits = numbered.iter().map(|(number, _)| number.to_string().len()).max().unwrap_or(1);
    for (number, source) in numbered {
        let first = format!(" {:>width$} ", format!("[{number}]"), width = digits + 2);
        let title = if source.title.trim().is_empty() { &source.url } else { &source.title };
        let day = source.published_at.as_deref().and_then(|at| at.get(..10)).unwrap_or_default();
        let mut about = format!(" · {}", source.place_in(locale));
        let cut = if source.truncated { locale.say(Msg::AnswerFirstPart) } else { String::new() };
        for part in [day, &cut] {
            if !part.is_empty() {
                about.push_str(" · ");
                about.push_str(part);
            }
        }
        canvas.paragraph(&first, &[(title, Style::Plain), (&about, Style::Faint)]);
        canvas.whole(&format!("{}{}", " ".repeat(first.len()), address(&source.url)), Style::Faint);
    }
    let others: Vec<&str> =
        job.sources.iter().filter(|source| source.number.is_none()).map(titled).take(ASIDE).collect();
    let all = job.sources.iter().filter(|source| source.number.is_none()).count();
    if !others.is_empty() {
        canvas.gap();
        let label = format!("{}: ", locale.say(Msg::AnswerNotCited { count: all as u64 }));
        canvas.paragraph("", &[(&label, Style::Plain), (&and_more(&others, all, locale), Style::Faint)]);
    }
}

fn titled(source: &SourceView) -> &str {
    if source.title.trim().is_empty() { &source.url } else { &source.title }
}

fn and_more(shown: &[&str], all: usize, locale: Locale) -> String {
    let count = all.saturating_sub(shown.len()) as u64;
    let mut shown = shown.join(locale.semicolon());
    if count > 0 {
        shown += locale.semicolon();
        shown += &locale.say(Msg::AnswerMore { count });
    }
    shown
}

/// An address; that of a file in its own letters, if they leave no doubt where it ends.
fn address(url: &str) -> Cow<'_, str> {
    match path_of(url).as_deref().and_then(Path::to_str) {
        Some(path) if path.chars().all(|c| c.is_alphanumeric() || c.is_ascii_graphic()) => {
            Cow::Owned(format!("file://{path}"))
        }
        _ => Cow::Borrowed(url),
    }
}

fn unread(canvas: &mut Canvas, job: &JobView, locale: Locale) {
    if job.unread.is_empty() {
        return;
    }
    canvas.heading(&locale.say(Msg::AnswerNotRead));
    for page in job.unread.iter().take(ASIDE) {
        canvas.whole(&format!("  {}", address(&page.url)), Style::Plain);
        canvas.paragraph("    ", &[(&page.detail, Style::Faint)]);
    }
    if job.unread.len() > ASIDE {
        let more = locale.say(Msg::AnswerMore { count: (job.unread.len() - ASIDE) as u64 });
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

/// The last line: time, pages, providers, cost.
fn footer(canvas: &mut Canvas, job: &JobView, locale: Locale) {
    let meta = &job.metadata;
    let mut parts =
        vec![seconds(meta.duration_ms), locale.say(Msg::AnswerPagesRead { count: meta.sources_read as u64 })];
    if !meta.providers_used.is_empty() {
        let named = |provider: &String| match provider.as_str() {
            LIBRARY => locale.say(Msg::AnswerLibrary),
            other => other.to_owned(),
        };
        let places = meta.providers_used.iter().map(named).collect::<Vec<_>>().join(", ");
        parts.push(locale.say(Msg::AnswerAsked { places }));
    }
    parts.push(locale.say(match meta.model.clone() {
        Some(model) => Msg::AnswerTokens { count: meta.tokens.input + meta.tokens.output, model },
        None => Msg::AnswerNoModel,
    }));
    if meta.cost_usd > 0.0 {
        parts.push(format!("${:.3}", meta.cost_usd));
    }
    if let Some(reason) = job.stop_reason.and_then(ended) {
        parts.push(locale.say(reason));
    }
    parts.push(job.job_id.to_string());
    canvas.paragraph("", &[(&parts.join(" · "), Style::Faint)]);
}

/// Why research ended, if that says something about the answer.
fn ended(reason: StopReason) -> Option<Msg> {
    match reason {
        StopReason::Sufficient | StopReason::Saturated | StopReason::NothingFound => None,
        StopReason::BudgetExhausted => Some(Msg::AnswerOutOfBudget),
        StopReason::TimedOut => Some(Msg::AnswerOutOfTime),
        StopReason::StoppedByUser => Some(Msg::AnswerStopped),
    }
}

pub(crate) fn seconds(ms: u64) -> String {
    if ms < 100_000 { format!("{:.1} s", ms as f64 / 1000.0) } else { format!("{} s", ms / 1000) }
}
