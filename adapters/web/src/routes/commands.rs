//! Commands to a run: answer, stop, cancel, retry, steer.

use super::shapes::*;
use super::{counted, job_in, place_text, thread_of};
use crate::access::Asker;
use crate::body::JsonBody;
use crate::parts::Web;
use crate::problem::Problem;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use gorkd_core::job::{ApprovalAbout, Interrupt, JobStatus, Reply};
use gorkd_core::model::Deliverable;
use gorkd_core::ports::JobRow;
use serde_json::{Map, Value};

type CommandResult = Result<(StatusCode, Json<Accepted>), Problem>;

/// Answer a clarifying question, a plan, or an approval request
#[utoipa::path(post, path = "/api/threads/{id}/resume", tag = "commands", request_body = ResumeBody,
    params(("id" = String, Path, description = "The thread")),
    responses((status = 200, description = "The run continues", body = Resumed)))]
pub async fn resume(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
    JsonBody(body): JsonBody<ResumeBody>,
) -> Result<Json<Resumed>, Problem> {
    let thread = thread_of(&web, &asker, &id).await?;
    let row = job_in(&web, &thread, None, |row| row.status == JobStatus::Waiting).await?;
    let job = web.service.job(&row.job, None).await?;
    let Some((open, _)) = job.interrupt() else {
        return Err(Problem::conflict(
            "There is no open question: it was already answered, or the time ran out.",
        ));
    };
    counted(&asker, &job)?;
    let interrupt = body.interrupt_id.as_deref().unwrap_or(open.id());
    let word = body.answer.as_str().map(|word| word.trim().to_lowercase());
    let seq = match (word.as_deref(), &open) {
        (Some("cheaper" | "deeper"), Interrupt::Approve { about: ApprovalAbout::Plan(_), .. }) => {
            let deeper = word.as_deref() == Some("deeper");
            web.service.reply_with_profile(&row.job, interrupt, deeper, &asker.requester).await?
        }
        _ => web.service.reply(&row.job, interrupt, reply(&body.answer, &open)?, &asker.requester).await?,
    };
    Ok(Json(Resumed { ok: true, checkpoint_id: place_text(&row.job, seq) }))
}

/// Parses an answer to the open question.
fn reply(answer: &Value, open: &Interrupt) -> Result<Reply, Problem> {
    let options = match open {
        Interrupt::Clarify { question, .. } => question.options.as_slice(),
        Interrupt::Approve { .. } => &[],
    };
    let option = |number: u64| match usize::try_from(number) {
        Ok(number) if (1..=options.len()).contains(&number) => Ok(Reply::Option(number - 1)),
        Ok(_) | Err(_) => {
            Err(Problem::invalid(format!("There are {} options, numbered from 1.", options.len())))
        }
    };
    match answer {
        Value::Bool(true) => return Ok(Reply::Approve),
        Value::Bool(false) => return Ok(Reply::Decline),
        Value::Number(number) => return option(number.as_u64().unwrap_or(0)),
        Value::String(_) => {}
        Value::Object(fields) if matches!(open, Interrupt::Approve { .. }) => {
            return changed_plan(fields);
        }
        Value::Null | Value::Array(_) | Value::Object(_) => {
            let detail = "answer must be a text, the number of an option, or true or false.";
            return Err(Problem::invalid(detail));
        }
    }
    let text = answer.as_str().unwrap_or_default().trim();
    if let Some(at) = options.iter().position(|option| option.eq_ignore_ascii_case(text)) {
        return Ok(Reply::Option(at));
    }
    // The number of an option; "2026" may be an answer in words.
    if !options.is_empty()
        && text.len() <= 2
        && let Ok(number) = text.parse()
    {
        return option(number);
    }
    let all = matches!(open, Interrupt::Clarify { question, .. } if question.all_of_the_above);
    Ok(match text.to_lowercase().as_str() {
        "go" | "just go" => Reply::JustGo,
        "all" | "all of the above" if all => Reply::AllOfTheAbove,
        "approve" | "yes" if matches!(open, Interrupt::Approve { .. }) => Reply::Approve,
        "decline" | "no" if matches!(open, Interrupt::Approve { .. }) => Reply::Decline,
        _ if text.is_empty() || text.chars().count() > 500 => {
            return Err(Problem::invalid("An answer in your own words must have 1 to 500 characters."));
        }
        _ => Reply::Custom(text.to_owned()),
    })
}

/// An edited plan: its queries, the format of the answer, or both.
fn changed_plan(fields: &Map<String, Value>) -> Result<Reply, Problem> {
    let texts = fields.get("queries").and_then(Value::as_array);
    let texts = texts.map(|queries| queries.iter().filter_map(Value::as_str).map(str::to_owned).collect());
    let form = fields.get("deliverable").and_then(Value::as_str).map(Deliverable::from_name);
    match (texts, form) {
        (_, Some(None)) => {
            let names = Deliverable::ALL.map(Deliverable::name).join(", ");
            Err(Problem::invalid(format!("deliverable must be one of: {names}.")))
        }
        (None, None) => {
            let detail = "A changed plan must be {\"queries\": [...]} with a text for each query, or {\"deliverable\": ...}.";
            Err(Problem::invalid(detail))
        }
        (queries, form) => {
            let constraints = form.flatten().map(Deliverable::wish).into_iter().collect();
            Ok(Reply::Edit { constraints, queries: queries.unwrap_or_default() })
        }
    }
}

