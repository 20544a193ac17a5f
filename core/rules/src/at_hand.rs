//! Whether a turn may reuse documents that earlier turns of its thread have read.

use super::text::words::{fold, words};
use gorkd_core::job::Job;
use gorkd_core::model::{Document, Question};

/// A page that was read longer ago is read again, because it may have changed. Attached files don't age.
const FRESH_MS: u64 = 24 * 60 * 60 * 1000;
/// Documents of a long thread that are looked through again, newest first.
const MOST: usize = 24;

/// Is the document as good as read now, and wanted?
pub fn may_be_reused(job: &Job, document: &Document) -> bool {
    let newer = job.at_hand.iter().rev().take(MOST).any(|kept| kept == document);
    newer
        && !job.excluded.contains(&document.source_id())
        && (document.is_private() || job.asked_at.since(document.fetched_at) < FRESH_MS)
}

/// Does a text hold most of what the question is about? Only then is it looked through for evidence.
pub fn bears_on(question: &Question, text: &str) -> bool {
    let wanted: Vec<String> = super::plan::content_words(&question.text, &question.language)
        .iter()
        .map(|word| fold(word))
        .filter(|word| word.chars().count() > 2)
        .collect();
    let named = question.entities.iter().map(|name| fold(name)).any(|name| fold(text).contains(&name));
    if wanted.is_empty() || named {
        return true;
    }
    let said: std::collections::BTreeSet<String> = words(text).iter().map(|word| fold(word.text)).collect();
    let stem =
        |word: &str| word.chars().take(word.chars().count().saturating_sub(2).max(4)).collect::<String>();
    let holds =
        |word: &&String| said.range(stem(word)..).next().is_some_and(|next| next.starts_with(&stem(word)));
    let held = wanted.iter().filter(holds).count();
    held * 2 >= wanted.len()
}
