use super::*;
use crate::analyze::analyze;
use crate::plan::{normalised, plan};
use gorkd_core::model::{Answered, Document, DocumentHash, FoundBlock, Millis, Passage, Question, Stance};
use gorkd_core::ports::Ranked;
use gorkd_core::text::{slice, span_of};

#[derive(Clone)]
struct Page {
    document: Document,
    text: String,
    round: usize,
}

fn page(url: &str, title: &str, text: &str, round: usize) -> Page {
    let document = Document {
        hash: DocumentHash::of_text(text),
        url: url.into(),
        canonical_url: url.into(),
        title: title.into(),
        ..Document::default()
    };
    Page { document, text: text.into(), round }
}

struct Round {
    question: Question,
    budget: Budget,
    plan: Plan,
}

fn round(text: &str) -> Round {
    let question = analyze(text, Millis(1_780_272_000_000));
    let budget = Budget { rounds: 3, queries: 8, pages: 8, results: 8, ..Budget::default() };
    let brief = Brief {
        question: &question,
        earlier: &[],
        constraints: &[],
        budget: &budget,
        domain: None,
        now: Millis(0),
    };
    let plan = plan(&brief);
    Round { question, budget, plan }
}

impl Round {
    fn judge(&self, pages: &[Page], round: usize) -> Judgement {
        self.judge_beside(pages, round, None)
    }

    fn judge_beside(&self, pages: &[Page], round: usize, similar: Option<&Similar>) -> Judgement {
        let materials: Vec<Material<'_>> = pages
            .iter()
            .map(|page| Material { round: page.round, ..Material::new(&page.document, &page.text) })
            .collect();
        self.judge_materials(&materials, round, similar)
    }

    fn judge_materials(
        &self,
        materials: &[Material<'_>],
        round: usize,
        similar: Option<&Similar>,
    ) -> Judgement {
        self.judge_ranked(materials, round, similar, None)
    }

    fn judge_ranked(
        &self,
        materials: &[Material<'_>],
        round: usize,
        similar: Option<&Similar>,
        ranked: Option<&Ranked>,
    ) -> Judgement {
        let asked: Vec<&Query> = self.plan.queries.iter().collect();
        judge(&JudgeInput { round, asked: &asked, similar, ranked, ..self.input(materials) })
    }

    fn input<'a>(&'a self, materials: &'a [Material<'a>]) -> JudgeInput<'a> {
        JudgeInput {
            brief: Brief {
                question: &self.question,
                earlier: &[],
                constraints: &[],
                budget: &self.budget,
                domain: None,
                now: Millis(0),
            },
            plan: &self.plan,
            materials,
            round: 0,
            asked: &[],
            rounds_left: 2,
            queries_left: 5,
            pages_left: 4,
            providers: &[],
            own: false,
            alone: true,
            similar: None,
            ranked: None,
            unknown: &[],
        }
    }
}

const KRILANOVICH: &str = "Grace Krilanovich is an American author. Her first novel, The Orange Eats Creeps, was \
published by Two Dollar Radio in 2010. She lives in Los Angeles.";
const NOISE: &str =
    "The town lies on a river. It has a market on Saturdays, and its bridge was built of stone.";

#[test]
fn evidence_is_the_passage_that_answers() {
    let round = round("When was the novel of Grace Krilanovich published?");
    let pages = [
        page("https://b.org/town", "A town", NOISE, 0),
        page("https://a.org/grace", "Grace Krilanovich", KRILANOVICH, 0),
    ];
    let judgement = round.judge(&pages, 0);
    let best = &judgement.evidence[0];
    assert_eq!(best.id, "e1");
    assert_eq!(best.source, pages[1].document.source_id());
    assert_eq!(gorkd_core::text::slice(KRILANOVICH, best.passage.span), KRILANOVICH);
    assert!(best.relevance > 0.8 && best.stance == Stance::Supports);
    assert!(judgement.evidence.iter().all(|e| e.source == pages[1].document.source_id()));
}

/// Judges pages, each with its work, its one passage, its score, and its cosine.
fn judged(question: &str, pages: &[(&str, &str, f32, Option<f64>)]) -> (Vec<Page>, Judgement) {
    let round = round(question);
    let works = pages.iter().map(|(work, text, ..)| {
        let found = page(&format!("https://{}.org/", text.len()), "Notes", text, 0);
        Page { document: Document { work: Some((*work).to_owned()), ..found.document }, ..found }
    });
    let works: Vec<Page> = works.collect();
    let materials: Vec<Material<'_>> =
        works.iter().map(|one| Material::new(&one.document, &one.text)).collect();
    let passage =
        |text: &str| Passage { hash: DocumentHash::of_text(text), span: span_of(text, 0..text.len()) };
    let parts = round.plan.sub_questions.len();
    let scores = pages.iter().map(|(_, text, score, _)| (passage(text), vec![Some(*score); parts])).collect();
    let cosines =
        pages.iter().filter_map(|(_, text, _, cosine)| Some((passage(text), vec![(*cosine)?; parts])));
    let similar: Similar = cosines.collect();
    let ranked = Ranked { scores, refuses_below: Some(0.0) };
    let judged = round.judge_ranked(&materials, 0, Some(&similar), Some(&ranked));
    drop(materials);
    (works, judged)
}

/// The work of the best evidence.
fn best_work(question: &str, pages: &[(&str, &str, f32, Option<f64>)]) -> String {
    let (works, judged) = judged(question, pages);
    let best = works.iter().find(|one| one.document.source_id() == judged.evidence[0].source);
    best.and_then(|one| one.document.work.clone()).expect("a page")
}

