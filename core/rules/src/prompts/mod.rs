//! The prompts: text in Markdown files beside this one, and the functions that fill it.
//!
//! Page text enters a prompt only as quoted data between markers, in bounded windows, and in a prompt that can call tools
//! only where the settings let a model drive. A prompt never grows beyond its room, whatever is put into it.

mod borders;
mod doubts;
mod drive;
mod furniture;
mod marks;
mod passages;
mod repair;
mod shapes;
mod shown;
pub(crate) mod tools;

pub use doubts::{Doubts, ToCheck};
pub use drive::{ToDrive, drive};
pub use gorkd_core::job::{Room, Size, tokens};
pub(crate) use passages::DENIES;
pub use passages::Passages;
pub use repair::DraftRepair;
pub use shown::{Shown, for_judge, for_writer, shown};

use super::Brief;
use crate::safety::QuestionTerms;
use crate::text::{flowing, pattern};
use gorkd_core::model::*;
use gorkd_core::ports::Prompt;
use regex::Regex;
use std::borrow::Cow;
use std::sync::LazyLock;
use std::time::Duration;

/// Earlier turns that are shown, and constraints and queries.
const TURNS: usize = 3;
const MOST_LISTED: usize = 8;
/// Tokens of a reply that has room for a long answer.
const ROOMY: u64 = 2_500;

/// Asks whether clarifying questions are needed.
pub fn clarify(brief: &Brief<'_>, size: Size, timeout: Duration) -> Prompt {
    let system = include_str!("clarify.md").replace("{{language}}", &brief.question.language);
    let mut room = Room::beside(size.prompt, &system);
    let user = asked(brief, &mut room);
    prompt(system, user, shapes::clarify(), size, timeout)
}

/// Where the queries of a plan go.
#[derive(Clone, Copy, Debug, Default)]
pub struct Searched<'a> {
    /// The asker's own documents.
    pub own: bool,
    /// Names of the other providers whose turn may come.
    pub others: &'a [&'a str],
}

impl Searched<'_> {
    /// Are the filters of a query of use? Documents of one's own are few, and searched in whole.
    fn filters(&self) -> bool {
        !self.own || !self.others.is_empty()
    }

    fn told(&self) -> String {
        let others = self.others.join(", ");
        match (self.own, self.others.is_empty()) {
            (true, true) => "\nSearched: only the asker's own documents.\n".to_owned(),
            (true, false) => format!(
                "\nSearched: the asker's own documents, and beyond them: {others}. \"site\" and \"recency\" apply only \
                 beyond them.\n"
            ),
            (false, false) => format!("\nSearched: {others}.\n"),
            (false, true) => String::new(),
        }
    }
}

pub fn plan(brief: &Brief<'_>, searched: Searched<'_>, size: Size, timeout: Duration) -> Prompt {
    let queries = brief.budget.queries.clamp(2, 6);
    let (filters, unused) = match searched.filters() {
        true => (include_str!("plan_filters.md"), None),
        false => ("", Some(shapes::FILTERS)),
    };
    let system = include_str!("plan.md").replace("{{queries}}", &queries.to_string());
    let system = system.replace("{{filters}}", filters);
    let system = unused.map_or(system.clone(), |unused| system.replace(unused, ""));
    let mut room = Room::beside(size.prompt, &system);
    let mut user = asked(brief, &mut room);
    add(&mut user, &mut room, &searched.told());
    prompt(system, user, shapes::plan(queries, searched.filters()), size, timeout)
}

/// What a judgement is asked with.
#[derive(Clone, Copy)]
pub struct ToJudge<'a> {
    pub brief: &'a Brief<'a>,
    pub plan: &'a Plan,
    pub passages: &'a Passages<'a>,
    /// The first passage to show: those before it were shown in another prompt.
    pub from: usize,
    /// Were there passages in an earlier round, of which only the notes are shown?
    pub again: bool,
    pub asked_before: &'a [&'a Query],
    /// With none left, nothing is said of queries.
    pub queries_left: u32,
}

/// Queries that one judgement may ask for.
pub const NEXT_QUERIES: u32 = 3;

