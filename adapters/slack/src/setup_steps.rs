//! The next three steps after creating the manifest, for people who set up gorkd.

use crate::settings::Transport;
use serde_json::Value;
use url::form_urlencoded::byte_serialize;

const APPS: &str = "https://api.slack.com/apps";
const NEW_APP: &str = "https://api.slack.com/apps?new_app=1";
/// Maximum characters of a link that contains the manifest; browsers and servers truncate longer URLs.
const MAX_LINK: usize = 8_000;

/// Three numbered steps with details, line by line. `public_url` has the same meaning as for the manifest.
pub fn setup_steps(
    transport: Transport,
    manifest: &Value,
    public_url: Option<&str>,
    installs: bool,
) -> Vec<String> {
    let http = transport == Transport::Http;
    // With an example URL, the app would have to be changed right away.
    let link = if http && public_url.is_none() { None } else { with_manifest(manifest) };
    let mut lines = Vec::new();
    match link {
        Some(link) => {
            lines.push("1. Create the app. This link contains the manifest:".to_owned());
            lines.push(format!("   {link}"));
            lines.push(format!("   Or choose From a manifest at {NEW_APP} and paste the JSON."));
        }
        None => {
            lines.push(format!("1. Create the app: choose From a manifest at {NEW_APP} and paste the JSON."))
        }
    }
    lines.push(format!("2. Install the app and copy its tokens. Each has its page at {APPS}:"));
    let bot = "   OAuth & Permissions: Install to Workspace, then the bot token (xoxb-…).";
    let app = "   Basic Information, App-Level Tokens: create a token with connections:write (xapp-…).";
    let signing = "   Basic Information, App Credentials: the Signing Secret.";
    let client = "   Basic Information, App Credentials: the Client ID and the Client Secret.";
    lines.push(if installs { client } else { bot }.to_owned());
    lines.push(if http { signing } else { app }.to_owned());
    lines.push(match http {
        true => "3. Start gorkd at its public address, and check what works:".to_owned(),
        false => "3. Start gorkd, and check what works:".to_owned(),
    });
    let own = match (installs, http) {
        (false, false) => "GORKD__SLACK__BOT_TOKEN=xoxb-… GORKD__SLACK__APP_TOKEN=xapp-…",
        (false, true) => "GORKD__SLACK__BOT_TOKEN=xoxb-… GORKD__SLACK__SIGNING_SECRET=…",
        (true, false) => "GORKD__SLACK__CLIENT_SECRET=… GORKD__SLACK__APP_TOKEN=xapp-…",
        (true, true) => "GORKD__SLACK__CLIENT_SECRET=… GORKD__SLACK__SIGNING_SECRET=…",
    };
    lines.push(format!("   export {own}"));
    lines.push("   gorkd serve".to_owned());
    lines.push("   gorkd slack check".to_owned());
    if http {
        lines.push(
            "   Slack verifies the address for events: if the app's page says that it is not verified, press Retry under \
             Event Subscriptions while gorkd runs."
                .to_owned(),
        );
    }
    if installs {
        let base = public_url.unwrap_or("https://gorkd.example.org");
        lines.push(format!("   Workspaces install it at {base}/slack/install."));
    }
    lines
}

/// The URL that creates an app with this manifest; `None` if it would be too long.
fn with_manifest(manifest: &Value) -> Option<String> {
    let encoded: String = byte_serialize(manifest.to_string().as_bytes()).collect();
    // A plus sign means a space only in form data.
    let link = format!("{NEW_APP}&manifest_json={}", encoded.replace('+', "%20"));
    (link.len() < MAX_LINK).then_some(link)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::manifest;
    use serde_json::json;

    fn of(transport: Transport, public_url: Option<&str>, installs: bool) -> (Value, Vec<String>) {
        let manifest = manifest(transport, "/research", public_url, installs);
        let lines = setup_steps(transport, &manifest, public_url, installs);
        (manifest, lines)
    }

    #[test]
    fn the_link_contains_the_manifest() {
        let (manifest, lines) = of(Transport::Socket, None, false);
        let link = url::Url::parse(lines[1].trim()).expect("valid address");
        assert!(lines[1].len() < MAX_LINK && !lines[1].contains('+'), "{}", lines[1]);
        let (_, held) = link.query_pairs().find(|(name, _)| name == "manifest_json").expect("a manifest");
        assert_eq!(serde_json::from_str::<Value>(&held).ok(), Some(manifest));
        assert_eq!(with_manifest(&json!({"name": "x".repeat(MAX_LINK)})), None);
    }

    #[test]
    fn each_transport_has_three_setup_steps() {
        let public = Some("https://g.example");
        for (transport, url, installs, secret) in [
            (Transport::Socket, None, false, "GORKD__SLACK__APP_TOKEN"),
            (Transport::Http, public, false, "GORKD__SLACK__SIGNING_SECRET"),
            (Transport::Http, public, true, "GORKD__SLACK__CLIENT_SECRET"),
        ] {
            let (_, lines) = of(transport, url, installs);
            let numbered = |line: &&String| line.starts_with(char::is_numeric);
            assert_eq!(lines.iter().filter(numbered).count(), 3, "{lines:?}");
            let said = lines.join("\n");
            assert!(said.contains(secret) && said.contains("gorkd slack check"), "{said}");
            assert_eq!(said.contains("https://g.example/slack/install"), installs, "{said}");
        }
        let (_, lines) = of(Transport::Http, None, false);
        assert!(!lines.join("\n").contains("manifest_json"), "{lines:?}");
    }
}
