//! What people read of a model's draft besides its claims. No quote is written for it, so it tells nothing of its own: a
//! heading has no value, name, or code that the claims below it lack, and a limitation that states something about the
//! world is checked like a claim.

use super::absence::{is_about_sources, is_absence};
use super::agreement::unnamed;
use super::derived::Sums;
use super::identifiers::unknown;
use super::instead::was_for;
use super::known::Reader;
use super::quotes::{Context, locate};
use super::scopes::Scopes;
use super::values::missing;
use super::{Checked, VerifyInput};
use crate::Material;
use crate::text::mentions::is_denial;
use crate::text::once;
use crate::text::sentences::said;
use crate::text::tables::Tables;
use crate::text::words::words;
use gorkd_core::model::{DraftClaim, Maker, Plan, Question, Support};
use gorkd_core::text::tables::find_whole;
use gorkd_core::view::day;
use std::collections::BTreeMap;

/// What a draft may speak of: what was asked, and what its claims cite.
pub(crate) struct Basis<'a> {
    cited: Vec<Context<'a>>,
    text: String,
}

impl<'a> Basis<'a> {
    pub(crate) fn of(
        question: &Question,
        plan: &Plan,
        claims: &[DraftClaim],
        materials: &[Material<'a>],
    ) -> Self {
        let mut told: Vec<String> = vec![question.text.clone()];
        told.extend(plan.sub_questions.iter().map(|part| part.text.clone()));
        let mut cited = Vec::new();
        for quote in once(claims.iter().flat_map(|claim| &claim.quotes)) {
            let Some(material) = Material::of(materials, &quote.source) else { continue };
            let Some(range) = locate(material.text, quote) else { continue };
            let context = Context::new(material, range);
            told.extend(context.with_code().map(str::to_owned));
            // How old a source is may be said.
            told.extend(material.document.published_at.map(day));
            cited.push(context);
        }
        Self { cited, text: told.join("\n\n") }
    }

    /// May a limitation be told? Each of its clauses says what was not found, how old it is, or what was assumed, or is
    /// borne out by what is cited. Where nothing is, everything is about what was not found.
    pub(crate) fn bears(&self, limitation: &str, reader: &mut Reader<'_>) -> bool {
        clauses(limitation, reader.language).into_iter().all(|clause| {
            let of_sources = self.cited.is_empty() || is_about_sources(clause, reader.language);
            is_absence(clause, reader.language)
                || of_sources && !brings_in(clause, &self.text, &self.cited, reader)
                || self.cited.iter().any(|context| {
                    let finding = reader.agreement(clause, context);
                    finding.support == Support::Supported
                })
        })
    }
}

/// Does a text have a value, a name, or code that another one lacks? It may name the version of a cited work.
pub(crate) fn brings_in(text: &str, there: &str, cited: &[Context<'_>], reader: &mut Reader<'_>) -> bool {
    has_other_values(text, there, cited, reader) || !other_names(text, there, reader).is_empty()
}

fn has_other_values(text: &str, there: &str, cited: &[Context<'_>], reader: &mut Reader<'_>) -> bool {
    let (ours, theirs) = (reader.of(text), reader.of(there));
    reader.scopes = Scopes::of(&ours, cited, reader);
    missing(&Sums { claim: &ours, all: &[], given: &theirs }, &theirs, &[], reader).is_some()
}

/// Names, and identifiers.
fn other_names(text: &str, there: &str, reader: &mut Reader<'_>) -> Vec<String> {
    let (ours, theirs) = (reader.of(text), reader.of(there));
    let names = unnamed(&ours, &theirs).into_iter().chain(unknown(&ours, &[], &theirs.text));
    names.map(str::to_owned).collect()
}

/// The statements of a text: its sentences, parted before "but", unless that only denies ("but not of others").
fn clauses<'t>(text: &'t str, language: &str) -> Vec<&'t str> {
    let contrasting = &Tables::or_english(language).contrasting;
    let mut found = Vec::new();
    for sentence in said(text) {
        let mut start = 0;
        for (at, mark) in sentence.match_indices([',', ';']) {
            let behind = &sentence[at + 1..];
            let next: Vec<String> =
                words(behind).iter().take(2).map(|word| word.text.to_lowercase()).collect();
            let turns = next.first().is_some_and(|word| contrasting.has(word));
            let denies = next.get(1).is_some_and(|word| is_denial(word, language));
            if mark == ";" && behind.starts_with(' ') || turns && !denies {
                found.push(&sentence[start..at]);
                start = at + 1;
            }
        }
        found.push(&sentence[start..]);
    }
    found.retain(|clause| clause.contains(char::is_alphanumeric));
    found
}

/// The heading of each claim as it is shown.
pub(super) fn headings(input: &VerifyInput<'_>, checked: &[Checked<'_>]) -> Vec<Option<String>> {
    if input.draft.by == Maker::Rules {
        return checked.iter().map(|claim| claim.draft.heading.clone()).collect();
    }
    let question = input.brief.question;
    let mut reader = Reader::new(&question.language).asking(&question.text);
    let mut known: BTreeMap<&str, Option<String>> = BTreeMap::new();
    for heading in checked.iter().filter_map(|claim| claim.draft.heading.as_deref()) {
        known.entry(heading).or_insert_with(|| shown(heading, input, checked, &mut reader));
    }
    let of = |claim: &Checked<'_>| known.get(claim.draft.heading.as_deref()?).cloned().flatten();
    checked.iter().map(of).collect()
}