/// Asks for a judgement and for notes. Gives the first passage that there was no room for as well.
pub fn judge(input: &ToJudge<'_>, size: Size, timeout: Duration) -> (Prompt, usize) {
    let most = input.queries_left.min(NEXT_QUERIES);
    let (about, example) = match most {
        0 => (String::new(), ""),
        most => (
            include_str!("judge_queries.md")
                .replace("{{most}}", &most.to_string())
                .replace("{{left}}", &input.queries_left.to_string()),
            r#", "queries": ["Eiffel Tower construction company"]"#,
        ),
    };
    let system = include_str!("judge.md").replace("{{queries}}", &about).replace("{{example}}", example);
    let mut room = Room::beside(size.prompt, &system);
    let mut user = asked(input.brief, &mut room);
    add(&mut user, &mut room, &parts_of(input.plan));
    if most > 0 {
        add(&mut user, &mut room, "\nQueries asked so far:\n");
        for query in input.asked_before.iter().rev().take(MOST_LISTED).rev() {
            add(&mut user, &mut room, &format!("- {}\n", one_line(&query.text, 200)));
        }
    }
    if input.again {
        let new =
            if input.passages.is_empty() { "No new passages were found." } else { "The passages are new." };
        let told = format!(
            "\nYou judged passages in an earlier round. Notes are what you took down from them; they count like passages, \
             and need not be noted again. {new}\n"
        );
        add(&mut user, &mut room, &told);
    }
    let next = input.passages.show(input.from, &mut user, &mut room);
    let parts = u32::try_from(input.plan.sub_questions.len()).unwrap_or(1);
    (prompt(system, user, shapes::judgement(parts, most), size, timeout), next)
}

/// What a draft is asked with.
#[derive(Clone, Copy)]
pub struct ToWrite<'a> {
    pub brief: &'a Brief<'a>,
    pub passages: &'a Passages<'a>,
    /// A first draft to repair.
    pub repair: Option<DraftRepair<'a>>,
    pub deliverable: Deliverable,
}

pub fn write(asked_with: &ToWrite<'_>, size: Size, timeout: Duration) -> Prompt {
    let ToWrite { brief, passages, repair, deliverable } = *asked_with;
    // What does not fit into the reply is cut off at its end, so less is asked for where there is less room.
    let sections = if size.reply < ROOMY { 2 } else { 4 };
    let system = include_str!("write.md")
        .replace("{{language}}", &brief.question.language)
        .replace("{{detail}}", detail_of(deliverable))
        .replace("{{sections}}", if sections == 2 { "two" } else { "four" });
    let mut room = Room::beside(size.prompt, &system);
    let mut user = asked(brief, &mut room);
    add(&mut user, &mut room, passages.parts());
    let draft = repair.map(|repair| repair.shown(passages, &mut room)).unwrap_or_default();
    passages.show(0, &mut user, &mut room);
    user.push_str(&draft);
    let parts = u32::try_from(passages.parts().lines().count().saturating_sub(2)).unwrap_or(1);
    prompt(system, user, shapes::answer(parts, sections), size, timeout)
}

/// What the detail of an answer of this form is.
fn detail_of(deliverable: Deliverable) -> &'static str {
    match deliverable {
        Deliverable::Brief => {
            "what a careful reader needs beyond that, in up to {{sections}} sections with short headings. An empty list is \
             fine for a simple question."
        }
        Deliverable::Report => {
            "a report: one section for each part of the question, with the part as its heading, and up to {{sections}} \
             sections in all. It tells in full what the summary says in short."
        }
        Deliverable::Table => {
            "one section for each item, up to {{sections}} sections, headed by its name: one to three short sentences that \
             say the same things of each item, or an empty list."
        }
        Deliverable::Comparison => {
            "one section for each point, up to {{sections}} sections, headed by the point: a short sentence with every side in \
             it. No point stands twice. An empty list is fine."
        }
    }
}

/// Asks whether claims in doubt hold.
pub fn check(brief: &Brief<'_>, doubts: &Doubts, size: Size, timeout: Duration) -> Prompt {
    let system = include_str!("check.md").to_owned();
    let mut room = Room::beside(size.prompt, &system);
    let mut user = String::new();
    let question = format!("<question>\n{}\n</question>\n", one_line(&brief.question.text, 500));
    add(&mut user, &mut room, &question);
    doubts.show(&mut user, &mut room);
    prompt(system, user, shapes::check(), size, timeout)
}

/// Asks again for a reply that could not be parsed. `None` if the reply is empty or too long to be shown.
///
/// `room` is the number of tokens that may still be spent, on the prompt and on the reply.
pub fn repair(broken: &str, of: &Prompt, room: (u64, u64), timeout: Duration) -> Option<Prompt> {
    let (name, schema) = of.schema.clone()?;
    let system = include_str!("repair.md").replace("{{shape}}", &shapes::example(&name, &schema));
    let broken = without_tags(broken.trim());
    let user = format!("<reply>\n{broken}\n</reply>\n");
    let wanted = Room::beside(room.0, &system).take(&user);
    let needed = (tokens(&broken) + 100).min(u64::from(of.max_output_tokens));
    if broken.is_empty() || !wanted || room.1 < needed {
        return None;
    }
    let max_output_tokens = u32::try_from(room.1).unwrap_or(u32::MAX).min(of.max_output_tokens);
    let schema = Some((name, schema));
    Some(Prompt { system, user, schema, max_output_tokens, timeout, ..Prompt::default() })
}

