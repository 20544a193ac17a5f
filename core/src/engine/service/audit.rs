//! The audit log: one line per action of a person, with the target `gorkd::audit` and level `info`.
//!
//! The person is a hash under a secret of this installation. All lines of one person have the same hash, and no
//! line identifies anybody, even after that person is erased. The object is an ID or a name from the settings,
//! never anything that somebody wrote.

use super::Service;
use super::shares::hmac;
use crate::model::{Refusal, Requester};
use tracing::info;

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditAction {
    /// On a job, like all others up to `Watched`.
    Asked,
    Replied,
    PlanningChanged,
    Steered,
    Stopped,
    Canceled,
    Retried,
    /// On the branch.
    Branched,
    TableEdited,
    Shared,
    Unshared,
    Watched,
    /// On a stored link.
    ShareChanged,
    ShareEnded,
    /// On a watch.
    WatchEnded,
    /// On a thread.
    ThreadRenamed,
    ThreadErased,
    /// On a person, as a hash. Once begun, a person is either erased, or the operator has to erase them again.
    PersonErasureBegun,
    PersonErasureUnfinished,
    PersonErased,
    PersonExported,
    /// On a preference, by name.
    PreferenceSet,
    PreferenceForgotten,
    /// On a link between two identities.
    Linked,
    Unlinked,
    /// On an API key, by its id.
    KeyCreated,
    KeyRevoked,
    /// On a search provider.
    ProviderKeySet,
    ProviderKeyRemoved,
}

impl AuditAction {
    pub fn name(self) -> &'static str {
        match self {
            AuditAction::Asked => "asked",
            AuditAction::Replied => "replied",
            AuditAction::PlanningChanged => "planning_changed",
            AuditAction::Steered => "steered",
            AuditAction::Stopped => "stopped",
            AuditAction::Canceled => "canceled",
            AuditAction::Retried => "retried",
            AuditAction::Branched => "branched",
            AuditAction::TableEdited => "table_edited",
            AuditAction::Shared => "shared",
            AuditAction::Unshared => "unshared",
            AuditAction::Watched => "watched",
            AuditAction::ShareChanged => "share_changed",
            AuditAction::ShareEnded => "share_ended",
            AuditAction::WatchEnded => "watch_ended",
            AuditAction::ThreadRenamed => "thread_renamed",
            AuditAction::ThreadErased => "thread_erased",
            AuditAction::PersonErasureBegun => "person_erasure_begun",
            AuditAction::PersonErasureUnfinished => "person_erasure_unfinished",
            AuditAction::PersonErased => "person_erased",
            AuditAction::PersonExported => "person_exported",
            AuditAction::PreferenceSet => "preference_set",
            AuditAction::PreferenceForgotten => "preference_forgotten",
            AuditAction::Linked => "linked",
            AuditAction::Unlinked => "unlinked",
            AuditAction::KeyCreated => "key_created",
            AuditAction::KeyRevoked => "key_revoked",
            AuditAction::ProviderKeySet => "provider_key_set",
            AuditAction::ProviderKeyRemoved => "provider_key_removed",
        }
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
