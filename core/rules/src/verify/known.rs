//! Caches what was parsed for one decision: claims and sentences are compared many times, and parsing them is most of
//! the work.

use super::agreement::{Finding, Ground, compare};
use super::align::{Token, tokens};
use super::copied::{code_in, judged};
use super::denials::Clauses;
use super::quotes::Context;
use super::scopes::Scopes;
use super::values::is_value;
use super::wording::Wording;
use crate::text::lexicon::Lexicon;
use crate::text::lower_words;
use crate::text::mentions::{Mention, code_of, mentions};
use crate::text::sentences::said;
use crate::text::stopwords::is_question_word;
use crate::text::tables::Tables;
use crate::text::words::fold;
use gorkd_core::model::Support;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;

/// Compares claims with quotes, and parses each text only once.
#[derive(Debug, Default)]
pub struct Reader<'l> {
    pub(super) language: &'l str,
    known: BTreeMap<String, Rc<AnalyzedText<'l>>>,
    lexicon: Lexicon,
    /// Numbers for the keys of tokens.
    numbers: BTreeMap<String, u32>,
    /// The question, and the keys of its words.
    question: Rc<AnalyzedText<'l>>,
    pub(super) asked: Vec<u32>,
    /// What the asker says about their own case.
    told: Rc<AnalyzedText<'l>>,
    /// The passages that a draft cites. Calculations may use numbers from any of them.
    cited: String,
    /// The versions that the documents of the quotes name which are compared right now.
    pub(super) scopes: Scopes,
    /// Readers for other languages, created as needed.
    others: BTreeMap<&'static str, Box<Reader<'l>>>,
}

impl<'l> Reader<'l> {
    pub fn new(language: &'l str) -> Self {
        Self { language, ..Self::default() }
    }

    /// With the question that the claims answer: what it says needs no source.
    pub fn asking(mut self, question: &str) -> Self {
        self.question = self.of(question);
        self.told = self.of(&told(question, self.language));
        let question = self.question();
        self.asked = self.tokens(&question).iter().map(|token| token.key).collect();
        self
    }

    /// With the passages that the next claims cite together.
    pub fn cite(&mut self, passages: &[&str]) {
        self.cited = passages.join("\n\n");
        for other in self.others.values_mut() {
            other.cited.clone_from(&self.cited);
        }
    }

    /// A reader for another language; this one if nothing is known about that language.
    pub(super) fn in_language(&mut self, language: &str) -> &mut Self {
        let Some(code) = code_of(language).filter(|code| *code != self.language) else { return self };
        let other = || {
            let reader = Reader::new(code).asking(&self.question.text);
            Box::new(Reader { cited: self.cited.clone(), ..reader })
        };
        let reader = self.others.entry(code).or_insert_with(other);
        reader.scopes.clone_from(&self.scopes);
        reader
    }

