//! Validates what a child sends back. The child has processed untrusted data, so it may lie: every field is
//! checked, and the hash is computed here.

use super::child::{Read, nonsense};
use crate::text;
use gorkd_core::model::{Document, DocumentHash, Failure, FailureReason, Millis, Reading, Remedy, Span};
use std::time::{SystemTime, UNIX_EPOCH};
use url::Url;

/// Maximum length of title, author, site and warnings, in characters. The parsers respect it too.
pub const MAX_TITLE: usize = 500;
pub const MAX_NAME: usize = 200;
pub const MAX_WARNING: usize = 500;
const MAX_WARNINGS: usize = 20;
/// Days that a document gives for itself, besides its date.
pub const MAX_DATES: usize = 20;
const MAX_ADDRESS: usize = 8_192;
const DAY: u64 = 86_400_000;
/// Bytes of text that are checked inline: that takes less time than moving the work to another thread.
const INLINE_MAX: usize = 64 * 1024;

/// A document needs an address to be cited by.
pub fn address(url: &str) -> Result<(), Failure> {
    let fits = url.len() <= MAX_ADDRESS && Url::parse(url).is_ok();
    fits.then_some(()).ok_or_else(|| {
        Failure::skip(FailureReason::Malformed, "The document's address is not one that can be cited.")
    })
}

/// Returns the failure if it is one that parsers report: a reason and a sentence. Anything else in it would steer
/// the job: an open copy is read in the document's place.
pub fn failure(failure: Failure) -> Result<Failure, Failure> {
    let Failure { detail, remedy, again_after_ms, open_copy, .. } = &failure;
    let steers = *remedy != Remedy::Skip || again_after_ms.is_some() || open_copy.is_some();
    if steers || detail.is_empty() || !is_line(detail, MAX_WARNING) {
        return Err(nonsense());
    }
    Ok(failure)
}

/// Returns the reading if everything about it is plausible. Long texts are checked on a blocking thread.
pub async fn reading(url: String, read: Read, max_text: usize) -> Result<Reading, Failure> {
    if read.text.len() <= INLINE_MAX {
        return checked(url, read, max_text, now());
    }
    tokio::task::spawn_blocking(move || checked(url, read, max_text, now())).await.unwrap_or_else(|_| {
        Err(Failure::skip(FailureReason::Internal, "Checking the document's text failed."))
    })
}

fn checked(url: String, read: Read, max_text: usize, now: Millis) -> Result<Reading, Failure> {
    let Read { head, text } = read;
    let text = String::from_utf8(text.into()).map_err(|_| nonsense())?;
    let plausible = text.len() <= max_text
        && !text.is_empty()
        && text::is_normalised(&text)
        && is_line(&head.title, MAX_TITLE)
        && head.author.as_deref().is_none_or(is_name)
        && head.site.as_deref().is_none_or(is_name)
        && head.language.as_deref().is_none_or(text::is_language_code)
        && head.warnings.len() <= MAX_WARNINGS
        && head.revised.len() <= MAX_DATES
        && head.warnings.iter().all(|warning| is_line(warning, MAX_WARNING))
        && head.work.as_deref().is_none_or(is_name)
        && are_disjoint(&head.navigation, &text)
        && is_media_type(&head.content_type)
        && is_canonical(&head.canonical_url, &url);
    if !plausible {
        return Err(nonsense());
    }
    let document = Document {
        hash: DocumentHash::of_text(&text),
        url,
        canonical_url: head.canonical_url,
        title: head.title,
        author: head.author,
        site: head.site,
        language: head.language,
        kind: head.kind,
        // Journals date issues ahead, and clocks differ. An implausible date is dropped, but the text is
        // fine.
        published_at: head
            .published_at
            .into_iter()
            .chain(head.revised)
            .filter(|at| *at <= now.plus(2 * DAY))
            .max(),
        fetched_at: now,
        word_count: text::count_words(&text),
        truncated: head.truncated,
        warnings: head.warnings,
        work: head.work,
        navigation: head.navigation,
        final_url: None,
        content_type: Some(head.content_type).filter(|name| !name.is_empty()),
        fetch_status: None,
    };
    Ok(Reading { document, text })
}

/// Sorted, not empty, with gaps between them, and within the text.
fn are_disjoint(spans: &[Span], text: &str) -> bool {
    let apart = spans.windows(2).all(|pair| pair[0].end < pair[1].start);
    let inside = |last: &Span| last.end <= text.chars().count();
    apart && spans.iter().all(|span| span.start < span.end) && spans.last().is_none_or(inside)
}

