//! Agent sessions: what Slack shows next to a thread while gorkd works in it, with Slack's own stop button.
//!
//! A session keeps its state until another is sent, except `processing`, which expires after an hour. States
//! set by earlier processes are sent again, so a crash does not leave a thread at work forever.

use crate::client::{ApiError, Credentials, SlackApi};
use crate::handle::SlackHandle;
use crate::limits::Urgency;
use crate::responses::Empty;
use gorkd_chat::{Activity, PlatformError};
use gorkd_core::text::cut;
use gorkd_words::{Locale, Msg};
use moka::sync::Cache;
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Maximum characters of a session title; Slack allows 200.
const TITLE: usize = 80;
/// `processing` is sent again after this time.
const REFRESH: Duration = Duration::from_secs(20 * 60);
/// A workspace or conversation that does not allow sessions is tried again after this time.
const REFUSED_FOR: Duration = Duration::from_secs(60 * 60);
/// Number of threads whose state is remembered.
const CAPACITY: u64 = 10_000;

pub struct Sessions {
    client: Arc<SlackApi>,
    /// The state of each thread, and when it was sent.
    shown: Cache<String, (Activity, Instant)>,
    /// Workspaces, and conversations in them, that do not allow sessions.
    refused: Cache<String, ()>,
}

impl Sessions {
    pub fn new(client: Arc<SlackApi>) -> Self {
        let refused = Cache::builder().max_capacity(CAPACITY).time_to_live(REFUSED_FOR).build();
        Self { client, shown: Cache::new(CAPACITY), refused }
    }

    /// Sets the state of a thread's session if it has changed. A new session gets `title`. During a run, the
    /// update may be skipped, unless it is the `only_sign` that gorkd is working.
    pub async fn show(
        &self,
        credentials: &Credentials,
        handle: &SlackHandle,
        activity: Activity,
        title: &str,
        only_sign: bool,
    ) -> Result<(), PlatformError> {
        let Some(thread) = &handle.thread else { return Ok(()) };
        let key = key(handle, thread);
        let current = self.shown.get(&key);
        let fresh = |at: Instant| activity != Activity::Working || at.elapsed() < REFRESH;
        if current.is_some_and(|(shown, at)| shown == activity && fresh(at)) {
            return Ok(());
        }
        if self.are_allowed(handle) {
            let mut body = json!({
                "channel_id": handle.channel, "thread_ts": thread, "status": status(activity),
            });
            if current.is_none() && activity != Activity::Over {
                body["title"] = json!(cut(title, TITLE, |text| text.chars().count()));
                if !handle.user.is_empty() {
                    body["initiator_user_id"] = json!(handle.user);
                }
            }
            let urgency =
                if activity == Activity::Over || only_sign { Urgency::Now } else { Urgency::Courtesy };
            match self.client.call(credentials, "agents.sessions.setStatus", body, urgency).await {
                Ok(Empty {}) => {
                    self.record(handle, activity);
                    return Ok(());
                }
                Err(ApiError::Refused(code)) => self.refuse(handle, &code),
                Err(error) => return Err(error.into()),
            }
        }
        self.record(handle, activity);
        if current.is_none() && activity == Activity::Working {
            self.start_assistant(credentials, handle, thread, title).await;
        }
        Ok(())
    }

    /// Apps created before sessions existed have an assistant container instead: a title, and a status until
    /// the first message.
    async fn start_assistant(
        &self,
        credentials: &Credentials,
        handle: &SlackHandle,
        thread: &str,
        title: &str,
    ) {
        if !handle.direct {
            return;
        }
        let at = json!({"channel_id": handle.channel, "thread_ts": thread});
        let title = cut(title, TITLE, |text| text.chars().count());
        let calls = [
            ("assistant.threads.setStatus", "status", Locale::default().say(Msg::SlackReads)),
            ("assistant.threads.setTitle", "title", title),
        ];
        for (method, name, value) in calls {
            let mut body = at.clone();
            body[name] = json!(value);
            let shown = self.client.call(credentials, method, body, Urgency::Courtesy).await;
            if let Err::<Empty, _>(error) = shown {
                tracing::debug!(?error, method, "failed to show the start of a conversation");
            }
        }
    }

    /// Whether the conversation allows sessions, as far as is known.
    pub fn are_allowed(&self, handle: &SlackHandle) -> bool {
        !self.refused.contains_key(&handle.team) && !self.refused.contains_key(&conversation(handle))
    }

    /// Records a state that was set as part of another call.
    pub fn record(&self, handle: &SlackHandle, activity: Activity) {
        if let Some(thread) = &handle.thread {
            self.shown.insert(key(handle, thread), (activity, Instant::now()));
        }
    }

    /// Forgets the state of a thread, so that it is sent again.
    pub fn forget(&self, handle: &SlackHandle) {
        if let Some(thread) = &handle.thread {
            self.shown.invalidate(&key(handle, thread));
        }
    }

    fn refuse(&self, handle: &SlackHandle, code: &str) {
        tracing::debug!(code, channel = handle.channel, "this conversation does not allow sessions");
        let key = match code {
            "feature_disabled" | "unknown_method" | "missing_scope" => handle.team.clone(),
            // gorkd is not a member, or the app is not an agent.
            _ => conversation(handle),
        };
        self.refused.insert(key, ());
    }
}

fn conversation(handle: &SlackHandle) -> String {
    format!("{}|{}", handle.team, handle.channel)
}

fn key(handle: &SlackHandle, thread: &str) -> String {
    format!("{}|{thread}", conversation(handle))
}

pub fn status(activity: Activity) -> &'static str {
    match activity {
        Activity::Working => "processing",
        Activity::Waiting => "suspended",
        Activity::Over => "active",
    }
}
