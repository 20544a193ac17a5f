//! Its replies to prompts that the rules make, read as the rules read them.

use super::*;
use crate::under_test::{Brief, DraftInput, Material, Passages, Size, analyze, draft, prompts};
use gorkd_core::job::Judgement;
use gorkd_core::model::*;
use gorkd_core::text::{slice, span_of};
use gorkd_rules::interpret;
use gorkd_rules::verify::Doubtful;
use std::time::Duration;

const TIME: Duration = Duration::from_secs(60);
const TIN: &str = "# Tin\n\nTin is a soft metal. Tin melts at 232 degrees Celsius. Tin is used for cans.\n\n\
    Tin was known to people of the Bronze Age, who mixed it with copper.\n";
const MELTS: &str = "Tin melts at 232 degrees Celsius.";

/// Knows patterns, and whether the question is misled.
fn knowing(patterns: &[&str], misled: bool) -> Known {
    let premise = misled.then_some("It melts at 232 degrees.");
    let case = json!({
        "kind": "number", "question": "Q?", "gold_pages": ["elsewhere.html"],
        "must_include": patterns, "premise": premise,
    });
    Known::of(&serde_json::from_value(case).expect("a case")).expect("patterns")
}

/// Its reply, which has what the prompt asks for.
fn reply(known: &Known, prompt: &Prompt) -> String {
    let reply = known.reply(prompt).expect("a reply");
    let (_, schema) = prompt.schema.as_ref().expect("a shape");
    for field in schema["required"].as_array().expect("fields") {
        assert!(reply.get(field.as_str().expect("a name")).is_some(), "{field} in {reply}");
    }
    reply.to_string()
}

/// A question, and a page with all its blocks as evidence.
struct Desk {
    question: Question,
    budget: Budget,
    plan: Plan,
    document: Document,
    text: &'static str,
    measured: Judgement,
}

impl Desk {
    fn new(question: &str, text: &'static str) -> Self {
        let document = Document {
            hash: DocumentHash::of_text(text),
            url: "file:///page.md".into(),
            canonical_url: "file:///page.md".into(),
            title: "Metals".into(),
            language: Some("en".into()),
            ..Document::default()
        };
        let evidence = |(at, range): (usize, Range<usize>)| Evidence {
            id: format!("e{at}"),
            source: document.source_id(),
            passage: gorkd_core::model::Passage { hash: document.hash.clone(), span: span_of(text, range) },
            sub_question: "q1".into(),
            relevance: 0.9,
            ..Evidence::default()
        };
        let blocks = gorkd_core::text::blocks::blocks(text, &[]);
        let ranges = blocks.into_iter().map(|block| block.range);
        let evidence: Vec<Evidence> = (1..).zip(ranges).map(evidence).collect();
        let part = SubQuestion { id: "q1".into(), text: question.to_owned(), terms: Vec::new() };
        Self {
            question: analyze(question, Millis(0)),
            budget: Budget { queries: 8, tokens: 60_000, ..Budget::default() },
            plan: Plan { sub_questions: vec![part], ..Plan::default() },
            measured: Judgement { evidence, ..Judgement::default() },
            document,
            text,
        }
    }

    /// A judgement of all that the page says; with notes, in a later round.
    fn judge(&self, known: &Known, notes: &[Note]) -> Judgement {
        let brief = Brief::of(&self.question, &self.budget, Millis(0));
        let materials = [Material::new(&self.document, self.text)];
        let shown = prompts::shown(&self.measured.evidence, &[], &materials);
        let passages = Passages::of(&brief, shown.clone(), &materials).numbered();
        let passages = passages.with_notes(&self.plan, notes, None);
        let asked = prompts::ToJudge {
            brief: &brief,
            plan: &self.plan,
            passages: &passages,
            from: 0,
            again: !notes.is_empty(),
            asked_before: &[],
            queries_left: 2,
        };
        let (prompt, _) = prompts::judge(&asked, Size::judgement(&self.budget), TIME);
        let input = interpret::JudgementInput {
            question: &self.question,
            plan: &self.plan,
            measured: &self.measured,
            before: None,
            shown: &shown,
            materials: &materials,
            unread: &[],
            asked: &[],
            queries_left: 2,
            by: NAME,
        };
        interpret::judgement(&reply(known, &prompt), &input).expect("it reads")
    }

