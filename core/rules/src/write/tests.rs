//! What the writer makes of texts, seen from outside.

use super::*;
use proptest::prelude::*;

/// Texts with all that a draft needs around them.
struct World {
    documents: Vec<(Document, String)>,
    evidence: Vec<(usize, f64)>,
    sub_questions: Vec<String>,
    citations: u32,
    now: Millis,
    numbering: Vec<Numbered>,
}

impl World {
    fn of(texts: &[&str]) -> Self {
        let documents = texts
            .iter()
            .enumerate()
            .map(|(index, text)| {
                let url = format!("https://site{index}.example/page");
                let document = Document {
                    hash: DocumentHash::of_text(text),
                    url: url.clone(),
                    canonical_url: url,
                    title: String::new(),
                    ..Document::default()
                };
                (document, (*text).to_owned())
            })
            .collect();
        World {
            documents,
            evidence: Vec::new(),
            sub_questions: Vec::new(),
            citations: 10,
            now: Millis(1_790_000_000_000),
            numbering: Vec::new(),
        }
    }

    fn ask(&self, question: &str, language: &str, kind: QuestionKind) -> Draft {
        let asked =
            Question { text: question.into(), language: language.into(), kind, ..Question::default() };
        self.ask_question(&asked)
    }

    fn ask_question(&self, question: &Question) -> Draft {
        let texts = if self.sub_questions.is_empty() {
            vec![question.text.clone()]
        } else {
            self.sub_questions.clone()
        };
        let sub_questions = texts
            .into_iter()
            .enumerate()
            .map(|(index, text)| SubQuestion { id: format!("q{}", index + 1), text, terms: Vec::new() })
            .collect();
        let plan = Plan { sub_questions, ..Plan::default() };
        let budget = Budget { citations: self.citations, ..Budget::default() };
        let brief =
            Brief { question, earlier: &[], constraints: &[], budget: &budget, domain: None, now: self.now };
        let materials: Vec<Material<'_>> = self
            .documents
            .iter()
            .map(|(document, text)| Material {
                source: document.source_id(),
                document,
                text,
                round: 0,
                snippet: "",
                why: "",
                score: 0.5,
                pinned: false,
            })
            .collect();
        let evidence: Vec<Evidence> = self
            .evidence
            .iter()
            .map(|(index, relevance)| {
                let (document, text) = &self.documents[*index];
                Evidence {
                    id: "e1".into(),
                    source: document.source_id(),
                    passage: Passage {
                        hash: document.hash.clone(),
                        span: Span { start: 0, end: text.chars().count() },
                    },
                    sub_question: "q1".into(),
                    relevance: *relevance,
                    stance: Stance::Supports,
                }
            })
            .collect();
        let draft = write(&WriteInput {
            brief: &brief,
            plan: &plan,
            evidence: &evidence,
            materials: &materials,
            numbering: &self.numbering,
        });
        self.check(&draft);
        draft
    }

    /// What holds of every draft.
    fn check(&self, draft: &Draft) {
        let mut quotes = 0;
        let mut detail = false;
        for claim in &draft.claims {
            assert!(!claim.text.trim().is_empty() && !claim.quotes.is_empty(), "{claim:?}");
            assert!(!detail || claim.part == Part::Detail, "the summary comes first");
            detail = claim.part == Part::Detail;
            for quote in &claim.quotes {
                quotes += 1;
                let (_, text) = self
                    .documents
                    .iter()
                    .find(|(document, _)| document.hash == quote.hash)
                    .expect("a quote is of a text that was read");
                let span = quote.span.expect("a quote says where it stands");
                assert_eq!(gorkd_core::text::slice(text, span), quote.text);
                assert!(!quote.text.is_empty());
                assert!(draft.numbering.iter().any(|numbered| numbered.source == quote.source));
            }
        }
        assert!(quotes <= self.citations.max(4) as usize, "{quotes} quotes");
        let summary = summary_of(draft);
        assert!(corpus::word_count(&summary.join(" ")) <= 60, "{summary:?}");
        assert!(summary.len() <= 2);
    }
}

