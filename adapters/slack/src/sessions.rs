//! Agent sessions: what Slack shows beside a thread while gorkd works in it, with Slack's own stop button.
//!
//! A session's state holds until another one is sent, but for `processing`, which lapses after an hour. What this
//! process has not sent itself is sent again, so a crash leaves no thread at work for ever.

use crate::client::{Access, Failed, SlackApi};
use crate::handle::Handle;
use crate::limits::Urgency;
use dashmap::DashMap;
use gorkd_chat::{Activity, Trouble};
use gorkd_core::text::cut;
use gorkd_words::{Locale, Msg};
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Characters of the title of a session; Slack takes 200.
const TITLE: usize = 80;
/// `processing` is sent again after so long.
const RENEW: Duration = Duration::from_secs(20 * 60);
/// A workspace or conversation that has no sessions is asked again after so long.
const REFUSED: Duration = Duration::from_secs(60 * 60);
/// Threads whose state is kept in mind.
const MOST: usize = 10_000;

pub struct Sessions {
    client: Arc<SlackApi>,
    /// The state of each thread, and when it was sent.
    shown: DashMap<String, (Activity, Instant)>,
    /// Workspaces, and conversations of a workspace, without sessions.
    refused: DashMap<String, Instant>,
}

impl Sessions {
    pub fn new(client: Arc<SlackApi>) -> Self {
        Self { client, shown: DashMap::new(), refused: DashMap::new() }
    }

    /// Sets the state of a thread's session if it has changed. A new session gets `title`. It is a courtesy while a run
    /// is under way, unless it is the `only_sign` of that.
    pub async fn show(
        &self,
        access: &Access,
        handle: &Handle,
        activity: Activity,
        title: &str,
        only_sign: bool,
    ) -> Result<(), Trouble> {
        let Some(thread) = &handle.thread else { return Ok(()) };
        let key = key(handle, thread);
        let stands = self.shown.get(&key).map(|shown| *shown);
        let fresh = |at: Instant| activity != Activity::Working || at.elapsed() < RENEW;
        if stands.is_some_and(|(shown, at)| shown == activity && fresh(at)) {
            return Ok(());
        }
        if self.may(handle) {
            let mut body = json!({
                "channel_id": handle.channel, "thread_ts": thread, "status": status(activity),
            });
            if stands.is_none() && activity != Activity::Over {
                body["title"] = json!(cut(title, TITLE, |text| text.chars().count()));
                if !handle.user.is_empty() {
                    body["initiator_user_id"] = json!(handle.user);
                }
            }
            let urgency =
                if activity == Activity::Over || only_sign { Urgency::Now } else { Urgency::Courtesy };
            match self.client.call(access, "agents.sessions.setStatus", body, urgency).await {
                Ok(_) => {
                    self.note(handle, activity);
                    return Ok(());
                }
                Err(Failed::Api(code)) => self.refuse(handle, &code),
                Err(failed) => return Err(failed.into()),
            }
        }
        self.note(handle, activity);
        if stands.is_none() && activity == Activity::Working {
            self.begin_as_assistant(access, handle, thread, title).await;
        }
        Ok(())
    }

    /// Apps made before sessions have an assistant's container: a title, and a line until the first message is there.
    async fn begin_as_assistant(&self, access: &Access, handle: &Handle, thread: &str, title: &str) {
        if !handle.direct {
            return;
        }
        let at = json!({"channel_id": handle.channel, "thread_ts": thread});
        let title = cut(title, TITLE, |text| text.chars().count());
        let wanted = [
            ("assistant.threads.setStatus", "status", Locale::default().say(Msg::SlackReads)),
            ("assistant.threads.setTitle", "title", title),
        ];
        for (method, name, value) in wanted {
            let mut body = at.clone();
            body[name] = json!(value);
            if let Err(failed) = self.client.call(access, method, body, Urgency::Courtesy).await {
                tracing::debug!(?failed, method, "Slack does not show that a conversation has begun");
            }
        }
    }

    /// Does Slack keep sessions there, as far as is known?
    pub fn may(&self, handle: &Handle) -> bool {
        let holds = |key: &str| self.refused.get(key).is_some_and(|at| at.elapsed() < REFUSED);
        !holds(&handle.team) && !holds(&conversation(handle))
    }

    /// Remembers a state that Slack has set as part of another call.
    pub fn note(&self, handle: &Handle, activity: Activity) {
        if let Some(thread) = &handle.thread {
            if self.shown.len() >= MOST {
                self.shown.clear();
            }
            self.shown.insert(key(handle, thread), (activity, Instant::now()));
        }
    }

    /// Forgets the state of a thread, so that it is sent again.
    pub fn forget(&self, handle: &Handle) {
        if let Some(thread) = &handle.thread {
            self.shown.remove(&key(handle, thread));
        }
    }

    fn refuse(&self, handle: &Handle, code: &str) {
        tracing::debug!(code, channel = handle.channel, "no sessions are to be had there");
        let at = match code {
            "feature_disabled" | "unknown_method" | "missing_scope" => handle.team.clone(),
            // No member of this conversation, or no agent app at all.
            _ => conversation(handle),
        };
        self.refused.insert(at, Instant::now());
    }
}

fn conversation(handle: &Handle) -> String {
    format!("{}|{}", handle.team, handle.channel)
}

fn key(handle: &Handle, thread: &str) -> String {
    format!("{}|{thread}", conversation(handle))
}

pub fn status(activity: Activity) -> &'static str {
    match activity {
        Activity::Working => "processing",
        Activity::Waiting => "suspended",
        Activity::Over => "active",
    }
}
