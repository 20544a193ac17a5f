//! Failures after the server did its part, or without asking it.

use super::Spoken;
use gorkd_core::model::{Failure, FailureReason};

impl Spoken {
    pub fn no_tools(&self) -> Failure {
        let detail = format!(
            "The model {} cannot call tools, or its server at {} does not let it. With ask.driver = \"tools\", \
             models.planner has to name one that can.",
            self.model, self.host
        );
        Failure::skip(FailureReason::NotConfigured, detail)
    }

    pub fn filtered(&self) -> Failure {
        let detail = format!("{} filtered the reply of the model {}.", self.provider, self.model);
        Failure::skip(FailureReason::Filtered, detail)
    }

    pub fn empty(&self) -> Failure {
        Failure::retry(FailureReason::Empty, format!("The model {} replied with nothing.", self.model))
    }

    pub fn only_thoughts(&self, tokens: u32) -> Failure {
        let detail =
            format!("The model {} used up its {tokens} tokens before it came to an answer.", self.model);
        Failure::skip(FailureReason::InvalidReply, detail)
    }

    pub fn not_allowed(&self) -> Failure {
        let detail = format!(
            "The model {} is at {}, which is not on this machine, and this question stays here.",
            self.model, self.host
        );
        Failure::skip(FailureReason::NotAllowed, detail)
    }
}
