//! API keys: how they are created, and who owns the one in a request.
//!
//! Only the SHA-256 of a key is stored. A key contains 256 random bits, so a plain hash can neither be guessed
//! nor reversed, and looking it up by hash reveals nothing about similar keys.

use crate::routes::health::PATIENCE;
use gorkd_core::engine::HERE;
use gorkd_core::job::Scope;
use gorkd_core::model::{ERASED_USER, LOCAL_USER, MicroUsd, Millis, Requester, sha256_hex};
use gorkd_core::ports::{KeyRole, KeyRow, Keys, NewKey, StoreError};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::time::timeout;
use uuid::Uuid;

/// The prefix of every key.
const MARK: &str = "gork_";

/// Number of characters of a key that are stored to recognize it.
const PREFIX: usize = 12;

/// Minimum characters of a key that the operator provides (see `GORKD_BOOTSTRAP_KEY`).
pub const SHORTEST: usize = 20;

/// How often the last use of a key is updated, in milliseconds.
const LAST_USED_INTERVAL_MS: u64 = 60_000;

/// The platform of people with keys, and of the person at this machine.
pub const PLATFORM: &str = "web";

/// Who owns a key, and what it allows.
#[derive(Clone, Debug, Default)]
pub struct KeyTerms {
    pub name: String,
    pub role: KeyRole,
    pub expires_at: Option<Millis>,
    pub month_usd: Option<MicroUsd>,
}

/// A new key: the key itself, to be shown once, and what to store.
pub fn mint(terms: &KeyTerms, at: Millis) -> Result<(String, NewKey), String> {
    let mut bytes = [0u8; 32];
    getrandom::fill(&mut bytes).map_err(|error| format!("the system gives no random numbers: {error}"))?;
    let secret = format!("{MARK}{}", hex::encode(bytes));
    let kept = keep(&secret, terms, at);
    Ok((secret, kept))
}

/// What to store for a key.
pub fn keep(secret: &str, terms: &KeyTerms, at: Millis) -> NewKey {
    // Less is shown of a key that the operator provided, because it may be short.
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

/// The name of a new key as it is stored. The error says what a name must be.
pub fn name(text: &str) -> Result<&str, String> {
    let text = text.trim();
    if let Some(taken) = taken(text) {
        return Err(format!("{taken} Choose another name."));
    }
    if !(1..=60).contains(&text.chars().count()) || text.contains(char::is_control) {
        return Err("The name of an API key must be one line of 1 to 60 characters.".to_owned());
    }
    Ok(text)
}

/// What is wrong with a key in use that has the name of somebody else, and what to do. Older builds made such keys.
pub fn mistaken(key: &KeyRow, now: Millis) -> Option<String> {
    let in_use = key.revoked_at.is_none() && key.expires_at.is_none_or(|at| at > now);
    let taken = taken(&key.name).filter(|_| in_use)?;
    Some(format!(
        "{taken} The key {} has the same name, so anyone who uses it shares their threads, memory, and limits. Create a \
         key with another name, and revoke this one.",
        key.id
    ))
}

/// Whom a name stands for, if that is nobody with a key.
fn taken(name: &str) -> Option<&'static str> {
    match name {
        // Everyone whose runs others have copied.
        ERASED_USER => Some("The name \"erased\" stands for people who were erased."),
        LOCAL_USER => Some("The name \"local\" stands for the person at this machine."),
        _ => None,
    }
}

/// Looks keys up.
pub struct KeyRing {
    keys: Arc<dyn Keys>,
    noted: Mutex<HashMap<String, Millis>>,
    /// Keys that read the metrics, by the hash of their secrets.
    scrapers: Mutex<HashMap<String, KeyRow>>,
}

impl KeyRing {
    pub fn new(keys: Arc<dyn Keys>) -> Self {
        Self { keys, noted: Mutex::default(), scrapers: Mutex::default() }
    }

    /// All keys, oldest first, with the part of each one's budget that was spent this month.
    pub async fn all(&self, now: Millis) -> Result<Vec<(KeyRow, MicroUsd)>, StoreError> {
        self.keys.keys_in_use(now).await
    }

    /// As [`KeyRing::find`]; while the store doesn't answer, a key is known that it knew when last asked.
    pub async fn find_or_recall(&self, secret: &str, now: Millis) -> Result<Option<KeyRow>, StoreError> {
        let hash = sha256_hex(secret.as_bytes());
        let found = match timeout(PATIENCE, self.find(secret, now)).await {
            Ok(found) => found,
            Err(_) => Err(StoreError::Unavailable("it does not answer".to_owned())),
        };
        let mut scrapers = self.scrapers.lock().unwrap_or_else(PoisonError::into_inner);
        match found {
            Ok(Some(key)) => {
                scrapers.insert(hash, key.clone());
                Ok(Some(key))
            }
            Ok(None) => {
                scrapers.remove(&hash);
                Ok(None)
            }
            Err(error) => scrapers.get(&hash).cloned().map(Some).ok_or(error),
        }
    }

