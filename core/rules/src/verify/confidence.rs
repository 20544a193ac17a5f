//! The confidence of an answer, computed from its support; never by a model.
//!
//! What counts is what is said, not how: of two drafts that say the same of the same passages, and hold, neither is
//! trusted more for its wording.

use super::agreement::Ground;
use super::{Checked, Place, VerifyInput, conflicts};
use crate::authority::authority_of;
use crate::material::{site_key, work_of};
use crate::near::originals_among;
use crate::weigh::Texts;
use crate::write::kind::{asked_for, held_by, told_above};
use gorkd_core::job::PartJudgement;
use gorkd_core::model::{Answered, Confidence, Conflict, Document, DocumentKind, Part, Support};
use gorkd_words::Msg;
use std::collections::BTreeSet;

/// Below this mean authority, an answer has low confidence.
const TRUSTED_LEAST: f64 = 0.3;
/// [`PartJudgement::clarity`] from which a passage is a clear answer. Of 266 answers over 2,900 pages of manuals, 36 are;
/// 27 of their first blocks are right, and 30 with the blocks behind it.
const CLEARLY: f32 = 9.0;
/// From this share of the question's words on, a passage contains everything that was asked.
const ALL: f64 = 0.95;
/// From this mean authority on, a single source is enough for medium confidence.
const TRUSTED: f64 = 0.75;
/// From this authority on, a site is official, or the subject's own.
const OFFICIAL: f64 = 0.9;
/// From this similarity on, two cited texts count as one source.
const COPY: f64 = 0.85;
/// Words of the shortest of them.
const SHORTEST: f64 = 15.0;

/// What was found of an answer besides the support of its claims.
pub(super) struct Found<'f> {
    pub conflicts: &'f [Conflict],
    /// The kind of thing that was asked for and isn't there: [`missed`].
    pub missed: Option<&'f Msg>,
    /// For each material, whether it no longer holds.
    pub outdated: &'f [bool],
}

