//! The audit log: one line per action of a person, with the target `gorkd::audit` and level `info`.
//!
//! The person is a hash under a secret of this installation. All lines of one person have the same hash, and no
//! line identifies anybody, even after that person is erased. The object is an ID or a name from the settings,
//! never anything that somebody wrote.

use super::Service;
use super::shares::hmac;
use crate::model::{Refusal, Requester, named};
use tracing::info;

named! {
    /// What was done.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum AuditAction {
        /// On a job, like all others up to `Watched`.
        Asked = "asked",
        Replied = "replied",
        PlanningChanged = "planning_changed",
        Steered = "steered",
        Stopped = "stopped",
        Canceled = "canceled",
        Retried = "retried",
        /// On the branch.
        Branched = "branched",
        TableEdited = "table_edited",
        Shared = "shared",
        Unshared = "unshared",
        Watched = "watched",
        /// On a stored link.
        ShareChanged = "share_changed",
        ShareEnded = "share_ended",
        /// On a watch.
        WatchEnded = "watch_ended",
        /// On a thread.
        ThreadRenamed = "thread_renamed",
        ThreadErased = "thread_erased",
        /// On a person, as a hash. Once begun, a person is either erased, or the operator has to erase them again.
        PersonErasureBegun = "person_erasure_begun",
        PersonErasureUnfinished = "person_erasure_unfinished",
        PersonErased = "person_erased",
        PersonExported = "person_exported",
        /// On a preference, by name.
        PreferenceSet = "preference_set",
        PreferenceForgotten = "preference_forgotten",
        /// On a link between two identities.
        Linked = "linked",
        Unlinked = "unlinked",
        /// On an API key, by its id.
        KeyCreated = "key_created",
        KeyRevoked = "key_revoked",
        /// On a search provider.
        ProviderKeySet = "provider_key_set",
        ProviderKeyRemoved = "provider_key_removed",
    }
}

/// Characters of a hash; enough to tell the people of an installation apart.
const LENGTH: usize = 16;

impl Service {
    /// Records an action in the audit log, after it was done.
    pub async fn audit(&self, action: AuditAction, by: &Requester, on: &str) {
        let who = self.person_hash(&by.key()).await;
        info!(target: "gorkd::audit", who, platform = by.platform, deed = action.name(), on, "done");
    }

    /// A person's name in the audit log. If the store fails, the name is withheld.
    pub(in crate::engine) async fn person_hash(&self, person: &str) -> String {
        self.hash_of_person(person).await.unwrap_or_else(|_| "unknown".to_owned())
    }

    /// The hash that stands for a person in the audit log, from the key of a requester (`slack:T1:U1`).
    pub async fn hash_of_person(&self, person: &str) -> Result<String, Refusal> {
        let secret = self.audit_secret.get_or_try_init(|| self.secret()).await?;
        let mut hash = hex::encode(hmac(secret, format!("audit:{person}").as_bytes()));
        hash.truncate(LENGTH);
        Ok(hash)
    }
}
