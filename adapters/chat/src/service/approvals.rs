//! Answers to clarifying questions and approvals.

use super::{ChatService, ephemeral};
use crate::incoming::{ActionRequest, ChatReply};
use gorkd_core::job::{ApprovalAbout, Interrupt, Job, Reply as Answer};
use gorkd_core::model::{Preference, Refusal, RefusalCode};
use gorkd_words::Msg;

impl ChatService {
    pub(super) async fn answer(
        &self,
        request: &ActionRequest,
        job: &Job,
        interrupt: &str,
        answer: Answer,
    ) -> Result<ChatReply, Refusal> {
        let by = self.with_admin_role(&request.person.requester);
        self.service.reply(&job.id, interrupt, answer, &by).await?;
        Ok(ChatReply::Nothing)
    }

    /// Approves, and turns off this kind of approval for the place. Only admins may do that.
    pub(super) async fn always(
        &self,
        request: &ActionRequest,
        job: &Job,
        interrupt: &str,
    ) -> Result<ChatReply, Refusal> {
        if !self.is_admin(&request.person) {
            return Err(Refusal::saying(RefusalCode::NotAllowed, Msg::NotAdminApprovals));
        }
        let open = job.interrupt().filter(|(open, _)| open.id() == interrupt);
        let Some((Interrupt::Approve { about, .. }, _)) = open else {
            return Ok(ephemeral(request.person.locale(), Msg::AlreadyDecided));
        };
        let values: &[(Preference, &str)] = match about {
            ApprovalAbout::Publish => &[(Preference::ApprovePublish, "false")],
            ApprovalAbout::Harvest(_) => {
                &[(Preference::ApproveAboveUsd, "10000"), (Preference::ApproveAbovePages, "4294967295")]
            }
            ApprovalAbout::Plan(_) => &[],
        };
        let (requester, channel) = (&request.person.requester, request.location.channel.as_str());
        for (name, value) in values {
            self.service.prefer(requester, Some(channel), *name, value).await?;
        }
        self.service.reply(&job.id, interrupt, Answer::Approve, &self.with_admin_role(requester)).await?;
        let names: Vec<&str> = values.iter().map(|(name, _)| name.name()).collect();
        let undo = format!("memory place forget {}", names.join(", memory place forget "));
        Ok(ephemeral(request.person.locale(), Msg::AlwaysDone { undo }))
    }

    pub(super) async fn another_profile(
        &self,
        request: &ActionRequest,
        job: &Job,
        interrupt: &str,
        deeper: bool,
    ) -> Result<ChatReply, Refusal> {
        let by = self.with_admin_role(&request.person.requester);
        self.service.reply_with_profile(&job.id, interrupt, deeper, &by).await?;
        Ok(ChatReply::Nothing)
    }
}
