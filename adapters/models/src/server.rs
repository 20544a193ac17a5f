//! A language model on a server: one call per prompt, retried if that costs nothing, and always accounted
//! for.

use crate::chat::Chat;
use crate::failures::{Spoken, Trouble};
use crate::format::{Format, SupportedFormat};
use crate::ollama::{self, Ollama};
use crate::providers::{NotAServer, Protocol, Provider};
use crate::remote::Remote;
use crate::reply::{End, ModelReply};
use crate::retry;
use async_trait::async_trait;
use gorkd_core::job::ModelPrice;
use gorkd_core::model::{Destination, Reach, Spend};
use gorkd_core::ports::{Failed, Growing, Metered, Model, Outcome, Prompt, ToolReply};
use gorkd_core::text::without_thoughts;
use gorkd_net::Services;
use secrecy::SecretString;
use std::time::Duration;
use tokio::time::Instant;
use url::Url;

/// Where a model is, and what it is called.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    pub provider: &'static Provider,
    /// The server's name for the model.
    pub model: String,
    /// The name in journals. Differs from `model` only if two servers have models of the same name.
    pub name: String,
    pub base_url: Option<Url>,
    pub key: Option<SecretString>,
    /// `planner`, `writer` or `checker`, for the names of settings in sentences.
    pub roles: Vec<String>,
    /// Context length in tokens; `None` if unknown.
    pub context: Option<u32>,
    /// `None` if unknown; then only tokens are counted.
    pub price: Option<ModelPrice>,
}

/// A model behind one of the supported protocols.
pub struct ServerModel {
    name: String,
    near: bool,
    price: Option<ModelPrice>,
    spoken: Spoken,
    known: SupportedFormat,
    /// Context length in tokens, if known.
    context: Option<u32>,
    wire: Wire,
}

enum Wire {
    Chat(Box<Chat>),
    Ollama(Box<Ollama>),
}

/// Bytes allowed per token of a reply before it counts as endless.
const TOKEN_BYTES: usize = 24;

impl ServerModel {
    pub fn new(settings: &ServerSettings, services: &Services) -> Result<Self, NotAServer> {
        let address = settings.provider.address(settings.base_url.as_ref())?;
        let spoken = Spoken {
            model: settings.model.clone(),
            provider: settings.provider.name,
            host: host(&address),
            roles: settings.roles.clone(),
        };
        let near = services.is_near(&address);
        let wire = match settings.provider.protocol {
            Protocol::Genai(kind) => {
                let named = settings.provider.name == "openai_compatible";
                let remote = Remote::new(kind, &settings.model, address, settings.key.clone(), services)?;
                Wire::Chat(Box::new(Chat::new(remote, named)))
            }
            Protocol::Ollama => {
                let (key, context) = (settings.key.clone(), settings.context.unwrap_or(ollama::CONTEXT));
                Wire::Ollama(Box::new(Ollama::new(&settings.model, address, key, services.clone(), context)))
            }
        };
        // Self-hosted servers compile schemas to grammars, and their models are small.
        let own = matches!(settings.provider.name, "openai_compatible" | "ollama");
        Ok(Self {
            name: settings.name.clone(),
            near,
            price: settings.price,
            spoken,
            known: SupportedFormat::new(if own { Format::Bounded } else { Format::Schema }),
            context: settings.context,
            wire,
        })
    }

    /// A failure with the cost of the reply received so far.
    fn failed(&self, trouble: &Trouble, prompt: &Prompt, reply: &ModelReply) -> Failed {
        let failure = self.spoken.failure(trouble, prompt.timeout.as_secs());
        let cost = match trouble {
            Trouble::TimedOut | Trouble::Cut | Trouble::Event { .. } => {
                reply.cost(prompt, self.price.as_ref())
            }
            // All tokens were generated, but nothing usable arrived.
            Trouble::BadCalls => {
                let usage = ModelReply::default().cost(prompt, None);
                let usage = Spend { output_tokens: u64::from(prompt.max_output_tokens), ..usage };
                let usd = self.price.as_ref().map(|price| price.of(&usage)).unwrap_or_default();
                Spend { usd, ..usage }
            }
            Trouble::Unreachable
            | Trouble::Status { .. }
            | Trouble::NotAModelServer
            | Trouble::NotSendable => Spend::default(),
        };
        Failed { failure, cost }
    }

    /// The tool calls in a reply. If the reply was cut at its maximum length, the complete calls count.
    fn called(&self, reply: ModelReply, prompt: &Prompt, tries: u32) -> Outcome<ToolReply> {
        let cost = reply.cost(prompt, self.price.as_ref());
        let text = without_thoughts(&reply.text).trim().to_owned();
        let failure = match reply.end {
            End::Cut => self.spoken.failure(&Trouble::Cut, prompt.timeout.as_secs()),
            End::Filtered => self.spoken.filtered(),
            End::TooLong if reply.calls.is_empty() => self.spoken.only_thoughts(prompt.max_output_tokens),
            End::Whole | End::TooLong => {
                let value = ToolReply { text, calls: reply.calls };
                return Ok(Metered { value, cost, cached: false, tries });
            }
        };
        Err(Failed { failure, cost })
    }

