//! A text, split into clauses, with what each of them negates: a negation applies to the predicate after it in the same
//! clause, and to nothing else.

use super::align::{Sort, Token};
use super::wording::{COMMAS, Wording};
use crate::text::tables::{Tables, lists};
use std::collections::BTreeSet;
use std::ops::Range;

/// A negation applies to a word within this many words after it.
const NEAR: usize = 5;

/// A text, split into clauses.
#[derive(Debug)]
pub(super) struct Clauses {
    pub all: Vec<Clause>,
    /// Its words in order, without auxiliary verbs and articles, and whether each begins a clause.
    pub words: Vec<Plain>,
    pub starts: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plain {
    Word(u32),
    Denial,
}

#[derive(Debug)]
pub(super) struct Clause {
    /// Its position among the clauses.
    pub at: usize,
    /// Byte range in the text.
    pub range: Range<usize>,
    pub kind: Kind,
    /// The sentence that it is part of.
    pub sentence: usize,
    /// The content words, and all words.
    pub keys: BTreeSet<u32>,
    pub words: BTreeSet<u32>,
    /// Its content words in order.
    pub order: Vec<u32>,
    /// What it negates: the next content word after each negation.
    pub denied: BTreeSet<u32>,
    /// What it negates without repeating it, as in "A can be copied, but B cannot": words of the clause before.
    pub elided: BTreeSet<u32>,
    /// What it says is prevented, avoided, or impossible: the content words after such a word.
    pub prevented: BTreeSet<u32>,
    /// Words that introduce an exception ("unless"), each with the words of the exception.
    pub exceptions: Vec<(u32, BTreeSet<u32>)>,
    /// It restricts what it says ("only"), or makes an exception.
    pub is_limited: bool,
    /// It says something of what the clause before was about: "A and B are tempting, but these don't work".
    pub resumes: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Main,
    /// "If …"
    Condition,
    /// "Without a key, …" states a case in which something is true.
    Circumstance,
}

impl Clauses {
    pub fn of(text: &Wording<'_>) -> Self {
        let mut found = Clauses { all: Vec::new(), words: Vec::new(), starts: Vec::new() };
        let starts = text.starts();
        let mut sentence = 0;
        // The clause that a parenthesis interrupts.
        let mut outer: Option<usize> = None;
        for (at, (start, begins, kind)) in starts.iter().enumerate() {
            sentence += usize::from(*begins);
            let end = starts.get(at + 1).map_or(text.tokens.len(), |(next, ..)| *next);
            let before = found.all.last().filter(|before| before.sentence == sentence);
            let mut clause = text.clause(at, *start..end, (sentence, *kind), before);
            match (text.gap(*start).contains('('), text.gap(*start).contains(')')) {
                (true, false) => outer = before.map(|before| before.at),
                (false, true) => {
                    let own = |other: &&Clause| other.sentence == sentence && other.kind == Kind::Main;
                    let interrupted = outer.take().and_then(|at| found.all.get(at)).filter(own);
                    if let Some(other) = interrupted.filter(|_| text.goes_on(*start, *kind)) {
                        clause.go_on(other);
                    }
                }
                (true, true) | (false, false) => {}
            }
            found.starts.push(found.words.len());
            found.words.extend((*start..end).filter_map(|place| text.plain(place)));
            found.all.push(clause);
        }
        found
    }
}

impl Clause {
    /// Goes on with what a clause says that a parenthesis interrupted.
    fn go_on(&mut self, before: &Clause) {
        self.range.start = before.range.start;
        self.keys.extend(&before.keys);
        self.words.extend(&before.words);
        self.order.splice(0..0, before.order.iter().copied());
        self.denied.extend(&before.denied);
        self.elided.extend(&before.elided);
        self.prevented.extend(&before.prevented);
        self.resumes = before.resumes;
    }
}

impl Wording<'_> {
    /// Does a clause behind a parenthesis go on with the one before it: "Fast mode (the default) does not wait"?
    fn goes_on(&self, at: usize, kind: Kind) -> bool {
        let (tables, word) = (Tables::or_english(self.language), self.word(at));
        let is_new = tables.joins(&word) || tables.subordinating.has(&word) || tables.contrasting.has(&word);
        kind == Kind::Main && !is_new && !self.gap(at).contains(COMMAS)
    }

