//! Other vendors' API contracts, served by gorkd's own service: research sessions, chat messages, and OpenAI's
//! chat completions. Each is a translation without decisions: a request becomes a question, and the response is
//! a function of the job's journal.

pub mod chat;
mod cited;
pub mod completions;
mod conversation;
pub mod errors;
mod follow;
pub mod models;
mod phases;
pub mod research;
mod sse;

use crate::access::Asker;
use crate::parts::Web;
use gorkd_core::engine::{Ask, ChosenTerms};
use gorkd_core::model::{Place, Planning};
use std::sync::atomic::Ordering;

/// Maximum bytes of a body that contains a whole conversation.
const MOST: usize = 1 << 20;

/// A question under these contracts, which have no way to ask back.
fn question(web: &Web, asker: &Asker, text: String, terms: ChosenTerms) -> Ask {
    Ask {
        text,
        terms: ChosenTerms { planning: Some(Planning::Auto), ..terms },
        requester: asker.requester.clone(),
        place: Place(asker.requester.key()),
        time_zone: "UTC".to_owned(),
        library: Some(web.library.load(Ordering::Relaxed)),
        unattended: true,
        scopes: asker.scopes.clone(),
        ..Ask::default()
    }
}