    pub(super) fn question(&self) -> Rc<AnalyzedText<'l>> {
        Rc::clone(&self.question)
    }

    /// What a calculation may use besides its own quotes: the passages that the draft cites, and the question.
    pub(super) fn given(&mut self) -> Rc<AnalyzedText<'l>> {
        let given = format!("{}\n\n{}", self.cited, self.question.text);
        self.of(&given)
    }

    /// What the asker says about their own case.
    pub(super) fn told(&self) -> Rc<AnalyzedText<'l>> {
        Rc::clone(&self.told)
    }

    /// The words of a text, including function words.
    pub(super) fn tokens<'k>(&mut self, known: &'k AnalyzedText<'_>) -> &'k [Token] {
        let numbers = &mut self.numbers;
        known.tokens.get_or_init(|| {
            tokens(&known.text, self.language, |key| {
                if let Some(number) = numbers.get(key) {
                    return *number;
                }
                let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
                numbers.insert(key.to_owned(), next);
                next
            })
        })
    }

    /// The keys of all words of a text.
    pub(super) fn all_keys(&mut self, known: &AnalyzedText<'_>) -> BTreeSet<u32> {
        self.tokens(known).iter().map(|token| token.key).collect()
    }

    /// A text, split into clauses.
    pub(super) fn clauses<'k>(&mut self, known: &'k AnalyzedText<'_>) -> &'k Clauses {
        let text = Wording::of(known, self);
        known.clauses.get_or_init(|| Clauses::of(&text))
    }

    /// Checks a claim against one quote in its context.
    pub fn agreement(&mut self, claim: &str, context: &Context<'_>) -> Finding {
        self.together(claim, std::slice::from_ref(context))
    }

    /// Checks a claim against several quotes together.
    pub(super) fn together(&mut self, claim: &str, contexts: &[Context<'_>]) -> Finding {
        let ours = self.of(claim);
        self.scopes = Scopes::of(&ours, contexts, self);
        if let Some(code) = code_in(claim) {
            return judged(code, contexts, || compare(claim, contexts, self));
        }
        let finding = compare(claim, contexts, self);
        let by_words = finding.support == Support::Supported && finding.ground == Ground::Words;
        match self.scopes.undated(&ours).filter(|_| by_words) {
            Some(problem) => Finding { support: Support::Partly, problem: Some(problem), ..finding },
            None => finding,
        }
    }

    /// The content words of a text that is read only once, as numbers in this reader's lexicon.
    pub(super) fn keys_in(&mut self, text: &str) -> Vec<u32> {
        self.lexicon.keys(text, self.language)
    }

    /// The content words of a text.
    pub fn keys<'k>(&mut self, known: &'k AnalyzedText<'_>) -> &'k [u32] {
        known.keys.get_or_init(|| self.lexicon.keys(&known.text, self.language))
    }

    /// The same without values: the subject of a text. Values are compared separately, however they are written.
    pub(super) fn without_values<'k>(&mut self, known: &'k AnalyzedText<'_>) -> &'k [u32] {
        known.without_values.get_or_init(|| {
            let values: Vec<&Mention> = known.values().collect();
            let free = |range: &Range<usize>| {
                !values.iter().any(|value| value.range.start < range.end && range.start < value.range.end)
            };
            let terms = self.lexicon.terms(&known.text, self.language).into_iter();
            terms.filter(|(_, range)| free(range)).map(|(key, _)| key).collect()
        })
    }

    /// A text, parsed at most once.
    pub fn of(&mut self, text: &str) -> Rc<AnalyzedText<'l>> {
        if let Some(known) = self.known.get(text) {
            return known.clone();
        }
        let known = Rc::new(AnalyzedText::new(text, self.language));
        self.known.insert(text.to_owned(), known.clone());
        known
    }
}

/// The sentences of a question that presuppose something about the asker: "Why is my file 2 GB?", but not "Is my file
/// 2 GB?"
fn told(question: &str, language: &str) -> String {
    let askers = &Tables::or_english(language).askers;
    let tells = |sentence: &&str| {
        let words = lower_words(sentence);
        let granted = !sentence.ends_with('?') || words.iter().any(|word| is_question_word(word, language));
        granted && words.iter().any(|word| askers.has(word))
    };
    said(question).into_iter().filter(tells).collect::<Vec<_>>().join("\n")
}

/// A text, with what has been parsed so far.
#[derive(Debug, Default)]
pub struct AnalyzedText<'l> {
    pub text: String,
    pub(super) language: &'l str,
    keys: OnceCell<Vec<u32>>,
    tokens: OnceCell<Vec<Token>>,
    /// The words of each sentence, by position.
    pub(super) sentences: OnceCell<Vec<Range<usize>>>,
    clauses: OnceCell<Clauses>,
    mentions: OnceCell<Vec<Mention>>,
    without_values: OnceCell<Vec<u32>>,
    folded: OnceCell<String>,
    plain: OnceCell<String>,
}

impl<'l> AnalyzedText<'l> {
    fn new(text: &str, language: &'l str) -> Self {
        Self { text: text.to_owned(), language, ..Self::default() }
    }

    pub fn mentions(&self) -> &[Mention] {
        self.mentions.get_or_init(|| mentions(&self.text, self.language))
    }

    /// The values among the mentions.
    pub(super) fn values(&self) -> impl Iterator<Item = &Mention> + Clone {
        self.mentions().iter().filter(|mention| is_value(mention))
    }

    pub fn folded(&self) -> &str {
        self.folded.get_or_init(|| fold(&self.text))
    }

    /// Folded, without Markdown markup, with single spaces.
    pub fn plain(&self) -> &str {
        self.plain.get_or_init(|| {
            let folded = fold(&self.text.replace(['*', '_', '`', '|'], " "));
            folded.split_whitespace().collect::<Vec<_>>().join(" ")
        })
    }
}