#[test]
fn a_question_that_names_a_product_prefers_its_manual() {
    const MARMOT: &str = "To upsert a row, add a clause for conflicts to the statement.";
    const SQUALL: &str = "An upsert inserts a row, or updates the one that is there.";
    for (squall, marmot) in [(7.0, 1.0), (5.0, -2.0)] {
        let pages = [("Squall", SQUALL, squall, None), ("Marmot 15 Documentation", MARMOT, marmot, None)];
        assert_eq!(best_work("How do I upsert a row in marmot?", &pages), "Marmot 15 Documentation");
        assert_eq!(best_work("How do I upsert a row?", &pages), "Squall", "no product is named");
    }
}

#[test]
fn an_ordinary_word_names_no_work() {
    let pages = [
        ("Reference Guide", "The key of a column and the table of the key.", 1.0, None),
        ("Squall", "A foreign key is a reference to a row of another table.", 6.0, None),
    ];
    assert_eq!(best_work("What does a foreign key reference?", &pages), "Squall");
}

#[test]
fn an_acronym_of_several_works_may_be_called_otherwise() {
    const ELSEWHERE: &str = "The OS decides in which order the pumps are served.";
    let answered = |other: &str| {
        let round = round("Which sweep gives the space of the shed back to the OS?");
        let sweeps = ["full", "long", "late"].map(|sweep| {
            let text =
                format!("A {sweep} sweep of the shed gives its space back to the operating system at once.");
            ("Squall", text)
        });
        let works = sweeps
            .into_iter()
            .chain([(other, ELSEWHERE.to_owned()), ("Squall", format!("Mind: {ELSEWHERE}"))]);
        let works: Vec<Page> = (0..)
            .zip(works)
            .map(|(nth, (work, text))| {
                let found = page(&format!("https://{nth}.org/"), "Notes", &text, 0);
                Page { document: Document { work: Some(work.to_owned()), ..found.document }, ..found }
            })
            .collect();
        round.judge(&works, 0).parts[0].answered
    };
    assert_eq!(answered("Squall"), Answered::No, "it may be the name of a product");
    assert_ne!(answered("Marmot"), Answered::No);
}

#[test]
fn a_keyword_may_stand_elsewhere_on_the_page_but_a_product_may_not() {
    let answered = |name: &str, same_page: bool| {
        let other = format!("The {name} decides in which order the pumps are served.");
        let mut texts = [
            "A full sweep of the shed gives its space back to the harbour at once.".to_owned(),
            "After a long sweep, the keeper gives the harbour back the space of the shed.".to_owned(),
            "The late sweep gives the harbour back whatever space of the shed nobody has booked.".to_owned(),
        ];
        let mut pages = Vec::new();
        if same_page {
            texts[0] = format!("{}\n\n{other}", texts[0]);
        } else {
            pages.push(page("https://other.org/", "Notes", &other, 0));
        }
        let sweeps =
            (0..).zip(&texts).map(|(nth, text)| page(&format!("https://{nth}.org/"), "Notes", text, 0));
        pages.extend(sweeps);
        let asked = format!("Which sweep gives the space of the shed back to the harbour after {name}?");
        round(&asked).judge(&pages, 0).parts[0].answered
    };
    assert_ne!(answered("UPDATE", true), Answered::No);
    assert_eq!(answered("UPDATE", false), Answered::No);
    assert_eq!(answered("Docker", true), Answered::No);
}

#[test]
fn a_block_that_holds_the_names_of_a_question_is_shown_with_a_lower_score() {
    let answered = |question: &str, text: &str| {
        judged(question, &[("Squall 15 Documentation", text, -5.0, None)]).1.parts[0].answered
    };
    assert_eq!(answered("When is a BRIN sweep a good idea?", "A BRIN sweep reads ranges."), Answered::Partly);
    assert_eq!(answered("When is a BRIN sweep a good idea?", "A late sweep reads ranges."), Answered::No);
    assert_eq!(answered("What does support for Squall cost?", "Squall supports sweeps."), Answered::No);
}

#[test]
fn an_embedder_has_a_say_beside_a_reranker() {
    let pages = |near: f64, far: f64| {
        [
            ("Squall", "A pump is started by its green lever.", 3.0, Some(far)),
            ("Marmot", "The lever of the pump is green.", 2.5, Some(near)),
        ]
    };
    let asked = "Which lever starts the pump?";
    assert_eq!(best_work(asked, &pages(0.8, 0.4)), "Marmot");
    assert_eq!(best_work(asked, &pages(0.4, 0.8)), "Squall");
}

#[test]
fn names_in_what_was_read_lead_on() {
    let round =
        round("Grace Krilanovich's first novel was published by a publishing house that is based where?");
    let judgement = round.judge(&[page("https://a.org/grace", "Grace Krilanovich", KRILANOVICH, 0)], 0);
    let first: Vec<&str> = judgement.queries.iter().take(3).map(|query| query.text.as_str()).collect();
    assert!(first.iter().any(|query| query.starts_with("Two Dollar Radio")), "{first:?}");
    let led = |query: &&Query| query.why.ends_with("is named by what was read");
    assert!(judgement.queries.iter().all(|query| query.from_pages == led(&query)), "{:?}", judgement.queries);
}

#[test]
fn an_acronym_that_nobody_wrote_leads_nowhere() {
    const PRINTING: &str =
        "CUPS (Common UNIX Printing System) prints in the whole world, and has since 2022.";
    let lead = |question: &str| {
        let judgement = round(question).judge(&[page("https://b.org/print", "Printing", PRINTING, 0)], 0);
        judgement.queries.iter().any(|query| query.text.starts_with("Common UNIX Printing System"))
    };
    assert!(!lead("Who won the football world cup in 2022?"));
    assert!(lead("Since when has CUPS printed in the football world?"));
    const CUP: &str = "A cup of tea was served by Josh Spoerri on Sunday.";
    let judgement = round("Who won the football world cup in 2022?")
        .judge(&[page("https://b.org/tea", "Tea", CUP, 0)], 0);
    assert!(!judgement.queries.iter().any(|query| query.text.contains("Spoerri")), "one word leads nowhere");
}

