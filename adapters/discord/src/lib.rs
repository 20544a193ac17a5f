//! gorkd in Discord.
