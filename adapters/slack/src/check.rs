//! `gorkd slack check` and the doctor: whether the tokens work and all permissions are granted, and which
//! channels gorkd is in.

use crate::client::{Credentials, SlackApi};
use crate::manifest::SCOPES;
use crate::responses::{AuthTest, ChannelInfo, Empty};
use crate::settings::{SlackSettings, Transport};
use crate::setup_error::{of_channel, of_token};
use gorkd_chat::Finding;
use secrecy::ExposeSecret;
use serde_json::{Value, json};

/// Problems visible from the settings alone.
pub fn check_settings(settings: &SlackSettings) -> Vec<Finding> {
    let mut findings = Vec::new();
    match settings.transport {
        Transport::Socket if settings.app_token.is_none() => findings.push(Finding::problem(
            "Socket Mode needs slack.app_token (xapp-…): create one under Basic Information, App-Level Tokens, with \
             connections:write.",
        )),
        Transport::Http if settings.signing_secret.is_none() => findings.push(Finding::problem(
            "Requests from Slack need slack.signing_secret: copy it from Basic Information, App Credentials.",
        )),
        Transport::Http if settings.public_url.is_none() => {
            findings.push(Finding::problem("Slack must reach gorkd at web.public_url, which is not set."));
        }
        Transport::Socket | Transport::Http => {}
    }
    let installs = !settings.client_id.is_empty();
    if settings.bot_token.is_none() && !installs {
        findings.push(Finding::problem(
            "slack.bot_token (xoxb-…) is not set: install the app to your workspace and copy it from OAuth & \
             Permissions.",
        ));
    }
    if installs && (settings.client_secret.is_none() || settings.seal_key.is_none()) {
        findings.push(Finding::problem(
            "Installations by workspaces need slack.client_secret, and slack.seal_key (openssl rand -hex 32) to encrypt \
             their tokens.",
        ));
    }
    findings
}

/// Asks Slack. `channels` are checked for membership. `http` requests the header that lists the permissions.
pub async fn check(
    client: &SlackApi,
    http: &reqwest::Client,
    settings: &SlackSettings,
    channels: &[String],
) -> Vec<Finding> {
    run(client, granted(http, settings), settings, channels).await
}

/// `granted` is awaited once the bot token works.
async fn run(
    client: &SlackApi,
    granted: impl Future<Output = Option<String>>,
    settings: &SlackSettings,
    channels: &[String],
) -> Vec<Finding> {
    let mut findings = check_settings(settings);
    // If Slack is unreachable, more requests would only repeat that.
    if let Err(sentence) = ask(client, granted, settings, channels, &mut findings).await {
        findings.push(Finding::problem(sentence));
    }
    findings
}

/// Fails with the sentence that ends the check.
async fn ask(
    client: &SlackApi,
    granted: impl Future<Output = Option<String>>,
    settings: &SlackSettings,
    channels: &[String],
    findings: &mut Vec<Finding>,
) -> Result<(), String> {
    if let (Transport::Socket, Some(token)) = (settings.transport, &settings.app_token) {
        let credentials = Credentials { team: String::new(), token: token.clone() };
        findings.push(match client.probe(&credentials, "apps.connections.open", json!({})).await? {
            Ok(Empty {}) => Finding::ok("The app token opens connections."),
            Err(code) => Finding::problem(format!(
                "The app token cannot open a connection: {}.",
                of_token(&code, APP_TOKENS)
            )),
        });
    }
    let Some(token) = &settings.bot_token else { return Ok(()) };
    let mut credentials = Credentials { team: String::new(), token: token.clone() };
    match client.probe(&credentials, "auth.test", json!({})).await? {
        Ok(me) => {
            let me: AuthTest = me;
            findings.push(Finding::ok(format!("The bot token belongs to {} in {}.", me.user, me.team)));
            credentials.team = me.team_id;
        }
        Err(code) => {
            return Err(format!("The bot token does not work: {}.", of_token(&code, BOT_TOKENS)));
        }
    }
    findings.push(match granted.await {
        Some(listed) => compare(&listed),
        None => {
            let (there, missing) = probe_all(client, &credentials).await?;
            judge(&there, &missing)
        }
    });
    for channel in channels {
        findings.push(member(client, &credentials, channel).await?);
    }
    Ok(())
}

const APP_TOKENS: &str = "Basic Information, App-Level Tokens (xapp-…, with connections:write)";
const BOT_TOKENS: &str = "OAuth & Permissions (xoxb-…)";

/// The permissions of the bot token, as Slack lists them in a header; `None` if the header is missing.
async fn granted(http: &reqwest::Client, settings: &SlackSettings) -> Option<String> {
    let token = settings.bot_token.as_ref()?;
    let address = format!("{}/auth.test", settings.api_url.trim_end_matches('/'));
    let request = http.post(address).timeout(settings.request).bearer_auth(token.expose_secret());
    let answer = request.send().await.ok()?;
    Some(answer.headers().get("x-oauth-scopes")?.to_str().ok()?.to_owned())
}

