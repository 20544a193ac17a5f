//! Texts and documents.

use super::*;
use gorkd_core::ports::Documents;

pub async fn texts_are_kept_with_their_events(base: &dyn Base) {
    let store = base.open().await;
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    let (first, second) =
        (reading("https://a.example/", "One.", 5), reading("https://b.example/", "Two.", 6));
    has_read(&*store, "job_1", "a", &first).await;
    has_read(&*store, "job_1", "b", &second).await;
    let missing = DocumentHash::of_text("never read");
    let wanted = [second.document.hash.clone(), missing.clone(), first.document.hash.clone()];
    let texts = base.open().await.texts(&wanted).await.expect("asked");
    assert_eq!(texts.len(), 2);
    assert_eq!(&*texts[&first.document.hash], "One.");
    assert_eq!(&*texts[&second.document.hash], "Two.");
    assert_eq!(store.reading(&second.document.hash).await.expect("asked"), Some(second));
    assert_eq!(store.reading(&missing).await.expect("asked"), None);
    assert!(store.texts(&[]).await.expect("asked").is_empty());
}

pub async fn one_text_under_two_addresses_is_two_documents(base: &dyn Base) {
    let store = base.open().await;
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    let text = "The same words under two addresses.";
    let (first, copy) = (reading("https://a.example/", text, 5), reading("https://b.example/", text, 6));
    has_read(&*store, "job_1", "a", &first).await;
    has_read(&*store, "job_1", "b", &copy).await;
    let by_url = async |url| {
        let found = Documents::by_url(&*store, url, "place:web:1").await.expect("asked");
        found.map(|document| (document.hash.0, document.fetched_at.0, document.title))
    };
    let hash = first.document.hash.0.clone();
    assert_eq!(by_url("https://a.example/").await, Some((hash.clone(), 5, first.document.title.clone())));
    assert_eq!(by_url("https://b.example/").await, Some((hash.clone(), 6, copy.document.title.clone())));
    let any = store.reading(&first.document.hash).await.expect("asked").expect("there");
    assert!(any == first || any == copy);

    // The page changes: the address now gives its newest reading, and the older text stays.
    let changed = reading("https://a.example/", "Other words.", 9);
    has_read(&*store, "job_1", "c", &changed).await;
    assert_eq!(by_url("https://a.example/").await.map(|found| found.1), Some(9));
    // And it is read once more as before, with a new title.
    let mut back = reading("https://a.example/", text, 12);
    back.document.title = "A new title".into();
    has_read(&*store, "job_1", "d", &back).await;
    assert_eq!(by_url("https://a.example/").await, Some((hash, 12, "A new title".into())));
    assert_eq!(store.texts(&[first.document.hash, changed.document.hash]).await.expect("asked").len(), 2);
}

pub async fn a_place_does_not_see_what_another_has_read(base: &dyn Base) {
    let store = base.open().await;
    let page = reading("https://intranet.example/", "For those inside.", 5);
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    let elsewhere = NewJob { place: "slack:T:C:1".into(), ..new_job("job_2", "thr_2", 1) };
    store.create(elsewhere).await.expect("created");
    has_read(&*store, "job_1", "a", &page).await;
    let sees = async |url: &'static str, audience: &'static str| {
        Documents::by_url(&*store, url, audience).await.expect("asked").is_some()
    };
    assert!(sees("https://intranet.example/", "place:web:1").await);
    assert!(!sees("https://intranet.example/", "place:slack:T:C:1").await);
    assert!(!sees("https://intranet.example/", "library").await);
    // The other place reads a copy of the text. It sees that copy, but still not the first address.
    has_read(&*store, "job_2", "a", &reading("https://public.example/", "For those inside.", 6)).await;
    assert!(sees("https://public.example/", "place:slack:T:C:1").await);
    assert!(!sees("https://intranet.example/", "place:slack:T:C:1").await);
}

pub async fn long_texts_and_odd_characters_survive(base: &dyn Base) {
    let store = base.open().await;
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    let long = "Zeile mit Umlauten äöü, 東京 und \u{1F600}.\n".repeat(40_000);
    for (effect, text) in [("a", long.as_str()), ("b", ""), ("c", "\u{0}nul and 'quotes' \"too\" \\")] {
        let page = reading(&format!("https://a.example/{effect}?q='%00"), text, 5);
        has_read(&*store, "job_1", effect, &page).await;
        assert_eq!(store.reading(&page.document.hash).await.expect("asked").expect("there"), page);
        let texts = store.texts(std::slice::from_ref(&page.document.hash)).await.expect("asked");
        assert!(*texts[&page.document.hash] == *text);
    }
}
