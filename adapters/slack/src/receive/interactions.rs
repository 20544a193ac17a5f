//! Buttons, lists, forms and the message shortcut.

use super::{At, Receiver};
use crate::handle::{Handle, message_id, parts, place};
use crate::render::{place_of, read_form, unescaped};
use gorkd_chat::{Act, Pressed, Question, Said};
use gorkd_core::model::{JobId, Place};
use serde_json::Value;

/// The message shortcut, as the manifest names it.
pub const SHORTCUT: &str = "research_this";

impl Receiver {
    pub(super) async fn interaction(&self, key: &str, body: &Value) {
        match body["type"].as_str().unwrap_or_default() {
            "block_actions" => self.pressed(key, body).await,
            "view_submission" => self.handed_in(key, body).await,
            "message_action" => self.shortcut(key, body).await,
            other => tracing::debug!(kind = other, "an interaction that is not looked at"),
        }
    }

    async fn pressed(&self, key: &str, body: &Value) {
        let action = &body["actions"][0];
        let Some((job, act)) = meant_by(action) else { return };
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (container, message) = (&body["container"], &body["message"]);
        let channel = text(&container["channel_id"]);
        let ts = [&message["thread_ts"], &container["thread_ts"], &container["message_ts"]].map(text);
        let thread = ts.into_iter().find(|ts| !ts.is_empty()).unwrap_or_default();
        let named = action["block_id"].as_str().and_then(place_of).map(str::to_owned);
        let user = text(&body["user"]["id"]);
        let Some(at) = self.somewhere(&Self::team_of(body), &channel, &thread, &user, named).await else {
            return;
        };
        self.press(key, at, (job, act), None, body["trigger_id"].as_str()).await;
    }

    async fn handed_in(&self, key: &str, body: &Value) {
        let Some((job, act, words, kept)) = read_form(&body["view"]) else { return };
        let text = |name: &str| kept[name].as_str().unwrap_or_default().to_owned();
        let user = body["user"]["id"].as_str().unwrap_or_default();
        let named = Some(text("place")).filter(|place| !place.is_empty());
        let at = self.somewhere(&text("team"), &text("channel"), &text("thread"), user, named).await;
        if let Some(at) = at {
            self.press(key, at, (job, act), Some(words), None).await;
        }
    }

    /// Where something was pressed: the place that the message names, in the channel where it stands.
    async fn somewhere(
        &self,
        team: &str,
        channel: &str,
        thread: &str,
        user: &str,
        named: Option<String>,
    ) -> Option<At> {
        let named = named.filter(|named| {
            let own = parts(named);
            own.is_some_and(|(own_team, own_channel, _)| own_team == team && own_channel == channel)
        });
        let of_place = named.as_deref().and_then(parts).map_or("", |(_, _, thread)| thread).to_owned();
        // Places of one person, or of a direct message, are no threads.
        let is_thread = of_place.contains('.');
        let thread = match (&named, is_thread) {
            // A message for one person alone does not say what thread it stands in.
            (Some(_), true) => of_place.as_str(),
            (Some(_), false) => "",
            (None, _) => thread,
        };
        let mut at = self.at(team, channel, thread, user).await?;
        if let Some(named) = named {
            at.spot.place = Place::from(named.as_str());
        }
        Some(at)
    }

    async fn press(
        &self,
        key: &str,
        at: At,
        (job, act): (JobId, Act),
        words: Option<String>,
        trigger: Option<&str>,
    ) {
        if self.refuses(&at).await {
            return;
        }
        let at = match at.handle.direct {
            true => self.where_asked(at, &job).await,
            false => at,
        };
        let pressed = Pressed {
            key: key.to_owned(),
            person: at.who.person.clone(),
            spot: at.spot.clone(),
            job,
            act,
            words,
        };
        let reply = self.desk.pressed(pressed).await;
        self.reply(&at, reply, trigger).await;
    }

    /// With the place that a private question was asked in, where its answer may be shared.
    async fn where_asked(&self, at: At, job: &JobId) -> At {
        let telling = self.chats().telling(job, &at.spot.place).await.ok().flatten();
        let Some(origin) = telling.and_then(|telling| Handle::of(&telling).origin) else { return at };
        let shared = place(&origin.team, &origin.channel, &format!("shared-{job}"));
        let place = at.spot.place.clone();
        let mut at = at.with(|handle| handle.origin = Some(origin.clone()));
        at.spot.place = place;
        at.spot.open = Some((shared, origin.written()));
        at
    }

    /// "Research this": the text of somebody's message is asked, in its thread.
    async fn shortcut(&self, key: &str, body: &Value) {
        if body["callback_id"] != SHORTCUT {
            return;
        }
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let message = &body["message"];
        let (channel, ts, user) =
            (text(&body["channel"]["id"]), text(&message["ts"]), text(&body["user"]["id"]));
        let thread =
            Some(text(&message["thread_ts"])).filter(|thread| !thread.is_empty()).unwrap_or(ts.clone());
        let Some(at) = self.at(&Self::team_of(body), &channel, &thread, &user).await else { return };
        if self.refuses(&at).await {
            return;
        }
        let at = at.with(|handle| handle.asked = Some(ts.clone()));
        let question = Question {
            key: key.to_owned(),
            person: at.who.person.clone(),
            spot: at.spot.clone(),
            message: message_id(&channel, &format!("{ts}/{key}")),
            text: unescaped(&text(&message["text"]), ""),
            ..Question::default()
        };
        let reply = self.desk.said(Said { question, to_us: true }).await;
        self.reply(&at, reply, body["trigger_id"].as_str()).await;
    }
}

/// The job and the act that an action stands for: a button, an option of a list, or a side of Slack's own pair for
/// feedback.
fn meant_by(action: &Value) -> Option<(JobId, Act)> {
    let code = action["value"].as_str().or(action["selected_option"]["value"].as_str())?;
    let (job, act) = Act::read(code)?;
    let is_feedback = matches!(act, Act::Good | Act::Bad);
    (action["type"] != "feedback_buttons" || is_feedback).then_some((job, act))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_was_pressed_is_read_from_each_kind_of_element() {
        let job = JobId("job_1".to_owned());
        let text = json!({"type": "plain_text", "text": "-"});
        let action = |kind: &str, code: &str| {
            json!({"type": kind, "action_id": "act3", "block_id": "1|slack:T1:C1:1.2|7", "action_ts": "1.3",
                   "text": text, "value": code})
        };
        assert_eq!(meant_by(&action("button", "sources|job_1")), Some((job.clone(), Act::Sources)));
        assert_eq!(meant_by(&action("feedback_buttons", "good|job_1")), Some((job.clone(), Act::Good)));
        assert_eq!(meant_by(&action("feedback_buttons", "bad|job_1")), Some((job.clone(), Act::Bad)));
        assert_eq!(meant_by(&action("feedback_buttons", "stop|job_1")), None);
        let chosen =
            json!({"type": "static_select", "selected_option": {"text": text, "value": "why|job_1"}});
        assert_eq!(meant_by(&chosen), Some((job, Act::Why)));
        assert_eq!(meant_by(&json!({"type": "button"})), None);
    }
}