#[test]
fn no_query_is_asked_again() {
    let round = round("Who founded Two Dollar Radio and where is it based?");
    let judgement = round.judge(&[page("https://a.org/grace", "Grace Krilanovich", KRILANOVICH, 0)], 0);
    let asked: Vec<String> = round.plan.queries.iter().map(|query| normalised(&query.text)).collect();
    assert!(!judgement.queries.is_empty() && judgement.queries.len() <= 5);
    assert!(judgement.queries.iter().all(|query| !asked.contains(&normalised(&query.text))));
}

#[test]
fn nothing_found_asks_in_fewer_words() {
    let round = round("How many moons does the planet Zorblax have?");
    let judgement = round.judge(&[], 0);
    assert!(!judgement.sufficient && judgement.evidence.is_empty());
    assert_eq!(judgement.gaps.len(), 1);
    assert!(judgement.queries.iter().any(|query| query.text == "Zorblax"), "{:?}", judgement.queries);
}

#[test]
fn enough_independent_answers_suffice() {
    let round = round("When was Two Dollar Radio founded?");
    let pages: Vec<Page> = ["a.org", "b.org", "c.org"]
        .iter()
        .enumerate()
        .map(|(n, host)| {
            let text = format!("Two Dollar Radio was founded in 2005. Our reader {n} says so on page {n}0.");
            page(&format!("https://{host}/"), "Two Dollar Radio", &text, 0)
        })
        .collect();
    assert!(!round.judge(&pages[..1], 0).sufficient);
    let judgement = round.judge(&pages, 0);
    assert!(judgement.sufficient && judgement.queries.is_empty(), "{}", judgement.reason);
    assert_eq!(judgement.saturation.coverage, 1.0);
}

#[test]
fn a_round_that_repeats_the_last_one_is_saturated() {
    let round = round("When was Two Dollar Radio founded?");
    let text = "Two Dollar Radio was founded by Eric Obenauf in Columbus in 2005.";
    let pages = [
        page("https://a.org/1", "Two Dollar Radio", text, 0),
        page(
            "https://a.org/2",
            "Two Dollar Radio",
            "In 2005 Two Dollar Radio was founded in Columbus by Eric Obenauf.",
            1,
        ),
    ];
    let judgement = round.judge(&pages, 1);
    assert!(judgement.saturation.new_entities < SATURATED, "{:?}", judgement.saturation);
    assert!(judgement.saturation.circularity > CIRCULAR);
    assert!(judgement.sufficient, "{}", judgement.reason);
    assert_eq!(round.judge(&pages[..1], 0).saturation.new_entities, 1.0);
}

#[test]
fn a_denial_contradicts_a_yes_or_no_question() {
    let round = round("Is the Two Dollar Radio bookshop open on Sundays?");
    let text = "The Two Dollar Radio bookshop is not open on Sundays.";
    let judgement = round.judge(&[page("https://a.org/1", "Hours", text, 0)], 0);
    assert_eq!(judgement.evidence[0].stance, Stance::Contradicts);
}

#[test]
fn evidence_is_bounded() {
    let round = round("What is said of rivers?");
    let pages: Vec<Page> = (0..30)
        .map(|n| {
            let text = format!("# Rivers {n}\n\n").to_owned()
                + &format!("Rivers are said to be long, river {n} above all. ").repeat(60);
            page(&format!("https://site{n}.org/"), "Rivers", &text, 0)
        })
        .collect();
    let evidence = round.judge(&pages, 0).evidence;
    assert!(evidence.len() <= 40 && evidence.len() > 20);
}

#[test]
fn nearness_in_meaning_moves_what_words_alone_rank() {
    let asked = round("How do I stop my sourdough from tearing?");
    let pages = [
        page(
            "https://a.org/bread",
            "Loaves",
            "Crusts split in the oven when the surface dries out before it has set.",
            0,
        ),
        page(
            "https://b.org/stop",
            "Stops",
            "My bus stop is where I stop to see sourdough sellers from far away.",
            0,
        ),
    ];
    let words_alone = asked.judge(&pages, 0);
    let far = |judged: &Judgement, page: usize| {
        let source = pages[page].document.source_id();
        judged.evidence.iter().find(|piece| piece.source == source).map_or(0.0, |piece| piece.relevance)
    };
    assert!(far(&words_alone, 0) < far(&words_alone, 1), "words point to the wrong page");
    let similar: Similar = pages
        .iter()
        .zip([0.7, 0.1])
        .map(|(page, cosine)| {
            let span = span_of(&page.text, 0..page.text.len());
            let passage = Passage { hash: page.document.hash.clone(), span };
            (passage, vec![cosine; asked.plan.sub_questions.len()])
        })
        .collect();
    let judged = asked.judge_beside(&pages, 0, Some(&similar));
    assert!(far(&judged, 0) > far(&words_alone, 0) && far(&judged, 1) < far(&words_alone, 1));
}

