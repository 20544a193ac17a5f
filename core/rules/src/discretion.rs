//! What a query may reveal, and to whom. Further queries often contain names from pages that were read; if such a page
//! is a private document, the query would reveal its words to others.
//!
//! So in `hybrid`, a query with words that occur only in private documents goes only to the asker's own documents. What
//! the asker said, and what is on any public page, is not a secret.

use super::Material;
use super::text::apart;
use super::text::words::{fold, terms, words};
use super::weigh::Texts;
use gorkd_core::job::Job;
use gorkd_core::model::{Document, Privacy, Query, SearchStyle};

/// Turns queries with private words to the asker's own documents; where there are none, they are not asked.
pub fn discreet(job: &Job, materials: &[Material<'_>], queries: Vec<Query>) -> Vec<Query> {
    // Folding all that was read takes long, and mostly there is nothing to keep.
    if job.terms.privacy != Privacy::Hybrid
        || queries.is_empty()
        || !KnownTexts::is_any_private(job, materials)
    {
        return queries;
    }
    let told = KnownTexts::new(job, materials);
    let is_own = |provider: &&String| job.field.style_of(provider) == SearchStyle::Own;
    let own: Vec<String> = job.providers.iter().filter(is_own).cloned().collect();
    queries
        .into_iter()
        .filter_map(|query| match told.is_private(&query.text, &job.question.language) {
            false => Some(query),
            true if own.is_empty() => None,
            true => {
                let why = format!("{}; its words stay in your own documents", query.why);
                Some(Query { providers: own.clone(), why, ..query })
            }
        })
        .collect()
}

/// What is known from where.
#[derive(Default)]
struct KnownTexts {
    asked: Known,
    open: Known,
    private: Known,
}

/// Texts of one origin.
#[derive(Default)]
struct Known {
    /// Each as its words in plain spelling with a blank before and after each.
    plain: Vec<String>,
    /// The same by the keys of their words, which need not be beginnings of them: "geheim" has the key "heim".
    keys: Texts,
}

impl KnownTexts {
    /// Was anything private read, now or for earlier answers?
    fn is_any_private(job: &Job, materials: &[Material<'_>]) -> bool {
        materials.iter().any(|material| material.document.is_private())
            || !job.earlier.is_empty() && job.at_hand.iter().any(Document::is_private)
    }

    fn new(job: &Job, materials: &[Material<'_>]) -> Self {
        let language = job.question.language.as_str();
        let mut told = KnownTexts::default();
        let said = job.constraints.iter().map(|constraint| constraint.text.as_str());
        let earlier = job.earlier.iter().map(|turn| turn.question.as_str());
        for text in std::iter::once(job.question.text.as_str()).chain(said).chain(earlier) {
            told.asked.add(text, language);
        }
        for material in materials {
            let list = if material.document.is_private() { &mut told.private } else { &mut told.open };
            list.add(&format!("{} {}", material.document.title, material.text), language);
        }
        // Earlier answers may hold what private documents said.
        if job.at_hand.iter().any(Document::is_private) {
            job.earlier.iter().for_each(|turn| told.private.add(&turn.summary, language));
        }
        told
    }

    /// Does a query hold a word, or two words side by side, that only private documents have?
    fn is_private(&self, query: &str, language: &str) -> bool {
        let secret = |key: &str, word: &str| {
            let private = self.private.has(key, word) || self.private.holds(key);
            private && !self.asked.has(key, word) && !self.open.has(key, word)
        };
        if terms(query, language).iter().any(|term| secret(&term.key, &query[term.range.clone()])) {
            return true;
        }
        let words: Vec<String> = words(query).iter().map(|word| fold(word.text)).collect();
        words.windows(2).any(|pair| {
            let both = pair.join(" ");
            let asked = self.asked.holds(&both) || pair.iter().all(|word| self.asked.holds(word));
            !asked && self.private.holds(&both) && !self.open.holds(&both)
        })
    }
}

impl Known {
    fn add(&mut self, text: &str, language: &str) {
        self.plain.push(apart(&fold(text)));
        self.keys.add(text, language);
    }

    /// Is a word with this key in one of the texts? A short key alone would be the beginning of many others.
    fn has(&self, key: &str, word: &str) -> bool {
        self.keys.any_holds(key) || self.holds(word)
    }

    /// Stands this at the beginning of a word of one of the texts?
    fn holds(&self, words: &str) -> bool {
        let wanted = format!(" {}", apart(&fold(words)).trim());
        self.plain.iter().any(|text| text.contains(&wanted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::model::{EarlierTurn, Field, Question, Terms};

    fn job(privacy: Privacy) -> Job {
        let styles = [("library", SearchStyle::Own), ("searxng", SearchStyle::Keyword)];
        Job {
            question: Question {
                text: "Who leads the heron project of Eastmoor?".into(),
                language: "en".into(),
                ..Question::default()
            },
            terms: Terms { privacy, ..Terms::default() },
            providers: styles.iter().map(|(name, _)| (*name).to_owned()).collect(),
            field: Field {
                styles: styles.into_iter().map(|(name, style)| (name.to_owned(), style)).collect(),
                ..Field::default()
            },
            ..Job::default()
        }
    }

    fn document(url: &str) -> Document {
        Document { url: url.into(), ..Document::default() }
    }

    fn material<'a>(document: &'a Document, text: &'a str) -> Material<'a> {
        Material::new(document, text)
    }

    fn places(job: &Job, materials: &[Material<'_>], text: &str) -> Option<Vec<String>> {
        let query = Query { text: text.into(), ..Query::default() };
        discreet(job, materials, vec![query]).pop().map(|query| query.providers)
    }

    #[test]
    fn words_of_private_documents_alone_go_to_no_stranger() {
        let (note, page) = (document("file:///home/a/note.md"), document("https://eastmoor.example/"));
        let materials = [
            material(&note, "The heron project is led by Ada Quill, with 4.7 million for Tindalos Ltd."),
            material(
                &page,
                "Ada Street is a street of Eastmoor. A quill is a feather. The budget is public.",
            ),
        ];
        let hybrid = job(Privacy::Hybrid);
        let own = Some(vec!["library".to_owned()]);
        let anywhere = Some(Vec::new());
        for (query, expected) in [
            ("Tindalos heron project", &own),
            ("tindalos", &own),
            ("Ada Quill", &own),
            ("heron project leads Eastmoor", &anywhere),
            ("Ada Street budget", &anywhere),
            ("heron project director", &anywhere),
        ] {
            assert_eq!(&places(&hybrid, &materials, query), expected, "{query}");
        }
        assert_eq!(places(&job(Privacy::CloudAllowed), &materials, "Tindalos"), anywhere);
        assert_eq!(places(&hybrid, &materials[1..], "Tindalos"), anywhere, "nothing private was read");
        let alone = Job { providers: vec!["searxng".into()], ..hybrid };
        assert_eq!(places(&alone, &materials, "Tindalos"), None);
    }

    #[test]
    fn private_words_are_known_by_their_stems_in_any_language() {
        let question = Question {
            text: "Wer leitet das Vorhaben?".into(),
            language: "de".into(),
            ..Question::default()
        };
        let job = Job { question, ..job(Privacy::Hybrid) };
        let (note, page) = (document("file:///home/a/note.md"), document("https://salz.example/"));
        let materials = [
            material(&note, "Das Geheimprojekt wird von Salten geliefert."),
            material(&page, "Salz ist teuer."),
        ];
        let own = Some(vec!["library".to_owned()]);
        assert_eq!(places(&job, &materials, "Geheimprojekte"), own, "its key is no beginning of it");
        assert_eq!(places(&job, &materials, "Salten"), own, "its key is the beginning of a public word");
        assert_eq!(places(&job, &materials, "Salz"), Some(Vec::new()));
    }

    #[test]
    fn an_earlier_answer_from_private_documents_is_private_too() {
        let earlier = EarlierTurn {
            question: "What is the heron project?".into(),
            summary: "A dam built by Tindalos.".into(),
            ..EarlierTurn::default()
        };
        let mut job = Job { earlier: vec![earlier], ..job(Privacy::Hybrid) };
        assert_eq!(places(&job, &[], "Tindalos dam"), Some(Vec::new()));
        job.at_hand.push(document("file:///home/a/note.md"));
        assert_eq!(places(&job, &[], "Tindalos dam"), Some(vec!["library".to_owned()]));
        assert_eq!(places(&job, &[], "heron project"), Some(Vec::new()));
    }
}