/// The confidence with its reasons, the most important first.
pub(super) fn confidence(
    input: &VerifyInput<'_>,
    checked: &[Checked<'_>],
    found: &Found<'_>,
) -> (Confidence, Vec<String>) {
    let Found { conflicts, missed, outdated } = found;
    let holds = |claim: &&Checked<'_>| claim.support == Support::Supported;
    let supported = checked.iter().filter(holds).count();
    let few = |held: usize, all: usize| held * 10 < all * 7;
    let in_summary = checked.iter().filter(|claim| claim.draft.part == Part::Summary);
    // A sentence of the summary that did not hold may have been the answer to a part.
    let lost = in_summary.clone().filter(|claim| claim.support <= Support::Unsupported).count();
    let (held, stated) = (in_summary.clone().filter(holds).count(), in_summary.count());
    let mostly_lost = lost * 2 > stated;
    // What an answer is worth is what its summary is worth: a detail that is only partly supported says so itself.
    let (held, stated) = if stated == 0 { (supported, checked.len()) } else { (held, stated) };
    let quoted = input.draft.summary.is_some();
    let all_works = works(input, checked);
    let works = if quoted { all_works } else { works(input, &main_statements(checked)) };
    let weight = mean_authority(input, checked);
    let answered = |least: Answered| input.parts.iter().all(|part| part.answered >= least);
    let language = input.brief.question.language.as_str();
    let (mainly, besides): (Vec<&Conflict>, Vec<&Conflict>) =
        conflicts.iter().partition(|conflict| is_main(conflict, checked, language));
    let clear = !input.parts.is_empty() && input.parts.iter().all(clear) && answered(Answered::Yes);
    let disproved = checked.iter().filter(|claim| claim.support == Support::Contradicted).count();
    // A model that has read the blocks says of each part whether they answer it.
    let judged = !input.parts.is_empty() && input.parts.iter().all(|part| part.by_model);
    let (trusted, read) = (is_first_hand(input, checked), is_read(checked));
    let first_hand = trusted && read;
    let mut rests_on = main_statements(checked).into_iter().flat_map(|claim| claim.cited);
    let current = rests_on.any(|(place, _)| !outdated[place]);
    let doubtful = missed.is_some() && !judged
        || weight < TRUSTED_LEAST && works < 2
        || few(held, stated)
        || mostly_lost;
    let refuted = !mainly.is_empty() || disproved > 0;
    let level = if supported == 0 || refuted || !answered(Answered::Partly) || !current {
        Confidence::Low
    } else if quoted {
        // A passage that was found, and that nobody has weighed against the question but by numbers.
        let firm = works >= 2 || weight >= TRUSTED || own_notes(input, checked);
        let firm = firm && missed.is_none() && conflicts.is_empty();
        if clear && firm { Confidence::Medium } else { Confidence::Low }
    } else if doubtful {
        Confidence::Low
    } else {
        let clean = held == stated && !few(supported, checked.len());
        let clean = clean && missed.is_none() && weight >= TRUSTED_LEAST;
        let alone_will_do = if judged { first_hand } else { clear || own_notes(input, checked) };
        let firm = works >= 2 || alone_will_do;
        if answered(Answered::Yes) && clean && firm { Confidence::High } else { Confidence::Medium }
    };
    let locale = input.brief.locale();
    let mut reasons = Vec::new();
    let mut give = |reason: Msg| reasons.push(locale.say(reason));
    let open = input.parts.iter().filter(|part| part.answered == Answered::No).count();
    if open > 0 {
        give(Msg::PartsOpen { open: open as u64, total: input.parts.len() as u64 });
    } else if !answered(Answered::Yes) || judged && lost > 0 {
        give(if quoted { Msg::AnswersMaybePart } else { Msg::AnswersPart });
    } else if judged && !quoted {
        give(Msg::AnswersAll);
    }
    if disproved > 0 {
        give(Msg::DraftContradicted { count: disproved as u64 });
    }
    if let Some(kind) = missed {
        let kind = kind.to(locale);
        give(if quoted { Msg::PassageMisses { kind } } else { Msg::StatementsMiss { kind } });
    }
    for conflict in mainly {
        give(Msg::DisagreeMainly { values: conflicts::values(conflict, locale) });
    }
    for conflict in besides {
        give(Msg::DisagreePoint { values: conflicts::values(conflict, locale) });
    }
    if supported < checked.len() {
        give(Msg::StatementsHeld { held: supported as u64, total: checked.len() as u64 });
    }
    let is_ranked = input.parts.iter().any(|part| part.score.is_some());
    give(match (quoted, clear && missed.is_none(), is_ranked) {
        (true, true, true) => Msg::PassageFits,
        (true, false, true) if missed.is_none() && input.parts.iter().all(fits) => Msg::PassageRivaled,
        (true, false, true) => Msg::PassageDoubtful,
        (true, true, false) => Msg::PassageHasWords,
        (true, false, false) => Msg::PassageHasSomeWords,
        (false, _, _) => Msg::StatementsChecked,
    });
    let one_will_do = judged && trusted && !quoted && works <= 1;
    // Where a quotation comes from stands above it; that it is one work alone is told where that costs trust.
    if !quoted || clear && missed.is_none() && level == Confidence::Low {
        give(match works {
            main if one_will_do && main < all_works => Msg::MainWorkTrusted,
            _ if one_will_do => Msg::OneWorkTrusted,
            main if main < all_works => Msg::MainWorks { works: main as u64 },
            0 | 1 => Msg::OneWork,
            many => Msg::ManyWorks { works: many as u64 },
        });
    }
    if one_will_do && !read {
        give(Msg::StatementsReworded);
    }
    // Of the asker's own files, their place doesn't tell who wrote them.
    if weight >= TRUSTED && !one_will_do && !own_notes(input, checked) {
        give(Msg::SourcesOfficial);
    } else if weight < TRUSTED_LEAST {
        give(Msg::SourcesOpen);
    }
    (level, reasons)
}

/// Is a part clearly answered: by a block that a reranker ranks well above what answers nothing and what stands elsewhere
/// or, without a reranker, by a block that contains everything that was asked?
fn clear(part: &PartJudgement) -> bool {
    part.clarity().map_or(part.coverage >= ALL, |clarity| clarity >= CLEARLY)
}

/// Would the best block of a part be a clear answer if it were well ahead of the others?
fn fits(part: &PartJudgement) -> bool {
    let alone = PartJudgement { lead: Some(f32::INFINITY), ..part.clone() };
    part.score.is_some() && clear(&alone)
}

/// The statements that answer: the supported ones of the summary, or all if there are none. A side remark from
/// another work confirms nothing.
fn main_statements<'a>(checked: &[Checked<'a>]) -> Vec<Checked<'a>> {
    let answers =
        |claim: &&Checked<'_>| claim.draft.part == Part::Summary && claim.support >= Support::Partly;
    match checked.iter().any(|claim| answers(&claim)) {
        true => checked.iter().filter(answers).cloned().collect(),
        false => checked.to_vec(),
    }
}

