//! The sub-questions of a question: its sentences, or its halves around "and". A comparison is split into
//! itself and its sides, because a page that compares them is best, and pages about each side come second.

use crate::analyze::{analyze, entities_of, kind_of};
use crate::text::tables::Tables;
use crate::text::words::{is_unspaced, words};
use crate::text::{lower_words, points_back, says_little, stopwords};
use gorkd_core::model::{Maker, Millis, Plan, Question, QuestionKind};
use gorkd_core::text::german;

/// Maximum sub-questions; more are rarely independent.
const MOST: usize = 4;
/// Minimum content words of a half that has no names and shares none with the other half, to be asked alone.
/// "What would I want one for" can't be.
const ASKS_ALONE: usize = 3;

/// What must be known, in order; the question itself if it can't be split.
pub(super) fn parts(question: &Question) -> Vec<String> {
    let text = question.text.trim();
    let mut parts: Vec<String> = questions_in(text).into_iter().map(str::to_owned).collect();
    if parts.len() < 2 {
        parts = vec![text.to_owned()];
    }
    if parts.len() == 1 && question.kind != QuestionKind::Comparison {
        parts = halves(text, &question.language);
    }
    if parts.len() == 1 && question.kind == QuestionKind::Comparison {
        let sides = sides(question);
        if sides.len() >= 2 {
            let frame = frame(question, &sides);
            parts.extend(sides.into_iter().map(|side| join(&side, &frame)));
        }
    }
    parts.truncate(MOST);
    parts
}

/// The things that are compared: entities next to each other, or else what is on both sides of the comparing
/// word, or else the entities if there are at least two.
pub(super) fn sides(question: &Question) -> Vec<String> {
    with_scope(bare_sides(question), question)
}

/// "Debian stable, testing and unstable": the later ones are Debian's as well.
fn with_scope(sides: Vec<String>, question: &Question) -> Vec<String> {
    let Some((first, later)) = sides.split_first() else { return sides };
    let Some((name, rest)) = first.split_once(' ') else { return sides };
    let is_name = name.starts_with(char::is_uppercase)
        && rest.starts_with(char::is_lowercase)
        && question.entities.iter().any(|entity| entity.split(' ').next() == Some(name));
    let bare = |side: &String| side.starts_with(char::is_lowercase) && !side.contains(' ');
    if !is_name || !later.iter().all(bare) {
        return sides;
    }
    let scoped = later.iter().map(|side| format!("{name} {side}"));
    std::iter::once(first.clone()).chain(scoped).collect()
}

fn bare_sides(question: &Question) -> Vec<String> {
    let listed = listed(question);
    if listed.len() >= 2 {
        return listed;
    }
    let lower = question.text.to_lowercase();
    let tables = Tables::or_english(&question.language);
    for joining in [&tables.against, &tables.or_words, &tables.and_words, &Tables::of("en").against] {
        if let Some((at, word)) = joining.written().find_in(&lower)
            && question.text.is_char_boundary(at)
            && question.text.is_char_boundary(at + word.len())
        {
            let left = last_phrase(&question.text[..at], &question.language);
            let right = first_phrase(&question.text[at + word.len()..], &question.language);
            if !left.is_empty() && !right.is_empty() {
                let mut sides = before_commas(&question.text[..at], &left, &question.language);
                sides.extend([left, right]);
                return sides;
            }
        }
    }
    match question.entities.len() {
        0 | 1 => Vec::new(),
        _ => question.entities.clone(),
    }
}

/// The items of a list before its last two, separated by commas: "git fetch" in "Compare git fetch, git pull
/// and git merge". The list starts with the question or right after a comparing word; "better for short texts,
/// lists or tuples" has two items.
fn before_commas(text: &str, last: &str, language: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest =
        text.trim_end().strip_suffix(',').unwrap_or(text).trim_end().strip_suffix(last).unwrap_or_default();
    while let Some(before) = rest.trim_end().strip_suffix(',') {
        let item = last_phrase(before, language);
        let Some(ahead) = before.trim_end().strip_suffix(item.as_str()).filter(|_| !item.is_empty()) else {
            break;
        };
        found.insert(0, item);
        rest = ahead;
    }
    let last = words(rest).last().map(|word| word.text.to_lowercase());
    let begins = last.is_none_or(|word| compares(&word));
    if begins { found } else { Vec::new() }
}

