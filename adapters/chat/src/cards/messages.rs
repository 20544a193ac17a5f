//! The messages that belong in a place, as a pure function of a job.

use super::answer::answer;
use super::context::CardContext;
use super::{failed, notices, questions, status};
use crate::card::Card;
use crate::keys::{ANSWER, SHOW_AGAIN, STATUS, WITHDRAWN};
use gorkd_core::job::JobStatus;
use std::collections::BTreeSet;

/// A message that belongs in the place.
#[derive(Clone, Debug, PartialEq)]
pub struct DesiredMessage {
    pub key: String,
    pub card: Card,
    /// Its content is final.
    pub last: bool,
}

impl DesiredMessage {
    fn new(key: impl Into<String>, card: Card, last: bool) -> Self {
        Self { key: key.into(), card, last }
    }
}

/// The messages of a job in a place, in order. `posted` holds the keys of those already there.
pub fn desired_messages(context: &CardContext<'_>, posted: &BTreeSet<String>) -> Vec<DesiredMessage> {
    let has = |name: &str| context.telling.extras.iter().any(|extra| extra == name);
    if has(WITHDRAWN) {
        return Vec::new();
    }
    let over = context.job.status().is_over();
    let mut messages = Vec::new();
    // A run that was over before it was shown here has no progress to show.
    if !over || posted.contains(STATUS) {
        messages.push(DesiredMessage::new(STATUS, status::status(context), over));
    }
    for (key, card, last) in questions::questions(context) {
        if !last || posted.contains(&key) {
            messages.push(DesiredMessage::new(key, card, last));
        }
    }
    match context.job.status() {
        JobStatus::Completed => messages.push(DesiredMessage::new(ANSWER, answer(context), true)),
        JobStatus::Failed | JobStatus::Cancelled => {
            messages.push(DesiredMessage::new(ANSWER, failed::failed(context), true));
        }
        JobStatus::Queued | JobStatus::Running | JobStatus::Waiting => {}
    }
    if has(SHOW_AGAIN) {
        let card = notices::show_again(&context.job.id, context.locale);
        messages.push(DesiredMessage::new(SHOW_AGAIN, card, true));
    }
    messages.iter_mut().for_each(|one| one.card.locale = context.locale);
    messages
}
