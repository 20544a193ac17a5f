//! Detects pages that stand in for the requested one: a login, a CAPTCHA, an error with a success status, an
//! empty shell that scripts would fill.
//!
//! Only short pages are suspected, because a long page has text whatever else is on it. Walls are only
//! reported, never circumvented.

use gorkd_core::model::{Failure, FailureReason};

/// A page with more words than this is never a wall.
const SHORT: u32 = 200;
/// Maximum words of a shell that is still loading its scripts.
const SHELL: u32 = 40;

/// Signs in the markup, collected before it is converted to text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Signs {
    /// A password field.
    pub password: bool,
    /// The page loads scripts.
    pub scripts: bool,
    /// An empty element for scripts to fill.
    pub mount: bool,
    /// Traces of a CAPTCHA service.
    pub challenge: bool,
    /// The page says that it is paywalled.
    pub paid: bool,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Wall {
    Failure(Failure),
    Scripts,
}

const MISSING: &[&str] = &[
    "404",
    "page not found",
    "not found",
    "page does not exist",
    "page doesn't exist",
    "no longer available",
    "page cannot be found",
    "page can't be found",
    "page could not be found",
    "page is missing",
    "seite nicht gefunden",
    "page introuvable",
    "página no encontrada",
    "pagina non trovata",
    "页面不存在",
    "страница не найдена",
];
const CHALLENGE: &[&str] = &[
    "verify you are human",
    "verify that you are human",
    "verify you are a human",
    "are you a robot",
    "you are not a robot",
    "i'm not a robot",
    "unusual traffic",
    "checking your browser",
    "complete the security check",
    "solve the captcha",
    "enter the characters you see",
];
const SCRIPTS: &[&str] = &[
    "enable javascript",
    "enable your javascript",
    "javascript is required",
    "javascript is disabled",
    "javascript is not enabled",
    "requires javascript",
    "javascript to run this app",
    "activate javascript",
    "javascript aktivieren",
    "activer javascript",
];
const LOGIN: &[&str] = &[
    "sign in to continue",
    "log in to continue",
    "login to continue",
    "please log in",
    "please sign in",
    "must be logged in",
    "need to be logged in",
    "must log in",
    "must sign in",
    "you need to log in",
    "login required",
    "members only",
    "sign in to view",
    "log in to view",
    "sign in to your account",
    "log in to your account",
    "bitte melden sie sich an",
];
const PAID: &[&str] = &[
    "subscribe to continue",
    "subscribe to read",
    "subscribers only",
    "to continue reading",
    "already a subscriber",
    "for subscribers",
    "unlock this article",
    "start your subscription",
    "this article is for members",
];
const COOKIES: &[&str] = &[
    "accept cookies",
    "accept all cookies",
    "accept the use of cookies",
    "enable cookies",
    "cookies to continue",
    "consent to cookies",
    "we use cookies",
    "cookies akzeptieren",
    "accepter les cookies",
];

/// Markers in the source that identify bot-protection services.
const MARKS: &[&str] = &["_cf_chl_opt", "captcha-delivery.com", "px-captcha", "/_incapsula_resource"];

impl Signs {
    pub fn in_source(source: &str) -> Self {
        let lower = source.to_ascii_lowercase();
        let has = |mark: &str| lower.contains(mark);
        Self {
            password: has("type=\"password\"") || has("type=password") || has("type='password'"),
            scripts: has("<script"),
            mount: [
                "id=\"root\"",
                "id=\"app\"",
                "id=\"__next\"",
                "id=\"__nuxt\"",
                "id=root",
                "id=app",
                "<app-root",
            ]
            .iter()
            .any(|mark| has(mark)),
            challenge: MARKS.iter().any(|mark| has(mark)),
            paid: has("\"isaccessibleforfree\":false")
                || has("\"isaccessibleforfree\": false")
                || has("\"isaccessibleforfree\":\"false\"")
                || has("\"isaccessibleforfree\": \"false\""),
        }
    }
}