    fn write(&self, known: &Known, judged: &Judgement) -> Draft {
        let brief = Brief::of(&self.question, &self.budget, Millis(0));
        let materials = [Material::new(&self.document, self.text)];
        let shown = prompts::shown(&self.measured.evidence, &judged.notes, &materials);
        let passages = Passages::of(&brief, shown.clone(), &materials);
        let passages = passages.with_notes(&self.plan, &judged.notes, judged.premise.as_ref());
        let asked = prompts::ToWrite {
            brief: &brief,
            passages: &passages,
            repair: None,
            deliverable: Deliverable::Brief,
        };
        let prompt = prompts::write(&asked, Size::draft(&self.budget), TIME);
        let evidence: Vec<Evidence> = shown.into_iter().map(|one| one.evidence).collect();
        let input = DraftInput {
            question: &self.question,
            plan: &self.plan,
            parts: &judged.parts,
            evidence: &evidence,
            materials: &materials,
            numbering: &[],
            revision: 0,
            by: NAME,
            deliverable: Deliverable::Brief,
            form_wished: false,
        };
        draft(&reply(known, &prompt), &input).expect("it reads")
    }

    fn noted(&self, judged: &Judgement) -> Vec<&'static str> {
        judged.notes.iter().map(|note| slice(self.text, note.passage.span)).collect()
    }
}

fn answered(judged: &Judgement) -> Answered {
    judged.parts[0].answered
}

#[test]
fn it_notes_and_writes_the_sentences_that_match() {
    let desk = Desk::new("At how many degrees does tin melt?", TIN);
    let known = knowing(&["melts at 2\\d\\d"], false);
    let judged = desk.judge(&known, &[]);
    assert_eq!((desk.noted(&judged), answered(&judged)), (vec![MELTS], Answered::Yes));
    assert!(judged.sufficient && judged.premise.is_none() && judged.gaps.is_empty());
    let draft = desk.write(&known, &judged);
    let texts: Vec<&str> = draft.claims.iter().map(|claim| claim.text.as_str()).collect();
    assert_eq!(texts, [MELTS]);
    assert!(draft.claims[0].quotes[0].text.contains(MELTS), "{draft:?}");
    assert_eq!((draft.parts[0].answered, draft.premise), (Answered::Yes, None));
}

#[test]
fn what_no_passage_says_is_missing() {
    let desk = Desk::new("At how many degrees does tin melt and boil?", TIN);
    let half = knowing(&["melts at 232", "boils at"], false);
    let judged = desk.judge(&half, &[]);
    assert_eq!((desk.noted(&judged), answered(&judged)), (vec![MELTS], Answered::Partly));
    assert_eq!(judged.gaps, [desk.question.text.as_str()]);
    assert_eq!(desk.write(&half, &judged).parts[0].answered, Answered::Partly);
    for nothing in [knowing(&["boils at"], true), knowing(&[], false)] {
        let judged = desk.judge(&nothing, &[]);
        assert_eq!((judged.notes.len(), answered(&judged)), (0, Answered::No));
        assert!(judged.premise.is_none() && desk.write(&nothing, &judged).claims.is_empty());
    }
}

#[test]
fn a_note_of_an_earlier_round_counts_and_is_not_taken_down_again() {
    let desk = Desk::new("When does tin melt, and who knew it?", TIN);
    let first = desk.judge(&knowing(&["melts at 232"], false), &[]);
    let then = desk.judge(&knowing(&["melts at 232", "Bronze Age"], false), &first.notes);
    assert_eq!(answered(&then), Answered::Yes);
    assert_eq!(desk.noted(&then), ["Tin was known to people of the Bronze Age, who mixed it with copper."]);
}

#[test]
fn a_false_premise_is_denied_by_what_matches() {
    let desk = Desk::new("Tin melts at 500 degrees Celsius. Which oven gets as hot as that?", TIN);
    let known = knowing(&["melts at 232"], true);
    let judged = desk.judge(&known, &[]);
    let premise = judged.premise.as_ref().expect("it is denied");
    assert_eq!(
        (premise.said.as_str(), premise.quotes[0].text.as_str()),
        (desk.question.text.as_str(), MELTS)
    );
    let draft = desk.write(&known, &judged);
    assert_eq!((draft.claims[0].text.as_str(), draft.claims[0].part), (MELTS, Part::Summary));
    assert_eq!(draft.premise.map(|premise| premise.found).as_deref(), Some(MELTS));
}

