use super::*;
use crate::job::{Asked, Edit, Forked, Judgement, Previous, PreviousClaim, Selection, Verdict, search_stem};
use crate::model::*;
use std::sync::Arc;

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
                self.add(Event::Found { effect, provider, hits: hits.into(), cached: false, cost });
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
    written.add(Event::Judged { effect: "r0.judge".into(), judgement: Arc::new(judgement), cost });
    let limitations = vec![format!("Nothing was found about {tolls}.")];
    let draft = Draft { limitations: limitations.clone(), ..Draft::default() };
    written.add(Event::Drafted { effect: "synthesize.0".into(), draft: Arc::new(draft), cost });
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
    for (seq, event) in erased.rewrite(journal).expect("it can be rewritten") {
        left[seq as usize - 1].event = event;
    }
    left
}

fn of_ben() -> Erased {
    Erased::of(ben(), Vec::new())
}

/// A turn of Ben's in the thread of somebody else.
fn his_turn(question: &str) -> Vec<Recorded> {
    let asked = Asked {
        job: "job_ben".into(),
        question: Question { text: question.into(), ..Question::default() },
        at: Millis(500),
        ..Asked::default()
    };
    vec![Recorded::new(1, Millis(500), Event::Asked(Box::new(asked)))]
}

fn all_of(journal: &[Recorded]) -> String {
    journal.iter().map(|one| format!("{:?}\n", one.event)).collect()
}

#[test]
fn what_a_run_made_of_somebodys_words_goes_and_the_journal_folds_to_the_same_run() {
    let journal = steered();
    assert!(all_of(&journal).contains(MARK));
    let left = rewritten(&journal, &mut of_ben());
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
    let again = of_ben().rewrite(&left);
    assert_eq!(again, Ok(Vec::new()), "there is nothing left to erase");
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
        let plan = Job::replay(&rewritten(&written.0, &mut of_ben())).plan.expect("it is planned");
        assert_eq!(plan.goal, QUESTION);
        let texts: Vec<&str> = plan.queries.iter().map(|query| query.text.as_str()).collect();
        // The first query is that of the wish itself.
        assert_eq!(texts, left);
    }
}

/// The answer of a run that somebody else has steered, after their words were erased.
fn answered(steers: &[&str], answer: Answer) -> Answer {
    let mut written = Written::new();
    steers.iter().for_each(|text| written.steered(text));
    let verdict = Box::new(Verdict::Passed(answer));
    written.add(Event::Verified { effect: "verify.0".into(), verdict, cost: Spend::default() });
    Job::replay(&rewritten(&written.0, &mut of_ben())).answer.expect("it is answered")
}

#[test]
fn an_answer_loses_whole_repeats_only_and_nothing_that_pages_say() {
    let steers = ["no", "[3]", "old tolls", "who paid for the old tolls", "the bridge was built in 1932"];
    let claim = |id: &str, text: &str| Claim { id: id.into(), text: text.into(), ..Claim::default() };
    let quoted = "The bridge was built in 1932 by three towns.";
    let before = Answer {
        summary: format!("{quoted} [3] Nobody says who paid for the old tolls."),
        detail: "## Old tolls\n\nThe old tolls are no more. [3]".into(),
        claims: vec![claim("c1", quoted), claim("c2", "The old tolls are no more.")],
        citations: vec![Citation { claim_id: "c1".into(), quote: quoted.into(), ..Citation::default() }],
        confidence_reasons: vec!["One source on the old tolls.".into(), "Not covered: old tolls".into()],
        issues: vec!["Not covered: old tolls".into()],
        conflicts: vec![Conflict {
            positions: vec![Position { value: "old tolls".into(), ..Position::default() }],
            ..Conflict::default()
        }],
        premise: Some(AnswerPremise {
            said: "The old tolls are gone.".into(),
            found: "who paid for the old tolls".into(),
            ..AnswerPremise::default()
        }),
        limitations: vec!["Say no more. [3]".into(), "Nothing answers: old tolls".into()],
        parts: vec![AnswerPart { question: "Old tolls?".into(), ..AnswerPart::default() }],
        ..Answer::default()
    };
    let left = answered(&steers, before.clone());
    let after = Answer {
        summary: format!("{quoted} [3] Nobody says (erased)."),
        detail: "## (erased)\n\nThe old tolls are no more. [3]".into(),
        confidence_reasons: vec!["One source on the old tolls.".into(), "Not covered: (erased)".into()],
        issues: vec!["Not covered: (erased)".into()],
        limitations: vec!["Say no more. [3]".into(), "Nothing answers: (erased)".into()],
        parts: vec![AnswerPart { question: "(erased)".into(), ..AnswerPart::default() }],
        ..before
    };
    assert_eq!(left, after);
}

