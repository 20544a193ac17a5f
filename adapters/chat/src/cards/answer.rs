//! The answer: what was found first, how sure that is, what it rests on, and what to do with it.

use super::Sight;
use super::brief::{LINE, first_lines};
use super::sources::{line, list};
use super::words::{counted, day, duration, money, when};
use crate::act::{Act, Format};
use crate::card::{Button, Card, Does, Look, Part, SourceLine, Tone};
use gorkd_core::job::{Job, Stage};
use gorkd_core::model::ClaimChange;
use gorkd_core::model::{Confidence, FailureReason, JobId};
use gorkd_core::text::sentences::sentences;
use gorkd_core::text::{Block, Inline, cut, parse, plain};
use gorkd_core::view::{AnswerView, JobView};
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
/// Suggested questions.
const FOLLOW_UPS: usize = 3;

/// The answer, and nothing that a person would have to scroll past.
pub fn answer(sight: &Sight<'_>) -> Card {
    let view = sight.view;
    let Some(answer) = &view.answer else { return Card::default() };
    let mut parts: Vec<Part> = asked(sight).into_iter().collect();
    let text = first_lines(said(sight, answer), LINES);
    let shown = numbers_in(&text);
    parts.push(Part::Text(text));
    changes(view, &mut parts);
    let chips = chips(view, &shown);
    if !chips.is_empty() {
        // Without a model, the text above is quoted and not written.
        let mut line = Vec::new();
        if view.metadata.model.is_none() && !view.claims.is_empty() {
            line.push(Inline::text("Quoted from "));
        }
        line.extend(chips);
        parts.push(Part::Small(line));
    }
    let wishes: Vec<&str> = sight.job.constraints.iter().map(|wish| wish.text.as_str()).collect();
    if !wishes.is_empty() {
        parts.push(Part::Small(vec![Inline::text(format!("You asked for: {}", wishes.join("; ")))]));
    }
    parts.push(Part::Small(quiet(sight, answer)));
    Card {
        tone: tone(answer.confidence),
        title: None,
        parts,
        buttons: buttons(sight, answer),
        files: Vec::new(),
        mention: mention(sight),
    }
}

/// All of the answer: what the first card leaves out is what somebody asks for.
pub fn full(sight: &Sight<'_>) -> Card {
    let view = sight.view;
    let Some(answer) = &view.answer else { return Card::default() };
    let mut parts = vec![Part::Text(parse(&answer.summary)), Part::Small(confidence(answer))];
    let detail = answer.detail.trim();
    if !detail.is_empty() {
        parts.push(Part::Text(parse(detail)));
    }
    conflicts(view, &mut parts);
    let cited: Vec<_> = view.sources.iter().filter(|source| source.number.is_some()).collect();
    if !cited.is_empty() {
        parts.push(Part::Heading("Sources".to_owned()));
        parts.push(Part::Sources(cited.iter().take(SOURCES).map(|source| line(source)).collect()));
        if cited.len() > SOURCES {
            let more = format!("and {} more: press Sources.", cited.len() - SOURCES);
            parts.push(Part::Small(vec![Inline::text(more)]));
        }
    }
    parts.extend(unread(view).map(|text| Part::Small(vec![Inline::text(text)])));
    for limitation in answer.limitations.iter().take(LIMITATIONS) {
        parts.push(Part::Small(vec![Inline::text(format!("Keep in mind: {limitation}"))]));
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
    let why = first.map_or("I found no answer.", |range| answer.summary[range].trim());
    let next = if may_pass(sight, answer) {
        "Try other words, or press Try again: some places did not answer."
    } else if sight.ways.deeper.is_some() {
        "Try other words, or press Go deeper to search further."
    } else {
        "Try other words."
    };
    vec![Block::words(why), Block::words(next)]
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
fn may_pass(sight: &Sight<'_>, answer: &AnswerView) -> bool {
    answer.confidence == Confidence::Insufficient && sight.job.failed_searches() > 0
}

/// The numbers of sources that a text cites: `[1]`.
fn numbers_in(blocks: &[Block]) -> Vec<u32> {
    let text: Vec<String> = blocks.iter().map(Block::plain).collect();
    let marks = text.iter().flat_map(|text| text.split('[').skip(1));
    marks.filter_map(|rest| rest.split_once(']')?.0.parse().ok()).collect()
}

/// The sources that the text above cites, in one line, each a link where it can be opened; how many more there are.
fn chips(view: &JobView, shown: &[u32]) -> Vec<Inline> {
    let cited: Vec<_> = view.sources.iter().filter(|source| source.number.is_some()).map(line).collect();
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
        chips.push(Inline::text(format!(" · {} more", cited.len() - named.len())));
    }
    chips
}

/// One line on how sure it is, what it rests on, and what it took.
fn quiet(sight: &Sight<'_>, answer: &AnswerView) -> Vec<Inline> {
    let view = sight.view;
    let mut facts = vec![match answer.confidence {
        Confidence::Insufficient => "Not enough evidence".to_owned(),
        known => format!("Confidence: {}", confidence_word(known)),
    }];
    let works = view.sources.iter().filter(|source| source.number.is_some()).count();
    if works > 0 {
        facts.push(counted(works, "source", "sources"));
    }
    if !view.conflicts.is_empty() {
        facts.push("sources disagree".to_owned());
    }
    facts.extend(view.metadata.model.clone());
    match &sight.job.reused {
        Some((_, at)) => facts.push(format!("Known already: researched {}", when(*at, &sight.job.time_zone))),
        None => facts.push(duration(view.metadata.duration_ms)),
    }
    if view.metadata.cost_usd > 0.0 {
        facts.push(money(view.metadata.cost_usd));
    }
    let mut line = vec![Inline::text(facts.join(" · "))];
    if let Some(url) = &sight.ways.public_url {
        line.push(Inline::text(" · "));
        let share = sight.ways.sharer.as_ref().and_then(|sharer| sharer.with_answer(sight.job));
        let (path, label) = match share {
            Some(share) => (share.path, "View full analysis"),
            // For people of gorkd's own page.
            None => (format!("/jobs/{}", sight.job.id), "Open in web"),
        };
        line.push(Inline::Link { url: format!("{url}{path}"), label: vec![Inline::text(label)] });
    }
    line
}

pub(super) fn tone(confidence: Confidence) -> Tone {
    match confidence {
        Confidence::High | Confidence::Medium => Tone::Done,
        Confidence::Low | Confidence::Insufficient => Tone::Weak,
    }
}

pub(super) fn confidence_word(confidence: Confidence) -> &'static str {
    match confidence {
        Confidence::High => "high",
        Confidence::Medium => "medium",
        Confidence::Low => "low",
        Confidence::Insufficient => "insufficient evidence",
    }
}

