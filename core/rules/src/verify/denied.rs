//! Does a claim deny what the source says, or the other way around? Both are compared clause by clause.

use super::denials::{Clause, Clauses, Kind, Plain};
use std::collections::BTreeSet;
use std::ops::Range;

/// The share of an exception's words that the other text must contain to be about the same case.
const SAME_CASE: f64 = 0.5;
/// From this share of a sentence's words on, two conditions are for the same thing.
const SAME_CONSEQUENCE: f64 = 0.75;
/// The fewest words after a negation that show what it negates.
const PREDICATE: usize = 2;
/// The share of a claim's clause that another clause must contain to put it in doubt.
const DOUBTED: f64 = 0.5;

/// The clause of the source that says the opposite of the claim. Each clause of the claim is compared with the clause
/// of the source that shares the most words with it, and at least the share `least` of the shorter one's words. If
/// there are several, all must say the opposite.
pub(super) fn denied(claim: &Clauses, source: &Clauses, least: f64) -> Option<Range<usize>> {
    opposed(claim, source, least, true)
}

/// The same of a clause that may be about another thing or another case than the claim.
pub(super) fn perhaps_denied(claim: &Clauses, source: &Clauses, least: f64) -> Option<Range<usize>> {
    opposed(claim, source, least, false)
}

fn opposed(claim: &Clauses, source: &Clauses, least: f64, of_same: bool) -> Option<Range<usize>> {
    if !claim.denies() && !source.denies() {
        return None;
    }
    match claim.but_for_denials(source) {
        Some((_, false)) => return None,
        Some((range, true)) => return of_same.then_some(range),
        None => {}
    }
    let mut clauses = claim.all.iter().enumerate().filter(|(_, ours)| ours.kind != Kind::Circumstance);
    clauses.find_map(|(at, ours)| {
        let shared = |theirs: &Clause| ours.keys.intersection(&theirs.keys).count();
        let most = source.all.iter().map(shared).max()?;
        // One word alone tells no statement from another.
        let enough = if ours.kind == Kind::Condition { 1 } else { 2 };
        // The subject of one may be a pronoun in the other.
        let nearest = |theirs: &&Clause| {
            let shorter = ours.keys.len().min(theirs.keys.len());
            shared(theirs) == most && most >= enough && most as f64 >= least * shorter as f64
        };
        let mut nearest = source.all.iter().filter(nearest).peekable();
        let range = nearest.peek()?.range.clone();
        // What the source denies in these very words is not affirmed by a clause that has only some of them.
        let predicate = claim.denied_words(at).filter(|words| source.has_run(words));
        let has = |theirs: &Clause, word: &Plain| match word {
            Plain::Word(key) => !ours.keys.contains(key) || theirs.words.contains(key),
            Plain::Denial => true,
        };
        let affirms =
            |theirs: &Clause| predicate.is_none_or(|words| words.iter().all(|word| has(theirs, word)));
        let opposes = |theirs: &Clause| {
            let turned = opposite((claim, ours), (source, theirs)).filter(|_| affirms(theirs))?;
            Some(is_of_same((claim, ours), (source, theirs), &turned))
        };
        let of_one: Vec<bool> = nearest.map(opposes).collect::<Option<_>>()?;
        (of_one.iter().all(|same| *same) == of_same).then_some(range)
    })
}

/// The clause of the source that puts the claim in doubt: half of what they share is avoided or prevented there. The
/// claim may still be true, because it may say so in words that aren't known.
pub(super) fn doubted(claim: &Clauses, source: &Clauses) -> Option<Range<usize>> {
    let turns = |clause: &Clause| !clause.prevented.is_empty() || clause.is_limited;
    let excepts = |clause: &Clause| !clause.exceptions.is_empty();
    if claim.denies() || claim.all.iter().any(turns) || source.all.iter().any(excepts) {
        return None;
    }
    claim.all.iter().find_map(|ours| {
        let shared = |theirs: &Clause| ours.keys.intersection(&theirs.keys).count();
        let most = source.all.iter().map(shared).max()?;
        let prevents = |theirs: &&Clause| {
            let prevented = ours.keys.intersection(&theirs.prevented).count();
            shared(theirs) == most && prevented * 2 >= most
        };
        let enough = most > 0 && most as f64 >= DOUBTED * ours.keys.len() as f64;
        source.all.iter().find(prevents).filter(|_| enough).map(|theirs| theirs.range.clone())
    })
}

/// The words on which two clauses say the opposite. A negation inverts a statement, and so does an exception for
/// something that the other text names. Two of them cancel out.
fn opposite(
    (claim, ours): (&Clauses, &Clause),
    (source, theirs): (&Clauses, &Clause),
) -> Option<BTreeSet<u32>> {
    let (here, there) = (claim.sentence_of(ours), source.sentence_of(theirs));
    if (ours.kind == Kind::Condition) != (theirs.kind == Kind::Condition) {
        return None;
    }
    // Cases that exclude one another are often told one after the other.
    let (said, known) = (keys_of(&here), keys_of(&there));
    let shared = said.intersection(&known).count() as f64;
    if ours.kind == Kind::Condition && shared < SAME_CONSEQUENCE * said.len() as f64 {
        return None;
    }
    let (own, other) = (ours.denies_alone(theirs), theirs.denies_alone(ours));
    // What is said of it may be denied in what follows.
    if !own.is_empty() && other.is_empty() && source.is_resumed(theirs) {
        return None;
    }
    let turns = usize::from(!own.is_empty()) + usize::from(!other.is_empty());
    let turns = turns + exceptions(&here, &there) + exceptions(&there, &here);
    let turned = own.intersection(&theirs.words).chain(other.intersection(&ours.words));
    let turned: BTreeSet<u32> = turned.copied().collect();
    (turns % 2 == 1 && !turned.is_empty()).then_some(turned)
}

