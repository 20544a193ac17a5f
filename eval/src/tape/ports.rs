//! The ports of a job, with a tape between them and the world. How long a call may take is no part of a request: it
//! depends on the machine.

use super::{RecordedOutcome, Tape};
use async_trait::async_trait;
use gorkd_core::engine::LIBRARY;
use gorkd_core::model::{
    Destination, Document, DocumentHash, Failure, FailureReason, Reach, Reading, SearchHit,
};
use gorkd_core::ports::{
    Documents, Embedder, Failed, Growing, Metered, Model, Outcome, Prompt, Raw, RawContent, ReadRequest,
    Reader, Reranker, Search, SearchRequest, StoreError, TextRole, Texts, ToolReply,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// What pages of the library are kept as.
const HELD: &str = "held";

/// A port with the tape that it goes by.
struct Taped<T: ?Sized> {
    tape: Arc<Tape>,
    inner: Arc<T>,
}

impl Tape {
    pub fn model(self: &Arc<Self>, inner: Arc<dyn Model>) -> Arc<dyn Model> {
        Arc::new(Taped { tape: self.clone(), inner })
    }

    pub fn embedder(self: &Arc<Self>, inner: Arc<dyn Embedder>) -> Arc<dyn Embedder> {
        Arc::new(Taped { tape: self.clone(), inner })
    }

    pub fn reranker(self: &Arc<Self>, inner: Arc<dyn Reranker>) -> Arc<dyn Reranker> {
        Arc::new(Taped { tape: self.clone(), inner })
    }

    pub(super) fn documents(self: &Arc<Self>, inner: Arc<dyn Documents>) -> Arc<dyn Documents> {
        Arc::new(Taped { tape: self.clone(), inner })
    }

    pub(super) fn search(self: &Arc<Self>, inner: Arc<dyn Search>) -> Arc<dyn Search> {
        Arc::new(Taped { tape: self.clone(), inner })
    }

    pub(super) fn reader(self: &Arc<Self>, inner: Arc<dyn Reader>) -> Arc<dyn Reader> {
        Arc::new(Taped { tape: self.clone(), inner })
    }
}

#[async_trait]
impl Model for Taped<dyn Model> {
    gorkd_core::as_inner!(Model);

    async fn complete(
        &self,
        prompt: &Prompt,
        reach: Reach,
        growing: Option<&Growing<'_>>,
    ) -> Outcome<String> {
        let asked = json!({
            "model": self.name(), "system": prompt.system, "user": prompt.user, "schema": prompt.schema,
            "max_output_tokens": prompt.max_output_tokens, "privacy": reach.name(),
        });
        let call = async { kept(self.inner.complete(prompt, reach, growing).await) };
        let reply = given::<String>(self.tape.answer("model", asked, call).await)?;
        if self.tape.replays()
            && let Some(growing) = growing
        {
            growing(&reply.value);
        }
        Ok(reply)
    }

    async fn call_tools(&self, prompt: &Prompt, reach: Reach) -> Outcome<ToolReply> {
        let asked = json!({
            "model": self.name(), "system": prompt.system, "user": prompt.user, "tools": prompt.tools,
            "max_output_tokens": prompt.max_output_tokens, "privacy": reach.name(),
        });
        let call = async { kept(self.inner.call_tools(prompt, reach).await) };
        given(self.tape.answer("model", asked, call).await)
    }
}

#[async_trait]
impl Search for Taped<dyn Search> {
    gorkd_core::as_inner!(SearchButWords);

    async fn unknown_words(&self, text: &str, language: &str) -> Vec<String> {
        let asked = json!({ "provider": self.name(), "text": text, "language": language });
        let call = async { kept(Ok(Metered::free(self.inner.unknown_words(text, language).await))) };
        given(self.tape.answer("words", asked, call).await)
            .map(|known: Metered<_>| known.value)
            .unwrap_or_default()
    }

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        let asked = json!({
            "provider": self.name(), "query": request.query, "language": request.language,
            "filters": request.filters, "results": request.results, "anew": request.anew, "privacy": request.reach.name(),
        });
        let call = async { kept(self.inner.search(request).await) };
        given(self.tape.answer("search", asked, call).await)
    }
}

/// A reading, as a tape holds it.
#[derive(Serialize, Deserialize)]
struct Page {
    document: Document,
    text: String,
}

