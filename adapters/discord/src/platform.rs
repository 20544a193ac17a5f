//! Discord as the deliverer sees it: posts, edits, finds and marks messages.

use crate::api::{Api, Call, Fault, patiently};
use crate::handle::{DIRECT, Handle, NAME, direct};
use crate::render;
use async_trait::async_trait;
use dashmap::DashMap;
use gorkd_chat::{Card, Content, Found, Mark, Pace, Platform, Post, Trouble};
use gorkd_core::engine::Clock;
use gorkd_core::model::Place;
use gorkd_core::ports::Telling;
use gorkd_words::{Locale, Msg};
use reqwest::Method;
use serde_json::{Value, json};
use std::sync::Arc;

/// Only the person sees it.
const EPHEMERAL: u64 = 1 << 6;
/// "gorkd is thinking…"
pub const LOADING: u64 = 1 << 7;
/// Minutes without a word after which Discord archives a thread.
const ARCHIVE_AFTER: u64 = 1440;
const ARCHIVED: u64 = 50083;
const HAS_A_THREAD: u64 = 160_004;
/// Messages that are read back.
const BACK: u64 = 100;
/// Threads that are remembered as open, and messages whose mark is.
const REMEMBERED: usize = 10_000;

pub struct Discord {
    api: Api,
    clock: Arc<dyn Clock>,
    /// By message: was a thread opened on it, or do messages answer it?
    opened: DashMap<u64, bool>,
    /// The newest mark of a message that asked, as far as this process has put it, or is about to.
    marks: Arc<DashMap<u64, Mark>>,
}

/// Where a message goes.
enum Target {
    /// To one person, by a token.
    Alone(String),
    /// Into a channel or thread, perhaps as the answer to a message.
    Channel { channel: u64, answers: Option<u64> },
}

impl Discord {
    pub fn new(api: Api, clock: Arc<dyn Clock>) -> Self {
        Self { api, clock, opened: DashMap::new(), marks: Arc::default() }
    }

    async fn target(&self, to: &Telling) -> Result<Target, Trouble> {
        let handle = Handle::read(&to.handle);
        // Whatever is told there, only the asker may see it.
        let alone = to.place.as_str().contains(":~");
        if alone || (to.private && !to.place.as_str().contains(DIRECT)) {
            let open = handle.until > self.clock.now();
            return handle.token.filter(|_| open).map(Target::Alone).ok_or(Trouble::Expired);
        }
        let Some(anchor) = handle.anchor else {
            return Ok(Target::Channel { channel: handle.channel, answers: handle.answers });
        };
        if self.opened.len() > REMEMBERED {
            self.opened.clear();
        }
        let known = self.opened.get(&anchor).map(|opened| *opened);
        let opened = match known {
            Some(opened) => opened,
            None => self.open_thread(&handle, anchor).await?,
        };
        self.opened.insert(anchor, opened);
        Ok(match opened {
            true => Target::Channel { channel: anchor, answers: None },
            false => Target::Channel { channel: handle.channel, answers: Some(anchor) },
        })
    }

    /// False where threads may not be opened: then messages answer the one that asked.
    async fn open_thread(&self, handle: &Handle, anchor: u64) -> Result<bool, Trouble> {
        let channel = handle.channel;
        let body = json!({"name": handle.name, "auto_archive_duration": ARCHIVE_AFTER});
        let path = format!("/channels/{channel}/messages/{anchor}/threads");
        let call =
            Call::new(Method::POST, path, "threads", &channel.to_string()).needs("Create Public Threads");
        match self.api.call(call.body(&body)).await {
            Ok(_) => Ok(true),
            Err(fault) if fault.code == HAS_A_THREAD => Ok(true),
            // Not in this kind of channel, or not by us.
            Err(Fault { code: 50013 | 50024, .. }) => Ok(false),
            Err(fault) if fault.trouble == Trouble::MessageGone => {
                Err(Trouble::PlaceGone("the message that asked was deleted".to_owned()))
            }
            Err(fault) => Err(fault.trouble),
        }
    }

