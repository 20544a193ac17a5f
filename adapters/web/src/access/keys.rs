//! Keys: how they are made, and whose a shown one is.
//!
//! Of a key only the SHA-256 is kept. A key holds 256 random bits, so its plain hash can neither be guessed nor
//! turned back, and looking it up by the hash says nothing about keys that are nearly right.

use gorkd_core::engine::HERE;
use gorkd_core::job::Scope;
use gorkd_core::model::{MicroUsd, Millis, Requester, sha256_hex};
use gorkd_core::ports::{KeyRole, KeyRow, Keys, NewKey, StoreError};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use uuid::Uuid;

/// What every key begins with.
const MARK: &str = "gork_";

/// Characters of a key that are kept to know it again.
const PREFIX: usize = 12;

/// A key that somebody brings along (see `GORKD_BOOTSTRAP_KEY`) has at least this many characters.
pub const SHORTEST: usize = 20;

/// When a key was last used is kept to this many milliseconds.
const NOTED_EVERY: u64 = 60_000;

/// The platform under which people with keys, and the person at this machine, ask.
pub const PLATFORM: &str = "web";

/// Whose key it is, and what it is good for.
#[derive(Clone, Debug, Default)]
pub struct KeyTerms {
    pub name: String,
    pub role: KeyRole,
    pub expires_at: Option<Millis>,
    pub month_usd: Option<MicroUsd>,
}

/// A fresh key: the key itself, to be shown once, and what is kept of it.
pub fn mint(terms: &KeyTerms, at: Millis) -> Result<(String, NewKey), String> {
    let mut bytes = [0u8; 32];
    getrandom::fill(&mut bytes).map_err(|error| format!("the system gives no random numbers: {error}"))?;
    let secret = format!("{MARK}{}", hex::encode(bytes));
    let kept = keep(&secret, terms, at);
    Ok((secret, kept))
}

/// What is kept of a key.
pub fn keep(secret: &str, terms: &KeyTerms, at: Millis) -> NewKey {
    // Of a key that somebody brought along, less is shown: it may be short.
    let shown = if secret.starts_with(MARK) { PREFIX } else { 4 };
    NewKey {
        id: format!("key_{}", Uuid::now_v7().simple()),
        name: terms.name.clone(),
        prefix: secret.chars().take(shown).collect(),
        hash: sha256_hex(secret.as_bytes()),
        at,
        role: terms.role,
        expires_at: terms.expires_at,
        month_usd: terms.month_usd,
    }
}

/// A name that a key may have: 1 to 60 characters, no control characters.
pub fn name(text: &str) -> Option<&str> {
    let text = text.trim();
    let fine = (1..=60).contains(&text.chars().count()) && !text.contains(char::is_control);
    fine.then_some(text)
}

/// Looks keys up.
pub struct KeyRing {
    keys: Arc<dyn Keys>,
    noted: Mutex<HashMap<String, Millis>>,
}

impl KeyRing {
    pub fn new(keys: Arc<dyn Keys>) -> Self {
        Self { keys, noted: Mutex::default() }
    }

    /// All keys, oldest first, with what is spent of each one's budget in this month.
    pub async fn all(&self, now: Millis) -> Result<Vec<(KeyRow, MicroUsd)>, StoreError> {
        self.keys.keys_in_use(now).await
    }

    /// The key that was shown, unless it is unknown or revoked; also when it has expired.
    pub async fn find(&self, secret: &str, now: Millis) -> Result<Option<KeyRow>, StoreError> {
        let found = self.keys.key_by_hash(&sha256_hex(secret.as_bytes())).await?;
        let Some(key) = found.filter(|key| key.revoked_at.is_none()) else { return Ok(None) };
        if self.is_to_be_noted(&key.id, now) {
            let (keys, id) = (self.keys.clone(), key.id.clone());
            tokio::spawn(async move {
                if let Err(error) = keys.key_used(&id, now).await {
                    tracing::debug!(%error, "when a key was last used is not kept");
                }
            });
        }
        Ok(Some(key))
    }

