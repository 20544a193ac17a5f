use super::*;
use crate::analyze::analyze;
use crate::plan::plan;
use gorkd_core::model::*;
use gorkd_core::text::{slice, span_of};
use proptest::prelude::*;

#[path = "opinions_tests.rs"]
mod opinions;
#[path = "shortfalls_tests.rs"]
mod shortfalls;

const TOWER: &str = "# Grelling Tower\n\nThe Grelling Tower was finished in 1881 by Ada Marsh. It is 62 metres high and \
holds five bells.\n\nThe tower is not open on Sundays. Entry costs €4.";
const GUIDE: &str = "The Grelling Tower was finished in 1883 by Ada Marsh. The view reaches 40 km.";

struct Desk {
    question: Question,
    budget: Budget,
    rules: DomainRules,
    documents: Vec<(Document, String)>,
    /// Numbers of earlier turns of the thread.
    thread: Vec<Numbered>,
    /// Documents that the draft numbers itself, from the first.
    numbered: usize,
    /// What a model said.
    opinions: Vec<Opinion>,
    /// What the judge said.
    parts: Vec<PartJudgement>,
    /// What it took down.
    notes: Vec<Note>,
    /// Somebody looked for what speaks against it.
    contrary: bool,
    /// Who wrote the draft.
    by: Maker,
    /// Where it says that sources disagree.
    conflicts: Vec<Conflict>,
}

impl Desk {
    fn new(question: &str, texts: &[(&str, &str)]) -> Self {
        let documents: Vec<(Document, String)> = texts
            .iter()
            .map(|(url, text)| {
                let document = Document {
                    hash: DocumentHash::of_text(text),
                    url: (*url).into(),
                    canonical_url: (*url).into(),
                    title: "Grelling Tower".into(),
                    ..Document::default()
                };
                (document, (*text).to_owned())
            })
            .collect();
        Desk {
            question: analyze(question, Millis(0)),
            budget: Budget {
                rounds: 3,
                queries: 8,
                pages: 8,
                results: 8,
                citations: 10,
                ..Budget::default()
            },
            numbered: documents.len(),
            rules: DomainRules::default(),
            documents,
            thread: Vec::new(),
            opinions: Vec::new(),
            parts: Vec::new(),
            notes: Vec::new(),
            contrary: false,
            by: Maker::Rules,
            conflicts: Vec::new(),
        }
    }

    fn quote(&self, document: usize, words: &str) -> Quote {
        let (document, _) = &self.documents[document];
        Quote { source: document.source_id(), hash: document.hash.clone(), span: None, text: words.into() }
    }

