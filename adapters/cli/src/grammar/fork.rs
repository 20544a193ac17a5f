//! What a fork changes.

use super::{DeliverableName, ProfileName};
use clap::Args;
use gorkd_core::model::{Deliverable, JobId, Profile, Seq};

#[derive(Clone, Debug, Args)]
pub struct ForkArgs {
    #[arg(help = super::A_RUN)]
    pub(super) job: String,
    /// The checkpoint [default: the latest]
    #[arg(long, value_name = "SEQ")]
    pub at: Option<Seq>,
    /// A different question
    #[arg(long, value_name = "TEXT")]
    pub question: Option<String>,
    /// What to do differently, for example "skip vendor blogs"; can be repeated
    #[arg(long, value_name = "TEXT")]
    pub constraint: Vec<String>,
    /// A different budget
    #[arg(long, value_enum)]
    profile: Option<ProfileName>,
    /// A different format of the answer
    #[arg(long, value_enum)]
    deliverable: Option<DeliverableName>,
    /// Cite this source, given by number or ID, if it is at all relevant; can be repeated
    #[arg(long, value_name = "SOURCE")]
    pub pin: Vec<String>,
    /// Don't use this source; can be repeated
    #[arg(long, value_name = "SOURCE")]
    pub exclude: Vec<String>,
    #[arg(long)]
    pub json: bool,
}

impl ForkArgs {
    pub fn job(&self) -> JobId {
        JobId(self.job.clone())
    }

    pub fn profile(&self) -> Option<Profile> {
        self.profile.map(Profile::from)
    }

    pub fn deliverable(&self) -> Option<Deliverable> {
        self.deliverable.map(Deliverable::from)
    }

    pub(super) fn contradicts_itself(&self) -> bool {
        self.pin.iter().any(|pin| self.exclude.contains(pin))
    }

    pub(super) fn changes_nothing(&self) -> bool {
        self.question.is_none()
            && self.constraint.is_empty()
            && self.profile.is_none()
            && self.deliverable.is_none()
            && self.pin.is_empty()
            && self.exclude.is_empty()
    }
}
