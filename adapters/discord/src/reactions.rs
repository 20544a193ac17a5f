//! Requests that set and remove reactions.

use crate::api::Call;
use gorkd_chat::Reaction;
use reqwest::Method;

/// Sets (`PUT`) or removes (`DELETE`) the bot's reaction on a message.
pub fn call(method: Method, channel: u64, message: u64, reaction: Reaction) -> Call<'static> {
    let path = format!("/channels/{channel}/messages/{message}/reactions/{}/@me", emoji(reaction));
    Call::new(method, path, "reactions", channel).needs("Add Reactions")
}

/// The emoji, percent-encoded for a URL.
fn emoji(reaction: Reaction) -> &'static str {
    match reaction {
        Reaction::Seen => "%F0%9F%91%80",
        Reaction::Done => "%E2%9C%85",
        Reaction::Caution => "%E2%9A%A0%EF%B8%8F",
        Reaction::Failed => "%E2%9D%8C",
    }
}
