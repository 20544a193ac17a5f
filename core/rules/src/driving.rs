//! Handles the tool calls of a model: which ones become searches and pages of the round, and which are refused, each
//! with a sentence. They are subject to the asker's wishes, privacy, and budget like every query and page that rules
//! choose; the reader's guard has the last word on addresses.

use crate::analyze::recent_events;
use crate::discretion::discreet;
use crate::interpret::{Called, calls, is_same, served};
use crate::lenient::Json;
use crate::plan::wishes;
use crate::prompts::tools as names;
use crate::select::may_be_read;
use crate::text::one_line;
use crate::{Material, obeyed};
use gorkd_core::job::{ARTICLE, Chosen, Job, ModelTurn, ToolCall, ToolWants};
use gorkd_core::model::*;
use gorkd_core::ports::{Respondent, ToolReply};
use gorkd_core::text::{canonical_url, page_key};
use url::Url;

/// Calls of one turn that are looked at.
const MOST_CALLS: usize = 8;
/// Characters of a tool's name and of its arguments that are kept for people to see.
const NAME: usize = 40;
const SHOWN: usize = 300;
/// Characters of a query, of an address, of HTML, and of an article's id.
const QUERY: usize = 300;
const ADDRESS: usize = 2_000;
const HTML: usize = 20_000;
const ID: usize = 200;
/// How well a page that a model has chosen is thought to fit, as a score among those that rules give.
const FIT: f64 = 0.8;

/// Reads a model's reply into what is done about each of its calls.
pub fn turn(job: &Job, materials: &[Material<'_>], reply: &ToolReply, model: &Respondent) -> ModelTurn {
    let called = calls(reply, &names::NAMES);
    let passed_over = u32::try_from(called.len().saturating_sub(MOST_CALLS)).unwrap_or(u32::MAX);
    let mut reader = Reader {
        job,
        materials,
        queries: job.queries().cloned().collect(),
        pages: job.pages_read(),
        chosen: Vec::new(),
        html: Vec::new(),
    };
    let calls = called.iter().take(MOST_CALLS).map(|call| ToolCall {
        tool: short(&one_line(&call.name), NAME),
        arguments: short(&shown(&call.arguments), SHOWN),
        wants: reader.wants(call).unwrap_or_else(ToolWants::Refused),
    });
    ModelTurn {
        by: model.name.clone(),
        calls: calls.collect(),
        passed_over,
        sees_private: model.sees_private,
    }
}

/// What is there before a call, and grows with each that is taken.
struct Reader<'a> {
    job: &'a Job,
    materials: &'a [Material<'a>],
    queries: Vec<Query>,
    /// Pages that count.
    pages: u32,
    /// Keys of the pages that this turn has chosen, and the HTML that it has given.
    chosen: Vec<String>,
    html: Vec<String>,
}