#[test]
fn passages_to_embed_are_bounded_and_hold_the_beginning_of_every_document() {
    let asked = round("What is a glacier?");
    let long: String = (0..200).map(|n| format!("## Part {n}\n\nA glacier is ice, part {n}.\n\n")).collect();
    let pages = [
        page("https://a.org/", "Ice", &long, 0),
        page("https://b.org/", "Other", "Nothing of that stands here.", 0),
    ];
    let materials: Vec<Material<'_>> =
        pages.iter().map(|page| Material::new(&page.document, &page.text)).collect();
    let chosen = candidates(&asked.input(&materials), 12);
    assert_eq!(chosen.len(), 12);
    assert!(chosen.iter().any(|one| one.text.contains("Nothing of that")));
    assert!(chosen.iter().any(|one| one.text.contains("A glacier is ice")));
}

#[test]
fn a_field_that_needs_a_paper_is_not_satisfied_without_one() {
    let mut round = round("When was the novel of Grace Krilanovich published?");
    let pages = [
        page("https://a.org/grace", "Grace Krilanovich", KRILANOVICH, 0),
        page("https://b.net/grace", "The author Grace Krilanovich", &format!("{KRILANOVICH} She writes."), 0),
        page(
            "https://c.net/grace",
            "Novel of Grace Krilanovich",
            "The novel of Krilanovich was published in 2010.",
            0,
        ),
        page(
            "https://d.net/grace",
            "A novel",
            "Grace Krilanovich published her novel in 2010, in spring.",
            0,
        ),
    ];
    let plain = round.judge(&pages, 0);
    round.plan.routing.rules.academic_required = true;
    let judgement = round.judge(&pages, 0);
    assert!(!judgement.sufficient && judgement.reason.contains("academic"), "{}", judgement.reason);
    assert_eq!(judgement.queries[0].filters.kind, Some(gorkd_core::model::ContentKind::Academic));
    assert!(plain.queries.iter().all(|query| query.filters.kind.is_none()));
    let mut with_paper: Vec<Page> = pages.into();
    with_paper.push(page(
        "https://arxiv.org/abs/1",
        "On Grace Krilanovich",
        "Her novel was published in 2010.",
        0,
    ));
    assert!(!round.judge(&with_paper, 0).reason.contains("academic"));
}

#[test]
fn copies_of_one_text_are_one_source() {
    let round = round("When was the novel of Grace Krilanovich published?");
    let story = format!(
        "{KRILANOVICH} Critics praised it, and two prizes were given to it in the year that followed."
    );
    let site = |n: usize, text: &str| page(&format!("https://site{n}.org/x"), "Grace Krilanovich", text, 0);
    let copies: Vec<Page> = (0..3).map(|n| site(n, &format!("News {n}\n\n{story}\n\nMore: {n}"))).collect();
    assert!(!round.judge(&copies, 0).sufficient, "three copies are one source");
    let texts = [
        "The novel of Grace Krilanovich was published in 2010.",
        "Grace Krilanovich: the first novel, published 2010.",
        "It was in 2010 that the novel of Grace Krilanovich was published.",
    ];
    let others: Vec<Page> = texts.iter().enumerate().map(|(n, text)| site(n, text)).collect();
    assert!(round.judge(&others, 0).sufficient, "{}", round.judge(&others, 0).reason);
}

#[test]
fn a_heading_that_compares_names_the_sides_by_what_tells_them_apart() {
    const FAQ: &str = "# Questions\n\n## What is the difference between fetching and pulling?\n\nA fetch stores the latest \
        changes. A pull consists of a fetch followed at once by a merge.\n\n## Which backends are there?\n\nThere are two \
        backends: apply and pull.";
    let round = round("What is the difference between git fetch and git pull?");
    let evidence = round.judge(&[page("https://a.org/faq", "Git FAQ", FAQ, 0)], 0).evidence;
    let whole: Vec<&str> = evidence
        .iter()
        .filter(|one| one.sub_question == "q1")
        .map(|one| gorkd_core::text::slice(FAQ, one.passage.span))
        .collect();
    assert!(whole.first().is_some_and(|first| first.starts_with("A fetch stores")), "{whole:?}");
    assert!(!whole.iter().any(|block| block.contains("backends")), "{whole:?}");
}

#[test]
fn a_page_opens_with_its_first_paragraph_although_code_follows() {
    const WEIR: &str = "# Weir\n\nA weir is a low wall across a river, built to raise the water above it, so that mills have \
        enough of it in a dry summer, boats find it deep enough in spring, and those who live beside it can tell by the sound \
        of the water how high it stands. It is drawn like this\n\n```\nwall --low\n```\n\nWeir after weir is a weir on a weir.\n";
    let judgement = round("What is a weir?").judge(&[page("https://a.org/weir", "Weir", WEIR, 0)], 0);
    let best = gorkd_core::text::slice(WEIR, judgement.evidence[0].passage.span);
    assert!(best.starts_with("A weir is a low wall") && best.ends_with("```"), "{best}");
}

#[test]
fn a_block_that_two_queries_found_counts_as_the_better_one_found_it() {
    const TEXT: &str =
        "A stuck session is ended by its number.\n\nThe harbour has a bridge of iron and of stone.\n";
    let page = page("file:///a.md", "Sessions", TEXT, 0);
    let round = round("How is a stuck session ended?");
    let span = |words: &str| {
        let start = TEXT.find(words).expect("there");
        span_of(TEXT, start..start + TEXT[start..].find('\n').expect("an end"))
    };
    let found = |words: &str, score: f64, coverage: f64| {
        ("q1", FoundBlock { span: span(words), score, coverage, ..FoundBlock::default() })
    };
    let best = |found: Vec<(&'static str, FoundBlock)>| {
        let material = Material { found, ..Material::new(&page.document, &page.text) };
        let judged = round.judge_materials(std::slice::from_ref(&material), 0, None);
        judged.evidence[0].passage.span
    };
    let bridge = found("The harbour", 5.0, 0.6);
    let (weak, strong) = (found("A stuck", 2.0, 0.2), found("A stuck", 6.0, 0.9));
    assert_eq!(best(vec![weak, bridge]), span("The harbour"));
    assert_eq!(best(vec![strong, bridge, weak]), span("A stuck"));
    assert_eq!(best(vec![weak, bridge, strong]), span("A stuck"), "whichever came last");
}

