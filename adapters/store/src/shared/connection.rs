//! The connection to a Redis or Valkey server, and the pause after losing it.
//!
//! All tasks share one connection. Any error closes it, and for a few seconds every call fails at once
//! instead of waiting for a server that is down.

use gorkd_core::ports::StoreError;
use metrics::gauge;
use redis::aio::MultiplexedConnection;
use redis::{
    AsyncConnectionConfig, Client, Cmd, ErrorKind, FromRedisValue, RedisError, RedisResult, ScriptInvocation,
};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// Long enough for a busy machine; a server that is down costs it only once per pause.
const CONNECT: Duration = Duration::from_secs(3);
const ANSWER: Duration = Duration::from_secs(3);
/// Pause after a failure before connecting again.
const PAUSE: Duration = Duration::from_secs(5);
/// Minimum time between two log messages about an unstable server.
const LOG_INTERVAL: Duration = Duration::from_secs(60);

/// Gauge: 1 while the server responds.
const UP: &str = "shared_state_up";

/// A server that processes share. Clones share one connection, which is opened on first use.
#[derive(Clone)]
pub struct Redis {
    inner: Arc<Inner>,
}

struct Inner {
    client: Client,
    /// The server's address, without its password.
    place: String,
    /// Held while connecting, so that other tasks wait for that connection.
    connecting: tokio::sync::Mutex<()>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    connection: Option<MultiplexedConnection>,
    alone_until: Option<Instant>,
    /// The server has not responded since the last failure.
    lost: bool,
    told: Option<Instant>,
    /// The loss was logged, so the recovery must be logged as well.
    back_is_news: bool,
}

impl Redis {
    /// Parses the address without connecting. The error does not quote it, because it may contain a password.
    pub fn at(url: &str) -> Result<Self, StoreError> {
        let client = Client::open(url).map_err(|error| {
            let what = error.detail().map_or_else(|| error.category().to_owned(), str::to_owned);
            StoreError::Unavailable(format!(
                "redis.url is not the address of a Redis server ({what}): write redis://USER:PASSWORD@HOST:PORT/NUMBER, or \
                 the same with rediss://"
            ))
        })?;
        let place = client.get_connection_info().addr().to_string();
        let connecting = tokio::sync::Mutex::default();
        Ok(Self { inner: Arc::new(Inner { client, place, connecting, state: Mutex::default() }) })
    }

    /// The server's address, without its password.
    pub fn place(&self) -> &str {
        &self.inner.place
    }

    /// The program and its version. Uses a new connection, even during a pause.
    pub async fn program(&self) -> Result<String, StoreError> {
        {
            let mut state = self.state();
            state.alone_until = None;
            state.connection = None;
        }
        let info: String = self.ask(redis::cmd("INFO").arg("server")).await?;
        let of = |name: &str| info.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        let (name, version) = match of("valkey_version") {
            Some(version) => ("Valkey", version),
            None => ("Redis", of("redis_version").unwrap_or_default()),
        };
        Ok(format!("{name} {}", version.trim()).trim_end().to_owned())
    }

    /// Checks that the server responds, unless paused, so that the gauge stays right if nothing else uses it.
    pub async fn look(&self) {
        let _ = self.ask::<String>(&redis::cmd("PING")).await;
    }

    pub(super) async fn ask<T: FromRedisValue + Send>(&self, command: &Cmd) -> Result<T, StoreError> {
        let mut connection = self.connection().await?;
        let answer = command.query_async(&mut connection).await;
        self.heard(answer)
    }

    pub(super) async fn run<T: FromRedisValue + Send>(
        &self,
        script: &ScriptInvocation<'_>,
    ) -> Result<T, StoreError> {
        let mut connection = self.connection().await?;
        let answer = script.invoke_async(&mut connection).await;
        self.heard(answer)
    }

    async fn connection(&self) -> Result<MultiplexedConnection, StoreError> {
        if let Some(connection) = self.open_one()? {
            return Ok(connection);
        }
        let _turn = self.inner.connecting.lock().await;
        if let Some(connection) = self.open_one()? {
            return Ok(connection);
        }
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(CONNECT))
            .set_response_timeout(Some(ANSWER));
        let opened = self.inner.client.get_multiplexed_async_connection_with_config(&config).await;
        let connection = self.heard(opened)?;
        self.state().connection = Some(connection.clone());
        Ok(connection)
    }

    /// The open connection, if any; an error during a pause.
    fn open_one(&self) -> Result<Option<MultiplexedConnection>, StoreError> {
        let state = self.state();
        if state.alone_until.is_some_and(|until| Instant::now() < until) {
            return Err(StoreError::Unavailable(format!(
                "Redis at {} failed and is not tried again for a few seconds",
                self.place()
            )));
        }
        Ok(state.connection.clone())
    }

    fn heard<T>(&self, answer: RedisResult<T>) -> Result<T, StoreError> {
        match answer {
            Ok(answer) => {
                self.answers();
                Ok(answer)
            }
            Err(error) => Err(self.failed(&error)),
        }
    }

    fn answers(&self) {
        let mut state = self.state();
        state.lost = false;
        if std::mem::take(&mut state.back_is_news) {
            tracing::info!(server = self.place(), "limits and caches are shared again");
        }
        gauge!(UP).set(1.0);
    }

    fn failed(&self, error: &RedisError) -> StoreError {
        let mut state = self.state();
        let now = Instant::now();
        state.connection = None;
        state.alone_until = Some(now + PAUSE);
        let news = !std::mem::replace(&mut state.lost, true)
            && state.told.is_none_or(|told| now.saturating_duration_since(told) > LOG_INTERVAL);
        let error = said(error);
        if news {
            state.told = Some(now);
            state.back_is_news = true;
            let server = self.place();
            tracing::warn!(server, error, "Redis failed; limits and caches continue without it");
        }
        gauge!(UP).set(0.0);
        StoreError::Unavailable(format!("Redis at {}: {error}", self.place()))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.inner.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The error in an operator's words.
fn said(error: &RedisError) -> String {
    match error.kind() {
        ErrorKind::AuthenticationFailed => "it rejects the user name or password in redis.url".to_owned(),
        _ if error.is_timeout() => "it does not answer in time".to_owned(),
        _ => error.to_string(),
    }
}
