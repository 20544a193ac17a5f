use super::*;
use crate::job::{Judgement, Previous, PreviousClaim, Selection, Verdict, search_stem};
use crate::model::*;

const QUESTION: &str = "How long is the harbour bridge?";
const MARK: &str = "zwiebelturm";

fn ben() -> Option<ActorId> {
    Some("act_ben".into())
}

struct Written(Vec<Recorded>);

impl Written {
    fn new() -> Self {
        let asked = Asked {
            question: Question { text: QUESTION.into(), ..Question::default() },
            providers: vec!["library".into(), "web".into()],
            budget: Budget { rounds: 3, queries: 12, pages: 9, ..Budget::default() },
            ..Asked::default()
        };
        let mut written = Self(Vec::new());
        written.by(Some("act_ada".into()), Event::Asked(Box::new(asked)));
        written
    }

    fn by(&mut self, actor: Option<ActorId>, event: Event) {
        let seq = self.0.len() as Seq + 1;
        self.0.push(Recorded { actor, ..Recorded::new(seq, Millis(seq as i64), event) });
    }

    fn add(&mut self, event: Event) {
        self.by(None, event);
    }

    fn steered(&mut self, text: &str) {
        let kind = ConstraintKind::Also(text.to_owned());
        let constraint = Constraint { text: format!("also {text}, please"), kind };
        self.by(ben(), Event::Steered { constraint, flagged: Vec::new() });
    }

    fn searched(&mut self) {
        let job = Job::replay(&self.0);
        for query in &job.rounds[0].queries {
            for provider in &job.providers {
                let effect: EffectId = search_stem(0, query, provider).into();
                self.add(Event::Started { effect: effect.clone(), attempt: 1, reserved: Spend::default() });
                let cost = Spend { usd: MicroUsd(7), ..Spend::default() };
                let (provider, hits) = (provider.clone(), Vec::new());
                self.add(Event::Found { effect, provider, hits, cached: false, cost });
            }
        }
    }
}

fn query(text: &str) -> Query {
    Query { text: text.into(), sub_question: "q1".into(), ..Query::default() }
}

/// A run that somebody else has steered before and after its plan was made.
fn steered() -> Vec<Recorded> {
    let cost = Spend::default();
    let tolls = format!("{MARK} tolls");
    let mut written = Written::new();
    written.add(Event::Resumed { worker: "w".into() });
    written.steered(&tolls);
    let part =
        |id: &str, text: &str| SubQuestion { id: id.into(), text: text.into(), terms: vec![text.into()] };
    let plan = Plan {
        goal: format!("{QUESTION} And its {tolls}"),
        sub_questions: vec![part("q1", QUESTION), part("q2", &tolls)],
        queries: vec![query("harbour bridge long"), query(&tolls), query(&format!("{MARK} prices"))],
        ..Plan::default()
    };
    written.add(Event::Planned { effect: "plan.0".into(), plan: Box::new(plan), cost });
    written.steered(&format!("{MARK} ferries"));
    written.searched();
    written.add(Event::Selected { effect: "r0.select".into(), selection: Selection::default() });
    let judgement = Judgement {
        sufficient: true,
        reason: format!("Nothing says anything about {tolls}."),
        gaps: vec![tolls.clone()],
        ..Judgement::default()
    };
    written.add(Event::Judged { effect: "r0.judge".into(), judgement: Box::new(judgement), cost });
    let limitations = vec![format!("Nothing was found about {tolls}.")];
    let draft = Draft { limitations: limitations.clone(), ..Draft::default() };
    written.add(Event::Drafted { effect: "synthesize.0".into(), draft: Box::new(draft), cost });
    let answer = Answer {
        summary: "It is 1,200 metres long. [1]".into(),
        detail: format!("## {tolls}\n\nTolls are paid at the gate. [1]"),
        limitations,
        parts: vec![AnswerPart { question: tolls, ..AnswerPart::default() }],
        ..Answer::default()
    };
    let verdict = Box::new(Verdict::Passed(answer));
    written.add(Event::Verified { effect: "verify.0".into(), verdict, cost });
    written.0
}

fn rewritten(journal: &[Recorded], erased: &mut Erased) -> Vec<Recorded> {
    let mut left = journal.to_vec();
    for (seq, event) in erased.rewrite(journal) {
        left[seq as usize - 1].event = event;
    }
    left
}