#[async_trait]
impl Reader for Taped<dyn Reader> {
    async fn read(&self, request: &ReadRequest) -> Outcome<Reading> {
        // What the library held is not read in the run that is recorded; there is no library in one that is replayed.
        if self.tape.replays()
            && let Some(held) = self.tape.kept_beside(HELD, &json!(request.url))
        {
            return Ok(unpaged(given::<Page>(held)?));
        }
        let asked = json!({
            "url": request.url, "hash": request.hash, "anew": request.anew, "privacy": request.reach.name(),
        });
        let call = async { kept(self.inner.read(request).await.map(paged)) };
        Ok(unpaged(given::<Page>(self.tape.answer("read", asked, call).await)?))
    }

    async fn extract(&self, raw: Raw) -> Result<Reading, Failure> {
        let content = match &raw.content {
            RawContent::Bytes(bytes) => json!(DocumentHash::of_text(&String::from_utf8_lossy(bytes))),
            RawContent::File(path) => json!(path),
        };
        let asked = json!({
            "content": content, "url": raw.url, "content_type": raw.content_type, "max_bytes": raw.max_bytes,
        });
        let call =
            async { kept(self.inner.extract(raw).await.map(Metered::free).map(paged).map_err(Failed::from)) };
        let page =
            given::<Page>(self.tape.answer("extract", asked, call).await).map_err(|failed| failed.failure)?;
        Ok(Reading { document: page.value.document, text: page.value.text })
    }
}

fn paged(read: Metered<Reading>) -> Metered<Page> {
    let Reading { document, text } = read.value;
    Metered { value: Page { document, text }, cost: read.cost, cached: read.cached, tries: read.tries }
}

fn unpaged(page: Metered<Page>) -> Metered<Reading> {
    let Page { document, text } = page.value;
    Metered { value: Reading { document, text }, cost: page.cost, cached: page.cached, tries: page.tries }
}

/// The store answers as ever; what it gives of the library is kept, because a job takes that past the reader.
#[async_trait]
impl Documents for Taped<dyn Documents> {
    async fn texts(&self, hashes: &[DocumentHash]) -> Result<Texts, StoreError> {
        self.inner.texts(hashes).await
    }

    async fn reading(&self, hash: &DocumentHash) -> Result<Option<Reading>, StoreError> {
        self.inner.reading(hash).await
    }

    async fn by_url(&self, url: &str, audience: &str) -> Result<Option<Document>, StoreError> {
        let found = self.inner.by_url(url, audience).await?;
        if let Some(document) = found.as_ref().filter(|_| audience == LIBRARY && !self.tape.replays())
            && let Some(reading) = self.inner.reading(&document.hash).await?
        {
            let page = Page { document: document.clone(), text: reading.text };
            self.tape.keep_beside(HELD, json!(url), serde_json::to_value(page).ok());
        }
        Ok(found)
    }
}

#[async_trait]
impl Reranker for Taped<dyn Reranker> {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn refuses_below(&self) -> Option<f32> {
        self.inner.refuses_below()
    }

    fn reads(&self, language: &str) -> bool {
        self.inner.reads(language)
    }

    async fn rank(
        &self,
        question: &str,
        passages: &[String],
        most: Duration,
    ) -> Result<Vec<Option<f32>>, Failure> {
        let asked = json!({"reranker": self.name(), "question": question, "passages": passages});
        let call = async {
            kept(self.inner.rank(question, passages, most).await.map(Metered::free).map_err(Failed::from))
        };
        let ranks = given(self.tape.answer("rank", asked, call).await);
        ranks.map(|ranks| ranks.value).map_err(|failed| failed.failure)
    }
}

#[async_trait]
impl Embedder for Taped<dyn Embedder> {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn destination(&self) -> Destination {
        self.inner.destination()
    }

    async fn embed(&self, texts: &[String], role: TextRole, reach: Reach) -> Result<Vec<Vec<f32>>, Failure> {
        let question = role == TextRole::Question;
        let asked =
            json!({"embedder": self.name(), "texts": texts, "question": question, "privacy": reach.name()});
        let call = async {
            kept(self.inner.embed(texts, role, reach).await.map(Metered::free).map_err(Failed::from))
        };
        let vectors = given(self.tape.answer("embed", asked, call).await);
        vectors.map(|vectors| vectors.value).map_err(|failed| failed.failure)
    }
}

/// An outcome as it is kept.
fn kept<T: Serialize>(outcome: Outcome<T>) -> RecordedOutcome {
    match outcome {
        Ok(Metered { value, cost, cached, tries }) => match serde_json::to_value(value) {
            Ok(value) => RecordedOutcome { value: Some(value), failure: None, cost, cached, tries },
            Err(error) => {
                RecordedOutcome { value: None, failure: Some(unreadable(&error)), cost, cached, tries }
            }
        },
        Err(Failed { failure, cost }) => {
            RecordedOutcome { value: None, failure: Some(failure), cost, cached: false, tries: 0 }
        }
    }
}