fn summary_of(draft: &Draft) -> Vec<&str> {
    draft.claims.iter().filter(|claim| claim.part == Part::Summary).map(|claim| claim.text.as_str()).collect()
}

fn detail_of(draft: &Draft) -> Vec<&str> {
    draft.claims.iter().filter(|claim| claim.part == Part::Detail).map(|claim| claim.text.as_str()).collect()
}

/// The first sentence of the summary.
#[track_caller]
fn first(texts: &[&str], question: &str) -> String {
    let draft = World::of(texts).ask(question, "en", QuestionKind::Factual);
    summary_of(&draft).first().map(|claim| (*claim).to_owned()).unwrap_or_default()
}

const BRIDGE: &str = "# Moor Bridge\n\nWho built Moor Bridge, and why? Many visitors ask that. \
    The Moor Bridge crosses the Lind near Alten. The engineer Clara Voss built it between 1891 and 1894. \
    It is 212 metres long and carries two tracks. Repairs closed it in 1953 because its piers had sunk. \
    Some 40,000 people cross it every day.";

#[test]
fn the_sentence_that_answers_is_chosen_not_the_one_that_asks() {
    assert!(first(&[BRIDGE], "Who built Moor Bridge?").contains("Clara Voss"));
    let echo = "This page is about who founded the Alten museum. The Alten museum was founded by Ida Brandt. \
        The museum has a café.";
    assert!(first(&[echo], "Who founded the Alten museum?").contains("Ida Brandt"));
}

#[test]
fn the_kind_of_question_decides_between_sentences_on_one_thing() {
    assert!(first(&[BRIDGE], "How long is the Moor Bridge?").contains("212 metres"));
    assert!(first(&[BRIDGE], "How many people cross the bridge every day?").contains("40,000"));
    assert!(first(&[BRIDGE], "Why was the bridge closed?").contains("because"));
    assert!(first(&[BRIDGE], "Which river does Moor Bridge cross?").contains("Lind"));
    assert!(first(&[BRIDGE], "When was Moor Bridge constructed?").contains("1891"));
}

#[test]
fn a_sentence_that_points_back_brings_what_it_points_at() {
    let text = "# Rivers\n\nThe Lind rises in the Grey Hills. It reaches the sea near Port Alba after 300 km. \
        Trout live in its upper course.";
    let world = World::of(&[text]);
    let draft = world.ask("What reaches the sea near Port Alba?", "en", QuestionKind::Factual);
    let all: Vec<&str> = draft.claims.iter().map(|claim| claim.text.as_str()).collect();
    let at = |words: &str| all.iter().position(|claim| claim.contains(words));
    assert!(at("Grey Hills").is_some() && at("Port Alba").is_some(), "{all:?}");
    assert_eq!(at("Grey Hills").map(|at| at + 1), at("Port Alba"), "{all:?}");
}

#[test]
fn a_list_keeps_the_words_that_introduce_it() {
    let text = "# Permits\n\nFor a fishing permit in Alten you must bring:\n\n- a passport photo\n- proof of address\n\
        - the fee of 12 euros\n\nThe office opens at nine.";
    let draft = World::of(&[text]).ask("What must I bring for a fishing permit?", "en", QuestionKind::List);
    let claim = &draft.claims[0];
    assert_eq!(
        claim.text,
        "For a fishing permit in Alten you must bring: a passport photo; proof of address; the fee of 12 euros"
    );
    assert_eq!(claim.quotes.len(), 2);
    assert_eq!(claim.quotes[1].text, "a passport photo\n- proof of address\n- the fee of 12 euros");
}