#[test]
fn scripts_without_spaces_lose_the_same() {
    let before = Answer {
        summary: "没有人说旧大桥的通行费是多少。".into(),
        limitations: vec!["没有答案：通行费".into()],
        claims: vec![Claim::default()],
        ..Answer::default()
    };
    let left = answered(&["旧大桥的通行费是多少", "通行费"], before);
    assert_eq!(left.summary, "没有人说(erased)。");
    assert_eq!(left.limitations, ["没有答案：通行费"], "too short to be theirs");

    let mut written = Written::new();
    written.steered("旧大桥的通行费");
    let queries = ["harbour bridge", "大桥通行费 价格"].map(query).to_vec();
    let plan = Box::new(Plan { queries, ..Plan::default() });
    written.add(Event::Planned { effect: "plan.0".into(), plan, cost: Spend::default() });
    let plan = Job::replay(&rewritten(&written.0, &mut of_ben())).plan.expect("it is planned");
    let texts: Vec<&str> = plan.queries.iter().map(|query| query.text.as_str()).collect();
    assert_eq!(texts, ["harbour bridge", "(erased) 2"]);
}

#[test]
fn a_query_loses_their_reasons_and_sites_and_the_run_goes_on_alike() {
    let mut written = Written::new();
    let sites = ConstraintKind::Only(vec!["Zwiebelturm.example".into()]);
    let constraint = Constraint { text: "only Zwiebelturm.example and Wikipedia".into(), kind: sites };
    written.by(ben(), Event::Steered { constraint, flagged: Vec::new() });
    let filters = Filters {
        domains_in: vec!["zwiebelturm.example".into(), "wikipedia.org".into(), "harbour.example".into()],
        ..Filters::default()
    };
    let named = |why: &str| Query { why: why.into(), filters: filters.clone(), ..query("harbour bridge") };
    let plan = Plan {
        queries: vec![named("on Zwiebelturm, as asked"), named("what speaks against it")],
        ..Plan::default()
    };
    let planned = Event::Planned { effect: "plan.0".into(), plan: Box::new(plan), cost: Spend::default() };
    written.add(planned);
    let advice = Advice {
        next_action: "search".into(),
        reason: format!("The {MARK} is missing."),
        ..Advice::default()
    };
    let judgement = Judgement {
        by: Maker::Model("m".into()),
        reason: format!("Nothing on the {MARK}."),
        advice: Some(advice),
        ..Judgement::default()
    };
    let judgement = Arc::new(judgement);
    written.add(Event::Judged { effect: "r0.judge".into(), judgement, cost: Spend::default() });
    let left = rewritten(&written.0, &mut of_ben());
    assert!(!all_of(&left).to_lowercase().contains(MARK), "{}", all_of(&left));
    let job = Job::replay(&left);
    let queries = job.plan.as_ref().expect("it is planned").queries.clone();
    assert_eq!(queries[0].filters.domains_in, ["harbour.example"]);
    assert_eq!([&queries[0].why, &queries[1].why], ["(erased)", "what speaks against it"]);
    let judged = job.judgement().expect("it is judged");
    assert_eq!(judged.reason, "(erased)");
    assert_eq!(judged.advice.as_ref().map(|advice| advice.next_action.as_str()), Some("search"));
}

#[test]
fn names_of_searches_never_meet() {
    // Somebody else was erased from this journal before.
    let mut written = Written::new();
    let queries = ["(erased)", "(erased) 2", "old tolls", "toll prices"].map(query).to_vec();
    written.steered("old tolls and prices");
    let plan = Box::new(Plan { queries, ..Plan::default() });
    written.add(Event::Planned { effect: "plan.0".into(), plan, cost: Spend::default() });
    // Only the sites of these differ.
    let there = Query {
        filters: Filters { domains_in: vec!["tolls.example".into()], ..Filters::default() },
        ..query("harbour bridge")
    };
    let queries = vec![query("harbour bridge"), there];
    let plan = Box::new(Plan { queries, ..Plan::default() });
    let mut other = Written::new();
    other.steered("old tolls and prices");
    other.add(Event::Planned { effect: "plan.0".into(), plan, cost: Spend::default() });
    for mut written in [written, other] {
        written.searched();
        let left = rewritten(&written.0, &mut of_ben());
        let names = |journal: &[Recorded]| -> std::collections::BTreeSet<EffectId> {
            journal.iter().filter_map(|one| one.event.outcome_of().cloned()).collect()
        };
        let (before, after) = (names(&written.0), names(&left));
        assert_eq!(before.len(), after.len(), "{after:?}");
        // None takes the place of another, in whatever order rows are written.
        let changed = after.iter().filter(|name| !before.contains(*name)).count();
        assert!(changed > 0 && before.intersection(&after).count() + changed == after.len());
        let job = Job::replay(&left);
        for query in &job.rounds[0].queries {
            for provider in &job.providers {
                assert!(job.rounds[0].found.contains_key(&search_stem(0, query, provider)), "{query:?}");
            }
        }
    }
}

