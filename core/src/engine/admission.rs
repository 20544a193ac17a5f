//! Admission control: decides whether a question may run, before anything is stored.

use crate::model::{Millis, Refusal, RefusalCode, Requester};
use crate::ports::{Admission, StoreError, Threads};
use gorkd_words::Msg;
use serde::{Deserialize, Serialize};

/// How many runs a person may start, and who is exempt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdmissionSettings {
    pub runs: u32,
    pub per_minutes: u32,
    /// Platforms (`cli`) or requesters (`slack:U123`) that are exempt from the limit.
    pub exempt: Vec<String>,
}

impl Default for AdmissionSettings {
    /// Five runs per ten minutes; the terminal is exempt.
    fn default() -> Self {
        Self { runs: 5, per_minutes: 10, exempt: vec!["cli".into(), "eval".into(), "watch".into()] }
    }
}

/// The role of the person at the machine itself, who is exempt from the limit.
pub const HERE: &str = "here";

/// Counts the run, or refuses the question with a reason.
pub async fn admit(
    settings: &AdmissionSettings,
    threads: &dyn Threads,
    requester: &Requester,
    now: Millis,
) -> Result<(), Refusal> {
    let key = requester.key();
    let is_here = requester.roles.iter().any(|role| role == HERE);
    if is_here || settings.exempt.iter().any(|exempt| *exempt == requester.platform || *exempt == key) {
        return Ok(());
    }
    let window = u64::from(settings.per_minutes) * 60_000;
    let since = Millis(now.0.saturating_sub(i64::try_from(window).unwrap_or(i64::MAX)));
    let admission = threads.admit(&key, now, since, settings.runs).await.map_err(|error| {
        tracing::error!(%error, "failed to count runs");
        let full = matches!(error, StoreError::Full(_));
        Refusal::saying(RefusalCode::Unavailable, if full { Msg::StoreFull } else { Msg::CannotTake })
    })?;
    match admission {
        Admission::Admitted => Ok(()),
        Admission::Full { oldest } => {
            let seconds = oldest.plus(window).since(now).div_ceil(1000).max(1);
            let (runs, minutes) = (settings.runs.into(), settings.per_minutes.into());
            let said = match seconds {
                0..90 => Msg::RateLimitedSeconds { runs, minutes, wait: seconds },
                _ => Msg::RateLimitedMinutes { runs, minutes, wait: seconds.div_ceil(60) },
            };
            let refusal =
                Refusal { retry_after: Some(seconds), ..Refusal::saying(RefusalCode::RateLimited, said) };
            Err(refusal.by_setting("admission.runs"))
        }
    }
}
