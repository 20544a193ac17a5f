//! What was read: title, host, date, the words that matter, why it was used; pin, exclude, write again.

use super::Sight;
use super::words::day;
use crate::act::Act;
use crate::card::{Button, Card, Part, SourceLine, Tone};
use gorkd_core::job::JobStatus;
use gorkd_core::text::{Block, Inline};
use gorkd_core::view::SourceView;
use gorkd_words::Msg;

/// Sources of one message.
pub const PAGE: usize = 8;
/// Characters of an excerpt; more of a source that cannot be opened from a chat.
const EXCERPT: usize = 280;
const EXCERPT_UNOPENED: usize = 1_200;

pub fn sources(sight: &Sight<'_>, from: usize) -> Card {
    let (job, view) = (sight.job, sight.view);
    let all = &view.sources;
    let page = all.iter().skip(from).take(PAGE);
    let over = job.status() == JobStatus::Completed;
    let excerpt = |source: &SourceView, url: &Option<String>| {
        let most = if url.is_some() { EXCERPT } else { EXCERPT_UNOPENED };
        gorkd_core::text::cut(&source.excerpt, most, |text| text.chars().count())
    };
    let lines = page.map(|source| (source, line(source))).map(|(source, line)| SourceLine {
        excerpt: excerpt(source, &line.url),
        why: source.why_used.clone(),
        buttons: match over {
            true => vec![
                Button::act(sight.say(Msg::ButtonPin), &job.id, Act::Pin(source.id.clone())),
                Button::act(sight.say(Msg::ButtonLeaveOut), &job.id, Act::Exclude(source.id.clone())),
            ],
            false => Vec::new(),
        },
        ..line
    });
    let lines: Vec<SourceLine> = lines.collect();
    let last = from + lines.len();
    let title = match all.len() {
        0 => sight.say(Msg::NothingWasRead),
        count if from == 0 && last == count => sight.say(Msg::CountSources { count: count as u64 }),
        count => {
            let (first, last, count) = (from as u64 + 1, last as u64, count as u64);
            sight.say(Msg::SourcesRange { first, last, count })
        }
    };
    let mut parts = vec![Part::Sources(lines)];
    if last == all.len() && !view.unread.is_empty() {
        parts.push(Part::Heading(sight.say(Msg::PagesNotRead { count: view.unread.len() as u64 })));
        let said = view.unread.iter().take(PAGE).map(|page| {
            let host = gorkd_core::model::host_of(&page.url);
            format!("{host}: {}", page.detail)
        });
        parts.push(Part::Text(vec![list(said.collect())]));
    }
    let mut buttons = Vec::new();
    if last < all.len() {
        buttons.push(Button::act(sight.say(Msg::ButtonMoreSources), &job.id, Act::MoreSources(last)));
    }
    if over && !all.is_empty() {
        buttons.push(Button::act(sight.say(Msg::ButtonRewrite), &job.id, Act::WriteAgain));
        parts.push(Part::Small(vec![Inline::text(sight.say(Msg::PickHint))]));
    }
    Card { tone: Tone::Plain, title: Some(title), parts, buttons, ..Card::default() }
}

pub(super) fn line(source: &SourceView) -> SourceLine {
    let title = if source.title.trim().is_empty() { &source.domain } else { &source.title };
    SourceLine {
        number: source.number,
        title: title.clone(),
        // What lies on this machine alone is told by name, not by address.
        url: (!source.url.starts_with("file:")).then(|| source.url.clone()),
        host: source.domain.clone(),
        date: source.published_at.as_deref().map(|at| day(at).to_owned()),
        ..SourceLine::default()
    }
}

pub(super) fn list(texts: Vec<String>) -> Block {
    Block::List { first: None, items: texts.into_iter().map(|text| vec![Block::words(text)]).collect() }
}