#[test]
fn a_journal_without_their_words_stays_as_it_is() {
    let journal = steered();
    let mut other = Erased::of(Some("act_eve".into()), Vec::new());
    other.learn(&"job_ben".into(), &his_turn(QUESTION));
    assert_eq!(other.rewrite(&journal), Ok(Vec::new()));
}

#[test]
fn a_branch_makes_nobodys_question_theirs() {
    let mut branch = steered();
    branch.truncate(1);
    let edit = Edit {
        constraints: vec![Constraint { text: format!("only {MARK}"), ..Constraint::default() }],
        ..Edit::default()
    };
    let forked = Forked { job: "job_ben".into(), edit, ..Forked::default() };
    let forked = Event::Forked(Box::new(forked));
    branch.push(Recorded { actor: ben(), ..Recorded::new(2, Millis(2), forked) });
    let mut erased = of_ben();
    erased.learn(&"job_ben".into(), &branch);
    let earlier = EarlierTurn { at: Millis(0), question: QUESTION.into(), ..EarlierTurn::default() };
    let constraints = vec![Constraint { text: format!("only {MARK}"), ..Constraint::default() }];
    let previous = Some(Box::new(Previous::default()));
    let question = Question { text: QUESTION.into(), ..Question::default() };
    let asked = Asked { question, earlier: vec![earlier], constraints, previous, ..Asked::default() };
    let journal = [Recorded::new(1, Millis(600), Event::Asked(Box::new(asked)))];
    let left = Job::replay(&rewritten(&journal, &mut erased));
    assert_eq!((left.question.text.as_str(), left.earlier.len()), (QUESTION, 1));
    assert_eq!(left.constraints, [], "his constraint was carried over");
}

#[test]
fn what_others_typed_too_is_theirs() {
    let mut written = Written::new();
    let wish = |text: &str| Constraint { text: text.into(), ..Constraint::default() };
    let steer = |text: &str| Event::Steered { constraint: wish(text), flagged: Vec::new() };
    written.by(ben(), steer("skip the old tolls"));
    written.by(ben(), steer("as short as possible"));
    written.by(Some("act_ada".into()), steer("skip the old tolls"));
    let mut erased = of_ben();
    let plan = Plan { queries: vec![query("old tolls")], ..Plan::default() };
    let planned = Event::Planned { effect: "plan.0".into(), plan: Box::new(plan), cost: Spend::default() };
    written.add(planned);
    let left = rewritten(&written.0, &mut erased);
    assert_eq!((&left[3], &left[4]), (&written.0[3], &written.0[4]));
    let constraints = vec![wish("skip the old tolls"), wish("as short as possible")];
    let asked = Asked { constraints, ..Asked::default() };
    let next = [Recorded::new(1, Millis(600), Event::Asked(Box::new(asked)))];
    assert_eq!(Job::replay(&rewritten(&next, &mut erased)).constraints, [wish("skip the old tolls")]);
}

#[test]
fn what_others_typed_in_a_run_without_anything_of_theirs_stays_too() {
    let wish = |text: &str| Constraint { text: text.into(), ..Constraint::default() };
    let steer = |text: &str| Event::Steered { constraint: wish(text), flagged: Vec::new() };
    let mut erased = of_ben();
    for (actor, text) in [(Some("act_ada".into()), "skip the old tolls"), (ben(), "skip the old tolls")] {
        let mut written = Written::new();
        written.by(actor, steer(text));
        assert_eq!(rewritten(&written.0, &mut erased) == written.0, written.0[1].actor != ben());
    }
    let constraints = vec![wish("skip the old tolls")];
    let asked = Asked { constraints: constraints.clone(), ..Asked::default() };
    let next = [Recorded::new(1, Millis(600), Event::Asked(Box::new(asked)))];
    assert_eq!(Job::replay(&rewritten(&next, &mut erased)).constraints, constraints);
}