/// Is the conflict about something in the summary?
fn is_main(conflict: &Conflict, checked: &[Checked<'_>], language: &str) -> bool {
    let mut summary = checked.iter().filter(|claim| claim.draft.part == Part::Summary);
    summary.any(|claim| {
        let said = |value: &str| conflicts::as_written(value, &claim.draft.text, language).is_some();
        conflict.positions.iter().any(|position| said(&position.value))
    })
}

/// Does the answer rely only on the asker's own documents? A clear note of one's own needs no second source; a
/// message in a chat does.
pub(super) fn own_notes(input: &VerifyInput<'_>, checked: &[Checked<'_>]) -> bool {
    cited_materials(checked).into_iter().all(|place| is_own(input.materials[place].document))
}

fn is_own(document: &Document) -> bool {
    document.is_private() && document.kind != DocumentKind::Forum
}

/// Does each statement of the summary rest on an official source, or on a document of the asker?
fn is_first_hand(input: &VerifyInput<'_>, checked: &[Checked<'_>]) -> bool {
    let entities = &input.brief.question.entities;
    let official = |document: &Document| authority_of(document, entities) >= OFFICIAL;
    main_statements(checked).iter().all(|claim| {
        let mut cited = claim.cited.iter().map(|(place, _)| input.materials[*place].document);
        cited.any(|document| is_own(document) || official(document))
    })
}

/// Does each statement of the summary rest on more than shared words, which may be about something else? A model that checks
/// has read it, or it stands there nearly word for word.
fn is_read(checked: &[Checked<'_>]) -> bool {
    main_statements(checked).iter().all(|claim| claim.ground != Ground::Words)
}

/// The number of works behind the supported claims. The pages of a manual count once, and so do copies.
pub(super) fn works(input: &VerifyInput<'_>, checked: &[Checked<'_>]) -> usize {
    let copies = copies(input, checked);
    let work = |place: usize| work_of(input.materials[place].document);
    let places: BTreeSet<usize> = cited_materials(checked).difference(&copies).copied().collect();
    let folder = |place: &usize| {
        let url = input.materials[*place].document.url.as_str();
        url.starts_with("file:").then(|| url.rsplit_once('/').map_or("", |(folder, _)| folder))
    };
    let named = |place: &&usize| input.materials[**place].document.work.is_some();
    // A page that names no work is one of the manual in whose folder it lies.
    let manual = |place: &usize| {
        let own = folder(place).filter(|_| !named(&place))?;
        let above = |other: &&usize| {
            folder(other).is_some_and(|above| {
                own.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            })
        };
        places.iter().filter(named).find(above).copied()
    };
    places.iter().map(|place| work(manual(place).unwrap_or(*place))).collect::<BTreeSet<_>>().len()
}

