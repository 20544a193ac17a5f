//! Encrypts the tokens of workspaces: ChaCha20-Poly1305 with a key from the settings.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};

/// Minimum characters of the key, because shorter keys can be guessed.
const MIN_LENGTH: usize = 32;

pub struct Seal(LessSafeKey);

impl Seal {
    /// Derives the key from at least 32 characters, such as the output of `openssl rand -hex 32`. Errors are
    /// sentences.
    pub fn new(key: &SecretString) -> Result<Self, String> {
        let text = key.expose_secret();
        if text.len() < MIN_LENGTH {
            return Err(format!(
                "slack.seal_key must have at least {MIN_LENGTH} characters. `openssl rand -hex 32` creates a good one."
            ));
        }
        let bytes = Sha256::digest(format!("gorkd slack installs\u{0}{text}"));
        let key = UnboundKey::new(&CHACHA20_POLY1305, &bytes);
        key.map(|key| Self(LessSafeKey::new(key))).map_err(|_| "slack.seal_key cannot be used".to_owned())
    }

    pub fn close(&self, text: &[u8]) -> String {
        let mut nonce = [0u8; NONCE_LEN];
        let mut sealed = text.to_vec();
        let made = getrandom::fill(&mut nonce).is_ok()
            && self
                .0
                .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut sealed)
                .is_ok();
        if !made {
            return String::new();
        }
        STANDARD.encode([nonce.as_slice(), &sealed].concat())
    }

    /// Returns `None` if it was encrypted with another key, or was modified.
    pub fn open(&self, sealed: &str) -> Option<Vec<u8>> {
        let bytes = STANDARD.decode(sealed).ok()?;
        let (nonce, rest) = bytes.split_at_checked(NONCE_LEN)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let mut rest = rest.to_vec();
        let length = self.0.open_in_place(nonce, Aad::empty(), &mut rest).ok()?.len();
        rest.truncate(length);
        Some(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seal(key: &str) -> Result<Seal, String> {
        Seal::new(&SecretString::from(key))
    }

    #[test]
    fn only_the_same_key_opens_sealed_text() {
        let (own, other) = (seal(&"k".repeat(32)).unwrap(), seal(&"o".repeat(32)).unwrap());
        let sealed = own.close(b"xoxb-token");
        assert!(!sealed.contains("xoxb") && sealed != own.close(b"xoxb-token"));
        assert_eq!(own.open(&sealed).as_deref(), Some(b"xoxb-token".as_slice()));
        assert_eq!(other.open(&sealed), None);
        assert_eq!(own.open(""), None);
        assert!(seal("short").is_err());
    }
}
