//! The URL that adds the bot to a server, and why it requests each permission.

use crate::permissions::{REQUIRED, required};

/// The URL, with exactly the permissions that the bot needs.
fn address(application: u64) -> String {
    let permissions = required();
    format!(
        "https://discord.com/oauth2/authorize?client_id={application}&scope=bot+applications.commands&permissions={permissions}"
    )
}

/// The URL, and one line per permission.
pub fn text(application: u64) -> String {
    let mut text = format!("{}\n\nIt asks only for these permissions:\n", address(application));
    let width = REQUIRED.iter().map(|(_, name, _)| name.len()).max().unwrap_or(0);
    for (_, name, why) in REQUIRED {
        text.push_str(&format!("  {name:<width$}  {why}\n"));
    }
    text.push_str(
        "\nTo let it read follow-ups in its threads without a mention, switch on \"Message Content Intent\" on the Bot page of \
         https://discord.com/developers/applications. Without it, gorkd reads mentions, direct messages and commands.\n",
    );
    text
}
