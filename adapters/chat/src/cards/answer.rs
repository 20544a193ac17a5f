//! The answer: what was found first, how sure that is, what it rests on, and what to do with it.

use super::Sight;
use super::brief::{LINE, first_lines};
use super::offers::buttons;
use super::sources::{line, list};
use super::words::{day, duration, money, when};
use crate::card::{Card, Part, SourceLine, Tone};
use gorkd_core::model::{Confidence, FailureReason};
use gorkd_core::text::sentences::sentences;
use gorkd_core::text::{Block, Inline, cut, parse, plain};
use gorkd_core::view::AnswerView;
use gorkd_words::Msg;
use std::collections::BTreeMap;

/// Lines of a phone that the answer itself takes; the rest is behind *More*. With its sources, its line and its buttons
/// it then fits one screen.
const LINES: usize = 10;
/// Sources that are named below it, and characters of each name.
const CHIPS: usize = 3;
const CHIP: usize = 32;
const SOURCES: usize = 12;
const CONFLICTS: usize = 4;
const LIMITATIONS: usize = 4;

/// The answer, and nothing that a person would have to scroll past.
pub fn answer(sight: &Sight<'_>) -> Card {
    let view = sight.view;
    let Some(answer) = &view.answer else { return Card::default() };
    let mut parts: Vec<Part> = asked(sight).into_iter().collect();
    if let Some(question) = view.refined_question.clone() {
        parts.push(Part::Small(vec![Inline::text(sight.say(Msg::RefinedQuestion { question }))]));
    }
    let text = first_lines(said(sight, answer), LINES);
    let shown = numbers_in(&text);
    parts.push(Part::Text(text));
    changes(sight, &mut parts);
    let chips = chips(sight, &shown);
    if !chips.is_empty() {
        // Without a model, the text above is quoted and not written.
        let mut line = Vec::new();
        if view.metadata.model.is_none() && !view.claims.is_empty() {
            line.push(Inline::text(format!("{} ", sight.say(Msg::QuotedFrom))));
        }
        line.extend(chips);
        parts.push(Part::Small(line));
    }
    let wishes: Vec<&str> = sight.job.constraints.iter().map(|wish| wish.text.as_str()).collect();
    if !wishes.is_empty() {
        parts
            .push(Part::Small(vec![Inline::text(sight.say(Msg::YouAskedFor { wishes: wishes.join("; ") }))]));
    }
    parts.push(Part::Small(quiet(sight, answer)));
    Card {
        tone: tone(answer.confidence),
        title: None,
        parts,
        buttons: buttons(sight, answer),
        files: Vec::new(),
        mention: mention(sight),
        locale: sight.locale,
    }
}

/// All of the answer: what the first card leaves out is what somebody asks for.
pub fn full(sight: &Sight<'_>) -> Card {
    let view = sight.view;
    let Some(answer) = &view.answer else { return Card::default() };
    let mut parts = vec![Part::Text(parse(&answer.summary)), Part::Small(confidence(sight, answer))];
    let detail = answer.detail.trim();
    if !detail.is_empty() {
        parts.push(Part::Text(parse(detail)));
    }
    conflicts(sight, &mut parts);
    let cited: Vec<_> = view.sources.iter().filter(|source| source.number.is_some()).collect();
    if !cited.is_empty() {
        parts.push(Part::Heading(sight.say(Msg::HeadingSources)));
        parts.push(Part::Sources(cited.iter().take(SOURCES).map(|source| line(source)).collect()));
        if cited.len() > SOURCES {
            let count = (cited.len() - SOURCES) as u64;
            parts.push(Part::Small(vec![Inline::text(sight.say(Msg::MoreSourcesBelow { count }))]));
        }
    }
    parts.extend(unread(sight).map(|text| Part::Small(vec![Inline::text(text)])));
    for limitation in answer.limitations.iter().take(LIMITATIONS) {
        let note = sight.say(Msg::KeepInMind { what: limitation.clone() });
        parts.push(Part::Small(vec![Inline::text(note)]));
    }
    parts.push(Part::Small(vec![Inline::text(footer(sight))]));
    Card {
        tone: tone(answer.confidence),
        title: Some(sight.job.question.text.clone()),
        parts,
        ..Card::default()
    }
}

