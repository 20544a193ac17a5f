//! BM25 over small sets of texts: the passages that were read, or the hits of a round.

use super::spelling::is_mistyped;
use super::text::lexicon::Lexicon;
use super::text::once;
use super::text::words::{all_terms, stem, terms, words};
use gorkd_core::text::german;

/// Texts as numbers, so that many queries can be weighed against them quickly.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    lexicon: Lexicon,
    /// For each term, the number of texts that contain it.
    spread: Vec<u32>,
    texts: Vec<Vec<u32>>,
    lengths: Vec<f64>,
    total: f64,
}

/// How a query meets one text.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Match {
    /// BM25; comparable within one set of texts and one query.
    pub score: f64,
    /// Weighted share of the query's terms in the text, 0 to 1.
    pub coverage: f64,
}

/// How quickly a term's repetition stops counting, and how much long texts are held back. The usual values for
/// paragraphs: Robertson and Zaragoza, "The Probabilistic Relevance Framework" (2009), section 3.
const K1: f64 = 1.2;
const B: f64 = 0.75;

impl Texts {
    /// Adds a text, as terms of `language`; stop words stay out.
    pub fn add(&mut self, text: &str, language: &str) {
        let terms = self.numbered(text, language);
        self.add_numbered(terms);
    }

    /// The terms of a text as numbers of this set, to be added once or with others.
    pub fn numbered(&mut self, text: &str, language: &str) -> Vec<u32> {
        let ids = self.lexicon.keys(text, language);
        self.spread.resize(self.lexicon.count(), 0);
        ids
    }

    /// The numbers of terms in this set.
    pub fn numbers(&mut self, keys: &[String]) -> Vec<u32> {
        let numbers = keys.iter().map(|key| self.lexicon.add(key)).collect();
        self.spread.resize(self.lexicon.count(), 0);
        numbers
    }

    /// Adds a text by its numbered terms.
    pub fn add_numbered(&mut self, mut ids: Vec<u32>) {
        let length = ids.len() as f64;
        ids.sort_unstable();
        let mut last = None;
        for id in &ids {
            if last != Some(*id) {
                self.spread[*id as usize] += 1;
                last = Some(*id);
            }
        }
        self.total += length;
        self.lengths.push(length);
        self.texts.push(ids);
    }