fn confidence(answer: &AnswerView) -> Vec<Inline> {
    let mut line = vec![Inline::strong(format!("Confidence: {}.", confidence_word(answer.confidence)))];
    if !answer.confidence_reasons.is_empty() {
        line.push(Inline::text(format!(" {}", answer.confidence_reasons.join(" "))));
    }
    line
}

fn changes(view: &JobView, parts: &mut Vec<Part>) {
    let Some(changes) = &view.changes else { return };
    let since = day(&changes.since);
    if changes.claims.is_empty() {
        let text = format!("Nothing has changed since {since}.");
        parts.push(Part::Text(vec![Block::Paragraph(vec![Inline::strong(text)])]));
        return;
    }
    parts.push(Part::Heading(format!("Changed since {since}")));
    parts.push(Part::Text(vec![list(changes.claims.iter().map(ClaimChange::sentence).collect())]));
}

fn conflicts(view: &JobView, parts: &mut Vec<Part>) {
    if view.conflicts.is_empty() {
        return;
    }
    parts.push(Part::Heading("Where sources disagree".to_owned()));
    let number = |id: &gorkd_core::model::SourceId| {
        view.sources.iter().find(|source| source.id == *id)?.number.map(|number| format!("[{number}]"))
    };
    let lines = view.conflicts.iter().take(CONFLICTS).map(|conflict| {
        let values = conflict.positions.iter().map(|position| {
            let numbers: String = position.source_ids.iter().filter_map(number).collect();
            format!("{} {numbers}", position.value).trim().to_owned()
        });
        let values = values.collect::<Vec<_>>().join("; ");
        let verdict = match &conflict.preferred {
            Some(value) => format!("Preferred: {value}. {}", conflict.why),
            None => conflict.why.clone(),
        };
        format!("{}: {values}. {verdict}", conflict.about).trim().to_owned()
    });
    parts.push(Part::Text(vec![list(lines.collect())]));
}

/// `3 of 14 pages could not be read: 2 login walls, 1 timeout`.
pub(super) fn unread(view: &JobView) -> Option<String> {
    if view.unread.is_empty() {
        return None;
    }
    let mut reasons: BTreeMap<FailureReason, usize> = BTreeMap::new();
    for page in &view.unread {
        *reasons.entry(page.reason).or_default() += 1;
    }
    let reasons: Vec<String> =
        reasons.into_iter().map(|(reason, count)| format!("{count} × {}", reason.in_words())).collect();
    let all = view.unread.len() + view.sources.len();
    Some(format!("{} of {all} pages could not be read: {}.", view.unread.len(), reasons.join(", ")))
}

