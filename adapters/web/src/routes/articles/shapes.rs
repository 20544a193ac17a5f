//! Request and response bodies of the article routes.

use gorkd_core::engine::{Researched, Ticket};
use gorkd_core::job::{Job, JobStatus};
use gorkd_core::model::Profile;
use gorkd_core::ports::Article;
use gorkd_core::view::{FoundSource, cited_sources, iso, research_problem};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A site's ID for an article or a person, returned as it was sent: a number stays a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum OwnId {
    Number(i64),
    Text(String),
}

/// Integers below this are exact in every JSON parser.
const EXACT: i64 = 1 << 53;

impl OwnId {
    /// From a path: a number if it looks like one.
    pub fn of_path(text: &str) -> Self {
        match text.parse::<i64>() {
            Ok(number) if number.abs() <= EXACT && number.to_string() == text => OwnId::Number(number),
            Ok(_) | Err(_) => OwnId::Text(text.to_owned()),
        }
    }

    pub fn of(article: &Article) -> Self {
        let (id, text) = (&article.key.id, || OwnId::Text(article.key.id.clone()));
        if article.numeric { id.parse().map_or_else(|_| text(), OwnId::Number) } else { text() }
    }

    pub fn into_text(self) -> String {
        match self {
            OwnId::Number(number) => number.to_string(),
            OwnId::Text(text) => text,
        }
    }
}

/// The site. Default: the site of the API key or token, or else the only site.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct SiteQuery {
    /// The name of the site's API key.
    pub site: Option<String>,
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct StartQuery {
    /// The name of the site's API key.
    pub site: Option<String>,
    /// Start a new run even if there is a good result.
    #[serde(default)]
    pub force: bool,
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct EventsQuery {
    /// The name of the site's API key.
    pub site: Option<String>,
    /// Continue after this event, like `Last-Event-ID`.
    pub last_event_id: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ArticleStatus {
    Draft,
    Published,
}

/// An article, as its site knows it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ArticleBody {
    /// The ID again, if its JSON type matters: without it, an ID written like a number is returned as a number.
    pub id: Option<OwnId>,
    /// 1 to 500 characters. The subject of the research.
    pub title: String,
    /// Its text, as plain text, Markdown or HTML: at most 1 MB.
    pub text: Option<String>,
    /// Its address. The text is read there if `text` is missing.
    pub url: Option<String>,
    pub status: ArticleStatus,
    /// The site's ID for its author: `sub` in that person's tokens.
    pub author: Option<OwnId>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArticleDocument {
    pub article_id: OwnId,
    pub title: String,
    pub text: Option<String>,
    pub url: Option<String>,
    pub status: ArticleStatus,
    pub author: Option<String>,
    pub created_at: String,
    pub updated_at: String,
}

impl From<Article> for ArticleDocument {
    fn from(article: Article) -> Self {
        Self {
            article_id: OwnId::of(&article),
            status: if article.published { ArticleStatus::Published } else { ArticleStatus::Draft },
            title: article.title,
            text: article.text,
            url: article.url,
            author: article.author,
            created_at: iso(article.created_at),
            updated_at: iso(article.updated_at),
        }
    }
}

/// How thorough the research is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ResearchMode {
    #[default]
    Quick,
    Standard,
    Deep,
}

impl ResearchMode {
    pub fn profile(self) -> Profile {
        match self {
            ResearchMode::Quick => Profile::Quick,
            ResearchMode::Standard => Profile::Standard,
            ResearchMode::Deep => Profile::Deep,
        }
    }
}

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ResearchBody {
    #[serde(default)]
    pub mode: ResearchMode,
}

/// The progress of research.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResearchState {
    pub article_id: OwnId,
    /// `none`, `queued`, `running`, `ready` or `failed`.
    pub status: String,
    pub updated_at: String,
}

impl From<&Researched> for ResearchState {
    fn from(research: &Researched) -> Self {
        Self {
            article_id: OwnId::of(&research.article),
            status: research.status.name().to_owned(),
            updated_at: iso(research.updated_at),
        }
    }
}

/// What was found about an article.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResearchDocument {
    pub article_id: OwnId,
    /// `none`, `queued`, `running`, `ready` or `failed`.
    pub status: String,
    /// Bullets in Markdown, each with links to its sources, numbered by their position in `sources`. Empty unless
    /// ready.
    pub summary_md: String,
    pub sources: Vec<ResearchSource>,
    /// What a careful reader would check next.
    pub questions: Vec<String>,
    pub updated_at: String,
    /// When the result expires, after which a request starts a new run; null unless ready.
    pub expires_at: Option<String>,
    /// Why it failed, in words for all readers; null unless it failed.
    pub error_message: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResearchSource {
    pub title: String,
    pub url: String,
    pub snippet: String,
    pub publisher: String,
    /// For example `2026-01-10`; null if the page has no date.
    pub published_at: Option<String>,
}

