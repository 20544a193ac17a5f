//! Delivers what people did: over a socket or by signed requests, again when nobody took it, and wrongly on demand.

use super::mail::{Ack, Mail, MailKind};
use super::state::{Books, Message};
use super::{Shared, Transport, http};
use crate::world::chat::faults::spend;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// How long Slack waits for an acknowledgement, and how long a trigger lives: real seconds, whatever the simulator's
/// clock says. What is later is treated as Slack does it, on a machine that stalls too: events come again, triggers
/// have expired, and the person sees that it did not work.
pub const IN_TIME: Duration = Duration::from_secs(3);
/// How long a late acknowledgement is still listened for, to know how late it was.
const STILL: Duration = Duration::from_secs(60);
/// Simulated seconds before each of the tries after the first.
const AGAIN: [f64; 3] = [0.0, 60.0, 300.0];

/// An envelope was taken.
pub fn acknowledged(shared: &Shared, envelope: &str) {
    if let Some(waiting) = shared.books().waiting.remove(envelope) {
        let _ = waiting.send(());
    }
}

/// For ever: takes what is due and hands it on.
pub async fn deliver(shared: Shared) {
    loop {
        let due = next(&mut shared.books());
        match due {
            Some(mail) => {
                let shared = shared.clone();
                tokio::spawn(async move { hand_on(&shared, mail).await });
                // In order, as far as a network keeps it.
                tokio::task::yield_now().await;
            }
            None => shared.change().await,
        }
    }
}

/// The next one that is due, if anybody is there to take it.
fn next(books: &mut Books) -> Option<Mail> {
    let ready = match &books.transport {
        Transport::Socket => !books.sockets.is_empty(),
        Transport::Http(bases) => !bases.is_empty(),
    };
    if !ready || books.faults.outage {
        return None;
    }
    let now = Instant::now();
    if books.faults.swapped > 0 && books.mail.len() >= 2 {
        books.faults.swapped -= 1;
        books.mail.swap(0, 1);
    }
    let at = books.mail.iter().position(|mail| mail.due <= now)?;
    let mut mail = books.mail.remove(at)?;
    if mail.retry == 0 && spend(&mut books.faults.doubled, mail.kind.name()) {
        books.mail.push_back(mail.clone());
    }
    mail.lost = mail.retry == 0 && spend(&mut books.faults.dropped, mail.kind.name());
    Some(mail)
}

async fn hand_on(shared: &Shared, mail: Mail) {
    let start = Instant::now();
    let transport = shared.books().transport.clone();
    let taken = match transport {
        _ if mail.lost => false,
        Transport::Socket => over_socket(shared, &mail, start).await,
        Transport::Http(bases) => {
            let turn = shared.books().turn();
            match bases.get(turn % bases.len().max(1)) {
                Some(base) => http::deliver(base, &mail).await,
                None => false,
            }
        }
    };
    let took = start.elapsed();
    let mut books = shared.books();
    if taken {
        books.acks.push(Ack { kind: mail.kind, took, in_time: true });
    } else {
        if matches!(books.transport, Transport::Http(_)) && took >= IN_TIME {
            books.acks.push(Ack { kind: mail.kind, took, in_time: false });
        }
        again(&mut books, mail);
    }
    drop(books);
    shared.changed();
}

/// Events come again; who gave a command or pressed something is told that it did not work.
fn again(books: &mut Books, mut mail: Mail) {
    let wait = AGAIN.get(mail.retry as usize).copied();
    match (mail.kind, wait) {
        (MailKind::Event, Some(wait)) => {
            mail.due = Instant::now() + books.simulated(wait);
            mail.retry += 1;
            books.repeated += 1;
            books.mail.push_back(mail);
        }
        (MailKind::Event, None) => books.undelivered.push(format!("event {}", mail.payload["event"]["type"])),
        (MailKind::Command, _) => {
            let user = mail.payload["user_id"].as_str().unwrap_or_default().to_owned();
            sorry(
                books,
                &user,
                &mail.payload["channel_id"],
                "/research failed with the error “operation_timeout”",
            );
        }
        (MailKind::Interaction, _) => {
            let user = mail.payload["user"]["id"].as_str().unwrap_or_default().to_owned();
            sorry(books, &user, &mail.payload["channel"]["id"], "This app did not respond in time");
        }
    }
}

/// What Slack itself shows to a person.
fn sorry(books: &mut Books, user: &str, channel: &Value, text: &str) {
    let ts = books.ts();
    books.messages.push(Message {
        channel: channel.as_str().unwrap_or_default().to_owned(),
        ts,
        user: "USLACKBOT".to_owned(),
        text: text.to_owned(),
        only: Some(user.to_owned()),
        ..Message::default()
    });
}

async fn over_socket(shared: &Shared, mail: &Mail, start: Instant) -> bool {
    let (sender, mut receiver) = oneshot::channel();
    let key = {
        let mut books = shared.books();
        let id = books.id("envelope-");
        let at = books.turn() % books.sockets.len().max(1);
        let Some(socket) = books.sockets.get(at) else { return false };
        if socket.out.send(envelope(mail, &id)).is_err() {
            return false;
        }
        books.waiting.insert(id.clone(), sender);
        id
    };
    if matches!(tokio::time::timeout(IN_TIME, &mut receiver).await, Ok(Ok(()))) {
        return true;
    }
    let (shared, kind) = (shared.clone(), mail.kind);
    tokio::spawn(async move {
        let came = tokio::time::timeout(STILL, receiver).await;
        shared.books().waiting.remove(&key);
        if matches!(came, Ok(Ok(()))) {
            shared.books().acks.push(Ack { kind, took: start.elapsed(), in_time: false });
            shared.changed();
        }
    });
    false
}

fn envelope(mail: &Mail, id: &str) -> Value {
    let mut envelope = json!({
        "envelope_id": id, "type": mail.kind.name(), "payload": mail.payload,
        "accepts_response_payload": mail.kind != MailKind::Event,
    });
    if mail.kind == MailKind::Event {
        envelope["retry_attempt"] = json!(mail.retry);
        envelope["retry_reason"] = json!(if mail.retry > 0 { "timeout" } else { "" });
    }
    envelope
}
