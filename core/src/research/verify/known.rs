//! What was found in texts, kept for one decision: claims and sentences are compared many times over, and reading
//! them is most of the work.

use super::agreement::{Finding, compare, is_value};
use super::quotes::Context;
use crate::research::language::lexicon::Lexicon;
use crate::research::language::mentions::{Mention, MentionKind, mentions};
use crate::research::language::words::fold;
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Compares claims with quotes, and reads no text twice.
#[derive(Debug)]
pub struct Reader<'l> {
    pub(super) language: &'l str,
    known: BTreeMap<String, Rc<Known<'l>>>,
    lexicon: Rc<RefCell<Lexicon>>,
}

impl<'l> Reader<'l> {
    pub fn new(language: &'l str) -> Self {
        Self { language, known: BTreeMap::new(), lexicon: Rc::default() }
    }

    /// Checks a claim against one quote in its place.
    pub fn agreement(&mut self, claim: &str, context: &Context<'_>) -> Finding {
        self.together(claim, std::slice::from_ref(context))
    }

    /// Checks a claim against several quotes at once.
    pub(super) fn together(&mut self, claim: &str, contexts: &[Context<'_>]) -> Finding {
        compare(claim, contexts, self)
    }

    /// The content words of a text that is read once only.
    pub(super) fn keys(&mut self, text: &str) -> Vec<u32> {
        self.lexicon.borrow_mut().keys(text, self.language)
    }

    /// A text, read at most once.
    pub fn of(&mut self, text: &str) -> Rc<Known<'l>> {
        if let Some(known) = self.known.get(text) {
            return known.clone();
        }
        let known = Rc::new(Known::new(text, self.language, self.lexicon.clone()));
        self.known.insert(text.to_owned(), known.clone());
        known
    }
}

/// A text with what was found in it so far.
#[derive(Debug)]
pub struct Known<'l> {
    pub text: String,
    language: &'l str,
    lexicon: Rc<RefCell<Lexicon>>,
    keys: OnceCell<Vec<u32>>,
    mentions: OnceCell<Vec<Mention>>,
    without_values: OnceCell<Vec<u32>>,
    folded: OnceCell<String>,
    plain: OnceCell<String>,
}

impl<'l> Known<'l> {
    fn new(text: &str, language: &'l str, lexicon: Rc<RefCell<Lexicon>>) -> Self {
        Self {
            text: text.to_owned(),
            language,
            lexicon,
            keys: OnceCell::new(),
            mentions: OnceCell::new(),
            without_values: OnceCell::new(),
            folded: OnceCell::new(),
            plain: OnceCell::new(),
        }
    }

    /// Its content words, as numbers of the reader's lexicon.
    pub fn keys(&self) -> &[u32] {
        self.keys.get_or_init(|| self.lexicon.borrow_mut().keys(&self.text, self.language))
    }

    pub fn mentions(&self) -> &[Mention] {
        self.mentions.get_or_init(|| mentions(&self.text, self.language))
    }

    pub fn denials(&self) -> usize {
        self.mentions().iter().filter(|mention| mention.kind == MentionKind::Negation).count()
    }

    pub fn folded(&self) -> &str {
        self.folded.get_or_init(|| fold(&self.text))
    }

    /// Folded, without Markdown marks, in single spaces.
    pub fn plain(&self) -> &str {
        self.plain.get_or_init(|| {
            let folded = fold(&self.text.replace(['*', '_', '`', '|'], " "));
            folded.split_whitespace().collect::<Vec<_>>().join(" ")
        })
    }

    /// Its content words but for its values: what it speaks about. Values are compared as values, whatever they are
    /// written like.
    pub fn without_values(&self) -> &[u32] {
        self.without_values.get_or_init(|| {
            let values: Vec<&Mention> = self.mentions().iter().filter(|mention| is_value(mention)).collect();
            let free = |range: &std::ops::Range<usize>| {
                !values.iter().any(|value| value.range.start < range.end && range.start < value.range.end)
            };
            let terms = self.lexicon.borrow_mut().terms(&self.text, self.language).into_iter();
            terms.filter(|(_, range)| free(range)).map(|(key, _)| key).collect()
        })
    }
}
