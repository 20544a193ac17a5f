//! Turns an interaction into a person and a request for the chat service.

use crate::handle::{DiscordHandle, NAME};
use crate::payload::{Attachment, Interaction, User};
use crate::permissions::MANAGES;
use crate::registration::RESEARCH;
use gorkd_chat::{Action, ActionRequest, Handle, IncomingFile, Location, Person, parse_text};
use gorkd_core::model::JobId;
use gorkd_core::ports::{Chats, Delivery};

/// The person of an interaction.
pub fn person_of(interaction: &Interaction) -> Person {
    let mut roles = interaction.member.roles.clone();
    if interaction.member.permissions & MANAGES != 0 {
        roles.push("admin".to_owned());
    }
    person(interaction.person().id, roles, &interaction.locale)
}

pub fn person(user: u64, roles: Vec<String>, locale: &str) -> Person {
    Person::new(NAME, user.to_string(), roles, locale, user.to_string())
}

/// The name that people see in the server.
pub fn name_of(user: &User, nick: &str) -> String {
    let names = [nick, &user.global_name, &user.username];
    names.into_iter().find(|name| !name.is_empty()).unwrap_or_default().to_owned()
}

pub fn files_of(attachments: &[Attachment]) -> Vec<IncomingFile> {
    let file = |one: &Attachment| IncomingFile {
        name: one.filename.clone(),
        size: one.size,
        content_type: one.content_type.clone(),
        url: one.url.clone(),
    };
    attachments.iter().map(file).collect()
}

/// Whether the reply to a command is only for the person.
pub fn replies_in_private(interaction: &Interaction) -> bool {
    if interaction.data.name != RESEARCH {
        return true;
    }
    let parsed = parse_text(interaction.text("question").unwrap_or_default());
    interaction.flag("private") || parsed.private || parsed.keyword.is_some()
}

/// A pressed button or submitted form. Its location is not filled in; it comes from the store.
pub fn action_request(interaction: &Interaction) -> Option<ActionRequest> {
    let (job, action) = Action::parse(interaction.code())?;
    Some(ActionRequest {
        key: interaction.id.to_string(),
        person: person_of(interaction),
        location: Location::default(),
        job,
        action,
        input: interaction.input(),
    })
}

/// Where a job is shown: found by the message of the button, or else by the channel.
pub async fn delivery_of(chats: &dyn Chats, interaction: &Interaction, job: &JobId) -> Option<Delivery> {
    let message = interaction.message.id;
    if message != 0
        && let Ok(Some(row)) = chats.message(NAME, &message.to_string()).await
        && row.job == *job
    {
        return chats.delivery(job, &row.place).await.ok().flatten();
    }
    let deliveries = chats.deliveries_of(job).await.ok()?;
    let is_here = |delivery: &Delivery| {
        DiscordHandle::decode(&delivery.handle).is_ok_and(|handle| {
            handle.channel == interaction.channel_id || handle.anchor == Some(interaction.channel_id)
        })
    };
    let is_own = |one: &Delivery| one.private && one.requester.user == interaction.person().id.to_string();
    // What only this person sees takes precedence over what everyone sees.
    let private = deliveries.iter().find(|one| is_here(one) && is_own(one));
    private.or_else(|| deliveries.iter().find(|one| is_here(one) && !one.private)).cloned()
}
