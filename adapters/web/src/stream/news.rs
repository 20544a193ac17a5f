//! Translates journal events into stream events, as a pure function of the events so far.
//!
//! So every reader of a thread gets the same events in the same order, before and after a restart. Nothing here
//! is unverified: sections come only from the checked answer, never from a draft.

use gorkd_core::job::{ApprovalAbout, Interrupt, Job, JobStatus, Recorded};
use gorkd_core::model::{Citation, JobId, Millis};
use gorkd_core::view::{AnswerView, JobView, ProgressView, ToolState, iso, progress, tools, view};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The kinds of stream events, as named in `?events=`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Status,
    Section,
    Citation,
    Question,
    Warning,
    Tool,
    Delta,
    Done,
}

impl Kind {
    pub const ALL: [Kind; 8] = [
        Kind::Status,
        Kind::Section,
        Kind::Citation,
        Kind::Question,
        Kind::Warning,
        Kind::Tool,
        Kind::Delta,
        Kind::Done,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Kind::Status => "status",
            Kind::Section => "section",
            Kind::Citation => "citation",
            Kind::Question => "question",
            Kind::Warning => "warning",
            Kind::Tool => "tool",
            Kind::Delta => "delta",
            Kind::Done => "done",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// One stream event: its kind, and the JSON that a reader gets.
#[derive(Clone, Debug, PartialEq)]
pub struct News {
    pub kind: Kind,
    pub data: Value,
}

/// One job, as far as readers know it.
#[derive(Clone, Debug, Default)]
pub struct Watched {
    job: Job,
    /// The last status sent, ignoring elapsed time.
    status: Option<ProgressView>,
    question: Option<String>,
    warnings: BTreeSet<String>,
    /// Reported tool calls of a model, by round and position in the round.
    tools: BTreeSet<(usize, usize)>,
    over: bool,
}

impl Watched {
    /// Applies the next event of job `id` and returns what is new. Events that a branch copied from its
    /// original job are not new: they were reported there.
    pub fn learn(&mut self, id: &JobId, recorded: &Recorded) -> Vec<News> {
        self.job.apply(recorded);
        if self.job.id != *id {
            return Vec::new();
        }
        let mut news = Vec::new();
        let status = self.job.status();
        let over = status.is_over() && !self.over;
        self.over = status.is_over();
        if over {
            self.tell_answer(&view(&self.job), &mut news);
        } else {
            self.tell_warnings(self.job.warnings.clone(), &mut news);
        }
        self.tell_tools(&mut news);
        self.tell_question(&mut news);
        self.tell_status(status, recorded.at, &mut news);
        if over {
            let view = view(&self.job);
            let data = json!({
                "jobId": id,
                "threadId": self.job.thread,
                "turn": self.job.turn,
                "status": status,
                "stopReason": view.stop_reason,
                "confidence": view.answer.as_ref().map(|answer| answer.confidence),
                "error": view.error,
            });
            news.push(News { kind: Kind::Done, data });
        }
        news
    }

    pub fn job(&self) -> &Job {
        &self.job
    }

    fn tell_answer(&mut self, view: &JobView, news: &mut Vec<News>) {
        if let Some(answer) = &view.answer {
            news.extend(sections(answer).into_iter().map(|(part, heading, text)| News {
                kind: Kind::Section,
                data: json!({"jobId": view.job_id, "part": part, "heading": heading, "text": text}),
            }));
            news.extend(view.citations.iter().map(|citation| cited(view, citation)));
        }
        self.tell_warnings(view.warnings.clone(), news);
    }

    fn tell_warnings(&mut self, warnings: Vec<String>, news: &mut Vec<News>) {
        for text in warnings {
            if self.warnings.insert(text.clone()) {
                let data = json!({"jobId": self.job.id, "text": text});
                news.push(News { kind: Kind::Warning, data });
            }
        }
    }

    /// Reports each call once it has a result.
    fn tell_tools(&mut self, news: &mut Vec<News>) {
        if self.job.rounds.iter().all(|round| round.turns.is_empty()) {
            return;
        }
        let (mut round, mut place) = (0, 0);
        for tool in tools(&self.job) {
            place = if tool.round == round { place + 1 } else { 1 };
            round = tool.round;
            if tool.state != ToolState::Open && self.tools.insert((round, place)) {
                let mut data = json!(tool);
                data["jobId"] = json!(self.job.id);
                news.push(News { kind: Kind::Tool, data });
            }
        }
    }

    fn tell_question(&mut self, news: &mut Vec<News>) {
        let open = self.job.interrupt();
        let id = open.as_ref().map(|(interrupt, _)| interrupt.id().to_owned());
        if self.question != id
            && let Some(mut data) = interrupt_json(&self.job)
        {
            data["jobId"] = json!(self.job.id);
            news.push(News { kind: Kind::Question, data });
        }
        self.question = id;
    }

    /// Reports the status if anything except the time has changed.
    fn tell_status(&mut self, status: JobStatus, at: Millis, news: &mut Vec<News>) {
        let now = progress(&self.job, at);
        let timeless = ProgressView { elapsed_ms: 0, ..now.clone() };
        if self.status.as_ref() == Some(&timeless) {
            return;
        }
        self.status = Some(timeless);
        let data = json!({
            "jobId": self.job.id,
            "threadId": self.job.thread,
            "turn": self.job.turn,
            "question": self.job.question.text,
            "status": status,
            "stage": self.job.stage().filter(|_| !status.is_over()),
            "at": iso(at),
            "progress": now,
        });
        news.push(News { kind: Kind::Status, data });
    }
}

/// The open question to a person, as the API returns it.
pub fn interrupt_json(job: &Job) -> Option<Value> {
    let (interrupt, until) = job.interrupt()?;
    Some(match interrupt {
        Interrupt::Clarify { id, question } => json!({
            "interruptId": id,
            "kind": "clarify",
            "about": question.about,
            "text": question.text,
            "options": question.options,
            "allOfTheAbove": question.all_of_the_above,
            "until": iso(until),
        }),
        Interrupt::Approve { id, about, text, estimate } => json!({
            "interruptId": id,
            "kind": "approve",
            "about": about.name(),
            "text": text,
            "options": [],
            "allOfTheAbove": false,
            "until": iso(until),
            "plan": job.plan.as_ref().filter(|_| matches!(about, ApprovalAbout::Plan(_))).map(|plan| json!({
                "subQuestions": plan.sub_questions.iter().map(|part| &part.text).collect::<Vec<_>>(),
                "queries": plan.queries.iter().map(|query| &query.text).collect::<Vec<_>>(),
            })),
            "estimate": {
                "searches": estimate.searches,
                "pages": estimate.pages,
                "seconds": estimate.seconds,
                "usd": estimate.usd.as_usd(),
            },
        }),
    })
}

/// The summary, then the detail by heading: part, heading, text.
fn sections(answer: &AnswerView) -> Vec<(&'static str, Option<String>, String)> {
    let mut sections = vec![("summary", None, answer.summary.clone())];
    let (mut heading, mut lines, mut in_code) = (None, Vec::new(), false);
    for line in answer.detail.lines() {
        in_code ^= line.trim_start().starts_with("```");
        let title = line.trim_start_matches('#');
        if !in_code && title.len() < line.len() && title.starts_with(' ') {
            close(&mut sections, heading.take(), &mut lines);
            heading = Some(title.trim().to_owned());
        } else {
            lines.push(line);
        }
    }
    close(&mut sections, heading, &mut lines);
    sections
}

fn close(
    sections: &mut Vec<(&'static str, Option<String>, String)>,
    heading: Option<String>,
    lines: &mut Vec<&str>,
) {
    let text = lines.join("\n").trim().to_owned();
    lines.clear();
    if heading.is_some() || !text.is_empty() {
        sections.push(("detail", heading, text));
    }
}

fn cited(view: &JobView, citation: &Citation) -> News {
    let source = view.sources.iter().find(|source| source.id == citation.source_id);
    let data = json!({
        "jobId": view.job_id,
        "citation": citation,
        "source": source.map(|source| json!({
            "id": source.id,
            "number": source.number,
            "title": source.title,
            "url": source.url,
            "domain": source.domain,
        })),
    });
    News { kind: Kind::Citation, data }
}