/// The wall in front of a page, judging by its title, its text and its word count.
pub fn before(title: &str, text: &str, words: u32, signs: Signs) -> Option<Wall> {
    if words > SHORT {
        return None;
    }
    let title = title.to_lowercase();
    let lower = text.to_lowercase();
    let heading = lower.lines().next().unwrap_or_default().trim_start_matches('#').trim();
    let says =
        |phrases: &[&str]| phrases.iter().any(|phrase| lower.contains(phrase) || title.contains(phrase));
    let failure = |reason, detail: &str| Some(Wall::Failure(Failure::skip(reason, detail)));
    if signs.challenge || says(CHALLENGE) {
        return failure(FailureReason::Captcha, "The site shows a CAPTCHA.");
    }
    if MISSING.iter().any(|phrase| is_about(&title, phrase) || is_about(heading, phrase)) {
        return failure(
            FailureReason::NotFound,
            "The page says that it does not exist, although its server reports success.",
        );
    }
    if words <= SHELL && signs.scripts && (says(SCRIPTS) || signs.mount || words == 0) {
        return Some(Wall::Scripts);
    }
    if says(PAID) || signs.paid {
        return failure(FailureReason::Paywall, "The page is paywalled: only its beginning is free.");
    }
    if says(LOGIN) || signs.password && words <= SHELL {
        return failure(FailureReason::Denied, "The page requires a login.");
    }
    if says(COOKIES) && words <= SHORT / 2 {
        return failure(FailureReason::Denied, "The page shows nothing without cookies.");
    }
    if words <= SHELL && signs.scripts && says(SCRIPTS) {
        return Some(Wall::Scripts);
    }
    None
}

/// Whether a title is about a phrase rather than merely containing it: "404 - Page not found | Example", but
/// not "How errors are not found by tests".
fn is_about(title: &str, phrase: &str) -> bool {
    let ends = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    let parts = title.split(['|', '–', '—', ':', '·']).flat_map(|part| part.split(" - "));
    parts.map(str::trim).any(|part| {
        let short = part.split_whitespace().count() <= 8;
        let start = part.strip_prefix(phrase).is_some_and(|rest| ends(rest.chars().next()));
        let end = part.strip_suffix(phrase).is_some_and(|rest| ends(rest.chars().next_back()));
        short && (start || end)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(title: &str, text: &str, source: &str) -> Option<FailureReason> {
        let words = u32::try_from(text.split_whitespace().count()).expect("few");
        match before(title, text, words, Signs::in_source(source)) {
            Some(Wall::Failure(failure)) => Some(failure.reason),
            Some(Wall::Scripts) => Some(FailureReason::Empty),
            None => None,
        }
    }

    #[test]
    fn walls_are_distinguished_from_pages() {
        assert_eq!(reason("404 - Page not found", "Sorry about that.", ""), Some(FailureReason::NotFound));
        assert_eq!(
            reason("Example", "# Seite nicht gefunden\n\nHier ist nichts.", ""),
            Some(FailureReason::NotFound)
        );
        assert_eq!(
            reason("Just a moment", "", "<script>window._cf_chl_opt={}"),
            Some(FailureReason::Captcha)
        );
        assert_eq!(
            reason(
                "App",
                "You need to enable JavaScript to run this app.",
                "<div id=\"root\"></div><script>"
            ),
            Some(FailureReason::Empty)
        );
        assert_eq!(
            reason("Members", "Please sign in to read on.", "<input type=\"password\">"),
            Some(FailureReason::Denied)
        );
        assert_eq!(
            reason("Story", "It began. Subscribe to continue reading.", ""),
            Some(FailureReason::Paywall)
        );
        assert_eq!(reason("Site", "We use cookies. Accept all cookies.", ""), Some(FailureReason::Denied));
        assert_eq!(reason("A short page", "It says what it says, in a line or two.", "<script>"), None);
        // Cloudflare adds this to every page it serves.
        let added = "<script src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'></script>";
        assert_eq!(reason("A short page", "It says what it says, in a line or two.", added), None);
        assert_eq!(reason("How faults are not found by tests", "A short note.", ""), None);
        assert_eq!(
            reason("404", &"word ".repeat(300), "<input type=password>"),
            None,
            "a long page is a page"
        );
    }
}
