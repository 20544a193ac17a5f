//! A draft from a model's reply: sentences that cite passages it was actually shown.
//!
//! Even if a model puts several sentences into one, each becomes a claim of its own, so that checking can remove one
//! without the others; and a quote is narrowed to what of its passage supports the claim.

use super::disagreements::{RawDisagreement, borne_out, raw as raw_disagreements};
use super::links::{outside_code, stands_in, without_addresses, without_marks};
use super::pieces::{paragraphs, sentences_of};
use super::premise::{RawPremise, premise, raw as raw_premise};
use super::quoting::quotes;
use super::shape::{ids, short, texts};
use super::verdicts::verdicts;
use super::{first, invalid};
use crate::Material;
use crate::lenient::Json;
use crate::material::locale_of;
use crate::prompts::Shown;
use crate::text::{flowing, once, one_line};
use crate::verify::{Basis, Reader};
use crate::write::form_with;
use gorkd_core::job::PartJudgement;
use gorkd_core::model::*;
use gorkd_core::text::without_thoughts;
use std::collections::BTreeSet;

pub(crate) const SUMMARY: [&str; 4] = ["summary", "answer", "shortanswer", "response"];
pub(crate) const DETAIL: [&str; 4] = ["detail", "details", "sections", "body"];
pub(crate) const SENTENCES: [&str; 5] = ["sentences", "claims", "content", "points", "text"];
pub(crate) const TEXT: [&str; 5] = ["text", "sentence", "claim", "statement", "content"];
pub(super) const EVIDENCE: [&str; 8] =
    ["evidence", "ids", "passages", "sources", "citations", "evidenceids", "passageids", "cites"];

/// Claims of one draft that are looked at.
const MOST_CLAIMS: usize = 60;
const MOST_ENTITIES: usize = 20;
/// Fewer rows are no table.
const FEWEST_ROWS: usize = 2;

/// What a reply is read against.
#[derive(Clone, Debug)]
pub struct DraftInput<'a> {
    pub question: &'a Question,
    pub plan: &'a Plan,
    /// What the judge made of each part.
    pub parts: &'a [PartJudgement],
    /// The blocks that the writer was shown, with the neighbors that it saw with them.
    pub evidence: &'a [Evidence],
    pub materials: &'a [Material<'a>],
    /// The thread's source numbers so far.
    pub numbering: &'a [Numbered],
    pub revision: u32,
    pub by: &'a str,
    /// The form that was asked for.
    pub deliverable: Deliverable,
    /// Did somebody ask for it, or was it only planned?
    pub form_wished: bool,
}

pub fn draft(reply: &str, input: &DraftInput<'_>) -> Result<Draft, Failure> {
    let raw = first(reply, |json| raw(json, &input.plan.sub_questions)).or_else(|| prose(reply));
    let Some(raw) = raw else {
        return Err(invalid("The model's reply was not the JSON that was asked for."));
    };
    let mut reader = Reader::new(&input.question.language).asking(&input.question.text);
    let mut claims: Vec<DraftClaim> =
        raw.claims.into_iter().flat_map(|said| claims(said, input, &mut reader)).take(MOST_CLAIMS).collect();
    let shown: Vec<Shown> = input.evidence.iter().map(Shown::from).collect();
    let denied = raw.premise.and_then(|said| premise(&said, input.question, &shown, input.materials));
    let none = !raw.parts.is_empty() && raw.parts.iter().all(|(_, answered)| *answered == Answered::No);
    let rests = claims.iter().any(|claim| !claim.quotes.is_empty());
    // A small model may deny in one field what it writes in the next; the judge's word decides.
    let doubted = rests && input.parts.iter().any(|part| part.answered > Answered::No);
    if none && denied.is_none() && !doubted {
        // The answer is that there is none; what comes near is shown as that.
        claims.clear();
    } else if !rests && (denied.is_none() || !claims.is_empty()) {
        return Err(invalid("The model wrote no sentence that rests on a passage."));
    }
    let verdict = |(at, answered): &(usize, Answered)| {
        let part = input.plan.sub_questions.get(*at)?;
        Some(PartVerdict { sub_question: part.id.clone(), answered: *answered })
    };
    let short = |texts: Vec<String>| -> Vec<String> {
        // Nothing is cited for these, so no code with an address can be borne out.
        let clean = |text: &String| {
            let kept = without_addresses(text, |_| false)?;
            Some(short(without_marks(&kept).trim(), 300))
        };
        texts.iter().filter_map(clean).filter(|text| !text.is_empty()).take(6).collect()
    };
    let (has_rows, is_missed) = (rows(&claims) >= FEWEST_ROWS, rests && input.form_wished);
    let (deliverable, missed) = form_with(input.deliverable, has_rows, is_missed, locale_of(input.question));
    let basis = Basis::of(input.question, input.plan, &claims, input.materials);
    let mut limitations = short(raw.limitations);
    limitations.retain(|text| basis.bears(text, &mut reader));
    limitations.extend(missed);
    let mut questions = short(raw.questions);
    questions.retain(|text| text.contains(['?', '？', '؟']) || basis.bears(text, &mut reader));
    Ok(Draft {
        revision: input.revision,
        by: Maker::Model(input.by.to_owned()),
        numbering: crate::number(&claims, input.numbering),
        claims,
        conflicts: raw.disagreements.iter().filter_map(|said| borne_out(said, input)).collect(),
        limitations,
        questions,
        parts: raw.parts.iter().filter_map(verdict).collect(),
        premise: denied,
        deliverable: Some(deliverable),
        entities: raw.entities,
        ..Draft::default()
    })
}