/// The longest run of entities with only commas and conjunctions between them: "Redis, Valkey, and KeyDB".
fn listed(question: &Question) -> Vec<String> {
    let text = question.text.as_str();
    let mut placed: Vec<(usize, &String)> =
        question.entities.iter().filter_map(|entity| Some((text.find(entity.as_str())?, entity))).collect();
    placed.sort_unstable();
    let joins = |between: &str| {
        let mut said = between.split([' ', ',']).filter(|word| !word.is_empty());
        !between.trim().is_empty() && said.all(|word| joins_sides(&word.to_lowercase()))
    };
    let mut runs: Vec<Vec<(usize, &String)>> = Vec::new();
    for (at, entity) in placed {
        match runs.last_mut() {
            Some(run)
                if run
                    .last()
                    .is_some_and(|(from, last)| text.get(from + last.len()..at).is_some_and(joins)) =>
            {
                run.push((at, entity));
            }
            Some(_) | None => runs.push(vec![(at, entity)]),
        }
    }
    let longest = runs.into_iter().rev().max_by_key(Vec::len).unwrap_or_default();
    longest.into_iter().map(|(_, entity)| entity.clone()).collect()
}

/// The sides of a question that rules have planned as a comparison: as a whole, and per side.
pub fn compared(question: &Question, plan: &Plan) -> Vec<String> {
    let by_rules =
        plan.by == Maker::Rules && plan.sub_questions.first().is_some_and(|first| first.text == plan.goal);
    if question.kind != QuestionKind::Comparison || !by_rules {
        return Vec::new();
    }
    match plan.goal == question.text {
        true => sides(question),
        false => sides(&analyze(&plan.goal, Millis(0))),
    }
}

/// The words of a comparison that belong to no side: the criterion.
fn frame(question: &Question, sides: &[String]) -> String {
    let taken: Vec<String> = sides.iter().flat_map(|side| lower_words(side)).collect();
    let belongs = |word: &str| {
        let lower = word.to_lowercase();
        !taken.contains(&lower) && !compares(&lower)
    };
    let told = super::with_empty(&question.text, &question.language).into_iter().filter(|(_, empty)| !empty);
    told.map(|(word, _)| word.text).filter(|word| belongs(word)).collect::<Vec<_>>().join(" ")
}

fn join(side: &str, frame: &str) -> String {
    if frame.is_empty() { side.to_owned() } else { format!("{side} {frame}") }
}

/// The sentences of a text that ask something.
pub fn questions_in(text: &str) -> Vec<&str> {
    const MARKS: [char; 3] = ['?', '？', '؟'];
    let asks = |part: &&str| part.ends_with(MARKS) && part.chars().filter(|c| c.is_alphabetic()).count() >= 3;
    text.split_inclusive(MARKS).map(str::trim).filter(asks).collect()
}

