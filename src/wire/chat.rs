//! Builds the shared parts of the chat platforms from the settings.

use super::App;
use anyhow::Result;
use gorkd_chat::cards::{CardOptions, notices::Invocation};
use gorkd_chat::{
    ChatService, ChatServiceSettings, ChatStores, Deliverer, DeliverySettings, Handler, Inbox, InboxSettings,
    Platform, Policy,
};
use gorkd_core::model::Place;
use gorkd_core::ports::{Delivery, DeliveryState, Watch};
use gorkd_store::Alone;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The shared parts of one platform.
pub struct ChatParts {
    pub chat: ChatService,
    pub inbox: Inbox,
}

fn stores(app: &App) -> ChatStores {
    ChatStores { chats: app.store.clone(), installations: app.store.clone() }
}

/// Chat service and inbox of a platform.
pub fn parts(app: &App, platform: &'static str, invocation: Invocation) -> ChatParts {
    let chat = &app.settings.chat;
    let settings = ChatServiceSettings {
        invocation,
        roles: chat.admin_roles.clone(),
        policy: Policy {
            channel_runs_per_hour: chat.channel_runs_per_hour,
            workspace_runs_per_hour: chat.workspace_runs_per_hour,
            deep_for_admins: chat.deep_for_admins,
        },
        options: options(app),
    };
    let inbox_settings =
        InboxSettings { poll: chat.poll(), timeout: chat.patience(), ..InboxSettings::default() };
    ChatParts {
        chat: ChatService::new(app.service.clone(), stores(app), settings),
        inbox: Inbox::new(platform, stores(app).chats, app.service.clock(), inbox_settings),
    }
}

/// What answers offer in chats, but for the links to share them, which need the store.
fn options(app: &App) -> CardOptions {
    let public_url = app.settings.web.public_url.as_ref().filter(|_| app.settings.web.enabled);
    CardOptions {
        public_url: public_url.map(|url| url.as_str().trim_end_matches('/').to_owned()),
        mention_after_ms: app.settings.chat.mention_after_ms(),
        deeper: None,
        sharer: None,
        prints: app.service.prints(),
    }
}

/// The deliverer of a platform.
pub async fn deliverer(app: &App, platform: Arc<dyn Platform>) -> Deliverer {
    let chat = &app.settings.chat;
    let options = options(app);
    let sharer = match options.public_url {
        Some(_) => app.service.sharer().await.unwrap_or_else(|refusal| {
            tracing::warn!(reason = refusal.message, "answers are posted without links");
            None
        }),
        None => None,
    };
    let settings = DeliverySettings {
        poll: chat.poll(),
        heartbeat: chat.heartbeat(),
        options: CardOptions { sharer, ..options },
        ..DeliverySettings::default()
    };
    Deliverer::new(app.service.clone(), stores(app).chats, platform, settings)
}

/// Delay before another attempt to acquire a platform.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// What only one process at a time does for a platform.
pub struct PlatformWork<'a> {
    pub platform: &'static str,
    pub parts: &'a ChatParts,
    pub deliverer: Deliverer,
    pub handler: Arc<dyn Handler>,
}

impl PlatformWork<'_> {
    /// Receives over connections (`listen`), delivers answers, and keeps messages up to date until canceled.
    /// Of all processes that share the store, only one does this at a time; the others stand by. A process
    /// that loses the platform, because it was suspended or cut off, posts nothing more and stands by like
    /// the others.
    pub async fn run<L: Future<Output = ()>>(
        self,
        app: &App,
        listen: impl Fn(CancellationToken) -> L,
        halt: CancellationToken,
    ) -> Result<()> {
        let Self { platform, parts, deliverer, handler } = self;
        let store = &*app.store;
        // If the store refuses a hold at startup, it is misconfigured; if it fails later, it is down for a
        // while.
        let mut free = store.alone(platform).await?;
        loop {
            let Some(mut hold) = held(app, platform, free.take(), &halt).await else { return Ok(()) };
            tracing::info!(platform, "this process runs the platform");
            let (lease, chats) = (hold.lease(), store.chats_of(&hold));
            // Without the hold, work in progress is finished but nothing new is started.
            let stop = halt.child_token();
            let inbox = parts.inbox.held(lease.clone(), chats.clone());
            let deliverer = deliverer.held(lease, chats);
            let work = async {
                tokio::join!(
                    inbox.run(handler.clone(), stop.clone()),
                    deliverer.run(stop.clone()),
                    listen(stop.clone())
                );
            };
            let mut work = std::pin::pin!(work);
            tokio::select! {
                () = &mut work => hold.release().await,
                () = hold.lost() => {
                    tracing::warn!(platform, "lost this platform to another process, or the store; waiting for it");
                    stop.cancel();
                    work.await;
                }
            }
            if halt.is_cancelled() {
                return Ok(());
            }
        }
    }
}

/// Waits for a platform; `None` if canceled before it was free.
async fn held(app: &App, platform: &str, free: Option<Alone>, halt: &CancellationToken) -> Option<Alone> {
    let mut told = String::new();
    let mut next = match free {
        Some(hold) => Ok(Some(hold)),
        None => app.store.alone(platform).await,
    };
    loop {
        let why = match next {
            Ok(Some(hold)) => {
                app.ready.has(platform);
                return Some(hold);
            }
            Ok(None) => {
                // Standing by is all there is to do, so this part is ready.
                app.ready.has(platform);
                "another process runs this platform".to_owned()
            }
            Err(error) => {
                app.ready.lacks(platform, "can't be taken, because the store doesn't respond");
                format!("the platform can't be taken: {error}")
            }
        };
        if why != told {
            tracing::info!(platform, why, "waiting to run this platform");
            told = why;
        }
        halt.run_until_cancelled(tokio::time::sleep(RETRY_DELAY)).await?;
        next = app.store.alone(platform).await;
    }
}

/// Announces a changed answer where it is watched, if that is in a chat.
pub async fn tell_change(app: &App, watch: &Watch) {
    let (Some(changed), Place(place)) = (&watch.changed, &watch.place) else { return };
    if !["slack:", "discord:"].iter().any(|platform| place.starts_with(platform)) {
        return;
    }
    let chats = &app.store;
    // The place is reached in the same way as the watched answer.
    let before = chats.deliveries_at(&watch.place, 1).await.unwrap_or_default();
    let delivery = Delivery {
        job: changed.job.clone(),
        place: watch.place.clone(),
        requester: watch.owner.clone(),
        private: before.first().is_some_and(|one| one.private),
        handle: before.into_iter().next().map(|one| one.handle).unwrap_or_default(),
        extras: Vec::new(),
        state: DeliveryState::Open,
        at: changed.at,
        wake_at: None,
    };
    if let Err(error) = chats.start_delivery(&delivery).await {
        tracing::warn!(%error, watch = watch.id, "failed to report a change of a watched answer");
    }
}

/// Erases threads inactive for longer than the retention set by the operator or the place.
pub async fn sweep(app: &App, halt: &CancellationToken) {
    const EVERY: Duration = Duration::from_secs(60 * 60);
    let chat = ChatService::new(app.service.clone(), stores(app), ChatServiceSettings::default());
    loop {
        match chat.sweep_due(&["slack", "discord"], app.settings.chat.retention_days).await {
            Ok(swept) => {
                for (place, threads) in swept {
                    tracing::info!(place, threads, "threads were erased under the place's retention period");
                }
            }
            Err(refusal) => tracing::warn!(reason = refusal.message, "failed to erase old threads"),
        }
        let Some(()) = halt.run_until_cancelled(tokio::time::sleep(EVERY)).await else { return };
    }
}