/// Names with what they are for; whatever is nothing of the kind is passed over.
fn entities(json: &Json) -> Vec<NamedThing> {
    let Json::List(items) = json else { return Vec::new() };
    let named = |item: &Json| {
        let name = one_line(item.get(&["name", "text", "entity"])?.as_text()?);
        let kind = match item.get(&["type", "kind"])?.as_text()?.trim().to_lowercase().as_str() {
            "person" => EntityKind::Person,
            "organization" | "organisation" | "company" => EntityKind::Organization,
            "place" | "location" => EntityKind::Place,
            "product" | "software" => EntityKind::Product,
            _ => return None,
        };
        (!name.is_empty()).then(|| NamedThing { name: short(&name, 120), kind })
    };
    items.iter().filter_map(named).take(MOST_ENTITIES).collect()
}

/// Headings in the detail, each of which would be a row.
fn rows(claims: &[DraftClaim]) -> usize {
    let headings =
        claims.iter().filter(|claim| claim.part == Part::Detail).filter_map(|claim| claim.heading.as_ref());
    headings.collect::<BTreeSet<_>>().len()
}

#[derive(Default)]
struct Raw {
    claims: Vec<DraftSentence>,
    parts: Vec<(usize, Answered)>,
    premise: Option<RawPremise>,
    disagreements: Vec<RawDisagreement>,
    limitations: Vec<String>,
    questions: Vec<String>,
    entities: Vec<NamedThing>,
}

/// The text of one part of the reply, with its IDs.
#[derive(Clone)]
struct DraftSentence {
    text: String,
    ids: Vec<String>,
    part: Part,
    heading: Option<String>,
}

fn raw(json: &Json, parts: &[SubQuestion]) -> Option<Raw> {
    let mut claims = said(json.get(&SUMMARY)?, Part::Summary, None);
    let parts = json.get(&["answered", "parts"]).map(|list| verdicts(list, parts)).unwrap_or_default();
    let premise = raw_premise(json);
    match json.get(&DETAIL) {
        Some(Json::List(sections)) => claims.extend(sections.iter().flat_map(section)),
        Some(other) => claims.extend(section(other)),
        None => {}
    }
    let list = |name: &str| json.get(&[name]).map(|list| texts(list, &TEXT)).unwrap_or_default();
    (!claims.is_empty() || !parts.is_empty() || premise.is_some()).then(|| Raw {
        claims,
        parts,
        premise,
        disagreements: raw_disagreements(json),
        limitations: list("limitations"),
        questions: list("questions"),
        entities: json.get(&["entities"]).map(entities).unwrap_or_default(),
    })
}