impl From<FoundSource> for ResearchSource {
    fn from(found: FoundSource) -> Self {
        let FoundSource { title, url, snippet, publisher, published_at } = found;
        Self { title, url, snippet, publisher, published_at }
    }
}

impl From<Researched> for ResearchDocument {
    fn from(research: Researched) -> Self {
        Self {
            article_id: OwnId::of(&research.article),
            status: research.status.name().to_owned(),
            summary_md: research.findings.summary_md,
            sources: research.findings.sources.into_iter().map(ResearchSource::from).collect(),
            questions: research.findings.questions,
            updated_at: iso(research.updated_at),
            expires_at: research.expires_at.map(iso),
            error_message: research.problem.map(str::to_owned),
        }
    }
}

/// A reader's question.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct QuestionBody {
    /// 1 to 2,000 characters.
    pub question: String,
    /// The thread of an earlier question of yours, to continue it.
    pub thread_id: Option<String>,
}

/// An accepted question of a reader.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuestionTaken {
    pub thread_id: String,
    pub job_id: String,
    /// `queued`, `running`, `ready` or `failed`.
    pub status: String,
    /// Where the answer will be.
    pub url: String,
}

impl QuestionTaken {
    pub fn of(ticket: &Ticket, job: &Job, url: String) -> Self {
        Self {
            thread_id: ticket.thread.to_string(),
            job_id: ticket.job.to_string(),
            status: status_of(job).to_owned(),
            url,
        }
    }
}

/// The answer to a reader's question, or its progress.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuestionAnswered {
    pub thread_id: String,
    pub job_id: String,
    pub question: String,
    /// `queued`, `running`, `ready` or `failed`.
    pub status: String,
    /// Markdown; `[1]` refers to the source with that number. Empty unless ready.
    pub answer_md: String,
    pub sources: Vec<NumberedSource>,
    pub questions: Vec<String>,
    pub updated_at: String,
    /// Why it failed, in words for all readers; null unless it failed.
    pub error_message: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NumberedSource {
    pub number: u32,
    pub title: String,
    /// Null for an article without its own URL.
    pub url: Option<String>,
    pub snippet: String,
    pub publisher: String,
    /// For example `2026-01-10`; null if the page has no date.
    pub published_at: Option<String>,
}

impl From<Job> for QuestionAnswered {
    fn from(job: Job) -> Self {
        let answer = job.answer.as_ref();
        let text = answer.map(|answer| [answer.summary.as_str(), answer.detail.as_str()].join("\n\n"));
        let sources = answer.map(cited_sources).unwrap_or_default().into_iter().map(|(number, found)| {
            let on_the_web = found.url.starts_with("http");
            NumberedSource {
                number,
                title: found.title,
                url: on_the_web.then_some(found.url),
                snippet: found.snippet,
                publisher: if on_the_web { found.publisher } else { String::new() },
                published_at: found.published_at,
            }
        });
        Self {
            thread_id: job.thread.to_string(),
            job_id: job.id.to_string(),
            question: job.question.text.clone(),
            status: status_of(&job).to_owned(),
            answer_md: text.unwrap_or_default().trim().to_owned(),
            sources: sources.collect(),
            questions: answer.map(|answer| answer.questions.clone()).unwrap_or_default(),
            updated_at: iso(job.updated_at),
            error_message: (status_of(&job) == "failed").then(|| research_problem(&job).to_owned()),
        }
    }
}

fn status_of(job: &Job) -> &'static str {
    match job.status() {
        JobStatus::Queued => "queued",
        JobStatus::Running | JobStatus::Waiting => "running",
        JobStatus::Completed => "ready",
        JobStatus::Failed | JobStatus::Cancelled => "failed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_returned_as_it_was_sent() {
        for (text, number) in [
            ("123", true),
            ("0", true),
            ("-4", true),
            ("007", false),
            ("12a", false),
            ("+1", false),
            ("9007199254740993", false),
        ] {
            let id = OwnId::of_path(text);
            assert_eq!(matches!(id, OwnId::Number(_)), number, "{text}");
            assert_eq!(id.into_text(), text);
        }
    }
}