/// Are two clauses that say the opposite about the same thing, in the same case? Not if what the claim says first, or a
/// condition of it, stands only in other clauses of the source, while this one names a thing or a condition of its own.
fn is_of_same(
    (claim, ours): (&Clauses, &Clause),
    (source, theirs): (&Clauses, &Clause),
    turned: &BTreeSet<u32>,
) -> bool {
    let case = source.conditions_of(theirs);
    let is_elsewhere = |key: &u32| {
        let here = theirs.keys.contains(key) || case.contains(key);
        !here && source.all.iter().any(|clause| clause.keys.contains(key))
    };
    let other_thing = !theirs.until(turned).is_empty() && ours.until(turned).iter().any(is_elsewhere);
    let other_case = !case.is_empty() && claim.conditions_of(ours).iter().any(is_elsewhere);
    !other_thing && !other_case
}

/// Exceptions in only one of the sentences, for a case that the other one names.
fn exceptions(one: &[&Clause], other: &[&Clause]) -> usize {
    let known = keys_of(other);
    let counts = |(word, case): &&(u32, BTreeSet<u32>)| {
        let shared = case.intersection(&known).count();
        let alone = !other.iter().any(|clause| clause.words.contains(word));
        alone && shared > 0 && shared as f64 >= SAME_CASE * case.len() as f64
    };
    one.iter().flat_map(|clause| &clause.exceptions).filter(counts).count()
}

fn keys_of(sentence: &[&Clause]) -> BTreeSet<u32> {
    sentence.iter().flat_map(|clause| clause.keys.iter().copied()).collect()
}

impl Clause {
    /// The content words before the first of some words: what it is about.
    fn until(&self, words: &BTreeSet<u32>) -> &[u32] {
        let end = self.order.iter().position(|key| words.contains(key));
        &self.order[..end.unwrap_or(self.order.len())]
    }

    /// What this clause negates, and the other one neither negates nor prevents. What the other one omits may be the
    /// same.
    fn denies_alone(&self, other: &Clause) -> BTreeSet<u32> {
        if !other.elided.is_empty() {
            return BTreeSet::new();
        }
        let known = |word: &u32| other.denied.contains(word) || other.prevented.contains(word);
        let mut alone: BTreeSet<u32> = self.denied.iter().copied().filter(|word| !known(word)).collect();
        if other.denied.is_empty() {
            alone.extend(&self.elided);
        }
        alone
    }
}

impl Clauses {
    fn denies(&self) -> bool {
        self.words.contains(&Plain::Denial)
    }

    /// What a clause denies: its words from the first negation on. `None` if it is too short to be told from others.
    fn denied_words(&self, at: usize) -> Option<&[Plain]> {
        let end = self.starts.get(at + 1).copied().unwrap_or(self.words.len());
        let own = self.words.get(*self.starts.get(at)?..end)?;
        let denial = own.iter().position(|word| *word == Plain::Denial)?;
        let words = &own[denial..];
        (words.len() > PREDICATE).then_some(words)
    }

    /// Does it have these words without a gap?
    fn has_run(&self, words: &[Plain]) -> bool {
        self.words.windows(words.len()).any(|run| run == words)
    }

    /// Does the next clause go on about what this one is about, and deny something of it?
    fn is_resumed(&self, clause: &Clause) -> bool {
        let denies = |next: &Clause| !next.denied.is_empty() || !next.elided.is_empty();
        self.all.get(clause.at + 1).is_some_and(|next| next.resumes && denies(next))
    }

    /// The words of the conditions next to a clause.
    fn conditions_of(&self, clause: &Clause) -> BTreeSet<u32> {
        let next = clause.at.checked_sub(1).into_iter().chain([clause.at + 1]);
        let conditions = next.filter_map(|at| self.all.get(at)).filter(|other| {
            let governs = other.kind == Kind::Condition && clause.kind != Kind::Condition;
            governs && other.sentence == clause.sentence
        });
        conditions.flat_map(|other| other.keys.iter().copied()).collect()
    }

    fn sentence_of(&self, clause: &Clause) -> Vec<&Clause> {
        self.all.iter().filter(|other| other.sentence == clause.sentence).collect()
    }

    /// Whether the source says the same in the same words, apart from negations, and whether these differ.
    fn but_for_denials(&self, source: &Clauses) -> Option<(Range<usize>, bool)> {
        let differs = source.starts.iter().zip(&source.all).filter_map(|(start, clause)| {
            self.differs_at(source, *start).map(|differs| (clause.range.clone(), differs))
        });
        differs.min_by_key(|(_, differs)| *differs)
    }

    /// Do the negations differ from those of the source in the same words? `None` if the words differ.
    fn differs_at(&self, source: &Clauses, start: usize) -> Option<bool> {
        let denials = |words: &[Plain]| words.iter().take_while(|word| matches!(word, Plain::Denial)).count();
        let (mut at, mut there, mut differs) = (0, start, false);
        loop {
            let (ours, theirs) = (denials(&self.words[at..]), denials(&source.words[there..]));
            (at, there) = (at + ours, there + theirs);
            let Some(word) = self.words.get(at) else {
                // A denial behind the last word may be that of what follows.
                let ends = there == source.words.len() || source.starts.contains(&there);
                return (at > ours).then_some(differs || ours != theirs && (ours > 0 || ends));
            };
            if source.words.get(there) != Some(word) {
                return None;
            }
            differs |= ours != theirs;
            (at, there) = (at + 1, there + 1);
        }
    }
}

#[cfg(test)]
#[path = "denied_tests.rs"]
mod tests;
