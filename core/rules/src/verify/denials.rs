//! Does a claim deny what the source says, or the other way around? Both are compared clause by clause: a negation
//! applies to the predicate after it in the same clause, and to nothing else.

use super::align::{Sort, Token};
use crate::text::beginning;
use crate::text::tables::{Tables, lists};
use crate::text::words::fold;
use std::collections::BTreeSet;
use std::ops::Range;

/// A negation applies to a word within this many words after it.
const NEAR: usize = 5;
/// The share of an exception's words that the other text must contain to be about the same case.
const SAME_CASE: f64 = 0.5;
/// From this share of a sentence's words on, two conditions are for the same thing.
const SAME_CONSEQUENCE: f64 = 0.75;
/// The fewest words after a negation that show what it negates.
const PREDICATE: usize = 2;
/// Characters that end a clause, or set it off.
const SIGNS: &[char] =
    &[',', ';', ':', '.', '!', '?', '—', '–', '，', '、', '；', '：', '。', '！', '？', '،', '؛', '؟'];
/// The comma in all scripts.
pub(super) const COMMAS: &[char] = &[',', '，', '、', '،'];

/// A text, split into clauses.
#[derive(Debug)]
pub(super) struct Clauses {
    all: Vec<Clause>,
    /// Its words in order, without auxiliary verbs and articles, and whether each begins a clause.
    words: Vec<Plain>,
    starts: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plain {
    Word(u32),
    Denial,
}

#[derive(Debug)]
struct Clause {
    /// Byte range in the text.
    range: Range<usize>,
    kind: Kind,
    /// The sentence that it is part of.
    sentence: usize,
    /// The content words, and all words.
    keys: BTreeSet<u32>,
    words: BTreeSet<u32>,
    /// What it negates: the next content word after each negation.
    denied: BTreeSet<u32>,
    /// What it negates without repeating it, as in "A can be copied, but B cannot": words of the clause before.
    elided: BTreeSet<u32>,
    /// Words that introduce an exception ("unless"), each with the words of the exception.
    exceptions: Vec<(u32, BTreeSet<u32>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Main,
    /// "If …"
    Condition,
    /// "Without a key, …" states a case in which something is true.
    Circumstance,
}

/// The clause of the source that says the opposite of the claim. Each clause of the claim is compared with the clause
/// of the source that shares the most words with it, and at least the share `least` of the shorter one's words. If
/// there are several, all must say the opposite.
pub(super) fn denied(claim: &Clauses, source: &Clauses, least: f64) -> Option<Range<usize>> {
    if !claim.denies() && !source.denies() {
        return None;
    }
    match claim.but_for_denials(source) {
        Some((_, false)) => return None,
        Some((range, true)) => return Some(range),
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
        let opposes = |theirs: &Clause| is_opposite((claim, ours), (source, theirs)) && affirms(theirs);
        nearest.all(opposes).then_some(range)
    })
}

/// Do two clauses say the opposite? A negation inverts a statement, and so does an exception for something that the
/// other text names. Two of them cancel out.
fn is_opposite((claim, ours): (&Clauses, &Clause), (source, theirs): (&Clauses, &Clause)) -> bool {
    let (here, there) = (claim.sentence_of(ours), source.sentence_of(theirs));
    if (ours.kind == Kind::Condition) != (theirs.kind == Kind::Condition) {
        return false;
    }
    // Cases that exclude one another are often told one after the other.
    let (said, known) = (keys_of(&here), keys_of(&there));
    let shared = said.intersection(&known).count() as f64;
    if ours.kind == Kind::Condition && shared < SAME_CONSEQUENCE * said.len() as f64 {
        return false;
    }
    let (own, other) = (ours.denies_alone(theirs), theirs.denies_alone(ours));
    let turns = usize::from(!own.is_empty()) + usize::from(!other.is_empty());
    let turns = turns + exceptions(&here, &there) + exceptions(&there, &here);
    turns % 2 == 1 && (!own.is_disjoint(&theirs.words) || !other.is_disjoint(&ours.words))
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
    /// What this clause negates and the other one doesn't. What the other one omits may be the same.
    fn denies_alone(&self, other: &Clause) -> BTreeSet<u32> {
        if !other.elided.is_empty() {
            return BTreeSet::new();
        }
        let mut alone: BTreeSet<u32> = self.denied.difference(&other.denied).copied().collect();
        if other.denied.is_empty() {
            alone.extend(&self.elided);
        }
        alone
    }
}

impl Clauses {
    pub fn of(text: &str, tokens: &[Token], language: &str) -> Self {
        let side = Side { text, tokens, language };
        let mut found = Clauses { all: Vec::new(), words: Vec::new(), starts: Vec::new() };
        let starts = side.starts();
        let mut sentence = 0;
        for (at, (start, begins, kind)) in starts.iter().enumerate() {
            sentence += usize::from(*begins);
            let end = starts.get(at + 1).map_or(tokens.len(), |(next, ..)| *next);
            let before = found.all.last().filter(|before| before.sentence == sentence);
            let clause = side.clause(*start..end, (sentence, *kind), before);
            found.starts.push(found.words.len());
            found.words.extend((*start..end).filter_map(|place| side.plain(place)));
            found.all.push(clause);
        }
        found
    }

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

/// A text that is being split.
struct Side<'k> {
    text: &'k str,
    tokens: &'k [Token],
    language: &'k str,
}

impl Side<'_> {
    /// The text between a word and the word before it.
    fn gap(&self, at: usize) -> &str {
        let before = at.checked_sub(1).map_or(0, |before| self.tokens[before].range.end);
        self.text.get(before..self.tokens[at].range.start).unwrap_or_default()
    }

