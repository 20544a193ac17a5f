//! What buttons, lists and forms mean, and the short code in which a platform carries it: at most 100 characters
//! (Discord's `custom_id`; Slack takes 255).

use gorkd_core::model::{JobId, SourceId};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Answer from what there is.
    Stop,
    /// End without an answer.
    Cancel,
    /// Asks for words, then steers with them.
    Steer,
    /// The nth option of the question that is open, from 0.
    Option(String, usize),
    AllOfTheAbove(String),
    /// Asks for words of one's own.
    Custom(String),
    JustGo(String),
    Approve(String),
    Decline(String),
    /// Approves, and turns this kind of approval off for the place.
    Always(String),
    Cheaper(String),
    Deeper(String),
    /// Asks for the queries of the plan, one a line.
    EditPlan(String),
    Sources,
    /// The next sources of the list, from this place on.
    MoreSources(usize),
    Why,
    /// The whole answer with its detail.
    Full,
    Pin(SourceId),
    Exclude(SourceId),
    /// Writes again with what was pinned and excluded.
    WriteAgain,
    GoDeeper,
    Recheck,
    /// Looks again every so many hours.
    Watch(u32),
    Unwatch(String),
    /// From a checkpoint, by its seq.
    Fork(u64),
    Export(Format),
    Retry,
    /// The nth question that the answer suggests, from 0.
    FollowUp(usize),
    Good,
    /// Asks for a reason.
    Bad,
    /// Shows a private answer to all.
    Share,
    /// Revokes all share links to the answer.
    Unshare,
    ShowAgain,
    /// The nth wish of the run is asked as a question instead, from 0 in the order in which they came.
    AskInstead(usize),
    /// This job, which waits for its turn, is taken as a wish for the run under way.
    SteerInstead,
    /// The edited question is asked anew.
    AskAnew,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Markdown,
    Csv,
    Docx,
}

impl Format {
    pub const ALL: [Format; 3] = [Format::Markdown, Format::Csv, Format::Docx];

    pub fn name(self) -> &'static str {
        match self {
            Format::Markdown => "md",
            Format::Csv => "csv",
            Format::Docx => "docx",
        }
    }

    /// As people call it.
    pub fn label(self) -> &'static str {
        match self {
            Format::Markdown => "Markdown",
            Format::Csv => "CSV",
            Format::Docx => "Word",
        }
    }
}

impl Act {
    /// Pressing it opens a form first.
    pub fn wants_words(&self) -> bool {
        matches!(self, Act::Steer | Act::Custom(_) | Act::EditPlan(_) | Act::Bad)
    }

    /// The code of this act on a job.
    pub fn code(&self, job: &JobId) -> String {
        let (name, more) = self.parts();
        match more {
            Some(more) => format!("{name}|{job}|{more}"),
            None => format!("{name}|{job}"),
        }
    }

    /// The job and the act that a code stands for; none for a code that is not ours.
    pub fn read(code: &str) -> Option<(JobId, Act)> {
        let mut parts = code.splitn(3, '|');
        let (name, job) = (parts.next()?, parts.next()?);
        Some((job.into(), Act::of(name, parts.next())?))
    }

    fn parts(&self) -> (&'static str, Option<String>) {
        let bare = |name| (name, None);
        let with = |name, more: &str| (name, Some(more.to_owned()));
        match self {
            Act::Stop => bare("stop"),
            Act::Cancel => bare("cancel"),
            Act::Steer => bare("steer"),
            Act::Option(interrupt, nth) => ("option", Some(format!("{nth}|{interrupt}"))),
            Act::AllOfTheAbove(interrupt) => with("all", interrupt),
            Act::Custom(interrupt) => with("custom", interrupt),
            Act::JustGo(interrupt) => with("go", interrupt),
            Act::Approve(interrupt) => with("yes", interrupt),
            Act::Decline(interrupt) => with("no", interrupt),
            Act::Always(interrupt) => with("always", interrupt),
            Act::Cheaper(interrupt) => with("cheaper", interrupt),
            Act::Deeper(interrupt) => with("deeper", interrupt),
            Act::EditPlan(interrupt) => with("plan", interrupt),
            Act::Sources => bare("sources"),
            Act::MoreSources(from) => ("more", Some(from.to_string())),
            Act::Why => bare("why"),
            Act::Full => bare("full"),
            Act::Pin(source) => with("pin", source.as_str()),
            Act::Exclude(source) => with("exclude", source.as_str()),
            Act::WriteAgain => bare("write"),
            Act::GoDeeper => bare("dig"),
            Act::Recheck => bare("recheck"),
            Act::Watch(hours) => ("watch", Some(hours.to_string())),
            Act::Unwatch(watch) => with("unwatch", watch),
            Act::Fork(seq) => ("fork", Some(seq.to_string())),
            Act::Export(format) => with("export", format.name()),
            Act::Retry => bare("retry"),
            Act::FollowUp(nth) => ("follow", Some(nth.to_string())),
            Act::Good => bare("good"),
            Act::Bad => bare("bad"),
            Act::Share => bare("share"),
            Act::Unshare => bare("unshare"),
            Act::ShowAgain => bare("again"),
            Act::AskInstead(nth) => ("ask", Some(nth.to_string())),
            Act::SteerInstead => bare("wish"),
            Act::AskAnew => bare("anew"),
        }
    }

