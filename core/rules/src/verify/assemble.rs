//! Builds the answer from checked claims: their order, citations, sources, entities, facts, and what a careful reader
//! should know.

use super::derived::{Derived, derived};
use super::{
    Checked, Place, VerifyInput, blocks, cautions, confidence, conflicts, demands, entities, nearest, places,
    shortfalls, unquoted,
};
use crate::compose::{Sentence, compose};
use crate::lists::{and_list, or_list};
use crate::outdated::outdated;
use crate::text::words::fold;
use gorkd_core::model::*;
use gorkd_core::text::blocks::word_count;
use gorkd_core::text::{slice, span_of};
use gorkd_words::Msg;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum characters of a snippet or excerpt.
const SHORT: usize = 500;
const MOST_QUESTIONS: usize = 5;
/// Words from which a quotation states something that another source might confirm; a label or a price doesn't.
const STATEMENT: usize = 4;

pub(super) fn answer(input: &VerifyInput<'_>, checked: &[Checked<'_>]) -> Answer {
    let parts = parts(checked);
    let numbers = numbers(input, checked, &parts);
    let headings = unquoted::headings(input, checked);
    let mut claims = Vec::new();
    let mut citations: Vec<Citation> = Vec::new();
    let mut sentences = Vec::new();
    for (at, (claim, part)) in checked.iter().zip(&parts).enumerate() {
        let id = format!("c{}", at + 1);
        let text = claim.draft.text.trim().to_owned();
        let mut citation_ids = Vec::new();
        let mut marks: Vec<u32> = Vec::new();
        for place in cited(claim) {
            let (material, range) = (&input.materials[place.0], &place.1);
            let span = span_of(material.text, range.clone());
            let (heading_path, block) = places::block_of(material, range);
            let best = input.evidence_at(place).max_by(|a, b| a.relevance.total_cmp(&b.relevance));
            let citation = Citation {
                id: format!("cit{}", citations.len() + 1),
                claim_id: id.clone(),
                claim: text.clone(),
                source_id: material.source.clone(),
                quote: input.words_at(place).to_owned(),
                start: span.start,
                end: span.end,
                heading_path,
                block,
                scores: best.and_then(|piece| piece.scores),
            };
            citation_ids.push(citation.id.clone());
            citations.push(citation);
            marks.extend(numbers.get(&material.source).filter(|number| !marks.contains(number)).copied());
        }
        if claim.support >= Support::Partly {
            sentences.push(Sentence {
                text: text.clone(),
                part: *part,
                heading: headings[at].clone(),
                marks,
                partly: claim.support == Support::Partly,
            });
        }
        let sums: Vec<Derived> = derived(&text).into_iter().filter(Derived::is_right).collect();
        let worked_out = || {
            let sums: Vec<&str> = sums.iter().map(|sum| sum.text.as_str()).collect();
            input.brief.locale().say(Msg::WorkedOut { sum: sums.join("; ") })
        };
        let mut values = sums.iter().map(Derived::value);
        claims.push(Claim {
            id,
            text,
            part: *part,
            support: claim.support,
            citation_ids,
            derived: values.next(),
            also_derived: values.collect(),
            mark: (!sums.is_empty()).then(worked_out),
        });
    }
    let conflicts = conflicts::conflicts(input, checked);
    let missed = confidence::missed(input, checked);
    let outdated = outdated(input.materials);
    let facts = facts(input, checked, &conflicts);
    let demands = demands::demands(input, checked, &facts);
    for (claim, mark) in claims.iter_mut().zip(demands.marks) {
        claim.mark = mark.or(claim.mark.take());
    }
    let short = shortfalls::shortfalls(input, checked);
    let (disclaimer, lacking) = cautions::cautions(input, checked, &conflicts);
    let found = confidence::Found { conflicts: &conflicts, missed: missed.as_ref(), outdated: &outdated };
    let (confidence, mut confidence_reasons) = confidence::confidence(input, checked, &found);
    confidence_reasons.extend(demands.reasons);
    confidence_reasons.extend(short.issues.iter().cloned());
    let confidence = short.applied(confidence);
    let form = input.draft.deliverable.unwrap_or_default();
    let quoted = blocks::composed(input, checked, (&numbers, sentences.as_slice()), &claims);
    let (summary, detail, blocks) = quoted.unwrap_or_else(|| {
        let (summary, detail) = compose(&sentences, form, input.brief.locale());
        (summary, detail, Vec::new())
    });
    let mut parts = blocks::parts(input, &claims);
    // Of a question that asks for a number, words without one are a part of the answer at most.
    if missed.is_some() {
        for part in &mut parts {
            part.answered = part.answered.min(Answered::Partly);
        }
    }
    let cited: Vec<(SourceId, u32)> =
        numbers.into_iter().filter(|(source, _)| citations.iter().any(|c| c.source_id == *source)).collect();
    Answer {
        summary,
        detail,
        confidence: demands.most.map_or(confidence, |most| confidence.min(most)),
        confidence_reasons,
        limitations: once(
            disclaimer.into_iter().chain(limitations(input, checked, &outdated)),
            [demands.limitations, short.limitations, lacking].concat(),
        ),
        issues: short.issues,
        questions: questions(input, checked, &conflicts, short.questions),
        facts,
        entities: entities::entities(input),
        sources: sources(input, &cited),
        claims,
        citations,
        conflicts,
        blocks,
        closest: Vec::new(),
        parts,
        premise: None,
        changes: None,
        deliverable: input.draft.deliverable,
        withheld: false,
    }
}