/// The question, where it does not stand right above: below other turns, and away from where it was asked.
fn asked(sight: &Sight<'_>) -> Option<Part> {
    let job = sight.job;
    let right_above = job.turn <= 1 && job.forked_from.is_none() && sight.telling.place == job.place;
    let question = cut(&job.question.text.replace('\n', " "), 2 * LINE, |text| text.chars().count());
    (!right_above).then(|| Part::Small(vec![Inline::text(question)]))
}

/// What the card says first. The recorded text of an empty answer names commands for the operator; members get a next
/// step instead.
fn said(sight: &Sight<'_>, answer: &AnswerView) -> Vec<Block> {
    if answer.confidence != Confidence::Insufficient || !sight.view.claims.is_empty() {
        return parse(&answer.summary).into_iter().filter(|block| !is_only_numbers(block)).collect();
    }
    let first = sentences(&answer.summary, 0..answer.summary.len()).into_iter().next();
    let why = match first {
        Some(range) => answer.summary[range].trim().to_owned(),
        None => sight.say(Msg::NoAnswerFound),
    };
    let next = if may_pass(sight, answer) {
        Msg::TryWordsAgain
    } else if sight.ways.deeper.is_some() {
        Msg::TryWordsDeeper
    } else {
        Msg::TryWords
    };
    vec![Block::words(why), Block::words(sight.say(next))]
}

/// Numbers of sources on a line of their own, as below a table: the next line names those sources.
fn is_only_numbers(block: &Block) -> bool {
    let Block::Paragraph(pieces) = block else { return false };
    let text = plain(pieces);
    let mut marks = text.split_whitespace().peekable();
    marks.peek().is_some()
        && marks.all(|mark| mark.starts_with('[') && mark.trim_matches(['[', ']']).parse::<u32>().is_ok())
}

/// Too little was found, and something that was asked did not answer: that may have passed.
pub(super) fn may_pass(sight: &Sight<'_>, answer: &AnswerView) -> bool {
    answer.confidence == Confidence::Insufficient && sight.job.failed_searches() > 0
}

/// The numbers of sources that a text cites: `[1]`.
fn numbers_in(blocks: &[Block]) -> Vec<u32> {
    let text: Vec<String> = blocks.iter().map(Block::plain).collect();
    let marks = text.iter().flat_map(|text| text.split('[').skip(1));
    marks.filter_map(|rest| rest.split_once(']')?.0.parse().ok()).collect()
}

/// The sources that the text above cites, in one line, each a link where it can be opened; how many more there are.
fn chips(sight: &Sight<'_>, shown: &[u32]) -> Vec<Inline> {
    let cited: Vec<_> =
        sight.view.sources.iter().filter(|source| source.number.is_some()).map(line).collect();
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
        chips.push(Inline::text(format!(" · {}", sight.say(Msg::MoreOfThem { count }))));
    }
    chips
}

/// One line on how sure it is, what it rests on, and what it took.
fn quiet(sight: &Sight<'_>, answer: &AnswerView) -> Vec<Inline> {
    let view = sight.view;
    let mut facts = vec![match answer.confidence {
        Confidence::Insufficient => sight.say(Msg::NotEnoughEvidence),
        known => sight.say(Msg::Confidence { level: sight.say(confidence_word(known)) }),
    }];
    let works = view.sources.iter().filter(|source| source.number.is_some()).count();
    if works > 0 {
        facts.push(sight.say(Msg::CountSources { count: works as u64 }));
    }
    if !view.conflicts.is_empty() {
        facts.push(sight.say(Msg::SourcesDisagree));
    }
    facts.extend(view.metadata.model.clone());
    match &sight.job.reused {
        Some((_, at)) => facts.push(sight.say(Msg::KnownAlready { when: when(*at, &sight.job.time_zone) })),
        None => facts.push(duration(view.metadata.duration_ms, sight.locale)),
    }
    if view.metadata.cost_usd > 0.0 {
        facts.push(money(view.metadata.cost_usd, sight.locale));
    }
    let mut line = vec![Inline::text(facts.join(" · "))];
    if let Some(url) = &sight.ways.public_url {
        line.push(Inline::text(" · "));
        let share = sight.ways.sharer.as_ref().and_then(|sharer| sharer.with_answer(sight.job));
        let (path, label) = match share {
            Some(share) => (share.path, Msg::LinkFullAnalysis),
            // For people of gorkd's own page.
            None => (format!("/jobs/{}", sight.job.id), Msg::LinkOpenWeb),
        };
        line.push(Inline::Link { url: format!("{url}{path}"), label: vec![Inline::text(sight.say(label))] });
    }
    line
}

