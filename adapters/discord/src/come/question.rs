//! Who asks, and where: as the desk wants it.

use super::payload::{Attachment, Interaction, Member, User};
use super::places::Known;
use crate::api::Api;
use crate::handle::{DIRECT, Handle, NAME, channel_of, direct, in_server, server, thread_name};
use crate::permissions::{GOVERNS, bits};
use gorkd_chat::{Person, Spot};
use gorkd_core::engine::File;
use gorkd_core::model::{Place, Requester};
use gorkd_core::ports::RawContent;

/// Bytes of one file that is taken.
const FILE: usize = 25 << 20;
const FILES: usize = 10;

/// The person of an interaction.
pub fn person_of(come: &Interaction, more: Vec<String>) -> Person {
    let mut roles = come.member.as_ref().map(|member| member.roles.clone()).unwrap_or_default();
    let permissions = come.member.as_ref().and_then(|member| member.permissions.as_ref()).map_or(0, bits);
    if permissions & GOVERNS != 0 {
        roles.push("admin".to_owned());
    }
    roles.extend(more);
    person(come.person().id, roles, come.locale.as_deref().unwrap_or_default())
}

pub fn person(user: u64, roles: Vec<String>, locale: &str) -> Person {
    Person {
        requester: Requester {
            platform: NAME.to_owned(),
            user: user.to_string(),
            roles,
            locale: locale.to_owned(),
        },
        id: user.to_string(),
        time_zone: String::new(),
    }
}

/// As people call each other in a server.
pub fn name_of(user: &User, member: Option<&Member>) -> String {
    let nick = member.and_then(|member| member.nick.clone());
    nick.or_else(|| user.global_name.clone()).unwrap_or_else(|| user.username.clone())
}

/// The spot of a question that stands in a message: a thread's own, a thread that will be opened on the message, a
/// conversation by replies, or direct messages.
pub fn spot(known: &Known, message: u64, question: &str) -> Spot {
    let marks = Some((known.thread.unwrap_or(known.channel), message));
    if known.direct {
        let handle = Handle { channel: known.channel, marks, ..Handle::default() };
        return Spot {
            direct: true,
            private: true,
            ours: true,
            ..base(known, direct(known.channel), &handle)
        };
    }
    let handle = match (known.thread, known.opens_threads) {
        (Some(thread), _) => Handle { channel: thread, marks, ..Handle::default() },
        (None, true) => Handle {
            channel: known.channel,
            anchor: Some(message),
            name: thread_name(question),
            marks,
            ..Handle::default()
        },
        (None, false) => {
            Handle { channel: known.channel, answers: Some(message), marks, ..Handle::default() }
        }
    };
    let place = in_server(known.guild, known.channel, known.thread.unwrap_or(message));
    Spot { ours: known.ours || known.thread.is_none(), ..base(known, place, &handle) }
}

/// The spot of an answer that only the asker sees. `number` is unlike any thread's.
pub fn alone(known: &Known, number: u64, handle: &Handle) -> Spot {
    let place = match known.direct {
        true => direct(known.channel),
        false => Place(format!("{}:~{number}", channel_of(known.guild, known.channel))),
    };
    Spot { private: true, direct: known.direct, ..base(known, place, handle) }
}

/// A place, and what it lies in.
pub fn base(known: &Known, place: Place, handle: &Handle) -> Spot {
    let (channel, workspace) = match known.direct {
        true => (format!("{NAME}:{DIRECT}:{}", known.channel), format!("{NAME}:{DIRECT}")),
        false => (channel_of(known.guild, known.channel), server(known.guild)),
    };
    Spot { place, channel, workspace, private: known.private, handle: handle.write(), ..Spot::default() }
}

/// Files that were handed over; the names of those that could not be had.
pub async fn files(api: &Api, attachments: &[Attachment]) -> (Vec<File>, Vec<String>) {
    let (mut files, mut missed) = (Vec::new(), Vec::new());
    for attached in attachments.iter().take(FILES) {
        let fits = usize::try_from(attached.size).is_ok_and(|size| size <= FILE);
        let content = if fits { api.download(&attached.url, FILE).await } else { None };
        match content {
            Some(bytes) => files.push(File {
                name: attached.filename.clone(),
                content: RawContent::Bytes(bytes),
                content_type: attached.content_type.clone(),
                kind: None,
            }),
            None => missed.push(attached.filename.clone()),
        }
    }
    (files, missed)
}
