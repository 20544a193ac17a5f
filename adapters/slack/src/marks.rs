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
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Messages whose marks are kept in mind.
const MOST: usize = 10_000;
/// How often a last mark waits for room.
const TRIES: u32 = 500;

pub struct Marks {
    client: Arc<SlackApi>,
    /// What of ours stands at a message, by its id.
    standing: DashMap<String, Vec<Mark>>,
    /// The newest mark of each message.
    wanted: DashMap<String, Mark>,
    /// When this process put its first mark, in seconds since 1970: before that another one may have talked.
    began: OnceLock<f64>,
}

impl Marks {
    pub fn new(client: Arc<SlackApi>) -> Self {
        Self { client, standing: DashMap::new(), wanted: DashMap::new(), began: OnceLock::new() }
    }

    /// Puts a mark at the message that asked; a last one takes the place of those before it. Where there is no room the
    /// first one is dropped, and a last one comes later.
    pub async fn put(self: &Arc<Self>, access: &Access, handle: &Handle, mark: Mark) -> Result<(), Trouble> {
        let handle = &handle.where_asked();
        let Some(asked) = &handle.asked else { return Ok(()) };
        let id = message_id(&handle.channel, asked);
        remember(&self.wanted, id.clone(), mark);
        match self.put_now(access, handle, mark).await {
            Ok(()) => Ok(()),
            Err(Failed::Later(wait)) => {
                if mark != Mark::Seen {
                    let (marks, access, handle) = (self.clone(), access.clone(), handle.clone());
                    tokio::spawn(async move { marks.put_later(&access, &handle, mark, wait).await });
                }
                Ok(())
            }
            Err(failed) => Err(failed.into()),
        }
    }

    /// Does a mark of ours stand at the message that asked, as far as this process knows?
    pub fn stands(&self, handle: &Handle) -> bool {
        let handle = handle.where_asked();
        let asked = handle.asked.as_deref().unwrap_or_default();
        self.standing.get(&message_id(&handle.channel, asked)).is_some_and(|stand| !stand.is_empty())
    }

    /// As soon as there is room, unless another mark is wanted by then.
    async fn put_later(&self, access: &Access, handle: &Handle, mark: Mark, mut wait: Duration) {
        let id = message_id(&handle.channel, handle.asked.as_deref().unwrap_or_default());
        for _ in 0..TRIES {
            tokio::time::sleep(wait).await;
            if self.wanted.get(&id).is_none_or(|wanted| *wanted != mark) {
                return;
            }
            match self.put_now(access, handle, mark).await {
                Err(Failed::Later(longer)) => wait = longer,
                Ok(()) | Err(_) => return,
            }
        }
    }

    async fn put_now(&self, access: &Access, handle: &Handle, mark: Mark) -> Result<(), Failed> {
        let Some(asked) = &handle.asked else { return Ok(()) };
        let id = message_id(&handle.channel, asked);
        let mut stand = self.stand(access, handle, asked, &id).await;
        let request = |mark: Mark| json!({"channel": handle.channel, "timestamp": asked, "name": name(mark)});
        let mut done = Ok(());
        if !stand.contains(&mark) {
            // The first sign that a question was seen does not wait for the last ones of others.
            let urgency = if mark == Mark::Seen { Urgency::Now } else { Urgency::Courtesy };
            done = self.request(access, "reactions.add", request(mark), "already_reacted", urgency).await;
            if done.is_ok() {
                stand.push(mark);
            }
        }
        let before: Vec<Mark> = stand.iter().copied().filter(|one| *one != mark).collect();
        if mark != Mark::Seen && matches!(done, Ok(()) | Err(Failed::Api(_))) {
            for before in before {
                let remove = request(before);
                match self.request(access, "reactions.remove", remove, "no_reaction", Urgency::Courtesy).await
                {
                    Ok(()) => stand.retain(|one| *one != before),
                    Err(failed) => done = done.and(Err(failed)),
                }
            }
        }
        remember(&self.standing, id, stand);
        done
    }

    /// `same` is Slack's word for: it was so already.
    async fn request(
        &self,
        access: &Access,
        method: &str,
        body: Value,
        same: &str,
        urgency: Urgency,
    ) -> Result<(), Failed> {
        match self.client.call(access, method, body, urgency).await {
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
}

fn remember<T>(kept: &DashMap<String, T>, id: String, value: T) {
    if kept.len() >= MOST {
        kept.clear();
    }
    kept.insert(id, value);
}

fn name(mark: Mark) -> &'static str {
    match mark {
        Mark::Seen => "eyes",
        Mark::Done => "white_check_mark",
        Mark::Weak => "warning",
        Mark::Failed => "x",
    }
}
