//! The address with which somebody adds the bot to a server, and why it asks for what it asks.

use crate::permissions::{NEEDED, needed};

/// Where the bot is added, with exactly the permissions that it needs.
pub fn address(application: u64) -> String {
    let permissions = needed();
    format!(
        "https://discord.com/oauth2/authorize?client_id={application}&scope=bot+applications.commands&permissions={permissions}"
    )
}

/// The address, and a line for each permission.
pub fn text(application: u64) -> String {
    let mut text = format!("{}\n\nIt asks for these permissions and no others:\n", address(application));
    let width = NEEDED.iter().map(|one| one.name.len()).max().unwrap_or(0);
    for one in NEEDED {
        text.push_str(&format!("  {:<width$}  {}\n", one.name, one.why));
    }
    text.push_str(
        "\nTo hear follow-ups in its threads without a mention, switch on \"Message Content Intent\" on the Bot page of \
         https://discord.com/developers/applications; without it gorkd hears mentions, direct messages and commands.\n",
    );
    text
}