    /// Of what one person alone sees only the first response can be read back: as long as that still says "is
    /// thinking…", nothing was shown.
    async fn find_alone(&self, to: &Telling, post: &Post<'_>, token: &str) -> Result<Found, Trouble> {
        let path = format!("/webhooks/{}/{token}/messages/@original", self.api.me());
        let call = Call::new(Method::GET, path, "webhook", token).by_token();
        let original = match self.api.call(call).await {
            Ok(original) => original,
            Err(fault) if fault.trouble == Trouble::MessageGone => return Ok(Found::Unknown),
            Err(fault) => return Err(fault.trouble),
        };
        if original["flags"].as_u64().unwrap_or_default() & LOADING != 0 {
            return Ok(Found::NotThere);
        }
        let here = original["id"].as_str().filter(|_| is_like(&original, &Self::body(to, post)));
        Ok(here.map_or(Found::Unknown, |id| Found::Here(id.to_owned())))
    }

    async fn reopen(&self, thread: u64) -> Result<(), Fault> {
        let body = json!({"archived": false});
        let call = Call::new(Method::PATCH, format!("/channels/{thread}"), "channel", &thread.to_string());
        self.api.call(call.body(&body).needs("Manage Threads")).await.map(|_| ())
    }

    /// The body of a message, with what belongs to its place.
    fn body(to: &Telling, post: &Post<'_>) -> Value {
        let mut body = post.content.body.clone();
        let because = Handle::read(&to.handle).because;
        if !because.is_empty() && ["answer", "status"].contains(&post.key) {
            let content = body["content"].as_str().unwrap_or_default();
            body["content"] = format!("{} {content}", render::words(&because)).trim().into();
        }
        body
    }
}