#[test]
fn a_block_that_only_its_meaning_finds_is_read_by_a_reranker_and_compared_with_no_words() {
    const TEXT: &str = "The harbour has a bridge of iron.\n\npg_terminate_backend ends a session.\n\nTea is made of leaves.\n";
    let page = page("file:///a.md", "Notes", TEXT, 0);
    let asked = round("How do I kick somebody off the harbour?");
    let found = |words: &str, score: f64, near: Option<f64>| {
        let start = TEXT.find(words).expect("there");
        let span = span_of(TEXT, start..start + TEXT[start..].find('\n').expect("an end"));
        ("q1", FoundBlock { span, score, coverage: score / 10.0, near, ..FoundBlock::default() })
    };
    let ranked = |found: Vec<(&'static str, FoundBlock)>| {
        let material = Material { found, ..Material::new(&page.document, &page.text) };
        let input = asked.input(std::slice::from_ref(&material));
        let embedded = candidates(&input, 12).len();
        let read = worth_ranking(&input, 12).remove(0).passages;
        let texts = read.into_iter().map(|one| (one.text, one.compared)).collect::<Vec<_>>();
        (texts, embedded)
    };
    let words = "Notes. The harbour has a bridge of iron.".to_owned();
    assert_eq!(ranked(vec![found("The harbour", 5.0, None)]), (vec![(words.clone(), false)], 3));
    let both = vec![found("The harbour", 5.0, Some(0.3)), found("pg_term", 0.0, Some(0.6))];
    // With what the page says of itself.
    let meaning = "Notes. The harbour has a bridge of iron. pg_terminate_backend ends a session.".to_owned();
    assert_eq!(ranked(both), (vec![(words, true), (meaning, true)], 1), "what has a cosine needs no other");
}

#[test]
fn parts_share_a_reranker_but_none_gets_less_than_half_of_what_two_share() {
    let text: String = (0..40).map(|n| format!("The harbour bridge no. {n} is made of iron.\n\n")).collect();
    let page = page("file:///a.md", "Bridges", &text, 0);
    let read = |parts: usize| -> Vec<usize> {
        let mut asked = round("How high is the harbour bridge?");
        asked.plan.sub_questions = vec![asked.plan.sub_questions[0].clone(); parts];
        let material = Material::new(&page.document, &page.text);
        let ranked = worth_ranking(&asked.input(std::slice::from_ref(&material)), 20);
        ranked.iter().map(|part| part.passages.len()).collect()
    };
    assert_eq!([read(1), read(2), read(3)], [vec![20], vec![10; 2], vec![10; 3]]);
}

/// Judges pages that say so much about a bridge, each with its round and a reranker's score, which answers from 0 on.
fn judged_bridges(scores: &[(usize, Option<f32>)], own: bool, alone: bool) -> Judgement {
    let asked = round("How high is the harbour bridge?");
    const SAID: [&str; 4] = [
        "Above the water, the harbour bridge rises forty meters, as masons of the old guild carved into a stone.",
        "A guide calls the harbour bridge high enough for each ship that brings timber from Norway in summer.",
        "When storms close the harbour, the bridge keeps its height, and only trains with coal may cross it.",
        "Paint on the harbour bridge lasts nine winters; climbers check how high the rust has crept by then.",
    ];
    let numbered = scores.iter().enumerate();
    let pages: Vec<Page> = numbered
        .map(|(number, (round, _))| page(&format!("https://{number}.org/"), "Notes", SAID[number], *round))
        .collect();
    let materials: Vec<Material<'_>> = pages
        .iter()
        .map(|page| Material { round: page.round, ..Material::new(&page.document, &page.text) })
        .collect();
    let scored = pages.iter().zip(scores).map(|(page, (_, score))| {
        let span = span_of(&page.text, 0..page.text.len());
        (Passage { hash: page.document.hash.clone(), span }, vec![*score])
    });
    let ranked = Ranked { scores: scored.collect(), refuses_below: Some(0.0) };
    let last = pages.iter().map(|page| page.round).max().unwrap_or_default();
    judge(&JudgeInput { round: last, own, alone, ranked: Some(&ranked), ..asked.input(&materials) })
}

#[test]
fn a_word_that_no_document_has_leaves_a_question_unanswered_unless_a_passage_is_clear() {
    let page = page("file:///a.md", "Swap", "To set up swap on Debian, make a file and turn it on.", 0);
    let answered = |question: &str, unknown: &[&str], score: Option<f32>| {
        let asked = round(question);
        let materials = [Material::new(&page.document, &page.text)];
        let passage =
            Passage { hash: page.document.hash.clone(), span: span_of(&page.text, 0..page.text.len()) };
        let scores = [(passage, vec![score; asked.plan.sub_questions.len()])].into();
        let ranked = Ranked { scores, refuses_below: Some(0.0) };
        let unknown: Vec<String> = unknown.iter().map(|word| (*word).to_owned()).collect();
        let part = judge(&JudgeInput {
            ranked: score.is_some().then_some(&ranked),
            unknown: &unknown,
            ..asked.input(&materials)
        });
        let part = part.parts[0].clone();
        (part.answered != Answered::No, part.missing)
    };
    const SHORT: &str = "How do I set up swap on Debian with zramen?";
    let missing = (false, vec!["zramen".to_owned()]);
    assert_eq!(answered(SHORT, &["zramen"], Some(2.0)), missing);
    assert_eq!(answered(SHORT, &["zramen"], None), missing);
    assert_eq!(answered(SHORT, &["zramen"], Some(6.0)), (true, Vec::new()));
    assert_eq!(answered(SHORT, &[], Some(2.0)), (true, Vec::new()));
    assert_eq!(answered("How do I set up swap on Debian pls?", &["pls"], Some(2.0)), (true, Vec::new()));
    assert!(
        answered("My zramen is broken. How do I set up swap on Debian?", &["zramen"], Some(2.0)).0,
        "a story"
    );
    const LONG: &str = "How do I set up swap on Debian with a zramen if memory runs short while large programs compile overnight?";
    assert!(answered(LONG, &["zramen"], Some(2.0)).0, "one word of many may be an ordinary one");
}

