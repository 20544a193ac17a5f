//! Links that open one answer for anyone who has them, for some days or until they are revoked.
//!
//! A link consists of the run, its creation time, its lifetime, and a signature over these (HMAC-SHA256, RFC
//! 2104). So it needs no row of its own, and the same run can be shared in many places at once. A link that can
//! be listed, extended, or revoked individually has a row, and consists of the row's ID and its signature.

use super::{AuditAction, Service, fresh, refused};
use crate::job::{Job, JobStatus};
use crate::model::*;
use crate::ports::{ShareRow, SharesOf};
use gorkd_words::Msg;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use uuid::Uuid;

const DAY_MS: u64 = 24 * 60 * 60 * 1000;
/// Block size of SHA-256, in bytes.
const BLOCK: usize = 64;
/// Length of a link's signature, in bytes.
const SIGNATURE: usize = 16;

/// Creates and verifies links.
#[derive(Clone, PartialEq)]
pub struct Sharer {
    secret: Arc<[u8; 32]>,
    days: u32,
}

/// A link to an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// The path below gorkd's address: `/s/…`.
    pub path: String,
    pub until: Millis,
}

/// A stored link, with its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptShare {
    pub row: ShareRow,
    /// The path below gorkd's address: `/s/…`.
    pub path: String,
}

/// When a link expires.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShareEnd {
    /// After the operator's default lifetime.
    #[default]
    Usual,
    At(Millis),
    /// Never, unless it is revoked.
    Never,
}

/// Prefix of the IDs of stored links.
const KEPT: &str = "shr_";

impl std::fmt::Debug for Sharer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sharer").field("days", &self.days).finish_non_exhaustive()
    }
}

impl Sharer {
    /// The link posted with an answer; always the same one. `None` if there is no answer, or if it may not
    /// leave this machine.
    pub fn with_answer(&self, job: &Job) -> Option<Share> {
        may_be_shared(job).then(|| self.link(&job.id, job.asked_at))
    }

    fn link(&self, job: &JobId, made: Millis) -> Share {
        let until = made.plus(u64::from(self.days) * DAY_MS);
        let said = format!("{}.{:x}.{:x}", job.as_str(), made.0, until.0);
        let path = format!("/s/{said}.{}", self.signature(&said));
        Share { path, until }
    }

    /// The run of a link, and when the link was created. `None` if the signature is invalid or the link has
    /// expired.
    fn read(&self, token: &str, now: Millis) -> Option<(JobId, Millis)> {
        let (said, signature) = token.rsplit_once('.')?;
        // Comparing hashes keeps the timing from revealing anything.
        let alike = Sha256::digest(signature) == Sha256::digest(self.signature(said));
        let mut parts = said.split('.');
        let (job, made, until) = (parts.next()?, parts.next()?, parts.next()?);
        let time = |hex: &str| i64::from_str_radix(hex, 16).ok().map(Millis);
        let (made, until) = (time(made)?, time(until)?);
        (alike && now < until).then(|| (job.into(), made))
    }

    fn kept(&self, row: ShareRow) -> KeptShare {
        let path = format!("/s/{}.{}", row.id, self.signature(&row.id));
        KeptShare { row, path }
    }

    /// The ID of a stored link; `None` if the signature is invalid.
    fn read_kept<'a>(&self, token: &'a str) -> Option<&'a str> {
        let (id, signature) = token.rsplit_once('.').filter(|(id, _)| id.starts_with(KEPT))?;
        (Sha256::digest(signature) == Sha256::digest(self.signature(id))).then_some(id)
    }

    fn end(&self, end: ShareEnd, now: Millis) -> Option<Millis> {
        match end {
            ShareEnd::Usual => Some(now.plus(u64::from(self.days) * DAY_MS)),
            ShareEnd::At(at) => Some(at),
            ShareEnd::Never => None,
        }
    }

    fn signature(&self, said: &str) -> String {
        hex::encode(&hmac(self.secret.as_slice(), said.as_bytes())[..SIGNATURE])
    }
}

/// HMAC-SHA256 with a key of at most one block.
pub(super) fn hmac(key: &[u8], message: &[u8]) -> [u8; 32] {
    let padded = |pad: u8| {
        let mut block = [pad; BLOCK];
        block.iter_mut().zip(key).for_each(|(byte, key)| *byte ^= key);
        block
    };
    let inner = Sha256::new().chain_update(padded(0x36)).chain_update(message).finalize();
    Sha256::new().chain_update(padded(0x5c)).chain_update(inner).finalize().into()
}

