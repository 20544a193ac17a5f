//! `gorkd slack check`, and what the doctor says: do the tokens work, are all permissions there, where is gorkd in?

use crate::client::{Access, SlackApi};
use crate::fault::{Fault, of_channel, of_token};
use crate::manifest::SCOPES;
use crate::settings::{SlackSettings, Transport};
use secrecy::ExposeSecret;
use serde_json::{Value, json};

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub fine: bool,
    /// A sentence; with what to do about it where it is not fine.
    pub sentence: String,
}

fn fine(sentence: impl Into<String>) -> Finding {
    Finding { fine: true, sentence: sentence.into() }
}

fn wrong(sentence: impl Into<String>) -> Finding {
    Finding { fine: false, sentence: sentence.into() }
}

/// What the settings alone tell.
pub fn settings(settings: &SlackSettings) -> Vec<Finding> {
    let mut findings = Vec::new();
    match settings.transport {
        Transport::Socket if settings.app_token.is_none() => findings.push(wrong(
            "Socket Mode needs slack.app_token (xapp-…): make one under Basic Information, App-Level Tokens, with \
             connections:write.",
        )),
        Transport::Http if settings.signing_secret.is_none() => findings.push(wrong(
            "Requests from Slack need slack.signing_secret: it stands under Basic Information, App Credentials.",
        )),
        Transport::Http if settings.public_url.is_none() => {
            findings.push(wrong("Slack has to reach gorkd under web.public_url, and it is not set."));
        }
        Transport::Socket | Transport::Http => {}
    }
    let installs = !settings.client_id.is_empty();
    if settings.bot_token.is_none() && !installs {
        findings.push(wrong(
            "There is no slack.bot_token (xoxb-…): install the app to your workspace and copy it from OAuth & \
             Permissions.",
        ));
    }
    if installs && (settings.client_secret.is_none() || settings.seal_key.is_none()) {
        findings.push(wrong(
            "Installs by workspaces need slack.client_secret, and slack.seal_key (openssl rand -hex 32) to seal \
             their tokens.",
        ));
    }
    findings
}

/// Asks Slack. `channels` are those whose membership is looked at. `http` reads the header that lists the permissions.
pub async fn check(
    client: &SlackApi,
    http: &reqwest::Client,
    settings: &SlackSettings,
    channels: &[String],
) -> Vec<Finding> {
    look(client, granted(http, settings), settings, channels).await
}

/// `granted` is waited for once the bot token works.
async fn look(
    client: &SlackApi,
    granted: impl Future<Output = Option<String>>,
    settings: &SlackSettings,
    channels: &[String],
) -> Vec<Finding> {
    let mut findings = self::settings(settings);
    // Once Slack is out of reach, nothing that follows would say anything else.
    if let Err(sentence) = ask(client, granted, settings, channels, &mut findings).await {
        findings.push(wrong(sentence));
    }
    findings
}

/// An error is the sentence that ends the check.
async fn ask(
    client: &SlackApi,
    granted: impl Future<Output = Option<String>>,
    settings: &SlackSettings,
    channels: &[String],
    findings: &mut Vec<Finding>,
) -> Result<(), String> {
    if let (Transport::Socket, Some(token)) = (settings.transport, &settings.app_token) {
        let access = Access { team: String::new(), token: token.clone() };
        findings.push(match refusal(client.probe(&access, "apps.connections.open", json!({})).await)? {
            Ok(_) => fine("The app token opens connections."),
            Err(code) => {
                wrong(format!("The app token opens no connection: {}.", of_token(&code, APP_TOKENS)))
            }
        });
    }
    let Some(token) = &settings.bot_token else { return Ok(()) };
    let mut access = Access { team: String::new(), token: token.clone() };
    match refusal(client.probe(&access, "auth.test", json!({})).await)? {
        Ok(me) => {
            let text = |name: &str| me[name].as_str().unwrap_or_default().to_owned();
            access.team = text("team_id");
            findings.push(fine(format!("The bot token is that of {} in {}.", text("user"), text("team"))));
        }
        Err(code) => {
            return Err(format!("The bot token does not work: {}.", of_token(&code, BOT_TOKENS)));
        }
    }
    findings.push(match granted.await {
        Some(listed) => of_list(&listed),
        None => of_tries(&tried(client, &access).await?),
    });
    for channel in channels {
        findings.push(member(client, &access, channel).await?);
    }
    Ok(())
}

