//! Where a channel's answers go, when its keepers have said so: another channel of the server, or a forum, in which
//! each question becomes a post.

use super::handler::{Work, lacking};
use super::payload::{Interaction, number};
use super::places::Known;
use super::question::{base, person_of, spot};
use crate::api::{Call, Fault, patiently};
use crate::handle::{Handle, channel_of, in_server, thread_name};
use gorkd_chat::{Card, Part, Spot, Tone};
use gorkd_core::model::Millis;
use gorkd_core::ports::Remembered;
use gorkd_words::Msg;
use reqwest::Method;
use serde_json::{Value, json};

/// As `/research-settings` calls it.
pub const ANSWERS_IN: &str = "answers_in";
pub const SHAPE: &str = "a channel or forum of this server, by its number or as #channel";
/// By channel: where its answers go.
const SCOPE: &str = "discord:answers_in";
/// Kept of an interaction until it is worked off: the post that it became.
const POST: &str = "post";
/// Minutes without a word after which Discord archives a post.
const ARCHIVE_AFTER: u64 = 1440;

impl Work {
    /// Sets or forgets where a channel's answers go; a sentence about it.
    pub(super) async fn set_home(&self, come: &Interaction, value: &str) -> Card {
        let locale = come.locale();
        let note = |tone: Tone, said: Msg| Card::note(tone, locale.say(said)).in_language(locale);
        let weak = |said: Msg| note(Tone::Weak, said);
        if !self.desk.in_charge(&person_of(come, Vec::new())) {
            return weak(Msg::NotAdminPlace);
        }
        let Ok(here) = self.places.known(come.channel_id).await else {
            return weak(Msg::DiscordCannotSee);
        };
        let (memory, name) = (&self.desk.kept().memory, channel_of(here.guild, here.channel));
        if value.is_empty() {
            return match memory.forget(SCOPE, Some(&name)).await {
                Ok(_) => note(Tone::Plain, Msg::DiscordAnswersHere),
                Err(_) => note(Tone::Failed, Msg::StoreSilent),
            };
        }
        let wanted = value.trim_start_matches("<#").trim_end_matches('>').parse::<u64>().ok();
        let home = match wanted {
            Some(wanted) => self.places.known(wanted).await.ok(),
            None => None,
        };
        let home = home.filter(|home| home.guild == here.guild && home.thread.is_none());
        let Some(home) = home else {
            return weak(Msg::DiscordAnswersWhere { name: ANSWERS_IN.to_owned(), shape: SHAPE.to_owned() });
        };
        if here.private && !home.private {
            return weak(Msg::DiscordAnswersOpen);
        }
        if let Some(lacking) = lacking(&home) {
            return weak(Msg::DiscordLacksThere { lacking });
        }
        match memory.remember(SCOPE, &name, &home.channel.to_string(), self.clock.now()).await {
            Ok(()) => note(Tone::Plain, Msg::DiscordAnswersThere { channel: home.name }),
            Err(_) => note(Tone::Failed, Msg::StoreSilent),
        }
    }

    /// What a list of a channel's settings says of it.
    pub(super) async fn home_line(&self, come: &Interaction) -> Option<Part> {
        let home = self.home_of(&self.places.known(come.channel_id).await.ok()?).await?;
        Some(Part::Fields(vec![(ANSWERS_IN.to_owned(), format!("#{}", home.name))]))
    }

    /// Where answers to what is asked in this channel go; none for the channel itself.
    pub(super) async fn home_of(&self, known: &Known) -> Option<Known> {
        if known.direct || known.thread.is_some() {
            return None;
        }
        let name = channel_of(known.guild, known.channel);
        let rows = self.desk.kept().memory.remembered(SCOPE).await.ok()?;
        let home = rows.into_iter().find(|row| row.name == name)?.value.parse().ok()?;
        let home = self.places.known(home).await.ok()?;
        // A channel may have been closed since, or a permission taken: then answers stand where they are asked.
        let fits = home.guild == known.guild && (home.private || !known.private) && lacking(&home).is_none();
        fits.then_some(home)
    }