    fn is_to_be_noted(&self, id: &str, now: Millis) -> bool {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        // There are as many entries as keys that exist.
        let due = noted.get(id).is_none_or(|last| now.since(*last) >= NOTED_EVERY);
        if due {
            noted.insert(id.to_owned(), now);
        }
        due
    }
}

/// Who asks, and whose threads are open to them.
#[derive(Clone, Debug, PartialEq)]
pub struct Asker {
    pub requester: Requester,
    pub role: KeyRole,
    /// The budget of their key, which their runs count against.
    pub scopes: Vec<Scope>,
    /// Owners of the threads in their list.
    pub owners: Vec<String>,
    /// At this machine without a key: whoever that is may read the data folder as well, so by its name every
    /// thread is open to them.
    pub sees_all: bool,
}

impl Asker {
    /// Whoever sits at this machine: the same person as at its terminal. Where keys are switched off, others are taken
    /// for them (`here` is false), but their runs are counted.
    pub fn local(here: bool) -> Self {
        let mut roles = vec!["owner".to_owned()];
        roles.extend(here.then(|| HERE.to_owned()));
        let requester =
            Requester { platform: PLATFORM.into(), user: "local".into(), roles, ..Requester::default() };
        let owners = vec![requester.key(), Requester::terminal().key()];
        Self { requester, role: KeyRole::Admin, scopes: Vec::new(), owners, sees_all: true }
    }

    pub fn of_key(key: &KeyRow, now: Millis) -> Self {
        // By this role the service knows who is in charge of a platform.
        let roles = (key.role == KeyRole::Admin).then(|| "admin".to_owned());
        let requester = Requester {
            platform: PLATFORM.into(),
            user: key.name.clone(),
            roles: roles.into_iter().collect(),
            ..Requester::default()
        };
        let scopes = key.scope(now).into_iter().collect();
        Self { owners: vec![requester.key()], requester, role: key.role, scopes, sees_all: false }
    }

    pub fn may_see(&self, owner: &str) -> bool {
        let in_charge = || {
            let platform = owner.split_once(':').map(|(platform, _)| platform);
            self.role == KeyRole::Admin && platform == Some(PLATFORM)
        };
        self.sees_all || self.owners.iter().any(|own| own == owner) || in_charge()
    }

    /// May they start and change things?
    pub fn may_ask(&self) -> bool {
        self.role >= KeyRole::User
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_random_and_only_its_hash_is_kept() {
        let ada = KeyTerms { name: "ada".into(), ..KeyTerms::default() };
        let (one, kept) = mint(&ada, Millis(5)).expect("random numbers");
        let (other, _) = mint(&ada, Millis(5)).expect("random numbers");
        assert_ne!(one, other);
        assert_eq!(one.len(), 5 + 64);
        assert!(one.starts_with(&kept.prefix) && kept.prefix.len() == PREFIX);
        assert_eq!(kept.hash, sha256_hex(one.as_bytes()));
        assert!(!format!("{kept:?}").contains(&one[PREFIX..]));
        assert_eq!(keep("a-key-from-elsewhere", &ada, Millis(5)).prefix, "a-ke");
    }

    #[test]
    fn keys_of_one_name_are_one_asker_and_others_are_not() {
        let row = |name: &str, role: KeyRole| KeyRow {
            id: "key_1".into(),
            name: name.into(),
            prefix: "gork_".into(),
            created_at: Millis(0),
            last_used_at: None,
            revoked_at: None,
            role,
            expires_at: None,
            month_usd: None,
        };
        let of = |key: &KeyRow| Asker::of_key(key, Millis(0));
        let ada = of(&row("ada", KeyRole::User));
        assert_eq!(ada, of(&KeyRow { id: "key_2".into(), ..row("ada", KeyRole::User) }));
        assert!(ada.may_see("web:ada") && !ada.may_see("web:bob") && !ada.may_see("cli:local"));
        let admin = of(&row("root", KeyRole::Admin));
        assert!(admin.may_see("web:bob") && !admin.may_see("cli:local") && !admin.may_see("slack:U1"));
        assert!(ada.may_ask() && admin.may_ask() && !of(&row("ada", KeyRole::Reader)).may_ask());
        assert!(Asker::local(true).may_see("slack:U1"));
    }
}