    /// Where clauses begin, whether a sentence begins there as well, and of what kind they are.
    fn starts(&self) -> Vec<(usize, bool, Kind)> {
        let tables = Tables::or_english(self.language);
        let mut starts: Vec<(usize, bool, Kind)> = Vec::new();
        for at in 0..self.tokens.len() {
            let (gap, word, kind) = (self.gap(at), self.word(at), self.kind(at));
            let begins = self.begins_sentence(at);
            let joins = tables.joins(&word) || tables.subordinating.has(&word);
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
        if self.phrase(at, &tables.conditions).is_some() {
            return Kind::Condition;
        }
        let apart = at == 0 || self.is_parted(at);
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
        position: usize,
        places: Range<usize>,
        (sentence, kind): (usize, Kind),
        before: Option<&Clause>,
    ) -> Clause {
        let tables = Tables::or_english(self.language);
        let mut clause = Clause {
            at: position,
            range: self.bytes(&places),
            kind,
            sentence,
            keys: self.keys(places.clone()),
            words: self.tokens[places.clone()].iter().map(|token| token.key).collect(),
            order: places.clone().filter(|at| self.is_content(*at)).map(|at| self.tokens[at].key).collect(),
            denied: BTreeSet::new(),
            elided: BTreeSet::new(),
            prevented: BTreeSet::new(),
            exceptions: Vec::new(),
            is_limited: false,
            resumes: self.resumes(places.clone()),
        };
        for at in places.clone() {
            let token = &self.tokens[at];
            if token.sort != Sort::Denial {
                let word = self.word(at);
                if self.phrase(at, &tables.preventing).is_some() {
                    clause.prevented.extend(self.keys(at + 1..self.part_end(at, places.end)));
                }
                clause.is_limited |= tables.restrictions.has(&word) || tables.exceptions.has(&word);
                if tables.exceptions.has(&word) && tables.conditions.has(&word) {
                    clause.exceptions.push((token.key, self.keys(at + 1..places.end)));
                }
                continue;
            }
            if self.phrase(at, &Tables::all().idle_negations).is_some() {
                continue;
            }
            let ends = at + 1 == places.end || self.is_parted(at + 1);
            if !ends {
                let mut behind = at + 1..places.end.min(at + 1 + NEAR);
                let denied = behind.find(|place| self.is_content(*place));
                let denied = denied.map(|place| self.compares(place).unwrap_or(place));
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

    /// Does a clause begin with a pronoun?
    fn resumes(&self, places: Range<usize>) -> bool {
        let contrasts = Tables::or_english(self.language).contrasting.has(&self.word(places.start));
        let first = places.start + usize::from(contrasts);
        places.contains(&first)
            && lists::Tables::or_english(self.language).pointing_words.has(&self.word(first))
    }

    /// The last word of a bound ("more than"). Negating it sets another bound ("at most") and negates nothing about
    /// what is counted.
    fn compares(&self, at: usize) -> Option<usize> {
        let more = self.phrase(at, &Tables::all().hedges)?.checked_sub(1)?;
        (more > 0 && at + more < self.tokens.len()).then_some(at + more)
    }

    /// A word as it counts in a word-for-word comparison. A "no" that answers a question negates nothing.
    fn plain(&self, at: usize) -> Option<Plain> {
        let token = &self.tokens[at];
        if token.sort == Sort::Denial {
            let answers = at == 0 && self.tokens.len() > 1 && self.is_parted(1);
            return (!answers).then_some(Plain::Denial);
        }
        let word = self.word(at);
        let hangs = |next: &Token| next.sort == Sort::Denial && next.range == token.range;
        let tables = Tables::or_english(self.language);
        let helps = lists::Tables::or_english(self.language).auxiliaries.has(&word)
            || tables.prepositions.has(&word)
            || tables.subordinating.has(&word)
            || self.tokens.get(at + 1).is_some_and(hangs);
        (!helps).then_some(Plain::Word(token.key))
    }
}
