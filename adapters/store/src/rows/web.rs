//! Rows of the HTTP interface: keys, links, requests, edited tables, articles.

use super::Cells;
use crate::values::{count, parsed};
use crate::work::Fault;
use gorkd_core::model::{JobId, MicroUsd, Millis, Profile, ThreadId};
use gorkd_core::ports::{
    Article, ArticleKey, ArticleNews, BudgetRow, KeptReply, KeyRole, KeyRow, KeyedRequest, RequestState,
    Research, ShareRow, TableEdit,
};

pub(crate) const KEY_COLUMNS: &str =
    "id, name, prefix, created_at, last_used_at, revoked_at, role, expires_at, month_usd";
pub(crate) const BUDGET_COLUMNS: &str = "b.scope, b.period, b.reserved, b.spent, b.most,
     (SELECT COALESCE(MAX(n.percent), 0) FROM budget_notices n
      WHERE n.scope = b.scope AND n.period = b.period AND n.most >= COALESCE(b.most, 0)) AS told";
pub(crate) const SHARE_COLUMNS: &str = "id, job, owner, created_at, expires_at";
pub(crate) const ARTICLE_COLUMNS: &str =
    "a.site, a.id, a.is_number, a.title, a.text, a.url, a.published, a.author, a.created_at, a.updated_at";

pub(crate) fn key_row(row: &impl Cells) -> Result<KeyRow, Fault> {
    Ok(KeyRow {
        id: row.text("id")?,
        name: row.text("name")?,
        prefix: row.text("prefix")?,
        created_at: row.time("created_at")?,
        last_used_at: row.maybe_time("last_used_at")?,
        revoked_at: row.maybe_time("revoked_at")?,
        // A role unknown to this build gets the fewest rights.
        role: KeyRole::from_name(&row.text("role")?).unwrap_or(KeyRole::Reader),
        expires_at: row.maybe_time("expires_at")?,
        month_usd: row.maybe_number("month_usd")?.map(|usd| MicroUsd(count(usd))),
    })
}

pub(crate) fn budget_row(row: &impl Cells) -> Result<BudgetRow, Fault> {
    Ok(BudgetRow {
        scope: row.text("scope")?,
        period: row.text("period")?,
        reserved: MicroUsd(row.count("reserved")?),
        spent: MicroUsd(row.count("spent")?),
        limit: row.maybe_number("most")?.map(|usd| MicroUsd(count(usd))),
        told: u8::try_from(row.number("told")?).unwrap_or(u8::MAX),
    })
}

pub(crate) fn share_row(row: &impl Cells) -> Result<ShareRow, Fault> {
    Ok(ShareRow {
        id: row.text("id")?,
        job: JobId(row.text("job")?),
        owner: row.text("owner")?,
        created_at: row.time("created_at")?,
        expires_at: row.maybe_time("expires_at")?,
    })
}

pub(crate) fn secret(kept: Vec<u8>) -> Result<[u8; 32], Fault> {
    kept.try_into().map_err(|_| Fault::Damaged("a secret is not 32 bytes long".to_owned()))
}

/// What a request key's row says about a request: `Fresh` if nobody is working on it anymore.
pub(crate) fn begun(row: &impl Cells, asked: &KeyedRequest) -> Result<RequestState, Fault> {
    if row.text("fingerprint")? != asked.fingerprint {
        return Ok(RequestState::Other);
    }
    let until = row.time("until")?;
    match row.maybe_number("status")? {
        Some(status) => Ok(RequestState::Replied(KeptReply {
            status: u16::try_from(status).unwrap_or(200),
            headers: parsed(&row.text("headers")?, "the headers of a reply")?,
            body: row.maybe_bytes("body")?.unwrap_or_default(),
            thread: row.maybe_text("thread")?.map(ThreadId),
        })),
        None if asked.at < until => Ok(RequestState::InProgress { until }),
        None => Ok(RequestState::Fresh { first: row.time("at")? }),
    }
}

pub(crate) fn edit(row: &impl Cells) -> Result<TableEdit, Fault> {
    Ok(TableEdit {
        job: JobId(row.text("job")?),
        artifact: row.text("artifact")?,
        version: row.small("version")?,
        at: row.time("at")?,
        table: parsed(&row.text("content")?, "an edited table")?,
    })
}

pub(crate) fn article(row: &impl Cells) -> Result<Article, Fault> {
    Ok(Article {
        key: ArticleKey { site: row.text("site")?, id: row.text("id")? },
        numeric: row.flag("is_number")?,
        title: row.text("title")?,
        text: row.maybe_text("text")?,
        url: row.maybe_text("url")?,
        published: row.flag("published")?,
        author: row.maybe_text("author")?,
        created_at: row.time("created_at")?,
        updated_at: row.time("updated_at")?,
    })
}

/// A row of article research: job, profile, time.
pub(crate) fn research(
    key: &ArticleKey,
    (job, name, claimed_at): (String, String, i64),
) -> Result<Research, Fault> {
    let profile = Profile::ALL
        .into_iter()
        .find(|profile| profile.name() == name)
        .ok_or_else(|| Fault::Damaged(format!("research has the unknown profile `{name}`")))?;
    Ok(Research { article: key.clone(), job: JobId(job), profile, claimed_at: Millis(claimed_at) })
}

pub(crate) fn news(row: &impl Cells) -> Result<ArticleNews, Fault> {
    Ok(ArticleNews {
        seq: row.count("seq")?,
        article: ArticleKey { site: row.text("site")?, id: row.text("id")? },
        numeric: row.flag("is_number")?,
        published: row.flag("published")?,
        author: row.maybe_text("author")?,
        job: row.maybe_text("job")?.map(JobId),
        status: row.text("status")?,
        at: row.time("at")?,
    })
}
