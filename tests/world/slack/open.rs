//! Delivers what people did: over a socket or by signed requests, again when nobody took it, and wrongly on demand.

use super::state::{Books, Mail, MailKind};
use super::{Shared, Transport, http};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// How long an acknowledgement is waited for. Slack's three seconds, and room for a machine that does much else at the
/// same time; how long each took is kept.
pub const WAIT: Duration = Duration::from_secs(12);
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
        Transport::Http(base) => base.is_some(),
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
    let taken = if mail.lost {
        false
    } else {
        let transport = shared.books().transport.clone();
        match transport {
            Transport::Socket => over_socket(shared, &mail).await,
            Transport::Http(Some(base)) => http::deliver(&base, &mail).await,
            Transport::Http(None) => false,
        }
    };
    let mut books = shared.books();
    if taken {
        books.acks.push(start.elapsed());
    } else {
        again(&mut books, mail);
    }
    drop(books);
    shared.changed();
}

fn again(books: &mut Books, mut mail: Mail) {
    let wait = AGAIN.get(mail.retry as usize).copied();
    match (mail.kind, wait) {
        (MailKind::Event, Some(wait)) => {
            mail.due = Instant::now() + books.simulated(wait);
            mail.retry += 1;
            mail.lost = false;
            books.mail.push_back(mail);
        }
        _ => books.undelivered.push(format!("{:?} {}", mail.kind, mail.payload["type"])),
    }
}

async fn over_socket(shared: &Arc<Shared>, mail: &Mail) -> bool {
    let (sender, receiver) = oneshot::channel();
    let key = {
        let mut books = shared.books();
        let id = books.id("envelope-");
        let at = books.clock as usize % books.sockets.len().max(1);
        let Some(socket) = books.sockets.get(at) else { return false };
        let key = (Arc::as_ptr(shared) as usize, id.clone());
        waiting().lock().unwrap_or_else(PoisonError::into_inner).insert(key.clone(), sender);
        if socket.out.send(envelope(mail, &id)).is_err() {
            return false;
        }
        key
    };
    let taken = matches!(tokio::time::timeout(WAIT, receiver).await, Ok(Ok(())));
    waiting().lock().unwrap_or_else(PoisonError::into_inner).remove(&key);
    taken
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
