//! The actions of buttons, menus and forms, and the short code that a platform stores for each: at most 100
//! characters (the limit of Discord's `custom_id`; Slack allows 255). Posted codes must stay readable, so they
//! never change. `service/actions.rs` implements the actions; `cards/` decides where to offer them.

use gorkd_core::model::{JobId, SourceId};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Stop research and answer from what was found.
    Stop,
    /// End without an answer.
    Cancel,
    /// Opens a form, then steers the run with its text.
    Steer,
    /// The nth option of the open question, counted from 0.
    Option(String, usize),
    AllOfTheAbove(String),
    /// Opens a form for a free-text answer.
    Custom(String),
    JustGo(String),
    Approve(String),
    Decline(String),
    /// Approves, and turns off this kind of approval for the place.
    Always(String),
    Cheaper(String),
    Deeper(String),
    /// Opens a form with the queries of the plan, one per line.
    EditPlan(String),
    Sources,
    /// The next page of sources, starting at this index.
    MoreSources(usize),
    Why,
    /// The full answer, with details.
    Full,
    Pin(SourceId),
    Exclude(SourceId),
    /// Rewrites the answer with the pinned sources and without the excluded ones.
    WriteAgain,
    GoDeeper,
    Recheck,
    /// Checks again every this many hours.
    Watch(u32),
    Unwatch(String),
    /// Branches from the checkpoint with this sequence number.
    Fork(u64),
    Export(Format),
    Retry,
    /// The nth follow-up question that the answer suggests, counted from 0.
    FollowUp(usize),
    Good,
    /// Opens a form for a reason.
    Bad,
    /// Posts a private answer for everyone.
    Share,
    /// Revokes all share links to the answer.
    Unshare,
    ShowAgain,
    /// Asks the nth steering request of the run as a question instead, counted from 0 in order of arrival.
    AskInstead(usize),
    /// Treats this queued question as a steering request for the current run.
    SteerInstead,
    /// Asks the edited question.
    AskAnew,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Markdown,
    Csv,
    Docx,
    /// Only if a printer is set up.
    Pdf,
}

impl Format {
    pub const ALL: [Format; 4] = [Format::Markdown, Format::Csv, Format::Docx, Format::Pdf];

    pub fn name(self) -> &'static str {
        match self {
            Format::Markdown => "md",
            Format::Csv => "csv",
            Format::Docx => "docx",
            Format::Pdf => "pdf",
        }
    }

    /// The usual name of the format.
    pub fn label(self) -> &'static str {
        match self {
            Format::Markdown => "Markdown",
            Format::Csv => "CSV",
            Format::Docx => "Word",
            Format::Pdf => "PDF",
        }
    }
}

impl Action {
    /// Whether the action first opens a form.
    pub fn opens_form(&self) -> bool {
        matches!(self, Action::Steer | Action::Custom(_) | Action::EditPlan(_) | Action::Bad)
    }

    /// The code of this action on a job.
    pub fn code(&self, job: &JobId) -> String {
        let (name, more) = self.parts();
        match more {
            Some(more) => format!("{name}|{job}|{more}"),
            None => format!("{name}|{job}"),
        }
    }

    /// The job and action of a code; `None` if the code is not one of ours.
    pub fn parse(code: &str) -> Option<(JobId, Action)> {
        let mut parts = code.splitn(3, '|');
        let (name, job) = (parts.next()?, parts.next()?);
        Some((job.into(), Action::from_parts(name, parts.next())?))
    }

    fn parts(&self) -> (&'static str, Option<String>) {
        let bare = |name| (name, None);
        let with = |name, more: &str| (name, Some(more.to_owned()));
        match self {
            Action::Stop => bare("stop"),
            Action::Cancel => bare("cancel"),
            Action::Steer => bare("steer"),
            Action::Option(interrupt, nth) => ("option", Some(format!("{nth}|{interrupt}"))),
            Action::AllOfTheAbove(interrupt) => with("all", interrupt),
            Action::Custom(interrupt) => with("custom", interrupt),
            Action::JustGo(interrupt) => with("go", interrupt),
            Action::Approve(interrupt) => with("yes", interrupt),
            Action::Decline(interrupt) => with("no", interrupt),
            Action::Always(interrupt) => with("always", interrupt),
            Action::Cheaper(interrupt) => with("cheaper", interrupt),
            Action::Deeper(interrupt) => with("deeper", interrupt),
            Action::EditPlan(interrupt) => with("plan", interrupt),
            Action::Sources => bare("sources"),
            Action::MoreSources(from) => ("more", Some(from.to_string())),
            Action::Why => bare("why"),
            Action::Full => bare("full"),
            Action::Pin(source) => with("pin", source.as_str()),
            Action::Exclude(source) => with("exclude", source.as_str()),
            Action::WriteAgain => bare("write"),
            Action::GoDeeper => bare("dig"),
            Action::Recheck => bare("recheck"),
            Action::Watch(hours) => ("watch", Some(hours.to_string())),
            Action::Unwatch(watch) => with("unwatch", watch),
            Action::Fork(seq) => ("fork", Some(seq.to_string())),
            Action::Export(format) => with("export", format.name()),
            Action::Retry => bare("retry"),
            Action::FollowUp(nth) => ("follow", Some(nth.to_string())),
            Action::Good => bare("good"),
            Action::Bad => bare("bad"),
            Action::Share => bare("share"),
            Action::Unshare => bare("unshare"),
            Action::ShowAgain => bare("again"),
            Action::AskInstead(nth) => ("ask", Some(nth.to_string())),
            Action::SteerInstead => bare("wish"),
            Action::AskAnew => bare("anew"),
        }
    }