/// An answer that says that there is none, with the blocks that come closest and what they lack.
pub(super) fn with_closest(input: &VerifyInput<'_>, answer: Answer) -> Answer {
    let mut missing: Vec<String> = input.parts.iter().flat_map(|part| part.missing.clone()).collect();
    // Rules have looked for such words already where no model judged.
    if missing.is_empty() && input.parts.iter().any(|part| part.by_model) {
        missing = nearest::unheard(input);
    }
    let mut summary = answer.summary;
    if !missing.is_empty() && !input.materials.is_empty() {
        let wanted: Vec<String> = missing.iter().map(|name| fold(name)).collect();
        let mentioned = input.materials.iter().any(|material| {
            let text = fold(material.text);
            wanted.iter().any(|name| text.contains(name.as_str()))
        });
        let locale = input.brief.locale();
        let named: Vec<String> = missing.into_iter().map(|text| locale.say(Msg::Quoted { text })).collect();
        let names = or_list(&named, locale);
        let first = locale.say(match mentioned {
            true => Msg::UnmentionedInPassages { names },
            false => Msg::Unmentioned { names },
        });
        summary = format!("{first} {summary}");
    }
    Answer { summary, closest: blocks::closest(input), parts: blocks::parts(input, &[]), ..answer }
}

/// The claims of a draft without any supported claim, for the record.
pub(super) fn left_out(checked: &[Checked<'_>]) -> Vec<Claim> {
    checked
        .iter()
        .enumerate()
        .map(|(at, claim)| Claim {
            id: format!("c{}", at + 1),
            text: claim.draft.text.trim().to_owned(),
            part: Part::Detail,
            support: claim.support,
            ..Claim::default()
        })
        .collect()
}

/// Failed claims leave the text and are listed with the detail; those that are only partly supported say so where they
/// stand. If the summary is empty then, the first of the best supported claims of the detail moves there.
fn parts(checked: &[Checked<'_>]) -> Vec<Part> {
    let mut parts: Vec<Part> = checked
        .iter()
        .map(|claim| match claim.draft.part {
            Part::Summary if claim.support >= Support::Partly => Part::Summary,
            Part::Summary | Part::Detail => Part::Detail,
        })
        .collect();
    let best = checked.iter().map(|claim| claim.support).max().filter(|best| *best >= Support::Partly);
    if !parts.contains(&Part::Summary)
        && let Some(first) = best.and_then(|best| checked.iter().position(|claim| claim.support == best))
    {
        parts[first] = Part::Summary;
    }
    parts
}

/// What is cited for a claim, in the order in which its writer cited it, and then what the check has found.
fn cited<'c>(claim: &'c Checked<'_>) -> Vec<&'c Place> {
    let in_part = claim.in_part.iter().filter(|place| !claim.cited.contains(place));
    let mut all: Vec<&Place> = in_part.chain(&claim.cited).collect();
    all.sort_by_key(|place| claim.quoted.iter().position(|own| own == *place).unwrap_or(usize::MAX));
    all
}

/// The source numbers, in the order in which a reader meets them; sources of the thread keep theirs. Rules quote what
/// they number, so the numbers of their drafts hold, and a source that was added by checking gets the next free one.
fn numbers(input: &VerifyInput<'_>, checked: &[Checked<'_>], parts: &[Part]) -> BTreeMap<SourceId, u32> {
    let mut numbers: BTreeMap<SourceId, u32> = BTreeMap::new();
    if input.draft.by == Maker::Rules {
        let drafted = input.draft.numbering.iter();
        numbers.extend(drafted.map(|numbered| (numbered.source.clone(), numbered.number)));
    }
    let taken = input.numbering.iter().map(|numbered| numbered.number);
    let mut next = numbers.values().copied().chain(taken).max().unwrap_or(0) + 1;
    let mut read: Vec<(&Checked<'_>, &Part)> = checked.iter().zip(parts).collect();
    read.sort_by_key(|(_, part)| **part == Part::Detail);
    for (place, _) in read.iter().flat_map(|(claim, _)| cited(claim)) {
        let source = &input.materials[*place].source;
        if numbers.contains_key(source) {
            continue;
        }
        let known = input.numbering.iter().find(|numbered| numbered.source == *source);
        numbers.insert(source.clone(), known.map_or(next, |numbered| numbered.number));
        next += u32::from(known.is_none());
    }
    numbers
}

/// Every document that was read: cited ones first, by number, then the others by relevance.
pub(super) fn sources(input: &VerifyInput<'_>, cited: &[(SourceId, u32)]) -> Vec<Source> {
    let mut sources: Vec<Source> = Vec::new();
    for material in input.materials {
        if sources.iter().any(|known| known.id == material.source) {
            continue;
        }
        let best = input
            .evidence
            .iter()
            .filter(|evidence| evidence.source == material.source)
            .max_by(|a, b| a.relevance.total_cmp(&b.relevance));
        let excerpt = best.map_or("", |evidence| slice(material.text, evidence.passage.span));
        sources.push(Source {
            id: material.source.clone(),
            number: cited.iter().find(|(source, _)| *source == material.source).map(|(_, number)| *number),
            document: material.document.clone(),
            snippet: shortened(material.snippet),
            excerpt: shortened(if excerpt.is_empty() { material.text } else { excerpt }),
            why_used: material.why.to_owned(),
            relevance: best.map_or(0.0, |evidence| evidence.relevance),
        });
    }
    sources.sort_by(|a, b| {
        let key = |source: &Source| source.number.unwrap_or(u32::MAX);
        key(a).cmp(&key(b)).then(b.relevance.total_cmp(&a.relevance))
    });
    sources
}

fn shortened(text: &str) -> String {
    let text = text.trim();
    if text.chars().count() <= SHORT {
        return text.to_owned();
    }
    let cut: String = text.chars().take(SHORT - 1).collect();
    let end = cut.rfind(char::is_whitespace).filter(|end| *end > SHORT / 2).unwrap_or(cut.len());
    format!("{}…", cut[..end].trim_end())
}

/// The supported claims as facts. A single source counts for less than two, and a contradiction lowers the score.
fn facts(input: &VerifyInput<'_>, checked: &[Checked<'_>], conflicts: &[Conflict]) -> Vec<Fact> {
    let language = input.brief.question.language.as_str();
    checked
        .iter()
        .filter(|claim| claim.support >= Support::Partly)
        .map(|claim| {
            let mut source_ids: Vec<SourceId> = Vec::new();
            for (place, _) in &claim.cited {
                let source = &input.materials[*place].source;
                if !source_ids.contains(source) {
                    source_ids.push(source.clone());
                }
            }
            let states = |position: &&Position| {
                conflicts::as_written(&position.value, &claim.draft.text, language).is_some()
            };
            let contradictions: Vec<String> = conflicts
                .iter()
                .filter(|conflict| conflict.positions.iter().any(|position| states(&position)))
                .flat_map(|conflict| conflict.positions.iter())
                .filter(|position| !states(position))
                .map(|position| position.value.clone())
                .collect();
            let alone = std::slice::from_ref(claim);
            let base: f64 = match confidence::independent(input, alone) {
                0 | 1 => 0.6,
                2 => 0.8,
                _ => 0.9,
            };
            let verified = claim.support == Support::Supported;
            let confidence =
                base * if verified { 1.0 } else { 0.5 } * if contradictions.is_empty() { 1.0 } else { 0.6 };
            Fact {
                statement: claim.draft.text.trim().to_owned(),
                confidence,
                verified,
                source_ids,
                contradictions,
            }
        })
        .collect()
}

fn limitations(input: &VerifyInput<'_>, checked: &[Checked<'_>], outdated: &[bool]) -> Vec<String> {
    let mut found = input.draft.limitations.clone();
    let locale = input.brief.locale();
    // What a source contradicts is told with the confidence.
    let failed = checked.iter().filter(|claim| claim.support == Support::Unsupported).count();
    if failed > 0 {
        found.push(locale.say(Msg::LimitLeftOut { count: failed as u64 }));
    }
    if input.unread > 0 {
        found.push(locale.say(Msg::LimitUnread { count: input.unread.into() }));
    }
    let cut = input.materials.iter().filter(|material| material.document.truncated).count();
    if cut > 0 {
        found.push(locale.say(Msg::LimitLarge { count: cut as u64 }));
    }
    let cited = confidence::cited_materials(checked).into_iter().filter(|place| outdated[*place]);
    let title = |place: usize| input.materials[place].document.title.clone();
    let outdated: Vec<String> = cited.map(|place| locale.say(Msg::Quoted { text: title(place) })).collect();
    if !outdated.is_empty() {
        found.push(locale.say(Msg::LimitOutdated { titles: and_list(&outdated, locale) }));
    }
    if confidence::lacks_a_second(input, checked) {
        found.push(locale.say(Msg::LimitOneSource));
    }
    // A model says itself what is missing.
    let told = !input.draft.limitations.is_empty() && input.draft.by != Maker::Rules;
    for judged in input.parts.iter().filter(|judged| !told && judged.answered == Answered::No) {
        let part = input.plan.part(&judged.sub_question);
        found.extend(part.map(|part| locale.say(Msg::LimitUnanswered { question: part.text.clone() })));
    }
    found
}

/// The sentences in order, without duplicates.
fn once(first: impl Iterator<Item = String>, then: Vec<String>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    first.chain(then).filter(|text| !text.trim().is_empty() && seen.insert(text.clone())).collect()
}

fn questions(
    input: &VerifyInput<'_>,
    checked: &[Checked<'_>],
    conflicts: &[Conflict],
    of_age: Vec<String>,
) -> Vec<String> {
    let (mut found, locale) = (input.draft.questions.clone(), input.brief.locale());
    found.extend(of_age);
    for conflict in conflicts {
        let (values, about) = (conflicts::values(conflict, locale), conflict.about.clone());
        found.push(locale.say(Msg::NextWhich { values, about }));
    }
    if confidence::lacks_a_second(input, checked)
        && let Some(claim) = checked
            .iter()
            .find(|claim| claim.support == Support::Supported && word_count(&claim.draft.text) >= STATEMENT)
    {
        found.push(locale.say(Msg::NextSecond { statement: shortened(&claim.draft.text) }));
    }
    let mut found = once(found.into_iter(), Vec::new());
    found.truncate(MOST_QUESTIONS);
    found
}
