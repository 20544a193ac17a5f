//! Records how each call to a provider went, for whoever operates this process. Cache hits do not count as
//! calls.

use async_trait::async_trait;
use gorkd_core::engine::{Clock, SystemClock};
use gorkd_core::model::{FailureReason, Millis, Reach, SearchHit};
use gorkd_core::ports::{Growing, Model, Outcome, Prompt, Search, SearchRequest, ToolReply};
use gorkd_web::console::Health;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The result of the last call to each provider.
#[derive(Clone, Default)]
pub struct Board(Arc<Mutex<BTreeMap<String, Noted>>>);

#[derive(Clone, Debug)]
pub struct Noted {
    pub at: Millis,
    pub health: Health,
    /// A sentence, without keys or page texts.
    pub error: Option<String>,
}

impl Board {
    pub fn of(&self, name: &str) -> Option<Noted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    fn note<T>(&self, name: &str, outcome: &Outcome<T>) {
        let (health, error) = match outcome {
            Ok(answer) if answer.cached => return,
            Ok(_) => (Health::Ok, None),
            // No call was made.
            Err(failed) if failed.failure.reason == FailureReason::NotAllowed => return,
            Err(failed) => {
                let rests = matches!(
                    failed.failure.reason,
                    FailureReason::RateLimited | FailureReason::QuotaExhausted
                );
                let health = if rests { Health::Cooling } else { Health::Failing };
                (health, Some(failed.failure.detail.clone()))
            }
        };
        let noted = Noted { at: SystemClock.now(), health, error };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), noted);
    }

    pub fn search(&self, inner: Arc<dyn Search>) -> Arc<dyn Search> {
        Arc::new(Watched { inner, board: self.clone() })
    }

    pub fn model(&self, inner: Arc<dyn Model>) -> Arc<dyn Model> {
        Arc::new(Watched { inner, board: self.clone() })
    }
}

struct Watched<T> {
    inner: T,
    board: Board,
}

#[async_trait]
impl Search for Watched<Arc<dyn Search>> {
    gorkd_core::as_inner!(Search);

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        let outcome = self.inner.search(request).await;
        self.board.note(self.name(), &outcome);
        outcome
    }
}

#[async_trait]
impl Model for Watched<Arc<dyn Model>> {
    gorkd_core::as_inner!(Model);

    async fn complete(
        &self,
        prompt: &Prompt,
        reach: Reach,
        growing: Option<&Growing<'_>>,
    ) -> Outcome<String> {
        let outcome = self.inner.complete(prompt, reach, growing).await;
        self.board.note(self.name(), &outcome);
        outcome
    }

    async fn call_tools(&self, prompt: &Prompt, reach: Reach) -> Outcome<ToolReply> {
        let outcome = self.inner.call_tools(prompt, reach).await;
        self.board.note(self.name(), &outcome);
        outcome
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::model::Failure;
    use gorkd_core::ports::Metered;

    #[test]
    fn the_last_real_call_counts() {
        let board = Board::default();
        let failed = |reason| -> Outcome<()> { Err(Failure::skip(reason, "It failed.").into()) };
        let health = |board: &Board| board.of("exa").map(|noted| noted.health);
        assert_eq!(health(&board), None);
        board.note("exa", &failed(FailureReason::ServerError));
        assert_eq!(health(&board), Some(Health::Failing));
        board.note("exa", &failed(FailureReason::RateLimited));
        assert_eq!(health(&board), Some(Health::Cooling));
        board.note("exa", &Ok(Metered { cached: true, ..Metered::free(()) }));
        board.note("exa", &failed(FailureReason::NotAllowed));
        assert_eq!(health(&board), Some(Health::Cooling), "nobody was asked");
        board.note("exa", &Ok(Metered::free(())));
        assert_eq!(health(&board), Some(Health::Ok));
    }
}
