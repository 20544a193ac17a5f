//! The messages of a job in a platform's format: their content, and how to tell them apart.

use crate::card::Tone;
use crate::cards::DesiredMessage;
use crate::platform::{Content, Platform, Post, Reaction};
use gorkd_core::job::{Job, JobStatus};
use gorkd_core::model::sha256_hex;
use gorkd_core::ports::{ChatMessage, Delivery, MessageKey};

/// One message in the platform's format.
pub struct RenderedMessage<'a> {
    pub key: MessageKey,
    pub desired: &'a DesiredMessage,
    pub content: Content,
    pub hash: String,
}

/// The desired messages in the platform's format; several for one that is too long.
pub fn rendered<'a>(
    platform: &dyn Platform,
    delivery: &Delivery,
    desired: &'a [DesiredMessage],
) -> Vec<RenderedMessage<'a>> {
    let mut messages = Vec::new();
    for desired in desired {
        let contents = platform.render(&delivery.place, &desired.card);
        for (nth, content) in contents.into_iter().enumerate() {
            let key = match nth {
                0 => desired.key.clone(),
                nth => MessageKey::More(Box::new(desired.key.clone()), nth),
            };
            let hash = hash_of(&content);
            messages.push(RenderedMessage { key, desired, content, hash });
        }
    }
    messages
}

/// Whether the person would wait in vain without this message.
pub fn is_needed(key: &MessageKey) -> bool {
    match key {
        MessageKey::Answer | MessageKey::Question(_) => true,
        MessageKey::More(of, _) => matches!(**of, MessageKey::Question(_)),
        MessageKey::Asked
        | MessageKey::Status
        | MessageKey::Budget
        | MessageKey::Again
        | MessageKey::Older(_) => false,
    }
}

pub fn post_of<'a>(message: &'a RenderedMessage<'_>, row: &'a ChatMessage) -> Post<'a> {
    Post {
        key: &message.key,
        card: &message.desired.card,
        content: &message.content,
        nonce: &row.nonce,
        intent_at: row.intent_at,
        last: message.desired.last,
    }
}

pub fn final_reaction(job: &Job, desired: &[DesiredMessage]) -> Reaction {
    match job.status() {
        JobStatus::Failed | JobStatus::Cancelled => Reaction::Failed,
        JobStatus::Completed | JobStatus::Queued | JobStatus::Running | JobStatus::Waiting => {
            let tone = desired.iter().find(|one| one.key == MessageKey::Answer).map(|one| one.card.tone);
            if tone == Some(Tone::Caution) { Reaction::Caution } else { Reaction::Done }
        }
    }
}

fn hash_of(content: &Content) -> String {
    let files: Vec<(&str, String)> =
        content.files.iter().map(|file| (file.name.as_str(), sha256_hex(&file.content))).collect();
    sha256_hex(format!("{}{files:?}", content.body).as_bytes())[..32].to_owned()
}