impl Reader<'_> {
    /// What is done about a call, or why nothing is.
    fn wants(&mut self, call: &Called) -> Result<ToolWants, String> {
        let arguments = &call.arguments;
        match call.name.as_str() {
            names::SEARCH => self.search(arguments),
            names::FETCH => self.fetch(&text(arguments, &["url", "address", "link", "uri"], "url", ADDRESS)?),
            names::EXTRACT => self.extract(text(arguments, &["html"], "html", HTML)?),
            names::ARTICLE => {
                let id = text(arguments, &["articleid", "id", "article"], "articleId", ID)?;
                self.choose(format!("{ARTICLE}{}", one_line(&id)), None)
            }
            names::LOG => {
                text(arguments, &["message", "text", "step"], "message", usize::MAX).map(|_| ToolWants::Note)
            }
            other => {
                let other = short(&one_line(other), NAME);
                Err(format!("There is no tool {other:?}. The tools are: {}.", names::NAMES.join(", ")))
            }
        }
    }

    fn extract(&mut self, html: String) -> Result<ToolWants, String> {
        let mut calls = self.job.rounds.iter().flat_map(|round| &round.turns).flat_map(|turn| &turn.calls);
        let is_same = |call: &ToolCall| matches!(&call.wants, ToolWants::Extract(given) if *given == html);
        if self.html.contains(&html) || calls.any(is_same) {
            return Err("The text of this HTML was asked for before.".to_owned());
        }
        self.html.push(html.clone());
        Ok(ToolWants::Extract(html))
    }

    fn search(&mut self, arguments: &Json) -> Result<ToolWants, String> {
        let wanted = one_line(&text(arguments, &["query", "q", "text", "search"], "query", QUERY)?);
        if !wanted.chars().any(char::is_alphanumeric) {
            return Err("A query needs words.".to_owned());
        }
        if wanted.contains("://") {
            return Err("A query has no addresses in it: fetch_url reads them.".to_owned());
        }
        let job = self.job;
        let plan = job.plan_or_plain();
        let days = number(arguments, &["recencydays", "recency", "days"]);
        let filters = Filters {
            recency: days.map(recency).or_else(|| recent_events(&job.question)),
            language: arguments.get(&["language", "lang"]).and_then(Json::as_text).and_then(language),
            ..Filters::default()
        };
        let query = Query {
            sub_question: served(&wanted, &plan.sub_questions, &job.question.language),
            text: wanted,
            filters,
            why: "asked for by the model that drives".to_owned(),
            ..Query::default()
        };
        let asked = discreet(job, self.materials, obeyed(job, vec![query]));
        let Some(query) = asked.into_iter().next() else {
            return Err("Its words stand in private documents alone, so it is asked nowhere else.".to_owned());
        };
        if self.queries.iter().any(|asked| is_same(asked, &query)) {
            return Err("This was searched before.".to_owned());
        }
        if self.queries.len() >= job.budget.queries as usize {
            return Err(format!("All {} searches of this run are used up.", job.budget.queries));
        }
        self.queries.push(query.clone());
        Ok(ToolWants::Search(query))
    }

    fn fetch(&mut self, address: &str) -> Result<ToolWants, String> {
        let address = address.trim();
        let key = page_key(&canonical_url(address)).to_owned();
        let hit = self.job.hits().find(|hit| hit.url == address || page_key(&canonical_url(&hit.url)) == key);
        let hit = hit.cloned();
        let of_web = Url::parse(address).is_ok_and(|url| {
            matches!(url.scheme(), "http" | "https") && url.host_str().is_some_and(|host| !host.is_empty())
        });
        if !of_web && hit.is_none() {
            return Err(
                "Only addresses of the web are read, which begin with http:// or https://.".to_owned()
            );
        }
        if hit.is_none() && self.may_carry_out() && !self.stands_somewhere(address, &key) {
            return Err(
                "This address stands in no result and in nothing that was read. Private documents were read, so it is \
                 not asked for."
                    .to_owned(),
            );
        }
        self.choose(hit.as_ref().map_or(address, |hit| &hit.url).to_owned(), hit.as_ref())
    }

    fn choose(&mut self, url: String, hit: Option<&SearchHit>) -> Result<ToolWants, String> {
        let job = self.job;
        let canonical = canonical_url(&url);
        let key = page_key(&canonical).to_owned();
        if let Some(read) = job.reads().find(|read| page_key(&read.chosen.canonical_url) == key) {
            return Err(match &read.document {
                Some(_) => "This page was read before.".to_owned(),
                None => "This page was tried before and could not be read.".to_owned(),
            });
        }
        if self.chosen.contains(&key) {
            return Err("This page was asked for before.".to_owned());
        }
        let (title, snippet) = hit.map_or(("", ""), |hit| (hit.title.as_str(), hit.snippet.as_str()));
        let wishes = wishes(&job.constraints, &job.question, job.asked_at);
        let excluded =
            [&canonical, &url].into_iter().any(|url| job.excluded.contains(&SourceId::of_url(url)));
        if excluded || !may_be_read((&url, title, snippet), &wishes, &job.plan_or_plain()) {
            return Err("The asker, or the field of the question, leaves this site out.".to_owned());
        }
        // What the library holds costs nothing to read.
        let hash = hit.and_then(|hit| hit.hash.clone());
        if hash.is_none() {
            if self.pages >= job.budget.pages {
                return Err(format!("All {} pages of this run are used up.", job.budget.pages));
            }
            self.pages += 1;
        }
        self.chosen.push(key);
        Ok(ToolWants::Read(Chosen {
            url,
            canonical_url: canonical,
            hash,
            title: title.to_owned(),
            snippet: snippet.to_owned(),
            why: "chosen by the model that drives".to_owned(),
            score: FIT,
            copy_of: None,
        }))
    }

    /// Could an address that a model makes up tell a stranger what private documents say?
    fn may_carry_out(&self) -> bool {
        let read = self.materials.iter().map(|material| material.document).chain(&self.job.at_hand);
        self.job.terms.privacy == Privacy::Hybrid && read.into_iter().any(Document::is_private)
    }

    /// Is an address in the question, or on a public page?
    fn stands_somewhere(&self, address: &str, key: &str) -> bool {
        let named = self.job.question.addresses.iter();
        named.into_iter().any(|named| page_key(&canonical_url(named)) == key)
            || self
                .materials
                .iter()
                .any(|material| !material.document.is_private() && material.text.contains(address))
    }
}

/// An argument that has to be there.
fn text(arguments: &Json, fields: &[&str], name: &str, most: usize) -> Result<String, String> {
    let given = arguments.get(fields).and_then(Json::spelled).unwrap_or_default().into_owned();
    if given.trim().is_empty() {
        return Err(format!("It needs the argument {name:?}, a text."));
    }
    if given.chars().count() > most {
        return Err(format!("The argument {name:?} has at most {most} characters."));
    }
    Ok(given)
}

fn number(arguments: &Json, fields: &[&str]) -> Option<f64> {
    arguments.get(fields)?.as_number().filter(|number| *number > 0.0)
}

/// The shortest time that holds so many days, as search providers know times.
fn recency(days: f64) -> Recency {
    match days {
        days if days <= 1.0 => Recency::Day,
        days if days <= 7.0 => Recency::Week,
        days if days <= 31.0 => Recency::Month,
        _ => Recency::Year,
    }
}

/// A code of ISO 639-1, of which some write more (`en-US`).
fn language(code: &str) -> Option<String> {
    let code = code.trim().split(['-', '_']).next()?.to_lowercase();
    (code.len() == 2 && code.bytes().all(|b| b.is_ascii_lowercase())).then_some(code)
}

/// Arguments as JSON on one line.
fn shown(arguments: &Json) -> String {
    match arguments {
        Json::Null => "null".to_owned(),
        Json::Bool(flag) => flag.to_string(),
        Json::Number(number) => number.to_string(),
        Json::Text(text) => serde_json::Value::from(one_line(&short(text, SHOWN))).to_string(),
        Json::List(items) => format!("[{}]", items.iter().take(9).map(shown).collect::<Vec<_>>().join(", ")),
        Json::Object(fields) => {
            let field = |(name, value): &(String, Json)| {
                format!("{}: {}", serde_json::Value::from(short(name, NAME)), shown(value))
            };
            format!("{{{}}}", fields.iter().take(9).map(field).collect::<Vec<_>>().join(", "))
        }
    }
}

fn short(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
#[path = "driving_tests.rs"]
mod tests;
