use super::*;
use crate::Material;
use crate::prompts::{Shown, shown};
use gorkd_core::job::{Judgement, PartJudgement};
use gorkd_core::model::*;
use gorkd_core::text::{slice, span_of};

const TEXT: &str = "# git fetch\n\nFetches branches from a remote. It never changes files in the working directory. \
    Use --all to fetch all remotes.\n\n# git pull\n\nRuns git fetch and then merges the branch into the current one.\n";

struct Desk {
    question: Question,
    plan: Plan,
    document: Document,
    measured: Judgement,
    unread: Vec<String>,
    asked: Vec<Query>,
}

impl Desk {
    fn new() -> Self {
        let document = Document {
            hash: DocumentHash::of_text(TEXT),
            url: "file:///git.md".into(),
            canonical_url: "file:///git.md".into(),
            title: "Git".into(),
            ..Document::default()
        };
        let evidence = ["Fetches", "Runs"].iter().enumerate().map(|(at, first)| {
            let start = TEXT.find(first).unwrap_or(0);
            let end = start + TEXT[start..].find('\n').unwrap_or(0);
            Evidence {
                id: format!("e{}", at + 1),
                source: document.source_id(),
                passage: Passage { hash: document.hash.clone(), span: span_of(TEXT, start..end) },
                sub_question: format!("q{}", at + 1),
                relevance: 0.9,
                ..Evidence::default()
            }
        });
        let part = |id: &str, text: &str| SubQuestion {
            id: id.into(),
            text: text.into(),
            terms: text.to_lowercase().split_whitespace().map(str::to_owned).collect(),
        };
        let measured_part = |id: &str| PartJudgement {
            sub_question: id.into(),
            missing: vec!["merge".into(), "fetch".into()],
            ..PartJudgement::default()
        };
        Desk {
            question: Question {
                text: "Git fetch always changes files in the working directory: what turns that off?".into(),
                language: "en".into(),
                ..Question::default()
            },
            plan: Plan {
                sub_questions: vec![part("q1", "What does fetch change?"), part("q2", "What does pull do?")],
                ..Plan::default()
            },
            measured: Judgement {
                evidence: evidence.collect(),
                parts: vec![measured_part("q1"), measured_part("q2")],
                queries: vec![Query { text: "measured".into(), ..Query::default() }],
                ..Judgement::default()
            },
            unread: Vec::new(),
            asked: vec![Query { text: "git fetch".into(), ..Query::default() }],
            document,
        }
    }

    fn read(&self, reply: &str, before: Option<&Judgement>) -> Result<Judgement, Failure> {
        self.with(before, |input| judgement(reply, input))
    }

    fn with<T>(&self, before: Option<&Judgement>, work: impl FnOnce(&JudgementInput<'_>) -> T) -> T {
        let material = Material::new(&self.document, TEXT);
        let materials = [material];
        let shown: Vec<Shown> = shown(&self.measured.evidence, &[], &materials);
        work(&JudgementInput {
            question: &self.question,
            plan: &self.plan,
            measured: &self.measured,
            before,
            shown: &shown,
            materials: &materials,
            unread: &self.unread,
            asked: &self.asked.iter().collect::<Vec<_>>(),
            queries_left: 2,
            by: "m",
        })
    }
}

fn words(notes: &[Note]) -> Vec<(&str, &str)> {
    notes.iter().map(|note| (note.sub_question.as_str(), slice(TEXT, note.passage.span))).collect()
}

#[test]
fn words_of_notes_are_cut_from_the_text_and_a_bad_note_costs_only_itself() {
    let reply = r#"{"parts": ["yes", "partly"], "notes": [{"id": "e1", "sentences": [2, 3], "part": "q1"},
        {"id": "e1", "sentences": [9]}, {"id": "e7", "sentences": [1]}, 12,
        {"id": "e2", "quote": "merges the branch"}, {"quote": "fetch ALL  remotes"}], "reason": "Because."}"#;
    let judged = Desk::new().read(reply, None).expect("it reads");
    assert_eq!(
        words(&judged.notes),
        [
            ("q1", "It never changes files in the working directory. Use --all to fetch all remotes."),
            ("q2", "merges the branch"),
            ("q1", "fetch all remotes"),
        ]
        .iter()
        .filter(|(_, text)| *text != "fetch all remotes")
        .copied()
        .collect::<Vec<_>>(),
        "what stands inside another note is not taken down twice"
    );
    let parts: Vec<(Answered, bool)> =
        judged.parts.iter().map(|part| (part.answered, part.by_model)).collect();
    assert_eq!(parts, [(Answered::Yes, true), (Answered::Partly, true)]);
    assert_eq!((judged.sufficient, judged.reason.as_str()), (true, "Because."));
    assert!(judged.queries.is_empty() && judged.parts[0].missing.is_empty());
}

