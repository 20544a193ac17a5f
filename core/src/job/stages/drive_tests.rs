use crate::job::*;
use crate::model::*;
use std::sync::Arc;

/// A growing journal, and the job folded from it.
struct Play {
    job: Job,
    journal: Vec<Recorded>,
}

impl Play {
    /// A job that was asked, resumed, and planned by rules.
    fn begun(budget: Budget) -> Self {
        let asked = Asked {
            question: Question { text: "When was the bridge opened?".into(), ..Question::default() },
            budget,
            providers: vec!["web".into()],
            models: Models { planner: name(), writer: name(), checker: None, driver: name() },
            ..Asked::default()
        };
        let mut play = Self { job: Job::default(), journal: Vec::new() };
        play.learn(Event::Asked(Box::new(asked)));
        play.learn(Event::Resumed { worker: "w".into() });
        play.plan();
        play
    }

    fn plan(&mut self) {
        let plan = Plan { queries: vec![query("planned")], ..Plan::default() };
        let effect = self.only();
        self.settle(Event::Planned { effect, plan: Box::new(plan), cost: Spend::default() });
    }

    fn learn(&mut self, event: Event) {
        let seq = self.job.head + 1;
        let recorded = Recorded::new(seq, Millis(seq as i64 * 10), event);
        self.job.apply(&recorded);
        self.journal.push(recorded);
        assert_eq!(Job::replay(&self.journal), self.job, "the journal alone determines the job");
    }

    /// Starts everything that is needed, and records an outcome.
    fn settle(&mut self, event: Event) {
        self.start();
        self.learn(event);
    }

    fn start(&mut self) {
        let Step::Run(wanted) = next(&self.job) else { return };
        for PlannedEffect { id, reserve, .. } in wanted {
            if !self.job.ledger.running.contains_key(&id) {
                let attempt = self.job.ledger.next_attempt(&id);
                self.learn(Event::Started { effect: id, attempt, reserved: reserve });
            }
        }
    }

    fn wanted(&self) -> Vec<String> {
        match next(&self.job) {
            Step::Run(wanted) => wanted.into_iter().map(|one| one.id.0).collect(),
            Step::Wait(..) | Step::Done => Vec::new(),
        }
    }

    fn only(&self) -> EffectId {
        let wanted = self.wanted();
        assert_eq!(wanted.len(), 1, "{wanted:?}");
        EffectId(wanted[0].clone())
    }

    /// The model replies with these calls.
    fn turn(&mut self, wants: Vec<ToolWants>) {
        self.reply(wants, true);
    }

    fn reply(&mut self, wants: Vec<ToolWants>, sees_private: bool) {
        let effect = self.only();
        assert!(effect.0.contains(".drive."), "{effect}");
        let call = |wants| ToolCall { tool: "t".into(), arguments: "{}".into(), wants };
        let calls = wants.into_iter().map(call).collect();
        let turn = ModelTurn { by: "m".into(), calls, passed_over: 0, sees_private };
        let cost = Spend { input_tokens: 100, output_tokens: 10, ..Spend::default() };
        self.settle(Event::Driven { effect, turn: Box::new(turn), cost });
    }

    fn fail(&mut self, remedy: Remedy) {
        let failure = Failure::new(FailureReason::ServerError, remedy, "The server failed.");
        let effect = self.only();
        self.settle(Event::Failed { effect, failure, cost: Spend::default() });
    }

    /// Every search finds these addresses, and every page is read.
    fn settle_all(&mut self, urls: &[&str]) {
        self.start();
        for id in self.wanted().into_iter().map(EffectId) {
            let hit = |url: &&str| SearchHit { url: (*url).into(), ..SearchHit::default() };
            let cost = Spend::default();
            if id.0.contains(".search.") {
                let hits = urls.iter().map(hit).collect();
                self.learn(Event::Found { effect: id, provider: "web".into(), hits, cached: false, cost });
            } else {
                let document = Arc::new(Document {
                    url: id.0.clone(),
                    canonical_url: id.0.clone(),
                    ..Document::default()
                });
                self.learn(Event::Read { effect: id, document, cached: false, cost });
            }
        }
    }
}