/// Either a type and a subtype, or empty.
fn is_media_type(text: &str) -> bool {
    text.len() <= 100 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"/+.-".contains(&b))
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && is_line(text, MAX_NAME)
}

fn is_line(text: &str, longest: usize) -> bool {
    text.chars().count() <= longest && !text.contains('\n') && text::is_normalised(text)
}

/// A page may name another address on its own site as canonical, never one on another site.
fn is_canonical(canonical: &str, url: &str) -> bool {
    canonical.len() <= MAX_ADDRESS
        && match (Url::parse(canonical), Url::parse(url)) {
            (Ok(canonical), Ok(url)) => crate::canonical::same_site(&canonical, &url),
            (_, _) => false,
        }
}

fn now() -> Millis {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Millis(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Head;

    fn head() -> Head {
        Head { canonical_url: "https://example.org/a".into(), title: "A".into(), ..Head::default() }
    }

    fn check(head: Head, text: &str) -> Result<Reading, Failure> {
        let read = Read { head, text: text.as_bytes().to_vec().into() };
        checked("https://www.example.org/a?utm_source=x".into(), read, 100, Millis(1_000))
    }

    #[test]
    fn a_plausible_answer_is_taken_and_hashed_here() {
        let reading = check(head(), "Two words").expect("plausible");
        assert_eq!(reading.document.hash, DocumentHash::of_text("Two words"));
        assert_eq!(reading.document.word_count, 2);
    }

    #[test]
    fn a_date_in_the_future_is_left_out() {
        let dated = |at: i64| {
            let head = Head { published_at: Some(Millis(at)), ..head() };
            check(head, "Two words").expect("plausible").document.published_at
        };
        assert_eq!(dated(1_000 + DAY as i64), Some(Millis(1_000 + DAY as i64)), "clocks differ");
        assert_eq!(dated(1_001 + 2 * DAY as i64), None);
        assert_eq!(dated(i64::MAX), None);
        let revised = |at: i64, revised: &[i64]| {
            let revised = revised.iter().copied().map(Millis).collect();
            let head = Head { published_at: Some(Millis(at)), revised, ..head() };
            check(head, "Two words").expect("plausible").document.published_at
        };
        assert_eq!(revised(10, &[20, i64::MAX]), Some(Millis(20)), "the newest that isn't in the future");
        assert_eq!(revised(10, &[5]), Some(Millis(10)));
        assert_eq!(revised(i64::MAX, &[5]), Some(Millis(5)));
    }

    #[test]
    fn a_failure_is_a_reason_and_a_sentence_and_steers_nothing() {
        let plain = || Failure::skip(FailureReason::Empty, "The document is empty.");
        assert_eq!(failure(plain()), Ok(plain()));
        let wrong = [
            Failure { open_copy: Some("https://evil.example/?secret".into()), ..plain() },
            Failure { again_after_ms: Some(0), ..plain() },
            Failure { remedy: Remedy::Abort, ..plain() },
            Failure { detail: String::new(), ..plain() },
            Failure { detail: "two\nlines".into(), ..plain() },
            Failure { detail: "x".repeat(MAX_WARNING + 1), ..plain() },
        ];
        for one in wrong {
            assert_eq!(failure(one.clone()), Err(nonsense()), "{one:?}");
        }
    }

    #[test]
    fn implausible_answers_are_thrown_away() {
        let wrong = [
            Head { canonical_url: "https://evil.example/a".into(), ..head() },
            Head { canonical_url: String::new(), ..head() },
            Head { title: "x".repeat(MAX_TITLE + 1), ..head() },
            Head { title: "two\nlines".into(), ..head() },
            Head { author: Some("right\u{202e}left".into()), ..head() },
            Head { language: Some("english".into()), ..head() },
            Head { warnings: vec!["w".into(); 21], ..head() },
            Head { work: Some("two\nlines".into()), ..head() },
            Head { revised: vec![Millis(1); 21], ..head() },
            Head { content_type: "text/html\r\nx: y".into(), ..head() },
            Head { navigation: vec![Span { start: 0, end: 5 }], ..head() },
            Head { navigation: vec![Span { start: 1, end: 1 }], ..head() },
            Head { navigation: vec![Span { start: 2, end: 3 }, Span { start: 0, end: 1 }], ..head() },
        ];
        for head in wrong {
            assert!(check(head.clone(), "text").is_err(), "{head:?}");
        }
        for text in ["", "a\u{0}b", "a\r\nb", &"x".repeat(101)] {
            assert!(check(head(), text).is_err(), "{text:?}");
        }
        let read = Read { head: head(), text: vec![0xff, 0xfe].into() };
        assert!(checked("https://example.org/a".into(), read, 100, Millis(0)).is_err());
    }
}
