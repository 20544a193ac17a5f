//! Queries for another round: what the texts point to, what is still open, and rephrasings if nothing was found.
//!
//! A two-step question ("the mayor of the town where X was born") is answered by a page that it doesn't name. A name in
//! the passages about the first step leads there, together with the words of the question that those passages don't
//! answer.

use super::JudgeInput;
use super::evidence::{TOUCHES, Weighed, missing};
use crate::plan::{QueryList, content_words, is_telling, key_phrase, normalised, wishes, with_empty};
use crate::samples::without_samples;
use crate::text::mentions::named;
use crate::text::sentences::said;
use crate::text::words::{fold, keys, words};
use crate::text::{once, shared};
use crate::weigh::query_terms;
use gorkd_core::model::{ContentKind, Filters, Query, SubQuestion};
use std::collections::BTreeMap;

/// Passages in which bridges are looked for.
const LOOKED_AT: usize = 12;
/// Words of a question that a passage has to share to lead on.
const SHARED: usize = 2;
/// Words of the question that a bridge query takes along.
const TAKEN_ALONG: usize = 4;

/// Queries not asked before, best first, at most a fair share of those left.
pub(super) fn next_queries(input: &JudgeInput<'_>, weighed: &Weighed<'_>, gaps: &[String]) -> Vec<Query> {
    let left = input.queries_left as usize;
    let share = left.div_ceil(input.rounds_left.max(1) as usize).max(2).min(left);
    let known = input.asked.iter().map(|query| normalised(&query.text)).collect();
    let mut list = QueryList::new(share, known);
    match weighed.ranked().first() {
        Some((_, best)) if *best > 0.0 => lead_on(input, weighed, gaps, &mut list),
        Some(_) | None => broaden(input, &mut list),
    }
    let wishes = wishes(input.brief.constraints, input.brief.question, input.brief.now);
    list.queries.iter_mut().for_each(|query| query.filters.clone_from(&wishes.filters));
    list.queries
}

/// Adds what the passages lead to, and what they leave open.
fn lead_on(input: &JudgeInput<'_>, weighed: &Weighed<'_>, gaps: &[String], list: &mut QueryList) {
    for (name, rest, part) in bridges(input, weighed) {
        let text = if rest.is_empty() { name.clone() } else { format!("{name} {rest}") };
        list.add(part, &text, &format!("{name} is named by what was read"));
    }
    list.queries.iter_mut().for_each(|query| query.from_pages = true);
    for entity in unread_entities(input, weighed) {
        list.add(first_part(input), &entity, "named in the question, and no page about it was read");
    }
    for gap in gaps {
        if let Some(part) = input.plan.sub_questions.iter().find(|part| part.text == *gap) {
            narrow(input, weighed, part, list);
        }
    }
}

fn first_part<'i>(input: &JudgeInput<'i>) -> &'i str {
    input.plan.sub_questions.first().map_or("q1", |part| part.id.as_str())
}

/// Puts a query for papers before the others, once: a field that needs one asks its scholarly places for it.
pub(super) fn look_for_a_paper(input: &JudgeInput<'_>, queries: &mut Vec<Query>) {
    let asked = |query: &&Query| query.filters.kind == Some(ContentKind::Academic);
    if input.asked.iter().copied().any(|query| asked(&query)) {
        return;
    }
    let brief = &input.brief;
    let wishes = wishes(brief.constraints, brief.question, brief.now);
    let query = Query {
        text: key_phrase(&input.plan.goal, &brief.question.language),
        sub_question: first_part(input).to_owned(),
        filters: Filters { kind: Some(ContentKind::Academic), ..wishes.filters },
        why: "an academic source is required".to_owned(),
        ..Query::default()
    };
    queries.insert(0, query);
    queries.truncate(input.queries_left as usize);
}