    fn of(name: &str, more: Option<&str>) -> Option<Act> {
        let text = || more.map(str::to_owned);
        Some(match name {
            "stop" => Act::Stop,
            "cancel" => Act::Cancel,
            "steer" => Act::Steer,
            "option" => {
                let (nth, interrupt) = more?.split_once('|')?;
                Act::Option(interrupt.to_owned(), nth.parse().ok()?)
            }
            "all" => Act::AllOfTheAbove(text()?),
            "custom" => Act::Custom(text()?),
            "go" => Act::JustGo(text()?),
            "yes" => Act::Approve(text()?),
            "no" => Act::Decline(text()?),
            "always" => Act::Always(text()?),
            "cheaper" => Act::Cheaper(text()?),
            "deeper" => Act::Deeper(text()?),
            "plan" => Act::EditPlan(text()?),
            "sources" => Act::Sources,
            "more" => Act::MoreSources(more?.parse().ok()?),
            "why" => Act::Why,
            "full" => Act::Full,
            "pin" => Act::Pin(more?.into()),
            "exclude" => Act::Exclude(more?.into()),
            "write" => Act::WriteAgain,
            "dig" => Act::GoDeeper,
            "recheck" => Act::Recheck,
            "watch" => Act::Watch(more?.parse().ok()?),
            "unwatch" => Act::Unwatch(text()?),
            "fork" => Act::Fork(more?.parse().ok()?),
            "export" => Act::Export(Format::ALL.into_iter().find(|format| Some(format.name()) == more)?),
            "retry" => Act::Retry,
            "follow" => Act::FollowUp(more?.parse().ok()?),
            "good" => Act::Good,
            "bad" => Act::Bad,
            "share" => Act::Share,
            "unshare" => Act::Unshare,
            "again" => Act::ShowAgain,
            "ask" => Act::AskInstead(more?.parse().ok()?),
            "wish" => Act::SteerInstead,
            "anew" => Act::AskAnew,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_act_survives_its_code_within_a_hundred_characters() {
        let job = JobId(format!("job_{}", "0".repeat(32)));
        let interrupt = || "approve.harvest.12".to_owned();
        let source: SourceId = "src_0123456789ab".into();
        let acts = [
            Act::Stop,
            Act::Cancel,
            Act::Steer,
            Act::Option(interrupt(), 3),
            Act::AllOfTheAbove(interrupt()),
            Act::Custom(interrupt()),
            Act::JustGo(interrupt()),
            Act::Approve(interrupt()),
            Act::Decline(interrupt()),
            Act::Always(interrupt()),
            Act::Cheaper(interrupt()),
            Act::Deeper(interrupt()),
            Act::EditPlan(interrupt()),
            Act::Sources,
            Act::MoreSources(40),
            Act::Why,
            Act::Full,
            Act::Pin(source.clone()),
            Act::Exclude(source),
            Act::WriteAgain,
            Act::GoDeeper,
            Act::Recheck,
            Act::Watch(24),
            Act::Unwatch(format!("wat_{}", "f".repeat(32))),
            Act::Fork(u64::MAX),
            Act::Export(Format::Docx),
            Act::Retry,
            Act::FollowUp(2),
            Act::Good,
            Act::Bad,
            Act::Share,
            Act::Unshare,
            Act::ShowAgain,
            Act::AskInstead(3),
            Act::SteerInstead,
            Act::AskAnew,
        ];
        for act in acts {
            let code = act.code(&job);
            assert!(code.len() <= 100, "{code}");
            assert_eq!(Act::read(&code), Some((job.clone(), act)), "{code}");
        }
        for foreign in ["", "stop", "dance|job_1", "option|job_1|x|clarify.0", "export|job_1|exe"] {
            assert_eq!(Act::read(foreign), None, "{foreign}");
        }
    }
}