const APP_TOKENS: &str = "Basic Information, App-Level Tokens (xapp-…, with connections:write)";
const BOT_TOKENS: &str = "OAuth & Permissions (xoxb-…)";

/// The answer, or Slack's name for its refusal. An error is the sentence that ends the check.
fn refusal(answer: Result<Value, Fault>) -> Result<Result<Value, String>, String> {
    match answer {
        Ok(answer) => Ok(Ok(answer)),
        Err(fault) => fault.code().map(Err),
    }
}

/// The permissions of the bot token, as Slack lists them with each answer; none where no such list comes.
async fn granted(http: &reqwest::Client, settings: &SlackSettings) -> Option<String> {
    let token = settings.bot_token.as_ref()?;
    let address = format!("{}/auth.test", settings.api_url.trim_end_matches('/'));
    let request = http.post(address).timeout(settings.request).bearer_auth(token.expose_secret());
    let answer = request.send().await.ok()?;
    Some(answer.headers().get("x-oauth-scopes")?.to_str().ok()?.to_owned())
}

/// Compares a list of permissions, with commas between them, with what gorkd needs.
fn of_list(listed: &str) -> Finding {
    let listed: Vec<&str> = listed.split(',').map(str::trim).collect();
    let missing: Vec<&str> =
        SCOPES.iter().map(|(scope, _)| *scope).filter(|scope| !listed.contains(scope)).collect();
    match missing.as_slice() {
        [] => fine(format!("All {} permissions are there.", SCOPES.len())),
        missing => wrong(lacks(missing)),
    }
}

fn lacks(missing: &[&str]) -> String {
    let (are, them) = match missing.len() {
        1 => ("A permission is missing", "it"),
        _ => ("Permissions are missing", "them"),
    };
    let missing = missing.join(", ");
    format!("{are}: {missing}. Add {them} under OAuth & Permissions and install the app again.")
}

