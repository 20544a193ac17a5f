//! Buttons, lists and forms.

use super::handler::Work;
use super::payload::Interaction;
use super::question::{base, person_of};
use crate::handle::{Handle, in_server, thread_name};
use gorkd_chat::{Act, Pressed, Reply, Spot};
use gorkd_core::model::{JobId, Millis};
use gorkd_core::ports::{Chats, Telling};

/// What was pressed, without the place, which the store knows.
pub fn pressed(come: &Interaction, roles: Vec<String>) -> Option<Pressed> {
    let (job, act) = Act::read(come.code())?;
    Some(Pressed {
        key: come.id.to_string(),
        person: person_of(come, roles),
        spot: Spot::default(),
        job,
        act,
        words: come.words(),
    })
}

/// Where a job is told: by the message that was pressed, else by the channel.
pub async fn telling_of(chats: &dyn Chats, come: &Interaction, job: &JobId) -> Option<Telling> {
    let message = come.message.as_ref().map(|message| message.id.to_string()).unwrap_or_default();
    if let Ok(Some(row)) = chats.message(crate::handle::NAME, &message).await
        && row.job == *job
    {
        return chats.telling(job, &row.place).await.ok().flatten();
    }
    let told = chats.told_in(job).await.ok()?;
    let here = |telling: &Telling| {
        let handle = Handle::read(&telling.handle);
        handle.channel == come.channel_id || handle.anchor == Some(come.channel_id)
    };
    // What a person alone sees before what all see.
    let alone = told
        .iter()
        .find(|one| here(one) && one.private && one.requester.user == come.person().id.to_string());
    alone.or_else(|| told.iter().find(|one| here(one) && !one.private)).cloned()
}

impl Work {
    /// What was pressed, with the place in which its job is told.
    pub(super) async fn placed(&self, come: &Interaction) -> Option<Pressed> {
        let mut pressed = pressed(come, Vec::new())?;
        let known = self.places.known(come.channel_id).await.ok().unwrap_or_default();
        let telling = telling_of(self.desk.kept().chats.as_ref(), come, &pressed.job).await;
        let Some(telling) = telling else {
            pressed.spot =
                base(&known, in_server(come.guild_id, known.channel, come.channel_id), &Handle::default());
            return Some(pressed);
        };
        let mut handle = Handle::read(&telling.handle);
        // A fresh token reaches the person for longer.
        if handle.token.is_some() {
            handle.token = Some(come.token.clone());
            handle.until = self.token_end(self.clock.now());
        }
        pressed.spot = base(&known, telling.place.clone(), &handle);
        pressed.spot.private = known.private || telling.private;
        pressed.spot.direct = known.direct;
        if pressed.act == Act::Share {
            pressed.spot.open = self.open_place(come, &pressed.job).await;
        }
        Some(pressed)
    }

    /// A message for all, under which a private answer is shown from now on.
    async fn open_place(
        &self,
        come: &Interaction,
        job: &JobId,
    ) -> Option<(gorkd_core::model::Place, String)> {
        let known = self.places.known(come.channel_id).await.ok()?;
        let job = self.desk.service().job(job, None).await.ok()?;
        let question = job.question.text;
        let text = self.heading(&question, come.person().id, come.locale());
        let at = known.thread.unwrap_or(known.channel);
        let message = self.say_words(at, &text, &format!("share{}", come.id)).await?;
        let spot = super::question::spot(&known, message, &question);
        let handle = Handle { name: thread_name(&question), ..Handle::read(&spot.handle) };
        Some((spot.place, handle.write()))
    }

    pub(super) async fn press(&self, come: &Interaction) {
        let Some(pressed) = self.placed(come).await else { return };
        let key = pressed.key.clone();
        let place = Handle::read(&pressed.spot.handle);
        let reply = self.desk.pressed(pressed).await;
        self.deliverer.nudge();
        match reply {
            // A form was asked for at once; here it comes too late.
            Reply::Nothing | Reply::Form(_) => {}
            Reply::Whisper(card) | Reply::Refused(card) => self.whisper(come, &card).await,
            Reply::Say(card) => {
                let at = match (place.anchor, come.channel_id) {
                    (Some(anchor), at) if at == anchor => anchor,
                    (_, at) => at,
                };
                self.say(at, &card, &format!("reply{key}")).await;
            }
        }
    }

    pub(super) fn token_end(&self, from: Millis) -> Millis {
        let life = u64::try_from(self.api.settings().token_life.as_millis()).unwrap_or(u64::MAX);
        from.plus(life)
    }
}