#[test]
fn a_table_row_is_read_with_its_header() {
    let text = "# Cities\n\n| City | Population | Founded |\n| --- | --- | --- |\n| Alten | 81,000 | 1203 |\n\
        | Lindau | 12,500 | 1450 |\n";
    let draft = World::of(&[text]).ask("What is the population of Lindau?", "en", QuestionKind::Factual);
    assert_eq!(draft.claims[0].text, "City: Lindau; Population: 12,500; Founded: 1450");
    let quotes: Vec<&str> = draft.claims[0].quotes.iter().map(|quote| quote.text.as_str()).collect();
    assert_eq!(quotes, ["| City | Population | Founded |", "| Lindau | 12,500 | 1450 |"]);
}

#[test]
fn commands_answer_how_to() {
    let text = "# Gate\n\nGate is a small server. It was written in 2019.\n\n## Start\n\nStart the server with:\n\n\
        ```sh\ngate serve --port 80\n```\n\nLogs are kept for a week.";
    let draft = World::of(&[text]).ask("How do I start the server?", "en", QuestionKind::HowTo);
    assert_eq!(draft.claims[0].text, "Start the server with: `gate serve --port 80`");
}

#[test]
fn sources_that_disagree_are_both_shown() {
    let mut world = World::of(&[
        "The Moor Bridge is 212 metres long. It was painted green.",
        "Visitors like the view. The Moor Bridge is 240 metres long and crosses the Lind.",
        "With its two towers, the Moor Bridge is 212 metres long, says the council.",
    ]);
    let draft = world.ask("How long is the Moor Bridge?", "en", QuestionKind::Factual);
    let [conflict] = draft.conflicts.as_slice() else { panic!("one conflict, not {:?}", draft.conflicts) };
    assert_eq!(conflict.positions.len(), 2);
    assert_eq!(conflict.preferred.as_deref(), Some("212 metres"));
    assert!(conflict.positions.iter().any(|position| position.source_ids.len() == 2));
    let summary = summary_of(&draft).join(" ");
    assert!(summary.contains("212") && summary.contains("240"), "{summary}");
    assert!(draft.questions.iter().any(|question| question.contains("240")));

    world.documents.truncate(2);
    world.documents[0].0.published_at = Some(Millis(1_000));
    world.documents[1].0.published_at = Some(Millis(2_000));
    let draft = world.ask("How long is the Moor Bridge?", "en", QuestionKind::Factual);
    assert_eq!(draft.conflicts[0].preferred.as_deref(), Some("240 metres"));
}

#[test]
fn other_things_with_other_numbers_are_no_conflict() {
    let world = World::of(&[
        "The Moor Bridge is 212 metres long.",
        "The Lind tunnel is 900 metres long and the old bridge is 30 metres long.",
        "The Moor Bridge, 212 m long, was opened in 1894.",
    ]);
    assert_eq!(world.ask("How long is the Moor Bridge?", "en", QuestionKind::Factual).conflicts, []);
}

#[test]
fn copies_count_as_one_source() {
    let text = "The Lind ferry stopped running in August 1971. Its last captain was Otto Hain of Alten.";
    let other = "Since the ferry on the Lind stopped in 1971, walkers use the bridge instead.";
    let world = World::of(&[text, text, other]);
    let draft = world.ask("When did the Lind ferry stop running?", "en", QuestionKind::Factual);
    let sources: std::collections::BTreeSet<_> =
        draft.claims.iter().flat_map(|claim| &claim.quotes).map(|quote| &quote.source).collect();
    assert!(sources.contains(&world.documents[0].0.source_id()));
    assert!(!sources.contains(&world.documents[1].0.source_id()));
    let distinct: std::collections::BTreeSet<_> = draft.claims.iter().map(|claim| &claim.text).collect();
    assert_eq!(distinct.len(), draft.claims.len());
}