fn no_share(id: &str) -> Refusal {
    Refusal::new(RefusalCode::NotFound, format!("There is no link {id}."))
}

fn may_be_shared(job: &Job) -> bool {
    job.status() == JobStatus::Completed && job.answer.is_some() && job.terms.reach().allows(Destination::Far)
}

impl Service {
    /// The signer of links; `None` if the operator has disabled them.
    pub async fn sharer(&self) -> Result<Option<Sharer>, Refusal> {
        if self.defaults.share_days == 0 {
            return Ok(None);
        }
        Ok(Some(Sharer { secret: Arc::new(self.secret().await?), days: self.defaults.share_days }))
    }

    /// The secret of this installation, which survives restarts.
    pub(super) async fn secret(&self) -> Result<[u8; 32], Refusal> {
        let mut fresh = [0; 32];
        fresh[..16].copy_from_slice(Uuid::new_v4().as_bytes());
        fresh[16..].copy_from_slice(Uuid::new_v4().as_bytes());
        self.ports.shares.share_secret(fresh).await.map_err(refused)
    }

    /// Creates a link to the answer of a run.
    pub async fn share(&self, job: &JobId, by: &Requester) -> Result<Share, Refusal> {
        let (found, sharer) = self.sharing(job, by).await?;
        self.audit(AuditAction::Shared, by, job.as_str()).await;
        Ok(sharer.link(&found.id, self.ports.clock.now()))
    }

    /// The run and the signer, if this person may share its answer.
    async fn sharing(&self, job: &JobId, by: &Requester) -> Result<(Job, Sharer), Refusal> {
        self.decided_by(job, by).await?;
        let found = self.job(job, None).await?;
        if !found.terms.reach().allows(Destination::Far) {
            return Err(Refusal::saying(RefusalCode::NotAllowed, Msg::SharingLocal));
        }
        if !may_be_shared(&found) {
            return Err(Refusal::saying(RefusalCode::Conflict, Msg::NothingToShare));
        }
        let sharer = self.sharer().await?.ok_or_else(|| {
            Refusal::saying(RefusalCode::NotAllowed, Msg::SharingOff).by_setting("web.share_days")
        })?;
        Ok((found, sharer))
    }

    /// Creates a stored link to a run's answer, which can be listed and revoked individually.
    pub async fn add_share(&self, job: &JobId, end: ShareEnd, by: &Requester) -> Result<KeptShare, Refusal> {
        let (found, sharer) = self.sharing(job, by).await?;
        let now = self.ports.clock.now();
        let row = ShareRow {
            id: fresh("shr"),
            job: found.id.clone(),
            owner: by.key(),
            created_at: now,
            expires_at: sharer.end(end, now),
        };
        self.ports.shares.put_share(&row).await.map_err(refused)?;
        self.audit(AuditAction::Shared, by, job.as_str()).await;
        Ok(sharer.kept(row))
    }

    /// The stored links to a run, newest first, for people who may decide about the run.
    pub async fn shares_of(
        &self,
        job: &JobId,
        by: &Requester,
        after: Option<&(Millis, String)>,
        limit: u32,
    ) -> Result<Vec<KeptShare>, Refusal> {
        self.decided_by(job, by).await?;
        self.listed(&SharesOf::Run(job.clone()), after, limit).await
    }

    /// The links that a person created, newest first.
    pub async fn shares_by(
        &self,
        by: &Requester,
        after: Option<&(Millis, String)>,
        limit: u32,
    ) -> Result<Vec<KeptShare>, Refusal> {
        self.listed(&SharesOf::Owner(by.key()), after, limit).await
    }

    async fn listed(
        &self,
        of: &SharesOf,
        after: Option<&(Millis, String)>,
        limit: u32,
    ) -> Result<Vec<KeptShare>, Refusal> {
        // If the operator has disabled links, existing ones open nothing.
        let Some(sharer) = self.sharer().await? else { return Ok(Vec::new()) };
        let rows = self.ports.shares.kept_shares(of, after, limit).await.map_err(refused)?;
        Ok(rows.into_iter().map(|row| sharer.kept(row)).collect())
    }

