//! Moderates what people write: questions, and messages to a run.

use super::Service;
use crate::engine::moderation::{Done, Look, audit, look};
use crate::job::{Edit, Job, Reply};
use crate::model::*;
use crate::ports::ModeratedText;
use gorkd_words::Msg;

impl Service {
    /// The rules in a place: the operator's or the place's own, whichever are stricter.
    pub(super) fn moderation(&self, place: &Place, of_place: &Moderation) -> Moderation {
        self.defaults.moderation.of(place).and(of_place)
    }

    /// The rules for messages to a run: those from when it was asked or the current ones, whichever are
    /// stricter.
    pub(super) async fn moderation_of(
        &self,
        job: &Job,
        by: &Requester,
        place: &Place,
    ) -> Result<Moderation, Refusal> {
        let of_place = self.preferred(by, place).await?.moderation();
        Ok(job.moderation.clone().and(&self.moderation(place, &of_place)))
    }

    /// Checks words before they are accepted. Returns the categories to record with them.
    pub(super) async fn moderate(
        &self,
        moderation: &Moderation,
        text: &str,
        by: &Requester,
        reach: Reach,
    ) -> Result<Vec<String>, Refusal> {
        if moderation.questions == Handling::Off || text.trim().is_empty() {
            return Ok(Vec::new());
        }
        let look = look(&self.ports, (ModeratedText::Question, text), reach, false).await;
        let refused = |said: Msg, code| Err(Refusal::saying(code, said));
        let (done, said) = match (&look, moderation.questions) {
            (Look::Flagged(_), Handling::Refuse) => {
                (Done::Refused, refused(Msg::QuestionModerated, RefusalCode::Moderated))
            }
            (Look::Unknown, Handling::Refuse) if moderation.closed => {
                (Done::Refused, refused(Msg::ModerationDown, RefusalCode::Unavailable))
            }
            (Look::Flagged(categories), _) => (Done::Warned, Ok(categories.clone())),
            (Look::Clean | Look::Unknown, _) => (Done::Passed, Ok(Vec::new())),
        };
        if look != Look::Clean {
            let who = self.person_hash(&by.key()).await;
            audit((&who, &by.platform, ""), ModeratedText::Question, &look, done);
        }
        said
    }

    /// Like [`Self::moderate`], for messages to a run.
    pub(super) async fn moderate_for(
        &self,
        job: &Job,
        text: &str,
        by: &Requester,
    ) -> Result<Vec<String>, Refusal> {
        if text.trim().is_empty() {
            return Ok(Vec::new());
        }
        let moderation = self.moderation_of(job, by, &job.place).await?;
        self.moderate(&moderation, text, by, job.terms.reach()).await
    }
}

/// The parts of a reply that a person wrote.
pub(super) fn words_of_reply(reply: &Reply) -> String {
    match reply {
        Reply::Custom(text) => text.clone(),
        Reply::Edit { constraints, queries } => {
            let wishes = constraints.iter().map(|wish| wish.text.as_str());
            wishes.chain(queries.iter().map(String::as_str)).collect::<Vec<_>>().join("\n")
        }
        Reply::Option(_)
        | Reply::AllOfTheAbove
        | Reply::JustGo
        | Reply::Approve
        | Reply::Decline
        | Reply::Profile { .. } => String::new(),
    }
}

/// The parts of an edit that a person wrote.
pub(super) fn words_of_edit(edit: &Edit) -> String {
    let question = edit.question.iter().map(|question| question.text.as_str());
    question.chain(edit.constraints.iter().map(|wish| wish.text.as_str())).collect::<Vec<_>>().join("\n")
}