fn section(json: &Json) -> Vec<DraftSentence> {
    let heading = json.get(&["heading", "title", "section"]).and_then(Json::as_text).map(one_line);
    let heading = heading.map(|h| short(h.trim_matches(['#', ' ']), 120)).filter(|h| !h.is_empty());
    match json {
        // A sentence where a section should be.
        Json::Object(_) if json.get(&EVIDENCE).is_some() => said(json, Part::Detail, heading),
        Json::Object(_) => match json.get(&SENTENCES) {
            Some(inner) => said(inner, Part::Detail, heading),
            None => Vec::new(),
        },
        _ => said(json, Part::Detail, heading),
    }
}

fn said(json: &Json, part: Part, heading: Option<String>) -> Vec<DraftSentence> {
    match json {
        Json::List(items) => items.iter().flat_map(|item| said(item, part, heading.clone())).collect(),
        Json::Text(text) => vec![DraftSentence { text: text.clone(), ids: Vec::new(), part, heading }],
        Json::Object(_) => {
            let Some(text) = json.get(&TEXT).and_then(Json::as_text) else {
                return json.get(&SENTENCES).map(|inner| said(inner, part, heading)).unwrap_or_default();
            };
            let ids = json.get(&EVIDENCE).map(named).unwrap_or_default();
            vec![DraftSentence { text: text.to_owned(), ids, part, heading }]
        }
        Json::Null | Json::Bool(_) | Json::Number(_) => Vec::new(),
    }
}

/// The IDs of passages.
pub(super) fn named(json: &Json) -> Vec<String> {
    match json {
        Json::List(items) => items.iter().flat_map(named).collect(),
        Json::Text(text) => ids(text, true),
        Json::Number(number) => vec![format!("e{number}")],
        Json::Object(_) => json.get(&["id", "passage", "evidence"]).map(named).unwrap_or_default(),
        Json::Null | Json::Bool(_) => Vec::new(),
    }
}

/// An answer in plain words with citation marks: its first paragraph is the summary.
fn prose(reply: &str) -> Option<Raw> {
    let text = without_thoughts(reply);
    if text.contains(['{', '}']) || ids(&text, false).is_empty() || without_marks(&text) == text {
        return None;
    }
    let paragraphs = paragraphs(&text).into_iter().map(flowing).filter(|paragraph| !paragraph.is_empty());
    let part = |n: usize| if n == 0 { Part::Summary } else { Part::Detail };
    let claims = paragraphs
        .enumerate()
        .map(|(n, text)| DraftSentence { text, ids: Vec::new(), part: part(n), heading: None })
        .collect();
    Some(Raw { claims, ..Raw::default() })
}

/// The claims in one part of the reply: sentence by sentence, with the IDs in it or next to it.
fn claims(said: DraftSentence, input: &DraftInput<'_>, reader: &mut Reader<'_>) -> Vec<DraftClaim> {
    let line = flowing(&said.text);
    let mut written: Vec<(String, Vec<String>)> = Vec::new();
    for range in sentences_of(&line) {
        let sentence = &line[range];
        let inside = ids(&outside_code(sentence), false);
        let text = without_marks(sentence);
        let says_nothing = |text: String| !text.chars().any(char::is_alphanumeric);
        if without_addresses(&text, |_| true).is_some_and(says_nothing) {
            // Nothing but marks: they belong to the sentence before.
            if let Some((_, ids)) = written.last_mut() {
                ids.extend(inside);
            }
            continue;
        }
        written.push((text, if inside.is_empty() { said.ids.clone() } else { inside }));
    }
    let claim = |(text, ids): (String, Vec<String>)| {
        let passage = |piece| Material::words_of(input.materials, piece);
        let cited: Vec<&str> = pieces(&ids, input).filter_map(passage).collect();
        reader.cite(&cited);
        let stands = |address: &str| cited.iter().any(|passage| stands_in(address, passage));
        let text = without_addresses(&text, stands)?.trim().to_owned();
        let quotes = pieces(&ids, input).flat_map(|piece| quotes(&text, piece, input.materials, reader));
        let (quotes, heading) = (once(quotes), said.heading.clone());
        Some(DraftClaim { text, part: said.part, heading, block: None, quotes })
    };
    written.into_iter().filter_map(claim).collect()
}

/// The blocks that IDs name.
fn pieces<'a>(ids: &[String], input: &DraftInput<'a>) -> impl Iterator<Item = &'a Evidence> {
    let evidence = input.evidence;
    ids.iter().filter_map(move |id| evidence.iter().find(|piece| piece.id == *id))
}