/// Names in the best passages that the question does not name and that no page read is about, best first, each
/// with the words of the question still open beside it and the sub-question it serves.
fn bridges<'p>(input: &'p JudgeInput<'_>, weighed: &Weighed<'_>) -> Vec<(String, String, &'p str)> {
    let language = weighed.language();
    let goal = without_samples(&input.plan.goal, language);
    let asked = fold(&input.plan.goal);
    let asked_words: Vec<&str> = words(&input.plan.goal).into_iter().map(|word| word.text).collect();
    let entities = input.brief.question.entities.iter().map(|entity| keys(entity, language));
    let entities: Vec<Vec<String>> = entities.filter(|keys| !keys.is_empty()).collect();
    let titles: Vec<String> = input.materials.iter().map(|m| fold(plain_title(&m.document.title))).collect();
    let wanted = query_terms(&goal, language);
    let all = weighed.texts.weights(&wanted, |_| true);
    let mut names: BTreeMap<String, Bridge<'p>> = BTreeMap::new();
    for (place, (passage, relevance)) in anchored(weighed).into_iter().take(LOOKED_AT).enumerate() {
        // What only shares a word with the question leads astray.
        if relevance < TOUCHES {
            break;
        }
        // So does what shares only one of several, unless that is a name.
        let holds = |key: &String| weighed.texts.holds(passage, key);
        let shared = wanted.iter().filter(|key| holds(key)).count();
        if shared < wanted.len().min(SHARED) && !entities.iter().any(|keys| keys.iter().all(holds)) {
            continue;
        }
        let part = best_part(input, weighed, passage);
        let open = missing(&weighed.texts, passage, &wanted);
        let title = &input.materials[weighed.passages[passage].0].document.title;
        let text = weighed.text(passage);
        for sentence in said(text) {
            let here = keys(sentence, language);
            let meets = weighed.texts.weights(&wanted, |key| here.contains(key));
            for mention in named(sentence, language) {
                let name = sentence[mention.range.clone()].trim().to_owned();
                let folded = fold(&name);
                let known = asked.contains(&folded)
                    || !is_telling(&name)
                    || titles.contains(&folded)
                    || is_alias(&name, &[title.as_str(), input.plan.goal.as_str()], language)
                    || acronym_of(&name, sentence).is_some_and(|short| !asked_words.contains(&short))
                    || name.chars().count() > 60;
                if known {
                    continue;
                }
                let score =
                    relevance * (0.5 + meets / all.max(f64::MIN_POSITIVE)) / (1.0 + 0.1 * place as f64);
                let bridge = names.entry(folded).or_insert_with(|| Bridge {
                    name,
                    score: 0.0,
                    open: open.clone(),
                    part,
                });
                if score > bridge.score {
                    bridge.score = score;
                    bridge.open = open.clone();
                    bridge.part = part;
                }
            }
        }
    }
    let mut bridges: Vec<Bridge<'p>> = names.into_values().collect();
    bridges.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.name.cmp(&b.name)));
    bridges
        .into_iter()
        .map(|bridge| {
            let rest = as_written(&goal, &bridge.open, weighed, language);
            (bridge.name, rest, bridge.part)
        })
        .collect()
}

/// Passages by relevance and by how much of what the question names stands in them: a passage about the thing
/// named leads on, one that shares the question's other words only leads astray.
fn anchored(weighed: &Weighed<'_>) -> Vec<(usize, f64)> {
    let language = weighed.language();
    let names = query_terms(&weighed.input.brief.question.entities.join(" "), language);
    let all = weighed.texts.weights(&names, |_| true);
    let mut ranked = weighed.ranked();
    for (passage, relevance) in &mut ranked {
        let held = weighed.texts.weights(&names, |key| weighed.texts.holds(*passage, key));
        *relevance *= UNANCHORED + if all > 0.0 { held / all } else { 1.0 };
    }
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    ranked
}

/// What a passage that names nothing of the question still counts for.
const UNANCHORED: f64 = 0.15;

/// The acronym that a name spells out, where the sentence has both: "CUPS (Common UNIX Printing System)". Who means it
/// writes it; the word "cup" does not.
fn acronym_of<'s>(name: &str, sentence: &'s str) -> Option<&'s str> {
    let initials: String = words(name).iter().filter_map(|word| word.text.chars().next()).collect();
    let is_acronym = |text: &&str| {
        let capitals = text.chars().filter(|c| c.is_uppercase()).count();
        capitals >= 2 && text.to_lowercase() == initials.to_lowercase()
    };
    words(sentence).into_iter().map(|word| word.text).find(is_acronym)
}