/// A kept outcome as it was.
fn given<T: DeserializeOwned>(kept: RecordedOutcome) -> Outcome<T> {
    let RecordedOutcome { value, failure, cost, cached, tries } = kept;
    if let Some(failure) = failure {
        return Err(Failed { failure, cost });
    }
    match serde_json::from_value::<T>(value.unwrap_or(Value::Null)) {
        Ok(value) => Ok(Metered { value, cost, cached, tries }),
        Err(error) => Err(Failed { failure: unreadable(&error), cost }),
    }
}

fn unreadable(error: &serde_json::Error) -> Failure {
    Failure::skip(
        FailureReason::Malformed,
        format!("The record holds something else than was asked for: {error}."),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::model::{Millis, Spend};
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Answers with its count, and fails at the third call.
    #[derive(Default)]
    struct Counter(AtomicUsize);

    #[async_trait]
    impl Model for Counter {
        fn name(&self) -> &str {
            "counter"
        }

        fn destination(&self) -> Destination {
            Destination::Near
        }

        async fn complete(&self, _: &Prompt, _: Reach, _: Option<&Growing<'_>>) -> Outcome<String> {
            let count = self.0.fetch_add(1, Ordering::Relaxed) + 1;
            let cost = Spend { output_tokens: count as u64, ..Spend::default() };
            if count == 3 {
                let failure = Failure::skip(FailureReason::ServerError, "Three is too many.");
                return Err(Failed { failure, cost });
            }
            Ok(Metered { value: format!("call {count}"), cost, cached: false, tries: 1 })
        }
    }

    fn prompt(user: &str, seconds: u64) -> Prompt {
        let timeout = std::time::Duration::from_secs(seconds);
        Prompt { user: user.to_owned(), timeout, ..Prompt::default() }
    }

    #[tokio::test]
    async fn a_replay_gives_what_was_recorded_and_says_what_is_missing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("tape.jsonl");
        let tape = Tape::record(&path, Millis(1_780_000_000_000)).expect("a tape");
        let model = tape.model(Arc::new(Counter::default()));
        assert_eq!(tape.note("pages", || json!(3)), json!(3));
        for (user, expected) in [("a", Some("call 1")), ("a", Some("call 2")), ("b", None)] {
            let said = model.complete(&prompt(user, 5), Reach::NEAR, None).await;
            assert_eq!(said.ok().map(|reply| reply.value).as_deref(), expected);
        }
        tape.finish().expect("it is written");

        let tape = Tape::replay(&path).expect("the tape");
        let counter = Arc::new(Counter::default());
        let model = tape.model(counter.clone());
        assert_eq!(tape.note("pages", || json!(4)), json!(3));
        assert!(tape.now().0 >= 1_780_000_000_000 && tape.now().0 < 1_780_000_600_000);
        let grown = std::sync::Mutex::new(String::new());
        let growing = |text: &str| *grown.lock().expect("whole") = text.to_owned();
        let first = model.complete(&prompt("a", 9), Reach::NEAR, Some(&growing)).await.expect("a reply");
        assert_eq!((first.value.as_str(), first.cost.output_tokens), ("call 1", 1));
        assert_eq!(*grown.lock().expect("whole"), "call 1");
        for _ in 0..2 {
            let later = model.complete(&prompt("a", 9), Reach::NEAR, None).await.expect("a reply");
            assert_eq!(later.value, "call 2");
        }
        let failed = model.complete(&prompt("b", 9), Reach::NEAR, None).await.expect_err("it failed then");
        assert_eq!(failed.failure.detail, "Three is too many.");
        tape.finish().expect("everything was there");

        model.complete(&prompt("new", 9), Reach::NEAR, None).await.expect_err("not in the record");
        let why = tape.finish().expect_err("one is missing").to_string();
        assert!(why.contains("1 requests are not in the record") && why.contains("\"new\""), "{why}");
        assert_eq!(counter.0.load(Ordering::Relaxed), 0, "nobody was asked");
    }

    #[tokio::test]
    async fn a_file_that_is_no_record_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("tape.jsonl");
        std::fs::write(&path, "").expect("it is written");
        assert!(Tape::replay(&path).is_err_and(|why| why.to_string().contains("is no record of a run")));
        assert!(Tape::replay(&folder.path().join("none")).is_err());
    }
}