#[test]
fn other_languages_are_answered_in_their_own_words() {
    let cases = [
        (
            "de",
            "Die Brücke liegt bei Alten. Sie wurde 1894 von Clara Voss gebaut. Jeden Tag kommen Gäste.",
            "Wer hat die Brücke gebaut?",
            "Clara Voss",
        ),
        (
            "es",
            "El puente está cerca de Alba. Fue construido en 1894 por Clara Voss. Mide 212 metros.",
            "¿Cuándo fue construido el puente?",
            "1894",
        ),
        (
            "ru",
            "Мост стоит у города Альтен. Его построила Клара Фосс в 1894 году. Он зелёный.",
            "Кто построил мост?",
            "Клара Фосс",
        ),
        (
            "zh",
            "这座桥位于阿尔滕附近。克拉拉于1894年建造了这座桥。每天有很多游客。",
            "这座桥是哪一年建造的？",
            "1894",
        ),
        (
            "ar",
            "يقع الجسر قرب المدينة. بنت كلارا الجسر في عام 1894. يزوره كثير من الناس.",
            "متى بنت كلارا الجسر؟",
            "1894",
        ),
    ];
    for (language, text, question, answer) in cases {
        let draft = World::of(&[text]).ask(question, language, QuestionKind::Factual);
        let first = summary_of(&draft).first().copied().unwrap_or("");
        assert!(first.contains(answer), "{language}: {first}");
    }
}

#[test]
fn nothing_relevant_gives_no_claims() {
    let draft = World::of(&[BRIDGE]).ask("Who won the chess title in Peru?", "en", QuestionKind::Factual);
    assert_eq!(draft, Draft::default());
    assert_eq!(World::of(&[]).ask("Who built it?", "en", QuestionKind::Factual), Draft::default());
    assert_eq!(World::of(&["", "...", "# Title"]).ask("Why?", "en", QuestionKind::Factual), Draft::default());
}

#[test]
fn numbers_of_the_thread_go_on() {
    let mut world = World::of(&[BRIDGE, "The Moor Bridge has carried trams since 1920."]);
    let known = world.documents[1].0.source_id();
    world.numbering = vec![
        Numbered { source: SourceId::from("src_other"), number: 1 },
        Numbered { source: known.clone(), number: 4 },
    ];
    let draft = world.ask("What is known about the Moor Bridge?", "en", QuestionKind::Explanation);
    let new = Numbered { source: world.documents[0].0.source_id(), number: 5 };
    assert!(draft.numbering.contains(&new), "{:?}", draft.numbering);
    assert!(draft.numbering.contains(&Numbered { source: known, number: 4 }), "{:?}", draft.numbering);
    assert_eq!(draft.numbering.len(), 2);
}

#[test]
fn each_sub_question_has_its_heading_and_its_gap() {
    let mut world =
        World::of(&[BRIDGE, "The Lind ferry took 30 people across the river. It ran until 1971."]);
    world.sub_questions =
        ["How long is the Moor Bridge?", "How many people did the Lind ferry take?", "Who owns Zork?"]
            .map(str::to_owned)
            .to_vec();
    let draft = world.ask("Compare the Moor Bridge and the Lind ferry", "en", QuestionKind::Comparison);
    let summary = summary_of(&draft).join(" ");
    assert!(summary.contains("Moor Bridge") && summary.contains("ferry"), "{summary}");
    let headings: Vec<_> = draft.claims.iter().filter_map(|claim| claim.heading.clone()).collect();
    assert!(headings.iter().all(|heading| world.sub_questions.contains(heading)));
    let mut grouped = headings.clone();
    grouped.dedup();
    let distinct: std::collections::BTreeSet<_> = headings.iter().collect();
    assert_eq!(grouped.len(), distinct.len());
    assert!(draft.limitations.iter().any(|limit| limit.contains("Who owns Zork?")));
    assert!(draft.questions.iter().any(|question| question == "Who owns Zork?"));
}