#[test]
fn rows_and_code_are_copied_whole() {
    let table = "# Metals\n\n| metal | melts at | boils at |\n| --- | --- | --- |\n| tin | 232 | 2602 |\n\
        | lead | 327 | 1749 |\n";
    let desk = Desk::new("At how many degrees does the metal lead melt?", table);
    let row = knowing(&["lead.*327"], false);
    let judged = desk.judge(&row, &[]);
    assert_eq!(desk.noted(&judged), ["| lead | 327 | 1749 |"]);
    assert_eq!(desk.write(&row, &judged).claims[0].text, "lead 327 1749");
    let with_head = desk.judge(&knowing(&["melts at.*lead"], false), &[]);
    assert_eq!(
        desk.noted(&with_head),
        ["| tin | 232 | 2602 |\n| lead | 327 | 1749 |"],
        "the head has no number"
    );

    let code = "# Cans\n\nTin cans are pressed by a tool, which has to know the name of the metal:\n\n\
        ```sh\ncanner --metal tin\ncanner --check\n```\n";
    let desk = Desk::new("How are cans of tin pressed?", code);
    let known = knowing(&["canner --metal tin"], false);
    let judged = desk.judge(&known, &[]);
    assert_eq!(desk.noted(&judged), ["```sh\ncanner --metal tin\ncanner --check\n```"]);
    let written = desk.write(&known, &judged);
    assert_eq!(written.claims[0].text, "```\ncanner --metal tin\ncanner --check\n```");
}

#[test]
fn only_what_stands_there_word_for_word_is_supported() {
    let desk = Desk::new("At how many degrees does tin melt?", TIN);
    let brief = Brief::of(&desk.question, &desk.budget, Millis(0));
    let start = TIN.find(MELTS).expect("it is there");
    let doubtful =
        |claim| Doubtful { claim, found: Support::Partly, places: vec![(0, start..start + MELTS.len())] };
    let (one, other) = (doubtful(0), doubtful(1));
    let claims = [(&one, MELTS), (&other, "Tin melts at 232 kelvin.")]
        .map(|(doubt, text)| prompts::ToCheck { doubt, text, heading: None, before: None });
    let doubts = prompts::Doubts::new(&brief, &claims, &[Material::new(&desk.document, TIN)]);
    let prompt = prompts::check(&brief, &doubts, Size::judgement(&desk.budget), TIME);
    let checked = interpret::check(&reply(&knowing(&[], false), &prompt), &[0, 1]).expect("it reads");
    assert_eq!(checked, [(0, Support::Supported), (1, Support::Unsupported)]);
}

#[test]
fn a_follow_up_is_searched_for_behind_what_it_follows() {
    let desk = Desk::new("And when does it melt?", TIN);
    let turn =
        EarlierTurn { question: "What is tin?".into(), summary: "A soft metal.".into(), at: Millis(0) };
    let turns = [turn];
    let planned = |earlier| {
        let brief = Brief { earlier, ..Brief::of(&desk.question, &desk.budget, Millis(0)) };
        let prompt = prompts::plan(&brief, prompts::Searched::default(), Size::short(&desk.budget), TIME);
        interpret::plan(&reply(&knowing(&[], false), &prompt), &desk.question, 6, NAME).expect("it reads")
    };
    let plan = planned(&turns);
    let queries: Vec<&str> = plan.queries.iter().map(|query| query.text.as_str()).collect();
    assert_eq!(queries, ["And when does it melt?", "What is tin? And when does it melt?"]);
    assert_eq!(plan.sub_questions[0].text, queries[1]);
    assert_eq!(planned(&[]).queries.len(), 1);
}

#[tokio::test]
async fn it_answers_only_what_it_has_learned_of() {
    let oracle = Oracle::default();
    let brief_of = Desk::new("What is tin?", TIN);
    let brief = Brief::of(&brief_of.question, &brief_of.budget, Millis(0));
    let prompt = prompts::plan(&brief, prompts::Searched::default(), Size::short(&brief_of.budget), TIME);
    assert!(oracle.complete(&prompt, Reach::NEAR, None).await.is_err());
    let case = json!({"kind": "definition", "question": "What is tin?", "must_include": ["metal"]});
    oracle.learn(&serde_json::from_value(case).expect("a case")).expect("patterns");
    let said = oracle.complete(&prompt, Reach::NEAR, None).await.expect("a reply");
    assert!(said.cost.input_tokens > 0 && said.cost.output_tokens > 0);
    let mend = prompts::repair(&said.value, &prompt, (5_000, 2_000), TIME).expect("there is room");
    assert!(oracle.complete(&mend, Reach::NEAR, None).await.is_err());
    oracle.forget();
    assert!(oracle.complete(&prompt, Reach::NEAR, None).await.is_err());
}
