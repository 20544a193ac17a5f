//! Buttons, menus, forms and the message shortcut.

use super::{Conversation, SlackReceiver};
use crate::handle::{SlackHandle, message_id, parts, place};
use crate::payload::{Element, Interaction};
use crate::render::{SubmittedForm, place_of, unescaped};
use gorkd_chat::{Action, ActionRequest, Handle, IncomingMessage, Question};
use gorkd_core::model::{JobId, Place};

/// The message shortcut's id in the manifest.
pub const SHORTCUT: &str = "research_this";

impl SlackReceiver {
    pub(super) async fn interaction(&self, key: &str, team: &str, interaction: &Interaction) {
        match interaction.kind.as_str() {
            "block_actions" => self.pressed(key, team, interaction).await,
            "view_submission" => self.submitted(key, interaction).await,
            "message_action" => self.shortcut(key, team, interaction).await,
            other => tracing::debug!(kind = other, "ignoring an interaction"),
        }
    }

    async fn pressed(&self, key: &str, team: &str, interaction: &Interaction) {
        let Some(element) = interaction.actions.first() else { return };
        let Some((job, action)) = action_of(element) else { return };
        let container = &interaction.container;
        let candidates = [&interaction.message.thread_ts, &container.thread_ts, &container.message_ts];
        let thread = candidates.into_iter().find(|ts| !ts.is_empty()).map_or("", String::as_str);
        let named = place_of(&element.block_id);
        let conversation =
            self.pressed_in(team, &container.channel_id, thread, &interaction.user.id, named).await;
        if let Some(conversation) = conversation {
            self.act(key, conversation, (job, action), None, Some(&interaction.trigger_id)).await;
        }
    }

    async fn submitted(&self, key: &str, interaction: &Interaction) {
        let Some(form) = SubmittedForm::read(&interaction.view) else { return };
        let from = &form.opened_from;
        let named = Some(from.place.as_str()).filter(|place| !place.is_empty());
        let conversation =
            self.pressed_in(&from.team, &from.channel, &from.thread, &interaction.user.id, named).await;
        if let Some(conversation) = conversation {
            self.act(key, conversation, (form.job, form.action), Some(form.input), None).await;
        }
    }

    /// Where something was pressed: the place named in the message, if it is in this channel.
    async fn pressed_in(
        &self,
        team: &str,
        channel: &str,
        thread: &str,
        user: &str,
        named: Option<&str>,
    ) -> Option<Conversation> {
        let here = |(own_team, own_channel, own_thread)| {
            (own_team == team && own_channel == channel).then_some(own_thread)
        };
        let named = named.and_then(|place| Some((place, parts(place).and_then(here)?)));
        let thread = match named {
            // An ephemeral message does not say which thread it is in.
            Some((_, own)) if own.contains('.') => own,
            // Places that belong to one person or to a direct message are not threads.
            Some(_) => "",
            None => thread,
        };
        let mut conversation = self.conversation(team, channel, thread, user).await?;
        if let Some((place, _)) = named {
            conversation.location.place = Place::from(place);
        }
        Some(conversation)
    }

    async fn act(
        &self,
        key: &str,
        conversation: Conversation,
        (job, action): (JobId, Action),
        input: Option<String>,
        trigger: Option<&str>,
    ) {
        if self.refuses(&conversation).await {
            return;
        }
        let conversation = match conversation.handle.direct {
            true => self.with_origin(conversation, &job).await,
            false => conversation,
        };
        let request = ActionRequest {
            key: key.to_owned(),
            person: conversation.member.person.clone(),
            location: conversation.location.clone(),
            job,
            action,
            input,
        };
        self.receiver.action(request, &self.responder(&conversation, trigger)).await;
    }

    /// Adds the place where a private question was asked, so that its answer can be shared there.
    async fn with_origin(&self, conversation: Conversation, job: &JobId) -> Conversation {
        let delivery = self.receiver.chats().delivery(job, &conversation.location.place).await.ok().flatten();
        let handle = delivery.and_then(|delivery| SlackHandle::decode(&delivery.handle).ok());
        let Some(origin) = handle.and_then(|handle| handle.origin) else { return conversation };
        let shared = place(&origin.team, &origin.channel, &format!("shared-{job}"));
        let place = conversation.location.place.clone();
        let mut conversation = conversation.with(|handle| handle.origin = Some(origin.clone()));
        conversation.location.place = place;
        conversation.location.share_to = Some((shared, origin.encode()));
        conversation
    }

    /// "Research this": asks the text of someone's message as a question, in its thread.
    async fn shortcut(&self, key: &str, team: &str, interaction: &Interaction) {
        if interaction.callback_id != SHORTCUT {
            return;
        }
        let (message, channel) = (&interaction.message, interaction.channel.id.as_str());
        let conversation = self.conversation(team, channel, message.thread(), &interaction.user.id).await;
        let Some(conversation) = conversation else { return };
        if self.refuses(&conversation).await {
            return;
        }
        let conversation = conversation.with(|handle| handle.asked = Some(message.ts.clone()));
        let question = Question {
            key: key.to_owned(),
            person: conversation.member.person.clone(),
            location: conversation.location.clone(),
            message: message_id(channel, &format!("{}/{key}", message.ts)),
            text: unescaped(&message.text, ""),
            ..Question::default()
        };
        let to = self.responder(&conversation, Some(&interaction.trigger_id));
        self.receiver.message(IncomingMessage { question, to_bot: true }, &to).await;
    }
}

/// The job and action of an element: a button, an option of a menu, or one of Slack's own feedback buttons.
fn action_of(element: &Element) -> Option<(JobId, Action)> {
    let code = if element.value.is_empty() { &element.selected_option.value } else { &element.value };
    let (job, action) = Action::parse(code)?;
    let is_feedback = matches!(action, Action::Good | Action::Bad);
    (element.kind != "feedback_buttons" || is_feedback).then_some((job, action))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payload::read;
    use serde_json::{Value, json};

    #[test]
    fn an_action_is_read_from_each_kind_of_element() {
        let job = JobId("job_1".to_owned());
        let of = |element: Value| action_of(&read(&element).expect("an element"));
        let text = json!({"type": "plain_text", "text": "-"});
        let element = |kind: &str, code: &str| {
            json!({"type": kind, "action_id": "act3", "block_id": "1|slack:T1:C1:1.2|7", "action_ts": "1.3",
                   "text": text, "value": code})
        };
        assert_eq!(of(element("button", "sources|job_1")), Some((job.clone(), Action::Sources)));
        assert_eq!(of(element("feedback_buttons", "good|job_1")), Some((job.clone(), Action::Good)));
        assert_eq!(of(element("feedback_buttons", "bad|job_1")), Some((job.clone(), Action::Bad)));
        assert_eq!(of(element("feedback_buttons", "stop|job_1")), None);
        let chosen =
            json!({"type": "static_select", "selected_option": {"text": text, "value": "why|job_1"}});
        assert_eq!(of(chosen), Some((job, Action::Why)));
        assert_eq!(of(json!({"type": "button"})), None);
    }
}