#[test]
fn what_is_missing_is_looked_for_where_an_unread_hit_names_it() {
    let reply = r#"{"parts": ["yes", "partly"], "gaps": ["how conflicts are resolved"], "queries": ["git fetch", "pull conflicts"]}"#;
    let mut desk = Desk::new();
    assert!(desk.read(reply, None).expect("it reads").sufficient);
    desk.unread = vec!["Resolving conflicts - how to resolve each of them".into()];
    let judged = desk.read(reply, None).expect("it reads");
    assert!(!judged.sufficient);
    let queries: Vec<(&str, &str)> =
        judged.queries.iter().map(|query| (query.text.as_str(), query.sub_question.as_str())).collect();
    assert_eq!(queries, [("pull conflicts", "q2")], "no query is sent twice");
    assert_eq!(judged.gaps, ["how conflicts are resolved"]);
}

#[test]
fn a_wish_to_search_on_counts_where_something_is_missing_and_the_query_is_new() {
    let desk = Desk::new();
    let said = |reply: &str| desk.read(reply, None).expect(reply);
    let wish = r#"{"parts": ["yes", "partly"], "gaps": ["how conflicts are resolved"], "queries": ["pull conflicts"], "next_action": "search"}"#;
    let on = said(wish);
    assert!(!on.sufficient);
    assert_eq!((on.queries[0].text.as_str(), on.queries.len()), ("pull conflicts", 1));
    assert!(said(&wish.replace("\"search\"", "\"write\"")).sufficient, "it is enough for the model");
    assert!(said(&wish.replace("pull conflicts", "git fetch")).sufficient, "this was searched for");
    let satisfied = said(&wish.replace("partly", "yes"));
    assert!(satisfied.sufficient && satisfied.gaps.is_empty(), "each part is answered in full");
}