    /// The key for a secret, unless it is unknown or revoked. Includes expired keys.
    pub async fn find(&self, secret: &str, now: Millis) -> Result<Option<KeyRow>, StoreError> {
        let found = self.keys.key_by_hash(&sha256_hex(secret.as_bytes())).await?;
        let Some(key) = found.filter(|key| key.revoked_at.is_none()) else { return Ok(None) };
        if self.is_to_be_noted(&key.id, now) {
            let (keys, id) = (self.keys.clone(), key.id.clone());
            tokio::spawn(async move {
                if let Err(error) = keys.key_used(&id, now).await {
                    tracing::debug!(%error, "failed to record the last use of a key");
                }
            });
        }
        Ok(Some(key))
    }

    fn is_to_be_noted(&self, id: &str, now: Millis) -> bool {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        // There are no more entries than keys that exist.
        let due = noted.get(id).is_none_or(|last| now.since(*last) >= LAST_USED_INTERVAL_MS);
        if due {
            noted.insert(id.to_owned(), now);
        }
        due
    }
}

/// The asker, and the threads that they may see.
#[derive(Clone, Debug, PartialEq)]
pub struct Asker {
    pub requester: Requester,
    pub role: KeyRole,
    /// The budget of their key, against which their runs count.
    pub scopes: Vec<Scope>,
    /// Owners of the threads in their list.
    pub owners: Vec<String>,
    /// The person at this machine without a key. They can read the data folder anyway, so every thread is open
    /// to them.
    pub sees_all: bool,
}

impl Asker {
    /// The person at this machine, who is the same person as at its terminal. If keys are turned off, other
    /// people count as this person too (`here` is false), but their runs are limited.
    pub fn local(here: bool) -> Self {
        let mut roles = vec!["owner".to_owned()];
        roles.extend(here.then(|| HERE.to_owned()));
        let requester =
            Requester { platform: PLATFORM.into(), user: LOCAL_USER.into(), roles, ..Requester::default() };
        let owners = vec![requester.key(), Requester::terminal().key()];
        Self { requester, role: KeyRole::Admin, scopes: Vec::new(), owners, sees_all: true }
    }

    pub fn of_key(key: &KeyRow, now: Millis) -> Self {
        // This role tells the service who is in charge of a platform.
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

    /// Whether they may start and change things.
    pub fn may_ask(&self) -> bool {
        self.role >= KeyRole::User
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_random_and_only_its_hash_is_stored() {
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
    fn a_name_is_one_line_and_nobody_elses() {
        for fine in [" ada ", "erased2", "Erased", "Local", "locale"] {
            assert_eq!(name(fine), Ok(fine.trim()));
        }
        for (taken, whose) in [(" erased ", "people who were erased"), ("local", "person at this machine")] {
            assert!(name(taken).is_err_and(|why| why.contains(whose) && why.contains("another name")));
        }
        for odd in ["", "two\nlines", &"x".repeat(61)] {
            assert!(name(odd).is_err_and(|why| why.contains("1 to 60")), "{odd}");
        }
    }

    fn row(name: &str, role: KeyRole) -> KeyRow {
        KeyRow {
            id: "key_1".into(),
            name: name.into(),
            prefix: "gork_".into(),
            created_at: Millis(0),
            last_used_at: None,
            revoked_at: None,
            role,
            expires_at: None,
            month_usd: None,
        }
    }

    #[test]
    fn a_key_with_the_name_of_somebody_else_is_told_of_as_long_as_it_is_in_use() {
        let now = Millis(10);
        let local = row("local", KeyRole::Reader);
        assert_eq!(Asker::of_key(&local, now).requester.key(), Asker::local(true).requester.key());
        let said = mistaken(&local, now).expect("it is the same person");
        assert!(said.contains("person at this machine") && said.contains("key_1"), "{said}");
        assert!(mistaken(&KeyRow { expires_at: Some(Millis(11)), ..local.clone() }, now).is_some());
        assert_eq!(mistaken(&KeyRow { expires_at: Some(now), ..local.clone() }, now), None);
        assert_eq!(mistaken(&KeyRow { revoked_at: Some(Millis(1)), ..local }, now), None);
        assert_eq!(mistaken(&row("ada", KeyRole::Admin), now), None);
    }

    #[test]
    fn keys_of_one_name_are_one_asker_and_others_are_not() {
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
