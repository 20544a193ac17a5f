//! Links that open one answer to whoever has them: to read, for some days, until somebody ends them.
//!
//! A link is the run, when it was made, how long it holds, and a signature of these (HMAC-SHA256, RFC 2104). So it needs
//! no row of its own, and the same run can be linked in many places at once.

use super::{Service, refused};
use crate::job::{Job, JobStatus};
use crate::model::*;
use gorkd_words::Msg;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use uuid::Uuid;

const DAY_MS: u64 = 24 * 60 * 60 * 1000;
/// Bytes of a block of SHA-256.
const BLOCK: usize = 64;
/// Bytes of a signature that a link carries.
const SIGNATURE: usize = 16;

/// Makes and reads links.
#[derive(Clone)]
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

impl std::fmt::Debug for Sharer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sharer").field("days", &self.days).finish_non_exhaustive()
    }
}

impl PartialEq for Sharer {
    fn eq(&self, other: &Self) -> bool {
        self.secret == other.secret && self.days == other.days
    }
}

impl Sharer {
    /// The link to an answer that is posted with it: the same one however often it is made. None for what is no answer,
    /// and for what was not to leave this machine.
    pub fn with_answer(&self, job: &Job) -> Option<Share> {
        may_be_shared(job).then(|| self.link(&job.id, job.asked_at))
    }

    fn link(&self, job: &JobId, made: Millis) -> Share {
        let until = made.plus(u64::from(self.days) * DAY_MS);
        let said = format!("{}.{:x}.{:x}", job.as_str(), made.0, until.0);
        let path = format!("/s/{said}.{}", self.signature(&said));
        Share { path, until }
    }

    /// The run of a link and when the link was made; none for a link that is not ours or holds no more.
    fn read(&self, token: &str, now: Millis) -> Option<(JobId, Millis)> {
        let (said, signature) = token.rsplit_once('.')?;
        // Hashes are compared, so that how long it takes tells nothing.
        let alike = Sha256::digest(signature) == Sha256::digest(self.signature(said));
        let mut parts = said.split('.');
        let (job, made, until) = (parts.next()?, parts.next()?, parts.next()?);
        let time = |hex: &str| i64::from_str_radix(hex, 16).ok().map(Millis);
        let (made, until) = (time(made)?, time(until)?);
        (alike && now < until).then(|| (job.into(), made))
    }

    fn signature(&self, said: &str) -> String {
        hex::encode(&hmac(self.secret.as_slice(), said.as_bytes())[..SIGNATURE])
    }
}

/// HMAC-SHA256 with a key of at most a block.
pub(super) fn hmac(key: &[u8], message: &[u8]) -> [u8; 32] {
    let padded = |pad: u8| {
        let mut block = [pad; BLOCK];
        block.iter_mut().zip(key).for_each(|(byte, key)| *byte ^= key);
        block
    };
    let inner = Sha256::new().chain_update(padded(0x36)).chain_update(message).finalize();
    Sha256::new().chain_update(padded(0x5c)).chain_update(inner).finalize().into()
}

fn may_be_shared(job: &Job) -> bool {
    job.status() == JobStatus::Completed && job.answer.is_some() && job.terms.privacy != Privacy::LocalOnly
}

impl Service {
    /// What makes links; none where the operator wants none.
    pub async fn sharer(&self) -> Result<Option<Sharer>, Refusal> {
        if self.defaults.share_days == 0 {
            return Ok(None);
        }
        Ok(Some(Sharer { secret: Arc::new(self.secret().await?), days: self.defaults.share_days }))
    }

    /// Known to this installation alone, and the same after a restart.
    pub(super) async fn secret(&self) -> Result<[u8; 32], Refusal> {
        let mut fresh = [0; 32];
        fresh[..16].copy_from_slice(Uuid::new_v4().as_bytes());
        fresh[16..].copy_from_slice(Uuid::new_v4().as_bytes());
        self.ports.shares.share_secret(fresh).await.map_err(refused)
    }

    /// A link to the answer of a run, from now on.
    pub async fn share(&self, job: &JobId, by: &Requester) -> Result<Share, Refusal> {
        self.decided_by(job, by).await?;
        let found = self.job(job, None).await?;
        if found.terms.privacy == Privacy::LocalOnly {
            return Err(Refusal::saying(RefusalCode::NotAllowed, Msg::SharingLocal));
        }
        if !may_be_shared(&found) {
            return Err(Refusal::saying(RefusalCode::Conflict, Msg::NothingToShare));
        }
        let sharer = self.sharer().await?.ok_or_else(|| {
            Refusal::saying(RefusalCode::NotAllowed, Msg::SharingOff).by_setting("web.share_days")
        })?;
        Ok(sharer.link(&found.id, self.ports.clock.now()))
    }

    /// Ends all links to a run that there are.
    pub async fn unshare(&self, job: &JobId, by: &Requester) -> Result<(), Refusal> {
        self.decided_by(job, by).await?;
        self.ports.shares.end_shares(job, self.ports.clock.now()).await.map_err(refused)
    }

    /// The run that a link opens: what stands behind `/s/`.
    pub async fn shared(&self, token: &str) -> Result<Job, Refusal> {
        let gone = || Refusal::new(RefusalCode::NotFound, "This link no longer works.");
        let sharer = self.sharer().await?.ok_or_else(gone)?;
        let (job, made) = sharer.read(token, self.ports.clock.now()).ok_or_else(gone)?;
        let ended = self.ports.shares.shares_ended(&job).await.map_err(refused)?;
        if ended.is_some_and(|ended| made <= ended) {
            return Err(gone());
        }
        let job = self.job(&job, None).await.map_err(|_| gone())?;
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