    async fn send(
        &self,
        prompt: &Prompt,
        reach: Reach,
        format: Format,
        growing: Option<&Growing<'_>>,
        reply: &mut ModelReply,
    ) -> Result<(), Trouble> {
        let most = (prompt.max_output_tokens as usize).saturating_mul(TOKEN_BYTES);
        match &self.wire {
            Wire::Chat(chat) => chat.send((prompt, reach), format, growing, most, reply).await,
            Wire::Ollama(ollama) => ollama.send((prompt, reach), format, growing, most, reply).await,
        }
    }

    /// Checks whether a reply contains an answer.
    fn finished(&self, mut reply: ModelReply, prompt: &Prompt, tries: u32) -> Outcome<String> {
        let cost = reply.cost(prompt, self.price.as_ref());
        if reply.end == End::TooLong {
            reply.cut();
        }
        let value = without_thoughts(&reply.text).trim().to_owned();
        let failure = match reply.end {
            End::Cut => self.spoken.failure(&Trouble::Cut, prompt.timeout.as_secs()),
            End::Filtered => self.spoken.filtered(),
            End::TooLong if value.is_empty() => self.spoken.only_thoughts(prompt.max_output_tokens),
            End::Whole if value.is_empty() => self.spoken.empty(),
            // What was written before the token limit is worth reading: the core closes what is left open.
            End::Whole | End::TooLong => return Ok(Metered { value, cost, cached: false, tries }),
        };
        Err(Failed { failure, cost })
    }
}

#[async_trait]
impl Model for ServerModel {
    fn name(&self) -> &str {
        &self.name
    }

    fn destination(&self) -> Destination {
        Destination::near(self.near)
    }

    fn context(&self) -> Option<u32> {
        self.context
    }

    async fn complete(
        &self,
        prompt: &Prompt,
        reach: Reach,
        growing: Option<&Growing<'_>>,
    ) -> Outcome<String> {
        if !reach.allows(self.destination()) {
            return Err(self.spoken.not_allowed().into());
        }
        let until = Instant::now() + prompt.timeout;
        let mut format = self.known.get();
        let mut tries = 0;
        loop {
            tries += 1;
            let mut reply = ModelReply::default();
            let watched = |text: &str| {
                if let Some(growing) = growing
                    && let text = without_thoughts(text)
                    && !text.trim().is_empty()
                {
                    growing(&text);
                }
            };
            // A local model is slow: its reply is checked as it grows, so that one that loops is cut off.
            let looked_at = growing.is_some() || self.near;
            let seen: Option<&Growing<'_>> = looked_at.then_some(&watched as &Growing<'_>);
            let sent = self.send(prompt, reach, format, seen, &mut reply);
            let sent = tokio::time::timeout_at(until, sent).await.unwrap_or(Err(Trouble::TimedOut));
            let trouble = match sent {
                Ok(()) => {
                    self.known.set(format);
                    return self.finished(reply, prompt, tries);
                }
                Err(trouble) => trouble,
            };
            if let Some(next) = format.next()
                && prompt.schema.is_some()
                && trouble.is_about_shape()
            {
                format = next;
                continue;
            }
            let left = until.saturating_duration_since(Instant::now());
            match retry::wait(&trouble, tries, left) {
                Some(wait) => tokio::time::sleep(wait).await,
                None => return Err(self.failed(&trouble, prompt, &reply)),
            }
        }
    }

    async fn call_tools(&self, prompt: &Prompt, reach: Reach) -> Outcome<ToolReply> {
        if !reach.allows(self.destination()) {
            return Err(self.spoken.not_allowed().into());
        }
        let until = Instant::now() + prompt.timeout;
        let mut tries = 0;
        loop {
            tries += 1;
            let mut reply = ModelReply::default();
            let sent = self.send(prompt, reach, Format::Words, None, &mut reply);
            let sent = tokio::time::timeout_at(until, sent).await.unwrap_or(Err(Trouble::TimedOut));
            let Err(trouble) = sent else { return self.called(reply, prompt, tries) };
            if trouble.is_about_tools() {
                return Err(self.spoken.no_tools().into());
            }
            match retry::wait(&trouble, tries, until.saturating_duration_since(Instant::now())) {
                Some(wait) => tokio::time::sleep(wait).await,
                None => return Err(self.failed(&trouble, prompt, &reply)),
            }
        }
    }
}

/// The host of an address, with its port unless it is the default.
pub(crate) fn host(address: &Url) -> String {
    let host = address.host_str().unwrap_or_default();
    match address.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}

/// Timeout for probing a server.
pub(crate) const LOOK: Duration = Duration::from_secs(1);
