//! Check every claim before the answer counts. If checking itself fails for good, no claim passes: the fold
//! then gives the draft's claims as unsupported, and the answer says that it could not be checked.

use super::{RULES_TRIES, effects};
use crate::model::{Maker, Spend};
use crate::research::{Effect, Job, Need, Wanted};

pub fn verify(job: &Job) -> Need {
    let revision = u32::from(job.mend.is_some());
    let stem = format!("verify.{revision}");
    if job.held.is_some() || job.ledger.gave_up(&stem, RULES_TRIES) {
        return Need::Nothing;
    }
    let effect = Effect::Verify { revision, by: Maker::Rules };
    effects(vec![Wanted { id: job.ledger.id(&stem), effect, reserve: Spend::default() }])
}
