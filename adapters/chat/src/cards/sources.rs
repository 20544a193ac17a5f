//! The sources of a run: title, host, date, excerpt, why each was used; pin, exclude, rewrite.

use super::context::CardContext;
use super::format::day;
use crate::action::Action;
use crate::card::{Button, Card, Part, SourceLine, Tone};
use gorkd_core::job::JobStatus;
use gorkd_core::view::SourceView;
use gorkd_words::{Locale, Msg};

/// Sources per message.
pub(super) const PAGE: usize = 8;
/// Maximum characters of an excerpt. It is longer for sources that cannot be opened from a chat.
const EXCERPT: usize = 280;
const EXCERPT_UNOPENED: usize = 1_200;

pub fn sources(context: &CardContext<'_>, from: usize) -> Card {
    let (job, view) = (context.job, context.view);
    let all = &view.sources;
    let page = all.iter().skip(from).take(PAGE);
    let over = job.status() == JobStatus::Completed;
    let excerpt = |source: &SourceView, url: &Option<String>| {
        let most = if url.is_some() { EXCERPT } else { EXCERPT_UNOPENED };
        gorkd_core::text::cut(&source.excerpt, most, |text| text.chars().count())
    };
    let lines = page.map(|source| (source, line(source, context.locale))).map(|(source, line)| SourceLine {
        excerpt: excerpt(source, &line.url),
        why: source.why_used.clone(),
        buttons: match over {
            true => vec![
                Button::action(context.say(Msg::ButtonPin), &job.id, Action::Pin(source.id.clone())),
                Button::action(context.say(Msg::ButtonLeaveOut), &job.id, Action::Exclude(source.id.clone())),
            ],
            false => Vec::new(),
        },
        ..line
    });
    let lines: Vec<SourceLine> = lines.collect();
    let last = from + lines.len();
    let title = match all.len() {
        0 => context.say(Msg::NothingWasRead),
        count if from == 0 && last == count => context.say(Msg::CountSources { count: count as u64 }),
        count => {
            let (first, last, count) = (from as u64 + 1, last as u64, count as u64);
            context.say(Msg::SourcesRange { first, last, count })
        }
    };
    let mut parts = vec![Part::Sources(lines)];
    if last == all.len() && !view.unread.is_empty() {
        parts.push(Part::Heading(context.say(Msg::PagesNotRead { count: view.unread.len() as u64 })));
        let said = view.unread.iter().take(PAGE).map(|page| {
            let host = gorkd_core::model::host_of(&page.url);
            format!("{host}: {}", page.detail)
        });
        parts.push(Part::list(said));
    }
    let mut buttons = Vec::new();
    if last < all.len() {
        buttons.push(Button::action(context.say(Msg::ButtonMoreSources), &job.id, Action::MoreSources(last)));
    }
    if over && !all.is_empty() {
        buttons.push(Button::action(context.say(Msg::ButtonRewrite), &job.id, Action::WriteAgain));
        parts.push(Part::small(context.say(Msg::PickHint)));
    }
    Card { tone: Tone::Plain, title: Some(title), parts, buttons, ..Card::default() }
}

pub(super) fn line(source: &SourceView, locale: Locale) -> SourceLine {
    let host = source.place_in(locale);
    let title = if source.title.trim().is_empty() { &host } else { &source.title };
    SourceLine {
        number: source.number,
        title: title.clone(),
        // Files on this machine are shown by name, not by URL.
        url: (!source.url.starts_with("file:")).then(|| source.url.clone()),
        host,
        date: source.published_at.as_deref().map(|at| day(at).to_owned()),
        ..SourceLine::default()
    }
}