#[async_trait]
impl Platform for Discord {
    fn name(&self) -> &'static str {
        NAME
    }

    fn render(&self, _place: &Place, card: &Card) -> Vec<Content> {
        render::render(card)
    }

    fn plainly(&self, content: &Content) -> Content {
        render::plainly(content)
    }

    async fn post(&self, to: &Telling, post: &Post<'_>) -> Result<String, Trouble> {
        let mut body = Self::body(to, post);
        let files = &post.content.files;
        let made = match self.target(to).await? {
            Target::Alone(token) => {
                body["flags"] = EPHEMERAL.into();
                let path = format!("/webhooks/{}/{token}", self.api.me());
                self.api
                    .call(
                        Call::new(Method::POST, path, "webhook", &token).by_token().body(&body).files(files),
                    )
                    .await
            }
            Target::Channel { channel, answers } => {
                body["nonce"] = post.nonce.into();
                body["enforce_nonce"] = true.into();
                if let Some(answers) = answers {
                    body["message_reference"] =
                        json!({"message_id": answers.to_string(), "fail_if_not_exists": false});
                }
                let path = format!("/channels/{channel}/messages");
                let needs =
                    if files.is_empty() { "Send Messages in Threads, Embed Links" } else { "Attach Files" };
                let call = Call::new(Method::POST, path, "messages", &channel.to_string()).needs(needs);
                self.api.call(call.body(&body).files(files)).await
            }
        };
        let made = made.map_err(|fault| fault.trouble)?;
        made["id"]
            .as_str()
            .map(str::to_owned)
            .ok_or_else(|| Trouble::Unclear("an answer without an id".to_owned()))
    }

    async fn edit(&self, to: &Telling, id: &str, post: &Post<'_>) -> Result<(), Trouble> {
        let body = Self::body(to, post);
        let files = &post.content.files;
        match self.target(to).await? {
            Target::Alone(token) => {
                let path = format!("/webhooks/{}/{token}/messages/{id}", self.api.me());
                let call =
                    Call::new(Method::PATCH, path, "webhook", &token).by_token().body(&body).files(files);
                self.api.call(call).await.map_err(|fault| fault.trouble)?;
            }
            Target::Channel { channel, .. } => {
                let path = format!("/channels/{channel}/messages/{id}");
                let call = || {
                    let call = Call::new(Method::PATCH, path.clone(), "message", &channel.to_string());
                    self.api.call(call.body(&body).files(files).needs("View Channel"))
                };
                match call().await {
                    Err(fault) if fault.code == ARCHIVED => {
                        self.reopen(channel).await.map_err(|fault| fault.trouble)?;
                        call().await.map_err(|fault| fault.trouble)?;
                    }
                    ended => _ = ended.map_err(|fault| fault.trouble)?,
                }
            }
        }
        Ok(())
    }

    async fn remove(&self, to: &Telling, id: &str) -> Result<(), Trouble> {
        let call = match self.target(to).await? {
            Target::Alone(token) => {
                let path = format!("/webhooks/{}/{token}/messages/{id}", self.api.me());
                Call::new(Method::DELETE, path, "webhook", &token).by_token()
            }
            Target::Channel { channel, .. } => {
                let path = format!("/channels/{channel}/messages/{id}");
                Call::new(Method::DELETE, path, "message", &channel.to_string())
            }
        };
        self.api.call(call).await.map(|_| ()).map_err(|fault| fault.trouble)
    }

    async fn find(&self, to: &Telling, post: &Post<'_>) -> Result<Found, Trouble> {
        let age = u128::from(self.clock.now().since(post.intent_at));
        let target = self.target(to).await?;
        let got = match target {
            Target::Alone(token) => return self.find_alone(to, post, &token).await,
            // Discord itself refuses to post it twice.
            Target::Channel { .. } if age < self.api.settings().nonce_life.as_millis() => {
                return Ok(Found::NotThere);
            }
            Target::Channel { channel, .. } => {
                let path = format!("/channels/{channel}/messages?limit={BACK}");
                let call = Call::new(Method::GET, path, "messages", &channel.to_string());
                self.api.call(call.needs("Read Message History")).await
            }
        };
        let messages = match got {
            Ok(messages) => messages,
            Err(fault) if fault.trouble == Trouble::MessageGone => return Ok(Found::NotThere),
            Err(fault) => return Err(fault.trouble),
        };
        let body = Self::body(to, post);
        let me = self.api.me().to_string();
        let mut own =
            messages.as_array().into_iter().flatten().filter(|one| one["author"]["id"] == me.as_str());
        let found = own.find(|message| since(message, post.intent_at) && is_like(message, &body));
        Ok(Found::or_not_there(found.and_then(|message| message["id"].as_str()).map(str::to_owned)))
    }

    async fn mark(&self, to: &Telling, mark: Mark) -> Result<(), Trouble> {
        let Some((channel, message)) = Handle::read(&to.handle).marks else { return Ok(()) };
        // What is not known any more is marked again, which changes nothing.
        if self.marks.len() > REMEMBERED {
            self.marks.clear();
        }
        let before = self.marks.insert(message, mark);
        if before == Some(mark) {
            return Ok(());
        }
        if mark == Mark::Seen {
            // A channel has room for few reactions a second: the run is not told later for the sake of one.
            let (api, marks) = (self.api.clone(), self.marks.clone());
            tokio::spawn(async move {
                let put = || async {
                    match marks.get(&message).is_some_and(|newest| *newest == Mark::Seen) {
                        true => react(&api, Method::PUT, channel, message, Mark::Seen).await,
                        false => Ok(()),
                    }
                };
                if let Err(fault) = patiently(put).await {
                    tracing::debug!(reason = %fault.trouble, "a question could not be marked");
                    marks.remove_if(&message, |_, newest| *newest == Mark::Seen);
                }
            });
            return Ok(());
        }
        let marked = async {
            patiently(|| react(&self.api, Method::DELETE, channel, message, Mark::Seen)).await?;
            patiently(|| react(&self.api, Method::PUT, channel, message, mark)).await
        };
        marked.await.map_err(|fault: Fault| {
            self.marks.remove(&message);
            fault.trouble
        })
    }

    async fn elsewhere(&self, to: &Telling, why: &Trouble) -> Option<Telling> {
        let said = match why {
            Trouble::NotAllowed(what) => Msg::DiscordElsewhereNotAllowed { what: what.clone() },
            Trouble::PlaceGone(_) => Msg::DiscordElsewhereGone,
            Trouble::Expired => Msg::DiscordElsewhereExpired,
            Trouble::Invalid(_) => Msg::DiscordElsewhereInvalid,
            Trouble::Later(_) | Trouble::Unclear(_) | Trouble::MessageGone | Trouble::Revoked(_) => {
                return None;
            }
        };
        if to.place.as_str().starts_with(&format!("{NAME}:{DIRECT}:")) {
            return None;
        }
        let body = json!({"recipient_id": to.requester.user});
        let call = || {
            self.api.call(Call::new(Method::POST, "/users/@me/channels".to_owned(), "direct", "").body(&body))
        };
        let channel = patiently(call).await.ok()?["id"].as_str()?.parse().ok()?;
        let marks = Handle::read(&to.handle).marks;
        let because = said.to(Locale::first([to.requester.locale.as_str()]));
        let handle = Handle { channel, because, marks, ..Handle::default() };
        Some(Telling {
            place: direct(channel),
            handle: handle.write(),
            state: gorkd_core::ports::TellingState::Open,
            extras: Vec::new(),
            wake_at: None,
            at: self.clock.now(),
            ..to.clone()
        })
    }

    fn pace(&self) -> Pace {
        let settings = self.api.settings();
        Pace { between_edits: settings.between_edits, request: settings.request }
    }
}