#[test]
fn later_turns_and_checks_lose_what_they_took_over() {
    let typed = format!("who pays the {MARK} tolls today");
    let mut first = steered();
    let steer = Event::Steered {
        constraint: Constraint { text: typed.clone(), ..Constraint::default() },
        flagged: Vec::new(),
    };
    let seq = first.len() as Seq + 1;
    first.push(Recorded { actor: ben(), ..Recorded::new(seq, Millis(400), steer) });
    let mut erased = of_ben();
    rewritten(&first, &mut erased);
    erased.learn(&"job_ben".into(), &his_turn(&format!("What is the {MARK}?")));
    let turn = |at, question: &str, summary: &str| EarlierTurn {
        at: Millis(at),
        question: question.into(),
        summary: summary.into(),
    };
    let said = format!("Nobody knows {typed}.");
    let asked = Asked {
        question: Question { text: "And who built it?".into(), ..Question::default() },
        earlier: vec![turn(1, QUESTION, &said), turn(500, MARK, "")],
        previous: Some(Box::new(Previous {
            claims: vec![PreviousClaim { text: said.clone(), rested_on: Vec::new() }],
            ..Previous::default()
        })),
        ..Asked::default()
    };
    let goal = format!("And who built it? ({MARK})");
    let queries = vec![query("built harbour bridge"), query(MARK)];
    let plan = Plan { goal: goal.clone(), queries, ..Plan::default() };
    let planned = Event::Planned { effect: "plan.0".into(), plan: Box::new(plan), cost: Spend::default() };
    let journal = [
        Recorded::new(1, Millis(600), Event::Asked(Box::new(asked))),
        Recorded::new(2, Millis(601), planned),
    ];
    let left = Job::replay(&rewritten(&journal, &mut erased));
    assert_eq!(left.earlier.len(), 1);
    assert_eq!(left.earlier[0].summary, "Nobody knows (erased).");
    assert_eq!(left.previous.expect("it is a recheck").claims[0].text, "Nobody knows (erased).");
    let plan = left.plan.expect("it is planned");
    assert_eq!(plan.goal, "(erased)");
    let texts: Vec<&str> = plan.queries.iter().map(|query| query.text.as_str()).collect();
    assert_eq!(texts, ["built harbour bridge", "(erased)"]);

    let asked = Asked {
        question: Question { text: goal.clone(), entities: vec![MARK.into()], ..Question::default() },
        previous: Some(Box::default()),
        ..Asked::default()
    };
    let check = [Recorded::new(1, Millis(700), Event::Asked(Box::new(asked)))];
    let left = Job::replay(&rewritten(&check, &mut erased));
    assert_eq!((left.question.text.as_str(), left.question.entities.len()), ("(erased)", 0));
    // A watch repeats the question and what has changed.
    assert_eq!(erased.told(&goal, "").as_deref(), Some("(erased)"));
    assert_eq!(erased.told(&said, "de").as_deref(), Some("Nobody knows (gelöscht)."));
    assert_eq!(erased.told(QUESTION, ""), None);
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
    written.by(ben(), Event::Attached { document: Arc::new(document.clone()) });
    let verdict = Box::new(Verdict::Passed(answer));
    written.add(Event::Verified { effect: "verify.0".into(), verdict, cost: Spend::default() });

    let files = vec![GoneFile::new(document, "f1")];
    let left = rewritten(&written.0, &mut Erased::of(None, files));
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

#[test]
fn a_page_keeps_the_words_that_a_file_has_too() {
    let text = "The toll is 3 crowns a cart.";
    let document = |url: &str| Document {
        hash: DocumentHash::of_text(text),
        url: url.into(),
        canonical_url: url.into(),
        title: url.into(),
        ..Document::default()
    };
    let (file, page) = (document("file:///given-along/a.md#ab"), document("https://page.example/"));
    let cited = |id: &str, document: &Document| Citation {
        id: id.into(),
        claim_id: "c1".into(),
        claim: text.into(),
        source_id: document.source_id(),
        quote: text.into(),
        ..Citation::default()
    };
    let source = |document: &Document| Source {
        id: document.source_id(),
        document: document.clone(),
        excerpt: text.into(),
        ..Source::default()
    };
    let answer = Answer {
        summary: format!("{text} [1][2]"),
        claims: vec![Claim { id: "c1".into(), text: text.into(), ..Claim::default() }],
        citations: vec![cited("cit1", &file), cited("cit2", &page)],
        sources: vec![source(&file), source(&page)],
        ..Answer::default()
    };
    let mut written = Written::new();
    let verdict = Box::new(Verdict::Passed(answer.clone()));
    written.add(Event::Verified { effect: "verify.0".into(), verdict, cost: Spend::default() });
    let files = vec![GoneFile::new(file, "f1")];
    let left = Job::replay(&rewritten(&written.0, &mut Erased::of(None, files)));
    let left = left.answer.expect("it is answered");
    assert_eq!((&left.summary, &left.claims), (&answer.summary, &answer.claims));
    assert_eq!((&left.citations[1], &left.sources[1]), (&answer.citations[1], &answer.sources[1]));
    assert_eq!(
        (left.citations[0].quote.as_str(), left.sources[0].excerpt.as_str()),
        ("(erased)", "(erased)")
    );
    assert_eq!(left.sources[0].document.hash, DocumentHash::default());
}
