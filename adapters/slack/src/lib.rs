//! gorkd in Slack.
