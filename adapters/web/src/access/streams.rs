//! Event streams end when the key or the session is revoked with which they were opened.

use super::{sessions, shown_key, tokens};
use crate::parts::Web;
use crate::stream::BEAT_EVERY;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use futures::StreamExt;

/// The secret that a request shows.
#[derive(Clone)]
pub enum Pass {
    Key(String),
    Session(String),
}

impl Pass {
    /// `None` for a request without one, and for the token of a site's reader, which only expires.
    pub fn of(headers: &HeaderMap) -> Option<Self> {
        match shown_key(headers) {
            Ok(Some(secret)) => (!tokens::is_token(secret)).then(|| Pass::Key(secret.to_owned())),
            Ok(None) => sessions::shown(headers).map(|secret| Pass::Session(secret.to_owned())),
            Err(_) => None,
        }
    }

    /// A store that doesn't answer revokes nothing.
    async fn is_good(&self, web: &Web) -> bool {
        let now = web.service.now();
        match self {
            Pass::Key(secret) => match web.ring.find(secret, now).await {
                Ok(Some(key)) => key.expires_at.is_none_or(|end| now < end),
                Ok(None) => false,
                Err(_) => true,
            },
            Pass::Session(secret) => !matches!(web.sessions.find(secret, now).await, Ok(None)),
        }
    }
}

/// Ends an event stream soon after its pass is no longer good.
pub fn ended_with(pass: Pass, web: Web, response: Response) -> Response {
    ended_when(response, move || {
        let (pass, web) = (pass.clone(), web.clone());
        async move { !pass.is_good(&web).await }
    })
}

fn ended_when<F>(response: Response, is_over: impl Fn() -> F + Send + 'static) -> Response
where
    F: Future<Output = bool> + Send + 'static,
{
    let kind = response.headers().get(header::CONTENT_TYPE).map(HeaderValue::as_bytes);
    if !kind.is_some_and(|kind| kind.starts_with(b"text/event-stream")) {
        return response;
    }
    let over = async move {
        loop {
            tokio::time::sleep(BEAT_EVERY).await;
            if is_over().await {
                return;
            }
        }
    };
    response.map(|body| Body::from_stream(body.into_data_stream().take_until(Box::pin(over))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::BEAT;
    use std::convert::Infallible;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[tokio::test(start_paused = true)]
    async fn a_stream_ends_once_its_pass_is_revoked() {
        let beats = futures::stream::unfold((), |()| async {
            tokio::time::sleep(BEAT_EVERY / 2).await;
            Some((Ok::<_, Infallible>(BEAT), ()))
        });
        let mut response = Response::new(Body::from_stream(beats));
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
        let revoked = Arc::new(AtomicBool::new(false));
        let seen = revoked.clone();
        let response = ended_when(response, move || {
            let over = seen.load(Ordering::Relaxed);
            async move { over }
        });
        let mut frames = response.into_body().into_data_stream();
        for _ in 0..10 {
            assert!(frames.next().await.is_some(), "it goes on");
        }
        revoked.store(true, Ordering::Relaxed);
        let left = frames.count().await;
        assert!(left <= 3, "it goes on for {left} beats");
    }
}