#[test]
fn limits_of_the_sources_are_said() {
    let mut world = World::of(&["The newest version of Gate is 4.2, out since spring."]);
    world.documents[0].0.truncated = true;
    world.documents[0].0.published_at = Some(Millis(1_600_000_000_000));
    let question = Question {
        text: "What is the newest version of Gate?".into(),
        language: "en".into(),
        kind: QuestionKind::CurrentEvent,
        ..Question::default()
    };
    let draft = world.ask_question(&question);
    let said = draft.limitations.join(" ");
    for words in ["one source", "first part", "6 years old"] {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert!(draft.questions.iter().any(|question| question.contains("independent")));
}

#[test]
fn a_sentence_too_long_for_a_summary_is_cut_at_a_clause() {
    let long = format!(
        "The Moor Bridge was built by Clara Voss in 1894, {}and more.",
        "after a long debate about it, ".repeat(12)
    );
    let draft = World::of(&[&long]).ask("Who built the Moor Bridge?", "en", QuestionKind::Factual);
    assert!(draft.claims[0].text.starts_with("The Moor Bridge was built by Clara Voss"));
    assert!(draft.claims[0].text.ends_with(" …"));
    assert!(long.starts_with(&draft.claims[0].quotes[0].text));

    let inside = format!(
        "There were {}the old mill, the Lind ferry of Otto Hain, the inn.",
        "many sights, ".repeat(40)
    );
    let draft = World::of(&[&inside]).ask("Who ran the Lind ferry?", "en", QuestionKind::Factual);
    assert!(draft.claims[0].text.starts_with("… many sights"), "{}", draft.claims[0].text);
    assert!(draft.claims[0].text.contains("the Lind ferry of Otto Hain"));
}

#[test]
fn evidence_of_the_judge_weighs() {
    let mut world = World::of(&[
        "The bridge near Alten was built in 1894 of steel.",
        "The bridge near Alten was built in 1720 of wood.",
    ]);
    world.evidence = vec![(1, 0.9)];
    let draft = world.ask("When was the bridge near Alten built?", "en", QuestionKind::Factual);
    assert!(summary_of(&draft)[0].contains("1720"));
}

#[test]
fn few_citations_are_never_overspent() {
    let mut world =
        World::of(&[BRIDGE, "The Moor Bridge is green. Clara Voss chose the colour of the Moor Bridge."]);
    world.citations = 3;
    let draft = world.ask("Tell me about the Moor Bridge", "en", QuestionKind::Explanation);
    assert!(detail_of(&draft).len() <= 1);
    let quotes: usize = draft.claims.iter().map(|claim| claim.quotes.len()).sum();
    assert!((1..=3).contains(&quotes), "{quotes}");
}

fn markdown() -> impl Strategy<Value = String> {
    let words = "(Moor|Bridge|long|12|the|It|is|Dr\\.|ñandú|桥很长。|e\\.g\\.|`a. b`|[.!?|] |\\[1\\]){1,12}";
    let spaced = words.prop_map(|words: String| words.replace("r", "r "));
    let line = ("(# |## |- |  - |1\\. |\\| |```\n|> |)", spaced, "(\n|\n\n| \\|\n)");
    proptest::collection::vec(line, 0..14)
        .prop_map(|lines| lines.into_iter().map(|(mark, words, end)| mark + &words + &end).collect())
}

proptest! {
    #[test]
    fn every_quote_is_a_slice_of_its_text(a in markdown(), b in markdown(), kind in 0..3_u8) {
        let mut world = World::of(&[&a, &b]);
        world.evidence = vec![(0, 0.9), (1, 0.4)];
        let (question, kind) = match kind {
            0 => ("How long is the Moor Bridge?", QuestionKind::Factual),
            1 => ("What is Moor?", QuestionKind::List),
            _ => ("桥有多长？", QuestionKind::Explanation),
        };
        // `ask` checks spans, limits and numbering of whatever comes out.
        world.ask(question, if kind == QuestionKind::Explanation { "zh" } else { "en" }, kind);
    }
}