    fn with_input<T>(
        &self,
        claims: Vec<DraftClaim>,
        may_repair: bool,
        work: impl FnOnce(&VerifyInput<'_>) -> T,
    ) -> T {
        let brief = Brief::of(&self.question, &self.budget, Millis(0));
        let mut plan = plan(&brief);
        plan.routing.rules = self.rules.clone();
        let materials: Vec<Material<'_>> = self
            .documents
            .iter()
            .map(|(document, text)| Material { why: "first result", ..Material::new(document, text) })
            .collect();
        let evidence: Vec<Evidence> = self
            .documents
            .iter()
            .enumerate()
            .map(|(at, (document, text))| Evidence {
                id: format!("e{}", at + 1),
                source: document.source_id(),
                passage: Passage { hash: document.hash.clone(), span: span_of(text, 0..text.len()) },
                sub_question: "q1".into(),
                relevance: 0.9,
                stance: Stance::Supports,
                ..Evidence::default()
            })
            .collect();
        let numbering = self
            .documents
            .iter()
            .enumerate()
            .take(self.numbered)
            .map(|(at, (document, _))| Numbered { source: document.source_id(), number: at as u32 + 1 })
            .collect();
        let (by, conflicts) = (self.by.clone(), self.conflicts.clone());
        let draft = Draft { claims, numbering, by, conflicts, ..Draft::default() };
        let totals = SearchTotals {
            queries: plan.queries.iter().map(|query| query.text.clone()).collect(),
            providers: vec!["web".into()],
            found: materials.len() as u32,
            read: materials.len() as u32,
            contrary: self.contrary,
            ..SearchTotals::default()
        };
        work(&VerifyInput {
            brief,
            plan: &plan,
            draft: &draft,
            materials: &materials,
            evidence: &evidence,
            notes: &self.notes,
            unread: 0,
            may_repair,
            opinions: &self.opinions,
            numbering: &self.thread,
            totals: &totals,
            untold: None,
            parts: &self.parts,
        })
    }

    fn verify(&self, claims: Vec<DraftClaim>, may_repair: bool) -> Verdict {
        let verdict = self.with_input(claims, may_repair, verify);
        if let Verdict::Passed(answer) = &verdict {
            for citation in &answer.citations {
                let (_, text) = self
                    .documents
                    .iter()
                    .find(|(document, _)| document.source_id() == citation.source_id)
                    .expect("cited sources were read");
                let span = Span { start: citation.start, end: citation.end };
                assert_eq!(slice(text, span), citation.quote);
                assert!(!citation.quote.is_empty());
            }
            for claim in &answer.claims {
                if claim.part == Part::Summary {
                    assert!(claim.support >= Support::Partly, "{claim:?}");
                }
                let ids: Vec<&String> =
                    answer.citations.iter().filter(|c| c.claim_id == claim.id).map(|c| &c.id).collect();
                assert_eq!(ids, claim.citation_ids.iter().collect::<Vec<_>>());
            }
            assert_eq!(answer.sources.len(), self.documents.len());
        }
        verdict
    }

    fn answer(&self, claims: Vec<DraftClaim>) -> Answer {
        match self.verify(claims, false) {
            Verdict::Passed(answer) => answer,
            Verdict::Repair(problems) => panic!("{problems:?}"),
        }
    }

    fn support(&self, text: &str, words: &str) -> Support {
        self.answer(vec![claim(text, Part::Summary, vec![self.quote(0, words)])])
            .claims
            .first()
            .map_or(Support::Unsupported, |claim| claim.support)
    }
}

fn claim(text: &str, part: Part, quotes: Vec<Quote>) -> DraftClaim {
    DraftClaim { text: text.into(), part, heading: None, block: None, quotes }
}

fn tower() -> Desk {
    Desk::new("When was the Grelling Tower finished?", &[("https://a.org/tower", TOWER)])
}

#[test]
fn a_quoted_sentence_is_supported_and_cited() {
    let desk = tower();
    let words = "The Grelling Tower was finished in 1881 by Ada Marsh.";
    let answer = desk.answer(vec![claim(words, Part::Summary, vec![desk.quote(0, words)])]);
    assert_eq!(answer.summary, format!("{words} [1]"));
    assert_eq!(answer.claims[0].id, "c1");
    assert_eq!(answer.citations[0].id, "cit1");
    assert_eq!(answer.citations[0].quote, words);
    assert_eq!(answer.sources[0].number, Some(1));
    assert!(answer.confidence > Confidence::Insufficient && !answer.confidence_reasons.is_empty());
    assert!(answer.entities.iter().any(|entity| entity.name == "Ada Marsh"));
    assert!(answer.facts[0].verified);
}

#[test]
fn what_agrees_is_supported_and_what_differs_is_not() {
    let desk = tower();
    let finished = "was finished in 1881 by Ada Marsh";
    let height = "It is 62 metres high and holds five bells.";
    for (text, quote, support) in [
        ("Ada Marsh finished the Grelling Tower in 1881.", finished, Support::Supported),
        ("Ada Marsh finished the Grelling Tower in 1882.", finished, Support::Contradicted),
        ("The Grelling Tower was not finished in 1881.", finished, Support::Contradicted),
        ("The tower is 62 m high and holds 5 bells.", height, Support::Supported),
        ("The tower is 0.062 km high.", height, Support::Supported),
        ("The tower is about 60 metres high.", height, Support::Supported),
        ("The tower is 90 metres high.", height, Support::Contradicted),
        ("The tower is open on Sundays.", "The tower is not open on Sundays.", Support::Contradicted),
        ("The tower is closed to cats and has a famous restaurant.", height, Support::Unsupported),
        (
            "The Grelling Tower was finished in 1881 by Ada Marsh and Otto Klee of Vienna.",
            finished,
            Support::Partly,
        ),
    ] {
        assert_eq!(desk.support(text, quote), support, "{text}");
    }
}

#[test]
fn failing_claims_leave_the_text() {
    let desk = tower();
    let good = "It is 62 metres high and holds five bells.";
    let answer = desk.answer(vec![
        claim("The tower has 900 bells of gold.", Part::Summary, vec![desk.quote(0, "holds five bells")]),
        claim(good, Part::Detail, vec![desk.quote(0, good)]),
        claim("Nobody cited this.", Part::Detail, Vec::new()),
    ]);
    assert!(!answer.summary.contains("900") && !answer.detail.contains("Nobody"));
    assert_eq!(answer.summary, format!("{good} [1]"), "what holds takes the place of what fails");
    assert_eq!(answer.claims.len(), 3);
    let told = |texts: &[String], words: &str| texts.iter().any(|text| text.contains(words));
    assert!(told(
        &answer.limitations,
        "One statement of the draft was left out because no source supports it."
    ));
    assert!(told(&answer.confidence_reasons, "contradicts a statement"), "the other one is told there");
}

#[test]
fn what_is_partly_supported_stays_where_it_answers() {
    let desk = tower();
    let first = "The Grelling Tower was finished in 1881 by Ada Marsh and Otto Klee of Vienna.";
    let second = "The tower is 62 metres high.";
    let height = "It is 62 metres high and holds five bells.";
    let answer = desk.answer(vec![
        claim(first, Part::Summary, vec![desk.quote(0, "was finished in 1881 by Ada Marsh")]),
        claim(second, Part::Summary, vec![desk.quote(0, height)]),
        claim("Entry costs €4.", Part::Detail, vec![desk.quote(0, "Entry costs €4.")]),
    ]);
    assert_eq!(answer.summary, format!("{first} (only partly supported) [1] {second} [1]"));
    assert_eq!((answer.claims[0].part, answer.claims[0].support), (Part::Summary, Support::Partly));
    assert_eq!(answer.detail, "Entry costs €4. [1]");
}

#[test]
fn a_claim_with_a_wrong_quote_is_cited_anew() {
    let desk = Desk::new(
        "When was the Grelling Tower finished?",
        &[("https://a.org/tower", TOWER), ("https://b.org/guide", GUIDE)],
    );
    let answer = desk.answer(vec![claim(
        "The view from the tower reaches 40 km.",
        Part::Summary,
        vec![desk.quote(0, "Entry costs €4.")],
    )]);
    assert_eq!(answer.claims[0].support, Support::Supported);
    assert_eq!(answer.citations[0].quote, "The view reaches 40 km.");
    assert_eq!(answer.summary, "The view from the tower reaches 40 km. [2]");
}

#[test]
fn a_source_that_checking_brings_in_takes_no_number_of_an_earlier_turn() {
    let wrong_quote = |desk: &Desk| {
        vec![claim(
            "The view from the tower reaches 40 km.",
            Part::Summary,
            vec![desk.quote(0, "Entry costs €4.")],
        )]
    };
    let texts = [("https://a.org/tower", TOWER), ("https://b.org/guide", GUIDE)];
    let numbered = |source: &str, number| Numbered { source: SourceId::of_url(source), number };
    // The draft cites source 1 alone; 2 and 3 belong to sources of earlier turns.
    let mut desk = Desk::new("When was the Grelling Tower finished?", &texts);
    desk.numbered = 1;
    desk.thread = vec![numbered("https://c.org/", 2), numbered("https://d.org/", 3)];
    let answer = desk.answer(wrong_quote(&desk));
    assert_eq!(answer.summary, "The view from the tower reaches 40 km. [4]");
    // The source was cited in an earlier turn, and keeps its number.
    desk.thread.push(numbered("https://b.org/guide", 7));
    let answer = desk.answer(wrong_quote(&desk));
    assert_eq!(answer.summary, "The view from the tower reaches 40 km. [7]");
}

#[test]
fn sources_are_numbered_as_a_reader_meets_them() {
    let texts = [("https://a.org/tower", TOWER), ("https://b.org/guide", GUIDE)];
    let mut desk = Desk::new("What is there to know of the Grelling Tower?", &texts);
    desk.by = Maker::Model("m".into());
    let height = "It is 62 metres high and holds five bells.";
    let view = "The view from the tower reaches 40 km.";
    let answer = desk.answer(vec![
        claim(view, Part::Summary, vec![desk.quote(0, "Entry costs €4.")]),
        claim(height, Part::Detail, vec![desk.quote(0, height)]),
    ]);
    assert_eq!(answer.summary, format!("{view} [1]"), "what the draft has as the second source");
    assert!(answer.detail.contains(&format!("{height} [2]")), "{}", answer.detail);
}

#[test]
fn what_a_writer_cited_stays_where_it_says_some_of_it() {
    const ROPES: &str =
        "# Ropes\n\nMend a rope with `BEGIN; MEND ROPE; UNDO;` so that the rope stays as it is.";
    const TRIALS: &str =
        "# Ropes\n\nMend the rope inside a quiet trial run and undo it: `BEGIN; MEND ROPE; UNDO;` does both.";
    let desk = Desk::new(
        "How is a rope mended?",
        &[("https://a.org/ropes", ROPES), ("https://b.org/trials", TRIALS)],
    );
    let own = "Mend a rope with `BEGIN; MEND ROPE; UNDO;` so that the rope stays as it is.";
    let claims = |text: &str| vec![claim(text, Part::Summary, vec![desk.quote(0, own)])];
    let answer =
        desk.answer(claims("Mend the rope inside a quiet trial run and undo it: `BEGIN; MEND ROPE; UNDO;`."));
    assert_eq!(answer.claims[0].support, Support::Supported);
    let cited: Vec<&SourceId> = answer.citations.iter().map(|citation| &citation.source_id).collect();
    let sources = ["https://a.org/ropes", "https://b.org/trials"].map(SourceId::of_url);
    assert_eq!(cited, sources.iter().collect::<Vec<_>>());
    let longer = "Mend the rope inside a quiet trial run of 7 days and undo it: `BEGIN; MEND ROPE; UNDO;`.";
    assert!(desk.answer(claims(longer)).claims[0].support <= Support::Unsupported);
}

#[test]
fn each_passage_that_a_part_of_a_claim_rests_on_stays_cited() {
    const EARLY: &str = "# Gaps\n\nGaps in the numbers come from boats that leave early in the season.";
    const DRAWERS: &str = "# Drawers\n\nA captain may keep numbers in drawers, where they are lost.";
    const LIGHTS: &str = "# Lights\n\nThe lighthouse has a red door.";
    let mut desk = Desk::new(
        "Why are there gaps in the numbers?",
        &[
            ("https://a.org/gaps", EARLY),
            ("https://b.org/drawers", DRAWERS),
            ("https://c.org/lights", LIGHTS),
        ],
    );
    let early = "Gaps in the numbers come from boats that leave early in the season";
    let both = format!("{early}, and from the drawers of a captain.");
    let quotes = |desk: &Desk| {
        let drawers = desk.quote(1, "A captain may keep numbers in drawers, where they are lost.");
        vec![drawers, desk.quote(0, &format!("{early}.")), desk.quote(2, "The lighthouse has a red door.")]
    };
    let cited = |desk: &Desk, text: &str| -> Vec<SourceId> {
        let answer = desk.answer(vec![claim(text, Part::Summary, quotes(desk))]);
        answer.citations.into_iter().map(|citation| citation.source_id).collect()
    };
    let sources = ["https://b.org/drawers", "https://a.org/gaps"].map(SourceId::of_url);
    assert_eq!(cited(&desk, &both), sources, "in the order in which its writer cited them");
    assert_eq!(cited(&desk, &format!("{early}.")), sources[1..], "none holds more of it");
    desk.opinions = vec![Opinion { claim: 0, found: Support::Supported, said: Some(Support::Supported) }];
    assert_eq!(cited(&desk, &both), sources);
}

#[test]
fn a_thing_that_the_latter_does_not_do_is_not_denied() {
    const GATES: &str = "# Gates\n\nEach gate can be set to either ringing or idle mode. The former rings the bell and names \
        the guests, while the latter does not ring the bell but still notes the guests that would have been called.";
    let desk = Desk::new("What does the idle mode do?", &[("https://a.org/gates", GATES)]);
    let quote = GATES.trim_start_matches("# Gates\n\n");
    let idle = "The idle mode does not ring the bell but still notes the guests that would have been called.";
    assert_eq!(desk.support(idle, quote), Support::Supported);
    let busy = "The latter rings the bell but still notes the guests that would have been called.";
    assert_eq!(desk.support(busy, quote), Support::Contradicted);
}

#[test]
fn any_cited_passage_may_restrict_the_clause_that_is_restricted() {
    const TEXT: &str = "“Immediate” mode will abort all server processes immediately, without a clean shutdown. This \
        choice will lead to a crash-recovery cycle during the next server start.\n\nThis is the Immediate Shutdown \
        mode. This will lead to recovery (by replaying the WAL log) upon next start-up. This is recommended only in \
        emergencies.";
    let document = Document::default();
    let material = Material::new(&document, TEXT);
    let end = TEXT.find("\n\n").unwrap_or(0);
    let contexts = [Context::new(&material, 0..end), Context::new(&material, end + 2..TEXT.len())];
    let mut reader = Reader::new("en");
    let mut support = |claim: &str| reader.together(claim, &contexts).support;
    let both = "An immediate shutdown leads to crash recovery at the next start, and is recommended only in emergencies.";
    assert_eq!(support(both), Support::Supported);
    for claim in [
        "An immediate shutdown leads only to a crash-recovery cycle during the next server start, and is recommended.",
        "Only an immediate shutdown leads to a crash-recovery cycle during the next server start.",
    ] {
        assert_eq!(support(claim), Support::Partly, "{claim}");
    }
}

#[test]
fn sources_that_disagree_are_listed() {
    let desk = Desk::new(
        "When was the Grelling Tower finished?",
        &[("https://a.org/tower", TOWER), ("https://b.org/guide", GUIDE)],
    );
    let words = "The Grelling Tower was finished in 1881 by Ada Marsh.";
    let answer = desk.answer(vec![claim(words, Part::Summary, vec![desk.quote(0, words)])]);
    let values: Vec<&str> = answer.conflicts[0].positions.iter().map(|p| p.value.as_str()).collect();
    assert_eq!(values, ["1881", "1883"]);
    assert_eq!(answer.conflicts.len(), 1);
    assert_eq!(answer.confidence, Confidence::Low);
    let told = "Sources disagree on the main point: 1881 or 1883.";
    assert!(answer.confidence_reasons.iter().any(|said| said == told), "{:?}", answer.confidence_reasons);
    assert_eq!(answer.facts[0].contradictions, ["1883"]);
}

#[test]
fn a_disagreement_that_the_answer_reports_is_a_reason_for_its_confidence() {
    const LOW: &str = "Seen from the river, the tower rises 60 metres above the ground.";
    let texts = [("https://a.org/tower", TOWER), ("https://b.org/river", LOW)];
    let mut desk = Desk::new("What is there to know of the Grelling Tower?", &texts);
    let position = |value: &str, at: usize| Position {
        value: value.into(),
        source_ids: vec![SourceId::of_url(texts[at].0)],
    };
    let height = "It is 62 metres high and holds five bells.";
    let finished = "The Grelling Tower was finished in 1881 by Ada Marsh.";
    let say = |desk: &Desk, first: (&str, &str), then: (&str, &str)| {
        let sentence = |(text, quote): (&str, &str), part| claim(text, part, vec![desk.quote(0, quote)]);
        let answer = desk.answer(vec![sentence(first, Part::Summary), sentence(then, Part::Detail)]);
        let disagrees = |reason: &&String| reason.contains("62 metres");
        (answer.confidence, answer.confidence_reasons.iter().find(disagrees).cloned().unwrap_or_default())
    };
    let high = ("The tower is 62 m high and holds 5 bells.", height);
    let old = (finished, finished);
    assert_eq!(say(&desk, high, old), (Confidence::Medium, String::new()));
    let positions = vec![position("62 metres", 0), position("60 metres", 1)];
    desk.conflicts = vec![Conflict { about: "It is … high".into(), positions, ..Conflict::default() }];
    let mainly = "Sources disagree on the main point: 62 metres or 60 metres.";
    assert_eq!(say(&desk, high, old), (Confidence::Low, mainly.to_owned()), "62 m are 62 metres");
    let besides = "Sources disagree on one of its points: 62 metres or 60 metres.";
    assert_eq!(say(&desk, old, high), (Confidence::Medium, besides.to_owned()));
    desk.question.language = "de".into();
    let (_, told) = say(&desk, old, high);
    assert_eq!(told, "In einem Punkt widersprechen sich die Quellen: 62 metres oder 60 metres.");
}

#[test]
fn a_repair_names_what_is_wrong() {
    let desk = tower();
    let claims = vec![claim(
        "The tower is 90 metres high.",
        Part::Summary,
        vec![desk.quote(0, "It is 62 metres high")],
    )];
    match desk.verify(claims, true) {
        Verdict::Repair(problems) => {
            assert_eq!(
                problems,
                [
                    "“The tower is 90 metres high.”: the source says 62 metres, not 90 metres (compared with “It is 62 \
                 metres high and holds five bells.”)."
                ]
            );
        }
        Verdict::Passed(answer) => panic!("{answer:?}"),
    }
}

#[test]
fn nothing_to_say_is_said() {
    let answer = tower().answer(Vec::new());
    assert_eq!(answer.confidence, Confidence::Insufficient);
    assert!(answer.summary.contains("Grelling Tower") && answer.summary.contains("What would help"));
    assert_eq!(answer.sources.len(), 1);
    let empty = Desk::new("When was it?", &[]).answer(vec![claim("In 1900.", Part::Summary, Vec::new())]);
    assert_eq!(empty.confidence, Confidence::Insufficient);
}

#[test]
fn more_independent_sources_give_more_confidence() {
    let texts: Vec<(String, String)> = (0..3)
        .map(|n| {
            (
                format!("https://site{n}.org/"),
                format!("Our page {n}: the Grelling Tower was finished in 1881."),
            )
        })
        .collect();
    let texts: Vec<(&str, &str)> = texts.iter().map(|(url, text)| (url.as_str(), text.as_str())).collect();
    let desk = Desk::new("When was the Grelling Tower finished?", &texts);
    let said = |sources: std::ops::Range<usize>| {
        let quotes = sources.map(|n| desk.quote(n, "the Grelling Tower was finished in 1881")).collect();
        desk.answer(vec![claim("The Grelling Tower was finished in 1881.", Part::Summary, quotes)]).confidence
    };
    assert_eq!(
        [said(0..1), said(0..2), said(0..3)],
        [Confidence::Medium, Confidence::High, Confidence::High]
    );
}

proptest! {
    /// Whatever a writer claims and quotes: citations are slices and the summary holds nothing unsupported. Both
    /// are asserted for every answer of [`Desk::verify`].
    #[test]
    fn no_draft_gets_an_unsupported_sentence_into_the_summary(
        picks in proptest::collection::vec((0usize..2, 0usize..120, 5usize..60, 0usize..6, any::<bool>()), 1..6)
    ) {
        let desk = Desk::new(
            "How high is the Grelling Tower?",
            &[("https://a.org/tower", TOWER), ("https://b.org/guide", GUIDE)],
        );
        let claims = picks
            .into_iter()
            .map(|(document, from, length, change, summary)| {
                let words: String = desk.documents[document].1.chars().skip(from).take(length).collect();
                let text = match change {
                    0 => words.clone(),
                    1 => words.replace("1881", "1922"),
                    2 => format!("It is not true that {words}"),
                    3 => words.replace("62", "26").to_uppercase(),
                    4 => "The moon is made of cheese.".to_owned(),
                    _ => words.split(' ').rev().collect::<Vec<_>>().join(" "),
                };
                let part = if summary { Part::Summary } else { Part::Detail };
                claim(&text, part, vec![desk.quote(document, &words)])
            })
            .collect();
        desk.answer(claims);
    }
}

#[test]
fn statements_below_what_a_field_asks_for_are_marked() {
    const OTHER: &str = "Ada Marsh finished the Grelling Tower in 1881, as the town's records say.";
    let texts = [("https://a.org/tower", TOWER), ("https://b.net/records", OTHER)];
    let mut desk = Desk::new("When was the Grelling Tower finished?", &texts);
    desk.rules =
        DomainRules { name: "medical".into(), verification_threshold: 0.8, ..DomainRules::default() };
    let finished = "The Grelling Tower was finished in 1881.";
    let words = "The Grelling Tower was finished in 1881 by Ada Marsh.";
    let one = desk.answer(vec![claim(finished, Part::Summary, vec![desk.quote(0, words)])]);
    let mark = one.claims[0].mark.as_deref().expect("one source is too little");
    assert!(mark.contains("another source"), "{mark}");
    assert!(one.confidence <= Confidence::Medium);
    assert!(
        one.limitations.iter().any(|said| said.contains("not confirmed well enough")),
        "{:?}",
        one.limitations
    );
    assert_eq!(one.claims[0].support, Support::Supported, "it stays");

    let both = vec![desk.quote(0, words), desk.quote(1, "Ada Marsh finished the Grelling Tower in 1881")];
    let two = desk.answer(vec![claim(finished, Part::Summary, both)]);
    assert_eq!(two.claims[0].mark, None);
    desk.rules.verification_threshold = 0.5;
    let low = desk.answer(vec![claim(finished, Part::Summary, vec![desk.quote(0, words)])]);
    assert_eq!(low.claims[0].mark, None);
}

#[test]
fn a_field_that_needs_a_paper_says_when_there_was_none() {
    let claims = |desk: &Desk| {
        let words = "The Grelling Tower was finished in 1881 by Ada Marsh.";
        vec![claim("The Grelling Tower was finished in 1881.", Part::Summary, vec![desk.quote(0, words)])]
    };
    let question = "When was the Grelling Tower finished?";
    let rules = DomainRules { name: "academic".into(), academic_required: true, ..DomainRules::default() };
    let mut desk = Desk::new(question, &[("https://a.org/tower", TOWER)]);
    desk.rules = rules.clone();
    let without = desk.answer(claims(&desk));
    assert_eq!(without.confidence, Confidence::Low);
    assert!(without.confidence_reasons.iter().any(|reason| reason.contains("No academic source")));
    let mut desk = Desk::new(question, &[("https://arxiv.org/abs/1881.1", TOWER)]);
    desk.rules = rules;
    let with = desk.answer(claims(&desk));
    assert!(!with.confidence_reasons.iter().any(|reason| reason.contains("No academic source")));
}

#[test]
fn a_copied_text_does_not_confirm_its_original() {
    let story = format!(
        "{TOWER} It was built of the stone of a nearby hill, which was brought by boat down the river and up the hill by oxen."
    );
    let copy = format!("News of the day\n\n{story}\n\nMore news");
    let texts = [("https://a.org/tower", story.as_str()), ("https://b.net/copy", copy.as_str())];
    let desk = Desk::new("When was the Grelling Tower finished?", &texts);
    let words = "The Grelling Tower was finished in 1881 by Ada Marsh.";
    let quotes = vec![desk.quote(0, words), desk.quote(1, words)];
    let answer = desk.answer(vec![claim("The Grelling Tower was finished in 1881.", Part::Summary, quotes)]);
    assert!(
        answer.confidence_reasons.iter().any(|reason| reason.contains("one work")),
        "{:?}",
        answer.confidence_reasons
    );
}

#[test]
fn what_stands_above_a_quote_counts_and_what_it_says_otherwise_is_found() {
    const MANUAL: &str = "# Limits of Marlow 3.2\n\n## Joins\n\nA query may join 64 tables. It does not sort them unless \
        an index is missing.\n\n## Copying\n\nThe backup tool copies pages from the journal to the database. Every \
        page is an 8-kilobyte block.";
    let desk = Desk::new("What are the limits of Marlow?", &[("https://a.org/limits", MANUAL)]);
    let join = "A query may join 64 tables.";
    let sort = "It does not sort them unless an index is missing.";
    let copy = "The backup tool copies pages from the journal to the database.";
    let page = "Every page is an 8-kilobyte block.";
    for (text, quote, support) in [
        ("In Marlow 3.2 a query may join 64 tables.", join, Support::Supported),
        ("In Marlow 3.4 a query may join 64 tables.", join, Support::Unsupported),
        ("A query may join 65 tables.", join, Support::Contradicted),
        ("As a first limit, a query may join 64 tables.", join, Support::Supported),
        ("It sorts them unless an index is missing.", sort, Support::Contradicted),
        ("It does not sort them.", sort, Support::Partly),
        ("Unless an index is missing, it does not sort them.", sort, Support::Supported),
        ("The backup tool copies pages from the database to the journal.", copy, Support::Contradicted),
        ("Pages are copied by the backup tool from the journal to the database.", copy, Support::Supported),
        ("Every page is an 8-megabyte block.", page, Support::Contradicted),
        ("Every page is a block of 8 kilobytes.", page, Support::Supported),
    ] {
        assert_eq!(desk.support(text, quote), support, "{text}");
    }
}

#[test]
fn a_value_that_is_worked_out_is_shown_as_such() {
    let desk = tower();
    let text = "The five bells of such towers would hang 5 * 62 = 310 metres high.";
    let quote = desk.quote(0, "It is 62 metres high and holds five bells.");
    let answer = desk.answer(vec![claim(text, Part::Summary, vec![quote])]);
    assert_eq!(answer.claims[0].mark.as_deref(), Some("Worked out from the cited numbers: 5 * 62 = 310."));
    assert_eq!(
        desk.support("The bells would hang 5 * 62 = 320 metres high.", "five bells"),
        Support::Unsupported
    );
    assert_eq!(
        desk.support("The bells would hang 7 * 62 = 434 metres high.", "five bells"),
        Support::Unsupported
    );
    assert_eq!(
        desk.support("The five bells of such towers would hang 5 * 62 = 310 GB high.", "five bells"),
        Support::Unsupported,
        "nothing is measured in bytes"
    );
    let asked =
        Desk::new("How high would the bells of 7 such towers hang?", &[("https://a.org/tower", TOWER)]);
    let seven = "The bells would hang 7 * 62 = 434 metres high.";
    let height = "It is 62 metres high and holds five bells.";
    assert_eq!(asked.support(seven, height), Support::Supported, "the question gives the 7");
    assert_eq!(asked.support("The tower is 7 metres high.", height), Support::Contradicted);
}

#[test]
fn each_value_that_a_sentence_works_out_is_shown_as_such() {
    const DUES: &str = "# Dues\n\nA boat pays 30 coins and 2 coins for each metre. A cart pays 10 coins and 3 coins for \
        each metre.";
    let desk = Desk::new("What do a boat and a cart of 40 metres pay?", &[("https://a.org/dues", DUES)]);
    let words = DUES.trim_start_matches("# Dues\n\n");
    let both = "A boat pays 30 + 2 * 40 = 110 coins, and a cart pays 10 + 3 * 40 = 130 coins.";
    let answer = desk.answer(vec![claim(both, Part::Summary, vec![desk.quote(0, words)])]);
    let said = &answer.claims[0];
    assert_eq!(said.support, Support::Supported);
    let mark = "Worked out from the cited numbers: 30 + 2 * 40 = 110; 10 + 3 * 40 = 130.";
    assert_eq!(said.mark.as_deref(), Some(mark));
    let value = |expression: &str, value| DerivedValue { expression: expression.into(), value };
    assert_eq!(said.derived, Some(value("30 + 2 * 40", 110.0)));
    assert_eq!(said.also_derived, [value("10 + 3 * 40", 130.0)]);
    let wrong = "A boat pays 30 + 2 * 40 = 110 coins, and a cart pays 10 + 3 * 40 = 120 coins.";
    assert_eq!(desk.support(wrong, words), Support::Unsupported);
    let unread = "A boat pays 30 + 2 * 40 = 110 coins, and a cart pays 10 + 4 * 40 = 170 coins.";
    assert_eq!(desk.support(unread, words), Support::Unsupported);
}

#[test]
fn a_count_may_stand_in_the_code_beside_a_quote() {
    const STEPS: &str = "# Steps\n\nThe printer moves each level of a list to the right by default:\n\n```\nstep = 2\n```\n\n\
        Nothing else moves.";
    const LEVELS: &str =
        "# Levels\n\nThe printer moves each level of a list to the right:\n\n```\n- one\n  - below\n```";
    const WORDS: &str =
        "# Words\n\nThe printer moves each level of a list to the right, as `move_levels` says.";
    let texts =
        [("https://a.org/steps", STEPS), ("https://b.org/levels", LEVELS), ("https://c.org/words", WORDS)];
    let mut desk = Desk::new("How far does the printer move each level of a list?", &texts[..1]);
    let moved = "The printer moves each level of a list to the right by two blanks.";
    let quote = "The printer moves each level of a list to the right";
    assert_eq!(desk.support(moved, quote), Support::Supported, "its code says how many");
    assert_eq!(desk.support(&moved.replace("two", "three"), quote), Support::Partly);
    assert_eq!(desk.support(&moved.replace("two", "3"), quote), Support::Unsupported);
    let mut shown = Desk::new("How far does the printer move each level of a list?", &texts[1..2]);
    assert_eq!(shown.support(moved, quote), Support::Partly, "rules count nothing");
    for (said, support) in [
        (Support::Supported, Support::Supported),
        (Support::Partly, Support::Partly),
        (Support::Unsupported, Support::Unsupported),
    ] {
        shown.opinions = vec![Opinion { claim: 0, found: Support::Partly, said: Some(said) }];
        assert_eq!(shown.support(moved, quote), support, "a model does");
    }
    desk = Desk::new("How far does the printer move each level of a list?", &texts[2..]);
    assert_eq!(desk.support(moved, quote), Support::Unsupported, "a name in code shows none");
}

#[test]
fn a_sum_is_made_of_what_any_cited_passage_or_the_question_gives() {
    const BASE: &str = "# Base due\n\nThe base due is what every boat pays. The default is 30 coins.";
    const RATE: &str = "# Rate\n\nThe rate is what each metre costs. The default is 50% of a coin.";
    let texts = [("https://a.org/base", BASE), ("https://b.org/rate", RATE)];
    let question = "How much does a boat of 40 metres pay?";
    let found = |question: &str, text: &str, others: bool| {
        let desk = Desk::new(question, &texts);
        let base = desk.quote(0, "The base due is what every boat pays. The default is 30 coins.");
        let rate = "The rate is what each metre costs.";
        let mut claims = vec![claim(text, Part::Summary, vec![base])];
        claims.extend(others.then(|| claim(rate, Part::Detail, vec![desk.quote(1, rate)])));
        match desk.verify(claims.clone(), true) {
            Verdict::Passed(answer) => (answer.claims[0].support, String::new()),
            Verdict::Repair(problems) => (desk.answer(claims).claims[0].support, problems[0].clone()),
        }
    };
    for text in [
        "A boat pays 50 coins: 30 + 0.5 * 40 = 50.",
        "With 40 metres, 30 + 0.5 * 40 = 50 coins have to be paid.",
        "30 + 0.5 * 40 = 50.",
    ] {
        assert_eq!(found(question, text, true), (Support::Supported, String::new()), "{text}");
    }
    let sum = "A boat pays 50 coins: 30 + 0.5 * 40 = 50.";
    let reason = |question: &str, text: &str, others: bool| {
        let (support, problem) = found(question, text, others);
        assert_eq!(support, Support::Unsupported, "{text}");
        problem
    };
    let wrong = reason(question, "A boat pays 55 coins: 30 + 0.5 * 40 = 55.", true);
    assert!(wrong.contains("“30 + 0.5 * 40 = 55” is no right sum: it makes 50"), "{wrong}");
    let unread = reason(question, sum, false);
    assert!(unread.contains("0.5 of “30 + 0.5 * 40 = 50” appears neither"), "{unread}");
    let unasked = reason("How much does a boat pay?", sum, true);
    assert!(unasked.contains("40 of “30 + 0.5 * 40 = 50” appears neither"), "{unasked}");
}

#[test]
fn a_sum_that_converts_units_needs_no_source_for_its_constants() {
    const WAIT: &str =
        "# Cache\n\n**--timeout <seconds>**\n  Number of seconds to cache passwords (default: 900).";
    const ROWS: &str = "# Cache\n\nThe cache keeps 900 rows of passwords by default.";
    let texts = [("https://a.org/wait", WAIT), ("https://b.org/rows", ROWS)];
    let desk = Desk::new("How long does the cache keep passwords?", &texts);
    let support = |text: &str, at: usize, quote: &str| {
        desk.answer(vec![claim(text, Part::Summary, vec![desk.quote(at, quote)])]).claims[0].support
    };
    let waits = "Number of seconds to cache passwords (default: 900).";
    let right = "By default, the cache keeps passwords for 900 seconds (900 / 60 = 15 minutes).";
    assert_eq!(support(right, 0, waits), Support::Supported);
    let wrong = "By default, the cache keeps passwords for 900 seconds (900 / 60 = 16 minutes).";
    assert_eq!(support(wrong, 0, waits), Support::Unsupported);
    let rows = "The cache keeps 900 rows of passwords by default.";
    let other = "The cache keeps 900 rows of passwords by default, 900 / 60 = 15 minutes.";
    assert!(support(other, 1, rows) <= Support::Unsupported, "what is counted in rows takes no time");
}

#[test]
fn a_number_that_the_asker_names_in_code_needs_a_source() {
    const SETTINGS: &str = "# Retries\n\nThe default of the client is `retry(10)` for each request.";
    let desk =
        Desk::new("Is the default `retry(5)` for each request?", &[("https://a.org/retries", SETTINGS)]);
    let support = |text: &str| {
        let quote = desk.quote(0, "The default of the client is `retry(10)` for each request.");
        desk.answer(vec![claim(text, Part::Summary, vec![quote])]).claims[0].support
    };
    assert_eq!(support("The default of the client is `retry(10)` for each request."), Support::Supported);
    assert!(support("The default of the client is `retry(5)` for each request.") <= Support::Unsupported);
}

#[test]
fn the_day_of_a_cited_document_may_be_named() {
    const OLDER: &str = "# Yards\n\nThe yard does not impose any arbitrary limits on the boats in it.";
    const TIDES: &str = "# Tides\n\nThe tide comes in twice a day.";
    let texts = [("https://a.org/yards", OLDER), ("https://b.org/tides", TIDES)];
    let mut desk = Desk::new("How many boats does a yard hold at most?", &texts);
    desk.documents[0].0.published_at = Some(begin_of_day("2020-04-14"));
    desk.documents[1].0.published_at = Some(begin_of_day("2022-01-20"));
    let support = |day: &str| {
        let text = format!("The yard does not impose any arbitrary limits on the boats in it ({day}).");
        let quote = desk.quote(0, "The yard does not impose any arbitrary limits on the boats in it.");
        desk.answer(vec![claim(&text, Part::Summary, vec![quote])]).claims[0].support
    };
    assert_eq!(support("2020-04-14"), Support::Supported);
    assert_eq!(support("14 April 2020"), Support::Supported);
    assert_eq!(support("2020-04-15"), Support::Unsupported, "another day");
    assert_eq!(support("2022-01-20"), Support::Unsupported, "the day of a page that it does not cite");
    assert_eq!(support("April 2020"), Support::Unsupported, "no day");
}

#[test]
fn the_day_of_a_document_is_not_that_of_what_it_tells() {
    const LEVER: &str = "# Lever\n\nThe red lever of the lower gate was repaired by the guard on 2020-04-01.";
    let mut desk = Desk::new("When was the lever repaired?", &[("https://a.org/lever", LEVER)]);
    desk.documents[0].0.published_at = Some(begin_of_day("2020-04-14"));
    let said = "The red lever of the lower gate was repaired by the guard on 2020-04-01.";
    assert_eq!(desk.support(said, said), Support::Supported);
    assert_eq!(desk.support(&said.replace("04-01", "04-14"), said), Support::Contradicted);
}

/// Midnight of a day.
fn begin_of_day(text: &str) -> Millis {
    let day: jiff::civil::Date = text.parse().expect("a day");
    Millis(day.to_zoned(jiff::tz::TimeZone::UTC).expect("in range").timestamp().as_millisecond())
}

#[test]
fn what_is_denied_of_one_thing_may_hold_for_another() {
    const BOATS: &str = "# Boats\n\nBoats can be kept in the yard of the harbour.";
    const CARTS: &str = "# Carts\n\nCarts cannot be kept in the yard of the harbour.";
    let desk =
        Desk::new("What may be kept?", &[("https://a.org/boats", BOATS), ("https://b.org/carts", CARTS)]);
    let support = |text: &str| {
        let boats = desk.quote(0, "Boats can be kept in the yard of the harbour.");
        let carts = desk.quote(1, "Carts cannot be kept in the yard of the harbour.");
        desk.answer(vec![claim(text, Part::Summary, vec![boats, carts])]).claims[0].support
    };
    let both = "Boats can be kept in the yard of the harbour, while carts cannot be kept in the yard.";
    assert_eq!(support(both), Support::Supported);
    let neither = "Boats cannot be kept in the yard of the harbour, while carts can be kept in the yard.";
    assert_eq!(support(neither), Support::Contradicted);
}

#[test]
fn a_quote_beside_what_denies_the_claim_bears_nothing_out() {
    const HALL: &str = "# Hall\n\nThe hall opens at six for visitors. The hall is not lit by candles at night, and no tour \
        of the hall begins before noon.";
    let desk = Desk::new("How is the hall lit?", &[("https://a.org/hall", HALL)]);
    let opens = "The hall opens at six for visitors.";
    assert_eq!(desk.support("The hall is lit by candles at night.", opens), Support::Contradicted);
    assert_eq!(desk.support("The hall is not lit by candles at night.", opens), Support::Supported);
    let claims =
        vec![claim("The hall is lit by candles.", Part::Summary, vec![desk.quote(0, "The hall is not lit")])];
    let Verdict::Repair(problems) = desk.verify(claims, true) else { panic!("the source denies it") };
    let reason = "the source denies this; say it as the source does (compared with “The hall is not lit by candles at \
        night, and no tour of the hall begins before noon.”).";
    assert!(problems[0].ends_with(reason), "{problems:?}");
    let closed = "The hall does not open at six for visitors.";
    let claims = vec![claim(closed, Part::Summary, vec![desk.quote(0, opens)])];
    let Verdict::Repair(problems) = desk.verify(claims, true) else { panic!("the source says so") };
    assert!(problems[0].contains("the source says so without a denial;"), "{problems:?}");
}

#[test]
fn a_repair_names_only_what_all_quotes_together_lack() {
    let texts = [("https://a.org/tower", TOWER), ("https://b.org/guide", GUIDE)];
    let desk = Desk::new("What is there to know of the Grelling Tower?", &texts);
    let text = "The tower is 62 metres high, its view reaches 40 km, and it has 300 steps.";
    let height = "It is 62 metres high and holds five bells.";
    let quotes = vec![desk.quote(0, height), desk.quote(1, "The view reaches 40 km.")];
    let Verdict::Repair(problems) = desk.verify(vec![claim(text, Part::Summary, quotes)], true) else {
        panic!("300 stands nowhere");
    };
    let lacking = problems[0].rsplit("”: ").next().unwrap_or_default();
    assert!(lacking.starts_with("300") && !lacking.contains("40"), "{problems:?}");
}

#[test]
fn restrictions_and_what_explains_a_formula_are_no_contradictions() {
    const MANUAL: &str = "# Vacuum\n\nVacuum does not return space to the system, except in the last pages of a table.\n\n\
        The threshold is base + scale * number of tuples,\n\nwhere the base is base_threshold, and the number of tuples is \
        reltuples.";
    let desk = Desk::new("When does vacuum start?", &[("https://a.org/vacuum", MANUAL)]);
    let space = "Vacuum does not return space to the system, except in the last pages of a table.";
    let terms = "where the base is base_threshold, and the number of tuples is reltuples.";
    for (text, quote, support) in [
        ("Vacuum returns space to the system only in the last pages of a table.", space, Support::Supported),
        (
            "Vacuum returns space to the system in the last pages of a table, except.",
            space,
            Support::Contradicted,
        ),
        ("The number of tuples is reltuples.", terms, Support::Supported),
    ] {
        assert_eq!(desk.support(text, quote), support, "{text}");
    }
}

#[test]
fn what_the_passages_do_not_tell_is_a_limitation() {
    let desk = tower();
    let good = "It is 62 metres high and holds five bells.";
    let absent = "The sources give no date of the first concert.";
    let claims = || {
        vec![claim(absent, Part::Summary, Vec::new()), claim(good, Part::Summary, vec![desk.quote(0, good)])]
    };
    assert!(matches!(desk.verify(claims(), true), Verdict::Passed(_)), "nothing to mend");
    let answer = desk.answer(claims());
    assert_eq!((answer.claims.len(), answer.summary), (1, format!("{good} [1]")));
    assert!(answer.limitations.iter().any(|said| said == absent));
    assert!(!answer.limitations.iter().any(|said| said.contains("left out")));
}

/// The detail of an answer with one sentence, of the height of the tower, under a heading.
fn detail_under(heading: &str, by: Maker, parts: &[&str]) -> String {
    let desk = Desk { by, ..tower() };
    let height = "It is 62 metres high and holds five bells.";
    let cost = "Entry costs €4.";
    let headed = |text: &str, words: &str| DraftClaim {
        heading: Some(heading.into()),
        ..claim(text, Part::Detail, vec![desk.quote(0, words)])
    };
    let claims = vec![
        claim(cost, Part::Summary, vec![desk.quote(0, cost)]),
        headed(height, height),
        headed("The tower is 90 metres high.", height),
    ];
    let part = |(at, text): (usize, &&str)| SubQuestion {
        id: format!("q{}", at + 1),
        text: (*text).into(),
        ..SubQuestion::default()
    };
    let sub_questions: Vec<SubQuestion> = parts.iter().enumerate().map(part).collect();
    let verdict = desk.with_input(claims, false, |input| {
        let plan = Plan { sub_questions, ..input.plan.clone() };
        verify(&VerifyInput { plan: &plan, ..input.clone() })
    });
    let Verdict::Passed(answer) = verdict else { panic!("{verdict:?}") };
    answer.detail
}

#[test]
fn a_heading_tells_nothing_that_the_claims_below_it_do_not() {
    let model = || Maker::Model("m".into());
    let told = "It is 62 metres high and holds five bells. [1]";
    let (whole, high) = ("What is the Grelling Tower like?", "How many metres high?");
    for heading in ["Size", "2. Grelling Tower", "Open Costs", "62 metres"] {
        let detail = detail_under(heading, model(), &[whole]);
        assert_eq!(detail, format!("## {heading}\n\n{told}"));
    }
    for heading in ["The tower is 90 metres high", "Works of Otto Klee", "`max_bells`"] {
        assert_eq!(detail_under(heading, model(), &[whole]), told, "{heading}");
        let of_part = detail_under(heading, model(), &["When was it finished?", high]);
        assert_eq!(of_part, format!("## {high}\n\n{told}"), "{heading}");
    }
    let by_rules = detail_under("Works of Otto Klee", Maker::Rules, &[whole]);
    assert!(by_rules.starts_with("## Works of Otto Klee"), "rules quote what they name: {by_rules}");
}

#[test]
fn a_claim_in_another_language_is_held_to_values_and_names() {
    let mut desk = tower();
    desk.question.language = "de".into();
    for (document, _) in &mut desk.documents {
        document.language = Some("en".into());
    }
    let height = "It is 62 metres high and holds five bells.";
    for (text, support) in [
        ("Der Turm ist 62 Meter hoch und hat fünf Glocken.", Support::Supported),
        ("Der Turm ist 90 Meter hoch und hat fünf Glocken.", Support::Unsupported),
        ("The tower is 90 metres high.", Support::Contradicted),
    ] {
        assert_eq!(desk.support(text, height), support, "{text}");
    }
}

#[test]
fn a_condition_counts_for_what_it_governs() {
    const MANUAL: &str = "# Keys\n\nThe user can then use key-copy to add their key to the list on the server, or, if access \
        is closed, they have to ask somebody.\n\nTo avoid blocking others, the number is not reclaimed if the transaction \
        aborts.\n\nThe lines hide everything except one folder (note the slash - without it, the pattern hides the folder \
        as well).\n\nThe files have no effect, no matter where they are defined.\n\nThe extra lock costs time and money and should be \
        avoided if nobody asks for it.";
    let desk = Desk::new("How are keys added?", &[("https://a.org/keys", MANUAL)]);
    let copy = "The user can then use key-copy to add their key to the list on the server, or, if access is closed, they \
        have to ask somebody.";
    let number = "To avoid blocking others, the number is not reclaimed if the transaction aborts.";
    let lines = "The lines hide everything except one folder (note the slash - without it, the pattern hides the folder \
        as well).";
    let files = "The files have no effect, no matter where they are defined.";
    let lock = "The extra lock costs time and money and should be avoided if nobody asks for it.";
    for (text, quote, support) in [
        (
            "The user can then use key-copy to add their key to the list on the server.",
            copy,
            Support::Supported,
        ),
        ("They have to ask somebody.", copy, Support::Partly),
        ("This is so to avoid blocking others.", number, Support::Supported),
        ("The number is not reclaimed.", number, Support::Partly),
        ("Without the slash, the pattern hides the folder as well.", lines, Support::Supported),
        ("The lines hide everything.", lines, Support::Partly),
        ("The files have no effect.", files, Support::Supported),
        ("The extra lock costs time and money.", lock, Support::Supported),
        ("The extra lock should be avoided.", lock, Support::Partly),
    ] {
        assert_eq!(desk.support(text, quote), support, "{text}");
    }
}

#[test]
fn values_are_read_as_the_sentence_and_the_asker_mean_them() {
    const MANUAL: &str = "# Pages\n\nThe page size is increased from 1024 to 4096 bytes.\n\nDeleted rows stay in the file and are \
        reused.\n\nThe modes are off, full, and partial.";
    let size = "The page size is increased from 1024 to 4096 bytes.";
    let rows = "Deleted rows stay in the file and are reused.";
    let modes = "The modes are off, full, and partial.";
    let support = |question: &str, text: &str, quote: &str| {
        Desk::new(question, &[("https://a.org/pages", MANUAL)]).support(text, quote)
    };
    let asked = "What is the page size?";
    let both = "The page size is 4096 bytes; before that it was 1024 bytes.";
    assert_eq!(support(asked, both, size), Support::Supported);
    assert_eq!(support(asked, "The page size is 1024 bytes.", size), Support::Partly, "no longer");
    assert_eq!(support(asked, "The page size is 2048 bytes.", size), Support::Contradicted);
    let file = "So the file is still 2 GB, as deleted rows stay in the file.";
    assert_eq!(support("Why is my file still 2 GB?", file, rows), Support::Supported);
    assert_eq!(support("Is my file 2 GB?", file, rows), Support::Unsupported);
    let default = "Deleted rows are reused, 2 GB by default.";
    assert_eq!(
        support("Why is my file still 2 GB?", default, rows),
        Support::Unsupported,
        "of another thing"
    );
    let last = "The modes are off, full, and partial; the last two are modes.";
    assert_eq!(support(asked, last, modes), Support::Supported);
    assert_eq!(support(asked, "The modes are two: off, full, and partial.", modes), Support::Unsupported);
}

#[test]
fn an_identifier_has_to_be_named_near_the_quote() {
    const MANUAL: &str = "# Urgency\n\nThe urgency is one of low, high, or critical:\n\n```\nUrgency: low --quiet\n```\n\n\
        # Pages\n\nAnother section names max_pages.";
    let desk = Desk::new("How do I set `mode`?", &[("https://a.org/urgency", MANUAL)]);
    let quote = "The urgency is one of low, high, or critical";
    for (text, support) in [
        ("The urgency is `low`, `high`, or `critical`.", Support::Supported),
        ("The urgency is `low`, `high`, `urgent`, or `critical`.", Support::Partly),
        ("The urgency is `low`, `high`, or `critical`, with `--quiet`.", Support::Supported),
        ("The urgency of a `mode` is `low`, `high`, or `critical`.", Support::Supported),
        ("The urgency is low, high, or critical, as min_pages is.", Support::Partly),
    ] {
        assert_eq!(desk.support(text, quote), support, "{text}");
    }
    let claims = vec![claim("The urgency is `low` or `urgent`.", Part::Summary, vec![desk.quote(0, quote)])];
    let Verdict::Repair(problems) = desk.verify(claims, true) else { panic!("`urgent` stands nowhere") };
    assert!(
        problems[0].contains("urgent is not named near the quote;")
            && problems[0].contains("(compared with “The urgency"),
        "{problems:?}"
    );
}

#[test]
fn what_was_asked_may_be_denied() {
    const MANUAL: &str = "# Sorting\n\nSorting is stable: elements that compare equal keep their order.";
    let quote = "Sorting is stable: elements that compare equal keep their order.";
    let text = "Sorting does not mix up records with the same key: it is stable, and elements that compare equal keep \
        their order.";
    let support =
        |question: &str| Desk::new(question, &[("https://a.org/sort", MANUAL)]).support(text, quote);
    assert_eq!(support("Sorting mixes up records with the same key. Which flag helps?"), Support::Supported);
    assert_eq!(support("Is sorting stable?"), Support::Partly);
}

#[test]
fn the_predicates_of_two_things_do_not_change_places() {
    const MANUAL: &str =
        "# Marks\n\nSigned marks are meant for release while plain marks are meant for private labels.";
    let desk = Desk::new("Which mark do I take?", &[("https://a.org/marks", MANUAL)]);
    let quote = "Signed marks are meant for release while plain marks are meant for private labels.";
    for (text, support) in [
        ("Take a signed mark for a release.", Support::Supported),
        ("Take a plain mark for a release.", Support::Contradicted),
        ("Signed marks are meant for private labels.", Support::Contradicted),
        ("Plain marks are meant for private labels.", Support::Supported),
    ] {
        assert_eq!(desk.support(text, quote), support, "{text}");
    }
}

#[test]
fn a_disagreement_about_something_else_is_not_listed() {
    const RIVER: &str = "The river Grell is 240 kilometres long and rises in the hills.";
    let pages =
        [("https://a.org/tower", TOWER), ("https://b.org/guide", GUIDE), ("https://c.org/river", RIVER)];
    let desk = Desk::new("How long is the river Grell?", &pages);
    let answer = desk.answer(vec![claim(RIVER, Part::Summary, vec![desk.quote(2, RIVER)])]);
    assert!(answer.conflicts.is_empty(), "{:?}", answer.conflicts);
}

#[test]
fn a_label_needs_no_second_source() {
    const PAGE: &str = "The price is 79 dollars in every shop.";
    let desk = Desk::new("What does it cost?", &[("https://a.org/shelf", PAGE)]);
    let asks = |words: &str| {
        let answer = desk.answer(vec![claim(words, Part::Summary, vec![desk.quote(0, words)])]);
        answer.questions.iter().any(|question| question.contains("second, independent source"))
    };
    assert!(asks(PAGE));
    assert!(!asks("79 dollars"));
}