    pub fn len(&self) -> usize {
        self.texts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// The weight of a term: high if it is in few texts. Terms in no text weigh most.
    pub fn weight(&self, key: &str) -> f64 {
        let (count, spread) = (self.texts.len() as f64, f64::from(self.count(key)));
        (1.0 + (count - spread + 0.5) / (spread + 0.5)).ln()
    }

    /// The total weight of the terms of a query for which `counts` is true.
    pub fn weights(&self, query: &[String], counts: impl Fn(&String) -> bool) -> f64 {
        query.iter().filter(|key| counts(key)).map(|key| self.weight(key)).sum()
    }

    /// Weighs a query against every text, in order.
    pub fn matches(&self, query: &[String]) -> Vec<Match> {
        let known: Vec<(Option<u32>, f64)> =
            query.iter().map(|key| (self.lexicon.number(key), self.weight(key))).collect();
        let all: f64 = known.iter().map(|(_, weight)| weight).sum();
        let mean = if self.texts.is_empty() { 1.0 } else { (self.total / self.texts.len() as f64).max(1.0) };
        self.texts
            .iter()
            .zip(&self.lengths)
            .map(|(ids, length)| {
                let mut found = Match::default();
                for (id, weight) in &known {
                    let Some(id) = id else { continue };
                    let start = ids.partition_point(|other| other < id);
                    let times = ids[start..].partition_point(|other| other == id) as f64;
                    if times > 0.0 {
                        found.score +=
                            weight * times * (K1 + 1.0) / (times + K1 * (1.0 - B + B * length / mean));
                        found.coverage += weight;
                    }
                }
                found.coverage = if all > 0.0 { found.coverage / all } else { 0.0 };
                found
            })
            .collect()
    }

    /// The terms of a query, and its verbs as the texts have them: German "wandelt … um" may be "umwandeln" there.
    pub fn query(&self, text: &str, language: &str) -> Vec<String> {
        let mut wanted = query_terms(text, language);
        let parted = german::prefix_at_end(text).filter(|_| language == "de");
        if let Some((before, prefix)) = parted {
            let verbs = words(before).into_iter().filter(|word| word.text.starts_with(char::is_lowercase));
            let forms = verbs.filter_map(|verb| german::with_prefix(prefix, &verb.text.to_lowercase()));
            for form in forms.flatten() {
                let key = stem(&form, language);
                if self.any_holds(&key) && !wanted.contains(&key) {
                    wanted.push(key);
                }
            }
        }
        wanted
    }

    /// Does any of the texts hold the term?
    pub fn any_holds(&self, key: &str) -> bool {
        self.count(key) > 0
    }

    /// Does any of the texts hold a term that this one may be a slip of?
    pub fn any_like(&self, key: &str) -> bool {
        self.lexicon.known().any(|known| is_mistyped(key, known))
    }

    /// Does any of the texts hold a longer term that begins or ends with this one?
    pub fn any_around(&self, key: &str) -> bool {
        self.lexicon
            .known()
            .any(|known| known.len() > key.len() && (known.starts_with(key) || known.ends_with(key)))
    }

    /// The number of texts that contain the term.
    pub fn count(&self, key: &str) -> u32 {
        self.lexicon.number(key).map_or(0, |id| self.spread[id as usize])
    }

    /// Does the text at `at` hold the term?
    pub fn holds(&self, at: usize, key: &str) -> bool {
        self.lexicon
            .number(key)
            .zip(self.texts.get(at))
            .is_some_and(|(id, ids)| ids.binary_search(&id).is_ok())
    }

    /// Terms of a text, repetitions counted.
    pub fn length(&self, at: usize) -> f64 {
        self.lengths.get(at).copied().unwrap_or(0.0)
    }

    /// Share of the distinct terms of two texts that both hold (Jaccard), 0 to 1.
    pub fn likeness(&self, a: usize, b: usize) -> f64 {
        let (Some(a), Some(b)) = (self.texts.get(a), self.texts.get(b)) else { return 0.0 };
        let distinct = |ids: &[u32]| {
            let mut ids = ids.to_vec();
            ids.dedup();
            ids
        };
        let (a, b) = (distinct(a), distinct(b));
        let shared = a.iter().filter(|id| b.binary_search(id).is_ok()).count();
        let all = a.len() + b.len() - shared;
        if all == 0 { 0.0 } else { shared as f64 / all as f64 }
    }
}

/// The terms of a query, each once. Only stop words in it means that they count.
pub fn query_terms(text: &str, language: &str) -> Vec<String> {
    let mut found = terms(text, language);
    if found.is_empty() {
        found = all_terms(text, language);
    }
    once(found.into_iter().map(|term| term.key))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(list: &[&str]) -> Texts {
        let mut texts = Texts::default();
        for text in list {
            texts.add(text, "en");
        }
        texts
    }

    #[test]
    fn rare_terms_weigh_more_and_long_texts_are_held_back() {
        let texts =
            texts(&["cats and dogs", "cats and birds", "cats sleep while other cats watch birds fly over"]);
        assert!(texts.weight("dog") > texts.weight("cat"));
        let found = texts.matches(&query_terms("birds", "en"));
        assert_eq!(found[0].score, 0.0);
        assert!(found[1].score > found[2].score);
    }

    #[test]
    fn a_parted_verb_is_met_in_one_word() {
        let mut texts = Texts::default();
        texts.add("Pakete nehmen viel Platz ein.", "de");
        texts.add("Damit lassen sich Pakete umwandeln.", "de");
        let found = texts.matches(&texts.query("Was wandelt Pakete um?", "de"));
        assert!(found[1].score > found[0].score && found[0].score > 0.0);
        assert_eq!(texts.query("Was wandelt Pakete um?", "en"), query_terms("Was wandelt Pakete um?", "en"));
        texts.add("Die anderen Server sehen nichts.", "de");
        let asked = "Was zeigt der Server an?";
        assert_eq!(texts.query(asked, "de"), query_terms(asked, "de"), "an article is no verb");
    }

    #[test]
    fn coverage_is_a_share() {
        let texts = texts(&["red apples", "red apples and green pears", "nothing"]);
        let found = texts.matches(&query_terms("red green", "en"));
        assert!(found[0].coverage > 0.0 && found[0].coverage < 1.0);
        assert_eq!(found[1].coverage, 1.0);
        assert_eq!(found[2], Match::default());
    }

    #[test]
    fn likeness_is_one_for_copies() {
        let texts = texts(&["a red apple fell", "A red apple falls? No: fell.", "quite another thing"]);
        assert_eq!(texts.likeness(0, 0), 1.0);
        assert!(texts.likeness(0, 1) > 0.4 && texts.likeness(0, 2) == 0.0);
    }
}
