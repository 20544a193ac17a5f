//! The answer: what was found, how certain it is, its sources, and what to do with it.

use super::answer_buttons::buttons;
use super::context::CardContext;
use super::format::{day, duration, money, when};
use super::preview::{LINE, first_lines};
use super::sources::line;
use crate::card::{Card, Part, SourceLine, Tone};
use gorkd_core::model::{Confidence, FailureReason};
use gorkd_core::text::sentences::sentences;
use gorkd_core::text::{Block, Inline, cut, parse, plain};
use gorkd_core::view::{AnswerView, open_parts, reading};
use gorkd_words::Msg;
use std::collections::BTreeMap;

/// Lines of the answer on a phone; the rest is behind *More*. With sources, facts and buttons, this fills one
/// screen.
const LINES: usize = 10;
/// Maximum number of sources listed below the answer, and of characters in each title.
const CHIPS: usize = 3;
const CHIP: usize = 32;
const SOURCES: usize = 12;
const CONFLICTS: usize = 4;
const LIMITATIONS: usize = 4;
/// Lines of the closest passage on a phone, shown if nothing answers the question.
const CLOSEST: usize = 7;

/// The answer, short enough that nobody has to scroll past it.
pub fn answer(context: &CardContext<'_>) -> Card {
    let view = context.view;
    let Some(answer) = &view.answer else { return Card::default() };
    let mut parts: Vec<Part> = asked(context).into_iter().collect();
    if let Some(question) = view.refined_question.clone() {
        parts.push(Part::small(context.say(Msg::RefinedQuestion { question })));
    }
    let unsure = answer.only_closest;
    if unsure {
        parts.push(Part::small(context.say(Msg::ClosestPassage)));
    }
    let preview = first_lines(text(context, answer), LINES - usize::from(unsure));
    let shown = numbers_in(&preview);
    parts.push(Part::Text(preview));
    if !answer.blocks.is_empty() {
        let open = open_parts(view, answer).into_iter();
        parts.extend(open.map(Part::small));
    }
    closest(context, answer, &mut parts);
    changes(context, &mut parts);
    let chips = chips(context, &shown);
    if !chips.is_empty() {
        // Without a model, the text above is quoted rather than written.
        let mut line = Vec::new();
        if view.metadata.model.is_none() && !view.claims.is_empty() {
            line.push(Inline::text(format!("{} ", context.say(Msg::QuotedFrom))));
        }
        line.extend(chips);
        parts.push(Part::Small(line));
    }
    parts.extend(context.wishes().map(Part::small));
    parts.extend(context.budget_notes().into_iter().map(Part::small));
    parts.push(Part::Small(facts(context, answer)));
    Card {
        tone: tone(answer.confidence),
        title: None,
        parts,
        buttons: buttons(context, answer),
        files: Vec::new(),
        mention: mention(context),
        locale: context.locale,
    }
}

/// The full answer, for people who want more than the first card.
pub fn full(context: &CardContext<'_>) -> Card {
    let view = context.view;
    let Some(answer) = &view.answer else { return Card::default() };
    let shown = reading(view, answer);
    let mut parts = vec![Part::Text(parse(&shown.summary)), Part::Small(confidence(context, answer))];
    let detail = shown.detail.trim();
    if !detail.is_empty() {
        parts.push(Part::Text(parse(detail)));
    }
    conflicts(context, &mut parts);
    let cited: Vec<_> = view.sources.iter().filter(|source| source.number.is_some()).collect();
    if !cited.is_empty() {
        parts.push(Part::Heading(context.say(Msg::HeadingSources)));
        parts.push(Part::Sources(
            cited.iter().take(SOURCES).map(|source| line(source, context.locale)).collect(),
        ));
        if cited.len() > SOURCES {
            let count = (cited.len() - SOURCES) as u64;
            parts.push(Part::small(context.say(Msg::MoreSourcesBelow { count })));
        }
    }
    parts.extend(unread(context).map(Part::small));
    let limitations = answer.limitations.iter().filter(|limit| !shown.summary.contains(limit.as_str()));
    for limitation in limitations.take(LIMITATIONS) {
        let note = context.say(Msg::KeepInMind { what: limitation.clone() });
        parts.push(Part::small(note));
    }
    parts.push(Part::small(footer(context)));
    Card {
        tone: tone(answer.confidence),
        title: Some(context.job.question.text.clone()),
        parts,
        ..Card::default()
    }
}

/// The question, unless it is right above: shown in later turns, and away from where it was asked.
fn asked(context: &CardContext<'_>) -> Option<Part> {
    let job = context.job;
    let right_above = job.turn <= 1 && job.forked_from.is_none() && context.delivery.place == job.place;
    let question = cut(&job.question.text.replace('\n', " "), 2 * LINE, |text| text.chars().count());
    (!right_above).then(|| Part::small(question))
}