/// Harmless requests, and the permissions of which each needs one.
fn tries() -> [(&'static str, Value, &'static [&'static str]); 9] {
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

/// What came of each try: the permissions of which it needs one, and whether it was let through.
async fn tried(client: &SlackApi, access: &Access) -> Result<Vec<(&'static [&'static str], bool)>, String> {
    let mut tried = Vec::new();
    for (method, arguments, scopes) in tries() {
        // Any other refusal comes after permissions were looked at.
        let answer = refusal(client.probe(access, method, arguments).await)?;
        tried.push((scopes, answer != Err("missing_scope".to_owned())));
    }
    Ok(tried)
}

/// A request that one of several permissions lets through proves none of them, but all are missing where it fails.
fn of_tries(tried: &[(&[&str], bool)]) -> Finding {
    let of = |through: bool| {
        tried
            .iter()
            .filter(move |one| one.1 == through && (!through || one.0.len() == 1))
            .flat_map(|one| one.0)
    };
    let (there, missing): (Vec<&str>, Vec<&str>) =
        (of(true).copied().collect(), of(false).copied().collect());
    let seen = |scope: &&str| there.contains(scope) || missing.contains(scope);
    let open: Vec<&str> = SCOPES.iter().map(|(scope, _)| *scope).filter(|scope| !seen(scope)).collect();
    let counted = format!("{} of {} permissions were tried and are there", there.len(), SCOPES.len());
    let open = format!("{counted}; not probed: {}.", open.join(", "));
    match missing.as_slice() {
        [] => fine(open),
        missing => wrong(format!("{} {open}", lacks(missing))),
    }
}

async fn member(client: &SlackApi, access: &Access, channel: &str) -> Result<Finding, String> {
    let answer = client.probe(access, "conversations.info", json!({"channel": channel})).await;
    Ok(match refusal(answer)? {
        Ok(found) if found["channel"]["is_archived"] == true => wrong(format!("{channel} is archived.")),
        Ok(found) if found["channel"]["is_member"] == true => fine(format!("gorkd is in {channel}.")),
        Ok(_) => wrong(format!("gorkd is not in {channel}: /invite @gorkd there.")),
        Err(code) => wrong(format!("{channel} cannot be seen: {}.", of_channel(&code))),
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

    /// What a check finds where `answer` speaks for Slack, by the name of the method.
    async fn found(answer: fn(String) -> Response, listed: Option<&str>) -> Vec<Finding> {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let api_url = format!("http://{}/api", listener.local_addr().expect("an address"));
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
        look(&client, async { listed }, &settings, &["C1".to_owned()]).await
    }

    fn only(findings: &[Finding]) -> &str {
        assert!(findings.len() == 1 && !findings[0].fine, "{findings:?}");
        assert!(!findings[0].sentence.contains("token does not work"), "{findings:?}");
        &findings[0].sentence
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
    async fn what_is_wrong_with_the_way_is_said_once_and_blames_no_token() {
        let nobody = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = nobody.local_addr().expect("an address");
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
    async fn a_token_that_slack_refuses_is_named_with_what_to_do() {
        let refuses = |_| axum::Json(json!({"ok": false, "error": "invalid_auth"})).into_response();
        let found = found(refuses, None).await;
        assert!(found.len() == 2 && found.iter().all(|one| !one.fine), "{found:?}");
        assert!(found[0].sentence.contains("App-Level Tokens"), "{found:?}");
        assert!(found[1].sentence.starts_with("The bot token does not work: "), "{found:?}");
        assert!(found[1].sentence.contains("(invalid_auth)"), "{found:?}");
    }

    #[tokio::test]
    async fn permissions_are_compared_with_the_list_that_slack_gives() {
        let all: Vec<&str> = SCOPES.iter().map(|(scope, _)| *scope).collect();
        let findings = found(works, Some(&all.join(","))).await;
        assert!(findings.iter().all(|one| one.fine) && findings.len() == 4, "{findings:?}");
        assert_eq!(findings[2].sentence, format!("All {} permissions are there.", all.len()));
        let some = of_list(&all[2..].join(", "));
        assert!(
            !some.fine && some.sentence.contains(&format!("missing: {}, {}.", all[0], all[1])),
            "{some:?}"
        );
    }

    #[tokio::test]
    async fn without_a_list_it_is_said_what_was_not_probed() {
        let all = found(works, None).await;
        let said = &all[2].sentence;
        assert!(all[2].fine && said.starts_with(&format!("7 of {} ", SCOPES.len())), "{said}");
        assert!(said.contains("not probed: app_mentions:read, ") && said.contains("commands"), "{said}");
        let lacking = |method: String| match method.as_str() {
            "files.getUploadURLExternal" | "conversations.replies" => {
                axum::Json(json!({"ok": false, "error": "missing_scope"})).into_response()
            }
            _ => works(method),
        };
        let findings = found(lacking, None).await;
        let said = &findings[2].sentence;
        assert!(!findings[2].fine && said.contains("files:write") && said.contains("im:history"), "{said}");
        assert!(said.contains("6 of "), "{said}");
    }

    #[test]
    fn each_permission_that_is_tried_is_asked_for() {
        for (method, _, scopes) in tries() {
            let asked = |scope: &&str| SCOPES.iter().any(|(known, _)| known == scope);
            assert!(scopes.iter().all(asked), "{method}: {scopes:?}");
        }
    }
}
