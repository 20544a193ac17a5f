//! The marks at messages that asked: 👀 while a run is under way, then what came of it.
//!
//! A mark that stands is not put again, and one that does not stand is not taken back. What this process has not put
//! itself it looks up once, and only at messages that are older than its own first mark.

use crate::client::{Access, Failed, SlackApi};
use crate::handle::{Handle, message_id};
use crate::limits::Urgency;
use dashmap::DashMap;
use gorkd_chat::{Mark, Trouble};
use serde_json::{Value, json};
use std::sync::{Arc, OnceLock};
use std::time::{SystemTime, UNIX_EPOCH};

/// Messages whose marks are kept in mind.
const MOST: usize = 10_000;

pub struct Marks {
    client: Arc<SlackApi>,
    /// What of ours stands at a message, by its id.
    standing: DashMap<String, Vec<Mark>>,
    /// When this process put its first mark, in seconds since 1970: before that another one may have talked.
    began: OnceLock<f64>,
}

impl Marks {
    pub fn new(client: Arc<SlackApi>) -> Self {
        Self { client, standing: DashMap::new(), began: OnceLock::new() }
    }

    /// Puts a mark at the message that asked; a last one takes the place of those before it. Dropped where there is no
    /// room.
    pub async fn put(&self, access: &Access, handle: &Handle, mark: Mark) -> Result<(), Trouble> {
        let Some(asked) = &handle.asked else { return Ok(()) };
        let id = message_id(&handle.channel, asked);
        let mut stand = self.stand(access, handle, asked, &id).await;
        let request = |mark: Mark| json!({"channel": handle.channel, "timestamp": asked, "name": name(mark)});
        let mut put = Ok(());
        if !stand.contains(&mark) {
            put = self.request(access, "reactions.add", request(mark), "already_reacted").await;
            if put.is_ok() {
                stand.push(mark);
            }
        }
        let refused = matches!(put, Err(Failed::Later(_) | Failed::Unclear(_)));
        if mark != Mark::Seen && !refused {
            for before in stand.clone().into_iter().filter(|one| *one != mark) {
                let gone = self.request(access, "reactions.remove", request(before), "no_reaction").await;
                match gone {
                    Ok(()) => stand.retain(|one| *one != before),
                    Err(failed) => tracing::debug!(?failed, "a mark still stands"),
                }
            }
        }
        self.keep(id, stand);
        match put {
            Ok(()) | Err(Failed::Later(_)) => Ok(()),
            Err(failed) => Err(failed.into()),
        }
    }

    /// `same` is Slack's word for: it was so already.
    async fn request(&self, access: &Access, method: &str, body: Value, same: &str) -> Result<(), Failed> {
        match self.client.call(access, method, body, Urgency::Courtesy).await {
            Ok(_) => Ok(()),
            Err(Failed::Api(code)) if code == same => Ok(()),
            Err(failed) => Err(failed),
        }
    }

    async fn stand(&self, access: &Access, handle: &Handle, asked: &str, id: &str) -> Vec<Mark> {
        if let Some(stand) = self.standing.get(id) {
            return stand.clone();
        }
        let began = self
            .began
            .get_or_init(|| SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64());
        // Nobody else of ours can have marked what is younger.
        match asked.parse::<f64>().is_ok_and(|at| at < *began) {
            true => self.looked_up(access, handle, asked).await.unwrap_or_default(),
            false => Vec::new(),
        }
    }

    /// None where Slack does not tell; a mark that is put twice changes nothing.
    async fn looked_up(&self, access: &Access, handle: &Handle, asked: &str) -> Option<Vec<Mark>> {
        let courtesy = Urgency::Courtesy;
        let us = self.client.call(access, "auth.test", json!({}), courtesy).await.ok()?;
        let look = json!({
            "channel": handle.channel, "ts": handle.thread.as_deref().unwrap_or(asked), "oldest": asked,
            "latest": asked, "inclusive": true, "limit": 2,
        });
        let found = self.client.call(access, "conversations.replies", look, courtesy).await.ok()?;
        let mut messages = found["messages"].as_array().into_iter().flatten();
        let message = messages.find(|one| one["ts"] == asked)?;
        let ours = |mark: &Mark| {
            let mut reactions = message["reactions"].as_array().into_iter().flatten();
            let users = reactions.find(|one| one["name"] == name(*mark)).map(|one| &one["users"]);
            users.and_then(Value::as_array).is_some_and(|users| users.contains(&us["user_id"]))
        };
        Some(Mark::ALL.into_iter().filter(ours).collect())
    }

    fn keep(&self, id: String, stand: Vec<Mark>) {
        if self.standing.len() >= MOST {
            self.standing.clear();
        }
        self.standing.insert(id, stand);
    }
}

fn name(mark: Mark) -> &'static str {
    match mark {
        Mark::Seen => "eyes",
        Mark::Done => "white_check_mark",
        Mark::Weak => "warning",
        Mark::Failed => "x",
    }
}