/// Allow or forbid clarifying questions; with `auto`, open questions take their defaults
#[utoipa::path(patch, path = "/api/threads/{id}/mode", tag = "commands", request_body = ModeBody,
    params(("id" = String, Path, description = "The thread")),
    responses((status = 200, description = "The new mode", body = ModeBody)))]
pub async fn mode(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
    JsonBody(body): JsonBody<ModeBody>,
) -> Result<Json<ModeBody>, Problem> {
    let thread = thread_of(&web, &asker, &id).await?;
    let row = job_in(&web, &thread, None, is_open).await?;
    web.service.plan_as(&row.job, body.mode.planning(), &asker.requester).await?;
    Ok(Json(body))
}

/// End the research and answer from what was read so far
#[utoipa::path(post, path = "/api/threads/{id}/stop", tag = "commands", request_body = WhichBody,
    params(("id" = String, Path, description = "The thread")),
    responses((status = 202, description = "The answer is written from what was read", body = Accepted)))]
pub async fn stop(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
    JsonBody(body): JsonBody<WhichBody>,
) -> CommandResult {
    let row = meant(&web, &asker, &id, &body, is_open).await?;
    let commanded = web.service.stop(&row.job, &asker.requester).await?;
    accepted(&web, &row, Some(commanded.message)).await
}

/// Cancel a run without an answer
#[utoipa::path(post, path = "/api/threads/{id}/cancel", tag = "commands", request_body = WhichBody,
    params(("id" = String, Path, description = "The thread")),
    responses((status = 202, description = "Canceled", body = Accepted)))]
pub async fn cancel(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
    JsonBody(body): JsonBody<WhichBody>,
) -> CommandResult {
    let row = meant(&web, &asker, &id, &body, is_open).await?;
    let commanded = web.service.cancel(&row.job, &asker.requester).await?;
    accepted(&web, &row, Some(commanded.message)).await
}

/// Retry a finished job; finished work is kept
#[utoipa::path(post, path = "/api/threads/{id}/retry", tag = "commands", request_body = WhichBody,
    params(("id" = String, Path, description = "The thread")),
    responses((status = 202, description = "The job is running again", body = Accepted)))]
pub async fn retry(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
    JsonBody(body): JsonBody<WhichBody>,
) -> CommandResult {
    let row = meant(&web, &asker, &id, &body, |_| true).await?;
    counted(&asker, &web.service.job(&row.job, None).await?)?;
    web.service.retry(&row.job, &asker.requester).await?;
    accepted(&web, &row, None).await
}

/// Steer an active run
#[utoipa::path(post, path = "/api/threads/{id}/steer", tag = "commands", request_body = SteerBody,
    params(("id" = String, Path, description = "The thread")),
    responses((status = 202, description = "Accepted; `message` says what will happen", body = Accepted)))]
pub async fn steer(
    State(web): State<Web>,
    asker: Asker,
    Path(id): Path<String>,
    JsonBody(body): JsonBody<SteerBody>,
) -> CommandResult {
    let which = WhichBody { job_id: body.job_id };
    let row = meant(&web, &asker, &id, &which, is_open).await?;
    let commanded = web.service.steer(&row.job, &body.text, &asker.requester).await?;
    accepted(&web, &row, Some(commanded.message)).await
}

fn is_open(row: &JobRow) -> bool {
    !row.status.is_over()
}

async fn meant(
    web: &Web,
    asker: &Asker,
    thread: &str,
    which: &WhichBody,
    fits: fn(&JobRow) -> bool,
) -> Result<JobRow, Problem> {
    let thread = thread_of(web, asker, thread).await?;
    job_in(web, &thread, which.job_id.as_deref(), fits).await
}

async fn accepted(web: &Web, row: &JobRow, message: Option<String>) -> CommandResult {
    let job = web.service.job(&row.job, None).await?;
    let taken = Accepted {
        thread_id: row.thread.to_string(),
        job_id: row.job.to_string(),
        status: job.status().name().to_owned(),
        interrupt: None,
        url: web.settings.permalink(row.job.as_str()),
        message,
    };
    Ok((StatusCode::ACCEPTED, Json(taken)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::job::ClarifyQuestion;
    use serde_json::json;

    #[test]
    fn an_answer_is_an_option_all_none_or_free_text() {
        let open = Interrupt::Clarify {
            id: "clarify.0".into(),
            question: ClarifyQuestion {
                options: vec!["This year".into(), "The last ten years".into()],
                all_of_the_above: true,
                ..ClarifyQuestion::default()
            },
        };
        for (answer, meant) in [
            (json!(2), Some(Reply::Option(1))),
            (json!("the LAST ten years"), Some(Reply::Option(1))),
            (json!("all"), Some(Reply::AllOfTheAbove)),
            (json!("just go"), Some(Reply::JustGo)),
            (json!(" since 1990 "), Some(Reply::Custom("since 1990".into()))),
            (json!(true), Some(Reply::Approve)),
            (json!(3), None),
            (json!(0), None),
            (json!(""), None),
            (json!({"option": 1}), None),
            (json!("x".repeat(501)), None),
        ] {
            assert_eq!(reply(&answer, &open).ok(), meant, "{answer}");
        }
    }
}