fn all_of(journal: &[Recorded]) -> String {
    journal.iter().map(|one| format!("{:?}\n", one.event)).collect()
}

#[test]
fn what_a_run_made_of_somebodys_words_goes_and_the_journal_folds_to_the_same_run() {
    let journal = steered();
    assert!(all_of(&journal).contains(MARK));
    let left = rewritten(&journal, &mut Erased::of(ben()));
    assert!(!all_of(&left).contains(MARK), "{}", all_of(&left));

    let (before, after) = (Job::replay(&journal), Job::replay(&left));
    assert_eq!((after.status(), after.head, after.stop), (before.status(), before.head, before.stop));
    assert_eq!(after.ledger.spent, before.ledger.spent);
    assert_eq!(after.checkpoints, before.checkpoints);
    let texts: Vec<&str> = after.rounds[0].queries.iter().map(|query| query.text.as_str()).collect();
    assert_eq!(texts, ["harbour bridge long", "(erased)", "(erased) 2", "(erased) 3"]);
    for query in &after.rounds[0].queries {
        for provider in &after.providers {
            let stem = search_stem(0, query, provider);
            assert!(after.rounds[0].found.contains_key(&stem), "{query:?} was answered by {provider}");
        }
    }
    let plan = after.plan.expect("it is planned");
    assert_eq!(plan.sub_questions[0].text, QUESTION, "the words of the asker stay");
    assert_eq!((plan.goal.as_str(), plan.sub_questions[1].text.as_str()), ("(erased)", "(erased)"));
    let answer = after.answer.expect("it is answered");
    assert_eq!(answer.summary, "It is 1,200 metres long. [1]");
    assert_eq!(answer.detail, "## (erased)\n\nTolls are paid at the gate. [1]");
    assert_eq!(answer.limitations, ["Nothing was found about (erased)."]);
    let again = Erased::of(ben()).rewrite(&left);
    assert!(again.is_empty(), "there is nothing left to erase: {again:?}");
}

#[test]
fn rules_keep_words_of_their_own_and_a_model_has_to_know_them() {
    for (by, left) in [
        (Maker::Rules, ["harbour bridge overview", "(erased) 2", "(erased) 3"]),
        (Maker::Model("m".into()), ["(erased) 2", "(erased) 3", "(erased) 4"]),
    ] {
        let mut written = Written::new();
        written.steered("old tolls");
        let queries = ["harbour bridge overview", "bridge tollgate", "old bridge"].map(query).to_vec();
        let plan = Box::new(Plan { goal: QUESTION.into(), queries, by, ..Plan::default() });
        written.add(Event::Planned { effect: "plan.0".into(), plan, cost: Spend::default() });
        let plan = Job::replay(&rewritten(&written.0, &mut Erased::of(ben()))).plan.expect("it is planned");
        assert_eq!(plan.goal, QUESTION);
        let texts: Vec<&str> = plan.queries.iter().map(|query| query.text.as_str()).collect();
        // The first query is that of the wish itself.
        assert_eq!(texts, left);
    }
}

#[test]
fn a_typed_word_that_events_use_themselves_breaks_nothing() {
    let mut written = Written(steered());
    written.0.truncate(2);
    let reply = Reply::Custom("No".into());
    let replied =
        Event::Replied { interrupt: "clarify.0".into(), reply, constraints: Vec::new(), flagged: Vec::new() };
    written.by(ben(), replied);
    let part =
        AnswerPart { question: "Is that all?".into(), answered: Answered::No, ..AnswerPart::default() };
    let answer = Answer {
        limitations: vec!["No.".into(), "Say no more.".into()],
        parts: vec![part],
        ..Answer::default()
    };
    let verdict = Box::new(Verdict::Passed(answer));
    written.add(Event::Verified { effect: "verify.0".into(), verdict, cost: Spend::default() });
    let left = Job::replay(&rewritten(&written.0, &mut Erased::of(ben())));
    let answer = left.answer.expect("it is answered");
    assert_eq!(answer.parts[0].answered, Answered::No);
    assert_eq!(answer.limitations, ["(erased).", "Say (erased) more."]);
}

#[test]
fn a_journal_without_their_words_stays_as_it_is() {
    let journal = steered();
    let mut other = Erased::of(Some("act_eve".into()));
    other.asked(QUESTION, Millis(500));
    let changed = other.rewrite(&journal);
    assert!(changed.is_empty(), "{changed:?}");
}