    /// A message or post in the home, that says what was asked and by whom, and the response that leads there.
    pub(super) async fn asked_at_home(
        &self,
        come: &Interaction,
        home: &Known,
        question: &str,
    ) -> Result<(Spot, u64), Fault> {
        let heading = self.heading(question, come.person().id, come.locale());
        let body = json!({"content": heading, "allowed_mentions": {"parse": []}});
        let (spot, message) = if home.forum {
            let post = self.posted(come, home, question, &body).await?;
            let handle = Handle { channel: post, marks: Some((post, post)), ..Handle::default() };
            let place = in_server(home.guild, home.channel, post);
            (Spot { ours: true, ..base(home, place, &handle) }, post)
        } else {
            let message = self.say_body(home.channel, body, &format!("ask{}", come.id)).await?;
            (spot(home, message, question), message)
        };
        let there = if home.forum { message } else { home.channel };
        let text = format!("{heading}\n{} <#{there}>", come.locale().say(Msg::DiscordAnsweredIn));
        let body = json!({"content": text, "allowed_mentions": {"parse": []}});
        let path = format!("/webhooks/{}/{}/messages/@original", self.api.me(), come.token);
        let call = || {
            let call = Call::new(Method::PATCH, path.clone(), "webhook", &come.token).by_token();
            self.api.call(call.body(&body))
        };
        if let Err(fault) = patiently(call).await {
            tracing::debug!(reason = %fault.trouble, "a command does not say where it is answered");
        }
        Ok((spot, message))
    }

    /// The post that a question becomes. Forums know no nonce: after a crash it is looked for.
    async fn posted(
        &self,
        come: &Interaction,
        home: &Known,
        question: &str,
        message: &Value,
    ) -> Result<u64, Fault> {
        let name = thread_name(question);
        match self.noted(come, POST).await {
            Some(row) if !row.value.is_empty() => return Ok(row.value.parse().unwrap_or_default()),
            Some(row) => {
                if let Some(post) = self.post_found(home, &name, row.at).await? {
                    return Ok(post);
                }
            }
            None => self.note(come, POST, "").await,
        }
        let mut body = json!({"name": name, "auto_archive_duration": ARCHIVE_AFTER, "message": message});
        if let Some(tag) = &home.tag {
            body["applied_tags"] = json!([tag]);
        }
        let path = format!("/channels/{}/threads", home.channel);
        let call = || {
            let call = Call::new(Method::POST, path.clone(), "posts", &home.channel.to_string());
            self.api.call(call.body(&body).needs("Send Messages"))
        };
        let made = number(&patiently(call).await?["id"]);
        self.note(come, POST, &made.to_string()).await;
        Ok(made)
    }

    async fn post_found(&self, home: &Known, name: &str, since: Millis) -> Result<Option<u64>, Fault> {
        let path = format!("/guilds/{}/threads/active", home.guild);
        let call = || self.api.call(Call::new(Method::GET, path.clone(), "active", &home.guild.to_string()));
        let active = patiently(call).await?;
        let (me, forum) = (self.api.me(), home.channel);
        let ours = |post: &&Value| {
            number(&post["owner_id"]) == me
                && number(&post["parent_id"]) == forum
                && post["name"] == name
                && crate::platform::since(post, since)
        };
        let found = active["threads"].as_array().into_iter().flatten().find(ours);
        Ok(found.map(|post| number(&post["id"])))
    }

    async fn noted(&self, come: &Interaction, what: &str) -> Option<Remembered> {
        let memory = &self.desk.kept().memory;
        let rows = memory.remembered(&super::once::scope(come.id)).await.ok()?;
        rows.into_iter().find(|row| row.name == what)
    }

    async fn note(&self, come: &Interaction, what: &str, value: &str) {
        self.noted.insert(come.id);
        let memory = &self.desk.kept().memory;
        if let Err(error) = memory.remember(&super::once::scope(come.id), what, value, self.clock.now()).await
        {
            tracing::warn!(%error, "it cannot be noted what a command became");
        }
    }
}