fn name() -> Option<String> {
    Some("m".to_owned())
}

fn budget() -> Budget {
    Budget { rounds: 2, queries: 3, pages: 2, tokens: 60_000, seconds: 60, ..Budget::default() }
}

fn query(text: &str) -> Query {
    Query { text: text.into(), ..Query::default() }
}

fn search(text: &str) -> ToolWants {
    ToolWants::Search(query(text))
}

fn read(url: &str) -> ToolWants {
    ToolWants::Read(Chosen { url: url.into(), canonical_url: url.into(), ..Chosen::default() })
}

#[test]
fn turns_follow_one_another_and_what_they_ask_for_is_settled_in_between() {
    let mut play = Play::begun(budget());
    assert_eq!(play.wanted(), ["r0.drive.0"], "what was planned is not searched");
    play.turn(vec![
        search("bridge"),
        read("https://a.test/"),
        ToolWants::Note,
        ToolWants::Refused("No.".into()),
    ]);
    let wanted = play.wanted();
    assert_eq!(wanted.len(), 2, "{wanted:?}");
    assert!(wanted[0].starts_with("r0.search.") && wanted[1].starts_with("r0.read."), "{wanted:?}");
    play.settle_all(&["https://b.test/"]);
    assert_eq!(play.wanted(), ["r0.drive.1"]);
    play.turn(vec![ToolWants::Extract("<p>x</p>".into())]);
    assert!(play.only().0.starts_with("r0.extract."));
    play.fail(Remedy::Skip);
    assert_eq!(play.job.warnings, Vec::<String>::new(), "a failed extraction only concerns the model");
    play.turn(Vec::new());
    assert_eq!(play.wanted(), ["r0.judge"], "it has chosen, so rules choose nothing");
    assert_eq!(Stage::of_effect(&EffectId::from("r0.drive.0")), Stage::Plan);
    assert_eq!(Stage::of_effect(&EffectId::from("r0.drive.1")), Stage::Evaluate);
    let calls: Vec<&str> = play.job.ledger.calls.iter().map(|call| call.to.as_str()).collect();
    assert_eq!(calls.iter().filter(|to| **to == "m").count(), 3, "{calls:?}");
}

#[test]
fn rules_choose_where_the_model_has_read_nothing_and_what_it_may_not_see() {
    let mut play = Play::begun(budget());
    play.turn(vec![search("bridge")]);
    play.settle_all(&["https://b.test/"]);
    play.turn(Vec::new());
    assert_eq!(play.wanted(), ["r0.select"]);

    for (sees_private, expected) in [(true, "r0.judge"), (false, "r0.select")] {
        let mut play = Play::begun(budget());
        play.reply(vec![search("bridge"), read("https://a.test/")], sees_private);
        play.settle_all(&["file:///docs/bridge.md"]);
        play.reply(Vec::new(), sees_private);
        assert_eq!(play.wanted(), [expected], "{sees_private}");
    }
}

#[test]
fn a_model_that_fails_twice_is_replaced_by_the_stages() {
    let mut play = Play::begun(budget());
    play.fail(Remedy::Retry);
    assert_eq!(play.wanted(), ["r0.drive.0~1"]);
    play.fail(Remedy::Retry);
    assert_eq!(
        (play.job.driver.clone(), play.wanted()),
        (None, vec!["plan.1".to_owned()]),
        "the model plans"
    );
    assert_eq!(play.job.warnings.len(), 2, "{:?}", play.job.warnings);
    play.plan();
    assert!(play.only().0.starts_with("r0.search."));

    // Later on, the stages continue from what the model has found.
    let mut play = Play::begun(budget());
    play.turn(vec![search("bridge"), read("https://a.test/")]);
    play.settle_all(&["https://b.test/"]);
    play.fail(Remedy::Skip);
    assert_eq!(play.wanted(), ["r0.select"]);
    play.learn(Event::Retried);
    assert_eq!(play.wanted(), ["r0.drive.1.t1"], "a retry lets it drive again");
}