#[test]
fn later_turns_lose_what_they_took_over() {
    let mut erased = Erased::of(ben());
    erased.asked(&format!("What is the {MARK}?"), Millis(500));
    erased.rewrite(&steered());
    let turn = |at, question: &str, summary: &str| EarlierTurn {
        at: Millis(at),
        question: question.into(),
        summary: summary.into(),
    };
    let asked = Asked {
        question: Question { text: "And who built it?".into(), ..Question::default() },
        earlier: vec![turn(1, QUESTION, &format!("About {MARK} tolls: none.")), turn(500, MARK, "")],
        previous: Some(Box::new(Previous {
            claims: vec![PreviousClaim { text: format!("No {MARK} tolls."), rested_on: Vec::new() }],
            ..Previous::default()
        })),
        ..Asked::default()
    };
    let goal = format!("And who built it? ({MARK})");
    let plan = Plan { goal, queries: vec![query("built harbour bridge"), query(MARK)], ..Plan::default() };
    let planned = Event::Planned { effect: "plan.0".into(), plan: Box::new(plan), cost: Spend::default() };
    let journal = [
        Recorded::new(1, Millis(600), Event::Asked(Box::new(asked))),
        Recorded::new(2, Millis(601), planned),
    ];
    let left = Job::replay(&rewritten(&journal, &mut erased));
    assert_eq!(left.earlier[0].summary, "About (erased): none.");
    assert_eq!(left.previous.expect("it is a recheck").claims[0].text, "No (erased).");
    let plan = left.plan.expect("it is planned");
    assert_eq!(plan.goal, "(erased)");
    let texts: Vec<&str> = plan.queries.iter().map(|query| query.text.as_str()).collect();
    assert_eq!(texts, ["built harbour bridge", "(erased)"]);
}

#[test]
fn a_file_goes_with_its_name_and_with_what_an_answer_quotes_from_it() {
    let document = Document {
        hash: DocumentHash::of_text("The toll is 3 crowns."),
        url: format!("file:///given-along/{MARK}.md#ab"),
        canonical_url: format!("file:///given-along/{MARK}.md#ab"),
        title: MARK.into(),
        ..Document::default()
    };
    let source = document.source_id();
    let claim = |id: &str, text: &str| Claim { id: id.into(), text: text.into(), ..Claim::default() };
    let cited = |claim: &Claim, source: &SourceId, quote: &str| Citation {
        claim_id: claim.id.clone(),
        claim: claim.text.clone(),
        source_id: source.clone(),
        quote: quote.into(),
        heading_path: vec![quote.into()],
        ..Citation::default()
    };
    let claims = vec![claim("c1", "The toll is 3 crowns."), claim("c2", "The bridge is old.")];
    let answer = Answer {
        summary: "The toll is 3 crowns. [1] The bridge is old. [2]".into(),
        citations: vec![
            cited(&claims[0], &source, "The toll is 3 crowns."),
            cited(&claims[1], &"src_page".into(), "a bridge of old"),
        ],
        claims,
        sources: vec![Source {
            id: source.clone(),
            document: document.clone(),
            excerpt: "3 crowns".into(),
            ..Source::default()
        }],
        ..Answer::default()
    };
    let mut written = Written::new();
    written.by(ben(), Event::Attached { document: Box::new(document.clone()) });
    let verdict = Box::new(Verdict::Passed(answer));
    written.add(Event::Verified { effect: "verify.0".into(), verdict, cost: Spend::default() });

    let files = vec![GoneFile::new(document, "f1")];
    let left = rewritten(&written.0, &mut Erased { files, ..Erased::default() });
    let shown = all_of(&left);
    assert!(!shown.contains(MARK) && !shown.contains("crowns"), "{shown}");
    let job = Job::replay(&left);
    assert_eq!(job.attached, [], "no later turn reads it");
    let answer = job.answer.expect("it is answered");
    assert_eq!(answer.summary, "(erased) [1] The bridge is old. [2]");
    assert_eq!(answer.citations[0].source_id, answer.sources[0].id, "citations still find their source");
    assert_eq!(answer.sources[0].id, answer.sources[0].document.source_id());
    assert_eq!(answer.citations[1].quote, "a bridge of old");
}
