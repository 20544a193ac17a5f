//! The messages that should be in a place, as a pure function of a job.

use super::answer::answer;
use super::context::CardContext;
use super::{failed, notices, questions, status};
use crate::card::Card;
use gorkd_core::job::JobStatus;
use gorkd_core::ports::{Extra, MessageKey};
use std::collections::BTreeSet;

/// A message that should be in the place.
#[derive(Clone, Debug, PartialEq)]
pub struct DesiredMessage {
    pub key: MessageKey,
    pub card: Card,
    /// The content is final.
    pub last: bool,
}

impl DesiredMessage {
    fn new(key: MessageKey, card: Card, last: bool) -> Self {
        Self { key, card, last }
    }
}

/// The messages of a job in a place, in order. `posted` holds the keys of those already there.
pub fn desired_messages(context: &CardContext<'_>, posted: &BTreeSet<MessageKey>) -> Vec<DesiredMessage> {
    let extras = &context.delivery.extras;
    if extras.contains(&Extra::Withdrawn) {
        return Vec::new();
    }
    let over = context.job.status().is_over();
    let mut messages = Vec::new();
    // A run that was over before it was first shown here has no progress to show.
    if !over || posted.contains(&MessageKey::Status) {
        messages.push(DesiredMessage::new(MessageKey::Status, status::status(context), over));
    }
    for (key, card, last) in questions::questions(context) {
        if !last || posted.contains(&key) {
            messages.push(DesiredMessage::new(key, card, last));
        }
    }
    match context.job.status() {
        JobStatus::Completed => {
            messages.push(DesiredMessage::new(MessageKey::Answer, answer(context), true));
        }
        JobStatus::Failed | JobStatus::Cancelled => {
            messages.push(DesiredMessage::new(MessageKey::Answer, failed::failed(context), true));
        }
        JobStatus::Queued | JobStatus::Running | JobStatus::Waiting => {}
    }
    if context.delivery.place == context.job.place
        && let Some(card) = notices::budget_used_up(context.job, context.locale)
    {
        messages.push(DesiredMessage::new(MessageKey::Budget, card, true));
    }
    if extras.contains(&Extra::Again) {
        let card = notices::show_again(&context.job.id, context.locale);
        messages.push(DesiredMessage::new(MessageKey::Again, card, true));
    }
    messages.iter_mut().for_each(|one| one.card.locale = context.locale);
    messages
}