/// Splits "Who founded X and when did it close?" in two if a question word follows the "and". A second half
/// with only a pronoun takes over the subject of the first.
fn halves(text: &str, language: &str) -> Vec<String> {
    let found = words(text);
    for (at, word) in found.iter().enumerate().skip(2) {
        let lower = word.text.to_lowercase();
        let Some(next) = found.get(at + 1) else { break };
        let joins = Tables::or_english(language).and_words.has(&lower);
        let asks = stopwords::is_question_word(&next.text.to_lowercase(), language);
        let long = found.len() - at > 3;
        if joins && asks && long {
            let first = text[..word.range.start].trim().trim_end_matches(',');
            let mut second = text[next.range.start..].trim().to_owned();
            let entities = entities_of(first, language);
            if entities_of(&second, language).is_empty() {
                let leans = points_back(&second, language);
                let subject = if leans { subject(first, language) } else { entities.join(" ") };
                if !subject.is_empty() {
                    second = format!("{} ({subject})", second.trim_end_matches(['?', '.']));
                } else {
                    let own = super::content_words(&second, language);
                    let before = super::content_words(first, language);
                    if own.len() < ASKS_ALONE && !own.iter().any(|word| before.contains(word)) {
                        continue;
                    }
                }
            }
            return vec![first.to_owned(), second];
        }
    }
    vec![text.to_owned()]
}

/// The subject of a question: its words without the verb at the start ("How do I create …").
fn subject(text: &str, language: &str) -> String {
    let phrase = super::key_phrase(text, language);
    if kind_of(text, language, None) == QuestionKind::HowTo {
        // In German, an infinitive comes last, and so does the prefix of a verb that comes first.
        let parted = german::prefix_at_end(&phrase).filter(|_| language == "de");
        let infinitive = phrase.rsplit_once(' ').filter(|(_, last)| last.starts_with(char::is_lowercase));
        let rest = match infinitive.filter(|_| language == "de" && parted.is_none()) {
            Some((rest, _)) => Some(rest),
            None => parted.map_or(phrase.as_str(), |(rest, _)| rest).split_once(' ').map(|(_, rest)| rest),
        };
        return rest.unwrap_or(&phrase).to_owned();
    }
    match entities_of(text, language) {
        none if none.is_empty() => phrase,
        names => names.join(" "),
    }
}

fn last_phrase(text: &str, language: &str) -> String {
    let text = text.trim_end().trim_end_matches([',', ':', ';', '?', '.']);
    // The dot in "Node.js" or "3.12" ends nothing.
    let ends = |(at, c): &(usize, char)| {
        matches!(c, ',' | ':' | ';' | '?' | '.') && text[at + 1..].starts_with(char::is_whitespace)
    };
    let from = text.char_indices().rev().find(ends).map_or(0, |(at, _)| at + 1);
    let text = &text[from..];
    let found = words(text);
    let keep = found.iter().rev().take_while(|word| !stops(word.text, language)).take(4).count();
    found.get(found.len() - keep).map_or(String::new(), |word| text[word.range.start..].trim().to_owned())
}

fn first_phrase(text: &str, language: &str) -> String {
    let found = words(text);
    let skip = found.iter().take_while(|word| stops(word.text, language)).count();
    let keep = found.iter().skip(skip).take_while(|word| !stops(word.text, language)).take(4).count();
    match (found.get(skip), found.get((skip + keep).wrapping_sub(1))) {
        (Some(first), Some(last)) if keep > 0 => {
            let (phrase, after) = (&text[first.range.start..last.range.end], &text[last.range.end..]);
            // The brackets of a call belong to its name.
            let call = if phrase.contains('(') && !phrase.contains(')') { ")" } else { "()" };
            format!("{phrase}{}", if after.starts_with(call) { call } else { "" })
        }
        _ => String::new(),
    }
}

fn stops(word: &str, language: &str) -> bool {
    let lower = word.to_lowercase();
    // A run of Chinese next to names in Latin letters is the rest of the question.
    word.starts_with(is_unspaced) || says_little(&lower, language) || compares(&lower)
}

/// Whether a text is a comparison.
pub fn compares_words(text: &str) -> bool {
    lower_words(text).iter().any(|word| compares(word))
}

fn compares(lower: &str) -> bool {
    let tables = Tables::all();
    tables.comparing.has(lower) || tables.compared_words.has(lower) || tables.against.has(lower)
}

fn joins_sides(lower: &str) -> bool {
    let tables = Tables::all();
    tables.against.has(lower) || tables.and_words.has(lower) || tables.or_words.has(lower)
}