/// The text of the answer. The recorded text of an empty answer names commands for the operator, so people in a
/// chat get a next step instead.
fn text(context: &CardContext<'_>, answer: &AnswerView) -> Vec<Block> {
    let found = answer.confidence != Confidence::Insufficient || !context.view.claims.is_empty();
    if found || context.is_withheld() {
        return parse(&answer.summary).into_iter().filter(|block| !is_only_numbers(block)).collect();
    }
    let first = sentences(&answer.summary, 0..answer.summary.len()).into_iter().next();
    let why = match first {
        Some(range) => answer.summary[range].trim().to_owned(),
        None => context.say(Msg::NoAnswerFound),
    };
    let next = if context.is_worth_retrying(answer) {
        Msg::TryWordsAgain
    } else if context.options.deeper.is_some() {
        Msg::TryWordsDeeper
    } else {
        Msg::TryWords
    };
    vec![Block::words(why), Block::words(context.say(next))]
}

/// If nothing answers the question: the closest passage, and where it is.
fn closest(context: &CardContext<'_>, answer: &AnswerView, parts: &mut Vec<Part>) {
    let Some(one) = answer.closest.first() else { return };
    let source = context.view.sources.iter().find(|source| source.id == one.source_id);
    if answer.confidence != Confidence::Insufficient || context.is_withheld() {
        return;
    }
    parts.push(Part::small(context.say(Msg::AnswerClosest)));
    let quote = first_lines(parse(&one.quote), CLOSEST);
    parts.push(Part::Text(vec![Block::Quote(quote)]));
    let source = source.map(|source| SourceLine { number: None, ..line(source, context.locale) });
    parts.extend(source.map(|source| Part::Sources(vec![source])));
}

/// Whether a block holds only source numbers, as below a table. The source line names them anyway.
fn is_only_numbers(block: &Block) -> bool {
    let Block::Paragraph(pieces) = block else { return false };
    let text = plain(pieces);
    let mut marks = text.split_whitespace().peekable();
    marks.peek().is_some()
        && marks.all(|mark| mark.starts_with('[') && mark.trim_matches(['[', ']']).parse::<u32>().is_ok())
}

/// The source numbers that a text cites: `[1]`.
fn numbers_in(blocks: &[Block]) -> Vec<u32> {
    let text: Vec<String> = blocks.iter().map(Block::plain).collect();
    let marks = text.iter().flat_map(|text| text.split('[').skip(1));
    marks.filter_map(|rest| rest.split_once(']')?.0.parse().ok()).collect()
}

/// The cited sources on one line, with links if they can be opened, and the number of further sources.
fn chips(context: &CardContext<'_>, shown: &[u32]) -> Vec<Inline> {
    let cited = context.view.sources.iter().filter(|source| source.number.is_some());
    let cited: Vec<_> = cited.map(|source| line(source, context.locale)).collect();
    let is_shown = |source: &&SourceLine| source.number.is_some_and(|number| shown.contains(&number));
    let mut named: Vec<&SourceLine> = cited.iter().filter(is_shown).take(CHIPS).collect();
    if named.is_empty() {
        named = cited.iter().take(CHIPS).collect();
    }
    let mut chips = Vec::new();
    for source in &named {
        if !chips.is_empty() {
            chips.push(Inline::text(" · "));
        }
        let number = source.number.map(|number| format!("[{number}] ")).unwrap_or_default();
        let name =
            format!("{number}{}", cut(&source.title.replace('\n', " "), CHIP, |text| text.chars().count()));
        chips.push(match &source.url {
            Some(url) => Inline::Link { url: url.clone(), label: vec![Inline::text(name)] },
            None => Inline::text(name),
        });
    }
    if cited.len() > named.len() {
        let count = (cited.len() - named.len()) as u64;
        chips.push(Inline::text(format!(" · {}", context.say(Msg::MoreOfThem { count }))));
    }
    chips
}

/// One line: confidence, sources, time and cost.
fn facts(context: &CardContext<'_>, answer: &AnswerView) -> Vec<Inline> {
    let view = context.view;
    let mut facts: Vec<String> = match answer.confidence {
        Confidence::Insufficient if context.is_withheld() => None,
        Confidence::Insufficient => Some(context.say(Msg::NotEnoughEvidence)),
        known => Some(context.say(Msg::Confidence { level: context.say(confidence_word(known)) })),
    }
    .into_iter()
    .collect();
    let works = view.sources.iter().filter(|source| source.number.is_some()).count();
    if works > 0 {
        facts.push(context.say(Msg::CountSources { count: works as u64 }));
    }
    if !view.conflicts.is_empty() {
        facts.push(context.say(Msg::SourcesDisagree));
    }
    facts.extend(view.metadata.model.clone());
    match &context.job.reused {
        Some((_, at)) => {
            facts.push(context.say(Msg::KnownAlready { when: when(*at, &context.job.time_zone) }))
        }
        None => facts.push(duration(view.metadata.duration_ms, context.locale)),
    }
    if view.metadata.cost_usd > 0.0 {
        facts.push(money(view.metadata.cost_usd, context.locale));
    }
    let mut line = vec![Inline::text(facts.join(" · "))];
    if let Some(url) = &context.options.public_url {
        line.push(Inline::text(" · "));
        let share = context.options.sharer.as_ref().and_then(|sharer| sharer.with_answer(context.job));
        let (path, label) = match share {
            Some(share) => (share.path, Msg::LinkFullAnalysis),
            // For people who use gorkd's own web page.
            None => (format!("/jobs/{}", context.job.id), Msg::LinkOpenWeb),
        };
        line.push(Inline::Link {
            url: format!("{url}{path}"),
            label: vec![Inline::text(context.say(label))],
        });
    }
    line
}

