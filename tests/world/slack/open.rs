//! Delivers what people did: over a socket or by signed requests, again when nobody took it, and wrongly on demand.

use super::mail::{Ack, Mail, MailKind};
use super::state::{Books, Message};
use super::{Shared, Transport, http};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
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

type Waiting = Mutex<BTreeMap<(usize, String), oneshot::Sender<()>>>;

fn waiting() -> &'static Waiting {
    static WAITING: OnceLock<Waiting> = OnceLock::new();
    WAITING.get_or_init(Waiting::default)
}

/// An envelope of this simulator was taken.
pub fn acknowledged(shared: &Arc<Shared>, envelope: &str) {
    let key = (Arc::as_ptr(shared) as usize, envelope.to_owned());
    let found = waiting().lock().unwrap_or_else(PoisonError::into_inner).remove(&key);
    if let Some(waiting) = found {
        let _ = waiting.send(());
    }
}

/// For ever: takes what is due and hands it on.
pub async fn deliver(shared: Arc<Shared>) {
    loop {
        let due = next(&mut shared.books());
        match due {
            Some(mail) => {
                let shared = shared.clone();
                tokio::spawn(async move { hand_on(&shared, mail).await });
                // In order, as far as a network keeps it.
                tokio::task::yield_now().await;
            }
            None => {
                let _ = tokio::time::timeout(Duration::from_millis(10), shared.mail.notified()).await;
            }
        }
    }
}

/// The next one that is due, if anybody is there to take it.
fn next(books: &mut Books) -> Option<Mail> {
    let ready = match &books.transport {
        Transport::Socket => !books.sockets.is_empty(),
        Transport::Http(bases) => !bases.is_empty(),
    };
    if !ready || books.down {
        return None;
    }
    let now = Instant::now();
    if books.swap > 0 && books.mail.len() >= 2 {
        books.swap -= 1;
        books.mail.swap(0, 1);
    }
    let at = books.mail.iter().position(|mail| mail.due <= now)?;
    let mut mail = books.mail.remove(at)?;
    if books.duplicate > 0 && mail.retry == 0 {
        books.duplicate -= 1;
        books.mail.push_back(mail.clone());
    }
    if books.lose > 0 && mail.retry == 0 && mail.kind == MailKind::Event {
        books.lose -= 1;
        mail.lost = true;
    }
    Some(mail)
}

async fn hand_on(shared: &Arc<Shared>, mail: Mail) {
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
            mail.lost = false;
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

async fn over_socket(shared: &Arc<Shared>, mail: &Mail, start: Instant) -> bool {
    let (sender, mut receiver) = oneshot::channel();
    let key = {
        let mut books = shared.books();
        let id = books.id("envelope-");
        let at = books.turn() % books.sockets.len().max(1);
        let Some(socket) = books.sockets.get(at) else { return false };
        let key = (Arc::as_ptr(shared) as usize, id.clone());
        waiting().lock().unwrap_or_else(PoisonError::into_inner).insert(key.clone(), sender);
        if socket.out.send(envelope(mail, &id)).is_err() {
            return false;
        }
        key
    };
    if matches!(tokio::time::timeout(IN_TIME, &mut receiver).await, Ok(Ok(()))) {
        return true;
    }
    let (shared, kind) = (shared.clone(), mail.kind);
    tokio::spawn(async move {
        let came = tokio::time::timeout(STILL, receiver).await;
        waiting().lock().unwrap_or_else(PoisonError::into_inner).remove(&key);
        if matches!(came, Ok(Ok(()))) {
            shared.books().acks.push(Ack { kind, took: start.elapsed(), in_time: false });
            shared.changed();
        }
    });
    false
}

fn envelope(mail: &Mail, id: &str) -> Value {
    let kind = match mail.kind {
        MailKind::Event => "events_api",
        MailKind::Command => "slash_commands",
        MailKind::Interaction => "interactive",
    };
    let mut envelope = json!({
        "envelope_id": id, "type": kind, "payload": mail.payload,
        "accepts_response_payload": mail.kind != MailKind::Event,
    });
    if mail.kind == MailKind::Event {
        envelope["retry_attempt"] = json!(mail.retry);
        envelope["retry_reason"] = json!(if mail.retry > 0 { "timeout" } else { "" });
    }
    envelope
}
