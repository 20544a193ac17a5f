//! The question, refined by its asker's answers to clarifying questions.

use crate::job::{ClarifyQuestion, Job, Reply};

/// The question followed by the answers to clarifying questions: `heat pumps (how it works; for a decision)`.
/// `None` if there were none.
pub fn refined(job: &Job) -> Option<String> {
    let clarification = job.clarification.as_ref()?;
    let both = clarification.questions.iter().zip(&clarification.replies);
    let said: Vec<String> = both.filter_map(|(question, reply)| said(question, reply)).collect();
    let asked = job.question.text.trim();
    (!said.is_empty()).then(|| format!("{asked} ({})", said.join("; ")))
}

/// A reply to a clarifying question, in words; `None` if it leaves everything open.
pub fn said(question: &ClarifyQuestion, reply: &Reply) -> Option<String> {
    let words = match reply {
        Reply::Option(at) => question.options.get(*at).cloned(),
        Reply::AllOfTheAbove => Some(question.options.join("; ")),
        Reply::Custom(text) => Some(text.trim().to_owned()),
        Reply::JustGo | Reply::Approve | Reply::Decline | Reply::Edit { .. } | Reply::Profile { .. } => None,
    };
    words.filter(|words| !words.is_empty())
}