/// Puts a mark at a message, or takes it back.
pub(crate) async fn react(
    api: &Api,
    method: Method,
    channel: u64,
    message: u64,
    mark: Mark,
) -> Result<(), Fault> {
    let path = format!("/channels/{channel}/messages/{message}/reactions/{}/@me", sign(mark));
    let call = Call::new(method, path, "reactions", &channel.to_string()).needs("Add Reactions");
    api.call(call).await.map(|_| ())
}

/// As it stands in an address.
fn sign(mark: Mark) -> &'static str {
    match mark {
        Mark::Seen => "%F0%9F%91%80",
        Mark::Done => "%E2%9C%85",
        Mark::Weak => "%E2%9A%A0%EF%B8%8F",
        Mark::Failed => "%E2%9D%8C",
    }
}

/// Not older than the intent to post it, by the time that its id holds.
pub fn since(message: &Value, intent: gorkd_core::model::Millis) -> bool {
    /// Clocks differ.
    const SLACK_MS: i64 = 10_000;
    const EPOCH_MS: i64 = 1_420_070_400_000;
    let id: u64 = message["id"].as_str().and_then(|id| id.parse().ok()).unwrap_or_default();
    i64::try_from(id >> 22).unwrap_or_default() + EPOCH_MS + SLACK_MS >= intent.0
}

/// Does a message say what was to be posted? Buttons name their job; without them the words tell.
fn is_like(message: &Value, body: &Value) -> bool {
    let (theirs, ours) = (codes(message), codes(body));
    if !ours.is_empty() {
        return ours.iter().any(|code| theirs.contains(code));
    }
    let words = |one: &Value| {
        let embeds = one["embeds"].as_array().into_iter().flatten();
        embeds.map(|embed| (embed["title"].clone(), embed["description"].clone())).collect::<Vec<_>>()
    };
    theirs.is_empty() && words(message) == words(body) && message["content"] == body["content"]
}

fn codes(message: &Value) -> Vec<String> {
    let rows = message["components"].as_array().into_iter().flatten();
    let parts = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    parts.filter_map(|part| part["custom_id"].as_str()).map(str::to_owned).collect()
}
