//! Links a person's chat account to the web: a code created on one side is entered on the other. Conversations
//! from the chat can then be continued on the web.
//!
//! A code proves an identity, so it is short-lived, valid once, and stored as a hash. It has 50 bits; a person
//! may try ten codes in ten minutes.

use super::{AuditAction, Service, fresh, refused};
use crate::model::*;
use crate::ports::{Admission, LinkRow, NewCode};
use gorkd_words::Msg;
use uuid::Uuid;

/// How long a code is valid.
pub const LINK_MINUTES: u64 = 10;
const LINK_MS: u64 = LINK_MINUTES * 60 * 1000;
/// Maximum codes that a person may try in that time.
const MAX_TRIES: u32 = 10;

/// Letters and digits that can't be confused with each other.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH: usize = 10;

/// The platform of web users.
const WEB: &str = "web";
/// The platform of the terminal, which needs no link: the person there sees everything.
const TERMINAL: &str = "cli";

/// A code to enter on the other side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkCode {
    /// For example, `7KM2P-X0QRT`.
    pub code: String,
    pub until: Millis,
}

impl Service {
    /// Creates a code for the other side. It invalidates earlier codes of the same person.
    pub async fn link_code(&self, by: &Requester) -> Result<LinkCode, Refusal> {
        let letters = code();
        let until = self.ports.clock.now().plus(LINK_MS);
        let new = NewCode { identity: by.key(), hash: hash(&letters), until };
        self.ports.links.put_code(&new).await.map_err(refused)?;
        let (one, other) = letters.split_at(LENGTH / 2);
        Ok(LinkCode { code: format!("{one}-{other}"), until })
    }

    /// Redeems a code from the other side; from then on, both accounts are one person.
    pub async fn redeem_link(&self, code: &str, by: &Requester) -> Result<LinkRow, Refusal> {
        let now = self.ports.clock.now();
        let since = Millis(now.0.saturating_sub(LINK_MS as i64));
        let tried = self.ports.threads.admit(&format!("link:{}", by.key()), now, since, MAX_TRIES).await;
        if let Admission::Full { oldest } = tried.map_err(refused)? {
            let refusal = Refusal::saying(RefusalCode::RateLimited, Msg::LinkTooMany);
            let wait = oldest.plus(LINK_MS).since(now).div_ceil(1000);
            return Err(Refusal { retry_after: Some(wait.max(1)), ..refusal });
        }
        let unknown = || Refusal::saying(RefusalCode::NotFound, Msg::LinkUnknown { minutes: LINK_MINUTES });
        let taken = self.ports.links.take_code(&hash(&plain(code)), now).await.map_err(refused)?;
        let other = taken.ok_or_else(unknown)?;
        let (web, chat) = match (is_web(&by.key()), is_web(&other)) {
            (true, false) if is_chat(&other) => (by.key(), other),
            (false, true) if is_chat(&by.key()) => (other, by.key()),
            _ => return Err(Refusal::saying(RefusalCode::Rejected, Msg::LinkSameSide)),
        };
        let link = LinkRow { id: fresh("lnk"), chat, web, at: now };
        self.ports.links.link(&link).await.map_err(refused)?;
        self.audit(AuditAction::Linked, by, &link.id).await;
        Ok(link)
    }

    /// The linked chat accounts of a web user.
    pub async fn links(&self, by: &Requester) -> Result<Vec<LinkRow>, Refusal> {
        self.ports.links.links_of(&by.key()).await.map_err(refused)
    }

    /// Removes a link between two accounts.
    pub async fn unlink(&self, id: &str, by: &Requester) -> Result<(), Refusal> {
        if !self.ports.links.unlink(id, &by.key()).await.map_err(refused)? {
            return Err(Refusal::new(RefusalCode::NotFound, format!("There is no link {id}.")));
        }
        self.audit(AuditAction::Unlinked, by, id).await;
        Ok(())
    }

    /// The key of the person behind an account: the web account that it is linked to, or else its own.
    pub(super) async fn person_behind(&self, by: &Requester) -> Result<String, Refusal> {
        let key = by.key();
        if !is_chat(&key) {
            return Ok(key);
        }
        Ok(self.ports.links.web_of(&key).await.map_err(refused)?.unwrap_or(key))
    }

    /// The owner with this key, if it is a chat account linked to `by`; otherwise `by` unchanged.
    pub(super) async fn known_as(&self, by: &Requester, owner: &str) -> Result<Requester, Refusal> {
        if by.platform != WEB || owner == by.key() || !is_chat(owner) {
            return Ok(by.clone());
        }
        let linked = self.links(by).await?.into_iter().any(|link| link.chat == owner);
        let Some((platform, user)) = owner.split_once(':').filter(|_| linked) else { return Ok(by.clone()) };
        Ok(Requester { platform: platform.to_owned(), user: user.to_owned(), ..Requester::default() })
    }
}

fn is_web(identity: &str) -> bool {
    identity.split(':').next() == Some(WEB)
}

fn is_chat(identity: &str) -> bool {
    !is_web(identity) && identity.split(':').next() != Some(TERMINAL)
}

/// Ten characters, at least one of them a digit, so that a chat can tell a code from a word.
fn code() -> String {
    loop {
        let random = Uuid::new_v4();
        let bytes = random.as_bytes();
        // Bytes 6 and 8 hold the version and the variant of the UUID.
        let free = bytes[..6].iter().chain(&bytes[9..]);
        let letters = free.take(LENGTH).map(|byte| char::from(LETTERS[usize::from(byte % 32)]));
        let code: String = letters.collect();
        if code.contains(|letter: char| letter.is_ascii_digit()) {
            return code;
        }
    }
}

/// Normalizes a typed code.
fn plain(code: &str) -> String {
    let kept = code.chars().filter(|c| !c.is_whitespace() && *c != '-');
    kept.map(|c| c.to_ascii_uppercase()).take(2 * LENGTH).collect()
}

fn hash(code: &str) -> String {
    sha256_hex(format!("link:{code}").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_however_it_is_typed() {
        let made = code();
        assert!(made.len() == LENGTH && made.bytes().all(|byte| LETTERS.contains(&byte)), "{made}");
        assert_ne!(made, code());
        assert_eq!(plain(" 7km2p-x0qrt "), "7KM2PX0QRT");
        assert_ne!(hash("7KM2PX0QRT"), hash("7KM2PX0QRS"));
    }

    #[test]
    fn the_terminal_is_no_chat() {
        assert!(is_chat("slack:U1") && !is_chat("web:ada") && !is_chat("cli:local"));
    }
}
