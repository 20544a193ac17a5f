//! Tokens in which a site says who its reader is: JSON Web Tokens (RFC 7519) signed with HMAC-SHA256 (`HS256`,
//! RFC 7518).
//!
//! A token names the key that signed it (`kid`), so that a site can switch to a new key while tokens signed
//! with the old one expire. Nothing else in its header is trusted: no other algorithm, and no embedded key or
//! URL.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use gorkd_core::model::Millis;
use ring::hmac;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt;

/// Minimum bytes of a secret (RFC 7518, section 3.2).
const MIN_SECRET_BYTES: usize = 32;
/// Maximum characters of a token.
const MAX_TOKEN_LENGTH: usize = 4_096;
/// Allowed difference between the clocks of a site and of gorkd, in seconds.
const SKEW: f64 = 60.0;
/// The required audience, if a token has one.
const AUDIENCE: &str = "gorkd";

/// A secret with which a site signs tokens.
#[derive(Clone)]
pub struct TokenKey {
    site: String,
    id: String,
    key: hmac::Key,
}

impl fmt::Debug for TokenKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TokenKey").field("site", &self.site).field("id", &self.id).finish_non_exhaustive()
    }
}

impl TokenKey {
    /// Parses `SITE:KEY_ID:SECRET`. Returns `None` if a part is missing, or the secret is shorter than 32
    /// bytes.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, ':');
        let (site, id, secret) = (parts.next()?, parts.next()?, parts.next()?);
        let fine = !site.is_empty() && !id.is_empty() && secret.len() >= MIN_SECRET_BYTES;
        let key = || hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
        fine.then(|| Self { site: site.to_owned(), id: id.to_owned(), key: key() })
    }
}

/// The person that a token identifies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub site: String,
    /// The site's own name for them.
    pub name: String,
    /// May do with every article of the site what its author may do.
    pub admin: bool,
}

#[derive(Deserialize)]
struct Head {
    alg: String,
    kid: String,
    /// Extensions that must be understood. None are.
    crit: Option<Value>,
}

#[derive(Deserialize)]
struct Claims {
    sub: String,
    exp: f64,
    nbf: Option<f64>,
    #[serde(default)]
    admin: bool,
    aud: Option<Audience>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Several(Vec<String>),
}

/// Whether it looks like a token rather than a key.
pub fn is_token(secret: &str) -> bool {
    secret.starts_with("eyJ") && secret.split('.').count() == 3
}

/// The person that a token identifies; `None` if none of the keys signed it, or it is not valid at this time.
pub fn person(keys: &[TokenKey], token: &str, now: Millis) -> Option<Person> {
    let (signed, signature) = token.rsplit_once('.').filter(|_| token.len() <= MAX_TOKEN_LENGTH)?;
    let (head, claims) = signed.split_once('.')?;
    let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
    let head: Head = part(head)?;
    if head.alg != "HS256" || head.crit.is_some() {
        return None;
    }
    let mut named = keys.iter().filter(|key| key.id == head.kid);
    let key = named.find(|key| hmac::verify(&key.key, signed.as_bytes(), &signature).is_ok())?;
    let claims: Claims = part(claims)?;
    let seconds = now.0 as f64 / 1_000.0;
    let is_for_us = match &claims.aud {
        None => true,
        Some(Audience::One(aud)) => aud == AUDIENCE,
        Some(Audience::Several(all)) => all.iter().any(|aud| aud == AUDIENCE),
    };
    let in_time = seconds < claims.exp + SKEW && claims.nbf.is_none_or(|from| from - SKEW <= seconds);
    let length = claims.sub.chars().count();
    let named = (1..=200).contains(&length) && !claims.sub.contains(char::is_control);
    let person = || Person { site: key.site.clone(), name: claims.sub.clone(), admin: claims.admin };
    (is_for_us && in_time && named).then(person)
}

