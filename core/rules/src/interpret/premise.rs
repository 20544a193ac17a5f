//! A false premise of the question, as reported by a model. It counts only if a passage supports it.

use super::notes::{RawNote, cut, id, numbers};
use super::quoting::quote_of;
use super::shape::short;
use crate::Material;
use crate::lenient::Json;
use crate::prompts::Shown;
use crate::text::sentences::sentences;
use crate::text::words::keys;
use crate::text::{flowing, shared};
use crate::verify::{Reader, brings_in};
use gorkd_core::model::{Premise, Question, Quote};
use gorkd_core::text::byte_range;
use std::ops::Range;

const SAID: [&str; 5] = ["premisesaid", "said", "assumed", "premise", "assumption"];
const FOUND: [&str; 5] = ["premisefound", "found", "correction", "instead", "truth"];
const ID: [&str; 5] = ["premiseid", "premiseids", "id", "ids", "evidence"];
const SENTENCES: [&str; 4] = ["premisesentences", "sentences", "sentence", "numbers"];
const QUOTE: [&str; 3] = ["premisequote", "quote", "words"];
/// Ways of saying that there is none.
const NOTHING: [&str; 6] = ["", "none", "null", "n/a", "no", "-"];
/// Share of what is said to be taken for granted that the question has to hold.
const ASKED: f64 = 0.5;

/// As it was written, in one object or in fields of the reply.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RawPremise {
    said: String,
    found: String,
    place: RawNote,
}

pub(super) fn raw(reply: &Json) -> Option<RawPremise> {
    let inner = match reply.get(&["premise"]) {
        Some(Json::List(items)) => items.first(),
        other => other,
    };
    let json = inner.filter(|json| matches!(json, Json::Object(_))).unwrap_or(reply);
    let words = |names: &[&str]| {
        let text = json.get(names).and_then(Json::as_text).map(flowing).unwrap_or_default();
        let plain = text.trim_matches(['"', '.', '“', '”']).to_lowercase();
        (!NOTHING.contains(&plain.as_str())).then(|| short(&text, 300))
    };
    let place = RawNote {
        id: json.get(&ID).and_then(id),
        sentences: json.get(&SENTENCES).map(numbers).unwrap_or_default(),
        quote: words(&QUOTE).unwrap_or_default(),
        part: String::new(),
    };
    let (said, found) = (words(&SAID)?, words(&FOUND).unwrap_or_default());
    let placed = place.id.is_some() || !place.quote.is_empty();
    placed.then_some(RawPremise { said, found, place })
}

/// The premise with the words that deny it.
pub(super) fn premise(
    raw: &RawPremise,
    question: &Question,
    shown: &[Shown],
    materials: &[Material<'_>],
) -> Option<Premise> {
    let language = question.language.as_str();
    let cut = cut(&raw.place, shown, materials).into_iter();
    let mut quotes: Vec<Quote> = cut.map(|cut| cut.quote).collect();
    if raw.place.sentences.is_empty() && raw.place.quote.is_empty() || quotes.is_empty() {
        quotes = nearest(raw, language, shown, materials).into_iter().collect();
    }
    let asked = keys(&question.text, language);
    // A passage that speaks of something else denies nothing that was asked.
    quotes.retain(|quote| keys(&quote.text, language).iter().any(|key| asked.contains(key)));
    quotes.truncate(2);
    let said = keys(&raw.said, language);
    let shared = shared(&said, &asked);
    let own = shared as f64 >= ASKED * said.len() as f64 && shared > 0;
    let own = own && !brings_in(&raw.said, &question.text, &[], &mut Reader::new(language));
    let said = if own { raw.said.clone() } else { question.text.clone() };
    (!quotes.is_empty()).then(|| Premise { said, found: raw.found.clone(), quotes })
}

/// The sentence of the named block that best states the correction.
fn nearest(raw: &RawPremise, language: &str, shown: &[Shown], materials: &[Material<'_>]) -> Option<Quote> {
    let id = raw.place.id.as_ref()?;
    let one = shown.iter().find(|one| one.evidence.id == *id)?;
    let piece = &one.evidence;
    let material = Material::of(materials, &piece.source)?;
    let wanted = keys(&format!("{} {}", raw.found, raw.said), language);
    let whole = byte_range(material.text, piece.passage.span);
    let statements = match one.statements.is_empty() {
        true => sentences(material.text, whole),
        false => one.statements.clone(),
    };
    let meets = |range: &Range<usize>| shared(&wanted, &keys(&material.text[range.clone()], language));
    let best = statements.into_iter().rev().max_by_key(meets).filter(|best| meets(best) > 0)?;
    Some(quote_of(piece, material, best))
}