    fn word(&self, at: usize) -> String {
        self.text[self.tokens[at].range.clone()].to_lowercase()
    }

    fn begins(&self, at: usize) -> String {
        fold(beginning(&self.text[self.tokens[at].range.start..], 40))
    }

    /// Where clauses begin, whether a sentence begins there as well, and of what kind they are.
    fn starts(&self) -> Vec<(usize, bool, Kind)> {
        let tables = Tables::or_english(self.language);
        let mut starts: Vec<(usize, bool, Kind)> = Vec::new();
        for at in 0..self.tokens.len() {
            let (gap, word, kind) = (self.gap(at), self.word(at), self.kind(at));
            let begins = at == 0 || ends_sentence(gap);
            let joins = tables.and_words.has(&word) || tables.or_words.has(&word);
            let closes = starts.last().is_some_and(|(.., kind)| *kind != Kind::Main);
            let parts = gap.contains(['(', ')']) || gap.contains(COMMAS) && (joins || closes);
            if begins || parts || kind != Kind::Main || tables.contrasting.has(&word) {
                starts.push((at, begins, kind));
            }
        }
        starts
    }

    fn kind(&self, at: usize) -> Kind {
        let tables = Tables::or_english(self.language);
        if tables.conditions.folded().begin(&self.begins(at)).is_some() {
            return Kind::Condition;
        }
        let apart = at == 0 || self.gap(at).contains(SIGNS);
        let mut behind = at + 2..self.tokens.len().min(at + 2 + NEAR);
        let is_apart = apart && tables.lacking.has(&self.word(at));
        if is_apart && behind.any(|place| self.gap(place).contains(COMMAS)) {
            Kind::Circumstance
        } else {
            Kind::Main
        }
    }

    fn clause(
        &self,
        places: Range<usize>,
        (sentence, kind): (usize, Kind),
        before: Option<&Clause>,
    ) -> Clause {
        let tables = Tables::or_english(self.language);
        let says = |place: &usize| self.tokens[*place].sort == Sort::Content;
        let keys = |places: Range<usize>| -> BTreeSet<u32> {
            places.filter(says).map(|place| self.tokens[place].key).collect()
        };
        let bytes = self.tokens[places.start].range.start..self.tokens[places.end - 1].range.end;
        let mut clause = Clause {
            range: bytes,
            kind,
            sentence,
            keys: keys(places.clone()),
            words: self.tokens[places.clone()].iter().map(|token| token.key).collect(),
            denied: BTreeSet::new(),
            elided: BTreeSet::new(),
            exceptions: Vec::new(),
        };
        for at in places.clone() {
            let token = &self.tokens[at];
            if token.sort != Sort::Denial {
                let word = self.word(at);
                if tables.exceptions.has(&word) && tables.conditions.has(&word) {
                    clause.exceptions.push((token.key, keys(at + 1..places.end)));
                }
                continue;
            }
            if Tables::all().idle_negations.folded().begin(&self.begins(at)).is_some() {
                continue;
            }
            let ends = at + 1 == places.end || self.gap(at + 1).contains(SIGNS);
            if !ends {
                let mut behind = at + 1..places.end.min(at + 1 + NEAR);
                let denied = behind.find(says).map(|place| self.compares(place).unwrap_or(place));
                clause.denied.extend(denied.map(|place| self.tokens[place].key));
            } else if let Some(before) = before.filter(|before| before.denied.is_empty()) {
                clause.elided.extend(before.keys.difference(&clause.keys));
                clause.keys.extend(&before.keys);
                clause.words.extend(&before.words);
            } else if at > places.start {
                // "They do not."
                clause.denied.insert(self.tokens[at - 1].key);
            }
        }
        clause
    }

    /// The last word of a bound ("more than"). Negating it sets another bound ("at most") and negates nothing about
    /// what is counted.
    fn compares(&self, at: usize) -> Option<usize> {
        let rest = self.begins(at);
        let hedge = Tables::all().hedges.folded().begin(&rest)?;
        let more = rest.get(..hedge)?.split_whitespace().count().checked_sub(1)?;
        (more > 0 && at + more < self.tokens.len()).then_some(at + more)
    }

    /// A word as it counts in a word-for-word comparison. A "no" that answers a question negates nothing.
    fn plain(&self, at: usize) -> Option<Plain> {
        let token = &self.tokens[at];
        if token.sort == Sort::Denial {
            let answers = at == 0 && self.tokens.len() > 1 && self.gap(1).contains(SIGNS);
            return (!answers).then_some(Plain::Denial);
        }
        let word = self.word(at);
        let hangs = |next: &Token| next.sort == Sort::Denial && next.range == token.range;
        let helps = lists::Tables::or_english(self.language).auxiliaries.has(&word)
            || Tables::or_english(self.language).prepositions.has(&word)
            || self.tokens.get(at + 1).is_some_and(hangs);
        (!helps).then_some(Plain::Word(token.key))
    }
}

/// Does the text between two words end a sentence, or something like one?
pub(super) fn ends_sentence(gap: &str) -> bool {
    let ends = |(at, sign): (usize, char)| {
        let behind = &gap[at + sign.len_utf8()..];
        matches!(sign, ';' | ':' | '.' | '!' | '?') && behind.starts_with(char::is_whitespace)
    };
    gap.contains(['\n', '。', '！', '？', '；', '：', '؟', '؛']) || gap.char_indices().any(ends)
}

#[cfg(test)]
#[path = "denials_tests.rs"]
mod tests;