    /// Changes when a stored link expires.
    pub async fn change_share(&self, id: &str, end: ShareEnd, by: &Requester) -> Result<KeptShare, Refusal> {
        let row = self.own_share(id, by).await?;
        let sharer = self.sharer().await?.ok_or_else(|| no_share(id))?;
        let row = ShareRow { expires_at: sharer.end(end, self.ports.clock.now()), ..row };
        self.ports.shares.put_share(&row).await.map_err(refused)?;
        self.audit(AuditAction::ShareChanged, by, id).await;
        Ok(sharer.kept(row))
    }

    /// Revokes one stored link.
    pub async fn drop_share(&self, id: &str, by: &Requester) -> Result<(), Refusal> {
        let row = self.own_share(id, by).await?;
        if !self.ports.shares.drop_share(&row.id).await.map_err(refused)? {
            return Err(no_share(id));
        }
        self.audit(AuditAction::ShareEnded, by, id).await;
        Ok(())
    }

    /// A stored link, for its creator and people who may decide about its run. To anyone else, it doesn't
    /// exist.
    async fn own_share(&self, id: &str, by: &Requester) -> Result<ShareRow, Refusal> {
        let row = self.ports.shares.kept_share(id).await.map_err(refused)?.ok_or_else(|| no_share(id))?;
        if row.owner != by.key() {
            self.decided_by(&row.job, by).await.map_err(|refusal| match refusal.code {
                RefusalCode::NotAllowed | RefusalCode::NotFound => no_share(id),
                _ => refusal,
            })?;
        }
        Ok(row)
    }

    /// Revokes all existing links to a run.
    pub async fn unshare(&self, job: &JobId, by: &Requester) -> Result<(), Refusal> {
        self.decided_by(job, by).await?;
        self.ports.shares.end_shares(job, self.ports.clock.now()).await.map_err(refused)?;
        self.audit(AuditAction::Unshared, by, job.as_str()).await;
        Ok(())
    }

    /// The run that a link opens, given the part after `/s/`.
    pub async fn shared(&self, token: &str) -> Result<Job, Refusal> {
        let gone = || Refusal::new(RefusalCode::NotFound, "This link no longer works.");
        let sharer = self.sharer().await?.ok_or_else(gone)?;
        let now = self.ports.clock.now();
        let (job, made) = match sharer.read_kept(token) {
            Some(id) => {
                let row = self.ports.shares.kept_share(id).await.map_err(refused)?.ok_or_else(gone)?;
                if row.expires_at.is_some_and(|until| until <= now) {
                    return Err(gone());
                }
                (row.job, row.created_at)
            }
            None => sharer.read(token, now).ok_or_else(gone)?,
        };
        let ended = self.ports.shares.shares_ended(&job).await.map_err(refused)?;
        if ended.is_some_and(|ended| made <= ended) {
            return Err(gone());
        }
        let job = self.job(&job, None).await?;
        may_be_shared(&job).then_some(job).ok_or_else(gone)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_those_of_the_standard() {
        // RFC 4231, test cases 1 and 2.
        let expected = "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7";
        assert_eq!(hex::encode(hmac(&[0x0b; 20], b"Hi There")), expected);
        let expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assert_eq!(hex::encode(hmac(b"Jefe", b"what do ya want for nothing?")), expected);
    }

    #[test]
    fn a_link_holds_as_it_was_made_and_for_its_time() {
        let sharer = Sharer { secret: Arc::new([7; 32]), days: 2 };
        let link = sharer.link(&"job_1".into(), Millis(1_000));
        let token = link.path.strip_prefix("/s/").expect("a path");
        assert_eq!(sharer.read(token, Millis(2_000)), Some(("job_1".into(), Millis(1_000))));
        assert_eq!(sharer.read(token, link.until), None, "its time is over");
        let later = token.replacen(&format!("{:x}", link.until.0), &format!("{:x}", link.until.0 + 1), 1);
        let other = token.replacen("job_1", "job_2", 1);
        for forged in [later.as_str(), other.as_str(), "", "job_1", "job_1.1.2.", "....", &token[1..]] {
            assert_eq!(sharer.read(forged, Millis(2_000)), None, "{forged}");
        }
        let stranger = Sharer { secret: Arc::new([8; 32]), days: 2 };
        assert_eq!(stranger.read(token, Millis(2_000)), None);
    }
}