/// The kind of thing that was asked for, if it is known and no supported claim contains one. Where a model has read that
/// all parts are answered, nothing is missing, whatever the kind of its words.
pub(super) fn missed(input: &VerifyInput<'_>, checked: &[Checked<'_>]) -> Option<Msg> {
    let answered = |part: &PartJudgement| part.by_model && part.answered == Answered::Yes;
    if !input.parts.is_empty() && input.parts.iter().all(answered) {
        return None;
    }
    let question = input.brief.question;
    let kind = asked_for(question)?;
    // Of what is quoted, the summary was chosen because it holds such a thing; around it there may be any number.
    let quoted = input.draft.summary.is_some();
    let answers = |claim: &&Checked<'_>| !quoted || claim.draft.part == Part::Summary;
    let said = || checked.iter().filter(answers).filter(|claim| claim.support >= Support::Partly);
    let mut above = said().flat_map(|claim| &claim.cited).flat_map(|place| {
        let work = input.materials[place.0].document.work.as_deref();
        input
            .evidence_at(place)
            .flat_map(|piece| &piece.headings)
            .filter(move |heading| work != Some(heading.as_str()))
    });
    let held = held_by(question, said().map(|claim| claim.draft.text.as_str()))
        || above.any(|heading| told_above(question, [heading.as_str()]));
    (!held).then_some(kind)
}

/// Does the answer rely on one source that needs a second one? One's own notes don't.
pub(super) fn lacks_a_second(input: &VerifyInput<'_>, checked: &[Checked<'_>]) -> bool {
    independent(input, checked) == 1 && !own_notes(input, checked)
}

/// The number of sites behind the supported claims. Files count separately; copies count once.
pub(super) fn independent(input: &VerifyInput<'_>, checked: &[Checked<'_>]) -> usize {
    let language = input.brief.question.language.as_str();
    let mut texts = Texts::default();
    let mut kept: Vec<(String, usize)> = Vec::new();
    let mut seen: BTreeSet<usize> = BTreeSet::new();
    let copies = copies(input, checked);
    for (place, range) in cited(checked) {
        if copies.contains(&place) || !seen.insert(place) {
            continue;
        }
        let material = &input.materials[place];
        texts.add(&material.text[range], language);
        let number = texts.len() - 1;
        let site = site_key(material.document);
        // Two sources may state a fact in the same few words.
        let is_long = texts.length(number) >= SHORTEST;
        let copy = is_long && kept.iter().any(|(_, other)| texts.likeness(number, *other) >= COPY);
        if !copy && !kept.iter().any(|(known, _)| *known == site) {
            kept.push((site, number));
        }
    }
    kept.len().max(usize::from(!seen.is_empty()))
}

/// Cited materials that are copies of another cited one, in full.
fn copies(input: &VerifyInput<'_>, checked: &[Checked<'_>]) -> BTreeSet<usize> {
    let places: Vec<usize> = cited_materials(checked).into_iter().collect();
    if places.len() < 2 {
        return BTreeSet::new();
    }
    let sketches: Vec<_> = places.iter().map(|place| input.materials[*place].sketch()).collect();
    let originals = originals_among(&sketches);
    (0..places.len()).filter(|at| originals[*at] != *at).map(|at| places[at]).collect()
}

/// The materials that are cited for the supported claims.
pub(super) fn cited_materials(checked: &[Checked<'_>]) -> BTreeSet<usize> {
    cited(checked).map(|(place, _)| place).collect()
}

/// What is cited for the supported claims.
pub(super) fn cited<'c>(checked: &'c [Checked<'_>]) -> impl Iterator<Item = Place> + 'c {
    let held = checked.iter().filter(|claim| claim.support >= Support::Partly);
    held.flat_map(|claim| claim.cited.iter().cloned())
}

fn mean_authority(input: &VerifyInput<'_>, checked: &[Checked<'_>]) -> f64 {
    let places = cited_materials(checked);
    let total: f64 = places
        .iter()
        .map(|place| authority_of(input.materials[*place].document, &input.brief.question.entities))
        .sum();
    if places.is_empty() { 0.0 } else { total / places.len() as f64 }
}

#[cfg(test)]
#[path = "confidence_tests.rs"]
mod tests;