fn prompt(
    system: String,
    user: String,
    (name, schema): (&str, serde_json::Value),
    size: Size,
    timeout: Duration,
) -> Prompt {
    let schema = Some((name.to_owned(), schema));
    let max_output_tokens = u32::try_from(size.reply).unwrap_or(u32::MAX);
    Prompt { system, user, schema, max_output_tokens, timeout, ..Prompt::default() }
}

/// What the asker speaks of in the question, in wishes, and in the questions of so many turns before.
fn terms_of(brief: &Brief<'_>, turns: usize) -> QuestionTerms {
    let said = brief.constraints.iter().map(|constraint| constraint.text.as_str());
    let before = brief.earlier.iter().rev().take(turns).map(|turn| turn.question.as_str());
    let question = brief.question;
    QuestionTerms::new(said.chain(before).chain([question.text.as_str()]), &question.language)
}

/// The parts of the question, a line each.
fn parts_of(plan: &Plan) -> String {
    let line = |part: &SubQuestion| format!("- {}: {}\n", part.id, one_line(&part.text, 300));
    let lines: String = plan.sub_questions.iter().take(MOST_LISTED).map(line).collect();
    format!("\nParts of the question:\n{lines}")
}

/// Puts a piece in if there is room for it.
fn add(user: &mut String, room: &mut Room, piece: &str) -> bool {
    let fits = room.take(piece);
    if fits {
        user.push_str(piece);
    }
    fits
}

/// The question comes first and is always there; what was said before it gives way.
fn asked(brief: &Brief<'_>, room: &mut Room) -> String {
    let mut user = String::new();
    if !add(&mut user, room, "<question>\n\n</question>\n") {
        return user;
    }
    let question = one_line(&brief.question.text, 2_000);
    user = format!("<question>\n{}\n</question>\n", room.cut(&question));
    for constraint in brief.constraints.iter().take(MOST_LISTED) {
        add(&mut user, room, &format!("<constraint>{}</constraint>\n", one_line(&constraint.text, 300)));
    }
    // The newest turn is worth most, and stands last.
    let mut turns: Vec<String> = Vec::new();
    let mut talk = room.part(4);
    for turn in brief.earlier.iter().rev().take(TURNS) {
        let (question, summary) = (one_line(&turn.question, 400), one_line(&turn.summary, 600));
        let piece = format!("<earlier>\n{question}\n{summary}\n</earlier>\n");
        if !talk.take(&piece) || !room.take(&piece) {
            break;
        }
        turns.push(piece);
    }
    user.extend(turns.into_iter().rev());
    user
}

/// The tags that mark the parts of a prompt.
static TAGS: LazyLock<Regex> = LazyLock::new(|| {
    let tags = "passage|notes|question|constraint|earlier|claim|call|reply|draft|text|results";
    pattern(&format!("(?i)<(/?(?:{tags}))"))
});

/// A text that neither opens nor closes a part of a prompt. All else stays as it is, because models copy what they see.
fn without_tags(text: &str) -> Cow<'_, str> {
    TAGS.replace_all(text, "< $1")
}

/// A text on one line, of so many characters at most.
fn one_line(text: &str, most: usize) -> String {
    clipped(&crate::text::one_line(text), most)
}

/// Like [`one_line`], with code as it is written.
fn as_written(text: &str, most: usize) -> String {
    clipped(&flowing(text), most)
}

fn clipped(flat: &str, most: usize) -> String {
    let flat = without_tags(flat).into_owned();
    match flat.char_indices().nth(most) {
        None => flat,
        Some((end, _)) => {
            let words = flat[..end].rfind(' ').filter(|at| *at > end / 2).unwrap_or(end);
            format!("{} …", flat[..words].trim_end())
        }
    }
}

/// The attributes of a tag; those without a value are left out.
fn attributes(named: &[(&str, &str, usize)]) -> String {
    let told = named.iter().map(|(name, value, most)| (name, attribute(value, *most)));
    told.filter(|(_, value)| !value.is_empty()).map(|(name, value)| format!(" {name}=\"{value}\"")).collect()
}

/// A text as the value of a tag's attribute.
fn attribute(text: &str, most: usize) -> String {
    one_line(text, most).replace('<', "‹").replace('>', "›").replace('"', "'")
}

#[cfg(test)]
mod tests;