#[test]
fn calls_that_come_to_nothing_end_it() {
    let mut play = Play::begun(budget());
    for _ in 0..3 {
        play.turn(vec![ToolWants::Note, ToolWants::Refused("There is no such tool.".into())]);
    }
    assert_eq!((play.job.driver.clone(), play.wanted()), (None, vec!["plan.1".to_owned()]));
    assert!(play.job.warnings[0].contains("called no tool that could be used"), "{:?}", play.job.warnings);

    let mut play = Play::begun(budget());
    play.turn(Vec::new());
    assert_eq!(play.wanted(), ["plan.1"]);

    // One turn for each search and page, and two spare ones.
    let mut play = Play::begun(Budget { rounds: 9, ..budget() });
    for n in 0..7 {
        assert_eq!(play.job.turns_left(), 7 - n);
        play.turn(vec![ToolWants::Extract(format!("<p>{n}</p>"))]);
        play.fail(Remedy::Skip);
        if play.job.driver.is_none() {
            break;
        }
    }
    assert!(!play.wanted().iter().any(|id| id.contains("drive")), "{:?}", play.wanted());
}

#[test]
fn a_person_may_add_a_search_while_the_model_thinks() {
    let mut play = Play::begun(Budget { queries: 2, ..budget() });
    play.start();
    let constraint = Constraint { text: "also the ferry".into(), kind: ConstraintKind::Also("ferry".into()) };
    play.learn(Event::Steered { constraint, flagged: Vec::new() });
    let wanted = play.wanted();
    assert_eq!(wanted.len(), 2, "{wanted:?}");
    assert!(
        wanted[0].starts_with("r0.search.") && wanted[1] == "r0.drive.0",
        "its call continues: {wanted:?}"
    );
    let call = |wants| ToolCall { tool: "t".into(), arguments: "{}".into(), wants };
    let calls = vec![call(search("one")), call(search("two")), call(read("https://a.test/"))];
    let turn = ModelTurn { by: "m".into(), calls, passed_over: 0, sees_private: true };
    let effect = EffectId::from("r0.drive.0");
    play.learn(Event::Driven { effect, turn: Box::new(turn), cost: Spend::default() });
    assert_eq!(play.job.queries_asked(), 2, "the budget had room for one of the two by then");
}

#[test]
fn a_stop_ends_it_and_what_was_read_is_judged_by_rules() {
    let mut play = Play::begun(budget());
    play.turn(vec![read("https://a.test/")]);
    play.settle_all(&[]);
    play.start();
    play.learn(Event::StopRequested);
    assert_eq!(play.wanted(), ["r0.judge"]);
}

#[test]
fn a_budget_without_room_leaves_the_research_to_the_stages() {
    let play = Play::begun(Budget { tokens: 12_000, ..budget() });
    assert!(play.only().0.starts_with("r0.search."), "what was planned is searched");
    assert!(play.job.warnings[0].contains("no room for the model m to drive"), "{:?}", play.job.warnings);
    // Enough for a few turns besides writing, and no more.
    let mut play = Play::begun(Budget { tokens: 26_500, queries: 30, ..budget() });
    let mut turns = 0;
    while play.wanted().iter().any(|id| id.contains("drive")) {
        turns += 1;
        play.turn(vec![search(&turns.to_string())]);
        play.settle_all(&["https://b.test/"]);
    }
    assert!((1..24).contains(&turns), "{turns} turns");
    assert!(play.job.ledger.spent.tokens() + 11_000 <= 26_500, "the writer has its share");
}

#[test]
fn journals_without_it_read_as_before_and_say_nothing_of_it() {
    let models: Models =
        serde_json::from_str(r#"{"planner": "m", "writer": null, "checker": null}"#).expect("JSON");
    assert_eq!(models.driver, None);
    let written = serde_json::to_string(&models).expect("JSON");
    assert!(!written.contains("driver"), "{written}");
    let turn = ModelTurn { by: "m".into(), calls: vec![], passed_over: 0, sees_private: true };
    let event = Event::Driven { effect: "r0.drive.0".into(), turn: Box::new(turn), cost: Spend::default() };
    let (kind, version, payload) = event.stored();
    assert_eq!((kind.as_str(), Event::decode(&kind, version, &payload).expect("JSON")), ("driven", event));
}