pub(super) fn tone(confidence: Confidence) -> Tone {
    match confidence {
        Confidence::High | Confidence::Medium => Tone::Done,
        Confidence::Low | Confidence::Insufficient => Tone::Weak,
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
pub(super) fn confidence_stop(sight: &Sight<'_>, confidence: Confidence) -> String {
    sight.say(Msg::ConfidenceStop { level: sight.say(confidence_word(confidence)) })
}

fn confidence(sight: &Sight<'_>, answer: &AnswerView) -> Vec<Inline> {
    let mut line = vec![Inline::strong(confidence_stop(sight, answer.confidence))];
    if !answer.confidence_reasons.is_empty() {
        line.push(Inline::text(format!(" {}", answer.confidence_reasons.join(" "))));
    }
    line
}

fn changes(sight: &Sight<'_>, parts: &mut Vec<Part>) {
    let Some(changes) = &sight.view.changes else { return };
    let since = || day(&changes.since).to_owned();
    if changes.claims.is_empty() {
        let text = sight.say(Msg::NothingChanged { day: since() });
        parts.push(Part::Text(vec![Block::Paragraph(vec![Inline::strong(text)])]));
        return;
    }
    parts.push(Part::Heading(sight.say(Msg::ChangedSince { day: since() })));
    let said = changes.claims.iter().map(|change| sight.say(change.said()));
    parts.push(Part::Text(vec![list(said.collect())]));
}

fn conflicts(sight: &Sight<'_>, parts: &mut Vec<Part>) {
    let view = sight.view;
    if view.conflicts.is_empty() {
        return;
    }
    parts.push(Part::Heading(sight.say(Msg::WhereSourcesDisagree)));
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
            Some(value) => sight.say(Msg::Preferred { value, why: conflict.why.clone() }),
            None => conflict.why.clone(),
        };
        format!("{}: {values}. {verdict}", conflict.about).trim().to_owned()
    });
    parts.push(Part::Text(vec![list(lines.collect())]));
}

/// `3 of 14 pages could not be read: 2 login walls, 1 timeout`.
pub(super) fn unread(sight: &Sight<'_>) -> Option<String> {
    let view = sight.view;
    if view.unread.is_empty() {
        return None;
    }
    let mut reasons: BTreeMap<FailureReason, usize> = BTreeMap::new();
    for page in &view.unread {
        *reasons.entry(page.reason).or_default() += 1;
    }
    let reasons: Vec<String> = reasons
        .into_iter()
        .map(|(reason, count)| format!("{count} × {}", sight.say(reason.said())))
        .collect();
    let unread = view.unread.len() as u64;
    let all = unread + view.sources.len() as u64;
    Some(sight.say(Msg::PagesUnread { unread, all, reasons: reasons.join(", ") }))
}

fn footer(sight: &Sight<'_>) -> String {
    let (view, zone) = (sight.view, &sight.job.time_zone);
    let by = match &view.metadata.model {
        Some(_) => Msg::ByModel,
        None => Msg::ByRules,
    };
    let checked = match &sight.job.reused {
        Some((_, at)) => Msg::KnownAlready { when: when(*at, zone) },
        None => {
            Msg::CheckedAgainst { count: view.sources.len() as u64, when: when(sight.job.updated_at, zone) }
        }
    };
    let took = duration(view.metadata.duration_ms, sight.locale);
    let cost = money(view.metadata.cost_usd, sight.locale);
    [sight.say(by), sight.say(checked), took, cost].join(" · ")
}

fn mention(sight: &Sight<'_>) -> Option<String> {
    let long = sight.ways.mention_after_ms.is_some_and(|ms| sight.view.metadata.duration_ms >= ms);
    let user = &sight.telling.requester.user;
    let id = user.rsplit(':').next().unwrap_or(user);
    (long && !sight.telling.private && sight.job.reused.is_none()).then(|| id.to_owned())
}