#[test]
fn what_an_earlier_round_answered_stays_answered() {
    let mut desk = Desk::new();
    (desk.measured.parts[0].answered, desk.measured.parts[0].by_model) = (Answered::Yes, true);
    let judged = desk.read(r#"{"parts": ["no", "no"]}"#, None).expect("it reads");
    let answered: Vec<Answered> = judged.parts.iter().map(|part| part.answered).collect();
    assert_eq!(answered, [Answered::Yes, Answered::No]);
}

#[test]
fn a_judgement_is_followed_only_as_far_as_there_is_evidence() {
    let desk = Desk::new();
    let said = |reply: &str| desk.read(reply, None).expect(reply);
    let enough = r#"{"sufficient": "yes", "reason": "All is there.", "gaps": [], "queries": []}"#;
    assert!(said(enough).sufficient, "small models say only that");
    assert_eq!(said(enough).parts[0].answered, Answered::Partly);
    let none = r#"{"parts": {"q1": "no", "q2": "no"}}"#;
    let open = said(none);
    assert_eq!(open.gaps, ["What does fetch change?", "What does pull do?"]);
    assert_eq!(open.queries[0].text, "measured", "no idea of its own");
    assert_eq!(open.parts[0].missing, ["merge"], "a passage names the other; “merges” is another word");
    let stop = said(r#"{"parts": ["no", "no"], "next_action": "stop", "confidence": 1.0}"#);
    assert!(!stop.sufficient && stop.queries.is_empty(), "the model sees no use in another search");
    assert_eq!(stop.advice.and_then(|advice| advice.confidence), Some(1.0));
    assert!(desk.read("I think it is fine.", None).is_err());
    let mut bare = Desk::new();
    bare.measured.evidence.clear();
    let judged = bare.read(r#"{"sufficient": true, "parts": ["yes", "yes"]}"#, None).expect("it reads");
    assert!(!judged.sufficient && judged.parts.iter().all(|part| part.answered == Answered::No));
}

#[test]
fn a_premise_counts_only_with_words_of_a_passage_that_deny_it() {
    let desk = Desk::new();
    let said = |reply: &str| desk.read(reply, None).expect(reply);
    let quotes = |judged: &Judgement| -> Vec<String> {
        let premise = judged.premise.iter();
        premise.flat_map(|premise| &premise.quotes).map(|quote| quote.text.clone()).collect()
    };
    let denial = "It never changes files in the working directory.";
    for place in [
        r#""premise_id": "e1", "premise_sentences": [2]"#,
        r#""premise_id": "e1", "premise_sentences": []"#,
        r#""premise_id": "[e1]", "premise_sentences": [44]"#,
    ] {
        let judged = said(&format!(
            r#"{{"parts": ["no", "yes"], "premise_said": "git fetch changes files", "premise_found": "it never changes files in the working directory", {place}}}"#
        ));
        assert_eq!(quotes(&judged), [denial], "{place}");
        assert_eq!(judged.parts[0].answered, Answered::Partly, "the correction is an answer");
    }
    let nested = r#"{"parts": ["no", "yes"], "premise": {"said": "cats bark", "found": "no change", "id": "e1", "sentences": [2]}}"#;
    let judged = said(nested);
    let premise = judged.premise.expect("it is denied");
    assert_eq!(premise.said, desk.question.text, "what nobody asked is not taken for granted");
    for nothing in [
        r#"{"parts": ["no", "yes"], "premise_said": "", "premise_found": "", "premise_id": "", "premise_sentences": []}"#,
        r#"{"parts": ["no", "yes"], "premise_said": "git fetch changes files", "premise_id": "e9", "premise_sentences": [1]}"#,
        r#"{"parts": ["no", "yes"], "premise": null}"#,
        r#"{"parts": ["no", "yes"], "premise_said": "None.", "premise_id": "e1", "premise_sentences": [1]}"#,
    ] {
        assert_eq!(said(nothing).premise, None, "{nothing}");
    }
}

#[test]
fn batches_add_up_and_one_that_cannot_be_read_is_left_to_the_ranking() {
    let mut desk = Desk::new();
    let first = r#"{"parts": ["yes", "no"], "notes": [{"id": "e1", "sentences": [1], "part": "q1"}], "queries": ["a"]}"#;
    let first = desk.read(first, None).expect("it reads");
    let second = r#"{"parts": ["no", "partly"], "notes": [{"id": "e2", "sentences": [1], "part": "q2"}]}"#;
    let both = desk.read(second, Some(&first)).expect("it reads");
    assert_eq!(both.notes.len(), 2);
    let answered: Vec<Answered> = both.parts.iter().map(|part| part.answered).collect();
    assert_eq!(answered, [Answered::Yes, Answered::Partly]);
    assert!(both.sufficient && both.queries.is_empty());
    desk.measured.parts[1].answered = Answered::Yes;
    let of = |ids: &[&str]| {
        let ids: Vec<String> = ids.iter().map(|id| (*id).to_owned()).collect();
        desk.with(Some(&first), |input| ranked_batch(&ids, input)).parts[1].answered
    };
    assert_eq!((of(&["e2"]), of(&["e1"])), (Answered::Yes, Answered::No));
}