#[test]
fn a_file_of_ones_own_in_the_story_of_a_question_need_not_be_mentioned() {
    const STORY: &str = "I put config.local in .gitignore but git keeps listing it as modified.";
    let page =
        page("file:///a.md", "Ignoring", "Files that git tracks already aren't affected by .gitignore.", 0);
    let missing = |question: &str| {
        let asked = round(question);
        let materials = [Material::new(&page.document, &page.text)];
        let passage =
            Passage { hash: page.document.hash.clone(), span: span_of(&page.text, 0..page.text.len()) };
        let scores = [(passage, vec![Some(2.0); asked.plan.sub_questions.len()])].into();
        let ranked = Ranked { scores, refuses_below: Some(0.0) };
        let judged = judge(&JudgeInput { ranked: Some(&ranked), ..asked.input(&materials) });
        judged.parts.into_iter().flat_map(|part| part.missing).collect::<Vec<_>>()
    };
    assert_eq!(missing(&format!("{STORY} Why does the ignore rule not work?")), [""; 0]);
    let two = "Why does the ignore rule not work, and how do I make git forget the file without deleting it?";
    assert_eq!(missing(&format!("{STORY} {two}")), [""; 0], "its parts end without a question mark");
    assert_eq!(missing("How do I make git forget config.local?"), ["config.local"]);
}

#[test]
fn one_clear_document_is_enough_among_ones_own() {
    assert!(judged_bridges(&[(0, Some(5.0))], true, true).sufficient);
    assert!(!judged_bridges(&[(0, Some(1.0))], true, true).sufficient, "it is not clear");
    assert!(!judged_bridges(&[(0, Some(5.0))], false, true).sufficient, "on the web, others have to agree");
    assert!(!judged_bridges(&[(0, Some(5.0))], true, false).sufficient, "a language model has a say");
}

#[test]
fn a_passage_is_as_far_ahead_as_the_next_one_of_another_section_is_behind() {
    const HIGH: &str = "The harbour bridge is forty meters high.";
    const ALSO: &str = "At low tide, the harbour bridge is two meters higher above the water.";
    const PAINT: &str = "Paint on the harbour bridge shows how high rust crept.";
    let lead = |texts: &[&str], scores: &[f32]| {
        let asked = round("How high is the harbour bridge?");
        let pages: Vec<Page> = (0..)
            .zip(texts)
            .map(|(number, text)| page(&format!("https://{number}.org/"), "Notes", text, 0))
            .collect();
        let materials: Vec<Material<'_>> =
            pages.iter().map(|page| Material::new(&page.document, &page.text)).collect();
        let passages = materials.iter().flat_map(|material| {
            let blocks = material.blocks().iter();
            blocks.map(|block| material.passage(block.range.clone())).collect::<Vec<_>>()
        });
        let scores = passages.zip(scores).map(|(passage, score)| (passage, vec![Some(*score)])).collect();
        let ranked = Ranked { scores, refuses_below: Some(0.0) };
        let part = judge(&JudgeInput { ranked: Some(&ranked), ..asked.input(&materials) }).parts.remove(0);
        (part.lead.expect("a reranker has read it"), part.clarity().expect("it has a threshold"))
    };
    let near = |(lead, _): (f32, f32), expected: f32| {
        assert!((lead - expected).abs() <= 1.0, "{lead}: words count one logit at most");
    };
    near(lead(&[HIGH, PAINT], &[6.0, 1.0]), 5.0);
    near(lead(&[HIGH, ALSO], &[6.0, 5.5]), 0.5);
    near(lead(&[&format!("{HIGH}\n\n{ALSO}"), PAINT], &[6.0, 5.5, 1.0]), 5.0);
    near(lead(&[HIGH, HIGH, PAINT], &[6.0, 6.0, 1.0]), 5.0);
    let (_, clarity) = lead(&[HIGH, PAINT], &[6.0, -6.0]);
    assert_eq!(clarity, 10.0, "more than four logits ahead is no clearer");
}

#[test]
fn a_round_that_brings_none_of_the_best_passages_is_the_last() {
    let first = [(0, Some(1.0)), (0, Some(0.9)), (0, Some(0.8))];
    assert!(!judged_bridges(&first, false, true).sufficient);
    let with = |last: Option<f32>, alone: bool| {
        judged_bridges(&[first.as_slice(), &[(1, last)]].concat(), false, alone)
    };
    let idle = with(Some(-5.0), true);
    assert_eq!((idle.sufficient, idle.queries.len()), (false, 0));
    assert_eq!(idle.reason, "The last round brought none of the best passages.");
    assert_ne!(with(Some(-5.0), false).queries.len(), 0, "a language model may need them");
    for last in [Some(1.5), None] {
        let busy = with(last, true);
        assert_ne!(
            busy.queries.len(),
            0,
            "{last:?}: it brought the best one, or nobody knows: {}",
            busy.reason
        );
    }
}