pub(super) fn tone(confidence: Confidence) -> Tone {
    match confidence {
        Confidence::High | Confidence::Medium => Tone::Done,
        Confidence::Low | Confidence::Insufficient => Tone::Caution,
    }
}

pub(super) fn confidence_word(confidence: Confidence) -> Msg {
    match confidence {
        Confidence::High => Msg::ConfidenceHigh,
        Confidence::Medium => Msg::ConfidenceMedium,
        Confidence::Low => Msg::ConfidenceLow,
        Confidence::Insufficient => Msg::ConfidenceInsufficient,
    }
}

/// "Confidence: high."
pub(super) fn confidence_stop(context: &CardContext<'_>, confidence: Confidence) -> String {
    context.say(Msg::ConfidenceStop { level: context.say(confidence_word(confidence)) })
}

fn confidence(context: &CardContext<'_>, answer: &AnswerView) -> Vec<Inline> {
    let mut line = vec![Inline::strong(confidence_stop(context, answer.confidence))];
    if !answer.confidence_reasons.is_empty() {
        line.push(Inline::text(format!(" {}", context.locale.in_a_row(&answer.confidence_reasons))));
    }
    line
}

fn changes(context: &CardContext<'_>, parts: &mut Vec<Part>) {
    let Some(changes) = &context.view.changes else { return };
    let since = || day(&changes.since).to_owned();
    if changes.claims.is_empty() {
        let text = context.say(Msg::NothingChanged { day: since() });
        parts.push(Part::strong(text));
        return;
    }
    parts.push(Part::Heading(context.say(Msg::ChangedSince { day: since() })));
    let said = changes.claims.iter().map(|change| context.say(change.said()));
    parts.push(Part::list(said));
}

fn conflicts(context: &CardContext<'_>, parts: &mut Vec<Part>) {
    let view = context.view;
    if view.conflicts.is_empty() {
        return;
    }
    parts.push(Part::Heading(context.say(Msg::WhereSourcesDisagree)));
    let number = |id: &gorkd_core::model::SourceId| {
        view.sources.iter().find(|source| source.id == *id)?.number.map(|number| format!("[{number}]"))
    };
    let lines = view.conflicts.iter().take(CONFLICTS).map(|conflict| {
        let values = conflict.positions.iter().map(|position| {
            let numbers: String = position.source_ids.iter().filter_map(number).collect();
            format!("{} {numbers}", position.value).trim().to_owned()
        });
        let values = values.collect::<Vec<_>>().join("; ");
        let verdict = match conflict.preferred.clone() {
            Some(value) => context.say(Msg::Preferred { value, why: conflict.why.clone() }),
            None => conflict.why.clone(),
        };
        format!("{}: {values}. {verdict}", conflict.about).trim().to_owned()
    });
    parts.push(Part::list(lines));
}

/// `3 of 14 pages could not be read: 2 login walls, 1 timeout`.
pub(super) fn unread(context: &CardContext<'_>) -> Option<String> {
    let view = context.view;
    if view.unread.is_empty() {
        return None;
    }
    let mut reasons: BTreeMap<FailureReason, usize> = BTreeMap::new();
    for page in &view.unread {
        *reasons.entry(page.reason).or_default() += 1;
    }
    let reasons: Vec<String> = reasons
        .into_iter()
        .map(|(reason, count)| format!("{count} × {}", context.say(reason.said())))
        .collect();
    let unread = view.unread.len() as u64;
    let all = unread + view.sources.len() as u64;
    Some(context.say(Msg::PagesUnread { unread, all, reasons: reasons.join(", ") }))
}

fn footer(context: &CardContext<'_>) -> String {
    let (view, zone) = (context.view, &context.job.time_zone);
    let by = match &view.metadata.model {
        Some(_) => Msg::ByModel,
        None => Msg::ByRules,
    };
    let checked = match &context.job.reused {
        Some((_, at)) => Msg::KnownAlready { when: when(*at, zone) },
        None => {
            Msg::CheckedAgainst { count: view.sources.len() as u64, when: when(context.job.updated_at, zone) }
        }
    };
    let took = duration(view.metadata.duration_ms, context.locale);
    let cost = money(view.metadata.cost_usd, context.locale);
    [context.say(by), context.say(checked), took, cost].join(" · ")
}

fn mention(context: &CardContext<'_>) -> Option<String> {
    let long = context.options.mention_after_ms.is_some_and(|ms| context.view.metadata.duration_ms >= ms);
    let user = &context.delivery.requester.user;
    let id = user.rsplit(':').next().unwrap_or(user);
    (long && !context.delivery.private && context.job.reused.is_none()).then(|| id.to_owned())
}