fn part<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(text).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const NOW: Millis = Millis(1_800_000_000_000);
    const SECRET: &str = "0123456789abcdef0123456789abcdef";

    fn keys() -> Vec<TokenKey> {
        let keys = [
            format!("blog:k1:{SECRET}"),
            format!("blog:k2:{}", SECRET.to_uppercase()),
            format!("shop:k1:x{SECRET}"),
        ];
        keys.iter().map(|key| TokenKey::parse(key).expect("a key")).collect()
    }

    fn signed(head: &Value, claims: &Value, secret: &str) -> String {
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", part(head), part(claims));
        let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
        let signature = URL_SAFE_NO_PAD.encode(hmac::sign(&key, signed.as_bytes()));
        format!("{signed}.{signature}")
    }

    fn token(claims: &Value) -> String {
        signed(&json!({"alg": "HS256", "typ": "JWT", "kid": "k1"}), claims, SECRET)
    }

    #[test]
    fn signatures_are_those_of_the_standard() {
        // From RFC 7515, appendix A.1.
        let secret = "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow";
        let secret = URL_SAFE_NO_PAD.decode(secret).expect("base64url");
        let signed = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ";
        let signature = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, &secret), signed.as_bytes());
        assert_eq!(URL_SAFE_NO_PAD.encode(signature), "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
    }

    #[test]
    fn a_token_is_valid_for_its_site_and_period() {
        let seconds = NOW.0 / 1_000;
        let ada = |claims: &Value| person(&keys(), &token(claims), NOW);
        let known = ada(&json!({"sub": "ada", "exp": seconds + 600})).expect("valid token");
        assert_eq!(known, Person { site: "blog".into(), name: "ada".into(), admin: false });
        for (claims, good) in [
            (json!({"sub": "ada", "exp": seconds + 600, "admin": true, "iat": seconds, "name": "Ada"}), true),
            (json!({"sub": "ada", "exp": seconds - 30}), true),
            (json!({"sub": "ada", "exp": seconds - 61}), false),
            (json!({"sub": "ada", "exp": seconds + 600, "nbf": seconds + 30}), true),
            (json!({"sub": "ada", "exp": seconds + 600, "nbf": seconds + 61}), false),
            (json!({"sub": "ada", "exp": seconds + 600, "aud": "gorkd"}), true),
            (json!({"sub": "ada", "exp": seconds + 600, "aud": ["x", "gorkd"]}), true),
            (json!({"sub": "ada", "exp": seconds + 600, "aud": "elsewhere"}), false),
            (json!({"sub": "ada"}), false),
            (json!({"sub": "ada", "exp": (seconds + 600).to_string()}), false),
            (json!({"sub": "", "exp": seconds + 600}), false),
            (json!({"sub": 7, "exp": seconds + 600}), false),
            (json!({"sub": "ada", "exp": seconds + 600, "admin": "yes"}), false),
            (json!({"exp": seconds + 600}), false),
        ] {
            assert_eq!(ada(&claims).is_some(), good, "{claims}");
        }
    }

    #[test]
    fn only_tokens_signed_with_the_sites_own_key_are_trusted() {
        let claims = json!({"sub": "ada", "exp": NOW.0 / 1_000 + 600, "admin": true});
        let with = |head: Value, secret: &str| person(&keys(), &signed(&head, &claims, secret), NOW);
        let site = |found: Option<Person>| found.map(|person| person.site);
        let head = |kid: &str| json!({"alg": "HS256", "kid": kid});
        assert_eq!(site(with(head("k1"), SECRET)), Some("blog".into()));
        assert_eq!(site(with(head("k2"), &SECRET.to_uppercase())), Some("blog".into()), "the new key");
        assert_eq!(site(with(head("k1"), &format!("x{SECRET}"))), Some("shop".into()));
        assert_eq!(with(head("k2"), SECRET), None, "another key of the site");
        assert_eq!(with(head("k3"), SECRET), None);
        assert_eq!(with(json!({"alg": "HS256"}), SECRET), None, "no key is named");
        assert_eq!(with(json!({"alg": "none", "kid": "k1"}), SECRET), None);
        assert_eq!(with(json!({"alg": "HS512", "kid": "k1"}), SECRET), None);
        assert_eq!(with(json!({"alg": "HS256", "kid": "k1", "crit": ["b64"]}), SECRET), None);
        let good = token(&claims);
        let (signed, _) = good.rsplit_once('.').expect("three parts");
        for forged in [
            format!("{signed}."),
            signed.to_owned(),
            good.replacen("eyJ", "eyK", 1),
            String::new(),
            "..".into(),
        ] {
            assert_eq!(person(&keys(), &forged, NOW), None, "{forged}");
        }
        assert!(is_token(&good) && !is_token("gork_0123"));
    }

    #[test]
    fn a_key_has_a_site_a_name_and_a_long_secret() {
        assert!(TokenKey::parse(&format!("blog:k1:{SECRET}:with:colons")).is_some());
        for wrong in ["", "blog:k1", "blog:k1:short", &format!(":k1:{SECRET}"), &format!("blog::{SECRET}")] {
            assert!(TokenKey::parse(wrong).is_none(), "{wrong}");
        }
        let shown = format!("{:?}", keys());
        assert!(shown.contains("k1") && !shown.contains(SECRET));
    }
}