fn footer(sight: &Sight<'_>) -> String {
    let view = sight.view;
    let checked = counted(view.sources.len(), "source", "sources");
    let zone = &sight.job.time_zone;
    let mut parts = Vec::new();
    match &sight.job.reused {
        Some((_, at)) => parts.push(format!("Known already: researched {}", when(*at, zone))),
        None => parts.push(format!("Checked against {checked}, {}", when(sight.job.updated_at, zone))),
    }
    let by = match &view.metadata.model {
        Some(_) => "AI-generated",
        None => "Put together from quotations by rules",
    };
    parts.insert(0, by.to_owned());
    parts.push(duration(view.metadata.duration_ms));
    parts.push(money(view.metadata.cost_usd));
    parts.join(" · ")
}

fn mention(sight: &Sight<'_>) -> Option<String> {
    let long = sight.ways.mention_after_ms.is_some_and(|ms| sight.view.metadata.duration_ms >= ms);
    let user = &sight.telling.requester.user;
    let id = user.rsplit(':').next().unwrap_or(user);
    (long && !sight.telling.private && sight.job.reused.is_none()).then(|| id.to_owned())
}

/// At most five: what most people want next, and a list of the rest.
fn buttons(sight: &Sight<'_>, answer: &AnswerView) -> Vec<Button> {
    let (job, view) = (&sight.job.id, sight.view);
    let mut buttons = Vec::new();
    let mut more: Vec<(String, JobId, Act)> = Vec::new();
    let mut offer = |label: String, act: Act| more.push((label, job.clone(), act));
    let again = may_pass(sight, answer);
    if sight.telling.private {
        buttons.push(Button::act("Share in the channel", job, Act::Share));
    } else if again {
        buttons.push(Button::act("Try again", job, Act::Retry).main());
    }
    let found = answer.confidence != Confidence::Insufficient || !view.claims.is_empty();
    if !view.sources.is_empty() {
        match found {
            true => buttons.push(Button::act("Sources", job, Act::Sources)),
            // What was read and did not help is not what comes next.
            false => offer("Sources".to_owned(), Act::Sources),
        }
        if found {
            offer("Full answer".to_owned(), Act::Full);
        }
        offer("Why trust this answer".to_owned(), Act::Why);
    }
    if sight.telling.private && again {
        offer("Try again".to_owned(), Act::Retry);
    }
    if let Some((_, usd)) = &sight.ways.deeper {
        let label = match *usd > 0.0 {
            true => format!("Go deeper (up to {})", money(*usd)),
            false => "Go deeper".to_owned(),
        };
        match buttons.len() {
            0 | 1 => buttons.push(Button::act(label, job, Act::GoDeeper)),
            _ => offer(label, Act::GoDeeper),
        }
    }
    offer("Check again".to_owned(), Act::Recheck);
    for (nth, question) in answer.questions.iter().take(FOLLOW_UPS).enumerate() {
        offer(question.clone(), Act::FollowUp(nth));
    }
    for (label, hours) in [("daily", 24), ("weekly", 168), ("monthly", 720)] {
        offer(format!("Watch for changes: {label}"), Act::Watch(hours));
    }
    if sight.ways.sharer.is_some() {
        offer("Revoke links to this answer".to_owned(), Act::Unshare);
    }
    for format in Format::ALL.into_iter().filter(|_| found) {
        offer(format!("Download as {}", format.label()), Act::Export(format));
    }
    more.extend(checkpoints(sight.job));
    buttons.push(choose("More", more));
    buttons.push(Button::act("👍", job, Act::Good));
    buttons.push(Button::act("👎", job, Act::Bad));
    buttons
}

fn choose(label: &str, options: impl IntoIterator<Item = (String, JobId, Act)>) -> Button {
    Button { label: label.to_owned(), look: Look::Plain, does: Does::Choose(options.into_iter().collect()) }
}

/// Where a branch can begin: after the plan, and after each round of reading.
fn checkpoints(job: &Job) -> Vec<(String, JobId, Act)> {
    let mut round = 0;
    job.checkpoints
        .iter()
        .filter_map(|checkpoint| {
            let label = match checkpoint.stage {
                Stage::Plan => "Try again from the plan".to_owned(),
                Stage::Evaluate => {
                    round += 1;
                    format!("Try again from round {round}")
                }
                Stage::Clarify | Stage::Search | Stage::Read | Stage::Synthesize | Stage::Verify => {
                    return None;
                }
            };
            Some((label, job.id.clone(), Act::Fork(checkpoint.seq)))
        })
        .collect()
}