/// Compares a comma-separated list of permissions with the required ones.
fn compare(listed: &str) -> Finding {
    let listed: Vec<&str> = listed.split(',').map(str::trim).collect();
    let missing: Vec<&str> =
        SCOPES.iter().map(|(scope, _)| *scope).filter(|scope| !listed.contains(scope)).collect();
    match missing.as_slice() {
        [] => Finding::ok(format!("All {} permissions are granted.", SCOPES.len())),
        missing => Finding::problem(missing_sentence(missing)),
    }
}

fn missing_sentence(missing: &[&str]) -> String {
    let (are, them) = match missing.len() {
        1 => ("A permission is missing", "it"),
        _ => ("Permissions are missing", "them"),
    };
    let missing = missing.join(", ");
    format!("{are}: {missing}. Add {them} under OAuth & Permissions and install the app again.")
}

/// Harmless requests, each with the permissions of which any one is sufficient.
fn probes() -> [(&'static str, Value, &'static [&'static str]); 9] {
    let (nobody, nowhere) = ("U00000000", "C00000000");
    let prompts = json!([{"title": "-", "message": "-"}]);
    [
        ("users.info", json!({"user": nobody}), &["users:read"]),
        ("team.info", json!({}), &["team:read"]),
        (
            "conversations.info",
            json!({"channel": nowhere}),
            &["channels:read", "groups:read", "im:read", "mpim:read"],
        ),
        (
            "conversations.replies",
            json!({"channel": nowhere, "ts": "1.0"}),
            &["channels:history", "groups:history", "im:history", "mpim:history"],
        ),
        ("conversations.open", json!({"users": nobody}), &["im:write"]),
        (
            "chat.update",
            json!({"channel": nowhere, "ts": "1.0", "text": "-", "parse": "none", "link_names": false}),
            &["chat:write"],
        ),
        (
            "reactions.add",
            json!({"channel": nowhere, "timestamp": "1.0", "name": "eyes"}),
            &["reactions:write"],
        ),
        ("files.getUploadURLExternal", json!({"filename": "check.txt", "length": 1}), &["files:write"]),
        (
            "assistant.threads.setSuggestedPrompts",
            json!({"channel_id": "D00000000", "prompts": prompts}),
            &["assistant:write"],
        ),
    ]
}

/// Sends each probe. Returns the permissions that are granted, and those that are missing.
async fn probe_all(
    client: &SlackApi,
    credentials: &Credentials,
) -> Result<(Vec<&'static str>, Vec<&'static str>), String> {
    let (mut there, mut missing) = (Vec::new(), Vec::new());
    for (method, arguments, scopes) in probes() {
        // Slack checks permissions first, so any other refusal means that one is granted.
        let response: Result<Empty, String> = client.probe(credentials, method, arguments).await?;
        match (response == Err("missing_scope".to_owned()), scopes) {
            (true, scopes) => missing.extend_from_slice(scopes),
            (false, [scope]) => there.push(*scope),
            // One of several permissions is enough, so it proves none of them.
            (false, _) => {}
        }
    }
    Ok((there, missing))
}

fn judge(there: &[&str], missing: &[&str]) -> Finding {
    let seen = |scope: &&str| there.contains(scope) || missing.contains(scope);
    let open: Vec<&str> = SCOPES.iter().map(|(scope, _)| *scope).filter(|scope| !seen(scope)).collect();
    let counted = format!("{} of {} permissions were probed and are granted", there.len(), SCOPES.len());
    let open = format!("{counted}; not probed: {}.", open.join(", "));
    match missing {
        [] => Finding::ok(open),
        missing => Finding::problem(format!("{} {open}", missing_sentence(missing))),
    }
}

async fn member(client: &SlackApi, credentials: &Credentials, channel: &str) -> Result<Finding, String> {
    let arguments = json!({"channel": channel});
    Ok(match client.probe(credentials, "conversations.info", arguments).await? {
        Ok(ChannelInfo { channel: found }) if found.is_archived => {
            Finding::problem(format!("{channel} is archived."))
        }
        Ok(ChannelInfo { channel: found }) if found.is_member => {
            Finding::ok(format!("gorkd is in {channel}."))
        }
        Ok(_) => Finding::problem(format!("gorkd is not in {channel}. Type /invite @gorkd there.")),
        Err(code) => Finding::problem(format!("Cannot see {channel}: {}.", of_channel(&code))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Router;
    use axum::extract::Path;
    use axum::http::{StatusCode, header};
    use axum::response::{IntoResponse, Response};
    use axum::routing::any;

    /// The findings if `answer` plays Slack. It receives the name of the method.
    async fn found(answer: fn(String) -> Response, listed: Option<&str>) -> Vec<Finding> {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let api_url = format!("http://{}/api", listener.local_addr().expect("valid address"));
        let method = any(move |Path(method): Path<String>| async move { answer(method) });
        let router = Router::new().route("/api/{method}", method);
        let server = tokio::spawn(async move { axum::serve(listener, router).await });
        let found = look_at(api_url, listed).await;
        server.abort();
        found
    }

    async fn look_at(api_url: String, listed: Option<&str>) -> Vec<Finding> {
        let settings = SlackSettings {
            api_url,
            bot_token: Some("xoxb-1".into()),
            app_token: Some("xapp-1".into()),
            ..SlackSettings::default()
        };
        let client = SlackApi::new(&settings).expect("a client");
        let listed = listed.map(str::to_owned);
        run(&client, async { listed }, &settings, &["C1".to_owned()]).await
    }

    fn only(findings: &[Finding]) -> &str {
        assert!(findings.len() == 1 && !findings[0].ok, "{findings:?}");
        assert!(!findings[0].text.contains("token does not work"), "{findings:?}");
        &findings[0].text
    }

    fn works(method: String) -> Response {
        let channel = json!({"id": "C1", "is_member": true});
        let answer = match method.as_str() {
            "auth.test" => json!({"ok": true, "team_id": "T1", "team": "Harbour", "user": "gorkd"}),
            "conversations.info" => json!({"ok": true, "channel": channel}),
            "chat.update" => json!({"ok": false, "error": "channel_not_found"}),
            _ => json!({"ok": true}),
        };
        axum::Json(answer).into_response()
    }

    #[tokio::test]
    async fn network_problems_are_reported_once_and_blame_no_token() {
        let nobody = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = nobody.local_addr().expect("valid address");
        drop(nobody);
        let refused = look_at(format!("http://{address}/api"), None).await;
        assert!(only(&refused).contains("cannot be reached (connection refused)"), "{refused:?}");
        let down = found(|_| StatusCode::BAD_GATEWAY.into_response(), None).await;
        assert!(only(&down).contains("cannot be reached (status 502)"), "{down:?}");
        let waits = |_| {
            let body = axum::Json(json!({"ok": false, "error": "ratelimited"}));
            (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, "7")], body).into_response()
        };
        let busy = found(waits, None).await;
        assert_eq!(only(&busy), "Slack asks to wait: try again in 7 s.");
        let portal = found(|_| axum::response::Html("<p>Please log in").into_response(), None).await;
        assert!(only(&portal).contains("what answers is not Slack"), "{portal:?}");
    }

    #[tokio::test]
    async fn a_refused_token_is_named_with_its_fix() {
        let refuses = |_| axum::Json(json!({"ok": false, "error": "invalid_auth"})).into_response();
        let found = found(refuses, None).await;
        assert!(found.len() == 2 && found.iter().all(|one| !one.ok), "{found:?}");
        assert!(found[0].text.contains("App-Level Tokens"), "{found:?}");
        assert!(found[1].text.starts_with("The bot token does not work: "), "{found:?}");
        assert!(found[1].text.contains("(invalid_auth)"), "{found:?}");
    }

    #[tokio::test]
    async fn permissions_are_compared_with_the_list_from_slack() {
        let all: Vec<&str> = SCOPES.iter().map(|(scope, _)| *scope).collect();
        let findings = found(works, Some(&all.join(","))).await;
        assert!(findings.iter().all(|one| one.ok) && findings.len() == 4, "{findings:?}");
        assert_eq!(findings[2].text, format!("All {} permissions are granted.", all.len()));
        let some = compare(&all[2..].join(", "));
        assert!(!some.ok && some.text.contains(&format!("missing: {}, {}.", all[0], all[1])), "{some:?}");
    }

    #[tokio::test]
    async fn without_a_list_it_says_what_was_not_probed() {
        let all = found(works, None).await;
        let said = &all[2].text;
        assert!(all[2].ok && said.starts_with(&format!("7 of {} ", SCOPES.len())), "{said}");
        assert!(said.contains("not probed: app_mentions:read, ") && said.contains("commands"), "{said}");
        let lacking = |method: String| match method.as_str() {
            "files.getUploadURLExternal" | "conversations.replies" => {
                axum::Json(json!({"ok": false, "error": "missing_scope"})).into_response()
            }
            _ => works(method),
        };
        let findings = found(lacking, None).await;
        let said = &findings[2].text;
        assert!(!findings[2].ok && said.contains("files:write") && said.contains("im:history"), "{said}");
        assert!(said.contains("6 of "), "{said}");
    }

    #[test]
    fn each_probed_permission_is_requested() {
        for (method, _, scopes) in probes() {
            let asked = |scope: &&str| SCOPES.iter().any(|(directory, _)| directory == scope);
            assert!(scopes.iter().all(asked), "{method}: {scopes:?}");
        }
    }
}