#[test]
fn a_german_name_that_is_written_like_no_noun_has_to_be_heard_of() {
    let missing = |asked: &str, text: &str| {
        let judged = round(asked).judge(&[page("https://a.org/sichern", "Sichern", text, 0)], 0);
        judged.parts[0].missing.clone()
    };
    const DUMP: &str =
        "Eine Datenbank sichert man mit dem Befehl dump, der eine Datei mit allen Tabellen schreibt.";
    for asked in ["Wie sichere ich eine Datenbank mit MariaDB?", "Wie sichere ich eine MariaDB-Datenbank?"] {
        assert_eq!(missing(asked, DUMP), ["MariaDB"], "{asked}");
        assert!(missing(asked, &format!("{DUMP}\n\nDas gilt auch für MariaDB.")).is_empty(), "{asked}");
    }
    for asked in
        ["Wie sichere ich die Datenbank der NutzerInnen?", "Wie sichere ich eine Datenbank mit Kubernetes?"]
    {
        assert!(missing(asked, DUMP).is_empty(), "{asked}");
    }
}

#[test]
fn a_name_with_a_number_may_be_inflected() {
    let missing = |asked: &str| {
        let page = page("https://a.org/a", "Аполлон-1", "Экипаж «Аполлон-1» погиб при пожаре.", 0);
        round(asked).judge(&[page], 0).parts[0].missing.clone()
    };
    assert_eq!(missing("Отчего погиб экипаж «Аполлона-1»?"), [""; 0]);
    assert_eq!(missing("Отчего погиб экипаж «Аполлона-13»?").len(), 1);
}

#[test]
fn a_passage_that_holds_nothing_but_the_name_asked_about_is_no_answer() {
    let answered = |asked: &str, language: &str, text: &str| {
        let mut page = page("https://a.org/kenya", "Kenya", text, 0);
        page.document.language = Some(language.into());
        round(asked).judge(&[page], 0).parts[0].answered
    };
    const RANKS: &str =
        "Kenya ranks low on the Corruption Perception Index. It was placed 139th of 176 countries.";
    assert_eq!(answered("What is the population of Kenya?", "en", RANKS), Answered::No);
    assert_ne!(answered("Which place has Kenya in the index?", "en", RANKS), Answered::No);
    assert_ne!(
        answered("What is the population of Kenya?", "en", "Kenya is populated by 47 million."),
        Answered::No
    );
}

#[test]
fn an_identifier_is_held_by_no_part_of_it() {
    let missing = |asked: &str| {
        let text =
            "idle_in_transaction_session_timeout ends a session whose transaction idles. The default is 0.";
        let page = page("https://a.org/timeouts", "Timeouts", text, 0);
        round(asked).judge(&[page], 0).parts[0].missing.clone()
    };
    assert_eq!(missing("What is the default of transaction_timeout?"), ["transaction_timeout"]);
    assert_eq!(missing("What is the default of idle_in_transaction_session_timeout?"), [""; 0]);
    assert_eq!(missing("What is the default of idle_in_transaction?"), [""; 0], "it may be cut short");
}

/// Is a question answered by three pages about sweeps, in so many words read? A fourth page holds other words, and a
/// reranker may have given the sweeps a score.
fn swept(question: &str, words: u32, other: &str, score: Option<f32>) -> bool {
    let mut round = round(question);
    round.question.language = "en".into();
    let sweeps = ["full", "long", "late"].map(|sweep| {
        format!("After a {sweep} sweep, the keeper gives the space of the shed back to the harbour at once.")
    });
    let noise =
        (0..8).map(|nth| format!("{NOISE} Its number is {nth}.{}", if nth == 0 { other } else { "" }));
    let pages = sweeps.into_iter().chain(noise).enumerate().map(|(nth, text)| {
        let found = page(&format!("https://{nth}.org/"), "Notes", &text, 0);
        let word_count = if nth == 0 { words } else { 0 };
        Page { document: Document { language: Some("en".into()), word_count, ..found.document }, ..found }
    });
    let pages: Vec<Page> = pages.collect();
    let materials: Vec<Material<'_>> =
        pages.iter().map(|page| Material::new(&page.document, &page.text)).collect();
    let parts = round.plan.sub_questions.len();
    let ranked = score.map(|score| {
        let scores = pages.iter().take(3).map(|page| {
            let span = span_of(&page.text, 0..page.text.len());
            (Passage { hash: page.document.hash.clone(), span }, vec![Some(score); parts])
        });
        Ranked { scores: scores.collect(), refuses_below: Some(0.0) }
    });
    round.judge_ranked(&materials, 0, None, ranked.as_ref()).parts[0].answered != Answered::No
}

#[test]
fn a_name_in_small_letters_has_to_be_heard_of() {
    let asked = "zorbex harbour sweep";
    assert!(!swept(asked, 10_000, " Nothing else.", None));
    assert!(
        swept(asked, 9_999, " Nothing else.", None),
        "in little that was read, ordinary words are missing too"
    );
    assert!(!swept(asked, 10_000, " It has heard of zorbex.", None), "no good passage mentions it");
    assert!(
        swept("harbour sweep zorbex", 10_000, " It has heard of zorbex.", None),
        "it isn't what is asked about"
    );
    assert!(!swept("harbour sweep zorbex", 10_000, " Nothing else.", None));
    assert!(!swept(asked, 10_000, " Nothing else.", Some(0.5)), "it may answer");
    assert!(swept(asked, 10_000, " Nothing else.", Some(5.0)), "a reranker is sure");
}