/// A heading that brings in nothing. Otherwise the part of the question that all claims below it are for, or none.
fn shown(
    heading: &str,
    input: &VerifyInput<'_>,
    checked: &[Checked<'_>],
    reader: &mut Reader<'_>,
) -> Option<String> {
    let is_below = |claim: &&Checked<'_>| {
        claim.support >= Support::Partly && claim.draft.heading.as_deref() == Some(heading)
    };
    let below: Vec<&Checked<'_>> = checked.iter().filter(is_below).collect();
    let said = below.iter().map(|claim| claim.draft.text.as_str());
    let said = said.chain([input.brief.question.text.as_str()]).collect::<Vec<_>>().join("\n\n");
    // A row is called what the page calls that which it tells of, and its cell says "it".
    let cited: Vec<Context<'_>> =
        below.iter().flat_map(|claim| &claim.cited).map(|place| input.context(place)).collect();
    let there = cited.iter().flat_map(Context::with_code).chain([said.as_str()]);
    let there = there.collect::<Vec<_>>().join("\n\n");
    let words = unnumbered(heading);
    let is_new = |name: &String| !is_ordinary(name, input);
    let names = other_names(words, &there, reader);
    if !names.iter().any(is_new) && !has_other_values(words, &said, &cited, reader) {
        return Some(heading.to_owned());
    }
    let parts = input.plan.sub_questions.as_slice();
    let mut of_several = parts.iter().filter(|_| parts.len() > 1);
    let part = of_several.find(|part| below.iter().all(|claim| was_for(claim, part, input)));
    part.map(|part| part.text.clone())
}

/// A heading without the number of its section.
fn unnumbered(heading: &str) -> &str {
    let rest = heading.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = rest.strip_prefix(['.', ')']).filter(|rest| rest.starts_with(' '));
    rest.map_or(heading, str::trim_start)
}

/// Is what looks like a name only a heading in title case? What was read has its words in lower case.
fn is_ordinary(name: &str, input: &VerifyInput<'_>) -> bool {
    let is_word = |word: &str| {
        let lower = word.to_lowercase();
        let turns = word.chars().skip(1).any(char::is_uppercase);
        !turns && input.materials.iter().any(|material| find_whole(material.text, &lower).is_some())
    };
    name.starts_with(char::is_uppercase) && name.split([' ', '-']).all(is_word)
}