    fn from_parts(name: &str, more: Option<&str>) -> Option<Action> {
        let text = || more.map(str::to_owned);
        Some(match name {
            "stop" => Action::Stop,
            "cancel" => Action::Cancel,
            "steer" => Action::Steer,
            "option" => {
                let (nth, interrupt) = more?.split_once('|')?;
                Action::Option(interrupt.to_owned(), nth.parse().ok()?)
            }
            "all" => Action::AllOfTheAbove(text()?),
            "custom" => Action::Custom(text()?),
            "go" => Action::JustGo(text()?),
            "yes" => Action::Approve(text()?),
            "no" => Action::Decline(text()?),
            "always" => Action::Always(text()?),
            "cheaper" => Action::Cheaper(text()?),
            "deeper" => Action::Deeper(text()?),
            "plan" => Action::EditPlan(text()?),
            "sources" => Action::Sources,
            "more" => Action::MoreSources(more?.parse().ok()?),
            "why" => Action::Why,
            "full" => Action::Full,
            "pin" => Action::Pin(more?.into()),
            "exclude" => Action::Exclude(more?.into()),
            "write" => Action::WriteAgain,
            "dig" => Action::GoDeeper,
            "recheck" => Action::Recheck,
            "watch" => Action::Watch(more?.parse().ok()?),
            "unwatch" => Action::Unwatch(text()?),
            "fork" => Action::Fork(more?.parse().ok()?),
            "export" => Action::Export(Format::ALL.into_iter().find(|format| Some(format.name()) == more)?),
            "retry" => Action::Retry,
            "follow" => Action::FollowUp(more?.parse().ok()?),
            "good" => Action::Good,
            "bad" => Action::Bad,
            "share" => Action::Share,
            "unshare" => Action::Unshare,
            "again" => Action::ShowAgain,
            "ask" => Action::AskInstead(more?.parse().ok()?),
            "wish" => Action::SteerInstead,
            "anew" => Action::AskAnew,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_survives_its_code_within_a_hundred_characters() {
        let job = JobId(format!("job_{}", "0".repeat(32)));
        let interrupt = || "approve.harvest.12".to_owned();
        let source: SourceId = "src_0123456789ab".into();
        let actions = [
            Action::Stop,
            Action::Cancel,
            Action::Steer,
            Action::Option(interrupt(), 3),
            Action::AllOfTheAbove(interrupt()),
            Action::Custom(interrupt()),
            Action::JustGo(interrupt()),
            Action::Approve(interrupt()),
            Action::Decline(interrupt()),
            Action::Always(interrupt()),
            Action::Cheaper(interrupt()),
            Action::Deeper(interrupt()),
            Action::EditPlan(interrupt()),
            Action::Sources,
            Action::MoreSources(40),
            Action::Why,
            Action::Full,
            Action::Pin(source.clone()),
            Action::Exclude(source),
            Action::WriteAgain,
            Action::GoDeeper,
            Action::Recheck,
            Action::Watch(24),
            Action::Unwatch(format!("wat_{}", "f".repeat(32))),
            Action::Fork(u64::MAX),
            Action::Export(Format::Docx),
            Action::Retry,
            Action::FollowUp(2),
            Action::Good,
            Action::Bad,
            Action::Share,
            Action::Unshare,
            Action::ShowAgain,
            Action::AskInstead(3),
            Action::SteerInstead,
            Action::AskAnew,
        ];
        let name = |action: &Action| format!("{action:?}").split('(').next().unwrap_or_default().to_owned();
        let tried: Vec<String> = actions.iter().map(name).collect();
        for action in actions {
            let code = action.code(&job);
            assert!(code.len() <= 100, "{code}");
            assert_eq!(Action::parse(&code), Some((job.clone(), action)), "{code}");
        }
        // Each variant appears in `parts`; a code that `from_parts` does not know would be ignored.
        let source = include_str!("action.rs");
        let parts = source.split("fn parts(").nth(1).and_then(|rest| rest.split("fn from_parts(").next());
        let names = parts.unwrap_or_default().split("Action::").skip(1);
        let names: Vec<&str> =
            names.filter_map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next()).collect();
        assert!(names.len() > 30, "only {} actions were found in `parts`", names.len());
        for name in names {
            let tried = tried.iter().any(|debug| debug == name);
            assert!(tried, "Action::{name} is missing in this test");
        }
        for foreign in ["", "stop", "dance|job_1", "option|job_1|x|clarify.0", "export|job_1|exe"] {
            assert_eq!(Action::parse(foreign), None, "{foreign}");
        }
    }
}