/// Another form of a name at hand ("Kerry Saxby AM"): half of its words or more are that name's.
fn is_alias(name: &str, known: &[&str], language: &str) -> bool {
    let words = keys(name, language);
    known.iter().any(|other| shared(&words, &keys(other, language)) * 2 >= words.len().max(1))
}

struct Bridge<'p> {
    name: String,
    score: f64,
    open: Vec<String>,
    part: &'p str,
}

fn best_part<'p>(input: &'p JudgeInput<'_>, weighed: &Weighed<'_>, passage: usize) -> &'p str {
    let parts = input.plan.sub_questions.iter().zip(&weighed.relevance).rev();
    let best = parts.max_by(|(_, one), (_, other)| one[passage].total_cmp(&other[passage]));
    best.map_or("q1", |(part, _)| part.id.as_str())
}

/// The open words as the question writes them, the most telling first taken, in the question's order.
fn as_written(question: &str, open: &[String], weighed: &Weighed<'_>, language: &str) -> String {
    let telling = open.iter().map(|key| (weighed.texts.weight(key), key.as_str()));
    let keep = most_telling(telling.collect(), TAKEN_ALONG);
    let wanted = |word: &str| keys(word, language).iter().any(|key| keep.contains(&key.as_str()));
    let told = with_empty(question, language).into_iter().filter(|(_, empty)| !empty);
    once(told.map(|(word, _)| word.text).filter(|word| wanted(word))).join(" ")
}

/// The weightiest of some words with their weights, at most `most` of them.
fn most_telling(mut words: Vec<(f64, &str)>, most: usize) -> Vec<&str> {
    words.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    words.into_iter().take(most).map(|(_, word)| word).collect()
}

/// Things that the question names and that no page read has for its title, unless its pages say much of them.
fn unread_entities(input: &JudgeInput<'_>, weighed: &Weighed<'_>) -> Vec<String> {
    let titles: Vec<String> = input.materials.iter().map(|m| fold(&m.document.title)).collect();
    input
        .brief
        .question
        .entities
        .iter()
        .filter(|entity| {
            let folded = fold(entity);
            let telling =
                query_terms(entity, weighed.language()).iter().any(|key| weighed.texts.weight(key) > 1.0);
            telling && is_telling(entity) && !titles.iter().any(|title| title.contains(&folded))
        })
        .cloned()
        .collect()
}

/// For a sub-question with some trace in the texts: its most telling words alone, and all its words.
fn narrow(input: &JudgeInput<'_>, weighed: &Weighed<'_>, part: &SubQuestion, list: &mut QueryList) {
    let language = input.brief.question.language.as_str();
    let phrase = key_phrase(&part.text, language);
    list.add(&part.id, &phrase, "still open");
    let plain = content_words(&without_samples(&part.text, language), language);
    let weight =
        |term: &str| keys(term, language).iter().map(|key| weighed.texts.weight(key)).fold(0.0, f64::max);
    let telling = part.terms.iter().filter(|term| plain.contains(*term));
    let rare = most_telling(telling.map(|term| (weight(term), term.as_str())).collect(), 3);
    list.add(&part.id, &rare.join(" "), "still open: its most telling words");
}

/// When nothing was found at all: fewer words, then single names, then other spellings.
fn broaden(input: &JudgeInput<'_>, list: &mut QueryList) {
    let language = input.brief.question.language.as_str();
    for part in &input.plan.sub_questions {
        let phrase = key_phrase(&part.text, language);
        let words: Vec<&str> = phrase.split_whitespace().collect();
        for entity in
            input.brief.question.entities.iter().filter(|entity| part.text.contains(entity.as_str()))
        {
            list.add(&part.id, entity, "nothing was found: the name alone");
        }
        if words.len() > 2 {
            list.add(&part.id, &words[..words.len().div_ceil(2)].join(" "), "nothing was found: fewer words");
        }
        let plain = fold(&phrase).replace('-', " ");
        list.add(&part.id, &plain, "nothing was found: plain spelling");
        let mut long: Vec<&str> = words.clone();
        long.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
        if words.len() > 1 {
            list.add(&part.id, long[0], "nothing was found: its longest word alone");
        }
    }
}

/// A title without a note in brackets.
fn plain_title(title: &str) -> &str {
    title.find(" (").map_or(title, |at| &title[..at])
}