#[test]
fn an_ordinary_word_in_small_letters_may_stand_nowhere() {
    let asked = [
        "harbuor sweep shed",
        "smth harbour sweep",
        "typo'd harbour sweep",
        "sweepless harbour shed",
        "harbor sweep shed",
        "does a sweep give the harbour space? zorbex fails.",
        "Does a late sweep by the zorbex keeper give the space of the shed back to the harbour?",
    ];
    for asked in asked {
        assert!(swept(asked, 10_000, " Nothing else.", None), "{asked}");
    }
}

#[test]
fn the_newer_edition_of_a_page_takes_the_place_of_the_older_one() {
    let old = "# Vacation\n\nFull-time employees get 27 days of paid vacation per year.\n\n## Carry-over\n\nUp to 5 days stay \
        until June.";
    let new = "# Vacation\n\nFull-time employees get 30 days of paid vacation per calendar year. Part-timers pro rata.\n\n\
        ## Carry-over\n\nUp to 8 days can be carried over into the next year. They expire on 31 March.";
    let pages = [
        page("file:///lib/archive/vacation-2023.md", "Vacation policy", old, 0),
        page("file:///lib/vacation.md", "Vacation policy", new, 0),
        page("file:///lib/town.md", "Town", NOISE, 0),
    ];
    let first = |question: &str| {
        let found = round(question).judge(&pages, 0).evidence;
        let words = |piece: &Evidence| {
            let text =
                pages.iter().find(|page| page.document.source_id() == piece.source).map(|page| &page.text);
            slice(text.expect("it is one of them"), piece.passage.span).to_owned()
        };
        found.iter().map(words).collect::<Vec<_>>()
    };
    let found = first("How many days of paid vacation do full-time employees get per year?");
    assert!(found[0].contains("30 days"), "{found:?}");
    assert!(!found.iter().any(|text| text.contains("27 days")), "it isn't quoted beside it: {found:?}");
    let found =
        first("How many days of paid vacation did full-time employees get per year in the 2023 policy?");
    assert!(found.iter().any(|text| text.contains("27 days")), "who asks for it gets it: {found:?}");
}

#[test]
fn what_says_that_it_is_outdated_comes_after_what_answers_as_well() {
    let old = "# Deploying to production\n\nOUTDATED since June.\n\nTo deploy to production, press Build in Jenkins.";
    let new = "# Continuous delivery\n\nTo deploy to production, type promote in the channel for deploys.";
    let question = "How do I deploy to production?";
    let first = |pages: &[Page]| {
        let found = round(question).judge(pages, 0).evidence;
        found.first().map(|piece| piece.source.clone()).expect("something answers")
    };
    let old = page("https://wiki.example/old", "Deploying to production", old, 0);
    let new = page("https://wiki.example/new", "Continuous delivery", new, 0);
    let (outdated, current) = (old.document.source_id(), new.document.source_id());
    assert_eq!(first(&[old.clone(), new.clone()]), current);
    // It is no rival either, however well it fits.
    let asked = round(question);
    let pages = [old.clone(), new];
    let materials: Vec<Material<'_>> =
        pages.iter().map(|page| Material::new(&page.document, &page.text)).collect();
    let scores = materials.iter().zip([6.0, 5.0]).flat_map(|(material, score)| {
        let parts = vec![Some(score); asked.plan.sub_questions.len()];
        material
            .blocks()
            .iter()
            .map(|block| (material.passage(block.range.clone()), parts.clone()))
            .collect::<Vec<_>>()
    });
    let ranked = Ranked { scores: scores.collect(), refuses_below: Some(0.0) };
    let lead = asked.judge_ranked(&materials, 0, None, Some(&ranked)).parts[0].lead;
    assert!(lead.is_some_and(|lead| lead > 3.0), "{lead:?}");
    assert_eq!(
        first(&[old, page("https://wiki.example/town", "Town", NOISE, 0)]),
        outdated,
        "better than nothing"
    );
}

#[test]
fn a_post_that_asks_the_question_is_no_answer_to_it() {
    let asks = "Which version of the toolkit comes with the new release? I searched for the version of the toolkit, and who knows?";
    let tells = "The new release comes with version 6.4.2 of the toolkit.";
    let pages = [
        page("https://forum.example/1", "Toolkit of the new release", asks, 0),
        page("https://forum.example/2", "Toolkit of the new release", tells, 0),
    ];
    let found = round("Which version of the toolkit comes with the new release?").judge(&pages, 0).evidence;
    assert_eq!(found[0].source, pages[1].document.source_id());
}

#[test]
fn a_table_is_compared_by_the_rows_that_share_most_with_the_question() {
    let text = "| Vendor | For | Renewal |\n| --- | --- | --- |\n| Okta | SSO | 31 January |\n| Zendesk | tickets | 30 June |\n\
        | Personio | people | 31 December |\n| Greenhouse | hiring | 15 April |\n";
    let pages =
        [page("file:///lib/vendors.md", "Vendors", text, 0), page("file:///lib/town.md", "Town", NOISE, 0)];
    let compared = |question: &str| {
        let round = round(question);
        let materials: Vec<Material<'_>> =
            pages.iter().map(|page| Material::new(&page.document, &page.text)).collect();
        let found = worth_ranking(&round.input(&materials), 20);
        found[0]
            .passages
            .iter()
            .map(|one| one.text.clone())
            .find(|text| text.contains("Vendor |"))
            .expect("the table")
    };
    assert_eq!(
        compared("When does Okta renew?"),
        "Vendors. | Vendor | For | Renewal | | Okta | SSO | 31 January |"
    );
    assert!(compared("Which vendor renews?").contains("Greenhouse"), "no row says more than another");
}
